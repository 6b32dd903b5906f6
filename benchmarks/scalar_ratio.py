"""The lockstep engine against the scalar one, on one core: nanoseconds a hand, hands a second, and the ratio."""

from __future__ import annotations

import report

from simspades.bench.lineups import HANDS, LINEUPS
from simspades.bench.measure import compare_engines, time_deal

ROUNDS = 100
BOUNDS = {"basic": ">= 4.5", "steady": ">= 4.0", "steady_basic": ">= 2.8"}


def compare(name: str, tuned_shuffle: bool) -> None:
    """Print one line-up's figure; only the plain shuffle has one to reach."""
    timings = compare_engines(name, ROUNDS, tuned_shuffle)
    lockstep, scalar = timings.median(0) / HANDS, timings.median(1) / HANDS
    absolute = f"{1e9 * lockstep:.0f} and {1e9 * scalar:.0f} ns a hand, {1e-6 / lockstep:.2f} M hands/s"
    title = f"{name}, tuned shuffle" if tuned_shuffle else name
    report.figure(title, absolute, timings.ratio(1, to=0), "times", None if tuned_shuffle else BOUNDS[name])


def main() -> None:
    report.title("Lockstep and scalar engine, std4, one thread (median processor time)")
    for tuned_shuffle in (False, True):
        for name in LINEUPS:
            compare(name, tuned_shuffle)
    print(f"  the deal alone: {1e9 * time_deal(ROUNDS):.0f} ns a hand")


if __name__ == "__main__":
    main()
