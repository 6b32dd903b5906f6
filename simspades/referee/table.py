"""What a rule set fixes for every hand: who sits where and with whom, how many tricks there are, and the pack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from simspades.referee.pack import Pack, pack_of
from simspades.rules import Ruleset
from simspades.rules.options import Value


@dataclass(frozen=True, slots=True)
class Table:
    """The fixed facts of a rule set.

    ``side_of`` and ``partners_of`` are by player's seat; partners sit opposite (`game.family`). ``seats`` counts the
    holdings: with a dummy there is one more than there are players, and it has the last seat. ``values`` are
    the options by id.
    """

    rules: Ruleset
    values: Mapping[str, Value]
    pack: Pack
    players: int
    seats: int
    n_sides: int
    hand_size: int
    n_tricks: int
    side_of: tuple[int, ...]
    partners_of: tuple[tuple[int, ...], ...]

    @property
    def has_partners(self) -> bool:
        """Whether seats are tied in partnerships for the whole game."""
        return self.n_sides < self.players

    @property
    def has_dummy(self) -> bool:
        """Whether there is a dummy (`game.family=three_dummy`)."""
        return self.seats > self.players

    @property
    def dummy(self) -> int:
        """The dummy's seat, where there is one: the last."""
        return self.seats - 1

    def left_of(self, seat: int) -> int:
        """The next player clockwise; a dummy neither deals nor calls."""
        return (seat + 1) % self.players

    def clockwise_from(self, seat: int) -> list[int]:
        """All players in turn, this one first."""
        return [(seat + step) % self.players for step in range(self.players)]

    def members_of(self, side: int) -> tuple[int, ...]:
        """The players of a side, by rising seat."""
        return tuple(seat for seat in range(self.players) if self.side_of[seat] == side)


#: Tables by the identity of their rule set, which each keeps alive: comparing rule sets by value takes too long.
_TABLES: dict[int, Table] = {}
_MOST_TABLES = 1024


def table_of(rules: Ruleset) -> Table:
    """The table of a rule set.

    >>> from simspades.rules import load_rules
    >>> table = table_of(load_rules("std4"))
    >>> table.side_of, table.partners_of[1], table.clockwise_from(2)
    ((0, 1, 0, 1), (3,), [2, 3, 0, 1])
    """
    table = _TABLES.get(id(rules))
    if table is None:
        if len(_TABLES) >= _MOST_TABLES:
            _TABLES.clear()
        table = _TABLES[id(rules)] = _set_up(rules)
    return table


def _set_up(rules: Ruleset) -> Table:
    seats = range(rules.players)
    side_of = tuple(rules.side_of(seat) for seat in seats)
    return Table(
        rules=rules,
        values=rules.values,
        pack=pack_of(rules.deck),
        players=rules.players,
        seats=rules.players + (rules.game.family == "three_dummy"),
        n_sides=rules.n_sides,
        hand_size=rules.hand_size,
        n_tricks=rules.n_tricks,
        side_of=side_of,
        partners_of=tuple(
            tuple(other for other in seats if other != seat and side_of[other] == side_of[seat]) for seat in seats
        ),
    )
