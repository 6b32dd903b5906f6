"""Answers as tables: headings, cells as people read them, and the numbers behind them for plots and copies."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping
from typing import Any

from simspades.analysis.answer import Answer, ColumnText
from simspades.report.cells import Cell, figure_cell, is_missing, owner

#: Rows of a table that are shown, the most first: the first that keeps the cells of all tables below MAX_CELLS.
ROW_LIMITS = (400, 200, 100, 50, 25)
MAX_CELLS = 24_000

#: Rows behind a table, for its plot and for copies; the command line gives all of them.
MAX_ROWS = 4_000

#: Significant digits of the numbers behind a table: far below any error, and short.
DIGITS = 6


@dataclasses.dataclass(frozen=True)
class Heading:
    """A column as shown: a figure and its error are one.

    Attributes
    ----------
    title
        What stands above it.
    column
        Index of its value among the columns of the data; sorting goes by it.
    is_number
        Whether its cells are numbers, which are aligned to the right.

    """

    title: str
    column: int
    is_number: bool


@dataclasses.dataclass(frozen=True)
class Note:
    """A column explained: its heading, its name in the data, and what it means."""

    title: str
    name: str
    text: str


@dataclasses.dataclass(frozen=True)
class Table:
    """A table of the page.

    Attributes
    ----------
    headings, cells
        What is shown: at most as many rows as asked for.
    columns, rows
        What is behind it: all columns with their errors, and at most :data:`MAX_ROWS` rows of plain numbers, words and
        nulls.
    n_rows
        Rows of the answer.
    notes
        Every column that is shown, explained.

    """

    headings: list[Heading]
    cells: list[list[Cell]]
    columns: list[str]
    rows: list[list[Any]]
    n_rows: int
    notes: list[Note]

    @property
    def data(self) -> dict[str, Any]:
        """The numbers as JSON."""
        return {"columns": self.columns, "rows": self.rows}


def row_limit(answers: Iterable[Answer]) -> int:
    """How many rows of each of these tables a page can show and still open fast."""
    sizes = [(len(answer.frame), len(answer.columns)) for answer in answers]
    fitting = (limit for limit in ROW_LIMITS if sum(min(n, limit) * width for n, width in sizes) <= MAX_CELLS)
    return next(fitting, ROW_LIMITS[-1])


def make_table(answer: Answer, limit: int = ROW_LIMITS[0]) -> Table:
    """The table of an answer, of which the first ``limit`` rows are shown."""
    names = [str(name) for name in answer.frame.columns]
    texts = answer.columns
    records = [
        [plain(value) for value in row] for row in answer.frame.head(MAX_ROWS).itertuples(index=False, name=None)
    ]
    shown = [name for name in names if owner(name, texts) == name]
    errors = {name: _errors(name, names) for name in shown}
    index = {name: k for k, name in enumerate(names)}
    headings = [
        Heading(heading(name, texts), index[name], all(not isinstance(row[index[name]], str) for row in records))
        for name in shown
    ]
    cells = [
        [
            figure_cell(texts[name].unit, row[index[name]], {kind: row[index[at]] for kind, at in errors[name].items()})
            for name in shown
        ]
        for row in records[:limit]
    ]
    notes = [Note(heading(name, texts), name, _note(texts[name], errors[name])) for name in shown]
    return Table(headings, cells, names, records, len(answer.frame), notes)


def heading(name: str, texts: Mapping[str, ColumnText]) -> str:
    """The heading of a column."""
    return texts[name].title or name.replace("_", " ")


def plain(value: Any) -> Any:
    """A cell as JSON holds it: text, whole number, number of :data:`DIGITS` digits, boolean or None."""
    if is_missing(value):
        return None
    if isinstance(value, str):
        return value
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float):
        if math.isinf(value):
            return None
        return int(value) if value.is_integer() and abs(value) < 2**53 else float(f"{value:.{DIGITS}g}")
    return value if isinstance(value, bool | int) else str(value)


def _errors(name: str, names: list[str]) -> dict[str, str]:
    """The columns that hold the error of a figure: ``{"se": "made_se"}``."""
    return {kind: f"{name}_{kind}" for kind in ("se", "low", "high") if f"{name}_{kind}" in names}


def _note(text: ColumnText, errors: Mapping[str, str]) -> str:
    parts = [text.meaning.rstrip(".")]
    if text.unit and text.unit not in ("share", "count"):
        parts.append(f"in {text.unit}" if text.unit != "rank" else "by rank")
    if "low" in errors:
        parts.append("in brackets the 95 % interval")
    elif "se" in errors:
        parts.append("behind ± the standard error")
    sentence = "; ".join(parts) + "."
    return f"{sentence} Error: {text.error.rstrip('.')}." if text.error else sentence
