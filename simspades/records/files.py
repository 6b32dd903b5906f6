"""Files that appear whole or not at all, and failures of the file system as sentences.

A file is written under a temporary name in its own directory, flushed to the disk and only then given its name, so
that an interrupted run, a full disk or a power cut leaves no file that looks finished and is not.

A directory may also be an address that fsspec knows, such as ``s3://bucket/my-run``. What is to be written there is
written to a temporary file of this machine and then sent, because an object store shows an object once all of it has
arrived.
"""

from __future__ import annotations

import os
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from simspades.errors import RecordError


def located(address: str | Path) -> Path:
    """The path of a directory, local or at an fsspec address."""
    if "://" not in str(address):
        return Path(address)
    from upath import UPath

    try:
        # what one machine has written, another has to see at once
        remote: Any = UPath(address, use_listings_cache=False)  # it does what a Path does, as far as it is asked here
    except Exception as error:
        raise RecordError(f"{address} cannot be read: {first_line(error)}") from error
    is_local = remote.protocol in ("file", "local")
    path: Path = Path(remote.path) if is_local else remote
    return path


def is_remote(path: Path) -> bool:
    """Whether a path is an fsspec address."""
    return not isinstance(path, Path)


def first_line(error: Exception) -> str:
    """What an error says, or at least what it is."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


def _reason(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else first_line(error)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an OSError of the enclosed lines into a RecordError that says that ``path`` cannot be written, and why.

    Of a remote storage any error is one: what they raise differs from one to the next.
    """
    try:
        yield
    except RecordError:
        raise
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {_reason(error)}") from error
    except Exception as error:
        if not is_remote(path):
            raise
        raise RecordError(f"{path} cannot be written: {first_line(error)}") from error


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """As :func:`writing`; what is not there is left a FileNotFoundError."""
    try:
        yield
    except (FileNotFoundError, NotADirectoryError) as error:
        raise FileNotFoundError(path) from error
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {_reason(error)}") from error
    except Exception as error:
        if not is_remote(path):
            raise
        raise RecordError(f"{path} cannot be read: {first_line(error)}") from error


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside ``path``; what was written there takes the name ``path`` if the block succeeds.

    Otherwise the temporary file is removed and an older file ``path`` stays as it was. The directory of ``path`` is
    made if it is missing, its parents are not.
    """
    if is_remote(path):
        with _sending(path) as local:
            yield local
        return
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


@contextmanager
def _sending(path: Path) -> Iterator[Path]:
    remote: Any = path
    with tempfile.TemporaryDirectory(prefix="simspades-") as folder:
        local = Path(folder) / path.name
        yield local
        with writing(path):
            remote.fs.put_file(str(local), remote.path)


def append_line(path: Path, line: str) -> None:
    """Add a line to a text file, which is made if it is missing."""
    if is_remote(path):  # objects cannot grow
        with writing(path):
            before = path.read_text(encoding="utf-8") if path.exists() else ""
        with replacing(path) as temporary:
            temporary.write_text(f"{before}{line}\n", encoding="utf-8", newline="\n")
        return
    with writing(path), path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(line + "\n")


def remove_leftovers(directory: Path) -> None:
    """Remove the temporary files that a killed run left in ``directory``; no run may be writing there."""
    if is_remote(directory):
        return  # they are on the machine that was killed
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
