"""What the sides carry from hand to hand, and what a hand does to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from simspades.referee.calls import Call
from simspades.referee.ending import ending_after
from simspades.referee.scoring import Member, SideScore, next_sets, score_side
from simspades.referee.table import table_of
from simspades.rules import Ruleset


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a game between two hands, by side.

    ``score`` is without the bags' digit (`bags.display_units`); ``bags`` is the running count; ``sets`` counts the
    consecutive hands in which the side was set; ``tie_break`` tells that a tie is being played off (`end.tie`).
    """

    score: tuple[int, ...]
    bags: tuple[int, ...]
    sets: tuple[int, ...]
    tie_break: bool = False

    @classmethod
    def start(cls, n_sides: int) -> Standing:
        """The state before the first hand."""
        zeros = (0,) * n_sides
        return cls(zeros, zeros, zeros)


@dataclass(frozen=True, slots=True)
class Settlement:
    """A hand's score: of each side, the standing after it, and whether the game has ended.

    ``winner`` is a side, or None for nobody yet or a draw. `end.win_bonus` is in none of these scores: it belongs to
    the game's final score alone.
    """

    sides: tuple[SideScore, ...]
    after: Standing
    over: bool
    winner: int | None

    def answer(self) -> dict[str, object]:
        """The part of the referee's answer that scoring gives, in its order."""
        return {
            "contract": [side.contract for side in self.sides],
            "made": [side.made for side in self.sides],
            "points": [side.points for side in self.sides],
            "bags": [side.bags for side in self.sides],
            "penalty": [side.penalty for side in self.sides],
            "score": list(self.after.score),
            "bags_total": list(self.after.bags),
            "sets": list(self.after.sets),
            "over": self.over,
            "winner": self.winner,
        }


def settle(
    rules: Ruleset, calls: Sequence[Call], tricks: Sequence[int], before: Standing, hand_in_game: int
) -> Settlement:
    """Score a hand from each seat's call and tricks, pay the bag penalties, then test for the end of the game.

    That order is RULEBOOK 0.3, steps 12 and 13: a penalty is deducted before the target is looked at.
    """
    table = table_of(rules)
    members: list[list[Member]] = [[] for _ in range(table.n_sides)]
    for side, call, won in zip(table.side_of, calls, tricks, strict=True):
        members[side].append(Member(call, won))
    sides = tuple(map(partial(score_side, rules), members, before.bags))
    score = tuple(old + side.points for old, side in zip(before.score, sides, strict=True))
    ending = ending_after(rules, score, hand_in_game, before.tie_break)
    after = Standing(
        score=score,
        bags=tuple(side.bags_total for side in sides),
        sets=tuple(next_sets(side.made, old) for side, old in zip(sides, before.sets, strict=True)),
        tie_break=ending.tie_break,
    )
    return Settlement(sides, after, ending.over, ending.winner)
