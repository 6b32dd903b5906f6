"""From the lanes to the output arrays: a row a hand, a row a game, and the trace of single hands."""

from simspades.engine import layout as at
from simspades.engine.bits import byte, full_width
from simspades.engine.jit import inline, outline
from simspades.engine.layout import (
    ACTIVE,
    BAGS,
    CALLS,
    CAPPED,
    CHOICE,
    CONTRACT,
    DEALER,
    DEALT,
    FEATURES,
    FIRST,
    GAME,
    GAME_BAGS,
    GAME_NILS,
    GAME_NILS_MADE,
    GAME_PENALTIES,
    GAME_SETS,
    HAND_BAGS,
    HAND_NUMBER,
    LANES,
    LATE,
    LEAD_CHANGES,
    LEGAL,
    MADE,
    N_FEATURES,
    OVER,
    PENALTY,
    POINTS,
    SCORE,
    TRICKS,
    WON_BY,
)


@inline
def _row(S, row, out, out_row, base):
    """One field of all lanes to one row of an output array, cut to its type."""
    full_width()
    # a view whose indices start at 0: with ``base + i`` the test for negative indices would break the vector code
    target = out[out_row, base : base + LANES]
    for i in range(LANES):
        target[i] = S[row * LANES + i]


@inline
def _bytes(S, row, out, out_row, base, n):
    """The bytes of a packed word to ``n`` rows."""
    full_width()
    for b in range(n):
        target = out[out_row + b, base : base + LANES]
        for i in range(LANES):
            target[i] = byte(S[row * LANES + i], 8 * b)


@outline
def write_hands(S, o8, o16, o32, o64, base, features, holdings):
    """A row a hand, from column ``base`` on. Calls and tricks are in seat order."""
    full_width()
    _row(S, DEALER, o8, at.O8_DEALER, base)
    _bytes(S, CALLS, o8, at.O8_CALL, base, 4)
    _bytes(S, TRICKS, o8, at.O8_TRICKS, base, 4)
    _row(S, HAND_NUMBER, o16, at.O16_HAND_NUMBER, base)
    for d in range(2):
        _row(S, CONTRACT + d, o8, at.O8_CONTRACT + d, base)
        _row(S, MADE + d, o8, at.O8_MADE + d, base)
        _row(S, HAND_BAGS + d, o8, at.O8_BAGS + d, base)
        _row(S, POINTS + d, o16, at.O16_POINTS + d, base)
        _row(S, PENALTY + d, o16, at.O16_PENALTY + d, base)
        _row(S, BAGS + d, o16, at.O16_BAGS_TOTAL + d, base)
        _row(S, SCORE + d, o32, at.O32_SCORE + d, base)
    games = o64[at.O64_GAME, base : base + LANES]
    for i in range(LANES):
        games[i] = S[GAME * LANES + i] if S[ACTIVE * LANES + i] != 0 else -1
    if features:
        for seat in range(4):
            _bytes(S, FEATURES + seat, o8, at.O8_FEATURES + N_FEATURES * seat, base, N_FEATURES)
    if holdings:
        for seat in range(4):
            _row(S, DEALT + seat, o64, at.O64_CARDS + seat, base)


@outline
def write_games(S, R, games, control):
    """A row for each game that has just ended; a game's row is its number in the block (end.win_bonus)."""
    bonus = R[at.R_WIN_BONUS]
    first = control[at.C_FIRST]
    for i in range(LANES):
        if S[ACTIVE * LANES + i] != 0 and S[OVER * LANES + i] != 0:
            g = S[GAME * LANES + i] - first
            games[at.G_WINNER, g] = S[WON_BY * LANES + i]
            games[at.G_HANDS, g] = S[HAND_NUMBER * LANES + i]
            games[at.G_LEAD_CHANGES, g] = S[LEAD_CHANGES * LANES + i]
            games[at.G_CAPPED, g] = S[CAPPED * LANES + i]
            for d in range(2):
                won = S[WON_BY * LANES + i] == d
                games[at.G_SCORE + d, g] = S[(SCORE + d) * LANES + i] + (bonus if won else 0)
                games[at.G_BAGS + d, g] = S[(GAME_BAGS + d) * LANES + i]
                games[at.G_PENALTIES + d, g] = S[(GAME_PENALTIES + d) * LANES + i]
                games[at.G_SETS + d, g] = S[(GAME_SETS + d) * LANES + i]
                games[at.G_NILS + d, g] = S[(GAME_NILS + d) * LANES + i]
                games[at.G_NILS_MADE + d, g] = S[(GAME_NILS_MADE + d) * LANES + i]


@outline
def trace_row(S, T, row, trace, base):
    """One field of all lanes to the trace.

    Added to what stands there, zeros at first: the exchanges after a nil and after a blind nil at one position are
    taken one after the other, each for its own lanes, and share their rows.
    """
    for i in range(LANES):
        T[trace, base + i] |= S[row * LANES + i]


@outline
def trace_play(S, T, k, late, trick, slot, base):
    """A card, the cards that were legal, and the seat that plays it; zeros where nobody does (see ``play``)."""
    row = at.T_PLAY + 3 * (at.SLOTS * (trick - 1) + slot)
    for i in range(LANES):
        plays = (late < 0) | (S[LATE * LANES + i] == late)
        T[row, base + i] = S[CHOICE * LANES + i] if plays else 0
        T[row + 1, base + i] = S[LEGAL * LANES + i] if plays else 0
        T[row + 2, base + i] = (S[FIRST * LANES + i] + k) & 3 if plays else 0


@inline
def fill_row(S, row, value):
    """One value for all lanes."""
    full_width()
    for i in range(LANES):
        S[row * LANES + i] = value
