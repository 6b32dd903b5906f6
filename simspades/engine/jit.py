"""The one place that decides how the engine's code is compiled and where compiled code is kept.

numba's own disk cache looks only at the file of the decorated function, so a change in a helper of another file would
leave a stale driver behind. Everything here is therefore cached in a directory named by the digest of all of the
engine's sources and of the versions that shape machine code: an edit or an upgrade starts a fresh directory.

The cache is a convenience: where it cannot be written, everything still runs and only compiles again.
``SIMSPADES_CACHE=0`` turns it off; ``NUMBA_CACHE_DIR`` moves it.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import llvmlite
import numba
import numpy as np
import platformdirs
from numba import types

from simspades.errors import SimspadesError

#: Modules of the engine that hold no compiled code.
HOST_MODULES = {
    "__init__.py",
    "block.py",
    "calls.py",
    "explain.py",
    "kernels.py",
    "machine.py",
    "numbers.py",
    "trace.py",
    "warm.py",
}

#: Directories of other digests that nobody touched for so long are removed.
STALE_AFTER_DAYS = 30


@functools.cache
def package_digest() -> str:
    """Digest of all that decides what the engine compiles to: its sources and their place, Python and the libraries."""
    digest = hashlib.sha256()
    engine = Path(__file__).resolve().parent
    strategies = engine.parent / "strategies"
    # numba files compiled code by the path of its source as well, so a second installation starts anew in any case
    digest.update(str(engine).encode())
    compiled = [path for path in sorted(engine.glob("*.py")) if path.name not in HOST_MODULES]
    for path in [*compiled, strategies / "helpers.py", strategies / "views.py"]:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    for version in (sys.version, numba.__version__, llvmlite.__version__, np.__version__):
        digest.update(version.encode())
    return digest.hexdigest()[:16]


def _writable(directory: Path) -> bool:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return True
    except OSError:
        return False


def _prune(root: Path, keep: Path) -> None:
    """Remove the compiled code of versions that were not used for a while."""
    horizon = time.time() - STALE_AFTER_DAYS * 86400
    for directory in root.iterdir():
        if directory != keep and directory.is_dir() and directory.stat().st_mtime < horizon:
            shutil.rmtree(directory, ignore_errors=True)


@functools.cache
def cache_directory() -> Path | None:
    """Where compiled code of this version is kept, or None where nothing can be kept."""
    switch = os.environ.get("SIMSPADES_CACHE", "1")
    if switch not in ("0", "1"):
        raise SimspadesError(f"the environment variable SIMSPADES_CACHE must be 0 or 1, not {switch!r}")
    if switch == "0":
        return None
    parent = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("simspades", appauthor=False)
    root = Path(parent) / "simspades-kernels"
    directory = root / package_digest()
    if not _writable(directory):
        return None
    with contextlib.suppress(OSError):
        os.utime(directory)
        _prune(root, keep=directory)
    return directory


@contextlib.contextmanager
def _numba_cache_directory(directory: Path):
    """Point numba at our directory while a function is decorated; numba fixes the place at that moment."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(directory)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


#: numpy's error model leaves out the test for a division by zero, a branch that no vector code survives.
_OPTIONS = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def _one_version(dispatcher):
    """Compile a helper once for whole numbers, not again for each constant that it is called with.

    LLVM sees the constants all the same, after inlining; numba's own versions for literals would only cost time.
    """
    by_types = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: by_types(
        tuple(map(types.unliteral, args)), {name: types.unliteral(value) for name, value in kws.items()}
    )
    return dispatcher


def inline(function):
    """A helper that is always inlined: LLVM then sees constant rows and one straight loop body."""
    return _one_version(numba.njit(forceinline=True, **_OPTIONS)(function))


def outline(function):
    """A phase of a hand, compiled once on its own and called: the driver's own code stays small."""
    return _one_version(numba.njit(**_OPTIONS)(function))


def cached(signature):
    """A function compiled for one signature when it is first called for, kept on disk, and run without the GIL."""

    def decorate(function):
        directory = cache_directory()
        if directory is None:
            return numba.njit(signature, nogil=True)(function)
        with _numba_cache_directory(directory):
            return numba.njit(signature, nogil=True, cache=True)(function)

    return decorate


def step(signature):
    """A strategy's step as a C function: the driver calls it by address, so no strategy is compiled into the driver."""

    def decorate(function):
        directory = cache_directory()
        if directory is None:
            return numba.cfunc(signature)(function)
        with _numba_cache_directory(directory):
            return numba.cfunc(signature, cache=True)(function)

    return decorate
