"""The page of a study: the question, what came out, a table, a plot, and the command that repeats it.

It is written twice: ``index.html`` to explore, as the page of ``simspades report``, and ``index.md`` to keep.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from simspades.analysis.numbers import mean_text, percent_text
from simspades.analysis.statistics import Estimate
from simspades.records.files import replacing, writing
from simspades.report.sheet import Sheet, save_sheet
from simspades.studies.sweep.answers import answers_of
from simspades.studies.sweep.figures import Figure, figure_names
from simspades.studies.sweep.plot import write_plot
from simspades.studies.sweep.study import Study
from simspades.studies.sweep.table import Figured, Row

HTML_NAME, PAGE_NAME, PLOT_NAME = "index.html", "index.md", "plot.svg"

#: Shown where a study does not say what to show: those of these that its cells have.
USUAL = {
    "hands": ("win_rate_1", "advantage", "first_bidder", "hand_margin", "sets", "bags", "nils", "nils_made",
              "nil_value", "players_share"),
    "games": ("win_rate_1", "advantage", "seat_wins", "hands_a_game", "margin", "lead_changes", "comebacks", "sets",
              "nils", "nils_made", "skill_wins", "players_share"),
}  # fmt: skip

#: Effects that stand in the sentences: more than so many standard errors, adjusted for how many are shown.
ALPHA = 0.05
MOST_SENTENCES = 8

#: A plot of more cells could not be read, and would take longer than the study.
MOST_PLOTTED = 60


def write_page(directory: Path, study: Study, rows: Sequence[Row], command: str) -> None:
    """``index.html``, ``index.md`` and, where there are not too many cells, ``plot.svg``."""
    figures = shown_figures(study, rows)
    if len(rows) <= MOST_PLOTTED:
        write_plot(directory / PLOT_NAME, figures, rows)
    path = directory / PAGE_NAME
    with replacing(path) as temporary, writing(path):
        temporary.write_text(markdown(study, rows, figures, command), encoding="utf-8")
    sheet = Sheet(
        title=study.title,
        question=study.question.strip(),
        findings=[sentence.replace("**", "") for sentence in findings(rows, figures)],
        answers=answers_of(rows, figures, with_plots=len(rows) <= MOST_PLOTTED),
        method=_played(study, rows),
        command=command,
        elsewhere="table.csv",
    )
    save_sheet(sheet, directory / HTML_NAME)


def shown_figures(study: Study, rows: Sequence[Row]) -> list[Figure]:
    """The figures on the page, those that no cell has left out."""
    known = {figure.name: figure for figure in figure_names(max(len(row.cell.parties.members) for row in rows))}
    wanted = study.show or USUAL[rows[0].cell.mode]
    return [known[name] for name in wanted if any(row.figures.get(name) is not None for row in rows)]


def markdown(study: Study, rows: Sequence[Row], figures: Sequence[Figure], command: str) -> str:
    """The page as Markdown."""
    compared = any(row.effects for row in rows)
    lines = [f"# {study.title}", ""]
    if study.question:
        lines += [study.question.strip(), ""]
    lines += ["## What came out", "", *(f"- {sentence}" for sentence in findings(rows, figures)), ""]
    if len(rows) <= MOST_PLOTTED:
        lines += [f"![The figures of each cell, with 95 % intervals]({PLOT_NAME})", ""]
    lines += ["## The figures", "", *_table(rows, figures, of_effects=False), ""]
    if compared:
        lines += ["## Against the baseline", "", *_table(rows, figures, of_effects=True), ""]
    lines += ["± is one standard error.", ""]
    lines += [f"- **{figure.name}**: {figure.meaning}" for figure in figures]
    lines += ["", "## How it was played", "", _played(study, rows), ""]
    lines += ["Repeat it with", "", f"    {command}", ""]
    lines += ["`table.csv` has every figure of every cell, and `record.json` says what they depend on."]
    return "\n".join(lines) + "\n"


def findings(rows: Sequence[Row], figures: Sequence[Figure]) -> list[str]:
    """The clearest effects on the shown figures, in the order of the figures; or that none stands out."""
    from simspades.studies.match.ratings import holm
    from simspades.studies.match.verdict import p_value

    effects = [
        (row, figure, row.effects[figure.name]) for row in rows for figure in figures if figure.name in row.effects
    ]
    if not effects:
        return ["The study compares nothing: it has no baseline, or one cell only. The figures stand below."]
    p_values = [p_value(Estimate(effect.value, effect.se, None, None, 0)) for _, _, effect in effects]
    clear = [item for item, p in zip(effects, holm(p_values), strict=True) if p < ALPHA]
    sentences = [_sentence(alike, rows, figure) for figure, alike in _told(clear, figures)]
    sentences.append(
        f"Of {len(effects)} effects in the table below {len(clear)} stand out from chance, at 5 % for all of them "
        "together (Holm)."
    )
    return sentences


def _told(clear: Sequence[tuple[Row, Figure, Figured]], figures: Sequence[Figure]) -> list[tuple[Figure, list[Row]]]:
    """What gets a sentence, with the cells that it is about: of each figure the clearest effect, then the second.

    Cells with the same effect against the same baseline, such as rules that come to the same, share one. The table has
    the rest.
    """
    ranked: list[tuple[int, int, Figure, list[Row]]] = []
    for place, figure in enumerate(figures):
        alike: dict[tuple[int | None, Figured | None, Figured], list[Row]] = {}
        for row, other, effect in clear:
            if other is figure:
                alike.setdefault((row.baseline, row.figures[figure.name], effect), []).append(row)
        clearest = sorted(alike, key=lambda key: -abs(key[2].value) / (key[2].se or 1e-300))
        ranked += [(rank, place, figure, alike[key]) for rank, key in enumerate(clearest[:2])]
    told = sorted(sorted(ranked, key=lambda item: item[:2])[:MOST_SENTENCES], key=lambda item: (item[1], item[0]))
    return [(figure, alike) for _, _, figure, alike in told]


def _sentence(alike: Sequence[Row], rows: Sequence[Row], figure: Figure) -> str:
    row = alike[0]
    effect = row.effects[figure.name]
    assert row.baseline is not None
    before, after = rows[row.baseline].figures[figure.name], row.figures[figure.name]
    change = text(figure, effect)
    sign = "" if change.startswith("-") else "+"
    names = " and ".join(f"**{same.cell.label}**" for same in alike)
    return (
        f"{names}: {figure.name} is {text(figure, after)}, against {text(figure, before)} with "
        f"{rows[row.baseline].cell.label} ({sign}{change})."
    )


def text(figure: Figure, found: Figured | None) -> str:
    """A figure with its standard error, shares in per cent."""
    if found is None:
        return ""
    estimate = Estimate(found.value, found.se, None, None, 0)
    return percent_text(estimate) if figure.unit == "share" else mean_text(estimate)


def _table(rows: Sequence[Row], figures: Sequence[Figure], of_effects: bool) -> list[str]:
    lines = [_line(["cell", *(figure.name for figure in figures)]), _line(["---"] * (1 + len(figures)))]
    for row in rows:
        if of_effects and not row.effects:
            continue
        found = row.effects if of_effects else row.figures
        lines.append(_line([row.cell.label, *(text(figure, found.get(figure.name)) for figure in figures)]))
    return lines


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def _played(study: Study, rows: Sequence[Row]) -> str:
    first = rows[0]
    what = (
        f"{first.deals:,} deals" if first.cell.mode == "hands" else f"{first.deals:,} sequences of deals (one a game)"
    )
    packs = {(row.cell.rules.players, row.cell.rules.deck_options) for row in rows}
    who = "every cell" if len(packs) == 1 else "all cells with the same players and deck"
    hands = sum(row.hands for row in rows)
    lineups = sorted(
        {" against ".join(player.spec.rpartition(".py:")[2] for player in row.cell.players) for row in rows}
    )
    return (
        f"{len(rows)} cells, {hands:,} hands in all; {who} played the same {what} (seed {study.seed}) in each of "
        f"their seatings, in which different strategies change sides. Line-ups: {'; '.join(lineups)}. Errors are "
        "computed over groups of deals, and those of effects are paired: what both cells owe to the same cards cancels."
    )
