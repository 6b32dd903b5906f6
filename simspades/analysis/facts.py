"""What is known of a run before a row is read: its table, its rules, who plays where, what its columns hold.

Everything that an answer says in words about a run, and every limit between classes of scores and bags, is made here.
"""

from __future__ import annotations

import dataclasses
from functools import cached_property

from simspades.analysis.estimates import cluster_shifts
from simspades.analysis.runs import rules_of
from simspades.analysis.summary import RunInfo
from simspades.records.manifest import Manifest
from simspades.records.reader import Run
from simspades.rules import Ruleset

#: Limits between the classes of situations, as parts of the target; the class of zero stands in the middle.
_SITUATION_STEPS = (0.4, 0.2)
#: Width of the classes of scores, and where they end, as parts of the target.
_SCORE_STEP, _SCORE_LOW, _SCORE_HIGH = 0.1, -0.6, 1.1
#: Bags are told apart up to this, where no penalty takes them off.
MOST_BAGS = 20


@dataclasses.dataclass(frozen=True)
class Facts:
    """A run as far as ``run.json`` and the names of the columns tell.

    Attributes
    ----------
    label
        The run's name among those that are analysed together.
    manifest, rules
        What ``run.json`` says, and its rule set.
    columns
        Names of the columns of ``hands/``; empty where there are no rows.
    shift
        The binary logarithm of the games (or single hands) in a cluster.
    coarse
        The binary logarithm of the clusters that are put together where the cells of a table are many.

    """

    label: str
    manifest: Manifest
    rules: Ruleset
    columns: frozenset[str]
    shift: int
    coarse: int

    @classmethod
    def of(cls, label: str, run: Run, shifts: tuple[int, int] | None = None) -> Facts:
        """Look at a run; the clusters are made as :func:`cluster_shifts` says unless ``shifts`` are given."""
        shifts = cluster_shifts([run.manifest.n]) if shifts is None else shifts
        return cls(label, run.manifest, rules_of(run.manifest), frozenset(run.column_names), *shifts)

    @property
    def players(self) -> int:
        return self.manifest.players

    @property
    def sides(self) -> int:
        return self.manifest.sides

    @property
    def by_game(self) -> bool:
        """Whether games were played, rather than single hands."""
        return self.manifest.mode == "games"

    @property
    def has_rows(self) -> bool:
        return bool(self.columns)

    @property
    def features(self) -> bool:
        return "spades_0" in self.columns

    @property
    def holdings(self) -> bool:
        return "cards_0" in self.columns

    @property
    def broken_nils(self) -> bool:
        """Whether the columns are there that say in which trick a nil was broken, and by whose lead."""
        return {"nil_broken_trick_0", "nil_broken_by_0"} <= self.columns

    @property
    def has_dummy(self) -> bool:
        """Whether a dummy's holding wins tricks beside the players'."""
        return self.rules.game.family == "three_dummy"

    @property
    def agrees_on_bids(self) -> bool:
        """Whether a side of several players agrees on one number, rather than each bidding his own."""
        return self.rules.bid.mode == "partnership" and self.sides < self.players

    def side_of(self, seat: int) -> int:
        return seat % self.sides

    def seats_of(self, side: int) -> tuple[int, ...]:
        return tuple(range(side, self.players, self.sides))

    # --- who plays ---------------------------------------------------------------------------------------------------

    @cached_property
    def lineups(self) -> tuple[tuple[str, ...], ...]:
        """For each line-up the strategy at each seat, in short."""
        return RunInfo.of(self.manifest).lineups

    @cached_property
    def strategies(self) -> tuple[str, ...]:
        """The names of the strategies, each once."""
        return tuple(dict.fromkeys(name for lineup in self.lineups for name in lineup))

    @cached_property
    def teams(self) -> tuple[str, ...]:
        """The names of what plays for a side, each once: ``steady``, or ``steady and basic``."""
        return tuple(
            dict.fromkeys(self._team(lineup, side) for lineup in range(len(self.lineups)) for side in range(self.sides))
        )

    def strategy_at(self, lineup: int, seat: int) -> int:
        """The place in ``strategies`` of the one at a seat."""
        return self.strategies.index(self.lineups[lineup][seat])

    def team_at(self, lineup: int, side: int) -> int:
        """The place in ``teams`` of what plays for a side."""
        return self.teams.index(self._team(lineup, side))

    def _team(self, lineup: int, side: int) -> str:
        names = [self.lineups[lineup][seat] for seat in self.seats_of(side)]
        return " and ".join(dict.fromkeys(names))

    # --- classes of scores and bags ----------------------------------------------------------------------------------

    @property
    def target(self) -> int:
        return self.rules.end.target

    @cached_property
    def situation_limits(self) -> tuple[int, ...]:
        """Leads from which on a situation belongs to the next class, rising; below the first it is the class 0."""
        steps = [round(step * self.target) for step in _SITUATION_STEPS]
        return (*(1 - step for step in steps), 0, 1, *reversed(steps))

    @cached_property
    def situations(self) -> tuple[str, ...]:
        """The classes of situations in words, from far behind to far ahead."""
        far, near = (round(step * self.target) for step in _SITUATION_STEPS)
        sizes = (f"{far} or more", f"{near} to {far - 1}", f"1 to {near - 1}")
        behind = tuple(f"behind by {size}" for size in sizes)
        return (*behind, "level", *(f"ahead by {size}" for size in reversed(sizes)))

    @property
    def score_step(self) -> int:
        """The width of the classes of scores."""
        return max(1, round(_SCORE_STEP * self.target))

    @property
    def score_range(self) -> tuple[int, int]:
        """The lowest and the highest class of scores, in steps; they hold what lies beyond them too."""
        return round(_SCORE_LOW / _SCORE_STEP), round(_SCORE_HIGH / _SCORE_STEP)

    @property
    def has_penalty(self) -> bool:
        """Whether bags add up to a penalty."""
        return bool(self.rules.bags.penalty)

    @property
    def pays_penalties(self) -> bool:
        """Whether a penalty could fall due: in single hands only where their situation begins with bags."""
        situation = self.manifest.situation
        return self.has_penalty and (self.by_game or (situation is not None and any(situation.bags)))

    @property
    def bag_limit(self) -> int:
        """The bags that bring a penalty; where there is none, how many are told apart."""
        return min(self.rules.bags.threshold if self.has_penalty else MOST_BAGS, 100)

    @property
    def bag_step(self) -> int:
        """The width of the classes of bags, a third of the limit."""
        return max(1, -(-self.bag_limit // 3))

    @property
    def bag_points(self) -> int:
        """What an overtrick scores at once."""
        return self.rules.bags.points

    @property
    def has_nils(self) -> bool:
        """Whether the rules know nils of any kind."""
        return bool(self.rules.nil.enabled or self.rules.blind_nil.enabled)
