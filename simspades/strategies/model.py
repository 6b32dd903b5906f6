"""A strategy: a few plain functions, each from a view to a choice, with numeric parameters.

The functions are ordinary Python over whole numbers. The engine compiles them, across many hands at once, into vector
code; they can also be called as they stand. A parameter is run-time data: another value compiles nothing.
"""

from __future__ import annotations

import dataclasses
import inspect
import keyword
import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from simspades.errors import StrategyError, nearest
from simspades.strategies import defaults

__all__ = ["DECISIONS", "VIEW_OF", "Parameter", "Strategy"]

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

#: The view that each decision is made from, by its name in :mod:`simspades.strategies.views`.
VIEW_OF = {
    "bid": "BidView",
    "play": "PlayView",
    "blind": "BlindView",
    "announce": "BidView",
    "raise_to": "BidView",
    "renounce": "BidView",
    "declare": "BidView",
    "exchange": "ExchangeView",
    "request": "ExchangeView",
    "pass_cards": "ExchangeView",
    "discard": "ExchangeView",
    "redraw": "ExchangeView",
    "take": "BidView",
    "keep": "DraftView",
    "misdeal": "BidView",
    "advise": "BidView",
    "cut": "BidView",
}

#: Parameters are kept as floating-point numbers: whole ones are exact up to here.
MAX_PARAMETER = 2**53


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A number that a strategy's functions read as ``view.p.name``, and what may be said about it.

    Parameters
    ----------
    default
        Its value unless another is given. A whole number stays whole; ``2.0`` may become any fraction.
    low, high
        The least and the greatest value allowed; None for no limit.
    meaning
        What it changes, in a few words, with its unit.

    Examples
    --------
    >>> reach = Parameter(2, 0, 13, "tricks that opponents may be short of a set")
    >>> reach.range
    '0 to 13'

    """

    default: int | float
    low: int | float | None = None
    high: int | float | None = None
    meaning: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether it is a whole number."""
        return isinstance(self.default, int)

    @property
    def range(self) -> str:
        """The values allowed, in words."""
        if self.low is not None and self.high is not None:
            return f"{self.low} to {self.high}"
        if self.low is not None:
            return f"{self.low} or more"
        return "any" if self.high is None else f"{self.high} or less"

    def checked(self, what: str, value: object) -> int | float:
        """The value in the parameter's own type; raises :class:`StrategyError` about ``what`` for a wrong one."""
        number = _number(what, value)
        if self.is_whole:
            if number != int(number):
                raise StrategyError(f"{what} must be a whole number, not {value}")
            number = _number(what, int(number))
        else:
            number = float(number)
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            raise StrategyError(f"{what} must be {self.range}, not {value}")
        return number


def _not_written(v: Any) -> int:
    """Stands for a decision that a strategy must make and its author left out."""
    raise NotImplementedError


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
        Numbers that the functions read as ``view.p.name``: each a default value, or a :class:`Parameter` with its
        range and meaning. A whole number stays whole. (Once made, a strategy has the values here and the rest in
        ``declared``.)
    name
        How the strategy is called in reports; the loader fills it in where it is left out.
    doc
        A sentence on what the strategy does and where its ideas come from.
    presets
        The names of the rule sets that it is made for; None for all that the engine plays.

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

    bid: Decision = _not_written
    play: Decision = _not_written
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
    parameters: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    name: str = ""
    doc: str = ""
    presets: Sequence[str] | None = None
    #: What is known of each parameter, by name.
    declared: Mapping[str, Parameter] = dataclasses.field(default_factory=dict)
    #: The parameters whose values differ from the strategy's own defaults.
    changed: Mapping[str, int | float] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        where = f"the strategy {self.name}: " if self.name else "in Strategy( ): "
        for decision in DECISIONS:
            function = getattr(self, decision)
            if function is not None or decision != "announce":
                _check_function(where, decision, function)
        declared, values = dict(self.declared), {}
        if not isinstance(self.parameters, Mapping):
            raise StrategyError(f"{where}parameters must be written as {{'name': 2}}, not as {self.parameters!r}")
        for name, value in self.parameters.items():
            what = f"{where}the parameter {name}"
            if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_"):
                raise StrategyError(f"{where}the parameter {name!r} is no name that can follow v.p.")
            if isinstance(value, Parameter) or name not in declared:
                declared[name] = _declared(what, value)
                value = declared[name].default
            values[name] = declared[name].checked(what, value)
        object.__setattr__(self, "parameters", MappingProxyType(values))
        object.__setattr__(self, "declared", MappingProxyType(declared))
        for text in (self.name, self.doc):
            if not isinstance(text, str):
                raise StrategyError(f"{where}name and doc must be texts, not {text!r}")
        if self.presets is not None:
            object.__setattr__(self, "presets", _known_presets(where, self.presets))

    def named(self, name: str) -> Strategy:
        """The same strategy under a name."""
        return dataclasses.replace(self, name=name)

    def with_parameters(self, values: Mapping[str, int | float]) -> Strategy:
        """The same strategy with other values of some parameters; nothing is compiled anew for it."""
        merged = dict(self.parameters)
        for name, value in values.items():
            if name not in merged:
                hint = nearest(name, merged) if merged else " (it has no parameters)"
                raise StrategyError(f"the strategy {self.name} has no parameter {name}{hint}")
            merged[name] = self.declared[name].checked(f"the parameter {name} of {self.name}", value)
        changed = {**self.changed, **{k: merged[k] for k in values}}
        return dataclasses.replace(self, parameters=merged, changed=MappingProxyType(changed))

    @property
    def spec(self) -> str:
        """The strategy as the command line takes it: its name, and the parameters that were changed."""
        if not self.changed:
            return self.name
        return f"{self.name}({','.join(f'{k}={v}' for k, v in self.changed.items())})"


def _check_function(where: str, decision: str, function: object) -> None:
    """Raise :class:`StrategyError` unless a decision is a function that can be called with a view."""
    if function is _not_written:
        raise StrategyError(f"{where}it has no {decision}; write def {decision}(v): … and pass {decision}={decision}")
    gives = DECISIONS[decision]
    if not inspect.isfunction(function):
        raise StrategyError(
            f"{where}{decision} is {_kind(function)}; it must be a plain function of one view that returns {gives}"
        )
    if inspect.iscoroutinefunction(function):
        raise StrategyError(f"{where}{decision} is an async function; write def {function.__name__}(v), without async")
    signature = inspect.signature(function)
    plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if [argument.kind in plain for argument in signature.parameters.values()] != [True]:
        name, line = function.__name__, function.__code__.co_firstlineno
        raise StrategyError(
            f"{where}{decision} must take exactly one argument, the view: "
            f"write def {name}(v), not {name}{signature} (line {line})"
        )


def _kind(value: object) -> str:
    """What a value is, for a sentence."""
    if inspect.isclass(value):
        return f"the class {value.__name__}"
    return f"{value!r}" if isinstance(value, int | float | str | None) else f"a {type(value).__name__}"


def _declared(what: str, value: object) -> Parameter:
    """A parameter as its author wrote it, with everything checked that he said of it."""
    parameter = value if isinstance(value, Parameter) else Parameter(_number(what, value))
    _number(what, parameter.default)
    for end, limit in (("low", parameter.low), ("high", parameter.high)):
        if limit is not None:
            _number(f"{what}: {end}", limit)
    if parameter.low is not None and parameter.high is not None and parameter.low > parameter.high:
        raise StrategyError(f"{what} has low={parameter.low} above high={parameter.high}")
    return parameter


def _known_presets(where: str, names: object) -> tuple[str, ...]:
    """The presets that a strategy is made for, each of them checked."""
    from simspades.rules import presets  # rules bring pydantic along, which few strategies need

    if isinstance(names, str) or not isinstance(names, Sequence) or not names:
        raise StrategyError(f"{where}presets must be a list of names of rule sets, such as ['std4'], not {names!r}")
    for name in names:
        if name not in presets():
            raise StrategyError(f"{where}there is no preset {name!r}{nearest(str(name), presets())}")
    return tuple(names)


def _number(what: str, value: object) -> int | float:
    """The value if it is a number that a parameter can hold."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise StrategyError(f"{what} must be a number, not {value!r}")
    if isinstance(value, float) and not math.isfinite(value):
        raise StrategyError(f"{what} must be a finite number, not {value}")
    if isinstance(value, int) and abs(value) > MAX_PARAMETER:
        raise StrategyError(f"{what} must lie between -2^53 and 2^53, not {value}")
    return value
