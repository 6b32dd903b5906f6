"""The score of a hand and the end of the game under every rule (RULEBOOK.md 0.4, H, I): any number of sides, special
contracts, bonuses, declarations, games that are won or lost outright.

The order is that of RULEBOOK.md 0.4, one side at a time; calls, kinds and tricks are in seat order. What is true of one
lane only is chosen by conditions, so that all of it stays one loop without branches.
"""

from simspades.engine import layout as at
from simspades.engine.bits import byte, full_width
from simspades.engine.context import PHASE_SIGNATURE, state_of
from simspades.engine.jit import inline, step
from simspades.engine.layout import (
    ACES,
    BAGS,
    CALLS,
    CANCELS,
    CAPPED,
    CONTRACT,
    DECLARED,
    DECLARER,
    FIRST_NINE,
    FIRST_SIX,
    GAME_BAGS,
    GAME_NILS,
    GAME_NILS_MADE,
    GAME_PENALTIES,
    GAME_SETS,
    GIFT,
    HAND_BAGS,
    HAND_NUMBER,
    KINDS,
    LANES,
    LEAD_CHANGES,
    LEADER,
    LOSES,
    MADE,
    MAX_SIDES,
    NEVER,
    OVER,
    PENALTY,
    POINTS,
    RAISED,
    RUFFS,
    RUN,
    RUN_SEAT,
    SCORE,
    SETS,
    TIE,
    TIMES,
    TRICKS,
    UNBID,
    WINS,
    WON_BY,
    WORK,
)
from simspades.engine.rivals import by_side, more
from simspades.engine.scoring import score_rules, seat_order_of_all
from simspades.engine.words import copy_row

# Rows of the work area for the side that is being scored.
(
    OWN_BAGS,
    OWN_SETS,
    OWN_POINTS,
    OWN_HAND_BAGS,
    OWN_PENALTY,
    OWN_TIMES,
    OWN_CONTRACT,
    OWN_MADE,
    OWN_GIFT,
) = range(WORK, WORK + 9)


@inline
def _is_side_kind(kind):
    return (kind >= at.FIRST_SIDE_KIND) & (kind <= at.LAST_SIDE_KIND)


@inline
def _first_of(kind_a, kind_b):
    """The kind of a side's special call, -1 for none."""
    kind = kind_a if _is_side_kind(kind_a) else kind_b
    return kind if _is_side_kind(kind) else -1


@inline
def _score(S, R):
    """Score the hand for all sides, and take the bag penalties."""
    full_width()
    for i in range(LANES):
        S[WINS * LANES + i] = 0
        S[LOSES * LANES + i] = 0
    for d in range(R[at.R_SIDES]):
        _score_side(S, R, d)
    if R[at.R_DNIL_GIFT] != 0:
        _add_gifts(S)


@inline
def _score_side(S, R, d):
    full_width()
    r = score_rules(R)
    n, sides, partners = R[at.R_TRICKS], R[at.R_SIDES], R[at.R_PARTNER_AT] > 0
    seat_a, shift_a = d, 8 * d
    shift_b = 8 * (d + sides) if partners else at.NOBODY
    has_dummy, own_only = R[at.R_HAS_DUMMY] != 0, R[at.R_DUMMY_OWN] != 0
    sums, declarer_only = R[at.R_DUMMY_SCORING] == at.DUMMY_SUM, R[at.R_DUMMY_SCORING] == at.DUMMY_DECLARER_ONLY
    ten_auto, ten_at_least = R[at.R_TEN_AUTO] != 0, R[at.R_TEN_AT_LEAST] != 0
    moons, moon_value, moon_loss, moon_wins = (
        R[at.R_MOON] != 0,
        R[at.R_MOON_VALUE],
        R[at.R_MOON_LOSS],
        R[at.R_MOON_WINS] != 0,
    )
    blind_at_least, blind_fail = R[at.R_BLIND_AT_LEAST] != 0, R[at.R_BLIND_FAIL]
    nt_fail, blind_nt_fail, nt_side = R[at.R_NT_FAIL], R[at.R_BLIND_NT_FAIL], R[at.R_NT_SIDE] != 0
    boston, n_aces = R[at.R_BOSTON] != 0, R[at.R_N_ACES]
    dnil_value, dnil_loss, dnil_gift = R[at.R_DNIL_VALUE], R[at.R_DNIL_LOSS], R[at.R_DNIL_GIFT]
    dnil_wins, dnil_loses = R[at.R_DNIL_WINS] != 0, R[at.R_DNIL_LOSES] != 0
    low, high, last = R[at.R_BONUS_LOW] != 0, R[at.R_BONUS_HIGH] != 0, R[at.R_BONUS_LAST] != 0
    # the side's own rows are copied to fixed ones: only with those can LLVM tell that no two of them overlap
    copy_row(S, BAGS + d, OWN_BAGS)
    copy_row(S, SETS + d, OWN_SETS)
    for i in range(LANES):
        calls, kinds, tricks = S[CALLS * LANES + i], S[KINDS * LANES + i], S[TRICKS * LANES + i]
        call_a, call_b = byte(calls, shift_a), byte(calls, shift_b)
        kind_a, kind_b = byte(kinds, shift_a) - 1, byte(kinds, shift_b) - 1
        tricks_a, tricks_b = byte(tricks, shift_a), byte(tricks, shift_b)
        raised = byte(S[RAISED * LANES + i], shift_a) + byte(S[RAISED * LANES + i], shift_b)
        # with a dummy a player's tricks are also those of the hand beside his
        declares = S[DECLARER * LANES + i] == d
        mates = byte(tricks, 24) if declares else n - byte(tricks, 24) - _of_declarer(S, i, tricks) - tricks_a
        both = _both_defenders(S, i, calls, d)
        is_sum = has_dummy & sums & (not declares)
        tricks_a = tricks_a + mates if has_dummy & ((not own_only) | is_sum) else tricks_a
        call_a = both if is_sum else call_a

        # personal nils
        nil_a, nil_b = call_a >> 5 != 0, call_b >> 5 != 0
        failed_a, failed_b = nil_a & (tricks_a > 0), nil_b & (tricks_b > 0)
        fails = r.auto_fail & (failed_a | failed_b)
        points = _nil_points(call_a, tricks_a, failed_b, r) + _nil_points(call_b, tricks_b, failed_a, r)
        has_contract = (not nil_a) | (partners & (not nil_b))
        number = (call_a & 31) + (call_b & 31) + raised
        failed_tricks = (tricks_a if failed_a else 0) + (tricks_b if failed_b else 0)
        helps = r.nil_counts & has_contract & (not r.auto_fail)
        counted = (0 if nil_a else tricks_a) + (0 if nil_b else tricks_b) + (failed_tricks if helps else 0)
        bags = failed_tricks if r.nil_bags & (not helps) else 0

        # the number contract
        # what defenders bid together is a mere number, whatever each of them called
        special = -1 if is_sum else _first_of(kind_a, kind_b)
        doubled = (not partners) & (special == at.KIND_BLIND)
        plain_kind = (
            at.KIND_MOON if moons & (number == n) else (at.KIND_TEN if ten_auto & (number == 10) else at.KIND_NUMBER)
        )
        kind = plain_kind if (special < 0) | doubled else special
        over = counted - number
        base = 200 if ten_auto & (number == 10) else 10 * number
        # plain
        twice = r.double_loses & (number >= 1) & (counted >= 2 * number)
        made = (over >= 0) & (not twice) & (over <= r.over_limit) & (not fails)
        short = r.undertrick & (over < 0) & (not fails)
        gain = base if made else (10 * over if short else -base)
        bonus = _bonus(number, counted, over, r.bag_points, low, high)
        run = S[RUN * LANES + i] if (S[RUN_SEAT * LANES + i] == seat_a) & (counted == number) & (number > 0) else 0
        bonus += 10 * run if last else 0
        gain += bonus if made else 0
        extra = over if made else 0
        # blind
        is_blind = kind == at.KIND_BLIND
        made_blind = (over == 0) | ((over > 0) & blind_at_least)
        made = made_blind if is_blind else made
        gain = (2 * base if made_blind else -blind_fail * base) if is_blind else gain
        # ten for 200
        is_ten = kind == at.KIND_TEN
        made_ten = (not fails) & ((counted == 10) | ((counted > 10) & ten_at_least))
        made = made_ten if is_ten else made
        gain = (200 if made_ten else -200) if is_ten else gain
        # moons
        is_moon, is_blind_moon = kind == at.KIND_MOON, kind == at.KIND_BLIND_MOON
        all_tricks = counted == n
        made_moon = all_tricks & (is_blind_moon | (not fails))
        made = made_moon if is_moon | is_blind_moon else made
        gain = (moon_value if made_moon else -moon_loss) if is_moon else gain
        gain = (400 if made_moon else -400) if is_blind_moon else gain
        # no-trump
        is_nt, is_blind_nt = kind == at.KIND_NO_TRUMP, kind == at.KIND_BLIND_NO_TRUMP
        ruffs = S[RUFFS * LANES + i]
        bound_a = nt_side | (kind_a == kind)
        bound_b = nt_side | (kind_b == kind)
        ruffed = (bound_a & (byte(ruffs, shift_a) > 0)) | (bound_b & (byte(ruffs, shift_b) > 0))
        made_nt = (over >= 0) & (not ruffed)
        made = made_nt if is_nt | is_blind_nt else made
        gain = (20 * number if made_nt else -10 * number * nt_fail) if is_nt else gain
        gain = (30 * number if made_nt else -10 * number * blind_nt_fail) if is_blind_nt else gain
        extra = extra if kind == at.KIND_NUMBER else (over if made else 0)
        made &= has_contract
        extra = extra if made else 0
        wins = boston & has_contract & (number == 10) & (not doubled) & all_tricks
        wins &= (kind == at.KIND_NUMBER) | is_ten
        wins |= is_moon & made & moon_wins
        points += gain if has_contract else 0

        # the cancel card, and what bags are worth
        captured = byte(S[CANCELS * LANES + i], shift_a) + byte(S[CANCELS * LANES + i], shift_b)
        captured = _with_mate(S, i, CANCELS, d, captured, declares) if has_dummy else captured
        bags += extra - (captured if captured < extra else extra)

        # a team's double nil replaces all of it
        double_nil = special == at.KIND_DOUBLE_NIL
        taken = byte(tricks, shift_a) + byte(tricks, shift_b)
        bags = (taken if r.nil_bags else 0) if double_nil else bags
        points = (dnil_value if taken == 0 else -dnil_loss) if double_nil else points
        wins = (dnil_wins & (taken == 0)) if double_nil else wins
        loses = double_nil & dnil_loses & (taken > 0)
        gift = dnil_gift if double_nil & (tricks_a > 0) & (tricks_b > 0) else 0
        result = (1 if made else 0) if has_contract & (not double_nil) else -1
        number = 0 if double_nil | (not has_contract) else number
        points += r.bag_points * bags

        # declarations
        declared = byte(S[DECLARED * LANES + i], shift_a)
        six, nine = S[FIRST_SIX * LANES + i], S[FIRST_NINE * LANES + i]
        won_six = _first_tricks(S, i, six, shift_a, shift_b, declares, has_dummy, d) == 6
        won_nine = _first_tricks(S, i, nine, shift_a, shift_b, declares, has_dummy, d) == 9
        points += (60 if won_six else -60) if declared & at.MAY_BEMO != 0 else 0
        points += (90 if won_nine else -90) if declared & at.MAY_BIG_BEMO != 0 else 0
        aces = byte(S[ACES * LANES + i], shift_a) + byte(S[ACES * LANES + i], shift_b)
        aces = _with_mate(S, i, ACES, d, aces, declares) if has_dummy else aces
        points += 100 if (declared & at.MAY_ACES != 0) & (aces == n_aces) else 0
        points = 2 * points if doubled else points

        # defenders who do not score, and hands that bid themselves
        silent = has_dummy & declarer_only & (not declares)
        unbid = S[UNBID * LANES + i] != 0
        points = 0 if silent else points
        points = 10 * (byte(tricks, shift_a) + byte(tricks, shift_b)) if unbid else points
        bags = 0 if silent | unbid else bags
        result = -1 if silent | unbid else result
        number = -1 if unbid else number
        wins &= not unbid
        loses &= not unbid
        gift = 0 if unbid else gift

        blind_nil = (call_a == at.CALL_BLIND_NIL) | (call_b == at.CALL_BLIND_NIL)
        idle = silent | unbid | (r.no_bag_penalty & blind_nil)
        running = S[OWN_BAGS * LANES + i] + (0 if idle else bags)
        times = ((running * r.reciprocal) >> 40) if r.penalty > 0 else 0
        times = 0 if silent | unbid else times
        penalty = times * r.penalty
        S[OWN_BAGS * LANES + i] = running - times * r.threshold
        S[OWN_POINTS * LANES + i] = points - penalty
        S[OWN_HAND_BAGS * LANES + i] = bags
        S[OWN_PENALTY * LANES + i] = penalty
        S[OWN_TIMES * LANES + i] = times
        S[OWN_CONTRACT * LANES + i] = number
        S[OWN_MADE * LANES + i] = result
        S[OWN_GIFT * LANES + i] = gift
        S[OWN_SETS * LANES + i] = S[OWN_SETS * LANES + i] + 1 if result == 0 else 0
        S[WINS * LANES + i] |= (1 << d) if wins else 0
        S[LOSES * LANES + i] |= (1 << d) if loses else 0
    copy_row(S, OWN_BAGS, BAGS + d)
    copy_row(S, OWN_POINTS, POINTS + d)
    copy_row(S, OWN_HAND_BAGS, HAND_BAGS + d)
    copy_row(S, OWN_PENALTY, PENALTY + d)
    copy_row(S, OWN_TIMES, TIMES + d)
    copy_row(S, OWN_CONTRACT, CONTRACT + d)
    copy_row(S, OWN_MADE, MADE + d)
    copy_row(S, OWN_GIFT, GIFT + d)
    copy_row(S, OWN_SETS, SETS + d)
    score = S[(SCORE + d) * LANES : (SCORE + d + 1) * LANES]
    for i in range(LANES):
        score[i] += S[OWN_POINTS * LANES + i]


@inline
def _nil_points(call, tricks, partner_failed, r):
    """What a player's own nil scores; 0 where he called none."""
    nil, blind = call == at.CALL_NIL, call == at.CALL_BLIND_NIL
    value = r.nil_value if nil else (r.blind_value if blind else 0)
    loss = r.nil_value if nil else (r.blind_loss if blind else 0)
    made = (tricks == 0) & (not (r.auto_fail & partner_failed))
    return value if made else -loss


@inline
def _bonus(bid, tricks, over, bag_points, low, high):
    """three.bonus_low and three.bonus_high, on a bid that was made."""
    bonus = 100 if (bid == 0) & (tricks == 0) else 0
    bonus += 50 if (bid == 1) & (tricks == 1) else 0
    bonus += 20 if (bid == 2) & (tricks == 2) else 0
    bonus += -bag_points * over if (bid == 2) & (tricks == 3) else 0
    bonus = bonus if low else 0
    return bonus + (10 * (bid - 6) if high & (bid > 6) else 0)


@inline
def _of_declarer(S, i, word):
    """The declarer's byte of a word in seat order."""
    return byte(word, 8 * S[DECLARER * LANES + i])


@inline
def _both_defenders(S, i, calls, d):
    """The bids of both defenders added."""
    total = (byte(calls, 0) & 31) + (byte(calls, 8) & 31) + (byte(calls, 16) & 31)
    return total - (_of_declarer(S, i, calls) & 31)


@inline
def _with_mate(S, i, row, d, own, declares):
    """With a dummy: what is noted of both hands of a player's side; ``own`` is that of his own hand."""
    word = S[row * LANES + i]
    total = byte(word, 0) + byte(word, 8) + byte(word, 16)
    return own + byte(word, 24) if declares else total - _of_declarer(S, i, word)


@inline
def _first_tricks(S, i, word, shift_a, shift_b, declares, has_dummy, d):
    """How many of the first tricks the side took."""
    own = byte(word, shift_a)
    total = byte(word, 0) + byte(word, 8) + byte(word, 16)
    with_mate = own + byte(word, 24) if declares else total - _of_declarer(S, i, word)
    return with_mate if has_dummy else own + byte(word, shift_b)


@inline
def _add_gifts(S):
    """dnil.opp_bonus: each other side scores more because of a double nil that both partners lost."""
    full_width()
    for i in range(LANES):
        total = S[GIFT * LANES + i] + S[(GIFT + 1) * LANES + i]
        total += S[(GIFT + 2) * LANES + i] + S[(GIFT + 3) * LANES + i]
        for d in range(MAX_SIDES):
            gift = total - S[(GIFT + d) * LANES + i]
            S[(POINTS + d) * LANES + i] += gift
            S[(SCORE + d) * LANES + i] += gift


# --- the game ---


@inline
def _count_game(S, R):
    """Add the hand to the totals of its game."""
    full_width()
    auto_fail, sides = R[at.R_AUTO_FAIL] != 0, R[at.R_SIDES]
    partners = R[at.R_PARTNER_AT] > 0
    _count_side(S, 0, sides, partners, auto_fail)
    _count_side(S, 1, sides, partners, auto_fail)
    if sides > 2:
        _count_side(S, 2, sides, partners, auto_fail)
    if sides > 3:
        _count_side(S, 3, sides, partners, auto_fail)
    for i in range(LANES):
        ahead = _leader_of(S, i, 15)
        before = S[LEADER * LANES + i]
        S[LEAD_CHANGES * LANES + i] += 1 if (ahead >= 0) & (before >= 0) & (ahead != before) else 0
        S[LEADER * LANES + i] = ahead if ahead >= 0 else before


@inline
def _count_side(S, d, sides, partners, auto_fail):
    full_width()
    shift_a, shift_b = 8 * d, 8 * (d + sides) if partners else at.NOBODY
    for i in range(LANES):
        S[(GAME_BAGS + d) * LANES + i] += S[(HAND_BAGS + d) * LANES + i]
        S[(GAME_PENALTIES + d) * LANES + i] += S[(TIMES + d) * LANES + i]
        S[(GAME_SETS + d) * LANES + i] += 1 if S[(MADE + d) * LANES + i] == 0 else 0
        kinds, tricks = S[KINDS * LANES + i], S[TRICKS * LANES + i]
        nil_a, nil_b = _is_nil_kind(byte(kinds, shift_a) - 1), _is_nil_kind(byte(kinds, shift_b) - 1)
        zero_a, zero_b = byte(tricks, shift_a) == 0, byte(tricks, shift_b) == 0
        S[(GAME_NILS + d) * LANES + i] += (1 if nil_a else 0) + (1 if nil_b else 0)
        # a lost nil loses the partner's as well (nil.partner_auto_fail)
        both_lost = auto_fail & ((nil_a & (not zero_a)) | (nil_b & (not zero_b)))
        made = (1 if nil_a & zero_a else 0) + (1 if nil_b & zero_b else 0)
        S[(GAME_NILS_MADE + d) * LANES + i] += 0 if both_lost else made


@inline
def _is_nil_kind(kind):
    return (kind == at.KIND_NIL) | (kind == at.KIND_BLIND_NIL)


@inline
def _leader_of(S, i, among):
    """The side with the highest score of those whose bits are set in ``among``; -1 where several have it."""
    a, b, c, d = by_side(S, i, SCORE)
    a = a if among & 1 != 0 else -2 * NEVER
    b = b if among & 2 != 0 else -2 * NEVER
    c = c if among & 4 != 0 else -2 * NEVER
    d = d if among & 8 != 0 else -2 * NEVER
    best = more(more(a, b), more(c, d))
    ties = (1 if a == best else 0) + (1 if b == best else 0) + (1 if c == best else 0) + (1 if d == best else 0)
    side = 0 if a == best else (1 if b == best else (2 if c == best else 3))
    return side if ties == 1 else -1


@inline
def _end_game(S, R):
    """Whether the game is over, who has won (-1 for nobody), and whether a limit of hands stopped it (end.immediate).

    Outright wins and losses come first, then sets in a row, then target and ties, then end.lose_at, then the limits.
    """
    full_width()
    target, floor, streak = R[at.R_TARGET], R[at.R_LOSE_AT], R[at.R_SET_STREAK]
    sides = R[at.R_SIDES]
    everybody = (1 << sides) - 1
    most = R[at.R_MAX_HANDS] if R[at.R_MAX_HANDS] > 0 else NEVER
    cap = R[at.R_CAP] if R[at.R_CAP] > 0 else NEVER
    limit = most if most < cap else cap
    streaks = streak if streak > 0 else NEVER
    for i in range(LANES):
        wins, loses = S[WINS * LANES + i], S[LOSES * LANES + i]
        p, q, r, s = by_side(S, i, SETS)
        streaked = (1 if p >= streaks else 0) | (2 if q >= streaks else 0)
        streaked |= (4 if r >= streaks else 0) | (8 if s >= streaks else 0)
        streaked &= everybody
        losers = loses if loses != 0 else streaked
        others = everybody & ~losers
        a, b, c, d = by_side(S, i, SCORE)
        best = more(more(a, b), more(c, d))
        c, d = (c if sides > 2 else NEVER), (d if sides > 3 else NEVER)
        worst = -more(more(-a, -b), more(-c, -d))
        decisive = (best >= target) | (worst <= floor) | (S[TIE * LANES + i] != 0)
        among = everybody if decisive else 0
        among = (others if others != 0 else everybody) if losers != 0 else among
        among = wins if wins != 0 else among
        ahead = _leader_of(S, i, among)
        won = (among != 0) & (ahead >= 0)
        tied = (among != 0) & (ahead < 0)
        stopped = (not won) & (S[HAND_NUMBER * LANES + i] >= limit)
        over = won | stopped
        first = _leader_of(S, i, everybody)
        S[TIE * LANES + i] = 1 if tied & (not over) else 0
        S[OVER * LANES + i] = 1 if over else 0
        S[WON_BY * LANES + i] = ahead if won else ((-1 if tied else first) if stopped else -1)
        S[CAPPED * LANES + i] = 1 if stopped else 0


@step(PHASE_SIGNATURE)
def score_special(s, r, p, context):
    """The phase after the play, under special rules: score, totals of the game, end of the game."""
    _, S, R, _, _, _ = state_of(s, r, p, context)
    seat_order_of_all(S, R)
    _score(S, R)
    if R[at.R_GAMES] != 0:
        _count_game(S, R)
    _end_game(S, R)
