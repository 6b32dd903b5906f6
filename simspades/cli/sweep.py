"""``simspades sweep``: a study of rule sets, line-ups and parameters on common deals.

Keys of ``--json``: ``directory``, ``title``, ``cells`` (how many), ``played`` (of them, those not there before),
``hands``, ``seconds``, ``findings`` (sentences) and ``table`` (the rows of ``table.csv``; ``docs/studies.md`` explains
the columns).
"""

from __future__ import annotations

import json
from pathlib import Path

import click

from simspades.cli.directories import as_directory
from simspades.cli.progress import progress_bar
from simspades.cli.workers import chosen_workers, worker_options


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("study", type=click.Path(path_type=Path), metavar="STUDY.toml")
@click.option("--out", callback=as_directory, required=True, metavar="DIR", help="The study's directory.")
@worker_options
@click.option("--check", is_flag=True, help="Say what would be played, and play nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of sentences.")
def command(study: Path, out: Path, threads: int | None, cluster: str | None, check: bool, as_json: bool) -> int:
    """Play a study of rule sets, line-ups and parameters on common deals.

    DIR gets table.parquet and table.csv with a row for each cell, and index.html and index.md with plots. Cells that
    DIR holds already are not played again: the same command goes on after an interruption, and plays only what is new.
    """
    from simspades.studies.sweep.page import findings, shown_figures
    from simspades.studies.sweep.play import SweepInterrupted, plan, sweep
    from simspades.studies.sweep.table import arrow_table

    if check:
        click.echo(plan(study))
        return 0
    try:
        with chosen_workers(threads, cluster) as workers, progress_bar() as progress:
            done = sweep(study, out=out, workers=workers, progress=progress)
    except SweepInterrupted as interrupt:
        click.echo(f"simspades: {interrupt}", err=True)
        return 130
    sentences = findings(done.rows, shown_figures(done.study, done.rows))
    hands = sum(row.hands for row in done.rows)
    if as_json:
        document = {
            "directory": str(done.directory),
            "title": done.study.title,
            "cells": len(done.rows),
            "played": done.played,
            "hands": hands,
            "seconds": round(done.seconds, 3),
            "findings": sentences,
            "table": arrow_table(done.rows).to_pylist(),
        }
        click.echo(json.dumps(document, indent=1, ensure_ascii=False))
        return 0
    click.echo(f"{done.study.title}: {len(done.rows)} cells ({done.played} played now), {hands:,} hands, ", nl=False)
    click.echo(f"{done.seconds:.1f} s\n")
    for sentence in sentences:
        click.echo(sentence.replace("**", ""))
    click.echo(f"\nthe whole of it: {done.directory / 'index.html'}", err=True)
    return 0
