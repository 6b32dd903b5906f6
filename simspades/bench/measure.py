"""The figures of ``simspades bench``."""

from __future__ import annotations

import dataclasses
import platform
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from typing import Any

from simspades.bench.dealing import deal_hands
from simspades.bench.lineups import HANDS, LINEUPS, LineUp
from simspades.bench.signature import signature
from simspades.bench.throughput import ScratchRuns, engine_table, play_on_threads
from simspades.bench.timing import Timings, alternate
from simspades.bench.vectors import vector_use
from simspades.engine import ENGINE_VERSION
from simspades.engine.layout import LANES
from simspades.errors import SimspadesError
from simspades.runs.threads import usable_threads

#: Libraries that decide how fast the engine is.
_LIBRARIES = ("simspades", "numba", "llvmlite", "numpy", "pyarrow")


@dataclasses.dataclass(frozen=True)
class Effort:
    """How long to measure.

    Attributes
    ----------
    rounds
        Of work on one thread, some tens of milliseconds each.
    thread_rounds, thread_hands
        Of work on several threads, and the hands of each round.

    """

    rounds: int
    thread_rounds: int
    thread_hands: int


FULL = Effort(rounds=60, thread_rounds=9, thread_hands=1 << 20)
QUICK = Effort(rounds=11, thread_rounds=3, thread_hands=1 << 19)

#: Blocks of lanes that one round of dealing deals.
_DEAL_BLOCKS = 400

Note = Callable[[str], None]


def compare_engines(name: str, rounds: int, tuned_shuffle: bool = False) -> Timings:
    """Rounds of :data:`HANDS` hands by the lockstep engine and by the scalar one, on one thread."""
    lineup = LineUp.of(name, tuned_shuffle)
    return alternate([lambda: lineup.lockstep.play(1, 0, HANDS), lambda: lineup.scalar.play(1, 0, HANDS)], rounds)


def compare_threads(hands: int, rounds: int) -> Timings:
    """Rounds of ``hands`` hands of ``steady`` on one thread and on two."""
    table = engine_table()
    return alternate(
        [lambda: play_on_threads(table, hands, 1), lambda: play_on_threads(table, hands, 2)], rounds, time.perf_counter
    )


def compare_runs(hands: int, rounds: int, features: Sequence[bool] = (False,)) -> Timings:
    """Rounds of ``hands`` hands of ``steady`` on all threads: the engine alone, then a run to Parquet.

    A run for each of ``features``: whether the holdings' features are written.
    """
    table, threads = engine_table(), usable_threads()
    with ScratchRuns() as scratch:
        runs = [partial(scratch.run, hands, threads, features=wanted) for wanted in features]
        return alternate([lambda: play_on_threads(table, hands, threads), *runs], rounds, time.perf_counter)


def time_deal(rounds: int) -> float:
    """Seconds that the deal of one hand takes on one thread."""
    return alternate([lambda: deal_hands(_DEAL_BLOCKS)], rounds).median(0) / (_DEAL_BLOCKS * LANES)


def vector_width() -> int | None:
    """Bits of the widest vector registers in the machine code of ``steady``; None where that cannot be told."""
    try:
        return max(use.width for use in vector_use(["steady"])["steady"].values())
    except SimspadesError:
        return None


def prepare() -> int | None:
    """Compile all that is to be measured; meanwhile another process looks at the machine code for the vector width."""
    with ThreadPoolExecutor(1) as pool:
        width = pool.submit(vector_width)
        for name in LINEUPS:
            LineUp.of(name).scalar.play(1, 0, 1)
        return width.result()


def versions() -> dict[str, str | int]:
    """What the figures depend on besides the machine."""
    return {
        "python": platform.python_version(),
        **{name: version(name) for name in _LIBRARIES},
        "engine": ENGINE_VERSION,
    }


def measure(effort: Effort, note: Note = lambda what: None) -> dict[str, Any]:
    """All figures by the keys of ``simspades bench --json``; ``note`` is told what is being done."""
    note("compiling")
    width = prepare()
    seconds, ratios = {}, {}
    for name in LINEUPS:
        note(f"measuring {name}: the lockstep engine and the scalar one")
        timings = compare_engines(name, effort.rounds)
        seconds[name] = timings.median(0) / HANDS
        ratios[name] = timings.ratio(1, to=0)
    note("measuring one thread and two")
    threads = compare_threads(effort.thread_hands, effort.thread_rounds)
    note("measuring the engine alone and a run to Parquet")
    runs = compare_runs(effort.thread_hands, effort.thread_rounds)
    note("measuring the deal, and the outcome signature")
    return {
        "hands_per_s": {name: round(1 / each) for name, each in seconds.items()},
        "ns_per_hand": {name: round(1e9 * each, 1) for name, each in seconds.items()},
        "scalar_ratio": {name: round(ratio, 2) for name, ratio in ratios.items()},
        "threads_ratio": round(threads.ratio(0, to=1), 2),
        "parquet_ratio": round(runs.ratio(0, to=1), 2),
        "deal_ns": round(1e9 * time_deal(effort.rounds), 1),
        "vector_width": width,
        "signature": signature(),
        "versions": versions(),
    }
