"""Estimates by group: against the scalar formulas, by hand, and by how often their intervals hold a known truth."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

from simspades.analysis import statistics
from simspades.analysis.estimates import (
    Estimates,
    Sums,
    between_runs,
    cluster_shift,
    deviation,
    quotient,
    rate,
    ratio,
    share,
    standardised,
    wilson,
)


@dataclasses.dataclass
class Moments:
    """The scalar formulas' sums, from the same clusters."""

    values: dict

    @property
    def clusters(self):
        return len(next(iter(self.values.values())))

    def sum(self, name):
        return int(self.values[name].sum())

    def product(self, a, b):
        return int((self.values[a] * self.values[b]).sum())


@pytest.fixture(scope="module")
def games():
    rng = np.random.default_rng(5)
    n = rng.integers(1, 12, 60)
    x = np.array([rng.integers(-20, 80, k).sum() for k in n])
    hits = rng.binomial(n, 0.3)
    square = x**2 + n
    return {"n": n, "x": x, "hits": hits, "square": square}


def sums_of(values):
    return Sums(pd.DataFrame(index=range(1)), np.arange(60), {k: v[:, None].astype(float) for k, v in values.items()})


@pytest.mark.parametrize(
    ("vector", "scalar", "arguments"),
    [
        (ratio, statistics.ratio, ("x", "n")),
        (rate, statistics.rate, ("hits", "n")),
        (deviation, statistics.deviation, ("x", "square", "n")),
    ],
)
def test_a_group_gets_what_the_scalar_formulas_give(games, vector, scalar, arguments):
    found, expected = vector(sums_of(games), *arguments), scalar(Moments(games), *arguments)
    low, high = found.interval
    assert (found.value[0], found.se[0], low[0], high[0], found.n[0]) == pytest.approx(
        (expected.value, expected.se, expected.low, expected.high, expected.n)
    )


def test_wilson_by_group_is_wilson():
    low, high = wilson(np.array([0.0, 467 / 592, 1.0]), np.array([10.0, 592.0, 3.5]))
    for k, (p, n) in enumerate([(0.0, 10.0), (467 / 592, 592.0), (1.0, 3.5)]):
        assert (low[k], high[k]) == pytest.approx(statistics.wilson(p, n))


def test_sums_by_hand():
    cells = pd.DataFrame(
        {
            "c": [0, 0, 0, 2, 2],
            "seat": [0, 0, 1, 0, 1],
            "bid": [3, 4, 3, 3, 4],
            "n": [1, 2, 3, 4, 5],
            "x": [9, 8, 7, 6, 5],
        }
    )
    sums = Sums.of(cells, ["seat", "bid"])
    assert sums.groups.to_dict("list") == {"seat": [0, 0, 1, 1], "bid": [3, 4, 3, 4]}
    assert sums.values["n"].tolist() == [[1, 2, 3, 0], [4, 0, 0, 5]]
    assert sums.over(["seat"]).values["x"].tolist() == [[17, 7], [6, 5]]
    assert sums.over([]).values["n"].tolist() == [[6], [9]]
    assert sums.where(sums.groups["bid"] == 3).total("n").tolist() == [5, 3]
    assert share(sums, within=["seat"]).value == pytest.approx([5 / 7, 2 / 7, 3 / 8, 5 / 8])
    # the mean of seat 0, bid 3: 15 / 5; residuals 9 - 3 and 6 - 12; se^2 = 2 / 1 * (6^2 + 6^2) / 5^2
    assert ratio(sums, "x", "n").value[0] == 3
    assert ratio(sums, "x", "n").se[0] == pytest.approx(np.sqrt(2 * 72 / 25))
    # seat 1, bid 3 is in one cluster only: its error is open
    assert np.isnan(ratio(sums, "x", "n").se[2])


def test_clusters_are_counted_where_the_group_occurs():
    values = {
        "n": np.array([[1.0, 1], [1, 0], [0, 0], [0, 1], [0, 1]]),
        "x": np.array([[2.0, 3], [4, 0], [0, 0], [0, 5], [0, 7]]),
    }
    found = ratio(Sums(pd.DataFrame({"k": [0, 1]}), np.arange(5), values), "x", "n")
    assert found.filled.tolist() == [2, 3]
    assert found.se[1] == pytest.approx(np.std([3, 5, 7], ddof=1) / np.sqrt(3))


def test_the_number_of_clusters():
    for n in (1, 100, 512, 513, 5000, 10**8):
        clusters = -(-n // 2 ** cluster_shift(n))
        assert clusters == n if n <= 512 else 256 < clusters <= 512


# --- coverage: synthetic games whose hands depend on each other -------------------------------------------------------

REPEATS = 1000
GAMES = 120


def simulate(rng, effect=0.8):
    """Sums by game of hands with a common effect of the game; two groups, two measures, and successes."""
    n = rng.integers(3, 15, (GAMES, 2)).astype(float)
    common = rng.normal(0, effect, (GAMES, 1))
    x = n * (1.0 + common) + rng.normal(0, np.sqrt(n))
    p = np.clip(0.3 + 0.15 * common, 0.02, 0.98)
    return n, x, rng.binomial(n.astype(int), p).astype(float), common


def as_sums(**values):
    groups = next(iter(values.values())).shape[1]
    return Sums(pd.DataFrame({"k": range(groups)}), np.arange(GAMES), values)


def coverage(one):
    """How often the interval of an estimate holds the truth; ``one`` makes an estimate and its truth."""
    rng = np.random.default_rng(20)
    held = []
    for _ in range(REPEATS):
        estimates, truth = one(rng)
        low, high = estimates.interval
        held.append((low <= truth) & (truth <= high))
    return np.mean(held)


def mean_of_hands(rng):
    n, x, _, _ = simulate(rng)
    return ratio(as_sums(n=n, x=x), "x", "n"), 1.0


def rate_of_attempts(rng):
    n, _, hits, _ = simulate(rng, effect=0.5)
    return rate(as_sums(n=n, hits=hits), "hits", "n"), 0.3


def rare_rate(rng):
    n = rng.poisson(0.4, (GAMES, 2)).astype(float)
    return rate(as_sums(n=n, hits=rng.binomial(n.astype(int), 0.85).astype(float)), "hits", "n"), 0.85


def difference_within_a_run(rng):
    n, x, _, _ = simulate(rng)
    found = ratio(as_sums(n=n, x=x), "x", "n")
    return found.take(np.array([0])) - found.take(np.array([1])), 0.0


def difference_of_runs_on_the_same_deals(rng):
    n, x, _, common = simulate(rng)
    m = rng.integers(3, 15, n.shape).astype(float)
    y = m * (1.5 + common) + rng.normal(0, np.sqrt(m))
    return between_runs(ratio(as_sums(n=m, x=y), "x", "n"), ratio(as_sums(n=n, x=x), "x", "n"), True), 0.5


def difference_of_other_runs(rng):
    a, b = (ratio(as_sums(n=n, x=x), "x", "n") for n, x, _, _ in (simulate(rng), simulate(rng)))
    return between_runs(a, b, False), 0.0


def spread_of_hands(rng):
    n = np.full((GAMES, 1), 8.0)
    hands = rng.normal(0, 0.6, (GAMES, 1)) + rng.normal(0, 1, (GAMES, 8))
    sums = as_sums(n=n, x=hands.sum(axis=1, keepdims=True), square=np.square(hands).sum(axis=1, keepdims=True))
    return deviation(sums, "x", "square", "n"), np.sqrt(1.36)


def break_even(rng):
    n, x, _, common = simulate(rng, effect=0.3)
    m = n[:, 1:]
    sums = as_sums(n=n[:, :1], x=x[:, :1], m=m, y=m * (4.0 + common) + rng.normal(0, np.sqrt(m)))
    return quotient(ratio(sums, "x", "n"), ratio(sums, "y", "m")), 0.25


def comparison_in_like_circumstances(rng):
    # three circumstances, of which each shifts both populations alike; the second gains 2 in all of them
    n = rng.integers(0, 6, (GAMES, 3)).astype(float)
    m = rng.integers(0, 9, (GAMES, 3)).astype(float)
    common = rng.normal(0, 0.5, (GAMES, 1)) + np.array([0.0, 5.0, -3.0])
    x = n * common + rng.normal(0, np.sqrt(n))
    y = m * (common + 2) + rng.normal(0, np.sqrt(m))
    sums = Sums(pd.DataFrame({"k": [0, 0, 0], "alike": [0, 1, 2]}), np.arange(GAMES), {"n": n, "m": m, "x": x, "y": y})
    return standardised(sums, ["k"], ("x", "y"), ("n", "m"), "first")[0], -2.0


def comparison_in_sparse_circumstances(rng):
    # most circumstances hold one case or none of the first population, whose mean is the case itself
    n = rng.poisson(0.02, (GAMES, 60)).astype(float)
    m = rng.poisson(0.3, (GAMES, 60)).astype(float)
    shift = np.linspace(-5, 5, 60)
    x = n * shift + rng.normal(0, np.sqrt(n))
    y = m * (shift + 2) + rng.normal(0, np.sqrt(m))
    groups = pd.DataFrame({"k": 0, "alike": range(60)})
    sums = Sums(groups, np.arange(GAMES), {"n": n, "m": m, "x": x, "y": y})
    return standardised(sums, ["k"], ("x", "y"), ("n", "m"), "first")[0], -2.0


@pytest.mark.parametrize(
    "one",
    [
        mean_of_hands,
        rate_of_attempts,
        rare_rate,
        difference_within_a_run,
        difference_of_runs_on_the_same_deals,
        difference_of_other_runs,
        spread_of_hands,
        break_even,
        comparison_in_like_circumstances,
        comparison_in_sparse_circumstances,
    ],
    ids=lambda one: one.__name__,
)
def test_intervals_hold_the_truth(one):
    assert 0.93 <= coverage(one) <= 0.97


def test_pairing_makes_the_error_smaller():
    rng = np.random.default_rng(3)
    n, x, _, common = simulate(rng)
    y = n * (1.5 + common) + rng.normal(0, np.sqrt(n))
    a, b = ratio(as_sums(n=n, x=y), "x", "n"), ratio(as_sums(n=n, x=x), "x", "n")
    paired, apart = between_runs(a, b, True), between_runs(a, b, False)
    assert (paired.value == apart.value).all()
    assert (paired.se < apart.se / 2).all()


def test_runs_of_other_lengths_are_paired_where_they_overlap():
    a = Estimates(
        np.array([1.0]), np.array([[0.3], [-0.3], [0.1]]), np.array([0, 1, 2]), np.array([9.0]), np.array([3])
    )
    b = Estimates(np.array([0.5]), np.array([[0.2], [-0.2]]), np.array([0, 1]), np.array([6.0]), np.array([2]))
    assert between_runs(a, b, True).influence[:, 0] == pytest.approx([0.1, -0.1, 0.1])


def test_a_difference_from_none_at_all_is_not_certain():
    """Newcombe (1998), table II, method 10: 5 of 56 less 0 of 29, and 10 of 10 less 0 of 10.

    The variance over clusters of one attempt each is greater by 56 / 55, which the third decimal shows.
    """

    def won(successes, n):
        cells = pd.DataFrame({"c": range(n), "won": [1] * successes + [0] * (n - successes), "n": 1})
        return rate(Sums.of(cells, []), "won", "n")

    for a, b, low, high in (((5, 56), (0, 29), -0.0381, 0.1926), ((10, 10), (0, 10), 0.6075, 1.0)):
        gap = between_runs(won(*a), won(*b), paired=False)
        assert gap.interval[0][0] == pytest.approx(low, abs=1.5e-3)
        assert gap.interval[1][0] == pytest.approx(high, abs=1.5e-3)
    ends = between_runs(won(0, 11), won(0, 15), paired=True).interval
    assert ends[0][0] < -0.1 < 0.1 < ends[1][0]
    ordinary = between_runs(won(5, 11), won(7, 15), paired=False)
    assert ordinary.interval[0][0] == pytest.approx(ordinary.value[0] - statistics.t_quantile(10) * ordinary.se[0])
