"""Trick counters: what a holding is expected to win, in 1/1024 of a trick.

Each counter is a published one (HEURISTICS.md section 1), in our own words and code, or this project's own fit. They
take the view of a bid and give a number to round; what the other calls, the score and the seat do to it is the business
of :mod:`simspades.strategies.parts.standing`. Where a source speaks of side suits only, the spades are counted by
:func:`top_and_long_spades`.
"""

from __future__ import annotations

from simspades.strategies.helpers import above, count, highest, ranks_from
from simspades.strategies.parts.suits import (
    ACE,
    ACES,
    JACK,
    JACKS,
    KING,
    KINGS,
    P20,
    P25,
    P30,
    P35,
    P40,
    P50,
    P55,
    P70,
    P75,
    P80,
    P90,
    QUEEN,
    QUEENS,
    TEN,
    TENS,
    TRICK,
    by_length,
    choose,
    holds,
    packed,
)
from simspades.strategies.views import BidView

# ---- words of several counters ---------------------------------------------------------------------------------------


def beyond(n: int, free: int) -> int:
    """A trick for each card beyond the first ``free`` ones."""
    return TRICK * (n - free) if n > free else 0


def at_most(a: int, b: int) -> int:
    """The lesser of two."""
    return a if a < b else b


def at_least(a: int, b: int) -> int:
    """The greater of two."""
    return a if a > b else b


def guarded(suit: int, rank: int) -> bool:
    """Whether a suit holds ``rank`` with a lower card for each rank above it that it lacks."""
    lacking = ACE - rank - count(suit & ranks_from(rank + 1))
    lower = count(suit & ~ranks_from(rank))
    return holds(suit, rank) and lower >= lacking


def n_of_length(v: BidView, n: int) -> int:
    """How many side suits have exactly ``n`` cards."""
    clubs, diamonds, hearts = count(v.hand & v.clubs), count(v.hand & v.diamonds), count(v.hand & v.hearts)
    return (1 if clubs == n else 0) + (1 if diamonds == n else 0) + (1 if hearts == n else 0)


def top_and_long_spades(spades: int) -> int:
    """A trick for the ace, guarded king and guarded queen, and one for each spade beyond the third."""
    high = (1 if holds(spades, ACE) else 0) + (1 if guarded(spades, KING) else 0) + (1 if guarded(spades, QUEEN) else 0)
    return TRICK * high + beyond(count(spades), 3)


# ---- Sharkfeeder -----------------------------------------------------------------------------------------------------


def _sharkfeeder_side(suit: int) -> int:
    n = count(suit)
    ace, king, queen, jack = holds(suit, ACE), holds(suit, KING), holds(suit, QUEEN), holds(suit, JACK)
    points = (TRICK if n < 7 else P50) if ace else 0
    alone = P25 if n == 1 or n == 5 else (P75 if n < 5 else 0)
    points += alone if king else 0
    points += (P50 if ace and king else (P25 if n <= 5 else 0)) if queen else 0
    return points + (P25 if king and n < 6 and (ace or queen or jack) else 0)


def _protected(spades: int, rank: int) -> int:
    """A trump honour: a trick with fewer ranks missing above it than spades below it, half of one with as many."""
    lacking = ACE - rank - count(spades & ranks_from(rank + 1))
    lower = count(spades & ~ranks_from(rank))
    worth = TRICK if lacking < lower or lacking == 0 else (P50 if lacking == lower else 0)
    return worth if holds(spades, rank) else 0


def sharkfeeder_count(v: BidView) -> int:
    """Sharkfeeder's basic bidding: honours by the length of their suit, protected trump honours (ace to jack).

    Source: sharkfeeder.com/spadsbook/basicbidding.html. A partly protected honour, of which the source says only that
    it is worth less, counts half.
    """
    spades = v.hand & v.spades
    points = _protected(spades, ACE) + _protected(spades, KING) + _protected(spades, QUEEN) + _protected(spades, JACK)
    side = _sharkfeeder_side(v.hand & v.clubs) + _sharkfeeder_side(v.hand & v.diamonds)
    return points + side + _sharkfeeder_side(v.hand & v.hearts)


# ---- danongames ------------------------------------------------------------------------------------------------------


def _danongames_side(suit: int) -> int:
    ace, king, queen = holds(suit, ACE), holds(suit, KING), holds(suit, QUEEN)
    return (TRICK if ace else 0) + ((TRICK if ace or queen else P50) if king else 0)


def danongames_count(v: BidView) -> int:
    """Ace 1, ace and king 2, king ½, king and queen 1, no side queen or jack alone; to be rounded down, since a set
    costs more than a bag.

    Source: danongames, first article. The spades, which it counts separately, by :func:`top_and_long_spades`.
    """
    side = _danongames_side(v.hand & v.clubs) + _danongames_side(v.hand & v.diamonds)
    return side + _danongames_side(v.hand & v.hearts) + top_and_long_spades(v.hand & v.spades)


# ---- the beginner's counts -------------------------------------------------------------------------------------------


def narkive_count(v: BidView) -> int:
    """A trick for every ace and king, one for each spade beyond the third. Source: the beginner's rule on narkive."""
    return TRICK * count(v.hand & ~v.spades & ranks_from(KING)) + _narkive_spades(v.hand & v.spades)


def _narkive_spades(spades: int) -> int:
    return TRICK * count(spades & ranks_from(KING)) + beyond(count(spades), 3)


def _rulesofspades_suit(suit: int) -> int:
    honours = (1 if holds(suit, ACE) else 0) + (1 if holds(suit, KING) and count(suit) >= 2 else 0)
    return TRICK * (honours + (1 if holds(suit, QUEEN) and count(suit) >= 3 else 0))


def rulesofspades_count(v: BidView) -> int:
    """Ace, king with a guard, queen with two; jacks are worth nothing. Source: rulesofspades.com.

    It speaks of suits alike, so long spades get nothing beyond their honours.
    """
    side = _rulesofspades_suit(v.hand & v.clubs) + _rulesofspades_suit(v.hand & v.diamonds)
    return side + _rulesofspades_suit(v.hand & v.hearts) + _rulesofspades_suit(v.hand & v.spades)


# ---- dachimpy --------------------------------------------------------------------------------------------------------


def _dachimpy_suit(suit: int) -> int:
    return TRICK * ((1 if holds(suit, ACE) else 0) + (1 if holds(suit, KING) and count(suit) >= 2 else 0))


def dachimpy_count(v: BidView) -> int:
    """Ace 1, guarded king 1, each spade beyond three 1, each card beyond four in a side suit one less. Source:
    dachimpy.

    Beside a blind nil of the partner two tricks more: one must win what it avoids.
    """
    clubs, diamonds, hearts, spades = v.hand & v.clubs, v.hand & v.diamonds, v.hand & v.hearts, v.hand & v.spades
    honours = _dachimpy_suit(clubs) + _dachimpy_suit(diamonds) + _dachimpy_suit(hearts) + _dachimpy_suit(spades)
    long_sides = beyond(count(clubs), 4) + beyond(count(diamonds), 4) + beyond(count(hearts), 4)
    return honours + beyond(count(spades), 3) - long_sides + (2 * TRICK if v.partner_blind_nil else 0)


# ---- goldtoken -------------------------------------------------------------------------------------------------------


def _goldtoken_side(suit: int) -> int:
    n = count(suit)
    ace = (TRICK if n < 5 else P50) if holds(suit, ACE) else 0
    return ace + (P50 if holds(suit, KING) and n < 4 else 0)


def goldtoken_count(v: BidView) -> int:
    """Top spades 1 each, length from four spades on or short suits to ruff in, aces and kings by length.

    Source: goldtoken. +1, +2, +3 for four, five, six spades; a void or singleton 1 where no length is counted.
    """
    spades = v.hand & v.spades
    n = count(spades)
    ruffs = TRICK * at_most(n_of_length(v, 0) + n_of_length(v, 1), n)
    side = _goldtoken_side(v.hand & v.clubs) + _goldtoken_side(v.hand & v.diamonds) + _goldtoken_side(v.hand & v.hearts)
    high = (1 if holds(spades, ACE) else 0) + (1 if holds(spades, KING) else 0) + (1 if holds(spades, QUEEN) else 0)
    return side + TRICK * high + (beyond(n, 3) if n > 3 else ruffs)


# ---- the exact table of side suits -----------------------------------------------------------------------------------

#: P(neither opponent has fewer than one, two, three cards of a suit of which one holds n), for an ace, king, queen and
#: n = 0 to 11, in 1/1024: exact, from 13 unknown cards in each of three holdings. Six entries of ten bits to a number.
_SURE = (
    (1021, 1019, 1015, 1007, 994, 972),
    (937, 880, 792, 661, 473, 234),
    (990, 966, 930, 876, 799, 693),
    (555, 392, 220, 76, 0, 0),
    (838, 752, 641, 507, 359, 215),
    (98, 26, 0, 0, 0, 0),
)
_ACE_SHORT, _ACE_LONG, _KING_SHORT, _KING_LONG, _QUEEN_SHORT, _QUEEN_LONG = (
    sum(entry << (10 * k) for k, entry in enumerate(entries)) for entries in _SURE
)


def _exact(short: int, long: int, n: int) -> int:
    return ((short >> (10 * n)) if n < 6 else (long >> (10 * (n - 6 if n < 12 else 0)))) & 1023 if n < 12 else 0


def exact_ace(n: int) -> int:
    """P(no opponent is void) in a suit of which one holds ``n``: an ace is not ruffed on the first round."""
    return _exact(_ACE_SHORT, _ACE_LONG, n)


def exact_king(n: int) -> int:
    """P(no opponent has fewer than two): a king is not ruffed on the second round."""
    return _exact(_KING_SHORT, _KING_LONG, n)


def exact_queen(n: int) -> int:
    """P(no opponent has fewer than three): a queen is not ruffed on the third round."""
    return _exact(_QUEEN_SHORT, _QUEEN_LONG, n)


def exact_side_suit(suit: int) -> int:
    """Ace, king and queen of a side suit by the exact table, each with as many lower cards as it needs (0, 1, 2)."""
    n = count(suit)
    points = exact_ace(n) if holds(suit, ACE) else 0
    points += exact_king(n) if holds(suit, KING) and count(suit & ~ranks_from(KING)) >= 1 else 0
    return points + (exact_queen(n) if holds(suit, QUEEN) and count(suit & ~ranks_from(QUEEN)) >= 2 else 0)


def _bis_honours(spades: int) -> int:
    """Which of the four top spades have a guard for each rank above that is lacking."""
    top = (1 if guarded(spades, ACE) else 0) + (1 if guarded(spades, KING) else 0)
    return top + (1 if guarded(spades, QUEEN) else 0) + (1 if guarded(spades, JACK) else 0)


def _bis_ruffs(v: BidView, spare: int) -> int:
    """Rounds to ruff in short suits with ``spare`` spades: the likeliest first, by the exact table."""
    voids, singletons, doubletons = n_of_length(v, 0), n_of_length(v, 1), n_of_length(v, 2)
    points = 0
    left = spare
    for suits, worth in (
        (voids, 1021),
        (voids, 990),
        (singletons, 966),
        (voids, 838),
        (singletons, 752),
        (doubletons, 641),
    ):
        ruffed = at_most(suits, left)
        points += worth * ruffed
        left -= ruffed
    return points


def bis_count(v: BidView) -> int:
    """The "regular takes" of BIS: the exact table for side honours, guarded top spades, and long spades or ruffs.

    Source: the BIS paper, second-hand through re-implementations; its Table 1 by exact values (FIGURES.md section 1).
    One for each spade beyond four, or the rounds that spare spades may ruff in suits of fewer than three cards,
    whichever is more. The pull toward an even share is :func:`simspades.strategies.parts.standing.bis_pull`.
    """
    spades = v.hand & v.spades
    n = count(spades)
    honours = _bis_honours(spades)
    side = exact_side_suit(v.hand & v.clubs) + exact_side_suit(v.hand & v.diamonds) + exact_side_suit(v.hand & v.hearts)
    return side + TRICK * honours + at_least(beyond(n, 4), _bis_ruffs(v, n - honours))


# ---- TricksterBots ---------------------------------------------------------------------------------------------------


def _trickster_trumps(spades: int, all_spades: int, n: int) -> int:
    """The ``n`` top trumps: 1, .75 or .25 with as many lower trumps as ranks missing above, one fewer, two fewer."""
    missing = all_spades & ~spades
    points = 0
    rest = spades
    for k in range(6):
        card = highest(rest)
        rest = rest & ~card
        short = count(missing & above(card)) - count(rest)
        worth = TRICK if short <= 0 else (P75 if short == 1 else (P25 if short == 2 else 0))
        points += worth if k < n else 0
    return points + beyond(n, 6)


def _trickster_side(suit: int, jokers: bool, three: bool) -> int:
    n = count(suit)
    length = n - 1 if three else n
    points = (TRICK if length <= (5 if jokers else 6) else P50) if holds(suit, ACE) else 0
    points += (TRICK if 2 <= length <= 5 else P25) if holds(suit, KING) else 0
    queen = (TRICK if three else P50) if 3 <= length <= 4 and not jokers else 0
    points += queen if holds(suit, QUEEN) else 0
    return points + (P50 if three and holds(suit, JACK) and 3 <= length <= 4 else 0)


def tricksterbots_count(v: BidView) -> int:
    """The estimate of TricksterBots: ruffs first, then the top trumps that are left, then side honours by length.

    Source: TricksterBots' EstimatedTricks. Voids 2, singletons 1, doubletons ¼, as far as there are trumps. With three
    players a suit may be a card longer, queens count 1 and jacks ½. To be rounded down.
    """
    spades = v.hand & v.spades
    n = count(spades)
    jokers = v.spades >> 52 != 0
    three = v.players == 3
    ruffs = at_most(
        TRICK * (2 * n_of_length(v, 0) + n_of_length(v, 1)) + P25 * n_of_length(v, 2),
        TRICK * n,
    )
    side = _trickster_side(v.hand & v.clubs, jokers, three) + _trickster_side(v.hand & v.diamonds, jokers, three)
    side += _trickster_side(v.hand & v.hearts, jokers, three)
    return side + ruffs + _trickster_trumps(spades, v.spades, n - (ruffs >> 10))


# ---- CardsWithCats ---------------------------------------------------------------------------------------------------


def _cats_side(suit: int) -> int:
    """In 1/128: less in a long suit, and nothing for an unguarded honour below the ace."""
    n = count(suit)
    ace, king, queen, jack = holds(suit, ACE), holds(suit, KING), holds(suit, QUEEN), holds(suit, JACK)
    if ace:
        points = 256 if king else (218 if queen else (166 if jack else 128))
    elif king:
        points = (141 if queen else (102 if jack else 77)) if n >= 2 else 0
    else:
        points = 38 if queen and n >= 3 else 0
    longer = n - 3 if n > 3 else 0
    return (points * (128 - 13 * longer)) >> 7


def _cats_gaps(card: int, missing: int) -> int:
    """What a spade loses for the higher spades that others may hold, in 1/128: nothing, .4, .8 or all of it."""
    gaps = count(missing & above(card)) if card else 0
    return 0 if gaps == 0 else (51 if gaps == 1 else (102 if gaps == 2 else 128))


def cardswithcats_count(v: BidView) -> int:
    """The count of CardsWithCats: honours together, long suits discounted; spades one each less gaps above the top
    three.

    Source: CardsWithCats (ideas only). Side AK 2, AQ 1.7, AJ 1.3, A 1, KQ 1.1, KJ .8, K .6, Q .3, a tenth less for each
    card beyond three.
    """
    spades = v.hand & v.spades
    missing = v.spades & ~spades
    first = highest(spades)
    second = highest(spades & ~first)
    third = highest(spades & ~first & ~second)
    points = 128 * count(spades)
    points -= _cats_gaps(first, missing) + _cats_gaps(second, missing) + _cats_gaps(third, missing)
    points += _cats_side(v.hand & v.clubs) + _cats_side(v.hand & v.diamonds) + _cats_side(v.hand & v.hearts)
    return points << 3


# ---- Jus144tice ------------------------------------------------------------------------------------------------------


def _justice_side(suit: int) -> int:
    n = count(suit)
    ace, king, queen = holds(suit, ACE), holds(suit, KING), holds(suit, QUEEN)
    points = TRICK if ace else 0
    points += (P80 if ace else (P55 if n >= 3 else P35)) if king else 0
    return points + ((P50 if ace and king else P20) if queen else 0)


def _justice_ruffs(v: BidView, n: int) -> int:
    """The upper value of each short suit with four spades or more, the lower with fewer, none without spades."""
    many = n >= 4
    voids = n_of_length(v, 0) * (TRICK + P40 if many else P80)
    singletons = n_of_length(v, 1) * (P70 if many else P50)
    return voids + singletons + n_of_length(v, 2) * (P50 if many else P40) if n > 0 else 0


def justice_count(v: BidView) -> int:
    """The count of Jus144tice: spades ace to ten, length beyond four, side honours, and short suits to ruff in.

    Source: Jus144tice. Where it gives a range, the upper end is for a guarded honour or for four spades to ruff with.
    Beside a partner's nil at least three and one more; a side that would be beyond ten takes one less.
    """
    spades = v.hand & v.spades
    n = count(spades)
    points = TRICK if holds(spades, ACE) else 0
    points += P90 if holds(spades, KING) else 0
    points += (P70 if n >= 3 else P30) if holds(spades, QUEEN) else 0
    points += (P50 if n >= 4 else P30) if holds(spades, JACK) else 0
    points += P30 if holds(spades, TEN) and n >= 5 else 0
    points += P40 * (n - 4) if n > 4 else 0
    points += _justice_side(v.hand & v.clubs) + _justice_side(v.hand & v.diamonds) + _justice_side(v.hand & v.hearts)
    points += _justice_ruffs(v, n)
    beside_nil = at_least(points, 3 * TRICK) + TRICK
    alone = points - (TRICK if points + TRICK * v.partner_bid > 10 * TRICK else 0)
    return beside_nil if v.partner_nil else alone


# ---- this project's fit ----------------------------------------------------------------------------------------------

# Tricks won in hands without a nil, by least squares over 1.5 million holdings of ``steady`` at all seats of std4, for
# suits of one to seven cards. The standard deviation of what is left is .93 of a trick.
_FIT_ACE = packed(0.98, 1.0, 1.0, 0.935, 0.915, 0.9, 0.7)
_FIT_KING = packed(0.07, 0.78, 0.8, 0.67, 0.57, 0.45, 0.45)
_FIT_KING_BESIDE_ACE = packed(0, 0.88, 0.885, 0.835, 0.72, 0.51, 0.51)
_FIT_QUEEN = packed(0.05, 0.16, 0.395, 0.29, 0.2, 0.2, 0.2)
_FIT_QUEEN_BESIDE_ONE = packed(0, 0.22, 0.485, 0.405, 0.245, 0.245, 0.245)
_FIT_SPADES = packed(0.06, 0.21, 0.46, 1.03, 1.69, 1.69, 1.69)


def _fitted_side(suit: int) -> int:
    """In 1/128: honours by length and company, jacks in suits of middle length, short suits for their ruffs."""
    n = count(suit)
    ace, king, queen, jack = suit & ACES != 0, suit & KINGS != 0, suit & QUEENS != 0, suit & JACKS != 0
    higher = ace + king
    points = ace * by_length(_FIT_ACE, n)
    points += king * by_length(choose(ace, _FIT_KING_BESIDE_ACE, _FIT_KING), n)
    points += queen * choose(higher == 2, 20, by_length(choose(higher == 1, _FIT_QUEEN_BESIDE_ONE, _FIT_QUEEN), n))
    points += 13 * (jack & (n >= 3) & (n <= 5))
    return points + 111 * (n == 0) + 80 * (n == 1) + 36 * (n == 2) - 6 * (n - 5) * (n > 5)


def _fitted_spades(spades: int) -> int:
    """In 1/128: honours, each worth more in company and less when short, and length."""
    n = count(spades)
    ace, king, queen, jack = spades & ACES != 0, spades & KINGS != 0, spades & QUEENS != 0, spades & JACKS != 0
    higher = ace + king
    points = 137 * ace + king * (99 + 29 * ace - 61 * (n == 1))
    points += queen * (62 + 23 * higher - 30 * (higher == 2) - 27 * (n <= 2))
    points += jack * (38 + 16 * (higher + queen > 0) - 10 * (n <= 3)) + 26 * (spades & TENS != 0)
    return points + by_length(_FIT_SPADES, n) + 98 * (n - 5) * (n > 5)


def fitted_count(v: BidView) -> int:
    """Tricks as they were won in this project's own simulations, by what the holding looks like.

    Source: least squares over hands of ``steady`` in std4 (docs/players.md). An unbiased estimate: a contract that
    should hold takes less.
    """
    side = _fitted_side(v.hand & v.clubs) + _fitted_side(v.hand & v.diamonds) + _fitted_side(v.hand & v.hearts)
    return (side + _fitted_spades(v.hand & v.spades) - 11) << 3
