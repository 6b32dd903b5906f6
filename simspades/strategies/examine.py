"""What the source of a strategy's functions shows without compiling them: mistakes, and what to write instead.

The functions of a decision are read with all that they call, and every finding names its file and line. Four kinds are
told apart: what cannot work at all, what makes a choice depend on more than the view, or different every time, and what
keeps a decision from becoming vector code. A source that does not look as expected gives no findings rather than wrong
ones.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import inspect
import random
import types
from collections.abc import Iterable
from enum import Enum
from typing import Any

from simspades.errors import nearest
from simspades.strategies import helpers, views
from simspades.strategies.model import VIEW_OF, Strategy
from simspades.strategies.reading import Source, below, shown_path

__all__ = ["Finding", "Kind", "examine", "may_have_luck"]


class Kind(Enum):
    """What a finding means for the strategy."""

    WRONG = "cannot work"
    IMPURE = "makes the choice depend on more than the view"
    LUCK = "makes the choice different every time"
    SLOW = "keeps the decision from becoming vector code"


@dataclasses.dataclass(frozen=True)
class Finding:
    """Something in the source of a function, with its place and what to write instead."""

    kind: Kind
    path: str
    line: int
    function: str
    sentence: str

    @property
    def place(self) -> str:
        """File and line, for a sentence."""
        return f"{shown_path(self.path)}, line {self.line}"


def examine(strategy: Strategy, decision: str) -> list[Finding]:
    """All findings in the functions of one decision, those of the decision's own function first."""
    walk = _Walk(strategy, decision)
    function = getattr(strategy, decision)
    if function is not None:  # an announcement that the bid stands for
        walk.read(function, {0: _Known.VIEW}, ())
    return walk.findings


class _Known(Enum):
    """What a name inside a function stands for."""

    VIEW = "the view"
    PARAMETERS = "the parameters in it"


class _Walk:
    """Reads the functions of a decision, each once for each way of calling it, and collects what it finds."""

    def __init__(self, strategy: Strategy, decision: str) -> None:
        self.parameters = strategy.parameters
        view = VIEW_OF[decision]
        self.view_name, self.fields = view, frozenset(getattr(views, view)._fields)
        self.findings: list[Finding] = []
        self._seen: set[tuple[types.CodeType, frozenset[tuple[int, _Known]]]] = set()

    def read(self, function: Any, given: dict[int, _Known], callers: tuple[types.CodeType, ...]) -> None:
        """Read a function that is given the view, or the parameters, at some positions of its arguments."""
        key = (function.__code__, frozenset(given.items()))
        source = Source.of(function)
        if key in self._seen or source is None:
            return
        self._seen.add(key)
        arguments = [argument.arg for argument in (*source.tree.args.posonlyargs, *source.tree.args.args)]
        known = {arguments[k]: what for k, what in given.items() if k < len(arguments)}
        _Reader(self, function, source, known, (*callers, function.__code__)).read()


#: Python that no strategy can use, and what to do instead.
_UNSUPPORTED: dict[type[ast.AST], str] = {
    ast.With: "with cannot be used; a choice needs nothing but the view",
    ast.Try: "try cannot be used; ask with if whether a value is as it should be, before it is used",
    ast.Import: "import cannot stand inside a function; write it at the top of the file",
    ast.ImportFrom: "import cannot stand inside a function; write it at the top of the file",
    ast.Global: "global cannot be used, as a choice depends on the view alone; make it a parameter",
    ast.Nonlocal: "nonlocal cannot be used, as a choice depends on the view alone",
    ast.ClassDef: "a class cannot stand inside a function; use whole numbers and tuples",
    ast.Yield: "yield cannot be used; return one choice",
    ast.YieldFrom: "yield cannot be used; return one choice",
    ast.Await: "await cannot be used; return one choice",
    ast.Delete: "del cannot be used; a name that is no longer needed does no harm",
    ast.NamedExpr: ":= cannot be used; give the name its value on a line of its own",
}

#: What is built anew in memory for every hand.
_COLLECTIONS: dict[type[ast.AST], str] = {
    ast.List: "a list",
    ast.ListComp: "a list",
    ast.Dict: "a dictionary",
    ast.DictComp: "a dictionary",
    ast.Set: "a Python set",
    ast.SetComp: "a Python set",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a formatted text",
}

#: Builtins that look at more than the view, or hide what they look at.
_IMPURE_BUILTINS = {
    **{name: f"{name} looks at more than the view" for name in ("open", "input", "globals", "id", "hash", "object")},
    "getattr": "getattr hides which field is read; write v.field",
    "print": "print cannot show a single hand; call the function as plain Python, or replay a hand, to look inside",
}

_USELESS_BUILTINS = ("sorted", "list", "dict", "set", "str", "filter", "map", "iter", "next")

#: Modules whose functions give the same for the same arguments.
_PURE_MODULES = ("math", "operator", "simspades", "numpy")


class _Reader:
    """Reads one function."""

    def __init__(
        self,
        walk: _Walk,
        function: Any,
        source: Source,
        known: dict[str, _Known],
        callers: tuple[types.CodeType, ...],
    ) -> None:
        self.walk, self.source, self.known, self.callers = walk, source, known, callers
        self.scope = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
        self.local = _local_names(function, source.tree)
        self.inner = {node.name for node in below(source.tree) if isinstance(node, ast.FunctionDef)}

    def read(self) -> None:
        for statement in self.source.tree.body:
            for node in (statement, *below(statement)):
                self._node(node)

    def _find(self, kind: Kind, node: ast.AST, sentence: str) -> None:
        finding = Finding(kind, self.source.path, self.source.line(node), self.source.tree.name, sentence)
        if finding not in self.walk.findings:
            self.walk.findings.append(finding)

    def _wrong(self, node: ast.AST, sentence: str) -> None:
        self._find(Kind.WRONG, node, sentence)

    def _node(self, node: ast.AST) -> None:
        if type(node) in _UNSUPPORTED:
            self._wrong(node, _UNSUPPORTED[type(node)])
        elif type(node) in _COLLECTIONS and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            sentence = f"{_COLLECTIONS[type(node)]} is made for every hand; use whole numbers, sets of cards and tuples"
            self._find(Kind.SLOW, node, sentence)
        elif isinstance(node, ast.Assign):
            self._assign(node)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            self._name(node)
        elif isinstance(node, ast.Attribute):
            self._attribute(node)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            self._wrong(node, f"{ast.unparse(node)} is set, but tables cannot be changed; give the value its own name")
        elif isinstance(node, ast.Subscript) and self._meaning(node.value) is not None:
            view = ast.unparse(node.value)
            self._wrong(node, f"{view}[ ] cannot be used; write {view}.name, with a field's or parameter's name")
        elif isinstance(node, ast.Subscript) and self._is_of_fields(node.value):
            cards = ast.unparse(node.value)
            sentence = f"{cards} is one number without items; for cards use lowest, highest, from_top, pick"
            self._wrong(node, sentence)
        elif isinstance(node, ast.Starred) and isinstance(node.ctx, ast.Store):
            self._wrong(node, "a starred name cannot be assigned; name each value")
        elif isinstance(node, ast.Call):
            self._call(node)
        elif isinstance(node, ast.Compare):
            self._compare(node)
        elif isinstance(node, ast.While):
            sentence = (
                "while takes longer in some hands than in others; use a for over a fixed range, or count and pick"
            )
            self._find(Kind.SLOW, node, sentence)
        elif isinstance(node, ast.For):
            self._loop(node)
        elif isinstance(node, ast.BinOp):
            self._operation(node)

    # ---- names -------------------------------------------------------------------------------------------------------

    def _assign(self, node: ast.Assign) -> None:
        """Another name for the view, or for its parameters."""
        what = self._meaning(node.value)
        for target in node.targets:
            if what is not None and isinstance(target, ast.Name):
                self.known[target.id] = what

    def _meaning(self, node: ast.AST) -> _Known | None:
        if isinstance(node, ast.Name):
            return self.known.get(node.id)
        if isinstance(node, ast.Attribute) and node.attr == "p" and self._meaning(node.value) is _Known.VIEW:
            return _Known.PARAMETERS
        return None

    def _is_field(self, node: ast.AST) -> bool:
        """Whether it is a number or truth of the view."""
        return isinstance(node, ast.Attribute) and node.attr != "p" and self._meaning(node.value) is not None

    def _is_of_fields(self, node: ast.AST) -> bool:
        """Whether it is a number or truth of the view, or worked out from such with operators."""
        if isinstance(node, ast.BinOp):
            return self._is_of_fields(node.left) or self._is_of_fields(node.right)
        return self._is_of_fields(node.operand) if isinstance(node, ast.UnaryOp) else self._is_field(node)

    def _name(self, node: ast.Name) -> None:
        name = node.id
        if name in self.local:
            return
        if name not in self.scope:
            if name in _IMPURE_BUILTINS:
                self._find(Kind.IMPURE, node, _IMPURE_BUILTINS[name])
            elif not hasattr(builtins, name):
                self._wrong(node, f"the name {name} is not defined{self._instead(name)}")
            return
        value = self.scope[name]
        if inspect.isfunction(value):
            if not _is_helper(value) and value.__code__ not in self.callers:
                self.walk.read(value, {}, self.callers)
        elif not isinstance(value, types.ModuleType) and not _is_constant(value) and not _is_builtin(value):
            self._unusable(node, name, value)

    def _instead(self, name: str) -> str:
        if name in helpers.__all__:
            return f"; write from simspades import {name} at the top of the file"
        own = {key for key, value in self.scope.items() if not key.startswith("__") and not inspect.isclass(value)}
        return _near(name, own | self.local | set(helpers.__all__))

    def _unusable(self, node: ast.AST, name: str, value: object) -> None:
        kind = type(value).__name__
        if isinstance(value, dict):
            self._wrong(node, f"{name} is a dictionary; write a tuple, and look values up by position")
        elif isinstance(value, list | set):
            self._wrong(node, f"{name} is a {kind}, which could change; write a tuple, with ( )")
        elif inspect.isclass(value):
            self._wrong(node, f"the class {name} cannot be used; use whole numbers, tuples and plain functions")
        elif _is_random(value):
            self._find(Kind.LUCK, node, f"{name} is different every time; use v.random, or pick(cards, v.random)")
        elif callable(value):
            sentence = f"{name} is a {kind}, and what it looks at cannot be told; write it as a plain function"
            self._find(Kind.IMPURE, node, sentence)
        else:
            self._wrong(node, f"{name} is a {kind}; use whole numbers, tuples of them, and plain functions")

    # ---- attributes --------------------------------------------------------------------------------------------------

    def _attribute(self, node: ast.Attribute) -> None:
        owner, name = self._meaning(node.value), node.attr
        if owner is not None and not isinstance(node.ctx, ast.Load):
            self._wrong(node, f"{ast.unparse(node)} is set, but a view cannot be changed; give the value its own name")
        elif owner is _Known.VIEW:
            if name not in self.walk.fields:
                self._wrong(node, f"{self.walk.view_name} has no field {name}{self._other_field(name)}")
        elif owner is _Known.PARAMETERS:
            known = self.walk.parameters
            if name not in known:
                hint = _near(name, known) if known else " (it declares none)"
                declare = f'declare it with parameters={{"{name}": …}} in Strategy( )'
                self._wrong(node, f"it has no parameter {name}{hint}; {declare}")
        elif self._is_field(node.value):
            number = ast.unparse(node.value)
            self._wrong(node, f"{number} is a number without {name}; for cards use count, highest, lowest, above, pick")
        elif isinstance(node.ctx, ast.Load):
            self._of_module(node)

    def _other_field(self, name: str) -> str:
        for decision, view in VIEW_OF.items():
            if name in getattr(views, view)._fields:
                return f"; it belongs to {view}, which {decision} gets"
        return _near(name, self.walk.fields)

    def _of_module(self, node: ast.Attribute) -> None:
        """Something of a module, such as ``random.random``."""
        text = ast.unparse(node)
        first, *names = text.split(".")
        value = self.scope.get(first)
        if first in self.local or not isinstance(value, types.ModuleType):
            return None
        module = value.__name__.split(".")[0]
        for name in names:
            if not hasattr(value, name):
                return self._wrong(node, f"the module {first} has no {'.'.join(names)}")
            value = getattr(value, name)
        if isinstance(value, types.ModuleType):
            return None
        if module == "random" or "random" in names:
            sentence = f"{text} is different every time; use v.random, or pick(cards, v.random)"
            self._find(Kind.LUCK, node, sentence)
        elif inspect.isfunction(value) and not _is_helper(value) and module != "numpy":
            home, name = value.__module__, value.__name__
            self._wrong(node, f"{text} cannot be called through its module; write from {home} import {name}")
        elif module not in _PURE_MODULES:
            self._find(Kind.IMPURE, node, f"{text} looks at more than the view, on which alone a choice may depend")
        return None

    # ---- calls, comparisons, loops and operations --------------------------------------------------------------------

    def _call(self, node: ast.Call) -> None:
        if self._is_field(node.func):
            field = ast.unparse(node.func)
            return self._wrong(node, f"{field} is a value, not a function; write {field} without ( )")
        if not isinstance(node.func, ast.Name):
            return None
        name = node.func.id
        if name in self.local:
            function = self.scope.get(name, getattr(builtins, name, None))
            if name not in self.inner and callable(function):
                self._wrong(node, f"{name} is a value in this function, and no longer a function; rename the value")
            return None
        function = self.scope.get(name, getattr(builtins, name, None))
        if inspect.isfunction(function):
            return self._own_call(node, name, function)
        if name == "len" and node.args and self._is_of_fields(node.args[0]):
            return self._wrong(node, f"a set of cards is one number; write count({ast.unparse(node.args[0])}), not len")
        if name in ("max", "min") and any(keyword.arg == "key" for keyword in node.keywords):
            return self._wrong(node, f"{name} with key= cannot be used; compare the values with if")
        if name in _USELESS_BUILTINS:
            sentence = f"{name} is of no use here; use whole numbers, sets of cards and tuples"
            return self._find(Kind.SLOW, node, sentence)
        return None

    def _own_call(self, node: ast.Call, name: str, function: Any) -> None:
        if not any(isinstance(each, ast.Starred) for each in node.args) and all(each.arg for each in node.keywords):
            signature = inspect.signature(function)
            try:
                signature.bind(*node.args, **{str(keyword.arg): keyword.value for keyword in node.keywords})
            except TypeError as error:
                arguments = ", ".join(signature.parameters)
                return self._wrong(node, f"{ast.unparse(node)}: {error}; its arguments are {name}({arguments})")
        if function.__code__ in self.callers:
            return self._wrong(node, f"{name} calls itself; use a for over a fixed range instead")
        if not _is_helper(function):
            given = {k: what for k, value in enumerate(node.args) if (what := self._meaning(value)) is not None}
            self.walk.read(function, given, self.callers)
        return None

    def _compare(self, node: ast.Compare) -> None:
        values = (node.left, *node.comparators)
        for how, cards in zip(node.ops, node.comparators, strict=True):
            if isinstance(how, ast.In | ast.NotIn) and self._is_of_fields(cards):
                text, wanted = ast.unparse(cards), "!= 0" if isinstance(how, ast.In) else "== 0"
                self._wrong(
                    node, f"{text} is one number, in which nothing can be looked up; write {text} & card {wanted}"
                )
        if any(map(self._is_field, values)) and any(_is_text(value) for value in values):
            suits = "a suit is v.clubs, v.diamonds, v.hearts or v.spades"
            self._wrong(node, f"{ast.unparse(node)} compares a number with a text, which are never equal; {suits}")

    def _loop(self, node: ast.For) -> None:
        if self._is_field(node.iter):
            cards = ast.unparse(node.iter)
            sentence = f"{cards} is one number and cannot be gone through; take one card with highest({cards})"
            self._wrong(node, f"{sentence}, and what is left with {cards} & ~card")
        elif (
            isinstance(node.iter, ast.Call)
            and ast.unparse(node.iter.func) == "range"
            and not all(map(self._is_fixed, node.iter.args))
        ):
            sentence = f"{ast.unparse(node.iter)} changes from hand to hand; use a fixed range, with an if inside it"
            self._find(Kind.SLOW, node, sentence)

    def _operation(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Mod) and _is_text(node.left):
            self._find(Kind.SLOW, node, "a formatted text is made for every hand; use whole numbers and sets of cards")
        elif isinstance(node.op, ast.FloorDiv | ast.Mod):
            divisor = self._constant(node.right)
            if divisor is None or divisor < 1 or divisor & (divisor - 1):
                text = ast.unparse(node)
                sentence = f"{text} divides whole numbers, which only powers of two survive; count in 128ths, with >> 7"
                self._find(Kind.SLOW, node, sentence)

    def _constant(self, node: ast.expr) -> int | None:
        """The whole number that an expression always is, if it is one and plain to see."""
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(node, ast.Name) and node.id not in self.local:
            value = self.scope.get(node.id)
        return value if isinstance(value, int) else None

    def _is_fixed(self, node: ast.expr) -> bool:
        """Whether an expression is made of constants alone."""
        if isinstance(node, ast.Name):
            return node.id not in self.local
        parts = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
        return isinstance(node, ast.Constant) or (bool(parts) and all(map(self._is_fixed, parts)))


def _local_names(function: Any, tree: ast.FunctionDef) -> set[str]:
    """The names that belong to a function, or to one inside it."""
    names = {*function.__code__.co_varnames, *function.__code__.co_cellvars}
    for node in below(tree):
        if isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef):
            names.add(node.name)
    return names


def _near(name: str, known: Iterable[str]) -> str:
    """As :func:`~simspades.errors.nearest`, without the list of all names."""
    hint = nearest(name, known)
    return hint if hint.startswith(" (did") else ""


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_helper(value: Any) -> bool:
    return getattr(value, "__module__", None) == helpers.__name__


def _is_random(value: object) -> bool:
    """Whether it is a function of Python's module ``random``, most of which are methods of one object."""
    return isinstance(getattr(value, "__self__", None), random.Random)


def may_have_luck(value: object) -> bool:
    """Whether a global that a function reads may bring luck of its own: quick to tell, before a source is read."""
    return _is_random(value) or (
        isinstance(value, types.ModuleType) and value.__name__.partition(".")[0] in ("random", "numpy")
    )


def _is_builtin(value: object) -> bool:
    return getattr(builtins, getattr(value, "__name__", ""), None) is value


def _is_constant(value: object) -> bool:
    """Whether a value cannot change: a number, a text, None, or a tuple of such. Arrays are constants once compiled."""
    if isinstance(value, tuple):
        return all(map(_is_constant, value))
    return value is None or isinstance(value, int | float | str) or type(value).__module__ == "numpy"
