"""Hands worth a look: picked from a run by what happened in them, and played again from its seed.

They are picked from the first part of the run, which is read alone: examples, not records. The first of several that
fit is taken, so the same run always shows the same hands.
"""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

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
                f"hand-{number}-{place}",
                title,
                hand,
                shlex.join(["simspades", "replay", str(run.directory), hand]),
                hand_text(replayer.hand(hand), SYMBOLS),
            )
            for place, (title, hand) in enumerate(picked.items())
        ]
    except SimspadesError as error:
        return Examples(label, [], f"The hands of {label} cannot be replayed: {error}.")
    return Examples(label, shown)


def _picked(run: Run) -> dict[str, str]:
    """Hands by what they show; each hand once."""
    if not run.hands_files:
        return {"the first hand (the run keeps no rows to pick others from)": _name(run.manifest, 0)}
    picked: dict[str, str] = {}
    for title, row in _candidates(run):
        name = _name(run.manifest, row)
        if name not in picked.values():
            picked[title] = name
    return picked


def _candidates(run: Run) -> Iterator[tuple[str, int]]:
    """Titles with numbers of the ``hand`` column."""
    manifest = run.manifest
    seats, sides = range(manifest.players), range(manifest.sides)
    names = [f"{column}_{seat}" for column in ("call", "tricks") for seat in seats]
    names += [f"{column}_{side}" for column in ("made", "points", "penalty") for side in sides]
    hands = to_frame(read_part(run.hands_files[0], ["hand", *names])).set_index("hand")
    points = hands[[f"points_{side}" for side in sides]]
    swing = points.max(axis=1) - points.min(axis=1)
    yield "the largest swing between two sides", _first(swing == swing.max())
    for kind in ("nil", "blind-nil"):
        called = [(hands[f"call_{seat}"] == kind, hands[f"tricks_{seat}"] == 0) for seat in seats]
        made, broken = (_any([call & (empty == wanted) for call, empty in called]) for wanted in (True, False))
        yield from _if_any(f"a {kind.replace('-', ' ')} that was made", made)
        yield from _if_any(f"a {kind.replace('-', ' ')} that was broken", broken)
    yield from _if_any("a contract that was set", _any([~hands[f"made_{side}"].fillna(True) for side in sides]))
    yield from _if_any("a bag penalty", _any([hands[f"penalty_{side}"] > 0 for side in sides]))
    if manifest.mode == "games":
        scores = [f"score_{side}" for side in sides]
        games = to_frame(read_part(run.games_files[0], ["game", "hands", *scores]))
        ordered = np.sort(games[scores].to_numpy(), axis=1)
        closest = int((ordered[:, -1] - ordered[:, -2]).argmin())
        last = int(games["game"].iloc[closest]) * HANDS_A_GAME + int(games["hands"].iloc[closest]) - 1
        yield "the last hand of the closest game", last


def _name(manifest: Manifest, number: int) -> str:
    """What ``simspades replay`` takes for a number of the ``hand`` column."""
    if manifest.mode == "hands":
        return str(number)
    return f"{number // HANDS_A_GAME}:{number % HANDS_A_GAME + 1}"


def _any(conditions: list[pd.Series]) -> pd.Series:
    found = conditions[0]
    for condition in conditions[1:]:
        found = found | condition
    return found


def _if_any(title: str, fits: pd.Series) -> Iterator[tuple[str, int]]:
    if fits.any():
        yield title, _first(fits)


def _first(fits: pd.Series) -> int:
    """The label of the first row that fits."""
    label: int = fits.index[int(fits.to_numpy(dtype=bool).argmax())]
    return int(label)
