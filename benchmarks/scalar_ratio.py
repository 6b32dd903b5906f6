"""The lockstep engine against the scalar one, on one core: nanoseconds a hand, hands a second, and the ratio."""

from __future__ import annotations

from simspades.bench.lineups import HANDS, LINEUPS, LineUp
from simspades.bench.timing import alternate

ROUNDS = 40
FIGURES = {"basic": 4.5, "steady": 4.0, "steady_basic": 2.8}


def main() -> None:
    print(f"{'line-up':14}{'lockstep':>12}{'scalar':>12}{'lockstep':>14}{'ratio':>8}{'to reach':>10}")
    for name in LINEUPS:
        lineup = LineUp.of(name)
        timings = alternate(
            [
                lambda table=lineup.lockstep: table.play(1, 0, HANDS),
                lambda table=lineup.scalar: table.play(1, 0, HANDS),
            ],
            ROUNDS,
        )
        lockstep, scalar = timings.median(0) / HANDS, timings.median(1) / HANDS
        print(
            f"{name:14}{1e9 * lockstep:9.0f} ns{1e9 * scalar:9.0f} ns{1e-6 / lockstep:9.2f} M/s"
            f"{timings.ratio(1, to=0):8.2f}{FIGURES[name]:10.1f}"
        )


if __name__ == "__main__":
    main()
