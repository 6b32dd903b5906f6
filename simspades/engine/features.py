"""Features of a holding, packed into one word, and the turning of positions to seats."""

from simspades.engine import layout as at
from simspades.engine.bits import full_width, leading_zeros
from simspades.engine.jit import inline, outline
from simspades.engine.layout import DEALER, DEALT, DEALT_TWICE, FEATURES, HAND, LANES, TWICE
from simspades.engine.play import turned
from simspades.engine.words import count_both
from simspades.strategies.helpers import ranks_from


@inline
def _suit(hand, twice, suit):
    """Whether a suit is void and whether it is single, and its length."""
    n = count_both(hand, twice, suit)
    return (1 if n == 0 else 0), (1 if n == 1 else 0), n


@inline
def _rank(rank):
    return ranks_from(rank) & ~ranks_from(rank + 1)


@inline
def features_of(hand, twice, clubs, diamonds, hearts, spades):
    """All features of one holding; byte f is feature f of FEATURES_NAMES. ``twice`` are the cards held twice."""
    void_c, single_c, n_c = _suit(hand, twice, clubs)
    void_d, single_d, n_d = _suit(hand, twice, diamonds)
    void_h, single_h, n_h = _suit(hand, twice, hearts)
    void_s, single_s, n_s = _suit(hand, twice, spades)
    own_spades = hand & spades
    top = 63 - leading_zeros(own_spades | 1)
    # bit 4 * (rank - 2) + suit; high trumps, from bit 52, follow the ace one by one
    top_rank = (top >> 2) + 2 if top < 52 else top - 37
    longest = n_c if n_c > n_d else n_d
    longest = longest if longest > n_h else n_h
    return (
        n_s
        | ((top_rank if own_spades != 0 else 0) << 8)
        | (count_both(hand, twice, _rank(14)) << 16)
        | (count_both(hand, twice, _rank(13)) << 24)
        | (count_both(hand, twice, _rank(12)) << 32)
        | ((void_c + void_d + void_h + void_s) << 40)
        | ((single_c + single_d + single_h + single_s) << 48)
        | (longest << 56)
    )


@outline
def note_features(S, R):
    """The features of every position's holding as it is now."""
    full_width()
    clubs, diamonds, hearts, spades = R[at.R_CLUBS], R[at.R_DIAMONDS], R[at.R_HEARTS], R[at.R_SPADES]
    two_packs = R[at.R_PACKS] == 2
    for p in range(R[at.R_SEATS]):
        features = S[(FEATURES + p) * LANES : (FEATURES + p + 1) * LANES]
        holding = S[(HAND + p) * LANES : (HAND + p + 1) * LANES]
        if two_packs:
            twice = S[(TWICE + p) * LANES : (TWICE + p + 1) * LANES]
            for i in range(LANES):
                features[i] = features_of(holding[i], twice[i], clubs, diamonds, hearts, spades)
        else:
            for i in range(LANES):
                features[i] = features_of(holding[i], 0, clubs, diamonds, hearts, spades)


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


@outline
def to_seats_of_any(S, base, players):
    """The same for any number of players."""
    for i in range(LANES):
        first = S[DEALER * LANES + i] + 1
        # in a row of its own for each lane: this is for games of another size, and wanted seldom
        a, b, c = S[base * LANES + i], S[(base + 1) * LANES + i], S[(base + 2) * LANES + i]
        d, e, f = S[(base + 3) * LANES + i], S[(base + 4) * LANES + i], S[(base + 5) * LANES + i]
        for p in range(players):
            seat = (first + p) % players
            value = a if p == 0 else (b if p == 1 else (c if p == 2 else (d if p == 3 else (e if p == 4 else f))))
            S[(base + seat) * LANES + i] = value


@inline
def _turn(S, base, players):
    if players == 4:
        to_seats(S, base)
    else:
        to_seats_of_any(S, base, players)


@inline
def seats_of_deal(S, R, with_features, with_cards):
    """Bring what was noted of the players' holdings into seat order; a dummy's stays behind them."""
    players = R[at.R_PLAYERS]
    if with_features:
        _turn(S, FEATURES, players)
    if with_cards:
        _turn(S, DEALT, players)
        if R[at.R_PACKS] == 2:
            _turn(S, DEALT_TWICE, players)
