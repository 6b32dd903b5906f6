"""Dealing: each card of the deck in turn goes to a position with probability proportional to the room it has left.

That is a uniformly random deal, without a shuffle: no memory is moved and every lane does the same work. A card's
position is drawn as ``(r * left) >> 32`` for a 32-bit random number r and ``left`` cards still to come, whose
probabilities are off by less than 2^-32 * left < 2^-26 in absolute terms for the one position at a boundary and, for
each of the at most 52 outcomes, by less than 2^-32: a bias below 2^-30 a card.
"""

from numba import int64, uint64

from simspades.engine.bits import full_width
from simspades.engine.jit import inline
from simspades.engine.layout import DEALT, GAME, HAND, HAND_NUMBER, LANES, SALT, WORK
from simspades.engine.rng import USE_DEAL, USE_STRATEGY, threefry


@inline
def _give(random, left, card, planes, room):
    """One card to one of four positions, written in the two bits of the position's number.

    ``planes`` are the cards whose position has bit 0, or bit 1, set; ``room`` the three cumulated sizes still free.
    """
    low, high = planes
    r0, r1, r2 = room
    u = (random * (left & 255)) >> 32  # the & lets LLVM use the short multiplication
    past0, past1, past2 = u >= r0, u >= r1, u >= r2
    high |= card if past1 else 0
    low |= card if past0 ^ past1 ^ past2 else 0
    r0 -= 0 if past0 else 1
    r1 -= 0 if past1 else 1
    r2 -= 0 if past2 else 1
    return (low, high), (r0, r1, r2)


@inline
def _two_cards(word, left, card0, card1, planes, room):
    """Two cards from one 64-bit random word."""
    planes, room = _give(int64(word & uint64(0xFFFFFFFF)), left, card0, planes, room)
    return _give(int64(word >> uint64(32)), left - 1, card1, planes, room)


@inline
def deal(S, seed, cards, by_hand):
    """Deal ``cards`` (the deck's bits, padded with 0 to a multiple of eight) to four positions, in every lane.

    Eight cards at a time: one Threefry block is eight draws, and the state of a lane stays in registers meanwhile.
    ``by_hand`` is true in games mode, where the hand's number is part of the key; in hands mode the deal shall not
    depend on the number that a hand is given in its imagined game.
    """
    full_width()
    key_mask = -1 if by_hand else 0
    n = len(cards)
    size = n // 4
    deck = 0
    for card in cards:
        deck |= card
    for i in range(LANES):
        S[HAND * LANES + i] = 0
        S[(HAND + 1) * LANES + i] = 0
        S[WORK * LANES + i] = size
        S[(WORK + 1) * LANES + i] = 2 * size
        S[(WORK + 2) * LANES + i] = 3 * size
    for block in range((n + 7) // 8):
        left = n - 8 * block
        full = left >= 8
        c0, c1, c2, c3 = cards[8 * block], cards[8 * block + 1], cards[8 * block + 2], cards[8 * block + 3]
        c4, c5, c6, c7 = 0, 0, 0, 0
        if full:
            c4, c5, c6, c7 = cards[8 * block + 4], cards[8 * block + 5], cards[8 * block + 6], cards[8 * block + 7]
        for i in range(LANES):
            w0, w1, w2, w3 = threefry(
                uint64(seed),
                uint64(S[GAME * LANES + i]),
                uint64(S[HAND_NUMBER * LANES + i] & key_mask),
                uint64(USE_DEAL),
                uint64(block),
            )
            planes = S[HAND * LANES + i], S[(HAND + 1) * LANES + i]
            room = S[WORK * LANES + i], S[(WORK + 1) * LANES + i], S[(WORK + 2) * LANES + i]
            planes, room = _two_cards(w0, left, c0, c1, planes, room)
            planes, room = _two_cards(w1, left - 2, c2, c3, planes, room)
            if full:
                planes, room = _two_cards(w2, left - 4, c4, c5, planes, room)
                planes, room = _two_cards(w3, left - 6, c6, c7, planes, room)
            S[HAND * LANES + i], S[(HAND + 1) * LANES + i] = planes
            S[WORK * LANES + i], S[(WORK + 1) * LANES + i], S[(WORK + 2) * LANES + i] = room
    for i in range(LANES):
        low, high = S[HAND * LANES + i], S[(HAND + 1) * LANES + i]
        S[HAND * LANES + i] = deck & ~low & ~high
        S[(HAND + 1) * LANES + i] = low & ~high
        S[(HAND + 2) * LANES + i] = high & ~low
        S[(HAND + 3) * LANES + i] = low & high


@inline
def keep_deal(S):
    """Remember the holdings as dealt."""
    full_width()
    for i in range(LANES):
        S[DEALT * LANES + i] = S[HAND * LANES + i]
        S[(DEALT + 1) * LANES + i] = S[(HAND + 1) * LANES + i]
        S[(DEALT + 2) * LANES + i] = S[(HAND + 2) * LANES + i]
        S[(DEALT + 3) * LANES + i] = S[(HAND + 3) * LANES + i]


@inline
def start_streams(S, seed, by_hand):
    """Start each lane's stream of random numbers for strategies."""
    full_width()
    key_mask = -1 if by_hand else 0
    for i in range(LANES):
        word, _, _, _ = threefry(
            uint64(seed),
            uint64(S[GAME * LANES + i]),
            uint64(S[HAND_NUMBER * LANES + i] & key_mask),
            uint64(USE_STRATEGY),
            uint64(0),
        )
        S[SALT * LANES + i] = int64(word)
