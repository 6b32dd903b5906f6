"""Features of a holding, packed into one word, and the turning of positions to seats."""

from simspades.engine import layout as at
from simspades.engine.bits import full_width, leading_zeros, popcount
from simspades.engine.jit import inline
from simspades.engine.layout import DEALER, DEALT, FEATURES, HAND, LANES
from simspades.engine.play import turned
from simspades.strategies.helpers import ranks_from


@inline
def _suit(cards):
    """Whether a suit is void and whether it is single, and its length."""
    n = popcount(cards)
    return (1 if n == 0 else 0), (1 if n == 1 else 0), n


@inline
def _rank(rank):
    return ranks_from(rank) & ~ranks_from(rank + 1)


@inline
def features_of(hand, clubs, diamonds, hearts, spades):
    """All features of one holding; byte f is feature f of FEATURES_NAMES."""
    void_c, single_c, n_c = _suit(hand & clubs)
    void_d, single_d, n_d = _suit(hand & diamonds)
    void_h, single_h, n_h = _suit(hand & hearts)
    own_spades = hand & spades
    void_s, single_s, n_s = _suit(own_spades)
    top = 63 - leading_zeros(own_spades | 1)
    # bit 4 * (rank - 2) + suit; high trumps, from bit 52, follow the ace one by one
    top_rank = (top >> 2) + 2 if top < 52 else top - 37
    longest = n_c if n_c > n_d else n_d
    longest = longest if longest > n_h else n_h
    return (
        n_s
        | ((top_rank if own_spades != 0 else 0) << 8)
        | (popcount(hand & _rank(14)) << 16)
        | (popcount(hand & _rank(13)) << 24)
        | (popcount(hand & _rank(12)) << 32)
        | ((void_c + void_d + void_h + void_s) << 40)
        | ((single_c + single_d + single_h + single_s) << 48)
        | (longest << 56)
    )


@inline
def note_features(S, R):
    """The features of every position's holding as it is now."""
    clubs, diamonds, hearts, spades = R[at.R_CLUBS], R[at.R_DIAMONDS], R[at.R_HEARTS], R[at.R_SPADES]
    _note(S, 0, clubs, diamonds, hearts, spades)
    _note(S, 1, clubs, diamonds, hearts, spades)
    _note(S, 2, clubs, diamonds, hearts, spades)
    _note(S, 3, clubs, diamonds, hearts, spades)


@inline
def _note(S, p, clubs, diamonds, hearts, spades):
    full_width()
    for i in range(LANES):
        S[(FEATURES + p) * LANES + i] = features_of(S[(HAND + p) * LANES + i], clubs, diamonds, hearts, spades)


@inline
def to_seats(S, base):
    """Turn four rows from positions (the dealer's left first) to seats."""
    full_width()
    for i in range(LANES):
        # position p is seat dealer + 1 + p, so seat s was at position s - dealer - 1
        turn = (3 - S[DEALER * LANES + i]) & 3
        a, b = S[base * LANES + i], S[(base + 1) * LANES + i]
        c, d = S[(base + 2) * LANES + i], S[(base + 3) * LANES + i]
        a, b, c, d = turned(a, b, c, d, turn)
        S[base * LANES + i], S[(base + 1) * LANES + i] = a, b
        S[(base + 2) * LANES + i], S[(base + 3) * LANES + i] = c, d


@inline
def seats_of_deal(S, with_features, with_cards):
    """Bring what was noted of the holdings into seat order."""
    if with_features:
        to_seats(S, FEATURES)
    if with_cards:
        to_seats(S, DEALT)
