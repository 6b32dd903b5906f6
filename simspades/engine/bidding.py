"""Calls: who may call what, and what the calls become (RULEBOOK.md E and F).

Positions here are seats clockwise from the dealer's left. The legal calls of a lane are one number: bit n for the
number n, bit 32 for a nil.
"""

from simspades.engine import layout as at
from simspades.engine.bits import byte, full_width
from simspades.engine.jit import inline
from simspades.engine.layout import (
    ASKED,
    CALLS,
    CHOICE,
    DEFICIT_OK,
    FAULT,
    FIRST,
    HAND,
    HAND_NUMBER,
    LANES,
    LEGAL,
    MINE,
    SCORE,
)

#: Bit of LEGAL that stands for a nil.
MAY_NIL = 1 << 32


@inline
def start_bidding(S, R):
    """No calls yet; which sides are far enough behind for a blind nil (blind_nil.min_deficit, blind_nil.from_hand)."""
    full_width()
    deficit = R[at.R_BLIND_DEFICIT]
    from_hand = R[at.R_BLIND_FROM_HAND]
    enabled = R[at.R_BLIND_NIL] != 0
    for i in range(LANES):
        S[CALLS * LANES + i] = 0
        behind = S[(SCORE + 1) * LANES + i] - S[SCORE * LANES + i]
        # a deficit of 0 is no restriction at all: the leader may call it too
        even = 1 if (deficit == 0) | (behind >= deficit) else 0
        odd = 2 if (deficit == 0) | (-behind >= deficit) else 0
        ready = enabled & (S[HAND_NUMBER * LANES + i] >= from_hand)
        S[DEFICIT_OK * LANES + i] = (even | odd) if ready else 0


@inline
def ask_blind(S, R):
    """Who of the players at hand may call a blind nil; true where anybody may."""
    full_width()
    both = R[at.R_NIL_BOTH] != 0
    me, partner = R[at.R_ME], R[at.R_PARTNER]
    anybody = 0
    for i in range(LANES):
        side = (S[FIRST * LANES + i] + (me >> 3)) & 1
        allowed = (S[DEFICIT_OK * LANES + i] >> side) & 1
        partner_nil = byte(S[CALLS * LANES + i], partner) >> 5 != 0
        allowed = allowed if both | (not partner_nil) else 0
        S[ASKED * LANES + i] = allowed
        S[CHOICE * LANES + i] = 0
        anybody |= allowed
    return anybody != 0


@inline
def take_blind(S, position):
    """Those who were asked and called a blind nil have made their call."""
    full_width()
    for i in range(LANES):
        called = (S[ASKED * LANES + i] != 0) & (S[CHOICE * LANES + i] != 0)
        S[ASKED * LANES + i] = 1 if called else 0
        S[CALLS * LANES + i] |= (at.CALL_BLIND_NIL << (8 * position)) if called else 0


@inline
def prepare_bid(S, R, position):
    """The holding and the legal calls of the player who is to call."""
    full_width()
    numbers = (2 << R[at.R_TRICKS]) - 2  # 1 up to the number of tricks: a zero is a nil (bid.zero)
    nil = R[at.R_NIL] != 0
    both = R[at.R_NIL_BOTH] != 0
    partner = R[at.R_PARTNER]
    holding = S[(HAND + position) * LANES : (HAND + position + 1) * LANES]
    for i in range(LANES):
        S[MINE * LANES + i] = holding[i]
    for i in range(LANES):
        partner_nil = byte(S[CALLS * LANES + i], partner) >> 5 != 0
        S[LEGAL * LANES + i] = numbers | (MAY_NIL if nil & (both | (not partner_nil)) else 0)


@inline
def take_bid(S, position):
    """Record the calls of all who did not call a blind nil; ASKED tells who did."""
    full_width()
    for i in range(LANES):
        blind = S[ASKED * LANES + i] != 0
        choice = S[CHOICE * LANES + i]
        legal = S[LEGAL * LANES + i]
        nil = (choice == 0) | (choice == at.CALL_NIL)
        number = (choice > 0) & (choice < 32)
        # the & keeps the shift in range where the choice is no call at all
        allowed = (nil & (legal & MAY_NIL != 0)) | (number & ((legal >> (choice & 31)) & 1 != 0))
        S[FAULT * LANES + i] |= 1 if (not allowed) & (not blind) else 0
        call = at.CALL_NIL if nil else choice & 31
        S[CALLS * LANES + i] |= 0 if blind else (call << (8 * position))
