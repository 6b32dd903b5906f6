"""JSON lines in, JSON lines out: what the commands share that answer one object a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

import click

from simspades.errors import RecordError, SimspadesError


def answer_lines(file: BinaryIO, answer: Callable[[Mapping[str, object]], dict[str, object]]) -> int:
    """Answer every line of a file as it comes and return the exit status.

    Blank lines are passed over. A line that cannot be read or answered gives ``{"error": ...}`` and makes the status
    2; otherwise it is 1 if an answer has ``legal`` false, else 0.
    """
    n_lines = n_errors = n_illegal = 0
    for number, line in enumerate(file, start=1):
        if not line.strip():
            continue
        n_lines += 1
        try:
            result = answer(_parse(line))
        except SimspadesError as error:
            n_errors += 1
            result = {"error": f"line {number}: {error}"}
        n_illegal += result.get("legal") is False
        click.echo(json.dumps(result))
    if n_errors:
        source = getattr(file, "name", "the input")
        click.echo(f"simspades: {n_errors} of {n_lines} lines of {source} could not be answered", err=True)
        return 2
    return 1 if n_illegal else 0


def _parse(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is not JSON ({error})") from None
