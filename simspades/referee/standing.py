"""What the sides carry from hand to hand, and what a hand does to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from simspades.referee.dummy import score_with_dummy
from simspades.referee.ending import ending_after
from simspades.referee.facts import Facts, Undertaken, deeds_of
from simspades.referee.scoring import Member, SideScore, next_sets, score_side, score_unbid
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


def settle(rules: Ruleset, undertaken: Undertaken, facts: Facts, before: Standing, hand_in_game: int) -> Settlement:
    """Score a hand from what was undertaken and what happened, then test for the end of the game.

    That order is RULEBOOK 0.3, steps 12 and 13: a bag penalty is deducted before the target is looked at.
    """
    sides = with_gifts(score_sides(rules, undertaken, facts, before))
    score = tuple(old + side.points for old, side in zip(before.score, sides, strict=True))
    sets = tuple(next_sets(side.made, old) for side, old in zip(sides, before.sets, strict=True))
    ending = ending_after(
        rules,
        score,
        hand_in_game,
        before.tie_break,
        wins=[number for number, side in enumerate(sides) if side.wins],
        loses=[number for number, side in enumerate(sides) if side.loses],
        sets=sets,
    )
    after = Standing(score, tuple(side.bags_total for side in sides), sets, ending.tie_break)
    return Settlement(sides, after, ending.over, ending.winner)


def score_sides(rules: Ruleset, undertaken: Undertaken, facts: Facts, before: Standing) -> tuple[SideScore, ...]:
    """The score of each side by itself."""
    table = table_of(rules)
    if undertaken.calls is None:
        return tuple(
            score_unbid(sum(facts.tricks[seat] for seat in table.members_of(side)), bags)
            for side, bags in enumerate(before.bags)
        )
    if table.has_dummy:
        return score_with_dummy(rules, undertaken, facts, before.bags)
    return tuple(
        score_side(
            rules,
            [Member(undertaken.calls[seat], facts.tricks[seat], seat) for seat in table.members_of(side)],
            bags,
            deeds_of(rules, undertaken, facts, side, table.members_of(side)),
            undertaken.raised(side),
        )
        for side, bags in enumerate(before.bags)
    )


def with_gifts(sides: Sequence[SideScore]) -> tuple[SideScore, ...]:
    """`dnil.opp_bonus`: what the sides score because of another side's double nil."""
    total = sum(side.to_others for side in sides)
    return tuple(replace(side, points=side.points + total - side.to_others) if total else side for side in sides)
