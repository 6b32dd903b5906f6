"""``random``: every legal call and every legal card is equally likely. The baseline below all others."""

from __future__ import annotations

from typing import Any

from simspades.strategies.helpers import NIL, count, number_at, pick
from simspades.strategies.model import Strategy


def bid(v: Any) -> int:
    """One of the legal calls, each equally likely, nil among them."""
    n_calls = count(v.legal) + (1 if v.may_nil else 0)
    # the high half of the random number says whether it is nil, the low half which number
    nil = v.legal == 0 or (v.may_nil and ((v.random >> 32) * n_calls) >> 31 == 0)
    return NIL if nil else number_at(pick(v.legal, v.random))


def play(v: Any) -> int:
    """One of the legal cards, each equally likely."""
    return pick(v.legal, v.random)


random = Strategy(bid=bid, play=play, name="random", doc="Every legal call and card is equally likely.")
