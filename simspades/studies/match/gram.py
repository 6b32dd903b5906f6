"""Sums over deals of several measures and of all their products, added up without loss."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]

#: Deals at a time. OpenBLAS keeps products over up to 10,000 terms on the thread that asks.
SLICE = 8192


@dataclasses.dataclass(frozen=True)
class Gram:
    """What :class:`simspades.analysis.statistics.Moments` asks for, for any two of the measures.

    Attributes
    ----------
    names
        The measures.
    clusters
        How many deals (or sequences of deals) were added up.
    sums, products
        int64 of shape (m,) and (m, m).

    """

    names: tuple[str, ...]
    clusters: int
    sums: Integers
    products: Integers

    @classmethod
    def of(cls, measures: dict[str, npt.NDArray[Any]]) -> Gram:
        """From a whole number for every measure and deal. Sums of products in a slice must stay below 2^53.

        >>> import numpy as np
        >>> gram = Gram.of({"a": np.array([1, 2]), "b": np.array([3, -1])})
        >>> gram.sum("a"), gram.product("a", "b")
        (3, 1)
        """
        m, n = len(measures), len(next(iter(measures.values())))
        sums, products = np.zeros(m, np.int64), np.zeros((m, m), np.int64)
        for low in range(0, n, SLICE):
            rows = np.stack([values[low : low + SLICE] for values in measures.values()]).astype(np.float64)
            sums += rows.sum(axis=1).astype(np.int64)
            products += (rows @ rows.T).astype(np.int64)
        return cls(tuple(measures), n, sums, products)

    def __add__(self, other: Gram) -> Gram:
        assert self.names == other.names
        return Gram(self.names, self.clusters + other.clusters, self.sums + other.sums, self.products + other.products)

    def sum(self, name: str) -> int:
        """Sum of a measure over the deals."""
        return int(self.sums[self.names.index(name)])

    def product(self, a: str, b: str) -> int:
        """Sum over the deals of one measure times another."""
        return int(self.products[self.names.index(a), self.names.index(b)])
