"""What another value of a rule option or of a strategy's parameter compiles: nothing."""

from __future__ import annotations

import numba.core.event
import report

from simspades.engine import Situation, Table
from simspades.rules import load_rules
from simspades.strategies import load_strategy

CHANGES = {
    "rule options": (["nil.value=50", "bags.threshold=7", "play.spade_lead=any_time"], "steady"),
    "a parameter": ([], "steady(lean=9, reach=1)"),
}


def compiled_by(overrides: list[str], spec: str) -> int:
    """How many functions are compiled by playing hands with these settings."""
    with numba.core.event.install_recorder("numba:compile") as recorder:
        Table(load_rules("std4", overrides), [load_strategy(spec)] * 4, Situation()).play(1, 0, 1000)
    return len(recorder.buffer)


def main() -> None:
    report.title("Functions compiled by another value, once steady has been played")
    compiled_by([], "steady")
    for name, (overrides, spec) in CHANGES.items():
        absolute = ", ".join(overrides) or spec
        report.figure(name, absolute, compiled_by(overrides, spec), "", "<= 0", digits=0)


if __name__ == "__main__":
    main()
