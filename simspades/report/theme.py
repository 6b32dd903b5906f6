"""Colours and shapes of the plots, once for the page and once for paper.

On the page a plot names its colours by CSS variables (``var(--series-1)``), so that light, dark and print are a matter
of the style sheet alone. The series start from the palette of Okabe and Ito (2008), which readers of every kind of
colour vision can tell apart, darkened or lightened for contrast with the background. As colour must not be the only
difference, every series has a shape and a dash of its own too.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

#: Colours by the name of their CSS variable.
LIGHT: Mapping[str, str] = {
    "paper": "#ffffff",
    "panel": "#f6f7f9",
    "ink": "#1b1f24",
    "muted": "#5a6472",
    "line": "#d9dde3",
    "grid": "#e6e9ed",
    "accent": "#005a8f",
    "guide": "#7b8491",
    "series-1": "#0072b2",
    "series-2": "#d55e00",
    "series-3": "#00855f",
    "series-4": "#a8428a",
    "series-5": "#a87400",
    "series-6": "#2a93d1",
    "series-7": "#5b6470",
    "series-8": "#7a3e12",
}
DARK: Mapping[str, str] = {
    "paper": "#13161b",
    "panel": "#1c2027",
    "ink": "#e8ebf0",
    "muted": "#a3adba",
    "line": "#353c47",
    "grid": "#2b313a",
    "accent": "#7cc4f0",
    "guide": "#8f99a6",
    "series-1": "#56b4e9",
    "series-2": "#f08b4d",
    "series-3": "#35c79b",
    "series-4": "#e39bc9",
    "series-5": "#f0c44c",
    "series-6": "#93a8ff",
    "series-7": "#c0c6ce",
    "series-8": "#cfa37c",
}

N_SERIES = 8
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")
DASHES = ((1, 0), (6, 3), (2, 2), (8, 3, 2, 3), (10, 4), (4, 4), (1, 3), (12, 3, 3, 3))

#: For series that are numbers: as light in the middle as at its ends, so that it shows on white and on black.
RAMP = ("#2f6fdb", "#7f5fd0", "#b84fa8", "#d6546a", "#dd7430", "#b98a00")

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"


@dataclasses.dataclass(frozen=True)
class Style:
    """How a plot looks.

    Attributes
    ----------
    colors
        What stands for each name of :data:`LIGHT`: a colour, or a reference to a CSS variable.
    font
        Font family of all text.
    width
        Pixels, or ``container`` for that of the box around the plot.
    has_legend
        Whether the plot explains its series itself; the page does that in a legend that wraps and can be clicked.

    """

    colors: Mapping[str, str]
    font: str
    width: int | str
    has_legend: bool

    def color(self, name: str) -> str:
        """The colour of a name of the theme; any other colour stands for itself."""
        return self.colors.get(name, name)

    def config(self) -> dict[str, Any]:
        """Vega-Lite's ``config``."""
        text = {"labelColor": self.colors["ink"], "titleColor": self.colors["ink"], "titleFontWeight": "normal"}
        return {
            "background": None if self.width == "container" else self.colors["paper"],
            "font": self.font,
            "axis": {
                **text,
                "labelFontSize": 12,
                "titleFontSize": 13,
                "titlePadding": 8,
                "gridColor": self.colors["grid"],
                "domainColor": self.colors["guide"],
                "tickColor": self.colors["guide"],
                "labelLimit": 170,
                "labelOverlap": True,
            },
            "legend": {**text, "labelFontSize": 12, "titleFontSize": 12, "orient": "top", "labelLimit": 260},
            "header": {**text, "labelFontSize": 13, "labelFontWeight": "bold"},
            "view": {"stroke": None},
        }


PAGE = Style({name: f"var(--{name})" for name in LIGHT}, FONT, "container", has_legend=False)
PAPER = Style(LIGHT, "sans-serif", 560, has_legend=True)
