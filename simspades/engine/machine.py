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

#: What compiles the two halves when it is imported; with the driver come the play and the score.
BEFORE_THE_PLAY, FROM_THE_PLAY_ON = "simspades.engine.auction, simspades.engine.dealing", "simspades.engine.driver"

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
    return FROM_THE_PLAY_ON in sys.modules or (directory is not None and (directory / _COMPLETE).exists())


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
        command = [sys.executable, "-c", f"import {BEFORE_THE_PLAY}"]
        half = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    from simspades.engine import driver, special, tricks

    if half is not None:
        half.wait()
    from simspades.engine import auction, dealing

    phases: list[Any] = [
        auction.call_early,
        dealing.deal_with_care,
        auction.before_bidding,
        auction.bid_in_turn,
        auction.bid_by_side,
        auction.after_bidding,
        tricks.play_four,
        tricks.play_alternating,
        tricks.play_any,
        special.score_special,
    ]
    if directory is not None:
        _note_complete(directory)
    return Machine(driver.drive, np.array([phase.address for phase in phases], dtype=np.int64))


def _note_complete(directory: Path) -> None:
    (directory / _COMPLETE).touch()
