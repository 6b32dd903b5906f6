"""A run directory from the writing side: who may begin, replace or finish it, and what is already there.

Only files that a run makes are ever removed: ``run.json``, ``log.jsonl``, the parts and what a killed run left behind.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import uuid
from collections.abc import Iterator
from pathlib import Path

from simspades.errors import RecordError
from simspades.records.files import is_remote, remove_leftovers, replacing, writing
from simspades.records.log import LOG_NAME
from simspades.records.manifest import MANIFEST_NAME, Manifest, Part, Table
from simspades.records.reader import OtherSettingsError, check_part, read_part

_TABLES: tuple[Table, ...] = ("hands", "games")


def tables_of(manifest: Manifest) -> tuple[Table, ...]:
    """The folders that a run's parts are written to."""
    if manifest.summary_only:
        return ()
    return ("hands",) if manifest.mode == "hands" else ("hands", "games")


def check_free(directory: Path, overwrite: bool) -> None:
    """Raise :class:`RecordError` unless a new run may be written to ``directory``; nothing is changed."""
    if is_remote(directory):
        _check_store(directory)
    elif not directory.exists():
        _check_parent(directory)
    if not directory.exists():
        return
    if not directory.is_dir():
        raise RecordError(f"{directory} is a file; a run needs a directory")
    with writing(directory):
        is_empty = not any(directory.iterdir())
    if not is_remote(directory) and not os.access(directory, os.W_OK | os.X_OK):
        raise RecordError(f"{directory} cannot be written: {os.strerror(errno.EACCES)}")
    if is_empty:
        return
    if not _holds_run(directory):
        raise RecordError(f"{directory} is not empty and holds no run; choose another directory")
    if not overwrite:
        raise RecordError(f"{directory} holds a run already; finish it with --resume or replace it with --overwrite")


def make(directory: Path) -> None:
    """Make the directory and those above it; an object store has none."""
    if is_remote(directory):
        return
    with writing(directory):
        directory.mkdir(parents=True, exist_ok=True)


def clear(directory: Path) -> None:
    """Remove an older run from the directory; files that are no run's stay."""
    remove_unfinished(directory)
    for table in _TABLES:
        for part in (directory / table).glob("part-*.parquet"):
            with writing(part):
                part.unlink()
        if not is_remote(directory):
            with contextlib.suppress(OSError):  # it is not there, or somebody keeps other files in it
                (directory / table).rmdir()
    # run.json goes last: until then the directory can be recognised
    for name in (LOG_NAME, MANIFEST_NAME):
        with writing(directory / name):
            (directory / name).unlink(missing_ok=True)


def remove_unfinished(directory: Path) -> None:
    """Remove the temporary files of a run that was killed."""
    for folder in (directory, *(directory / table for table in _TABLES)):
        remove_leftovers(folder)


def finished_parts(directory: Path, manifest: Manifest) -> set[int]:
    """Indices of the parts whose files are all there, whole and of this run.

    Raises :class:`RecordError` where a part was played under other settings: ``run.json`` was changed since, and to
    play it again would mix two runs or replace one that somebody may want.
    """
    return {part.index for part in manifest.parts if _is_finished(directory, manifest, part)}


@contextlib.contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Keep a second process from writing to the same run; where the system has no locks, do nothing."""
    if is_remote(directory):
        yield
        return
    try:
        import fcntl
    except ImportError:
        yield
        return
    with writing(directory):
        descriptor = os.open(directory, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno == errno.EWOULDBLOCK:  # others: this file system has no locks
                raise RecordError(f"{directory} is being written by another process") from None
        yield
    finally:
        os.close(descriptor)


def _is_finished(directory: Path, manifest: Manifest, part: Part) -> bool:
    tables = tables_of(manifest)
    try:
        for table in tables:
            path = part.file(directory, table)
            check_part(path, manifest, part, table)
            # every page against its checksum: what a bit has flipped in is played again
            read_part(path)
    except OtherSettingsError as error:
        raise RecordError(
            f"{error}, so it was played under other settings; put {directory / MANIFEST_NAME} right, or remove the "
            "part to have it played again"
        ) from error
    except RecordError:
        return False
    return bool(tables)


def _holds_run(directory: Path) -> bool:
    """Whether ``run.json`` is one, of whatever version."""
    try:
        document = json.loads((directory / MANIFEST_NAME).read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(document, dict) and {"schema_version", "engine_version"} <= document.keys()


def _check_store(directory: Path) -> None:
    """Find out before a long compilation, rather than after it, that nothing can be written to an address."""
    probe = directory / f".probe-{uuid.uuid4().hex}.tmp"
    with replacing(probe) as temporary:
        temporary.touch()
    with writing(probe):
        probe.unlink()


def _check_parent(directory: Path) -> None:
    """Find out before a long compilation, rather than after it, that the directory cannot be made."""
    above = next(parent for parent in directory.absolute().parents if parent.exists())
    if not above.is_dir():
        raise RecordError(f"{directory} cannot be made: {above} is a file")
    if not os.access(above, os.W_OK | os.X_OK):
        raise RecordError(f"{directory} cannot be made: {above} cannot be written")
