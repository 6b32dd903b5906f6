"""Nil tests: whether a holding is fit for a nil.

Each published test (HEURISTICS.md section 2) is in our own words and code. :func:`nil_safety` is this project's fit of
the chance that a nil is kept, and :func:`reverse_value_nil` asks what the nil is worth beside the bid that it replaces.
"""

from __future__ import annotations

from simspades.strategies.helpers import count, highest, ranks_from
from simspades.strategies.parts.counts import n_of_length
from simspades.strategies.parts.suits import (
    ACE,
    EIGHT,
    JACK,
    JACKS,
    KING,
    NINE,
    QUEEN,
    QUEENS,
    SEVEN,
    TEN,
    TENS,
    TRICK,
    by_length,
    choose,
    holds,
    rank_sum,
)
from simspades.strategies.views import BidView

# ---- playspades.co.uk ------------------------------------------------------------------------------------------------


def _playspades_risky(suit: int, balanced: bool) -> bool:
    """Ace or king with fewer than three lower cards; in a balanced holding also QJx and 109x."""
    n = count(suit)
    top = suit & ranks_from(KING) != 0 and n <= 3
    middle = n == 3 and ((holds(suit, QUEEN) and holds(suit, JACK)) or (holds(suit, TEN) and holds(suit, NINE)))
    return top or (balanced and middle)


def playspades_nil(v: BidView) -> bool:
    """No four spades, none above the jack and no J10, J9 or 1098; no Axx or Kxx, of which a short suit excuses one.

    Source: playspades.co.uk. "Well ahead", when no suit is excused, is a hundred points.
    """
    clubs, diamonds, hearts, spades = v.hand & v.clubs, v.hand & v.diamonds, v.hand & v.hearts, v.hand & v.spades
    low_jack = not (holds(spades, JACK) and (holds(spades, TEN) or holds(spades, NINE)))
    low_ten = not (holds(spades, TEN) and holds(spades, NINE) and holds(spades, EIGHT))
    safe_spades = count(spades) <= 3 and spades & ranks_from(QUEEN) == 0 and low_jack and low_ten
    short = n_of_length(v, 0) + n_of_length(v, 1) > 0
    risky = (1 if _playspades_risky(clubs, not short) else 0) + (1 if _playspades_risky(diamonds, not short) else 0)
    risky += 1 if _playspades_risky(hearts, not short) else 0
    excused = 1 if short and v.score - v.opp_score < 100 else 0
    return safe_spades and risky <= excused


# ---- dachimpy --------------------------------------------------------------------------------------------------------


def _dachimpy_sheltered(suit: int) -> bool:
    """Whether every card from the jack up has two lower ones: the high cards and the two below them make the suit."""
    high = count(suit & ranks_from(JACK))
    return high == 0 or count(suit) - high >= 2


def dachimpy_nil(v: BidView) -> bool:
    """The definite nil: at most three spades, no ace of spades, and two lower cards beside every high one.

    Source: dachimpy. High is the jack and above.
    """
    spades = v.hand & v.spades
    sheltered = _dachimpy_sheltered(v.hand & v.clubs) and _dachimpy_sheltered(v.hand & v.diamonds)
    sheltered = sheltered and _dachimpy_sheltered(v.hand & v.hearts) and _dachimpy_sheltered(spades)
    return count(spades) <= 3 and spades & ranks_from(ACE) == 0 and sheltered


def dachimpy_vulnerable_nil(v: BidView) -> bool:
    """The vulnerable nil: at most four spades, no ace of spades, and a short suit on which to discard. Source:
    dachimpy.
    """
    spades = v.hand & v.spades
    return count(spades) <= 4 and spades & ranks_from(ACE) == 0 and n_of_length(v, 0) + n_of_length(v, 1) > 0


# ---- Joe Andrews -----------------------------------------------------------------------------------------------------


def _unsettable(suit: int) -> bool:
    """Five cards or more with both the two and another below the six: nobody can force such a suit to win."""
    return count(suit) >= 5 and holds(suit, 2) and count(suit & ~ranks_from(6)) >= 2


def andrews_nil(v: BidView) -> bool:
    """Four spades only with the two, a short suit and a long unsettable one; three with at most one of seven to queen;
    the king only beside a partner who bids five or more.

    Source: Joe Andrews, MSN columns (August 2005; safeharbor). The side suits, which he leaves to judgement, must be
    low or long enough to hide what is high: :func:`safe_side_suit`.
    """
    clubs, diamonds, hearts, spades = v.hand & v.clubs, v.hand & v.diamonds, v.hand & v.hearts, v.hand & v.spades
    n = count(spades)
    short = n_of_length(v, 0) + n_of_length(v, 1) > 0
    long = _unsettable(clubs) or _unsettable(diamonds) or _unsettable(hearts)
    four = holds(spades, 2) and short and long
    three = count(spades & ranks_from(SEVEN) & ~ranks_from(KING)) <= 1
    fits = four if n == 4 else (three if n == 3 else n < 3)
    king = not holds(spades, KING) or v.partner_bid >= 5
    side = safe_side_suit(clubs, JACK) and safe_side_suit(diamonds, JACK) and safe_side_suit(hearts, JACK)
    return fits and king and spades & ranks_from(ACE) == 0 and side


#: Joe Andrews' classes of nils (October 2003), by the least chance of each.
ICE_COLD, BORDERLINE, DESPERATE, OUTRAGEOUS = 0, 1, 2, 3


def andrews_class(v: BidView) -> int:
    """Ice-cold, borderline, desperate or outrageous: a chance above 90, 70 and 45 %, or less, by :func:`nil_safety`.

    Source: Joe Andrews, October 2003, who gives the names; the chances are ours.
    """
    safety = nil_safety(v)
    return (
        ICE_COLD
        if safety >= CHANCE_90
        else (BORDERLINE if safety >= CHANCE_70 else (DESPERATE if safety >= CHANCE_45 else OUTRAGEOUS))
    )


# ---- CardsWithCats ---------------------------------------------------------------------------------------------------


def safe_side_suit(suit: int, high: int) -> bool:
    """Whether a side suit is safe for a nil: void, below the ten, or low on average with length to hide what is high.

    A card from rank ``high`` on asks for four cards, an ace or two from the jack up for five.
    """
    n = count(suit)
    needed = 5 if holds(suit, ACE) or count(suit & ranks_from(JACK)) >= 2 else 4
    hidden = suit & ranks_from(high) == 0 or n >= needed
    return suit & ranks_from(TEN) == 0 or (hidden and rank_sum(suit) < 8 * n)


def cardswithcats_nil(v: BidView, high: int) -> bool:
    """At most three spades, none above the ten, three safe side suits, in which cards from ``high`` on ask for length.

    Source: CardsWithCats, issue #21, where ``high`` is the jack. It was kept in 80.4 % of 148 attempts there.
    """
    spades = v.hand & v.spades
    return (
        count(spades) <= 3
        and spades & ranks_from(JACK) == 0
        and safe_side_suit(v.hand & v.clubs, high)
        and safe_side_suit(v.hand & v.diamonds, high)
        and safe_side_suit(v.hand & v.hearts, high)
    )


# ---- TricksterBots ---------------------------------------------------------------------------------------------------


def _trickster_low(suit: int) -> bool:
    """At least as many cards below the queen as from the queen up."""
    high = count(suit & ranks_from(QUEEN))
    return count(suit) - high >= high


def tricksterbots_nil(v: BidView, points: int, passes: int) -> bool:
    """An estimate below one and a trick for each card passed, no top card beyond those passed, fewer than four trumps
    after passing, in each suit as many low cards as high ones, no nil of the partner, and no blind nil of anybody.

    Source: TricksterBots' TryNilBid. ``points`` is the estimate, ``passes`` the cards that will be exchanged. Where a
    side is bound to one nil (``bid.form = suicide``) the estimate may be below seven: take six tricks off it.
    """
    clubs, diamonds, hearts, spades = v.hand & v.clubs, v.hand & v.diamonds, v.hand & v.hearts, v.hand & v.spades
    aces = count(v.hand & ranks_from(ACE) & ~ranks_from(ACE + 1) & ~v.spades) + (1 if highest(v.spades) & spades else 0)
    low = _trickster_low(clubs) and _trickster_low(diamonds) and _trickster_low(hearts) and _trickster_low(spades)
    few = points < TRICK * (1 + passes) and count(spades) - passes < 4
    alone = not v.partner_nil and not v.left_blind_nil and not v.right_blind_nil
    return few and aces <= passes and low and alone


# ---- eliters ---------------------------------------------------------------------------------------------------------


def eliters_caution(v: BidView) -> int:
    """What the opponents' nils ask of one's own, in steps: one less caution where the left opponent has called nil, one
    more where the right one has, since one's partner then has two nils to deal with.

    Source: eliters (buckeye).
    """
    return (1 if v.right_nil else 0) - (1 if v.left_nil else 0)


def eliters_ace(suit: int) -> bool:
    """Whether an ace is no obstacle to a nil: it has three or four cards beside it. Source: eliters (buckeye)."""
    return not holds(suit, ACE) or count(suit) >= 4


# ---- this project's fit: the chance of a nil -------------------------------------------------------------------------

# What endangers a nil, in 1/64 of a logit: by the top card of a side suit, from the eight to the ace, with no, one, two
# or more cards below the eight beside it. A logistic regression over 380,000 nils of doubtful and good holdings in
# std4, attacked and covered by this library's players.
_TOP_BARE = sum(round(64 * x) << (8 * k) for k, x in enumerate((0.23, 0.45, 0.84, 1.11, 1.59, 2.30, 2.89)))
_TOP_WITH_ONE = sum(round(64 * x) << (8 * k) for k, x in enumerate((0.0, 0.13, 0.32, 0.47, 0.75, 1.20, 1.68)))
_TOP_WITH_TWO = sum(round(64 * x) << (8 * k) for k, x in enumerate((0.08, 0.13, 0.17, 0.23, 0.32, 0.53, 0.85)))
_TOP_WITH_MORE = sum(round(64 * x) << (8 * k) for k, x in enumerate((0.22, 0.26, 0.28, 0.28, 0.31, 0.40, 0.51)))
_HOPELESS = 1000

#: The cards of these ranks in all suits.
SEVENS, EIGHTS, NINES = (0xF << (4 * (rank - 2)) for rank in (SEVEN, EIGHT, NINE))

#: The logits of some chances, in 1/64: ln(p / (1 - p)).
CHANCE_45, CHANCE_50, CHANCE_60, CHANCE_70, CHANCE_80, CHANCE_90 = -13, 0, 26, 54, 89, 141


def _side_danger(suit: int) -> int:
    n = count(suit)
    above_seven = (count(highest(suit) - 1) >> 2) - 5
    low = count(suit & ~ranks_from(EIGHT))
    table = choose(
        low == 0, _TOP_BARE, choose(low == 1, _TOP_WITH_ONE, choose(low == 2, _TOP_WITH_TWO, _TOP_WITH_MORE))
    )
    high = count(suit & ranks_from(TEN))
    return (n > 0) * by_length(table, above_seven) + 9 * (high >= 2) + 12 * (high >= 3) - 45 * (n == 0) - 26 * (n == 1)


def _spade_danger(spades: int) -> int:
    n = count(spades)
    points = 39 * (n > 0) + 84 * (n == 4) + _HOPELESS * ((n > 4) | (spades & ranks_from(KING) != 0))
    points += 78 * (spades & QUEENS != 0) + 57 * (spades & JACKS != 0) + 44 * (spades & TENS != 0)
    return points + 31 * (spades & NINES != 0) + 24 * (spades & EIGHTS != 0) + 15 * (spades & SEVENS != 0)


def nil_safety(v: BidView) -> int:
    """How likely a nil is to be kept, as a logit in 1/64: 54 is a chance of 70 %, 89 of 80 %.

    Source: this project's logistic regression over nils of its own players in std4 (docs/players.md).
    """
    side = _side_danger(v.hand & v.clubs) + _side_danger(v.hand & v.diamonds) + _side_danger(v.hand & v.hearts)
    return 275 - side - _spade_danger(v.hand & v.spades)


def danongames_nil(v: BidView) -> bool:
    """A nil that one thinks is kept in seven cases of ten; it fears the queen of spades, and trusts long suits.

    Source: danongames, second article; the chance by :func:`nil_safety`, which has these traits.
    """
    return nil_safety(v) >= CHANCE_70


def danongames_hates_one(v: BidView, number: int) -> bool:
    """Whether the number is the one that he hates to bid, and a nil of an even chance is better than it.

    Source: danongames, second article. What he does instead is ours: :func:`reverse_value_nil` has the sum.
    """
    return (number <= 1) & reverse_value_nil(v, 1)


def reverse_value_nil(v: BidView, number: int) -> bool:
    """Whether a nil is worth more than the bid of ``number`` that it replaces, bags and score apart.

    200 p - 100 > 10 for a nil of 100 against a sure bid of one, so p > .55 (HEURISTICS.md section 2). The chance is
    read from :func:`nil_safety` by the straight line through 50 and 80 %.
    """
    percent = 50 + ((nil_safety(v) * 345) >> 10 if nil_safety(v) < 3 * 48 else 48)
    return 2 * v.nil_value * percent > 100 * (v.nil_value + 10 * number)
