"""Cards a second in every preset, and what a single option costs, against std4 in the same run."""

from __future__ import annotations

import report

from simspades.bench.games import FACTOR_OF_AN_OPTION, OPTIONS, PHASES, compare_options, compare_presets, misdeal_cost

ROUNDS = 15


def main() -> None:
    report.title("Presets: cards/s of basic at every seat, and their ratio to std4's (one thread, medians)")
    for name, speed, ratio, is_draft in compare_presets(ROUNDS):
        report.figure(name, f"{speed:.0f} M cards/s", ratio, "times", None if is_draft else ">= 0.5")
    report.title("Options: speed per card of std4 with one option, against std4 without (basic, one thread, medians)")
    for text, ratio in compare_options(OPTIONS, ROUNDS):
        report.figure(text, "", ratio, "times", f">= {FACTOR_OF_AN_OPTION}")
    report.title("Options that add a phase (no figure to reach)")
    for text, ratio in compare_options(PHASES, ROUNDS):
        report.figure(text, "", ratio, "times", None)
    report.title("Misdeals with every condition: what they cost, in deals a hand")
    cost = misdeal_cost(ROUNDS)
    report.figure("all conditions", f"{cost.nanoseconds:.0f} ns a hand", cost.deals, "deals", "<= 1")


if __name__ == "__main__":
    main()
