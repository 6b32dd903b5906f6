"""All parts compiled: a strategy whose choices depend on every one of them plays as plain Python does."""

import inspect

import pytest

from simspades.engine import Situation
from simspades.rules import load_rules
from simspades.strategies import load_strategy
from simspades.strategies.parts import (
    attacks,
    bags,
    counts,
    covers,
    exchanges,
    follows,
    forced,
    leads,
    modes,
    nils,
    standing,
)
from simspades.workbench.company import anybody
from simspades.workbench.observe import Observer

MODULES = (attacks, bags, counts, covers, exchanges, follows, forced, leads, modes, nils, standing)
#: What a part is given beside the view, by the name of its argument.
GIVEN = {
    "number": "count(v.hand & v.spades)",
    "points": "700 * count(v.hand & v.spades)",
    "passes": "1",
    "high": "11",
    "to_mean": "512",
    "to_rest": "102",
    "less": "300",
    "lean": "100",
    "nil": "v.position > 1",
    "behind": "100",
    "reach": "3",
    "stretch": "2",
    "share": "14",
    "more": "2",
    "waits": "v.need < 3",
    "low": "~v.legal",
    "void": "v.left_void",
    "cards": "v.unseen",
    "most": "4",
    "n": "2",
}
TEXT = """
from simspades import Strategy, count, number_at, pick
{imports}


def mixed(h, value):
    return ((h ^ value ^ value >> 32) * 0x9E3779B1) & 0x7FFFFFFF


{functions}

def any_cards(cards, h, n):
    chosen = 0
    for k in range(3):
        chosen |= pick(cards & ~chosen, (h << 1) ^ (k * 0x55555555)) if k < n else 0
    return chosen


def bid(v):
    return number_at(pick(v.legal, BidView_mix(v) << 1))


def play(v):
    return pick(v.legal, PlayView_mix(v) << 1)


def exchange(v):
    return any_cards(v.hand, ExchangeView_mix(v), v.n_cards)


def blind(v):
    return 1 if BlindView_mix(v) >> 29 == 0 else 0


all_parts = Strategy(bid=bid, play=play, exchange=exchange, blind=blind)
"""


def parts_of(view):
    """The public parts that take a view, each with the text that calls it."""
    for module in MODULES:
        for name, part in vars(module).items():
            if inspect.isfunction(part) and part.__module__ == module.__name__ and not name.startswith("_"):
                first, *others = inspect.signature(part).parameters.values()
                if first.annotation == view:
                    yield name, module.__name__, f"{name}({', '.join(['v', *(GIVEN[each.name] for each in others)])})"


@pytest.fixture(scope="module")
def all_parts(tmp_path_factory):
    imports, functions = [], []
    for view in ("BidView", "PlayView", "ExchangeView", "BlindView"):
        lines = [f"def {view}_mix(v):", "    h = v.random & 0xFFFF"]
        for name, module, call in parts_of(view):
            imports.append(f"from {module} import {name}")
            lines.append(f"    h = mixed(h, int({call}))")
        assert len(lines) > 5
        functions.append("\n".join([*lines, "    return h", "", ""]))
    path = tmp_path_factory.mktemp("parts") / "all_parts.py"
    path.write_text(TEXT.format(imports="\n".join(imports), functions="\n".join(functions)))
    return load_strategy(f"{path}:all_parts")


def test_every_part_is_the_same_compiled(all_parts):
    rules = load_rules("std4", ["nil.exchange=1", "blind_nil.exchange=1", "blind_nil.suit_request=true"])
    observer = Observer(all_parts)
    for situation in (Situation(score=(0, 0)), Situation(score=(-150, 450), bags=(7, 8), hand_in_game=9)):
        observer.play(rules, anybody, situation, 1, 128)
    assert observer.compared["bid"] > 300
    assert observer.compared["play"] > 10_000
    assert observer.compared["exchange"] > 20
    assert observer.compared["blind"] > 100
