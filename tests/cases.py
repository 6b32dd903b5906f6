"""The cases of the engine before the referee: presets, bundles, every option at each of its values, what is rare, and
random rule sets without end.

Each is drawn from its name alone. An option's case stands on a base where the option has something to say: ``BASES``.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from typing import Any

from differential import MAX_HANDS, PLAYERS, Case, Wanted
from random_rules import NUMBERS, random_rules

from simspades.engine import Situation
from simspades.rules import OPTIONS, Ruleset, bundles, load_rules
from simspades.rules.families import FAMILIES
from simspades.rules.options import show
from simspades.strategies.model import Strategy

#: Hands of hands mode, games, and hands a game at most, of a case.
HANDS, GAMES, GAME_LIMIT = 60, 2, 12
RANDOM_RULE_SETS = 300

#: The wild player goes where the others never do, so it sits down most often.
_OFTEN = {"wild": 4, "random": 1, "basic": 1, "steady": 1}


# --- line-ups and situations ---


def wild_everywhere(rules: Ruleset) -> tuple[Strategy, ...]:
    """The wild player at every seat."""
    return (PLAYERS["wild"],) * rules.players


def mixed(rules: Ruleset, rng: random.Random) -> tuple[Strategy, ...]:
    """Wild players all over, one player all over, two by side, or any at each seat."""
    names, weights = list(_OFTEN), list(_OFTEN.values())
    kind = rng.randrange(4)
    if kind == 0:
        return wild_everywhere(rules)
    if kind == 1:
        chosen = rng.choices(names, weights) * rules.players
    elif kind == 2:
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


def both_modes(
    name: str, rules: Ruleset, *, hands: int = HANDS, games: int = GAMES, limit: int = GAME_LIMIT
) -> list[Case]:
    """A rule set in hands mode with wild players, in a random situation, and in games of any players."""
    rng = random.Random(name)
    seed = rng.randrange(1 << 64)
    return [
        Case(name, rules, wild_everywhere(rules), seed, hands, situation(rules, rng)),
        Case(name, rules, mixed(rules, rng), seed, games, limit=limit),
    ]


# --- presets, bundles, random rule sets ---


def preset_cases(name: str) -> list[Case]:
    """A preset, with longer games."""
    return both_modes(f"preset {name}", load_rules(name), games=4, limit=MAX_HANDS)


def bundle_cases(name: str) -> list[Case]:
    """A bundle on the preset that it is made for."""
    base = "new_york" if name.startswith("ny_") else "std4"
    return both_modes(f"bundle {name}", load_rules(base, bundles()[name]))


def random_cases(number: int, hands: int = HANDS) -> list[Case]:
    """A random rule set; the tests play the first ``RANDOM_RULE_SETS``."""
    name = f"random {number}"
    return both_modes(name, random_rules(random.Random(name)), hands=hands)


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


# --- what is rare: hands in which it happens, looked for among many ---

Columns = dict[str, Any]


def player(**parameters: int) -> Strategy:
    """The wild player, led somewhere by its parameters."""
    return PLAYERS["wild"].with_parameters(parameters)


def eager(**parameters: int) -> Strategy:
    """One who wins all the tricks that he can."""
    return player(aim=1, **parameters)


def meek(**parameters: int) -> Strategy:
    """One who wins as few as he can."""
    return player(aim=2, **parameters)


def rare(
    preset: str,
    options: dict[str, Any],
    ours: Strategy | tuple[Strategy, ...],
    theirs: Strategy,
    count: int,
    wanted: Wanted | None = None,
    *,
    behind: int = 450,
    limit: int = 0,
) -> Case:
    """A case in which side 0 plays in one way and all others in another.

    Hands in which side 0 is so far ``behind``, or games of at most ``limit`` hands.
    """
    rules = load_rules(preset, options)
    members = iter(ours if isinstance(ours, tuple) else (ours,) * rules.players)
    lineup = tuple(next(members) if rules.side_of(seat) == 0 else theirs for seat in range(rules.players))
    where = None if limit else Situation((0,) + (behind,) * (rules.n_sides - 1), (0,) * rules.n_sides)
    return Case("rare", rules, lineup, 1, count, where, wanted, limit or MAX_HANDS)


def side_0_wins(number: int) -> Wanted:
    """Hands in which side 0 wins exactly so many tricks."""
    return lambda columns: _tricks_of_side_0(columns) == number


def _tricks_of_side_0(columns: Columns) -> Any:
    return columns["tricks"][:: len(columns["made"])].sum(axis=0)


#: What a nil is, and so on, as the wild player's parameter ``turn``.
NIL, BLIND_NIL, TEN_FOR_200, A_MOON, A_BLIND_MOON, A_DOUBLE_NIL, A_NO_TRUMP, A_BLIND_NO_TRUMP = (
    4,
    11,
    10,
    12,
    7,
    13,
    16,
    5,
)
NOT_BLIND = {"blind_nil.enabled": False}
MOONS, NT = bundles()["moons"] | NOT_BLIND, bundles()["no_trump_bids"] | NOT_BLIND
NIL_OF_TWO, WORTHLESS_BAGS = DOUBLE_NIL | NOT_BLIND, NOT_BLIND | {"bags.points": 0}
FOR_THE_GAME = NIL_OF_TWO | {"dnil.when": "any"}


def rare_cases() -> dict[tuple[str, ...], Case]:
    """By what is seen in them (``seen.KINDS``)."""
    tens, bemo, aces = TEN | NOT_BLIND, bundles()["bemo"], bundles()["aces"]
    low_club, extra_2c = bundles()["low_club_trump"], bundles()["jokers54_2c"]
    # who bids numbers only, and loses or wins what he can
    shy, bold = meek(turn=31), eager(turn=31)
    threes = player(turn=31, number=3)
    return {
        ("two nils made",): rare("std4", NOT_BLIND, meek(turn=NIL), bold, 1500, side_0_wins(0)),
        ("nil beside blind-nil made",): rare(
            "about4", {}, (meek(turn=BLIND_NIL), meek(turn=NIL)), bold, 1500, side_0_wins(0)
        ),
        ("two nils one lost",): rare("std4", NOT_BLIND, meek(turn=NIL), bold, 100, side_0_wins(1)),
        ("nil beside blind-nil one lost",): rare(
            "about4", {}, (meek(turn=BLIND_NIL), meek(turn=NIL)), bold, 100, side_0_wins(1)
        ),
        ("moon made",): rare("std4", MOONS, eager(turn=A_MOON), shy, 1000, side_0_wins(13)),
        ("blind-moon made",): rare("std4", MOONS, eager(turn=A_BLIND_MOON), shy, 1000, side_0_wins(13)),
        ("moon wins the game",): rare(
            "std4", MOONS | {"moon.value": "win"}, eager(turn=A_MOON), shy, 1000, side_0_wins(13), behind=0
        ),
        ("boston",): rare("new_york", {}, eager(turn=31, number=10), shy, 1000, side_0_wins(13)),
        ("10-for-200 made",): rare("std4", tens, eager(turn=TEN_FOR_200), shy, 200, side_0_wins(10)),
        ("ten worth 200 uncalled made",): rare(
            "std4", tens | {"ten200.auto": True}, eager(turn=31, number=5), shy, 200, side_0_wins(10)
        ),
        ("double-nil made", "call double-nil"): rare(
            "std4", NIL_OF_TWO, meek(turn=A_DOUBLE_NIL), bold, 1500, side_0_wins(0)
        ),
        ("double-nil lost by one",): rare("std4", NIL_OF_TWO, meek(turn=A_DOUBLE_NIL), bold, 500, side_0_wins(1)),
        ("double-nil lost by both", "gift of a double nil"): rare(
            "std4", NIL_OF_TWO, meek(turn=A_DOUBLE_NIL), bold, 200, side_0_wins(3)
        ),
        ("won outright",): rare("std4", FOR_THE_GAME, meek(turn=A_DOUBLE_NIL), bold, 1000, side_0_wins(0), behind=0),
        ("lost outright",): rare("std4", FOR_THE_GAME, meek(turn=A_DOUBLE_NIL), bold, 200, side_0_wins(1), behind=0),
        ("exchange by dnil.exchange",): rare(
            "std4", NIL_OF_TWO | {"dnil.exchange": 2}, meek(turn=A_DOUBLE_NIL), bold, 20
        ),
        ("bemo made", "bemo lost"): rare("std4", bemo, eager(), meek(), 400, side_0_wins(11)),
        ("big_bemo made", "big_bemo lost"): rare("std4", bemo, eager(), meek(), 1000, side_0_wins(12)),
        ("aces made", "aces lost"): rare("std4", aces, player(), player(), 250),
        ("nt made", "nt lost", "nt lost by a ruff"): rare("std4", NT, eager(turn=A_NO_TRUMP), meek(), 60),
        ("blind-nt made", "blind-nt lost", "blind-nt lost by a ruff"): rare(
            "std4", NT, eager(turn=A_BLIND_NO_TRUMP), meek(), 60
        ),
        ("trick of lowest clubs with a spade",): rare("std4", low_club, player(), player(), 400),
        ("follower narrowed by play.first_trick_spades",): rare(
            "std4", {"play.first_trick_spades": "barred"}, player(), player(), 150
        ),
        ("2C out of play",): rare("new_york", {"play.first_trick": "lowest_club"}, player(), player(), 20),
        ("extra cards to the dealer for want of 2C",): rare("std4", extra_2c, player(), player(), 250),
        ("dummy leads",): rare("three_dummy", {"play.first_lead": "holder_2c"}, player(), player(), 60),
        ("three: bonus for a low bid",): rare("three_bonus", {}, meek(number=1), meek(number=1), 100),
        ("three: bonus for a high bid",): rare("three_bonus", {}, eager(number=7), meek(), 400, side_0_wins(7)),
        ("three: bonus for last high spades",): rare(
            "three_bonus", {}, player(number=5), player(), 1500, side_0_wins(5)
        ),
        ("call plain zero",): rare("three", {}, player(number=0), player(), 20),
        ("renounced", "blind number kept"): rare("new_york", {}, player(turn=2), player(), 40),
        ("games drawn",): rare("std4", WORTHLESS_BAGS | {"end.max_hands": 1}, threes, threes, 16, limit=2),
        ("games with a tie",): rare("std4", WORTHLESS_BAGS | {"end.target": 60}, threes, threes, 16, limit=6),
    }
