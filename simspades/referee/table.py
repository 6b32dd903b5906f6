"""What a rule set fixes for every hand: who sits where and with whom, how many tricks there are, and the pack."""

from __future__ import annotations

from dataclasses import dataclass

from simspades.referee.pack import Pack, pack_of
from simspades.rules import Ruleset, require_supported


@dataclass(frozen=True, slots=True)
class Table:
    """The fixed facts of a rule set.

    ``side_of`` and ``partners_of`` are by seat; partners sit opposite (`game.family`).
    """

    rules: Ruleset
    pack: Pack
    players: int
    n_sides: int
    hand_size: int
    n_tricks: int
    side_of: tuple[int, ...]
    partners_of: tuple[tuple[int, ...], ...]

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % self.players

    def clockwise_from(self, seat: int) -> list[int]:
        """All seats in turn, this one first."""
        return [(seat + step) % self.players for step in range(self.players)]


#: Tables by the identity of their rule set, which each keeps alive: comparing rule sets by value takes too long.
_TABLES: dict[int, Table] = {}
_MOST_TABLES = 1024


def table_of(rules: Ruleset) -> Table:
    """The table of a rule set; raises :class:`RulesError` if the referee cannot play by it yet.

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
    require_supported(rules)
    seats = range(rules.players)
    side_of = tuple(rules.side_of(seat) for seat in seats)
    return Table(
        rules=rules,
        pack=pack_of(rules.deck),
        players=rules.players,
        n_sides=rules.n_sides,
        hand_size=rules.hand_size,
        n_tricks=rules.n_tricks,
        side_of=side_of,
        partners_of=tuple(
            tuple(other for other in seats if other != seat and side_of[other] == side_of[seat]) for seat in seats
        ),
    )
