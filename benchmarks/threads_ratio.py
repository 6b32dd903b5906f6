"""Two threads against one, the engine alone."""

from __future__ import annotations

import report

from simspades.bench.measure import compare_threads

HANDS, ROUNDS = 1 << 20, 11


def main() -> None:
    report.title(f"Threads: {HANDS:,} hands of steady (median wall-clock time)")
    timings = compare_threads(HANDS, ROUNDS)
    one, two = 1e-6 * HANDS / timings.median(0), 1e-6 * HANDS / timings.median(1)
    report.figure("two threads", f"{one:.2f} and {two:.2f} M hands/s", timings.ratio(0, to=1), "times", ">= 1.8")


if __name__ == "__main__":
    main()
