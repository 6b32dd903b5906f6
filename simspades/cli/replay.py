"""``simspades replay``: one hand of a run again, trick by trick, or a range of hands as hand records."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import click

from simspades.cli.directories import as_directory
from simspades.errors import SimspadesError


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("directory", metavar="DIR", callback=as_directory)
@click.argument("hand", metavar="HAND", required=False)
@click.option("--range", "between", metavar="A:B", help="All hands from A and before B of the hand column.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="text unless given.")
@click.option("--strategy", multiple=True, metavar="S", help="As for run, where a strategy's file has moved since.")
def command(directory: Path, hand: str | None, between: str | None, form: str, strategy: tuple[str, ...]) -> int:
    """Play one hand of a run again and show it trick by trick.

    HAND is a number of the hand column or, in games mode, GAME:N, the Nth hand of a game from 1. With json a hand is
    one line: its hand record, with the referee's answer as result. Exit status 1 if a choice was illegal.
    """
    from simspades.report.hand_text import LETTERS, SYMBOLS, hand_text
    from simspades.runs.replay import Replayer

    if (hand is None) == (between is None):
        raise SimspadesError("give either the HAND to replay or --range A:B")
    first, end = _ends(between) if between is not None else (0, 0)
    replayer = Replayer(directory, list(strategy) or None)
    replays = [replayer.hand(hand)] if hand is not None else replayer.range(first, end)
    symbols = SYMBOLS if _can_print(SYMBOLS) else LETTERS
    any_illegal = False
    for number, replay in enumerate(replays):
        any_illegal |= bool(replay.illegal)
        if form == "json":
            click.echo(json.dumps(replay.record))
        else:
            click.echo(("\n" if number else "") + hand_text(replay, symbols))
    return 1 if any_illegal else 0


def _ends(between: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]+):([0-9]+)", between)
    if match is None or int(match[1]) >= int(match[2]):
        raise SimspadesError(f"--range is {between!r}, but it is A:B, two numbers of the hand column with A below B")
    return int(match[1]), int(match[2])


def _can_print(symbols: dict[str, str]) -> bool:
    try:
        "".join(symbols.values()).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
