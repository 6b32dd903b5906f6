"""Notation and bit layout of every deck of the rulebook (RULEBOOK sections A and B)."""

from __future__ import annotations

import copy
import itertools
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simspades.cards import DEUCES, JOKERS, ORDINARY_CARDS, STANDARD, Deck, parse_card, parse_cards
from simspades.errors import CardError

BARMORE = Deck(jokers=2, removed=("2C", "2H"), high_trumps=("BJ", "LJ", "2S"))
NEW_YORK = Deck(jokers=2, removed=("2C", "2H"), high_trumps=("BJ", "LJ", "2D", "2S"))
NY_KEEP_2C = Deck(jokers=2, removed=("2D", "2H"), high_trumps=("BJ", "LJ", "2S"))
SIX = Deck(packs=2, removed=("2D", "2D"))
THREE_JOKER = Deck(jokers=2, high_trumps=("BJ", "LJ"))
EVERY_DECK = [
    STANDARD,
    BARMORE,
    NEW_YORK,
    NY_KEEP_2C,
    SIX,
    THREE_JOKER,
    Deck(removed=("2C",)),
    Deck(high_trumps=DEUCES),
]


def suit_sizes(deck: Deck) -> str:
    sizes = {suit: sum(deck.suit_of(card) == suit for card in deck.cards) for suit in "SHCD"}
    return "/".join(str(size) for size in sizes.values())


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("AS", "AS"),
        ("as", "AS"),
        ("10D", "TD"),
        ("10d", "TD"),
        ("td", "TD"),
        ("A♠", "AS"),
        ("10♥", "TH"),
        ("Q♦️", "QD"),
        ("2♧", "2C"),
        (" bj ", "BJ"),
        ("LJ", "LJ"),
        ("jc", "JC"),
    ],
)
def test_free_notation_is_read(text: str, card: str) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize("text", ["", "A", "1S", "11S", "AX", "SA", "ASS", "10", "T10", "RJ", "A S", "🂡"])
def test_what_is_no_card_is_named(text: str) -> None:
    with pytest.raises(CardError, match="is not a card") as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("value", [None, 5, True, ["AS"], b"AS"])
def test_other_types_are_no_cards(value: object) -> None:
    with pytest.raises(CardError):
        parse_cards([value])  # type: ignore[list-item]


def test_what_is_no_list_of_cards_is_named() -> None:
    with pytest.raises(CardError, match="5 is not a list of cards"):
        parse_cards(5)  # type: ignore[arg-type]


def test_lists_are_read_in_any_order_with_spaces_or_commas() -> None:
    assert parse_cards("10D,A♠  2c, bj") == ["TD", "AS", "2C", "BJ"]
    assert parse_cards(["10d", "A♠"]) == ["TD", "AS"]
    assert parse_cards("") == []
    with pytest.raises(CardError, match="'1X'"):
        parse_cards("AS 1X KD")


@given(st.sampled_from(ORDINARY_CARDS + JOKERS), st.booleans(), st.booleans(), st.booleans())
def test_every_spelling_of_a_card_reads_as_the_card(card: str, lower: bool, ten: bool, symbol: bool) -> None:
    text = card
    if card not in JOKERS:
        rank, suit = card
        rank = "10" if rank == "T" and ten else rank
        text = rank + ("♣♦♥♠"["CDHS".index(suit)] if symbol else suit)
    assert parse_card(text.lower() if lower else text) == card


def test_standard_layout() -> None:
    assert STANDARD.size == 52
    assert STANDARD.cards == ORDINARY_CARDS
    for rank, suit in itertools.product(range(2, 15), range(4)):
        card = "..23456789TJQKA"[rank] + "CDHS"[suit]
        assert STANDARD.bit(card) == 4 * (rank - 2) + suit
        assert STANDARD.rank_order(card) == rank
        assert STANDARD.suit_of(card) == "CDHS"[suit]
        assert STANDARD.suit_masks[suit] >> STANDARD.bit(card) & 1
    assert STANDARD.bit("2C") == 0
    assert STANDARD.bit("AS") == 51


@pytest.mark.parametrize(
    ("deck", "size", "sizes"),
    [
        (STANDARD, 52, "13/13/13/13"),
        (BARMORE, 52, "15/12/12/13"),  # TV-123
        (NEW_YORK, 52, "16/12/12/12"),  # TV-123
        (NY_KEEP_2C, 52, "15/12/13/12"),  # TV-123
        (SIX, 102, "26/26/26/24"),
        (THREE_JOKER, 54, "15/13/13/13"),
        (Deck(removed=("2C",)), 51, "13/13/12/13"),
        (Deck(high_trumps=("2S", "2C", "2D", "2H")), 52, "16/12/12/12"),
    ],
)
def test_deck_and_suit_sizes(deck: Deck, size: int, sizes: str) -> None:
    assert deck.size == len(deck.cards) == size
    assert suit_sizes(deck) == sizes


def test_high_trumps_rise_from_bit_52_and_are_spades() -> None:
    assert [NEW_YORK.bit(card) for card in ("2S", "2D", "LJ", "BJ")] == [52, 53, 54, 55]
    assert [NEW_YORK.rank_order(card) for card in ("AS", "2S", "2D", "LJ", "BJ")] == [14, 15, 16, 17, 18]
    assert NEW_YORK.suit_masks[1] & 1 << 1 == 0, "the promoted 2D leaves its ordinary bit"
    assert NEW_YORK.text(NEW_YORK.mask("2D 3S AS BJ 2S LJ KD")) == "BJ LJ 2D 2S AS 3S KD"


@pytest.mark.parametrize("jokers", [(), JOKERS])
@pytest.mark.parametrize("n_deuces", range(5))
def test_promoted_deuces_in_any_order(jokers: tuple[str, ...], n_deuces: int) -> None:
    for deuces in itertools.permutations(DEUCES, n_deuces):
        trumps = jokers + deuces
        deck = Deck(jokers=len(jokers), high_trumps=trumps)
        assert [deck.bit(card) for card in reversed(trumps)] == list(range(52, 52 + len(trumps)))
        assert all(deck.suit_of(card) == "S" for card in trumps)
        assert deck.names(deck.suit_masks[3])[: len(trumps)] == list(trumps)
        assert max(deck.rank_order(card) for card in deck.cards) == 14 + len(trumps)


@pytest.mark.parametrize("deck", EVERY_DECK, ids=lambda deck: f"{deck.size}-{'-'.join(deck.high_trumps)}")
def test_layout_invariants(deck: Deck) -> None:
    distinct = list(dict.fromkeys(deck.cards))
    bits = [deck.bit(card) for card in distinct]
    assert bits == sorted(set(bits)), "one bit a card, cards listed by rising bit"
    assert max(bits) <= 57
    assert [deck.card(bit) for bit in bits] == distinct
    assert sum(deck.suit_masks) == sum(1 << bit for bit in bits), "the suits part the deck"
    for suit, mask in zip("CDHS", deck.suit_masks, strict=True):
        in_suit = [card for card in distinct if mask >> deck.bit(card) & 1]
        assert {deck.suit_of(card) for card in in_suit} == {suit}
        orders = [deck.rank_order(card) for card in in_suit]
        assert orders == sorted(set(orders)), "a higher bit is a higher card of its suit"


@pytest.mark.parametrize("deck", EVERY_DECK, ids=lambda deck: f"{deck.size}-{'-'.join(deck.high_trumps)}")
@given(data=st.data())
def test_notation_round_trip(deck: Deck, data: st.DataObject) -> None:
    picked = data.draw(st.lists(st.integers(0, deck.size - 1), unique=True))
    holding = [deck.cards[i] for i in picked]
    held, twice = deck.masks(holding)
    names = deck.names(held, twice)
    assert sorted(names) == sorted(holding)
    assert deck.masks(deck.text(held, twice).lower()) == (held, twice)
    order = [("SHDC".index(deck.suit_of(card)), -deck.rank_order(card)) for card in names]
    assert order == sorted(order)


def test_display_order() -> None:
    holding = "AS KS 6S 5S 2S KH QH 4H JD TD 5D 2D 9C"
    shuffled = sorted(holding.split())
    assert STANDARD.text(STANDARD.mask(shuffled)) == holding


def test_two_packs_hold_twins() -> None:
    held, twice = SIX.masks("AS KD as 3C")
    assert twice == 1 << 51
    assert SIX.names(held, twice) == ["AS", "AS", "KD", "3C"]
    assert SIX.cards.count("AS") == 2
    assert "2D" not in SIX.cards
    assert Deck(packs=2, removed=("2D", "2C")).cards.count("2D") == 1


@pytest.mark.parametrize(
    ("deck", "cards", "message"),
    [
        (STANDARD, "AS KD AS", "AS is given more often than the pack has it"),
        (STANDARD, "BJ", "BJ is not in the pack"),
        (NEW_YORK, "2C", "2C is not in the pack"),
        (SIX, "AS AS AS", "AS is given more often"),
        (SIX, "2D", "2D is not in the pack"),
        (STANDARD, "AS XX", "'XX' is not a card"),
    ],
)
def test_impossible_holdings_are_refused(deck: Deck, cards: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        deck.masks(cards)


def test_one_mask_cannot_hold_twins() -> None:
    with pytest.raises(CardError, match="AS is given twice"):
        SIX.mask("AS AS")


def test_bits_that_stand_for_nothing_are_refused() -> None:
    with pytest.raises(CardError, match="bit 52"):
        STANDARD.names(1 << 52)
    with pytest.raises(CardError, match="bit 51"):
        SIX.names(1, 1 << 51)
    with pytest.raises(CardError, match="bit 0"):
        NEW_YORK.card(0)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"packs": 3}, "1 or 2 packs"),
        ({"jokers": 1, "high_trumps": ("BJ",)}, "0 or 2 jokers"),
        ({"jokers": 2}, "BJ is in the pack but not among the high trumps"),
        ({"jokers": 2, "high_trumps": ("BJ",)}, "LJ is in the pack but not among the high trumps"),
        ({"high_trumps": ("BJ",)}, "BJ is a high trump but not in the pack"),
        ({"removed": ("2C",), "high_trumps": ("2C",)}, "2C is a high trump but not in the pack"),
        ({"high_trumps": ("2C", "2C")}, "2C is listed twice"),
        ({"high_trumps": ("3S",)}, "3S cannot be a high trump"),
        ({"removed": ("2D", "2D")}, "2D cannot be removed twice"),
        ({"removed": ("LJ",)}, "LJ cannot be removed"),
        ({"removed": ("ZZ",)}, "'ZZ' is not a card"),
    ],
)
def test_decks_that_cannot_be(fields: dict[str, object], message: str) -> None:
    with pytest.raises(CardError, match=message):
        Deck(**fields)  # type: ignore[arg-type]


def test_decks_are_values() -> None:
    again = Deck(jokers=2, removed=("2c", "2♥"), high_trumps=["bj", "lj", "2s"])  # type: ignore[arg-type]
    assert again.cards
    assert again == BARMORE
    assert hash(again) == hash(BARMORE)
    assert pickle.loads(pickle.dumps(again)) == BARMORE == copy.deepcopy(again)
    assert NEW_YORK != BARMORE
