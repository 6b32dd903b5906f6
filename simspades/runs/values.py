"""Numbers as users give them."""

from __future__ import annotations

import operator

from simspades.errors import SimspadesError


def whole_number(name: str, value: object, low: int | None = None, high: int | None = None) -> int:
    """``value`` as an int; SimspadesError if it is no whole number, or not within ``low`` to ``high``.

    >>> whole_number("seed", 7, 0, 10)
    7
    """
    if isinstance(value, bool):
        raise SimspadesError(f"{name} must be a whole number, not {value!r}")
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise SimspadesError(f"{name} must be a whole number, not {value!r}") from None
    if low is not None and high is not None and not low <= number <= high:
        raise SimspadesError(f"{name} must lie between {low} and {high}, not {number}")
    return number
