"""Estimates of a table in sentences, with their uncertainty."""

from __future__ import annotations

import math

from simspades.analysis.estimates import Estimates
from simspades.analysis.numbers import mean_text, share_text
from simspades.analysis.statistics import Estimate


def one(estimates: Estimates, row: int) -> Estimate:
    """The estimate of a single group."""
    low, high = (ends[row] for ends in estimates.interval)
    return estimate_of(estimates.value[row], estimates.se[row], low, high, int(estimates.n[row]))


def estimate_of(value: object, se: object, low: object, high: object, n: int = 0) -> Estimate:
    """An estimate from the numbers of a table, where NaN stands for what there is not."""
    return Estimate(_known(value), _known(se), _known(low), _known(high), n)


def _known(number: object) -> float | None:
    value = float(str(number))
    return None if math.isnan(value) else value


def mean_words(estimates: Estimates, row: int) -> str:
    """A mean with its standard error."""
    return mean_text(one(estimates, row))


def share_words(estimates: Estimates, row: int) -> str:
    """A share in per cent with its interval."""
    return share_text(one(estimates, row))


def is_clear(estimates: Estimates, row: int) -> bool:
    """Whether the 95 % interval of a difference leaves out 0."""
    low, high = (ends[row] for ends in estimates.interval)
    return bool(low > 0 or high < 0)


def count_words(number: int, thing: str) -> str:
    """A number of things, as in ``1 bag`` and ``2 bags``."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def within_chance(estimates: Estimates, row: int) -> str:
    """What a sentence on a difference ends with: nothing where the difference is clear."""
    if math.isnan(float(estimates.se[row])):
        return ", of which too little is known for an error"
    return "" if is_clear(estimates, row) else ", which is within chance"
