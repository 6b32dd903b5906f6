"""A table as a declaration, and the answer that it gives for the runs at hand.

A :class:`Table` names its keys and figures, the tallies that they are computed from, and everything that is said about
them in words; the documentation is written from it. :func:`answers_of` fills it in: for one run, or for several side
by side with a second table of their differences.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
import pandas as pd

from simspades.analysis.answer import Answer, ColumnText, Plot, Unit
from simspades.analysis.estimates import Array, Estimates, Sums, between_runs, rate, ratio
from simspades.analysis.facts import Facts
from simspades.analysis.runs import same_deals
from simspades.analysis.tally import Tally

#: Names for the codes of a key, by the code.
Labels = Callable[[Facts], Sequence[str] | Mapping[int, Any]]

MEAN_ERROR = "cluster-robust; 95 % interval by the t distribution"
COMPARED_ERROR = "jackknife over clusters; 95 % interval by the t distribution"
RATE_ERROR = "Wilson's 95 % interval, attempts divided by the design effect"


@dataclasses.dataclass(frozen=True)
class Key:
    """A column that tells groups apart. ``labels`` turn its numbers into words."""

    name: str
    meaning: str
    unit: Unit = ""
    labels: Labels | None = None


@dataclasses.dataclass(frozen=True)
class Figure:
    """An estimate by group."""

    name: str
    meaning: str
    unit: Unit
    error: str
    of: Callable[[Sums], Estimates]


def mean(name: str, meaning: str, unit: Unit, x: str, n: str = "n") -> Figure:
    """Sum of one measure divided by another's."""
    return Figure(name, meaning, unit, MEAN_ERROR, lambda sums: ratio(sums, x, n))


def success(name: str, meaning: str, successes: str, attempts: str = "n") -> Figure:
    """Share of attempts that succeeded."""
    return Figure(name, meaning, "share", RATE_ERROR, lambda sums: rate(sums, successes, attempts))


@dataclasses.dataclass(frozen=True)
class Count:
    """A number without an error: the sum of a measure by group, or what the table's own ``build`` makes of it."""

    name: str
    meaning: str
    measure: str = "n"
    unit: Unit = "count"


@dataclasses.dataclass(frozen=True, eq=False)
class Built:
    """A table's contents for one run: keys in words, counts, columns without error, estimates; all by group."""

    groups: pd.DataFrame
    plain: Mapping[str, Array]
    estimates: Mapping[str, Estimates]


Build = Callable[["Table", Mapping[str, Sums], Facts, Sequence[Key]], Built]
Findings = Callable[[Built, Facts], Sequence[str]]


def build(table: Table, sums: Mapping[str, Sums], facts: Facts, keys: Sequence[Key]) -> Built:
    """The ordinary way: group the tally of the table's name by its keys, and compute every figure."""
    names = [key.name for key in keys]
    found = sums[table.tally].over(names)
    if table.choose is not None:
        found = found.where(table.choose(found))
    return Built(
        in_words(found.groups, keys, facts),
        {count.name: found.total(count.measure).astype(np.int64) for count in table.counts if count.measure},
        {figure.name: figure.of(found) for figure in table.figures},
    )


@dataclasses.dataclass(frozen=True, eq=False)
class Table:
    """A table of a subject.

    Attributes
    ----------
    id, title, reading, plot
        As in :class:`~simspades.analysis.answer.Answer`.
    keys, counts, figures
        Its columns.
    tallies
        What it is computed from, for a run; those named ``tally`` by the ordinary ``build``.
    limits
        What the figures do not tell, in sentences for the documentation.
    missing
        Why a run cannot give the table and what would, in a sentence; empty if it can.
    empty
        The sentence where the run could, but nothing of the kind happened.
    choose
        Which groups are shown.
    findings
        What a run's table says, in sentences.
    compared
        Whether the differences between runs mean something.

    """

    id: str
    title: str
    reading: str
    keys: tuple[Key, ...]
    figures: tuple[Figure, ...]
    tallies: Callable[[Facts], Sequence[Tally]]
    tally: str = ""
    counts: tuple[Count, ...] = ()
    plot: Plot | None = None
    limits: str = ""
    missing: Callable[[Facts], str] = lambda facts: ""
    empty: str = ""
    choose: Callable[[Sums], Array] | None = None
    build: Build = build
    findings: Findings | None = None
    compared: bool = True

    @property
    def subject(self) -> str:
        return self.id.partition(".")[0]

    def why_missing(self, facts: Facts) -> str:
        """The reason that a run does not give the table; empty if it does."""
        if facts.manifest.summary_only:
            return "it keeps no rows (--summary-only): run it again without, or see simspades summary"
        if not facts.has_rows:
            return "no part of it is finished yet: finish it with simspades run --resume"
        return self.missing(facts)

    def columns(self, kind: Literal["table", "difference"] = "table", runs: bool = False) -> dict[str, ColumnText]:
        """Every column in words, in order."""
        texts: dict[str, ColumnText] = {}
        if runs or kind == "difference":
            texts["run"] = ColumnText("the run")
        if kind == "difference":
            texts["minus"] = ColumnText("the run that is subtracted")
        texts |= {key.name: ColumnText(key.meaning, key.unit) for key in self.keys}
        if kind == "table":
            texts |= {count.name: ColumnText(count.meaning, count.unit) for count in self.counts}
        for figure in self.figures:
            if kind == "table":
                texts |= _with_errors(figure.name, figure.meaning, figure.unit, figure.error)
            else:
                texts |= _with_errors(figure.name, f"difference in: {figure.meaning}", figure.unit, "of a difference")
        if kind == "difference":
            texts["paired"] = ColumnText("whether the runs share their deals, so that the luck of the deal cancels")
        return texts


def in_words(groups: pd.DataFrame, keys: Sequence[Key], facts: Facts) -> pd.DataFrame:
    """Keys with their words in place of codes."""
    columns: dict[str, Array] = {}
    for key in keys:
        codes = groups[key.name].to_numpy(np.int64)
        labels = key.labels(facts) if key.labels is not None else None
        if labels is None:
            columns[key.name] = codes
        else:
            words = [labels[code] for code in codes]
            columns[key.name] = np.array(words, np.int64 if words and isinstance(words[0], int) else object)
    return pd.DataFrame(columns, index=groups.index)


def answers_of(table: Table, runs: Sequence[tuple[Facts, Mapping[str, Sums]]]) -> list[Answer]:
    """The answer of a table for the runs, and for several the answer of their differences."""
    several = len(runs) > 1
    reasons = {facts.label: table.why_missing(facts) for facts, _ in runs}
    able = [(facts, sums) for facts, sums in runs if not reasons[facts.label]]
    built = {facts.label: table.build(table, sums, facts, table.keys) for facts, sums in able}
    frames = [_frame(label, contents, several) for label, contents in built.items()]
    texts = table.columns(runs=several)
    frame = pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=list(texts))
    findings: list[str] = []
    for facts, _ in able:
        if table.findings is not None and len(built[facts.label].groups):
            said = table.findings(built[facts.label], facts)
            findings += [f"{facts.label}: {sentence}" if several else sentence for sentence in said]
    missing = [f"{label}: {reason}" if several else reason for label, reason in reasons.items() if reason]
    if not missing and frame.empty:
        missing = [table.empty or "nothing of the kind happened in this run"]
    plot = table.plot
    if plot is not None and several:
        plot = _of_several(plot)
    answers = [
        Answer(
            table.id,
            table.subject,
            table.title,
            frame[list(texts)],
            texts,
            table.reading,
            plot if len(frame) else None,
            tuple(findings),
            _sentences(missing),
        )
    ]
    if several and table.compared and len(able) > 1:
        answers.append(_differences(table, able))
    return answers


def _frame(label: str, contents: Built, several: bool) -> pd.DataFrame:
    columns: dict[str, Any] = {"run": label} if several else {}
    frame = contents.groups.assign(**columns) if several else contents.groups.copy()
    more: dict[str, Array] = dict(contents.plain)
    for name, estimates in contents.estimates.items():
        more |= estimates.columns(name)
    return pd.concat([frame, pd.DataFrame(more, index=frame.index)], axis=1)


def _differences(table: Table, able: Sequence[tuple[Facts, Mapping[str, Sums]]]) -> Answer:
    """Every later run minus the first, group by group."""
    first, first_sums = able[0]
    frames = []
    for facts, sums in able[1:]:
        keys = _common_keys(table, first, facts)
        a = table.build(table, sums, facts, keys)
        b = table.build(table, first_sums, first, keys)
        paired = same_deals(facts.manifest, first.manifest)
        here, there = _matched(a.groups, b.groups, [key.name for key in keys])
        frame = a.groups.iloc[here].reset_index(drop=True)
        frame = frame.assign(**{key.name: "all" for key in table.keys if key not in keys})
        more: dict[str, Array] = {}
        for name, estimates in a.estimates.items():
            gap = between_runs(estimates.take(here), b.estimates[name].take(there), paired)
            more |= gap.columns(name)
        frame = pd.concat([frame, pd.DataFrame(more, index=frame.index)], axis=1)
        frames.append(frame.assign(run=facts.label, minus=first.label, paired=paired))
    texts = table.columns("difference")
    whole = pd.concat(frames, ignore_index=True)[list(texts)]
    return Answer(
        f"{table.id}.difference",
        table.subject,
        f"{table.title}: difference from {first.label}",
        whole,
        texts,
        "The run minus the one that is subtracted; an interval that leaves out 0 shows a difference. "
        "Of many such intervals one in twenty leaves 0 out by chance.",
        missing="" if len(whole) else "the runs have no group in common",
    )


def _common_keys(table: Table, a: Facts, b: Facts) -> list[Key]:
    """The keys by which runs can be matched: not by who plays, where other strategies play."""
    dropped = set()
    if a.strategies != b.strategies:
        dropped |= {"strategy", "team"}
    return [key for key in table.keys if key.name not in dropped]


def _matched(a: pd.DataFrame, b: pd.DataFrame, keys: Sequence[str]) -> tuple[Array, Array]:
    """The places of equal groups in two frames."""
    if not keys:
        common = min(len(a), len(b))
        return np.arange(common), np.arange(common)
    left, right = (
        frame[list(keys)].astype(str).assign(**{place: range(len(frame))}) for frame, place in ((a, "_a"), (b, "_b"))
    )
    both = left.merge(right, on=list(keys), how="inner").sort_values("_a")
    return both["_a"].to_numpy(np.int64), both["_b"].to_numpy(np.int64)


def _of_several(plot: Plot) -> Plot:
    """The plot with the runs told apart: by colour if that is free, else by a picture each."""
    if plot.color is None and plot.kind != "heat":
        return dataclasses.replace(plot, color="run")
    if plot.facet is None:
        return dataclasses.replace(plot, facet="run")
    return plot


def _with_errors(name: str, meaning: str, unit: Unit, error: str) -> dict[str, ColumnText]:
    return {
        name: ColumnText(meaning, unit, error),
        f"{name}_se": ColumnText(f"standard error of `{name}`", unit),
        f"{name}_low": ColumnText(f"lower end of the 95 % interval of `{name}`", unit),
        f"{name}_high": ColumnText(f"upper end of the 95 % interval of `{name}`", unit),
    }


def _sentences(parts: Sequence[str]) -> str:
    return " ".join(f"{part[:1].upper()}{part[1:]}." if not part.endswith(".") else part for part in parts)
