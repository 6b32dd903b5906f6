"""The strategies that can be named, and what there is to say of one: where it is written, from what, and of what."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from typing import Any

from simspades.engine.kernels import reachable
from simspades.errors import StrategyError
from simspades.strategies import Strategy, defaults, load_strategy
from simspades.strategies.library import LIBRARY
from simspades.strategies.load import plugins
from simspades.strategies.model import DECISIONS
from simspades.strategies.reading import shown_path

__all__ = ["Entry", "Part", "about", "decides", "entries", "file_of", "parts"]


@dataclasses.dataclass(frozen=True)
class Entry:
    """A strategy that can be named without a file; an installed one that cannot be loaded has an ``error`` instead."""

    name: str
    origin: str
    strategy: Strategy | None
    error: str = ""


@dataclasses.dataclass(frozen=True)
class Part:
    """A function that a decision is made with, and what its docstring says of it."""

    decision: str
    name: str
    path: str
    line: int
    text: str


def entries() -> Iterator[Entry]:
    """The library from the weakest to the strongest player, then what installed packages bring."""
    for name, strategy in LIBRARY.items():
        yield Entry(name, "library", strategy)
    for name, point in sorted(plugins().items()):
        package = point.dist.name if point.dist else point.value
        if name in LIBRARY:
            yield Entry(name, package, None, f"the library has a strategy {name}, which hides this one")
            continue
        try:
            yield Entry(name, package, load_strategy(name))
        except StrategyError as error:
            yield Entry(name, package, None, str(error))


def file_of(strategy: Strategy) -> str:
    """The file in which a strategy's play is written."""
    return shown_path(strategy.play.__code__.co_filename)


def about(strategy: Strategy) -> list[str]:
    """What the files of its decisions say at their head, where strategies name their sources."""
    modules = [inspect.getmodule(getattr(strategy, decision)) for decision in DECISIONS if decides(strategy, decision)]
    texts = (inspect.getdoc(module) if module else None for module in modules)
    return list(dict.fromkeys(text for text in texts if text))


def decides(strategy: Strategy, decision: str) -> bool:
    """Whether a strategy makes a decision itself, rather than by the default."""
    return getattr(strategy, decision) is not getattr(defaults, decision, None)


def parts(strategy: Strategy) -> Iterator[Part]:
    """The functions of each decision that the strategy makes itself, in the order in which they are called."""
    for decision in DECISIONS:
        if decides(strategy, decision):
            for name, value in reachable(getattr(strategy, decision)):
                if inspect.isfunction(value):
                    yield _part(decision, name, value)


def _part(decision: str, name: str, function: Any) -> Part:
    code = function.__code__
    text = " ".join((inspect.getdoc(function) or "").split())
    return Part(decision, name, shown_path(code.co_filename), code.co_firstlineno, text)
