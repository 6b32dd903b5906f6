"""Scores and endings of the other games and of special calls, and the facts that a request needs for them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simspades.errors import RecordError, SimspadesError
from simspades.referee import score
from simspades.referee.ending import ending_after
from simspades.rules import bundles, load_rules


def scored(rules: str, bids: list[str] | None, tricks: list[int], overrides: Any = None, **more: Any) -> dict[str, Any]:
    return score({"rules": rules, "set": overrides or {}, "bids": bids, "tricks": tricks, **more})


# --- other games ---


def test_solo_players_are_sides_of_their_own() -> None:
    answer = scored("solo4", ["3", "nil", "2", "blind-nil"], [4, 0, 1, 8])
    assert (answer["points"], answer["bags"]) == ([31, 100, -20, -200 + 8], [1, 0, 0, 8])
    over = scored("solo4", ["3", "4", "2", "4"], [3, 4, 2, 4], before={"score": [470, 460, 0, 0]})
    assert (over["over"], over["winner"]) == (False, None)
    assert over["score"][:2] == [500, 500]


def test_six_players_are_three_sides_of_two() -> None:
    answer = scored("six", ["3", "2", "1", "3", "2", "nil"], [3, 4, 2, 4, 4, 0])
    assert (answer["contract"], answer["points"], answer["bags"]) == ([6, 4, 1], [61, 44, 10 + 1 + 100], [1, 4, 1])
    moon = scored("six", ["moon", "1", "1", "-", "1", "1"], [9, 0, 0, 8, 0, 0], bundles()["moons"])
    assert (moon["contract"][0], moon["points"][0]) == (17, 200)


def test_a_double_nil_among_three_sides_pays_each_other_side() -> None:
    rules = bundles()["team_double_nil"]
    answer = scored("six", ["double-nil", "1", "1", "-", "1", "1"], [1, 4, 4, 1, 4, 3], rules)
    assert answer["points"] == [-500 + 2, 20 + 6 + 100, 20 + 5 + 100]


def test_three_players_accumulate() -> None:
    rules = {"three.bag_mode": "accumulate"}
    answer = scored("three", ["4", "5", "2"], [7, 5, 5], rules, before={"bags": [8, 0, 0]})
    assert (answer["points"], answer["bags"], answer["bags_total"]) == ([40 - 100, 50, 20], [3, 0, 3], [1, 0, 3])
    one = scored("three", ["4", "5", "2"], [7, 5, 5], {**rules, "three.accumulate_points": 1})
    assert one["points"] == [43, 50, 23]


def test_a_zero_of_three_players_is_a_number() -> None:
    assert scored("three", ["0", "5", "2"], [0, 10, 7])["points"][0] == 0
    assert scored("three", ["0", "5", "2"], [3, 7, 7])["points"][0] == -30
    assert scored("three_bonus", ["blind-0", "5", "2"], [0, 10, 7])["points"][0] == 200
    assert (
        scored(
            "three_bonus",
            ["blind-7", "5", "2"],
            [8, 5, 4],
            winning_cards="AH " * 17,
            winners=[0] * 8 + [1] * 5 + [2] * 4,
        )["points"][0]
        == 140
    )


def test_two_players_may_score_as_three() -> None:
    rules = {"two.scoring": "three_player"}
    assert scored("two_pagat", ["4", "5"], [5, 8], rules)["points"] == [30, 20]
    assert scored("two_pagat", ["4", "5"], [5, 8])["points"] == [41, 53]


DUMMY = (["6", "4", "3"], [4, 3, 3, 3])


def test_the_declarer_scores_with_the_dummy_and_the_defenders_together() -> None:
    bids, tricks = DUMMY
    answer = scored("three_dummy", bids, tricks)
    assert (answer["contract"], answer["made"]) == ([6, 4, 3], [True] * 3)
    assert (answer["points"], answer["bags"]) == ([61, 42, 33], [1, 2, 3])


@pytest.mark.parametrize(
    ("option", "value", "points", "made"),
    [
        ("dummy.scoring", "declarer_only", [61, 0, 0], [True, None, None]),
        ("dummy.scoring", "sum_defenders", [61, -70, -70], [True, False, False]),
        ("dummy.bid_scope", "own_tricks", [-60, -40, 30], [False, False, True]),
    ],
)
def test_other_ways_to_score_with_a_dummy(option: str, value: str, points: list[int], made: list[bool]) -> None:
    answer = scored("three_dummy", *DUMMY, {option: value})
    assert (answer["points"], answer["made"]) == (points, made)


@pytest.mark.parametrize(("dealer", "made"), [(2, [True, True, True]), (0, [False, True, True])])
def test_the_tie_for_the_dummy_goes_by_the_bidding(dealer: int, made: list[bool]) -> None:
    """The first to bid six plays with the dummy: seat 0 wins 2 + 5 tricks with it, and otherwise 2 + 2."""
    assert scored("three_dummy", ["6", "6", "1"], [2, 4, 2, 5], dealer=dealer)["made"] == made


# --- special calls ---


def test_special_calls_are_scored_for_the_side_whoever_made_them() -> None:
    for bids in (["10-for-200", "1", "-", "1"], ["-", "1", "10-for-200", "1"]):
        answer = scored("std4", bids, [6, 3, 4, 0], {"ten200.mode": "exact"})
        assert (answer["contract"][0], answer["points"][0]) == (10, 200)


def test_a_blind_ten_where_tens_are_worth_200() -> None:
    rules = {"blind.enabled": True, "blind.success": "at_least", "ten200.mode": "at_least", "ten200.auto": True}
    assert scored("std4", ["blind-10", "1", "-", "1"], [11, 2, 0, 0], rules)["points"][0] == 401
    assert scored("std4", ["blind-10", "1", "-", "1"], [9, 4, 0, 0], rules)["points"][0] == -400


def test_auto_fail_loses_a_moon_and_a_ten_at_their_full_value() -> None:
    auto = {"nil.partner_auto_fail": True}
    ten = {**auto, "ten200.mode": "at_least", "ten200.auto": True}
    assert scored("std4", ["10", "1", "nil", "1"], [11, 1, 1, 0], ten)["points"][0] == -200 - 100 + 1
    moon = {**auto, **bundles()["moons"]}
    assert scored("std4", ["13", "1", "nil", "1"], [12, 0, 1, 0], moon)["points"][0] == -200 - 100 + 1


def test_undertricks_are_for_plain_numbers_only() -> None:
    rules = {"score.set_penalty": "undertrick", "ten200.mode": "exact", **bundles()["blind6"]}
    assert scored("std4", ["10-for-200", "1", "-", "1"], [9, 4, 0, 0], rules)["points"][0] == -200
    assert scored("std4", ["blind-6", "1", "-", "1"], [5, 8, 0, 0], rules)["points"][0] == -120


def test_the_cancel_card_takes_one_overtrick_and_with_two_packs_each_copy_does() -> None:
    rules = {"bags.cancel_card": "fixed:3S"}
    bids, tricks = ["3", "2", "1", "2", "2", "1"], [4, 3, 2, 4, 2, 2]
    answer = scored("six", bids, tricks, rules, captured=["3S 3S", "", ""])
    assert (answer["points"][0], answer["bags"][0]) == (51, 1)
    cut = {"bags.cancel_card": "cut_each_deal"}
    assert scored("six", bids, tricks, cut, captured=["3S", "", ""], cancel_card="3S")["bags"][0] == 2


def test_bemos_are_settled_beside_blind_numbers() -> None:
    rules = {**bundles()["bemo"], **bundles()["blind6"]}
    winners = [0] * 6 + [1] * 7
    answer = scored("std4", ["blind-6", "1", "-", "1"], [6, 7, 0, 0], rules, winners=winners, declare={"bemo": [0]})
    assert answer["points"][0] == 120 + 60


# --- what a request needs ---


@pytest.mark.parametrize(
    ("key", "rules", "overrides", "bids", "tricks", "more"),
    [
        ("winners", "std4", bundles()["bemo"], ["3", "3", "3", "3"], [3, 4, 3, 3], {"declare": {"bemo": [0]}}),
        ("captured", "std4", bundles()["aces"], ["3", "3", "3", "3"], [3, 4, 3, 3], {"declare": {"aces": [0]}}),
        ("captured", "std4", bundles()["bag_card"], ["3", "3", "3", "3"], [4, 3, 3, 3], {}),
        ("cancel_card", "std4", {"bags.cancel_card": "cut_each_deal"}, ["3", "3", "3", "3"], [4, 3, 3, 3], {}),
        ("ruffs", "std4", bundles()["no_trump_bids"], ["nt-5", "3", "-", "3"], [5, 4, 1, 3], {}),
        ("winners", "three_bonus", {}, ["4", "4", "4"], [4, 6, 7], {}),
        ("winning_cards", "three_bonus", {}, ["4", "4", "4"], [4, 6, 7], {"winners": [0] * 4 + [1] * 6 + [2] * 7}),
    ],
)
def test_the_missing_key_is_named(
    key: str, rules: str, overrides: Any, bids: list[str], tricks: list[int], more: dict[str, Any]
) -> None:
    with pytest.raises(RecordError, match=f"lacks the key {key}"):
        scored(rules, bids, tricks, overrides, **more)


@pytest.mark.parametrize(
    ("rules", "overrides", "bids", "named"),
    [
        ("std4", {}, ["moon", "3", "-", "3"], r"moon\.enabled"),
        ("std4", {}, ["blind-6", "3", "-", "3"], r"blind\.enabled"),
        ("three", {}, ["blind-6", "3", "3"], r"three\.blind"),
        ("solo4", {}, ["blind-6", "3", "3", "3"], r"blind\.enabled"),
        ("std4", {"bid.first_deal_unbid": True, "hand": 1}, ["3", "3", "3", "3"], r"bid\.first_deal_unbid"),
        ("std4", {"bid.zero": "choice"}, ["0", "3", "3", "3"], r"bid\.zero"),
    ],
)
def test_calls_without_a_value(rules: str, overrides: dict[str, Any], bids: list[str], named: str) -> None:
    more = {"hand_in_game": overrides.pop("hand")} if "hand" in overrides else {}
    n_tricks = load_rules(rules, overrides).n_tricks
    with pytest.raises(SimspadesError, match=named):
        scored(rules, bids, [n_tricks, *[0] * (len(bids) - 1)], overrides, **more)


# --- endings ---


def test_outright_wins_come_before_everything_else() -> None:
    rules = load_rules("std4", {"end.set_streak": 2})
    assert ending_after(rules, [0, 600], 5, wins=[0]) == (True, 0, False)
    assert ending_after(rules, [300, 400], 5, wins=[0, 1]) == (True, 1, False)
    assert ending_after(rules, [300, 300], 5, wins=[0, 1]) == (False, None, True)
    assert ending_after(rules, [600, 100], 5, loses=[0]) == (True, 1, False)
    assert ending_after(rules, [600, 100], 5, sets=[2, 0]) == (True, 1, False)
    assert ending_after(rules, [600, 100], 5, sets=[2, 3]) == (True, 0, False)
    assert ending_after(rules, [100, 100], 5, sets=[2, 2]) == (False, None, True)
    assert ending_after(rules, [100, 200], 5, sets=[1, 0]) == (False, None, False)


def test_of_three_sides_the_best_that_has_not_lost_wins() -> None:
    rules = load_rules("six", {"end.set_streak": 2})
    assert ending_after(rules, [600, 200, 100], 5, sets=[2, 0, 0]) == (True, 1, False)
    assert ending_after(rules, [600, 200, 200], 5, sets=[2, 0, 0]) == (False, None, True)
    assert ending_after(rules, [600, 200, 100], 5, loses=[0, 1, 2]) == (True, 0, False)
    floor = load_rules("six", {"end.lose_at": -200})
    assert ending_after(floor, [-200, 30, 20], 5) == (True, 1, False)


def test_a_blind_bid_lost_and_too_many_overtricks_are_sets() -> None:
    for bids, tricks in ((["blind-6", "4", "-", "-"], [5, 8, 0, 0]), (["5", "4", "-", "-"], [8, 5, 0, 0])):
        assert scored("new_york", bids, tricks)["sets"] == [1, 0 if tricks[1] <= 6 else 1]
    unbid = scored("new_york", None, [0, 13, 0, 0], before={"sets": [1, 1]})
    assert unbid["sets"] == [0, 0]


def test_boston_also_wins_where_only_exactly_ten_is_paid() -> None:
    rules = {"end.boston_wins": True, "ten200.mode": "exact", "ten200.auto": True}
    answer = scored("std4", ["10", "1", "nil", "nil"], [13, 0, 0, 0], rules)
    assert (answer["over"], answer["winner"]) == (True, 0)


def by_the_table(call: str, won: int, ruffs: int, o: dict[str, Any]) -> tuple[int, int]:
    """Points without bags, and overtricks, of a call for the side: the table of RULEBOOK 0.4 as arithmetic."""
    kind, _, digits = call.rpartition("-") if call[-1].isdigit() and not call.startswith("10-") else (call, "", "0")
    number = int(digits)
    if kind == "blind":
        worth = 200 if number == 10 and o["ten200.auto"] and o["ten200.mode"] != "off" else 10 * number
        made = won == number or (won > number and o["blind.success"] == "at_least")
        return (2 * worth, won - number) if made else (-worth * {"double": 2, "single": 1}[o["blind.fail"]], 0)
    if kind == "10-for-200":
        made = won == 10 or (won > 10 and o["ten200.mode"] == "at_least")
        return (200, won - 10) if made else (-200, 0)
    if kind in ("moon", "blind-moon"):
        worth = 400 if kind == "blind-moon" else o["moon.value"]
        return (worth if won == 13 else -worth), 0
    loss = {"single": 1, "double": 2, "triple": 3}
    if won >= number and not ruffs:
        return number * (30 if kind == "blind-nt" else 20), won - number
    return -10 * number * loss[o["nt.blind_fail"] if kind == "blind-nt" else o["nt.fail"]], 0


@given(
    call=st.sampled_from(
        ["blind-6", "blind-7", "blind-10", "blind-13", "10-for-200", "moon", "blind-moon", "nt-5", "nt-9", "blind-nt-6"]
    ),
    won=st.integers(0, 13),
    ruffs=st.integers(0, 2),
    options=st.fixed_dictionaries(
        {
            "blind.success": st.sampled_from(["exact", "at_least"]),
            "blind.fail": st.sampled_from(["single", "double"]),
            "ten200.mode": st.sampled_from(["exact", "at_least"]),
            "ten200.auto": st.booleans(),
            "moon.value": st.sampled_from([200, 500]),
            "nt.fail": st.sampled_from(["single", "double"]),
            "nt.blind_fail": st.sampled_from(["single", "double", "triple"]),
            "bags.points": st.sampled_from([0, 1]),
            "score.over_limit": st.sampled_from(["none", 2]),
            "score.double_bid_loses": st.booleans(),
            "score.set_penalty": st.sampled_from(["bid", "undertrick"]),
        }
    ),
)
def test_calls_for_a_side_score_as_the_table(call: str, won: int, ruffs: int, options: dict[str, Any]) -> None:
    """Whatever is said of plain numbers: limits, doubles and undertricks do not touch these calls."""
    switches = {"blind.enabled": True, "moon.enabled": True, "moon.blind_enabled": True}
    rules = {**options, **switches, "nt.enabled": True, "nt.blind_enabled": True}
    answer = scored("std4", [call, "1", "-", "nil"], [won, 13 - won, 0, 0], rules, ruffs=[ruffs, 0, 0, 0])
    points, over = by_the_table(call, won, ruffs, options)
    assert (answer["points"][0], answer["bags"][0]) == (points + over * options["bags.points"], over)
    assert answer["made"][0] is (points > 0)


def by_the_bonuses(bid: int, won: int, run: int, blind: bool) -> int:
    """The score of `three_bonus`, from the sentences of the rulebook."""
    if won < bid:
        points = -10 * bid
    else:
        points = {(0, 0): 100, (1, 1): 60, (2, 2): 40, (2, 3): 20}.get((bid, won), 10 * bid - 10 * (won - bid))
        points += 10 * (bid - 6) if bid >= 7 else 0
        points += 10 * run if won == bid else 0
    return 2 * points if blind else points


@given(bid=st.integers(0, 17), won=st.integers(0, 17), run=st.integers(0, 17), blind=st.booleans())
def test_the_bonuses_of_three_players(bid: int, won: int, run: int, blind: bool) -> None:
    run = min(run, won)
    winners = [0] * (won - run) + [1] * (17 - won) + [0] * run
    cards = ["AH"] * (17 - run) + ["TS"] * run
    call = f"blind-{bid}" if blind else str(bid)
    tricks = [won, 17 - won, 0]
    answer = scored("three_bonus", [call, "0", "0"], tricks, winners=winners, winning_cards=cards)
    assert answer["points"][0] == by_the_bonuses(bid, won, run, blind)
