"""Files that appear whole or not at all, and failures of the file system as sentences.

A file is written under a temporary name in its own directory, flushed to the disk and only then given its name, so
that an interrupted run, a full disk or a power cut leaves no file that looks finished and is not.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simspades.errors import RecordError


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an OSError of the enclosed lines into a RecordError that says that ``path`` cannot be written, and why."""
    try:
        yield
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise RecordError(f"{path} cannot be written: {reason}") from error


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside ``path``; what was written there takes the name ``path`` if the block succeeds.

    Otherwise the temporary file is removed and an older file ``path`` stays as it was. The directory of ``path`` is
    made if it is missing, its parents are not.
    """
    with writing(path):
        path.parent.mkdir(exist_ok=True)
    # Threads, processes and machines each write their own temporary file, even of the same name.
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.tmp")
    try:
        yield temporary
        with writing(path):
            _flush_to_disk(temporary)
            temporary.replace(path)
            _flush_to_disk(path.parent)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def remove_leftovers(directory: Path) -> None:
    """Remove the temporary files that a killed run left in ``directory``; no run may be writing there."""
    for temporary in directory.glob(".*.tmp"):
        with writing(temporary):
            temporary.unlink(missing_ok=True)


def _flush_to_disk(path: Path) -> None:
    if path.is_dir() and os.name == "nt":
        return  # Windows cannot open directories; its renames are journalled
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
