"""The figures of a cell: what each one means, and how it follows from the sums.

Everything is listed once in :data:`FIGURES`; the tables, the page and ``docs/studies.md`` follow it. Figures of parties
end in the party's number, from 1 in the order of the line-up.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Literal

from simspades.studies.sweep.cells import Cell
from simspades.studies.sweep.linear import Array, Linear, total
from simspades.studies.sweep.measures import COMEBACK, Groups

Unit = Literal["points", "share", "hands", "tricks", "bags", "changes", "penalties"]


@dataclasses.dataclass(frozen=True)
class Figure:
    """A column: its name, its unit and its meaning; ``{}`` in a name stands for the number of a party."""

    name: str
    unit: Unit
    meaning: str
    of: Callable[[Sums], Linear | None]


class Sums:
    """The totals of a cell by name, as estimates; a missing measure is None, and so is whatever takes it."""

    def __init__(self, cell: Cell, groups: Groups, party: int = 0) -> None:
        self.n_sides = cell.rules.n_sides
        self.players = cell.rules.players
        self.parties = len(cell.parties.members)
        self.party = party
        self._groups: Mapping[str, Array] = groups.sums

    def of(self, name: str) -> Linear:
        """The total of a measure; KeyError if this cell has none of that name."""
        return total(self._groups[name.format(self.party)])

    def share(self, x: str, n: str, factor: float = 1.0) -> Linear | None:
        """``factor`` times the total of ``x`` over that of ``n``; None where there is nothing to divide by."""
        if not {x.format(self.party), n.format(self.party)} <= self._groups.keys() or not self.of(n).value:
            return None
        return self.of(x) / self.of(n) * factor


def _win_rate(s: Sums) -> Linear | None:
    if s.parties == 1:
        return None
    played = "games" if s.share("games", "games") else "hands"
    return s.share("won_{}", played, 1 / s.n_sides)


def _advantage(s: Sums) -> Linear | None:
    """Points a hand of the first party's sides less those of all others."""
    own = s.share("points_1", "sides_1")
    if s.parties == 1 or own is None:
        return None
    others = range(2, s.parties + 1)
    points, sides = (_sum(s, [f"{name}_{k}" for k in others]) for name in ("points", "sides"))
    return own - points / sides


def _nil_value(s: Sums) -> Linear | None:
    """Points of sides that call a nil less those of sides that do not."""
    with_nil = s.share("nil_points", "nil_sides")
    if with_nil is None:
        return None
    sides = s.of("hands") * s.n_sides - s.of("nil_sides")
    if not sides.value:
        return None
    everybody = _sum(s, [f"points_{k}" for k in range(1, s.parties + 1)])
    return with_nil - (everybody - s.of("nil_points")) / sides


def _skill_wins(s: Sums) -> Linear | None:
    """Win rate of the best party less that of the worst, as if each held as many sides."""
    if s.parties == 1:
        return None
    rates = [s.share(f"won_{k}", f"held_{k}", 1 / s.n_sides) for k in range(1, s.parties + 1)]
    known = [rate for rate in rates if rate is not None]
    return (max(known, key=_value) - min(known, key=_value)) * (s.n_sides / 2)


def _players_share(s: Sums) -> Linear | None:
    """Mean squares of the parties' own means, as a share of the mean square of all results."""
    variation = s.of("variation")
    if s.parties == 1 or not variation.value:
        return None
    squares = []
    for k in range(1, s.parties + 1):
        result, held = s.of(f"result_{k}"), s.of(f"held_{k}")
        squares.append(result * result / held)
    explained = squares[0]
    for square in squares[1:]:
        explained = explained + square
    return explained / variation


def _cards_share(s: Sums) -> Linear | None:
    """Mean square of what all seatings of a deal have in common, as a share of the mean square of all results."""
    if s.parties == 1 or not s.of("variation").value:
        return None
    # ``cards`` is the square of sums over the seatings
    seatings = s.of("held_1")
    for k in range(2, s.parties + 1):
        seatings = seatings + s.of(f"held_{k}")
    return s.of("cards") / s.of("variation") * (s.n_sides * s.of("deals").value / seatings.value)


def _interplay_share(s: Sums) -> Linear | None:
    players, cards = _players_share(s), _cards_share(s)
    return None if players is None or cards is None else Linear(1.0, 0 * cards.influence) - players - cards


def _minus(x: str, n: str, fair: Callable[[Sums], float]) -> Callable[[Sums], Linear | None]:
    """A share by sides less what it would be if all sides were equal."""

    def of(s: Sums) -> Linear | None:
        share = s.share(x, n, 1 / s.n_sides)
        return None if share is None else share - fair(s)

    return of


def _plain(x: str, n: str, factor: Callable[[Sums], float] = lambda s: 1.0) -> Callable[[Sums], Linear | None]:
    return lambda s: s.share(x, n, factor(s))


def _a_side(s: Sums) -> float:
    return 1 / s.n_sides


def _against_others(s: Sums) -> float:
    """From points times the number of sides, less those of everybody, to a side less the mean of the others."""
    return 1 / (s.n_sides - 1)


#: One for each party.
PARTY_FIGURES = (
    Figure("win_rate_{}", "share", "games won by the party; in hands mode: hands in which it scores most; draws are "
           "shared", _win_rate),
    Figure("points_{}", "points", "points a hand of a side that the party holds", _plain("points_{}", "sides_{}")),
)  # fmt: skip

FIGURES = (
    Figure("advantage", "points", "points a hand of the first party's sides less those of all others", _advantage),
    Figure("seat_advantage", "points", "points a hand of side 0 less the mean of the others",
           _plain("seat", "hands", _against_others)),
    Figure("seat_wins", "share", "games won by side 0 less the share of equal sides (its seat bids first in hand 1)",
           _minus("seat_wins", "games", _a_side)),
    Figure("first_bidder", "points", "points a hand of the side that bids first less the mean of the others",
           _plain("first_bidder", "hands", _against_others)),
    Figure("hands_a_game", "hands", "hands in a game", _plain("hands", "games")),
    Figure("margin", "points", "final score of the best side less that of the second", _plain("margin", "games")),
    Figure("hand_margin", "points", "points in a hand of the best side less those of the second",
           _plain("hand_margin", "hands")),
    Figure("lead_changes", "changes", "how often the lead changes in a game", _plain("lead_changes", "games")),
    Figure("comebacks", "share", f"games whose winner was {COMEBACK} points or more behind after some hand",
           _plain("comebacks", "games")),
    Figure("penalties", "penalties", "bag penalties a game of a side", _plain("penalties", "games", _a_side)),
    Figure("penalty_points", "points", "bag penalty a hand of a side", _plain("penalty", "hands", _a_side)),
    Figure("bags", "bags", "bags a hand of a side", _plain("bags", "hands", _a_side)),
    Figure("contract", "tricks", "contract of a side", _plain("contract", "hands", _a_side)),
    Figure("sets", "share", "contracts that fail", _plain("failed", "tried")),
    Figure("nils", "share", "holdings with which a nil is called, blind ones included",
           _plain("nils", "hands", lambda s: 1 / s.players)),
    Figure("nils_made", "share", "nils that are made, blind ones included", _plain("nils_made", "nils")),
    Figure("nil_value", "points", "points of a side in hands in which it calls a nil less those in which it does not",
           _nil_value),
    Figure("blind_nils", "share", "holdings on which a blind nil is called",
           _plain("blind_nils", "hands", lambda s: 1 / s.players)),
    Figure("blind_nils_made", "share", "blind nils that are made", _plain("blind_nils_made", "blind_nils")),
    Figure("draws", "share", "games without a winner", _plain("draws", "games")),
    Figure("capped", "share", "games stopped by a limit of hands", _plain("capped", "games")),
    Figure("skill_wins", "share", "how much more of the games (or hands) the best party wins than the worst",
           _skill_wins),
    Figure("players_share", "share", "part of the variation of results that goes with who plays", _players_share),
    Figure("cards_share", "share", "part that goes with the cards and the seat, whoever holds them", _cards_share),
    Figure("interplay_share", "share", "the rest: the same cards suit one player better than another",
           _interplay_share),
)  # fmt: skip


def figure_names(parties: int) -> list[Figure]:
    """All columns of a study whose cells have at most so many parties, in order."""
    by_party = [
        dataclasses.replace(figure, name=figure.name.format(k), meaning=f"{figure.meaning} (party {k})")
        for figure in PARTY_FIGURES
        for k in range(1, parties + 1)
    ]
    return [*by_party, *FIGURES]


def figures_of(cell: Cell, groups: Groups) -> dict[str, Linear | None]:
    """Every figure of a cell by name; None where the cell has no such thing."""
    found: dict[str, Linear | None] = {}
    for figure in PARTY_FIGURES:
        for k in range(1, len(cell.parties.members) + 1):
            found[figure.name.format(k)] = figure.of(Sums(cell, groups, k))
    sums = Sums(cell, groups)
    return found | {figure.name: figure.of(sums) for figure in FIGURES}


def _sum(s: Sums, names: list[str]) -> Linear:
    result = s.of(names[0])
    for name in names[1:]:
        result = result + s.of(name)
    return result


def _value(rate: Linear) -> float:
    return rate.value
