"""Exchanges of cards after a nil or a blind nil (RULEBOOK.md D).

One exchange is between a nil bidder and his partner: the bidder gives, the partner gives as many back. It is asked for
only where some lane has such a nil; ASKED marks those lanes.
"""

from simspades.engine import layout as at
from simspades.engine.bits import byte, full_width, popcount
from simspades.engine.jit import inline
from simspades.engine.layout import (
    ASKED,
    CALLS,
    CHOICE,
    FAULT,
    GIVEN,
    HAND,
    LANES,
    MINE,
    RECEIVED,
    REQUEST,
)


@inline
def ask_exchange(S, R, call):
    """The lanes in which the player at hand made ``call`` and his partner called no nil; true where there are any."""
    full_width()
    me, partner = R[at.R_ME], R[at.R_PARTNER]
    anybody = 0
    for i in range(LANES):
        calls = S[CALLS * LANES + i]
        wanted = 1 if (byte(calls, me) == call) & (byte(calls, partner) >> 5 == 0) else 0
        S[ASKED * LANES + i] = wanted
        S[REQUEST * LANES + i] = 0
        S[RECEIVED * LANES + i] = 0
        S[GIVEN * LANES + i] = 0
        anybody |= wanted
    return anybody != 0


@inline
def prepare_exchange(S, position):
    """Show the player his holding."""
    full_width()
    row = (HAND + position) * LANES
    for i in range(LANES):
        S[MINE * LANES + i] = S[row + i]
        S[CHOICE * LANES + i] = 0


@inline
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


@inline
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


@inline
def show_gift(S, position):
    """In a sequential exchange the partner picks up the cards before he gives some back (exchange.order)."""
    full_width()
    row = (HAND + position) * LANES
    for i in range(LANES):
        S[MINE * LANES + i] = S[row + i] | S[GIVEN * LANES + i]
        S[RECEIVED * LANES + i] = S[GIVEN * LANES + i]


@inline
def take_return(S, R, position, partner_position):
    """The partner's cards: check them and let both sets change hands."""
    full_width()
    count = R[at.R_COUNT]
    row, partner_row = (HAND + position) * LANES, (HAND + partner_position) * LANES
    for i in range(LANES):
        asked = S[ASKED * LANES + i] != 0
        cards = S[CHOICE * LANES + i] if asked else 0
        legal = (popcount(cards) == count) & (cards & ~S[MINE * LANES + i] == 0)
        S[FAULT * LANES + i] |= 1 if asked & (not legal) else 0
        S[CHOICE * LANES + i] = cards
    for i in range(LANES):
        given, returned = S[GIVEN * LANES + i], S[CHOICE * LANES + i]
        S[row + i] = (S[row + i] & ~given) | returned
    for i in range(LANES):
        given, returned = S[GIVEN * LANES + i], S[CHOICE * LANES + i]
        S[partner_row + i] = (S[partner_row + i] | given) & ~returned
