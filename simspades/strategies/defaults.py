"""The decisions that a strategy need not write: no blind nil, and a sensible exchange of cards.

Source of the exchange: a nil bidder passes what is most likely to win a trick, high spades first, and the partner
gives back low cards, of the suit asked for where there is one (RULEBOOK.md D; HEURISTICS.md section 4, "Cover").
"""

from __future__ import annotations

from typing import Any

from simspades.strategies.helpers import count, highest, lowest, ranks_from

__all__ = ["blind", "exchange", "request"]


def blind(v: Any) -> bool:
    """Never call a blind nil."""
    return False


def _most_dangerous(v: Any) -> int:
    """The cards that a nil would rather not hold: spades from the jack up, then the highest of the other suits."""
    chosen = 0
    for _ in range(3):
        rest = v.hand & ~chosen
        high_spades = rest & v.spades & ranks_from(11)
        side = rest & ~v.spades
        card = highest(high_spades if high_spades != 0 else side if side != 0 else rest)
        chosen |= card if count(chosen) < v.n_cards else 0
    return chosen


def _least_useful(v: Any) -> int:
    """The lowest cards outside spades, one of the suit asked for first."""
    chosen = lowest(v.hand & v.request)
    for _ in range(3):
        rest = v.hand & ~chosen
        side = rest & ~v.spades
        card = lowest(side if side != 0 else rest)
        chosen |= card if count(chosen) < v.n_cards else 0
    return chosen


def exchange(v: Any) -> int:
    """Give the most dangerous cards of a nil; give back the lowest cards outside spades."""
    return _most_dangerous(v) if v.giving else _least_useful(v)


def request(v: Any) -> int:
    """Ask for a low card of the longest side suit: one more card under which high ones can hide."""
    clubs, diamonds, hearts = count(v.hand & v.clubs), count(v.hand & v.diamonds), count(v.hand & v.hearts)
    longest: int = v.clubs
    if diamonds > clubs:
        longest = v.diamonds
    if hearts > clubs and hearts > diamonds:
        longest = v.hearts
    return longest
