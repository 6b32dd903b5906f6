"""The play of the cards, step by step: who may play what, what a card does, who wins (RULEBOOK.md G).

Each function is one or two loops over lanes. Options are scalars tested outside those loops. ``k`` is the position of
the player who decides and ``row`` the row of his holding: a constant at the table of four, and MINE where the number of
players is only known at run time. ``late`` is 0 or 1 where only lanes with that value of LATE play (see the alternating
schedule of the driver), -1 where all do.
"""

from simspades.engine.bits import full_width
from simspades.engine.jit import inline, outline
from simspades.engine.layout import (
    ACES,
    BALANCE,
    BEATS,
    BEST,
    BROKEN,
    CALLS,
    CANCELS,
    CHOICE,
    DUMMY_AT,
    EVEN,
    FAR_LEFT_CARD,
    FAR_RIGHT_CARD,
    FAULT,
    HAND,
    KEPT,
    KNOWN,
    LANES,
    LATE,
    LED,
    LEFT_CARD,
    LEGAL,
    MATES,
    MINE,
    MINE_TWICE,
    NIL_LEADER,
    NIL_TRICK,
    NOBODY,
    NOTE_CARDS,
    NOTE_RUFFS,
    OWNER,
    PARTNER_CARD,
    PLAYED,
    PLAYED_TWICE,
    RIGHT_CARD,
    RUFFS,
    SEATS,
    TABLE,
    TRICKS,
    TWICE,
    VOIDS,
    WINNER,
)
from simspades.engine.words import ONES, copy_row, fill_row, numbers_of, rotate, rotate_many


@inline
def playing(S, i, late):
    """All bits where lane i plays at a step of the alternating schedule, none where it doesn't; all where late is -1.

    As a mask and not as a condition: a store under a condition becomes a branch, which no vector code survives.
    """
    return -1 if late < 0 else (S[LATE * LANES + i] ^ late) - 1


@inline
def keep_own(S, me, owner):
    """Several strategies at the table: keep the choices of the one that has just chosen where the player is its own."""
    full_width()
    for i in range(LANES):
        other = ((S[OWNER * LANES + i] >> me) & 255) ^ owner
        own = (other - 1) >> 63  # all bits where it is 0
        S[KEPT * LANES + i] = (S[CHOICE * LANES + i] & own) | (S[KEPT * LANES + i] & ~own)


@inline
def copy_own(S):
    """When all have chosen, each lane gets the choice of its own player."""
    full_width()
    for i in range(LANES):
        S[CHOICE * LANES + i] = S[KEPT * LANES + i]


@inline
def start_play(S):
    """Nothing is on the table, nothing broken, no trick won."""
    full_width()
    for i in range(LANES):
        S[TRICKS * LANES + i] = 0
        S[VOIDS * LANES + i] = 0
        S[BROKEN * LANES + i] = 0
        S[PLAYED * LANES + i] = 0
        S[PLAYED_TWICE * LANES + i] = 0
        S[LED * LANES + i] = 0
        S[BEST * LANES + i] = 0
        S[WINNER * LANES + i] = 0
        S[NIL_TRICK * LANES + i] = 0
        S[NIL_LEADER * LANES + i] = 0


@inline
def show_hand(S, row):
    """The holding to the player who decides. Called only where a strategy looks at it."""
    full_width()
    for i in range(LANES):
        S[MINE * LANES + i] = S[row * LANES + i]
        S[KNOWN * LANES + i] = S[row * LANES + i] | S[PLAYED * LANES + i]


@outline
def show_hand_of_two_packs(S, single):
    """What the player knows of every copy, where two packs are played; ``single`` are the cards with one copy only."""
    full_width()
    for i in range(LANES):
        hand, played = S[MINE * LANES + i], S[PLAYED * LANES + i]
        both = S[MINE_TWICE * LANES + i] | S[PLAYED_TWICE * LANES + i] | (hand & played)
        S[KNOWN * LANES + i] = both | ((hand | played) & single)


@inline
def prepare_lead(S, row, bar_spades, spades):
    """Before a lead: play.spade_lead. Spades are barred while unbroken, except for who holds nothing else."""
    full_width()
    barred = spades if bar_spades else 0
    for i in range(LANES):
        hand = S[row * LANES + i]
        others = hand & ~barred
        free = (S[BROKEN * LANES + i] != 0) | (others == 0)
        S[LEGAL * LANES + i] = hand if free else others


@inline
def prepare_follow(S, row, spades, same_loses):
    """Before any other card: play.follow, and which of the legal cards would win the trick as it stands.

    ``same_loses`` is 1 with one pack, and 0 where the second of two identical cards wins (play.duplicate).
    """
    full_width()
    for i in range(LANES):
        hand = S[row * LANES + i]
        led = S[LED * LANES + i]
        best = S[BEST * LANES + i]
        same = hand & led
        legal = same if same != 0 else hand
        higher = -(best << same_loses)
        S[LEGAL * LANES + i] = legal
        S[BEATS * LANES + i] = legal & ((spades & higher) if best & spades != 0 else ((led & higher) | spades))


@inline
def _fault(card, legal):
    """1 unless ``card`` is one card of ``legal``: a card that is not, several, or none at all."""
    return 1 if (card & ~legal != 0) | (card & (card - 1) != 0) | (card == 0) else 0


@inline
def commit_lead(S, row, k, late, clubs, diamonds, hearts, spades, lead_breaks):
    """Put the chosen card on the table as a lead. ``lead_breaks`` is the set of cards whose lead breaks spades."""
    full_width()
    for i in range(LANES):
        plays = playing(S, i, late)
        card = S[CHOICE * LANES + i] & plays
        S[FAULT * LANES + i] |= _fault(card, S[LEGAL * LANES + i]) & plays
        S[row * LANES + i] &= ~card
        S[BROKEN * LANES + i] |= card & lead_breaks
        side_suit = diamonds if card & diamonds != 0 else hearts
        led = spades if card & spades != 0 else (clubs if card & clubs != 0 else side_suit)
        S[LED * LANES + i] = (led & plays) | (S[LED * LANES + i] & ~plays)
        S[BEST * LANES + i] = card | (S[BEST * LANES + i] & ~plays)
        S[WINNER * LANES + i] = (k & plays) | (S[WINNER * LANES + i] & ~plays)


@inline
def clear_table(S):
    """No card is on the table. Called, as is ``lay_card``, only where a strategy looks at single cards of the trick."""
    full_width()
    for i in range(LANES):
        S[TABLE * LANES + i] = 0
        S[(TABLE + 1) * LANES + i] = 0
        S[(TABLE + 2) * LANES + i] = 0
        S[(TABLE + 3) * LANES + i] = 0
        S[(TABLE + 4) * LANES + i] = 0
        S[(TABLE + 5) * LANES + i] = 0


@inline
def show_table(S, partner, left, right, far_left, far_right, many):
    """The cards of those around the player who decides; ``many`` is true where there are more than four.

    The arguments are shifts of packed words. Copied to rows of their own, because a strategy's step can't choose rows.
    """
    show_card(S, partner, PARTNER_CARD)
    show_card(S, left, LEFT_CARD)
    show_card(S, right, RIGHT_CARD)
    if many:
        show_card(S, far_left, FAR_LEFT_CARD)
        show_card(S, far_right, FAR_RIGHT_CARD)


@inline
def show_card(S, shift, row):
    """One player's card of this trick to a row; 0 for nobody."""
    if shift == NOBODY:
        fill_row(S, row, 0)
    else:
        copy_row(S, TABLE + (shift >> 3), row)


@inline
def start_balance(S):
    """What each player needs for his number: all of it."""
    full_width()
    for i in range(LANES):
        S[BALANCE * LANES + i] = numbers_of(S[CALLS * LANES + i]) + EVEN * ONES


@inline
def count_balance(S, nils_count):
    """The winner of a trick needs one less; a nil bidder's tricks count only under nil.failed_tricks=partner."""
    full_width()
    for i in range(LANES):
        winner = 8 * S[WINNER * LANES + i]
        nil = (S[CALLS * LANES + i] >> winner) & 0xE0 != 0
        S[BALANCE * LANES + i] -= 0 if nil & (not nils_count) else 1 << winner


@outline
def note_broken_nil(S, trick, alternating):
    """A trick that a nil bidder wins as his first, and who led to it; called before the trick is counted."""
    full_width()
    for i in range(LANES):
        seats, winner = S[SEATS * LANES + i], 8 * S[WINNER * LANES + i]
        nil = (S[CALLS * LANES + i] >> winner) & 0xE0 != 0
        first = (S[TRICKS * LANES + i] >> winner) & 255 == 0
        # in the alternating schedule the leader sits in row 0 or, where LATE is 1, in row 1
        leader = (seats >> (8 * S[LATE * LANES + i] if alternating else 0)) & 15
        shift = 8 * ((seats >> winner) & 15)
        broken = nil & first
        S[NIL_TRICK * LANES + i] |= (trick << shift) if broken else 0
        S[NIL_LEADER * LANES + i] |= ((leader + 1) << shift) if broken else 0


@inline
def lay_card(S, k, late):
    """The chosen card lies on the table before position k."""
    full_width()
    table = S[(TABLE + k) * LANES : (TABLE + k + 1) * LANES]
    for i in range(LANES):
        table[i] |= S[CHOICE * LANES + i] & playing(S, i, late)


@inline
def commit_follow(S, row, k, late):
    """Put the chosen card on the table after a lead."""
    full_width()
    for i in range(LANES):
        plays = playing(S, i, late)
        card = S[CHOICE * LANES + i] & plays
        S[FAULT * LANES + i] |= _fault(card, S[LEGAL * LANES + i]) & plays
        S[row * LANES + i] &= ~card
        wins = card & S[BEATS * LANES + i] != 0
        S[BEST * LANES + i] = card if wins else S[BEST * LANES + i]
        S[WINNER * LANES + i] = k if wins else S[WINNER * LANES + i]


@outline
def note_played_twice(S):
    """Two packs: the second copy of a card is gone. Called before ``note_played``."""
    full_width()
    for i in range(LANES):
        S[PLAYED_TWICE * LANES + i] |= S[PLAYED * LANES + i] & S[CHOICE * LANES + i]


@inline
def note_played(S, late):
    """One more card is gone. Called only where a strategy looks at those."""
    full_width()
    for i in range(LANES):
        S[PLAYED * LANES + i] |= S[CHOICE * LANES + i] & playing(S, i, late)


@inline
def note_void(S, k, late, clubs, diamonds, hearts, spades):
    """Whoever doesn't follow has shown out of the suit led. Called only where a strategy looks at it."""
    full_width()
    for i in range(LANES):
        led = S[LED * LANES + i]
        suit = (1 if led == clubs else 0) | (2 if led == diamonds else 0) | (4 if led == hearts else 0)
        suit |= 8 if led == spades else 0
        shown_out = suit if S[CHOICE * LANES + i] & led == 0 else 0
        S[VOIDS * LANES + i] |= (shown_out << (8 * k)) & playing(S, i, late)


@inline
def turned(a, b, c, d, k):
    """Four values, by position, turned so that position ``k`` becomes position 0."""
    by_one, by_two = k & 1 != 0, k & 2 != 0
    a, b, c, d = (b if by_one else a), (c if by_one else b), (d if by_one else c), (a if by_one else d)
    return (c if by_two else a), (d if by_two else b), (a if by_two else c), (b if by_two else d)


@inline
def end_trick(S, spades):
    """A trick for the winner. Where a spade has been played on another suit's trick, a spade is the winning card."""
    full_width()
    for i in range(LANES):
        S[TRICKS * LANES + i] += 1 << (8 * S[WINNER * LANES + i])
        S[BROKEN * LANES + i] |= S[BEST * LANES + i] & spades & ~S[LED * LANES + i]


@inline
def turn_table(S, with_voids, with_owners, with_need):
    """Turn the table so that WINNER sits at position 0 and leads."""
    full_width()
    for i in range(LANES):
        w = S[WINNER * LANES + i]
        a, b = S[HAND * LANES + i], S[(HAND + 1) * LANES + i]
        c, d = S[(HAND + 2) * LANES + i], S[(HAND + 3) * LANES + i]
        a, b, c, d = turned(a, b, c, d, w)
        S[HAND * LANES + i], S[(HAND + 1) * LANES + i] = a, b
        S[(HAND + 2) * LANES + i], S[(HAND + 3) * LANES + i] = c, d
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
    if with_need:
        for i in range(LANES):
            S[BALANCE * LANES + i] = rotate(S[BALANCE * LANES + i], S[WINNER * LANES + i])


@inline
def _turn_rows(S, base, players):
    """Turn the first rows from ``base`` on so that position WINNER becomes position 0, at a table of any size."""
    full_width()
    if players == 2:
        for i in range(LANES):
            turn = S[WINNER * LANES + i] != 0
            a, b = S[base * LANES + i], S[(base + 1) * LANES + i]
            S[base * LANES + i], S[(base + 1) * LANES + i] = (b if turn else a), (a if turn else b)
    elif players == 3:
        for i in range(LANES):
            w = S[WINNER * LANES + i]
            a, b, c = S[base * LANES + i], S[(base + 1) * LANES + i], S[(base + 2) * LANES + i]
            S[base * LANES + i] = b if w == 1 else (c if w == 2 else a)
            S[(base + 1) * LANES + i] = c if w == 1 else (a if w == 2 else b)
            S[(base + 2) * LANES + i] = a if w == 1 else (b if w == 2 else c)
    elif players == 4:
        for i in range(LANES):
            a, b = S[base * LANES + i], S[(base + 1) * LANES + i]
            c, d = S[(base + 2) * LANES + i], S[(base + 3) * LANES + i]
            a, b, c, d = turned(a, b, c, d, S[WINNER * LANES + i])
            S[base * LANES + i], S[(base + 1) * LANES + i] = a, b
            S[(base + 2) * LANES + i], S[(base + 3) * LANES + i] = c, d
    else:
        for i in range(LANES):
            w = S[WINNER * LANES + i]
            one, two, four = w & 1 != 0, w & 2 != 0, w & 4 != 0
            a, b, c = S[base * LANES + i], S[(base + 1) * LANES + i], S[(base + 2) * LANES + i]
            d, e, f = S[(base + 3) * LANES + i], S[(base + 4) * LANES + i], S[(base + 5) * LANES + i]
            a, b, c, d, e, f = _either_six(one, b, c, d, e, f, a, a, b, c, d, e, f)
            a, b, c, d, e, f = _either_six(two, c, d, e, f, a, b, a, b, c, d, e, f)
            S[base * LANES + i], S[(base + 1) * LANES + i] = (e if four else a), (f if four else b)
            S[(base + 2) * LANES + i], S[(base + 3) * LANES + i] = (a if four else c), (b if four else d)
            S[(base + 4) * LANES + i], S[(base + 5) * LANES + i] = (c if four else e), (d if four else f)


@inline
def _either_six(turn, a, b, c, d, e, f, p, q, r, s, t, u):
    """The first six values where ``turn`` is true, the last six elsewhere."""
    return (
        (a if turn else p),
        (b if turn else q),
        (c if turn else r),
        (d if turn else s),
        (e if turn else t),
        (f if turn else u),
    )


@inline
def _turn_word(S, row, bits):
    full_width()
    for i in range(LANES):
        S[row * LANES + i] = rotate_many(S[row * LANES + i], S[WINNER * LANES + i], bits)


@outline
def turn_any(S, players, packs, with_voids, with_need, notes, dummy):
    """Turn a table of any size so that WINNER sits at position 0 and leads."""
    full_width()
    bits = 8 * players
    _turn_rows(S, HAND, players)
    if packs == 2:
        _turn_rows(S, TWICE, players)
    _turn_word(S, TRICKS, bits)
    _turn_word(S, CALLS, bits)
    _turn_word(S, SEATS, bits)
    _turn_word(S, OWNER, bits)
    if with_voids:
        _turn_word(S, VOIDS, bits)
    if with_need:
        _turn_word(S, BALANCE, bits)
    if dummy:
        _turn_word(S, MATES, bits)
        for i in range(LANES):
            at_ = S[DUMMY_AT * LANES + i] - S[WINNER * LANES + i]
            S[DUMMY_AT * LANES + i] = at_ + 4 if at_ < 0 else at_
    turn_notes(S, bits, notes, 7)


@outline
def turn_notes(S, bits, notes, part):
    """What is noted of tricks turns with the table; ``part`` is 2 in the alternating schedule, else all bits."""
    full_width()
    if notes & NOTE_RUFFS != 0:
        for i in range(LANES):
            S[RUFFS * LANES + i] = rotate_many(S[RUFFS * LANES + i], S[WINNER * LANES + i] & part, bits)
    if notes & NOTE_CARDS != 0:
        for i in range(LANES):
            w = S[WINNER * LANES + i] & part
            S[ACES * LANES + i] = rotate_many(S[ACES * LANES + i], w, bits)
            S[CANCELS * LANES + i] = rotate_many(S[CANCELS * LANES + i], w, bits)


@inline
def take_hand(S, k, packs):
    """At a table of any size: the holding of position k to MINE, where the steps work on it."""
    full_width()
    holding = S[(HAND + k) * LANES : (HAND + k + 1) * LANES]
    for i in range(LANES):
        S[MINE * LANES + i] = holding[i]
    if packs == 2:
        twice = S[(TWICE + k) * LANES : (TWICE + k + 1) * LANES]
        for i in range(LANES):
            S[MINE_TWICE * LANES + i] = twice[i]


@inline
def put_hand(S, k, packs):
    """And back, without the card that was played: of a card held twice one copy stays."""
    full_width()
    if packs == 2:
        twice = S[(TWICE + k) * LANES : (TWICE + k + 1) * LANES]
        for i in range(LANES):
            S[MINE * LANES + i] |= S[CHOICE * LANES + i] & twice[i]
            twice[i] &= ~S[CHOICE * LANES + i]
    holding = S[(HAND + k) * LANES : (HAND + k + 1) * LANES]
    for i in range(LANES):
        holding[i] = S[MINE * LANES + i]


@inline
def turn_half(S, with_voids, with_need):
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
    if with_need:
        for i in range(LANES):
            S[BALANCE * LANES + i] = rotate(S[BALANCE * LANES + i], S[WINNER * LANES + i] & 2)


@inline
def note_late(S):
    """Alternating schedule: WINNER becomes the turn after which even seats are in even rows, LATE who leads."""
    full_width()
    for i in range(LANES):
        odd = S[SEATS * LANES + i] & 1
        S[LATE * LANES + i] = odd
        S[WINNER * LANES + i] = 3 * odd
