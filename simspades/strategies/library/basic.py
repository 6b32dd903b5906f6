"""``basic``: counts high cards and long spades, and plays to make the contract.

The plainest sound player: ace and guarded king and queen in the side suits, high and long spades, voids to ruff in
(after the usual beginner's count, HEURISTICS.md section 1, "narkive/beginner" and "danongames 1"); a nil with nothing
that looks like a trick. At the table it takes tricks while its side needs them and ducks once it doesn't.
"""

from __future__ import annotations

from typing import Any

from simspades.strategies.helpers import NIL, closest, count, highest, lowest, ranks_from
from simspades.strategies.model import Strategy

ACE = 14
KING = 13
QUEEN = 12


def _side_suit(suit: int) -> int:
    """Tricks to expect from a side suit, in thirty-seconds of a trick."""
    n = count(suit)
    points = 0
    if suit & ranks_from(ACE):
        points += 30 if n <= 5 else (19 if n == 6 else 0)
    if suit & ranks_from(KING) & ~ranks_from(ACE) and 2 <= n <= 5:
        points += 21
    if suit & ranks_from(QUEEN) & ~ranks_from(KING) and 3 <= n <= 4:
        points += 8
    if n == 0:
        points += 13
    return points


def bid(v: Any) -> int:
    """The number of tricks expected; a nil with next to none and no high spade."""
    spades = v.hand & v.spades
    n = count(spades)
    points = _side_suit(v.hand & v.clubs) + _side_suit(v.hand & v.diamonds) + _side_suit(v.hand & v.hearts)
    points += 29 * count(spades & ranks_from(QUEEN)) + (32 * (n - 3) if n > 3 else 0)
    # of two packs every honour has a twin that may beat it
    points -= points >> 2 if v.players > 4 else 0
    tricks = ((points + 9) >> 5) + (v.partner_sure if v.for_side else 0)
    tricks = tricks if tricks > 0 or v.legal & 1 else 1
    number = closest(tricks, v.legal) if v.legal else NIL
    nil = v.may_nil and v.has_partner and points < 20 and n <= 3 and not spades & ranks_from(KING)
    return NIL if nil else number


def play(v: Any) -> int:
    """Take tricks while the side needs them, cheaply; otherwise, and always with a nil, lose them."""
    side = v.legal & ~v.spades
    if v.leading:
        if v.need > 0 and not v.my_nil:
            return highest(side if side != 0 else v.legal)
        return lowest(v.legal)
    if v.my_nil or v.need <= 0:
        if v.loses:
            return highest(v.loses)
        return highest(v.beats) if v.last else lowest(v.beats)
    if v.beats and not (v.partner_wins and v.last):
        winners = v.beats & ~v.spades
        if winners:
            return lowest(winners) if v.last else highest(winners)
        return lowest(v.beats)
    return lowest(side if side != 0 else v.legal)


basic = Strategy(
    bid=bid, play=play, name="basic", doc="Counts high cards and long spades, and plays to make the contract."
)
