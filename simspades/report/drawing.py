"""What is drawn of an answer: its rows, series and range, before there is any question of marks.

A figure whose error is not known, because a single game or hand lies behind it, is not drawn: it would look like the
others. A cell of a heat map shows no interval, so that one whose interval is wide is not drawn either. Both stay in the
table.
"""

from __future__ import annotations

import dataclasses
import functools

from simspades.analysis.answer import Answer, Plot
from simspades.report.scales import Axis, axis, extent, in_order
from simspades.report.series import Series, series_of
from simspades.report.tables import plain

#: The longest interval, of a share, with which a cell of a heat map is drawn.
WIDEST = 0.5


@dataclasses.dataclass(frozen=True)
class Drawing:
    """An answer as it is drawn, or the part of it that one panel shows.

    Attributes
    ----------
    answer
        The answer with the rows that are drawn.
    plot
        Its declaration.
    whole
        The drawing that this is a part of, with which it shares the series and the range of its figure; None for a
        whole one.

    """

    answer: Answer
    plot: Plot
    whole: Drawing | None = None

    @functools.cached_property
    def x(self) -> Axis:
        frame, plot = self.answer.frame, self.plot
        by = [column for column in (plot.facet, plot.color) if column is not None and plot.kind != "heat"]
        groups = [rows for _, rows in frame.groupby(by, sort=False)] if by else [frame]
        column = axis(self.answer, plot.x, plot.x_title)
        return in_order(column, [[plain(value) for value in rows[plot.x]] for rows in groups])

    @functools.cached_property
    def y(self) -> Axis:
        column = axis(self.answer, self.plot.y, self.plot.y_title)
        return in_order(column, []) if self.plot.kind == "heat" else column

    @functools.cached_property
    def color(self) -> Axis | None:
        """The column that colours come from."""
        if self.whole is not None:
            return self.whole.color
        return None if self.plot.color is None else axis(self.answer, self.plot.color, self.plot.color_title)

    @functools.cached_property
    def series(self) -> list[Series]:
        """The series; none where the plot has but one and no name for it, and in a heat map."""
        if self.whole is not None:
            return self.whole.series
        return [] if self.color is None or self.plot.kind == "heat" else series_of(self.color)

    @functools.cached_property
    def domain(self) -> tuple[float, float]:
        """The range of the figure."""
        if self.whole is not None:
            return self.whole.domain
        plot = self.plot
        if plot.kind == "heat":
            return extent(self.answer, figure_of(plot), None, None, zero=False)
        return extent(self.answer, plot.y, plot.low, plot.high, zero=plot.kind == "bar" or plot.zero)

    def parts(self) -> list[tuple[str, object, Drawing]]:
        """For each value of the facet its heading, the value and the part; the drawing itself where there is none."""
        if self.plot.facet is None:
            return [("", None, self)]
        facet = axis(self.answer, self.plot.facet)
        found: list[tuple[str, object, Drawing]] = []
        for value, text in zip(facet.values, facet.texts, strict=True):
            frame = self.answer.frame[self.answer.frame[self.plot.facet] == value]
            words = text if facet.is_text else f"{facet.title} {text}"
            part = Drawing(dataclasses.replace(self.answer, frame=frame), self.plot, self)
            found.append((words.replace("_", " "), value, part))
        return found


def drawing(answer: Answer) -> Drawing | None:
    """The drawing of an answer; None where it has no plot, or nothing that can be drawn."""
    plot = answer.plot
    if plot is None or answer.frame.empty:
        return None
    frame = answer.frame.dropna(subset=list(needed(plot)))
    ends = cell_ends(plot)
    if ends is not None:
        low, high = ends
        frame = frame[frame[high] - frame[low] <= WIDEST]
    return None if frame.empty else Drawing(dataclasses.replace(answer, frame=frame), plot)


def figure_of(plot: Plot) -> str:
    """The column that the picture is about."""
    return plot.color if plot.kind == "heat" and plot.color is not None else plot.y


def cell_ends(plot: Plot) -> tuple[str, str] | None:
    """The columns of the interval that decides whether a cell of a heat map is drawn; None in other plots."""
    if plot.kind != "heat" or plot.low is None or plot.high is None:
        return None
    return plot.low, plot.high


def needed(plot: Plot) -> tuple[str, ...]:
    """The columns without which a row is not drawn."""
    columns = [plot.x, plot.y, figure_of(plot), plot.color, plot.facet, plot.low, plot.high]
    return tuple(dict.fromkeys(column for column in columns if column is not None))
