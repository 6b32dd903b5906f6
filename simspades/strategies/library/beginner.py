"""``beginner``: every ace and king is a trick, and so is each spade beyond the third (HEURISTICS.md section 1,
narkive).

It calls nil without ace, king and long spades, whatever else it holds, and plays as ``basic``.
"""

from __future__ import annotations

from typing import Any

from simspades.strategies.helpers import NIL, count, ranks_from
from simspades.strategies.library.basic import play
from simspades.strategies.model import Strategy
from simspades.strategies.parts.counts import narkive_count
from simspades.strategies.parts.standing import for_table, legal_number, partner_room, rounded
from simspades.strategies.parts.suits import KING, choose


def bid(v: Any) -> int:
    """The beginner's count; nil without a top card and with three spades at most."""
    number = partner_room(v, rounded(for_table(v, narkive_count(v)), 0))
    nil = v.may_nil & v.has_partner & (v.hand & ranks_from(KING) == 0) & (count(v.hand & v.spades) <= 3)
    return choose(nil, NIL, legal_number(v, choose(number > 1, number, 1)))


beginner = Strategy(
    bid=bid,
    play=play,
    name="beginner",
    doc="Counts aces, kings and long spades as tricks, and calls nil without them (narkive); plays as basic.",
)
