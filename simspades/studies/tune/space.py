"""What is searched: a range for each parameter."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

from simspades.errors import SimspadesError, nearest
from simspades.strategies import Strategy

Number = int | float
Values = dict[str, Number]


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A parameter from ``low`` to ``high``, both included; whole numbers where the strategy's own value is one.

    ``step`` is the distance of the values tried: None for any.
    """

    name: str
    low: Number
    high: Number
    step: Number | None
    whole: bool

    def tidy(self, value: Number) -> Number:
        """A value as it is tried and shown: whole, or with six significant digits."""
        return int(value) if self.whole else float(f"{value:.6g}")


def parse(strategy: Strategy, texts: Sequence[str]) -> list[Parameter]:
    """Ranges from ``NAME=LOW:HIGH`` or ``NAME=LOW:HIGH:STEP``; SimspadesError says what is wrong.

    >>> from simspades.strategies import load_strategy
    >>> parse(load_strategy("steady"), ["reach=0:4"])
    [Parameter(name='reach', low=0, high=4, step=1, whole=True)]
    """
    if not texts:
        known = ", ".join(f"{name}={value}" for name, value in strategy.parameters.items()) or "none"
        raise SimspadesError(f"no parameter to tune: give --param NAME=LOW:HIGH ({strategy.name} has: {known})")
    found: list[Parameter] = []
    for text in texts:
        parameter = _parse_one(strategy, text)
        if parameter.name in (other.name for other in found):
            raise SimspadesError(f"--param {parameter.name} is given twice")
        found.append(parameter)
    return found


def _parse_one(strategy: Strategy, text: str) -> Parameter:
    name, equals, span = (part.strip() for part in text.partition("="))
    bounds = span.split(":")
    if not equals or len(bounds) not in (2, 3):
        raise SimspadesError(f"--param takes NAME=LOW:HIGH or NAME=LOW:HIGH:STEP, not {text!r}")
    if name not in strategy.parameters:
        hint = nearest(name, strategy.parameters) if strategy.parameters else " (it has no parameters)"
        raise SimspadesError(f"--param {text}: the strategy {strategy.name} has no parameter {name}{hint}")
    whole = isinstance(strategy.parameters[name], int)
    numbers = [_number(text, bound, whole) for bound in bounds]
    low, high = numbers[:2]
    step = numbers[2] if len(numbers) == 3 else 1 if whole else None
    if low >= high or (step is not None and not 0 < step <= high - low):
        raise SimspadesError(f"--param {text}: LOW must be below HIGH, and STEP between 0 and their distance")
    declared = strategy.declared[name]
    for bound in (low, high):
        declared.checked(f"--param {text}: the parameter {name} of {strategy.name}", bound)
    return Parameter(name, low, high, step, whole)


def _number(text: str, bound: str, whole: bool) -> Number:
    try:
        value = int(bound) if whole else float(bound)
    except ValueError:
        kind = "whole numbers, as its own value is one" if whole else "numbers"
        raise SimspadesError(f"--param {text}: {bound!r} is not one of the {kind}") from None
    if not math.isfinite(value):
        raise SimspadesError(f"--param {text}: {bound!r} is not finite")
    return value
