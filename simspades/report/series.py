"""What tells the lines, bars and dots of a plot apart: their colours, shapes and dashes.

Words get colours that are easy to name; numbers get a ramp, so that neighbours look alike.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from simspades.report.scales import Axis
from simspades.report.theme import DASHES, N_SERIES, RAMP, SHAPES

#: With more numbers than this, colours are taken from the ramp.
FEW = 4


@dataclasses.dataclass(frozen=True)
class Series:
    """A line, or the bars or dots of one colour.

    Attributes
    ----------
    value, text
        What it stands for in the data, and as people read it.
    color
        The name of a colour of the theme, or a colour of the ramp.
    shape, dash
        Of its points and its line: a name, and lengths.

    """

    value: Any
    text: str
    color: str
    shape: str
    dash: tuple[int, ...]


def series_of(color: Axis) -> list[Series]:
    """A series for each value of a column."""
    n = len(color.values)
    by_ramp = n > FEW and not color.is_text
    values = sorted(color.values) if by_ramp else color.values
    texts = dict(zip(color.values, color.texts, strict=True))
    return [
        Series(
            value,
            texts[value],
            ramp(k / (n - 1)) if by_ramp else f"series-{k % N_SERIES + 1}",
            SHAPES[k % N_SERIES],
            DASHES[0] if by_ramp else DASHES[k % N_SERIES],
        )
        for k, value in enumerate(values)
    ]


def ramp(place: float) -> str:
    """The colour at a place from 0 to 1 of the ramp.

    >>> ramp(0) == RAMP[0], ramp(1) == RAMP[-1]
    (True, True)
    """
    steps = len(RAMP) - 1
    k = min(int(place * steps), steps - 1)
    share = place * steps - k
    pairs = zip(_channels(RAMP[k]), _channels(RAMP[k + 1]), strict=True)
    return "#" + "".join(f"{round(a + share * (b - a)):02x}" for a, b in pairs)


def _channels(color: str) -> list[int]:
    return [int(color[k : k + 2], 16) for k in (1, 3, 5)]
