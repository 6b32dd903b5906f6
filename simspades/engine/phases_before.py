"""The driver's phases up to the play as C functions: what they do is in other modules, here they get their arguments."""

from numba import uint64

from simspades.engine import layout as at
from simspades.engine.auction import (
    after_bidding,
    before_bidding,
    bid_by_side,
    bid_in_turn,
    call_early,
    count_aces,
    raise_bids,
)
from simspades.engine.bidding import end_bidding
from simspades.engine.context import PHASE_SIGNATURE, X_BY_GAME, X_SEED, cards_of, state_of
from simspades.engine.deal import cut_card, take_stock
from simspades.engine.dealing import deal_with_care
from simspades.engine.dummy import find_declarer, seat_dummy
from simspades.engine.jit import step
from simspades.engine.layout import CANCEL_CARD
from simspades.engine.output import log
from simspades.engine.words import fill_row


@step(PHASE_SIGNATURE)
def early_phase(s, r, p, context):
    """Calls before anybody looks, and the cancel card (bags.cancel_card), which may be cut for this hand."""
    X, S, R, P, steps, T = state_of(s, r, p, context)
    if R[at.R_CANCEL_CUT] != 0:
        cut_card(S, uint64(X[X_SEED]), cards_of(X), R[at.R_CANCEL_CUT], X[X_BY_GAME] != 0)
        if R[at.R_TRACING] != 0:
            log(S, R, T, at.LOG_CANCEL_CARD, 0, CANCEL_CARD, CANCEL_CARD, False)
    elif R[at.R_CANCELS] != 0:
        fill_row(S, CANCEL_CARD, R[at.R_CANCEL_CARD])
    if R[at.R_EARLY] != 0:
        call_early(S, R, P, T, steps)


@step(PHASE_SIGNATURE)
def deal_phase(s, r, p, context):
    """Any deal but the plain one of a single pack to at most four."""
    X, S, R, P, steps, T = state_of(s, r, p, context)
    deal_with_care(S, R, P, T, steps, uint64(X[X_SEED]), cards_of(X), X[X_BY_GAME] != 0)


@step(PHASE_SIGNATURE)
def before_phase(s, r, p, context):
    """From the deal to the bidding."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    if R[at.R_STOCK] == 2:
        take_stock(S, R)
    if R[at.R_N_ACES] != 0:
        count_aces(S, R)
    before_bidding(S, R, P, T, steps)


@step(PHASE_SIGNATURE)
def in_turn_phase(s, r, p, context):
    """Round-table bidding."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    bid_in_turn(S, R, P, T, steps)


@step(PHASE_SIGNATURE)
def by_side_phase(s, r, p, context):
    """Partnership bidding."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    bid_by_side(S, R, P, T, steps)


@step(PHASE_SIGNATURE)
def after_phase(s, r, p, context):
    """From the bidding to the play."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    end_bidding(S)
    if R[at.R_RAISE] != 0:
        raise_bids(S, R, P, T, steps)
    if R[at.R_HAS_DUMMY] != 0:
        find_declarer(S, R)
    after_bidding(S, R, P, T, steps)
    if R[at.R_HAS_DUMMY] != 0:
        seat_dummy(S, R)
