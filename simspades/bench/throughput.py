"""The engine and the run on several threads, as wall-clock time sees them."""

from __future__ import annotations

import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

from simspades.engine import Situation, Table
from simspades.errors import SimspadesError
from simspades.records.encoding import ROW_GROUP
from simspades.records.reader import Run
from simspades.rules import load_rules
from simspades.runs.api import run
from simspades.strategies.library import LIBRARY

#: Hands that a thread gets at a time, as in a run.
BLOCK = ROW_GROUP


def engine_table(strategy: str = "steady") -> Table:
    """The table of std4 hands with one strategy at every seat."""
    return Table(load_rules("std4"), [LIBRARY[strategy]] * 4, Situation())


def play_on_threads(table: Table, hands: int, threads: int) -> None:
    """Play ``hands`` hands in blocks and throw the outcomes away."""

    def play(first: int) -> None:
        table.play(1, first, min(BLOCK, hands - first))

    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(play, range(0, hands, BLOCK)):
            pass


class ScratchRuns:
    """Run directories in a temporary place, a new one for each run.

    Use it as a context: everything is removed at its end.
    """

    def __init__(self) -> None:
        try:
            self._place = tempfile.TemporaryDirectory(prefix="simspades-bench-")
        except OSError as error:
            raise SimspadesError(f"no temporary directory can be written: {error}") from error
        self._numbers = count()

    def __enter__(self) -> ScratchRuns:
        return self

    def __exit__(self, *_: object) -> None:
        self._place.cleanup()

    def run(self, hands: int, threads: int, *, features: bool, strategy: str = "steady") -> Run:
        """Play std4 hands with one strategy at every seat into a new directory."""
        directory = Path(self._place.name) / f"{next(self._numbers)}"
        return run("std4", out=directory, hands=hands, strategy=strategy, seed=1, features=features, threads=threads)


def bytes_per_hand(finished: Run) -> float:
    """Size of a run's Parquet files for each of its hands."""
    return sum(file.stat().st_size for file in finished.hands_files) / finished.manifest.n
