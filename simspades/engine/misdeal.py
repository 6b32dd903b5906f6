"""Deals that are thrown in (RULEBOOK.md C): which holdings allow it, and which lanes deal again."""

from simspades.engine import layout as at
from simspades.engine.bits import byte, full_width, popcount
from simspades.engine.deal import LANE
from simspades.engine.jit import inline, outline
from simspades.engine.layout import ASKED, CHOICE, HAND, KINDS, LANES, MISDEALS, TWICE, WORK
from simspades.strategies.helpers import ranks_from

#: Rows of the work area beside those of the deal: the lanes that look at their cards, and those that throw in.
LOOKING = WORK + 15
THROWN = LANE  # only needed before the lanes are gathered


@inline
def _length(holding, twice, suit):
    return popcount(holding & suit) + popcount(twice & suit)


@outline
def ask_misdeal(S, R, position):
    """The lanes in which a position's cards allow a misdeal: not after a blind call, nor once it has been called."""
    full_width()
    clubs, diamonds, hearts, spades = R[at.R_CLUBS], R[at.R_DIAMONDS], R[at.R_HEARTS], R[at.R_SPADES]
    conditions = R[at.R_MISDEAL]
    wants_none = conditions & at.MISDEAL_NO_SPADES != 0
    wants_one = conditions & at.MISDEAL_ONE_SPADE != 0
    wants_long = conditions & at.MISDEAL_LONG_SUIT != 0
    wants_no_court = conditions & at.MISDEAL_NO_COURT != 0
    wants_both = conditions & at.MISDEAL_ONE_AND_LONG != 0
    courts = ranks_from(11) & ~ranks_from(14)
    holdings = S[(HAND + position) * LANES : (HAND + position + 1) * LANES]
    doubles = S[(TWICE + position) * LANES : (TWICE + position + 1) * LANES]
    anybody = 0
    for i in range(LANES):
        holding, twice = holdings[i], doubles[i]
        n = _length(holding, twice, spades)
        long_ = n >= 7
        long_ |= _length(holding, twice, clubs) >= 7
        long_ |= _length(holding, twice, diamonds) >= 7
        long_ |= _length(holding, twice, hearts) >= 7
        may = (wants_none & (n == 0)) | (wants_one & (n <= 1)) | (wants_long & long_)
        may |= wants_no_court & (holding & courts == 0)
        may |= wants_both & (n <= 1) & long_
        kind = byte(S[KINDS * LANES + i], 8 * position)
        blind = (kind != 0) & (kind != at.KIND_BOUND + 1)
        may &= (not blind) & (S[LOOKING * LANES + i] == 1)
        asked = 1 if may else 0
        S[ASKED * LANES + i] = asked
        anybody |= asked
    return anybody != 0


@outline
def take_misdeal(S):
    """Who throws in; LOOKING is 2 where somebody has."""
    full_width()
    for i in range(LANES):
        thrown = (S[ASKED * LANES + i] != 0) & (S[CHOICE * LANES + i] != 0)
        S[LOOKING * LANES + i] += 1 if thrown else 0


@outline
def gather_thrown(S):
    """The lanes that deal again side by side in LANE; how many, rounded up to whole vectors by repeating the last."""
    n = 0
    last = 0
    for i in range(LANES):
        if S[LOOKING * LANES + i] == 2:
            S[LANE * LANES + n] = last = i
            S[MISDEALS * LANES + i] += 1
            n += 1
    while n & 7 != 0:
        S[LANE * LANES + n] = last
        n += 1
    for i in range(LANES):
        S[LOOKING * LANES + i] = 1 if S[LOOKING * LANES + i] == 2 else 0
    return n
