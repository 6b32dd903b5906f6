"""How good a strategy is with certain values: its mean advantage over a line-up of opponents, on given deals."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence

import numpy as np

from simspades.analysis.statistics import LEVEL, Estimate, t_quantile
from simspades.records.manifest import Mode
from simspades.rules import Ruleset
from simspades.runs.plan import Player
from simspades.runs.threads import Control
from simspades.runs.workers import Workers
from simspades.studies.match.deals import Contest, Range
from simspades.studies.match.gram import Gram
from simspades.studies.match.play import DEALS, pairing

Tick = Callable[[int], None]


@dataclasses.dataclass(frozen=True)
class Trials:
    """Where candidates are measured.

    Attributes
    ----------
    rules, opponents, mode, seed, max_hands
        Whom they play, under which rules, what, and from which seed.
    workers
        Who plays.

    """

    rules: Ruleset
    opponents: tuple[Player, ...]
    mode: Mode
    seed: int
    max_hands: int | None
    workers: Workers

    def measure(self, candidates: Sequence[Player], first: int, count: int, tick: Tick) -> Measured:
        """All candidates against all opponents on deals ``first`` to ``first + count - 1``."""
        table = [*candidates, *self.opponents]
        k = len(candidates)
        pairings = tuple(
            pairing(self.rules, table, (i, j), self.mode, self.seed, self.max_hands)
            for i in range(k)
            for j in range(k, len(table))
        )
        contest = Contest(pairings)
        sums: dict[int, Gram] = {}
        control = Control()

        def finished(result: tuple[int, Gram, list[int]]) -> None:
            sums[result[0]] = result[1]

        size = DEALS[self.mode] // 4
        ranges = (
            Range(index, start, min(size, first + count - start))
            for index, start in enumerate(range(first, first + count, size))
        )
        self.workers.each(contest, ranges, control, finished, lambda: tick(control.done))
        if control.interrupted:
            raise KeyboardInterrupt
        total = sums[0]
        for index in range(1, len(sums)):
            total += sums[index]
        return Measured(contest, total, k)


@dataclasses.dataclass(frozen=True)
class Measured:
    """What candidates did on the same deals."""

    contest: Contest
    gram: Gram
    n_candidates: int

    def advantage(self, candidate: int, over: int | None = None) -> Estimate:
        """Mean over the opponents of a candidate's difference; with ``over``, that less another candidate's.

        In points a hand, or in games won of 100. The error is that over deals, which all pairs share.
        """
        value, influence = self._of(candidate)
        if over is not None:
            value_over, influence_over = self._of(over)
            value, influence = value - value_over, influence - influence_over
        g = self.gram.clusters
        if g < 2:
            return Estimate(value, None, None, None, g)
        variance = float(influence @ self.gram.products.astype(np.float64) @ influence) * g / (g - 1)
        se = math.sqrt(max(0.0, variance))
        reach = t_quantile(g - 1, LEVEL) * se
        return Estimate(value, se, value - reach, value + reach, g)

    def _of(self, candidate: int) -> tuple[float, np.ndarray[tuple[int], np.dtype[np.float64]]]:
        gram = self.gram
        influence = np.zeros(len(gram.names))
        value = 0.0
        pairs = [pair for pair in self.contest.pairings if pair.names[0] == candidate]
        for pair in pairs:
            at = {name: gram.names.index(pair.key(name)) for name in pair.measures}
            if "won" in at:  # 100 (2 won / g - 1)
                g = float(gram.sums[at["g"]])
                share = float(gram.sums[at["won"]]) / g
                value += 100 * (2 * share - 1) / len(pairs)
                influence[at["won"]] += 200 / (g * len(pairs))
                influence[at["g"]] -= 200 * share / (g * len(pairs))
            else:
                n = float(gram.sums[at["n"]]) * pair.scale
                difference = float(gram.sums[at["a"]] - gram.sums[at["b"]]) / n
                value += difference / len(pairs)
                influence[at["a"]] += 1 / (n * len(pairs))
                influence[at["b"]] -= 1 / (n * len(pairs))
                influence[at["n"]] -= difference * pair.scale / (n * len(pairs))
        return value, influence
