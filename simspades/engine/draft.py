"""The draft of the game of two, and what a blind nil bidder draws again (RULEBOOK.md, ``game.family=two``)."""

from simspades.engine import layout as at
from simspades.engine.bits import byte, full_width, popcount
from simspades.engine.jit import outline
from simspades.engine.layout import (
    ASKED,
    CHOICE,
    DEALT_TWICE,
    FAULT,
    GIVEN,
    HAND,
    KINDS,
    LANES,
    LOOKING,
    MINE,
    RECEIVED,
    SALT,
    STOCK,
    TABLE,
)
from simspades.engine.rng import mix
from simspades.engine.words import add_cards, drop_cards
from simspades.strategies.helpers import pick

# Rows that only two packs use otherwise: what each position has thrown away, what he knows of it, and the pool to draw
# from. They must last from the draft to the redraw, which the work area does not.
THROWN_AWAY = DEALT_TWICE  # two rows
KNOWN_AWAY = DEALT_TWICE + 2  # two rows
POOL = DEALT_TWICE + 4


@outline
def start_draft(S):
    """Empty hands in the lanes that draft; the others keep theirs."""
    full_width()
    for p in range(2):
        for i in range(LANES):
            looking = S[LOOKING * LANES + i] != 0
            S[(THROWN_AWAY + p) * LANES + i] = 0 if looking else S[(THROWN_AWAY + p) * LANES + i]
            S[(KNOWN_AWAY + p) * LANES + i] = 0 if looking else S[(KNOWN_AWAY + p) * LANES + i]
            S[(HAND + p) * LANES + i] = 0 if looking else S[(HAND + p) * LANES + i]


@outline
def show_top(S, position, turn):
    """The player in turn looks at the top card (GIVEN), knowing his hand and what he saw go."""
    full_width()
    holding = S[(HAND + position) * LANES : (HAND + position + 1) * LANES]
    known = S[(KNOWN_AWAY + position) * LANES : (KNOWN_AWAY + position + 1) * LANES]
    first = S[(STOCK + 2 * turn) * LANES : (STOCK + 2 * turn + 1) * LANES]
    second = S[(STOCK + 2 * turn + 1) * LANES : (STOCK + 2 * turn + 2) * LANES]
    for i in range(LANES):
        S[MINE * LANES + i] = holding[i]
        S[RECEIVED * LANES + i] = known[i]
        S[GIVEN * LANES + i] = first[i]
        S[TABLE * LANES + i] = second[i]
        S[ASKED * LANES + i] = 1 if S[LOOKING * LANES + i] != 0 else 0


@outline
def take_keep(S, R, position, peeks):
    """He keeps the first card and throws the second away, or the other way round."""
    full_width()
    holding = S[(HAND + position) * LANES : (HAND + position + 1) * LANES]
    known = S[(KNOWN_AWAY + position) * LANES : (KNOWN_AWAY + position + 1) * LANES]
    away = S[(THROWN_AWAY + position) * LANES : (THROWN_AWAY + position + 1) * LANES]
    for i in range(LANES):
        looking = S[ASKED * LANES + i] != 0
        keeps = S[CHOICE * LANES + i] != 0
        first, second = S[GIVEN * LANES + i], S[TABLE * LANES + i]
        kept, thrown = first if keeps else second, second if keeps else first
        seen = thrown if (not keeps) | (peeks != 0) else 0
        holding[i] |= kept if looking else 0
        away[i] |= thrown if looking else 0
        known[i] |= seen if looking else 0


@outline
def start_redraw(S):
    """The pool: what both threw away in the draft."""
    full_width()
    for i in range(LANES):
        S[POOL * LANES + i] = S[THROWN_AWAY * LANES + i] | S[(THROWN_AWAY + 1) * LANES + i]


@outline
def ask_redraw(S, position):
    """The lanes in which a position called a blind nil; true where there are any."""
    full_width()
    anybody = 0
    for i in range(LANES):
        asked = 1 if byte(S[KINDS * LANES + i], 8 * position) == at.KIND_BLIND_NIL + 1 else 0
        S[ASKED * LANES + i] = asked
        anybody |= asked
    return anybody != 0


@outline
def take_redraw(S, R, position):
    """He throws up to so many cards away and draws as many of the pool, each set equally likely (RECEIVED)."""
    full_width()
    most = R[at.R_COUNT]
    decision = R[at.R_DECISION]
    for i in range(LANES):
        asked = S[ASKED * LANES + i] != 0
        thrown = S[CHOICE * LANES + i] if asked else 0
        n = popcount(thrown)
        legal = (n <= most) & (thrown & ~S[MINE * LANES + i] == 0)
        S[FAULT * LANES + i] |= 0 if legal else 1
        n = n if legal else 0
        pool, drawn = S[POOL * LANES + i], 0
        for k in range(3):
            card = pick(pool & ~drawn, mix(S[SALT * LANES + i], decision + 2 * k + position + 2048)) if k < n else 0
            drawn |= card
        S[GIVEN * LANES + i] = thrown if legal else 0
        S[RECEIVED * LANES + i] = drawn
        S[POOL * LANES + i] = pool & ~drawn
    drop_cards(S, HAND + position, at.TWICE + position, GIVEN)
    add_cards(S, HAND + position, at.TWICE + position, RECEIVED)
