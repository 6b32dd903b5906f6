"""What is noted of the tricks because a score depends on it: ruffs, aces and a cancel card captured, the first tricks,
the last high spades. Called only under rules that ask for any of it.
"""

from simspades.engine import layout as at
from simspades.engine.bits import byte, full_width
from simspades.engine.jit import inline, outline
from simspades.engine.layout import (
    ACES,
    BEST,
    CANCEL_CARD,
    CANCELS,
    CHOICE,
    FIRST_NINE,
    FIRST_SIX,
    LANES,
    LATE,
    LED,
    MAX_PLAYERS,
    ON_TABLE,
    RUFFS,
    RUN,
    RUN_SEAT,
    SEATS,
    TRICKS,
    WINNER,
)


@outline
def start_notes(S):
    """Nothing noted yet."""
    full_width()
    for i in range(LANES):
        S[RUFFS * LANES + i] = 0
        S[ACES * LANES + i] = 0
        S[CANCELS * LANES + i] = 0
        S[ON_TABLE * LANES + i] = 0
        S[FIRST_SIX * LANES + i] = 0
        S[FIRST_NINE * LANES + i] = 0
        S[RUN_SEAT * LANES + i] = -1
        S[RUN * LANES + i] = 0


@outline
def note_card(S, R, late):
    """The chosen card lies on the table: whether it is an ace, or the cancel card."""
    full_width()
    aces = R[at.R_ACES]
    for i in range(LANES):
        plays = 1 if late < 0 else 1 ^ S[LATE * LANES + i] ^ late
        card = S[CHOICE * LANES + i]
        found = (1 if card & aces != 0 else 0) | (256 if card & S[CANCEL_CARD * LANES + i] != 0 else 0)
        S[ON_TABLE * LANES + i] += found * plays


@inline
def note_trick(S, R):
    """The trick is over and counted: what it was worth to its winner."""
    notes, trick = R[at.R_NOTES], R[at.R_TRICK]
    if notes & at.NOTE_RUFFS != 0:
        _note_ruff(S, R[at.R_SPADES])
    if notes & at.NOTE_CARDS != 0:
        _note_captured(S)
    if notes & at.NOTE_RUN != 0:
        _note_run(S, R[at.R_HIGH_SPADES])
    if notes & at.NOTE_FIRST != 0 and trick == 6:
        _note_first(S, FIRST_SIX)
    if notes & at.NOTE_FIRST != 0 and trick == 9:
        _note_first(S, FIRST_NINE)


@outline
def _note_ruff(S, spades):
    full_width()
    for i in range(LANES):
        ruff = 1 if S[BEST * LANES + i] & spades & ~S[LED * LANES + i] != 0 else 0
        S[RUFFS * LANES + i] += ruff << (8 * S[WINNER * LANES + i])


@outline
def _note_captured(S):
    full_width()
    for i in range(LANES):
        winner, on_table = 8 * S[WINNER * LANES + i], S[ON_TABLE * LANES + i]
        S[ACES * LANES + i] += (on_table & 255) << winner
        S[CANCELS * LANES + i] += (on_table >> 8) << winner
        S[ON_TABLE * LANES + i] = 0


@outline
def _note_run(S, high):
    full_width()
    for i in range(LANES):
        seat = byte(S[SEATS * LANES + i], 8 * S[WINNER * LANES + i]) & 15
        goes_on = seat == S[RUN_SEAT * LANES + i]
        run = (S[RUN * LANES + i] if goes_on else 0) + 1
        S[RUN * LANES + i] = run if S[BEST * LANES + i] & high != 0 else 0
        S[RUN_SEAT * LANES + i] = seat


@outline
def _note_first(S, row):
    """The tricks so far, by seat."""
    full_width()
    for i in range(LANES):
        S[row * LANES + i] = by_seat(S[TRICKS * LANES + i], S[SEATS * LANES + i])


@inline
def by_seat(word, seats):
    """A packed word of the table's positions turned so that byte s belongs to seat s."""
    turned = 0
    for k in range(MAX_PLAYERS):
        turned |= byte(word, 8 * k) << (8 * (byte(seats, 8 * k) & 15))
    return turned
