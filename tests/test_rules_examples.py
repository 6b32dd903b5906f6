"""The worked examples of the options: what they say that a hand scores is what the referee gives."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from simspades.referee import score
from simspades.rules import OPTIONS, load_rules

Options = dict[str, Any]
NO_RUFFS = [0, 0, 0, 0]


class Case(NamedTuple):
    """Side 0 scores ``points``: ``bids`` and ``tricks`` of seats 0 and 2, or of seat 0 where each plays alone."""

    option: str
    points: int
    bids: str
    tricks: str
    options: Options = {}  # noqa: RUF012  (never changed)
    base: str = "std4"
    request: dict[str, Any] = {}  # noqa: RUF012


def winners(*runs: tuple[int, int]) -> dict[str, Any]:
    """Who won each trick: ``(seat, how many in a row)``."""
    return {"winners": [seat for seat, count in runs for _ in range(count)]}


def bemo(name: str, *runs: tuple[int, int]) -> dict[str, Any]:
    return {"declare": {name: [0]}, **winners(*runs)}


BLIND = {"blind.enabled": True}
MOON = {"moon.enabled": True}
NT = {"nt.enabled": True, "nt.blind_enabled": True}
DNIL = {"dnil.enabled": True}
TEN = {"ten200.mode": "exact"}
WITH_8_BAGS = {"before": {"score": [0, 0], "bags": [8, 0]}}
LOW, HIGH = {"three.bonus_low": True}, {"three.bonus_high": True}
LAST = {"three.bonus_last_high_spades": True}
SPADES = ["9S", "TS", "JS", "QS", "KS", "AS"]


def last_spades(own: int, cards: list[str]) -> dict[str, Any]:
    """Seat 0 wins the last tricks with these cards, seat 1 all before them with clubs."""
    clubs = [f"{rank}{suit}" for suit in "CD" for rank in "23456789TJQKA"][: 17 - own]
    return {**winners((1, 17 - own), (0, own)), "winning_cards": clubs + cards}


CASES = [
    Case("bid.zero", 40, "4 zero", "3 1", {"bid.zero": "choice"}),
    Case("bid.first_deal_unbid", 90, "", "5 4", {"bid.first_deal_unbid": True}, request={"hand_in_game": 1}),
    Case("nil.value", 140, "4 nil", "4 0"),
    Case("nil.value", -139, "4 nil", "3 1"),
    Case("nil.both", 3, "nil nil", "0 3"),
    Case("nil.failed_tricks", -139, "4 nil", "3 1"),
    Case("nil.failed_tricks", -60, "4 nil", "3 1", {"nil.failed_tricks": "partner"}),
    Case("nil.failed_tricks", -140, "4 nil", "3 1", {"nil.failed_tricks": "ignored"}),
    Case("nil.partner_auto_fail", -139, "4 nil", "5 1", {"nil.partner_auto_fail": True}),
    Case("nil.partner_auto_fail", -58, "4 nil", "5 1"),
    Case("blind_nil.enabled", 200, "nil blind-nil", "0 0", {"nil.value": 0}),
    Case("blind_nil.value", 230, "3 blind-nil", "3 0"),
    Case("blind_nil.value", -169, "3 blind-nil", "3 1"),
    Case("blind_nil.no_bag_penalty", 233, "3 blind-nil", "6 0", {"blind_nil.no_bag_penalty": True},
         request=WITH_8_BAGS),
    Case("blind_nil.no_bag_penalty", 133, "3 blind-nil", "6 0", request=WITH_8_BAGS),
    Case("blind.enabled", 120, "blind-6 -", "6 0", BLIND),
    Case("blind.min", 140, "blind-7 -", "7 0", BLIND),
    Case("blind.min", 160, "blind-8 -", "8 0", BLIND),
    Case("blind.success", 122, "blind-6 -", "8 0", BLIND | {"blind.success": "at_least"}),
    Case("blind.fail", -120, "blind-6 -", "5 0", BLIND),
    Case("blind.fail", -60, "blind-6 -", "5 0", BLIND | {"blind.fail": "single"}),
    Case("blind.renounce_to_10", 200, "10 -", "11 0", base="new_york", request={"renounced": {"0": "blind-7"}}),
    Case("ten200.mode", -200, "10-for-200 -", "11 0", TEN),
    Case("ten200.mode", 201, "10-for-200 -", "11 0", {"ten200.mode": "at_least"}),
    Case("ten200.mode", 200, "10-for-200 -", "10 0", TEN),
    Case("ten200.mode", -200, "10-for-200 -", "9 0", {"ten200.mode": "at_least"}),
    Case("ten200.auto", 200, "4 6", "5 5", TEN | {"ten200.auto": True}),
    Case("ten200.auto", 100, "4 6", "5 5", TEN),
    Case("moon.enabled", 200, "moon -", "13 0", MOON),
    Case("moon.enabled", -200, "moon -", "12 0", MOON),
    Case("moon.value", 500, "moon -", "13 0", MOON | {"moon.value": 500}),
    Case("moon.value", -500, "moon -", "12 0", MOON | {"moon.value": 500}),
    Case("moon.blind_enabled", 400, "blind-moon -", "13 0", {"moon.blind_enabled": True, "moon.value": 500}),
    Case("moon.blind_enabled", -400, "blind-moon -", "12 0", {"moon.blind_enabled": True, "moon.value": 500}),
    Case("nt.enabled", 101, "nt-5 -", "6 0", NT, request={"ruffs": NO_RUFFS}),
    Case("nt.enabled", -100, "nt-5 -", "6 0", NT, request={"ruffs": [1, 0, 0, 0]}),
    Case("nt.scope", 100, "nt-5 -", "4 1", NT, request={"ruffs": [0, 0, 1, 0]}),
    Case("nt.scope", -100, "nt-5 -", "4 1", NT | {"nt.scope": "side"}, request={"ruffs": [0, 0, 1, 0]}),
    Case("nt.fail", -100, "nt-5 -", "4 0", NT, request={"ruffs": NO_RUFFS}),
    Case("nt.fail", -50, "nt-5 -", "4 0", NT | {"nt.fail": "single"}, request={"ruffs": NO_RUFFS}),
    Case("nt.blind_enabled", 150, "blind-nt-5 -", "5 0", NT, request={"ruffs": NO_RUFFS}),
    Case("nt.blind_fail", -150, "blind-nt-5 -", "4 0", NT, request={"ruffs": NO_RUFFS}),
    Case("nt.blind_fail", -100, "blind-nt-5 -", "4 0", NT | {"nt.blind_fail": "double"}, request={"ruffs": NO_RUFFS}),
    Case("nt.blind_fail", -50, "blind-nt-5 -", "4 0", NT | {"nt.blind_fail": "single"}, request={"ruffs": NO_RUFFS}),
    Case("dnil.enabled", 500, "double-nil -", "0 0", DNIL),
    Case("dnil.enabled", -499, "double-nil -", "0 1", DNIL),
    Case("dnil.success", 500, "double-nil -", "0 0", DNIL),
    Case("dnil.fail", -249, "double-nil -", "1 0", DNIL | {"dnil.fail": 250}),
    Case("dnil.fail", -499, "double-nil -", "1 0", DNIL),
    Case("bemo.enabled", 112, "3 2", "5 2", {"bemo.enabled": True}, request=bemo("bemo", (0, 5), (2, 2), (1, 6))),
    Case("bemo.enabled", -8, "3 2", "5 2", {"bemo.enabled": True}, request=bemo("bemo", (0, 5), (1, 6), (2, 2))),
    Case("bemo.big_enabled", 162, "4 3", "5 4", {"bemo.big_enabled": True},
         request=bemo("big_bemo", (0, 5), (2, 4), (1, 4))),
    Case("bemo.big_enabled", -19, "4 3", "5 3", {"bemo.big_enabled": True},
         request=bemo("big_bemo", (0, 5), (2, 3), (1, 5))),
    Case("score.set_penalty", -60, "3 3", "2 2"),
    Case("score.set_penalty", -20, "3 3", "2 2", {"score.set_penalty": "undertrick"}),
    Case("score.double_bid_loses", 43, "2 2", "4 3", {"score.double_bid_loses": True}),
    Case("score.double_bid_loses", -40, "2 2", "4 4", {"score.double_bid_loses": True}),
    Case("score.over_limit", 50, "5 -", "7 0", base="new_york"),
    Case("score.over_limit", -50, "5 -", "8 0", base="new_york"),
    Case("bags.points", 52, "3 2", "5 2"),
    Case("bags.points", 50, "3 2", "5 2", {"bags.points": 0}),
    Case("bags.points", 48, "3 2", "5 2", {"bags.points": -1}),
    Case("bags.points", 30, "5", "7", base="three"),
    Case("bags.cancel_card", 51, "3 2", "5 2", {"bags.cancel_card": "fixed:3S"}, request={"captured": ["3S", ""]}),
    Case("three.bag_mode", 30, "4", "5", base="three"),
    Case("three.bag_mode", 40, "4", "5", {"three.bag_mode": "accumulate"}, base="three"),
    Case("three.accumulate_points", 40, "4", "5", {"three.bag_mode": "accumulate"}, base="three"),
    Case("three.accumulate_points", 41, "4", "5", {"three.bag_mode": "accumulate", "three.accumulate_points": 1},
         base="three"),
    *(
        Case("three.bonus_low", points, bid, won, LOW, base="three")
        for bid, won, points in (
            ("2", "2", 40), ("2", "3", 20), ("2", "4", 0), ("2", "1", -20), ("1", "1", 60), ("1", "2", 0),
            ("0", "0", 100), ("0", "2", -20),
        )
    ),
    *(
        Case("three.bonus_high", points, bid, won, HIGH, base="three")
        for bid, won, points in (("7", "7", 80), ("9", "9", 120), ("7", "8", 70))
    ),
    Case("three.bonus_last_high_spades", 100, "5", "5", LAST, "three", last_spades(5, SPADES[:5])),
    Case("three.bonus_last_high_spades", 30, "4", "5", LAST, "three", last_spades(5, ["2H", "3H", "4H", "5H", "AS"])),
    *(
        Case("three.blind", points, "blind-5", won, {"three.blind": True}, base="three")
        for won, points in (("5", 100), ("4", -100), ("6", 80))
    ),
    Case("two.scoring", 62, "6", "8", base="two_about"),
    Case("two.scoring", 40, "6", "8", {"two.scoring": "three_player"}, base="two_about"),
    Case("end.boston_wins", 400, "blind-10 -", "13 0", base="new_york"),
]  # fmt: skip


def answer_to(case: Case) -> dict[str, Any]:
    rules = load_rules(case.base, case.options)
    own, won = case.bids.split(), [int(number) for number in case.tricks.split()]
    rest = rules.n_tricks - sum(won)
    if len(won) == 2:
        bids, tricks = (
            [*own[:1], "4", *own[1:], "-" if "-" in own and case.base == "new_york" else "1"],
            [won[0], rest, won[1], 0],
        )
    else:
        bids, tricks = [*own, *["3"] * (rules.players - 1)], [*won, rest, *[0] * (rules.players - 2)]
    return score({"rules": rules, "bids": bids if own else None, "tricks": tricks, **case.request})


def has_number(number: int, text: str) -> bool:
    return re.search(rf"(?<![\d-]){number}(?!\d)" if number >= 0 else rf"{number}(?!\d)", text) is not None


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.option} {case.bids} {case.tricks} {case.points}")
def test_the_points_of_an_example(case: Case) -> None:
    assert answer_to(case)["points"][0] == case.points
    text = OPTIONS[case.option].example
    assert has_number(case.points, text) or has_number(-case.points, text), text


def test_more_of_what_the_examples_say() -> None:
    """What is not side 0's points alone: the other sides', the bags, and who has won."""
    run = {"rules": "std4", "before": {"score": [337, 0], "bags": [7, 0]}, "bids": ["3", "4", "2", "1"]}
    answer = score({**run, "tricks": [5, 5, 3, 0]})
    assert (answer["score"][0], answer["bags_total"][0]) == (290, 0)
    answer = score({**run, "tricks": [5, 5, 3, 0], "set": {"bags.penalty": 0}})
    assert (answer["score"][0], answer["bags_total"][0]) == (390, 10)
    run["before"] = {"score": [0, 0], "bags": [4, 0]}
    answer = score({**run, "tricks": [5, 6, 2, 0], "set": {"bags.penalty": 50, "bags.threshold": 5}})
    assert (answer["penalty"][0], answer["bags_total"][0]) == (50, 1)
    digits = {"rules": "std4", "bids": ["4", "3", "3", "1"], "tricks": [5, 4, 4, 0]}
    shown = score({**digits, "before": {"score": [360, 0], "bags": [9, 0]}, "set": {"bags.display_units": True}})
    assert (shown["score"][0], shown["bags_total"][0]) == (330, 1)
    assert score({**digits, "before": {"score": [369, 0], "bags": [9, 0]}})["score"][0] == 341
    unbid = score({"rules": "new_york", "bids": None, "tricks": [5, 2, 4, 2], "hand_in_game": 1})
    assert (unbid["points"], unbid["bags"]) == ([90, 40], [0, 0])
    for tricks, gift in (([1, 4, 2, 6], 100), ([3, 4, 0, 6], 0)):
        answer = score({"rules": "std4", "set": DNIL, "bids": ["double-nil", "4", "-", "6"], "tricks": tricks})
        assert answer["points"] == [-500 + 3, 100 + gift]
    dummy = {"rules": "three_dummy", "bids": ["7", "4", "3"], "tricks": [4, 3, 2, 4]}
    assert score(dummy)["points"] == [71, 41, 32]
    assert score({**dummy, "set": {"dummy.bid_scope": "own_tricks"}})["points"][0] == -70
    assert score({**dummy, "set": {"dummy.scoring": "declarer_only"}})["points"] == [71, 0, 0]
    assert score({**dummy, "set": {"dummy.scoring": "sum_defenders"}})["points"] == [71, -70, -70]
    boston = {"rules": "new_york", "tricks": [7, 0, 6, 0], "bids": ["10", "4", "-", "-"]}
    assert score(boston)["winner"] == 0
    assert score({**boston, "bids": ["9", "4", "-", "-"]})["points"][0] == -90


def test_every_option_has_an_example_that_names_its_values() -> None:
    for option in OPTIONS.values():
        assert option.example.endswith("."), option.id
        if option.choices is not None and not option.is_switch and not option.id.startswith("deck."):
            words = [str(choice) for choice in option.choices if choice is not None]
            assert any(f"`{word}`" in option.example for word in words), option.id
