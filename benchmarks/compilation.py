"""What another value of a rule option or of a strategy's parameter compiles: nothing. And what a player's first use
costs once the engine is there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numba.core.event
import report

from simspades.engine import Situation, Table
from simspades.rules import load_rules
from simspades.strategies import load_strategy
from simspades.strategies.library import LIBRARY

CHANGES = {
    "rule options": (["nil.value=50", "bags.threshold=7", "play.spade_lead=any_time"], "steady"),
    "a parameter": ([], "steady(lean=9, reach=1)"),
}

#: Compiles the engine with the default decisions, and then players; prints the processor time of the latter.
FIRST_USE = """
import sys, time
from simspades.engine.kernels import default_module, load_kernel
from simspades.engine.machine import machine
from simspades.strategies import load_strategy
machine()
default_module()
began = time.process_time()
for name in sys.argv[1:]:
    load_kernel(load_strategy(name))
print(time.process_time() - began)
"""


def compiled_by(overrides: list[str], spec: str) -> int:
    """How many functions are compiled by playing hands with these settings."""
    with numba.core.event.install_recorder("numba:compile") as recorder:
        Table(load_rules("std4", overrides), [load_strategy(spec)] * 4, Situation()).play(1, 0, 1000)
    return len(recorder.buffer)


def first_use(cache: Path, *names: str) -> float:
    """Seconds of processor time until players can be used in a process that finds in the cache what is there."""
    command = [sys.executable, "-c", FIRST_USE, *names]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(answer.stdout)


def main() -> None:
    report.title("Functions compiled by another value, once steady has been played")
    compiled_by([], "steady")
    for name, (overrides, spec) in CHANGES.items():
        absolute = ", ".join(overrides) or spec
        report.figure(name, absolute, compiled_by(overrides, spec), "", "<= 0", digits=0)
    report.title("First use of a player, the engine being compiled (processor time)")
    with tempfile.TemporaryDirectory() as directory:
        engine, own = Path(directory) / "engine", Path(directory) / "own"
        first_use(engine)
        for name in LIBRARY:
            shutil.copytree(engine, own)
            report.figure(name, "", first_use(own, name), "s", "<= 5")
            shutil.rmtree(own)


if __name__ == "__main__":
    main()
