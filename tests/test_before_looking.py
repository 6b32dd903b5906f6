"""What is called before anybody looks, and what a misdeal voids: the next deal has decisions of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from cases import wild_everywhere
from differential import Case, check_case

from simspades.engine import Situation
from simspades.engine.trace import Decision, HandTrace, hand_traces
from simspades.rules import load_rules

THROWN_IN = {"misdeal.conditions": ["one_spade", "seven_card_suit", "no_court_cards"]}
FREE_BLIND_NIL = {"blind_nil.min_deficit": 0}
NO_NILS = {"nil.enabled": False, "blind_nil.enabled": False}

#: Rule sets with what is called before the deal: a blind nil of one's own, a number for the side, and with two players.
EARLY: dict[str, tuple[str, dict[str, Any]]] = {
    "blind nil": ("std4", FREE_BLIND_NIL),
    "for the side": ("std4", {"blind.enabled": True, "moon.blind_enabled": True, "blind_nil.enabled": False}),
    "both": ("std4", {"blind.enabled": True} | FREE_BLIND_NIL),
    "draft": ("two_about", {}),
    "alone": ("three", {"three.blind": True}),
}


def level(n_sides: int) -> Situation:
    """Nobody is ahead."""
    return Situation((0,) * n_sides, (0,) * n_sides)


def case_of(name: str, options: dict[str, Any] | None = None, hands: int = 400) -> Case:
    base, more = EARLY[name]
    rules = load_rules(base, more | THROWN_IN | (options or {}))
    return Case(name, rules, wild_everywhere(rules), 7, hands, level(rules.n_sides))


def by_deal(trace: HandTrace) -> list[list[tuple[int, int]]]:
    """The seats and choices of the blind calls, deal by deal: a deal begins after the call of a misdeal."""
    deals: list[list[tuple[int, int]]] = [[]]
    for step in trace.steps:
        if step.decision is Decision.BLIND:
            deals[-1].append((step.seat, step.choice))
        if step.decision is Decision.MISDEAL and step.choice:
            deals.append([])
    return deals


def thrown_in(case: Case) -> list[HandTrace]:
    block = case.table.play(case.seed, 0, case.count, trace=True)
    traces = [trace for trace in hand_traces(case.table, block) if trace.details["misdeals"]]
    assert len(traces) > 20
    return traces


@pytest.mark.parametrize("name", EARLY)
def test_a_misdeal_voids_blind_calls_and_all_are_asked_again(name: str) -> None:
    """INT-35."""
    case = case_of(name)
    fates: Counter[tuple[bool, bool]] = Counter()
    for trace in thrown_in(case):
        deals = by_deal(trace)
        assert len(deals) == len(trace.details["misdeals"]) + 1
        # the first in order is asked before every deal, and each is asked at most once
        assert len({calls[0][0] for calls in deals}) == 1
        assert all(len({seat for seat, _ in calls}) == len(calls) for calls in deals)
        first = dict(deals[0])
        fates.update((first[seat] != 0, choice != 0) for seat, choice in deals[-1] if seat in first)
        for seat, choice in deals[-1]:
            called = str((trace.bids or [])[seat])
            assert called.startswith("blind") == (choice != 0)
    assert all(fates[fate] for fate in ((False, False), (False, True), (True, False), (True, True)))
    assert check_case(case).disagreements == []


@pytest.mark.parametrize("first", ["left_of_dealer", "dealer"])
@pytest.mark.parametrize("mode", ["round_table", "partnership"])
def test_the_side_that_does_not_deal_calls_blind_first(first: str, mode: str) -> None:
    """`blind.enabled`: also where the dealer bids first."""
    rules = load_rules("std4", {"blind.enabled": True, "bid.first": first, "bid.mode": mode} | NO_NILS)
    case = Case("blind", rules, wild_everywhere(rules), 3, 40, level(2))
    for trace in hand_traces(case.table, case.table.play(case.seed, 0, case.count, trace=True)):
        asked = [step.seat for step in trace.steps if step.decision is Decision.BLIND]
        assert [rules.side_of(seat) for seat in asked] == [1 - rules.side_of(trace.dealer), rules.side_of(trace.dealer)]
    assert check_case(case).disagreements == []


def choices(traces: Sequence[HandTrace], decision: Decision, count: int) -> list[tuple[list[int], list[int]]]:
    """Of hands with one misdeal, the choices before it and after it, where the same seats make so many."""
    pairs = []
    for trace in traces:
        parts: list[list[tuple[int, int]]] = [[]]
        for step in trace.steps:
            if step.decision is decision:
                parts[-1].append((step.seat, int(step.choice != 0)))
            if step.decision is Decision.MISDEAL and step.choice:
                parts.append([])
        seats = [[seat for seat, _ in part] for part in parts]
        if len(parts) == 2 and len(parts[0]) == count and seats[0] == seats[1]:
            pairs.append(([choice for _, choice in parts[0]], [choice for _, choice in parts[1]]))
    return pairs


@pytest.mark.parametrize(
    ("name", "options", "decision", "count"),
    [
        ("draft", {}, Decision.KEEP, 26),
        ("blind nil", {"deal.cut": "french_cut"}, Decision.CUT, 1),
        ("blind nil", {"misdeal.consult_partner": True}, Decision.ADVISE, 1),
    ],
)
def test_a_random_decision_is_drawn_anew_for_the_next_deal(
    name: str, options: dict[str, Any], decision: Decision, count: int
) -> None:
    pairs = choices(thrown_in(case_of(name, options, hands=2000)), decision, count)
    assert any(before != after for before, after in pairs)
