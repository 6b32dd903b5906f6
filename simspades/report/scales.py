"""How the columns of a plot are laid out: as numbers or steps, over which range, with which digits.

Only the frame decides, so that a plot of two runs or of six players needs no settings of its own.
"""

from __future__ import annotations

import dataclasses
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


def lies_down(x: Axis) -> bool:
    """Whether the categories are so long or so many that they are better read one below the other."""
    longest = max((len(text) for text in x.texts), default=0)
    return x.is_text and (longest > LONG_WORD or len(x.values) > MANY_STEPS)


def extent(answer: Answer, name: str, low: str | None, high: str | None, *, zero: bool) -> tuple[float, float] | None:
    """The range of an axis that holds values and intervals; None without values.

    The interval of a value that is known badly may be as long as all others together. It is cut where it would take
    more room than the values themselves, so that the rest of the plot stays legible.

    """
    columns = [name, *(column for column in (low, high) if column)]
    rows = [[plain(value) for value in row] for row in answer.frame[columns].itertuples(index=False, name=None)]
    values = [row[0] for row in rows if row[0] is not None]
    if not values:
        return None
    if zero:
        values.append(0)
    bottom, top = float(min(values)), float(max(values))
    ends = [value for row in rows for value in row[1:] if value is not None and math.isfinite(value)]
    if ends:
        room = (top - bottom) or math.inf
        low_end, high_end = max(min(ends), bottom - room), min(max(ends), top + room)
        bottom, top = min(bottom, low_end), max(top, high_end)
    if bottom == top:
        bottom, top = bottom - 1, top + 1
    if answer.columns[name].unit == "share":
        bottom, top = max(bottom, 0.0 if min(values) >= 0 else -1.0), min(top, 1.0)
    return bottom, top


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


def padded(domain: Sequence[float]) -> list[float]:
    """A domain with a little air at both ends, so that no mark is cut in half.

    >>> padded([0, 10])
    [-0.4, 10.4]
    """
    air = 0.04 * (domain[1] - domain[0])
    return [domain[0] - air, domain[1] + air]
