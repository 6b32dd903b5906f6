"""The figures of a study as answers, which the page draws as it draws those of an analysis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import pandas as pd

from simspades.analysis.answer import Answer, ColumnText, Plot, Unit
from simspades.analysis.statistics import LEVEL, t_quantile
from simspades.studies.sweep.figures import Figure
from simspades.studies.sweep.measures import GROUPS
from simspades.studies.sweep.table import Row

_ERROR = "over groups of deals"


def answers_of(rows: Sequence[Row], figures: Sequence[Figure], with_plots: bool) -> list[Answer]:
    """An answer for each figure, with a row for each cell that has it, and one that says what the cells are."""
    return [*(_figure(rows, figure, with_plots) for figure in figures), _cells(rows)]


def _figure(rows: Sequence[Row], figure: Figure, with_plots: bool) -> Answer:
    reach = t_quantile(GROUPS - 1, LEVEL)
    name = figure.name
    records = []
    for row in rows:
        found, effect = row.figures.get(name), row.effects.get(name)
        if found is None:
            continue
        half = None if found.se is None else reach * found.se
        records.append(
            {
                "cell": row.cell.label,
                name: found.value,
                f"{name}_low": None if half is None else found.value - half,
                f"{name}_high": None if half is None else found.value + half,
                "effect": None if effect is None else effect.value,
                "effect_se": None if effect is None else effect.se,
            }
        )
    frame = pd.DataFrame(records).astype(dict.fromkeys([c for c in records[0] if c != "cell"], "float64"))
    unit: Unit = figure.unit if figure.unit in get_args(Unit) else ""  # type: ignore[assignment]
    columns = {
        "cell": ColumnText("the cell"),
        name: ColumnText(figure.meaning, unit, _ERROR),
        f"{name}_low": ColumnText("lower end of the 95 % interval", unit),
        f"{name}_high": ColumnText("upper end of the 95 % interval", unit),
        "effect": ColumnText("the figure less that of the baseline cell", unit, f"paired, {_ERROR}"),
        "effect_se": ColumnText("standard error of the effect", unit),
    }
    return Answer(
        id=f"study.{name}",
        subject="study",
        title=f"{name}: {figure.meaning}",
        frame=frame if frame["effect"].notna().any() else frame.drop(columns=["effect", "effect_se"]),
        columns=columns,
        reading="A row is a cell of the study; in brackets stands the 95 % interval.",
        plot=Plot("interval", "cell", name, f"{name}_low", f"{name}_high", y_title=_axis(figure))
        if with_plots
        else None,
    )


def _axis(figure: Figure) -> str:
    return f"{figure.name}, {'%' if figure.unit == 'share' else figure.unit}"


def _cells(rows: Sequence[Row]) -> Answer:
    coordinates = list(dict.fromkeys(name for row in rows for name in row.cell.where))
    records: list[dict[str, Any]] = [
        {
            "cell": row.cell.label,
            **{name: _text(row.cell.where.get(name)) for name in coordinates},
            "strategies": ", ".join(player.spec for player in row.cell.players),
            "baseline": None if row.baseline is None else rows[row.baseline].cell.label,
            "seatings": len(row.cell.seatings),
            "deals": row.deals,
            "hands": row.hands,
        }
        for row in rows
    ]
    columns = {
        "cell": ColumnText("the cell"),
        **{name: ColumnText("a coordinate of the cell") for name in coordinates},
        "strategies": ColumnText("who plays"),
        "baseline": ColumnText("the cell that it is compared with"),
        "seatings": ColumnText("seatings of each deal", "count"),
        "deals": ColumnText("deals, or sequences of deals", "count"),
        "hands": ColumnText("hands in all", "count"),
    }
    return Answer(
        id="study.cells",
        subject="study",
        title="The cells",
        frame=pd.DataFrame(records),
        columns=columns,
        reading="A row is a cell of the study.",
    )


def _text(value: object) -> str | None:
    return None if value is None else str(value)
