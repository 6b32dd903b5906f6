"""From the compiler's reports to sentences for people who write plain Python.

What the source of a strategy shows is said in the words of :mod:`simspades.strategies.examine`; the compiler's own
report tells where to look, and what is wrong with the types of values, which no source shows.
"""

from __future__ import annotations

import ast
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from simspades.errors import StrategyError, nearest
from simspades.strategies import defaults, helpers, views
from simspades.strategies.examine import Kind, examine
from simspades.strategies.model import DECISIONS, Strategy
from simspades.strategies.reading import returns, shown_path

_LOCATION = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
_ATTRIBUTE = re.compile(r"Unknown attribute '(?P<name>\w+)' of type (?P<type>\w+)(?:\((?P<detail>[^\n]*)\))?")
_NAME = re.compile(r"NameError: name '(?P<name>\w+)' is not defined")
_CHOICE = re.compile(r"NOT A CHOICE: (?P<type>[^\n]+)")
_GLOBAL = re.compile(r"Untyped global name '(?P<name>[^']+)'")
_UNIFY = re.compile(r"Cannot unify (?P<one>\S+) and (?P<other>\S+) for '(?P<name>[^']+)'")

_FUNCTION = re.compile(
    r"Function\(<(?:built-in function|class|intrinsic) '?(?P<name>\w+)'?>\)|Invalid use of (?P<other>getiter) with"
)
_CALLED = re.compile(r"Invalid use of (?P<type>int64|float64|bool|Tuple\S*|UniTuple\S*) with parameters")

#: What a function asks for that the compiler has no meaning of, by its name in the report.
_FUNCTIONS = {
    "len": "len is of tuples; for a set of cards write count(cards)",
    "contains": "in looks things up in tuples; for a set of cards write cards & card != 0",
    "getitem": "[ ] takes an item of a tuple; a set of cards is one number, so use lowest, highest, from_top or pick",
    "getiter": "for goes through a fixed range or a tuple; of a set of cards take one with lowest(cards), and what is "
    "left with cards & ~card",
    "bool": "a value is asked whether it is true that may be None; for no card yet use 0, the empty set",
    "exception_match": "try cannot be used; ask with if whether a value is as it should be, before it is used",
}

#: The compiler's names of types, by how they begin, in words.
_TYPES = {
    "none": "None",
    "Optional": "None",
    "?": "None",
    "float": "a fraction",
    "unicode": "a text",
    "Literal[str]": "a text",
    "Literal[int]": "a whole number",
    "int": "a whole number",
    "bool": "a truth",
    "UniTuple": "a tuple",
    "Tuple": "a tuple",
    "reflected list": "a list",
    "list": "a list",
    "Dict": "a dictionary",
    "set": "a Python set",
    "function": "a function",
    "Function": "a function",
}

#: Files whose lines say nothing to an author, beside those of the engine, the compiler and the generated modules.
_OWN_FILES = {Path(module.__file__).resolve() for module in (defaults, helpers)}
_ENGINE = Path(__file__).resolve().parent


def explain_compile_error(strategy: Strategy, decision: str, error: Exception) -> str:
    """One sentence: the strategy and its decision, the place in its author's file, and what is wrong there."""
    place, reason = _place_and_reason(strategy, decision, str(error) or type(error).__name__)
    where = f" ({place})" if place else ""
    return f"the strategy {strategy.name} cannot be compiled: in {decision}{where}, {reason}"


def _place_and_reason(strategy: Strategy, decision: str, report: str) -> tuple[str, str]:
    place = _place(report)
    findings = examine(strategy, decision)
    telling = [finding for finding in findings if finding.place == place]
    telling = telling or [finding for finding in findings if finding.kind is Kind.WRONG]
    if telling:
        return telling[0].place, telling[0].sentence
    if match := _CHOICE.search(report):
        return _wrong_choice(strategy, decision, match["type"])
    return place, _reason(strategy, report)


def _place(report: str) -> str:
    """The last place outside of simspades that the report names; the compiler tells files from where we stand."""
    for match in reversed(list(_LOCATION.finditer(report))):
        path = Path(match["file"]).resolve()
        generated = path.name.startswith("kernel_") or path.parent == _ENGINE or "numba" in path.parts
        if not generated and path not in _OWN_FILES:
            return f"{shown_path(path)}, line {match['line']}"
    return ""


def _words(type_name: str) -> str:
    return next((words for start, words in _TYPES.items() if type_name.startswith(start)), type_name)


def _wrong_choice(strategy: Strategy, decision: str, type_name: str) -> tuple[str, str]:
    """Where a function returns what is no choice, and what it should return."""
    function = getattr(strategy, decision)
    words = _words(type_name)
    lines = [line for line, value in returns(function) if _looks_like(value, words)]
    line = lines[0] if lines else function.__code__.co_firstlineno
    place = f"{shown_path(function.__code__.co_filename)}, line {line}"
    wanted = f"return {DECISIONS[decision]}, a whole number, on every path"
    if words == "None" and not lines:
        return place, f"None may be returned; {wanted} (for no card yet use 0, the empty set)"
    return place, f"{words} is returned; {wanted}"


def _looks_like(value: ast.expr | None, words: str) -> bool:
    """Whether an expression is one of those that give what ``words`` say."""
    if words == "None":
        return value is None or (isinstance(value, ast.Constant) and value.value is None)
    if value is None:
        return False
    constants = [node.value for node in ast.walk(value) if isinstance(node, ast.Constant)]
    if words == "a fraction":
        return any(isinstance(node, ast.Div) for node in ast.walk(value)) or any(type(c) is float for c in constants)
    if words == "a text":
        return any(isinstance(constant, str) for constant in constants)
    return words == "a tuple" and isinstance(value, ast.Tuple)


def _reason(strategy: Strategy, report: str) -> str:
    if match := _ATTRIBUTE.search(report):
        return _unknown_attribute(strategy, match["name"], match["type"], match["detail"] or "")
    if match := _NAME.search(report):
        return f"the name {match['name']} is not defined"
    if match := _UNIFY.search(report):
        return (
            f"a value is {_words(match['one'])} on one path and {_words(match['other'])} on another; "
            "it must be of one kind"
        )
    if (match := _FUNCTION.search(report)) and (name := match["name"] or match["other"]) in _FUNCTIONS:
        return _FUNCTIONS[name]
    if match := _CALLED.search(report):
        return f"{_words(match['type'])} is called as if it were a function; is one of its names that of a helper?"
    if match := _GLOBAL.search(report):
        return f"{match['name']} cannot be used in a strategy; use whole numbers, tuples of them, and plain functions"
    lines = [line.strip() for line in report.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "During:", "File ", "- "))]
    return f"this Python cannot be compiled ({(telling or lines)[0][:200]}); docs/strategies.md tells what can"


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
        raise StrategyError(
            f"a strategy at the table ({names}) raised {type(errors[0]).__name__}: {errors[0]}; "
            "simspades strategies check FILE.py:NAME tells in which line"
        )
