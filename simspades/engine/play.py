"""The play of the cards, step by step: who may play what, what a card does, who wins (RULEBOOK.md G).

Each function is one or two loops over lanes. Options are scalars tested outside those loops. ``k`` is the row of the
player who decides, a constant wherever these are called; ``word`` is what FAULT becomes where a card is illegal.
``late`` is 0 or 1 where only lanes with that value of LATE play (see the alternating schedule of the driver), -1 where
all do.
"""

from simspades.engine.bits import full_width
from simspades.engine.jit import inline
from simspades.engine.layout import (
    BEATS,
    BEST,
    BROKEN,
    CALLS,
    CHOICE,
    FAULT,
    HAND,
    LANES,
    LAST,
    LATE,
    LED,
    LEGAL,
    MINE,
    OWNER,
    PLAYED,
    SEATS,
    TABLE,
    TRICKS,
    VOIDS,
    WINNER,
)


@inline
def start_play(S):
    """Nothing is on the table, nothing broken, no trick won."""
    full_width()
    for i in range(LANES):
        S[TRICKS * LANES + i] = 0
        S[VOIDS * LANES + i] = 0
        S[BROKEN * LANES + i] = 0
        S[PLAYED * LANES + i] = 0
        S[LED * LANES + i] = 0
        S[BEST * LANES + i] = 0
        S[WINNER * LANES + i] = 0


@inline
def prepare_lead(S, k, bar_spades, spades):
    """Before a lead: play.spade_lead. Spades are barred while unbroken, except for who holds nothing else."""
    full_width()
    barred = spades if bar_spades else 0
    for i in range(LANES):
        hand = S[(HAND + k) * LANES + i]
        others = hand & ~barred
        free = (S[BROKEN * LANES + i] != 0) | (others == 0)
        S[MINE * LANES + i] = hand
        S[LEGAL * LANES + i] = hand if free else others
        S[BEATS * LANES + i] = 0
        S[LAST * LANES + i] = 0


@inline
def prepare_follow(S, k, last, late, spades):
    """Before any other card: play.follow, and which of the legal cards would win the trick as it stands."""
    full_width()
    for i in range(LANES):
        hand = S[(HAND + k) * LANES + i]
        led = S[LED * LANES + i]
        best = S[BEST * LANES + i]
        same = hand & led
        legal = same if same != 0 else hand
        higher = -(best << 1)
        S[MINE * LANES + i] = hand
        S[LEGAL * LANES + i] = legal
        S[BEATS * LANES + i] = legal & ((spades & higher) if best & spades != 0 else ((led & higher) | spades))
        S[LAST * LANES + i] = last if (late < 0) | (S[LATE * LANES + i] == late) else 0


@inline
def commit_lead(S, k, late, clubs, diamonds, hearts, spades, lead_breaks, word):
    """Put the chosen card on the table as a lead. ``lead_breaks`` is the set of cards whose lead breaks spades."""
    full_width()
    for i in range(LANES):
        plays = (late < 0) | (S[LATE * LANES + i] == late)
        card = S[CHOICE * LANES + i] if plays else 0
        illegal = (card & S[LEGAL * LANES + i] != card) | (card == 0) | (card & (card - 1) != 0)
        fault = S[FAULT * LANES + i]
        S[FAULT * LANES + i] = word if (fault == 0) & plays & illegal else fault
        S[(HAND + k) * LANES + i] &= ~card
        S[PLAYED * LANES + i] |= card
        S[BROKEN * LANES + i] |= card & lead_breaks
        side_suit = diamonds if card & diamonds != 0 else hearts
        led = spades if card & spades != 0 else (clubs if card & clubs != 0 else side_suit)
        S[LED * LANES + i] = led if plays else S[LED * LANES + i]
        S[BEST * LANES + i] = card if plays else S[BEST * LANES + i]
        S[WINNER * LANES + i] = k if plays else S[WINNER * LANES + i]


@inline
def lay_lead(S, k, late):
    """A lead clears the table of the last trick's cards. Called only where a strategy looks at single cards."""
    full_width()
    for i in range(LANES):
        plays = (late < 0) | (S[LATE * LANES + i] == late)
        S[TABLE * LANES + i] = 0 if plays else S[TABLE * LANES + i]
        S[(TABLE + 1) * LANES + i] = 0 if plays else S[(TABLE + 1) * LANES + i]
        S[(TABLE + 2) * LANES + i] = 0 if plays else S[(TABLE + 2) * LANES + i]
        S[(TABLE + 3) * LANES + i] = 0 if plays else S[(TABLE + 3) * LANES + i]
        S[(TABLE + k) * LANES + i] = S[CHOICE * LANES + i] if plays else S[(TABLE + k) * LANES + i]


@inline
def lay_card(S, k, late):
    """The same for the cards after it."""
    full_width()
    for i in range(LANES):
        plays = (late < 0) | (S[LATE * LANES + i] == late)
        S[(TABLE + k) * LANES + i] = S[CHOICE * LANES + i] if plays else S[(TABLE + k) * LANES + i]


@inline
def commit_follow(S, k, late, spades, word):
    """Put the chosen card on the table after a lead; a spade on another suit's trick breaks spades."""
    full_width()
    for i in range(LANES):
        plays = (late < 0) | (S[LATE * LANES + i] == late)
        card = S[CHOICE * LANES + i] if plays else 0
        illegal = (card & S[LEGAL * LANES + i] != card) | (card == 0) | (card & (card - 1) != 0)
        fault = S[FAULT * LANES + i]
        S[FAULT * LANES + i] = word if (fault == 0) & plays & illegal else fault
        S[(HAND + k) * LANES + i] &= ~card
        S[PLAYED * LANES + i] |= card
        S[BROKEN * LANES + i] |= card & spades & ~S[LED * LANES + i]
        wins = card & S[BEATS * LANES + i] != 0
        S[BEST * LANES + i] = card if wins else S[BEST * LANES + i]
        S[WINNER * LANES + i] = k if wins else S[WINNER * LANES + i]


@inline
def note_void(S, k, late, clubs, diamonds, hearts, spades):
    """Whoever doesn't follow has shown out of the suit led. Called only where a strategy looks at it."""
    full_width()
    for i in range(LANES):
        plays = (late < 0) | (S[LATE * LANES + i] == late)
        led = S[LED * LANES + i]
        suit = (1 if led == clubs else 0) | (2 if led == diamonds else 0) | (4 if led == hearts else 0)
        suit |= 8 if led == spades else 0
        S[VOIDS * LANES + i] |= (suit << (8 * k)) if plays & (S[CHOICE * LANES + i] & led == 0) else 0


@inline
def rotate(word, k):
    """Turn a packed word of four positions so that position ``k`` becomes position 0."""
    return ((word >> (8 * k)) | (word << (32 - 8 * k))) & 0xFFFFFFFF


@inline
def turn_table(S, with_voids, with_owners):
    """Turn the table so that WINNER sits at position 0 and leads."""
    full_width()
    for i in range(LANES):
        w = S[WINNER * LANES + i]
        a, b = S[HAND * LANES + i], S[(HAND + 1) * LANES + i]
        c, d = S[(HAND + 2) * LANES + i], S[(HAND + 3) * LANES + i]
        by_one, by_two = w & 1 != 0, w & 2 != 0
        a1, b1 = (b if by_one else a), (c if by_one else b)
        c1, d1 = (d if by_one else c), (a if by_one else d)
        S[HAND * LANES + i] = c1 if by_two else a1
        S[(HAND + 1) * LANES + i] = d1 if by_two else b1
        S[(HAND + 2) * LANES + i] = a1 if by_two else c1
        S[(HAND + 3) * LANES + i] = b1 if by_two else d1
    for i in range(LANES):
        w = S[WINNER * LANES + i]
        S[TRICKS * LANES + i] = rotate(S[TRICKS * LANES + i], w)
        S[CALLS * LANES + i] = rotate(S[CALLS * LANES + i], w)
        S[SEATS * LANES + i] = rotate(S[SEATS * LANES + i], w)
    if with_voids:
        for i in range(LANES):
            S[VOIDS * LANES + i] = rotate(S[VOIDS * LANES + i], S[WINNER * LANES + i])
    if with_owners:
        for i in range(LANES):
            S[OWNER * LANES + i] = rotate(S[OWNER * LANES + i], S[WINNER * LANES + i])


@inline
def turn_half(S, with_voids):
    """Alternating schedule: turn the table by two seats where the winner sits in row 2 or 3; the leader is then in row
    0, or in row 1 where LATE is 1. Owners need no turning: two seats on sits the same strategy.
    """
    full_width()
    for i in range(LANES):
        turn = S[WINNER * LANES + i] & 2 != 0
        a, b = S[HAND * LANES + i], S[(HAND + 1) * LANES + i]
        c, d = S[(HAND + 2) * LANES + i], S[(HAND + 3) * LANES + i]
        S[HAND * LANES + i] = c if turn else a
        S[(HAND + 1) * LANES + i] = d if turn else b
        S[(HAND + 2) * LANES + i] = a if turn else c
        S[(HAND + 3) * LANES + i] = b if turn else d
    for i in range(LANES):
        w = S[WINNER * LANES + i]
        S[TRICKS * LANES + i] = rotate(S[TRICKS * LANES + i], w & 2)
        S[CALLS * LANES + i] = rotate(S[CALLS * LANES + i], w & 2)
        S[SEATS * LANES + i] = rotate(S[SEATS * LANES + i], w & 2)
        S[LATE * LANES + i] = w & 1
    if with_voids:
        for i in range(LANES):
            S[VOIDS * LANES + i] = rotate(S[VOIDS * LANES + i], S[WINNER * LANES + i] & 2)


@inline
def note_late(S):
    """Alternating schedule: WINNER becomes the turn after which even seats are in even rows, LATE who leads."""
    full_width()
    for i in range(LANES):
        odd = S[SEATS * LANES + i] & 1
        S[LATE * LANES + i] = odd
        S[WINNER * LANES + i] = 3 * odd


@inline
def count_trick(S):
    """One more trick for the winner."""
    full_width()
    for i in range(LANES):
        S[TRICKS * LANES + i] += 1 << (8 * S[WINNER * LANES + i])
