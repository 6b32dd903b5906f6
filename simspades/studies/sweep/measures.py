"""What a cell keeps of its deals: sums of measures over groups of deals.

Deals are dealt out to ``GROUPS`` groups in turn: deal ``i`` belongs to group ``i mod GROUPS``. The sums of the groups
are all that any figure, any error and any comparison of two cells on the same deals takes, and they are as small for a
billion deals as for a thousand. ``GROUPS`` is a prime, so that every group gets every dealer equally often. With a
thousand groups a standard error is itself known to within 2 %.

A *deal* is one deal, or in games mode the sequence of deals of one game number; what all seatings make of it is added
up in one group. In the sums of an observation that concerns sides, all sides count.

The *result* of a side in a hand (hands mode) is its points times the number of sides, less the points of all sides; in
a game it is the number of sides for the winner, 0 for the others, less 1, and 0 in a draw. Results of a table add up to
0.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt

from simspades.engine import Block, IllegalChoiceError
from simspades.rules import Ruleset
from simspades.runs.play import Dealer
from simspades.runs.threads import Control
from simspades.studies.sweep.cells import Cell

Array = npt.NDArray[Any]

GROUPS = 1021

#: Deals that the engine plays at once, whole rounds of the groups: as near as can be to what it likes best.
BLOCK = {"hands": 128 * GROUPS, "games": 8 * GROUPS}

#: By how many points the winner of a comeback was behind at some time.
COMEBACK = 100

_NIL, _BLIND_NIL = 1, 2
_KIND_BITS = 5  # of a call code's number


@dataclasses.dataclass(frozen=True)
class Groups:
    """Sums of measures over the groups: int64 of shape (groups,) by name, fewer groups where there are fewer deals."""

    sums: dict[str, Array]

    def __add__(self, other: Groups) -> Groups:
        """Both together. The first must hold whole rounds, of which the second goes on."""
        added = {name: values.copy() for name, values in self.sums.items()}
        for name, values in other.sums.items():
            added[name][: len(values)] += values
        return Groups(added)


def play_range(cell: Cell, dealers: list[Dealer], first: int, count: int, control: Control) -> Groups:
    """Play deals ``first`` to ``first + count - 1`` in every seating and add up.

    ``first`` begins a round of the groups. Raises StrategyError for an illegal choice.
    """
    assert first % GROUPS == 0
    sums = _Sums(min(count, GROUPS))
    for start in range(first, first + count, BLOCK[cell.mode]):
        deals = min(BLOCK[cell.mode], first + count - start)
        cards: Array | int = 0
        for dealer, holds in zip(dealers, cell.parties.holds, strict=True):
            control.check()
            try:
                block = dealer.table.play(cell.seed, start, deals)
            except IllegalChoiceError as error:
                raise dealer.explain(error) from error
            results = _Seating(cell.rules, holds, len(cell.parties.members), block, sums).add()
            cards = cards + results
        sums.add("cards", np.einsum("dn,dn->n", cards, cards))
        sums.add("deals", np.ones(deals, np.int32))
        control.count(deals * len(dealers))
    return Groups(sums.values)


class _Sums:
    """Sums over the groups, filled measure by measure."""

    def __init__(self, groups: int) -> None:
        self.groups = groups
        self.values: dict[str, Array] = {}

    def add(self, name: str, by_deal: Array) -> None:
        """Add the deals of a block, the first of which belongs to the first group."""
        g = self.groups
        whole = len(by_deal) - len(by_deal) % g
        # wide enough for the sums of one block, and as narrow as is quick
        wide = np.float64 if by_deal.dtype == np.float64 else np.int64 if by_deal.dtype == np.int64 else np.int32
        sums = by_deal[:whole].reshape(-1, g).sum(axis=0, dtype=wide)
        sums[: len(by_deal) - whole] += by_deal[whole:]
        into = self.values.setdefault(name, np.zeros(g, np.int64))
        into += np.rint(sums).astype(np.int64) if wide is np.float64 else sums


class _Seating:
    """One seating of a block of deals: its columns, and what is added up of them."""

    def __init__(self, rules: Ruleset, holds: tuple[int, ...], parties: int, block: Block, sums: _Sums) -> None:
        self.rules, self.holds, self.parties, self.sums = rules, holds, parties, sums
        self.hands, self.games = block.hands, block.games
        self.n_sides = len(holds)
        self.starts: Array | None = None
        if self.games is not None:
            self.starts = np.concatenate([[0], np.cumsum(self.games["hands"][:-1], dtype=np.int64)])

    def add(self) -> Array:
        """Add everything, and return the results: float64 of shape (sides, deals)."""
        points = self.hands["points"].astype(np.int32)
        everybody = points.sum(axis=0, dtype=np.int32)
        self._add_hand("hands", np.ones(len(everybody), np.int32))
        self._add_points(points, everybody)
        self._add_contracts()
        self._add_nils(points, everybody)
        if self.games is None:
            order = _spread(points)
            self.sums.add("hand_margin", order)
            results = (self.n_sides * points - everybody).astype(np.float64)
            self._add_wins(_best(points))
        else:
            self._add_games(self.games)
            winner = self.games["winner"]
            results = np.stack([np.where(winner == side, self.n_sides, 0) for side in range(self.n_sides)])
            results = (results - (winner >= 0)).astype(np.float64)
            self._add_wins(winner)
        self._add_results(results)
        return np.asarray(results)

    def _add_hand(self, name: str, by_hand: Array) -> None:
        """Add a measure of hands: of the deal, or of all hands of the game."""
        if self.starts is not None:
            by_hand = np.add.reduceat(by_hand, self.starts)
        self.sums.add(name, by_hand)

    def _add_by_party(self, name: str, by_side: list[Array]) -> None:
        for party in range(self.parties):
            held = [values for values, holder in zip(by_side, self.holds, strict=True) if holder == party]
            if held:
                self._add_hand(f"{name}_{party + 1}", np.asarray(np.sum(held, axis=0, dtype=np.int32)))

    def _add_points(self, points: Array, everybody: Array) -> None:
        self._add_by_party("points", list(points))
        ones = np.ones(len(everybody), np.int32)
        self._add_by_party("sides", [ones] * self.n_sides)
        self._add_hand("seat", self.n_sides * points[0] - everybody)
        first = self._first_bidder()
        of_first = points[0] * (first == 0)
        for side in range(1, self.n_sides):
            of_first += points[side] * (first == side)
        self._add_hand("first_bidder", self.n_sides * of_first - everybody)

    def _first_bidder(self) -> Array:
        """The side that bids first in each hand."""
        dealer = self.hands["dealer"]
        if self.rules.bid.first != "dealer":
            dealer = (dealer + 1) % self.rules.players
        return np.asarray(dealer % self.n_sides)

    def _add_contracts(self) -> None:
        made, contract = self.hands["made"], self.hands["contract"]
        self._add_hand("failed", (made == 0).sum(axis=0, dtype=np.int32))
        self._add_hand("tried", (made >= 0).sum(axis=0, dtype=np.int32))
        self._add_hand("contract", np.maximum(contract, 0).sum(axis=0, dtype=np.int32))
        self._add_hand("bags", self.hands["bags"].sum(axis=0, dtype=np.int32))
        self._add_hand("penalty", self.hands["penalty"].sum(axis=0, dtype=np.int32))

    def _add_nils(self, points: Array, everybody: Array) -> None:
        """Nils of both kinds, and what the sides score that call one."""
        kinds = self.hands["call"] >> _KIND_BITS
        blind = kinds == _BLIND_NIL
        nil = blind | (kinds == _NIL)
        made = nil & (self.hands["tricks"][: len(kinds)] == 0)  # a dummy's tricks come last
        self._add_hand("nils", nil.sum(axis=0, dtype=np.int32))
        self._add_hand("nils_made", made.sum(axis=0, dtype=np.int32))
        self._add_hand("blind_nils", blind.sum(axis=0, dtype=np.int32))
        self._add_hand("blind_nils_made", (made & blind).sum(axis=0, dtype=np.int32))
        calls = [np.logical_or.reduce(nil[side :: self.n_sides]) for side in range(self.n_sides)]
        self._add_hand("nil_sides", np.asarray(np.sum(calls, axis=0, dtype=np.int32)))
        self._add_hand("nil_points", np.sum([points[side] * calls[side] for side in range(self.n_sides)], axis=0))

    def _add_wins(self, winner: Array) -> None:
        """Hands or games won by each party, times the number of sides; a draw is a win shared by all sides."""
        for party in range(self.parties):
            worth = np.array([self.n_sides * (holder == party) for holder in self.holds] + [self.holds.count(party)])
            self.sums.add(f"won_{party + 1}", worth.astype(np.int32)[winner])

    def _add_results(self, results: Array) -> None:
        self.sums.add("variation", np.einsum("dn,dn->n", results, results))
        for party in range(self.parties):
            held = [result for result, holder in zip(results, self.holds, strict=True) if holder == party]
            if held:
                self.sums.add(f"result_{party + 1}", np.sum(held, axis=0))
                self.sums.add(f"held_{party + 1}", np.full(results.shape[1], len(held), np.int32))

    def _add_games(self, games: dict[str, Array]) -> None:
        winner, sums = games["winner"], self.sums
        sums.add("games", np.ones(len(winner), np.int32))
        sums.add("seat_wins", np.where(winner < 0, 1, np.where(winner == 0, self.n_sides, 0)).astype(np.int32))
        sums.add("margin", _spread(games["score"]))
        sums.add("lead_changes", games["lead_changes"].astype(np.int32))
        sums.add("draws", (winner < 0).astype(np.int32))
        sums.add("capped", games["capped"].astype(np.int32))
        sums.add("penalties", games["penalties"].sum(axis=0, dtype=np.int32))
        sums.add("comebacks", self._comebacks(winner).astype(np.int32))

    def _comebacks(self, winner: Array) -> Array:
        """Whether the winner of each game was behind the leader by COMEBACK points or more after some hand."""
        score = self.hands["score"]
        assert self.starts is not None
        assert self.games is not None
        winner_by_hand = np.repeat(winner, self.games["hands"])
        own = np.choose(np.maximum(winner_by_hand, 0), score)
        behind = np.maximum.reduceat(score.max(axis=0) - own, self.starts)
        return np.asarray((behind >= COMEBACK) & (winner >= 0))


def _spread(scores: Array) -> Array:
    """The highest score less the second highest; int32 of shape (n,)."""
    if len(scores) == 2:
        return np.asarray(np.abs(scores[0].astype(np.int32) - scores[1]))
    ordered = np.sort(scores, axis=0)
    return np.asarray(ordered[-1] - ordered[-2], dtype=np.int32)


def _best(points: Array) -> Array:
    """The side with the most points in each hand; -1 where several have as many."""
    if len(points) == 2:
        return np.where(points[0] == points[1], -1, (points[1] > points[0]).astype(np.int8))
    return np.where((points == points.max(axis=0)).sum(axis=0) > 1, -1, points.argmax(axis=0))
