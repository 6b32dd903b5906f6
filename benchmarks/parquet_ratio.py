"""A run to Parquet against the engine alone on the same threads, and the size of what it writes."""

from __future__ import annotations

import report

from simspades.bench.measure import compare_runs
from simspades.bench.throughput import ScratchRuns, bytes_per_hand
from simspades.runs.threads import usable_threads

HANDS, ROUNDS = 1 << 21, 9
#: name -> features are written, least part of the engine's speed, most bytes a hand
KINDS = {"without features": (False, ">= 0.45", "<= 16"), "with features": (True, ">= 0.3", "<= 32")}


def main() -> None:
    threads = usable_threads()
    report.title(f"Runs to Parquet: {HANDS:,} hands of steady, {threads} threads (median wall-clock time)")
    timings = compare_runs(HANDS, ROUNDS, [features for features, _, _ in KINDS.values()])
    alone = 1e-6 * HANDS / timings.median(0)
    for k, (name, (_, least, _)) in enumerate(KINDS.items(), start=1):
        absolute = f"{1e-6 * HANDS / timings.median(k):.2f} of {alone:.2f} M hands/s"
        report.figure(f"run {name}", absolute, timings.ratio(0, to=k), "of it", least)
    with ScratchRuns() as scratch:
        for name, (features, _, most) in KINDS.items():
            size = bytes_per_hand(scratch.run(HANDS, threads, features=features))
            report.figure(f"size {name}", f"{size * HANDS / 1e6:.1f} MB", size, "bytes", most)


if __name__ == "__main__":
    main()
