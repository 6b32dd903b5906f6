"""What a run is to do: rules, line-up, seed, how many hands or games, and what is kept of them.

A :class:`Plan` is complete and checked. Everything that decides the outcome is in it, so two runs of equal plans write
the same bytes, whatever the threads, the machine and the interruptions.
"""

from __future__ import annotations

import dataclasses
import platform
import secrets
from collections.abc import Sequence
from pathlib import Path

from simspades.engine import ENGINE_VERSION, Situation
from simspades.engine.kernels import source_digest
from simspades.errors import SimspadesError, StrategyError
from simspades.records.manifest import Manifest, Mode, RulesRecord, StrategyRecord, plan_parts
from simspades.records.manifest import Situation as SituationRecord
from simspades.rules import Ruleset, load_rules
from simspades.rules.layers import Overrides
from simspades.rules.load import Spec
from simspades.runs.values import whole_number
from simspades.strategies import Strategy, load_strategy

#: Numbers of hands and games lie below this, so that every number in the ``hand`` column fits its type.
MAX_COUNT = 1 << 47
MAX_SEED = (1 << 64) - 1
#: Parts grow rather than become more than this.
MAX_PARTS = 1 << 16
#: The most hands of a game that ``hand_in_game`` can tell apart.
MAX_HANDS_OF_GAME = 32767
#: The most bags of a game that the column ``bags_taken`` can hold.
MAX_BAGS_OF_GAME = 32767
DEFAULT_MAX_HANDS = 200


@dataclasses.dataclass(frozen=True)
class Player:
    """A strategy at the table, with the text that names it.

    To another process goes the text alone; there the strategy is loaded again, and must be the same to the letter.
    """

    spec: str
    strategy: Strategy

    def __reduce__(self) -> tuple[object, ...]:
        return _same_player, (_findable(self.spec), dict(self.strategy.parameters), source_digest(self.strategy))


#: What names a player: text, or a strategy, or a player that was made before.
StrategySpec = str | Path | Strategy | Player


@dataclasses.dataclass(frozen=True)
class Plan:
    """Everything that decides what a run writes.

    Attributes
    ----------
    rules, players
        The rule set, and a strategy for each seat.
    count
        How many hands or games are played.
    seed
        0 to 2^64 - 1.
    situation
        Where hands mode imagines each hand to stand in its game; None in games mode.
    max_hands
        Games mode: a game is stopped after so many hands; None in hands mode.
    features, holdings
        Whether the features and the cards of the holdings are kept.
    rows
        Whether hands (and games) are written as rows; if not, only totals are kept.
    part_size
        Hands or games in a part.

    """

    rules: Ruleset
    players: tuple[Player, ...]
    count: int
    seed: int
    situation: Situation | None
    max_hands: int | None
    features: bool
    holdings: bool
    rows: bool
    part_size: int

    @property
    def lineup(self) -> tuple[Strategy, ...]:
        """The strategy at each seat."""
        return tuple(player.strategy for player in self.players)

    @property
    def mode(self) -> Mode:
        """What is counted: hands or games."""
        return "hands" if self.situation else "games"

    def manifest(self) -> Manifest:
        """The plan as ``run.json`` records it before anything is played."""
        records = [_strategy_record(player) for player in self.players]
        strategies = [record for i, record in enumerate(records) if record not in records[:i]]
        return Manifest(
            engine_version=ENGINE_VERSION,
            mode=self.mode,
            n=self.count,
            seed=self.seed,
            players=self.rules.players,
            sides=self.rules.n_sides,
            packs=self.rules.deck_options.packs,
            rules=RulesRecord(name=self.rules.name, options=self.rules.flat(), digest=self.rules.digest),
            strategies=strategies,
            lineups=[[strategies.index(record) for record in records]],
            situation=None if self.situation is None else _situation_record(self.situation),
            max_hands=self.max_hands,
            features=self.features,
            holdings=self.holdings,
            summary_only=not self.rows,
            part_size=self.part_size,
            parts=plan_parts(self.count, self.part_size),
        )


def make_plan(
    rules: Spec = "std4",
    *,
    hands: int | None = None,
    games: int | None = None,
    strategy: StrategySpec | Sequence[StrategySpec] = "steady",
    seed: int | None = None,
    overrides: Overrides = (),
    score: Sequence[int] | None = None,
    bags: Sequence[int] | None = None,
    hand_in_game: int | None = None,
    max_hands: int | None = None,
    features: bool = True,
    holdings: bool = False,
    rows: bool = True,
) -> Plan:
    """A checked plan from what a user gives; raises a :class:`SimspadesError` that names the setting at fault.

    >>> plan = make_plan(hands=300_000, seed=7)
    >>> plan.mode, plan.situation, [part.count for part in plan.manifest().parts]
    ('hands', Situation(score=(0, 0), bags=(0, 0), hand_in_game=2, tie_break=False), [262144, 37856])
    """
    ruleset = load_rules(rules, overrides)
    by_game = hands is None
    if hands is None and games is None:
        raise SimspadesError("how many is missing: give hands or games")
    if hands is not None and games is not None:
        raise SimspadesError(f"hands={hands} and games={games} cannot both be given")
    count = whole_number("games" if by_game else "hands", games if by_game else hands, 1, MAX_COUNT)
    _check_mode(by_game, score=score, bags=bags, hand_in_game=hand_in_game, max_hands=max_hands)
    limit = None
    if by_game:
        most = MAX_BAGS_OF_GAME // ruleset.n_tricks  # where every trick is a bag
        limit = whole_number("max-hands", DEFAULT_MAX_HANDS if max_hands is None else max_hands, 1, most)
    return Plan(
        rules=ruleset,
        players=_players(ruleset, strategy),
        count=count,
        seed=secrets.randbits(64) if seed is None else whole_number("seed", seed, 0, MAX_SEED),
        situation=None if by_game else _situation(ruleset, score, bags, hand_in_game),
        max_hands=limit,
        features=features,
        holdings=holdings,
        rows=rows,
        part_size=part_size(by_game, count),
    )


def part_size(by_game: bool, count: int) -> int:
    """Small parts keep all threads busy in small runs; large ones keep the number of files of large runs down."""
    small, large, many = (14, 16, 20) if by_game else (18, 20, 24)
    size = 1 << (small if count < 1 << many else large)
    while count > size * MAX_PARTS:
        size *= 2
    return size


def _strategy_record(player: Player) -> StrategyRecord:
    return StrategyRecord(
        spec=player.spec,
        name=player.strategy.name,
        parameters=dict(player.strategy.parameters),
        digest=source_digest(player.strategy),
    )


def _situation_record(situation: Situation) -> SituationRecord:
    return SituationRecord(score=list(situation.score), bags=list(situation.bags), hand_in_game=situation.hand_in_game)


def _players(rules: Ruleset, strategy: StrategySpec | Sequence[StrategySpec]) -> tuple[Player, ...]:
    given = [strategy] if isinstance(strategy, str | Path | Strategy | Player) else list(strategy)
    players = [make_player(spec) for spec in given]
    if len(players) == 1:
        return tuple(players * rules.players)
    if len(players) == rules.n_sides:
        return tuple(players[rules.side_of(seat)] for seat in range(rules.players))
    if len(players) == rules.players:
        return tuple(players)
    raise SimspadesError(
        f"strategy is given {len(players)} times; give it once (for everybody), {rules.n_sides} times (a side each, "
        f"side 0 first) or {rules.players} times (a seat each)"
    )


def _findable(spec: str) -> str:
    """The text of a strategy with the whole path of its file."""
    path, is_file, rest = spec.partition(".py:")
    return f"{Path(path).resolve()}.py:{rest}" if is_file else spec


def _same_player(spec: str, parameters: dict[str, int | float], digest: str) -> Player:
    """The player as another process knows it; StrategyError if the strategy is missing here, or another."""
    strategy = load_strategy(spec)
    if source_digest(strategy) != digest or dict(strategy.parameters) != parameters:
        raise StrategyError(f"the strategy {spec} is not the same on {platform.node()} as where the work was given out")
    return Player(spec, strategy)


def make_player(spec: StrategySpec) -> Player:
    """The player that a text or a strategy names; StrategyError if there is no such strategy."""
    if isinstance(spec, Player):
        return spec
    if isinstance(spec, Strategy):
        strategy = load_strategy(spec)
        return Player(strategy.spec, strategy)
    return Player(str(spec).strip(), load_strategy(str(spec)))


def _situation(
    rules: Ruleset, score: Sequence[int] | None, bags: Sequence[int] | None, hand_in_game: int | None
) -> Situation:
    return Situation(
        score=_by_side(rules, "score", score),
        bags=_by_side(rules, "bags", bags),
        hand_in_game=2 if hand_in_game is None else whole_number("hand-in-game", hand_in_game, 1, MAX_HANDS_OF_GAME),
    )


def _by_side(rules: Ruleset, name: str, values: Sequence[int] | None) -> tuple[int, ...]:
    if values is None:
        return (0,) * rules.n_sides
    if len(values) != rules.n_sides:
        shown = ",".join(str(value) for value in values)
        raise SimspadesError(f"{name} needs a number for each of the {rules.n_sides} sides, not {shown!r}")
    return tuple(whole_number(name, value) for value in values)


def _check_mode(by_game: bool, *, max_hands: int | None, **situation: object) -> None:
    """Refuse settings that the mode would silently ignore."""
    if by_game:
        for name, value in situation.items():
            if value is not None:
                raise SimspadesError(
                    f"{name.replace('_', '-')} belongs to hands mode; with games every game starts from nothing"
                )
    elif max_hands is not None:
        raise SimspadesError("max-hands belongs to games mode; with hands there is no game to stop")
