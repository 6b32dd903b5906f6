"""The summary of a run as the page shows it: its sentences, and the figures of each side in one small table."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from simspades.analysis.statistics import Estimate
from simspades.analysis.summary import (
    GAME_FIGURES,
    SEAT_FIGURES,
    SIDE_FIGURES,
    SIDE_GAME_FIGURES,
    TABLE_FIGURES,
    Figure,
    Group,
    Summary,
)
from simspades.report.cells import NOTHING, Cell, figure_cell


@dataclasses.dataclass(frozen=True)
class Grid:
    """A small table: its first column's heading, those of the others, and rows of a label and cells."""

    title: str
    columns: list[str]
    rows: list[tuple[str, list[Cell]]]


@dataclasses.dataclass(frozen=True)
class Overview:
    """A run in short. ``counts`` says how many hands and games the figures are taken from."""

    counts: str
    findings: Sequence[str]
    grids: list[Grid]


def overview(summary: Summary) -> Overview:
    """The overview of a run."""
    by_game = summary.games is not None
    side_figures = SIDE_FIGURES + (SIDE_GAME_FIGURES if by_game else ())
    table_figures = TABLE_FIGURES + (GAME_FIGURES if by_game else ())
    counts = f"{summary.hands:,} hands"
    table = [(figure.label, [_cell(figure, summary.table[figure.key])]) for figure in table_figures]
    grids = [_across(summary.sides, side_figures), _down(summary.seats, SEAT_FIGURES), Grid("table", [""], table)]
    return Overview(f"{summary.games:,} games, {counts}" if by_game else counts, summary.findings, grids)


def _across(sides: Sequence[Group], figures: Sequence[Figure]) -> Grid:
    """A column for each side, a row for each figure of which there is something."""
    rows = [(figure.label, [_cell(figure, side.figures[figure.key]) for side in sides]) for figure in figures]
    filled = [(label, cells) for label, cells in rows if any(cell.text != NOTHING for cell in cells)]
    return Grid("side", [side.label for side in sides], filled)


def _down(seats: Sequence[Group], figures: Sequence[Figure]) -> Grid:
    """A row for each seat, a column for each figure."""
    rows = [
        (f"{seat.number} {' '.join(seat.strategies)}", [_cell(figure, seat.figures[figure.key]) for figure in figures])
        for seat in seats
    ]
    return Grid("seat", [figure.label for figure in figures], rows)


def _cell(figure: Figure, estimate: Estimate) -> Cell:
    if figure.kind == "mean":
        return figure_cell("", estimate.value, {"se": estimate.se})
    return figure_cell("share", estimate.value, {"low": estimate.low, "high": estimate.high})
