"""From the lanes to the output arrays: a row a hand, a row a game, and the trace of single hands."""

from simspades.engine import layout as at
from simspades.engine.bits import byte, full_width
from simspades.engine.jit import inline, outline
from simspades.engine.layout import (
    ACTIVE,
    ASKED,
    BAGS,
    CALLS,
    CAPPED,
    CHOICE,
    CONTRACT,
    DEALER,
    DEALT,
    DEALT_TWICE,
    FEATURES,
    GAME,
    GAME_BAGS,
    GAME_NILS,
    GAME_NILS_MADE,
    GAME_PENALTIES,
    GAME_SETS,
    HAND,
    HAND_BAGS,
    HAND_NUMBER,
    KINDS,
    LANES,
    LATE,
    LEAD_CHANGES,
    LEGAL,
    LOOKING,
    MADE,
    N_FEATURES,
    NIL_LEADER,
    NIL_TRICK,
    OVER,
    PENALTY,
    POINTS,
    SCORE,
    SEATS,
    TRICKS,
    TWICE,
    WON_BY,
)
from simspades.engine.words import copy_row


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


@inline
def _calls(S, out, base, n):
    """The code of each player's call: kind << 5 | number, -1 where nobody called."""
    full_width()
    for b in range(n):
        target = out[b + 1, base : base + LANES]
        for i in range(LANES):
            kind = byte(S[KINDS * LANES + i], 8 * b) - 1
            number = byte(S[CALLS * LANES + i], 8 * b) & 31
            target[i] = (kind << 5) | number if kind >= 0 else -1


@outline
def write_hands(S, R, o8, o16, o32, o64, base, features, holdings):
    """A row a hand, from column ``base`` on. Calls, kinds and tricks are in seat order.

    The rows of a field follow those of the field before, one for each seat or side (``output_rows`` in ``block``).
    """
    full_width()
    players, seats, sides = R[at.R_PLAYERS], R[at.R_SEATS], R[at.R_SIDES]
    _row(S, DEALER, o8, 0, base)
    _bytes(S, TRICKS, o8, 1, base, seats)
    _row(S, HAND_NUMBER, o16, 0, base)
    _calls(S, o16, base, players)
    for d in range(sides):
        _row(S, CONTRACT + d, o8, 1 + seats + d, base)
        _row(S, MADE + d, o8, 1 + seats + sides + d, base)
        _row(S, HAND_BAGS + d, o8, 1 + seats + 2 * sides + d, base)
        _row(S, POINTS + d, o16, 1 + players + d, base)
        _row(S, PENALTY + d, o16, 1 + players + sides + d, base)
        _row(S, BAGS + d, o16, 1 + players + 2 * sides + d, base)
        _row(S, SCORE + d, o32, d, base)
    games = o64[0, base : base + LANES]
    for i in range(LANES):
        games[i] = S[GAME * LANES + i] if S[ACTIVE * LANES + i] != 0 else -1
    if features:
        first = 1 + seats + 3 * sides
        for seat in range(players):
            _bytes(S, FEATURES + seat, o8, first + N_FEATURES * seat, base, N_FEATURES)
        first += N_FEATURES * players
        _bytes(S, NIL_TRICK, o8, first, base, players)
        _bytes(S, NIL_LEADER, o8, first + players, base, players)
    if holdings:
        for seat in range(players):
            _row(S, DEALT + seat, o64, 1 + seat, base)
        if R[at.R_PACKS] == 2:
            for seat in range(players):
                _row(S, DEALT_TWICE + seat, o64, 1 + players + seat, base)


@outline
def write_games(S, R, games, control):
    """A row for each game that has just ended; a game's row is its number in the block (end.win_bonus)."""
    bonus, sides = R[at.R_WIN_BONUS], R[at.R_SIDES]
    first = control[at.C_FIRST]
    for i in range(LANES):
        if S[ACTIVE * LANES + i] != 0 and S[OVER * LANES + i] != 0:
            g = S[GAME * LANES + i] - first
            games[at.G_WINNER, g] = S[WON_BY * LANES + i]
            games[at.G_HANDS, g] = S[HAND_NUMBER * LANES + i]
            games[at.G_LEAD_CHANGES, g] = S[LEAD_CHANGES * LANES + i]
            games[at.G_CAPPED, g] = S[CAPPED * LANES + i]
            for d in range(sides):
                won = S[WON_BY * LANES + i] == d
                games[at.G_SCORE + d, g] = S[(SCORE + d) * LANES + i] + (bonus if won else 0)
                games[at.G_BAGS + d, g] = S[(GAME_BAGS + d) * LANES + i]
                games[at.G_PENALTIES + d, g] = S[(GAME_PENALTIES + d) * LANES + i]
                games[at.G_SETS + d, g] = S[(GAME_SETS + d) * LANES + i]
                games[at.G_NILS + d, g] = S[(GAME_NILS + d) * LANES + i]
                games[at.G_NILS_MADE + d, g] = S[(GAME_NILS_MADE + d) * LANES + i]


@inline
def next_slot(R):
    """The first row of a new slot of the trace."""
    slot = R[at.R_SLOT]
    R[at.R_SLOT] = slot + 1
    return 3 * slot


@outline
def log(S, R, T, kind, shift, choice_row, options_row, asked):
    """One slot of the trace: what was chosen from what by the position at ``shift``, or what it holds.

    ``asked`` is true where only the lanes of ASKED take part.
    """
    row, base = next_slot(R), R[at.R_BASE]
    for i in range(LANES):
        if not asked or S[ASKED * LANES + i] != 0:
            T[row, base + i] = kind | ((byte(S[SEATS * LANES + i], shift) & 15) << 8)
            T[row + 1, base + i] = S[choice_row * LANES + i]
            T[row + 2, base + i] = S[options_row * LANES + i]


@outline
def log_play(S, R, T, k, late, trick):
    """A card, the cards that were legal, and the seat, in the lanes where somebody plays (see ``play``)."""
    row, base = next_slot(R), R[at.R_BASE]
    for i in range(LANES):
        if late < 0 or S[LATE * LANES + i] == late:
            T[row, base + i] = at.LOG_PLAY | ((byte(S[SEATS * LANES + i], 8 * k) & 15) << 8) | (trick << 16)
            T[row + 1, base + i] = S[CHOICE * LANES + i]
            T[row + 2, base + i] = S[LEGAL * LANES + i]


@outline
def log_deal(S, R, T):
    """The holdings as they were dealt, in the lanes that were."""
    copy_row(S, LOOKING, ASKED)
    for p in range(R[at.R_SEATS]):
        log(S, R, T, at.LOG_DEAL, 8 * p, HAND + p, TWICE + p, True)
