"""The most memory that a run to Parquet holds at once, and that it doesn't grow with the number of hands."""

from __future__ import annotations

import tempfile
from pathlib import Path

import report
from process import simspades

SIZES = (2_000_000, 20_000_000)
MIB = 1 << 20


def main() -> None:
    report.title("Peak memory of a run to Parquet with features, steady, all threads")
    peaks = []
    with tempfile.TemporaryDirectory() as directory:
        out = str(Path(directory) / "run")
        for hands in SIZES:
            settings = ["--hands", str(hands), "--strategy", "steady", "--seed", "1"]
            finished = simspades(["run", *settings, "--out", out, "--overwrite"])
            peaks.append(finished.peak_bytes / MIB)
            absolute = f"{finished.seconds:.1f} s, {1e-6 * hands / finished.seconds:.2f} M hands/s"
            report.figure(f"{hands:,} hands", absolute, peaks[-1], "MiB", "<= 1024", digits=0)
    report.figure("growth", f"{SIZES[-1] // SIZES[0]} times the hands", peaks[-1] / peaks[0], "times", "<= 1.3")


if __name__ == "__main__":
    main()
