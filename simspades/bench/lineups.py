"""The line-ups that are measured, ready to play: by the lockstep engine, and by the scalar one."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

import numpy as np

from simspades.bench import scalar
from simspades.engine import Situation, Table
from simspades.engine.kernels import load_kernel
from simspades.errors import StrategyError
from simspades.rules import load_rules
from simspades.strategies.library import LIBRARY
from simspades.strategies.model import Strategy

#: name -> the strategies of sides 0 and 1.
LINEUPS = {"basic": ("basic", "basic"), "steady": ("steady", "steady"), "steady_basic": ("steady", "basic")}

#: Hands of one round of a measurement: some milliseconds' work.
HANDS = 128 * 200

Columns = dict[str, np.ndarray[Any, Any]]


class ScalarTable:
    """A line-up that the scalar engine plays under std4 at 0:0, the counterpart of :class:`simspades.engine.Table`."""

    def __init__(self, even: Strategy, odd: Strategy, tuned_shuffle: bool = False) -> None:
        self.lineup = (even, odd)
        self.rules = scalar.scalar_rules(load_rules("std4"), Situation())
        self.parameters = tuple(_parameters(strategy) for strategy in self.lineup)
        self.function = scalar.compile_scalar(even, odd, tuned_shuffle)

    def play(self, seed: int, first: int, count: int, dealt: np.ndarray[Any, Any] | None = None) -> Columns:
        """Play hands ``first`` to ``first + count - 1``.

        Parameters
        ----------
        seed
            Of the shuffles.
        first, count
            The range of hands. The dealer follows from a hand's number as in the lockstep engine.
        dealt
            Holdings to play instead of shuffling, int64[4, count] by seat.

        Returns
        -------
        dict
            The columns of :meth:`simspades.engine.Table.play` that the scalar engine computes.

        """
        small = np.empty((count, scalar.N_SMALL), np.int8)
        large = np.empty((count, scalar.N_LARGE), np.int32)
        given = np.empty((4, 0), np.int64) if dealt is None else np.ascontiguousarray(dealt)
        illegal = self.function(np.uint64(seed), first, count, given, self.rules, *self.parameters, small, large)
        if illegal:
            raise StrategyError(f"{illegal} of {count} hands had an illegal choice")
        return {
            "call": small[:, scalar.CALL : scalar.TRICKS].T,
            "tricks": small[:, scalar.TRICKS : scalar.CONTRACT].T,
            "contract": small[:, scalar.CONTRACT : scalar.MADE].T,
            "made": small[:, scalar.MADE : scalar.BAGS].T,
            "bags": small[:, scalar.BAGS : scalar.N_SMALL].T,
            "points": large[:, scalar.POINTS : scalar.PENALTY].T,
            "penalty": large[:, scalar.PENALTY : scalar.BAGS_TOTAL].T,
            "bags_total": large[:, scalar.BAGS_TOTAL : scalar.SCORE].T,
            "score": large[:, scalar.SCORE : scalar.N_LARGE].T,
        }


def _parameters(strategy: Strategy) -> Any:
    """The parameters as the ``p`` of a view; run-time data, as they are for the lockstep engine."""
    return load_kernel(strategy).module.Parameters(*strategy.parameters.values())


@dataclasses.dataclass(frozen=True)
class LineUp:
    """Two strategies, a side each, under std4 in hands mode."""

    lockstep: Table
    scalar: ScalarTable

    @classmethod
    @functools.cache
    def of(cls, name: str, tuned_shuffle: bool = False) -> LineUp:
        """The line-up called ``name``; its scalar engine is compiled with its first hand, which takes seconds."""
        even, odd = (LIBRARY[strategy] for strategy in LINEUPS[name])
        lockstep = Table(load_rules("std4"), [even, odd, even, odd], Situation())
        return cls(lockstep, ScalarTable(even, odd, tuned_shuffle))
