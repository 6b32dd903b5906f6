"""``log.jsonl``: what the bytes of a run do not depend on. One JSON object a line: when, how long, on which machine,
with which versions.
"""

from __future__ import annotations

import json
import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from simspades.records.files import append_line

LOG_NAME = "log.jsonl"

_LIBRARIES = ("simspades", "numba", "numpy", "pyarrow", "pandas")


def append_log(directory: Path, event: str, **details: object) -> None:
    """Append an event, with the time, to the log of the run in ``directory``; ``details`` are JSON values."""
    line = json.dumps({"time": datetime.now(UTC).isoformat(timespec="milliseconds"), "event": event, **details})
    append_line(directory / LOG_NAME, line)


def environment() -> dict[str, object]:
    """The machine and the versions, for the log's first line."""
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "versions": {name: version(name) for name in _LIBRARIES},
    }
