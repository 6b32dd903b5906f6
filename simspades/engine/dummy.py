"""The game of three with a dummy: where the dummy's holding stands, and who is whose partner for one hand.

In the other games who sits around a player is the same in all lanes. Here it depends on who declares and where the
dummy is. So before each decision what is known of the other positions is put in the order that the views expect,
partner opposite, and afterwards back (``face_partner``, ``face_table``).
"""

from simspades.engine import layout as at
from simspades.engine.bits import byte, full_width
from simspades.engine.jit import inline, outline
from simspades.engine.layout import (
    BALANCE,
    CALLS,
    DECLARER,
    DUMMY,
    DUMMY_AT,
    HAND,
    LANES,
    MATES,
    OWNER,
    SEATS,
    TABLE,
    TRICKS,
    UNBID,
    VOIDS,
    WINNER,
    WORK,
)
from simspades.engine.words import put

# Rows of the work area that keep what ``face_partner`` changes.
KEPT_CALLS, KEPT_TRICKS, KEPT_VOIDS, KEPT_WINNER, KEPT_BALANCE, KEPT_TABLE = range(
    WORK, WORK + 6
)  # and three more tables

DUMMY_SEAT = 3


@inline
def _insert(word, k, value):
    """A byte put in between the three of a word, at position k."""
    low = (1 << (8 * k)) - 1
    return (word & low) | (value << (8 * k)) | ((word & ~low & 0xFFFFFF) << 8)


@inline
def _exchange(word, a, b):
    """Two bytes of a word change places."""
    one, other = byte(word, a), byte(word, b)
    return put(put(word, a, other), b, one)


@outline
def find_declarer(S, R):
    """Who declares: the highest bid, of equal ones the first or the last (dummy.tie) in the order of bidding.

    DUMMY_AT is his position until the dummy is seated.
    """
    full_width()
    first, last_wins = R[at.R_FIRST_BIDDER], R[at.R_DUMMY_TIE_LAST] != 0
    for i in range(LANES):
        calls = S[CALLS * LANES + i]
        best, declarer = -1, 0
        for k in range(3):
            p = first + k
            p = p - 3 if p >= 3 else p
            number = byte(calls, 8 * p) & 31
            higher = (number > best) | (last_wins & (number == best))
            best, declarer = (number if higher else best), (p if higher else declarer)
        S[DUMMY_AT * LANES + i] = declarer
        S[DECLARER * LANES + i] = byte(S[SEATS * LANES + i], 8 * declarer) & 15


@outline
def seat_dummy(S, R):
    """All four holdings in their order at the table, the dealer's left at position 0."""
    full_width()
    opposite = R[at.R_DUMMY_OPPOSITE] != 0
    for i in range(LANES):
        calls, seats, declarer = S[CALLS * LANES + i], S[SEATS * LANES + i], S[DUMMY_AT * LANES + i]
        # the dummy stands behind the last player, or opposite the declarer
        seat0 = byte(seats, 0) & 15
        moved = opposite & (S[UNBID * LANES + i] == 0)
        dummy = (2 if declarer == 0 else (3 if declarer == 1 else 1)) if moved else 3 - seat0
        at_ = declarer if declarer < dummy else declarer + 1
        seat = S[DECLARER * LANES + i]
        own = byte(S[OWNER * LANES + i], 8 * declarer)
        S[DUMMY_AT * LANES + i] = dummy
        S[SEATS * LANES + i] = _insert(seats, dummy, DUMMY_SEAT | seat << 4)
        S[OWNER * LANES + i] = _insert(S[OWNER * LANES + i], dummy, own)
        S[CALLS * LANES + i] = _insert(calls, dummy, 0)
        mates = 0
        for k in range(4):
            other = 6 - at_ - dummy - k
            mate = dummy if k == at_ else (at_ if k == dummy else other)
            mates |= ((mate - k) & 3) << (8 * k)
        S[MATES * LANES + i] = mates
        b, c, d = S[(HAND + 1) * LANES + i], S[(HAND + 2) * LANES + i], S[(HAND + 3) * LANES + i]
        S[(HAND + 1) * LANES + i] = d if dummy == 1 else b
        S[(HAND + 2) * LANES + i] = d if dummy == 2 else (b if dummy == 1 else c)
        S[(HAND + 3) * LANES + i] = d if dummy == 3 else c


@outline
def show_dummy(S):
    """The dummy's holding lies open (dummy.exposed)."""
    full_width()
    for i in range(LANES):
        k = S[DUMMY_AT * LANES + i]
        a, b = S[HAND * LANES + i], S[(HAND + 1) * LANES + i]
        c, d = S[(HAND + 2) * LANES + i], S[(HAND + 3) * LANES + i]
        S[DUMMY * LANES + i] = (a if k == 0 else b) if k < 2 else (c if k == 2 else d)


@outline
def find_dealer(S):
    """WINNER: the dealer, who is the last player and leads first (play.first_lead=dealer)."""
    full_width()
    for i in range(LANES):
        S[WINNER * LANES + i] = 2 if S[DUMMY_AT * LANES + i] == 3 else 3


@outline
def face_partner(S, R, k, sees_table):
    """Let position k see his partner of this hand where partners sit, and the others in turn at his left and right."""
    full_width()
    one, two, three = (k + 1) & 3, (k + 2) & 3, (k + 3) & 3
    for i in range(LANES):
        S[KEPT_CALLS * LANES + i] = S[CALLS * LANES + i]
        S[KEPT_TRICKS * LANES + i] = S[TRICKS * LANES + i]
        S[KEPT_VOIDS * LANES + i] = S[VOIDS * LANES + i]
        S[KEPT_WINNER * LANES + i] = S[WINNER * LANES + i]
        S[KEPT_BALANCE * LANES + i] = S[BALANCE * LANES + i]
    for i in range(LANES):
        apart = byte(S[MATES * LANES + i], 8 * k)
        # the partner changes places with whoever sits opposite
        swap = one if apart == 1 else (three if apart == 3 else two)
        S[TRICKS * LANES + i] = _exchange(S[TRICKS * LANES + i], 8 * two, 8 * swap)
        S[VOIDS * LANES + i] = _exchange(S[VOIDS * LANES + i], 8 * two, 8 * swap)
        winner = S[WINNER * LANES + i]
        S[WINNER * LANES + i] = swap if winner == two else (two if winner == swap else winner)
        calls = _exchange(S[CALLS * LANES + i], 8 * two, 8 * swap)
        # a defender's contract is his own bid, about the tricks of both
        is_declarer = S[DECLARER * LANES + i] == byte(S[SEATS * LANES + i], 8 * k) >> 4
        S[CALLS * LANES + i] = calls if is_declarer else put(calls, 8 * two, 0)
        balance = _exchange(S[BALANCE * LANES + i], 8 * two, 8 * swap)
        S[BALANCE * LANES + i] = balance - (0 if is_declarer else (byte(calls, 8 * two) & 31) << (8 * two))
    if sees_table:
        _face_cards(S, k, two)


@outline
def _face_cards(S, k, two):
    full_width()
    a = S[(TABLE + ((k + 1) & 3)) * LANES : (TABLE + ((k + 1) & 3) + 1) * LANES]
    b = S[(TABLE + two) * LANES : (TABLE + two + 1) * LANES]
    c = S[(TABLE + ((k + 3) & 3)) * LANES : (TABLE + ((k + 3) & 3) + 1) * LANES]
    for i in range(LANES):
        S[KEPT_TABLE * LANES + i] = a[i]
        S[(KEPT_TABLE + 1) * LANES + i] = b[i]
        S[(KEPT_TABLE + 2) * LANES + i] = c[i]
    for i in range(LANES):
        apart = byte(S[MATES * LANES + i], 8 * k)
        one, mid, other = a[i], b[i], c[i]
        a[i] = mid if apart == 1 else one
        b[i] = one if apart == 1 else (other if apart == 3 else mid)
        c[i] = mid if apart == 3 else other


@outline
def face_table(S, k, sees_table):
    """And back."""
    full_width()
    for i in range(LANES):
        S[CALLS * LANES + i] = S[KEPT_CALLS * LANES + i]
        S[TRICKS * LANES + i] = S[KEPT_TRICKS * LANES + i]
        S[VOIDS * LANES + i] = S[KEPT_VOIDS * LANES + i]
        S[WINNER * LANES + i] = S[KEPT_WINNER * LANES + i]
        S[BALANCE * LANES + i] = S[KEPT_BALANCE * LANES + i]
    if sees_table:
        for j in range(3):
            table = S[(TABLE + ((k + 1 + j) & 3)) * LANES : (TABLE + ((k + 1 + j) & 3) + 1) * LANES]
            for i in range(LANES):
                table[i] = S[(KEPT_TABLE + j) * LANES + i]
