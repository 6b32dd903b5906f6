"""Leads: which suit, and high or low. Each gives a wish for a card of ``v.legal``."""

from __future__ import annotations

from simspades.strategies.helpers import above, count, highest, ranks_from
from simspades.strategies.parts.suits import (
    JACK,
    NINE,
    NONE,
    SEVEN,
    best_side_suit,
    bosses,
    choose,
    low_of,
    side_bosses,
    side_cards,
    singletons,
    spade_bosses,
)
from simspades.strategies.views import PlayView


def sure_lead(v: PlayView) -> int:
    """The highest sure winner of a side suit, then of spades; else the lowest card, outside spades if possible."""
    side, spades = side_bosses(v), spade_bosses(v)
    sure = choose(side != 0, side, spades)
    return choose(sure != 0, sure, low_of(side_cards(v)))


# ---- Sharkfeeder -----------------------------------------------------------------------------------------------------


def _sharkfeeder_weakness(own: int, unseen: int) -> int:
    """A suit is the weaker, the more unseen cards are above its highest; an honour that may be beaten forbids it."""
    top = highest(own)
    honour = (top & ranks_from(JACK) != 0) & (bosses(own, unseen) == 0)
    return choose(own == 0, NONE, count(unseen & above(top)) - choose(honour, 50, 0))


def sharkfeeder_take_lead(v: PlayView) -> int:
    """Take 'Em: a sure winner, or low from the weakest suit, never from ace to jack that may be beaten.

    Source: sharkfeeder.com.
    """
    suit = best_side_suit(
        v,
        _sharkfeeder_weakness(v.legal & v.clubs, v.unseen & v.clubs),
        _sharkfeeder_weakness(v.legal & v.diamonds, v.unseen & v.diamonds),
        _sharkfeeder_weakness(v.legal & v.hearts, v.unseen & v.hearts),
    )
    own = v.legal & suit
    sure = side_bosses(v)
    return choose(sure != 0, sure, low_of(choose(own != 0, own, v.legal)))


# ---- TricksterBots ---------------------------------------------------------------------------------------------------


def tricksterbots_lead(v: PlayView) -> int:
    """Low in a suit in which the partner is void and can ruff, else a sure winner, else low. Source: TricksterBots."""
    ruffs = v.legal & ~v.spades & choose(v.partner_void & v.spades == 0, v.partner_void, 0)
    return choose(ruffs != 0, low_of(ruffs), sure_lead(v))


# ---- Strichman: hands in which all bids leave little over ------------------------------------------------------------


def _only_high(suit: int) -> int:
    """A suit of which one holds nothing below the jack."""
    return choose(suit & ~ranks_from(JACK) == 0, suit, 0)


def strichman_ten_lead(v: PlayView) -> int:
    """With a table that bid ten or less: from a suit of which one holds only high cards, the lowest of them first, so
    that the partner's go with them; never a seven, eight or nine.

    Source: Strichman, "1 bag or 2": of ace and queen the queen. High is the jack and above; without such a suit the
    lowest card that is no middle one.
    """
    high = _only_high(v.legal & v.clubs) | _only_high(v.legal & v.diamonds) | _only_high(v.legal & v.hearts)
    middle = ranks_from(SEVEN) & ~ranks_from(NINE + 1)
    others = side_cards(v) & ~middle
    return low_of(choose(high != 0, high, choose(others != 0, others, v.legal)))


# ---- the library's own -----------------------------------------------------------------------------------------------


def ruffed(v: PlayView, void: int) -> int:
    """The suits that a player who has shown out of ``void`` may ruff, while spades are out that he may hold."""
    return choose((void & v.spades == 0) & (v.unseen & v.spades != 0), void, 0)


def suits_with(v: PlayView, cards: int, most: int) -> int:
    """The side suits of which a set of cards has at most so many."""
    clubs = choose(count(cards & v.clubs) <= most, v.clubs, 0)
    return (
        clubs
        | choose(count(cards & v.diamonds) <= most, v.diamonds, 0)
        | choose(count(cards & v.hearts) <= most, v.hearts, 0)
    )


def ranked_lead(v: PlayView) -> int:
    """To win tricks: a sure spade; the sure winner of a suit that has gone round; low from a short suit, with spades to
    ruff later; another sure winner; low from a suit that no opponent ruffs.

    Source: this library. Each step was kept because play without it loses to play with it.
    """
    side = v.legal & ~v.spades
    safe = side & ~(ruffed(v, v.left_void) | ruffed(v, v.right_void))
    sure = side_bosses(v) & safe
    late = sure & suits_with(v, v.unseen, 4)
    short = choose(v.hand & v.spades != 0, singletons(side) & safe & ~sure, 0)
    spades = bosses(v.legal & v.spades, v.unseen & v.spades)
    low = choose(safe != 0, safe, side_cards(v))
    wish = choose(sure != 0, sure, low_of(low))
    wish = choose(short != 0, low_of(short), wish)
    wish = choose(late != 0, late, wish)
    return choose(spades != 0, spades, wish)
