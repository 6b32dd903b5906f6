"""Estimates that know how each group of deals pulls at them, so that any two on the same deals can be compared.

An estimate is a smooth function of sums over groups of deals. Beside its value it carries, for each group, its
first-order *influence*: how much the group's own sums move the estimate away from what it would be if all groups gave
the same. Sums, differences, products and quotients of estimates have the influences that the chain rule gives them, and
the standard error of any estimate is ``sqrt(G / (G - 1) * sum u^2)`` over the ``G`` groups: the sandwich estimator. The
difference of two cells that played the same deals is just another estimate, and its error is the paired one.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

#: Errors below this part of a value are those of floating-point numbers.
ROUNDING = 1e-12


@dataclasses.dataclass(frozen=True)
class Linear:
    """A value with its influences, float64 of shape (groups,); they have sum 0.

    >>> ratio = total(np.array([3, 5, 4])) / total(np.array([1, 2, 1]))
    >>> ratio.value, round(ratio.se, 4)
    (3.0, 0.433)
    """

    value: float
    influence: Array

    @property
    def se(self) -> float | None:
        """The standard error; None for a single group."""
        groups = len(self.influence)
        if groups < 2:
            return None
        se = math.sqrt(groups / (groups - 1) * float(self.influence @ self.influence))
        # what cancels in theory leaves some rounding behind
        return se if se > ROUNDING * abs(self.value) else 0.0

    def __add__(self, other: Linear | float) -> Linear:
        other = _linear(other, self)
        return Linear(self.value + other.value, self.influence + other.influence)

    def __sub__(self, other: Linear | float) -> Linear:
        other = _linear(other, self)
        return Linear(self.value - other.value, self.influence - other.influence)

    def __mul__(self, other: Linear | float) -> Linear:
        other = _linear(other, self)
        return Linear(self.value * other.value, self.influence * other.value + other.influence * self.value)

    def __truediv__(self, other: Linear | float) -> Linear:
        other = _linear(other, self)
        value = self.value / other.value
        return Linear(value, (self.influence - other.influence * value) / other.value)


def total(sums: Array) -> Linear:
    """The total of a measure, from its sums over the groups."""
    values = sums.astype(np.float64)
    return Linear(float(values.sum()), values - values.mean())


def _linear(other: Linear | float, like: Linear) -> Linear:
    return other if isinstance(other, Linear) else Linear(float(other), np.zeros_like(like.influence))
