"""Timing of alternatives side by side.

Alternatives run in turn, A B A B …, in rounds of a few milliseconds each, so that whatever else the machine does hits
all of them alike; the median of each is what counts. Work on one thread is timed by that thread's processor time, which
other programs disturb least.
"""

from __future__ import annotations

import dataclasses
import statistics
import time
from collections.abc import Callable, Sequence

Work = Callable[[], object]
Clock = Callable[[], float]


@dataclasses.dataclass(frozen=True)
class Timings:
    """Seconds of every round, by alternative in the order given."""

    rounds: tuple[tuple[float, ...], ...]

    def median(self, k: int) -> float:
        """Median seconds of alternative ``k``."""
        return statistics.median(seconds[k] for seconds in self.rounds)

    def ratio(self, k: int, to: int) -> float:
        """Median over the rounds of the time of alternative ``k`` in terms of that of ``to``."""
        return statistics.median(seconds[k] / seconds[to] for seconds in self.rounds)


def alternate(works: Sequence[Work], rounds: int, clock: Clock = time.thread_time) -> Timings:
    """Run all the works in turn, ``rounds`` times, after one round that warms caches and isn't counted."""
    for work in works:
        work()
    measured = []
    for _ in range(rounds):
        seconds = []
        for work in works:
            start = clock()
            work()
            seconds.append(clock() - start)
        measured.append(tuple(seconds))
    return Timings(tuple(measured))
