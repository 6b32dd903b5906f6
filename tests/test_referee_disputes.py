"""Faults seen in other Spades programs and points that players argue about, each under a rule set that has the rule.

The number in a test's name is the row of the list that the project keeps of them.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from random_hands import random_game
from referee_tools import ENOUGH_BEHIND, STAIRCASE, side_score

from simspades.referee import Hand, IllegalActionError, judge, score
from simspades.rules import load_rules

#: Seat 0 holds all the spades.
ALL_SPADES = [
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
]


def at_play(deal: list[str], cards: str = "", **overrides: Any) -> Hand:
    hand = Hand(load_rules("std4", overrides), [holding.split() for holding in deal])
    for _ in range(4):
        hand.call("3")
    for card in cards.split():
        hand.play(card)
    return hand


def play(hand: Hand, cards: str) -> None:
    for card in cards.split():
        hand.play(card)


def test_dispute_01_a_ruff_in_trick_2_breaks_spades() -> None:
    hand = at_play(STAIRCASE, "AH TH 6H 2H")
    assert not {"AS", "KS", "QS"} & set(hand.legal_cards())
    hand = at_play(STAIRCASE, "AH TH 6H 2H KH 9H 5H 2S")
    assert hand.turn == 3
    assert {"5S", "4S", "3S"} <= set(hand.legal_cards())


def test_dispute_02_the_target_is_compared_with_the_score_of_the_game() -> None:
    answer = score(
        {"rules": "std4", "bids": ["3", "4", "3", "3"], "tricks": [3, 4, 3, 3], "before": {"score": [480, 0]}}
    )
    assert (answer["score"][0], answer["over"], answer["winner"]) == (540, True, 0)


def test_dispute_03_nine_bags_and_two_more_bring_a_penalty_and_carry_one() -> None:
    found = side_score(("3", "2"), (4, 3), score_before=209, bags_before=9)
    assert (found["penalty"], found["bags_total"], found["score"]) == (100, 1, 209 + 52 - 100)


def test_dispute_04_ten_bags_cost_a_hundred() -> None:
    assert side_score(("3", "2"), (4, 2), bags_before=9)["points"] == 51 - 100


@pytest.mark.parametrize(("worth", "points"), [(1, 52), (0, 50)])
def test_dispute_05_a_bag_scores_a_point(worth: int, points: int) -> None:
    assert side_score(("3", "2"), (4, 3), overrides={"bags.points": worth})["points"] == points


def test_dispute_06_bags_add_up_over_the_game() -> None:
    bags = 0
    for bags_after, penalty in [(4, 0), (8, 0), (2, 100)]:
        found = side_score(("3", "2"), (5, 4), bags_before=bags)
        bags = found["bags_total"]
        assert (bags, found["penalty"]) == (bags_after, penalty)


def test_dispute_07_fifty_for_five_bags() -> None:
    overrides = {"bags.penalty": 50, "bags.threshold": 5}
    found = side_score(("3", "2"), (4, 3), overrides=overrides, bags_before=4)
    assert (found["penalty"], found["bags_total"], found["points"]) == (50, 1, 52 - 50)
    twice = side_score(("3", "2"), (6, 6), overrides=overrides, bags_before=4)
    assert (twice["penalty"], twice["bags_total"], twice["points"]) == (100, 1, 57 - 100)


def test_dispute_08_ten_tricks_on_a_bid_of_eight_are_two_bags() -> None:
    assert side_score(("4", "4"), (5, 5))["points"] == 82
    ten = {"ten200.mode": "at_least", "ten200.auto": True}
    assert side_score(("4", "4"), (5, 5), overrides=ten)["points"] == 82
    assert side_score(("6", "4"), (6, 3), overrides=ten)["points"] == -200


@pytest.mark.parametrize(
    ("failed_tricks", "points", "made", "bags"),
    [("partner", 40 - 100 + 1, True, 1), ("bags", -40 - 100 + 2, False, 2), ("ignored", -40 - 100, False, 0)],
)
def test_dispute_09_tricks_of_a_lost_nil(failed_tricks: str, points: int, made: bool, bags: int) -> None:
    found = side_score(("4", "nil"), (3, 2), overrides={"nil.failed_tricks": failed_tricks})
    assert (found["points"], found["made"], found["bags"]) == (points, made, bags)


def test_dispute_10_a_zero_is_a_nil_where_the_rules_say_so() -> None:
    assert side_score(("4", "0"), (4, 0)) == side_score(("4", "nil"), (4, 0))


def test_dispute_11_a_set_hand_is_flat_and_brings_no_bags() -> None:
    found = side_score(("4", "3"), (5, 1), bags_before=9)
    assert (found["points"], found["bags"], found["penalty"], found["bags_total"]) == (-70, 0, 0, 9)


def test_dispute_12_a_floor_and_a_cap_end_a_game_that_nobody_wins() -> None:
    floor, _ = random_game(load_rules("std4", {"end.lose_at": -200}), random.Random(12), most_hands=1000)
    assert floor.over
    assert floor.hands < 100
    cap, _ = random_game(load_rules("std4", {"end.max_hands": 7, "end.target": 10000}), random.Random(12), 1000)
    assert cap.over
    assert cap.hands == 7


def test_dispute_13_a_leader_with_nothing_but_spades_leads_one() -> None:
    hand = at_play(ALL_SPADES)
    assert not hand.spades_broken
    assert len(hand.legal_cards()) == 13


def test_dispute_14_the_first_trick() -> None:
    leader = at_play(STAIRCASE)
    assert not {"AS", "KS", "QS"} & set(leader.legal_cards())
    void = at_play([ALL_SPADES[1], ALL_SPADES[0], *ALL_SPADES[2:]], "AH")
    assert len(void.legal_cards()) == 13


def test_dispute_15_a_nil_bidder_with_a_high_lowest_club_is_set_at_once() -> None:
    """10-8-6 of clubs: under this rule the six wins the trick from everybody's lower ones, and the nil is lost."""
    ranks = "23456789TJQKA"
    deal = [
        ["5C", *(rank + "H" for rank in ranks[1:])],
        ["TC", "8C", "6C", *(rank + "D" for rank in ranks[3:])],
        ["2C", *(rank + "S" for rank in ranks[1:])],
        ["AC", "KC", "QC", "JC", "9C", "7C", "4C", "3C", "2H", "2S", "4D", "3D", "2D"],
    ]
    hand = Hand(load_rules("std4", {"play.first_trick": "lowest_club"}), deal)
    for call in ("3", "nil", "3", "3"):
        hand.call(call)
    forced = []
    while not hand.winners:
        forced.append(hand.legal_cards())
        hand.play(forced[-1][0])
    assert forced == [["2C"], ["3C"], ["5C"], ["6C"]]
    assert hand.winners == [1]


def test_dispute_16_no_ruff_while_holding_the_suit_led() -> None:
    hand = at_play(STAIRCASE, "AC")
    with pytest.raises(IllegalActionError) as caught:
        hand.play("JS")
    assert caught.value.fault == ("play.follow", "seat 1 holds clubs and must follow")
    assert hand.legal_cards() == ["JC", "TC", "9C"]


NEW_YORK_DEAL = [
    "AS KS QS AH KH QH JH AD KD QD AC KC QC",
    "BJ LJ 2D TH 9H 8H 7H JD TD 9D JC TC 9C",
    "JS TS 9S 6H 5H 4H 3H 8D 7D 6D 8C 7C 6C",
    "8S 7S 6S 5S 4S 3S 2S 5D 4D 3D 5C 4C 3C",
]


def test_dispute_17_jokers_and_promoted_deuces_are_spades() -> None:
    hand = Hand(load_rules("new_york"), [holding.split() for holding in NEW_YORK_DEAL])
    hand.call("5")
    hand.call("4")
    hand.play("AD")
    assert hand.legal_cards() == ["JD", "TD", "9D"]  # 2D is no diamond
    play(hand, "JD 8D 5D KD TD 7D 4D QD 9D 6D 3D")
    hand.play("AS")  # the fourth trick
    assert hand.legal_cards() == ["BJ", "LJ", "2D"]
    for card in ("2D", "JS", "2S"):
        hand.play(card)
    assert (hand.winners[-1], hand.winning_cards[-1]) == (1, "2D")
    pack = hand.table.pack
    order = sorted(("AS", "2S", "2D", "LJ", "BJ"), key=lambda card: pack.height[card])
    assert order == ["AS", "2S", "2D", "LJ", "BJ"]


def test_dispute_17_a_promoted_deuce_on_its_printed_suit_is_a_ruff_and_breaks() -> None:
    hand = Hand(load_rules("std4", {"deck.high_trumps": ["2D"]}), [holding.split() for holding in STAIRCASE])
    for _ in range(4):
        hand.call("3")
    play(hand, "AD JD 8D 5D KD TD 7D 4D QD 9D 6D 3D AH TH 6H 2H KH 9H 5H 2D")
    assert (hand.winners[-1], hand.spades_broken) == (3, True)


def blind_nil_first(before: dict[str, Any] | None = None, hand: int = 2, **overrides: Any) -> str | None:
    """The rule that forbids seat 0, the first to call, a blind nil; None if it may."""
    record = {
        "rules": "std4",
        "set": {"blind_nil.exchange": 0, **overrides},
        "hand_in_game": hand,
        "before": before or {},
        "deal": STAIRCASE,
        "bids": ["blind-nil", "3", "3", "3"],
    }
    return judge(record).get("rule")


def test_dispute_20_who_may_call_blind_nil() -> None:
    assert blind_nil_first({"score": [100, 200]}) is None
    assert blind_nil_first({"score": [101, 200]}) == "blind_nil.min_deficit"
    assert blind_nil_first({"score": [300, 0]}, **{"blind_nil.min_deficit": 0}) is None
    assert blind_nil_first(ENOUGH_BEHIND, hand=1, **{"blind_nil.from_hand": 2}) == "blind_nil.from_hand"
    assert blind_nil_first(ENOUGH_BEHIND, hand=2, **{"blind_nil.from_hand": 2}) is None
    assert blind_nil_first(ENOUGH_BEHIND, **{"blind_nil.enabled": False}) == "blind_nil.enabled"


@pytest.mark.parametrize("both", ["sum", "forbidden"])
@pytest.mark.parametrize("first", ["nil", "blind-nil"])
@pytest.mark.parametrize("second", ["nil", "blind-nil"])
def test_dispute_20_one_nil_or_two_in_a_side(both: str, first: str, second: str) -> None:
    record = {
        "rules": "std4",
        "set": {"nil.both": both},
        "before": ENOUGH_BEHIND,
        "deal": STAIRCASE,
        "bids": [first, "3", second, "3"],
    }
    answer = judge(record)
    assert (answer["legal"], answer.get("rule"), answer.get("seat")) == (
        (True, None, None) if both == "sum" else (False, "nil.both", 2)
    )


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_dispute_20_how_many_cards_are_exchanged(count: int) -> None:
    deal = [holding.split() for holding in STAIRCASE]
    exchanges = [
        {"from": 0, "to": 2, "cards": deal[0][:count]},
        {"from": 2, "to": 0, "cards": deal[2][:count]},
    ]
    record = {
        "rules": "std4",
        "set": {"blind_nil.exchange": count, "blind_nil.exchange_optional": False},
        "before": ENOUGH_BEHIND,
        "deal": STAIRCASE,
        "bids": ["blind-nil", "3", "3", "3"],
        "exchanges": exchanges if count else [],
    }
    assert judge(record)["legal"] is True
    if count < 3:
        record["exchanges"] = [{"from": 0, "to": 2, "cards": deal[0][:3]}, {"from": 2, "to": 0, "cards": deal[2][:3]}]
        assert judge(record)["rule"] == "blind_nil.exchange"


def test_dispute_21_totals_of_thirteen_and_any_partner_of_a_nil_are_legal_in_std4() -> None:
    for bids in (["3", "3", "4", "3"], ["nil", "6", "1", "6"]):
        assert judge({"rules": "std4", "deal": STAIRCASE, "bids": bids})["legal"] is True


def test_dispute_24_the_hand_that_bids_itself_pays_ten_a_trick_and_has_no_bags() -> None:
    answer = score({"rules": "new_york", "bids": None, "tricks": [4, 2, 5, 2]})
    assert (answer["contract"], answer["points"], answer["bags"]) == ([None, None], [90, 40], [0, 0])


def test_dispute_21_least_bids_of_suicide_and_of_sides() -> None:
    suicide = {"rules": "std4", "set": {"bid.form": "suicide"}, "deal": STAIRCASE}
    assert judge({**suicide, "bids": ["nil", "4", "4", "nil"]})["legal"] is True
    assert judge({**suicide, "bids": ["nil", "4", "3", "nil"]})["rule"] == "bid.form"
    least = {"rules": "std4", "set": {"bid.side_min": 4}, "deal": STAIRCASE}
    assert judge({**least, "bids": ["2", "2", "1", "2"]})["rule"] == "bid.side_min"
