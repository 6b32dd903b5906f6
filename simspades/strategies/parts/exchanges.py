"""Exchanges of cards with a partner: what a nil gives away, and what comes back.

Source: HEURISTICS.md section 4, "Cover", and the complaints of section 5 about bots that pass the wrong cards: what
endangers the nil goes, and what comes back is low.
"""

from __future__ import annotations

from simspades.strategies.helpers import count, highest, lowest, ranks_from
from simspades.strategies.parts.suits import JACK, best_side_suit, choose
from simspades.strategies.views import ExchangeView


def _next_dangerous(rest: int, spades: int) -> int:
    high_spades, side = rest & spades & ranks_from(JACK), rest & ~spades
    return highest(choose(high_spades != 0, high_spades, choose(side != 0, side, rest)))


def give_dangerous(v: ExchangeView) -> int:
    """The cards that a nil would rather not hold: spades from the jack up, then the highest of the other suits."""
    first = _next_dangerous(v.hand, v.spades)
    second = _next_dangerous(v.hand & ~first, v.spades)
    third = _next_dangerous(v.hand & ~(first | second), v.spades)
    return first | choose(v.n_cards > 1, second, 0) | choose(v.n_cards > 2, third, 0)


def _next_useless(rest: int, spades: int) -> int:
    side = rest & ~spades
    return lowest(choose(side != 0, side, rest))


def give_back_low(v: ExchangeView) -> int:
    """The lowest cards outside spades, one of the suit asked for first."""
    asked = lowest(v.hand & v.request)
    first = choose(asked != 0, asked, _next_useless(v.hand, v.spades))
    second = _next_useless(v.hand & ~first, v.spades)
    third = _next_useless(v.hand & ~(first | second), v.spades)
    return first | choose(v.n_cards > 1, second, 0) | choose(v.n_cards > 2, third, 0)


def ask_longest(v: ExchangeView) -> int:
    """The longest side suit: one more low card under which high ones can hide."""
    return best_side_suit(v, count(v.hand & v.clubs), count(v.hand & v.diamonds), count(v.hand & v.hearts))
