"""The plot of a study: every shown figure of every cell as a point with its 95 % interval."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import NormalDist

from simspades.records.files import replacing, writing
from simspades.studies.sweep.figures import Figure
from simspades.studies.sweep.table import Row

COLUMNS = 3
WIDTH, ROW_HEIGHT = 190, 16


def write_plot(path: Path, figures: Sequence[Figure], rows: Sequence[Row]) -> None:
    """An SVG with a panel for each figure; cells from top to bottom in their order."""
    import altair as alt
    import pandas as pd
    import vl_convert as vlc

    reach = NormalDist().inv_cdf(0.975)
    order = [row.cell.label for row in rows]
    panels = []
    for figure in figures:
        percent = figure.unit == "share"
        factor = 100 if percent else 1
        data = pd.DataFrame(
            [
                {"cell": row.cell.label, "value": factor * found.value, "low": factor * (found.value - reach * se),
                 "high": factor * (found.value + reach * se)}
                for row in rows
                if (found := row.figures.get(figure.name)) is not None
                for se in [found.se or 0.0]
            ]
        )  # fmt: skip
        unit = "%" if percent else figure.unit
        x = alt.X("value:Q", title=unit, scale=alt.Scale(zero=False, nice=True))
        y = alt.Y("cell:N", sort=order, title=None)
        base = alt.Chart(data, title=figure.name)
        interval = base.mark_rule().encode(y=y, x=alt.X("low:Q", title=unit, scale=alt.Scale(zero=False)), x2="high:Q")
        point = base.mark_point(filled=True, size=30, opacity=1).encode(y=y, x=x)
        panels.append((interval + point).properties(width=WIDTH, height=max(40, ROW_HEIGHT * len(order))))
    lines = [alt.hconcat(*panels[k : k + COLUMNS]) for k in range(0, len(panels), COLUMNS)]
    chart = alt.vconcat(*lines).configure_axis(labelLimit=260)
    svg = vlc.vegalite_to_svg(chart.to_json())
    with replacing(path) as temporary, writing(path):
        temporary.write_text(svg, encoding="utf-8")
