"""The source text of a strategy's functions: parsed, and with the lines of its author's file."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

__all__ = ["Source", "below", "returns", "shown_path"]


def shown_path(path: str | Path) -> str:
    """A file as its user would name it: from where he stands if it lies below."""
    try:
        return str(Path(path).resolve().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


@dataclasses.dataclass(frozen=True)
class Source:
    """The text of a function, parsed, and where in its file it stands."""

    path: str
    first_line: int
    tree: ast.FunctionDef

    @classmethod
    def of(cls, function: Callable[..., Any]) -> Source | None:
        """None where there is no source, and for a lambda, whose text is that of the lines around it."""
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        except (OSError, TypeError, SyntaxError, IndexError):
            return None
        if not isinstance(tree, ast.FunctionDef):
            return None
        code = function.__code__
        return cls(code.co_filename, code.co_firstlineno, tree)

    def line(self, node: ast.AST) -> int:
        """The line of the file in which a node begins."""
        return self.first_line + getattr(node, "lineno", 1) - 1


def below(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes below one, in the order of the text."""
    for child in ast.iter_child_nodes(node):
        yield child
        yield from below(child)


def returns(function: Callable[..., Any]) -> Iterator[tuple[int, ast.expr | None]]:
    """The line and the value of every ``return`` of a function; None for the value where its end can be reached."""
    source = Source.of(function)
    if source is None:
        return
    for node in _own_nodes(source.tree):
        if isinstance(node, ast.Return):
            yield source.line(node), node.value
    if _end_is_reached(source.tree.body):
        yield source.line(source.tree.body[-1]), None


def _own_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes below a function's, without those of functions inside it."""
    for child in ast.iter_child_nodes(tree):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield from _own_nodes(child)


def _end_is_reached(body: list[ast.stmt]) -> bool:
    last = body[-1]
    if isinstance(last, ast.If):
        return not last.orelse or _end_is_reached(last.body) or _end_is_reached(last.orelse)
    return not isinstance(last, ast.Return | ast.Raise | ast.Match)
