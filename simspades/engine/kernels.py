"""From a strategy's plain functions to the addresses of its compiled steps.

For each strategy a small module is generated, named by the digest of everything its machine code depends on, and kept
in the cache directory: its steps are loops over lanes around the strategy's own function. numba can cache functions of
such a module on disk, and a later run loads them in milliseconds. Only run-time data (parameters, rules) is left out of
the digest, so that another parameter compiles nothing.
"""

from __future__ import annotations

import builtins
import dataclasses
import dis
import functools
import hashlib
import importlib.util
import inspect
import os
import sys
import tempfile
import textwrap
import types
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from simspades.engine import bits  # noqa: F401  (registers the compiled meaning of the helpers)
from simspades.engine.explain import explain_compile_error
from simspades.engine.jit import cache_directory, inline, package_digest
from simspades.engine.layout import MAX_PARAMETERS, STEPS
from simspades.errors import StrategyError
from simspades.strategies import defaults, helpers
from simspades.strategies.model import DECISIONS, Strategy

#: step -> the strategy's function, and the view that it gets
_STEP_FUNCTIONS = {
    "blind": ("blind", "blind_view(S, i, s, p)"),
    "bid": ("bid", "bid_view(S, i, s, p)"),
    "exchange": ("exchange", "exchange_view(S, i, s, p)"),
    "request": ("request", "exchange_view(S, i, s, p)"),
    "lead": ("play", "play_view(S, i, s, p, True)"),
    "follow": ("play", "play_view(S, i, s, p, False)"),
    "announce": ("announce", "bid_view(S, i, s, p)"),
    "raise_to": ("raise_to", "bid_view(S, i, s, p)"),
    "renounce": ("renounce", "bid_view(S, i, s, p)"),
    "pass_cards": ("pass_cards", "exchange_view(S, i, s, p)"),
    "discard": ("discard", "exchange_view(S, i, s, p)"),
    "redraw": ("redraw", "exchange_view(S, i, s, p)"),
    "take": ("take", "bid_view(S, i, s, p)"),
    "keep": ("keep", "draft_view(S, i, s, p)"),
    "declare": ("declare", "bid_view(S, i, s, p)"),
    "misdeal": ("misdeal", "bid_view(S, i, s, p)"),
    "advise": ("advise", "bid_view(S, i, s, p)"),
    "cut": ("cut", "bid_view(S, i, s, p)"),
}

_MODULE = '''"""Compiled steps of one strategy; written by simspades, safe to delete."""
from collections import namedtuple
from numba import types
from simspades.engine.bits import as_choice, full_width
from simspades.engine.jit import step
from simspades.engine.kernels import functions_of
from simspades.engine.layout import CHOICE, LANES
from simspades.engine.views import bid_view, blind_view, draft_view, exchange_view, play_view, step_scalars

Parameters = namedtuple("Parameters", {names!r})
{functions}, = functions_of({key!r}, {functions!r})
INT_P, FLOAT_P = types.CPointer(types.int64), types.CPointer(types.float64)
SIGNATURE = types.void(INT_P, INT_P, FLOAT_P, types.int64)
'''

_STEP = """

@step(SIGNATURE)
def {step}_step(S, R, P, owner):
    full_width()
    s = step_scalars(R)
    p = Parameters({values})
    for i in range(LANES):
        S[CHOICE * LANES + i] = as_choice({function}({view}))
"""


@dataclasses.dataclass(frozen=True)
class Kernel:
    """The compiled steps of one strategy.

    ``addresses`` holds an entry for each of :data:`~simspades.engine.layout.STEPS`; ``reads``, for each decision, the
    names that its functions mention, by which the engine leaves out knowledge that nobody looks at.
    """

    addresses: np.ndarray
    reads: Mapping[str, frozenset[str]]
    module: types.ModuleType


def reachable(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """The functions and constants that a strategy's function refers to, itself first, each once.

    Helpers of :mod:`simspades.strategies.helpers` and builtins are not followed: the engine has its own code for them.
    """
    seen: set[int] = set()

    def visit(name: str, value: Any) -> Iterator[tuple[str, Any]]:
        if id(value) in seen or isinstance(value, types.ModuleType) or _is_known(value):
            return
        seen.add(id(value))
        yield name, value
        if inspect.isfunction(value):
            for inner in sorted(global_names(value.__code__)):
                if inner in value.__globals__:
                    yield from visit(inner, value.__globals__[inner])
            closure = inspect.getclosurevars(value).nonlocals
            for inner in sorted(closure):
                yield from visit(inner, closure[inner])

    yield from visit(function.__name__, function)


@functools.lru_cache(maxsize=1024)
def global_names(code: types.CodeType) -> frozenset[str]:
    """The global names that a function's code reads, those of functions inside it included; attributes are none."""
    names = frozenset(i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME"))
    return names.union(*(global_names(inner) for inner in code.co_consts if isinstance(inner, types.CodeType)))


def _is_known(value: Any) -> bool:
    return (
        getattr(value, "__module__", None) == helpers.__name__
        or getattr(builtins, getattr(value, "__name__", ""), None) is value
    )


def _source(function: types.FunctionType) -> str:
    """The function's source text, or where there is none (typed at a prompt) its bytecode."""
    try:
        return textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        code = function.__code__
        return repr(
            (code.co_code.hex(), code.co_names, [c for c in code.co_consts if not isinstance(c, types.CodeType)])
        )


def _value(value: Any) -> str:
    """A constant as text that is the same in every process; of what no strategy can use, only its type."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, tuple):
        return f"({', '.join(map(_value, value))})"
    if value is None or isinstance(value, int | float | str | bytes | np.generic):
        return repr(value)
    return f"{type(value).__module__}.{type(value).__qualname__}"


@functools.lru_cache(maxsize=256)
def source_digest(strategy: Strategy) -> str:
    """Digest of the sources of all functions and constants that a strategy is made of, and of its parameters' names."""
    digest = hashlib.sha256()
    for decision in DECISIONS:
        for name, value in reachable(function) if (function := getattr(strategy, decision)) else ():
            text = _source(value) if inspect.isfunction(value) else _value(value)
            digest.update(f"{decision}:{name}\n{text}\n".encode())
    digest.update(repr([(k, type(v).__name__) for k, v in strategy.parameters.items()]).encode())
    return digest.hexdigest()


def _compile_tree(function: types.FunctionType, module: str, done: dict[int, Any]) -> Any:
    """The function with every plain function that it calls compiled as well, all to be inlined.

    The copies belong to the kernel's module: numba's cache remembers a function's module by name, and the author's file
    may be known under another name when the kernel is loaded again.
    """
    if id(function) in done:
        return done[id(function)]
    scope = dict(function.__globals__)
    copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__module__ = scope["__name__"] = module
    compiled = done[id(function)] = inline(copy)
    # numba looks names up when it compiles, which is later, so functions that mention each other are no trouble
    for name in global_names(function.__code__):
        value = scope.get(name)
        if inspect.isfunction(value) and not _is_known(value):
            scope[name] = _compile_tree(value, module, done)
    return compiled


_PENDING: dict[str, Strategy] = {}


def functions_of(key: str, decisions: str) -> tuple[Any, ...]:
    """The functions, compiled on demand, of the strategy whose kernel module is being imported."""
    strategy = _PENDING[key]
    done: dict[int, Any] = {}
    module = _module_name(key)
    return tuple(_compile_tree(getattr(strategy, d), module, done) for d in decisions.split(", "))


def own_steps(strategy: Strategy) -> tuple[str, ...]:
    """The steps that a strategy decides by functions of its own; the others are compiled once for all strategies."""
    return tuple(
        step
        for step, (decision, _) in _STEP_FUNCTIONS.items()
        if getattr(strategy, decision) not in (None, getattr(defaults, decision, None))
    )


def _nothing(v: Any) -> int:
    return 0


#: A strategy whose own decisions are the defaults of all others.
_DEFAULTS = Strategy(bid=_nothing, play=_nothing, name="defaults")
DEFAULT_STEPS = tuple(step for step, (decision, _) in _STEP_FUNCTIONS.items() if hasattr(defaults, decision))


def _module_name(key: str) -> str:
    return f"simspades_kernel_{key}"


def _module_text(strategy: Strategy, key: str, steps: tuple[str, ...]) -> str:
    values = [
        f"int(P[owner * {MAX_PARAMETERS} + {k}])" if isinstance(value, int) else f"P[owner * {MAX_PARAMETERS} + {k}]"
        for k, value in enumerate(strategy.parameters.values())
    ]
    functions = ", ".join(dict.fromkeys(_STEP_FUNCTIONS[step][0] for step in steps))
    text = _MODULE.format(names=" ".join(strategy.parameters), key=key, functions=functions)
    for step in steps:
        function, view = _STEP_FUNCTIONS[step]
        text += _STEP.format(step=step, function=function, view=view, values=", ".join(values))
    return text


def _import(path: Path, key: str, strategy: Strategy, steps: tuple[str, ...]) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(_module_name(key), path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # numba finds the namedtuple of the parameters by the module's name when it loads from the cache
    sys.modules[module.__name__] = module
    _PENDING[key] = strategy
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # numba has errors of many families for what it cannot compile
        del sys.modules[module.__name__]
        # steps are compiled in the order of the module's text: the first that is missing is the one at fault
        failing = next(step for step in steps if not hasattr(module, f"{step}_step"))
        raise StrategyError(explain_compile_error(strategy, _STEP_FUNCTIONS[failing][0], error)) from error
    finally:
        del _PENDING[key]
    return module


def _write(directory: Path, key: str, text: str) -> Path:
    """Put the module where numba can cache it; a file of the same name already holds the same text."""
    path = directory / f"kernel_{key}.py"
    if not path.exists():
        with tempfile.NamedTemporaryFile("w", dir=directory, suffix=".tmp", delete=False) as file:
            file.write(text)
        os.replace(file.name, path)
    return path


def _names(function: Callable[..., Any]) -> frozenset[str]:
    """Every name that a function, or one that it calls, mentions."""
    functions = (value for _, value in reachable(function) if inspect.isfunction(value))
    return frozenset(name for each in functions for name in each.__code__.co_names)


_LOADED: dict[str, types.ModuleType] = {}


def load_kernel(strategy: Strategy) -> Kernel:
    """The compiled steps of a strategy: from memory, from the disk cache, or compiled now."""
    own, shared = own_module(strategy), default_module()
    modules = {**dict.fromkeys(DEFAULT_STEPS, shared), **dict.fromkeys(own_steps(strategy), own)}
    # a step that nobody has decided, an announcement, has the address 0
    addresses = [getattr(modules[step], f"{step}_step").address if step in modules else 0 for step in STEPS]
    reads = {decision: _names(function) for decision in DECISIONS if (function := getattr(strategy, decision))}
    return Kernel(np.array(addresses, dtype=np.int64), reads, own)


def own_module(strategy: Strategy) -> types.ModuleType:
    """The module with the steps that a strategy decides by functions of its own, each as ``{step}_step``."""
    if len(strategy.parameters) > MAX_PARAMETERS:
        raise StrategyError(f"the strategy {strategy.name} has more than {MAX_PARAMETERS} parameters")
    return _load(strategy, own_steps(strategy))


def default_module() -> types.ModuleType:
    """The module with the steps of the default decisions, the same one for all strategies."""
    return _load(_DEFAULTS, DEFAULT_STEPS)


def _load(strategy: Strategy, steps: tuple[str, ...]) -> types.ModuleType:
    frame = _module_text(strategy, "", steps)
    key = hashlib.sha256(f"{package_digest()}{source_digest(strategy)}{frame}".encode()).hexdigest()[:24]
    if key not in _LOADED:
        directory = cache_directory()
        text = _module_text(strategy, key, steps)
        if directory is None:
            with tempfile.TemporaryDirectory() as temporary:
                _LOADED[key] = _import(_write(Path(temporary), key, text), key, strategy, steps)
        else:
            _LOADED[key] = _import(_write(directory, key, text), key, strategy, steps)
    return _LOADED[key]
