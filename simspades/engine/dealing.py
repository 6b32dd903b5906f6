"""From the shuffle to holdings that nobody throws in: the deal, the French cut, the draft, misdeals (RULEBOOK.md C)."""

from numba import uint64

from simspades.engine import layout as at
from simspades.engine.bits import full_width
from simspades.engine.context import PHASE_SIGNATURE, X_BY_GAME, X_SEED, cards_of, state_of
from simspades.engine.deal import deal, deal_many, expose, is_small, redeal, shuffle
from simspades.engine.deciding import ask_all
from simspades.engine.draft import show_top, start_draft, take_keep
from simspades.engine.early import call_before_looking
from simspades.engine.jit import inline, outline, step
from simspades.engine.layout import (
    ADVICE,
    ASKED,
    CHOICE,
    EXPOSED,
    GIVEN,
    HAND,
    LANES,
    LEGAL,
    LOOKING,
    MINE,
    MISDEALS,
    STOCK,
)
from simspades.engine.misdeal import ask_misdeal, find_misdeals, find_misdeals_again, gather_thrown, take_misdeal
from simspades.engine.output import log, log_deal
from simspades.engine.words import copy_row, fill_row, look_from
from simspades.strategies.helpers import highest


@outline
def _deal_small(S, R, seed, cards, by_hand):
    deal(S, R, seed, cards, by_hand)


@outline
def _consult(S, R, P, T, steps, p, times):
    """misdeal.consult_partner: the partner says yes or no, knowing his own cards."""
    full_width()
    players, apart = R[at.R_PLAYERS], R[at.R_PARTNER_AT]
    partner = (p + apart) % players
    look_from(R, partner, players, apart, at.DECIDE_ADVISE + at.AGAIN * times)
    copy_row(S, HAND + partner, MINE)
    ask_all(S, R, P, steps, at.STEP_ADVISE)
    for i in range(LANES):
        S[ADVICE * LANES + i] = (1 if S[CHOICE * LANES + i] != 0 else 0) if S[ASKED * LANES + i] != 0 else -1
    if R[at.R_TRACING] != 0:
        log(S, R, T, at.LOG_ADVICE, 8 * p, ADVICE, ADVICE, True)
    look_from(R, p, players, apart, at.DECIDE_MISDEAL + at.AGAIN * times)


@outline
def _cut(S, R, P, T, steps, seed, by_hand, times):
    """deal.cut=french_cut: a card of each holding is seen by all; the cutter may choose who gets which.

    The player at the dealer's right cuts. His choice is 0 for as they fall, 1 for the best of the four to himself and
    the next best to his partner, or where he has none the two best to himself and his right neighbour's left as is.
    """
    full_width()
    players, apart = R[at.R_PLAYERS], R[at.R_PARTNER_AT]
    cutter = (players + players - 2) % players
    for p in range(4):
        expose(S, R, seed, by_hand, p)
    look_from(R, cutter, players, apart, at.DECIDE_CUT + at.AGAIN * times)
    R[at.R_POSITION] = cutter
    fill_row(S, MINE, 0)
    fill_row(S, LEGAL, 3)
    copy_row(S, LOOKING, ASKED)
    ask_all(S, R, P, steps, at.STEP_CUT)
    _give_best(S, R, cutter, -1)
    if apart != 0:
        _give_best(S, R, (cutter + apart) % players, cutter)
    if R[at.R_TRACING] != 0:
        log(S, R, T, at.LOG_CUT, 8 * cutter, CHOICE, LEGAL, True)
        for p in range(4):
            log(S, R, T, at.LOG_EXPOSED, 8 * p, EXPOSED + p, EXPOSED + p, True)


@inline
def _give_best(S, R, taker, taken):
    """The best of the exposed cards, but for that of position ``taken``, changes places with the taker's."""
    full_width()
    spades = R[at.R_SPADES]
    mine = S[(EXPOSED + taker) * LANES : (EXPOSED + taker + 1) * LANES]
    hand = S[(HAND + taker) * LANES : (HAND + taker + 1) * LANES]
    for i in range(LANES):
        union = 0
        for p in range(4):
            union |= S[(EXPOSED + p) * LANES + i] if p != taken else 0
        best = highest(union & spades) if union & spades != 0 else highest(union)
        S[GIVEN * LANES + i] = best if (S[CHOICE * LANES + i] != 0) & (S[LOOKING * LANES + i] != 0) else mine[i]
    for p in range(4):
        if p != taker:
            for i in range(LANES):
                best, own = S[GIVEN * LANES + i], mine[i]
                has = S[(EXPOSED + p) * LANES + i] == best
                S[(HAND + p) * LANES + i] ^= best | own if has else 0
                S[(EXPOSED + p) * LANES + i] = own if has else S[(EXPOSED + p) * LANES + i]
    for i in range(LANES):
        best, own = S[GIVEN * LANES + i], mine[i]
        hand[i] ^= best ^ own
        mine[i] = best


@outline
def _draft(S, R, P, T, steps, seed, cards, by_hand, times):
    """The 26 turns of the game of two; the dealer, who draws first, is at position 1."""
    full_width()
    tracing, peeks = R[at.R_TRACING] != 0, R[at.R_PEEKS]
    for i in range(LANES):
        if S[LOOKING * LANES + i] != 0:
            shuffle(S, seed, cards, i, by_hand)
    start_draft(S)
    for turn in range(26):
        position = 1 - (turn & 1)
        look_from(R, position, 2, 0, at.DECIDE_KEEP + 8 * turn + at.AGAIN * times)
        R[at.R_TRICK] = turn + 1
        show_top(S, position, turn)
        ask_all(S, R, P, steps, at.STEP_KEEP)
        if tracing:
            log(S, R, T, at.LOG_STOCK, 8 * position, STOCK + 2 * turn, STOCK + 2 * turn + 1, True)
            log(S, R, T, at.LOG_KEEP, 8 * position, CHOICE, GIVEN, True)
        take_keep(S, R, position, peeks)


@step(PHASE_SIGNATURE)
def deal_with_care(s, r, p, context):
    """Deal, in every lane, until nobody calls a misdeal."""
    X, S, R, P, steps, T = state_of(s, r, p, context)
    seed, cards, by_hand = uint64(X[X_SEED]), cards_of(X), X[X_BY_GAME] != 0
    full_width()
    players, tracing = R[at.R_PLAYERS], R[at.R_TRACING] != 0
    lanes = 0
    fill_row(S, LOOKING, 1)
    fill_row(S, MISDEALS, 0)
    fill_row(S, ADVICE, -1)
    if R[at.R_DRAFT] == 0:
        if is_small(R):
            _deal_small(S, R, seed, cards, by_hand)
        else:
            deal_many(S, R, seed, cards, by_hand)
    for times in range(at.MOST_MISDEALS + 1):
        if R[at.R_DRAFT] != 0:
            _draft(S, R, P, T, steps, seed, cards, by_hand, times)
        if R[at.R_FRENCH_CUT] != 0:
            _cut(S, R, P, T, steps, seed, by_hand, times)
        if tracing:
            log_deal(S, R, T)
        if R[at.R_MISDEAL] == 0 or times == at.MOST_MISDEALS:
            break
        if times == 0 or R[at.R_DRAFT] != 0:
            find_misdeals(S, R)
        else:
            find_misdeals_again(S, R, lanes)
        for k in range(players):
            look_from(R, k, players, R[at.R_PARTNER_AT], at.DECIDE_MISDEAL + at.AGAIN * times)
            R[at.R_POSITION] = k
            fill_row(S, ADVICE, -1)
            if not ask_misdeal(S, k):
                continue
            fill_row(S, LEGAL, 3)
            if R[at.R_CONSULT] != 0:
                _consult(S, R, P, T, steps, k, times)
            copy_row(S, HAND + k, MINE)
            ask_all(S, R, P, steps, at.STEP_MISDEAL)
            take_misdeal(S)
            if tracing:
                log(S, R, T, at.LOG_MISDEAL, 8 * k, CHOICE, LEGAL, True)
        fill_row(S, ADVICE, -1)
        lanes = gather_thrown(S)
        if lanes == 0:
            break
        if R[at.R_EARLY] != 0:
            call_before_looking(S, R, P, T, steps, times + 1)
        if R[at.R_DRAFT] == 0:
            redeal(S, R, seed, cards, by_hand, lanes)
