"""The sequential test keeps its error rates, and ratings agree with other ways to compute them."""

import math

import numpy as np
import pytest

from simspades.analysis.statistics import Estimate
from simspades.studies.match.gram import Gram
from simspades.studies.match.ratings import ELO, by_games, by_points, holm
from simspades.studies.match.sequential import ALPHA, BETA, Sprt

REPEATS = 4000


def verdicts(draw, per_look, looks, test):
    """What the test says of each of REPEATS sequences of outcomes: 1 high, -1 low, 0 undecided; and when."""
    n = np.arange(1, looks + 1) * per_look
    x = np.cumsum(draw((REPEATS, looks))[0], axis=1)
    xx = np.cumsum(draw.squares, axis=1)
    mean = x / n
    se = np.sqrt((xx / n - mean**2) / (n - 1))
    llr = np.array(
        [
            [test.llr(Estimate(m, s, None, None, 0)) for m, s in zip(*row, strict=True)]
            for row in zip(mean, se, strict=True)
        ]
    )
    said = np.where(llr >= test.limits[1], 1, np.where(llr <= test.limits[0], -1, 0))
    first = np.argmax(said != 0, axis=1)
    return said[np.arange(REPEATS), first], first + 1


class Outcomes:
    """Sums over looks of independent outcomes of pairs with given values and chances."""

    def __init__(self, values, chances, per_look, seed):
        self.values, self.chances, self.per_look = np.asarray(values, float), chances, per_look
        self.rng = np.random.default_rng(seed)

    def __call__(self, shape):
        counts = self.rng.multinomial(self.per_look, self.chances, shape)
        self.squares = counts @ self.values**2
        return (counts @ self.values,)


#: Outcomes of a pair as skewed as points are (a nil lost costs 200) with mean 0, and the pentanomial of games in 100.
POINTS = ([-205, -60, -8, 0, 8, 60, 180], [0.02, 0.1, 0.28, 0.2, 0.28, 0.1, 0.02])
GAMES = ([-100, -50, 0, 50, 100], [0.06, 0.0, 0.88, 0.0, 0.06])


def tilted(values, chances, mean):
    """The distribution over the same values with this mean that is nearest: exponentially tilted."""
    values = np.asarray(values, float)
    low, high = -1.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        p = np.asarray(chances) * np.exp(middle * (values - values.mean()) / 100)
        p /= p.sum()
        low, high = (middle, high) if p @ values < mean else (low, middle)
    return p


@pytest.mark.parametrize(("outcomes", "per_look", "test"), [(POINTS, 512, Sprt(0, 4)), (GAMES, 256, Sprt(0, 4))])
@pytest.mark.parametrize("truth", ["low", "high"])
def test_wrong_verdicts_are_no_more_frequent_than_promised(outcomes, per_look, test, truth):
    mean = test.low if truth == "low" else test.high
    draw = Outcomes(outcomes[0], tilted(*outcomes, mean), per_look, seed=1)
    said, when = verdicts(draw, per_look, 80, test)
    assert (said != 0).mean() > 0.99
    assert 2 < when.mean() < 40  # a test that needs several looks, as otherwise it would show nothing
    wrong = (said == (1 if truth == "low" else -1)).mean()
    promised = ALPHA if truth == "low" else BETA
    assert wrong <= promised + 3 * math.sqrt(promised * (1 - promised) / REPEATS)
    assert wrong > promised / 4  # nor far rarer, which would mean that it plays too long


def test_llr_is_that_of_two_normal_distributions():
    """With the variance known, the ratio of the likelihoods of the outcomes under both means."""
    rng = np.random.default_rng(2)
    x = rng.normal(0.3, 2, 500)
    v = x.var()
    exact = (((x - 0.0) ** 2).sum() - ((x - 1.0) ** 2).sum()) / (2 * v)
    estimate = Estimate(x.mean(), math.sqrt(v / 500), None, None, 500)
    assert Sprt(0, 1).llr(estimate) == pytest.approx(exact)


def test_outcomes_that_never_vary_decide():
    test = Sprt(0, 1)
    assert test.verdict(test.llr(Estimate(0.0, 0.0, 0.0, 0.0, 100))) == "low"
    assert test.verdict(test.llr(Estimate(2.0, 0.0, 2.0, 2.0, 100))) == "high"


def table(n_deals, strengths, seed, games):
    """Measures of a round robin on common deals: strategies of given strengths, with luck common to all pairs."""
    rng = np.random.default_rng(seed)
    k = len(strengths)
    luck = rng.normal(0, 5, (n_deals, k))
    measures = {}
    for i in range(k):
        for j in range(i + 1, k):
            n = rng.integers(8, 13, n_deals) if games else np.full(n_deals, 2)
            d = strengths[i] - strengths[j] + luck[:, i] - luck[:, j]
            measures[f"a_{i}_{j}"] = np.rint(n * (50 + d) + rng.normal(0, 40, n_deals)).astype(np.int64)
            measures[f"b_{i}_{j}"] = np.rint(n * 50 + rng.normal(0, 40, n_deals)).astype(np.int64)
            measures[f"n_{i}_{j}"] = n
            if games:
                p = 1 / (1 + np.exp(-d / 5))
                measures[f"won_{i}_{j}"] = 2 * rng.binomial(2, p)
                measures[f"g_{i}_{j}"] = np.full(n_deals, 4)
    return measures


@pytest.mark.parametrize("games", [False, True])
def test_ratings_by_points_are_least_squares_with_jackknife_errors(games):
    measures = table(400, [3.0, 0.0, -1.0, -2.0], seed=3, games=games)
    k, pairs = 4, [(i, j) for i in range(4) for j in range(i + 1, 4)]

    def least_squares(keep):
        rows, d = np.zeros((len(pairs) + 1, k)), np.zeros(len(pairs) + 1)
        for row, (i, j) in enumerate(pairs):
            rows[row, [i, j]] = 1, -1
            a, b, n = (measures[f"{name}_{i}_{j}"][keep].sum() for name in "abn")
            d[row] = (a - b) / n
        rows[-1] = 1  # the sum is 0
        return np.linalg.lstsq(rows, d, rcond=None)[0]

    ratings = by_points(Gram.of(measures), k, [1] * len(pairs))
    everything = np.ones(400, bool)
    assert ratings.values == pytest.approx(least_squares(everything))
    without = np.array([least_squares(np.arange(400) != c) for c in range(400)])
    jackknife = 399 * np.cov(without.T, bias=True)
    assert ratings.covariance == pytest.approx(jackknife, rel=0.02, abs=1e-4)
    difference, se = ratings.difference(0, 1)
    assert difference == ratings.values[0] - ratings.values[1]
    assert se == pytest.approx(math.sqrt(jackknife[0, 0] + jackknife[1, 1] - 2 * jackknife[0, 1]), rel=0.02)
    assert ratings.order[0] == 0


def test_ratings_of_two_by_games_are_the_logit_of_the_share():
    measures = table(300, [1.0, 0.0], seed=4, games=True)
    share = measures["won_0_1"].sum() / measures["g_0_1"].sum()
    ratings = by_games(Gram.of(measures), 2)
    elo, se = ratings.difference(0, 1)
    assert elo == pytest.approx(400 * math.log10(share / (1 - share)))
    of_share = (measures["won_0_1"] / 4).std(ddof=1) / math.sqrt(300)
    assert se == pytest.approx(ELO * of_share / (share * (1 - share)), rel=1e-6)


def test_errors_of_ratings_by_games_are_those_of_the_jackknife():
    measures = table(250, [2.0, 0.0, -1.0], seed=5, games=True)
    ratings = by_games(Gram.of(measures), 3)
    without = np.array(
        [by_games(Gram.of({k: np.delete(v, c) for k, v in measures.items()}), 3).values for c in range(250)]
    )
    assert ratings.covariance == pytest.approx(249 * np.cov(without.T, bias=True), rel=0.03, abs=0.3)
    assert ratings.values.sum() == pytest.approx(0, abs=1e-9)


def test_no_finite_rating_for_who_wins_everything():
    measures = table(50, [0.0, 0.0, 0.0], seed=6, games=True)
    measures["won_0_1"][:] = measures["won_0_2"][:] = 4
    assert by_games(Gram.of(measures), 3) is None


def test_holm():
    """The worked example of Holm's procedure: 4, 3, 2, 1 times the ordered values, never falling."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.9]) == [1.0, 1.0]
