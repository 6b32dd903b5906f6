"""Views from the state block: what the player who decides in lane i may know.

Every function here is inlined into a strategy's step, a loop over lanes; fields that the strategy never reads cost
nothing. Scalars of the rules and of the step are read from ``R`` once, before the loop (``step_scalars``).
"""

from collections import namedtuple

from simspades.engine import layout as at
from simspades.engine.bits import byte, popcount
from simspades.engine.jit import inline
from simspades.engine.layout import (
    ADVICE,
    BAG_WORD,
    BALANCE,
    BEATS,
    BEST,
    BROKEN,
    CALLS,
    DUMMY,
    EXPOSED,
    FAR_LEFT_CARD,
    FAR_RIGHT_CARD,
    GIVEN,
    HAND_NUMBER,
    KINDS,
    KNOWN,
    LANES,
    LATE,
    LED,
    LEFT_CARD,
    LEGAL,
    MINE,
    MINE_TWICE,
    NUMBERS,
    PARTNER_CARD,
    PLAYED,
    PLAYED_TWICE,
    POSSIBLE,
    RECEIVED,
    REQUEST,
    RIGHT_CARD,
    RIVAL,
    RIVAL_BAG_WORD,
    SALT,
    SCORE,
    SEATS,
    SURE,
    TRICKS,
    VOIDS,
    WINNER,
)
from simspades.engine.rng import mix
from simspades.engine.words import numbers_of, sum_bytes
from simspades.strategies.views import BidView, BlindView, DraftView, ExchangeView, PlayView

Scalars = namedtuple(
    "Scalars",
    "clubs diamonds hearts spades tricks nil_value blind_value bag_points bag_penalty bag_threshold target "
    "blind_exchange nil_exchange me partner left right far_left far_right own opponents position trick decision count "
    "giving blind_call may_decline last last_late single for_side players own_even opp_even",
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
        R[at.R_FAR_LEFT],
        R[at.R_FAR_RIGHT],
        R[at.R_OWN_BYTES],
        R[at.R_OPP_BYTES],
        R[at.R_POSITION],
        R[at.R_TRICK],
        R[at.R_DECISION],
        R[at.R_COUNT],
        R[at.R_GIVING],
        R[at.R_BLIND_CALL],
        R[at.R_MAY_DECLINE],
        R[at.R_LAST],
        R[at.R_LAST_LATE],
        R[at.R_SINGLE],
        R[at.R_FOR_SIDE],
        R[at.R_PLAYERS],
        at.EVEN * (popcount(R[at.R_OWN_BYTES]) >> 3),
        at.EVEN * (popcount(R[at.R_OPP_BYTES]) >> 3),
    )


@inline
def _of_side(S, row, i, scalars):
    """A quantity of one's own side, from a row for each side."""
    # all four are read, whatever the side: a read under a condition that differs by lane is a branch
    a, b, c, d = S[row * LANES + i], S[(row + 1) * LANES + i], S[(row + 2) * LANES + i], S[(row + 3) * LANES + i]
    side = byte(S[SEATS * LANES + i], scalars.me) >> 4
    odd, late = side & 1 != 0, side & 2 != 0
    return (d if odd else c) if late else (b if odd else a)


@inline
def _bags(S, row, i, scalars):
    """The bags of one's own side, from a row with 16 bits for each: its number in SEATS is the shift."""
    return (S[row * LANES + i] >> (byte(S[SEATS * LANES + i], scalars.me) & 0xF0)) & 0xFFFF


@inline
def _random(S, i, scalars):
    """The random number of the decision at hand."""
    seat = byte(S[SEATS * LANES + i], scalars.me) & 15
    return mix(S[SALT * LANES + i], scalars.decision + seat)


@inline
def _number(call):
    return call & 31


@inline
def _is_nil(call):
    return call >> 5 != 0


@inline
def _is_blind_nil(call):
    return call >> 5 == at.KIND_BLIND_NIL


@inline
def _spoke(kinds, shift):
    return byte(kinds, shift) != 0


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
    """The view of a player who may call something blind, as LEGAL says."""
    calls, kinds, legal = S[CALLS * LANES + i], S[KINDS * LANES + i], S[LEGAL * LANES + i]
    partner, left, right = byte(calls, s.partner), byte(calls, s.left), byte(calls, s.right)
    far_left, far_right = byte(calls, s.far_left), byte(calls, s.far_right)
    return BlindView(
        legal & at.MAY_BLIND_NIL != 0,
        legal & NUMBERS,
        legal & at.MAY_BLIND_MOON != 0,
        legal >> at.NO_TRUMP_BIT,
        s.position,
        _spoke(kinds, s.partner),
        _number(partner),
        _is_nil(partner),
        _is_blind_nil(partner),
        _spoke(kinds, s.left),
        _number(left),
        _is_nil(left),
        _is_blind_nil(left),
        _spoke(kinds, s.right),
        _number(right),
        _is_nil(right),
        _is_blind_nil(right),
        _spoke(kinds, s.far_left),
        _number(far_left),
        _is_nil(far_left),
        _is_blind_nil(far_left),
        _spoke(kinds, s.far_right),
        _number(far_right),
        _is_nil(far_right),
        _is_blind_nil(far_right),
        _of_side(S, SCORE, i, s),
        _of_side(S, RIVAL, i, s),
        _bags(S, BAG_WORD, i, s),
        _bags(S, RIVAL_BAG_WORD, i, s),
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
def _exposed(S, i, shift):
    """The card of the position at ``shift`` that a French cut turned up; 0 for nobody."""
    one = S[EXPOSED * LANES + i] if shift == 0 else S[(EXPOSED + 1) * LANES + i]
    other = S[(EXPOSED + 2) * LANES + i] if shift == 16 else S[(EXPOSED + 3) * LANES + i]
    return (one if shift < 16 else other) if shift < 32 else 0


@inline
def bid_view(S, i, s, p):
    """The view of a player who is to call. LEGAL holds the legal calls (see ``layout``)."""
    calls, kinds = S[CALLS * LANES + i], S[KINDS * LANES + i]
    partner, left, right = byte(calls, s.partner), byte(calls, s.left), byte(calls, s.right)
    far_left, far_right = byte(calls, s.far_left), byte(calls, s.far_right)
    legal = S[LEGAL * LANES + i]
    declaring = s.decision == at.DECIDE_DECLARE  # then LEGAL holds what may be declared
    return BidView(
        S[MINE * LANES + i],
        legal & NUMBERS,
        legal & at.MAY_NIL != 0,
        legal & at.MAY_ZERO != 0,
        legal & at.MAY_TEN != 0,
        legal & at.MAY_MOON != 0,
        legal & at.MAY_DOUBLE_NIL != 0,
        legal >> at.NO_TRUMP_BIT,
        S[MINE_TWICE * LANES + i],
        s.position,
        _spoke(kinds, s.partner),
        _number(partner),
        _is_nil(partner),
        _is_blind_nil(partner),
        _spoke(kinds, s.left),
        _number(left),
        _is_nil(left),
        _is_blind_nil(left),
        _spoke(kinds, s.right),
        _number(right),
        _is_nil(right),
        _is_blind_nil(right),
        _spoke(kinds, s.far_left),
        _number(far_left),
        _is_nil(far_left),
        _is_blind_nil(far_left),
        _spoke(kinds, s.far_right),
        _number(far_right),
        _is_nil(far_right),
        _is_blind_nil(far_right),
        s.clubs,
        s.diamonds,
        s.hearts,
        s.spades,
        _of_side(S, SCORE, i, s),
        _of_side(S, RIVAL, i, s),
        _bags(S, BAG_WORD, i, s),
        _bags(S, RIVAL_BAG_WORD, i, s),
        s.target,
        S[HAND_NUMBER * LANES + i],
        s.tricks,
        s.nil_value,
        s.blind_value,
        s.nil_exchange,
        s.bag_points,
        s.bag_penalty,
        s.bag_threshold,
        s.for_side != 0,
        byte(S[SURE * LANES + i], s.partner),
        byte(S[POSSIBLE * LANES + i], s.partner),
        s.players,
        s.partner < at.NOBODY,
        _number(byte(calls, s.me)),
        _exposed(S, i, s.partner),
        _exposed(S, i, s.left),
        _exposed(S, i, s.right),
        _exposed(S, i, s.me),
        declaring & (legal & at.MAY_ACES != 0),
        declaring & (legal & at.MAY_BEMO != 0),
        declaring & (legal & at.MAY_BIG_BEMO != 0),
        S[ADVICE * LANES + i],
        _random(S, i, s),
        p,
    )


@inline
def exchange_view(S, i, s, p):
    """The view of a player who gives cards away."""
    calls = S[CALLS * LANES + i]
    return ExchangeView(
        S[MINE * LANES + i],
        S[MINE_TWICE * LANES + i],
        s.count,
        s.giving != 0,
        s.may_decline != 0,
        s.blind_call != 0,
        S[RECEIVED * LANES + i],
        S[REQUEST * LANES + i],
        _number(byte(calls, s.me)),
        _is_nil(byte(calls, s.me)),
        _is_nil(byte(calls, s.partner)),
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
def draft_view(S, i, s, p):
    """The view of a player who looks at the top card of the stock: GIVEN, beside MINE and what he saw go (RECEIVED)."""
    calls = S[CALLS * LANES + i]
    return DraftView(
        S[GIVEN * LANES + i],
        S[MINE * LANES + i],
        S[RECEIVED * LANES + i],
        s.trick,
        _is_nil(byte(calls, s.me)),
        _is_nil(byte(calls, s.left)),
        s.clubs,
        s.diamonds,
        s.hearts,
        s.spades,
        _of_side(S, SCORE, i, s),
        _of_side(S, RIVAL, i, s),
        s.target,
        _random(S, i, s),
        p,
    )


@inline
def play_view(S, i, s, p, leading):
    """The view of a player who is to play a card; ``leading`` is a constant of the step."""
    calls, tricks, voids = S[CALLS * LANES + i], S[TRICKS * LANES + i], S[VOIDS * LANES + i]
    my_call, partner_call = byte(calls, s.me), byte(calls, s.partner)
    left_call, right_call = byte(calls, s.left), byte(calls, s.right)
    far_left_call, far_right_call = byte(calls, s.far_left), byte(calls, s.far_right)
    my_tricks, partner_tricks = byte(tricks, s.me), byte(tricks, s.partner)
    left_tricks, right_tricks = byte(tricks, s.left), byte(tricks, s.right)
    far_left_tricks, far_right_tricks = byte(tricks, s.far_left), byte(tricks, s.far_right)
    numbers = numbers_of(calls)
    contract, opp_contract = sum_bytes(numbers & s.own), sum_bytes(numbers & s.opponents)
    balance = S[BALANCE * LANES + i]
    need = byte(balance, s.me) + byte(balance, s.partner) - s.own_even
    opp_need = sum_bytes(balance & s.opponents) - s.opp_even
    legal = S[LEGAL * LANES + i]
    beats = led = best = loses = partner_card = left_card = right_card = far_left_card = far_right_card = 0
    last = partner_wins = False
    if not leading:
        beats, led, best = S[BEATS * LANES + i], S[LED * LANES + i], S[BEST * LANES + i]
        loses = legal & ~beats
        last = (s.last != 0) & ((s.last_late < 0) | (S[LATE * LANES + i] == s.last_late))
        partner_wins = 8 * S[WINNER * LANES + i] == s.partner
        partner_card = S[PARTNER_CARD * LANES + i]
        left_card, right_card = S[LEFT_CARD * LANES + i], S[RIGHT_CARD * LANES + i]
        far_left_card, far_right_card = S[FAR_LEFT_CARD * LANES + i], S[FAR_RIGHT_CARD * LANES + i]
    return PlayView(
        S[MINE * LANES + i],
        S[MINE_TWICE * LANES + i],
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
        far_left_card,
        far_right_card,
        S[DUMMY * LANES + i],
        (S[PLAYED * LANES + i] & s.single) | S[PLAYED_TWICE * LANES + i],
        (s.clubs | s.diamonds | s.hearts | s.spades) & ~S[KNOWN * LANES + i],
        s.trick,
        s.tricks,
        _number(my_call),
        my_tricks,
        _is_nil(my_call) & (my_tricks == 0),
        _is_blind_nil(my_call) & (my_tricks == 0),
        _number(partner_call),
        partner_tricks,
        _is_nil(partner_call) & (partner_tricks == 0),
        _is_blind_nil(partner_call) & (partner_tricks == 0),
        _number(left_call),
        left_tricks,
        _is_nil(left_call) & (left_tricks == 0),
        _is_blind_nil(left_call) & (left_tricks == 0),
        _number(right_call),
        right_tricks,
        _is_nil(right_call) & (right_tricks == 0),
        _is_blind_nil(right_call) & (right_tricks == 0),
        _number(far_left_call),
        far_left_tricks,
        _is_nil(far_left_call) & (far_left_tricks == 0),
        _is_blind_nil(far_left_call) & (far_left_tricks == 0),
        _number(far_right_call),
        far_right_tricks,
        _is_nil(far_right_call) & (far_right_tricks == 0),
        _is_blind_nil(far_right_call) & (far_right_tricks == 0),
        contract,
        need,
        opp_contract,
        opp_need,
        _suits(byte(voids, s.partner), s),
        _suits(byte(voids, s.left), s),
        _suits(byte(voids, s.right), s),
        _suits(byte(voids, s.far_left), s),
        _suits(byte(voids, s.far_right), s),
        # a ruff in this trick is noted when the trick is over; the winning card shows it
        (S[BROKEN * LANES + i] | (best & s.spades & ~led)) != 0,
        s.clubs,
        s.diamonds,
        s.hearts,
        s.spades,
        _of_side(S, SCORE, i, s),
        _of_side(S, RIVAL, i, s),
        _bags(S, BAG_WORD, i, s),
        _bags(S, RIVAL_BAG_WORD, i, s),
        s.target,
        s.bag_points,
        s.bag_penalty,
        s.bag_threshold,
        s.nil_value,
        s.blind_value,
        s.partner < at.NOBODY,
        _random(S, i, s),
        p,
    )
