"""When a game ends and who wins it: the tests after a hand, in the order of `end.immediate`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from simspades.rules import Ruleset


class Ending(NamedTuple):
    """Whether the game is over, its winner (None for nobody yet or a draw), and whether a tie is to be played off."""

    over: bool
    winner: int | None
    tie_break: bool


PLAY_ON = Ending(over=False, winner=None, tie_break=False)


def ending_after(
    rules: Ruleset,
    scores: Sequence[int],
    hand_in_game: int,
    tie_break: bool = False,
    *,
    wins: Collection[int] = (),
    loses: Collection[int] = (),
    sets: Sequence[int] = (),
) -> Ending:
    """Test for the end of the game after hand ``hand_in_game`` (from 1).

    ``tie_break`` tells that a tie was being played off in this hand; ``wins`` and ``loses`` are the sides that have
    won or lost the game outright; ``sets`` counts each side's consecutive sets, this hand included.

    >>> from simspades.rules import load_rules
    >>> ending_after(load_rules("std4"), [512, 505], 9)
    Ending(over=True, winner=0, tie_break=False)
    """
    streaked = set_too_often(rules, sets)
    if wins:
        ending = highest_wins(scores, among=wins)
    elif loses:
        ending = others_win(scores, loses)
    elif streaked:
        ending = others_win(scores, streaked)
    elif tie_break or reached_target(rules, scores) or fell_to_floor(rules, scores):
        ending = highest_wins(scores)
    else:
        ending = PLAY_ON
    if not ending.over and last_hand_played(rules, hand_in_game):
        return Ending(over=True, winner=None if ending.tie_break else highest_wins(scores).winner, tie_break=False)
    return ending


def set_too_often(rules: Ruleset, sets: Sequence[int]) -> list[int]:
    """`end.set_streak`: the sides that were set in so many hands running and lose, whatever the scores."""
    streak = rules.end.set_streak
    return [side for side, count in enumerate(sets) if streak is not None and count >= streak]


def reached_target(rules: Ruleset, scores: Sequence[int]) -> bool:
    """`end.target`: somebody has reached it; "reach" means at least."""
    return max(scores) >= rules.end.target


def fell_to_floor(rules: Ruleset, scores: Sequence[int]) -> bool:
    """`end.lose_at`: somebody has fallen to it or below, and the game is lost and won.

    Tested after the target, and with the same outcome: the highest score wins.
    """
    return rules.end.lose_at is not None and min(scores) <= rules.end.lose_at


def others_win(scores: Sequence[int], losers: Collection[int]) -> Ending:
    """The highest score wins of the sides that have not lost; of all, where every side has."""
    others = [side for side in range(len(scores)) if side not in losers]
    return highest_wins(scores, among=others or losers)


def highest_wins(scores: Sequence[int], among: Collection[int] | None = None) -> Ending:
    """`end.both_reach`: the highest score wins, of some sides or of all.

    `end.tie`: equal scores play another hand until one side leads.
    """
    sides = range(len(scores)) if among is None else sorted(among)
    best = max(scores[side] for side in sides)
    leaders = [side for side in sides if scores[side] == best]
    if len(leaders) > 1:
        return Ending(over=False, winner=None, tie_break=True)
    return Ending(over=True, winner=leaders[0], tie_break=False)


def last_hand_played(rules: Ruleset, hand_in_game: int) -> bool:
    """`end.max_hands`: the game is stopped after so many hands, the higher score wins, equal scores are a draw."""
    return 0 < rules.end.max_hands <= hand_in_game


def final_scores(rules: Ruleset, scores: Sequence[int], winner: int | None) -> tuple[int, ...]:
    """The scores at the end of the game, with `end.win_bonus` for the winner."""
    return tuple(score + (rules.end.win_bonus if side == winner else 0) for side, score in enumerate(scores))
