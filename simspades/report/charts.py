"""Answers as plots: the declaration of a :class:`~simspades.analysis.answer.Plot` becomes Vega-Lite, through Altair.

The same marks serve the page, where the numbers come from the table (the data source ``rows``) and a click in the
legend hides a series, and paper, where they travel with the plot. A plot that is divided into several is a list of
panels on the page, each with a view of its own, so that they stand beside or below each other as the screen is wide.
"""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import altair as alt

from simspades.analysis.answer import Answer
from simspades.report.drawing import WIDEST, Drawing, cell_ends, drawing, needed
from simspades.report.marks import ROWS, spec_of
from simspades.report.series import Series
from simspades.report.tables import make_table
from simspades.report.theme import PAGE, PAPER, Style

VEGA_LITE = ".".join(alt.SCHEMA_VERSION.split(".")[:2])  # the version that Altair writes for, as vl-convert names it
PAPER_HALF = 300  # pixels: the width of a panel that stands beside another
HIDDEN = "hidden"  # the parameter with the series that are hidden


@dataclasses.dataclass(frozen=True)
class Panel:
    """One view of a plot: its heading (empty where it is the only one) and its Vega-Lite specification."""

    title: str
    spec: dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Picture:
    """A plot of the page.

    Attributes
    ----------
    panels
        Its views.
    series, legend_title
        The entries of its legend, and what they are.
    column
        The column that tells the series apart, by which they can be hidden; empty where there is but one.
    n_left_out
        Rows of the table that are not drawn.

    """

    panels: list[Panel]
    series: list[Series]
    legend_title: str
    column: str
    n_left_out: int


def picture(answer: Answer) -> Picture | None:
    """The plot of an answer for the page; None where there is nothing to draw."""
    whole = drawing(answer)
    if whole is None:
        return None
    column = whole.color.name if whole.color is not None and len(whole.series) > 1 else ""
    panels = []
    for title, value, part in whole.parts():
        transform = [{"filter": _condition(whole, value)}]
        params = []
        if column:
            params = [{"name": HIDDEN, "value": []}]
            transform.append({"filter": f"indexof({HIDDEN}, datum[{json.dumps(column)}]) < 0"})
        spec = {
            "$schema": alt.SCHEMA_URL,
            "description": f"{answer.title}, {title}" if title else answer.title,
            "data": {"name": ROWS},
            "params": params,
            "transform": transform,
            "autosize": {"type": "fit-x", "contains": "padding"},
            **spec_of(part, PAGE),
        }
        panels.append(Panel(title, spec))
    legend_title = whole.color.title if whole.color is not None and whole.series else ""
    return Picture(panels, whole.series, legend_title, column, len(answer.frame) - len(whole.answer.frame))


def paper_chart(answer: Answer) -> dict[str, Any] | None:
    """The plot of an answer with its numbers, as a Vega-Lite specification; None where there is nothing to draw."""
    whole = drawing(answer)
    if whole is None:
        return None
    parts = whole.parts()
    head = {"$schema": alt.SCHEMA_URL, "title": answer.title, "config": PAPER.config()}
    if len(parts) == 1:
        return head | _with_numbers(whole, PAPER)
    style = dataclasses.replace(PAPER, width=PAPER_HALF)
    return head | {"columns": 2, "concat": [_with_numbers(part, style) | {"title": title} for title, _, part in parts]}


def _with_numbers(part: Drawing, style: Style) -> dict[str, Any]:
    table = make_table(part.answer)
    values = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    return {"data": {"values": values}, **spec_of(part, style)}


def _condition(whole: Drawing, value: object) -> str:
    """Which rows of the table a panel draws, as an expression of Vega."""
    conditions = [f"isValid(datum[{json.dumps(column)}])" for column in needed(whole.plot)]
    ends = cell_ends(whole.plot)
    if ends is not None:
        low, high = map(json.dumps, ends)
        conditions.append(f"datum[{high}] - datum[{low}] <= {WIDEST}")
    if whole.plot.facet is not None:
        conditions.append(f"datum[{json.dumps(whole.plot.facet)}] === {json.dumps(value)}")
    return " && ".join(conditions)
