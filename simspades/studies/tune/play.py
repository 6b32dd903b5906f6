"""From a strategy and ranges to better values: search, then confirm on deals that the search has not seen."""

from __future__ import annotations

import dataclasses
import json
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from simspades.analysis.numbers import mean_text
from simspades.analysis.statistics import LEVEL, Estimate
from simspades.engine import ENGINE_VERSION
from simspades.engine.kernels import source_digest
from simspades.errors import RecordError, SimspadesError
from simspades.records.files import located, replacing, writing
from simspades.records.manifest import Mode
from simspades.rules import load_rules
from simspades.rules.layers import Overrides
from simspades.rules.load import Spec
from simspades.runs.directory import locked, make
from simspades.runs.plan import MAX_COUNT, MAX_SEED, Player, StrategySpec, make_player
from simspades.runs.values import whole_number
from simspades.runs.workers import Threads, Workers
from simspades.studies.match.play import seated
from simspades.studies.match.verdict import p_value
from simspades.studies.seatings import exchanged
from simspades.studies.tune.search import Notebook, Trial, search
from simspades.studies.tune.space import Values, parse
from simspades.studies.tune.trial import Trials

RECORD_NAME = "tune.json"

#: Hands (or games) of a trial against each opponent, and how many trials, unless given.
DEFAULT_COUNT: dict[Mode, int] = {"hands": 200_000, "games": 20_000}
DEFAULT_TRIALS = 50
#: The winner is confirmed on so many times the deals of a trial, unless given.
CONFIRM = 5

#: Called about ten times a second with the trial (the last is the confirmation), how many there are, and the best yet.
ProgressCallback = Callable[[int, int, str], None]


class TuneInterrupted(KeyboardInterrupt):
    """A search was stopped by Ctrl-C or SIGTERM; the message says what is kept and how to go on."""


@dataclasses.dataclass(frozen=True)
class Tuned:
    """What a search has found.

    Advantages are means over the opponents: in points a hand, or in games won of 100.

    Attributes
    ----------
    strategy
        The winner as the command line takes it.
    trials
        Every trial in its order.
    best
        The winning trial, on the deals of the search: optimistic, as it is the best of many on these deals.
    confirmed, default, gain
        On fresh deals: the winner's advantage, that of the strategy as it was, and the difference of the two, paired.
        ``gain`` is None where the strategy as it was has won.
    mode, seed, hands, fresh
        What was played from which seed; hands or games of a trial and of the confirmation, against each opponent.

    """

    strategy: str
    trials: tuple[Trial, ...]
    best: Trial
    confirmed: Estimate
    default: Estimate
    gain: Estimate | None
    mode: Mode
    seed: int
    hands: int
    fresh: int

    @property
    def sentences(self) -> list[str]:
        """What it says."""
        unit = "points a hand" if self.mode == "hands" else "games of 100"
        searched = mean_text(Estimate(self.best.advantage, self.best.se, None, None, 0))
        found = [
            f"{self.strategy}: {mean_text(self.confirmed)} {unit} against the opponents on fresh deals.",
            f"On the deals of the search it had {searched}; that is optimistic, being the best of {len(self.trials)} "
            "trials on those deals.",
        ]
        if self.gain is None:
            return [*found, "No other values were better than the strategy's own."]
        gain = mean_text(self.gain)
        if p_value(self.gain) >= 1 - LEVEL:
            said = f"not told apart from its own values: the gain is {gain}"
        else:
            verdict = "better" if (self.gain.value or 0) > 0 else "worse"
            said = f"{verdict} than its own values by {gain.removeprefix('-')}"
        return [*found, f"On the fresh deals it is {said} {unit}."]

    def to_json(self) -> dict[str, Any]:
        """The document of ``simspades tune --json``; ``docs/tune.md`` explains its keys."""
        return {
            "strategy": self.strategy,
            "mode": self.mode,
            "seed": self.seed,
            self.mode: self.hands,
            f"fresh_{self.mode}": self.fresh,
            "search": {"advantage": self.best.advantage, "se": self.best.se, "trial": self.best.number},
            "confirmed": dataclasses.asdict(self.confirmed),
            "default": dataclasses.asdict(self.default),
            "gain": self.gain and dataclasses.asdict(self.gain),
            "trials": [trial._asdict() for trial in self.trials],
            "sentences": self.sentences,
        }


def tune(
    strategy: StrategySpec,
    *,
    param: Sequence[str],
    against: Sequence[StrategySpec],
    rules: Spec = "std4",
    set: Overrides = (),  # noqa: A002  (the command line's word)
    hands: int | None = None,
    games: int | None = None,
    max_hands: int | None = None,
    trials: int = DEFAULT_TRIALS,
    confirm: int | None = None,
    seed: int | None = None,
    out: str | Path | None = None,
    workers: Workers | None = None,
    progress: ProgressCallback | None = None,
) -> Tuned:
    """Search for better parameters and confirm the winner on fresh deals.

    Parameters
    ----------
    strategy, param
        The strategy, and what is searched: texts ``NAME=LOW:HIGH`` or ``NAME=LOW:HIGH:STEP``.
    against
        The opponents; an advantage is the mean over all of them.
    rules, set
        The rule set, and changes on top.
    hands, games
        What a trial plays against each opponent, sides exchanged on the same deals: 200,000 hands unless given.
    max_hands
        With ``games``: a game is stopped after so many hands.
    trials
        How many sets of values are tried.
    confirm
        Hands or games of the confirmation: five times those of a trial unless given.
    seed
        A whole number from 0 to 2^64 - 1; drawn if it is not given.
    out
        A directory that keeps the trials, so that the same call goes on after an interruption.
    workers
        Where it is played: threads of this process unless given.
    progress
        Called about ten times a second.

    Raises
    ------
    SimspadesError
        One sentence on what is wrong with a setting, or on what a strategy did.
    TuneInterrupted
        After Ctrl-C.

    """
    player = make_player(strategy)
    parameters = parse(player.strategy, param)
    if not against:
        raise SimspadesError("there is no opponent: give --against B")
    opponents = tuple(make_player(spec) for spec in against)
    ruleset = load_rules(rules, set)
    if hands is not None and games is not None:
        raise SimspadesError(f"hands={hands} and games={games} cannot both be given")
    mode: Mode = "hands" if games is None else "games"
    given = hands if games is None else games
    count = whole_number(mode, DEFAULT_COUNT[mode] if given is None else given, 2, MAX_COUNT)
    fresh = whole_number("confirm", CONFIRM * count if confirm is None else confirm, 2, MAX_COUNT)
    n_trials = whole_number("trials", trials, 1, 100_000)
    directory = None if out is None else located(out)
    number = _seed(seed, directory)
    for seating in exchanged(ruleset, 2):  # whatever cannot be played is refused before anything is written
        seated(ruleset, [(player, opponents[0])[k] for k in seating], mode, number, max_hands)
    place = Trials(ruleset, opponents, mode, number, max_hands, workers or Threads())
    settings = {
        "engine_version": ENGINE_VERSION,
        "rules_digest": ruleset.digest,
        "strategy": [player.spec, source_digest(player.strategy), dict(player.strategy.parameters)],
        "parameters": [dataclasses.asdict(parameter) for parameter in parameters],
        "against": [[p.spec, source_digest(p.strategy), dict(p.strategy.parameters)] for p in opponents],
        "mode": mode,
        "count": count,
        "max_hands": max_hands,
        "seed": number,
    }
    if directory is None:
        return _tune(place, player, parameters, count, fresh, n_trials, Notebook(None), progress)
    _check_directory(directory, settings)
    make(directory)
    with locked(directory):
        _save(directory, settings, None)
        notebook = Notebook(directory)
        try:
            tuned = _tune(place, player, parameters, count, fresh, n_trials, notebook, progress)
        except KeyboardInterrupt:
            raise TuneInterrupted(
                f"interrupted: {len(notebook)} trials are kept in {directory}; the same command goes on"
            ) from None
        _save(directory, settings, tuned)
    return tuned


def _tune(
    place: Trials,
    player: Player,
    parameters: Sequence[Any],
    count: int,
    fresh: int,
    n_trials: int,
    notebook: Notebook,
    progress: ProgressCallback | None,
) -> Tuned:
    seatings = len(exchanged(place.rules, 2))
    deals, fresh_deals = -(-count // seatings), -(-fresh // seatings)
    tried: list[Trial] = []

    def tell(done: int) -> None:
        if progress:
            best = max(tried, key=_advantage, default=None)
            words = "trials" if best is None else f"trials, best {best.advantage:.2f} with {_shown(best.values)}"
            progress(len(tried), n_trials + 1, words)

    def measure(values: Values) -> tuple[float, float | None]:
        found = place.measure([_with(player, values)], 0, deals, tell).advantage(0)
        assert found.value is not None
        return found.value, found.se

    start = {parameter.name: player.strategy.parameters[parameter.name] for parameter in parameters}
    for trial in search(parameters, start, n_trials, place.seed, notebook, measure):
        tried.append(trial)
        tell(0)
    best = max(tried, key=_advantage)
    winner = _with(player, best.values)
    is_new = best.values != start
    # deals that come after those of the search
    measured = place.measure([winner, player] if is_new else [player], deals, fresh_deals, tell)
    return Tuned(
        strategy=winner.spec if is_new else player.spec,
        trials=tuple(tried),
        best=best,
        confirmed=measured.advantage(0),
        default=measured.advantage(1 if is_new else 0),
        gain=measured.advantage(0, over=1) if is_new else None,
        mode=place.mode,
        seed=place.seed,
        hands=deals * seatings,
        fresh=fresh_deals * seatings,
    )


def _with(player: Player, values: Values) -> Player:
    """The player with other values, and the text that names it so."""
    strategy = player.strategy.with_parameters(values)
    name = player.spec.partition("(")[0].strip()
    return Player(f"{name}({','.join(f'{key}={value}' for key, value in strategy.changed.items())})", strategy)


def _advantage(trial: Trial) -> float:
    return trial.advantage


def _shown(values: Values) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items())


def _seed(seed: int | None, directory: Path | None) -> int:
    """The seed that is given, or that of the search that is to go on, or a new one."""
    if seed is not None:
        return whole_number("seed", seed, 0, MAX_SEED)
    if directory is not None and (directory / RECORD_NAME).exists():
        return int(_load(directory)["settings"]["seed"])
    return secrets.randbits(64)


def _load(directory: Path) -> dict[str, Any]:
    path = directory / RECORD_NAME
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        assert isinstance(document["settings"]["seed"], int)
    except (OSError, ValueError, KeyError, TypeError, AssertionError):
        raise RecordError(f"{path} is damaged: it does not hold the settings of a search") from None
    return dict(document)


def _check_directory(directory: Path, settings: dict[str, Any]) -> None:
    if directory.exists() and not directory.is_dir():
        raise RecordError(f"{directory} is a file; a search needs a directory")
    if not directory.is_dir() or not any(directory.iterdir()):
        return
    if not (directory / RECORD_NAME).exists():
        raise RecordError(f"{directory} is not empty and holds no search; choose another directory")
    before, now = _load(directory)["settings"], json.loads(json.dumps(settings))
    for name, value in now.items():
        if before.get(name) != value:
            raise RecordError(
                f"{directory} holds another search: its {name} is {json.dumps(before.get(name))}, not "
                f"{json.dumps(value)}; choose another directory"
            )


def _save(directory: Path, settings: dict[str, Any], tuned: Tuned | None) -> None:
    path = directory / RECORD_NAME
    document = {"settings": settings, "result": tuned and tuned.to_json()}
    with replacing(path) as temporary, writing(path):
        temporary.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
