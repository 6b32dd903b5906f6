"""The table of a study: a row for each cell, with every figure, its error, its effect and that effect's error."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from simspades.records.files import replacing, writing
from simspades.studies.sweep.cells import Cell
from simspades.studies.sweep.figures import figure_names, figures_of
from simspades.studies.sweep.linear import Linear
from simspades.studies.sweep.store import read_cell


class Figured(NamedTuple):
    """A figure and its standard error; ``se`` is None for a single deal."""

    value: float
    se: float | None


@dataclasses.dataclass(frozen=True)
class Row:
    """A cell with its figures, and with their effects where it has a baseline and is not it.

    ``baseline`` is the index of the cell that it is compared with.
    """

    cell: Cell
    deals: int
    hands: int
    games: int | None
    baseline: int | None
    figures: dict[str, Figured | None]
    effects: dict[str, Figured]


def rows_of(cells: Sequence[Cell], against: Sequence[int | None], directory: Path) -> list[Row]:
    """The rows, from the sums of finished cells.

    An effect is the figure of the cell less that of its baseline; as both come from the same deals, its error is the
    paired one.
    """
    kept: dict[int, dict[str, Linear | None]] = {}
    for index in sorted({index for index in against if index is not None}):
        kept[index] = figures_of(cells[index], read_cell(cells[index], directory))
    rows = []
    for number, (cell, base) in enumerate(zip(cells, against, strict=True)):
        groups = read_cell(cell, directory)
        figures = kept.get(number) or figures_of(cell, groups)
        effects: dict[str, Linear] = {}
        if base is not None and base != number:
            for name, figure in figures.items():
                other = kept[base].get(name)
                if figure is not None and other is not None and len(figure.influence) == len(other.influence):
                    effects[name] = figure - other
        games = int(groups.sums["games"].sum()) if "games" in groups.sums else None
        row = Row(
            cell=cell,
            deals=int(groups.sums["deals"].sum()),
            hands=int(groups.sums["hands"].sum()),
            games=games,
            baseline=base,
            figures={name: _shown(figure) for name, figure in figures.items()},
            effects={name: Figured(effect.value, effect.se) for name, effect in effects.items()},
        )
        rows.append(row)
    return rows


def arrow_table(rows: Sequence[Row]) -> pa.Table:
    """The tidy table. Coordinates are columns of their own; a figure that a cell lacks is null."""
    coordinates = list(dict.fromkeys(name for row in rows for name in row.cell.where))
    columns: dict[str, pa.Array] = {"cell": _texts(row.cell.label for row in rows)}
    for name in coordinates:
        columns[name] = _values([row.cell.where.get(name) for row in rows])
    columns["family"] = _texts(row.cell.rules.game.family for row in rows)
    columns["rules_digest"] = _texts(row.cell.rules.digest for row in rows)
    columns["strategies"] = _texts(json.dumps([player.spec for player in row.cell.players]) for row in rows)
    columns["baseline"] = _texts(None if row.baseline is None else rows[row.baseline].cell.label for row in rows)
    columns["seatings"] = pa.array([len(row.cell.seatings) for row in rows], pa.int32())
    for name in ("deals", "hands", "games"):
        columns[name] = pa.array([getattr(row, name) for row in rows], pa.int64())
    for figure in figure_names(max(len(row.cell.parties.members) for row in rows)):
        estimates = [row.figures.get(figure.name) for row in rows]
        effects = [row.effects.get(figure.name) for row in rows]
        for suffix, found in (("", estimates), ("_effect", effects)):
            columns[figure.name + suffix] = _numbers(e and e.value for e in found)
            columns[f"{figure.name}{suffix}_se"] = _numbers(e and e.se for e in found)
    return pa.table(columns)


def write_table(directory: Path, rows: Sequence[Row]) -> None:
    """``table.parquet`` and ``table.csv``."""
    table = arrow_table(rows)
    path = directory / "table.parquet"
    with replacing(path) as temporary, writing(path):
        pq.write_table(table, temporary)
    path = directory / "table.csv"
    with replacing(path) as temporary, writing(path):
        pa.csv.write_csv(table, temporary)


def _shown(linear: Linear | None) -> Figured | None:
    return None if linear is None else Figured(linear.value, linear.se)


def _texts(values: Iterable[str | None]) -> pa.Array:
    return pa.array(list(values), pa.string())


def _numbers(values: Iterable[float | None]) -> pa.Array:
    return pa.array(list(values), pa.float64())


def _values(values: list[Any]) -> pa.Array:
    """Coordinates: of one type if they have one, or else as text."""
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) > 1 or not kinds <= {bool, int, float, str}:
        values = [None if value is None else str(value) for value in values]
    return pa.array(values)
