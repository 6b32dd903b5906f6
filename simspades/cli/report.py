"""``simspades report``: the page with sentences, plots, tables and hands of some runs."""

from __future__ import annotations

from pathlib import Path

import click

from simspades.errors import SimspadesError


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("directories", metavar="DIR...", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("report.html"),
    help="The file to write; report.html unless given.",
)
@click.option(
    "--figures",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Also save every plot as PNG and SVG in DIR.",
)
def command(directories: tuple[str, ...], output: Path, figures: Path | None) -> None:
    """Make one page of tables and plots that works offline.

    DIR is a run directory; several are shown side by side. The page is a single file that needs no connection.
    """
    from simspades.analysis.answers import open_runs
    from simspades.report import figures as pictures
    from simspades.report import page

    # what would fail in the end fails now: the tables of a large run take minutes
    if not output.parent.is_dir():
        raise SimspadesError(f"{output} cannot be written: there is no directory {output.parent}")
    if figures is not None:
        pictures.make_directory(figures)
    contents = page.gather(open_runs(directories))
    page.save_page(contents, output)
    click.echo(f"{output}: {output.stat().st_size / 1e6:.1f} MB", err=True)
    if figures is not None:
        saved = pictures.save_figures((answer for answers in contents.answers.values() for answer in answers), figures)
        click.echo(f"{figures}: {len(saved)} files, {len(saved) // 2} plots as PNG and SVG", err=True)
