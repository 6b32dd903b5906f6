"""Answers as plots: the declaration of a :class:`~simspades.analysis.answer.Plot` becomes Vega-Lite, through Altair.

The same layers serve the page, where the numbers come from the table (the data source ``rows``) and a click in the
legend hides a series, and paper, where they travel with the plot. On a page a plot that is divided into several is a
list of panels, each with a view of its own, so that they can stand beside or below each other as the screen is wide.
"""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import altair as alt

from simspades.analysis.answer import Answer, Plot
from simspades.report import theme
from simspades.report.cells import owner
from simspades.report.scales import Axis, axis, axis_format, extent, lies_down, number_format, padded
from simspades.report.tables import heading, make_table
from simspades.report.theme import PAGE, PAPER, Style

HEIGHT = 280
STEP = 26  # pixels for a category of a plot that lies on its side
LABELS = 120  # pixels for the words beside it, on paper
DODGED_STEP = 15  # the same where each category has a row for each series
VEGA_LITE = ".".join(alt.SCHEMA_VERSION.split(".")[:2])  # the version that Altair writes for, as vl-convert names it
ROWS = "rows"  # the page's data source of every plot
HIDDEN = "hidden"  # the parameter with the series that are hidden


@dataclasses.dataclass(frozen=True)
class Series:
    """An entry of the legend: what it is called, and its colour, shape and dash by number."""

    value: Any
    text: str
    number: int


@dataclasses.dataclass(frozen=True)
class Panel:
    """One view of a plot: its heading (empty where it is the only one) and its Vega-Lite specification."""

    title: str
    spec: dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Picture:
    """A plot of the page. ``column`` is what tells the series apart; None where there is but one."""

    panels: list[Panel]
    series: list[Series]
    column: str | None
    legend_title: str


def is_drawn(answer: Answer) -> bool:
    """Whether an answer has a plot, and something to draw in it."""
    plot = answer.plot
    return plot is not None and bool(answer.frame[_figure(plot)].notna().any())


def picture(answer: Answer) -> Picture:
    """The plot of an answer for the page."""
    plot = _plot(answer)
    color = _color(answer, plot)
    series = _series(color) if color is not None else []
    by_click = color if len(series) > 1 else None
    data = alt.NamedData(name=ROWS)
    if plot.facet is None:
        panels = [Panel("", _spec(_drawn(answer, PAGE, data, by_click), answer.title))]
    else:
        facet = axis(answer, plot.facet)
        panels = []
        for value, text in zip(facet.values, facet.texts, strict=True):
            chart = _drawn(answer, PAGE, data, by_click, f"datum[{json.dumps(plot.facet)}] === {json.dumps(value)}")
            panels.append(Panel(f"{facet.title} {text}", _spec(chart, f"{answer.title}, {facet.title} {text}")))
    return Picture(panels, series, None if by_click is None else by_click.name, color.title if color else "")


def paper_chart(answer: Answer) -> dict[str, Any]:
    """The plot of an answer with its numbers, as a Vega-Lite specification."""
    plot = _plot(answer)
    table = make_table(answer)
    values = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    chart: Any = _drawn(answer, PAPER, alt.InlineData(values=values), None)
    if plot.facet is not None:
        facet = axis(answer, plot.facet)
        several = alt.Facet(plot.facet, type="nominal", title=facet.title, sort=facet.values)
        chart = chart.properties(data=alt.Undefined).facet(several, data=chart.data, columns=2)
        chart.spec.width = PAPER.width // 2 if isinstance(PAPER.width, int) else alt.Undefined
    return _spec(chart.properties(title=answer.title), answer.title, PAPER)


def _plot(answer: Answer) -> Plot:
    assert answer.plot is not None
    return answer.plot


def _figure(plot: Plot) -> str:
    """The column that the picture is about."""
    return plot.color if plot.kind == "heat" and plot.color is not None else plot.y


def _color(answer: Answer, plot: Plot) -> Axis | None:
    """The column that tells the series apart, where there is one that takes several values."""
    if plot.kind == "heat" or plot.color is None:
        return None
    return axis(answer, plot.color, plot.color_title)


def _series(color: Axis) -> list[Series]:
    pairs = zip(color.values, color.texts, strict=True)
    return [Series(value, text, k % theme.N_SERIES) for k, (value, text) in enumerate(pairs)]


def _spec(chart: Any, description: str, style: Style = PAGE) -> dict[str, Any]:
    spec: dict[str, Any] = chart.properties(description=description).to_dict(validate=False)
    spec["config"] = style.config()
    if style.width == "container":
        spec["autosize"] = {"type": "fit-x", "contains": "padding"}  # the height may be given by steps
    return spec


def _drawn(answer: Answer, style: Style, data: Any, by_click: Axis | None, keep: str = "") -> Any:
    """The layers of a plot over their data, of which only rows with ``keep`` and visible series are drawn."""
    plot = _plot(answer)
    chart: Any = _heat(answer, style) if plot.kind == "heat" else _Marks(answer, style).chart()
    chart = chart.properties(data=data)
    if keep:
        chart = chart.transform_filter(keep)
    if by_click is not None:
        shown = f"indexof({HIDDEN}, datum[{json.dumps(by_click.name)}]) < 0"
        chart = chart.add_params(alt.param(name=HIDDEN, value=[])).transform_filter(shown)
    return chart


# --- lines, bars, dots and intervals ----------------------------------------------------------------------------------


class _Marks:
    """The layers of every kind of plot but the heat map.

    ``value`` and ``key`` stand for the axis of the figure and that of what it is shown by: y and x, or the other way
    round where the plot lies on its side.
    """

    def __init__(self, answer: Answer, style: Style) -> None:
        self.answer, self.style, self.plot = answer, style, _plot(answer)
        self.x = axis(answer, self.plot.x, self.plot.x_title)
        self.y = axis(answer, self.plot.y, self.plot.y_title)
        self.color = _color(answer, self.plot)
        self.series = _series(self.color) if self.color is not None else []
        self.is_stepped = self.x.is_text or self.plot.kind in ("bar", "interval")
        self.lies_down = self.is_stepped and lies_down(self.x)
        self.dodges = self.is_stepped and self.plot.kind in ("bar", "interval") and len(self.series) > 1
        plot = self.plot
        self.domain = extent(answer, plot.y, plot.low, plot.high, zero=plot.kind == "bar" or plot.zero)
        self.base: Any = alt.Chart()

    def chart(self) -> Any:
        key, value = self._key(), self._value()
        layers = self._guides()
        channels = {**key, **value, **self._colored(), "tooltip": self._tooltips()}
        if self.plot.kind == "bar":
            layers.append(self.base.mark_bar(opacity=0.85, cornerRadiusEnd=2).encode(**channels))
        if self.plot.kind == "line":
            layers.append(self.base.mark_line(strokeWidth=2, clip=True).encode(**channels, **self._dashed()))
        if self.plot.low and self.plot.high:
            ends = {**key, **self._interval(), **self._colored(), "tooltip": self._tooltips()}
            ink = {"color": self.style.colors["ink"]} if self.plot.kind == "bar" else {}
            if self.plot.kind == "bar":
                del ends["color"]
            layers.append(self.base.mark_rule(strokeWidth=1.6, opacity=0.75, clip=True, **ink).encode(**ends))
        if self.plot.kind != "bar":
            mark = self.base.mark_point(filled=True, size=60, opacity=1, clip=True)
            layers.append(mark.encode(**channels, **self._shaped()))
        height: Any = HEIGHT
        if self.lies_down:
            height = alt.Step(DODGED_STEP if self.dodges else STEP)
        width = self.style.width
        if self.lies_down and isinstance(width, int):
            width -= LABELS
        chart: Any = alt.layer(*layers)
        return chart.properties(width=width, height=height)

    # -- axes

    def _key(self) -> dict[str, Any]:
        shorthand = self.x.name.replace("\\", "\\\\").replace(".", "\\.").replace("[", "\\[").replace(":", "\\:")
        if self.is_stepped:
            options: dict[str, Any] = {"type": "ordinal", "sort": self.x.values}
            labels: dict[str, Any] = {"labelAngle": 0}
            if not self.x.is_text:
                labels |= axis_format(self.x)
        else:
            options = {"type": "quantitative", "scale": alt.Scale(zero=False, nice=False, domain=padded(self._span()))}
            labels = {**axis_format(self.x), "tickCount": min(10, max(2, len(self.x.values)))}
            if self.x.is_whole:
                labels["tickMinStep"] = 1
        if self.x.unit == "rank":
            labels = {"labelAngle": 0, "labelExpr": _RANK_LABELS}
        channel: Any = alt.Y if self.lies_down else alt.X
        title = None if self.lies_down else self.x.title
        found: dict[str, Any] = {
            "y" if self.lies_down else "x": channel(shorthand, title=title, axis=alt.Axis(**labels), **options)
        }
        if self.dodges and self.color is not None:
            offset: Any = alt.YOffset if self.lies_down else alt.XOffset
            found["yOffset" if self.lies_down else "xOffset"] = offset(
                self.color.name, type="nominal", sort=self.color.values, scale=alt.Scale(paddingOuter=0.3)
            )
        return found

    def _span(self) -> tuple[float, float]:
        numbers = [float(value) for value in self.x.values]
        return (min(numbers), max(numbers)) if min(numbers) < max(numbers) else (numbers[0] - 1, numbers[0] + 1)

    def _value(self) -> dict[str, Any]:
        scale = alt.Scale(zero=False) if self.domain is None else alt.Scale(domain=list(self.domain), nice=True)
        labels = alt.Axis(**axis_format(self.y), tickCount=6)
        channel: Any = alt.X if self.lies_down else alt.Y
        name = "x" if self.lies_down else "y"
        return {name: channel(self.y.name, type="quantitative", title=self.y.title, scale=scale, axis=labels)}

    def _interval(self) -> dict[str, Any]:
        low, high = ("x", "x2") if self.lies_down else ("y", "y2")
        first: Any = alt.X if self.lies_down else alt.Y
        second: Any = alt.X2 if self.lies_down else alt.Y2
        scale = alt.Scale(zero=False) if self.domain is None else alt.Scale(domain=list(self.domain), nice=True)
        return {
            low: first(self.plot.low, type="quantitative", title=self.y.title, scale=scale),
            high: second(self.plot.high),
        }

    # -- series

    def _colored(self) -> dict[str, Any]:
        if self.color is None:
            return {"color": alt.value(self.style.series[0])}
        return {"color": self._by_series(alt.Color, self.style.series)}

    def _shaped(self) -> dict[str, Any]:
        if self.color is None:
            return {"shape": alt.value("circle")}
        return {"shape": self._by_series(alt.Shape, list(theme.SHAPES))}

    def _dashed(self) -> dict[str, Any]:
        if self.color is None:
            return {}
        return {"strokeDash": self._by_series(alt.StrokeDash, list(theme.DASHES))}

    def _by_series(self, channel: Any, looks: list[Any]) -> Any:
        assert self.color is not None
        scale = alt.Scale(
            domain=[series.value for series in self.series], range=[looks[series.number] for series in self.series]
        )
        has_legend = self.style.has_legend and channel is not alt.StrokeDash
        legend = alt.Legend(columns=4, symbolOpacity=1) if has_legend else None
        return channel(self.color.name, type="nominal", title=self.color.title, scale=scale, legend=legend)

    # -- what else is drawn

    def _guides(self) -> list[Any]:
        dashed: dict[str, Any] = {"color": self.style.colors["guide"], "strokeDash": [4, 4], "strokeWidth": 1.2}
        guides: list[Any] = []
        if self.plot.diagonal and not self.is_stepped and self.domain is not None:
            low, high = self._span()
            low, high = max(low, self.domain[0]), min(high, self.domain[1])
            ends = alt.InlineData(values=[{"from": low, "to": low}, {"from": high, "to": high}])
            guides.append(
                alt.Chart(ends)
                .mark_line(**dashed)
                .encode(alt.X("from", type="quantitative"), alt.Y("to", type="quantitative"))
            )
        if self.plot.zero:
            at = {"x" if self.lies_down else "y": alt.datum(0)}
            guides.append(alt.Chart(alt.InlineData(values=[{}])).mark_rule(**dashed).encode(**at))
        return guides

    def _tooltips(self) -> list[Any]:
        return _tooltips(self.answer, self.plot.y)


def _tooltips(answer: Answer, figure: str) -> list[Any]:
    """A line for each column that is not an error of another figure than the one shown."""
    plot, texts = _plot(answer), answer.columns
    tooltips = []
    for name in answer.frame.columns:
        column = axis(answer, name)
        own = owner(name, texts)
        if own not in (name, figure):
            continue
        if column.is_text:
            tooltips.append(alt.Tooltip(name, type="nominal", title=column.title))
            continue
        if own == figure:
            form = number_format(answer, figure, plot.low, plot.high)
        elif f"{name}_se" in texts or f"{name}_low" in texts or column.unit == "share":
            form = number_format(answer, name, None, None)
        else:
            form = ",d" if column.is_whole else ",.4~r"
        tooltips.append(alt.Tooltip(name, type="quantitative", title=_error_title(name, own, texts), format=form))
    return tooltips


def _error_title(name: str, own: str, texts: Any) -> str:
    if name == own:
        return heading(name, texts)
    words = {"_se": "standard error", "_low": "95 % interval from", "_high": "to"}
    return words[name.removeprefix(own)]


# --- heat maps --------------------------------------------------------------------------------------------------------

_RANK_LABELS = "{'0': 'none', '11': 'J', '12': 'Q', '13': 'K', '14': 'A'}[datum.label] || datum.label"


def _heat(answer: Answer, style: Style) -> Any:
    plot = _plot(answer)
    assert plot.color is not None
    x, y = axis(answer, plot.x, plot.x_title), axis(answer, plot.y, plot.y_title)
    color = axis(answer, plot.color, plot.color_title)
    domain = extent(answer, plot.color, None, None, zero=False)
    assert domain is not None
    if domain[0] < 0 < domain[1]:
        reach = max(-domain[0], domain[1])
        scale = alt.Scale(scheme="blueorange", domain=[-reach, reach])
    else:
        scale = alt.Scale(scheme="viridis", domain=list(domain))
    legend = alt.Legend(**axis_format(color), gradientLength=200, titleLimit=300)
    labels: dict[str, Any] = {"labelAngle": 0}
    chart: Any = alt.Chart()
    rectangles = chart.mark_rect(stroke=style.colors["paper"], strokeWidth=0.5).encode(
        x=alt.X(x.name, type="ordinal", title=x.title, sort=_upwards(x), axis=alt.Axis(**labels)),
        y=alt.Y(y.name, type="ordinal", title=y.title, sort=_upwards(y)[::-1], axis=alt.Axis(**labels)),
        color=alt.Color(color.name, type="quantitative", title=color.title, scale=scale, legend=legend),
        tooltip=_tooltips(answer, plot.color),
    )
    heat: Any = alt.layer(rectangles)
    return heat.properties(width=style.width, height=max(160, min(420, 24 * len(y.values))))


def _upwards(steps: Axis) -> list[Any]:
    return steps.values if steps.is_text else sorted(steps.values)
