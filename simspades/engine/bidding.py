"""Calls: who may call what, and what the calls become (RULEBOOK.md E and F).

Positions here are players clockwise from the dealer's left. The legal calls of a lane are one number (see ``layout``).
What goes with which call of the partner is a table that is made once for a rule set (``calls``); here are the rules
that depend on the cards, the scores and the calls of all.
"""

from simspades.engine import layout as at
from simspades.engine.bits import any_lane, byte, full_width
from simspades.engine.jit import inline, outline
from simspades.engine.layout import (
    ASKED,
    BIDS,
    CALLS,
    CHOICE,
    DEFICIT_OK,
    EXCHANGED,
    FAULT,
    HAND,
    HAND_NUMBER,
    KINDS,
    LANES,
    LEGAL,
    MAX_PLAYERS,
    MINE,
    MINE_TWICE,
    POSSIBLE,
    RAISED,
    RIVAL,
    SCORE,
    SEATS,
    SURE,
    TWICE,
    UNBID,
)
from simspades.engine.words import count_both, numbers_of, put, side_of, sum_bytes
from simspades.strategies.helpers import ranks_from


@inline
def _kind(kinds, shift):
    """The kind of the call at ``shift``; -1 before it."""
    return byte(kinds, shift) - 1


@inline
def _is_side_kind(kind):
    return (kind >= at.FIRST_SIDE_KIND) & (kind <= at.LAST_SIDE_KIND)


@inline
def _code(kinds, calls, shift):
    """The entry of the table of pairs for the call at ``shift``."""
    kind = _kind(kinds, shift)
    return ((kind << 5) | (byte(calls, shift) & 31)) if kind >= 0 else at.PAIR_NONE


@outline
def start_bidding(S, R):
    """No calls yet; who is far enough behind for what (``*.min_deficit``, ``dnil.when``, ``blind_nil.from_hand``)."""
    full_width()
    unbid_first = R[at.R_UNBID_FIRST] != 0
    # with a dummy a bid is for the side, whoever that will be: an unknown hand takes three tricks on average
    unknown = 3 << at.NOBODY if (R[at.R_HAS_DUMMY] != 0) & (R[at.R_DUMMY_OWN] == 0) else 0
    for i in range(LANES):
        S[CALLS * LANES + i] = 0
        S[KINDS * LANES + i] = 0
        S[EXCHANGED * LANES + i] = 0
        S[RAISED * LANES + i] = 0
        S[SURE * LANES + i] = unknown
        S[DEFICIT_OK * LANES + i] = 0
        S[UNBID * LANES + i] = 1 if unbid_first & (S[HAND_NUMBER * LANES + i] == 1) else 0
    if R[at.R_BLIND_NIL] + R[at.R_EARLY] + R[at.R_BLIND_NUMBERS] + R[at.R_SPECIAL_BIDS] != 0:
        _note_deficit(S, R, 0)
        _note_deficit(S, R, 1)
        if R[at.R_SIDES] > 2:
            _note_deficit(S, R, 2)
            _note_deficit(S, R, 3)


@inline
def _note_deficit(S, R, side):
    full_width()
    nil, blind, no_trump = R[at.R_BLIND_DEFICIT], R[at.R_BLIND_MIN_DEFICIT], R[at.R_NT_MIN_DEFICIT]
    double_nil = R[at.R_DNIL_DEFICIT]
    from_hand = R[at.R_BLIND_FROM_HAND]
    has_nil, has_blind, has_nt = R[at.R_BLIND_NIL] != 0, R[at.R_BLIND_NUMBERS] != 0, R[at.R_BLIND_NT] != 0
    for i in range(LANES):
        behind = S[(RIVAL + side) * LANES + i] - S[(SCORE + side) * LANES + i]
        # a deficit of 0 is no restriction at all: the leader may call it too
        may_nil = ((nil == 0) | (behind >= nil)) & (S[HAND_NUMBER * LANES + i] >= from_hand)
        flags = (1 << at.BEHIND_BLIND_NIL) if has_nil & may_nil else 0
        flags |= (1 << at.BEHIND_BLIND) if has_blind & ((blind == 0) | (behind >= blind)) else 0
        flags |= (1 << at.BEHIND_NO_TRUMP) if has_nt & ((no_trump == 0) | (behind >= no_trump)) else 0
        flags |= (1 << at.BEHIND_DOUBLE_NIL) if (double_nil >= 0) & (5 * behind > double_nil) else 0
        S[DEFICIT_OK * LANES + i] |= flags << side


@inline
def _far_behind(S, i, what, side):
    return (S[DEFICIT_OK * LANES + i] >> (what + side)) & 1 != 0


# --- what all bids may come to (bid.total_ne_tricks) ---


@inline
def _others_may_change(S, R, i, later):
    """Whether the total can still become another by what others than this player's side do.

    By a call of somebody who has not called and is not bound, by a blind number that may still be given up (only by
    those whose turn is to come, the positions of ``later``), or by a raise.
    """
    kinds, calls = S[KINDS * LANES + i], S[CALLS * LANES + i]
    me, partner = R[at.R_ME] >> 3, R[at.R_PARTNER] >> 3
    players, apart = R[at.R_PLAYERS], R[at.R_PARTNER_AT]
    partnership, renounce = R[at.R_PARTNERSHIP] != 0, R[at.R_RENOUNCE] != 0
    raises, most = R[at.R_RAISE] != 0, R[at.R_MOST]
    may_change = False
    for q in range(MAX_PLAYERS):
        others = (q < players) & (q != me) & (q != partner)
        mate = 8 * ((q + apart) % players) if apart > 0 else at.NOBODY
        kind, mates = _kind(kinds, 8 * q), _kind(kinds, mate)
        stated = (mates == at.KIND_NUMBER) | (mates == at.KIND_ZERO)
        bound = _is_side_kind(mates) | (partnership & stated)
        may_change |= others & (kind < 0) & (not bound)
        gives_up = (kind == at.KIND_BLIND) & (byte(calls, 8 * q) & 31 != 10) & ((later >> q) & 1 != 0)
        may_change |= others & renounce & gives_up
        plain = stated | (kind == at.KIND_NUMBER) | (kind == at.KIND_ZERO)
        special = _is_side_kind(kind) | _is_side_kind(mates)
        total = (byte(calls, 8 * q) & 31) + (byte(calls, mate) & 31)
        may_change |= others & raises & plain & (not special) & (total < most)
    return may_change


@outline
def _bar_total(S, R, later):
    """Take from LEGAL the call that would make the total, unless that can change or nothing else would be left."""
    full_width()
    tricks, raises, most = R[at.R_TRICKS], R[at.R_RAISE] != 0, R[at.R_MOST]
    partner, has_partner = R[at.R_PARTNER], R[at.R_PARTNER_AT] > 0
    for i in range(LANES):
        free = tricks - sum_bytes(numbers_of(S[CALLS * LANES + i]))
        legal = S[LEGAL * LANES + i]
        kind = _kind(S[KINDS * LANES + i], partner)
        partners = byte(S[CALLS * LANES + i], partner) & 31
        open_ = _others_may_change(S, R, i, later)
        # a call for the side binds the partner, any other leaves him his
        partner_open = has_partner & (kind < 0)
        plain = (kind == at.KIND_NUMBER) | (kind == at.KIND_ZERO)
        raise_number = raises & (partners + free < most)
        raise_nil = raises & plain & (partners < most)
        possible = (free >= 0) & (free <= tricks)
        bit = free if possible else 0
        number = (1 << bit) if possible & (not raise_number) else 0
        nil = at.MAY_NIL | (0 if raises & (partners < most) else at.MAY_ZERO)
        nil = (nil if not raise_nil else nil & ~at.MAY_NIL) if free == 0 else 0
        side = (1 << (at.NO_TRUMP_BIT + bit)) if possible else 0
        side |= at.MAY_TEN if free == 10 else 0
        side |= at.MAY_MOON if free == tricks else 0
        side |= at.MAY_DOUBLE_NIL if free == 0 else 0
        barred = side | (0 if partner_open else number | nil)
        left = legal & ~(0 if open_ else barred)
        S[LEGAL * LANES + i] = left if left != 0 else legal


@outline
def _bar_blind_total(S, R, later):
    """The same for calls that are made blind, which nobody has to make."""
    full_width()
    tricks, renounce = R[at.R_TRICKS], R[at.R_RENOUNCE] != 0
    raises, most = R[at.R_RAISE] != 0, R[at.R_MOST]
    partner, has_partner = R[at.R_PARTNER], R[at.R_PARTNER_AT] > 0
    for i in range(LANES):
        free = tricks - sum_bytes(numbers_of(S[CALLS * LANES + i]))
        kind = _kind(S[KINDS * LANES + i], partner)
        partners = byte(S[CALLS * LANES + i], partner) & 31
        open_ = _others_may_change(S, R, i, later)
        plain = (kind == at.KIND_NUMBER) | (kind == at.KIND_ZERO)
        partner_open = (has_partner & (kind < 0)) | (raises & plain & (partners < most))
        possible = (free >= 0) & (free <= tricks)
        bit = free if possible else 0
        gives_up = renounce & (free != 10)
        barred = (1 << bit) if possible & (not gives_up) else 0
        barred |= (1 << (at.NO_TRUMP_BIT + bit)) if possible else 0
        barred |= at.MAY_BLIND_MOON if free == tricks else 0
        barred |= at.MAY_BLIND_NIL if (free == 0) & (not partner_open) else 0
        S[LEGAL * LANES + i] &= ~(0 if open_ else barred)


# --- blind calls ---


@inline
def ask_blind(S, R, nil, numbers, side_calls, later):
    """What the player at hand may call blind, in LEGAL; ASKED where it is anything; true where anybody is asked.

    ``nil``, ``numbers`` and ``side_calls`` say what there is to ask for at this moment: a blind nil, one's own blind
    number (three.blind), or what is called for a side.
    """
    full_width()
    me, partner = R[at.R_ME], R[at.R_PARTNER]
    # a number that is called blind is the side's with partners, one's own without
    has_number = numbers or (side_calls and R[at.R_PARTNER_AT] > 0)
    blind_numbers = R[at.R_BLIND_NUMBERS] if has_number else 0
    moon = at.MAY_BLIND_MOON if side_calls and R[at.R_BLIND_MOON] != 0 else 0
    no_trump = R[at.R_BLIND_NT] << at.NO_TRUMP_BIT if side_calls else 0
    for_nil = at.MAY_BLIND_NIL if nil else 0
    anybody = 0
    if numbers | side_calls == 0 and not any_lane(S, DEFICIT_OK):
        return False
    for i in range(LANES):
        kinds = S[KINDS * LANES + i]
        side = side_of(S[SEATS * LANES + i], me)
        pair = R[at.R_PAIR + _code(kinds, S[CALLS * LANES + i], partner)]
        allowed = for_nil & pair if _far_behind(S, i, at.BEHIND_BLIND_NIL, side) else 0
        is_first = byte(kinds, partner) == 0
        allowed |= blind_numbers if is_first & _far_behind(S, i, at.BEHIND_BLIND, side) else 0
        allowed |= moon if is_first else 0
        allowed |= no_trump if is_first & _far_behind(S, i, at.BEHIND_NO_TRUMP, side) else 0
        open_ = (byte(kinds, me) == 0) & (S[UNBID * LANES + i] == 0)
        S[LEGAL * LANES + i] = allowed if open_ else 0
    if R[at.R_TOTAL_NE] != 0:
        _bar_blind_total(S, R, later)
    for i in range(LANES):
        asked = 1 if S[LEGAL * LANES + i] != 0 else 0
        S[ASKED * LANES + i] = asked
        anybody |= asked
    return anybody != 0


@inline
def _is_number(legal, number):
    return (legal >> (number & 31)) & 1 != 0


@inline
def take_blind(S, R):
    """Those who were asked and called something blind have made their call; a blind call for a side binds the partner.

    A choice of 1 where only a blind nil could be called is that nil.
    """
    full_width()
    me, partner, has_partner = R[at.R_ME], R[at.R_PARTNER], R[at.R_PARTNER_AT] > 0
    tricks = R[at.R_TRICKS]
    for i in range(LANES):
        asked = S[ASKED * LANES + i] != 0
        choice, legal = S[CHOICE * LANES + i], S[LEGAL * LANES + i]
        kind, number = choice >> 5, choice & 31
        nil = (choice == 1) | (choice == at.CALL_BLIND_NIL)
        legal_number = (kind == at.KIND_BLIND) & (legal & at.NUMBERS & (1 << number) != 0)
        legal_nt = (kind == at.KIND_BLIND_NO_TRUMP) & ((legal >> at.NO_TRUMP_BIT) & (1 << number) != 0)
        legal_moon = (choice == at.KIND_BLIND_MOON << 5) & (legal & at.MAY_BLIND_MOON != 0)
        legal_nil = nil & (legal & at.MAY_BLIND_NIL != 0)
        called = asked & (choice != 0)
        good = legal_number | legal_nt | legal_moon | legal_nil
        S[FAULT * LANES + i] |= 1 if called & (not good) else 0
        made = called & good
        kind = at.KIND_BLIND_NIL if nil else kind
        byte_ = at.CALL_BLIND_NIL if nil else (tricks if legal_moon else number)
        binds = made & has_partner & (not nil)
        kinds = S[KINDS * LANES + i]
        kinds |= ((kind + 1) << me) if made else 0
        S[KINDS * LANES + i] = put(kinds, partner, at.KIND_BOUND + 1) if binds else kinds
        S[CALLS * LANES + i] |= (byte_ << me) if made else 0


# --- the calls of the round ---


@inline
def show_holding(S, R, position):
    """The holding of a position to the player who decides."""
    full_width()
    holding = S[(HAND + position) * LANES : (HAND + position + 1) * LANES]
    for i in range(LANES):
        S[MINE * LANES + i] = holding[i]
    if R[at.R_PACKS] == 2:
        twice = S[(TWICE + position) * LANES : (TWICE + position + 1) * LANES]
        for i in range(LANES):
            S[MINE_TWICE * LANES + i] = twice[i]


@inline
def ask_bid(S, R):
    """The lanes in which the player at hand has not called; true where there are any."""
    full_width()
    me = R[at.R_ME]
    anybody = 0
    for i in range(LANES):
        open_ = (byte(S[KINDS * LANES + i], me) == 0) & (S[UNBID * LANES + i] == 0)
        asked = 1 if open_ else 0
        S[ASKED * LANES + i] = asked
        anybody |= asked
    return anybody != 0


@inline
def prepare_bid(S, R, is_last, later):
    """The legal calls of the player who is to call."""
    full_width()
    partner = R[at.R_PARTNER]
    for i in range(LANES):
        code = _code(S[KINDS * LANES + i], S[CALLS * LANES + i], partner)
        S[LEGAL * LANES + i] = R[at.R_PAIR + code] & ~at.MAY_BLIND_NIL
    if R[at.R_SPECIAL_BIDS] != 0:
        narrow_bid(S, R, is_last, later)


@outline
def narrow_bid(S, R, is_last, later):
    """What cards, scores and the total forbid."""
    full_width()
    form = R[at.R_FORM]
    if form != at.FORM_FREE and not (form == at.FORM_JOKER_WHIZ and is_last != 0):
        _keep_form(S, R, form)
    if R[at.R_NT_NEEDS_SPADE] != 0:
        spades = R[at.R_SPADES]
        for i in range(LANES):
            no_trump = at.NUMBERS << at.NO_TRUMP_BIT & ((1 << 62) - 1)
            S[LEGAL * LANES + i] &= ~(no_trump if S[MINE * LANES + i] & spades == 0 else 0)
    me = R[at.R_ME]
    if R[at.R_DNIL_DEFICIT] >= 0:
        for i in range(LANES):
            far = _far_behind(S, i, at.BEHIND_DOUBLE_NIL, side_of(S[SEATS * LANES + i], me))
            S[LEGAL * LANES + i] &= -1 if far else ~at.MAY_DOUBLE_NIL
    # where no call binds a partner, all who are to come can still change the total
    if R[at.R_TOTAL_NE] != 0 and (is_last != 0 or R[at.R_BINDING] != 0):
        _bar_total(S, R, later)


@inline
def _keep_form(S, R, form):
    """bid.form: what the cards held, or the partner's call, force a player to bid."""
    full_width()
    spades, size, all_calls, partner = R[at.R_SPADES], R[at.R_TRICKS], R[at.R_ALL_CALLS], R[at.R_PARTNER]
    aces = ranks_from(14) & ~ranks_from(15)
    counted = aces if form == at.FORM_CRAZY_ACES else spades
    times = 3 if form == at.FORM_CRAZY_ACES else 1
    or_nil = (form == at.FORM_WHIZ) | (form == at.FORM_JOKER_WHIZ)
    high = at.NUMBERS & ~15
    for i in range(LANES):
        forced = times * count_both(S[MINE * LANES + i], S[MINE_TWICE * LANES + i], counted)
        forced = forced if forced < size else size
        calls = (1 << forced) if forced > 0 else at.MAY_NIL
        calls |= at.MAY_NIL if or_nil else 0
        if form == at.FORM_SUICIDE:
            kind = _kind(S[KINDS * LANES + i], partner)
            nil = (kind == at.KIND_NIL) | (kind == at.KIND_BLIND_NIL)
            calls = (at.MAY_NIL | high) if kind < 0 else (high if nil else at.MAY_NIL)
        legal = S[LEGAL * LANES + i] & calls
        # the rules of a side bind only while they leave a call
        S[LEGAL * LANES + i] = legal if legal != 0 else all_calls & calls


@inline
def take_bid(S, R):
    """Record the calls of all who were asked; a call for a side binds the partner."""
    full_width()
    me, partner, has_partner = R[at.R_ME], R[at.R_PARTNER], R[at.R_PARTNER_AT] > 0
    tricks = R[at.R_TRICKS]
    for i in range(LANES):
        asked = S[ASKED * LANES + i] != 0
        choice, legal = S[CHOICE * LANES + i], S[LEGAL * LANES + i]
        # a bid of 0 is a nil, except where 0 is an ordinary number
        choice = at.CALL_NIL if (choice == 0) & (legal & 1 == 0) else choice
        kind, number = choice >> 5, choice & 31
        nil, zero = choice == at.CALL_NIL, choice == at.KIND_ZERO << 5
        ten, moon = choice == at.KIND_TEN << 5, choice == at.KIND_MOON << 5
        double_nil = choice == at.KIND_DOUBLE_NIL << 5
        no_trump = kind == at.KIND_NO_TRUMP
        plain = kind == at.KIND_NUMBER
        bit = number if plain else at.NO_TRUMP_BIT + number
        bit = at.NIL_BIT if nil else (at.ZERO_BIT if zero else bit)
        bit = at.TEN_BIT if ten else (at.MOON_BIT if moon else bit)
        bit = at.DOUBLE_NIL_BIT if double_nil else bit
        known = nil | zero | ten | moon | double_nil | ((no_trump | plain) & (number <= tricks))
        good = known & ((legal >> (bit & 63)) & 1 != 0)
        S[FAULT * LANES + i] |= 1 if asked & (not good) else 0
        call = number if plain | no_trump else 0
        call = 10 if ten else (tricks if moon else call)
        call = at.CALL_NIL if nil | double_nil else call
        made = asked & good
        binds = made & has_partner & (ten | moon | no_trump | double_nil)
        kinds = S[KINDS * LANES + i]
        kinds |= ((kind + 1) << me) if made else 0
        S[KINDS * LANES + i] = put(kinds, partner, at.KIND_BOUND + 1) if binds else kinds
        calls = S[CALLS * LANES + i] | ((call << me) if made else 0)
        S[CALLS * LANES + i] = put(calls, partner, at.CALL_NIL) if binds & double_nil else calls


# --- giving up a blind number ---


@outline
def ask_renounce(S, R):
    """Where the side of the player at hand called a number blind that it may give up for a ten; whether any did."""
    full_width()
    me = R[at.R_ME]
    anybody = 0
    for i in range(LANES):
        asked = 1 if _kind(S[KINDS * LANES + i], me) == at.KIND_BLIND else 0
        S[ASKED * LANES + i] = asked
        S[LEGAL * LANES + i] = 3
        anybody |= asked
    return anybody != 0


@outline
def bar_renounce(S, R, later):
    """bid.total_ne_tricks bars the answer that makes the total, unless the other does too (bit 0 stands, bit 1 ten)."""
    full_width()
    me, tricks = R[at.R_ME], R[at.R_TRICKS]
    raises, most = R[at.R_RAISE] != 0, R[at.R_MOST]
    for i in range(LANES):
        calls = S[CALLS * LANES + i]
        total = sum_bytes(numbers_of(calls))
        own = byte(calls, me) & 31
        closed = not _others_may_change(S, R, i, later)
        bars_stand = closed & (total == tricks)
        bars_ten = closed & (total - own + 10 == tricks) & (not (raises & (most > 10)))
        legal = (0 if bars_stand else 1) | (0 if bars_ten else 2)
        S[LEGAL * LANES + i] = legal if legal != 0 else 3


@outline
def take_renounce(S, R):
    """Blind numbers that are given up become tens."""
    full_width()
    me = R[at.R_ME]
    for i in range(LANES):
        asked = S[ASKED * LANES + i] != 0
        gives_up = asked & (S[CHOICE * LANES + i] != 0)
        answer = 2 if gives_up else 1
        S[FAULT * LANES + i] |= 1 if asked & (S[LEGAL * LANES + i] & answer == 0) else 0
        kinds, calls = S[KINDS * LANES + i], S[CALLS * LANES + i]
        S[KINDS * LANES + i] = put(kinds, me, at.KIND_NUMBER + 1) if gives_up else kinds
        S[CALLS * LANES + i] = put(calls, me, 10) if gives_up else calls


# --- partnership bidding ---


@outline
def start_talk(S):
    """Nobody has told anything."""
    full_width()
    for i in range(LANES):
        S[SURE * LANES + i] = 0
        S[POSSIBLE * LANES + i] = 0


@outline
def ask_announce(S, R):
    """Who has something to tell: those who have not called."""
    return ask_bid(S, R)


@outline
def prepare_announce(S, R):
    """LEGAL has a nil where one may be announced, and all numbers of tricks."""
    full_width()
    partner = R[at.R_PARTNER]
    numbers = (2 << R[at.R_TRICKS]) - 1
    for i in range(LANES):
        code = _code(S[KINDS * LANES + i], S[CALLS * LANES + i], partner)
        S[LEGAL * LANES + i] = numbers | (R[at.R_PAIR + code] & at.MAY_NIL)


@outline
def take_bid_as_talk(S):
    """What a player would bid by himself, told: as many tricks are sure, and one more is possible."""
    full_width()
    for i in range(LANES):
        choice, legal = S[CHOICE * LANES + i], S[LEGAL * LANES + i]
        nil = ((choice == 0) | (choice == at.CALL_NIL)) & (legal & at.MAY_NIL != 0)
        number = choice & 31 if (choice > 0) & (choice < 32) else 0
        more = number + 1 if (legal >> (number + 1)) & 1 != 0 else number
        S[CHOICE * LANES + i] = at.CALL_NIL << 5 if nil else number | (more << 5)


@outline
def take_announce(S, R):
    """Record the sure and the possible tricks, or the nil (NIL << 5)."""
    full_width()
    me = R[at.R_ME]
    for i in range(LANES):
        asked = S[ASKED * LANES + i] != 0
        choice, legal = S[CHOICE * LANES + i], S[LEGAL * LANES + i]
        nil = (choice == at.CALL_NIL << 5) & (legal & at.MAY_NIL != 0)
        sure, possible = choice & 31, (choice >> 5) & 31
        told = (choice >= 0) & (choice < 1024) & ((legal >> sure) & (legal >> possible) & 1 != 0)
        S[FAULT * LANES + i] |= 1 if asked & (not (nil | told)) else 0
        S[SURE * LANES + i] |= (sure << me) if asked & told else 0
        S[POSSIBLE * LANES + i] |= (possible << me) if asked & told else 0
        S[KINDS * LANES + i] |= ((at.KIND_NIL + 1) << me) if asked & nil else 0
        S[CALLS * LANES + i] |= (at.CALL_NIL << me) if asked & nil else 0


@outline
def prepare_agree(S, R, later):
    """The numbers and calls that the side may agree on: its partner has called a nil, or nothing."""
    full_width()
    partner = R[at.R_PARTNER]
    alone = at.KIND_BOUND << 5
    for i in range(LANES):
        kinds = S[KINDS * LANES + i]
        code = _code(kinds, S[CALLS * LANES + i], partner) if byte(kinds, partner) != 0 else alone
        S[LEGAL * LANES + i] = R[at.R_PAIR + code] & ~at.MAY_BLIND_NIL
    # a nil of his own can have been announced before, and the partner is bound by what is agreed
    for i in range(LANES):
        S[LEGAL * LANES + i] &= ~at.MAY_NIL
        bound = _kind(S[KINDS * LANES + i], partner) < 0
        S[KINDS * LANES + i] |= ((at.KIND_BOUND + 1) << partner) if bound & (S[ASKED * LANES + i] != 0) else 0
    narrow_bid(S, R, 0, later)


@outline
def state_at_lower_seat(S, R):
    """A plain number that both agreed on stands at the lower seat of the side (bid.mode=partnership)."""
    full_width()
    me, partner = R[at.R_ME], R[at.R_PARTNER]
    for i in range(LANES):
        seats, kinds, calls = S[SEATS * LANES + i], S[KINDS * LANES + i], S[CALLS * LANES + i]
        higher = byte(seats, me) & 15 > byte(seats, partner) & 15
        plain = (_kind(kinds, me) == at.KIND_NUMBER) | (_kind(kinds, me) == at.KIND_ZERO)
        moves = higher & plain & (_kind(kinds, partner) == at.KIND_BOUND) & (S[ASKED * LANES + i] != 0)
        moved = put(put(kinds, partner, byte(kinds, me)), me, at.KIND_BOUND + 1)
        S[KINDS * LANES + i] = moved if moves else kinds
        S[CALLS * LANES + i] = put(put(calls, partner, byte(calls, me)), me, 0) if moves else calls


# --- the raise round ---


@inline
def _may_raise(S, R, i, a, b):
    """Whether the side of positions a and b has a plain number that it can raise."""
    kinds, calls = S[KINDS * LANES + i], S[CALLS * LANES + i]
    one, other = _kind(kinds, 8 * a), _kind(kinds, 8 * b)
    plain = (one == at.KIND_NUMBER) | (one == at.KIND_ZERO) | (other == at.KIND_NUMBER) | (other == at.KIND_ZERO)
    special = _is_side_kind(one) | _is_side_kind(other)
    total = (byte(calls, 8 * a) & 31) + (byte(calls, 8 * b) & 31)
    return plain & (not special) & (total < R[at.R_MOST])


@outline
def ask_raise(S, R, a, b, later):
    """Where the side of a and b may raise, and to what; ``later`` has the bits of the sides' first seats to come."""
    full_width()
    tricks, most, ne = R[at.R_TRICKS], R[at.R_MOST], R[at.R_TOTAL_NE] != 0
    apart = R[at.R_PARTNER_AT]
    players = R[at.R_PLAYERS]
    anybody = 0
    for i in range(LANES):
        asked = _may_raise(S, R, i, a, b) & (S[UNBID * LANES + i] == 0)
        calls = S[CALLS * LANES + i]
        now = (byte(calls, 8 * a) & 31) + (byte(calls, 8 * b) & 31)
        legal = ((2 << most) - 1) & ~((2 << now) - 1) | 1
        is_last = True
        total = sum_bytes(numbers_of(calls)) + sum_bytes(S[RAISED * LANES + i])
        for q in range(MAX_PLAYERS):
            mate = (q + apart) % players
            is_last &= not ((later >> q) & 1 != 0 and _may_raise(S, R, i, q, mate))
        free = tricks - (total - now)
        barred = (1 << free if (free > now) & (free <= most) else 0) | (1 if free == now else 0)
        legal &= ~(barred if ne & is_last else 0)
        S[LEGAL * LANES + i] = legal
        S[ASKED * LANES + i] = 1 if asked else 0
        anybody |= 1 if asked else 0
    return anybody != 0


@outline
def take_raise(S, R, a, b):
    """Record by how much the side of a and b raises, in the byte of the member who called a number."""
    full_width()
    for i in range(LANES):
        asked = S[ASKED * LANES + i] != 0
        choice, legal = S[CHOICE * LANES + i], S[LEGAL * LANES + i]
        good = (choice >= 0) & (choice < 32) & ((legal >> (choice & 31)) & 1 != 0)
        S[FAULT * LANES + i] |= 1 if asked & (not good) else 0
        kinds, calls = S[KINDS * LANES + i], S[CALLS * LANES + i]
        now = (byte(calls, 8 * a) & 31) + (byte(calls, 8 * b) & 31)
        first = (_kind(kinds, 8 * a) == at.KIND_NUMBER) | (_kind(kinds, 8 * a) == at.KIND_ZERO)
        raises = asked & good & (choice > 0)
        S[RAISED * LANES + i] |= ((choice - now) << (8 * a if first else 8 * b)) if raises else 0


@outline
def end_bidding(S):
    """The calls as they are when the bidding is over."""
    full_width()
    for i in range(LANES):
        S[BIDS * LANES + i] = S[CALLS * LANES + i]


@outline
def add_raises(S):
    """What a side raised by counts for the player whose number it is from now on."""
    full_width()
    for i in range(LANES):
        S[CALLS * LANES + i] += S[RAISED * LANES + i]
