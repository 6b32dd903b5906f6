"""The cells of a table as text: values in their units, with as many digits as their errors leave meaning in."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from simspades.analysis.answer import ERROR_SUFFIXES, Unit

MAX_DECIMALS = 6
NOTHING = "–"


class Cell(NamedTuple):
    """What stands in a cell: a value, and its error in smaller print (empty where it has none)."""

    text: str
    error: str = ""


def figure_cell(unit: Unit, value: Any, errors: Mapping[str, Any]) -> Cell:
    """A value with its error. ``errors`` holds what there is of ``se``, and of ``low`` and ``high``.

    The 95 % interval is shown if it is there, else the standard error, which gets two significant digits.

    >>> figure_cell("share", 0.7889, {"low": 0.7543, "high": 0.8200})
    Cell(text='78.9 %', error='(75.4 to 82.0)')
    >>> figure_cell("points", 3.21432, {"se": 0.0912})
    Cell(text='3.214', error='± 0.091')
    >>> figure_cell("points", -3.0, {"se": None})
    Cell(text='−3.00', error='± ?')
    """
    if is_missing(value):
        return Cell(NOTHING)
    scale, sign = (100, " %") if unit == "share" else (1, "")
    if "low" in errors:
        low, high = errors["low"], errors["high"]
        if is_missing(low) or is_missing(high):
            return Cell(value_text(unit, value), "(?)")
        decimals = decimals_for(scale * (high - low) / 10, digits=1)
        centre, *ends = (number(scale * x, decimals) for x in (value, low, high))
        return Cell(f"{centre}{sign}", f"({' to '.join(ends)})")
    if "se" in errors:
        se = errors["se"]
        if is_missing(se):
            return Cell(f"{number(scale * value, 2)}{sign}", "± ?")
        decimals = decimals_for(scale * se)
        return Cell(f"{number(scale * value, decimals)}{sign}", f"± {number(scale * se, decimals)}")
    return Cell(value_text(unit, value))


def value_text(unit: Unit, value: Any) -> str:
    """A value without an error: a key, a count, a word.

    >>> value_text("count", 1234567), value_text("share", 0.25), value_text("rank", 14), value_text("", True)
    ('1,234,567', '25.0 %', 'A', 'yes')
    """
    if is_missing(value):
        return NOTHING
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if unit == "share":
        return f"{number(100 * value, 1)} %"
    if unit == "rank" and value in RANKS:
        return RANKS[value]
    if float(value).is_integer():
        return number(value, 0)
    return number(value, max(2, decimals_for(abs(value), digits=3)))


RANKS = {0: "none", 11: "J", 12: "Q", 13: "K", 14: "A"}


def number(value: float, decimals: int) -> str:
    """A number with a true minus sign and thousands separators; never a negative zero."""
    text = f"{value:,.{decimals}f}"
    if text.startswith("-"):
        return text[1:] if float(text.replace(",", "")) == 0 else f"−{text[1:]}"
    return text


def decimals_for(error: float, digits: int = 2) -> int:
    """Decimals that show so many significant digits of an error."""
    if not error > 0 or math.isinf(error):
        return 0 if error == 0 else 2
    return min(MAX_DECIMALS, max(0, digits - 1 - math.floor(math.log10(error))))


def is_missing(value: Any) -> bool:
    """Whether a cell is empty: None, pandas' NA, or not a number.

    >>> is_missing(None), is_missing(float("nan")), is_missing(0)
    (True, True, False)
    """
    if isinstance(value, str):
        return False
    import pandas as pd

    return bool(pd.isna(value))


def owner(column: str, columns: Mapping[str, Any]) -> str:
    """The figure whose error a column holds, or the column itself.

    >>> owner("made_se", {"made": 0, "made_se": 0}), owner("made", {"made": 0})
    ('made', 'made')
    """
    for suffix in ERROR_SUFFIXES:
        if column.endswith(suffix) and column.removesuffix(suffix) in columns:
            return column.removesuffix(suffix)
    return column
