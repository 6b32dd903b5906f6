"""What is called before anybody looks at the cards (RULEBOOK.md 0.3, step 3), and anew after every misdeal."""

from simspades.engine import layout as at
from simspades.engine.bidding import ask_blind, take_blind
from simspades.engine.bits import full_width
from simspades.engine.deciding import ask_all
from simspades.engine.jit import inline, outline
from simspades.engine.layout import ASKED, CALLS, CHOICE, KINDS, LANES, LEGAL, LOOKING
from simspades.engine.output import log
from simspades.engine.words import look_from


@inline
def make_blind_call(S, R, P, T, steps):
    """Those of ASKED call something blind, or nothing."""
    ask_all(S, R, P, steps, at.STEP_BLIND)
    if R[at.R_TRACING] != 0:
        log(S, R, T, at.LOG_BLIND, R[at.R_ME], CHOICE, LEGAL, True)
    take_blind(S, R)


@outline
def call_before_looking(S, R, P, T, steps, times):
    """Calls for a side, and where cards are looked at before the bidding a player's own blind calls too.

    After a misdeal, the ``times``-th of the hand, only the lanes that deal again call, for what they called is void.
    """
    if times > 0:
        _void_calls(S)
    players, apart, early = R[at.R_PLAYERS], R[at.R_PARTNER_AT], R[at.R_EARLY]
    nil, numbers = early & at.EARLY_NIL != 0, early & at.EARLY_NUMBER != 0
    sides = R[at.R_SIDES]
    dealer_last = early & at.EARLY_SIDE != 0 and apart != 0 and R[at.R_FIRST_BIDDER] != 0
    for turn in range(players):
        # of the first of each side the dealer speaks last, also where he bids first
        k = (turn + 1) % sides if dealer_last and turn < sides else turn
        position = (R[at.R_FIRST_BIDDER] + k) % players
        look_from(R, position, players, apart, at.DECIDE_BLIND + at.AGAIN * times)
        R[at.R_POSITION] = k
        for_side = early & at.EARLY_SIDE != 0 and (apart == 0 or k < sides)
        # a blind number may be given up by everybody whose turn in the bidding is still to come: by all
        if (nil or numbers or for_side) and ask_blind(S, R, nil, numbers, for_side, -1):
            if times > 0:
                _spare_others(S)
            make_blind_call(S, R, P, T, steps)


@inline
def _void_calls(S):
    """Nobody has called anything in the lanes that deal again."""
    full_width()
    for i in range(LANES):
        stays = S[LOOKING * LANES + i] == 0
        S[KINDS * LANES + i] = S[KINDS * LANES + i] if stays else 0
        S[CALLS * LANES + i] = S[CALLS * LANES + i] if stays else 0


@inline
def _spare_others(S):
    """ASKED: only the lanes that deal again."""
    full_width()
    for i in range(LANES):
        S[ASKED * LANES + i] = S[ASKED * LANES + i] if S[LOOKING * LANES + i] != 0 else 0
