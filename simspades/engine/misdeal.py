"""Deals that are thrown in (RULEBOOK.md C): which holdings allow it, and which lanes deal again."""

from simspades.engine import layout as at
from simspades.engine.bits import byte, full_width, popcount
from simspades.engine.deal import LANE
from simspades.engine.jit import inline, outline
from simspades.engine.layout import ASKED, CHOICE, HAND, KINDS, LANES, LOOKING, MISDEALS, QUALIFIED, TWICE
from simspades.strategies.helpers import ranks_from


@inline
def _length(holding, twice, suit):
    return popcount(holding & suit) + popcount(twice & suit)


@inline
def conditions_of(R):
    """What a holding is looked at for: the suits, and which conditions the rules have."""
    bits = R[at.R_MISDEAL]
    return (
        R[at.R_CLUBS],
        R[at.R_DIAMONDS],
        R[at.R_HEARTS],
        R[at.R_SPADES],
        bits & at.MISDEAL_NO_SPADES != 0,
        bits & at.MISDEAL_ONE_SPADE != 0,
        bits & at.MISDEAL_LONG_SUIT != 0,
        bits & at.MISDEAL_NO_COURT != 0,
        bits & at.MISDEAL_ONE_AND_LONG != 0,
    )


@inline
def qualifies(holding, twice, conditions):
    """Whether a holding may be thrown in (misdeal.conditions)."""
    clubs, diamonds, hearts, spades, wants_none, wants_one, wants_long, wants_no_court, wants_both = conditions
    courts = ranks_from(11) & ~ranks_from(14)
    n = _length(holding, twice, spades)
    long_ = (n >= 7) | (_length(holding, twice, clubs) >= 7)
    long_ |= _length(holding, twice, diamonds) >= 7
    long_ |= _length(holding, twice, hearts) >= 7
    may = (wants_none & (n == 0)) | (wants_one & (n <= 1)) | (wants_long & long_)
    may |= wants_no_court & (holding & courts == 0)
    return may | (wants_both & (n <= 1) & long_)


@outline
def find_misdeals(S, R):
    """QUALIFIED: the positions, as bits, whose cards may be thrown in, in every lane."""
    full_width()
    conditions = conditions_of(R)
    for i in range(LANES):
        S[QUALIFIED * LANES + i] = 0
    for p in range(R[at.R_PLAYERS]):
        holdings = S[(HAND + p) * LANES : (HAND + p + 1) * LANES]
        doubles = S[(TWICE + p) * LANES : (TWICE + p + 1) * LANES]
        for i in range(LANES):
            S[QUALIFIED * LANES + i] |= (1 if qualifies(holdings[i], doubles[i], conditions) else 0) << p


@outline
def find_misdeals_again(S, R, lanes):
    """The same in the lanes that LANE names; they are few, so one after another."""
    conditions = conditions_of(R)
    for j in range(lanes):
        i = S[LANE * LANES + j]
        found = 0
        for p in range(R[at.R_PLAYERS]):
            holding, twice = S[(HAND + p) * LANES + i], S[(TWICE + p) * LANES + i]
            found |= (1 if qualifies(holding, twice, conditions) else 0) << p
        S[QUALIFIED * LANES + i] = found


@outline
def ask_misdeal(S, position):
    """The lanes in which a position may call a misdeal: not after a blind call, nor once it has been called."""
    full_width()
    anybody = 0
    for i in range(LANES):
        kind = byte(S[KINDS * LANES + i], 8 * position)
        blind = (kind != 0) & (kind != at.KIND_BOUND + 1)
        may = ((S[QUALIFIED * LANES + i] >> position) & 1 != 0) & (not blind) & (S[LOOKING * LANES + i] == 1)
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
