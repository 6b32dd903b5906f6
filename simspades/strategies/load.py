"""From what a user writes to a strategy: a name of the library, a file's strategy, or a plug-in's.

steady                      the library's
steady(reach=3)             with a parameter changed
players.py:bold             the strategy ``bold`` of a file
players.py:bold(risk=0.5)
cautious                    a plug-in: an entry point of the group ``simspades.strategies``
"""

from __future__ import annotations

import ast
import hashlib
import importlib.metadata
import importlib.util
import inspect
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType

from simspades.errors import StrategyError, nearest
from simspades.strategies.library import LIBRARY
from simspades.strategies.model import Parameter, Strategy
from simspades.strategies.reading import shown_path

__all__ = ["ENTRY_POINT_GROUP", "load_strategy", "plugins"]

ENTRY_POINT_GROUP = "simspades.strategies"

#: Python's words for wrong arguments of a class of ours.
_ARGUMENT = re.compile(
    r"(?P<kind>Strategy|Parameter)\.__init__\(\) (?:got an unexpected keyword argument '(?P<name>\w+)'|(?P<rest>.+))"
)

_SPEC = re.compile(r"(?:(?P<file>.+\.py):)?(?P<name>[A-Za-z_][\w.-]*)\s*(?:\((?P<parameters>.*)\))?", re.DOTALL)


def load_strategy(spec: str | Strategy) -> Strategy:
    """The strategy that ``spec`` names; a :class:`Strategy` is given back as it is.

    Raises
    ------
    StrategyError
        One sentence: an unknown name (the nearest ones are offered), a file that cannot be imported (with its line), a
        file without that strategy, or a parameter that does not exist or is no number.

    Examples
    --------
    >>> load_strategy("steady(reach=3)").parameters["reach"]
    3

    """
    if isinstance(spec, Strategy):
        return spec if spec.name else spec.named("unnamed")
    match = _SPEC.fullmatch(spec.strip())
    if match is None:
        raise StrategyError(f"cannot read the strategy {spec!r}: write NAME, NAME(parameter=value) or FILE.py:NAME")
    name = match["name"]
    strategy = _from_file(Path(match["file"]), name) if match["file"] else _by_name(name)
    if match["parameters"] and match["parameters"].strip():
        strategy = strategy.with_parameters(_parameters(spec, match["parameters"]))
    return strategy


def _parameters(spec: str, text: str) -> dict[str, int | float]:
    try:
        call = ast.parse(f"f({text})", mode="eval").body
        assert isinstance(call, ast.Call)
        names = [keyword.arg for keyword in call.keywords]
        if call.args or None in names or len(set(names)) < len(names):
            raise ValueError
        return {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    except (SyntaxError, ValueError, AssertionError):
        raise StrategyError(f"cannot read the parameters of {spec!r}: write NAME(parameter=number, …)") from None


def plugins() -> dict[str, importlib.metadata.EntryPoint]:
    """What installed packages offer, by name; nothing is loaded."""
    return {point.name: point for point in importlib.metadata.entry_points(group=ENTRY_POINT_GROUP)}


def _by_name(name: str) -> Strategy:
    if name in LIBRARY:
        return LIBRARY[name]
    installed = plugins()
    if name not in installed:
        if name.endswith(".py"):
            raise StrategyError(f"{name} is a file: write {name}:NAME, with the name of the strategy in it")
        raise StrategyError(f"unknown strategy {name!r}{nearest(name, [*LIBRARY, *installed])}")
    try:
        strategy = installed[name].load()
    except Exception as error:
        raise StrategyError(f"the installed strategy {name} cannot be imported: {_last_words(error)}") from error
    if not isinstance(strategy, Strategy):
        raise StrategyError(f"the installed strategy {name} is a {type(strategy).__name__}, not a simspades.Strategy")
    return strategy if strategy.name else strategy.named(name)


def _from_file(path: Path, name: str) -> Strategy:
    module = _import(path)
    known = {key: value for key, value in vars(module).items() if isinstance(value, Strategy)}
    if name not in known:
        if hasattr(module, name):
            kind = type(getattr(module, name)).__name__
            raise StrategyError(f"{name} in {path} is a {kind}, not a simspades.Strategy")
        hint = nearest(name, known) if known else " (it holds no Strategy at all)"
        raise StrategyError(f"{path} has no strategy {name}{hint}")
    return known[name] if known[name].name else known[name].named(name)


def _import(path: Path) -> ModuleType:
    """Run a user's file as a module of its own; the same text is run once."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise StrategyError(f"cannot read the strategy file {path}: {error.strerror}") from None
    digest = hashlib.sha256(str(path.resolve()).encode() + b"\0" + text).hexdigest()[:16]
    module_name = f"simspades_user_{digest}"
    if module_name in sys.modules:
        return sys.modules[module_name]
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    # a file may import helpers that lie beside it
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    except StrategyError as error:
        del sys.modules[module_name]
        raise StrategyError(f"{_place(error, path)}: {error}") from error
    except (Exception, SystemExit) as error:
        del sys.modules[module_name]
        if wrong := _wrong_argument(error):
            raise StrategyError(f"{_place(error, path)}: {wrong}") from error
        reason = f"{_place(error, path)}: {_last_words(error)}"
        raise StrategyError(f"the strategy file {path} cannot be imported: {reason}") from error
    finally:
        sys.path.remove(folder)
    return module


def _last_words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"


def _place(error: BaseException, path: Path) -> str:
    """Where an error arose: the last line in the user's file, or in one that lies beside it."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{shown_path(error.filename)}, line {error.lineno}"
    folder = path.resolve().parent
    frames = traceback.extract_tb(error.__traceback__)
    files = [frame for frame in frames if not frame.filename.startswith("<")]
    own = [frame for frame in files if Path(frame.filename).resolve().parent == folder]
    return f"{shown_path(own[-1].filename)}, line {own[-1].lineno}" if own else shown_path(path)


def _wrong_argument(error: BaseException) -> str:
    """What is wrong with the arguments of a ``Strategy`` or ``Parameter``; empty for any other error."""
    match = _ARGUMENT.search(str(error)) if isinstance(error, TypeError) else None
    if match is None:
        return ""
    kind = {"Strategy": Strategy, "Parameter": Parameter}[match["kind"]]
    if not match["name"]:
        return f"{match['kind']}( ) {match['rest']}; its arguments are {', '.join(_arguments(kind))}"
    hint = nearest(match["name"], _arguments(kind))
    if not hint and kind is Strategy:
        hint = "; a function that is no decision of its own is called by bid or play (docs/strategies.md lists them)"
    return f"{match['kind']} has no {match['name']}{hint}"


def _arguments(kind: type) -> list[str]:
    """The arguments that a user gives: not those by which a strategy remembers what it was made from."""
    return [name for name in inspect.signature(kind).parameters if name not in ("declared", "changed")]
