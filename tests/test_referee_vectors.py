"""The worked examples of the rulebook's section K, a test for each row, named after it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from referee_tools import STAIRCASE, run_lines, side_score

from simspades.referee import Hand, judge, score
from simspades.rules import load_rules

ROWS = {row["id"]: row for row in json.loads((Path(__file__).parent / "data/test_vectors.json").read_text())}

HALF_VALUE_NILS = {"nil.value": 50, "blind_nil.value": 100, "blind_nil.min_deficit": 100}
DIGIT_BAGS = {"bags.points": 0, "bags.display_units": True}
MINUS_ONE_BAGS = {"bags.points": -1, "bags.penalty": 0}
DOUBLE_LOSES = {"score.double_bid_loses": True}
NEW_YORK_SCORING = {"score.over_limit": 2, "bags.points": 0, "bags.penalty": 0}


class Row:
    """One row of the table: checks a side's score against numbers that the row states."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.stated = {abs(int(number)) for number in re.findall(r"[+-]?\d+", row["expected"])}

    def check(
        self,
        calls: tuple[str, str],
        won: tuple[int, int],
        rules: str = "std4",
        overrides: dict[str, Any] | None = None,
        before: tuple[int, int] = (0, 0),
        **expected: int,
    ) -> None:
        assert abs(next(iter(expected.values()))) in self.stated, "the row states another number"
        found = side_score(calls, won, rules, overrides, *before)
        assert {key: found[key] for key in expected} == expected


@pytest.fixture
def row(request: pytest.FixtureRequest) -> Row:
    return Row(ROWS["TV-" + request.node.name[-3:]])


def contracts(rules: str, bids: list[str], dealer: int = 3) -> list[int]:
    record = {"rules": rules, "dealer": dealer, "deal": STAIRCASE, "bids": bids}
    answer = judge(record)
    assert run_lines("referee", record) == ([answer], 0)
    assert answer["legal"] is True
    assert answer["complete"] is False
    return answer["contract"]


def test_tv_001() -> None:
    west, north, east, south = range(4)
    hand = Hand(load_rules("std4"), [holding.split() for holding in STAIRCASE], dealer=south)
    turns = []
    for bid in ("3", "1", "4", "4"):
        turns.append(hand.turn)
        hand.call(bid)
    assert turns == [west, north, east, south]
    assert contracts("std4", ["3", "1", "4", "4"], dealer=south) == [7, 5]


def test_tv_002() -> None:
    assert contracts("about4", ["4", "3", "2", "2"]) == [6, 5]


def test_tv_004() -> None:
    assert contracts("about4", ["4", "3", "nil", "2"]) == [4, 5]
    assert side_score(("4", "nil"), (4, 0), "about4")["points"] == 140
    assert side_score(("4", "nil"), (3, 1), "about4")["made"] is False


def test_tv_009(row: Row) -> None:
    row.check(("3", "2"), (5, 2), "about4", points=52, bags=2)


def test_tv_011(row: Row) -> None:
    row.check(("3", "2"), (5, 2), before=(337, 7), score=389, bags_total=9, penalty=0)


def test_tv_012(row: Row) -> None:
    row.check(("3", "2"), (5, 3), before=(337, 7), score=290, bags_total=0, penalty=100)


def test_tv_013(row: Row) -> None:
    row.check(("3", "2"), (5, 4), before=(337, 7), score=291, bags_total=1, penalty=100)


def test_tv_014(row: Row) -> None:
    row.check(("3", "1"), (4, 3), "about4", before=(0, 0), score=43, bags_total=3)
    row.check(("2", "1"), (4, 2), "about4", before=(43, 3), score=76, bags_total=6)
    row.check(("2", "2"), (4, 5), "about4", before=(76, 6), score=21, bags_total=1, bags=5, penalty=100)


def test_tv_015(row: Row) -> None:
    row.check(("1", "1"), (6, 5), "about4", before=(21, 1), penalty=100, bags=9, bags_total=0, score=21 + 29 - 100)


def test_tv_016(row: Row) -> None:
    row.check(("3", "3"), (3, 2), points=-60, bags=0)


def test_tv_017(row: Row) -> None:
    row.check(("4", "3"), (5, 4), overrides=DIGIT_BAGS, before=(360, 9), score=330, points=-30, bags_total=1)


def test_tv_018(row: Row) -> None:
    row.check(("4", "3"), (5, 4), before=(369, 9), score=341, bags_total=1)


def test_tv_019(row: Row) -> None:
    row.check(("3", "2"), (4, 3), overrides=MINUS_ONE_BAGS, points=48, bags=2)
    row.check(("3", "2"), (4, 3), overrides=MINUS_ONE_BAGS, before=(0, 9), points=48, penalty=0, bags_total=11)


def test_tv_020(row: Row) -> None:
    row.check(("3", "2"), (4, 3), overrides={"bags.penalty": 0}, before=(0, 9), points=52, penalty=0, bags_total=11)


@pytest.mark.parametrize("won", [8, 9, 13])
def test_tv_023(won: int) -> None:
    Row(ROWS["TV-023"]).check(("2", "2"), (won, 0), overrides=DOUBLE_LOSES, points=-40, bags=0)


def test_tv_024(row: Row) -> None:
    row.check(("2", "2"), (4, 3), overrides=DOUBLE_LOSES, points=43, bags=3)


def test_tv_025(row: Row) -> None:
    row.check(("3", "3"), (4, 0), overrides={"score.set_penalty": "undertrick"}, points=-20)


def test_tv_026(row: Row) -> None:
    row.check(("4", "nil"), (4, 0), points=140, bags=0)


def test_tv_027(row: Row) -> None:
    row.check(("4", "nil"), (3, 0), points=60, bags=0)


def test_tv_028(row: Row) -> None:
    row.check(("4", "nil"), (4, 2), points=-58, bags=2)


def test_tv_029(row: Row) -> None:
    row.check(("4", "nil"), (3, 1), points=-139, bags=1)


def test_tv_030(row: Row) -> None:
    row.check(("4", "nil"), (3, 1), overrides={"nil.failed_tricks": "partner"}, points=-60, bags=0)


def test_tv_031(row: Row) -> None:
    row.check(("4", "nil"), (5, 1), overrides={"nil.partner_auto_fail": True}, points=-139, bags=1)


def test_tv_032(row: Row) -> None:
    row.check(("nil", "nil"), (0, 0), "about4", points=200, bags=0, contract=0)


def test_tv_033(row: Row) -> None:
    row.check(("nil", "nil"), (1, 2), "about4", points=-197, bags=3)


def test_tv_034(row: Row) -> None:
    row.check(("nil", "nil"), (0, 3), "about4", points=3, bags=3)


@pytest.mark.parametrize("rules", ["about4", "std4"])
def test_tv_035(rules: str) -> None:
    Row(ROWS["TV-035"]).check(("3", "blind-nil"), (3, 0), rules, points=230, bags=0)


@pytest.mark.parametrize("rules", ["about4", "std4"])
def test_tv_036(rules: str) -> None:
    Row(ROWS["TV-036"]).check(("3", "blind-nil"), (3, 1), rules, points=-169, bags=1)


def test_tv_037(row: Row) -> None:
    row.check(("blind-nil", "blind-nil"), (0, 0), "about4", points=400, bags=0)
    no_points = {"bags.points": 0}
    row.check(("blind-nil", "blind-nil"), (1, 2), "about4", no_points, points=-400, bags=3)
    row.check(("blind-nil", "blind-nil"), (0, 2), "about4", no_points, points=0, bags=2)


def test_tv_038(row: Row) -> None:
    contract = 40
    for call, won, bonus in [("nil", 0, 50), ("nil", 1, -50), ("blind-nil", 0, 100), ("blind-nil", 1, -100)]:
        assert abs(bonus) in row.stated
        found = side_score(("4", call), (4, won), overrides=HALF_VALUE_NILS)
        assert found["points"] == contract + bonus + won


def test_tv_039(row: Row) -> None:
    contract = 40
    for value, loss in [(200, 100), (100, 50)]:
        assert loss in row.stated
        overrides = {"blind_nil.fail": "half", "blind_nil.value": value}
        assert side_score(("4", "blind-nil"), (4, 1), overrides=overrides)["points"] == contract - loss + 1


def one_bid(row: Row, bid: int, won: int, points: int) -> None:
    row.check((str(bid - 1), "1"), (won - 1, 1), overrides=NEW_YORK_SCORING, points=points, penalty=0)


def test_tv_065(row: Row) -> None:
    one_bid(row, bid=5, won=4, points=-50)


def test_tv_066(row: Row) -> None:
    one_bid(row, bid=5, won=5, points=50)


def test_tv_067(row: Row) -> None:
    one_bid(row, bid=5, won=6, points=50)


def test_tv_068(row: Row) -> None:
    one_bid(row, bid=5, won=7, points=50)


def test_tv_069(row: Row) -> None:
    one_bid(row, bid=5, won=8, points=-50)


def test_tv_070(row: Row) -> None:
    one_bid(row, bid=9, won=13, points=-90)


def test_tv_071(row: Row) -> None:
    one_bid(row, bid=4, won=13, points=-40)


def made_exactly(before: list[int], rules: str = "std4") -> dict[str, Any]:
    """A hand in which side 0 makes 60 points and side 1 makes 70, without bags."""
    request = {"rules": rules, "bids": ["3", "4", "3", "3"], "tricks": [3, 4, 3, 3], "before": {"score": before}}
    answer = score(request)
    assert run_lines("score", request) == ([answer], 0)
    assert answer["points"] == [60, 70]
    return answer


def ending(answer: dict[str, Any]) -> tuple[list[int], bool, int | None]:
    return answer["score"], answer["over"], answer["winner"]


def test_tv_087() -> None:
    assert ending(made_exactly([450, 460])) == ([510, 530], True, 1)
    assert ending(made_exactly([450, 440])) == ([510, 510], False, None)


def hand_after(cards: str, rules: str = "std4", **overrides: Any) -> Hand:
    """The staircase deal at its play, after some cards."""
    hand = Hand(load_rules(rules, overrides), [holding.split() for holding in STAIRCASE])
    for _ in range(4):
        hand.call("3")
    for card in cards.split():
        hand.play(card)
    return hand


def test_tv_113() -> None:
    """Seat 3 has one heart and then none: on the second heart it may play a spade, a club or a diamond."""
    hand = hand_after("AH TH 6H 2H KH 9H 5H", "about4")
    assert hand.turn == 3
    assert hand.legal_cards() == ["5S", "4S", "3S", "2S", "5D", "4D", "3D", "2D", "5C", "4C", "3C", "2C"]


def test_tv_117() -> None:
    ny3 = {"play.spade_lead": "ny3"}
    hand = hand_after("AC JC 8C 5C", **ny3)
    assert not {"AS", "KS", "QS"} & set(hand.legal_cards())
    hand = hand_after("AC JC 8C 5C KC TC 7C 4C", **ny3)
    assert not {"AS", "KS", "QS"} & set(hand.legal_cards())
    hand = hand_after("AC JC 8C 5C KC TC 7C 4C QC 9C 6C 3C", **ny3)
    assert {"AS", "KS", "QS"} <= set(hand.legal_cards())


def test_tv_120() -> None:
    request = {
        "rules": "std4",
        "set": {"end.lose_at": -500},
        "bids": ["3", "4", "3", "3"],
        "tricks": [3, 4, 2, 4],
        "before": {"score": [-440, -495]},
    }
    answer = score(request)
    assert run_lines("score", request) == ([answer], 0)
    assert ending(answer) == ([-500, -424], True, 1)
    without = score({**request, "set": {}})
    assert ending(without) == ([-500, -424], False, None)


def test_tv_121() -> None:
    assert ending(made_exactly([452, 435])) == ([512, 505], True, 0)


def test_tv_122() -> None:
    assert ending(made_exactly([445, 435], "about4")) == ([505, 505], False, None)


def test_tv_126(row: Row) -> None:
    row.check(("nil", "nil"), (0, 1), overrides={"nil.partner_auto_fail": True}, points=-199, bags=1)


def test_every_test_here_names_a_row() -> None:
    named = {f"TV-{name[8:]}" for name in globals() if name.startswith("test_tv_")}
    assert named <= set(ROWS)
