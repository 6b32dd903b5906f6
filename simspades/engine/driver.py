"""The driver: it takes LANES hands at a time through deal, bidding, exchange, play and score.

It is compiled once for all rule sets and all strategies: options are numbers in ``R``, and strategies are tables of
addresses. Control flow here is scalar, a step at a time; the loops over lanes are in the modules of each phase.
"""

from numba import types

from simspades.engine import layout as at
from simspades.engine.bidding import start_bidding
from simspades.engine.bits import any_lane, byte, call_step, full_width
from simspades.engine.context import (
    PHASE_AFTER,
    PHASE_ALTERNATING,
    PHASE_ANY_TABLE,
    PHASE_BEFORE,
    PHASE_BY_SIDE,
    PHASE_DEAL,
    PHASE_EARLY,
    PHASE_IN_TURN,
    PHASE_PLAY,
    PHASE_SCORE,
    X_OWNERS,
)
from simspades.engine.deal import deal, keep_deal, start_streams
from simspades.engine.features import note_features, seats_of_deal
from simspades.engine.jit import cached, inline, outline
from simspades.engine.layout import (
    ACTIVE,
    BAGS,
    DEALER,
    FAULT,
    GAME,
    HAND,
    HAND_NUMBER,
    LANES,
    LEAD_CHANGES,
    LEADER,
    LOOKING,
    MAX_SIDES,
    OVER,
    OWNER,
    SCORE,
    SEATS,
    SETS,
    TIE,
    TWICE,
)
from simspades.engine.output import log, log_deal, write_games, write_hands
from simspades.engine.rivals import note_rivals
from simspades.engine.scoring import count_game, end_game, score_hand, seat_order
from simspades.engine.words import fill_row, next_player, rotate_many


@inline
def _start_lane(S, R, i, game):
    """Lane i begins a game."""
    S[GAME * LANES + i] = game
    S[HAND_NUMBER * LANES + i] = R[at.R_START_HAND]
    S[TIE * LANES + i] = R[at.R_START_TIE]
    S[LEADER * LANES + i] = -1
    S[LEAD_CHANGES * LANES + i] = 0
    S[DEALER * LANES + i] = R[at.R_PLAYERS] - 1
    for d in range(MAX_SIDES):
        S[(SCORE + d) * LANES + i] = R[at.R_START_SCORE + d]
        S[(BAGS + d) * LANES + i] = R[at.R_START_BAGS + d]
        S[(SETS + d) * LANES + i] = R[at.R_START_SETS + d]
    for row in range(at.GAME_BAGS, at.STOCK):
        S[row * LANES + i] = 0


@inline
def _next_hands(S, R, control):
    """Lanes whose game is over take the next one, the others their game's next hand; how many lanes play."""
    playing = 0
    players = R[at.R_PLAYERS]
    for i in range(LANES):
        if S[ACTIVE * LANES + i] == 0 or S[OVER * LANES + i] != 0:
            if control[at.C_NEXT] < control[at.C_END]:
                _start_lane(S, R, i, control[at.C_NEXT])
                control[at.C_NEXT] += 1
                S[ACTIVE * LANES + i] = 1
            else:
                S[ACTIVE * LANES + i] = 0
        else:
            S[HAND_NUMBER * LANES + i] += 1
            S[DEALER * LANES + i] = next_player(S[DEALER * LANES + i], players)
        playing += S[ACTIVE * LANES + i]
    return playing


@inline
def _next_hands_at_once(S, R, control):
    """The same in hands mode, where every lane begins anew: a loop without branches."""
    full_width()
    first, left = control[at.C_NEXT], control[at.C_END] - control[at.C_NEXT]
    hand, tie, players = R[at.R_START_HAND], R[at.R_START_TIE], R[at.R_PLAYERS]
    dealer = (first + players - 1) % players
    for i in range(LANES):
        S[GAME * LANES + i] = first + i
        S[HAND_NUMBER * LANES + i] = hand
        S[TIE * LANES + i] = tie
        S[ACTIVE * LANES + i] = 1 if i < left else 0
    for i in range(LANES):
        S[DEALER * LANES + i] = dealer
        dealer = next_player(dealer, players)
    for d in range(MAX_SIDES):
        fill_row(S, SCORE + d, R[at.R_START_SCORE + d])
        fill_row(S, BAGS + d, R[at.R_START_BAGS + d])
        fill_row(S, SETS + d, R[at.R_START_SETS + d])
    playing = left if left < LANES else LANES
    control[at.C_NEXT] += playing
    return playing


@inline
def _seat_table(S, R, owners):
    """Who sits at each position: position 0 is the dealer's left."""
    full_width()
    players, seats = R[at.R_PLAYERS], R[at.R_SEAT_WORD]
    bits = 8 * players
    for i in range(LANES):
        first = next_player(S[DEALER * LANES + i], players)
        S[SEATS * LANES + i] = rotate_many(seats, first, bits)
        S[OWNER * LANES + i] = rotate_many(owners, first, bits)
        S[FAULT * LANES + i] = 0
    if R[at.R_HAS_DUMMY] != 0:
        # until somebody declares the dealer speaks for the dummy, whose seat follows the players'
        for i in range(LANES):
            dealer = byte(S[SEATS * LANES + i], 16)
            S[SEATS * LANES + i] |= (3 | (dealer & 0xF0)) << 24
            S[OWNER * LANES + i] |= byte(S[OWNER * LANES + i], 16) << 24


@inline
def _find_fault(S, control):
    """Name the earliest hand of these lanes in which a choice was illegal."""
    for i in range(LANES):
        if S[ACTIVE * LANES + i] != 0 and S[FAULT * LANES + i] != 0:
            game, hand = S[GAME * LANES + i], S[HAND_NUMBER * LANES + i]
            if control[at.C_FAULTY] == 0 or game < control[at.C_FAULTY_GAME]:
                control[at.C_FAULTY], control[at.C_FAULTY_GAME], control[at.C_FAULTY_HAND] = 1, game, hand


@inline
def _run(S, R, P, X, phases, phase):
    """One phase, by its address."""
    call_step(phases[phase], S.ctypes.data, R.ctypes.data, P.ctypes.data, X.ctypes.data)


@outline
def _deal_plainly(S, R, T, seed, cards, by_game):
    """One pack, at most four positions, nothing to decide."""
    deal(S, R, seed, cards, by_game)
    if R[at.R_TRACING] != 0:
        fill_row(S, LOOKING, 1)
        log_deal(S, R, T)


@outline
def _log_held(S, R, T):
    """The holdings when the play begins."""
    for p in range(R[at.R_SEATS]):
        log(S, R, T, at.LOG_HELD, 8 * p, HAND + p, TWICE + p, False)


_BLOCK = types.int64[:, ::1]


@cached(
    types.int64(
        types.int64[::1],
        types.int64[::1],
        types.float64[::1],
        types.int64[::1],
        types.int64[::1],
        types.uint64,
        types.int64[::1],
        types.int8[:, ::1],
        types.int16[:, ::1],
        types.int32[:, ::1],
        _BLOCK,
        types.int32[:, ::1],
        _BLOCK,
        types.int64[::1],
    )
)
def drive(S, R, P, X, phases, seed, cards, o8, o16, o32, o64, games, T, control):
    """Play hands until the block is done or the output is full; 1 when the block is done.

    ``S`` and ``control`` carry the state from one call to the next. ``cards`` are the deck's bits, ``X`` the context of
    the phases, ``phases`` their addresses. Rows of the output are in lane order: in games mode rows of idle lanes have
    game -1 and the caller puts the rest in order.
    """
    full_width()
    capacity = o8.shape[1]
    tracing, features, holdings = R[at.R_TRACING] != 0, R[at.R_FEATURES] != 0, R[at.R_HOLDINGS] != 0
    by_game, owners = R[at.R_GAMES] != 0, X[X_OWNERS]
    sides_alternate = R[at.R_KINDS] == 2 and owners >> 16 == owners & 0xFFFF
    four = R[at.R_SEATS] == 4 and R[at.R_HAS_DUMMY] == 0
    play_phase = (PHASE_ALTERNATING if sides_alternate else PHASE_PLAY) if four else PHASE_ANY_TABLE
    while control[at.C_USED] + LANES <= capacity:
        playing = _next_hands(S, R, control) if by_game else _next_hands_at_once(S, R, control)
        if playing == 0:
            return 1
        base = control[at.C_USED]
        R[at.R_BASE], R[at.R_SLOT] = base, 0
        _seat_table(S, R, owners)
        if tracing:
            log(S, R, T, at.LOG_START, 0, TIE, TIE, False)
        if R[at.R_SEES_RANDOM] != 0:
            start_streams(S, seed, by_game)
        if R[at.R_SEES_SCORES] != 0:
            note_rivals(S, R)
        start_bidding(S, R)
        if R[at.R_EARLY] + R[at.R_CANCELS] != 0:
            _run(S, R, P, X, phases, PHASE_EARLY)
        if R[at.R_PLAIN_DEAL] != 0:
            _deal_plainly(S, R, T, seed, cards, by_game)
        else:
            _run(S, R, P, X, phases, PHASE_DEAL)
        if R[at.R_STOCK] + R[at.R_N_ACES] + R[at.R_PASS] != 0:
            _run(S, R, P, X, phases, PHASE_BEFORE)
        if features:
            note_features(S, R)
        if holdings:
            keep_deal(S, R)
        _run(S, R, P, X, phases, PHASE_BY_SIDE if R[at.R_PARTNERSHIP] != 0 else PHASE_IN_TURN)
        _run(S, R, P, X, phases, PHASE_AFTER)
        if tracing:
            _log_held(S, R, T)
        _run(S, R, P, X, phases, play_phase)
        if any_lane(S, FAULT):
            _find_fault(S, control)
            if control[at.C_FAULTY] != 0 and not tracing:
                return 1
        if R[at.R_SPECIAL_SCORE] != 0:
            _run(S, R, P, X, phases, PHASE_SCORE)
        else:
            seat_order(S)
            score_hand(S, R)
            if by_game:
                count_game(S, R)
            end_game(S, R)
        seats_of_deal(S, R, features, holdings)
        write_hands(S, R, o8, o16, o32, o64, base, features, holdings)
        if by_game:
            write_games(S, R, games, control)
        control[at.C_USED] += LANES
    return 0
