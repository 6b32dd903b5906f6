"""Cards that change hands before the play: exchanges after a nil, passes, discards, extra cards (RULEBOOK.md B and D).

One exchange is between a nil bidder and his partner: the bidder gives, the partner gives as many back. It is asked for
only where some lane has such a nil; ASKED marks those lanes.
"""

from simspades.engine import layout as at
from simspades.engine.bits import byte, full_width, popcount
from simspades.engine.jit import inline, outline
from simspades.engine.layout import (
    ASKED,
    CALLS,
    CHOICE,
    EXCHANGED,
    EXTRA,
    FAULT,
    GIVEN,
    HAND,
    KINDS,
    LANES,
    LEGAL,
    MINE,
    MINE_TWICE,
    RECEIVED,
    REQUEST,
    SEATS,
    TAKEN,
    TWICE,
    UNBID,
    WORK,
)
from simspades.engine.words import add_cards, drop_cards, numbers_of, sum_bytes
from simspades.strategies.helpers import highest, lowest


@inline
def ask_exchange(S, R, call, position):
    """The lanes in which the player at hand made ``call`` and his partner called no nil; true where there are any.

    Both have called, and the exchange has not been made before.
    """
    full_width()
    me, partner = R[at.R_ME], R[at.R_PARTNER]
    anybody = 0
    for i in range(LANES):
        calls, kinds = S[CALLS * LANES + i], S[KINDS * LANES + i]
        due = (byte(calls, me) == call) & (byte(calls, partner) >> 5 == 0) & (byte(kinds, partner) != 0)
        due &= (byte(kinds, me) != at.KIND_DOUBLE_NIL + 1) & ((S[EXCHANGED * LANES + i] >> position) & 1 == 0)
        wanted = 1 if due else 0
        S[ASKED * LANES + i] = wanted
        S[EXCHANGED * LANES + i] |= wanted << position
        S[REQUEST * LANES + i] = 0
        S[RECEIVED * LANES + i] = 0
        S[GIVEN * LANES + i] = 0
        anybody |= wanted
    return anybody != 0


@outline
def ask_double_nil_exchange(S, R, position):
    """The lanes in which the player at hand called a double nil for his side; true where there are any."""
    full_width()
    me = R[at.R_ME]
    anybody = 0
    for i in range(LANES):
        wanted = 1 if byte(S[KINDS * LANES + i], me) == at.KIND_DOUBLE_NIL + 1 else 0
        S[ASKED * LANES + i] = wanted
        S[REQUEST * LANES + i] = 0
        S[RECEIVED * LANES + i] = 0
        S[GIVEN * LANES + i] = 0
        anybody |= wanted
    return anybody != 0


@outline
def prepare_exchange(S, R, position):
    """Show the player his holding."""
    full_width()
    holding = S[(HAND + position) * LANES : (HAND + position + 1) * LANES]
    for i in range(LANES):
        S[MINE * LANES + i] = holding[i]
        S[CHOICE * LANES + i] = 0
    if R[at.R_PACKS] == 2:
        twice = S[(TWICE + position) * LANES : (TWICE + position + 1) * LANES]
        for i in range(LANES):
            S[MINE_TWICE * LANES + i] = twice[i]


@outline
def take_request(S, R):
    """Record the suit that the nil bidder asks for."""
    full_width()
    clubs, diamonds, hearts, spades = R[at.R_CLUBS], R[at.R_DIAMONDS], R[at.R_HEARTS], R[at.R_SPADES]
    for i in range(LANES):
        suit = S[CHOICE * LANES + i]
        legal = (suit == clubs) | (suit == diamonds) | (suit == hearts) | (suit == spades)
        asked = S[ASKED * LANES + i] != 0
        S[FAULT * LANES + i] |= 1 if asked & (not legal) else 0
        S[REQUEST * LANES + i] = suit if asked else 0


@outline
def take_gift(S, R):
    """The nil bidder's cards: lanes that decline, where they may, drop out of ASKED."""
    full_width()
    count, optional = R[at.R_COUNT], R[at.R_MAY_DECLINE] != 0
    for i in range(LANES):
        asked = S[ASKED * LANES + i] != 0
        cards = S[CHOICE * LANES + i] if asked else 0
        declined = optional & (cards == 0)
        legal = ((popcount(cards) == count) & (cards & ~S[MINE * LANES + i] == 0)) | declined
        S[FAULT * LANES + i] |= 1 if asked & (not legal) else 0
        S[GIVEN * LANES + i] = cards
        S[ASKED * LANES + i] = 1 if asked & (not declined) else 0


@outline
def show_gift(S, position):
    """In a sequential exchange the partner picks up the cards before he gives some back (exchange.order)."""
    full_width()
    for i in range(LANES):
        S[MINE_TWICE * LANES + i] |= S[MINE * LANES + i] & S[GIVEN * LANES + i]
        S[MINE * LANES + i] |= S[GIVEN * LANES + i]
        S[RECEIVED * LANES + i] = S[GIVEN * LANES + i]


@outline
def take_return(S, R, position, partner_position):
    """The partner's cards: check them and let both sets change hands."""
    full_width()
    count = R[at.R_COUNT]
    for i in range(LANES):
        asked = S[ASKED * LANES + i] != 0
        cards = S[CHOICE * LANES + i] if asked else 0
        legal = (popcount(cards) == count) & (cards & ~S[MINE * LANES + i] == 0)
        S[FAULT * LANES + i] |= 1 if asked & (not legal) else 0
        S[CHOICE * LANES + i] = cards
        S[GIVEN * LANES + i] = S[GIVEN * LANES + i] if asked else 0
    drop_cards(S, HAND + position, TWICE + position, GIVEN)
    add_cards(S, HAND + partner_position, TWICE + partner_position, GIVEN)
    drop_cards(S, HAND + partner_position, TWICE + partner_position, CHOICE)
    add_cards(S, HAND + position, TWICE + position, CHOICE)


# --- passes and discards ---


@outline
def take_pass(S, R, position):
    """The cards that a player passes lie face down until everybody has passed; they wait in the work area."""
    full_width()
    count = R[at.R_COUNT]
    waiting = S[(WORK + position) * LANES : (WORK + position + 1) * LANES]
    for i in range(LANES):
        cards = S[CHOICE * LANES + i]
        legal = (popcount(cards) == count) & (cards & ~S[MINE * LANES + i] == 0)
        S[FAULT * LANES + i] |= 0 if legal else 1
        waiting[i] = cards if legal else 0
    drop_cards(S, HAND + position, TWICE + position, WORK + position)


@outline
def deal_passes(S, position, partner_position):
    """What a player passed reaches his partner."""
    add_cards(S, HAND + partner_position, TWICE + partner_position, WORK + position)


@outline
def ask_discard(S, R, position, count):
    """The lanes in which a position has so many cards to discard; true where there are any."""
    full_width()
    anybody = 0
    for i in range(LANES):
        asked = 1 if byte(S[TAKEN * LANES + i], 8 * position) == count else 0
        S[ASKED * LANES + i] = asked
        anybody |= asked
    return anybody != 0


@outline
def take_discard(S, R, position):
    """Cards laid face down and out of play."""
    full_width()
    count = R[at.R_COUNT]
    for i in range(LANES):
        asked = S[ASKED * LANES + i] != 0
        cards = S[CHOICE * LANES + i] if asked else 0
        legal = (popcount(cards) == count) & (cards & ~S[MINE * LANES + i] == 0)
        S[FAULT * LANES + i] |= 1 if asked & (not legal) else 0
        S[GIVEN * LANES + i] = cards
        S[TAKEN * LANES + i] &= ~(255 << (8 * position)) if asked else -1
    drop_cards(S, HAND + position, TWICE + position, GIVEN)


# --- extra cards ---


@outline
def give_extra_cards(S, R):
    """deck.extra_cards: the dealer takes both, or the holder of the two of clubs, who is the dealer where it is one."""
    full_width()
    two, holder = R[at.R_TWO_CLUBS], R[at.R_EXTRA] == at.EXTRA_HOLDER
    last = R[at.R_PLAYERS] - 1
    for i in range(LANES):
        S[TAKEN * LANES + i] = 0
    for p in range(4):
        dealer = p == last
        for i in range(LANES):
            in_extra = S[EXTRA * LANES + i] & two != 0
            holds = S[(HAND + p) * LANES + i] & two != 0
            takes = (holds | (in_extra & dealer)) if holder else dealer
            S[TAKEN * LANES + i] |= (2 << (8 * p)) if takes else 0
    # after the loops, so that the extra cards themselves do not make their taker a holder
    for p in range(4):
        for i in range(LANES):
            takes = byte(S[TAKEN * LANES + i], 8 * p) == 2
            S[(HAND + p) * LANES + i] |= S[EXTRA * LANES + i] if takes else 0


@outline
def ask_take(S, R, a, b):
    """deck.extra_cards=higher_bidding_side: what the side of a and b takes, 2, 1 or no cards, in WORK; whether any.

    Where both sides take one, the side of the lower number takes the first.
    """
    full_width()
    own = (255 << (8 * a)) | (255 << (8 * b))
    anybody = 0
    for i in range(LANES):
        numbers = numbers_of(S[CALLS * LANES + i])
        unbid = S[UNBID * LANES + i] != 0
        mine, theirs = sum_bytes(numbers & own), sum_bytes(numbers & ~own)
        takes = 2 if mine > theirs else (1 if mine == theirs else 0)
        takes = 1 if unbid else takes
        S[WORK * LANES + i] = takes
        S[ASKED * LANES + i] = 1 if takes > 0 else 0
        S[LEGAL * LANES + i] = 7 if takes == 2 else 3
        anybody |= takes
    return anybody != 0


@outline
def take_extra_cards(S, R, a, b):
    """Who of the side takes them: 0 for the one who decides, 1 for one each (or, of a single card, the partner), 2 for
    the partner. One each: the higher card goes to the one who decides.
    """
    full_width()
    for i in range(LANES):
        asked = S[ASKED * LANES + i] != 0
        choice, takes = S[CHOICE * LANES + i], S[WORK * LANES + i]
        good = (choice >= 0) & (choice < 32) & ((S[LEGAL * LANES + i] >> (choice & 31)) & 1 != 0)
        S[FAULT * LANES + i] |= 1 if asked & (not good) else 0
        extra = S[EXTRA * LANES + i]
        side = byte(S[SEATS * LANES + i], 8 * a) >> 4
        cards = extra if takes == 2 else (lowest(extra) if side == 0 else highest(extra))
        mine = cards if choice == 0 else ((highest(extra) if takes == 2 else 0) if choice == 1 else 0)
        mine = mine if asked & good else 0
        theirs = cards & ~mine if asked & good else 0
        S[GIVEN * LANES + i] = mine
        S[RECEIVED * LANES + i] = theirs
        S[TAKEN * LANES + i] |= (popcount(mine) << (8 * a)) | (popcount(theirs) << (8 * b))
    add_cards(S, HAND + a, TWICE + a, GIVEN)
    add_cards(S, HAND + b, TWICE + b, RECEIVED)
