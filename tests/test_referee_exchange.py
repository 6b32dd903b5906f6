"""Exchanges between a nil bidder and the partner (rulebook section D)."""

from __future__ import annotations

from typing import Any

import pytest
from referee_tools import ENOUGH_BEHIND, STAIRCASE

from simspades.referee import Hand, IllegalActionError, Phase, judge
from simspades.rules import load_rules

DEAL = [holding.split() for holding in STAIRCASE]


def gift(giver: int, receiver: int, cards: str, **more: Any) -> dict[str, Any]:
    return {"from": giver, "to": receiver, "cards": cards, **more}


def judged(bids: list[str], exchanges: list[dict[str, Any]], before: Any = None, **overrides: Any) -> dict[str, Any]:
    record = {
        "rules": "std4",
        "set": overrides,
        "before": ENOUGH_BEHIND if before is None else before,
        "deal": STAIRCASE,
        "bids": bids,
        "exchanges": exchanges,
    }
    return judge(record)


BLIND = ["blind-nil", "3", "3", "3"]
NIL = ["nil", "3", "3", "3"]
THERE = gift(0, 2, "AS KS")
BACK = gift(2, 0, "3H 6D")
COMPULSORY = {"blind_nil.exchange_optional": False}
SIMULTANEOUS = {"exchange.order": "simultaneous"}
IMMEDIATE = {"exchange.timing": "immediate"}


def fault(answer: dict[str, Any]) -> tuple[int | None, str | None, str]:
    assert answer["legal"] is False
    assert answer["trick"] == 0
    return answer["seat"], answer["card"], answer["rule"]


def test_the_cards_change_hands() -> None:
    hand = Hand(load_rules("about4"), DEAL)
    for call in BLIND:
        hand.call(call)
    assert hand.phase is Phase.EXCHANGE
    hand.give(0, 2, ["AS", "KS", "QS"])
    assert len(hand.holdings[2]) == 16
    hand.give(2, 0, ["3H", "6D", "6C"])
    assert hand.phase is Phase.PLAY
    assert set(hand.holdings[0]) == set(DEAL[0]) - {"AS", "KS", "QS"} | {"3H", "6D", "6C"}
    assert set(hand.holdings[2]) == (set(DEAL[2]) | {"AS", "KS", "QS"}) - {"3H", "6D", "6C"}
    assert [len(holding) for holding in hand.holdings] == [13, 13, 13, 13]


def test_std4_lets_the_side_decline_and_about4_does_not() -> None:
    assert judged(BLIND, [])["legal"] is True
    assert judged(BLIND, [THERE, BACK])["legal"] is True
    assert fault(judged(BLIND, [], **COMPULSORY)) == (0, None, "blind_nil.exchange_optional")
    hand = Hand(load_rules("about4"), DEAL)
    for call in BLIND:
        hand.call(call)
    with pytest.raises(IllegalActionError, match="seats 0 and 2 have to exchange 3 cards"):
        hand.decline()


def test_an_exchange_is_all_or_nothing() -> None:
    assert fault(judged(BLIND, [gift(0, 2, "AS"), gift(2, 0, "3H")])) == (0, None, "blind_nil.exchange")
    assert fault(judged(BLIND, [THERE])) == (2, None, "blind_nil.exchange")
    assert fault(judged(BLIND, [THERE, gift(2, 0, "3H")])) == (2, None, "blind_nil.exchange")
    assert fault(judged(BLIND, [THERE, BACK, THERE])) == (0, None, "blind_nil.exchange")


def test_cards_that_are_not_held() -> None:
    assert fault(judged(BLIND, [gift(0, 2, "AS JS"), BACK])) == (0, "JS", "blind_nil.exchange")
    assert fault(judged(BLIND, [gift(0, 2, "AS AS"), BACK])) == (0, "AS", "blind_nil.exchange")
    assert fault(judged(BLIND, [THERE, gift(2, 0, "3H 2S")])) == (2, "2S", "blind_nil.exchange")


def test_cards_for_somebody_else() -> None:
    assert fault(judged(BLIND, [gift(0, 1, "AS KS"), BACK])) == (0, None, "blind_nil.exchange")
    assert fault(judged(BLIND, [THERE, gift(1, 3, "JS TS")])) == (1, None, "blind_nil.exchange")


def test_sequential_the_partner_gives_second_and_may_return_what_came() -> None:
    assert judged(BLIND, [THERE, gift(2, 0, "AS 3H")])["legal"] is True
    assert fault(judged(BLIND, [BACK, THERE])) == (2, None, "exchange.order")


def test_simultaneous_both_give_of_what_they_held_before() -> None:
    assert judged(BLIND, [THERE, BACK], **SIMULTANEOUS)["legal"] is True
    assert judged(BLIND, [BACK, THERE], **SIMULTANEOUS)["legal"] is True
    assert fault(judged(BLIND, [THERE, gift(2, 0, "AS 3H")], **SIMULTANEOUS)) == (2, "AS", "exchange.order")
    assert fault(judged(BLIND, [BACK, gift(0, 2, "3H AS")], **SIMULTANEOUS)) == (0, "3H", "exchange.order")


def test_a_nil_exchanges_its_own_number_of_cards_and_must() -> None:
    one = {"nil.exchange": 1}
    assert judged(NIL, [gift(0, 2, "AS"), gift(2, 0, "3H")], **one)["legal"] is True
    assert fault(judged(NIL, [], **one)) == (0, None, "nil.exchange")
    assert fault(judged(NIL, [THERE, BACK], **one)) == (0, None, "nil.exchange")
    assert fault(judged(NIL, [THERE, BACK])) == (0, None, "nil.exchange")
    assert judged(BLIND, [THERE, BACK], **one)["legal"] is True


@pytest.mark.parametrize("first", ["nil", "blind-nil"])
@pytest.mark.parametrize("second", ["nil", "blind-nil"])
@pytest.mark.parametrize("timing", ["after_bidding", "immediate"])
def test_two_nils_in_a_side_exchange_nothing(first: str, second: str, timing: str) -> None:
    rules = {**COMPULSORY, "nil.exchange": 1, "exchange.timing": timing}
    assert judged([first, "3", second, "3"], [], **rules)["legal"] is True
    answer = judged([first, "3", second, "3"], [THERE, BACK], **rules)
    assert fault(answer)[0] == 0


def test_nobody_exchanges_without_a_nil() -> None:
    assert fault(judged(["3", "3", "3", "3"], [THERE, BACK])) == (0, None, "nil.exchange")


def test_a_wanted_suit_is_named_only_where_the_rules_allow_it_and_only_by_the_bidder() -> None:
    ask = {"blind_nil.exchange": 1, "blind_nil.suit_request": True}
    there, back = gift(0, 2, "AS", request="H"), gift(2, 0, "6D")
    assert judged(BLIND, [there, back], **ask)["legal"] is True
    assert judged(BLIND, [gift(0, 2, "AS"), back], **ask)["legal"] is True
    assert fault(judged(BLIND, [there, back], **{"blind_nil.exchange": 1})) == (0, None, "blind_nil.suit_request")
    assert fault(judged(BLIND, [there, gift(2, 0, "6D", request="S")], **ask)) == (2, None, "blind_nil.suit_request")
    assert fault(judged(NIL, [there, back], **{"nil.exchange": 1}, **ask)) == (0, None, "blind_nil.suit_request")


LEVEL = {"score": [0, 0]}
BOTH_SIDES = {"nil.exchange": 1, "blind_nil.min_deficit": 0}


def test_after_bidding_exchanges_go_clockwise_from_the_dealers_left() -> None:
    """Seats 1 and 2 call nil: seat 1 exchanges first; under `immediate` seat 2, whose side has called first."""
    bids = ["3", "nil", "nil", "3"]
    of_1 = [gift(1, 3, "JS"), gift(3, 1, "2H")]
    of_2 = [gift(2, 0, "8S"), gift(0, 2, "AH")]
    assert judged(bids, of_1 + of_2, **BOTH_SIDES)["legal"] is True
    assert fault(judged(bids, of_2 + of_1, **BOTH_SIDES)) == (2, None, "exchange.timing")
    assert judged(bids, of_2 + of_1, **BOTH_SIDES, **IMMEDIATE)["legal"] is True
    assert fault(judged(bids, of_1 + of_2, **BOTH_SIDES, **IMMEDIATE)) == (1, None, "exchange.timing")


@pytest.mark.parametrize("first", ["left_of_dealer", "dealer"])
def test_the_dealer_exchanges_last(first: str) -> None:
    """Whoever calls first: the order goes by the seat, from the dealer's left."""
    hand = Hand(load_rules("std4", {**BOTH_SIDES, "bid.first": first}), DEAL, dealer=0)
    calls = {0: "nil", 1: "nil", 2: "3", 3: "3"}
    while hand.phase is Phase.BIDDING:
        hand.call(calls[hand.turn])
    assert [exchange.bidder for exchange in hand.exchanges] == [1, 0]


def test_immediate_exchanges_come_before_the_remaining_calls() -> None:
    hand = Hand(load_rules("std4", {**BOTH_SIDES, **IMMEDIATE}), DEAL)
    hand.call("nil")
    assert hand.phase is Phase.BIDDING  # the partner has not yet called
    hand.call("3")
    hand.call("3")
    assert hand.phase is Phase.EXCHANGE
    hand.give(0, 2, ["AS"])
    hand.give(2, 0, ["3H"])
    assert (hand.phase, hand.turn) == (Phase.BIDDING, 3)
    hand.call("nil")
    assert (hand.phase, hand.turn) == (Phase.EXCHANGE, 3)
