"""When enough has been played: a fixed number, an error small enough, or a sequential test that has decided.

The test is the generalised sequential probability ratio test that chess engines are tested with, on the outcomes of
pairs. Wald's test needs to know how outcomes are distributed; the generalised one compares the largest likelihoods
that any distribution with mean ``low``, and any with mean ``high``, gives the outcomes so far. For many pairs the
logarithm of their ratio is

    ``llr = n (high - low) (2 m - low - high) / (2 v)``

with ``m`` and ``v`` the mean and the variance of ``n`` outcomes: the normal approximation, in which nothing of the
distribution is left but these two. (For games, whose pairs have few different outcomes, this is the pentanomial test.)
The test ends when ``llr`` leaves Wald's limits, ``log(beta / (1 - alpha))`` to ``log((1 - beta) / alpha)``.

It is looked at after whole ranges of deals only, in the order of their numbers, so that the outcome depends on neither
threads nor machines, and never on fewer than thousands of deals (hundreds of sequences), where the approximation would
be poor. Looking seldom makes errors rarer than the nominal rates, not more frequent.

A. Wald, *Sequential Analysis*, 1947. M. Van den Bergh, "A practical introduction to the GSPRT" and "Comments on
normalized Elo", 2020. W. Kim, "Generalized SPRT", J. Statist. Plann. Inference 12 (1985).
"""

from __future__ import annotations

import dataclasses
import math
from typing import Literal

from simspades.analysis.statistics import Estimate
from simspades.errors import SimspadesError

#: Chance of the wrong verdict where the truth is ``low``, and where it is ``high``.
ALPHA = BETA = 0.05

#: The log-likelihood ratio of outcomes that do not vary at all; a number, as JSON has no infinity.
CERTAIN = 1e9

Verdict = Literal["high", "low"]


@dataclasses.dataclass(frozen=True)
class Sprt:
    """A sequential test of a difference: ``low`` or ``high``?

    >>> test = Sprt(0.0, 1.0)
    >>> test.verdict(test.llr(Estimate(0.9, 0.1, 0.7, 1.1, 10_000)))
    'high'
    """

    low: float
    high: float

    def llr(self, difference: Estimate) -> float:
        """Logarithm of the likelihood ratio of ``high`` over ``low``; ``difference.se`` is that of the mean."""
        if difference.value is None or difference.se is None:
            return 0.0
        if difference.se == 0:  # all deals gave the same, as when both play alike
            side = 2 * difference.value - self.low - self.high
            return math.copysign(CERTAIN, side) if side else 0.0
        return (self.high - self.low) * (2 * difference.value - self.low - self.high) / (2 * difference.se**2)

    @property
    def limits(self) -> tuple[float, float]:
        """Where the test ends: with ``low`` and with ``high``."""
        return math.log(BETA / (1 - ALPHA)), math.log((1 - BETA) / ALPHA)

    def verdict(self, llr: float) -> Verdict | None:
        """What the test says; None while it goes on."""
        below, above = self.limits
        return "low" if llr <= below else "high" if llr >= above else None

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """From ``LOW:HIGH``.

        >>> Sprt.parse("-0.5:1")
        Sprt(low=-0.5, high=1.0)
        """
        low, colon, high = text.partition(":")
        try:
            test = cls(float(low), float(high))
        except ValueError:
            colon = ""
        if not colon or not all(map(math.isfinite, (test.low, test.high))) or test.low >= test.high:
            raise SimspadesError(f"--sprt takes two differences LOW:HIGH, LOW below HIGH, such as 0:1, not {text!r}")
        return test
