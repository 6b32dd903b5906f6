"""The engine before the referee: every preset, bundle, option and value, what is rare, and 300 random rule sets.

In one case of three each hand is also taken through the referee's steps, and all that was legal compared at each of
them. Every path that ``seen`` knows must have been trodden: each is held to the cases where it belongs.
``scripts/verify`` goes on from here for as many hands as one likes.
"""

from __future__ import annotations

import zlib
from typing import Any

import pytest
from cases import (
    BASES,
    RANDOM_RULE_SETS,
    VALUE_BASES,
    both_modes,
    bundle_cases,
    option_cases,
    option_rules,
    option_values,
    preset_cases,
    random_cases,
    rare_cases,
    values_of,
)
from differential import Case, Findings, check_case
from seen import KINDS
from wild import wild

from simspades.engine import Situation
from simspades.rules import OPTIONS, bundles, load_rules, presets
from simspades.rules.options import show

RARE = rare_cases()
RANDOM_A_TEST = 25

#: What must be seen in the cases of an option, or of a preset. What is rarer has cases of its own.
SEEN_IN: dict[str, tuple[str, ...]] = {
    "game.family": ("hands", "call number", "number made", "number lost", "games", "games capped"),
    "six": ("identical card wins",),
    "three_bonus": ("call blind", "blind made", "three: doubled"),
    "deck.extra_cards": (
        "extra cards to the holder of 2C",
        "extra cards set aside",
        "extra cards to one of the higher side",
        "extra cards one each",
        "extra cards to both sides",
    ),
    "deck.extra_discard_timing": (
        "extra cards to the dealer",
        "discard before the bidding",
        "discard after the bidding",
    ),
    "deal.cut": ("French cut chosen", "French cut as it falls"),
    "misdeal.conditions": ("misdeal",),
    "misdeal.consult_partner": (
        "misdeals, several",
        "misdeal against advice",
        "misdeal on advice",
        "misdeal declined",
    ),
    "pass.before_bidding": ("pass",),
    "exchange.order": ("exchange by nil.exchange",),
    "exchange.timing": ("exchange before others bid", "card given straight back"),
    "bid.mode": ("nil announced", "number stated beside a nil"),
    "bid.form": ("call nil", "nil made", "nil lost"),
    "bid.zero": ("call zero",),
    "bid.raise_round": ("raise", "raise left"),
    "bid.first_deal_unbid": ("unbid hand",),
    "blind_nil.exchange": (
        "call blind-nil",
        "blind-nil made",
        "blind-nil lost",
        "two nils lost",
        "nil beside blind-nil lost",
        "exchange by blind_nil.exchange",
        "exchange declined",
    ),
    "blind_nil.suit_request": ("suit request",),
    "blind_nil.no_bag_penalty": ("bags kept from the count",),
    "blind.min": ("blind lost",),
    "blind.higher": ("blind lost by overtricks",),
    "ten200.mode": ("call 10-for-200", "10-for-200 lost"),
    "moon.value": ("call moon", "moon lost"),
    "moon.blind_enabled": ("call blind-moon", "blind-moon lost"),
    "nt.min": ("call nt", "call blind-nt"),
    "play.first_trick": ("trick of lowest clubs",),
    "play.spade_lead": ("spades led unbroken",),
    "play.rake_shake": ("follower narrowed by play.rake_shake",),
    "play.must_beat": ("follower narrowed by play.must_beat",),
    "play.form": ("lead narrowed by play.form", "follower narrowed by play.form"),
    "score.set_penalty": ("undertricks",),
    "score.double_bid_loses": ("set by twice the bid",),
    "score.over_limit": ("set by overtricks",),
    "bags.threshold": ("bag penalty", "bag penalty, twice"),
    "bags.cancel_card": ("bag cancelled",),
    "dummy.seat": ("dummy at place 2", "dummy at place 3", "dummy at place 4", "declarer by a tie"),
    "two.blind_nil_redraw": (
        "first card kept",
        "first card thrown away",
        "redraw",
        "redraw of nothing",
        "redraw by both",
    ),
    "end.set_streak": ("lost by sets in a row", "games won", "games with a change of lead"),
    "end.boston_wins": ("ten worth 200 uncalled lost",),
    "end.lose_at": ("lost at the floor",),
}

#: Options that meet in one decision: all that is legal is compared at every step.
BLIND_AND_MOON = {"three.blind": True, "moon.blind_enabled": True}
TOGETHER: dict[str, tuple[str, dict[str, Any]]] = {
    "a blind moon before the deal and a blind number at one's own turn": ("three", BLIND_AND_MOON),
    "both before a draft": ("two_pagat", BLIND_AND_MOON | {"two.scoring": "three_player"}),
    "a ten for 200 above the most that a side may bid": ("new_york", {"bid.side_max": 8}),
}


def check(cases: list[Case]) -> Findings:
    findings = Findings()
    for case in cases:
        findings.add(check_case(case, legal_sets=zlib.crc32(case.name.encode()) % 3 == 0))
    assert not findings.disagreements, "\n\n".join(findings.disagreements[:3])
    return findings


def unseen(where: str, findings: Findings) -> set[str]:
    return {kind for kind in SEEN_IN.get(where, ()) if not findings.seen[kind]}


@pytest.mark.parametrize("name", presets())
def test_presets(name: str) -> None:
    assert not unseen(name, check(preset_cases(name)))


@pytest.mark.parametrize("name", bundles())
def test_bundles(name: str) -> None:
    check(bundle_cases(name))


@pytest.mark.parametrize("option_id", OPTIONS)
def test_options(option_id: str) -> None:
    findings = check([case for value in values_of(option_id) for case in option_cases(option_id, value)])
    assert not unseen(option_id, findings), "cases that leave a path untrodden prove nothing about it"


@pytest.mark.parametrize("kinds", RARE, ids=" + ".join)
def test_what_is_rare(kinds: tuple[str, ...]) -> None:
    seen = check([RARE[kinds]]).seen
    assert all(seen[kind] for kind in kinds), seen


@pytest.mark.parametrize("name", TOGETHER)
def test_options_that_meet(name: str) -> None:
    preset, options = TOGETHER[name]
    for case in both_modes(name, load_rules(preset, options)):
        assert check_case(case).disagreements == []


def test_a_ten_for_200_among_bids_that_are_added_up() -> None:
    rules = load_rules("three_dummy", {"dummy.scoring": "sum_defenders", "ten200.mode": "exact"})
    tens, threes = wild.with_parameters({"turn": 10}), wild.with_parameters({"turn": 31, "number": 3})
    case = Case("tens of defenders", rules, (tens, threes, tens), 1, 20, Situation((0, 0, 0), (0, 0, 0)))
    assert (case.table.play(case.seed, 0, case.count).hands["contract"] == 13).any()
    assert check_case(case).disagreements == []


@pytest.mark.parametrize("first", range(0, RANDOM_RULE_SETS, RANDOM_A_TEST))
def test_random_rule_sets(first: int) -> None:
    check([case for number in range(first, first + RANDOM_A_TEST) for case in random_cases(number)])


def test_every_option_has_a_case_at_each_of_its_values() -> None:
    found = {option_id: set[str]() for option_id in OPTIONS}
    for option_id, value in option_values():
        found[option_id].add(show(option_rules(option_id, value).values[option_id]))
    for option_id, option in OPTIONS.items():
        values = found[option_id]
        if option.choices is None:
            assert len(values) > 1, f"{option_id} has cases with one value only"
        else:
            wanted = {show(choice) for choice in option.choices}
            assert wanted <= values, f"{option_id} has no case with {wanted - values}"


def test_a_base_belongs_to_an_option_and_a_value() -> None:
    known = {(option_id, show(value)) for option_id, value in option_values()}
    assert VALUE_BASES.keys() <= known
    assert BASES.keys() <= OPTIONS.keys() | {option.group for option in OPTIONS.values()}


def test_every_path_is_held_to_a_case() -> None:
    held = [kind for kinds in (*SEEN_IN.values(), *RARE) for kind in kinds]
    assert set(held) == set(KINDS)
    assert SEEN_IN.keys() <= OPTIONS.keys() | set(presets())
