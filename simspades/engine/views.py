"""Views from the state block: what the player who decides in lane i may know.

Every function here is inlined into a strategy's step, a loop over lanes; fields that the strategy never reads cost
nothing. Scalars of the rules and of the step are read from ``R`` once, before the loop (``step_scalars``).
"""

from collections import namedtuple

from simspades.engine import layout as at
from simspades.engine.bits import byte
from simspades.engine.jit import inline
from simspades.engine.layout import (
    BAGS,
    BEATS,
    BEST,
    BROKEN,
    CALLS,
    FIRST,
    HAND_NUMBER,
    LANES,
    LATE,
    LED,
    LEGAL,
    MINE,
    PLAYED,
    RECEIVED,
    REQUEST,
    SALT,
    SCORE,
    TABLE,
    TRICKS,
    VOIDS,
    WINNER,
)
from simspades.engine.rng import mix
from simspades.strategies.views import BidView, BlindView, ExchangeView, PlayView

Scalars = namedtuple(
    "Scalars",
    "clubs diamonds hearts spades tricks nil_value blind_value bag_points bag_penalty bag_threshold target "
    "blind_exchange nil_exchange me partner left right partner_spoke left_spoke right_spoke position trick decision "
    "count giving blind_call may_decline nil_tricks_count last last_late",
)


@inline
def step_scalars(R):
    """The scalars of a step, read before its loop so that LLVM need not prove that lanes don't change them."""
    return Scalars(
        R[at.R_CLUBS],
        R[at.R_DIAMONDS],
        R[at.R_HEARTS],
        R[at.R_SPADES],
        R[at.R_TRICKS],
        R[at.R_NIL_VALUE],
        R[at.R_BLIND_VALUE],
        R[at.R_BAG_POINTS],
        R[at.R_BAG_PENALTY],
        R[at.R_BAG_THRESHOLD],
        R[at.R_TARGET],
        R[at.R_BLIND_EXCHANGE],
        R[at.R_NIL_EXCHANGE],
        R[at.R_ME],
        R[at.R_PARTNER],
        R[at.R_LEFT],
        R[at.R_RIGHT],
        R[at.R_PARTNER_SPOKE],
        R[at.R_LEFT_SPOKE],
        R[at.R_RIGHT_SPOKE],
        R[at.R_POSITION],
        R[at.R_TRICK],
        R[at.R_DECISION],
        R[at.R_COUNT],
        R[at.R_GIVING],
        R[at.R_BLIND_CALL],
        R[at.R_MAY_DECLINE],
        R[at.R_FAILED_TRICKS] == at.FAILED_PARTNER,
        R[at.R_LAST],
        R[at.R_LAST_LATE],
    )


@inline
def _seat(S, i, scalars):
    """The seat of the player who decides."""
    return (S[FIRST * LANES + i] + (scalars.me >> 3)) & 3


@inline
def _by_side(S, row, i, scalars):
    """A quantity of one's own side and of the opposing one."""
    even, odd = S[row * LANES + i], S[(row + 1) * LANES + i]
    mine_is_odd = _seat(S, i, scalars) & 1 != 0
    return (odd if mine_is_odd else even), (even if mine_is_odd else odd)


@inline
def _random(S, i, scalars):
    """The random number of the decision at hand."""
    return mix(S[SALT * LANES + i], scalars.decision + _seat(S, i, scalars))


@inline
def _number(call):
    return call & 31


@inline
def _is_nil(call):
    return call >> 5 != 0


@inline
def _counted(call, tricks, scalars):
    """The tricks of a player that count for his side's contract (nil.failed_tricks)."""
    return 0 if _is_nil(call) & (not scalars.nil_tricks_count) else tricks


@inline
def _suits(bits, scalars):
    """A set of suits from the four bits of a byte of VOIDS."""
    return (
        (scalars.clubs if bits & 1 != 0 else 0)
        | (scalars.diamonds if bits & 2 != 0 else 0)
        | (scalars.hearts if bits & 4 != 0 else 0)
        | (scalars.spades if bits & 8 != 0 else 0)
    )


@inline
def blind_view(S, i, s, p):
    """The view of a player who may call a blind nil."""
    calls = S[CALLS * LANES + i]
    partner, left, right = byte(calls, s.partner), byte(calls, s.left), byte(calls, s.right)
    score, opp_score = _by_side(S, SCORE, i, s)
    bags, opp_bags = _by_side(S, BAGS, i, s)
    return BlindView(
        s.position,
        s.partner_spoke != 0,
        _number(partner),
        _is_nil(partner),
        s.left_spoke != 0,
        _number(left),
        _is_nil(left),
        s.right_spoke != 0,
        _number(right),
        _is_nil(right),
        score,
        opp_score,
        bags,
        opp_bags,
        s.target,
        S[HAND_NUMBER * LANES + i],
        s.tricks,
        s.nil_value,
        s.blind_value,
        s.blind_exchange,
        _random(S, i, s),
        p,
    )


@inline
def bid_view(S, i, s, p):
    """The view of a player who is to call. LEGAL holds the numbers, and above bit 32 whether nil is among the calls."""
    calls = S[CALLS * LANES + i]
    partner, left, right = byte(calls, s.partner), byte(calls, s.left), byte(calls, s.right)
    score, opp_score = _by_side(S, SCORE, i, s)
    bags, opp_bags = _by_side(S, BAGS, i, s)
    legal = S[LEGAL * LANES + i]
    return BidView(
        S[MINE * LANES + i],
        legal & 0x7FFFFFFF,
        legal >> 32 != 0,
        s.position,
        s.partner_spoke != 0,
        _number(partner),
        _is_nil(partner),
        s.left_spoke != 0,
        _number(left),
        _is_nil(left),
        s.right_spoke != 0,
        _number(right),
        _is_nil(right),
        s.clubs,
        s.diamonds,
        s.hearts,
        s.spades,
        score,
        opp_score,
        bags,
        opp_bags,
        s.target,
        S[HAND_NUMBER * LANES + i],
        s.tricks,
        s.nil_value,
        s.blind_value,
        s.nil_exchange,
        s.bag_points,
        s.bag_penalty,
        s.bag_threshold,
        _random(S, i, s),
        p,
    )


@inline
def exchange_view(S, i, s, p):
    """The view of a player who exchanges cards with his partner."""
    calls = S[CALLS * LANES + i]
    return ExchangeView(
        S[MINE * LANES + i],
        s.count,
        s.giving != 0,
        s.may_decline != 0,
        s.blind_call != 0,
        S[RECEIVED * LANES + i],
        S[REQUEST * LANES + i],
        _number(byte(calls, s.me)),
        _number(byte(calls, s.partner)),
        _number(byte(calls, s.left)),
        _number(byte(calls, s.right)),
        s.clubs,
        s.diamonds,
        s.hearts,
        s.spades,
        _random(S, i, s),
        p,
    )


@inline
def play_view(S, i, s, p, leading):
    """The view of a player who is to play a card; ``leading`` is a constant of the step."""
    calls, tricks, voids = S[CALLS * LANES + i], S[TRICKS * LANES + i], S[VOIDS * LANES + i]
    my_call, partner_call = byte(calls, s.me), byte(calls, s.partner)
    left_call, right_call = byte(calls, s.left), byte(calls, s.right)
    my_tricks, partner_tricks = byte(tricks, s.me), byte(tricks, s.partner)
    left_tricks, right_tricks = byte(tricks, s.left), byte(tricks, s.right)
    contract, opp_contract = _number(my_call) + _number(partner_call), _number(left_call) + _number(right_call)
    counted = _counted(my_call, my_tricks, s) + _counted(partner_call, partner_tricks, s)
    opp_counted = _counted(left_call, left_tricks, s) + _counted(right_call, right_tricks, s)
    score, opp_score = _by_side(S, SCORE, i, s)
    bags, opp_bags = _by_side(S, BAGS, i, s)
    hand, legal, played = S[MINE * LANES + i], S[LEGAL * LANES + i], S[PLAYED * LANES + i]
    beats = led = best = loses = partner_card = left_card = right_card = 0
    last = partner_wins = False
    if not leading:
        beats, led, best = S[BEATS * LANES + i], S[LED * LANES + i], S[BEST * LANES + i]
        loses = legal & ~beats
        last = (s.last != 0) & ((s.last_late < 0) | (S[LATE * LANES + i] == s.last_late))
        partner_wins = 8 * S[WINNER * LANES + i] == s.partner
        partner_card, left_card, right_card = _table(S, i, s.partner), _table(S, i, s.left), _table(S, i, s.right)
    return PlayView(
        hand,
        legal,
        beats,
        loses,
        leading,
        last,
        led,
        best,
        partner_wins,
        partner_card,
        left_card,
        right_card,
        played,
        (s.clubs | s.diamonds | s.hearts | s.spades) & ~(hand | played),
        s.trick,
        s.tricks,
        _number(my_call),
        my_tricks,
        _is_nil(my_call) & (my_tricks == 0),
        _number(partner_call),
        partner_tricks,
        _is_nil(partner_call) & (partner_tricks == 0),
        _number(left_call),
        left_tricks,
        _is_nil(left_call) & (left_tricks == 0),
        _number(right_call),
        right_tricks,
        _is_nil(right_call) & (right_tricks == 0),
        contract,
        contract - counted,
        opp_contract,
        opp_contract - opp_counted,
        _suits(byte(voids, s.partner), s),
        _suits(byte(voids, s.left), s),
        _suits(byte(voids, s.right), s),
        # a ruff in this trick is noted when the trick is over; the winning card shows it
        (S[BROKEN * LANES + i] | (best & s.spades & ~led)) != 0,
        s.clubs,
        s.diamonds,
        s.hearts,
        s.spades,
        score,
        opp_score,
        bags,
        opp_bags,
        s.target,
        s.bag_points,
        s.bag_penalty,
        s.bag_threshold,
        s.nil_value,
        _random(S, i, s),
        p,
    )


@inline
def _table(S, i, shift):
    """The card that the position at ``shift`` has played to this trick: a choice among four constant rows."""
    first = S[TABLE * LANES + i] if shift == 0 else S[(TABLE + 1) * LANES + i]
    later = S[(TABLE + 2) * LANES + i] if shift == 16 else S[(TABLE + 3) * LANES + i]
    return first if shift < 16 else later
