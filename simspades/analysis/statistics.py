"""Estimates with their errors, from sums over clusters.

A *cluster* is what may be dependent inside but is independent of every other: the hands of one game, or one hand
where hands are played alone. Whatever is estimated here is a smooth function of sums of measures over clusters, so
that all a table needs to keep are, over the clusters, the sums of the measures and of their products. These are whole
numbers: they add up in any grouping and order, and the arithmetic below is exact up to the last square root.

The error of an estimate is the cluster-robust linearised ("sandwich") one. With ``u_c`` the first-order influence of
cluster ``c`` on the estimate, for a ratio of sums ``r = sum x / sum n``

    ``u_c = (x_c - r n_c) / sum n``        ``se^2 = G / (G - 1) * sum_c u_c^2``

for ``G`` clusters (Cochran, *Sampling Techniques*, 3rd ed., 1977, sections 6.3 and 9A.2). Intervals of means use the
t distribution with G - 1 degrees of freedom. Intervals of rates are Wilson's (Wilson 1927; Brown, Cai and DasGupta
2001), with the number of attempts divided by the design effect where attempts share clusters (Dean and Pagano 2015).
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from fractions import Fraction
from statistics import NormalDist
from typing import Protocol

LEVEL = 0.95  # of every interval


class Moments(Protocol):
    """Sums over clusters of measures, and of products of two measures."""

    @property
    def clusters(self) -> int:
        """How many clusters there are, empty ones included."""

    def sum(self, name: str) -> int:
        """Sum over the clusters of a measure."""

    def product(self, a: str, b: str) -> int:
        """Sum over the clusters of measure ``a`` times measure ``b``."""


@dataclasses.dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its error.

    Attributes
    ----------
    value
        The estimate; None where there is nothing to estimate it from.
    se
        Its standard error; None for a single cluster.
    low, high
        The 95 % interval; None where ``value`` is None, or for a mean of a single cluster.
    n
        What it was divided by: hands, games, attempts.

    """

    value: float | None
    se: float | None
    low: float | None
    high: float | None
    n: int


def ratio(moments: Moments, x: str, n: str) -> Estimate:
    """Sum of ``x`` divided by the sum of ``n``: a mean a hand, a game, an attempt."""
    total = moments.sum(n)
    if total == 0:
        return _NOTHING
    r = Fraction(moments.sum(x), total)
    return _around(r, _variance(moments, {x: Fraction(1, total), n: -r / total}), moments.clusters, total)


def difference(moments: Moments, a: str, b: str, n: str) -> Estimate:
    """Sum of ``a`` minus sum of ``b``, divided by the sum of ``n``: paired, for both come from the same clusters."""
    total = moments.sum(n)
    if total == 0:
        return _NOTHING
    r = Fraction(moments.sum(a) - moments.sum(b), total)
    influence = {a: Fraction(1, total), b: Fraction(-1, total), n: -r / total}
    return _around(r, _variance(moments, influence), moments.clusters, total)


def deviation(moments: Moments, x: str, square: str, n: str) -> Estimate:
    """Standard deviation of single observations, from the measures ``sum x``, ``sum x^2`` and the count ``n``."""
    total = moments.sum(n)
    if total == 0:
        return _NOTHING
    mean = Fraction(moments.sum(x), total)
    variance = Fraction(moments.sum(square), total) - mean**2
    if variance == 0:
        return Estimate(0.0, 0.0, 0.0, 0.0, total)
    sd = math.sqrt(variance)
    influence = {square: Fraction(1, total), x: -2 * mean / total, n: (mean**2 - variance) / total}
    of_variance = _variance(moments, influence)
    if of_variance is None:
        return Estimate(sd, None, None, None, total)
    se = math.sqrt(of_variance) / (2 * sd)
    reach = t_quantile(moments.clusters - 1) * se
    return Estimate(sd, se, max(0.0, sd - reach), sd + reach, total)


def rate(moments: Moments, successes: str, attempts: str) -> Estimate:
    """Share of attempts that succeeded, with Wilson's interval.

    Where a cluster may hold several attempts, their number is divided by the design effect: the cluster-robust
    variance over the binomial one, taken as 1 where it comes out smaller.
    """
    total = moments.sum(attempts)
    if total == 0:
        return _NOTHING
    p = Fraction(moments.sum(successes), total)
    binomial = p * (1 - p) / total
    effect = Fraction(1)
    if moments.product(attempts, attempts) != total and binomial > 0:  # some cluster holds more than one attempt
        robust = _variance(moments, {successes: Fraction(1, total), attempts: -p / total})
        effect = max(effect, robust / binomial) if robust is not None else effect
    low, high = wilson(float(p), float(total / effect))
    return Estimate(float(p), math.sqrt(binomial * effect), low, high, total)


def wilson(p: float, n: float, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's score interval for a share ``p`` of ``n`` independent attempts.

    ``n`` may be an effective number of attempts and need not be whole.

    >>> [round(limit, 3) for limit in wilson(467 / 592, 592)]
    [0.754, 0.82]
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    # at p = 0 and 1 the limit is exact, which rounding must not spoil
    return (0.0 if p == 0 else centre - reach), (1.0 if p == 1 else centre + reach)


def t_quantile(df: int, level: float = LEVEL) -> float:
    """Half width, in standard errors, of the central interval of Student's t with ``df`` degrees of freedom.

    From the normal quantile by the expansion in Abramowitz and Stegun 26.7.5, good to 0.15 % from three degrees of
    freedom at the usual levels; one and two have closed forms.

    >>> round(t_quantile(10), 3), round(t_quantile(10**9), 3)
    (2.228, 1.96)
    """
    p = (1 + level) / 2
    if df == 1:
        return math.tan(math.pi * (p - 0.5))
    if df == 2:
        return (2 * p - 1) / math.sqrt(2 * p * (1 - p))
    z = NormalDist().inv_cdf(p)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(df) ** k for k, term in enumerate(terms, start=1))


_NOTHING = Estimate(None, None, None, None, 0)


def _variance(moments: Moments, influence: Mapping[str, Fraction]) -> Fraction | None:
    """Variance of an estimate, whose influence is a linear combination of measures that sums to 0 over clusters."""
    clusters = moments.clusters
    if clusters < 2:
        return None
    squares = sum(
        weight_a * weight_b * moments.product(a, b)
        for a, weight_a in influence.items()
        for b, weight_b in influence.items()
    )
    return Fraction(clusters, clusters - 1) * squares


def _around(value: Fraction, variance: Fraction | None, clusters: int, n: int) -> Estimate:
    """The estimate with the symmetric interval around it."""
    centre = float(value)
    if variance is None:
        return Estimate(centre, None, None, None, n)
    se = math.sqrt(variance)
    reach = t_quantile(clusters - 1) * se
    return Estimate(centre, se, centre - reach, centre + reach, n)
