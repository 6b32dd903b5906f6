"""Hands worth a look: picked from a run by what happened in them, and played again from its seed.

They are picked from the first part of the run, which is read alone: examples, not records. The first of several that
fit is taken, so the same run always shows the same hands.
"""

from __future__ import annotations

import dataclasses
import functools
import operator
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from simspades.errors import SimspadesError
from simspades.records.columns import HANDS_A_GAME
from simspades.records.manifest import Manifest
from simspades.records.reader import Run, read_part, to_frame
from simspades.report.hand_text import SYMBOLS, hand_text

if TYPE_CHECKING:
    import pandas as pd


@dataclasses.dataclass(frozen=True)
class Example:
    """A hand of a run.

    Attributes
    ----------
    id
        Its anchor in the page.
    subject
        The subject whose section leads to it; empty for none.
    title
        Why it is shown.
    hand
        What ``simspades replay`` takes: its number or, in games mode, ``GAME:N``.
    command
        The command that shows it.
    text
        What that command prints.

    """

    id: str
    subject: str
    title: str
    hand: str
    command: str
    text: str


@dataclasses.dataclass(frozen=True)
class Examples:
    """The example hands of a run; where there is none, ``missing`` says why."""

    label: str
    hands: list[Example]
    missing: str = ""


def examples(run: Run, label: str, number: int) -> Examples:
    """The example hands of a run, the ``number``-th of the page."""
    from simspades.runs.replay import Replayer

    if not isinstance(run.directory, Path):
        return Examples(label, [], f"{run.directory} is not on this machine, and hands are replayed from a directory.")
    picked = _picked(run)
    try:
        replayer = Replayer(run.directory)
        shown = [
            Example(
                id=f"hand-{number}-{place}",
                subject=pick.subject,
                title=pick.title,
                hand=(hand := _name(run.manifest, pick.row)),
                command=shlex.join(["simspades", "replay", str(run.directory), hand]),
                text=hand_text(replayer.hand(hand), SYMBOLS),
            )
            for place, pick in enumerate(picked)
        ]
    except SimspadesError as error:
        return Examples(label, [], f"The hands of {label} cannot be replayed: {error}.")
    return Examples(label, shown)


class Pick(NamedTuple):
    """A hand that was picked: the subject it belongs to, why, and its number in the ``hand`` column."""

    subject: str
    title: str
    row: int


def _picked(run: Run) -> list[Pick]:
    """The picks of a run, each hand once."""
    if not run.hands_files:
        return [Pick("", "the first hand (the run keeps no rows to pick others from)", 0)]
    by_row: dict[int, Pick] = {}
    for pick in _picks(run):
        by_row.setdefault(pick.row, pick)
    return list(by_row.values())


def _picks(run: Run) -> Iterator[Pick]:
    manifest = run.manifest
    seats, sides = range(manifest.players), range(manifest.sides)
    names = [f"{column}_{seat}" for column in ("call", "tricks") for seat in seats]
    names += [f"{column}_{side}" for column in ("made", "points", "penalty") for side in sides]
    hands = to_frame(read_part(run.hands_files[0], ["hand", *names])).set_index("hand")
    points = hands[[f"points_{side}" for side in sides]]
    swing = points.max(axis=1) - points.min(axis=1)
    yield Pick("seats", "the largest swing between two sides", _first(swing == swing.max()))
    for kind in ("nil", "blind-nil"):
        called = [(hands[f"call_{seat}"] == kind, hands[f"tricks_{seat}"] == 0) for seat in seats]
        for wanted, outcome in ((True, "made"), (False, "broken")):
            title = f"a {kind.replace('-', ' ')} that was {outcome}"
            yield from _if_any("nils", title, [call & (empty == wanted) for call, empty in called])
    yield from _if_any("bids", "a contract that was set", [~hands[f"made_{side}"].fillna(True) for side in sides])
    yield from _if_any("bags", "a bag penalty", [hands[f"penalty_{side}"] > 0 for side in sides])
    if manifest.mode == "games":
        scores = [f"score_{side}" for side in sides]
        games = to_frame(read_part(run.games_files[0], ["game", "hands", *scores]))
        ordered = np.sort(games[scores].to_numpy(), axis=1)
        closest = int((ordered[:, -1] - ordered[:, -2]).argmin())
        last = int(games["game"].iloc[closest]) * HANDS_A_GAME + int(games["hands"].iloc[closest]) - 1
        yield Pick("games", "the last hand of the closest game", last)


def _if_any(subject: str, title: str, conditions: list[pd.Series]) -> Iterator[Pick]:
    """The first hand that fits one of the conditions, if there is one."""
    fits = functools.reduce(operator.or_, conditions)
    if fits.any():
        yield Pick(subject, title, _first(fits))


def _name(manifest: Manifest, number: int) -> str:
    """What ``simspades replay`` takes for a number of the ``hand`` column."""
    if manifest.mode == "hands":
        return str(number)
    return f"{number // HANDS_A_GAME}:{number % HANDS_A_GAME + 1}"


def _first(fits: pd.Series) -> int:
    """The label of the first row that fits."""
    label: int = fits.index[int(fits.to_numpy(dtype=bool).argmax())]
    return int(label)
