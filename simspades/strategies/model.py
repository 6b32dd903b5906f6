"""A strategy: a few plain functions, each from a view to a choice, with numeric parameters.

The functions are ordinary Python over whole numbers. The engine compiles them, across many hands at once, into vector
code; they can also be called as they stand. A parameter is run-time data: another value compiles nothing.
"""

from __future__ import annotations

import dataclasses
import inspect
import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from simspades.errors import StrategyError, nearest
from simspades.strategies import defaults

__all__ = ["DECISIONS", "Strategy"]

Decision = Callable[[Any], int]

#: The decisions that a strategy may make, with what each one returns.
DECISIONS = {
    "bid": "the call: a number, NIL, ZERO, TEN, MOON, DOUBLE_NIL or no_trump(number)",
    "play": "a card of the view's legal cards",
    "blind": "what is called before the cards are seen: 0 for nothing, 1 for a blind nil, blind_number(number), "
    "BLIND_MOON or blind_no_trump(number)",
    "announce": "talk(sure, possible) or ANNOUNCE_NIL, in partnership bidding",
    "raise_to": "the number that the side raises its own to, 0 to leave it",
    "renounce": "whether the blind number of the side is given up for a ten",
    "declare": "AIM_BEMO or AIM_BIG_BEMO, AIM_ACES, their sum, or 0",
    "exchange": "the cards to give, as many as the view's n_cards",
    "request": "the suit asked for in an exchange with a request",
    "pass_cards": "the cards passed to partner before the bidding, as many as the view's n_cards",
    "discard": "the cards laid aside after extra cards were taken, as many as the view's n_cards",
    "redraw": "the cards thrown away to draw others, at most the view's n_cards",
    "take": "who takes the extra cards of the side: 0 oneself, 1 one each (or, of one card, partner), 2 partner",
    "keep": "whether the top card of the stock is kept",
    "misdeal": "whether the cards are thrown in",
    "advise": "whether partner should throw his cards in",
    "cut": "1 for the best of four exposed cards to oneself and the next to partner, 0 to let them fall",
}

#: Parameters are kept as floating-point numbers: whole ones are exact up to here.
MAX_PARAMETER = 2**53


@dataclasses.dataclass(frozen=True, eq=False)
class Strategy:
    """A player for simulations, made of functions from a view to a choice.

    Parameters
    ----------
    bid, play
        From a :class:`~simspades.strategies.views.BidView` to a number (or ``NIL``), and from a
        :class:`~simspades.strategies.views.PlayView` to one card of ``view.legal``.
    blind, announce, raise_to, renounce, declare, exchange, request, pass_cards, discard, redraw, take, keep, misdeal, \
    advise, cut
        The rarer decisions (see :data:`DECISIONS`); each has a sensible default. Without an ``announce`` of its own a
        player tells as sure what it would bid by itself, and one trick more as possible.
    parameters
        Numbers that the functions read as ``view.p.name``, with their default values. A whole number stays whole.
    name
        How the strategy is called in reports; the loader fills it in where it is left out.
    doc
        A sentence on what the strategy does and where its ideas come from.

    Examples
    --------
    >>> def bid(v):
    ...     return max(1, count(v.hand & v.spades) + v.p.more)
    >>> def play(v):
    ...     return highest(v.legal)
    >>> from simspades.strategies.helpers import count, highest
    >>> bold = Strategy(bid=bid, play=play, parameters={"more": 1}, name="bold")
    >>> bold.with_parameters({"more": 2}).spec
    'bold(more=2)'

    """

    bid: Decision
    play: Decision
    blind: Decision = defaults.blind
    announce: Decision | None = None
    raise_to: Decision = defaults.raise_to
    renounce: Decision = defaults.renounce
    declare: Decision = defaults.declare
    exchange: Decision = defaults.exchange
    request: Decision = defaults.request
    pass_cards: Decision = defaults.pass_cards
    discard: Decision = defaults.discard
    redraw: Decision = defaults.redraw
    take: Decision = defaults.take
    keep: Decision = defaults.keep
    misdeal: Decision = defaults.misdeal
    advise: Decision = defaults.advise
    cut: Decision = defaults.cut
    parameters: Mapping[str, int | float] = dataclasses.field(default_factory=dict)
    name: str = ""
    doc: str = ""
    #: The parameters whose values differ from the strategy's own defaults.
    changed: Mapping[str, int | float] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        where = f"strategy {self.name}: " if self.name else "strategy: "
        for decision, gives in DECISIONS.items():
            function = getattr(self, decision)
            if function is None and decision == "announce":
                continue
            if not inspect.isfunction(function):
                raise StrategyError(f"{where}{decision} must be a plain function of one view that returns {gives}")
            if len(inspect.signature(function).parameters) != 1:
                raise StrategyError(f"{where}{decision} must take exactly one argument, the view")
        for parameter, value in self.parameters.items():
            if not parameter.isidentifier():
                raise StrategyError(f"{where}the parameter {parameter!r} is not a Python name")
            _check_number(f"{where}the parameter {parameter}", value)
        object.__setattr__(self, "parameters", MappingProxyType(dict(self.parameters)))

    def named(self, name: str) -> Strategy:
        """The same strategy under a name."""
        return dataclasses.replace(self, name=name)

    def with_parameters(self, values: Mapping[str, int | float]) -> Strategy:
        """The same strategy with other values of some parameters; nothing is compiled anew for it."""
        merged = dict(self.parameters)
        for parameter, value in values.items():
            if parameter not in merged:
                hint = nearest(parameter, merged) if merged else " (it has no parameters)"
                raise StrategyError(f"the strategy {self.name} has no parameter {parameter}{hint}")
            what = f"the parameter {parameter} of {self.name}"
            _check_number(what, value)
            if isinstance(merged[parameter], int):
                if value != int(value):
                    raise StrategyError(f"{what} must be a whole number, not {value}")
                value = int(value)
                _check_number(what, value)
            else:
                value = float(value)
            merged[parameter] = value
        changed = {**self.changed, **{k: merged[k] for k in values}}
        return dataclasses.replace(self, parameters=merged, changed=MappingProxyType(changed))

    @property
    def spec(self) -> str:
        """The strategy as the command line takes it: its name, and the parameters that were changed."""
        if not self.changed:
            return self.name
        return f"{self.name}({','.join(f'{k}={v}' for k, v in self.changed.items())})"


def _check_number(what: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise StrategyError(f"{what} must be a number, not {value!r}")
    if isinstance(value, float) and not math.isfinite(value):
        raise StrategyError(f"{what} must be a finite number, not {value}")
    if isinstance(value, int) and abs(value) > MAX_PARAMETER:
        raise StrategyError(f"{what} must lie between -2^53 and 2^53, not {value}")
