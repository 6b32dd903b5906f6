"""``simspades run``: play hands or games and write a run directory.

Keys of ``--json``: ``directory``, ``mode`` (hands or games), ``n`` (how many of them), ``hands`` (hands in all),
``seed``, ``rules``, ``strategies`` (one a seat), ``parts``, ``bytes`` (of the parts on disk), ``played`` (of ``n``,
those not kept from earlier), ``seconds`` and ``per_s`` (``played`` a second).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simspades.cli.directories import as_directory
from simspades.cli.progress import progress_bar
from simspades.cli.workers import chosen_workers, worker_options
from simspades.errors import SimspadesError

if TYPE_CHECKING:
    from simspades.runs.write import Outcome


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--rules", metavar="RULES", help="A preset's name or a TOML file; std4 unless given.")
@click.option("--set", "overrides", multiple=True, metavar="ID=VALUE", help="Change an option, e.g. nil.value=50.")
@click.option("--hands", type=int, metavar="N", help="Play N single hands.")
@click.option("--games", type=int, metavar="N", help="Play N games.")
@click.option(
    "--strategy",
    "strategy",
    multiple=True,
    metavar="S",
    help="Who plays: once for everybody, once a side (side 0 first) or once a seat; steady unless given.",
)
@click.option("--seed", type=int, metavar="K", help="0 to 2^64-1; drawn and recorded unless given.")
@click.option("--out", callback=as_directory, required=True, metavar="DIR", help="The run directory.")
@worker_options
@click.option("--resume", is_flag=True, help="Finish an interrupted run; its settings come from DIR/run.json.")
@click.option("--overwrite", is_flag=True, help="Replace the run in DIR.")
@click.option("--holdings", is_flag=True, default=None, help="Store the cards of each holding.")
@click.option("--no-features", is_flag=True, default=None, help="Leave the holdings' features out.")
@click.option("--summary-only", is_flag=True, default=None, help="Keep the totals of the summary only, no rows.")
@click.option(
    "--max-hands",
    type=int,
    metavar="N",
    help="With --games: stop a game after N hands, 2520 at most (1820 with 18 cards each); 200 unless given.",
)
@click.option("--score", metavar="A,B,…", help="With --hands: points of each side before the hand; 0 unless given.")
@click.option("--bags", metavar="A,B,…", help="With --hands: bags of each side before the hand; 0 unless given.")
@click.option("--hand-in-game", type=int, metavar="H", help="With --hands: number in its game; 2 unless given.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a line.")
def command(
    out: Path,
    threads: int | None,
    cluster: str | None,
    resume: bool,
    overwrite: bool,
    as_json: bool,
    overrides: tuple[str, ...],
    strategy: tuple[str, ...],
    score: str | None,
    bags: str | None,
    no_features: bool | None,
    summary_only: bool | None,
    **settings: Any,
) -> int:
    """Play hands or games and write a run directory.

    The outcome depends on rules, strategies, seed and number alone: not on threads or interruptions.
    """
    from simspades.runs.api import run_with
    from simspades.runs.write import Interrupted

    settings |= {
        "overrides": overrides or None,
        "strategy": strategy or None,
        "score": _by_side("--score", score),
        "bags": _by_side("--bags", bags),
        "features": None if no_features is None else not no_features,
        "rows": None if summary_only is None else not summary_only,
    }
    try:
        with chosen_workers(threads, cluster) as workers, progress_bar() as progress:
            outcome = run_with(settings, out, resume=resume, overwrite=overwrite, workers=workers, progress=progress)
    except Interrupted as interrupt:
        click.echo(f"simspades: {interrupt}", err=True)
        return 130
    report = _report(outcome)
    click.echo(json.dumps(report, indent=1) if as_json else _line(report))
    click.echo(f"next: simspades summary {out}", err=True)
    return 0


def _by_side(option: str, text: str | None) -> list[int] | None:
    if text is None:
        return None
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        raise SimspadesError(f"{option} takes whole numbers by side, such as 120,85, not {text!r}") from None


def _report(outcome: Outcome) -> dict[str, Any]:
    run = outcome.run
    manifest = run.manifest
    files = [*run.hands_files, *run.games_files]
    return {
        "directory": str(run.directory),
        "mode": manifest.mode,
        "n": manifest.n,
        "hands": manifest.summary["hands"],
        "seed": manifest.seed,
        "rules": manifest.rules.name,
        "strategies": [manifest.strategies[index].spec for index in manifest.lineups[0]],
        "parts": len(manifest.parts),
        "bytes": sum(path.stat().st_size for path in files),
        "played": outcome.played,
        "seconds": round(outcome.seconds, 3),
        "per_s": round(outcome.played / outcome.seconds),
    }


def _line(report: dict[str, Any]) -> str:
    games = f"{report['n']:,} games, " if report["mode"] == "games" else ""
    size = f", {report['bytes'] / 1e6:,.1f} MB" if report["bytes"] else ""
    return (
        f"{report['directory']}: {games}{report['hands']:,} hands, seed {report['seed']}{size} "
        f"({report['seconds']:.1f} s, {report['per_s']:,} {report['mode']}/s)"
    )
