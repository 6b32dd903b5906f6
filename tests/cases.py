"""The cases of the engine before the referee: presets, bundles, every option at each of its values, what is rare, and
random rule sets without end.

Each is drawn from its name alone. An option's case stands on a base where the option has something to say: ``BASES``.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from differential import MAX_HANDS, PLAYERS, Case
from random_rules import FIXED, NUMBERS, random_rules

from simspades.engine import Situation
from simspades.engine import layout as at
from simspades.rules import OPTIONS, Ruleset, bundles, load_rules, presets
from simspades.rules.families import FAMILIES
from simspades.rules.options import show
from simspades.strategies.model import Strategy

#: Hands of hands mode, games, and hands a game at most, of a case.
HANDS, GAMES, GAME_LIMIT = 60, 2, 12
RANDOM_RULE_SETS = 300

#: The wild player goes where the others never do, so it sits down most often.
_OFTEN = {"wild": 4, "random": 1, "basic": 1, "steady": 1}


# --- line-ups and situations ---


def lineup(rules: Ruleset, rng: random.Random) -> tuple[Strategy, ...]:
    """Wild players all over, one player all over, two by side, or any at each seat."""
    names, weights = list(_OFTEN), list(_OFTEN.values())
    kind = rng.randrange(5)
    if kind < 2:
        chosen = ["wild"] * rules.players
    elif kind == 2:
        chosen = rng.choices(names, weights) * rules.players
    elif kind == 3:
        by_side = rng.choices(names, weights, k=rules.n_sides)
        chosen = [by_side[rules.side_of(seat)] for seat in range(rules.players)]
    else:
        chosen = rng.choices(names, weights, k=rules.players)
    return tuple(PLAYERS[name] for name in chosen)


def situation(rules: Ruleset, rng: random.Random) -> Situation:
    """Somewhere in a game: often one side is far behind, now and then a tie is played off."""
    scores = [rng.randrange(-250, 450) for _ in range(rules.n_sides)]
    if rng.random() < 0.5:
        scores[rng.randrange(rules.n_sides)] = max(scores) - rng.randrange(200, 500)
    return Situation(
        score=tuple(scores),
        bags=tuple(rng.randrange(10) for _ in range(rules.n_sides)),
        hand_in_game=rng.choice([1, 2, 2, 5, 6, 7]),
        tie_break=rng.random() < 0.1,
        sets=tuple(rng.randrange(3) for _ in range(rules.n_sides)),
    )


def both_modes(name: str, rules: Ruleset, hands: int = HANDS, games: int = GAMES, limit: int = GAME_LIMIT) -> list[Case]:
    """A rule set in hands mode, in a random situation, and in games."""
    rng = random.Random(name)
    seed = rng.randrange(1 << 64)
    return [
        Case(name, rules, lineup(rules, rng), seed, hands, situation(rules, rng)),
        Case(name, rules, lineup(rules, rng), seed, games, limit=limit),
    ]


# --- presets, bundles, random rule sets ---


def preset_cases(name: str) -> list[Case]:
    """A preset, with wild players and with a mixed table."""
    rules = load_rules(name)
    wild = (PLAYERS["wild"],) * rules.players
    return [
        Case(f"preset {name}", rules, wild, 1, HANDS, Situation((0,) * rules.n_sides, (9,) * rules.n_sides)),
        *both_modes(f"preset {name}", rules, games=4, limit=MAX_HANDS),
    ]


def bundle_cases(name: str) -> list[Case]:
    """A bundle on the preset that it is made for."""
    base = "new_york" if name.startswith("ny_") else "std4"
    return both_modes(f"bundle {name}", load_rules(base, bundles()[name]))


def random_cases(number: int) -> list[Case]:
    """A random rule set; the tests play the first ``RANDOM_RULE_SETS``."""
    name = f"random {number}"
    return both_modes(name, random_rules(random.Random(name)))


# --- every option at each of its values ---


@dataclasses.dataclass(frozen=True)
class Base:
    """Where an option has something to say: a preset, and what else must be set."""

    preset: str = "std4"
    options: dict[str, Any] = dataclasses.field(default_factory=dict)


JOKERS = {"deck.jokers": 2, "deck.high_trumps": ["BJ", "LJ"]}
SHORT_JOKERS = JOKERS | {"deck.removed": ["2C", "2H"]}
FREE_BLIND_NIL = {"blind_nil.min_deficit": 0}
NILS = FREE_BLIND_NIL | {"nil.exchange": 1}
BLIND = {"blind.enabled": True}
TEN = {"ten200.mode": "exact"}
MOON = {"moon.enabled": True}
NO_TRUMP = {"nt.enabled": True, "nt.blind_enabled": True, "nt.blind_min_deficit": 0}
DOUBLE_NIL = {"dnil.enabled": True}
SHORT_GAME = {"end.target": 150}
ALL_MISDEALS = ["no_spades", "one_spade", "seven_card_suit", "no_court_cards"]

#: By option, or by group where no more is said of an option.
BASES: dict[str, Base] = {
    "game": Base(),
    "deck.joker_order": Base("barmore"),
    "deck.extra_discard_timing": Base("std4", JOKERS | {"deck.extra_cards": "dealer"}),
    "deal": Base(),
    "misdeal.consult_partner": Base("std4", {"misdeal.conditions": ALL_MISDEALS}),
    "misdeal": Base(),
    "pass": Base(),
    "exchange": Base("std4", NILS),
    "bid.side_min": Base("std4", FREE_BLIND_NIL),
    "bid.nil_partner_min": Base("std4", FREE_BLIND_NIL),
    "bid.form": Base("std4", {"blind_nil.enabled": False}),
    "bid": Base(),
    "nil": Base("std4", FREE_BLIND_NIL),
    "blind_nil.min_deficit": Base(),
    "blind_nil.suit_request": Base("std4", FREE_BLIND_NIL | {"blind_nil.exchange": 1}),
    "blind_nil": Base("std4", FREE_BLIND_NIL),
    "blind.renounce_to_10": Base("std4", BLIND | TEN | {"ten200.auto": True}),
    "blind": Base("std4", BLIND),
    "ten200.auto": Base("std4", TEN),
    "ten200": Base(),
    "moon": Base("std4", MOON),
    "nt.enabled": Base(),
    "nt.blind_enabled": Base("std4", {"nt.blind_min_deficit": 0}),
    "nt": Base("std4", NO_TRUMP),
    "dnil": Base("std4", DOUBLE_NIL),
    "bemo": Base(),
    "play.first_lead": Base("std4"),
    "play.first_trick_order": Base("std4", {"play.first_trick": "lowest_club"}),
    "play.rake_shake": Base("std4", SHORT_JOKERS),
    "play": Base(),
    "score": Base(),
    "bags": Base(),
    "three": Base("three"),
    "aces": Base("std4", bundles()["aces"]),
    "dummy": Base("three_dummy"),
    "two": Base("two_pagat", {"blind_nil.min_deficit": 0}),
    "end.boston_wins": Base("std4", TEN | {"ten200.auto": True}),
    "end": Base("std4", SHORT_GAME),
}

#: Where single values ask for more, or for something else.
VALUE_BASES: dict[tuple[str, str], Base] = {
    ("deck.packs", "2"): Base("six"),
    ("deck.jokers", "2"): Base("std4", SHORT_JOKERS),
    ("deck.removed", "[2C, 2H]"): Base("std4", JOKERS),
    ("deck.removed", "[2D, 2H]"): Base("std4", JOKERS),
    ("deck.high_trumps", "[BJ, LJ]"): Base("std4", SHORT_JOKERS),
    ("deck.high_trumps", "[BJ, LJ, 2S]"): Base("std4", SHORT_JOKERS),
    ("bid.first", "non_dealer_side"): Base("std4", {"bid.mode": "partnership"}),
    ("bid.first", "second_drawer"): Base("two_about"),
    ("play.first_lead", "holder_2c"): Base("std4"),
    ("play.first_lead", "second_drawer"): Base("two_about"),
    ("bags.points", "-10"): Base("three"),
    ("three.accumulate_points", "0"): Base("three", {"three.bag_mode": "accumulate"}),
    ("three.accumulate_points", "1"): Base("three", {"three.bag_mode": "accumulate"}),
    ("two.blind_nil_redraw", "3"): Base("two_about"),
    ("dnil.success", "win"): Base("std4", DOUBLE_NIL),
    **{
        ("deck.extra_cards", rule): Base("std4", JOKERS)
        for rule in ("dealer", "holder_2c", "set_aside_unseen", "higher_bidding_side")
    },
}

#: More values of options that are numbers or lists than random rule sets are drawn from.
MORE_VALUES: dict[str, list[Any]] = {"deck.high_trumps": [[]], "deck.removed": [["2D", "2H"]]}


def values_of(option_id: str) -> list[Any]:
    """The values of an option that have a case, as a rule file has them: all, or of numbers and lists some."""
    option = OPTIONS[option_id]
    values = list(option.choices) if option.choices is not None else NUMBERS[option_id]
    values = ["none" if value is None else value for value in values]
    return values + [value for value in MORE_VALUES.get(option_id, []) if value not in values]


def base_of(option_id: str, value: Any) -> Base:
    """The base of an option's case."""
    if option_id == "game.family":
        return Base(FAMILIES[value].preset)
    plain = BASES.get(option_id) or BASES.get(option_id.split(".")[0], Base())
    return VALUE_BASES.get((option_id, show(value)), plain)


def option_rules(option_id: str, value: Any) -> Ruleset:
    """The rule set of an option's case."""
    base = base_of(option_id, value)
    return load_rules(base.preset, base.options | {option_id: value})


def option_cases(option_id: str, value: Any) -> list[Case]:
    """An option at one of its values."""
    is_end = option_id.startswith("end.") or option_id == "bid.first_deal_unbid"
    games, limit = (6, MAX_HANDS) if is_end else (GAMES, GAME_LIMIT)
    return both_modes(f"{option_id} = {show(value)}", option_rules(option_id, value), games=games, limit=limit)


def option_values() -> Iterator[tuple[str, Any]]:
    """Every option with each value that has a case."""
    for option_id in OPTIONS:
        for value in values_of(option_id):
            yield option_id, value


# --- what is rare: looked for among many hands ---

Wanted = Callable[[dict[str, Any]], Any]

EAGER = PLAYERS["wild"].with_parameters({"aim": 1})
MEEK = PLAYERS["wild"].with_parameters({"aim": 2})


def _called(*kinds: int) -> Wanted:
    """Hands in which a call of one of these kinds was made."""
    return lambda columns: np.isin(columns["call"] >> 5, kinds).any(axis=0)


def _made(kind: int, result: int = 1) -> Wanted:
    """Hands in which a side's call of a kind came out so."""

    def wanted(columns: dict[str, Any]) -> Any:
        sides = len(columns["made"])
        calls = (columns["call"] >> 5 == kind).reshape(-1, sides, columns["call"].shape[1]).any(axis=0)
        return (calls & (columns["made"] == result)).any(axis=0)

    return wanted


def _all_tricks(columns: dict[str, Any]) -> Any:
    """Hands in which a side takes every trick that it has undertaken: all of them."""
    return _every_trick(columns) & (columns["contract"] >= 10).any(axis=0)


def _every_trick(columns: dict[str, Any]) -> Any:
    sides = len(columns["made"])
    tricks = columns["tricks"].reshape(-1, sides, columns["tricks"].shape[1]).sum(axis=0)
    return (tricks == tricks.sum(axis=0)).any(axis=0)
