"""What the referee's tests share: the command line in process, a plain deal, and one side's score."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner

from simspades.cli import cli
from simspades.referee import score

#: Seat 0 holds the three or four highest cards of every suit, seat 3 the lowest and a single heart.
STAIRCASE = [
    "AS KS QS AH KH QH JH AD KD QD AC KC QC",
    "JS TS 9S TH 9H 8H 7H JD TD 9D JC TC 9C",
    "8S 7S 6S 6H 5H 4H 3H 8D 7D 6D 8C 7C 6C",
    "5S 4S 3S 2S 2H 5D 4D 3D 2D 5C 4C 3C 2C",
]

ENOUGH_BEHIND = {"score": [0, 500], "bags": [0, 0]}


def run_lines(command: str, *objects: Any) -> tuple[list[dict[str, Any]], int]:
    """Feed JSON lines to a command; gives its answers and its exit status."""
    text = "".join(json.dumps(entry) + "\n" for entry in objects)
    return run_text(command, text.encode())


def run_text(command: str, text: bytes) -> tuple[list[dict[str, Any]], int]:
    """As ``run_lines``, from raw bytes."""
    result = CliRunner().invoke(cli, [command, "-"], input=text, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return [json.loads(line) for line in result.stdout.splitlines()], result.return_value or 0


def side_score(
    calls: tuple[str, str],
    won: tuple[int, int],
    rules: str = "std4",
    overrides: dict[str, Any] | None = None,
    score_before: int = 0,
    bags_before: int = 0,
) -> dict[str, Any]:
    """The answer for side 0, whose seats are 0 and 2, by the Python function and by the command alike."""
    rest = 13 - sum(won)
    request = {
        "rules": rules,
        "set": overrides or {},
        "bids": [calls[0], "1", calls[1], "1"],
        "tricks": [won[0], rest, won[1], 0],
        "before": {"score": [score_before, 0], "bags": [bags_before, 0]},
    }
    answer = score(request)
    assert run_lines("score", request) == ([answer], 0)
    return {key: answer[key][0] for key in ("contract", "made", "points", "bags", "penalty", "score", "bags_total")}
