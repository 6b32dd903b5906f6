"""Scoring over random facts and combinations of options, against a formula of its own; printed examples."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee_tools import side_score

from simspades.referee import score
from simspades.referee.calls import parse_call
from simspades.referee.scoring import Member, SideScore, score_side
from simspades.rules import load_rules

CALLS = ["1", "2", "3", "4", "5", "6", "7", "13", "nil", "blind-nil"]

tricks_of_four = st.lists(st.integers(0, 3), min_size=13, max_size=13).map(
    lambda winners: [winners.count(seat) for seat in range(4)]
)
calls_of_four = st.lists(st.sampled_from(CALLS), min_size=4, max_size=4)

TENS = {
    "nil.value": st.sampled_from([50, 100]),
    "blind_nil.value": st.sampled_from([100, 200]),
    "blind_nil.fail": st.just("full"),
    "bags.penalty": st.sampled_from([100, 50, 0]),
    "bags.threshold": st.just(10),
}
SCORING = {
    "nil.value": st.sampled_from([50, 100, 75]),
    "nil.failed_tricks": st.sampled_from(["bags", "partner", "ignored"]),
    "nil.partner_auto_fail": st.booleans(),
    "blind_nil.value": st.sampled_from([100, 200]),
    "blind_nil.fail": st.sampled_from(["full", "half"]),
    "blind_nil.no_bag_penalty": st.booleans(),
    "bags.points": st.sampled_from([0, 1]),
    "bags.penalty": st.sampled_from([0, 50, 100]),
    "bags.threshold": st.sampled_from([3, 5, 10]),
    "score.set_penalty": st.sampled_from(["bid", "undertrick"]),
    "score.double_bid_loses": st.booleans(),
    "score.over_limit": st.sampled_from(["none", 0, 2]),
}


def by_formula(o: dict[str, Any], calls: list[str], won: list[int], bags_before: int) -> tuple[int, int, int]:
    """Points, bags and running count of a side, from RULEBOOK 0.4 written as sums."""
    nils = [(call, n) for call, n in zip(calls, won, strict=True) if "nil" in call]
    bid = sum(int(call) for call in calls if "nil" not in call)
    lost_tricks = sum(n for _, n in nils)
    doomed = o["nil.partner_auto_fail"] and lost_tricks > 0
    worth = {"nil": o["nil.value"], "blind-nil": o["blind_nil.value"]}
    cost = {"nil": worth["nil"], "blind-nil": worth["blind-nil"] // (2 if o["blind_nil.fail"] == "half" else 1)}
    points = sum(-cost[call] if n or doomed else worth[call] for call, n in nils)

    helps = o["nil.failed_tricks"] == "partner" and bid > 0 and not doomed
    bags = 0 if helps or o["nil.failed_tricks"] == "ignored" else lost_tricks
    counted = sum(won) - lost_tricks + lost_tricks * helps
    limit = 99 if o["score.over_limit"] == "none" else o["score.over_limit"]
    if bid > 0:
        if bid <= counted <= bid + limit and not doomed and not (o["score.double_bid_loses"] and counted >= 2 * bid):
            points += 10 * bid
            bags += counted - bid
        elif o["score.set_penalty"] == "undertrick" and counted < bid and not doomed:
            points -= 10 * (bid - counted)
        else:
            points -= 10 * bid

    total = bags_before + bags * (not (o["blind_nil.no_bag_penalty"] and "blind-nil" in calls))
    penalties = total // o["bags.threshold"] if o["bags.penalty"] else 0
    points += o["bags.points"] * bags - penalties * o["bags.penalty"]
    return points, bags, total - penalties * o["bags.threshold"]


@given(
    st.fixed_dictionaries(SCORING), calls_of_four, tricks_of_four, st.lists(st.integers(0, 12), min_size=2, max_size=2)
)
def test_any_combination_scores_as_the_formula(
    options: dict[str, Any], calls: list[str], won: list[int], bags: list[int]
) -> None:
    before = {"score": [-37, 250], "bags": bags}
    answer = score({"rules": "std4", "set": options, "bids": calls, "tricks": won, "before": before})
    for side in (0, 1):
        expected = by_formula(options, calls[side::2], won[side::2], bags[side])
        assert (answer["points"][side], answer["bags"][side], answer["bags_total"][side]) == expected
        assert answer["score"][side] == before["score"][side] + answer["points"][side]


@given(
    st.fixed_dictionaries(TENS),
    st.lists(st.tuples(calls_of_four, tricks_of_four), min_size=1, max_size=12),
)
def test_the_last_digit_of_a_score_is_its_bags_modulo_ten(
    options: dict[str, Any], hands: list[tuple[list[str], list[int]]]
) -> None:
    """RULEBOOK 0.4, mathematical modulo: it holds for negative scores too."""
    before: dict[str, Any] = {"score": [0, 0], "bags": [0, 0]}
    for calls, won in hands:
        answer = score({"rules": "std4", "set": options, "bids": calls, "tricks": won, "before": before})
        before = {"score": answer["score"], "bags": answer["bags_total"]}
        assert [points % 10 for points in answer["score"]] == [bags % 10 for bags in answer["bags_total"]]


@given(calls_of_four, tricks_of_four)
def test_turning_the_table_turns_the_scores(calls: list[str], won: list[int]) -> None:
    answer = score({"rules": "std4", "bids": calls, "tricks": won})
    turned = score({"rules": "std4", "bids": calls[1:] + calls[:1], "tricks": won[1:] + won[:1]})
    assert turned["points"] == answer["points"][::-1]
    assert turned["bags"] == answer["bags"][::-1]


def side(calls: tuple[str, str], won: tuple[int, int], **overrides: Any) -> SideScore:
    members = [Member(parse_call(call), tricks) for call, tricks in zip(calls, won, strict=True)]
    return score_side(load_rules("std4", overrides), members)


def test_the_request_of_the_documentation() -> None:
    answer = score(
        {
            "rules": "std4",
            "bids": ["5", "3", "nil", "2"],
            "tricks": [6, 4, 1, 2],
            "hand_in_game": 3,
            "before": {"score": [337, 0], "bags": [7, 0]},
        }
    )
    assert answer == {
        "contract": [5, 5],
        "made": [True, True],
        "points": [-48, 51],
        "bags": [2, 1],
        "penalty": [0, 0],
        "score": [289, 51],
        "bags_total": [9, 1],
        "sets": [0, 0],
        "over": False,
        "winner": None,
    }


def test_a_lost_nil_is_a_bag_also_when_the_contract_is_lost() -> None:
    """INT-33: nil fails, partner bids 2, one trick each."""
    assert side(("2", "nil"), (1, 1)).points == -119


@pytest.mark.parametrize(
    ("won", "points"), [((0, 0), 300), ((1, 1), -300 + 2), ((0, 1), 100 - 200 + 1), ((1, 0), 200 - 100 + 1)]
)
def test_a_nil_beside_a_blind_nil(won: tuple[int, int], points: int) -> None:
    """INT-31: each scores its own value."""
    assert side(("nil", "blind-nil"), won).points == points


def test_the_partner_mode_counts_a_lost_nil_for_the_number() -> None:
    partner = {"nil.failed_tricks": "partner"}
    assert side(("4", "nil"), (3, 1), **partner).points == -60
    found = side(("4", "nil"), (4, 2), **partner)
    assert (found.points, found.bags) == (-58, 2)
    both = side(("nil", "nil"), (1, 2), **partner)
    assert (both.points, both.bags) == (-200 + 3, 3)


def test_auto_fail_costs_the_full_bid_and_leaves_the_bags() -> None:
    rules = {"nil.partner_auto_fail": True, "score.set_penalty": "undertrick", "nil.failed_tricks": "partner"}
    found = side(("4", "nil"), (2, 1), **rules)
    assert (found.points, found.made, found.bags) == (-40 - 100 + 1, False, 1)
    blind = side(("4", "blind-nil"), (9, 2), **{**rules, "blind_nil.fail": "half"})
    assert (blind.points, blind.bags) == (-40 - 100 + 2, 2)


def test_set_penalty_examples() -> None:
    assert side(("3", "3"), (2, 2)).points == -60
    assert side(("3", "3"), (2, 2), **{"score.set_penalty": "undertrick"}).points == -20


def test_over_limit_loses_the_whole_bid_also_by_the_undertrick() -> None:
    found = side(("3", "2"), (5, 3), **{"score.over_limit": 2, "score.set_penalty": "undertrick"})
    assert (found.points, found.made, found.bags) == (-50, False, 0)


def test_blind_nil_without_bag_penalty_scores_its_bags_and_does_not_count_them() -> None:
    rules = {"blind_nil.no_bag_penalty": True}
    found = side_score(("3", "blind-nil"), (5, 0), overrides=rules, bags_before=9)
    assert (found["points"], found["bags"], found["penalty"], found["bags_total"]) == (232, 2, 0, 9)
    plain = side_score(("3", "nil"), (5, 0), overrides=rules, bags_before=9)
    assert (plain["points"], plain["penalty"], plain["bags_total"]) == (132 - 100, 100, 1)


def test_a_negative_score_and_its_bags() -> None:
    found = side_score(("3", "1"), (3, 3), score_before=-80)
    assert (found["score"], found["bags_total"]) == (-38, 2)


def test_two_thresholds_in_one_hand() -> None:
    found = side_score(("1", "nil"), (1, 12), overrides={"bags.threshold": 5}, bags_before=4)
    assert (found["bags"], found["penalty"], found["bags_total"]) == (12, 300, 1)
