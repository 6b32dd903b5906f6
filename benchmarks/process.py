"""The command line as a process of its own: how long it takes and how much memory it needs."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence


@dataclasses.dataclass(frozen=True)
class Finished:
    """A process that has ended.

    Attributes
    ----------
    seconds, processor_seconds
        Wall-clock time, and time on a processor.
    peak_bytes
        The most memory that it held at once.
    stderr
        What it wrote there.

    """

    seconds: float
    processor_seconds: float
    peak_bytes: int
    stderr: str


def simspades(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> Finished:
    """Run ``simspades`` with these arguments to its end; RuntimeError if it fails."""
    command = [sys.executable, "-m", "simspades", *arguments]
    with tempfile.TemporaryFile("w+") as messages:
        began = time.perf_counter()
        process = subprocess.Popen(
            command, env={**_surroundings(), **(environment or {})}, stdout=subprocess.DEVNULL, stderr=messages
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        messages.seek(0)
        text = messages.read()
    if process.returncode != 0:
        raise RuntimeError(f"simspades {' '.join(arguments)} failed: {text}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Finished(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit, text)


def _surroundings() -> dict[str, str]:
    """The environment of a user: Python keeps the bytecode of the package, as it does wherever one is installed."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
