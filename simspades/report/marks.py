"""The marks of a drawing: lines, bars, dots and intervals with their guides, or the cells of a heat map."""

from __future__ import annotations

from typing import Any

import altair as alt

from simspades.report.cells import owner
from simspades.report.drawing import Drawing, figure_of
from simspades.report.scales import axis, axis_format, lies_down, number_format, padded
from simspades.report.tables import heading
from simspades.report.theme import Style

ROWS = "rows"  # the data source of every plot
HEIGHT = 280
STEP = 26  # pixels for a category of a plot that lies on its side,
DODGED_STEP = 15  # for each series of a category,
GAP = 12  # and between categories that hold several series
LABELS = 120  # pixels for the words beside it, on paper

#: Ranks as card players write them.
RANK_LABELS = "{'0': 'none', '11': 'J', '12': 'Q', '13': 'K', '14': 'A'}[datum.label] || datum.label"


def spec_of(drawing: Drawing, style: Style) -> dict[str, Any]:
    """The layers of a drawing as a Vega-Lite specification, without data.

    What belongs to the whole is added to the specification: every step on an Altair chart copies all of it.
    """
    chart = _heat(drawing, style) if drawing.plot.kind == "heat" else _Marks(drawing, style).chart()
    spec: dict[str, Any] = chart.to_dict(validate=False)
    datasets = spec.pop("datasets", {})
    for layer in spec["layer"]:
        name = layer.get("data", {}).get("name")
        if name == ROWS:
            del layer["data"]  # it takes the data of the whole, with what is filtered there
        elif name in datasets:
            layer["data"] = {"values": datasets[name]}  # beside others, a chart may name no datasets
    return {key: value for key, value in spec.items() if key not in ("$schema", "config", "data")}


class _Marks:
    """The layers of every kind of plot but the heat map.

    A plot has the axis of its *key*, what it is shown by, and that of its *value*, the figure: x and y, or the other
    way round where the plot lies on its side.
    """

    def __init__(self, drawing: Drawing, style: Style) -> None:
        self.drawing, self.style, self.plot = drawing, style, drawing.plot
        self.kind, self.x, self.y = drawing.plot.kind, drawing.x, drawing.y
        self.is_stepped = self.x.is_text or self.kind in ("bar", "interval")
        self.lies_down = self.is_stepped and lies_down(self.x)
        self.dodges = self.kind in ("bar", "interval") and len(drawing.series) > 1
        self.key, self.value = ("y", "x") if self.lies_down else ("x", "y")
        self.tooltip = _tooltips(drawing)
        self.base: Any = alt.Chart(alt.NamedData(name=ROWS))

    def chart(self) -> Any:
        width, height = self.style.width, HEIGHT
        if self.lies_down:
            # in pixels: with a step, Vega-Lite warns in the console that it cannot fit a plot into its container
            step = DODGED_STEP * len(self.drawing.series) + GAP if self.dodges else STEP
            height = step * len(self.x.values)
            width = width - LABELS if isinstance(width, int) else width
        return alt.layer(*self._guides(), *self._marks(), width=width, height=height)

    def _marks(self) -> list[Any]:
        key, color = self._key_channels(), {"color": self._by_series(alt.Color, "color")}
        figure = {**key, **self._value_channel(), "tooltip": self.tooltip}
        marks = []
        if self.kind == "bar":
            marks.append(self.base.mark_bar(opacity=0.85, cornerRadiusEnd=2).encode(**figure, **color))
        if self.kind == "line":
            dash = self._by_series(alt.StrokeDash, "dash")
            marks.append(self.base.mark_line(strokeWidth=2, clip=True).encode(**figure, **color, strokeDash=dash))
        if self.plot.low and self.plot.high:
            ends = {**key, **self._interval_channels(), "tooltip": self.tooltip}
            over_bar = {"color": alt.value(self.style.color("ink"))}
            rule = self.base.mark_rule(strokeWidth=1.6, opacity=0.75, clip=True)
            marks.append(rule.encode(**ends, **(over_bar if self.kind == "bar" else color)))
        if self.kind != "bar":
            points = self.base.mark_point(filled=True, size=60, opacity=1, clip=True)
            marks.append(points.encode(**figure, **color, shape=self._by_series(alt.Shape, "shape")))
        return marks

    # -- axes

    def _key_channels(self) -> dict[str, Any]:
        labels: dict[str, Any] = {"labelAngle": 0} if self.is_stepped else {}
        if not self.x.is_text:
            labels |= axis_format(self.x)
        if self.x.unit == "rank":
            labels = {"labelAngle": 0, "labelExpr": RANK_LABELS}
        options: dict[str, Any]
        if self.is_stepped:
            options = {"type": "ordinal", "sort": self.x.values}
        else:
            options = {"type": "quantitative", "scale": alt.Scale(nice=False, domain=padded(self._span()))}
            labels["tickCount"] = min(10, max(2, len(self.x.values)))
            if self.x.is_whole:
                labels["tickMinStep"] = 1
        channel: Any = alt.Y if self.lies_down else alt.X
        title = None if self.lies_down else self.x.title
        channels = {self.key: channel(_field(self.x.name), title=title, axis=alt.Axis(**labels), **options)}
        if self.dodges and self.drawing.color is not None:
            offset: Any = alt.YOffset if self.lies_down else alt.XOffset
            air = alt.Scale(paddingOuter=0.1 if self.kind == "bar" else 0.8)
            order = [series.value for series in self.drawing.series]
            name = _field(self.drawing.color.name)
            channels[f"{self.key}Offset"] = offset(name, type="nominal", sort=order, scale=air)
        return channels

    def _span(self) -> tuple[float, float]:
        low, high = float(min(self.x.values)), float(max(self.x.values))
        return (low, high) if low < high else (low - 1, high + 1)

    def _value_channel(self) -> dict[str, Any]:
        channel: Any = alt.X if self.lies_down else alt.Y
        labels: dict[str, Any] = {**axis_format(self.y), "tickCount": 6, "grid": True}
        if self.lies_down:
            # on a narrow screen a long title runs to the left, below the words, and no label leaves the plot
            labels |= {"titleAnchor": "end", "labelFlush": 16, "labelOverlap": "greedy", "tickCount": 4}
        found = channel(
            _field(self.y.name),
            type="quantitative",
            title=self.y.title,
            scale=self._value_scale(),
            axis=alt.Axis(**labels),
        )
        return {self.value: found}

    def _interval_channels(self) -> dict[str, Any]:
        assert self.plot.low is not None
        assert self.plot.high is not None
        first: Any = alt.X if self.lies_down else alt.Y
        second: Any = alt.X2 if self.lies_down else alt.Y2
        low = first(_field(self.plot.low), type="quantitative", title=self.y.title, scale=self._value_scale())
        return {self.value: low, f"{self.value}2": second(_field(self.plot.high))}

    def _value_scale(self) -> alt.Scale:
        return alt.Scale(nice=False, domain=padded(self.drawing.domain, from_zero=self.kind == "bar"))

    # -- series

    def _by_series(self, channel: Any, look: str) -> Any:
        """The channel that gives each series its ``color``, ``shape`` or ``dash``."""
        column, series = self.drawing.color, self.drawing.series
        if column is None:
            alone = {"color": self.style.color("series-1"), "shape": "circle", "dash": [1, 0]}
            return alt.value(alone[look])
        looks = [getattr(one, look) for one in series]
        if look == "color":
            looks = [self.style.color(name) for name in looks]
        scale = alt.Scale(domain=[one.value for one in series], range=looks)
        has_legend = self.style.has_legend and look != "dash"
        legend = alt.Legend(columns=4, symbolOpacity=1) if has_legend else None
        return channel(_field(column.name), type="nominal", title=column.title, scale=scale, legend=legend)

    # -- guides

    def _guides(self) -> list[Any]:
        dashed: dict[str, Any] = {"color": self.style.color("guide"), "strokeDash": [4, 4], "strokeWidth": 1.2}
        guides: list[Any] = []
        if self.plot.diagonal and not self.is_stepped:
            ends = alt.InlineData(values=[{"from": end, "to": end} for end in self._span()])
            place = {"x": alt.X("from", type="quantitative"), "y": alt.Y("to", type="quantitative")}
            guides.append(alt.Chart(ends).mark_line(clip=True, **dashed).encode(**place))
        if self.plot.zero:
            rule: Any = alt.Chart(alt.InlineData(values=[{"at": 0}])).mark_rule(**dashed)
            guides.append(rule.encode(**{self.value: alt.datum(0)}))
        return guides


def _heat(drawing: Drawing, style: Style) -> Any:
    x, y, color = drawing.x, drawing.y, drawing.color
    assert color is not None
    low, high = drawing.domain
    if low < 0 < high:
        reach = max(-low, high)
        scale = alt.Scale(scheme="blueorange", domain=[-reach, reach])
    else:
        scale = alt.Scale(scheme="viridis", domain=[low, high])
    legend = alt.Legend(**axis_format(color), gradientLength=200, titleLimit=300)
    labels = alt.Axis(labelAngle=0)
    cells: Any = alt.Chart(alt.NamedData(name=ROWS))
    cells = cells.mark_rect(stroke=style.color("paper"), strokeWidth=0.5).encode(
        x=alt.X(_field(x.name), type="ordinal", title=x.title, sort=x.values, axis=labels),
        y=alt.Y(_field(y.name), type="ordinal", title=y.title, sort=y.values[::-1], axis=labels),
        color=alt.Color(_field(color.name), type="quantitative", title=color.title, scale=scale, legend=legend),
        tooltip=_tooltips(drawing),
    )
    return alt.layer(cells, width=style.width, height=max(160, min(420, 24 * len(y.values))))


def _tooltips(drawing: Drawing) -> list[Any]:
    """A line for each column, but of the errors only those of the figure that is drawn."""
    answer, plot, texts = drawing.answer, drawing.plot, drawing.answer.columns
    figure = figure_of(plot)
    tooltips = []
    for name in map(str, answer.frame.columns):
        own = owner(name, texts)
        if own not in (name, figure):
            continue
        column = axis(answer, name)
        if column.is_text:
            tooltips.append(alt.Tooltip(_field(name), type="nominal", title=column.title))
            continue
        ends = (plot.low, plot.high) if own == figure else (None, None)
        form = (
            ",d" if name != figure and column.is_whole and column.unit != "share" else number_format(answer, own, *ends)
        )
        title = _ERRORS.get(name.removeprefix(own)) or heading(name, texts)
        tooltips.append(alt.Tooltip(_field(name), type="quantitative", title=title, format=form))
    return tooltips


_ERRORS = {"_se": "standard error", "_low": "95 % interval from", "_high": "to"}


def _field(name: str) -> str:
    """A column's name as Vega-Lite reads it: dots and brackets would lead into nested data."""
    for mark in "\\.[]":
        name = name.replace(mark, "\\" + mark)
    return name
