"""The driver: it takes LANES hands at a time through deal, bidding, exchange, play and score.

It is compiled once for all rule sets and all strategies: options are numbers in ``R``, and strategies are tables of
addresses. Control flow here is scalar, a step at a time; the loops over lanes are in the modules of each phase.
"""

from numba import types

from simspades.engine import layout as at
from simspades.engine.bidding import ask_blind, prepare_bid, start_bidding, take_bid, take_blind
from simspades.engine.bits import any_lane, call_step, full_width
from simspades.engine.deal import deal, keep_deal, start_streams
from simspades.engine.exchange import (
    ask_exchange,
    prepare_exchange,
    show_gift,
    take_gift,
    take_request,
    take_return,
)
from simspades.engine.features import note_features, seats_of_deal
from simspades.engine.jit import cached, inline, outline
from simspades.engine.layout import (
    ACTIVE,
    ASKED,
    BAGS,
    CHOICE,
    DEALER,
    FAULT,
    FIRST,
    GAME,
    HAND,
    HAND_NUMBER,
    LANES,
    LEAD_CHANGES,
    LEADER,
    LEGAL,
    OVER,
    OWNER,
    SCORE,
    TIE,
    WINNER,
)
from simspades.engine.output import fill_row, trace_play, trace_row, write_games, write_hands
from simspades.engine.play import (
    clear_table,
    commit_follow,
    commit_lead,
    copy_own,
    end_trick,
    keep_own,
    lay_card,
    note_late,
    note_played,
    note_void,
    prepare_follow,
    prepare_lead,
    rotate,
    show_hand,
    start_play,
    turn_half,
    turn_table,
)
from simspades.engine.scoring import count_game, end_game, score_hand, seat_order


@inline
def _start_lane(S, R, i, game):
    """Lane i begins a game."""
    S[GAME * LANES + i] = game
    S[HAND_NUMBER * LANES + i] = R[at.R_START_HAND]
    S[TIE * LANES + i] = R[at.R_START_TIE]
    S[LEADER * LANES + i] = -1
    S[LEAD_CHANGES * LANES + i] = 0
    S[DEALER * LANES + i] = 3 if R[at.R_GAMES] != 0 else (game + 3) & 3
    for d in range(2):
        S[(SCORE + d) * LANES + i] = R[at.R_START_SCORE + d]
        S[(BAGS + d) * LANES + i] = R[at.R_START_BAGS + d]
    for row in range(at.GAME_BAGS, at.ROWS):
        S[row * LANES + i] = 0


@inline
def _next_hands(S, R, control):
    """Lanes whose game is over take the next one, the others their game's next hand; how many lanes play."""
    playing = 0
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
            S[DEALER * LANES + i] = (S[DEALER * LANES + i] + 1) & 3
        playing += S[ACTIVE * LANES + i]
    return playing


@inline
def _next_hands_at_once(S, R, control):
    """The same in hands mode, where every lane begins anew: a loop without branches."""
    full_width()
    first, left = control[at.C_NEXT], control[at.C_END] - control[at.C_NEXT]
    hand, tie = R[at.R_START_HAND], R[at.R_START_TIE]
    score0, score1 = R[at.R_START_SCORE], R[at.R_START_SCORE + 1]
    bags0, bags1 = R[at.R_START_BAGS], R[at.R_START_BAGS + 1]
    for i in range(LANES):
        S[GAME * LANES + i] = first + i
        S[HAND_NUMBER * LANES + i] = hand
        S[TIE * LANES + i] = tie
        S[DEALER * LANES + i] = (first + i + 3) & 3
        S[ACTIVE * LANES + i] = 1 if i < left else 0
    for i in range(LANES):
        S[SCORE * LANES + i] = score0
        S[(SCORE + 1) * LANES + i] = score1
        S[BAGS * LANES + i] = bags0
        S[(BAGS + 1) * LANES + i] = bags1
    playing = left if left < LANES else LANES
    control[at.C_NEXT] += playing
    return playing


@inline
def _seat_table(S, owners):
    """Who sits at each position: position 0 is the dealer's left."""
    full_width()
    for i in range(LANES):
        first = (S[DEALER * LANES + i] + 1) & 3
        S[FIRST * LANES + i] = first
        S[OWNER * LANES + i] = rotate(owners, first)
        S[FAULT * LANES + i] = 0


@inline
def _look_from(R, position, decision):
    """Set the step's scalars: who decides, and who sits around him."""
    R[at.R_ME] = 8 * position
    R[at.R_LEFT] = 8 * ((position + 1) & 3)
    R[at.R_PARTNER] = 8 * ((position + 2) & 3)
    R[at.R_RIGHT] = 8 * ((position + 3) & 3)
    R[at.R_DECISION] = decision


@inline
def _decide(S, R, P, steps, step, first, last):
    """Let strategies ``first`` to ``last - 1`` make the decision at hand, each for the lanes in which it is theirs."""
    for k in range(first, last):
        call_step(steps[k, step], S.ctypes.data, R.ctypes.data, P.ctypes.data, k)
        if last - first > 1:
            keep_own(S, R[at.R_ME], k)
    if last - first > 1:
        copy_own(S)


@outline
def _exchange(S, R, P, T, steps, position):
    """The exchange between the nil bidder at a position, in the lanes that have one there, and his partner."""
    full_width()
    kinds, tracing, base = R[at.R_KINDS], R[at.R_TRACING] != 0, R[at.R_BASE]
    partner = (position + 2) & 3
    for blind in range(2):
        _look_from(R, position, at.DECIDE_REQUEST)
        count = R[at.R_BLIND_EXCHANGE] if blind else R[at.R_NIL_EXCHANGE]
        if count == 0 or not ask_exchange(S, R, at.CALL_BLIND_NIL if blind else at.CALL_NIL):
            continue
        optional = blind != 0 and R[at.R_BLIND_OPTIONAL] != 0
        R[at.R_COUNT], R[at.R_BLIND_CALL] = count, blind
        R[at.R_GIVING], R[at.R_MAY_DECLINE] = 1, 1 if optional else 0
        prepare_exchange(S, position)
        if blind != 0 and R[at.R_BLIND_REQUEST] != 0:
            _decide(S, R, P, steps, at.STEP_REQUEST, 0, kinds)
            take_request(S, R)
            prepare_exchange(S, position)
        if tracing:
            trace_row(S, T, ASKED, at.T_EXCHANGE_ASKED + position, base)
            trace_row(S, T, at.REQUEST, at.T_REQUEST + position, base)
        R[at.R_DECISION] = at.DECIDE_GIFT
        _decide(S, R, P, steps, at.STEP_EXCHANGE, 0, kinds)
        take_gift(S, R)
        if tracing:
            trace_row(S, T, at.GIVEN, at.T_GIVEN + position, base)
        _look_from(R, partner, at.DECIDE_RETURN)
        R[at.R_GIVING], R[at.R_MAY_DECLINE] = 0, 0
        if R[at.R_SIMULTANEOUS] != 0:
            prepare_exchange(S, partner)
        else:
            show_gift(S, partner)
        _decide(S, R, P, steps, at.STEP_EXCHANGE, 0, kinds)
        take_return(S, R, position, partner)
        if tracing:
            trace_row(S, T, CHOICE, at.T_RETURNED + position, base)


@outline
def _bidding(S, R, P, T, steps):
    """Every player calls in turn, and exchanges follow (bid.first, exchange.timing)."""
    full_width()
    kinds, tracing, base = R[at.R_KINDS], R[at.R_TRACING] != 0, R[at.R_BASE]
    start_bidding(S, R)
    may_be_blind = any_lane(S, at.DEFICIT_OK)
    for k in range(4):
        position = (R[at.R_FIRST_BIDDER] + k) & 3
        _look_from(R, position, at.DECIDE_BLIND)
        R[at.R_POSITION] = k
        # positions that spoke before: the k seats clockwise from the first bidder
        R[at.R_LEFT_SPOKE] = 1 if k == 3 else 0
        R[at.R_PARTNER_SPOKE] = 1 if k >= 2 else 0
        R[at.R_RIGHT_SPOKE] = 1 if k >= 1 else 0
        fill_row(S, ASKED, 0)
        if may_be_blind and ask_blind(S, R):
            if tracing:
                trace_row(S, T, ASKED, at.T_BLIND_ASKED + position, base)
            _decide(S, R, P, steps, at.STEP_BLIND, 0, kinds)
            take_blind(S, position)
            if tracing:
                trace_row(S, T, ASKED, at.T_BLIND + position, base)
        R[at.R_DECISION] = at.DECIDE_BID
        prepare_bid(S, R, position)
        _decide(S, R, P, steps, at.STEP_BID, 0, kinds)
        take_bid(S, position)
        if tracing:
            trace_row(S, T, LEGAL, at.T_LEGAL_CALLS + position, base)
            trace_row(S, T, CHOICE, at.T_CALL + position, base)
        if R[at.R_IMMEDIATE] != 0 and k >= 2:
            # both partners have spoken: the earlier of them clockwise from the dealer's left exchanges first
            _exchange(S, R, P, T, steps, position & 1)
            _exchange(S, R, P, T, steps, (position & 1) + 2)
    if R[at.R_IMMEDIATE] == 0:
        for position in range(4):
            _exchange(S, R, P, T, steps, position)


@inline
def _lead(S, R, P, T, steps, first, last, k, late, slot):
    """The lead of a trick by the player of row k, decided by strategies ``first`` to ``last - 1``."""
    trick = R[at.R_TRICK]
    clubs, diamonds, hearts, spades = R[at.R_CLUBS], R[at.R_DIAMONDS], R[at.R_HEARTS], R[at.R_SPADES]
    rule = R[at.R_SPADE_LEAD]
    bar = rule == at.LEAD_BROKEN or (rule == at.LEAD_NY3 and trick <= 3)
    decision = at.DECIDE_PLAY + 8 * (trick - 1)
    _look_from(R, k, decision)
    prepare_lead(S, k, bar, spades)
    if R[at.R_SEES_HAND] != 0:
        show_hand(S, k)
    _decide(S, R, P, steps, at.STEP_LEAD, first, last)
    if R[at.R_TRACING] != 0:
        trace_play(S, T, k, late, trick, slot, R[at.R_BASE])
    if R[at.R_SEES_TABLE] != 0:
        lay_card(S, k, late)
    if R[at.R_SEES_PLAYED] != 0:
        note_played(S, late)
    lead_breaks = spades if R[at.R_FORCED_LEAD_BREAKS] != 0 else 0
    commit_lead(S, k, late, clubs, diamonds, hearts, spades, lead_breaks)


@inline
def _follow(S, R, P, T, steps, first, last, k, late, is_last, last_late, slot):
    """A card after the lead by the player of row k; it is the trick's last in the lanes with LATE = ``last_late``."""
    trick = R[at.R_TRICK]
    decision = at.DECIDE_PLAY + 8 * (trick - 1)
    _look_from(R, k, decision)
    R[at.R_LAST], R[at.R_LAST_LATE] = is_last, last_late
    prepare_follow(S, k, R[at.R_SPADES])
    if R[at.R_SEES_HAND] != 0:
        show_hand(S, k)
    _decide(S, R, P, steps, at.STEP_FOLLOW, first, last)
    if R[at.R_TRACING] != 0:
        trace_play(S, T, k, late, trick, slot, R[at.R_BASE])
    if R[at.R_SEES_VOIDS] != 0:
        note_void(S, k, late, R[at.R_CLUBS], R[at.R_DIAMONDS], R[at.R_HEARTS], R[at.R_SPADES])
    if R[at.R_SEES_TABLE] != 0:
        lay_card(S, k, late)
    if R[at.R_SEES_PLAYED] != 0:
        note_played(S, late)
    commit_follow(S, k, late)


@outline
def _play(S, R, P, T, steps):
    """The tricks of a hand, the winner of each in row 0 for the next, every strategy asked at every step."""
    full_width()
    kinds = R[at.R_KINDS]
    for trick in range(R[at.R_TRICKS]):
        R[at.R_TRICK] = trick + 1
        _lead(S, R, P, T, steps, 0, kinds, 0, -1, 0)
        _follow(S, R, P, T, steps, 0, kinds, 1, -1, 0, -1, 1)
        _follow(S, R, P, T, steps, 0, kinds, 2, -1, 0, -1, 2)
        _follow(S, R, P, T, steps, 0, kinds, 3, -1, 1, -1, 3)
        end_trick(S, R[at.R_SPADES])
        if R[at.R_SEES_TABLE] != 0:
            clear_table(S)
        turn_table(S, R[at.R_SEES_VOIDS] != 0, kinds > 1)


@outline
def _play_alternating(S, R, P, T, steps, even, odd):
    """The tricks of a hand where one strategy has the even seats and another the odd ones.

    Even seats stay in even rows, so a row belongs to one strategy in all lanes, and only that one is asked: six
    decisions a trick instead of eight. Lanes whose leader sits in row 1 start a step later (LATE) and end with row 0.
    """
    full_width()
    note_late(S)
    turn_table(S, False, True)
    for trick in range(R[at.R_TRICKS]):
        R[at.R_TRICK] = trick + 1
        _lead(S, R, P, T, steps, even, even + 1, 0, 0, 0)
        _lead(S, R, P, T, steps, odd, odd + 1, 1, 1, 1)
        _follow(S, R, P, T, steps, odd, odd + 1, 1, 0, 0, 0, 2)
        _follow(S, R, P, T, steps, even, even + 1, 2, -1, 0, 0, 3)
        _follow(S, R, P, T, steps, odd, odd + 1, 3, -1, 1, 0, 4)
        _follow(S, R, P, T, steps, even, even + 1, 0, 1, 1, 1, 5)
        end_trick(S, R[at.R_SPADES])
        if R[at.R_SEES_TABLE] != 0:
            clear_table(S)
        turn_half(S, R[at.R_SEES_VOIDS] != 0)


@inline
def _play_hand(S, R, P, T, steps, owners):
    """From the first lead (play.first_lead) to the last trick."""
    full_width()
    start_play(S)
    if R[at.R_SEES_TABLE] != 0:
        clear_table(S)
    if R[at.R_FIRST_LEADER] != 0:
        fill_row(S, WINNER, R[at.R_FIRST_LEADER])
        turn_table(S, False, True)
    even, odd = owners & 255, (owners >> 8) & 255
    if R[at.R_KINDS] == 2 and owners >> 16 == owners & 0xFFFF:
        _play_alternating(S, R, P, T, steps, even, odd)
    else:
        _play(S, R, P, T, steps)


@inline
def _find_fault(S, control):
    """Name the earliest hand of these lanes in which a choice was illegal."""
    for i in range(LANES):
        if S[ACTIVE * LANES + i] != 0 and S[FAULT * LANES + i] != 0:
            game, hand = S[GAME * LANES + i], S[HAND_NUMBER * LANES + i]
            if control[at.C_FAULTY] == 0 or game < control[at.C_FAULTY_GAME]:
                control[at.C_FAULTY], control[at.C_FAULTY_GAME], control[at.C_FAULTY_HAND] = 1, game, hand


_BLOCK = types.int64[:, ::1]


@cached(
    types.int64(
        types.int64[::1],
        types.int64[::1],
        types.float64[::1],
        _BLOCK,
        types.uint64,
        types.int64[::1],
        types.int64,
        types.int8[:, ::1],
        types.int16[:, ::1],
        types.int32[:, ::1],
        _BLOCK,
        types.int32[:, ::1],
        _BLOCK,
        types.int64[::1],
    )
)
def drive(S, R, P, steps, seed, cards, owners, o8, o16, o32, o64, games, T, control):
    """Play hands until the block is done or the output is full; 1 when the block is done.

    ``S`` and ``control`` carry the state from one call to the next. ``cards`` are the deck's bits, ``owners`` the
    packed strategy of each seat, ``steps`` the addresses of their steps. Rows of the output are in lane order: in games
    mode rows of idle lanes have game -1 and the caller puts the rest in order.
    """
    full_width()
    capacity = o8.shape[1]
    tracing, features, holdings = R[at.R_TRACING] != 0, R[at.R_FEATURES] != 0, R[at.R_HOLDINGS] != 0
    by_game = R[at.R_GAMES] != 0
    while control[at.C_USED] + LANES <= capacity:
        playing = _next_hands(S, R, control) if by_game else _next_hands_at_once(S, R, control)
        if playing == 0:
            return 1
        base = control[at.C_USED]
        R[at.R_BASE] = base
        _seat_table(S, owners)
        deal(S, seed, cards, by_game)
        if R[at.R_SEES_RANDOM] != 0:
            start_streams(S, seed, by_game)
        if features:
            note_features(S, R)
        if holdings or tracing:
            keep_deal(S)
        if tracing:
            for p in range(4):
                trace_row(S, T, at.DEALT + p, at.T_DEALT + p, base)
        _bidding(S, R, P, T, steps)
        if tracing:
            for p in range(4):
                trace_row(S, T, HAND + p, at.T_HELD + p, base)
        _play_hand(S, R, P, T, steps, owners)
        if any_lane(S, FAULT):
            _find_fault(S, control)
            if control[at.C_FAULTY] != 0 and not tracing:
                return 1
        seat_order(S)
        score_hand(S, R)
        if by_game:
            count_game(S, R)
        end_game(S, R)
        seats_of_deal(S, features, holdings)
        write_hands(S, o8, o16, o32, o64, base, features, holdings)
        if by_game:
            write_games(S, R, games, control)
        control[at.C_USED] += LANES
    return 0
