"""Answers by subject: bids, nils, bags, seats, games; of one run, or of several side by side.

>>> answers = answer("bids", open_runs(["my-run"]))  # doctest: +SKIP
>>> answers[0].frame  # doctest: +SKIP

All tables of any number of subjects come from one pass over the rows of each run. A run in memory takes no more than
its chunks: see :mod:`simspades.analysis.tally`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from simspades.analysis.answer import Answer
from simspades.analysis.answers import bags, bids, games, nils, seats
from simspades.analysis.answers.grouped import grouped
from simspades.analysis.estimates import cluster_shifts
from simspades.analysis.facts import Facts
from simspades.analysis.runs import Runs, open_runs
from simspades.analysis.table import Table, answers_of
from simspades.analysis.tally import Tally, tally_run
from simspades.analysis.worth import worth_table
from simspades.errors import SimspadesError, nearest

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SUBJECTS", "Runs", "Subject", "analyze", "answer", "answers", "facts_of", "open_runs", "tables"]


@dataclasses.dataclass(frozen=True)
class Subject:
    """A subject: its key, a heading, one sentence on the question that it answers, and its tables."""

    key: str
    title: str
    question: str
    tables: tuple[Table, ...]


SUBJECTS = {
    subject.key: subject
    for subject in (
        Subject(
            "bids",
            "Bids",
            "How well do bids foretell the tricks, and where do they leave points on the table?",
            bids.TABLES,
        ),
        Subject("nils", "Nils", "When does a nil succeed, and when is it worth calling?", nils.TABLES),
        Subject("bags", "Bags", "What do overtricks earn, and what do they cost?", bags.TABLES),
        Subject("seats", "Seats", "What is it worth to sit where, relative to the dealer?", seats.TABLES),
        Subject(
            "games", "Games", "How long are games, how close, how do they end, and who is going to win?", games.TABLES
        ),
    )
}


def answer(subject: str, runs: Runs, *, threads: int | None = None) -> list[Answer]:
    """All tables of a subject."""
    return answers([subject], runs, threads=threads)[subject]


def answers(
    subjects: Sequence[str], runs: Runs, *, by: Sequence[str] = (), threads: int | None = None
) -> dict[str, list[Answer]]:
    """All tables of several subjects, from one pass over the rows of each run.

    Parameters
    ----------
    subjects
        Keys of :data:`SUBJECTS`.
    runs
        What :func:`open_runs` gives. Of several runs every table has a column ``run``, and is followed by one of the
        differences of the later runs from the first.
    by
        Columns to group by: each subject then has one table, of its main figures by them.
    threads
        As many as there are processors, but at most four, unless given.

    Raises
    ------
    SimspadesError
        For a subject that is not known, or a run whose files are damaged.

    """
    declared = {subject: tables(subject) for subject in subjects}
    if by:
        declared = {subject: (grouped(subject, by),) for subject in declared}
    chosen = [table for tables_of_subject in declared.values() for table in tables_of_subject]
    known = facts_of(runs)
    results = []
    for facts, run in zip(known, runs.runs, strict=True):
        able = [table for table in chosen if not table.why_missing(facts)]
        tallies: list[Tally] = []
        for table in able:
            tallies += [tally for tally in table.tallies(facts) if tally not in tallies]
        lookups = {"worth_table": worth_table(facts.rules)} if tallies else {}
        results.append((facts, tally_run(run, facts, tallies, lookups, threads) if tallies else {}))
    return {
        subject: [answer for table in tables_of_subject for answer in answers_of(table, results)]
        for subject, tables_of_subject in declared.items()
    }


def tables(subject: str) -> tuple[Table, ...]:
    """The tables of a subject, as declared; SimspadesError where there is none of this name."""
    if subject not in SUBJECTS:
        raise SimspadesError(f"there is no subject {subject}{nearest(subject, SUBJECTS)}")
    return SUBJECTS[subject].tables


def analyze(
    subject: str, *directories: str | Path, by: Sequence[str] = (), threads: int | None = None
) -> dict[str, pd.DataFrame]:
    """The tables of a subject as pandas frames, by the second part of their names.

    Every figure ``x`` has its standard error and 95 % interval in ``x_se``, ``x_low`` and ``x_high``;
    ``docs/answers.md`` explains every column. Of several directories each table has a column ``run``, and
    ``NAME.difference`` holds the differences from the first.

    >>> simspades.analyze("bids", "my-run")["calibration"]  # doctest: +SKIP
    """
    found = answers([subject], open_runs(directories), by=by, threads=threads)[subject]
    return {answer.id.partition(".")[2]: answer.frame for answer in found}


def facts_of(runs: Runs) -> list[Facts]:
    """What is known of the runs before a row is read; runs that may share deals get the same clusters."""
    shifts = cluster_shifts([run.manifest.n for run in runs.runs])
    return [Facts.of(label, run, shifts) for label, run in zip(runs.labels, runs.runs, strict=True)]
