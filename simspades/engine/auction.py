"""From the calls that are made blind to the last exchange: steps 3 and 5 to 10 of a hand (RULEBOOK.md 0.3)."""

from numba import uint64

from simspades.engine import layout as at
from simspades.engine.bidding import (
    add_raises,
    ask_announce,
    ask_bid,
    ask_blind,
    ask_raise,
    ask_renounce,
    bar_renounce,
    end_bidding,
    prepare_agree,
    prepare_announce,
    prepare_bid,
    show_holding,
    start_talk,
    state_at_lower_seat,
    take_announce,
    take_bid,
    take_bid_as_talk,
    take_raise,
    take_renounce,
)
from simspades.engine.bits import byte, full_width, popcount
from simspades.engine.context import PHASE_SIGNATURE, X_BY_GAME, X_SEED, cards_of, state_of
from simspades.engine.deal import cut_card, take_stock
from simspades.engine.deciding import ask_all, decide
from simspades.engine.draft import ask_redraw, start_redraw, take_redraw
from simspades.engine.dummy import find_declarer, seat_dummy
from simspades.engine.early import call_before_looking, make_blind_call
from simspades.engine.exchange import (
    ask_discard,
    ask_double_nil_exchange,
    ask_exchange,
    ask_take,
    deal_passes,
    give_extra_cards,
    prepare_exchange,
    show_gift,
    take_discard,
    take_extra_cards,
    take_gift,
    take_pass,
    take_request,
    take_return,
)
from simspades.engine.jit import inline, outline, step
from simspades.engine.layout import (
    ASKED,
    CANCEL_CARD,
    CHOICE,
    DECLARED,
    DUMMY_AT,
    EXTRA,
    FAULT,
    GIVEN,
    HAND,
    HELD_ACES,
    LANES,
    LEGAL,
    MINE,
    RECEIVED,
    REQUEST,
    SEATS,
    TAKEN,
    TWICE,
    UNBID,
    WORK,
)
from simspades.engine.output import log
from simspades.engine.play import copy_own, keep_own
from simspades.engine.words import count_both, fill_row, look_from


@inline
def _look(R, position, decision):
    look_from(R, position, R[at.R_PLAYERS], R[at.R_PARTNER_AT], decision)


@inline
def _partner_of(R, position):
    return (position + R[at.R_PARTNER_AT]) % R[at.R_PLAYERS]


@inline
def _later(R, k):
    """The bits of the positions whose turn comes after the k-th of the bidding."""
    later = 0
    for j in range(k + 1, R[at.R_PLAYERS]):
        later |= 1 << ((R[at.R_FIRST_BIDDER] + j) % R[at.R_PLAYERS])
    return later


# --- extra cards, discards, passes ---


@inline
def _mark_taken(S, position):
    """RECEIVED: the extra cards, in the lanes where a position has taken them."""
    full_width()
    for i in range(LANES):
        takes = byte(S[TAKEN * LANES + i], 8 * position) != 0
        S[RECEIVED * LANES + i] = S[EXTRA * LANES + i] if takes else 0


@inline
def _forget_exchange(S):
    """No exchange has been asked for or made in any lane, whatever an earlier hand left behind."""
    fill_row(S, REQUEST, 0)
    fill_row(S, RECEIVED, 0)


@outline
def _discard(S, R, P, T, steps):
    """Whoever took extra cards discards as many."""
    _forget_exchange(S)
    for position in range(4):
        for count in range(1, 3):
            _look(R, position, at.DECIDE_DISCARD)
            if not ask_discard(S, R, position, count):
                continue
            R[at.R_COUNT], R[at.R_GIVING], R[at.R_MAY_DECLINE], R[at.R_BLIND_CALL] = count, 0, 0, 0
            prepare_exchange(S, R, position)
            ask_all(S, R, P, steps, at.STEP_DISCARD)
            if R[at.R_TRACING] != 0:
                log(S, R, T, at.LOG_DISCARD, R[at.R_ME], CHOICE, MINE, True)
            take_discard(S, R, position)


@outline
def _pass(S, R, P, T, steps):
    """pass.before_bidding: everybody passes to his partner at once."""
    players = R[at.R_PLAYERS]
    R[at.R_COUNT], R[at.R_GIVING], R[at.R_MAY_DECLINE], R[at.R_BLIND_CALL] = R[at.R_PASS], 0, 0, 0
    _forget_exchange(S)
    for position in range(players):
        _look(R, position, at.DECIDE_PASS)
        prepare_exchange(S, R, position)
        ask_all(S, R, P, steps, at.STEP_PASS)
        if R[at.R_TRACING] != 0:
            log(S, R, T, at.LOG_PASS, R[at.R_ME], CHOICE, MINE, False)
        take_pass(S, R, position)
    for position in range(players):
        deal_passes(S, position, _partner_of(R, position))


# --- the bidding ---


@outline
def _renounce(S, R, P, T, steps, position, later):
    """blind.renounce_to_10: a side that called a number blind lets it stand, or gives it up for a ten."""
    _look(R, position, at.DECIDE_RENOUNCE)
    if ask_renounce(S, R):
        show_holding(S, R, position)
        if R[at.R_TOTAL_NE] != 0:
            bar_renounce(S, R, later)
        ask_all(S, R, P, steps, at.STEP_RENOUNCE)
        if R[at.R_TRACING] != 0:
            log(S, R, T, at.LOG_RENOUNCE, R[at.R_ME], CHOICE, LEGAL, True)
        take_renounce(S, R)


@outline
def _announce(S, R, P, T, steps, position):
    """Sure and possible tricks, or a nil; a strategy that has nothing of its own to say tells what it would bid."""
    R[at.R_DECISION] = at.DECIDE_ANNOUNCE
    show_holding(S, R, position)
    if not ask_announce(S, R):
        return
    prepare_announce(S, R)
    for k in range(R[at.R_KINDS]):
        own = steps[k, at.STEP_ANNOUNCE] != 0
        decide(S, R, P, steps, at.STEP_ANNOUNCE if own else at.STEP_BID, k, k + 1)
        if not own:
            take_bid_as_talk(S)
        if R[at.R_KINDS] > 1:
            keep_own(S, R[at.R_ME], k)
    if R[at.R_KINDS] > 1:
        copy_own(S)
    if R[at.R_TRACING] != 0:
        log(S, R, T, at.LOG_ANNOUNCE, R[at.R_ME], CHOICE, LEGAL, True)
    take_announce(S, R)


@outline
def _agree(S, R, P, T, steps, position, later):
    """The number of the side, in the lanes where it has none yet and the player has not called himself."""
    _look(R, position, at.DECIDE_BID)
    if not ask_bid(S, R):
        return
    R[at.R_FOR_SIDE] = 1
    show_holding(S, R, position)
    prepare_agree(S, R, later)
    ask_all(S, R, P, steps, at.STEP_BID)
    R[at.R_FOR_SIDE] = 0
    if R[at.R_TRACING] != 0:
        log(S, R, T, at.LOG_BID, R[at.R_ME], CHOICE, LEGAL, True)
    take_bid(S, R)
    state_at_lower_seat(S, R)


@outline
def raise_bids(S, R, P, T, steps):
    """bid.raise_round: each side in turn may raise its number once."""
    players, sides = R[at.R_PLAYERS], R[at.R_SIDES]
    for k in range(sides):
        a = (R[at.R_FIRST_BIDDER] + k) % players
        b = _partner_of(R, a)
        later = 0
        for j in range(k + 1, sides):
            later |= 1 << ((R[at.R_FIRST_BIDDER] + j) % players)
        _look(R, a, at.DECIDE_RAISE)
        R[at.R_POSITION] = k
        if ask_raise(S, R, a, b, later):
            show_holding(S, R, a)
            ask_all(S, R, P, steps, at.STEP_RAISE)
            if R[at.R_TRACING] != 0:
                log(S, R, T, at.LOG_RAISE, R[at.R_ME], CHOICE, LEGAL, True)
            take_raise(S, R, a, b)
    add_raises(S)


# --- after the bidding ---


@outline
def _take(S, R, P, T, steps):
    """deck.extra_cards=higher_bidding_side."""
    for a in range(2):
        b = _partner_of(R, a)
        _look(R, a, at.DECIDE_TAKE)
        R[at.R_POSITION] = a
        if ask_take(S, R, a, b):
            show_holding(S, R, a)
            ask_all(S, R, P, steps, at.STEP_TAKE)
            if R[at.R_TRACING] != 0:
                log(S, R, T, at.LOG_TAKE, R[at.R_ME], CHOICE, LEGAL, True)
            take_extra_cards(S, R, a, b)
            if R[at.R_N_ACES] != 0:
                _count_taken_aces(S, R, a, GIVEN)
                _count_taken_aces(S, R, b, RECEIVED)


@outline
def exchange_after_nil(S, R, P, T, steps, position):
    """The exchange between the nil bidder at a position, in the lanes that have one there, and his partner."""
    full_width()
    tracing = R[at.R_TRACING] != 0
    partner = _partner_of(R, position)
    for blind in range(2):
        count = R[at.R_BLIND_EXCHANGE] if blind else R[at.R_NIL_EXCHANGE]
        if count == 0:
            continue
        _look(R, position, at.DECIDE_REQUEST)
        if not ask_exchange(S, R, at.CALL_BLIND_NIL if blind else at.CALL_NIL, position):
            continue
        optional = blind != 0 and R[at.R_BLIND_OPTIONAL] != 0
        R[at.R_COUNT], R[at.R_BLIND_CALL] = count, blind
        R[at.R_GIVING], R[at.R_MAY_DECLINE] = 1, 1 if optional else 0
        prepare_exchange(S, R, position)
        if blind and R[at.R_BLIND_REQUEST] != 0:
            ask_all(S, R, P, steps, at.STEP_REQUEST)
            if tracing:
                log(S, R, T, at.LOG_REQUEST, R[at.R_ME], CHOICE, MINE, True)
            take_request(S, R)
        _swap_gifts(S, R, P, T, steps, position, partner, R[at.R_SIMULTANEOUS] != 0)


@outline
def _exchange_double_nil(S, R, P, T, steps, position):
    """dnil.exchange: the partners of a team double nil give each other cards at once."""
    _look(R, position, at.DECIDE_GIFT)
    if ask_double_nil_exchange(S, R, position):
        R[at.R_COUNT], R[at.R_BLIND_CALL], R[at.R_MAY_DECLINE] = R[at.R_DNIL_EXCHANGE], 0, 0
        R[at.R_GIVING] = 1
        prepare_exchange(S, R, position)
        _swap_gifts(S, R, P, T, steps, position, _partner_of(R, position), True)


@outline
def _swap_gifts(S, R, P, T, steps, position, partner, at_once):
    """Both halves of an exchange, the bidder's first."""
    tracing = R[at.R_TRACING] != 0
    R[at.R_DECISION] = at.DECIDE_GIFT
    ask_all(S, R, P, steps, at.STEP_EXCHANGE)
    if tracing:
        log(S, R, T, at.LOG_GIVE, R[at.R_ME], CHOICE, MINE, True)
    take_gift(S, R)
    _look(R, partner, at.DECIDE_RETURN)
    R[at.R_GIVING], R[at.R_MAY_DECLINE] = 0, 0
    prepare_exchange(S, R, partner)
    if not at_once:
        show_gift(S, partner)
    ask_all(S, R, P, steps, at.STEP_EXCHANGE)
    if tracing:
        log(S, R, T, at.LOG_RETURN, R[at.R_ME], CHOICE, MINE, True)
    take_return(S, R, position, partner)


@outline
def _redraw(S, R, P, T, steps):
    """two.blind_nil_redraw: a blind nil bidder throws cards away and draws others, the second drawer first."""
    start_redraw(S)
    for position in range(2):
        _look(R, position, at.DECIDE_REDRAW)
        if ask_redraw(S, position):
            _forget_exchange(S)
            R[at.R_COUNT], R[at.R_GIVING], R[at.R_MAY_DECLINE], R[at.R_BLIND_CALL] = R[at.R_REDRAW], 1, 1, 1
            prepare_exchange(S, R, position)
            ask_all(S, R, P, steps, at.STEP_REDRAW)
            if R[at.R_TRACING] != 0:
                log(S, R, T, at.LOG_REDRAW, R[at.R_ME], CHOICE, MINE, True)
            take_redraw(S, R, position)
            if R[at.R_TRACING] != 0:
                log(S, R, T, at.LOG_DRAWN, R[at.R_ME], RECEIVED, GIVEN, True)


@outline
def _declare(S, R, P, T, steps):
    """bemo.enabled, bemo.big_enabled, aces.enabled: what a side declares before the first card."""
    full_width()
    players, sides, apart = R[at.R_PLAYERS], R[at.R_SIDES], R[at.R_PARTNER_AT]
    fill_row(S, DECLARED, 0)
    for k in range(sides):
        a = k if apart != 0 else k % players
        _look(R, a, at.DECIDE_DECLARE)
        R[at.R_POSITION] = k
        _ask_declare(S, R, a)
        show_holding(S, R, a)
        ask_all(S, R, P, steps, at.STEP_DECLARE)
        if R[at.R_TRACING] != 0:
            log(S, R, T, at.LOG_DECLARE, R[at.R_ME], CHOICE, LEGAL, True)
        _take_declare(S, R)


@inline
def _ask_declare(S, R, a):
    """LEGAL: what the side may declare. It may go for aces if it has held all of them at once before the play."""
    full_width()
    bemos = (at.MAY_BEMO if R[at.R_BEMO] != 0 else 0) | (at.MAY_BIG_BEMO if R[at.R_BIG_BEMO] != 0 else 0)
    n_aces, me, has_dummy = R[at.R_N_ACES], R[at.R_ME], R[at.R_HAS_DUMMY] != 0
    for i in range(LANES):
        word = S[HELD_ACES * LANES + i]
        own, declarer = byte(word, me), 8 * S[DUMMY_AT * LANES + i]
        others = byte(word, 0) + byte(word, 8) + byte(word, 16) - byte(word, declarer)
        with_mate = own + byte(word, 24) if me == declarer else others
        held = with_mate if has_dummy else own
        aces = at.MAY_ACES if (n_aces > 0) & (held == n_aces) else 0
        S[LEGAL * LANES + i] = bemos | aces
        S[ASKED * LANES + i] = 1 if S[UNBID * LANES + i] == 0 else 0


@inline
def _take_declare(S, R):
    full_width()
    me = R[at.R_ME]
    for i in range(LANES):
        asked = S[ASKED * LANES + i] != 0
        choice, legal = S[CHOICE * LANES + i], S[LEGAL * LANES + i]
        both = at.MAY_BEMO | at.MAY_BIG_BEMO
        good = (choice & ~legal == 0) & (choice & both != both)
        S[FAULT * LANES + i] |= 1 if asked & (not good) else 0
        side = byte(S[SEATS * LANES + i], me) >> 4
        S[DECLARED * LANES + i] |= (choice << (8 * side)) if asked & good else 0


@outline
def count_aces(S, R):
    """The aces that each side has been dealt, at each of its positions; with a dummy those of each holding."""
    full_width()
    aces = R[at.R_ACES]
    fill_row(S, HELD_ACES, 0)
    for p in range(R[at.R_SEATS]):
        holding, twice = (
            S[(HAND + p) * LANES : (HAND + p + 1) * LANES],
            S[(TWICE + p) * LANES : (TWICE + p + 1) * LANES],
        )
        for i in range(LANES):
            S[WORK * LANES + i] = count_both(holding[i], twice[i], aces)
        _add_aces(S, R, p)


@inline
def _add_aces(S, R, position):
    """The aces in WORK have come to a position."""
    full_width()
    apart = R[at.R_PARTNER_AT]
    shift, mate = 8 * position, 8 * ((position + apart) % R[at.R_PLAYERS])
    for i in range(LANES):
        n = S[WORK * LANES + i]
        S[HELD_ACES * LANES + i] += (n << shift) + ((n << mate) if apart > 0 else 0)


@outline
def _count_taken_aces(S, R, position, row):
    """Extra cards count as well: those of a row that a position has taken."""
    full_width()
    aces = R[at.R_ACES]
    cards = S[row * LANES : (row + 1) * LANES]
    for i in range(LANES):
        S[WORK * LANES + i] = popcount(cards[i] & aces)
    _add_aces(S, R, position)


# --- the phases ---


@step(PHASE_SIGNATURE)
def call_early(s, r, p, context):
    """Before the deal, step 3: the cancel card (bags.cancel_card), and what is called blind."""
    X, S, R, P, steps, T = state_of(s, r, p, context)
    if R[at.R_CANCEL_CUT] != 0:
        cut_card(S, uint64(X[X_SEED]), cards_of(X), R[at.R_CANCEL_CUT], X[X_BY_GAME] != 0)
        if R[at.R_TRACING] != 0:
            log(S, R, T, at.LOG_CANCEL_CARD, 0, CANCEL_CARD, CANCEL_CARD, False)
    elif R[at.R_CANCELS] != 0:
        fill_row(S, CANCEL_CARD, R[at.R_CANCEL_CARD])
    if R[at.R_EARLY] != 0:
        call_before_looking(S, R, P, T, steps, 0)


@step(PHASE_SIGNATURE)
def before_bidding(s, r, p, context):
    """Steps 5 and 7: extra cards, discards and passes before the bidding."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    if R[at.R_STOCK] == 2:
        take_stock(S, R)
    if R[at.R_N_ACES] != 0:
        count_aces(S, R)
    tracing = R[at.R_TRACING] != 0
    if R[at.R_EXTRA] != at.EXTRA_NONE:
        fill_row(S, TAKEN, 0)
        if tracing:
            log(S, R, T, at.LOG_EXTRA, 0, EXTRA, EXTRA, False)
        if R[at.R_EXTRA] == at.EXTRA_DEALER or R[at.R_EXTRA] == at.EXTRA_HOLDER:
            give_extra_cards(S, R)
            if R[at.R_N_ACES] != 0:
                for position in range(4):
                    _mark_taken(S, position)
                    _count_taken_aces(S, R, position, RECEIVED)
            if tracing:
                log(S, R, T, at.LOG_TAKEN, 0, TAKEN, TAKEN, False)
            if R[at.R_DISCARD_LATE] == 0:
                _discard(S, R, P, T, steps)
    if R[at.R_PASS] != 0:
        _pass(S, R, P, T, steps)


@step(PHASE_SIGNATURE)
def bid_in_turn(s, r, p, context):
    """Round-table bidding (bid.first): every player calls in turn, and exchanges may follow at once."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    full_width()
    kinds, tracing = R[at.R_KINDS], R[at.R_TRACING] != 0
    players, apart = R[at.R_PLAYERS], R[at.R_PARTNER_AT]
    asks_nil = R[at.R_BLIND_NIL] != 0 and R[at.R_EARLY] & at.EARLY_NIL == 0
    asks_number = R[at.R_BLIND_NUMBERS] != 0 and apart == 0 and R[at.R_EARLY] & at.EARLY_NUMBER == 0
    R[at.R_FOR_SIDE] = 1 if R[at.R_HAS_DUMMY] != 0 and R[at.R_DUMMY_OWN] == 0 else 0
    for k in range(players):
        position = (R[at.R_FIRST_BIDDER] + k) % players
        R[at.R_POSITION] = k
        later = _later(R, k)
        if R[at.R_RENOUNCE] != 0:
            _renounce(S, R, P, T, steps, position, later)
        _look(R, position, at.DECIDE_BLIND)
        if (asks_nil or asks_number) and ask_blind(S, R, asks_nil, asks_number, False, later):
            make_blind_call(S, R, P, T, steps)
        R[at.R_DECISION] = at.DECIDE_BID
        show_holding(S, R, position)
        if ask_bid(S, R):
            prepare_bid(S, R, 1 if k == players - 1 else 0, later)
            decide(S, R, P, steps, at.STEP_BID, 0, kinds)
            if tracing:
                log(S, R, T, at.LOG_BID, R[at.R_ME], CHOICE, LEGAL, True)
            take_bid(S, R)
        if R[at.R_IMMEDIATE] != 0 and apart != 0:
            exchange_after_nil(S, R, P, T, steps, position)
            exchange_after_nil(S, R, P, T, steps, _partner_of(R, position))


@step(PHASE_SIGNATURE)
def bid_by_side(s, r, p, context):
    """Partnership bidding: the first of each side tells what he has, his partner answers and states the number."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    full_width()
    players, sides = R[at.R_PLAYERS], R[at.R_SIDES]
    asks_nil = R[at.R_BLIND_NIL] != 0 and R[at.R_EARLY] & at.EARLY_NIL == 0
    start_talk(S)
    for k in range(sides):
        first = (R[at.R_FIRST_BIDDER] + k) % players
        second = _partner_of(R, first)
        later = 0
        for j in range(k + 1, sides):
            other = (R[at.R_FIRST_BIDDER] + j) % players
            later |= (1 << other) | (1 << _partner_of(R, other))
        if R[at.R_RENOUNCE] != 0:
            _renounce(S, R, P, T, steps, first, later)
        for position in (first, second):
            R[at.R_POSITION] = k if position == first else k + sides
            _look(R, position, at.DECIDE_BLIND)
            if asks_nil and ask_blind(S, R, asks_nil, False, False, later):
                make_blind_call(S, R, P, T, steps)
            _announce(S, R, P, T, steps, position)
        # the second states the number, or where he has called a nil the first
        _agree(S, R, P, T, steps, second, later)
        _agree(S, R, P, T, steps, first, later)
        if R[at.R_IMMEDIATE] != 0:
            exchange_after_nil(S, R, P, T, steps, first)
            exchange_after_nil(S, R, P, T, steps, second)


@step(PHASE_SIGNATURE)
def after_bidding(s, r, p, context):
    """Steps 9 and 10: extra cards of the higher bidder, late discards, exchanges, the redraw; then declarations."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    end_bidding(S)
    if R[at.R_RAISE] != 0:
        raise_bids(S, R, P, T, steps)
    if R[at.R_HAS_DUMMY] != 0:
        find_declarer(S, R)
    players, apart = R[at.R_PLAYERS], R[at.R_PARTNER_AT]
    if R[at.R_EXTRA] == at.EXTRA_HIGHER:
        _take(S, R, P, T, steps)
    if R[at.R_EXTRA] != at.EXTRA_NONE:
        _discard(S, R, P, T, steps)
    if apart != 0:
        for position in range(players):
            if R[at.R_DNIL_EXCHANGE] != 0:
                _exchange_double_nil(S, R, P, T, steps, position)
            if R[at.R_IMMEDIATE] == 0:
                exchange_after_nil(S, R, P, T, steps, position)
    if R[at.R_REDRAW] != 0:
        _redraw(S, R, P, T, steps)
    if R[at.R_BEMO] + R[at.R_BIG_BEMO] + R[at.R_N_ACES] != 0:
        _declare(S, R, P, T, steps)
    if R[at.R_HAS_DUMMY] != 0:
        seat_dummy(S, R)
