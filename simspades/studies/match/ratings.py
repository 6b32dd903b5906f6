"""Many pairs as one table: a rating for each strategy, with errors that know that all pairs played the same deals.

By points, ratings are the least-squares solution of ``r_i - r_j = d_ij`` with sum 0, where ``d_ij`` is the difference
in points a hand. As every pair has played the same deals, it is ``r_i = sum_j d_ij / k``, a mean of differences of
which each is a ratio of sums over deals; its error follows from the sums and products of all measures.

By games, they are those of Bradley and Terry (1952): i beats j with probability ``1 / (1 + exp(t_j - t_i))``, draws
being half a win, on the scale of Elo (400 points are odds of 10 to 1) with mean 0. The errors are the sandwich ones
over deals: with ``H`` the information of the model and ``S`` the products of the scores by deal, ``H^+ S H^+``.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from simspades.studies.match.deals import pairs_of
from simspades.studies.match.gram import Gram

Matrix = npt.NDArray[np.float64]

ELO = 400 / math.log(10)


@dataclasses.dataclass(frozen=True)
class Ratings:
    """A rating for each of k strategies, and what their errors have in common.

    Attributes
    ----------
    values
        Ratings, with sum 0; float64 of shape (k,).
    covariance
        Of their errors; shape (k, k).

    """

    values: Matrix
    covariance: Matrix

    def se(self, i: int) -> float:
        """Standard error of a rating."""
        return math.sqrt(max(0.0, self.covariance[i, i]))

    def difference(self, i: int, j: int) -> tuple[float, float]:
        """How much i is rated above j, and the standard error of that."""
        c = self.covariance
        variance = c[i, i] + c[j, j] - 2 * c[i, j]
        return float(self.values[i] - self.values[j]), math.sqrt(max(0.0, variance))

    @property
    def order(self) -> list[int]:
        """From the best to the worst."""
        return [int(i) for i in np.argsort(-self.values, kind="stable")]


def by_points(gram: Gram, k: int, scales: Sequence[int]) -> Ratings:
    """Ratings in points a hand; ``scales`` are those of the pairs, in the order of :func:`pairs_of`."""
    values = np.zeros(k)
    influence = np.zeros((k, len(gram.names)))  # of each measure's deal on each rating
    at = gram.names.index
    for (i, j), scale in zip(pairs_of(k), scales, strict=True):
        a, b, n = (at(f"{name}_{i}_{j}") for name in "abn")
        hands = float(gram.sums[n])
        d = (gram.sums[a] - gram.sums[b]) / (scale * hands)
        for strategy, sign in ((i, 1), (j, -1)):
            values[strategy] += sign * d / k
            influence[strategy, [a, b]] += np.array([1, -1]) * sign / (scale * hands * k)
            influence[strategy, n] -= sign * d / (hands * k)
    return Ratings(values, _covariance(gram, influence))


def by_games(gram: Gram, k: int) -> Ratings | None:
    """Elo ratings; None where some strategy, or group of them, has won or lost everything against the rest."""
    share, games = np.zeros((k, k)), np.zeros((k, k))
    at = gram.names.index
    for i, j in pairs_of(k):
        won, g = (float(gram.sums[at(f"{name}_{i}_{j}")]) for name in ("won", "g"))
        share[i, j], share[j, i] = won, g - won
        games[i, j] = games[j, i] = g
    if not _connected(share):
        return None
    t = _bradley_terry(share, games)
    p = 1 / (1 + np.exp(t[None, :] - t[:, None]))
    weight = games * p * (1 - p)
    inverse = np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight)
    scores = np.zeros((k, len(gram.names)))  # the score of strategy i is the sum of won - p g over its games
    for i, j in pairs_of(k):
        won, g = at(f"won_{i}_{j}"), at(f"g_{i}_{j}")
        scores[i, won] += 1
        scores[i, g] -= p[i, j]
        scores[j, won] -= 1
        scores[j, g] += p[i, j]
    return Ratings(ELO * t, _covariance(gram, ELO * inverse @ scores))


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values adjusted for their number by Holm's method (1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, i in enumerate(order):
        largest = max(largest, min(1.0, (len(order) - rank) * p_values[i]))
        adjusted[i] = largest
    return adjusted


def _covariance(gram: Gram, influence: Matrix) -> Matrix:
    """Covariance of estimates, whose influences are linear in the measures and have sum 0 over the deals."""
    g = gram.clusters
    products = influence @ gram.products.astype(np.float64) @ influence.T
    return np.asarray(products * g / max(1, g - 1))


def _connected(share: Matrix) -> bool:
    """Whether everybody has won something, directly or through others, against everybody (Ford 1957)."""
    reach: npt.NDArray[Any] = (share > 0) | np.eye(len(share), dtype=bool)
    for _ in range(len(share)):
        reach = reach @ reach
    return bool(reach.all())


def _bradley_terry(share: Matrix, games: Matrix) -> Matrix:
    """The most likely strengths, by Newton's method with halved steps where a step goes too far."""
    t = np.zeros(len(share))

    def loss(t: Matrix) -> float:
        return float((share * np.logaddexp(0, t[None, :] - t[:, None])).sum())

    for _ in range(100):
        p = 1 / (1 + np.exp(t[None, :] - t[:, None]))
        gradient = (share - games * p).sum(axis=1)
        weight = games * p * (1 - p)
        step = np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight) @ gradient
        while loss(t + step) > loss(t) + 1e-9 * abs(loss(t)):
            step /= 2
        t = t + step
        t -= t.mean()
        if np.abs(step).max() < 1e-12:
            break
    return t
