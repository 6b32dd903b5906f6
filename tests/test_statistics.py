"""Estimates and their errors: by hand, against scipy and published figures, and by simulation with known answers."""

import math

import numpy as np
import pytest
from scipy import stats

from simspades.analysis.statistics import Estimate, deviation, difference, rate, ratio, t_quantile, wilson

REPEATS = 2000  # simulated data sets; the standard error of a coverage of 95 % is then 0.5 %
GAMES = 150


class Clusters:
    """The moments of arrays with an entry a cluster."""

    def __init__(self, **measures):
        self.measures = {name: np.asarray(values, dtype=np.int64) for name, values in measures.items()}
        self.clusters = len(next(iter(self.measures.values())))

    def sum(self, name):
        return int(self.measures[name].sum())

    def product(self, a, b):
        return int(self.measures[a] @ self.measures[b])


def coverage(estimates, truth):
    return np.mean([estimate.low <= truth <= estimate.high for estimate in estimates])


def sum_by_game(values, lengths):
    """Sums over the first ``lengths[g]`` of the values in row g."""
    return np.where(np.arange(values.shape[-1]) < lengths[..., None], values, 0).sum(axis=-1)


# --- by hand ---------------------------------------------------------------------------------------------------------


def test_ratio_by_hand():
    # r = 6/4; residuals x - 1.5 n = -0.5, 0.5, 0; se^2 = 3/2 * (0.25 + 0.25) / 16
    estimate = ratio(Clusters(x=[1, 2, 3], n=[1, 1, 2]), "x", "n")
    assert estimate.value == 1.5
    assert estimate.n == 4
    assert estimate.se == pytest.approx(math.sqrt(0.046875))
    reach = 4.302653 * math.sqrt(0.046875)  # t with 2 degrees of freedom
    assert (estimate.low, estimate.high) == pytest.approx((1.5 - reach, 1.5 + reach), rel=1e-5)


def test_ratio_of_single_observations_is_the_mean_with_its_usual_error():
    x = [3, -1, 4, 1, -5, 9, 2, 6]
    estimate = ratio(Clusters(x=x, n=[1] * 8), "x", "n")
    assert estimate.value == pytest.approx(np.mean(x))
    assert estimate.se == pytest.approx(stats.sem(x))
    interval = stats.t.interval(0.95, 7, np.mean(x), stats.sem(x))
    assert (estimate.low, estimate.high) == pytest.approx(interval, rel=1e-3)


def test_difference_by_hand():
    # differences 2, 0, 4 over one hand each: mean 2, variance 4
    estimate = difference(Clusters(a=[5, 1, 7], b=[3, 1, 3], n=[1, 1, 1]), "a", "b", "n")
    assert (estimate.value, estimate.n) == (2.0, 3)
    assert estimate.se == pytest.approx(math.sqrt(4 / 3))


def test_deviation_by_hand():
    # observations 2, 4 | 9: mean 5, variance 26/3
    estimate = deviation(Clusters(x=[6, 9], xx=[20, 81], n=[2, 1]), "x", "xx", "n")
    assert estimate.value == pytest.approx(math.sqrt(26 / 3))
    # influence on the variance of a cluster: (sum (x - 5)^2 - 26/3 n) / 3 = (10 - 52/3) / 3 and (16 - 26/3) / 3
    se_of_variance = math.sqrt(2 * 2 * (22 / 9) ** 2)
    assert estimate.se == pytest.approx(se_of_variance / (2 * math.sqrt(26 / 3)))


def test_rate_divides_by_attempts():
    estimate = rate(Clusters(made=[1, 0, 1, 0, 0], tried=[1, 1, 1, 1, 0]), "made", "tried")
    assert (estimate.value, estimate.n) == (0.5, 4)
    assert estimate.se == pytest.approx(0.25)
    assert (estimate.low, estimate.high) == pytest.approx(wilson(0.5, 4))


def test_attempts_that_succeed_together_count_once():
    # each game's attempts all succeed or all fail: the four attempts of a game tell no more than one
    together = rate(Clusters(made=[4, 0] * 50, tried=[4] * 100), "made", "tried")
    assert (together.low, together.high) == pytest.approx(wilson(0.5, 100 * 99 / 100))
    assert together.n == 400


@pytest.mark.parametrize(
    ("made", "tried", "low", "high"), [(467, 592, 0.754, 0.820), (119, 148, 0.733, 0.860), (161, 305, 0.472, 0.583)]
)
def test_wilson_against_published_intervals(made, tried, low, high):
    """The nil rates that CardsWithCats published with their intervals."""
    assert wilson(made / tried, tried) == pytest.approx((low, high), abs=6e-4)


def test_wilson_at_the_ends():
    assert wilson(0.0, 10)[0] == 0
    assert wilson(1.0, 10)[1] == 1
    assert wilson(0.0, 10)[1] == pytest.approx(0.2775, abs=1e-4)
    assert rate(Clusters(made=[0, 0], tried=[3, 2]), "made", "tried").high == pytest.approx(wilson(0, 5)[1])


@pytest.mark.parametrize("df", [1, 2, 3, 4, 5, 8, 15, 30, 100, 10_000])
def test_t_quantile(df):
    assert t_quantile(df) == pytest.approx(stats.t.ppf(0.975, df), rel=1.5e-3)


def test_nothing_to_estimate_from():
    nothing = Estimate(None, None, None, None, 0)
    empty = Clusters(a=[0, 0], b=[0, 0], n=[0, 0])
    assert ratio(empty, "a", "n") == nothing
    assert rate(empty, "a", "n") == nothing
    assert difference(empty, "a", "b", "n") == nothing
    assert deviation(empty, "a", "b", "n") == nothing


def test_a_single_cluster_has_a_value_but_no_error():
    one = Clusters(a=[7], b=[49], n=[2])
    assert ratio(one, "a", "n") == Estimate(3.5, None, None, None, 2)
    assert difference(one, "b", "a", "n") == Estimate(21.0, None, None, None, 2)
    assert deviation(one, "a", "b", "n").se is None


# --- by simulation ---------------------------------------------------------------------------------------------------


def simulated_games(seed):
    """Points by hand of games whose level varies from game to game and whose length depends on it.

    Level m of a game is -30, 0 or 30, evenly; with m = 30 it lasts 4 to 8 hands (mean 6), else 8 to 16 (mean 12).
    A hand brings m + 20 + noise. The mean a hand is (6 * 50 + 12 * 20 + 12 * -10) / 30 = 14.
    """
    rng = np.random.default_rng(seed)
    level = rng.integers(-1, 2, (REPEATS, GAMES)) * 30
    lengths = np.where(level == 30, rng.integers(4, 9, level.shape), rng.integers(8, 17, level.shape))
    points = level[..., None] + 20 + rng.integers(-60, 61, (*level.shape, 16))
    return points, lengths


def test_intervals_of_means_cover_with_dependence_within_games():
    points, lengths = simulated_games(seed=1)
    sums = sum_by_game(points, lengths)
    estimates = [ratio(Clusters(x=x, n=n), "x", "n") for x, n in zip(sums, lengths, strict=True)]
    assert 0.93 <= coverage(estimates, 14) <= 0.97


def test_hands_of_a_game_taken_as_independent_would_not_cover():
    points, lengths = simulated_games(seed=1)
    played = np.arange(points.shape[-1]) < lengths[..., None]
    means = points.mean(axis=(1, 2), where=played)
    errors = points.std(axis=(1, 2), where=played) / np.sqrt(played.sum(axis=(1, 2)))
    assert np.mean(np.abs(means - 14) < 1.96 * errors) < 0.88


def test_intervals_of_paired_differences_cover():
    """Two sides whose points share the game's level and, in each hand, the luck of the deal; they differ by 3."""
    rng = np.random.default_rng(20)
    points, lengths = simulated_games(seed=2)
    taste = rng.integers(-8, 9, lengths.shape)  # the game suits one side better
    other = points - 3 - taste[..., None] + rng.integers(-20, 21, points.shape)
    estimates = [
        difference(Clusters(a=a, b=b, n=n), "a", "b", "n")
        for a, b, n in zip(sum_by_game(points, lengths), sum_by_game(other, lengths), lengths, strict=True)
    ]
    assert 0.93 <= coverage(estimates, 3) <= 0.97
    unpaired = ratio(Clusters(x=sum_by_game(points, lengths)[0], n=lengths[0]), "x", "n")
    assert estimates[0].se < unpaired.se


def test_intervals_of_deviations_cover_with_dependence_within_games():
    points, lengths = simulated_games(seed=3)
    # noise: (121^2 - 1) / 12; levels by hand: 1/5 at 50, 2/5 at 20 and 2/5 at -10, with mean 14
    truth = math.sqrt(1220 + (36**2 + 2 * 6**2 + 2 * 24**2) / 5)
    estimates = [
        deviation(Clusters(x=x, xx=xx, n=n), "x", "xx", "n")
        for x, xx, n in zip(sum_by_game(points, lengths), sum_by_game(points**2, lengths), lengths, strict=True)
    ]
    assert 0.93 <= coverage(estimates, truth) <= 0.97


@pytest.mark.parametrize("p", [0.04, 0.3, 0.78])
def test_intervals_of_rates_cover_for_independent_attempts(p):
    rng = np.random.default_rng(4)
    tried = rng.random((REPEATS, 400)) < 0.5
    made = tried & (rng.random(tried.shape) < p)
    estimates = [rate(Clusters(made=m, tried=t), "made", "tried") for m, t in zip(made, tried, strict=True)]
    assert 0.93 <= coverage(estimates, p) <= 0.97


@pytest.mark.parametrize("spread", [0.0, 0.3])
def test_intervals_of_rates_cover_with_dependence_within_games(spread):
    """Attempts of a game share a rate of 0.6 plus or minus the spread."""
    rng = np.random.default_rng(5)
    p = 0.6 + spread * rng.choice([-1, 1], (REPEATS, GAMES))
    tried = rng.integers(0, 6, p.shape)
    made = rng.binomial(tried, p)
    estimates = [rate(Clusters(made=m, tried=t), "made", "tried") for m, t in zip(made, tried, strict=True)]
    assert 0.93 <= coverage(estimates, 0.6) <= 0.97
    if spread:
        naive = [wilson(m.sum() / t.sum(), t.sum()) for m, t in zip(made, tried, strict=True)]
        assert np.mean([low <= 0.6 <= high for low, high in naive]) < 0.9
