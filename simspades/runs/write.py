"""Playing a plan into a run directory, part by part, so that it can be stopped at any moment and finished later."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from simspades.engine import IllegalChoiceError
from simspades.errors import RecordError, SimspadesError
from simspades.records.log import append_log, environment
from simspades.records.manifest import Manifest, Mode
from simspades.records.reader import Run
from simspades.runs.directory import remove_unfinished
from simspades.runs.keep import Keeper, keeper
from simspades.runs.play import Dealer
from simspades.runs.threads import Control
from simspades.runs.workers import Workers

#: Called about ten times a second with how many are done, of how many, and what they are: hands or games.
ProgressCallback = Callable[[int, int, Mode], None]


class Interrupted(KeyboardInterrupt):
    """A run was stopped by Ctrl-C or SIGTERM; the message says what is kept and how to go on."""


class Outcome(NamedTuple):
    """A finished run, with how many hands (or games) were played now rather than earlier, and the seconds taken."""

    run: Run
    played: int
    seconds: float


def write_run(
    dealer: Dealer,
    directory: Path,
    manifest: Manifest,
    *,
    workers: Workers,
    progress: ProgressCallback | None = None,
) -> Outcome:
    """Play the parts that are missing in ``directory`` and complete its ``run.json``.

    Whatever ends this early, finished parts stay, and ``run.json`` says that the run was interrupted.
    """
    kept = keeper(dealer, directory, manifest)
    missing = [part for part in manifest.parts if part.index not in kept.finished]
    done = manifest.n - sum(part.count for part in missing)
    control = Control(done)

    def tell() -> None:
        if progress:
            progress(control.done, manifest.n, manifest.mode)

    began = time.monotonic()
    append_log(directory, "began", **environment(), threads=workers.n_threads, done=done)
    try:
        if missing:
            kept.save("running")
            if not manifest.summary_only:
                workers.must_see(directory)
        tell()
        workers.each(kept.work, missing, control, finished=kept.keep, tick=tell)
        if control.interrupted and len(kept.finished) < len(manifest.parts):
            raise Interrupted
        remove_unfinished(directory)  # of workers that were lost
        run = Run(directory, kept.save("done"))
    except BaseException as error:
        _record_end(kept, error)
        if explained := _explained(error, dealer, kept):
            raise explained from error
        raise
    seconds = time.monotonic() - began
    played = manifest.n - done
    append_log(directory, "done", seconds=round(seconds, 3), played=played, per_s=round(played / seconds))
    return Outcome(run, played, seconds)


def _record_end(kept: Keeper, error: BaseException) -> None:
    """Note the early end as far as the disk lets us; the parts themselves tell what is finished."""
    event = "interrupted" if isinstance(error, KeyboardInterrupt) else "failed"
    with contextlib.suppress(RecordError, OSError):
        append_log(kept.directory, event, reason=str(error), finished=len(kept.finished))
    with contextlib.suppress(RecordError, OSError):
        kept.save("interrupted")


def _explained(error: BaseException, dealer: Dealer, kept: Keeper) -> BaseException | None:
    """The error in the user's terms: what went wrong, what is kept, how to go on. None for a defect."""
    parts = f"{len(kept.finished)} of {len(kept.manifest.parts)} parts are finished and kept"
    again = f"finish the run with: simspades run --resume --out {kept.directory}"
    if isinstance(error, IllegalChoiceError):
        return dealer.explain(error, str(kept.directory))
    if isinstance(error, KeyboardInterrupt):
        return Interrupted(f"interrupted: {parts}; {again}")
    if isinstance(error, SimspadesError):
        return type(error)(f"{error}; {parts}; {again}")
    return None
