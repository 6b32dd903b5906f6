"""A page of a few answers that belong together, such as a study: what came out, plots, tables and how it was done."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from simspades.analysis.answer import Answer
from simspades.records.files import replacing, writing
from simspades.report.page import fill, make_card
from simspades.report.tables import row_limit


@dataclasses.dataclass(frozen=True)
class Sheet:
    """What the page shows.

    Attributes
    ----------
    title, question
        What it is called, and what it asks (may be empty).
    findings
        What came out, in sentences.
    answers
        The tables with their plots.
    method
        How the numbers were made, in a paragraph.
    command
        What makes them again.
    elsewhere
        The file that holds all rows of the tables.

    """

    title: str
    question: str
    findings: Sequence[str]
    answers: Sequence[Answer]
    method: str
    command: str
    elsewhere: str


def save_sheet(sheet: Sheet, path: Path) -> None:
    """Write the page, whole or not at all. RecordError where it cannot be written."""
    limit = row_limit(sheet.answers)
    cards = [make_card(answer, limit) for answer in sheet.answers]
    html = fill(
        "sheet.html.j2", has_plots=any(card.picture for card in cards), title=sheet.title, sheet=sheet, cards=cards
    )
    with replacing(path) as temporary, writing(path):
        temporary.write_text(html, encoding="utf-8", newline="\n")
