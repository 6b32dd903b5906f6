"""The sums of a study's cells on disk: a small file for every range of deals of every cell.

A file is named by all that its contents depend on, so a study that is changed finds what it has in common with what it
was, and only new cells are played.
"""

from __future__ import annotations

import dataclasses
import functools
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from simspades.errors import RecordError
from simspades.records.files import replacing, writing
from simspades.records.reader import read_part
from simspades.runs.play import Dealer
from simspades.runs.threads import Control
from simspades.studies.sweep.cells import Cell
from simspades.studies.sweep.measures import BLOCK, Groups, play_range

FOLDER = "cells"

#: Blocks in a range: a second or two of work.
BLOCKS = 16

#: Cells whose dealers a process keeps.
KEPT = 64


@dataclasses.dataclass(frozen=True)
class Unit:
    """A range of a cell's deals: what is played, written and, if it is lost, played again."""

    cell: Cell
    first: int
    count: int

    def file(self, directory: Path) -> Path:
        """Where its sums are."""
        return directory / FOLDER / f"{self.cell.key}-{self.first}.parquet"


@dataclasses.dataclass(frozen=True)
class PlayUnit:
    """The work of a study: play a unit and write its sums, on any thread or machine that sees the directory."""

    directory: Path

    def __call__(self, unit: Unit, control: Control) -> Unit:
        """Returns the unit once its file is there."""
        groups = play_range(unit.cell, _dealers(unit.cell), unit.first, unit.count, control)
        _write(unit.file(self.directory), groups)
        return unit


def units_of(cell: Cell) -> Iterator[Unit]:
    """The ranges of a cell."""
    size = BLOCKS * BLOCK[cell.mode]
    for first in range(0, cell.count, size):
        yield Unit(cell, first, min(size, cell.count - first))


def is_there(unit: Unit, directory: Path) -> bool:
    """Whether the unit's file is there and whole."""
    path = unit.file(directory)
    if not path.exists():
        return False
    try:
        read_part(path)
    except RecordError:
        return False
    return True


def read_cell(cell: Cell, directory: Path) -> Groups:
    """All sums of a cell; RecordError where a file is missing or damaged."""
    parts = []
    for unit in units_of(cell):
        table = read_part(unit.file(directory))
        parts.append(Groups({name: table[name].to_numpy() for name in table.column_names}))
    return functools.reduce(Groups.__add__, parts)


def _write(path: Path, groups: Groups) -> None:
    table = pa.table({name: pa.array(np.asarray(values, np.int64)) for name, values in groups.sums.items()})
    with replacing(path) as temporary, writing(path):
        pq.write_table(
            table,
            temporary,
            compression="zstd",
            use_dictionary=False,
            column_encoding=dict.fromkeys(table.column_names, "DELTA_BINARY_PACKED"),
            write_statistics=False,
            write_page_checksum=True,
        )


class _Dealers:
    """The dealers of the cells played last, as several units and threads share them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, list[Dealer]] = {}

    def __call__(self, cell: Cell) -> list[Dealer]:
        with self._lock:
            dealers = self._kept.pop(cell.key, None) or cell.dealers()
            self._kept[cell.key] = dealers
            while len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
        return dealers


_dealers = _Dealers()
