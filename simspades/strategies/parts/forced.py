"""Bids that need no judgement: what the forms of bidding force, and baselines whose figures can be worked out by hand.

Source: HEURISTICS.md section 1; the forms are RULEBOOK.md, ``bid.form``. The expected bids follow from the
hypergeometric distribution of spades and aces (``tests/test_parts.py``), so that a mistake in the dealing or the
bidding shows.
"""

from __future__ import annotations

from simspades.strategies.helpers import NIL, count, ranks_from
from simspades.strategies.views import BidView


def mirror_bid(v: BidView) -> int:
    """As many as one holds spades; without any, nil. Mean of the number: a quarter of the tricks."""
    n = count(v.hand & v.spades)
    return n if n > 0 else NIL


def whiz_bid(v: BidView, nil: bool) -> int:
    """As many as one holds spades, or a nil where ``nil`` says so."""
    n = count(v.hand & v.spades)
    return NIL if nil or n == 0 else n


def crazy_aces_bid(v: BidView) -> int:
    """Three for each ace; without any, nil."""
    aces = count(v.hand & ranks_from(14) & ~ranks_from(15))
    return 3 * aces if aces > 0 else NIL
