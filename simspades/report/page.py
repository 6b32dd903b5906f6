"""The page: everything that the runs have to say, in one HTML file that fetches nothing.

The numbers stand in the page once, as JSON beside each table; the plots read them from there, and so do the buttons
that copy. Without JavaScript the sentences and tables are all there. A content security policy in the page forbids
the browser to fetch anything, whatever the page says.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib.metadata
import itertools
import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from simspades.analysis.answer import Answer
from simspades.analysis.answers import SUBJECTS, Runs, Subject
from simspades.analysis.summary import Summary
from simspades.records.files import replacing, writing
from simspades.report import theme
from simspades.report.charts import VEGA_LITE, Picture, picture
from simspades.report.examples import Example, Examples
from simspades.report.overview import overview
from simspades.report.run_facts import RunFacts
from simspades.report.tables import Table, make_table, row_limit

#: Sentences of a subject among the main findings, by run and in all; the others stand in its section.
MAX_FINDINGS = 3
MOST_FINDINGS = 6

#: Rows of a table that go to paper; one that is closed goes there only if it is small.
PRINT_ROWS = 40
SMALL = 15


@dataclasses.dataclass(frozen=True)
class Contents:
    """What the page shows.

    Attributes
    ----------
    runs
        What was run.
    summaries
        The summary of each run.
    answers
        The tables of each subject.
    examples
        Hands of each run.

    """

    runs: Sequence[RunFacts]
    summaries: Sequence[Summary]
    answers: Mapping[str, Sequence[Answer]]
    examples: Sequence[Examples]


def gather(runs: Runs) -> Contents:
    """Everything that the page of some runs shows. RecordError where one of them holds no hand yet."""
    from simspades.analysis.answers import answers
    from simspades.analysis.summary import summarize_run
    from simspades.report.examples import examples
    from simspades.report.run_facts import run_facts

    pairs = list(zip(runs.runs, runs.labels, strict=True))
    facts = [run_facts(run, label) for run, label in pairs]
    # a summary takes one core, and the tables leave some of them idle
    with ThreadPoolExecutor(1) as pool:
        summaries = pool.map(summarize_run, runs.runs)
        tables = answers(list(SUBJECTS), runs)
        return Contents(
            runs=facts,
            summaries=list(summaries),
            answers=tables,
            examples=[examples(run, label, number) for number, (run, label) in enumerate(pairs)],
        )


def save_page(contents: Contents, path: Path) -> None:
    """Write the page, whole or not at all. RecordError where it cannot be written."""
    html = render(contents)
    with replacing(path) as temporary, writing(path):
        temporary.write_text(html, encoding="utf-8", newline="\n")


def render(contents: Contents) -> str:
    """The page as HTML text. The same contents give the same text."""
    limit = row_limit(answer for answers in contents.answers.values() for answer in answers)
    n_findings = min(MAX_FINDINGS * len(contents.runs), MOST_FINDINGS)
    sections = [
        _section(subject, contents.answers.get(key, ()), limit, n_findings) for key, subject in SUBJECTS.items()
    ]
    return fill(
        "page.html.j2",
        has_plots=any(card.picture for section in sections for card in section.cards),
        title="Spades: " + ", ".join(run.label for run in contents.runs),
        runs=contents.runs,
        overviews=[overview(summary) for summary in contents.summaries],
        sections=sections,
        examples=contents.examples,
    )


def fill(template: str, has_plots: bool, **values: Any) -> str:
    """A page from its template, with what all pages have in common: style, scripts and how things are written."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("simspades.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["json"] = json_for_script
    environment.filters["joined"] = joined
    return environment.get_template(template).render(
        version=_version(),
        print_rows=PRINT_ROWS,
        print_small=SMALL,
        light=theme.LIGHT,
        dark=theme.DARK,
        font=Markup(theme.FONT),  # it is ours, and its quotes belong in the style sheet
        config=theme.PAGE.config(),
        color=theme.PAGE.color,
        shapes=_SYMBOLS,
        vega=_vega() if has_plots else "",
        **values,
    )


@dataclasses.dataclass(frozen=True)
class Card:
    """An answer on the page; ``picture`` is None where there is no plot."""

    answer: Answer
    table: Table
    picture: Picture | None

    @property
    def anchor(self) -> str:
        return self.answer.id.replace(".", "-")

    @property
    def is_open(self) -> bool:
        """Whether the table is seen without a click: a small one that has no plot above it."""
        return self.picture is None and self.table.n_rows <= SMALL


@dataclasses.dataclass(frozen=True)
class Section:
    """A subject on the page.

    Attributes
    ----------
    subject, cards
        The subject, and its tables of which there is something to show.
    missing
        Why the other ones are empty: a sentence, and the titles of those that it speaks of.
    findings
        Its share of the main findings: one sentence of each table first, then second ones.

    """

    subject: Subject
    cards: list[Card]
    missing: dict[str, list[str]]
    findings: list[str]

    def hands(self, examples: Sequence[Examples]) -> list[tuple[str, Example]]:
        """The example hands that belong here, each with its run's label."""
        return [
            (group.label, example)
            for group in examples
            for example in group.hands
            if example.subject == self.subject.key
        ]


def _section(subject: Subject, answers: Sequence[Answer], limit: int, n_findings: int) -> Section:
    missing: dict[str, list[str]] = {}
    for answer in answers:
        if answer.frame.empty:
            missing.setdefault(answer.missing or "There is nothing to show.", []).append(answer.title)
    rounds = itertools.zip_longest(*(answer.findings for answer in answers))
    findings = [sentence for sentences in rounds for sentence in sentences if sentence is not None]
    cards = [make_card(answer, limit) for answer in answers if not answer.frame.empty]
    return Section(subject, cards, missing, findings[:n_findings])


def make_card(answer: Answer, limit: int) -> Card:
    """An answer with its table, of which the first ``limit`` rows are shown, and its plot."""
    return Card(answer, make_table(answer, limit), picture(answer))


def json_for_script(value: Any) -> Markup:
    """JSON that may stand in a script element: nothing in it can end the element.

    >>> "<" in json_for_script({"a": "</script>"})
    False
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("<", "\\u003c"))


def joined(text: str) -> str:
    """The text with numbers that stay with their units and errors where a line is broken."""
    return text.replace(" %", "\u00a0%").replace(" ± ", "\u00a0±\u00a0").replace("± ", "±\u00a0")


@functools.cache
def _vega() -> Markup:
    """Vega, Vega-Lite and Vega-Embed as one script; to bundle them takes seconds."""
    import vl_convert

    script = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", VEGA_LITE)
    return Markup(script.replace("</script", "<\\/script").replace("<!--", "<\\!--"))


def _version() -> str:
    return importlib.metadata.version("simspades")


#: The shapes of :data:`simspades.report.theme.SHAPES` as paths in a square of side 12 around its centre.
_SYMBOLS = {
    "circle": "M4.5 0a4.5 4.5 0 1 1-9 0a4.5 4.5 0 1 1 9 0z",
    "square": "M-4-4h8v8h-8z",
    "triangle-up": "M0-4.5L5 4h-10z",
    "diamond": "M0-5.2L4.4 0L0 5.2L-4.4 0z",
    "cross": "M-1.7-4.6h3.4v2.9h2.9v3.4h-2.9v2.9h-3.4v-2.9h-2.9v-3.4h2.9z",
    "triangle-down": "M0 4.5L5-4h-10z",
    "triangle-right": "M4.5 0L-4 5v-10z",
    "triangle-left": "M-4.5 0L4 5v-10z",
}
