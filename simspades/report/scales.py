"""How the columns of a plot are laid out: as numbers or steps, over which range, with which digits.

Only the frame decides, so that a plot of two runs or of six players needs no settings of its own.
"""

from __future__ import annotations

import dataclasses
import graphlib
import itertools
import math
from collections.abc import Sequence
from typing import Any, Literal

from simspades.analysis.answer import Answer, Unit
from simspades.report.cells import decimals_for, value_text
from simspades.report.tables import heading, plain

#: Longest word that still fits below an upright axis; with longer ones the plot lies on its side.
LONG_WORD = 4
#: Most categories below an upright axis.
MANY_STEPS = 16

Measure = Literal["quantitative", "ordinal", "nominal"]


@dataclasses.dataclass(frozen=True)
class Axis:
    """A column of the frame as a plot uses it.

    Attributes
    ----------
    name, title, unit
        The column, what the axis says, and the unit of its values.
    values
        Its values without nulls, each once, in the order of the frame.
    is_text
        Whether they are words.
    is_whole
        Whether they are whole numbers.

    """

    name: str
    title: str
    unit: Unit
    values: list[Any]

    @property
    def is_text(self) -> bool:
        return any(isinstance(value, str | bool) for value in self.values)

    @property
    def is_whole(self) -> bool:
        return not self.is_text and all(float(value).is_integer() for value in self.values)

    @property
    def texts(self) -> list[str]:
        """The values as the tables show them."""
        return [value_text(self.unit, value) for value in self.values]


def axis(answer: Answer, name: str, title: str = "") -> Axis:
    """The column ``name`` of an answer as an axis."""
    values = [plain(value) for value in answer.frame[name]]
    present = list(dict.fromkeys(value for value in values if value is not None))
    return Axis(name, title or heading(name, answer.columns), answer.columns[name].unit, present)


def in_order(column: Axis, groups: Sequence[Sequence[Any]]) -> Axis:
    """The axis with its values in order: numbers by size, words as they follow each other in every group of rows.

    A group may lack some of the words, so that the order in which they first appear is not enough.
    """
    if not column.is_text:
        return dataclasses.replace(column, values=sorted(column.values))
    before: dict[Any, set[Any]] = {value: set() for value in column.values}
    for group in groups:
        for one, next_one in itertools.pairwise(dict.fromkeys(group)):
            before[next_one].add(one)
    try:
        return dataclasses.replace(column, values=list(graphlib.TopologicalSorter(before).static_order()))
    except graphlib.CycleError:
        return column


def lies_down(x: Axis) -> bool:
    """Whether the categories are so long or so many that they are better read one below the other."""
    longest = max((len(text) for text in x.texts), default=0)
    return x.is_text and (longest > LONG_WORD or len(x.values) > MANY_STEPS)


def extent(answer: Answer, name: str, low: str | None, high: str | None, *, zero: bool) -> tuple[float, float]:
    """The range of an axis that holds values and intervals.

    The interval of a value that is known badly may be as long as all others together. It is cut where it would take
    more room than the values themselves, so that the rest of the plot stays legible.
    """
    values = [float(value) for value in answer.frame[name]] + ([0.0] if zero else [])
    bottom, top = min(values), max(values)
    ends = [float(end) for column in (low, high) if column for end in answer.frame[column]]
    if ends:
        room = (top - bottom) or math.inf
        bottom, top = min(bottom, max(min(ends), bottom - room)), max(top, min(max(ends), top + room))
    return (bottom, top) if bottom < top else (bottom - 1, top + 1)


def number_format(answer: Answer, name: str, low: str | None, high: str | None) -> str:
    """The d3 format of a figure in a tooltip: as many digits as its interval leaves meaning in."""
    unit = answer.columns[name].unit
    if low is None or high is None:
        return {"share": ".1%", "count": ",d"}.get(unit, ",.4~r")
    widths = sorted(
        float(b - a)
        for a, b in answer.frame[[low, high]].dropna().itertuples(index=False, name=None)
        if math.isfinite(b - a) and b > a
    )
    width = widths[len(widths) // 2] if widths else 0.01
    if unit == "share":
        return f".{decimals_for(100 * width / 10, digits=1)}%"
    return f",.{decimals_for(width / 4)}f"


def axis_format(x: Axis) -> dict[str, Any]:
    """The d3 format of an axis' labels, as an option of Altair's Axis; nothing where Vega's own choice will do."""
    if x.unit == "share":
        return {"format": "~%"}
    return {"format": ",d"} if x.is_whole else {}


def padded(domain: Sequence[float], *, from_zero: bool = False) -> list[float]:
    """A domain with a little air at both ends, so that no mark is cut in half; bars stand on zero itself.

    >>> padded([0, 10]), padded([0, 10], from_zero=True)
    ([-0.4, 10.4], [0.0, 10.4])
    """
    low, high = float(domain[0]), float(domain[1])
    air = 0.04 * (high - low)
    return [low if from_zero and low == 0 else low - air, high if from_zero and high == 0 else high + air]
