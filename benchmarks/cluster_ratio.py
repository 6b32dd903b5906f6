"""Two Dask workers of one thread against one, on this machine: a run to Parquet."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import report

from simspades.cluster import Cluster
from simspades.runs.api import run_with

HANDS, ROUNDS = 16 * (1 << 18), 3


def main() -> None:
    report.title(f"Dask workers: {HANDS:,} hands of steady to Parquet, without features (wall-clock time)")
    seconds = {1: 0.0, 2: 0.0}
    with started() as (address, add_worker):
        for n in (1, 2):
            add_worker()
            with Cluster(address) as cluster:
                while cluster.n_threads < n:
                    time.sleep(0.1)
                timed(cluster)  # the workers load the engine
                seconds[n] = min(timed(cluster) for _ in range(ROUNDS))
    absolute = f"{seconds[1]:.2f} s and {seconds[2]:.2f} s, the best of {ROUNDS}"
    report.figure("two workers", absolute, seconds[1] / seconds[2], "times", ">= 1.7")


def timed(cluster: Cluster) -> float:
    """Seconds of one run."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"hands": HANDS, "strategy": "steady", "seed": 1, "features": False}
        return run_with(settings, Path(folder) / "run", workers=cluster).seconds


@contextmanager
def started() -> Iterator[tuple[str, Callable[[], None]]]:
    """A scheduler, and what adds a worker to it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        processes = []

        def start(*arguments: str) -> None:
            command = [sys.executable, "-m", "dask", *arguments, "--scheduler-file", str(file), "--host", "127.0.0.1"]
            processes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

        start("scheduler", "--port", "0", "--no-dashboard")
        while not file.exists() or not file.read_text():
            time.sleep(0.1)
        try:
            yield (
                json.loads(file.read_text())["address"],
                lambda: start("worker", "--nthreads", "1", "--no-dashboard", "--local-directory", folder),
            )
        finally:
            for process in reversed(processes):
                process.terminate()
                process.wait()


if __name__ == "__main__":
    main()
