"""The worked examples of the rulebook's section K outside plain partnership Spades, a test for each row."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import test_referee_vectors
from referee_tools import STAIRCASE, run_lines

from simspades.referee import Hand, judge, score
from simspades.referee.pack import pack_of
from simspades.referee.play import Situation, legal_cards
from simspades.referee.trick import winning_position
from simspades.rules import bundles, load_rules

ROWS = {row["id"]: row for row in json.loads((Path(__file__).parent / "data/test_vectors.json").read_text())}

BLIND_6 = bundles()["blind6"]
BLIND_6_SOFT = bundles()["blind6_soft"]
MOONS = bundles()["moons"]
NO_TRUMP = bundles()["no_trump_bids"]
DOUBLE_NIL = bundles()["team_double_nil"]
BEMO = bundles()["bemo"]
ACES = bundles()["aces"]
JOKERS_54 = {"deck.jokers": 2, "deck.high_trumps": ["BJ", "LJ"]}


def answered(request: dict[str, Any]) -> dict[str, Any]:
    """The answer of the function, which is that of the command too."""
    answer = score(request)
    assert run_lines("score", request) == ([answer], 0)
    return answer


def partnership(
    calls: tuple[str, str],
    won: int | tuple[int, int],
    rules: str = "std4",
    overrides: dict[str, Any] | None = None,
    other: tuple[str, str] = ("1", "1"),
    **more: Any,
) -> dict[str, Any]:
    """A hand of two partnerships; ``won`` are the tricks of seats 0 and 2, or of seat 0 alone."""
    first, third = won if isinstance(won, tuple) else (won, 0)
    return answered(
        {
            "rules": rules,
            "set": overrides or {},
            "bids": [calls[0], other[0], calls[1], other[1]],
            "tricks": [first, 13 - first - third, third, 0],
            **more,
        }
    )


def points(*arguments: Any, **more: Any) -> int:
    return partnership(*arguments, **more)["points"][0]


def points_and_bags(*arguments: Any, **more: Any) -> tuple[int, int]:
    answer = partnership(*arguments, **more)
    return answer["points"][0], answer["bags"][0]


def alone(rules: str, call: str, won: int, overrides: dict[str, Any] | None = None, **more: Any) -> int:
    """The points of seat 0 in a game without partners."""
    table = load_rules(rules, overrides or {})
    rest = table.n_tricks - won
    tricks = [won, rest, *[0] * (table.players - 2)]
    bids = [call, *["1"] * (table.players - 1)]
    return answered({"rules": rules, "set": overrides or {}, "bids": bids, "tricks": tricks, **more})["points"][0]


TWO_DEAL = [
    "AS KS QS JS AH KH QH JH AD KD QD JD AC",
    "9S 8S 7S 6S TD 9D 8D 7D 6D 9C 8C 7C 6C",
]


def judged(**record: Any) -> dict[str, Any]:
    answer = judge(record)
    assert run_lines("referee", record) == ([answer], 0 if answer["legal"] else 1)
    return answer


def test_tv_003() -> None:
    assert judged(rules="two_about", dealer=1, deal=TWO_DEAL, bids=["8", "6"])["contract"] == [8, 6]


def test_tv_005() -> None:
    assert judged(rules="two_about", dealer=1, deal=TWO_DEAL, bids=["nil", "9"])["contract"] == [0, 9]


def test_tv_006() -> None:
    hand = Hand(load_rules("std4", {"bid.no_one": True}), [holding.split() for holding in STAIRCASE])
    hand.call("4")
    hand.call("3")
    assert hand.legal_calls()[:3] == ["2", "3", "4"]
    assert "nil" in hand.legal_calls()
    answer = judged(rules="std4", set={"bid.no_one": True}, deal=STAIRCASE, bids=["4", "3", "1", "3"])
    assert (answer["rule"], answer["seat"]) == ("bid.no_one", 2)


def test_tv_007() -> None:
    hand = Hand(load_rules("std4", {"bid.total_ne_tricks": True}), [holding.split() for holding in STAIRCASE])
    for call in ("4", "2", "3"):
        hand.call(call)
    assert "4" not in hand.legal_calls()
    assert {"3", "5"} <= set(hand.legal_calls())


THREE_DEAL = [
    "AS KS QS JS TS 9S AH KH QH JH TH AD KD QD AC KC QC",
    "8S 7S 6S 5S 9H 8H 7H 6H 5H JD TD 9D 8D JC TC 9C 2C",
    "4S 3S 2S 4H 3H 2H 7D 6D 5D 4D 3D 2D 8C 7C 6C 5C 4C",
]


def test_tv_008() -> None:
    hand = Hand(load_rules("three", {"bid.total_ne_tricks": True}), [holding.split() for holding in THREE_DEAL])
    hand.call("6")
    hand.call("5")
    assert "6" not in hand.legal_calls()
    assert {"5", "7", "0", "17"} <= set(hand.legal_calls())


def test_tv_010() -> None:
    answer = answered({"rules": "two_about", "bids": ["7", "5"], "tricks": [8, 5]})
    assert (answer["points"][0], answer["bags"][0]) == (71, 1)


BAG_CARD = {"bags.cancel_card": "fixed:3S"}


def test_tv_021() -> None:
    assert points_and_bags(("3", "2"), 7, "std4", BAG_CARD, captured=["3S AH", "KH"]) == (51, 1)
    assert points_and_bags(("3", "2"), 7, "std4", BAG_CARD, captured=["AH", "3S KH"]) == (52, 2)


def test_tv_022() -> None:
    assert points_and_bags(("3", "2"), 5, "std4", BAG_CARD, captured=["3S", ""]) == (50, 0)
    assert points_and_bags(("3", "2"), 4, "std4", BAG_CARD, captured=["3S", ""]) == (-50, 0)


def test_tv_040() -> None:
    assert alone("two_about", "nil", 0) == 100
    assert alone("two_about", "nil", 1, {"bags.points": 0}) == -100


def test_tv_041() -> None:
    assert alone("two_about", "blind-nil", 0) == 200
    assert alone("two_about", "blind-nil", 1, {"bags.points": 0}) == -200


def double_nil(won: tuple[int, int], **overrides: Any) -> dict[str, Any]:
    return partnership(("double-nil", "-"), won, "std4", {**DOUBLE_NIL, **overrides}, ("13", "nil"))


def test_tv_042() -> None:
    answer = double_nil((0, 0))
    assert (answer["points"], answer["contract"][0], answer["made"][0]) == ([500, 130 + 100], 0, None)
    game = double_nil((0, 0), **{"dnil.when": "any"})
    assert (game["points"][0], game["over"], game["winner"]) == (0, True, 0)


@pytest.mark.parametrize("cost", [250, 500])
def test_tv_043(cost: int) -> None:
    answer = double_nil((2, 0), **{"dnil.fail": cost})
    assert (answer["points"], answer["bags"]) == ([-cost + 2, -130 + 100], [2, 0])
    game = double_nil((2, 0), **{"dnil.fail": "lose_game"})
    assert (game["points"][0], game["over"], game["winner"]) == (2, True, 1)


def test_tv_044() -> None:
    answer = double_nil((2, 1))
    assert (answer["points"], answer["bags"]) == ([-500 + 3, -130 + 100 + 100], [3, 0])


@pytest.mark.parametrize(("behind", "legal"), [(401, True), (400, False)])
def test_tv_045(behind: int, legal: bool) -> None:
    answer = judged(
        rules="std4",
        set={**DOUBLE_NIL, "end.target": 1000},
        before={"score": [0, behind]},
        deal=STAIRCASE,
        bids=["double-nil", "3", "-", "3"],
    )
    assert (answer["legal"], answer.get("rule")) == (legal, None if legal else "dnil.when")


@pytest.mark.parametrize(("row", "won", "expected"), [("046", 6, 120), ("047", 5, -120), ("048", 7, -120)])
def test_tv_046_047_048(row: str, won: int, expected: int) -> None:
    assert points_and_bags(("blind-6", "-"), won, "std4", BLIND_6) == (expected, 0)


def test_tv_049() -> None:
    assert points_and_bags(("blind-6", "-"), 8, "std4", BLIND_6_SOFT) == (122, 2)
    assert points_and_bags(("blind-6", "-"), 5, "std4", BLIND_6_SOFT) == (-60, 0)


@pytest.mark.parametrize(("row", "number", "worth"), [("050", 7, 140), ("051", 8, 160), ("052", 9, 180)])
def test_tv_050_051_052(row: str, number: int, worth: int) -> None:
    call = (f"blind-{number}", "-")
    assert points_and_bags(call, number, "barmore") == (worth, 0)
    assert points_and_bags(call, number - 1, "barmore") == (-worth, 0)


def test_tv_053() -> None:
    assert points_and_bags(("blind-7", "-"), 9, "barmore") == (142, 2)


@pytest.mark.parametrize("auto", [False, True])
@pytest.mark.parametrize(("won", "expected"), [(10, 200), (9, -200), (11, -200)])
def test_tv_054(auto: bool, won: int, expected: int) -> None:
    rules = {"ten200.mode": "exact", "ten200.auto": auto}
    assert points_and_bags(("10-for-200", "-"), won, "std4", rules) == (expected, 0)


@pytest.mark.parametrize(("won", "expected"), [(10, (200, 0)), (11, (201, 1))])
def test_tv_055(won: int, expected: tuple[int, int]) -> None:
    assert points_and_bags(("10-for-200", "-"), won, "std4", {"ten200.mode": "at_least"}) == expected


@pytest.mark.parametrize("calls", [("moon", "-"), ("13", "-"), ("7", "6")])
def test_tv_056(calls: tuple[str, str]) -> None:
    assert (points(calls, 13, "std4", MOONS), points(calls, 12, "std4", MOONS)) == (200, -200)
    beside = {**MOONS, "ten200.mode": "exact"}
    assert (points(calls, 13, "std4", beside), points(calls, 12, "std4", beside)) == (500, -500)
    game = partnership(calls, 13, "std4", {**MOONS, "moon.value": "win"})
    assert (game["points"][0], game["over"], game["winner"]) == (0, True, 0)
    lost = partnership(calls, 12, "std4", {**MOONS, "moon.value": "win"})
    assert (lost["points"][0], lost["over"]) == (-200, False)


@pytest.mark.parametrize("ten", ["off", "exact"])
def test_tv_057(ten: str) -> None:
    rules = {**MOONS, "ten200.mode": ten}
    assert points(("blind-moon", "-"), 13, "std4", rules) == 400
    assert points(("blind-moon", "-"), 12, "std4", rules) == -400


NO_RUFFS = {"ruffs": [0, 0, 0, 0]}


def test_tv_058() -> None:
    assert points(("nt-5", "-"), 5, "std4", NO_TRUMP, **NO_RUFFS) == 100
    assert points(("nt-5", "-"), 4, "std4", NO_TRUMP) == -100
    assert points(("nt-5", "-"), 4, "std4", {**NO_TRUMP, "nt.fail": "single"}) == -50


def test_tv_059() -> None:
    assert points(("nt-5", "-"), 6, "std4", NO_TRUMP, ruffs=[1, 0, 0, 0]) == -100
    assert points(("nt-5", "-"), 6, "std4", NO_TRUMP, ruffs=[0, 2, 1, 0]) == 101
    assert points(("nt-5", "-"), 6, "std4", {**NO_TRUMP, "nt.scope": "side"}, ruffs=[0, 2, 1, 0]) == -100


def test_tv_060() -> None:
    assert points(("blind-nt-5", "-"), 5, "std4", NO_TRUMP, **NO_RUFFS) == 150
    for fail, cost in [("triple", -150), ("double", -100), ("single", -50)]:
        assert points(("blind-nt-5", "-"), 4, "std4", {**NO_TRUMP, "nt.blind_fail": fail}) == cost


@pytest.mark.parametrize(("bundle", "least"), [("blind6", 5), ("blind7", 6)])
def test_tv_061(bundle: str, least: int) -> None:
    rules = {**bundles()[bundle], **NO_TRUMP}
    for number, rule in [(least, None), (least - 1, "nt.min")]:
        answer = judged(rules="std4", set=rules, deal=STAIRCASE, bids=[f"nt-{number}", "3", "-", "3"])
        assert answer.get("rule") == rule


def won_in_order(side_0: int) -> list[int]:
    """Side 0 wins the first tricks, by both its seats, side 1 the rest."""
    return [0, 2] * (side_0 // 2) + [0] * (side_0 % 2) + [1] * (13 - side_0)


@pytest.mark.parametrize(("what", "needed", "worth"), [("bemo", 6, 60), ("big_bemo", 9, 90)])
def test_tv_062(what: str, needed: int, worth: int) -> None:
    for won, sign in [(needed, 1), (needed - 1, -1), (13, 1)]:
        request = {
            "rules": "std4",
            "set": BEMO,
            "bids": ["2", "1", "2", "1"],
            "winners": won_in_order(won),
            "declare": {what: [0]},
        }
        plain = answered({key: value for key, value in request.items() if key != "declare"})
        declared = answered(request)
        assert declared["points"][0] - plain["points"][0] == sign * worth
        assert declared["points"][1] == plain["points"][1]


def test_tv_063() -> None:
    plain = points(("2", "2"), 4, "std4", ACES)
    for captured, bonus in [("AS AH AD AC 3C", 100), ("AS AH AD", 0)]:
        found = points(("2", "2"), 4, "std4", ACES, declare={"aces": [0]}, captured=[captured, ""])
        assert found - plain == bonus


def test_tv_064() -> None:
    request = {"rules": "std4", "set": {"bid.first_deal_unbid": True}, "bids": None, "tricks": [5, 2, 4, 2]}
    answer = answered(request)
    assert (answer["points"], answer["bags"], answer["contract"], answer["made"]) == (
        [90, 40],
        [0, 0],
        [None, None],
        [None, None],
    )
    assert answered({**request, "tricks": [13, 0, 0, 0]})["points"] == [130, 0]


@pytest.mark.parametrize(
    ("row", "bid", "won", "expected"),
    [
        ("065", 5, 4, -50),
        ("066", 5, 5, 50),
        ("067", 5, 6, 50),
        ("068", 5, 7, 50),
        ("069", 5, 8, -50),
        ("070", 9, 13, -90),
        ("071", 4, 13, -40),
        ("072", 10, 10, 200),
        ("073", 10, 11, 200),
        ("074", 10, 12, 200),
        ("075", 10, 9, -200),
    ],
)
def test_tv_065_to_075(row: str, bid: int, won: int, expected: int) -> None:
    assert ROWS[f"TV-{row}"]["preset"] == "new_york"
    answer = partnership((str(bid), "-"), won, "new_york", None, ("4", "-"))
    assert (answer["points"][0], answer["over"]) == (expected, False)


def test_tv_076() -> None:
    answer = partnership(("10", "-"), 13, "new_york", None, ("4", "-"), before={"score": [-300, 490]})
    assert (answer["over"], answer["winner"], answer["points"][0]) == (True, 0, 200)


@pytest.mark.parametrize(
    ("row", "number", "won", "expected"),
    [
        ("077", 6, 6, 120),
        ("078", 6, 12, 120),
        ("079", 6, 5, -60),
        ("080", 9, 8, -90),
        ("081", 10, 10, 400),
        ("082", 10, 9, -200),
    ],
)
def test_tv_077_to_082(row: str, number: int, won: int, expected: int) -> None:
    assert points((f"blind-{number}", "-"), won, "new_york", None, ("4", "-")) == expected


def test_a_blind_ten_that_takes_every_trick_scores_400_and_no_more() -> None:
    """INT-68."""
    answer = partnership(("blind-10", "-"), 13, "new_york", None, ("4", "-"))
    assert (answer["points"][0], answer["over"]) == (400, False)


@pytest.mark.parametrize("won", [10, 11, 12])
def test_tv_083(won: int) -> None:
    renounced = {"renounced": {"0": "blind-7"}}
    assert points(("10", "-"), won, "new_york", None, ("4", "-"), **renounced) == 200


def test_tv_084() -> None:
    for sets, over in [(0, False), (1, True)]:
        answer = partnership(
            ("5", "-"), 4, "new_york", None, ("4", "-"), before={"score": [480, -200], "sets": [sets, 0]}
        )
        assert (answer["over"], answer["winner"], answer["sets"][0]) == (over, 1 if over else None, sets + 1)


def test_tv_085() -> None:
    before = {"score": [170, 150], "sets": [1, 1]}
    answer = partnership(("5", "-"), 4, "new_york", None, ("6", "-"), before=before)
    assert (answer["score"], answer["over"], answer["winner"]) == ([120, 90], True, 0)
    before["score"] = [170, 180]
    tied = partnership(("5", "-"), 4, "new_york", None, ("6", "-"), before=before)
    assert (tied["score"], tied["over"], tied["winner"]) == ([120, 120], False, None)


@pytest.mark.parametrize(("sets", "over"), [(1, False), (2, True)])
def test_tv_086(sets: int, over: bool) -> None:
    answer = partnership(("5", "-"), 4, "new_york_bkred", None, ("4", "-"), before={"sets": [sets, 0]})
    assert (answer["over"], answer["winner"]) == (over, 1 if over else None)


@pytest.mark.parametrize(
    ("theirs", "score", "ending"), [(490, [510, 530], (True, 1)), (470, [510, 510], (False, None))]
)
def test_tv_087(theirs: int, score: list[int], ending: tuple[bool, int | None]) -> None:
    before = {"score": [460, theirs]}
    answer = partnership(("5", "-"), 7, "new_york", None, ("4", "-"), before=before)
    assert (answer["score"], (answer["over"], answer["winner"])) == (score, ending)


@pytest.mark.parametrize(
    ("row", "rules", "call", "won", "expected"),
    [
        ("088", "three", "4", 5, 30),
        ("089", "three", "3", 7, -10),
        ("090", "three", "4", 4, 40),
        ("090", "three", "4", 3, -40),
        ("092", "three_bonus", "0", 0, 100),
        ("093", "three_bonus", "0", 1, -10),
        ("094", "three_bonus", "0", 2, -20),
        ("095", "three_bonus", "1", 1, 60),
        ("096", "three_bonus", "1", 2, 0),
        ("097", "three_bonus", "1", 3, -10),
        ("098", "three_bonus", "1", 0, -10),
        ("099", "three_bonus", "2", 2, 40),
        ("100", "three_bonus", "2", 3, 20),
        ("101", "three_bonus", "2", 4, 0),
        ("102", "three_bonus", "2", 5, -10),
        ("103", "three_bonus", "2", 1, -20),
        ("104", "three_bonus", "7", 7, 80),
        ("105", "three_bonus", "8", 8, 100),
        ("106", "three_bonus", "9", 9, 120),
        ("107", "three_bonus", "7", 8, 70),
    ],
)
def test_tv_088_to_107(row: str, rules: str, call: str, won: int, expected: int) -> None:
    last_tricks = {"winners": [0] * won + [1] * (17 - won), "winning_cards": "AH " * 17}
    assert alone(rules, call, won, **last_tricks) == expected


def test_tv_091() -> None:
    blind = {"three.blind": True}
    assert alone("three", "blind-5", 5, blind) == 100
    assert alone("three", "blind-5", 4, blind) == -100
    assert alone("three", "blind-4", 5, blind) == 60


def last_tricks(bid: int, won: int, cards: str) -> int:
    """Seat 0 wins the last tricks with these cards, and the others it wins before them with hearts."""
    run = cards.split()
    winners = [0] * (won - len(run)) + [1] * (17 - won) + [0] * len(run)
    return alone("three_bonus", str(bid), won, winners=winners, winning_cards=["AH"] * (17 - len(run)) + run)


def test_tv_108() -> None:
    assert last_tricks(5, 5, "9S TS JS QS AS") == 100


def test_tv_109() -> None:
    assert last_tricks(4, 4, "9S") == 50


def test_tv_110() -> None:
    assert last_tricks(4, 5, "AS") == 30


def test_tv_111() -> None:
    assert last_tricks(4, 4, "AS 4D") == 40
    assert last_tricks(4, 4, "8S") == 40


def test_tv_112() -> None:
    assert last_tricks(3, 3, "AS") == 40


def test_tv_114() -> None:
    hand = Hand(load_rules("two_about"), [holding.split() for holding in TWO_DEAL], dealer=1)
    hand.call("8")
    hand.call("4")
    assert hand.turn == 0
    hand.play("AH")
    assert hand.legal_cards() == TWO_DEAL[1].split()
    hand.play("6S")
    assert hand.winners == [1]


def test_tv_115() -> None:
    pack = pack_of(load_rules("six").deck)
    assert winning_position(["QH", "JH", "QH", "2H", "TH", "3H"], pack) == 2
    assert winning_position(["QH", "2S", "QH", "2S", "TH", "3H"], pack) == 3


RAKE_DEAL = [
    "BJ AS KS QS AH KH QH JH TH 9H 8H 7H 6H",
    "LJ 5S 2S AC KC QC JC TC 9C 8C 7C 6C 5C",
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    "JS TS 9S 8S 7S 6S 4S 3S 5H 4H 3H 4C 3C",
]


def test_tv_116() -> None:
    rules = {**bundles()["jokers54_unseen"], "play.rake_shake": True, "play.spade_lead": "any_time"}
    hand = Hand(load_rules("std4", rules), [holding.split() for holding in RAKE_DEAL], extra=["2H", "2C"])
    for _ in range(4):
        hand.call("3")
    hand.play("BJ")
    assert hand.legal_cards() == ["LJ"]
    hand.play("LJ")
    assert len(hand.legal_cards()) == 13
    hand.play("2D")
    assert hand.legal_cards() == ["JS"]


NEW_YORK_DEAL = [
    "AS KS QS AH KH QH JH AD KD QD AC KC QC",
    "BJ LJ 2D TH 9H 8H 7H JD TD 9D JC TC 9C",
    "JS TS 9S 6H 5H 4H 3H 8D 7D 6D 8C 7C 6C",
    "8S 7S 6S 5S 4S 3S 2S 5D 4D 3D 5C 4C 3C",
]


def test_tv_117() -> None:
    hand = Hand(load_rules("new_york"), [holding.split() for holding in NEW_YORK_DEAL], dealer=3)
    hand.call("5")
    hand.call("4")
    assert [str(call) for call in hand.calls] == ["5", "4", "-", "-"]
    spades = {"AS", "KS", "QS"}
    for trick, cards in enumerate(("AC JC 8C 5C", "KC TC 7C 4C", "QC 9C 6C 3C")):
        assert not spades & set(hand.legal_cards()), trick
        for card in cards.split():
            hand.play(card)
    assert spades <= set(hand.legal_cards())


def solo_situation(holding: str, played: str) -> list[str]:
    rules = load_rules("solo4")
    return legal_cards(
        Situation(rules, pack_of(rules.deck), 3, holding.split(), 2, played.split(), spades_broken=False)
    )


def test_tv_118() -> None:
    assert solo_situation("QH 2H", "9H JH") == ["QH"]
    assert solo_situation("8H 2H", "9H JH") == ["8H", "2H"]
    assert solo_situation("5S 3D", "9H JH") == ["5S"]
    assert solo_situation("5S 3D", "9H 7S") == ["5S", "3D"]


LOW_CLUB_DEAL = [
    "2C KC AH KH QH JH TH 9H 8H 7H 6H 5H 4H",
    "5C AC JC TC 8C 7C 6C AS KS QS JS TS 9S",
    "9C QC 4C 3C AD KD QD JD TD 9D 8D 7D 6D",
    "8S 7S 6S 5S 4S 3S 2S 3H 2H 5D 4D 3D 2D",
]


def test_tv_119() -> None:
    """Clubs 2, 5 and 9 stand for everybody's lowest: seat 2 gets rid of its lower ones."""
    deal = [holding.split() for holding in LOW_CLUB_DEAL]
    deal[0], deal[2] = [*deal[0][:2], "4C", "3C", *deal[0][2:11]], ["9C", "QC", "5H", "4H", *deal[2][4:]]
    hand = Hand(load_rules("std4", {"play.first_trick": "lowest_club"}), deal)
    for _ in range(4):
        hand.call("3")
    for seat, card in enumerate(("2C", "5C", "9C")):
        assert (hand.turn, hand.legal_cards()) == (seat, [card])
        hand.play(card)
    assert hand.legal_cards() == ["3H", "2H", "5D", "4D", "3D", "2D"]
    hand.play("5D")
    assert (hand.winning_cards, hand.winners) == (["9C"], [2])


@pytest.mark.parametrize(
    ("rules", "overrides", "sizes"),
    [
        ("barmore", {}, (15, 12, 12, 13)),
        ("new_york", {}, (16, 12, 12, 12)),
        ("new_york", bundles()["ny_keep_2c"], (15, 12, 13, 12)),
    ],
)
def test_tv_123(rules: str, overrides: dict[str, Any], sizes: tuple[int, ...]) -> None:
    pack = pack_of(load_rules(rules, overrides).deck)
    assert tuple(list(pack.suit.values()).count(suit) for suit in "SHCD") == sizes


def extra_cards(bids: list[str], extra_to: list[int], discards: dict[str, str]) -> dict[str, Any]:
    return judged(
        rules="std4",
        set=bundles()["jokers54_high_bidder"],
        deal=STAIRCASE,
        extra="BJ LJ",
        extra_to=extra_to,
        discards=discards,
        bids=bids,
    )


def test_tv_124() -> None:
    six_each = ["3", "3", "3", "3"]
    assert extra_cards(six_each, [0, 1], {"0": "QC", "1": "9C"})["legal"]
    assert extra_cards(six_each, [2, 3], {"2": "6C", "3": "2C"})["legal"]
    assert extra_cards(six_each, [0, 2], {"0": "QC", "2": "6C"})["rule"] == "deck.extra_cards"
    seven_five = ["4", "3", "3", "2"]
    assert extra_cards(seven_five, [0, 0], {"0": "QC KC"})["legal"]
    assert extra_cards(seven_five, [0, 2], {"0": "QC", "2": "6C"})["legal"]
    assert extra_cards(seven_five, [0, 1], {"0": "QC", "1": "9C"})["rule"] == "deck.extra_cards"
    assert extra_cards(seven_five, [0, 2], {"0": "QC"})["rule"] == "deck.extra_cards"


def test_tv_125() -> None:
    rules = {"ten200.mode": "exact", "ten200.auto": True}
    assert points_and_bags(("6", "4"), 11, "std4", rules) == (-200, 0)


def test_tv_127() -> None:
    found = points_and_bags(("4", "nil"), (4, 1), "std4", BAG_CARD, captured=["3S", ""])
    assert found == (-59, 1)


def rows_named(module: Any) -> set[str]:
    """The rows that the tests of a module name: one, several, or a range of them."""
    rows: set[str] = set()
    for name in vars(module):
        if name.startswith("test_tv_"):
            numbers = name.removeprefix("test_tv_")
            if "_to_" in numbers:
                first, last = numbers.split("_to_")
                rows |= {f"TV-{number:03}" for number in range(int(first), int(last) + 1)}
            else:
                rows |= {f"TV-{number}" for number in numbers.split("_")}
    return rows


def test_every_row_has_its_test() -> None:
    assert rows_named(sys.modules[__name__]) | rows_named(test_referee_vectors) == set(ROWS)
