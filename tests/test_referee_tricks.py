"""First leads, first tricks, and the special rules of play (rulebook sections G and O), on situations and hands."""

from __future__ import annotations

from typing import Any

import pytest
from referee_tools import STAIRCASE

from simspades.referee import Hand, IllegalActionError, judge
from simspades.referee.pack import pack_of
from simspades.referee.play import Situation, card_fault, legal_cards
from simspades.rules import bundles, load_rules

DEAL = [holding.split() for holding in STAIRCASE]


def situation(
    holding: str, played: str = "", rules: str = "std4", trick: int = 2, broken: bool = False, **overrides: Any
) -> Situation:
    options = load_rules(rules, overrides)
    return Situation(options, pack_of(options.deck), 2, holding.split(), trick, played.split(), broken)


def legal(holding: str, played: str = "", **options: Any) -> str:
    return " ".join(legal_cards(situation(holding, played, **options)))


def rule(holding: str, card: str, played: str = "", **options: Any) -> str | None:
    fault = card_fault(situation(holding, played, **options), card)
    return fault.rule if fault else None


def at_play(rules: str = "std4", deal: list[list[str]] | None = None, dealer: int = 3, **overrides: Any) -> Hand:
    hand = Hand(load_rules(rules, overrides), deal or DEAL, dealer=dealer)
    while hand.phase.value == "bidding":
        hand.call(hand.legal_calls()[3])
    return hand


# --- who leads ---


@pytest.mark.parametrize("dealer", range(4))
def test_first_leads(dealer: int) -> None:
    assert at_play(dealer=dealer).turn == (dealer + 1) % 4
    assert at_play(dealer=dealer, **{"play.first_lead": "dealer"}).turn == dealer
    assert at_play(dealer=dealer, **{"play.first_lead": "holder_2c"}).turn == 3
    for first_trick in ("lowest_club", "lowest_club_spade_ok", "lead_2c"):
        hand = at_play(dealer=dealer, **{"play.first_trick": first_trick})
        assert (hand.turn, hand.legal_cards()) == (3, ["2C"])


def test_the_lowest_club_in_play_is_led_where_2c_is_not_a_club_or_is_out_of_play() -> None:
    promoted = at_play(**{"play.first_trick": "lead_2c", "deck.high_trumps": ["2C"]})
    assert (promoted.turn, promoted.legal_cards()) == (3, ["3C"])
    deck = load_rules("three").deck.cards
    deal = [[card for card in deck if card != "2C"][seat::3] for seat in range(3)]
    hand = Hand(load_rules("three"), deal)
    for _ in range(3):
        hand.call("5")
    assert hand.legal_cards() == ["3C"]


def test_of_two_lowest_clubs_the_one_nearer_to_the_dealers_left_is_led() -> None:
    cards = [card for card in load_rules("six").deck.cards if card != "2C"]
    deal = [cards[:17], ["2C", *cards[17:33]], cards[33:50], cards[50:67], ["2C", *cards[67:83]], cards[83:]]
    for dealer, leader in [(5, 1), (1, 4), (3, 4), (4, 1)]:
        hand = Hand(load_rules("six", {"play.first_trick": "lead_2c"}), deal, dealer=dealer)
        for _ in range(6):
            hand.call("3")
        assert hand.turn == leader


def test_where_no_club_is_in_play_the_usual_leader_leads_anything() -> None:
    deal = [[rank + suit for rank in "23456789TJQKA"] for suit in "HD"]
    hand = Hand(load_rules("two_about", {"play.first_trick": "lead_2c"}), deal, dealer=1)
    hand.call("3")
    hand.call("3")
    assert (hand.turn, len(hand.legal_cards())) == (0, 13)


# --- the first trick ---

LOWEST = {"play.first_trick": "lowest_club", "trick": 1}
SPADE_OK = {"play.first_trick": "lowest_club_spade_ok", "trick": 1}
LEAD_2C = {"play.first_trick": "lead_2c", "trick": 1}


def test_everybody_plays_the_lowest_club() -> None:
    assert legal("AS KC 7C 4C 2D", "2C", **LOWEST) == "4C"
    assert rule("AS KC 7C 4C 2D", "7C", "2C", **LOWEST) == "play.first_trick"
    assert rule("AS KC 7C 4C 2D", "2D", "2C", **LOWEST) == "play.follow"
    assert legal("AS 3S KD 2H", "2C", **LOWEST) == "KD 2H"
    assert rule("AS 3S KD 2H", "AS", "2C", **LOWEST) == "play.first_trick"
    assert legal("AS 3S", "2C", **LOWEST) == "AS 3S"
    assert legal("KC 7C 4C", "2C", **{**LOWEST, "trick": 2}) == "KC 7C 4C"


def test_the_lowest_club_with_ruffs() -> None:
    assert legal("AS KC 7C 4C 2D", "2C", **SPADE_OK) == "4C"
    assert legal("AS 3S KD 2H", "2C", **SPADE_OK) == "AS 3S KD 2H"


def test_after_2c_is_led_the_others_play_as_they_like() -> None:
    assert legal("AS KC 7C 4C 2D", "2C", **LEAD_2C) == "KC 7C 4C"
    assert legal("AS 3S KD 2H", "2C", **LEAD_2C) == "AS 3S KD 2H"
    assert legal("2C 5C AS", **LEAD_2C) == "2C"
    assert rule("2C 5C AS", "5C", **LEAD_2C) == "play.first_trick"


def test_spades_barred_from_the_first_trick() -> None:
    barred = {"play.first_trick_spades": "barred", "trick": 1}
    assert legal("AS 3S KD 2H", "9C", **barred) == "KD 2H"
    assert rule("AS 3S KD 2H", "AS", "9C", **barred) == "play.first_trick_spades"
    assert legal("AS 3S", "9C", **barred) == "AS 3S"
    assert legal("AS 3S KD", **barred, **{"play.spade_lead": "any_time"}) == "KD"
    assert legal("AS 3S KD", "KS", **barred) == "AS 3S"
    assert legal("AS 3S KD 2H", "9C", **{**barred, "trick": 2}) == "AS 3S KD 2H"
    assert legal("AS 3S KD 2H", "9C", **barred, **{"play.must_beat": True}) == "KD 2H"
    assert legal("AS 3S KD 2H", "9C", **barred, **{"play.form": "assassin"}) == "KD 2H"


# --- leading spades ---


@pytest.mark.parametrize(
    ("rules", "trick", "broken", "may"),
    [
        ("broken", 2, False, False),
        ("broken", 9, False, False),
        ("broken", 2, True, True),
        ("any_time", 1, False, True),
        ("ny3", 3, False, False),
        ("ny3", 3, True, True),
        ("ny3", 4, False, True),
    ],
)
def test_leading_spades(rules: str, trick: int, broken: bool, may: bool) -> None:
    options = {"play.spade_lead": rules, "trick": trick, "broken": broken}
    assert legal("AS 3S KD", **options) == ("AS 3S KD" if may else "KD")
    assert legal("AS 3S", **options) == "AS 3S"
    assert rule("AS 3S KD", "AS", **options) == (None if may else "play.spade_lead")


def test_high_trumps_are_spades_for_leading_and_following() -> None:
    assert legal("BJ 2D KD 3H", rules="new_york") == "KD 3H"
    assert legal("BJ 2D KD 3H", "5D", rules="new_york") == "KD"
    assert legal("BJ 2D KD 3H", "5S", rules="new_york") == "BJ 2D"


# --- rake and shake, forced overtaking, screamer and assassin ---

JOKERS = {**bundles()["jokers54_unseen"], "play.rake_shake": True}


def test_rake_em_and_shake_em() -> None:
    assert legal("LJ AS 3S KD", "BJ", **JOKERS) == "LJ"
    assert legal("AS 3S KD", "BJ LJ", **JOKERS) == "AS"
    assert rule("AS 3S KD", "3S", "BJ LJ", **JOKERS) == "play.rake_shake"
    assert legal("KD 3H 2C", "BJ", **JOKERS) == "KD 3H 2C"
    assert legal("AS 3S KD", "LJ BJ", **JOKERS) == "AS 3S"
    assert legal("AS 3S KD", "LJ", **JOKERS) == "AS 3S"
    assert legal("BJ AS KD", **JOKERS) == "KD"


def test_forced_overtaking() -> None:
    solo = {"rules": "solo4"}
    assert legal("QH TH 2H AS", "9H JH", **solo) == "QH"
    assert rule("QH 2H", "2H", "9H JH", **solo) == "play.must_beat"
    assert legal("QH AH 2H AS", "9H JH", **solo) == "QH AH"
    assert legal("QH 2H AS", "9H 3S", **solo) == "QH 2H"
    assert legal("9S 4S KD", "9H 5S", **solo) == "9S"
    assert legal("4S 3S KD", "9H 5S", **solo) == "4S 3S KD"
    assert legal("8S 4S KD", "5S 9S", **solo) == "8S 4S"
    assert legal("TS 4S KD", "5S 9S", **solo) == "TS"
    assert legal("KD AC", "9H JH", **solo) == "KD AC"


def test_an_identical_card_overtakes() -> None:
    assert legal("QH 2H", "9H QH", rules="six", **{"play.must_beat": True}) == "QH"


def test_screamer() -> None:
    screamer = {"play.form": "screamer", "broken": True}
    assert legal("AS 3S KD", **screamer) == "KD"
    assert legal("AS 3S", **screamer) == "AS 3S"
    assert legal("AS 3S KD", "9H", **screamer) == "KD"
    assert rule("AS 3S KD", "AS", "9H", **screamer) == "play.form"
    assert legal("AS 3S KD", "9S", **screamer) == "AS 3S"
    assert legal("AS 3S KD", "9H", **screamer, **{"play.must_beat": True}) == "AS 3S"


def test_assassin() -> None:
    assassin = {"play.form": "assassin"}
    assert legal("AS 3S KD", "9H", **assassin) == "AS 3S"
    assert rule("AS 3S KD", "KD", "9H", **assassin) == "play.form"
    assert legal("AS 3S KD 2H", "9H", **assassin) == "2H"
    assert legal("AS 3S KD", **assassin) == "KD"
    assert legal("AS 3S KD", broken=True, **assassin) == "AS 3S"


# --- who wins, and what breaks ---


def test_a_spade_forced_into_a_lowest_club_trick_wins_it_and_breaks_spades() -> None:
    deal = [[rank + suit for rank in "23456789TJQKA"] for suit in "CSHD"]
    hand = at_play(deal=deal, **{"play.first_trick": "lowest_club"})
    for card in ("2C", "2S", "2H", "2D"):
        hand.play(card)
    assert (hand.winners, hand.spades_broken, hand.ruffs) == ([1], True, [0, 1, 0, 0])


def test_a_dummy_plays_in_its_place_or_opposite_the_declarer() -> None:
    for seat, order in [("fixed", [0, 1, 2, 3]), ("opposite_declarer", [0, 1, 3, 2])]:
        hand = Hand(load_rules("three_dummy", {"dummy.seat": seat}), DEAL, dealer=2)
        for call in ("6", "3", "5"):
            hand.call(call)
        assert (hand.declarer, hand.turn) == (0, 0)
        turns = []
        for _ in range(4):
            turns.append(hand.turn)
            hand.play(hand.legal_cards()[0])
        assert turns == order
        assert hand.seats_of(0) == (0, 3)
        assert hand.seats_of(1) == hand.seats_of(2) == (1, 2)


@pytest.mark.parametrize(("tie", "declarer"), [("first", 2), ("last", 0)])
def test_equal_bids_for_the_dummy(tie: str, declarer: int) -> None:
    hand = Hand(load_rules("three_dummy", {"dummy.tie": tie}), DEAL, dealer=0)
    for call in ("5", "6", "6"):
        hand.call(call)
    assert hand.declarer == declarer


def test_the_deal_passes_over_the_dummy_and_nobody_bids_nothing() -> None:
    hand = Hand(load_rules("three_dummy"), DEAL, dealer=2)
    assert hand.legal_calls() == [str(number) for number in range(1, 14)]
    with pytest.raises(IllegalActionError):
        hand.call("nil")
    assert judge({"rules": "three_dummy", "deal": STAIRCASE, "bids": ["5", "0", "4"]})["rule"] == "bid.zero"
