"""The decisions that a strategy need not write: no blind nil, and a sensible exchange of cards.

A nil bidder passes what is most likely to win a trick, high spades first, and the partner gives back low cards, of the
suit asked for where there is one (RULEBOOK.md D; :mod:`simspades.strategies.parts.exchanges`).
"""

from __future__ import annotations

from typing import Any

from simspades.strategies.parts.exchanges import ask_longest, give_back_low, give_dangerous

__all__ = ["blind", "exchange", "request"]


def blind(v: Any) -> bool:
    """Never call a blind nil."""
    return False


def exchange(v: Any) -> int:
    """Give the most dangerous cards of a nil; give back the lowest cards outside spades."""
    return give_dangerous(v) if v.giving else give_back_low(v)


def request(v: Any) -> int:
    """Ask for a low card of the longest side suit."""
    return ask_longest(v)
