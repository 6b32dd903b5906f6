"""``simspades analyze``: subjects in full, as tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simspades.errors import SimspadesError

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd
    from rich.console import Console
    from rich.table import Table

    from simspades.analysis.answer import Answer

SUBJECTS = ("bids", "nils", "bags", "seats", "games")  # a test holds them to those of the analysis
PIPE_WIDTH = 240  # of tables that go to a file or another program: wide enough that none is folded
ROWS = 60


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("words", metavar="SUBJECT... DIR...", nargs=-1, required=True)
@click.option("--by", "columns", metavar="COLUMN", multiple=True, help="Group the main figures by this; repeatable.")
@click.option("--table", "chosen", metavar="NAME", multiple=True, help="Only this table, as in bids.calibration.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables; docs/answers.md lists its keys.")
@click.option("--csv", "csv", type=click.Path(path_type=Path), metavar="FILE", help="Write CSV; - for stdout.")
@click.option("--parquet", "parquet", type=click.Path(path_type=Path), metavar="FILE", help="Write Parquet.")
@click.option("--rows", type=click.IntRange(min=0), default=ROWS, help=f"Rows of a table to print ({ROWS}); 0 for all.")
@click.option("--threads", type=click.IntRange(min=1), help="At most so many; as many as there are processors.")
def command(
    words: tuple[str, ...],
    columns: tuple[str, ...],
    chosen: tuple[str, ...],
    as_json: bool,
    csv: Path | None,
    parquet: Path | None,
    rows: int,
    threads: int | None,
) -> None:
    """Answer a subject's questions about one run, or several side by side.

    SUBJECT is bids, nils, bags, seats or games, or several of them; DIR a run directory, wildcards or an fsspec
    address. With several runs the differences from the first follow each table. Behind ± stands the standard error, in
    brackets the 95 % interval. With --csv and --parquet a table goes to FILE; of several tables each goes to a file of
    FILE's name with the table's own name before the ending.
    """
    from simspades.analysis.answers import answers, open_runs

    subjects, directories = _told_apart(words)
    if str(parquet) == "-":
        raise SimspadesError("--parquet takes a file, and - stands for standard output: give a name, or use --csv -")
    columns = tuple(part for column in columns for part in column.split(",") if part)
    runs = open_runs(directories)
    found = answers(subjects, runs, by=columns, threads=threads)
    shown = _chosen([answer for of_subject in found.values() for answer in of_subject], chosen)
    if as_json:
        click.echo(json.dumps(_to_json(runs.labels, shown), indent=1, ensure_ascii=False))
    if csv is not None:
        _save(shown, csv, lambda frame, path: frame.to_csv(path, index=False))
    if parquet is not None:
        _save(shown, parquet, lambda frame, path: frame.to_parquet(path, index=False))
    if not (as_json or csv or parquet):
        _show(shown, rows)


def _told_apart(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Subjects first, then directories; a directory of a subject's name is written ./bids."""
    n = next((k for k, word in enumerate(words) if word not in SUBJECTS), len(words))
    subjects, directories = list(words[:n]), list(words[n:])
    if not subjects:
        from simspades.errors import nearest

        raise SimspadesError(f"there is no subject {words[0]}{nearest(words[0], SUBJECTS)}")
    if not directories:
        raise SimspadesError(f"there is no run to analyse: give its directory after {subjects[-1]}")
    return subjects, directories


def _chosen(found: Sequence[Answer], names: Sequence[str]) -> list[Answer]:
    known = [answer.id for answer in found]
    for name in names:
        if name not in known:
            from simspades.errors import nearest

            raise SimspadesError(f"there is no table {name}{nearest(name, known)}")
    return [answer for answer in found if not names or answer.id in names]


def _save(found: Sequence[Answer], path: Path, write: Callable[[pd.DataFrame, Path], object]) -> None:
    """Write tables to files; those that are empty say on stderr what is missing."""
    from simspades.records.files import writing

    full = [answer for answer in found if len(answer.frame)]
    for answer in found:
        if answer.missing:
            click.echo(f"{answer.id}: {answer.missing}", err=True)
    if str(path) == "-":
        if len(full) > 1:
            raise SimspadesError("only one table can go to standard output: choose it with --table")
        for answer in full:
            click.echo(answer.frame.to_csv(index=False), nl=False)
        return
    for answer in full:
        target = path if len(found) == 1 else path.with_name(f"{path.stem}.{answer.id}{path.suffix}")
        with writing(target):
            write(answer.frame, target)


def _to_json(labels: Sequence[str], found: Sequence[Answer]) -> dict[str, object]:
    return {"runs": list(labels), "tables": [_table_to_json(answer) for answer in found]}


def _table_to_json(answer: Answer) -> dict[str, object]:
    return {
        "id": answer.id,
        "title": answer.title,
        "reading": answer.reading,
        "findings": list(answer.findings),
        "missing": answer.missing,
        "columns": {
            name: {"meaning": text.meaning, "unit": text.unit, "error": text.error}
            for name, text in answer.columns.items()
        },
        "rows": json.loads(answer.frame.to_json(orient="records", double_precision=12)),
    }


def _show(found: Sequence[Answer], n_rows: int) -> None:
    from rich.console import Console

    console = Console(markup=False, highlight=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    for answer in found:
        _show_one(console, answer, n_rows)
    console.print(
        "± is one standard error, (low–high) a 95 % interval; docs/answers.md explains every column.", style="dim"
    )


def _show_one(console: Console, answer: Answer, n_rows: int) -> None:
    console.print(f"{answer.title}  [{answer.id}]", style="bold")
    if answer.missing:
        console.print(answer.missing)
    if len(answer.frame):
        console.print(answer.reading, style="dim")
        shown = answer.frame if n_rows == 0 else answer.frame.head(n_rows)
        console.print(_table(answer, shown))
        if len(shown) < len(answer.frame):
            console.print(f"… and {len(answer.frame) - len(shown):,} rows more: --rows 0, or --csv FILE", style="dim")
    for finding in answer.findings:
        console.print(finding, style="bold")
    console.print()


def _table(answer: Answer, frame: pd.DataFrame) -> Table:
    """A table whose figures stand with their errors in one cell."""
    from rich.table import Table

    from simspades.analysis.answer import ERROR_SUFFIXES

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    own = [name for name in frame.columns if not name.endswith(ERROR_SUFFIXES)]
    for name in own:
        table.add_column(name, no_wrap=True)
    for row in frame.to_dict("records"):
        table.add_row(*(_cell(answer, name, row) for name in own))
    return table


def _cell(answer: Answer, name: str, row: Mapping[Any, Any]) -> str:
    from simspades.analysis.numbers import interval_text, mean_text
    from simspades.analysis.sentences import estimate_of

    value = row[name]
    if f"{name}_se" in row:
        estimate = estimate_of(row[name], row[f"{name}_se"], row[f"{name}_low"], row[f"{name}_high"])
        return interval_text(estimate) if answer.columns[name].unit == "share" else mean_text(estimate)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if answer.columns[name].unit == "share" and isinstance(value, float):
        return f"{100 * value:.1f} %"
    return (
        f"{value:,}"
        if isinstance(value, int) and answer.columns[name].unit in ("count", "hands", "games")
        else str(value)
    )
