"""Where work is done: on threads of this process, or elsewhere.

Whoever has work to do for many items says what is to be done with one of them and takes the results as they come;
the workers decide where and in which order. So results must not depend on either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol, TypeVar

from simspades.runs.threads import Control, check_threads, run_parts

Item = TypeVar("Item")
Result = TypeVar("Result")

#: What is done for an item. It tells the control how much is done, and may ask it whether to stop. Work that goes to
#: other processes is pickled, and so are its items and results.
Work = Callable[[Item, Control], Result]


class Workers(Protocol):
    """Those who do the work."""

    @property
    def n_threads(self) -> int:
        """How many items are worked on at once."""

    def must_see(self, directory: Path) -> None:
        """Raise SimspadesError if some worker does not see the directory, which is there, under the same path."""

    def each(
        self,
        work: Work[Item, Result],
        items: Iterable[Item],
        control: Control,
        finished: Callable[[Result], None],
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        """Do ``work(item, control)`` for every item and hand each result to ``finished``, in this thread, as it comes.

        ``tick`` is called ten times a second. The first error stops everybody and is raised; an interrupt sets
        ``control.interrupted``; after ``control.stop()`` nothing new is begun.
        """


class Threads:
    """Threads of this process: all processors unless their number is given."""

    def __init__(self, threads: int | None = None) -> None:
        self._n = check_threads(threads)

    @property
    def n_threads(self) -> int:
        """How many there are."""
        return self._n

    def must_see(self, directory: Path) -> None:
        """They do: it is the same process."""

    def each(
        self,
        work: Work[Item, Result],
        items: Iterable[Item],
        control: Control,
        finished: Callable[[Result], None],
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        """As :meth:`Workers.each`."""
        run_parts(lambda item: work(item, control), items, self._n, control, finished, tick)
