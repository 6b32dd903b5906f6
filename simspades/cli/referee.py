"""``simspades referee``: judge hand records."""

from __future__ import annotations

from typing import BinaryIO

import click

from simspades.cli.lines import answer_lines
from simspades.referee import judge


@click.command()
@click.argument("file", type=click.File("rb"))
def command(file: BinaryIO) -> int:
    """Judge hand records, one JSON object a line, from FILE or - for standard input.

    Prints an answer a line: the tricks, scores and end of the game, or the first illegal action. Exit status 1 if a
    record is illegal, 2 if a line cannot be read (its answer is {"error": ...}; the others are still judged).
    """
    return answer_lines(file, judge)
