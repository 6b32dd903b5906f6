"""``simspades score``: score hands from facts."""

from __future__ import annotations

from typing import BinaryIO

import click

from simspades.cli.lines import answer_lines
from simspades.referee import score


@click.command()
@click.argument("file", type=click.File("rb"))
def command(file: BinaryIO) -> int:
    """Score hands from their calls and tricks, one JSON object a line, from FILE or - for standard input.

    Prints an answer a line. Exit status 2 if a line cannot be read or lacks what its rules need (its answer is
    {"error": ...}; the others are still scored).
    """
    return answer_lines(file, score)
