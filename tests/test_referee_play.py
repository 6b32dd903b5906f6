"""Who leads, what may be led and played, and who wins (rulebook sections E and G)."""

from __future__ import annotations

from typing import Any

import pytest
from referee_tools import STAIRCASE

from simspades.cards import Deck
from simspades.referee import Hand, IllegalActionError
from simspades.referee.pack import pack_of
from simspades.referee.trick import winning_position
from simspades.rules import load_rules

#: Seat 0 has two high clubs and eleven low spades, seat 1 the two highest spades.
LONG_SPADES = [
    "AC KC QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    "AS KS QC JC TC 9C 8C 7C 6C 5C 4C AH KH",
    "3C 2C AD KD QD JD TD 9D 8D 7D 6D 5D 4D",
    "3D 2D QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
]


def start(deal: list[str], dealer: int = 3, **overrides: Any) -> Hand:
    return Hand(load_rules("std4", overrides), [holding.split() for holding in deal], dealer=dealer)


def at_play(deal: list[str], cards: str = "", dealer: int = 3, **overrides: Any) -> Hand:
    hand = start(deal, dealer, **overrides)
    for _ in range(4):
        hand.call("3")
    for card in cards.split():
        hand.play(card)
    return hand


@pytest.mark.parametrize("dealer", range(4))
def test_who_calls_and_who_leads(dealer: int) -> None:
    left = (dealer + 1) % 4
    plain = start(STAIRCASE, dealer)
    assert plain.turn == left
    assert at_play(STAIRCASE, dealer=dealer).turn == left
    assert start(STAIRCASE, dealer, **{"bid.first": "dealer"}).turn == dealer
    assert at_play(STAIRCASE, dealer=dealer, **{"bid.first": "dealer"}).turn == left
    assert at_play(STAIRCASE, dealer=dealer, **{"play.first_lead": "dealer"}).turn == dealer


def test_calls_go_clockwise() -> None:
    hand = start(STAIRCASE, 1, **{"bid.first": "dealer"})
    order = []
    for _ in range(4):
        order.append(hand.turn)
        hand.call("3")
    assert order == [1, 2, 3, 0]


def test_every_number_is_legal_and_no_more() -> None:
    hand = start(STAIRCASE)
    assert hand.legal_calls() == [*map(str, range(1, 14)), "nil"]
    no_deficit = start(STAIRCASE, **{"blind_nil.min_deficit": 0, "nil.enabled": False})
    assert no_deficit.legal_calls() == [*map(str, range(1, 14)), "blind-nil"]


@pytest.mark.parametrize("call", ["14", "-1", "999"])
def test_numbers_out_of_range(call: str) -> None:
    with pytest.raises(IllegalActionError) as caught:
        start(STAIRCASE).call(call)
    assert caught.value.fault.rule == "bid.player_range"


@pytest.mark.parametrize(
    ("call", "rule"),
    [
        ("zero", "bid.zero"),
        ("blind-6", "blind.enabled"),
        ("10-for-200", "ten200.mode"),
        ("moon", "moon.enabled"),
        ("blind-moon", "moon.blind_enabled"),
        ("nt-5", "nt.enabled"),
        ("blind-nt-5", "nt.blind_enabled"),
        ("double-nil", "dnil.enabled"),
        ("-", "bid.pass"),
    ],
)
def test_calls_of_other_rule_sets_are_illegal(call: str, rule: str) -> None:
    with pytest.raises(IllegalActionError) as caught:
        start(STAIRCASE).call(call)
    assert caught.value.fault.rule == rule


def test_the_winner_leads() -> None:
    assert at_play(STAIRCASE, "AH TH 6H 2H KH 9H 5H 2S").turn == 3


@pytest.mark.parametrize(
    ("cards", "position"),
    [
        ("9H JH TH 2H", 1),
        ("9H JH 2S AH", 2),
        ("9H 3S 2S AH", 1),
        ("9H AD AC KD", 0),
        ("2S 3S AH AD", 1),
        ("AS 2S 3S KS", 0),
    ],
)
def test_who_wins(cards: str, position: int) -> None:
    assert winning_position(cards.split(), pack_of(Deck())) == position


def test_high_trumps_are_spades_and_the_second_of_two_equal_cards_wins() -> None:
    new_york = pack_of(Deck(jokers=2, removed=("2C", "2H"), high_trumps=("BJ", "LJ", "2D", "2S")))
    assert winning_position(["AD", "KD", "2D", "QD"], new_york) == 2
    assert winning_position(["AS", "2S", "2D", "LJ"], new_york) == 3
    assert winning_position(["QH", "JH", "QH", "TH"], pack_of(Deck(packs=2))) == 2


@pytest.mark.parametrize(("breaks", "may_lead_a_spade"), [(True, True), (False, False)])
def test_whether_a_forced_lead_breaks_spades(breaks: bool, may_lead_a_spade: bool) -> None:
    """Seat 0 has nothing but spades at trick 3 and leads one; seat 1 wins and would lead another at trick 4."""
    cards = "AC 4C 2C 2D KC 5C 3C 3D 2S AS 4D 2H"
    hand = at_play(LONG_SPADES, cards, **{"play.forced_lead_breaks": breaks})
    assert hand.turn == 1
    assert ("KS" in hand.legal_cards()) is may_lead_a_spade
    assert hand.spades_broken is breaks


def test_ny3_a_forced_lead_and_trick_4() -> None:
    cards = "AC 4C 2C 2D KC 5C 3C 3D"
    hand = at_play(LONG_SPADES, cards, **{"play.spade_lead": "ny3", "play.forced_lead_breaks": False})
    assert len(hand.legal_cards()) == 11
    for card in ["2S", "AS", "4D", "2H"]:
        hand.play(card)
    assert (hand.turn, hand.spades_broken) == (1, False)
    assert "KS" in hand.legal_cards()


def test_ny3_a_ruff_in_trick_2_breaks() -> None:
    assert "3S" in at_play(STAIRCASE, "AH TH 6H 2H KH 9H 5H 2S", **{"play.spade_lead": "ny3"}).legal_cards()


def test_any_time() -> None:
    assert len(at_play(STAIRCASE, **{"play.spade_lead": "any_time"}).legal_cards()) == 13


def test_a_spade_that_follows_a_spade_breaks_nothing() -> None:
    hand = at_play(LONG_SPADES, "AC 4C 2C 2D KC 5C 3C 3D 2S AS", **{"play.forced_lead_breaks": False})
    assert not hand.spades_broken


def test_a_spade_thrown_on_another_suit_breaks_also_when_it_loses() -> None:
    deal = [
        "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
        "AS KS QS JS TS 9S AD KD QD JD TD 9D 8D",
        "8S 7S 6S 5S 4S 3S 7D 6D 5D 4D 3D 2D AH",
        "2S KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    ]
    hand = at_play(deal, "AC 9S 3S")
    assert hand.spades_broken
    hand.play("2S")
    assert hand.winners == [1]


def test_steps_out_of_phase_are_defects_of_the_caller() -> None:
    hand = start(STAIRCASE)
    with pytest.raises(RuntimeError, match="in its bidding"):
        hand.play("AC")
    with pytest.raises(RuntimeError, match="in its bidding"):
        hand.settle()
