"""Who sits where, so that nobody profits from his seat: the strategies change sides on the same deals.

====================  ============================================================================================
two strategies        with two sides each holds either side once: ``A B`` and ``B A``. With more sides each of the two
                      holds every side once against the other at all the rest: ``A B B``, ``B A B``, ``B B A`` and the
                      same with ``A`` and ``B`` exchanged. Over all seatings both hold every side equally often
one for each side     (three or four) turned round the table: ``A B C``, ``C A B``, ``B C A``
one for each seat     turned round the table by one seat at a time, until every strategy has held every seat
a single strategy     everybody plays it: one seating
====================  ============================================================================================
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from simspades.errors import SimspadesError
from simspades.rules import Ruleset

#: A seating: for each seat, which of the strategies has it.
Seating = tuple[int, ...]


def exchanged(rules: Ruleset, n: int) -> tuple[Seating, ...]:
    """The seatings of ``n`` different strategies that change sides; SimspadesError if so many cannot be seated.

    >>> from simspades.rules import load_rules
    >>> exchanged(load_rules("std4"), 2)
    ((0, 1, 0, 1), (1, 0, 1, 0))
    >>> len(exchanged(load_rules("solo4"), 2)), exchanged(load_rules("three"), 3)
    (8, ((0, 1, 2), (2, 0, 1), (1, 2, 0)))
    """
    sides = rules.n_sides
    if n == 1:
        starts = [(0,) * sides]
    elif n == 2 and sides == 2:
        starts = [(0, 1)]
    elif n == 2:
        starts = [(0, *(1,) * (sides - 1)), (1, *(0,) * (sides - 1))]
    elif n in (sides, rules.players):
        starts = [tuple(range(n))]
    else:
        raise SimspadesError(_how_many(rules, n, exchange=True))
    found: list[Seating] = []
    for start in starts:
        seats = tuple(start[seat % len(start)] for seat in range(rules.players))
        found += [seats[-turn:] + seats[:-turn] if turn else seats for turn in range(rules.players)]
    return tuple(dict.fromkeys(found))


def as_given(rules: Ruleset, n: int) -> tuple[Seating, ...]:
    """The one seating of strategies that keep their places: one for everybody, one a side, or one a seat."""
    if n not in (1, rules.n_sides, rules.players):
        raise SimspadesError(_how_many(rules, n, exchange=False))
    return (tuple(seat % n for seat in range(rules.players)),)


@dataclasses.dataclass(frozen=True)
class Parties:
    """Who plays for what over all seatings of a line-up.

    A *party* is what holds a side: one strategy, or the strategies of its seats where partners differ.

    Attributes
    ----------
    members
        For each party the indices of its strategies.
    holds
        For each seating the party of each side.

    """

    members: tuple[tuple[int, ...], ...]
    holds: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, rules: Ruleset, seatings: Sequence[Seating]) -> Parties:
        """The parties of the seatings, in the order in which they first appear."""
        by_side = [
            [tuple(sorted(set(seating[side :: rules.n_sides]))) for side in range(rules.n_sides)]
            for seating in seatings
        ]
        members = tuple(dict.fromkeys(party for sides in by_side for party in sides))
        return cls(members, tuple(tuple(members.index(party) for party in sides) for sides in by_side))


def _how_many(rules: Ruleset, n: int, exchange: bool) -> str:
    ways = {1: "for everybody", rules.n_sides: "a side each", rules.players: "a seat each"}
    if exchange and rules.n_sides > 2:
        ways = {1: ways.pop(1), 2: "one against the other", **ways}
    listed = ", ".join(f"{number} ({meaning})" for number, meaning in ways.items())
    fixed = "" if exchange else " without exchange"
    return f"{n} strategies cannot be seated under {rules.name}{fixed}; a line-up there has {listed}"
