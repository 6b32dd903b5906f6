"""The decisions that a strategy need not write: nothing blind, and sensible exchanges, passes and discards.

Source of the exchange: a nil bidder passes what is most likely to win a trick, high spades first, and the partner
gives back low cards, of the suit asked for where there is one (RULEBOOK.md D; HEURISTICS.md section 4, "Cover").
"""

from __future__ import annotations

from typing import Any

from simspades.strategies.helpers import AIM_ACES, count, highest, lowest, number_at, ranks_from

__all__ = [
    "advise",
    "blind",
    "cut",
    "declare",
    "discard",
    "exchange",
    "keep",
    "misdeal",
    "pass_cards",
    "raise_to",
    "redraw",
    "renounce",
    "request",
    "take",
]


def blind(v: Any) -> bool:
    """Never call a blind nil."""
    return False


def _most_dangerous(v: Any) -> int:
    """The cards that a nil would rather not hold: spades from the jack up, then the highest of the other suits."""
    chosen = 0
    for _ in range(3):
        rest = v.hand & ~chosen
        high_spades = rest & v.spades & ranks_from(11)
        side = rest & ~v.spades
        card = highest(high_spades if high_spades != 0 else side if side != 0 else rest)
        chosen |= card if count(chosen) < v.n_cards else 0
    return chosen


def _least_useful(v: Any, chosen: int) -> int:
    """A card that is chosen already, if one is, and the lowest outside spades up to the number that is wanted."""
    for _ in range(3):
        rest = v.hand & ~chosen
        side = rest & ~v.spades
        card = lowest(side if side != 0 else rest)
        chosen |= card if count(chosen) < v.n_cards else 0
    return chosen


def exchange(v: Any) -> int:
    """Give the most dangerous cards of a nil; give back the lowest outside spades, one of the suit asked for first."""
    return _most_dangerous(v) if v.giving else _least_useful(v, lowest(v.hand & v.request))


def request(v: Any) -> int:
    """Ask for a low card of the longest side suit: one more card under which high ones can hide."""
    clubs, diamonds, hearts = count(v.hand & v.clubs), count(v.hand & v.diamonds), count(v.hand & v.hearts)
    longest: int = v.clubs
    if diamonds > clubs:
        longest = v.diamonds
    if hearts > clubs and hearts > diamonds:
        longest = v.hearts
    return longest


def raise_to(v: Any) -> int:
    """Leave the number of the side, where it may be left."""
    return 0 if v.legal & 1 else number_at(lowest(v.legal))


def renounce(v: Any) -> bool:
    """Let a blind number stand, where it may."""
    gives_up: bool = v.legal & 1 == 0
    return gives_up


def declare(v: Any) -> int:
    """Go for the aces, which costs nothing, and for no bemo."""
    return AIM_ACES if v.may_aces else 0


def pass_cards(v: Any) -> int:
    """Pass the lowest cards outside spades."""
    return _least_useful(v, 0)


def discard(v: Any) -> int:
    """Lay the lowest cards outside spades aside."""
    return _least_useful(v, 0)


def redraw(v: Any) -> int:
    """Throw away what may well win a trick: spades from the jack up, then other cards from the ten up."""
    dangers = v.hand & (v.spades & ranks_from(11) | ~v.spades & ranks_from(10))
    chosen = 0
    for _ in range(3):
        rest = dangers & ~chosen
        spades = rest & v.spades
        card = highest(spades if spades != 0 else rest)
        chosen |= card if count(chosen) < v.n_cards else 0
    return chosen


def take(v: Any) -> int:
    """One extra card each; a single one for oneself."""
    return 1 if v.legal & 4 else 0


def keep(v: Any) -> bool:
    """Keep spades from the six up and other cards from the queen up; with a blind nil the low cards."""
    good = v.card & (v.spades & ranks_from(6) | ~v.spades & ranks_from(12)) != 0
    low = v.card & (v.spades & ranks_from(6) | ~v.spades & ranks_from(9)) == 0
    keeps: bool = low if v.blind_nil else good
    return keeps


def _strength(v: Any) -> int:
    """Spades, aces and kings: five and a quarter on average."""
    return count(v.hand & v.spades) + count(v.hand & ~v.spades & ranks_from(13))


def misdeal(v: Any) -> bool:
    """Throw in cards that are clearly weaker than the average, weaker still where partner advises against it."""
    return _strength(v) < (3 if v.advice == 0 else 4)


def advise(v: Any) -> bool:
    """Advise to throw in while one's own cards are not strong."""
    return _strength(v) < 7


def cut(v: Any) -> int:
    """The best of the four cards to oneself, the next to partner."""
    return 1
