"""``simspades summary``: the run in one screen."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from simspades.cli.tables import PIPE_WIDTH, plain_table

if TYPE_CHECKING:
    from rich.table import Table

    from simspades.analysis.statistics import Estimate
    from simspades.analysis.summary import Figure, Group, Summary

SIDES_A_TABLE = 2  # side by side, so that a table fits in PIPE_WIDTH


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("directory", metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables; docs/summary.md lists its keys.")
def command(directory: str, as_json: bool) -> None:
    """Show a run in one screen, each figure with its error.

    DIR is a run directory, finished or not. Behind ± stands the standard error, in brackets the 95 % interval. The
    hands of a game are not taken as independent.
    """
    from simspades.analysis.summary import summarize_run
    from simspades.records.reader import open_run

    summary = summarize_run(open_run(directory))
    if as_json:
        click.echo(json.dumps(summary.to_json(), indent=1, ensure_ascii=False))
    else:
        _show(summary)


def _show(summary: Summary) -> None:
    from rich.console import Console

    from simspades.analysis import summary as figures

    console = Console(markup=False, highlight=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    traits = summary.info.traits
    of_sides = figures.shown(figures.side_figures(traits, by_game=summary.games is not None), traits)
    tables = [
        *(_across(summary.sides[k : k + SIDES_A_TABLE], of_sides) for k in range(0, len(summary.sides), SIDES_A_TABLE)),
        _down("seat", summary.seats, figures.shown(figures.SEAT_FIGURES, traits)),
        _down("position", summary.positions, figures.shown(figures.POSITION_FIGURES, traits)),
        _whole(summary),
    ]
    console.print(_header(summary))
    for table in tables:
        console.print()
        console.print(table)
    console.print()
    for finding in summary.findings:
        console.print(finding, style="bold")
    console.print(
        "\n± is one standard error, (low–high) a 95 % interval; docs/summary.md explains every figure.", style="dim"
    )


def _header(summary: Summary) -> str:
    info = summary.info
    counts = f"{summary.hands:,} hands"
    if summary.games is not None:
        counts = f"{summary.games:,} games, {counts}"
    lines = [f"{info.rules}: {counts}, seed {info.seed}"]
    if info.status != "done":
        lines.append(f"The run is not finished ({info.status}): it was to play {info.planned:,} {summary.mode}.")
    return "\n".join(lines)


def _across(groups: Sequence[Group], figures: Sequence[Figure]) -> Table:
    """A column for each group, a row for each figure."""
    table = plain_table("", *(group.label for group in groups))
    for figure in figures:
        table.add_row(figure.label, *(_text(figure, group.figures[figure.key]) for group in groups))
    return table


def _down(kind: str, groups: Sequence[Group], figures: Sequence[Figure]) -> Table:
    """A row for each group, a column for each figure."""
    strategies = any(group.strategies for group in groups)
    table = plain_table(kind, *(["strategy"] if strategies else []), *(figure.label for figure in figures))
    for group in groups:
        names = [" ".join(group.strategies)] if strategies else []
        name = group.label.removeprefix("seat ")
        table.add_row(name, *names, *(_text(figure, group.figures[figure.key]) for figure in figures))
    return table


def _whole(summary: Summary) -> Table:
    from simspades.analysis.summary import GAME_FIGURES, TABLE_FIGURES

    table = plain_table("table", "")
    for figure in TABLE_FIGURES + (GAME_FIGURES if summary.games is not None else ()):
        table.add_row(figure.label, _text(figure, summary.table[figure.key]))
    return table


def _text(figure: Figure, estimate: Estimate) -> str:
    from simspades.analysis.numbers import mean_text, percent_text, rate_text

    texts: dict[str, Callable[[Estimate], str]] = {"mean": mean_text, "share": percent_text, "rate": rate_text}
    return texts[figure.kind](estimate)
