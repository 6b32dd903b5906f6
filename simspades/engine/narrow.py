"""Options that narrow what may be played (RULEBOOK.md G and O): each cuts LEGAL, and one that would leave nothing cuts
nothing. They come after ``play.follow`` and, for a lead, ``play.spade_lead``, in the order of the functions here.
"""

from simspades.engine import layout as at
from simspades.engine.bits import full_width
from simspades.engine.jit import inline, outline
from simspades.engine.layout import BEATS, BEST, CHOICE, HAND, LANES, LATE, LED, LEGAL, SHAKE, WINNER
from simspades.strategies.helpers import highest, lowest


@inline
def _or_all(cards, legal):
    return cards if cards != 0 else legal


@outline
def narrow_lead(S, R):
    """The cards that may be led."""
    full_width()
    clubs, spades = R[at.R_CLUBS], R[at.R_SPADES]
    if R[at.R_TRICK] == 1:
        _first_lead(S, R[at.R_FIRST_TRICK], clubs, spades)
        if R[at.R_FIRST_SPADES] != 0:
            for i in range(LANES):
                legal = S[LEGAL * LANES + i]
                S[LEGAL * LANES + i] = _or_all(legal & ~spades, legal)
    _keep_form(S, R[at.R_PLAY_FORM], spades)


@inline
def _first_lead(S, rule, clubs, spades):
    full_width()
    if rule != at.TRICK_NORMAL:
        no_spades = rule == at.TRICK_LOWEST_CLUB
        for i in range(LANES):
            legal = S[LEGAL * LANES + i]
            club = lowest(legal & clubs)
            others = _or_all(legal & ~spades, legal) if no_spades else legal
            S[LEGAL * LANES + i] = club if club != 0 else others


@inline
def _keep_form(S, form, spades):
    """play.form: a spade only where nothing else is left, or wherever one may be played."""
    full_width()
    if form != at.PLAY_NORMAL:
        wanted = ~spades if form == at.PLAY_SCREAMER else spades
        for i in range(LANES):
            legal = S[LEGAL * LANES + i]
            S[LEGAL * LANES + i] = _or_all(legal & wanted, legal)


@outline
def note_lead(S, R, late):
    """play.rake_shake: whether the big joker has just been led."""
    full_width()
    big_joker = R[at.R_SHAKE]
    for i in range(LANES):
        plays = -1 if late < 0 else (S[LATE * LANES + i] ^ late) - 1
        S[SHAKE * LANES + i] |= S[CHOICE * LANES + i] & big_joker & plays


@outline
def narrow_follow(S, R):
    """The cards that may be played to a trick that was led by another."""
    full_width()
    clubs, spades = R[at.R_CLUBS], R[at.R_SPADES]
    if R[at.R_TRICK] == 1:
        _first_follow(S, R[at.R_FIRST_TRICK], clubs, spades)
        if R[at.R_FIRST_SPADES] != 0:
            for i in range(LANES):
                legal = S[LEGAL * LANES + i]
                S[LEGAL * LANES + i] = _or_all(legal & ~spades, legal)
    if R[at.R_SHAKE] != 0:
        for i in range(LANES):
            legal = S[LEGAL * LANES + i]
            shaken = highest(legal & spades) if S[SHAKE * LANES + i] != 0 else 0
            S[LEGAL * LANES + i] = _or_all(shaken, legal)
    if R[at.R_MUST_BEAT] != 0:
        for i in range(LANES):
            legal = S[LEGAL * LANES + i]
            S[LEGAL * LANES + i] = _or_all(legal & S[BEATS * LANES + i], legal)
    _keep_form(S, R[at.R_PLAY_FORM], spades)
    for i in range(LANES):
        S[BEATS * LANES + i] &= S[LEGAL * LANES + i]


@inline
def _first_follow(S, rule, clubs, spades):
    full_width()
    if rule in (at.TRICK_LOWEST_CLUB, at.TRICK_LOWEST_CLUB_SPADE_OK):
        no_spades = rule == at.TRICK_LOWEST_CLUB
        for i in range(LANES):
            legal = S[LEGAL * LANES + i]
            club = lowest(legal & clubs) if S[LED * LANES + i] == clubs else 0
            others = _or_all(legal & ~spades, legal) if no_spades else legal
            S[LEGAL * LANES + i] = club if club != 0 else others


@outline
def find_lowest_club(S, R):
    """WINNER: the position that leads to the first trick because it has the lowest club in play.

    Of two packs' two lowest the one nearer to the dealer's left, which sits at position 0; without any club in play
    whoever leads as usual, in WINNER before.
    """
    full_width()
    clubs = R[at.R_CLUBS]
    for i in range(LANES):
        S[BEST * LANES + i] = at.NEVER << 20
    for k in range(R[at.R_SEATS]):
        holding = S[(HAND + k) * LANES : (HAND + k + 1) * LANES]
        for i in range(LANES):
            club = lowest(holding[i] & clubs)
            lower = (club != 0) & (club < S[BEST * LANES + i])
            S[BEST * LANES + i] = club if lower else S[BEST * LANES + i]
            S[WINNER * LANES + i] = k if lower else S[WINNER * LANES + i]
    for i in range(LANES):
        S[BEST * LANES + i] = 0
