"""The driver's phases as C functions: what they do is in the modules of each phase, here they get their arguments."""

import numpy as np
from numba import types, uint64

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
from simspades.engine.context import X_BY_GAME, X_SEED, cards_of, state_of
from simspades.engine.deal import cut_card, take_stock
from simspades.engine.dealing import deal_with_care
from simspades.engine.dummy import find_declarer, seat_dummy
from simspades.engine.jit import step
from simspades.engine.layout import CANCEL_CARD
from simspades.engine.output import log
from simspades.engine.scoring import seat_order_of_all
from simspades.engine.special import count_any_game, end_any_game, score_special
from simspades.engine.tricks import play_alternating, play_any, play_four
from simspades.engine.words import fill_row

_INT_P, _FLOAT_P = types.CPointer(types.int64), types.CPointer(types.float64)
_SIGNATURE = types.void(_INT_P, _INT_P, _FLOAT_P, types.int64)


@step(_SIGNATURE)
def _early(s, r, p, context):
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


@step(_SIGNATURE)
def _deal(s, r, p, context):
    """Any deal but the plain one of a single pack to at most four."""
    X, S, R, P, steps, T = state_of(s, r, p, context)
    deal_with_care(S, R, P, T, steps, uint64(X[X_SEED]), cards_of(X), X[X_BY_GAME] != 0)


@step(_SIGNATURE)
def _before(s, r, p, context):
    """From the deal to the bidding."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    if R[at.R_STOCK] == 2:
        take_stock(S, R)
    if R[at.R_N_ACES] != 0:
        count_aces(S, R)
    before_bidding(S, R, P, T, steps)


@step(_SIGNATURE)
def _in_turn(s, r, p, context):
    """Round-table bidding."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    bid_in_turn(S, R, P, T, steps)


@step(_SIGNATURE)
def _by_side(s, r, p, context):
    """Partnership bidding."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    bid_by_side(S, R, P, T, steps)


@step(_SIGNATURE)
def _after(s, r, p, context):
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


@step(_SIGNATURE)
def _play(s, r, p, context):
    """Four players, every strategy asked at every step."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    play_four(S, R, P, T, steps)


@step(_SIGNATURE)
def _alternating(s, r, p, context):
    """Four players, two strategies with a side each."""
    X, S, R, P, steps, T = state_of(s, r, p, context)
    play_alternating(S, R, P, T, steps, X)


@step(_SIGNATURE)
def _any_table(s, r, p, context):
    """A table of another size."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    play_any(S, R, P, T, steps)


@step(_SIGNATURE)
def _score(s, r, p, context):
    """The score under special rules."""
    _, S, R, _, _, _ = state_of(s, r, p, context)
    seat_order_of_all(S, R)
    score_special(S, R)
    if R[at.R_GAMES] != 0:
        count_any_game(S, R)
    end_any_game(S, R)


#: The addresses of the phases, in the order of ``context.PHASE_*``.
PHASES = np.array(
    [
        phase.address
        for phase in (_early, _deal, _before, _in_turn, _by_side, _after, _play, _alternating, _any_table, _score)
    ],
    dtype=np.int64,
)
