"""How soon a match reaches a verdict, and what playing the same deals with sides exchanged is worth."""

from __future__ import annotations

import statistics

import numpy as np
import report
from process import simspades

from simspades.engine import Situation, Table
from simspades.rules import load_rules
from simspades.strategies import load_strategy

#: ``steady`` with less courage in the bidding, which is 0.8 points a hand better.
BETTER, WORSE = "steady(lean=-16)", "steady"
ROUNDS = 5
DEALS, GAMES = 200_000, 20_000


def main() -> None:
    report.title("Matches (wall-clock time from the shell, strategies compiled before)")
    test = ["match", BETTER, WORSE, "--sprt", "0:1"]
    simspades([*test, "--seed", "0"])  # compiles what is not in the cache
    seconds = statistics.median(simspades([*test, "--seed", str(k)]).seconds for k in range(ROUNDS))
    report.figure("verdict on 0 or 1 point a hand", f"median of {ROUNDS}, error 5 %", seconds, "s", "<= 10")
    report.title("Variance of the difference, unpaired against paired with exchange, for as many hands")
    for a, b in ((BETTER, WORSE), ("steady", "basic")):
        report.figure(f"{a} v {b}, hands", f"{DEALS:,} deals", hands_ratio(a, b), "times", ">= 1")
        report.figure(f"{a} v {b}, games", f"{GAMES:,} sequences", games_ratio(a, b), "times", ">= 1")


def tables(a: str, b: str, situation: Situation | None) -> list[Table]:
    """Both seatings."""
    rules = load_rules("std4")
    one, two = load_strategy(a), load_strategy(b)
    return [Table(rules, lineup, situation, 200) for lineup in ([one, two, one, two], [two, one, two, one])]


def hands_ratio(a: str, b: str) -> float:
    """By points a hand."""
    points = [table.play(1, 0, DEALS).hands["points"].astype(float) for table in tables(a, b, Situation())]
    return ratio(points[0][0] - points[0][1], points[1][1] - points[1][0])


def games_ratio(a: str, b: str) -> float:
    """By games won."""
    won = [table.play(1, 0, GAMES).games["winner"] for table in tables(a, b, None)]  # type: ignore[index]
    return ratio(np.where(won[0] == 0, 1.0, -1.0), np.where(won[1] == 1, 1.0, -1.0))


def ratio(one: np.ndarray, two: np.ndarray) -> float:  # type: ignore[type-arg]
    """Of the variances of a mean of two: of independent deals, and of both seatings of one deal."""
    unpaired = (one.var() + two.var()) / 4
    return float(unpaired / ((one + two) / 2).var())


if __name__ == "__main__":
    main()
