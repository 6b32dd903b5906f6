"""What users call: a simulation in memory, or a run in a directory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from simspades.engine import IllegalChoiceError
from simspades.errors import SimspadesError
from simspades.records.files import located
from simspades.records.manifest import load_manifest, plan_parts
from simspades.records.reader import Run, load, open_run, to_frame
from simspades.rules.layers import Overrides
from simspades.rules.load import Spec
from simspades.runs.directory import check_free, clear, locked, make, remove_unfinished
from simspades.runs.plan import Plan, StrategySpec, make_plan
from simspades.runs.play import BLOCK, Dealer, Rows
from simspades.runs.resume import plan_again
from simspades.runs.threads import Control, check_threads, run_parts
from simspades.runs.workers import Threads, Workers
from simspades.runs.write import Outcome, ProgressCallback, write_run

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Frames", "load", "load_games", "run", "simulate", "simulate_games"]


class Frames(NamedTuple):
    """The rows of games: of their hands, and of the games themselves."""

    hands: pd.DataFrame
    games: pd.DataFrame


def simulate(
    rules: Spec = "std4",
    *,
    hands: int | None = None,
    games: int | None = None,
    strategy: StrategySpec | Sequence[StrategySpec] = "steady",
    seed: int | None = None,
    set: Overrides = (),  # noqa: A002  (the command line's word)
    score: Sequence[int] | None = None,
    bags: Sequence[int] | None = None,
    hand_in_game: int | None = None,
    max_hands: int | None = None,
    features: bool = True,
    holdings: bool = False,
    threads: int | None = None,
) -> pd.DataFrame:
    """Play hands, or games, and return a row for each hand.

    Parameters
    ----------
    rules, set
        A preset's name, a TOML file, a mapping or a :class:`~simspades.rules.Ruleset`; and changes on top, as texts
        ``"nil.value=50"`` or as a mapping.
    hands, games
        How many to play: one of the two.
    strategy
        A strategy or its text, for everybody; or a list with one for each side (side 0 first) or for each seat.
    seed
        A whole number from 0 to 2^64 - 1; drawn if it is not given.
    score, bags, hand_in_game
        With ``hands``: where each of them stands in its game. Points and bags by side (0), and its number (2).
    max_hands
        With ``games``: a game is stopped after so many hands (200).
    features, holdings
        Whether the holdings' features and the cards themselves become columns.
    threads
        As many as there are processors unless given. The rows do not depend on it.

    Returns
    -------
    pandas.DataFrame
        The columns of ``docs/columns.md``, the same as in the files of :func:`run`; ``attrs["seed"]`` is the seed.

    Raises
    ------
    SimspadesError
        One sentence on what is wrong with a setting, or on what a strategy did.

    Examples
    --------
    >>> import simspades
    >>> frame = simspades.simulate(hands=1000, strategy=["steady", "basic"], seed=1)
    >>> len(frame), int(frame[[f"tricks_{seat}" for seat in range(4)]].sum(axis=1).max())
    (1000, 13)

    """
    plan = make_plan(
        rules,
        hands=hands,
        games=games,
        strategy=strategy,
        seed=seed,
        overrides=set,
        score=score,
        bags=bags,
        hand_in_game=hand_in_game,
        max_hands=max_hands,
        features=features,
        holdings=holdings,
    )
    return _frame(plan, _play(plan, threads).hands)


def simulate_games(
    rules: Spec = "std4",
    *,
    games: int,
    strategy: StrategySpec | Sequence[StrategySpec] = "steady",
    seed: int | None = None,
    set: Overrides = (),  # noqa: A002  (the command line's word)
    max_hands: int | None = None,
    features: bool = True,
    holdings: bool = False,
    threads: int | None = None,
) -> Frames:
    """Play games and return two frames: a row for each hand, and a row for each game. As :func:`simulate` otherwise.

    >>> hands, games = simulate_games(games=100, seed=1)
    >>> len(games), int(games["hands"].sum()) == len(hands)
    (100, True)
    """
    plan = make_plan(
        rules,
        games=games,
        strategy=strategy,
        seed=seed,
        overrides=set,
        max_hands=max_hands,
        features=features,
        holdings=holdings,
    )
    rows = _play(plan, threads)
    return Frames(_frame(plan, rows.hands), _frame(plan, rows.games))


def run(
    rules: Spec | None = None,
    *,
    out: str | Path,
    hands: int | None = None,
    games: int | None = None,
    strategy: StrategySpec | Sequence[StrategySpec] | None = None,
    seed: int | None = None,
    set: Overrides = (),  # noqa: A002  (the command line's word)
    score: Sequence[int] | None = None,
    bags: Sequence[int] | None = None,
    hand_in_game: int | None = None,
    max_hands: int | None = None,
    features: bool | None = None,
    holdings: bool | None = None,
    summary_only: bool | None = None,
    resume: bool = False,
    overwrite: bool = False,
    threads: int | None = None,
    workers: Workers | None = None,
    progress: ProgressCallback | None = None,
) -> Run:
    """Play hands, or games, and write a run directory: ``run.json`` and Parquet files, whatever their number.

    Parameters
    ----------
    rules, hands, games, strategy, seed, set, score, bags, hand_in_game, max_hands, features, holdings, threads
        As for :func:`simulate`, with the same defaults.
    out
        The directory. It must be new or empty, unless ``resume`` or ``overwrite`` is given.
    summary_only
        Keep only the totals that ``simspades summary`` shows, in ``run.json``, and no rows.
    resume
        Finish a run that was interrupted. Its settings come from ``run.json``; those that are given must agree.
    overwrite
        Replace the run in ``out``.
    workers
        Where it is played, such as a :class:`~simspades.cluster.Cluster`; threads of this process unless given.
    progress
        Called about ten times a second with the number done, the number to do, and ``"hands"`` or ``"games"``.

    Returns
    -------
    simspades.records.reader.Run
        The finished run.

    Raises
    ------
    SimspadesError
        One sentence on what is wrong; parts that were finished are kept.
    KeyboardInterrupt
        After Ctrl-C; finished parts are kept, and ``resume=True`` goes on from there.

    Examples
    --------
    >>> simspades.run("std4", hands=1_000_000, seed=1, out="my-run")  # doctest: +SKIP
    >>> simspades.load("my-run", columns=["bid_0", "tricks_0"]).mean()  # doctest: +SKIP

    """
    settings = {
        "rules": rules,
        "hands": hands,
        "games": games,
        "strategy": strategy,
        "seed": seed,
        "overrides": set or None,
        "score": score,
        "bags": bags,
        "hand_in_game": hand_in_game,
        "max_hands": max_hands,
        "features": features,
        "holdings": holdings,
        "rows": None if summary_only is None else not summary_only,
    }
    outcome = run_with(
        settings,
        located(out),
        resume=resume,
        overwrite=overwrite,
        threads=threads,
        workers=workers,
        progress=progress,
    )
    return outcome.run


def run_with(
    settings: dict[str, Any],
    directory: Path,
    *,
    resume: bool = False,
    overwrite: bool = False,
    threads: int | None = None,
    workers: Workers | None = None,
    progress: ProgressCallback | None = None,
    block: int | None = None,
) -> Outcome:
    """As :func:`run`, with the settings of :func:`make_plan` in a dictionary, None for those that are not given.

    ``block`` is for tests: how many hands or games are played at once.
    """
    workers = workers or Threads(threads)
    if resume and overwrite:
        raise SimspadesError("resume keeps what is there and overwrite removes it: give one of them")
    if resume:
        dealer = Dealer(plan_again(directory, load_manifest(directory), settings), block)
        with locked(directory):
            remove_unfinished(directory)
            manifest = load_manifest(directory)
            return write_run(dealer, directory, manifest, workers=workers, progress=progress)
    plan = make_plan(**{name: value for name, value in settings.items() if value is not None})
    check_free(directory, overwrite)
    dealer = Dealer(plan, block)
    make(directory)
    with locked(directory):
        check_free(directory, overwrite)
        clear(directory)
        return write_run(dealer, directory, plan.manifest(), workers=workers, progress=progress)


def load_games(directory: str | Path, columns: Sequence[str] | None = None) -> pd.DataFrame:
    """The games of a run as a pandas frame, with the columns of ``docs/columns.md``; some of them if given."""
    return to_frame(open_run(directory).games(columns))


def _frame(plan: Plan, rows: pa.Table) -> pd.DataFrame:
    """Rows as a frame that knows its seed, drawn or given."""
    frame = to_frame(rows)
    frame.attrs["seed"] = plan.seed
    return frame


def _play(plan: Plan, threads: int | None, block: int | None = None) -> Rows:
    """All rows of a plan in memory."""
    n_threads = check_threads(threads)
    dealer = Dealer(plan, block)
    control = Control()
    blocks: dict[int, list[Rows]] = {}

    def keep(result: tuple[int, list[Rows]]) -> None:
        blocks[result[0]] = result[1]

    try:
        run_parts(
            lambda part: (part.index, list(dealer.play(part.first, part.count, control))),
            plan_parts(plan.count, BLOCK[plan.mode]),
            n_threads,
            control,
            finished=keep,
            tick=lambda: None,
        )
    except IllegalChoiceError as error:
        raise dealer.explain(error) from error
    if control.interrupted:
        raise KeyboardInterrupt
    ordered = [rows for index in sorted(blocks) for rows in blocks[index]]
    games = [rows.games for rows in ordered if rows.games is not None]
    return Rows(pa.concat_tables(rows.hands for rows in ordered), pa.concat_tables(games) if games else None)
