"""Small words for sets of cards, for use inside strategies.

A set of cards is one whole number: bit ``4 * (rank - 2) + suit`` is set for each card of it (suits clubs, diamonds,
hearts, spades), and jokers and promoted deuces follow above as the highest spades. Sets combine with ``&``, ``|`` and
``& ~``; an empty set is 0 and counts as false. Within a suit a higher card is a higher number.

Each function is plain Python here, so that a strategy can be tried and tested without a compiler; the engine compiles
the same names to single machine instructions.
"""

from __future__ import annotations

__all__ = [
    "AIM_ACES",
    "AIM_BEMO",
    "AIM_BIG_BEMO",
    "ANNOUNCE_NIL",
    "BLIND_MOON",
    "BLIND_NIL",
    "DOUBLE_NIL",
    "MOON",
    "NIL",
    "TEN",
    "ZERO",
    "above",
    "blind_no_trump",
    "blind_number",
    "closest",
    "count",
    "from_top",
    "highest",
    "lowest",
    "no_trump",
    "number_at",
    "pick",
    "ranks_from",
    "suit_of",
    "talk",
]

#: What ``bid`` returns to call nil; where a bid of zero is a nil, 0 is read the same way.
NIL = 32
#: What ``bid`` returns for a plain zero beside a nil, a ten for 200, a moon, and a double nil of both partners.
ZERO, TEN, MOON, DOUBLE_NIL = 3 << 5, 5 << 5, 6 << 5, 10 << 5
#: What ``blind`` returns for a blind nil and a blind moon.
BLIND_NIL, BLIND_MOON = 2 << 5, 7 << 5
#: What ``announce`` returns to announce a nil in partnership bidding.
ANNOUNCE_NIL = NIL << 5
#: What ``declare`` returns, added where both are wanted: the first six or nine tricks, or all the aces.
AIM_BEMO, AIM_BIG_BEMO, AIM_ACES = 1, 2, 4

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


def no_trump(number: int) -> int:
    """What ``bid`` returns to bid a number without winning a trick by a ruff."""
    return (8 << 5) + number


def blind_number(number: int) -> int:
    """What ``blind`` returns to call a number blind."""
    return (4 << 5) + number


def blind_no_trump(number: int) -> int:
    """What ``blind`` returns to call a no-trump number blind."""
    return (9 << 5) + number


def talk(sure: int, possible: int) -> int:
    """What ``announce`` returns: the tricks that are sure, and those that are possible."""
    return sure + (possible << 5)


def number_at(bit: int) -> int:
    """The number that a set of one bit stands for in a view's ``legal`` numbers.

    >>> number_at(0b1000)
    3
    """
    return count(bit - 1)


def closest(number: int, legal: int) -> int:
    """The legal number closest to one that is wanted, the higher of two; ``legal`` has bit n set for the number n.

    >>> closest(5, 0b0001110), closest(0, 0b0001110), closest(2, 0b0001110)
    (3, 1, 2)
    """
    below = legal & ((2 << number) - 1)
    over = legal & ~((2 << number) - 1)
    down = number - number_at(highest(below)) if below != 0 else 99
    up = number_at(lowest(over)) - number if over != 0 else 99
    return number - down if down < up else number + up
