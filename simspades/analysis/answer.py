"""What an analysis hands on: small tables that know what their columns mean and how they are best drawn.

An :class:`Answer` is one table of one subject. The command line prints it, the page draws it, and the documentation
lists its columns; none of them computes anything. Figures are wide: a figure ``made`` has its error beside it in the
columns ``made_se`` (standard error) or ``made_low`` and ``made_high`` (the 95 % interval), and ``n``, or a column
named in ``made``'s own text, says what it was divided by.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import pandas as pd

Kind = Literal["line", "bar", "points", "heat", "interval"]

#: How the values of a column are to be shown.
Unit = Literal["", "share", "count", "tricks", "points", "bags", "hands", "games", "nils", "cards", "rank", "suits"]

#: Columns that carry the error of another one: ``made_se`` belongs to ``made``.
ERROR_SUFFIXES = ("_se", "_low", "_high")


@dataclasses.dataclass(frozen=True)
class ColumnText:
    """A column in words.

    Attributes
    ----------
    meaning
        What its values are.
    unit
        Their unit; ``share`` for fractions from 0 to 1 that are shown in per cent.
    error
        How its error is computed; empty for columns that have none (keys, counts).
    title
        A short heading; empty where the column's name will do.

    """

    meaning: str
    unit: Unit = ""
    error: str = ""
    title: str = ""


@dataclasses.dataclass(frozen=True)
class Plot:
    """A picture of the answer's frame, as a declaration: which columns stand where.

    Attributes
    ----------
    kind
        ``line`` and ``points`` (``y`` over ``x``), ``bar`` (bars from 0), ``interval`` (a dot with its interval for
        each ``x``), ``heat`` (``y`` against ``x``, the cell coloured by ``color``).
    x, y
        Columns of the frame.
    low, high
        Columns that hold the ends of the interval of ``y``, or of ``color`` in a heat map.
    color, facet
        Columns that tell lines (or bars, dots) apart, and that divide the picture into several.
    x_title, y_title, color_title
        What the axes and the legend say, units included.
    diagonal
        Whether the line y = x is drawn as a guide.
    zero
        Whether a line at y = 0 is drawn as a guide.

    """

    kind: Kind
    x: str
    y: str
    low: str | None = None
    high: str | None = None
    color: str | None = None
    facet: str | None = None
    x_title: str = ""
    y_title: str = ""
    color_title: str = ""
    diagonal: bool = False
    zero: bool = False


@dataclasses.dataclass(frozen=True, eq=False)
class Answer:
    """One table of a subject.

    Attributes
    ----------
    id
        ``subject.table``, as in ``bids.calibration``; stable.
    subject, title
        The subject's key, and a heading for people.
    frame
        The table, tidy: a row a group. Where several runs are compared its first column is ``run``.
    columns
        Every column of the frame, in its order, in words.
    reading
        One line on how to read it.
    plot
        How it is drawn; None where a table says it better.
    findings
        What it says, in sentences that carry their uncertainty.
    missing
        Where the frame is empty, or lacks something: what is missing and how to get it. Empty otherwise.

    """

    id: str
    subject: str
    title: str
    frame: pd.DataFrame
    columns: Mapping[str, ColumnText]
    reading: str
    plot: Plot | None = None
    findings: tuple[str, ...] = ()
    missing: str = ""
