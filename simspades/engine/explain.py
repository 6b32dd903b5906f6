"""From the compiler's reports to sentences for people who write plain Python."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from simspades.errors import StrategyError, nearest
from simspades.strategies import views
from simspades.strategies.model import DECISIONS, Strategy

_LOCATION = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
_ATTRIBUTE = re.compile(r"Unknown attribute '(?P<name>\w+)' of type (?P<type>\w+)(?:\((?P<detail>[^\n]*)\))?")
_NAME = re.compile(r"NameError: name '(?P<name>\w+)' is not defined")
_CHOICE = re.compile(r"NOT A CHOICE: (?P<type>[^\n]+)")
_GLOBAL = re.compile(r"Untyped global name '(?P<name>[^']+)'")
_UNIFY = re.compile(r"Cannot unify (?P<one>\S+) and (?P<other>\S+) for '(?P<name>[^']+)'")

#: The compiler's names of types, in words.
_TYPES = {"none": "nothing", "float64": "a fraction", "unicode_type": "a text", "OptionalType": "nothing"}


def explain_compile_error(strategy: Strategy, decision: str, error: Exception) -> str:
    """One sentence: the strategy and its decision, the place in its author's file, and what is wrong there."""
    report = str(error)
    place, reason = _place(strategy, report), _reason(strategy, decision, report)
    return f"the strategy {strategy.name} cannot be compiled: in {decision}{place}, {reason}"


def _place(strategy: Strategy, report: str) -> str:
    """The last place in the author's own files that the report names."""
    own = {Path(getattr(strategy, decision).__code__.co_filename) for decision in DECISIONS}
    own = {path for path in own if path.parent.name != "strategies" or path.name != "defaults.py"}
    places = [match for match in _LOCATION.finditer(report) if Path(match["file"]).name in {path.name for path in own}]
    return f" ({places[-1]['file']}, line {places[-1]['line']})" if places else ""


def _words(type_name: str) -> str:
    if type_name.startswith(("Literal[str]", "unicode")):
        return "a text"
    if type_name.startswith("Optional"):
        return "nothing on some path"
    return _TYPES.get(type_name, type_name)


def _reason(strategy: Strategy, decision: str, report: str) -> str:
    if match := _CHOICE.search(report):
        return f"{_words(match['type'])} is returned; return {DECISIONS[decision]}, a whole number, on every path"
    if match := _ATTRIBUTE.search(report):
        return _unknown_attribute(strategy, match["name"], match["type"], match["detail"] or "")
    if match := _NAME.search(report):
        return f"the name {match['name']} is not defined"
    if match := _UNIFY.search(report):
        if "none" in (match["one"], match["other"]):
            return f"nothing is returned on some path; return {DECISIONS[decision]} on every path"
        return (
            f"a value is {_words(match['one'])} on one path and {_words(match['other'])} on another; "
            "it must be of one kind"
        )
    if match := _GLOBAL.search(report):
        return f"{match['name']} cannot be used in a strategy; use whole numbers, tuples of them, and plain functions"
    lines = [line.strip() for line in report.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "During:", "File ", "- "))]
    return (telling or lines or [type(report).__name__])[0]


def _unknown_attribute(strategy: Strategy, name: str, owner: str, detail: str) -> str:
    if owner == "Parameters":
        hint = nearest(name, strategy.parameters) if strategy.parameters else " (it declares none)"
        return f"it has no parameter {name}{hint}"
    if owner in views.__all__:
        return f"{owner} has no field {name}{nearest(name, getattr(views, owner)._fields)}"
    if owner == "Module":
        module = re.search(r"module '(\w+)'", detail)
        return (
            f"{module[1] if module else 'a module'}.{name} cannot be used in a strategy; "
            "for randomness use pick(cards, v.random)"
        )
    return f"a number has no attribute {name}"


_raised = threading.local()
_previous_hook = sys.unraisablehook


def _hook(unraisable: Any) -> None:
    """Keep what a compiled step raises while this thread plays; pass everything else on."""
    errors = getattr(_raised, "errors", None)
    if errors is not None and "CPUContext" in repr(unraisable.object):
        errors.append(unraisable.exc_value)
    else:
        _previous_hook(unraisable)


sys.unraisablehook = _hook


@contextmanager
def steps_may_raise(names: str) -> Iterator[None]:
    """Turn an exception of a strategy's step into a StrategyError.

    A step is a C function that the driver calls: Python prints what it raises and goes on, which nobody would notice.
    """
    errors: list[BaseException] = []
    _raised.errors = errors
    try:
        yield
    finally:
        _raised.errors = None
    if errors:
        raise StrategyError(f"a strategy at the table ({names}) raised {type(errors[0]).__name__}: {errors[0]}")
