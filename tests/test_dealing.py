"""Dealing against exact values: hypergeometric counts, uniform seats and cards, hands that know nothing of each other.

Seeds are fixed, so nothing here fails by chance. Thresholds: chi-square tests pass at p > 1e-4, and a proportion or a
mean lies within five standard errors of its exact value.
"""

from __future__ import annotations

import dataclasses
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from simspades.cards import STANDARD
from simspades.engine import Situation, Table
from simspades.rules import load_rules
from simspades.strategies.load import load_strategy

N_HANDS = 400_000
SMALLEST_P = 1e-4
STANDARD_ERRORS = 5.0
CLUBS, DIAMONDS, HEARTS, SPADES = STANDARD.suit_masks
ALL_CARDS = CLUBS | DIAMONDS | HEARTS | SPADES

#: Probability that neither opponent has fewer than 1, 2, 3 cards of a suit of which one holds n (exact, by n).
NOBODY_SHORT = {
    1: [0.9974, 0.9951, 0.9908, 0.9833, 0.9705, 0.9492, 0.9146, 0.8594, 0.7737, 0.6452, 0.4623, 0.2281],
    2: [0.9665, 0.9437, 0.9085, 0.8559, 0.7804, 0.6767, 0.5424, 0.3825, 0.2149, 0.0740],
    3: [0.8187, 0.7342, 0.6255, 0.4947, 0.3508, 0.2104, 0.0957, 0.0251],
}
#: A published table of the same kind, from dealing each card to any of three players without regard to the room left:
#: chance in per cent that an ace of a suit of n cards is trumped.
WRONGLY_DEALT = {1: 1.54, 2: 2.31, 3: 3.44, 4: 5.19, 5: 7.77}


def table(mode: Situation | None = None) -> Table:
    return Table(load_rules("std4"), [load_strategy("random")] * 4, mode, max_hands=12)


def by_position(cards: np.ndarray, dealer: np.ndarray) -> np.ndarray:
    """Holdings by position, the dealer's left first, from holdings by seat."""
    seats = (dealer[None, :] + 1 + np.arange(4)[:, None]) % 4
    return np.take_along_axis(cards, seats, axis=0)


@dataclasses.dataclass(frozen=True)
class Deals:
    """Holdings of many hands, rows by seat, or by position from the dealer's left."""

    cards: np.ndarray
    positions: np.ndarray


@pytest.fixture(scope="module")
def deals() -> Deals:
    hands = table(Situation()).play(20240229, 0, N_HANDS, holdings=True).hands
    return Deals(hands["cards"], by_position(hands["cards"], hands["dealer"]))


def count(cards: np.ndarray) -> np.ndarray:
    return np.bitwise_count(cards)


def seat_of_cards(cards: np.ndarray) -> np.ndarray:
    """Seat (or position) of each of the 52 cards, from holdings: shape (52, n)."""
    seats = np.zeros((52, cards.shape[1]), dtype=np.int8)
    for seat in range(1, 4):
        for card in range(52):
            seats[card] += (seat * (cards[seat] >> card & 1)).astype(np.int8)
    return seats


def assert_proportion(got: float, n: float, exact: float, rounding: float = 0.0) -> None:
    error = np.sqrt(exact * (1 - exact) / n)
    assert abs(got - exact) < STANDARD_ERRORS * error + rounding, f"{got} of {n} is not {exact} ± {error}"


def assert_counts(observed: np.ndarray, probabilities: np.ndarray) -> None:
    """Chi-square over all cells that are expected to hold at least ten."""
    expected = probabilities * observed.sum()
    rare = expected < 10
    observed = np.append(observed[~rare], observed[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    keep = expected > 0
    assert observed[~keep].sum() == 0
    assert stats.chisquare(observed[keep], expected[keep]).pvalue > SMALLEST_P


def test_each_hand_is_a_deal_of_52_cards_13_each(deals: Deals) -> None:
    assert (count(deals.cards) == 13).all()
    assert (np.bitwise_or.reduce(deals.cards) == ALL_CARDS).all()


@pytest.mark.parametrize("suit", STANDARD.suit_masks)
def test_cards_of_a_suit_are_hypergeometric(deals: Deals, suit: int) -> None:
    exact = stats.hypergeom(52, 13, 13).pmf(np.arange(14))
    for holdings in (*deals.cards, *deals.positions):
        assert_counts(np.bincount(count(holdings & suit), minlength=14), exact)


def test_spades_per_holding_as_printed() -> None:
    printed = [0.0128, 0.0801, 0.2059, 0.2863, 0.2386, 0.1247, 0.0416, 0.0088, 0.0012]
    assert stats.hypergeom(52, 13, 13).pmf(np.arange(9)) == pytest.approx(printed, abs=5e-5)


def test_longest_and_shortest_suit(deals: Deals) -> None:
    for holdings in deals.cards:
        lengths = np.array([count(holdings & suit) for suit in STANDARD.suit_masks])
        for extreme, percentages in (
            (lengths.max(axis=0), {4: 35.08, 5: 44.34, 6: 16.55, 7: 3.53}),
            (lengths.min(axis=0), {0: 5.11, 1: 30.55, 2: 53.80, 3: 10.54}),
        ):
            for length, percentage in percentages.items():
                assert_proportion((extreme == length).mean(), N_HANDS, percentage / 100, rounding=5e-5)


def test_spades_that_cannot_stay_out_of_the_tricks(deals: Deals) -> None:
    """Holdings with A; KQ; three above the 9; four above the 7; five above the 5; six above the 3; or seven spades."""

    def above(rank: int) -> int:
        return SPADES & -(1 << 4 * (rank - 1))

    for holdings in deals.cards:
        own = holdings & SPADES
        ace, king_queen = own & above(13) != 0, count(own & above(11) & ~above(13)) == 2
        lost = ace | king_queen | (count(own) >= 7)
        for n, rank in ((3, 9), (4, 7), (5, 5), (6, 3)):
            lost |= count(own & above(rank)) >= n
        assert_proportion(lost.mean(), N_HANDS, 0.32453, rounding=5e-6)
        few = count(own) <= 3
        for rank, exact in ((10, 0.2473), (11, 0.3133), (12, 0.3909)):
            assert_proportion((few & (own & above(rank) == 0)).mean(), N_HANDS, exact, rounding=5e-5)


def nobody_short(n: int, fewest: int) -> float:
    """P(both opponents hold at least ``fewest`` cards of a suit | I hold n), by going through all splits."""
    mine, first = stats.hypergeom(39, 13 - n, 13), 0.0
    for left in range(fewest, 14 - n):
        second = stats.hypergeom(26, 13 - n - left, 13).sf(fewest - 1)
        first += float(mine.pmf(left)) * float(second)
    return first


@pytest.mark.parametrize("fewest", [1, 2, 3])
def test_side_suit_table(deals: Deals, fewest: int) -> None:
    """By the number of cards that one holds oneself, whether both opponents have a card to play."""
    for suit in (CLUBS, DIAMONDS, HEARTS):
        lengths = count(deals.cards & suit)
        for n, printed in enumerate(NOBODY_SHORT[fewest]):
            exact = nobody_short(n, fewest)
            assert exact == pytest.approx(printed, abs=6e-5)
            mine = lengths[0] == n
            if mine.sum() >= 50:
                both = (lengths[1] >= fewest) & (lengths[3] >= fewest)
                assert_proportion(both[mine].mean(), mine.sum(), exact)


def test_not_as_dealt_without_regard_to_room(deals: Deals) -> None:
    """The values of a simulator that deals wrongly are far away."""
    lengths = count(deals.cards & HEARTS)
    for n, percentage in WRONGLY_DEALT.items():
        mine = lengths[0] == n
        trumped = ((lengths[1] == 0) | (lengths[3] == 0))[mine].mean()
        error = np.sqrt(trumped * (1 - trumped) / mine.sum())
        assert trumped < percentage / 100 - 20 * error
        assert_proportion(trumped, mine.sum(), 1 - nobody_short(n, 1))


@pytest.mark.parametrize("rows", ["cards", "positions"])
def test_cards_fall_evenly_on_seats(deals: Deals, rows: str) -> None:
    """Counts of 52 cards at 4 places; as a deal gives each place 13, the sum of squares is 52/51 of a chi-square."""
    holdings = getattr(deals, rows)
    counts = np.array([(holdings >> card & 1).sum(axis=1) for card in range(52)])
    expected = N_HANDS / 4
    statistic = ((counts - expected) ** 2 / expected).sum() * 51 / 52
    assert SMALLEST_P < stats.chi2(51 * 3).sf(statistic) < 1 - SMALLEST_P


def test_two_cards_meet_as_often_as_they_should(deals: Deals) -> None:
    """Any two cards are in one holding with probability 12/51."""
    together = np.zeros((52, 52))
    for holdings in deals.positions:
        held = np.array([holdings >> card & 1 for card in range(52)], dtype=np.float32)
        together += held @ held.T
    exact = 12 / 51
    z = [(together[a, b] / N_HANDS - exact) for a, b in combinations(range(52), 2)]
    z = np.array(z) / np.sqrt(exact * (1 - exact) / N_HANDS)
    assert np.abs(z).max() < STANDARD_ERRORS
    assert 0.85 < z.std() < 1.15


def assert_independent(first: np.ndarray, second: np.ndarray) -> None:
    """How many cards go from place s to place t between two deals: 13/4, for each s and t.

    The places of the cards of a deal have covariance 39/153 times a projection of rank 51 * 3, which gives the variance
    of each count.
    """
    n = first.shape[1]
    variance = (39 / 153 * 3 / 4) ** 2 * 51
    for s in range(4):
        for t in range(4):
            mean = ((first == s) & (second == t)).sum(axis=0).mean()
            assert abs(mean - 13 / 4) < STANDARD_ERRORS * np.sqrt(variance / n)
    stay = (first == second).sum(axis=0)
    assert abs(stay.mean() - 13) < STANDARD_ERRORS * np.sqrt((39 / 153) ** 2 * 153 / n)


@pytest.mark.parametrize("apart", [1, 2, 4, 128])
def test_neighbouring_hands_are_independent(deals: Deals, apart: int) -> None:
    places = seat_of_cards(deals.positions[:, :100_000])
    assert_independent(places[:, :-apart], places[:, apart:])


def test_neighbouring_seeds_are_independent() -> None:
    first, second = (
        seat_of_cards(table(Situation()).play(seed, 0, 50_000, holdings=True).hands["cards"]) for seed in (1, 2)
    )
    assert_independent(first, second)


def test_hands_of_a_game_are_independent_and_uniform() -> None:
    hands = table().play(5, 0, 4_000, holdings=True).hands
    places = seat_of_cards(by_position(hands["cards"], hands["dealer"]))
    within = hands["hand_in_game"][1:] > 1
    assert_independent(places[:, :-1][:, within], places[:, 1:][:, within])
    firsts = places[:, hands["hand_in_game"] == 1]
    assert_independent(firsts[:, :-1], firsts[:, 1:])
    exact = stats.hypergeom(52, 13, 13).pmf(np.arange(14))
    for holdings in hands["cards"]:
        assert_counts(np.bincount(count(holdings & SPADES), minlength=14), exact)


def test_the_deal_of_a_hand_depends_on_seed_and_number_alone() -> None:
    def cards(seed: int, first: int, situation: Situation) -> np.ndarray:
        return table(situation).play(seed, first, 100, holdings=True).hands["cards"]

    usual = cards(1, 50, Situation())
    assert (usual == cards(1, 50, Situation(score=(400, -100), bags=(3, 9), hand_in_game=9, tie_break=True))).all()
    assert (usual[:, 10:] == cards(1, 60, Situation())[:, :-10]).all()
    assert not (usual == cards(2, 50, Situation())).all(axis=0).any()
    assert not (usual == cards(1, 5000, Situation())).all(axis=0).any()
