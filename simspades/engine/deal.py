"""Dealing: each card of the deck in turn goes to a position with probability proportional to the room it has left.

That is a uniformly random deal, without a shuffle: no memory is moved and every lane does the same work. A card's
position is drawn as ``(r * left) >> 32`` for a 32-bit random number r and ``left`` cards still to come, whose
probabilities are off by less than 2^-32 * left < 2^-25 in absolute terms for the one position at a boundary and, for
each of the at most 102 outcomes, by less than 2^-32: a bias below 2^-30 a card.

Cards that are in nobody's holding go to a position of their own, behind the players' (R_SIZE_0 and on). A deal that is
thrown in is dealt again with another counter, in the lanes that need it and only there.
"""

from numba import int64, uint64

from simspades.engine import layout as at
from simspades.engine.bits import full_width
from simspades.engine.jit import inline, outline
from simspades.engine.layout import (
    CANCEL_CARD,
    DEALT,
    DEALT_TWICE,
    EXPOSED,
    EXTRA,
    GAME,
    HAND,
    HAND_NUMBER,
    LANES,
    MISDEALS,
    SALT,
    STOCK,
    TWICE,
    WORK,
)
from simspades.engine.rng import USE_CANCEL_CARD, USE_CUT, USE_DEAL, USE_STRATEGY, threefry
from simspades.strategies.helpers import pick

# Rows of the work area. A redeal works on the lanes at hand side by side: LANE is where each of them belongs.
PLANES = WORK  # the bits of the number of each card's position; three rows, and three for second copies
ROOM = WORK + 6  # cumulated sizes still free; five rows
LANE, KEY_GAME, KEY_HAND, KEY_TIME = range(WORK + 11, WORK + 15)


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
def _give_many(random, left, card, planes, room):
    """One card to one of six positions, as ``_give``; a 0 that fills up a block takes no room."""
    taken = 1 if card != 0 else 0
    low, middle, high = planes
    r0, r1, r2, r3, r4 = room
    u = (random * (left & 255)) >> 32
    p0, p1, p2, p3, p4 = u >= r0, u >= r1, u >= r2, u >= r3, u >= r4
    number = (1 if p0 else 0) + (1 if p1 else 0) + (1 if p2 else 0) + (1 if p3 else 0) + (1 if p4 else 0)
    low |= card if number & 1 != 0 else 0
    middle |= card if number & 2 != 0 else 0
    high |= card if number & 4 != 0 else 0
    r0 -= 0 if p0 else taken
    r1 -= 0 if p1 else taken
    r2 -= 0 if p2 else taken
    r3 -= 0 if p3 else taken
    r4 -= 0 if p4 else taken
    return (low, middle, high), (r0, r1, r2, r3, r4)


@inline
def _two_of_many(word, left, card0, card1, planes, room):
    """Two cards from one 64-bit random word."""
    planes, room = _give_many(int64(word & uint64(0xFFFFFFFF)), left, card0, planes, room)
    return _give_many(int64(word >> uint64(32)), left - 1, card1, planes, room)


@inline
def _counter(S, i, block, again):
    """The counter of a block of random numbers: deals that follow a misdeal have others than the first."""
    return uint64(block | (S[KEY_TIME * LANES + i] << 8)) if again else uint64(block)


@inline
def _deal_to_four(S, R, seed, cards, key_mask, lanes, game_row, hand_row, again):
    """Up to four positions, in ``lanes`` lanes: the planes of the positions' numbers.

    Eight cards at a time: one Threefry block is eight draws, and the state of a lane stays in registers meanwhile.
    """
    full_width()
    n = R[at.R_SIZE_0] + R[at.R_SIZE_1] + R[at.R_SIZE_2] + R[at.R_SIZE_3]
    r0 = R[at.R_SIZE_0]
    r1 = r0 + R[at.R_SIZE_1]
    r2 = r1 + R[at.R_SIZE_2]
    for i in range(lanes):
        S[PLANES * LANES + i] = 0
        S[(PLANES + 1) * LANES + i] = 0
        S[ROOM * LANES + i] = r0
        S[(ROOM + 1) * LANES + i] = r1
        S[(ROOM + 2) * LANES + i] = r2
    for block in range((n + 7) // 8):
        left = n - 8 * block
        full = left > 4
        c0, c1, c2, c3 = cards[8 * block], cards[8 * block + 1], cards[8 * block + 2], cards[8 * block + 3]
        c4, c5, c6, c7 = cards[8 * block + 4], cards[8 * block + 5], cards[8 * block + 6], cards[8 * block + 7]
        for i in range(lanes):
            w0, w1, w2, w3 = threefry(
                uint64(seed),
                uint64(S[game_row * LANES + i]),
                uint64(S[hand_row * LANES + i] & key_mask),
                uint64(USE_DEAL),
                _counter(S, i, block, again),
            )
            planes = S[PLANES * LANES + i], S[(PLANES + 1) * LANES + i]
            room = S[ROOM * LANES + i], S[(ROOM + 1) * LANES + i], S[(ROOM + 2) * LANES + i]
            planes, room = _two_cards(w0, left, c0, c1, planes, room)
            planes, room = _two_cards(w1, left - 2, c2, c3, planes, room)
            if full:
                planes, room = _two_cards(w2, left - 4, c4, c5, planes, room)
                planes, room = _two_cards(w3, left - 6, c6, c7, planes, room)
            S[PLANES * LANES + i], S[(PLANES + 1) * LANES + i] = planes
            S[ROOM * LANES + i], S[(ROOM + 1) * LANES + i], S[(ROOM + 2) * LANES + i] = room


@inline
def _many_block(S, seed, words, left, lanes, planes_row, key_mask, rows, again):
    """Eight cards to up to six positions; ``words`` are the block's number and its cards."""
    full_width()
    game_row, hand_row = rows
    block, c0, c1, c2, c3, c4, c5, c6, c7 = words
    for i in range(lanes):
        w0, w1, w2, w3 = threefry(
            uint64(seed),
            uint64(S[game_row * LANES + i]),
            uint64(S[hand_row * LANES + i] & key_mask),
            uint64(USE_DEAL),
            _counter(S, i, block, again),
        )
        planes = S[planes_row * LANES + i], S[(planes_row + 1) * LANES + i], S[(planes_row + 2) * LANES + i]
        room = (
            S[ROOM * LANES + i],
            S[(ROOM + 1) * LANES + i],
            S[(ROOM + 2) * LANES + i],
            S[(ROOM + 3) * LANES + i],
            S[(ROOM + 4) * LANES + i],
        )
        planes, room = _two_of_many(w0, left, c0, c1, planes, room)
        planes, room = _two_of_many(w1, left - 2, c2, c3, planes, room)
        planes, room = _two_of_many(w2, left - 4, c4, c5, planes, room)
        planes, room = _two_of_many(w3, left - 6, c6, c7, planes, room)
        S[planes_row * LANES + i], S[(planes_row + 1) * LANES + i], S[(planes_row + 2) * LANES + i] = planes
        S[ROOM * LANES + i], S[(ROOM + 1) * LANES + i], S[(ROOM + 2) * LANES + i] = room[0], room[1], room[2]
        S[(ROOM + 3) * LANES + i], S[(ROOM + 4) * LANES + i] = room[3], room[4]


@inline
def _deal_to_many(S, R, seed, cards, key_mask, lanes, game_row, hand_row, again):
    """Up to six positions, and two packs: the second copies stand in the second half of ``cards``.

    Both halves are filled up with zeros, so the number of cards left is counted block by block.
    """
    full_width()
    halves = R[at.R_PACKS]
    blocks = len(cards) // 8 // halves
    room = 0
    for k in range(5):
        room += R[at.R_SIZE_0 + k]
        for i in range(lanes):
            S[(ROOM + k) * LANES + i] = room
    left = room + R[at.R_SIZE_5]
    for row in range(PLANES, PLANES + 6):
        for i in range(lanes):
            S[row * LANES + i] = 0
    for block in range(blocks * halves):
        words = (
            block,
            cards[8 * block],
            cards[8 * block + 1],
            cards[8 * block + 2],
            cards[8 * block + 3],
            cards[8 * block + 4],
            cards[8 * block + 5],
            cards[8 * block + 6],
            cards[8 * block + 7],
        )
        if block < blocks:
            _many_block(S, seed, words, left, lanes, PLANES, key_mask, (game_row, hand_row), again)
        else:
            _many_block(S, seed, words, left, lanes, PLANES + 3, key_mask, (game_row, hand_row), again)
        for k in range(8):
            left -= 1 if cards[8 * block + k] != 0 else 0


@inline
def _all_of(cards, first, end):
    """The set of some of the deck's cards."""
    deck = 0
    for k in range(first, end):
        deck |= cards[k]
    return deck


@inline
def _of_four(low, high, deck, p):
    """The cards of position p, from the planes of the positions' numbers."""
    return deck & (low if p & 1 else ~low) & (high if p & 2 else ~high)


@inline
def _of_many(S, i, planes_row, deck, p):
    """The cards of position p, from three planes."""
    low, middle, high = S[planes_row * LANES + i], S[(planes_row + 1) * LANES + i], S[(planes_row + 2) * LANES + i]
    return deck & (low if p & 1 else ~low) & (middle if p & 2 else ~middle) & (high if p & 4 else ~high)


@inline
def is_small(R):
    """Whether four positions are enough for the deal: players, dummy and stock, of one pack."""
    return R[at.R_SIZE_4] + R[at.R_SIZE_5] == 0 and R[at.R_PACKS] == 1


@inline
def deal(S, R, seed, cards, by_hand):
    """Deal ``cards`` (the deck's bits, padded with zeros) to up to four positions, in every lane.

    ``by_hand`` is true in games mode, where the hand's number is part of the key; in hands mode the deal shall not
    depend on the number that a hand is given in its imagined game.
    """
    full_width()
    key_mask = -1 if by_hand else 0
    deck = _all_of(cards, 0, len(cards))
    _deal_to_four(S, R, seed, cards, key_mask, LANES, GAME, HAND_NUMBER, False)
    for i in range(LANES):
        low, high = S[PLANES * LANES + i], S[(PLANES + 1) * LANES + i]
        S[HAND * LANES + i] = deck & ~low & ~high
        S[(HAND + 1) * LANES + i] = low & ~high
        S[(HAND + 2) * LANES + i] = high & ~low
        S[(HAND + 3) * LANES + i] = low & high


@outline
def deal_many(S, R, seed, cards, by_hand):
    """``deal`` for more than four positions or two packs."""
    full_width()
    key_mask = -1 if by_hand else 0
    half = len(cards) // R[at.R_PACKS]
    deck, again = _all_of(cards, 0, half), _all_of(cards, half, len(cards))
    _deal_to_many(S, R, seed, cards, key_mask, LANES, GAME, HAND_NUMBER, False)
    for p in range(6):
        for i in range(LANES):
            one, other = _of_many(S, i, PLANES, deck, p), _of_many(S, i, PLANES + 3, again, p)
            S[(HAND + p) * LANES + i] = one | other
            S[(TWICE + p) * LANES + i] = one & other


@outline
def redeal(S, R, seed, cards, by_hand, lanes):
    """Deal again in the first ``lanes`` of the lanes that LANE names; ``lanes`` is a multiple of eight.

    Eight at a time: a whole vector of the widest registers, with constant indices.
    """
    full_width()
    key_mask = -1 if by_hand else 0
    half = len(cards) // R[at.R_PACKS]
    deck, second = _all_of(cards, 0, half), _all_of(cards, half, len(cards))
    small = is_small(R)
    for first in range(0, lanes, 8):
        for j in range(8):
            i = S[LANE * LANES + first + j]
            S[KEY_GAME * LANES + j] = S[GAME * LANES + i]
            S[KEY_HAND * LANES + j] = S[HAND_NUMBER * LANES + i]
            S[KEY_TIME * LANES + j] = S[MISDEALS * LANES + i]
        if small:
            _deal_to_four(S, R, seed, cards, key_mask, 8, KEY_GAME, KEY_HAND, True)
            for j in range(8):
                i = S[LANE * LANES + first + j]
                low, high = S[PLANES * LANES + j], S[(PLANES + 1) * LANES + j]
                for p in range(4):
                    S[(HAND + p) * LANES + i] = _of_four(low, high, deck, p)
        else:
            _deal_to_many(S, R, seed, cards, key_mask, 8, KEY_GAME, KEY_HAND, True)
            for j in range(8):
                i = S[LANE * LANES + first + j]
                for p in range(6):
                    one, other = _of_many(S, j, PLANES, deck, p), _of_many(S, j, PLANES + 3, second, p)
                    S[(HAND + p) * LANES + i] = one | other
                    S[(TWICE + p) * LANES + i] = one & other


@inline
def take_stock(S, R):
    """The extra cards are in the position behind the players'."""
    full_width()
    for i in range(LANES):
        S[EXTRA * LANES + i] = S[(HAND + 4) * LANES + i]


@outline
def expose(S, R, seed, by_hand, p):
    """French cut: one card of position p that everybody saw, each of his equally likely."""
    full_width()
    key_mask = -1 if by_hand else 0
    holding = S[(HAND + p) * LANES : (HAND + p + 1) * LANES]
    exposed = S[(EXPOSED + p) * LANES : (EXPOSED + p + 1) * LANES]
    for i in range(LANES):
        word, _, _, _ = threefry(
            uint64(seed),
            uint64(S[GAME * LANES + i]),
            uint64(S[HAND_NUMBER * LANES + i] & key_mask),
            uint64(USE_CUT),
            uint64(p | (S[MISDEALS * LANES + i] << 8)),
        )
        exposed[i] = pick(holding[i], int64(word >> uint64(1)))


@outline
def cut_card(S, seed, cards, n, by_hand):
    """A card of the pack for each hand, each of the ``n`` first equally likely (bags.cancel_card=cut_each_deal)."""
    full_width()
    key_mask = -1 if by_hand else 0
    for i in range(LANES):
        word, _, _, _ = threefry(
            uint64(seed),
            uint64(S[GAME * LANES + i]),
            uint64(S[HAND_NUMBER * LANES + i] & key_mask),
            uint64(USE_CANCEL_CARD),
            uint64(0),
        )
        S[CANCEL_CARD * LANES + i] = cards[(int64(word >> uint64(32)) * n) >> 32]


@inline
def _swap(S, i, k, left, random):
    """One step of a shuffle from the top: card k changes places with one of those from k on."""
    j = k + ((random * left) >> 32)
    a, b = S[(STOCK + k) * LANES + i], S[(STOCK + j) * LANES + i]
    S[(STOCK + k) * LANES + i], S[(STOCK + j) * LANES + i] = b, a


@outline
def shuffle(S, seed, cards, i, by_hand):
    """The stock of the game of two in one lane: a shuffle after Fisher and Yates, the cards as they are drawn."""
    key_mask = -1 if by_hand else 0
    for k in range(52):
        S[(STOCK + k) * LANES + i] = cards[k]
    for block in range(7):
        w0, w1, w2, w3 = threefry(
            uint64(seed),
            uint64(S[GAME * LANES + i]),
            uint64(S[HAND_NUMBER * LANES + i] & key_mask),
            uint64(USE_DEAL),
            uint64(block | (S[MISDEALS * LANES + i] << 8)),
        )
        k = 8 * block
        _swap(S, i, k, 52 - k, int64(w0 & uint64(0xFFFFFFFF)))
        _swap(S, i, k + 1, 51 - k, int64(w0 >> uint64(32)))
        _swap(S, i, k + 2, 50 - k, int64(w1 & uint64(0xFFFFFFFF)))
        _swap(S, i, k + 3, 49 - k, int64(w1 >> uint64(32)))
        if block < 6:
            _swap(S, i, k + 4, 48 - k, int64(w2 & uint64(0xFFFFFFFF)))
            _swap(S, i, k + 5, 47 - k, int64(w2 >> uint64(32)))
            _swap(S, i, k + 6, 46 - k, int64(w3 & uint64(0xFFFFFFFF)))
            _swap(S, i, k + 7, 45 - k, int64(w3 >> uint64(32)))


@outline
def keep_deal(S, R):
    """Remember the holdings as they are when the bidding begins."""
    full_width()
    for p in range(6):
        for i in range(LANES):
            S[(DEALT + p) * LANES + i] = S[(HAND + p) * LANES + i]
    if R[at.R_PACKS] == 2:
        for p in range(6):
            for i in range(LANES):
                S[(DEALT_TWICE + p) * LANES + i] = S[(TWICE + p) * LANES + i]


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
