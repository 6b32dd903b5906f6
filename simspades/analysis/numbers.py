"""Estimates as text: as many digits as their errors leave meaning in."""

from __future__ import annotations

import math

from simspades.analysis.statistics import Estimate

MAX_DECIMALS = 6


def mean_text(estimate: Estimate) -> str:
    """The value and its standard error, which gets two significant digits.

    >>> mean_text(Estimate(3.21432, 0.0912, 3.03, 3.39, 5000))
    '3.214 ± 0.091'
    """
    if estimate.value is None:
        return "none"
    if estimate.se is None:
        return f"{estimate.value:.2f} ± ?"
    if estimate.se == 0:
        return f"{estimate.value:g} ± 0"
    decimals = _decimals(estimate.se)
    return f"{estimate.value:.{decimals}f} ± {estimate.se:.{decimals}f}"


def percent_text(estimate: Estimate) -> str:
    """A share in per cent with its standard error.

    >>> percent_text(Estimate(0.61234, 0.0049, 0.60, 0.62, 9000))
    '61.23 ± 0.49 %'
    """
    if estimate.value is None or estimate.se is None:
        return "none"
    if estimate.se == 0:
        return f"{100 * estimate.value:g} ± 0 %"
    decimals = _decimals(100 * estimate.se)
    return f"{100 * estimate.value:.{decimals}f} ± {100 * estimate.se:.{decimals}f} %"


def rate_text(estimate: Estimate) -> str:
    """A rate in per cent with its 95 % interval and the number of attempts.

    >>> rate_text(Estimate(467 / 592, 0.0168, 0.7543, 0.8200, 592))
    '78.9 % (75.4–82.0) of 592'
    """
    text = interval_text(estimate)
    return text if text == "none" else f"{text} of {estimate.n:,}"


def interval_text(estimate: Estimate) -> str:
    """A rate, or a difference of rates, in per cent with its 95 % interval.

    >>> interval_text(Estimate(467 / 592, 0.0168, 0.7543, 0.8200, 592))
    '78.9 % (75.4–82.0)'
    """
    if estimate.value is None:
        return "none"
    if estimate.low is None or estimate.high is None:
        return f"{100 * estimate.value:.1f} % (?)"
    decimals = _decimals_of_interval(estimate)
    value, low, high = (f"{100 * x:.{decimals}f}" for x in (estimate.value, estimate.low, estimate.high))
    return f"{value} % ({low}–{high})"


def share_text(estimate: Estimate) -> str:
    """A share in per cent with its 95 % interval, as in a sentence.

    >>> share_text(Estimate(0.61234, 0.0049, 0.60279, 0.62181, 9000))
    '61.2 % (95 % interval 60.3 to 62.2)'
    """
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return "none"
    decimals = _decimals_of_interval(estimate)
    value, low, high = (f"{100 * x:.{decimals}f}" for x in (estimate.value, estimate.low, estimate.high))
    return f"{value} % (95 % interval {low} to {high})"


def _decimals_of_interval(estimate: Estimate) -> int:
    """Decimals that resolve a tenth of the interval."""
    assert estimate.low is not None
    assert estimate.high is not None
    if estimate.high == estimate.low:
        return 1
    return _decimals(100 * (estimate.high - estimate.low) / 10, digits=1)


def _decimals(error: float, digits: int = 2) -> int:
    """Decimals that show so many significant digits of the error."""
    return min(MAX_DECIMALS, max(0, digits - 1 - math.floor(math.log10(error))))
