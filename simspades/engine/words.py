"""Packed words: a small number for each position of the table, a byte each (see ``layout``)."""

from simspades.engine import layout as at
from simspades.engine.bits import byte, full_width, popcount
from simspades.engine.jit import inline
from simspades.engine.layout import LANES, NOBODY

#: One bit in each byte.
ONES = 0x010101010101


@inline
def rotate(word, k):
    """Turn a packed word of four positions so that position ``k`` becomes position 0."""
    return ((word >> (8 * k)) | (word << (32 - 8 * k))) & 0xFFFFFFFF


@inline
def rotate_many(word, k, bits):
    """The same for a table of ``bits // 8`` positions."""
    return ((word >> (8 * k)) | (word << (bits - 8 * k))) & ((1 << bits) - 1)


@inline
def put(word, shift, value):
    """The word with another byte at ``shift``."""
    return (word & ~(255 << shift)) | (value << shift)


@inline
def sum_bytes(word):
    """The sum of the bytes of a word of small numbers."""
    word += word >> 32
    word += word >> 16
    return (word + (word >> 8)) & 255


@inline
def numbers_of(calls):
    """The numbers of packed calls, without their kinds; a nil's is 0."""
    return calls & (31 * ONES)


@inline
def next_player(seat, players):
    """The next player clockwise."""
    return seat + 1 if seat + 1 < players else 0


@inline
def look_from(R, position, players, partner_at, decision):
    """Set the step's scalars: who decides, and who sits around him at a table of ``players`` positions.

    ``partner_at`` is how many places on the partner sits, 0 in games without.
    """
    four = players == 4 and partner_at == 0
    six = players == 6
    me = 8 * position
    left, far_left = 8 * ((position + 1) % players), 8 * ((position + 2) % players)
    right, far_right = 8 * ((position + players - 1) % players), 8 * ((position + players - 2) % players)
    R[at.R_ME] = me
    R[at.R_PARTNER] = partner = 8 * ((position + partner_at) % players) if partner_at else NOBODY
    R[at.R_LEFT] = left
    R[at.R_RIGHT] = right if players > 2 else NOBODY
    R[at.R_FAR_LEFT] = far_left if four or six else NOBODY
    R[at.R_FAR_RIGHT] = far_right if six else NOBODY
    own = 255 << me | (255 << partner if partner_at else 0)
    R[at.R_OWN_BYTES] = own
    R[at.R_OPP_BYTES] = ((1 << 8 * players) - 1) & ~own
    R[at.R_DECISION] = decision


@inline
def seat_of(word, shift):
    """The seat of the position at ``shift`` of the word SEATS."""
    return byte(word, shift) & 15


@inline
def side_of(word, shift):
    """Its side."""
    return byte(word, shift) >> 4


@inline
def add_cards(S, row, twice_row, given_row):
    """Cards join the holdings of two rows: the cards, and those held twice. Rows may be chosen at run time."""
    full_width()
    holding, twice = S[row * LANES : (row + 1) * LANES], S[twice_row * LANES : (twice_row + 1) * LANES]
    given = S[given_row * LANES : (given_row + 1) * LANES]
    for i in range(LANES):
        twice[i] |= holding[i] & given[i]
        holding[i] |= given[i]


@inline
def drop_cards(S, row, twice_row, given_row):
    """Cards leave the holdings of two rows, one copy of each."""
    full_width()
    holding, twice = S[row * LANES : (row + 1) * LANES], S[twice_row * LANES : (twice_row + 1) * LANES]
    given = S[given_row * LANES : (given_row + 1) * LANES]
    for i in range(LANES):
        holding[i] &= ~(given[i] & ~twice[i])
        twice[i] &= ~given[i]


@inline
def copy_row(S, source, target):
    """One row to another; either may be chosen at run time."""
    full_width()
    a, b = S[source * LANES : (source + 1) * LANES], S[target * LANES : (target + 1) * LANES]
    for i in range(LANES):
        b[i] = a[i]


@inline
def fill_row(S, row, value):
    """One value for all lanes."""
    full_width()
    target = S[row * LANES : (row + 1) * LANES]
    for i in range(LANES):
        target[i] = value


@inline
def count_both(holding, twice, cards):
    """How many of some cards a holding has, copies counted."""
    return popcount(holding & cards) + popcount(twice & cards)
