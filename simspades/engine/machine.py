"""The engine's machine code: loaded from the cache, or compiled when it is first wanted.

Compiling takes minutes of work that falls into two halves, so the first time another process does one of them.
"""

from __future__ import annotations

import functools
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from simspades.engine.jit import cache_directory

#: The modules whose import compiles the two halves.
HALVES = ("simspades.engine.phases_before", "simspades.engine.driver")

#: Written into the cache when everything is there.
_COMPLETE = "complete"
_lock = threading.Lock()


class Machine(NamedTuple):
    """The driver, and the addresses of its phases in the order of ``context.PHASE_*``."""

    drive: Callable[..., int]
    phases: np.ndarray


def is_compiled() -> bool:
    """Whether all of it is in the cache or in memory."""
    directory = cache_directory()
    return HALVES[1] in sys.modules or (directory is not None and (directory / _COMPLETE).exists())


def machine() -> Machine:
    """The engine, ready to play."""
    with _lock:
        return _load()


@functools.cache
def _load() -> Machine:
    directory = cache_directory()
    half = None
    if directory is not None and not is_compiled():
        # where no second process can be had, the first does all of it
        command = [sys.executable, "-c", f"import {HALVES[0]}"]
        half = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    from simspades.engine import driver, phases_play

    if half is not None:
        half.wait()
    from simspades.engine import phases_before

    phases: list[Any] = [
        phases_before.early_phase,
        phases_before.deal_phase,
        phases_before.before_phase,
        phases_before.in_turn_phase,
        phases_before.by_side_phase,
        phases_before.after_phase,
        phases_play.play_phase,
        phases_play.alternating_phase,
        phases_play.any_table_phase,
        phases_play.score_phase,
    ]
    if directory is not None:
        _note_complete(directory)
    return Machine(driver.drive, np.array([phase.address for phase in phases], dtype=np.int64))


def _note_complete(directory: Path) -> None:
    (directory / _COMPLETE).touch()
