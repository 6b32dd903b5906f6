"""Many estimates at once, each with its error: the arrays behind every table of the answers.

:mod:`simspades.analysis.statistics` says how the errors are computed; here the same formulas run over all groups of a
table. :class:`Sums` holds sums of measures by cluster and group. An :class:`Estimates` keeps, beside the values, the
*influence* of every cluster on them, so that differences, between groups as between runs, are differences of
influences and need no formula of their own:

- figures of one run come from the same clusters, and what the clusters share cancels;
- runs on the same deals share their clusters, and the difference is paired;
- other runs have clusters of their own, and the variances add.

A cluster is a range of whole games (of hands where hands are played alone), for games are independent and so are
ranges of them. There are enough of them, :data:`MAX_CLUSTERS` at most, that the t distribution makes up for the
uncertainty of the standard error itself, 2 to 5 per cent. The finest clusters, a game each, would make it no less
right and would cost a table of sums for every game.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pandas as pd

from simspades.analysis.statistics import LEVEL, t_quantile

Array = npt.NDArray[Any]
Kind = Literal["mean", "rate"]

#: A run is divided into at most so many clusters, and into more than half as many if it has that many games.
MAX_CLUSTERS = 512
#: Coarse clusters are at most so many put together, as a binary logarithm, and more than so many of them are left.
MAX_COARSE, MIN_COARSE = 3, 32


def cluster_shift(n_games: int, limit: int = MAX_CLUSTERS) -> int:
    """The binary logarithm of how many games (or single hands) make a cluster.

    >>> cluster_shift(512), cluster_shift(513), cluster_shift(9_000_000)
    (0, 1, 15)
    """
    return max(0, (n_games - 1).bit_length() - limit.bit_length() + 1)


def cluster_shifts(counts: Sequence[int]) -> tuple[int, int]:
    """For runs of so many games, analysed together: how many make a cluster, and how many clusters a coarse one.

    Both as binary logarithms. Coarse clusters, up to eight put together, keep tables of many cells small; more than 32
    of them are left wherever there are that many games.

    >>> cluster_shifts([50]), cluster_shifts([200]), cluster_shifts([9_000_000]), cluster_shifts([50, 9_000_000])
    ((0, 0), (0, 2), (15, 3), (12, 3))
    """
    # a long run may get more clusters than it needs, lest a short one beside it get too few
    shift = max(cluster_shift(min(counts)), cluster_shift(max(counts)) - 3)
    fewest, most = (max(1, -(-n >> shift)) for n in (min(counts), max(counts)))
    spared = min(MAX_COARSE, (fewest - 1).bit_length() - MIN_COARSE.bit_length())
    needed = (most - 1).bit_length() - MAX_CLUSTERS.bit_length() + 1
    return shift, max(0, spared, needed)


@dataclasses.dataclass(frozen=True, eq=False)
class Sums:
    """Sums of measures by cluster and group.

    Attributes
    ----------
    groups
        A row a group: its keys.
    clusters
        The numbers of the clusters that hold anything, rising.
    values
        For each measure an array of clusters by groups.

    """

    groups: pd.DataFrame
    clusters: Array
    values: Mapping[str, Array]

    @classmethod
    def of(cls, cells: pd.DataFrame, keys: Sequence[str], cluster: str = "c") -> Sums:
        """From a frame with a row for each cluster and group, or several to be added up; all other columns are summed.

        >>> sums = Sums.of(pd.DataFrame({"c": [0, 0, 3], "bid": [4, 5, 4], "n": [2, 1, 7]}), ["bid"])
        >>> sums.groups["bid"].tolist(), sums.clusters.tolist(), sums.values["n"].tolist()
        ([4, 5], [0, 3], [[2.0, 1.0], [7.0, 0.0]])
        """
        clusters, row = np.unique(cells[cluster].to_numpy(), return_inverse=True)
        if keys:
            grouped = cells.groupby(list(keys), sort=True, dropna=False)
            column = grouped.ngroup().to_numpy()
            groups = grouped.size().index.to_frame(index=False)
        else:
            column, groups = np.zeros(len(cells), np.int64), pd.DataFrame(index=range(1 if len(cells) else 0))
        shape = (len(clusters), len(groups))
        flat = row * shape[1] + column
        values = {
            name: np.bincount(flat, cells[name].to_numpy(np.float64), shape[0] * shape[1]).reshape(shape)
            for name in cells.columns
            if name != cluster and name not in keys
        }
        return cls(groups, clusters, values)

    def over(self, keys: Sequence[str]) -> Sums:
        """The same sums by fewer keys."""
        if list(self.groups.columns) == list(keys):
            return self
        if not keys:
            groups = pd.DataFrame(index=range(1))
            return Sums(groups, self.clusters, {name: v.sum(axis=1, keepdims=True) for name, v in self.values.items()})
        grouped = self.groups.groupby(list(keys), sort=True, dropna=False)
        column = grouped.ngroup().to_numpy()
        groups = grouped.size().index.to_frame(index=False)
        values = {}
        for name, array in self.values.items():
            added = np.zeros((len(self.clusters), len(groups)))
            np.add.at(added.T, column, array.T)
            values[name] = added
        return Sums(groups, self.clusters, values)

    def where(self, chosen: npt.ArrayLike) -> Sums:
        """Some of the groups, by a mask or by their places."""
        index = np.arange(len(self.groups))[np.asarray(chosen)]
        groups = self.groups.iloc[index].reset_index(drop=True)
        return Sums(groups, self.clusters, {name: array[:, index] for name, array in self.values.items()})

    def only(self, chosen: Array) -> Sums:
        """With nothing in the groups that are not chosen."""
        return dataclasses.replace(
            self, values={name: np.where(chosen, array, 0.0) for name, array in self.values.items()}
        )

    def total(self, measure: str) -> Array:
        """The sum over all clusters, by group."""
        total: Array = self.values[measure].sum(axis=0)
        return total


@dataclasses.dataclass(frozen=True, eq=False)
class Estimates:
    """Estimates for the groups of a table.

    Attributes
    ----------
    value
        By group; NaN where there is nothing to estimate it from.
    influence
        What each cluster moved each value by, to first order: an array of clusters by groups whose columns sum to 0.
    clusters
        The numbers of the clusters.
    n
        What each value was divided by: hands, games, attempts.
    filled
        How many clusters each value was taken from.
    kind
        ``rate`` for shares of attempts, whose intervals are Wilson's.
    ends
        Ends of the intervals where the influence does not tell them, NaN where it does; None if it always does.

    """

    value: Array
    influence: Array
    clusters: Array
    n: Array
    filled: Array
    kind: Kind = "mean"
    ends: tuple[Array, Array] | None = None

    @property
    def se(self) -> Array:
        """Standard errors; NaN where a single cluster leaves them open."""
        if self.kind == "rate":
            with np.errstate(divide="ignore", invalid="ignore"):
                return np.asarray(np.sqrt(self.value * (1 - self.value) / self._effective))
        return np.sqrt(self._variance)

    @property
    def interval(self) -> tuple[Array, Array]:
        """The ends of the 95 % intervals."""
        if self.kind == "rate":
            return wilson(self.value, self._effective)
        reach = _t_quantiles(self.filled) * self.se
        low, high = self.value - reach, self.value + reach
        if self.ends is None:
            return low, high
        return np.where(np.isnan(self.ends[0]), low, self.ends[0]), np.where(np.isnan(self.ends[1]), high, self.ends[1])

    @property
    def _variance(self) -> Array:
        with np.errstate(divide="ignore", invalid="ignore"):
            factor = np.where(self.filled > 1, self.filled / (self.filled - 1), np.nan)
        return np.asarray(factor * np.square(self.influence).sum(axis=0))

    @property
    def _effective(self) -> Array:
        """The number of independent attempts that the attempts are worth: their number over the design effect."""
        with np.errstate(divide="ignore", invalid="ignore"):
            effect = self._variance * self.n / (self.value * (1 - self.value))
        return np.asarray(self.n / np.fmax(1.0, np.where(np.isfinite(effect), effect, 1.0)))

    def __sub__(self, other: Estimates) -> Estimates:
        """The difference of two figures of the same run."""
        return self.plus(other, -1.0)

    def plus(self, other: Estimates, weight: float | Array = 1.0) -> Estimates:
        """The sum of it and another figure of the same run, that one times a known weight."""
        return Estimates(
            self.value + weight * other.value,
            self.influence + weight * other.influence,
            self.clusters,
            np.minimum(self.n, other.n),
            np.minimum(self.filled, other.filled),
        )

    def times(self, weight: float | Array) -> Estimates:
        """Times a known number."""
        return dataclasses.replace(
            self, value=self.value * weight, influence=self.influence * weight, kind="mean", ends=None
        )

    def shifted(self, number: float) -> Estimates:
        """Plus a known number."""
        return dataclasses.replace(self, value=self.value + number, kind="mean", ends=None)

    def take(self, index: Array) -> Estimates:
        """The estimates of some groups, by their places."""
        return dataclasses.replace(
            self,
            value=self.value[index],
            influence=self.influence[:, index],
            n=self.n[index],
            filled=self.filled[index],
            ends=None if self.ends is None else (self.ends[0][index], self.ends[1][index]),
        )

    def columns(self, name: str) -> dict[str, Array]:
        """The columns of a table: the values, standard errors and intervals."""
        low, high = self.interval
        return {name: self.value, f"{name}_se": self.se, f"{name}_low": low, f"{name}_high": high}


def ratio(sums: Sums, x: str, n: str) -> Estimates:
    """Sum of ``x`` divided by the sum of ``n``, by group: a mean a hand, a game, an attempt."""
    return _ratio(sums, sums.values[x], sums.values[n], "mean")


def rate(sums: Sums, successes: str, attempts: str) -> Estimates:
    """Share of attempts that succeeded, by group."""
    return _ratio(sums, sums.values[successes], sums.values[attempts], "rate")


def share(sums: Sums, n: str = "n", within: Sequence[str] = ()) -> Estimates:
    """How much of all ``n`` falls into each group; of those that agree in the keys ``within`` that there are."""
    keys = [key for key in within if key in sums.groups]
    whole = sums.over(keys)
    return _ratio(sums, sums.values[n], whole.values[n][:, _places(sums, whole, keys)], "rate")


def deviation(sums: Sums, x: str, square: str, n: str) -> Estimates:
    """Standard deviation of single observations, from the measures sum x, sum x^2 and the count n."""
    total = sums.total(n)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = sums.total(x) / total
        variance = np.maximum(sums.total(square) / total - mean**2, 0.0)
        sd = np.sqrt(variance)
        of_variance = (sums.values[square] - 2 * mean * sums.values[x] + (mean**2 - variance) * sums.values[n]) / total
        influence = np.where(sd > 0, of_variance / (2 * sd), 0.0)
    return Estimates(sd, influence, sums.clusters, total, (sums.values[n] > 0).sum(axis=0))


def quotient(a: Estimates, b: Estimates) -> Estimates:
    """One figure divided by another one of the same run."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value = a.value / b.value
        influence = (a.influence - value * b.influence) / b.value
    return Estimates(value, influence, a.clusters, np.minimum(a.n, b.n), np.minimum(a.filled, b.filled))


def between_runs(a: Estimates, b: Estimates, paired: bool) -> Estimates:
    """Figures of one run minus those of another, group by group in the same order.

    With ``paired`` the clusters of the same number hold the same deals, and what they share cancels. Otherwise the two
    are independent. A share of 0 or 1 has no influence, as if it were known for certain: the interval of a difference
    from it is made of the two Wilson intervals (Newcombe 1998, method 10).
    """
    if paired:
        clusters = np.union1d(a.clusters, b.clusters)
        influence = _spread(a, clusters) - _spread(b, clusters)
    else:
        clusters = np.arange(len(a.clusters) + len(b.clusters))
        influence = np.concatenate([a.influence, -b.influence])
    gap = Estimates(a.value - b.value, influence, clusters, np.minimum(a.n, b.n), np.minimum(a.filled, b.filled))
    if a.kind == b.kind == "rate":
        gap = dataclasses.replace(gap, ends=_ends_at_extremes(a, b))
    return gap


def _ends_at_extremes(a: Estimates, b: Estimates) -> tuple[Array, Array]:
    """Newcombe's interval of ``a - b`` for the groups in which one of the two shares is 0 or 1, NaN for the others."""
    (a_low, a_high), (b_low, b_high) = a.interval, b.interval
    extreme = np.isin(a.value, (0.0, 1.0)) | np.isin(b.value, (0.0, 1.0))
    low = a.value - b.value - np.hypot(a.value - a_low, b_high - b.value)
    high = a.value - b.value + np.hypot(a_high - a.value, b.value - b_low)
    return np.where(extreme, low, np.nan), np.where(extreme, high, np.nan)


def standardised(
    sums: Sums, keys: Sequence[str], x: tuple[str, str], n: tuple[str, str], weights: Literal["first", "overlap"]
) -> tuple[Estimates, Array]:
    """The difference of two means, of measures ``x[0]`` and ``x[1]``, in like circumstances.

    The groups of ``sums`` are the circumstances within each of ``keys``. The means of ``x[0] / n[0]`` and
    ``x[1] / n[1]`` are taken in every circumstance, and their differences averaged with weights: ``first`` those of
    the first population (what would it have gained from the second's choice), ``overlap`` proportional to
    ``n0 n1 / (n0 + n1)``, which gives the smallest error.

    The influence of a cluster is by the jackknife: what the whole comparison comes to without it. A circumstance often
    holds a single case, which equals its own mean, so that deviations from means within circumstances would tell
    nothing of its error.

    Returns the differences by ``keys`` and the share of the first population that the second one can be compared with.
    """
    whole = sums.over(keys)
    place, size = _places(sums, whole, keys), len(whole.groups)

    def added(cells: Array) -> Array:
        found = np.zeros((len(cells), size))
        np.add.at(found.T, place, cells.T)
        return found

    def compare(x0: Array, n0: Array, x1: Array, n1: Array) -> tuple[Array, Array]:
        both = (n0 > 0) & (n1 > 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            weight = np.where(both, n0 if weights == "first" else n0 * n1 / (n0 + n1), 0.0)
            gap = np.where(both, x0 / n0 - x1 / n1, 0.0)
            return added(weight * gap) / added(weight), added(np.where(both, n0, 0.0))

    measures = [sums.values[name] for pair in zip(x, n, strict=True) for name in pair]
    totals = [array.sum(axis=0, keepdims=True) for array in measures]
    (value,), (n_compared,) = compare(*totals)
    without, _ = compare(*(total - array for total, array in zip(totals, measures, strict=True)))
    n_clusters = len(sums.clusters)
    influence = (without.mean(axis=0) - without) * (n_clusters - 1) / n_clusters
    filled = (whole.values[n[0]] > 0).sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        compared = n_compared / whole.total(n[0])
    return Estimates(value, influence, sums.clusters, n_compared, filled), compared


def wilson(p: Array, n: Array) -> tuple[Array, Array]:
    """Wilson's score intervals for shares ``p`` of ``n`` attempts; see :func:`simspades.analysis.statistics.wilson`."""
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        reach = z / (1 + z * z / n) * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return np.where(p == 0, 0.0, centre - reach), np.where(p == 1, 1.0, centre + reach)


def _ratio(sums: Sums, x: Array, n: Array, kind: Kind) -> Estimates:
    total = n.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(total > 0, x.sum(axis=0) / total, np.nan)
        influence = np.where(total > 0, (x - value * n) / total, 0.0)
    return Estimates(value, influence, sums.clusters, total, (n > 0).sum(axis=0), kind)


def _spread(estimates: Estimates, clusters: Array) -> Array:
    """Influences in the rows of a longer list of clusters."""
    influence = np.zeros((len(clusters), estimates.influence.shape[1]))
    influence[np.searchsorted(clusters, estimates.clusters)] = estimates.influence
    return influence


def _places(sums: Sums, whole: Sums, keys: Sequence[str]) -> Array:
    """For each group of ``sums`` its place among the groups of ``whole``."""
    if not keys:
        return np.zeros(len(sums.groups), np.int64)
    numbered = whole.groups.assign(_place=range(len(whole.groups)))
    return sums.groups[list(keys)].merge(numbered, on=list(keys), how="left")["_place"].to_numpy(np.int64)


def _t_quantiles(filled: Array) -> Array:
    return np.array([_t_quantile(int(count) - 1) for count in filled], np.float64)


@functools.cache
def _t_quantile(df: int) -> float:
    return t_quantile(df) if df > 0 else float("nan")
