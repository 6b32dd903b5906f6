"""The summary of a run as the page shows it: its sentences, and the figures of each side in one small table."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

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
from simspades.report.cells import NOTHING, figure_text


@dataclasses.dataclass(frozen=True)
class Grid:
    """A table of a row for each figure and a column for each group."""

    title: str
    columns: list[str]
    rows: list[tuple[str, list[str]]]


@dataclasses.dataclass(frozen=True)
class Overview:
    """A run in short. ``counts`` says how many hands and games the figures are taken from."""

    counts: str
    findings: Sequence[str]
    grids: list[Grid]


def overview(summary: Summary) -> Overview:
    """The overview of a run."""
    by_game = summary.games is not None
    counts = f"{summary.hands:,} hands"
    return Overview(
        f"{summary.games:,} games, {counts}" if by_game else counts,
        summary.findings,
        [
            _grid("by side", summary.sides, SIDE_FIGURES + (SIDE_GAME_FIGURES if by_game else ())),
            _grid("by seat", summary.seats, SEAT_FIGURES),
            Grid(
                "the table",
                [""],
                _filled(
                    (figure.label, [_text(figure, summary.table[figure.key])])
                    for figure in TABLE_FIGURES + (GAME_FIGURES if by_game else ())
                ),
            ),
        ],
    )


def _grid(title: str, groups: Sequence[Group], figures: Sequence[Figure]) -> Grid:
    columns = [
        group.label if "(" in group.label or not group.strategies else f"{group.label} ({' '.join(group.strategies)})"
        for group in groups
    ]
    rows = [(figure.label, [_text(figure, group.figures[figure.key]) for group in groups]) for figure in figures]
    return Grid(title, columns, _filled(rows))


def _filled(rows: Iterable[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """The rows in which there is something."""
    return [(label, texts) for label, texts in rows if any(text != NOTHING for text in texts)]


def _text(figure: Figure, estimate: Estimate) -> str:
    if figure.kind == "mean":
        return figure_text("", estimate.value, {"se": estimate.se})
    return figure_text("share", estimate.value, {"low": estimate.low, "high": estimate.high})
