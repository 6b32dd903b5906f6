"""``simspades match``: strategies against each other on the same deals with sides exchanged.

``docs/match.md`` explains the figures and the keys of ``--json``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from simspades.cli.progress import progress_bar
from simspades.cli.workers import chosen_workers, worker_options
from simspades.errors import SimspadesError

if TYPE_CHECKING:
    from rich.table import Table

    from simspades.analysis.statistics import Estimate
    from simspades.studies.match.play import MatchResult


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("strategies", nargs=-1, required=True, metavar="A B [C]…")
@click.option(
    "--rules", multiple=True, metavar="RULES", help="A preset or a TOML file; several give a row each. std4 by default."
)
@click.option("--set", "overrides", multiple=True, metavar="ID=VALUE", help="Change an option, e.g. nil.value=50.")
@click.option("--hands", type=int, metavar="N", help="Each pair plays N hands, or at most N; 1,000,000 by default.")
@click.option("--games", type=int, metavar="N", help="Each pair plays N games instead, or at most N.")
@click.option("--max-games", type=int, metavar="N", help="Another word for --games, with --sprt or --target-se.")
@click.option(
    "--sprt",
    metavar="LOW:HIGH",
    help="Stop when a sequential test tells a difference of LOW from one of HIGH: in points a hand, or, with games, in "
    "games won of 100.",
)
@click.option("--target-se", type=float, metavar="X", help="Stop when the difference's standard error is X or less.")
@click.option("--seed", type=int, metavar="K", help="0 to 2^64-1; drawn unless given.")
@worker_options
@click.option("--max-hands", type=int, metavar="N", help="With games: stop a game after N hands; 200 unless given.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables; docs/match.md lists its keys.")
def command(
    strategies: tuple[str, ...],
    rules: tuple[str, ...],
    overrides: tuple[str, ...],
    hands: int | None,
    games: int | None,
    max_games: int | None,
    sprt: str | None,
    target_se: float | None,
    seed: int | None,
    threads: int | None,
    cluster: str | None,
    max_hands: int | None,
    as_json: bool,
) -> None:
    """Play strategies against each other on the same deals, with sides exchanged.

    Every deal (in games: the same sequence of deals) is played once in every seating, and what the seatings of a deal
    give is one observation. Of more than two strategies each plays each, and a table rates them.
    """
    from simspades.studies.match.play import match
    from simspades.studies.match.sequential import Sprt
    from simspades.studies.match.verdict import to_json

    if max_games is not None:
        if games is not None:
            raise SimspadesError(f"--games {games} and --max-games {max_games} say the same: give one of them")
        if sprt is None and target_se is None:
            raise SimspadesError("--max-games needs --sprt or --target-se; a fixed number is given with --games")
    with chosen_workers(threads, cluster) as workers, progress_bar() as progress:
        results = match(
            *strategies,
            rules=rules or ("std4",),
            set=overrides,
            hands=hands,
            games=games if max_games is None else max_games,
            sprt=None if sprt is None else Sprt.parse(sprt),
            target_se=target_se,
            seed=seed,
            max_hands=max_hands,
            workers=workers,
            progress=progress,
        )
    if as_json:
        click.echo(json.dumps(to_json(results), indent=1, ensure_ascii=False))
    else:
        _show(results)


def _show(results: Sequence[MatchResult]) -> None:
    from rich.console import Console

    from simspades.cli.tables import PIPE_WIDTH

    console = Console(markup=False, highlight=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    for line in _text(results):
        console.print(line, style="bold" if isinstance(line, _Verdict) else None)


class _Verdict(str):
    __slots__ = ()


def _text(results: Sequence[MatchResult]) -> list[Any]:
    """Titles, tables, empty lines and verdicts, in order."""
    from simspades.studies.match.verdict import sentences

    first = results[0]
    lines: list[Any] = [f"{' against '.join(first.strategies)}, seed {first.seed}", ""]
    if len(first.strategies) == 2:
        lines += [_duels(results), ""]
    for result in results:
        if len(first.strategies) > 2:
            lines += [f"{result.rules.name}: {_counts(result)} for each pair", ""]
            lines += [_ratings(result), "", _pairs(result), ""]
        name = f"{result.rules.name}: " if len(results) > 1 else ""
        lines += [_Verdict(name + sentence) for sentence in sentences(result)]
    return [
        *lines,
        "",
        "± is one standard error. Every deal was played in all seatings and counts once in the errors.",
    ]


def _counts(result: MatchResult) -> str:
    return f"{result.played:,} {result.mode} on {result.deals:,} {'deals' if result.mode == 'hands' else 'sequences'}"


def _duels(results: Sequence[MatchResult]) -> Table:
    """A row for each rule set."""
    from simspades.analysis.numbers import mean_text
    from simspades.cli.tables import plain_table

    a, b = results[0].strategies
    in_games = results[0].mode == "games"
    titles = [results[0].mode, f"points of {a}", f"of {b}", "difference"]
    table = plain_table("rules", *titles, *([f"games won by {a}", "difference, %"] if in_games else []))
    for result in results:
        [duel] = result.duels
        row = [f"{result.played:,}", *map(mean_text, duel.points), mean_text(duel.difference)]
        if duel.games_won is not None and duel.games_difference is not None:
            row += [_percent(duel.games_won), _percent(duel.games_difference)]
        table.add_row(result.rules.name, *row)
    return table


def _ratings(result: MatchResult) -> Table:
    """The contestants from the best to the worst."""
    from simspades.cli.tables import plain_table

    points, games = result.points_ratings, result.games_ratings
    assert points is not None
    table = plain_table("strategy", *(["rating by games (Elo)"] if games else []), "rating by points a hand")
    for i in (games or points).order:
        ratings = [ratings for ratings in (games, points) if ratings]
        table.add_row(result.strategies[i], *(_rating(float(r.values[i]), r.se(i)) for r in ratings))
    return table


def _pairs(result: MatchResult) -> Table:
    from simspades.analysis.numbers import mean_text
    from simspades.cli.tables import plain_table
    from simspades.studies.match.verdict import adjusted

    in_games = result.mode == "games"
    table = plain_table("pair", "points a hand more", *(["games won by the first"] if in_games else []), "p")
    for duel, p in zip(result.duels, adjusted(result), strict=True):
        names = f"{result.strategies[duel.a]} – {result.strategies[duel.b]}"
        won = [_percent(duel.games_won)] if duel.games_won else []
        table.add_row(names, mean_text(duel.difference), *won, f"{p:.3f}" if p >= 0.001 else "< 0.001")
    return table


def _percent(estimate: Estimate) -> str:
    from simspades.analysis.numbers import percent_text

    return percent_text(estimate)


def _rating(value: float, se: float) -> str:
    from simspades.analysis.numbers import mean_text
    from simspades.analysis.statistics import Estimate

    return mean_text(Estimate(value, se, None, None, 0))
