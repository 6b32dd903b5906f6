"""Exchanges: which cards to give away. Each takes the view of an exchange and gives a set of ``v.n_cards`` cards.

The nil bidder gives what might win a trick, his partner gives back what surely does not; ``v.giving`` tells which of
them one is. What players do who say nothing of it is :func:`simspades.strategies.defaults.exchange`; these are other
ways. At most three cards are exchanged in any rule set.
"""

from __future__ import annotations

from simspades.strategies.helpers import count, highest, lowest, ranks_from
from simspades.strategies.parts.suits import NONE, QUEEN, best_side_suit, choose
from simspades.strategies.views import ExchangeView

#: The most cards of any exchange.
MOST = 3


def _of_equals(v: ExchangeView, card: int, cards: int, longest: bool) -> int:
    """Of ``cards`` outside spades that are of one rank with ``card`` the one of the shortest suit, or the longest."""
    club = choose(card & v.hearts != 0, card >> 2, choose(card & v.diamonds != 0, card >> 1, card))
    clubs, diamonds, hearts = cards & club, cards & club << 1, cards & club << 2
    suit = best_side_suit(
        v,
        _worth(clubs, count(cards & v.clubs), longest),
        _worth(diamonds, count(cards & v.diamonds), longest),
        _worth(hearts, count(cards & v.hearts), longest),
    )
    return suit & (clubs | diamonds | hearts)


def _worth(card: int, n: int, longest: bool) -> int:
    return choose(card == 0, NONE, choose(longest, n, -n))


def tricksterbots_gift(v: ExchangeView) -> int:
    """A nil bidder's: spades beyond three from the top, then spades of the three highest ranks, then the highest cards
    of other suits, of equal ones from the shortest.

    Source: TricksterBots (issues 19 and 302 are about what it gave before).
    """
    chosen = 0
    for k in range(MOST):
        rest = v.hand & ~chosen
        spades, side = rest & v.spades, rest & ~v.spades
        others = _of_equals(v, highest(side), side, False)
        gives_spade = (count(spades) > 3) | (spades & ranks_from(QUEEN) != 0) | (side == 0)
        card = choose(gives_spade, highest(spades), others)
        chosen |= choose(k < v.n_cards, card, 0)
    return chosen


def tricksterbots_return(v: ExchangeView) -> int:
    """The partner's: the lowest cards outside spades, of equal ones from the longest suit; then the lowest spades.

    Source: TricksterBots.
    """
    chosen = 0
    for k in range(MOST):
        rest = v.hand & ~chosen
        side = rest & ~v.spades
        low = _of_equals(v, lowest(side), side, True)
        card = choose(side != 0, low, lowest(rest))
        chosen |= choose(k < v.n_cards, card, 0)
    return chosen


def dachimpy_gift(v: ExchangeView) -> int:
    """A nil bidder's: the top spades, then the cards of his shortest side suit from the top, so that he can discard on
    it.

    Source: dachimpy, whose vulnerable nils need a discard route; how to make one is ours.
    """
    chosen = 0
    for k in range(MOST):
        rest = v.hand & ~chosen
        spades, clubs, diamonds, hearts = rest & v.spades, rest & v.clubs, rest & v.diamonds, rest & v.hearts
        shortest = best_side_suit(
            v,
            _worth(clubs, count(clubs), False),
            _worth(diamonds, count(diamonds), False),
            _worth(hearts, count(hearts), False),
        )
        gives_spade = (spades & ranks_from(QUEEN) != 0) | (rest & ~v.spades == 0)
        card = choose(gives_spade, highest(spades), highest(rest & shortest))
        chosen |= choose(k < v.n_cards, card, 0)
    return chosen


def asked_return(v: ExchangeView) -> int:
    """The partner's where a suit was asked for: the lowest of it first, then as :func:`tricksterbots_return` gives.

    Source: RULEBOOK.md, ``blind_nil.suit_request``.
    """
    asked = lowest(v.hand & v.request)
    others = tricksterbots_return(v)
    # the last of the cards given back makes room for the one that was asked for
    fewer = others & ~choose(others & asked != 0, 0, highest(others))
    return choose(asked != 0, fewer | asked, others)
