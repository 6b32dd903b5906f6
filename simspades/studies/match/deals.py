"""Ranges of deals, played by every pair of strategies in all their seatings, as sums over the deals.

The unit is the deal: one deal (hands mode) or the sequence of deals of one game number (games mode), played once in
every seating. What the seatings of a deal give is added up first, so that the luck of the cards cancels within it.

Measures of a pair, each a whole number for every deal:

=======  ===========================================================================================================
``a``    points of the first strategy: its mean over the sides that it holds, summed over hands and seatings, times
         ``scale``
``b``    the same of the second
``n``    hands, over all seatings
``won``  games won by the first, times the number of sides; a draw counts as a win shared by all sides
``g``    games, over all seatings, times the number of sides
=======  ===========================================================================================================
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from typing import Any

import numpy as np
import numpy.typing as npt

from simspades.engine import IllegalChoiceError
from simspades.runs.play import Dealer
from simspades.runs.threads import Control
from simspades.studies.match.gram import Gram

Array = npt.NDArray[Any]


@dataclasses.dataclass(frozen=True)
class Range:
    """Deals ``first`` to ``first + count - 1``; ``index`` counts the ranges."""

    index: int
    first: int
    count: int


@dataclasses.dataclass(frozen=True)
class Pairing:
    """Two strategies, ready to play in all their seatings.

    Attributes
    ----------
    names
        How the two are called among the contestants: their numbers.
    dealers
        One for each seating.
    holds
        For each seating and side, 0 or 1: whose side it is.

    """

    names: tuple[int, int]
    dealers: tuple[Dealer, ...]
    holds: tuple[tuple[int, ...], ...]

    @property
    def scale(self) -> int:
        """What makes means over sides whole numbers."""
        return math.lcm(*(side.count(party) for side in self.holds for party in (0, 1)))

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures that there are."""
        by_game = self.dealers[0].plan.mode == "games"
        return ("a", "b", "n", "won", "g") if by_game else ("a", "b", "n")

    def key(self, measure: str) -> str:
        """The name of a measure of this pair: ``a_0_1``."""
        return f"{measure}_{self.names[0]}_{self.names[1]}"

    def play(self, deals: Range, control: Control) -> dict[str, Array]:
        """The measures of the deals; raises StrategyError for an illegal choice."""
        measures: dict[str, Array] = {name: np.zeros(deals.count, np.int64) for name in self.measures}
        for dealer, holds in zip(self.dealers, self.holds, strict=True):
            control.check()
            try:
                block = dealer.table.play(dealer.plan.seed, deals.first, deals.count)
            except IllegalChoiceError as error:
                raise dealer.explain(error) from error
            points = block.hands["points"]
            hands: int | Array = 1
            if block.games is not None:
                hands = block.games["hands"].astype(np.int64)
                starts = np.concatenate([[0], np.cumsum(hands)[:-1]])
                points = np.add.reduceat(points, starts, axis=1, dtype=np.int64)
                self._add_games(measures, block.games["winner"], holds)
            measures["n"] += hands
            for name, party in (("a", 0), ("b", 1)):
                sides = [points[side] for side, holder in enumerate(holds) if holder == party]
                measures[name] += np.sum(sides, axis=0, dtype=np.int64) * (self.scale // len(sides))
            control.count(deals.count)
        return {self.key(name): values for name, values in measures.items()}

    @staticmethod
    def _add_games(measures: dict[str, Array], winner: Array, holds: tuple[int, ...]) -> None:
        n_sides = len(holds)
        # the last entry is for draws, whose winner is -1
        worth = np.array([n_sides * (holder == 0) for holder in holds] + [holds.count(0)])
        measures["won"] += worth[winner]
        measures["g"] += n_sides


@dataclasses.dataclass(frozen=True)
class Contest:
    """All pairs of the contestants under one rule set: the work of a match."""

    pairings: tuple[Pairing, ...]

    def __call__(self, deals: Range, control: Control) -> tuple[int, Gram, list[int]]:
        """The index of the range, its sums, and how often the first of a single pair won 0, 1, 2, … of ``g``."""
        measures: dict[str, Array] = {}
        for pairing in self.pairings:
            measures |= pairing.play(deals, control)
        outcomes: list[int] = []
        if len(self.pairings) == 1:
            pairing = self.pairings[0]
            if pairing.key("won") in measures:
                most = len(pairing.holds) * len(pairing.holds[0])
                outcomes = np.bincount(measures[pairing.key("won")], minlength=most + 1).tolist()
        return deals.index, Gram.of(measures), outcomes


def pairs_of(n: int) -> list[tuple[int, int]]:
    """All pairs of ``n`` contestants.

    >>> pairs_of(3)
    [(0, 1), (0, 2), (1, 2)]
    """
    return list(itertools.combinations(range(n), 2))
