"""Cards: their notation, and one bit layout for every deck of the game.

A card is written rank then suit (``AS``, ``TD``, ``2C``), the jokers ``BJ`` (big) and ``LJ`` (little). Input is read
more freely: ``10D``, ``A♠``, lower case, any order, separated by spaces or commas.

A set of cards is a 64-bit integer with one bit a card, rank by rank, so that a higher bit is a higher card of its
suit::

    bit   0  1  2  3    4  5  6  7   ...   44 45 46 47   48 49 50 51    52 53 54 55 56 57
    card 2C 2D 2H 2S   3C 3D 3H 3S   ...   KC KD KH KS   AC AD AH AS    high trumps, rising

    bit = 4 * (rank - 2) + suit          rank 2..14, suit C D H S = 0..3

High trumps are the cards that a rule set ranks above the ace of spades: jokers and promoted deuces, in any order. They
stand in bits 52 to 57, the lowest of them in 52, and belong to the spades for every purpose. A promoted deuce has no
other bit. So the suit of a card follows from ``Deck.suit_masks`` and never from the number of its bit; within a suit a
higher bit is always the higher card. With two packs a second integer holds the cards that are held twice.

>>> deck = Deck(jokers=2, removed=("2C", "2H"), high_trumps=("BJ", "LJ", "2S"))
>>> deck.size, deck.bit("2S"), deck.bit("BJ"), deck.suit_of("LJ")
(52, 52, 54, 'S')
>>> deck.text(deck.mask("ad, 10♥ bj 3s"))
'BJ 3S TH AD'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from simspades.errors import CardError

SUITS = "CDHS"
RANKS = "23456789TJQKA"
JOKERS = ("BJ", "LJ")  # the higher first
DISPLAY_SUITS = "SHDC"

FIRST_HIGH_TRUMP_BIT = 52
ORDINARY_CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)
DEUCES = ORDINARY_CARDS[:4]

_SUIT_SYMBOLS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
_READ_SYMBOLS = str.maketrans({**_SUIT_SYMBOLS, "\ufe0f": "", "\ufe0e": ""})  # the last two select emoji or text glyphs
_KNOWN = frozenset(ORDINARY_CARDS + JOKERS)


def parse_card(text: str) -> str:
    """The canonical name of one card.

    Raises :class:`CardError` naming the text that is no card.

    >>> parse_card("10♦"), parse_card("as"), parse_card("BJ")
    ('TD', 'AS', 'BJ')
    """
    if isinstance(text, str):
        card = text.strip().translate(_READ_SYMBOLS).upper()
        if card.startswith("10"):
            card = "T" + card[2:]
        if card in _KNOWN:
            return card
    raise CardError(f"{text!r} is not a card (cards are written like AS, TD or 2C, the jokers BJ and LJ)")


def parse_cards(text_or_list: str | Iterable[str]) -> list[str]:
    """The canonical names of several cards, in the order given and with their duplicates.

    Takes one text, separated by spaces or commas, or any iterable of cards. Raises :class:`CardError` naming the first
    text that is no card.

    >>> parse_cards("10d,A♠ 2c")
    ['TD', 'AS', '2C']
    """
    if isinstance(text_or_list, str):
        return [parse_card(token) for token in text_or_list.replace(",", " ").split()]
    if isinstance(text_or_list, Iterable):
        return [parse_card(token) for token in text_or_list]
    raise CardError(f"{text_or_list!r} is not a list of cards")


@dataclass(frozen=True)
class Deck:
    """The cards of a game and the bits that stand for them.

    ``packs`` is 1 or 2, ``jokers`` 0 or 2 (one of each, however many packs), ``removed`` the cards taken out, named
    once for each copy, and ``high_trumps`` the cards that rank above the ace of spades, highest first; every joker must
    be among them, and otherwise only deuces may be (``deck.packs``, ``deck.jokers``, ``deck.removed``,
    ``deck.high_trumps``). Frozen, hashable, equal by value. Raises :class:`CardError` for a deck that cannot be.

    >>> six = Deck(packs=2, removed=("2D", "2D"))
    >>> six.size, six.text(*six.masks("AS AS KD"))
    (102, 'AS AS KD')
    """

    packs: int = 1
    jokers: int = 0
    removed: tuple[str, ...] = ()
    high_trumps: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "removed", tuple(parse_cards(self.removed)))
        object.__setattr__(self, "high_trumps", tuple(parse_cards(self.high_trumps)))
        if self.packs not in (1, 2) or self.jokers not in (0, 2):
            raise CardError(f"a deck has 1 or 2 packs and 0 or 2 jokers, not {self.packs} and {self.jokers}")
        full = self._full_pack()
        for card, copies in Counter(self.removed).items():
            if copies > full[card]:
                raise CardError(f"{card} cannot be removed {_times(copies)}: the pack has {full[card]} of it")
        for card, copies in Counter(self.high_trumps).items():
            if copies > 1:
                raise CardError(f"{card} is listed {_times(copies)} among the high trumps")
            if card not in DEUCES + JOKERS:
                raise CardError(f"{card} cannot be a high trump: only jokers and deuces can")
            if not self._copies[card]:
                raise CardError(f"{card} is a high trump but not in the pack")
        for joker in JOKERS:
            if self._copies[joker] and joker not in self.high_trumps:
                raise CardError(f"{joker} is in the pack but not among the high trumps")

    def _full_pack(self) -> Counter[str]:
        pack = Counter(dict.fromkeys(ORDINARY_CARDS, self.packs))
        pack.update(dict.fromkeys(JOKERS, 1) if self.jokers else {})
        return pack

    @cached_property
    def _copies(self) -> Counter[str]:
        return self._full_pack() - Counter(self.removed)

    @cached_property
    def _bit_of(self) -> dict[str, int]:
        bits = {card: bit for bit, card in enumerate(ORDINARY_CARDS)}
        bits.update((card, FIRST_HIGH_TRUMP_BIT + i) for i, card in enumerate(reversed(self.high_trumps)))
        return {card: bit for card, bit in sorted(bits.items(), key=lambda item: item[1]) if self._copies[card]}

    @cached_property
    def _card_at(self) -> dict[int, str]:
        return {bit: card for card, bit in self._bit_of.items()}

    @cached_property
    def _display_order(self) -> tuple[tuple[int, str], ...]:
        """Every card with its bit, suits S H D C, high to low."""
        order = sorted(self._card_at.items(), key=lambda item: (DISPLAY_SUITS.index(self.suit_of(item[1])), -item[0]))
        return tuple(order)

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The names of all cards, by rising bit, copies side by side."""
        return tuple(card for card in self._bit_of for _ in range(self._copies[card]))

    @property
    def size(self) -> int:
        """The number of cards, copies included."""
        return len(self.cards)

    def bit(self, card: str) -> int:
        """The number of the card's bit; raises :class:`CardError` if the deck lacks the card."""
        bit = self._bit_of.get(card)
        if bit is None:
            name = parse_card(card)
            if name not in self._bit_of:
                raise CardError(f"{name} is not in the pack")
            bit = self._bit_of[name]
        return bit

    def card(self, bit: int) -> str:
        """The name of the card that has this bit."""
        if bit not in self._card_at:
            raise CardError(f"bit {bit} stands for no card of the pack")
        return self._card_at[bit]

    def suit_of(self, card: str) -> str:
        """The effective suit of a card, a letter of ``CDHS``: high trumps are spades."""
        return "S" if self.bit(card) >= FIRST_HIGH_TRUMP_BIT else SUITS[self.bit(card) % 4]

    def rank_order(self, card: str) -> int:
        """The order of a card within its effective suit: 2..14 for the ordinary ranks, high trumps from 15 upwards."""
        bit = self.bit(card)
        return 15 + bit - FIRST_HIGH_TRUMP_BIT if bit >= FIRST_HIGH_TRUMP_BIT else 2 + bit // 4

    @cached_property
    def suit_masks(self) -> tuple[int, int, int, int]:
        """The cards of each effective suit, in the order C D H S.

        >>> [mask.bit_count() for mask in Deck(high_trumps=("2D",)).suit_masks]
        [13, 12, 13, 14]
        """
        clubs, diamonds, hearts, spades = (
            sum(1 << bit for card, bit in self._bit_of.items() if self.suit_of(card) == suit) for suit in SUITS
        )
        return clubs, diamonds, hearts, spades

    def mask(self, cards: str | Iterable[str]) -> int:
        """The set of some cards as one integer; raises :class:`CardError` for a card that is missing or given twice."""
        held, twice = self.masks(cards)
        if twice:
            raise CardError(f"{self.names(twice)[0]} is given twice")
        return held

    def masks(self, cards: str | Iterable[str]) -> tuple[int, int]:
        """The cards held, and those of them held twice; raises :class:`CardError` for copies that the pack lacks."""
        held = twice = 0
        for card in parse_cards(cards):
            bit = 1 << self.bit(card)
            if twice & bit or (held & bit and self._copies[card] < 2):
                raise CardError(f"{card} is given more often than the pack has it ({_times(self._copies[card])})")
            twice |= held & bit
            held |= bit
        return held, twice

    def names(self, mask: int, twice: int = 0) -> list[str]:
        """The names of a set of cards in display order: suits S H D C, high to low, a card held twice named twice."""
        mask, twice = int(mask), int(twice)  # numpy integers come in from the engine's columns
        if stray := (mask & ~self._everything) | (twice & ~mask):
            raise CardError(f"bit {stray.bit_length() - 1} stands for no card that is held")
        return [card for bit, card in self._display_order for _ in range((mask >> bit & 1) + (twice >> bit & 1))]

    @cached_property
    def _everything(self) -> int:
        return sum(1 << bit for bit in self._card_at)

    def text(self, mask: int, twice: int = 0) -> str:
        """The names of a set of cards as one text.

        >>> STANDARD.text(STANDARD.mask("9C 2D KH 2S AS"))
        'AS 2S KH 2D 9C'
        """
        return " ".join(self.names(mask, twice))


def _times(copies: int) -> str:
    return {1: "once", 2: "twice"}.get(copies, f"{copies} times")


#: The ordinary pack of 52 cards.
STANDARD = Deck()
