"""A match: strategies, each against each, under one or several rule sets, on the same deals with sides exchanged."""

from __future__ import annotations

import dataclasses
import itertools
import secrets
from collections.abc import Callable, Iterator, Sequence

from simspades.analysis.statistics import Estimate, difference, ratio
from simspades.errors import SimspadesError
from simspades.records.manifest import Mode
from simspades.rules import Ruleset, load_rules
from simspades.rules.layers import Overrides
from simspades.rules.load import Spec
from simspades.runs.plan import MAX_COUNT, MAX_SEED, Plan, Player, StrategySpec, make_plan, make_player
from simspades.runs.play import Dealer
from simspades.runs.threads import Control
from simspades.runs.values import whole_number
from simspades.runs.workers import Threads, Workers
from simspades.studies.match.deals import Contest, Pairing, Range, pairs_of
from simspades.studies.match.gram import Gram
from simspades.studies.match.ratings import Ratings, by_games, by_points
from simspades.studies.match.sequential import Sprt, Verdict
from simspades.studies.seatings import Parties, exchanged

#: Called about ten times a second with how many are done, of how many at most, and what they are: hands or games.
ProgressCallback = Callable[[int, int, Mode], None]

#: Played unless a number is given: in all, and at most where the match ends by itself.
DEFAULT_HANDS, DEFAULT_MOST_HANDS = 1_000_000, 200_000_000

#: Deals in a range: as many as the engine likes, and as many as a sequential match plays between two looks.
DEALS: dict[Mode, int] = {"hands": 1 << 16, "games": 1 << 12}
DEALS_A_LOOK: dict[Mode, int] = {"hands": 1 << 13, "games": 1 << 10}


@dataclasses.dataclass(frozen=True)
class Stop:
    """When a match ends: after ``most`` hands or games of each pair, or before, at the first look where it may."""

    mode: Mode
    most: int
    sprt: Sprt | None = None
    target_se: float | None = None

    @property
    def early(self) -> bool:
        """Whether the match can end before everything is played."""
        return self.sprt is not None or self.target_se is not None


@dataclasses.dataclass(frozen=True)
class Duel:
    """How two of the strategies did against each other.

    Attributes
    ----------
    a, b
        Their numbers among the contestants.
    points
        Points a hand of either: the mean over the sides that it held.
    difference
        Points a hand of the first minus those of the second, paired.
    games_won
        Share of the games that the first won, draws being half; it would be 0.5 between equals. None in hands mode.
    outcomes
        In a match of two by games: how often the first won ``k`` of ``len(outcomes) - 1`` units in the games of one
        sequence of deals; with two sides a game is two units, and a draw one.

    """

    a: int
    b: int
    points: tuple[Estimate, Estimate]
    difference: Estimate
    games_won: Estimate | None
    outcomes: tuple[int, ...]

    @property
    def games_difference(self) -> Estimate | None:
        """Share of games won by the first minus that won by the second."""
        won = self.games_won
        if won is None or won.value is None or won.se is None or won.low is None or won.high is None:
            return None
        return Estimate(2 * won.value - 1, 2 * won.se, 2 * won.low - 1, 2 * won.high - 1, won.n)


@dataclasses.dataclass(frozen=True)
class MatchResult:
    """A match under one rule set.

    Attributes
    ----------
    rules, strategies
        The rule set; the contestants as they were named.
    mode, seed, seatings
        What was played, from which seed, and in how many seatings each deal.
    deals, played
        How many deals (games mode: sequences of deals) each pair played, and how many hands or games that is.
    hands
        All hands of all pairs.
    duels
        Each pair, in the order of the strategies.
    points_ratings, games_ratings
        With more than two strategies; None for two, and games_ratings None in hands mode or where there are no finite
        ones.
    sprt, llr, verdict
        The sequential test, its last log-likelihood ratio, and its verdict: None if it has not decided.
    stopped_early
        Whether the match ended before its number of hands or games was reached.
    missed_se
        The standard error that was asked for, where the match ended without it; else None.

    """

    rules: Ruleset
    strategies: tuple[str, ...]
    mode: Mode
    seed: int
    seatings: int
    deals: int
    played: int
    hands: int
    duels: tuple[Duel, ...]
    points_ratings: Ratings | None
    games_ratings: Ratings | None
    sprt: Sprt | None
    llr: float | None
    verdict: Verdict | None
    stopped_early: bool
    missed_se: float | None


def match(
    *strategies: StrategySpec,
    rules: Spec | Sequence[Spec] = "std4",
    hands: int | None = None,
    games: int | None = None,
    set: Overrides = (),  # noqa: A002  (the command line's word)
    sprt: Sprt | tuple[float, float] | None = None,
    target_se: float | None = None,
    seed: int | None = None,
    max_hands: int | None = None,
    workers: Workers | None = None,
    progress: ProgressCallback | None = None,
) -> list[MatchResult]:
    """Play strategies against each other, every deal in every seating, and return a result for each rule set.

    Parameters
    ----------
    strategies
        Two or more. Of more than two, each plays each.
    rules, set
        One rule set or several; and changes on top of each.
    hands, games
        How many each pair plays, rounded up to whole deals in all seatings; with ``sprt`` or ``target_se`` at most.
        A million hands unless given.
    sprt
        A sequential test of the difference ``(low, high)``: in points a hand, or, in games, in games won of 100.
    target_se
        Stop when the standard error of every pair's difference is so small, in the same unit.
    seed
        A whole number from 0 to 2^64 - 1; drawn if it is not given.
    max_hands
        With ``games``: a game is stopped after so many hands (200).
    workers
        Where it is played: threads of this process unless given.
    progress
        Called about ten times a second.

    Raises
    ------
    SimspadesError
        One sentence on what is wrong with a setting, or on what a strategy did.

    Examples
    --------
    >>> [result] = match("steady", "basic", hands=40_000, seed=1)
    >>> result.duels[0].difference.low > 5
    True

    """
    stop = _stop(hands, games, Sprt(*sprt) if isinstance(sprt, tuple) else sprt, target_se, len(strategies))
    number = secrets.randbits(64) if seed is None else whole_number("seed", seed, 0, MAX_SEED)
    rulesets = [load_rules(spec, set) for spec in ([rules] if _is_one(rules) else rules)]  # type: ignore[arg-type, union-attr]
    players = _contestants(strategies)
    contests = [contest(ruleset, players, stop.mode, number, max_hands) for ruleset in rulesets]
    workers = workers or Threads()
    return [
        _play(ruleset, players, contest, stop, number, workers, progress)
        for ruleset, contest in zip(rulesets, contests, strict=True)
    ]


def contest(rules: Ruleset, players: Sequence[Player], mode: Mode, seed: int, max_hands: int | None = None) -> Contest:
    """All pairs of the players, ready to play."""
    return Contest(tuple(pairing(rules, players, pair, mode, seed, max_hands) for pair in pairs_of(len(players))))


def pairing(
    rules: Ruleset, players: Sequence[Player], pair: tuple[int, int], mode: Mode, seed: int, max_hands: int | None
) -> Pairing:
    """Two of the players, ready to play in all their seatings."""
    seatings = exchanged(rules, 2)
    dealers = tuple(
        Dealer(seated(rules, [players[pair[k]] for k in seating], mode, seed, max_hands)) for seating in seatings
    )
    return Pairing(pair, dealers, Parties.of(rules, seatings).holds)


def seated(rules: Ruleset, players: Sequence[Player], mode: Mode, seed: int, max_hands: int | None) -> Plan:
    """A plan with a player at each seat, of which any range may be played."""
    hands, games = (1, None) if mode == "hands" else (None, 1)
    return make_plan(rules, strategy=players, seed=seed, features=False, hands=hands, games=games, max_hands=max_hands)


def _play(
    rules: Ruleset,
    players: Sequence[Player],
    work: Contest,
    stop: Stop,
    seed: int,
    workers: Workers,
    progress: ProgressCallback | None,
) -> MatchResult:
    """Play until the match ends, looking at the ranges in their order whatever the order in which they get done."""
    seatings = len(work.pairings[0].dealers)
    total = -(-stop.most // seatings)
    per_deal = seatings * len(work.pairings)
    control = Control()
    waiting: dict[int, tuple[Gram, list[int]]] = {}
    looks = itertools.count()
    state = _State(work, stop)
    next_look = next(looks)

    def finished(result: tuple[int, Gram, list[int]]) -> None:
        nonlocal next_look
        index, gram, outcomes = result
        waiting[index] = gram, outcomes
        while next_look in waiting and not state.ended:
            state.add(*waiting.pop(next_look))
            next_look = next(looks)
        if state.ended:
            control.stop()

    def tick() -> None:
        if progress:
            progress(min(control.done, total * per_deal), total * per_deal, stop.mode)

    size = (DEALS_A_LOOK if stop.early else DEALS)[stop.mode]
    workers.each(work, _ranges(total, size), control, finished, tick)
    if control.interrupted:
        raise KeyboardInterrupt
    return state.result(rules, players, seed, seatings, total)


class _State:
    """What is known after the ranges that have been added, and whether that is enough."""

    def __init__(self, work: Contest, stop: Stop) -> None:
        self.work = work
        self.stop = stop
        self.gram: Gram | None = None
        self.outcomes: list[int] = []
        self.llr: float | None = None
        self.verdict: Verdict | None = None
        self.ended = False

    def add(self, gram: Gram, outcomes: list[int]) -> None:
        """Add a range and look."""
        self.gram = gram if self.gram is None else self.gram + gram
        if outcomes:
            before = self.outcomes or [0] * len(outcomes)
            self.outcomes = [a + b for a, b in zip(before, outcomes, strict=True)]
        stop = self.stop
        if stop.sprt:
            self.llr = stop.sprt.llr(self._tested(self.duels()[0]))
            self.verdict = stop.sprt.verdict(self.llr)
            self.ended = self.verdict is not None
        if stop.target_se is not None:
            self.ended |= self._largest_se() <= stop.target_se

    def duels(self) -> list[Duel]:
        """All pairs as they stand."""
        gram = self.gram
        assert gram is not None
        return [duel(pairing, gram, tuple(self.outcomes)) for pairing in self.work.pairings]

    def result(self, rules: Ruleset, players: Sequence[Player], seed: int, seatings: int, total: int) -> MatchResult:
        """The match as it ended."""
        gram = self.gram
        assert gram is not None
        k = len(players)
        scales = [pairing.scale for pairing in self.work.pairings]
        by_game = self.stop.mode == "games"
        return MatchResult(
            rules=rules,
            strategies=tuple(player.spec for player in players),
            mode=self.stop.mode,
            seed=seed,
            seatings=seatings,
            deals=gram.clusters,
            played=gram.clusters * seatings,
            hands=sum(gram.sum(pairing.key("n")) for pairing in self.work.pairings),
            duels=tuple(self.duels()),
            points_ratings=by_points(gram, k, scales) if k > 2 else None,
            games_ratings=by_games(gram, k) if k > 2 and by_game else None,
            sprt=self.stop.sprt,
            llr=self.llr,
            verdict=self.verdict,
            stopped_early=gram.clusters < total,
            missed_se=None if self.ended else self.stop.target_se,
        )

    def _tested(self, duel: Duel) -> Estimate:
        """The difference in the unit of the test: points a hand, or games of 100."""
        won = duel.games_difference
        if self.stop.mode == "hands":
            return duel.difference
        if won is None or won.value is None or won.se is None:
            return Estimate(None, None, None, None, 0)
        return Estimate(100 * won.value, 100 * won.se, None, None, won.n)

    def _largest_se(self) -> float:
        errors = [self._tested(duel).se for duel in self.duels()]
        return max(float("inf") if se is None else se for se in errors)


def duel(pairing: Pairing, gram: Gram, outcomes: tuple[int, ...] = ()) -> Duel:
    """A pair's figures from the sums over its deals."""
    a, b, n = (pairing.key(name) for name in "abn")
    won = None
    if pairing.key("won") in gram.names:
        won = ratio(gram, pairing.key("won"), pairing.key("g"))
        won = dataclasses.replace(won, n=won.n // len(pairing.holds[0]))
    scale = pairing.scale
    return Duel(
        *pairing.names,
        points=(_scaled(ratio(gram, a, n), scale), _scaled(ratio(gram, b, n), scale)),
        difference=_scaled(difference(gram, a, b, n), scale),
        games_won=won,
        outcomes=outcomes,
    )


def _scaled(estimate: Estimate, scale: int) -> Estimate:
    value, se, low, high = (
        None if x is None else x / scale for x in (estimate.value, estimate.se, estimate.low, estimate.high)
    )
    return Estimate(value, se, low, high, estimate.n)


def _ranges(total: int, size: int) -> Iterator[Range]:
    for index, first in enumerate(range(0, total, size)):
        yield Range(index, first, min(size, total - first))


def _is_one(rules: Spec | Sequence[Spec]) -> bool:
    return not isinstance(rules, list | tuple)


def _contestants(strategies: Sequence[StrategySpec]) -> list[Player]:
    players = [make_player(spec) for spec in strategies]
    if len(players) < 2:
        raise SimspadesError(f"a match needs two strategies or more, not {len(players)}")
    for i, player in enumerate(players):
        if player.spec in (other.spec for other in players[:i]):
            raise SimspadesError(f"the strategy {player.spec} is given twice")
    return players


def _stop(hands: int | None, games: int | None, sprt: Sprt | None, target_se: float | None, n_strategies: int) -> Stop:
    if hands is not None and games is not None:
        raise SimspadesError(f"hands={hands} and games={games} cannot both be given")
    mode: Mode = "hands" if games is None else "games"
    if sprt is not None and n_strategies > 2:
        raise SimspadesError(f"a sequential test compares two strategies, not {n_strategies}")
    if sprt is not None and target_se is not None:
        raise SimspadesError("sprt and target-se both say when to stop: give one of them")
    if target_se is not None and not 0 < target_se < float("inf"):
        raise SimspadesError(f"target-se must be a positive number, not {target_se}")
    early = sprt is not None or target_se is not None
    given = hands if games is None else games
    most = (DEFAULT_MOST_HANDS if early else DEFAULT_HANDS) if given is None else given
    return Stop(mode, whole_number(mode, most, 1, MAX_COUNT), sprt, target_se)
