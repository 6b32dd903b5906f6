"""How long one waits for the command line: its help, a short run, and the first run ever."""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

import report
from process import Finished, simspades

ROUNDS = 9


def short_run(directory: str, environment: dict[str, str] | None = None) -> Finished:
    """A run of 1,000 hands."""
    out = str(Path(directory) / "run")
    settings = ["--hands", "1000", "--strategy", "steady", "--strategy", "basic", "--seed", "1"]
    return simspades(["run", *settings, "--out", out, "--overwrite"], environment)


def main() -> None:
    report.title("Waiting for the command line (wall-clock time)")
    helps = [simspades(["--help"]) for _ in range(ROUNDS)]
    seconds = statistics.median(each.seconds for each in helps)
    report.figure("simspades --help", f"median of {ROUNDS}", seconds, "s", "<= 0.4")
    with tempfile.TemporaryDirectory() as directory:
        short_run(directory)  # compiles what is not in the cache
        runs = [short_run(directory) for _ in range(ROUNDS)]
        seconds = statistics.median(each.seconds for each in runs)
        absolute = f"{statistics.median(each.processor_seconds for each in runs):.2f} s of processor time"
        report.figure("1,000 hands, compiled before", f"median of {ROUNDS}, {absolute}", seconds, "s", "<= 2")
        first = short_run(directory, {"NUMBA_CACHE_DIR": str(Path(directory) / "cache")})
        said = "announced" if "compiling" in first.stderr else "NOT ANNOUNCED"
        absolute = f"{first.processor_seconds:.1f} s of processor time, {said}"
        report.figure("1,000 hands, nothing compiled", absolute, first.seconds, "s", "<= 60", digits=1)


if __name__ == "__main__":
    main()
