"""A view shows nothing that is left of another hand: a player who looks at all of it plays the same in any blocks."""

import inspect

import pytest

from simspades.engine import Situation, Table
from simspades.rules import load_rules
from simspades.rules.load import PRESETS
from simspades.strategies import load_strategy, views
from simspades.strategies.model import DECISIONS, VIEW_OF
from simspades.workbench import company
from simspades.workbench.again import outcome

JOKERS = {"deck.jokers": 2, "deck.high_trumps": ["BJ", "LJ"]}
ASKED = {"blind_nil.suit_request": True, "blind_nil.exchange": 1}
RULES = {
    **{name: (name, {}) for name in PRESETS},
    "discards by the dealer": ("std4", JOKERS | ASKED | {"deck.extra_cards": "dealer"}),
    "discards after the bidding": ("std4", JOKERS | ASKED | {"deck.extra_cards": "higher_bidding_side"}),
    "passes": ("std4", ASKED | {"pass.before_bidding": 3, "nil.exchange": 1}),
    "misdeals": ("std4", {"misdeal.conditions": ["one_spade", "seven_card_suit"], "misdeal.consult_partner": True}),
    "cuts and raises": ("std4", {"deal.cut": "french_cut", "bid.raise_round": True, "bemo.enabled": True}),
}


def luck_of(view):
    """The text of a function from a view to a random number that depends on everything that the view shows."""
    fields = [name for name in getattr(views, view)._fields if name != "p"]
    lines = ["h = 0", *(f"h = (h ^ v.{name}) * 0x5851F42D4C957F2D" for name in fields)]
    return "\n    ".join([f"def {view}_luck(v):", *lines, "return (h ^ (h >> 29)) & 0x7FFFFFFFFFFFFFFF"])


def decision_of(name):
    """The text of a decision of ``anybody``, with that number in place of the hand's own."""
    function = getattr(company.anybody, name)
    text = inspect.getsource(function).replace(f"def {function.__name__}(v: Any)", f"def {name}(v: Any)")
    return text.replace("any_cards(v)", "pass_cards(v)").replace("v.random", f"{VIEW_OF[name]}_luck(v)")


def part_of(function, view):
    """The text of what decisions of ``anybody`` share, in the same way."""
    return inspect.getsource(function).replace("v.random", f"{view}_luck(v)")


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    lucks = [luck_of(view) for view in dict.fromkeys(VIEW_OF.values())]
    named = ", ".join(f"{name}={name}" for name in DECISIONS)
    imports = [
        "from typing import Any",
        "from simspades.strategies.helpers import *",
        "from simspades.strategies.model import Strategy",
    ]
    shared = [
        part_of(company.blind_call, "BlindView"),
        part_of(company.call, "BidView"),
        part_of(company.some_numbers, "BidView"),
    ]
    made = f"everything = Strategy({named}, name='everything')"
    path = tmp_path_factory.mktemp("strategies") / "everything.py"
    path.write_text("\n\n".join([*imports, *lucks, *shared, *map(decision_of, DECISIONS), made]))
    return load_strategy(f"{path}:everything")


@pytest.mark.parametrize("name", RULES)
def test_what_another_hand_left_behind_is_not_seen(everything, name):
    preset, options = RULES[name]
    rules = load_rules(preset, options)
    sides = rules.n_sides
    behind = Situation(score=(-250, 400, 0, 0, 0, 0)[:sides], bags=(0,) * sides, hand_in_game=5)
    table = Table(rules, [everything] * rules.players, behind)
    whole = outcome(table.play(7, 0, 2048))
    assert whole == outcome(table.play(7, 0, 1000), table.play(7, 1000, 1048))
    assert whole != outcome(table.play(8, 0, 2048))
