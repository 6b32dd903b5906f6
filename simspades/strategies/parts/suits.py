"""Words that the other parts share: units, the cards of one suit, and wishes for a card.

Tricks are counted in 1/1024 of a trick (``TRICK``), so that published decimals and exact probabilities keep three
digits and a count is rounded by a shift. ``P20`` is .20 of a trick, ``P75`` .75.

``choose`` is a conditional expression as a word. The compiler needs seconds for long functions with many branches, and
next to nothing for the same functions without; so the parts that every card passes through choose by it, and combine
truths with ``&`` and ``|``.

A *wish* is a set of cards and an end of it in one number: the set itself for its highest card, its complement for its
lowest. Players choose among wishes and work out the card once, from the wish that is left: what all hands of a vector
compute is paid for by all.
"""

from __future__ import annotations

from simspades.strategies.helpers import count, highest, lowest, ranks_from
from simspades.strategies.views import ExchangeView, PlayView

ACE, KING, QUEEN, JACK, TEN, NINE, EIGHT, SEVEN = 14, 13, 12, 11, 10, 9, 8, 7

#: The cards of a rank in all four suits.
ACES, KINGS, QUEENS, JACKS, TENS = (0xF << (4 * (rank - 2)) for rank in (ACE, KING, QUEEN, JACK, TEN))

#: One trick.
TRICK = 1024

#: Hundredths of a trick.
P20, P25, P30, P35, P40, P50, P55, P70, P75, P80, P90 = (
    round(TRICK * hundredths / 100) for hundredths in (20, 25, 30, 35, 40, 50, 55, 70, 75, 80, 90)
)


def choose(condition: bool, this: int, other: int) -> int:
    """The first where the condition holds, else the second."""
    return this if condition else other


def holds(suit: int, rank: int) -> bool:
    """Whether a set of cards of one suit holds the rank (2 to 14)."""
    return suit & ranks_from(rank) & ~ranks_from(rank + 1) != 0


def rank_sum(suit: int) -> int:
    """The sum of the ranks (2 to 14) of a set of cards: each mask holds the ranks r with one bit of r - 2 set."""
    return (
        2 * count(suit)
        + count(suit & 0xF0F0F0F0F0F0)
        + 2 * count(suit & 0xFF00FF00FF00)
        + 4 * count(suit & 0xF0000FFFF0000)
        + 8 * count(suit & 0xFFFFF00000000)
    )


def by_length(table: int, n: int) -> int:
    """An entry of a table of bytes for suits of one to seven cards, packed by :func:`packed`; longer ones are as seven,
    and a void gives nothing.
    """
    byte = (n - 1 if n < 7 else 6) if n > 0 else 7
    return (table >> (8 * byte)) & 255


def packed(*entries: float) -> int:
    """A table for :func:`by_length`: seven fractions of a trick, kept in 1/128."""
    return sum(round(128 * entry) << (8 * k) for k, entry in enumerate(entries))


def bosses(own: int, unseen: int) -> int:
    """The cards of one suit that no unseen card of it can beat."""
    # where nothing is unseen, above(0) would be empty: the lowest bit stands in, below which no card is
    return own & -(highest(unseen) << 1 | choose(unseen == 0, 1, 0))


def at_or_below(cards: int) -> int:
    """For each side suit all cards up to the highest of a set, by filling downward a rank at a time. Not for spades,
    whose jokers and promoted deuces lie elsewhere.
    """
    filled = cards | cards >> 4
    filled |= filled >> 8
    filled |= filled >> 16
    return filled | filled >> 32


def side_bosses(v: PlayView) -> int:
    """The legal cards of the side suits that only a spade can beat."""
    return v.legal & ~v.spades & ~at_or_below(v.unseen & ~v.spades)


def singletons(cards: int) -> int:
    """Of cards of the side suits those that are alone in their suit."""
    below = at_or_below(cards >> 4)
    # the cards above a lower one are what filling upward from it reaches
    filled = cards << 4 | cards << 8
    filled |= filled << 8
    filled |= filled << 16
    filled |= filled << 32
    return cards & ~below & ~filled


def spade_bosses(v: PlayView) -> int:
    """The legal spades that no unseen card can beat."""
    return bosses(v.legal & v.spades, v.unseen & v.spades)


def side_cards(v: PlayView) -> int:
    """The legal cards outside spades, or all legal cards where there are none."""
    side = v.legal & ~v.spades
    return choose(side != 0, side, v.legal)


def tricks_left(v: PlayView) -> int:
    """Tricks still to be won, the one on the table included."""
    return v.n_tricks - v.trick + 1


def low_of(cards: int) -> int:
    """The wish for the lowest card of a set; the set itself is the wish for its highest."""
    return ~cards


def fulfil(wish: int) -> int:
    """The card that a wish is for."""
    return choose(wish >= 0, highest(wish), lowest(~wish))


#: The score of a suit that has no card to play.
NONE = -1000


def best_side_suit(v: PlayView | ExchangeView, clubs: int, diamonds: int, hearts: int) -> int:
    """The side suit with the highest score; the first of them where scores are equal."""
    black_or_red = choose(diamonds > clubs, v.diamonds, v.clubs)
    return choose((hearts > diamonds) & (hearts > clubs), v.hearts, black_or_red)
