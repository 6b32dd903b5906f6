"""``simspades tune``: better parameters for a strategy.

``docs/tune.md`` explains the figures and the keys of ``--json``.
"""

from __future__ import annotations

import json
from pathlib import Path

import click

from simspades.cli.directories import as_directory
from simspades.cli.progress import progress_bar
from simspades.cli.workers import chosen_workers, worker_options


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("strategy", metavar="STRATEGY")
@click.option("--param", multiple=True, metavar="NAME=LOW:HIGH[:STEP]", help="What to search; once for each parameter.")
@click.option("--against", multiple=True, metavar="B", help="An opponent; several are a line-up, and the mean counts.")
@click.option("--rules", default="std4", metavar="RULES", help="A preset's name or a TOML file; std4 unless given.")
@click.option("--set", "overrides", multiple=True, metavar="ID=VALUE", help="Change an option, e.g. nil.value=50.")
@click.option("--hands", type=int, metavar="N", help="Hands of a trial against each opponent; 200,000 by default.")
@click.option("--games", type=int, metavar="N", help="Games instead: what counts is then the games won.")
@click.option("--max-hands", type=int, metavar="N", help="With games: stop a game after N hands; 200 unless given.")
@click.option("--trials", type=int, default=50, show_default=True, metavar="N", help="How many sets of values to try.")
@click.option("--confirm", type=int, metavar="N", help="Hands (games) on fresh deals; five times those of a trial.")
@click.option("--seed", type=int, metavar="K", help="0 to 2^64-1; drawn and recorded unless given.")
@click.option("--out", callback=as_directory, metavar="DIR", help="Keep the trials; the same command goes on.")
@worker_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of sentences.")
def command(
    strategy: str,
    param: tuple[str, ...],
    against: tuple[str, ...],
    rules: str,
    overrides: tuple[str, ...],
    hands: int | None,
    games: int | None,
    max_hands: int | None,
    trials: int,
    confirm: int | None,
    seed: int | None,
    out: Path | None,
    threads: int | None,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Find better parameters for a strategy, then check them on fresh deals.

    All trials play the same deals against the opponents, sides exchanged. The winner then plays deals that the search
    has not seen, as does the strategy with its own values.
    """
    from simspades.studies.tune.play import TuneInterrupted, tune

    try:
        with chosen_workers(threads, cluster) as workers, progress_bar() as progress:
            tuned = tune(
                strategy,
                param=param,
                against=against,
                rules=rules,
                set=overrides,
                hands=hands,
                games=games,
                max_hands=max_hands,
                trials=trials,
                confirm=confirm,
                seed=seed,
                out=out,
                workers=workers,
                progress=progress,
            )
    except TuneInterrupted as interrupt:
        click.echo(f"simspades: {interrupt}", err=True)
        return 130
    if as_json:
        click.echo(json.dumps(tuned.to_json(), indent=1, ensure_ascii=False))
        return 0
    click.echo(tuned.strategy)
    click.echo()
    for sentence in tuned.sentences:
        click.echo(sentence)
    return 0
