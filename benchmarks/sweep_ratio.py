"""A sweep against the engine alone: 200 rule sets, two line-ups, 100,000 hands a cell."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba.core.event
import report

from simspades.runs.threads import usable_threads
from simspades.studies.sweep.cells import Cell, cells_of
from simspades.studies.sweep.play import sweep
from simspades.studies.sweep.study import load_study

STUDY = """
title = "Speed"
seed = 1
hands = 100_000
lineups = ["steady", { strategies = ["steady", "basic"], exchange = false }]
[[rules]]
base = "std4"
[rules.grid]
"nil.value" = [50, 60, 70, 80, 90, 100, 110, 120, 130, 140]
"bags.penalty" = [0, 25, 50, 100, 200]
"bags.threshold" = [5, 7, 10, 12]
[baseline]
"nil.value" = 100
"bags.penalty" = 100
"bags.threshold" = 10
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "study.toml"
        path.write_text(STUDY, encoding="utf-8")
        cells = cells_of(load_study(path), path)
        hands = sum(cell.count for cell in cells)
        report.title(f"A sweep of {len(cells)} cells, {hands:,} hands (processor time, all threads)")
        engine(cells[:8])  # loads the strategies
        before = measured(lambda: engine(cells))
        with numba.core.event.install_recorder("numba:compile") as recorder:
            seconds = measured(lambda: sweep(path, out=Path(folder) / "out"))
        after = measured(lambda: engine(cells))
        alone = (before + after) / 2
        absolute = f"{seconds:.1f} s, the engine alone {alone:.1f} s"
        report.figure("all of it, with table and page", absolute, seconds / alone, "times", "<= 1.2")
        report.figure("functions compiled by it", "", len(recorder.buffer), "", "<= 0", digits=0)


def engine(cells: list[Cell]) -> None:
    """The hands alone, on as many threads."""

    def play(cell: Cell) -> None:
        for dealer in cell.dealers():
            dealer.table.play(cell.seed, 0, cell.count)

    with ThreadPoolExecutor(usable_threads()) as pool:
        list(pool.map(play, cells))


def measured(work: Callable[[], object]) -> float:
    """Processor seconds of this process."""
    began = time.process_time()
    work()
    return time.process_time() - began


if __name__ == "__main__":
    main()
