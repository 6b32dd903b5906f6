"""The score of a hand and the end of the game, in every lane (RULEBOOK.md 0.4, H and I).

The arithmetic of one side is written on plain numbers, in the order of RULEBOOK.md 0.4; the loops over lanes around it
are in ``score_hand`` and ``end_game``. Here are two sides of two players under the usual contracts; ``special`` has all
other games and contracts.
"""

from collections import namedtuple

from simspades.engine import layout as at
from simspades.engine.bits import byte, full_width
from simspades.engine.jit import inline, outline
from simspades.engine.layout import (
    ACES,
    BAGS,
    BIDS,
    CALLS,
    CANCELS,
    CAPPED,
    CONTRACT,
    DEALER,
    GAME_BAGS,
    GAME_NILS,
    GAME_NILS_MADE,
    GAME_PENALTIES,
    GAME_SETS,
    HAND_BAGS,
    HAND_NUMBER,
    KINDS,
    LANES,
    LEAD_CHANGES,
    LEADER,
    MADE,
    NEVER,
    OVER,
    PENALTY,
    POINTS,
    RAISED,
    RUFFS,
    SCORE,
    SEATS,
    SETS,
    TIE,
    TIMES,
    TRICKS,
    WON_BY,
)
from simspades.engine.notes import by_seat
from simspades.engine.words import rotate, rotate_many

ScoreRules = namedtuple(
    "ScoreRules",
    "nil_value blind_value blind_loss auto_fail nil_bags nil_counts undertrick double_loses over_limit bag_points "
    "penalty threshold reciprocal no_bag_penalty",
)


@inline
def score_rules(R):
    """The scalars that scoring needs."""
    return ScoreRules(
        R[at.R_NIL_VALUE],
        R[at.R_BLIND_VALUE],
        R[at.R_BLIND_LOSS],
        R[at.R_AUTO_FAIL] != 0,
        R[at.R_FAILED_TRICKS] != at.FAILED_IGNORED,
        R[at.R_FAILED_TRICKS] == at.FAILED_PARTNER,
        R[at.R_UNDERTRICK] != 0,
        R[at.R_DOUBLE_LOSES] != 0,
        R[at.R_OVER_LIMIT],
        R[at.R_BAG_POINTS],
        R[at.R_BAG_PENALTY],
        R[at.R_BAG_THRESHOLD],
        R[at.R_BAG_RECIPROCAL],
        R[at.R_BLIND_NO_BAGS] != 0,
    )


@inline
def _nil_points(call, tricks, partner_failed, r):
    """What a player's own nil scores; 0 where he called none."""
    nil, blind = call == at.CALL_NIL, call == at.CALL_BLIND_NIL
    value = r.nil_value if nil else (r.blind_value if blind else 0)
    loss = r.nil_value if nil else (r.blind_loss if blind else 0)
    made = (tricks == 0) & (not (r.auto_fail & partner_failed))
    return value if made else -loss


@inline
def score_side(call_a, tricks_a, call_b, tricks_b, r):
    """Points (bag penalty apart), bags, contract and whether it was made (-1 beside two nils), of two partners."""
    nil_a, nil_b = call_a >> 5 != 0, call_b >> 5 != 0
    failed_a, failed_b = nil_a & (tricks_a > 0), nil_b & (tricks_b > 0)
    nil_failed = failed_a | failed_b
    fails = r.auto_fail & nil_failed  # nil.partner_auto_fail
    points = _nil_points(call_a, tricks_a, failed_b, r) + _nil_points(call_b, tricks_b, failed_a, r)

    has_contract = (not nil_a) | (not nil_b)
    contract = (call_a & 31) + (call_b & 31)  # a nil call has no number
    failed_tricks = (tricks_a if failed_a else 0) + (tricks_b if failed_b else 0)
    helps = r.nil_counts & has_contract & (not fails)  # nil.failed_tricks=partner
    tricks = (0 if nil_a else tricks_a) + (0 if nil_b else tricks_b) + (failed_tricks if helps else 0)
    bags = failed_tricks if r.nil_bags & (not helps) else 0

    over = tricks - contract
    doubled = r.double_loses & (contract >= 1) & (tricks >= 2 * contract)
    made = has_contract & (over >= 0) & (not doubled) & (over <= r.over_limit) & (not fails)
    short = r.undertrick & (over < 0) & (not fails)
    lost = 10 * (-over if short else contract)
    points += (10 * contract if made else -lost) if has_contract else 0
    bags += over if made else 0
    points += r.bag_points * bags
    return points, bags, contract, ((1 if made else 0) if has_contract else -1)


@inline
def seat_order(S):
    """Four players: turn calls and tricks back so that byte s belongs to seat s."""
    full_width()
    for i in range(LANES):
        turn = (4 - (S[SEATS * LANES + i] & 15)) & 3
        S[TRICKS * LANES + i] = rotate(S[TRICKS * LANES + i], turn)
        # position p was seat dealer + 1 + p, so seat s was at position s - dealer - 1
        turn = (3 - S[DEALER * LANES + i]) & 3
        S[CALLS * LANES + i] = rotate(S[BIDS * LANES + i], turn)
        S[KINDS * LANES + i] = rotate(S[KINDS * LANES + i], turn)


@outline
def seat_order_of_all(S, R):
    """The same for every game, and for all that was noted; calls and kinds are those of the bidding."""
    full_width()
    players, notes = R[at.R_PLAYERS], R[at.R_NOTES] != 0
    bits = 8 * players
    for i in range(LANES):
        seats = S[SEATS * LANES + i]
        S[TRICKS * LANES + i] = by_seat(S[TRICKS * LANES + i], seats)
        if notes:
            S[RUFFS * LANES + i] = by_seat(S[RUFFS * LANES + i], seats)
            S[ACES * LANES + i] = by_seat(S[ACES * LANES + i], seats)
            S[CANCELS * LANES + i] = by_seat(S[CANCELS * LANES + i], seats)
    for i in range(LANES):
        turn = players - 1 - S[DEALER * LANES + i]
        S[CALLS * LANES + i] = rotate_many(S[BIDS * LANES + i], turn, bits)
        S[KINDS * LANES + i] = rotate_many(S[KINDS * LANES + i], turn, bits)
        S[RAISED * LANES + i] = rotate_many(S[RAISED * LANES + i], turn, bits)


@inline
def score_hand(S, R):
    """Score the hand for both sides and take the bag penalty; calls and tricks are in seat order."""
    full_width()
    rules = score_rules(R)
    _score_side(S, 0, rules)
    _score_side(S, 1, rules)


@inline
def _score_side(S, d, r):
    full_width()
    for i in range(LANES):
        calls, tricks = S[CALLS * LANES + i], S[TRICKS * LANES + i]
        call_a, call_b = byte(calls, 8 * d), byte(calls, 8 * d + 16)
        points, bags, contract, made = score_side(call_a, byte(tricks, 8 * d), call_b, byte(tricks, 8 * d + 16), r)
        blind = (call_a == at.CALL_BLIND_NIL) | (call_b == at.CALL_BLIND_NIL)
        running = S[(BAGS + d) * LANES + i] + (0 if r.no_bag_penalty & blind else bags)
        # running // threshold by multiplication: exact while running * threshold < 2^40
        times = ((running * r.reciprocal) >> 40) if r.penalty > 0 else 0
        penalty = times * r.penalty
        S[(BAGS + d) * LANES + i] = running - times * r.threshold
        S[(POINTS + d) * LANES + i] = points - penalty
        S[(HAND_BAGS + d) * LANES + i] = bags
        S[(PENALTY + d) * LANES + i] = penalty
        S[(TIMES + d) * LANES + i] = times
        S[(CONTRACT + d) * LANES + i] = contract
        S[(MADE + d) * LANES + i] = made
        S[(SCORE + d) * LANES + i] += points - penalty
        S[(SETS + d) * LANES + i] = S[(SETS + d) * LANES + i] + 1 if made == 0 else 0


@inline
def count_game(S, R):
    """Add the hand to the totals of its game, for two sides of two."""
    full_width()
    auto_fail = R[at.R_AUTO_FAIL] != 0
    _count_side(S, 0, auto_fail)
    _count_side(S, 1, auto_fail)
    for i in range(LANES):
        even, odd = S[SCORE * LANES + i], S[(SCORE + 1) * LANES + i]
        ahead = 0 if even > odd else (1 if odd > even else -1)
        before = S[LEADER * LANES + i]
        S[LEAD_CHANGES * LANES + i] += 1 if (ahead >= 0) & (before >= 0) & (ahead != before) else 0
        S[LEADER * LANES + i] = ahead if ahead >= 0 else before


@inline
def _count_side(S, d, auto_fail):
    full_width()
    for i in range(LANES):
        S[(GAME_BAGS + d) * LANES + i] += S[(HAND_BAGS + d) * LANES + i]
        S[(GAME_PENALTIES + d) * LANES + i] += S[(TIMES + d) * LANES + i]
        S[(GAME_SETS + d) * LANES + i] += 1 if S[(MADE + d) * LANES + i] == 0 else 0
    for i in range(LANES):
        calls, tricks = S[CALLS * LANES + i], S[TRICKS * LANES + i]
        nil_a, nil_b = byte(calls, 8 * d) >> 5 != 0, byte(calls, 8 * d + 16) >> 5 != 0
        zero_a, zero_b = byte(tricks, 8 * d) == 0, byte(tricks, 8 * d + 16) == 0
        S[(GAME_NILS + d) * LANES + i] += (1 if nil_a else 0) + (1 if nil_b else 0)
        # a lost nil loses the partner's as well (nil.partner_auto_fail)
        both_lost = auto_fail & ((nil_a & (not zero_a)) | (nil_b & (not zero_b)))
        made = (1 if nil_a & zero_a else 0) + (1 if nil_b & zero_b else 0)
        S[(GAME_NILS_MADE + d) * LANES + i] += 0 if both_lost else made


@inline
def end_game(S, R):
    """Whether the game is over, who has won (-1 for nobody), and whether a limit of hands stopped it (RULEBOOK.md I).

    The order is that of end.immediate: target and ties first, then end.lose_at, then the limits of hands. While a tie
    is played off the first side to lead has won, wherever the scores stand.
    """
    full_width()
    target, floor = R[at.R_TARGET], R[at.R_LOSE_AT]
    most = R[at.R_MAX_HANDS] if R[at.R_MAX_HANDS] > 0 else NEVER
    cap = R[at.R_CAP] if R[at.R_CAP] > 0 else NEVER
    limit = most if most < cap else cap
    for i in range(LANES):
        even, odd = S[SCORE * LANES + i], S[(SCORE + 1) * LANES + i]
        ahead = 0 if even > odd else (1 if odd > even else -1)
        best, worst = (even if even > odd else odd), (odd if even > odd else even)
        decisive = (best >= target) | (worst <= floor) | (S[TIE * LANES + i] != 0)
        won = decisive & (ahead >= 0)
        stopped = (not won) & (S[HAND_NUMBER * LANES + i] >= limit)
        over = won | stopped
        S[TIE * LANES + i] = 1 if decisive & (not over) else 0
        S[OVER * LANES + i] = 1 if over else 0
        S[WON_BY * LANES + i] = ahead if over else -1
        S[CAPPED * LANES + i] = 1 if stopped else 0
