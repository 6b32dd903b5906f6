"""Small words for sets of cards, for use inside strategies.

A set of cards is one whole number: bit ``4 * (rank - 2) + suit`` is set for each card of it (suits clubs, diamonds,
hearts, spades), and jokers and promoted deuces follow above as the highest spades. Sets combine with ``&``, ``|`` and
``& ~``; an empty set is 0 and counts as false. Within a suit a higher card is a higher number.

Each function is plain Python here, so that a strategy can be tried and tested without a compiler; the engine compiles
the same names to single machine instructions.
"""

from __future__ import annotations

__all__ = ["NIL", "above", "count", "from_top", "highest", "lowest", "pick", "ranks_from", "suit_of"]

#: What ``bid`` returns to call nil; where a bid of zero is a nil, 0 is read the same way.
NIL = 32

#: Cards of the lowest rank in all four suits; shifted by 4 * k, those k ranks higher.
_RANK = 0xF


def lowest(cards: int) -> int:
    """The lowest card of a set over all suits, as a set of one; empty for an empty set.

    >>> lowest(0b1100)
    4
    """
    return cards & -cards


def highest(cards: int) -> int:
    """The highest card of a set over all suits, as a set of one; empty for an empty set.

    >>> highest(0b1100)
    8
    """
    return (1 << cards.bit_length()) >> 1


def count(cards: int) -> int:
    """How many cards a set holds.

    >>> count(0b1101)
    3
    """
    return cards.bit_count()


def above(card: int) -> int:
    """Every card with a higher number than ``card`` (a set of one); cut it to a suit with ``&``.

    >>> above(0b100) & 0b11111
    24
    """
    return -(card << 1)


def ranks_from(rank: int) -> int:
    """All cards of ``rank`` (2 to 14) and higher, high trumps included; cut it to a suit with ``&``.

    >>> count(ranks_from(13) & 0xFFFFFFFFFFFFF)
    8
    """
    return -(1 << (4 * (rank - 2)))


def suit_of(card: int, suits: tuple[int, int, int, int]) -> int:
    """The suit, as a set, that a card belongs to; ``suits`` are the four suits of the deck.

    >>> suit_of(0b10000, (0x11, 0x22, 0x44, 0x88)) == 0x11
    True
    """
    clubs, diamonds, hearts, spades = suits
    if card & clubs:
        return clubs
    if card & diamonds:
        return diamonds
    if card & hearts:
        return hearts
    return spades


def from_top(cards: int, n: int) -> int:
    """The ``n`` highest cards of a set, at most six of them.

    >>> from_top(0b1101, 2)
    12
    """
    chosen = 0
    for k in range(6):
        if k < n:
            chosen |= highest(cards & ~chosen)
    return chosen


def pick(cards: int, random: int) -> int:
    """One card of a set, each equally likely; ``random`` is the view's random number.

    >>> pick(0b1101, 0) == 0b0001
    True
    """
    skip = ((random & 0xFFFFFFFF) * count(cards)) >> 32
    for k in range(17):
        if k < skip:
            cards &= cards - 1
    return cards & -cards
