"""A study from its file to its table: what is missing is played, what is there is kept."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from simspades.engine import ENGINE_VERSION
from simspades.engine.kernels import source_digest
from simspades.errors import RecordError, SimspadesError
from simspades.records.files import located, remove_leftovers, replacing, writing
from simspades.records.log import append_log, environment
from simspades.records.manifest import Mode
from simspades.runs.directory import locked, make
from simspades.runs.threads import Control
from simspades.runs.workers import Threads, Workers
from simspades.studies.sweep.cells import Cell, baselines, cells_of
from simspades.studies.sweep.page import write_page
from simspades.studies.sweep.store import FOLDER, PlayUnit, Unit, is_there, units_of
from simspades.studies.sweep.study import Study, load_study
from simspades.studies.sweep.table import Row, rows_of, write_table

RECORD_NAME = "record.json"

#: Called about ten times a second with how many are done, of how many, and what they are: hands or games.
ProgressCallback = Callable[[int, int, Mode], None]


class SweepInterrupted(KeyboardInterrupt):
    """A study was stopped by Ctrl-C or SIGTERM; the message says what is kept and how to go on."""


@dataclasses.dataclass(frozen=True)
class Sweep:
    """A finished study.

    Attributes
    ----------
    directory, study, rows
        Where it is; what its file says; a row for each cell.
    played
        How many cells were played now, or finished; the others were there.
    seconds
        How long that took.

    """

    directory: Path
    study: Study
    rows: list[Row]
    played: int
    seconds: float


def sweep(
    path: str | Path,
    *,
    out: str | Path,
    workers: Workers | None = None,
    progress: ProgressCallback | None = None,
    command: str = "",
) -> Sweep:
    """Play a study and write its table and its page; cells that ``out`` holds already are not played again.

    Parameters
    ----------
    path
        The study file, see :mod:`simspades.studies.sweep.study`.
    out
        The directory: new, empty, or that of an earlier study, interrupted or finished, whose cells are kept.
    workers
        Where it is played: threads of this process unless given.
    progress
        Called about ten times a second.
    command
        What repeats the study, for the page.

    Raises
    ------
    SimspadesError
        One sentence on what is wrong with the study file, before anything is played.
    SweepInterrupted
        After Ctrl-C; finished ranges are kept.

    """
    path, directory = Path(path), located(out)
    study = load_study(path)
    cells = cells_of(study, path)
    against = baselines(cells, study.baseline, path)
    check_shown(study, cells, path)
    check_place(directory)
    make(directory)
    began = time.monotonic()
    with locked(directory):
        remove_leftovers(directory)
        remove_leftovers(directory / FOLDER)
        _write_record(directory, study, cells)
        played = _play(cells, directory, workers or Threads(), progress)
        remove_leftovers(directory / FOLDER)  # of workers that were lost
        rows = rows_of(cells, against, directory)
        write_table(directory, rows)
        write_page(directory, study, rows, command or f"simspades sweep {path} --out {directory}")
    return Sweep(directory, study, rows, played, time.monotonic() - began)


def _play(cells: list[Cell], directory: Path, workers: Workers, progress: ProgressCallback | None) -> int:
    """Play the missing ranges; returns of how many cells."""
    distinct = {cell.key: cell for cell in cells}  # two cells may come to the same
    units = [unit for cell in distinct.values() for unit in units_of(cell)]
    missing = [unit for unit in units if not is_there(unit, directory)]
    mode = cells[0].mode
    total = sum(_size(unit) for unit in units)
    control = Control(total - sum(_size(unit) for unit in missing))
    finished: list[Unit] = []

    def tick() -> None:
        if progress:
            progress(control.done, total, mode)

    if missing:
        make(directory / FOLDER)
        workers.must_see(directory)
    append_log(directory, "began", **environment(), threads=workers.n_threads, cells=len(cells), ranges=len(missing))
    began = time.monotonic()
    try:
        workers.each(PlayUnit(directory.resolve()), missing, control, finished.append, tick)
    except SimspadesError as error:
        append_log(directory, "failed", reason=str(error))
        raise type(error)(f"{error}; {_kept(len(finished), missing)}") from error
    if control.interrupted and len(finished) < len(missing):
        append_log(directory, "interrupted")
        raise SweepInterrupted(f"interrupted: {_kept(len(finished), missing)}")
    append_log(directory, "done", seconds=round(time.monotonic() - began, 3))
    return len({unit.cell.key for unit in missing})


def _kept(finished: int, missing: list[Unit]) -> str:
    return f"{finished} of {len(missing)} ranges that were missing are finished and kept; the same command goes on"


def _size(unit: Unit) -> int:
    return unit.count * len(unit.cell.seatings)


def check_place(directory: Path) -> None:
    """Refuse a directory that holds something else; RecordError."""
    if directory.exists() and not directory.is_dir():
        raise RecordError(f"{directory} is a file; a study needs a directory")
    if directory.is_dir() and any(directory.iterdir()) and not (directory / RECORD_NAME).exists():
        raise RecordError(f"{directory} is not empty and holds no study; choose another directory")


def check_shown(study: Study, cells: list[Cell], path: Path) -> None:
    """Refuse figures of ``show`` that there are not; StudyError."""
    from simspades.errors import StudyError, nearest
    from simspades.studies.sweep.figures import figure_names

    known = [figure.name for figure in figure_names(max(len(cell.parties.members) for cell in cells))]
    for name in study.show:
        if name not in known:
            raise StudyError(f"{path}: show: there is no figure {name}{nearest(name, known)}")


def _write_record(directory: Path, study: Study, cells: list[Cell]) -> None:
    """``record.json``: what the numbers depend on. The same study gives the same bytes."""
    strategies = {player.spec: player.strategy for cell in cells for player in cell.players}
    record: dict[str, Any] = {
        "simspades": version("simspades"),
        "engine_version": ENGINE_VERSION,
        "study": study.model_dump(mode="json", exclude_none=True),
        "strategies": {name: source_digest(strategy) for name, strategy in strategies.items()},
        "cells": [
            {
                "cell": cell.label,
                "key": cell.key,
                "rules": cell.rules.changed(_std4()) | {"game.family": cell.rules.game.family},
                "rules_digest": cell.rules.digest,
                "seatings": [[cell.players[k].spec for k in seating] for seating in cell.seatings],
            }
            for cell in cells
        ],
    }
    path = directory / RECORD_NAME
    with replacing(path) as temporary, writing(path):
        temporary.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _std4() -> Any:
    from simspades.rules import load_rules

    return load_rules("std4")


def plan(path: Path) -> str:
    """What a study would play, as text; SimspadesError where it cannot be played."""
    study = load_study(path)
    cells = cells_of(study, path)
    against = baselines(cells, study.baseline, path)
    check_shown(study, cells, path)
    lines = [f"{study.title}: {len(cells)} cells, {cells[0].count:,} {cells[0].mode} in each seating"]
    for cell, base in zip(cells, against, strict=True):
        compared = "" if base is None or cells[base] is cell else f", against {cells[base].label}"
        n = len(cell.seatings)
        lines.append(f"  {cell.label}: {n} seating{'' if n == 1 else 's'}{compared}")
    return "\n".join(lines)
