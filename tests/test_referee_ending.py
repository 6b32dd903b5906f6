"""The end of the game (rulebook section I and the options of section O)."""

from __future__ import annotations

import random

import pytest
from random_hands import random_game
from referee_tools import STAIRCASE

from simspades.referee import Game, score
from simspades.referee.calls import parse_call
from simspades.referee.ending import ending_after
from simspades.referee.facts import Facts, Undertaken
from simspades.referee.standing import Standing, settle
from simspades.rules import load_rules

PLAYS_ON = (False, None, False)
TIED = (False, None, True)
DRAW = (True, None, False)


def won_by(side: int) -> tuple[bool, int, bool]:
    return True, side, False


@pytest.mark.parametrize(
    ("scores", "ending"),
    [
        ([499, 498], PLAYS_ON),
        ([500, 499], won_by(0)),
        ([120, 500], won_by(1)),
        ([510, 530], won_by(1)),
        ([505, 505], TIED),
        ([-900, 100], PLAYS_ON),
    ],
)
def test_target(scores: list[int], ending: object) -> None:
    assert ending_after(load_rules("std4"), scores, 9) == ending


@pytest.mark.parametrize("target", [300, 1000])
def test_another_target(target: int) -> None:
    rules = load_rules("std4", {"end.target": target})
    assert ending_after(rules, [target - 1, 0], 9) == PLAYS_ON
    assert ending_after(rules, [target, 0], 9) == won_by(0)


@pytest.mark.parametrize(
    ("scores", "ending"),
    [
        ([-499, 0], PLAYS_ON),
        ([-500, 0], won_by(1)),
        ([-500, -510], won_by(0)),
        ([-520, -520], TIED),
        ([-600, 500], won_by(1)),
    ],
)
def test_floor(scores: list[int], ending: object) -> None:
    assert ending_after(load_rules("std4", {"end.lose_at": -500}), scores, 9) == ending


@pytest.mark.parametrize(("scores", "ending"), [([480, 470], won_by(0)), ([-20, -19], won_by(1)), ([490, 490], TIED)])
def test_a_tie_is_played_off_until_one_side_leads(scores: list[int], ending: object) -> None:
    assert ending_after(load_rules("std4"), scores, 9, tie_break=True) == ending


@pytest.mark.parametrize(
    ("scores", "hand", "ending"),
    [
        ([50, 40], 9, PLAYS_ON),
        ([50, 40], 10, won_by(0)),
        ([50, 40], 11, won_by(0)),
        ([50, 50], 10, DRAW),
        ([505, 505], 9, TIED),
        ([505, 505], 10, DRAW),
        ([505, 500], 10, won_by(0)),
    ],
)
def test_a_cap_on_the_hands(scores: list[int], hand: int, ending: object) -> None:
    assert ending_after(load_rules("std4", {"end.max_hands": 10}), scores, hand) == ending


def test_the_cap_also_ends_a_tie_that_is_played_off() -> None:
    rules = load_rules("std4", {"end.max_hands": 10})
    assert ending_after(rules, [480, 480], 10, tie_break=True) == DRAW


def request(before: list[int], **more: object) -> dict[str, object]:
    return {"rules": "std4", "bids": ["3", "4", "3", "3"], "tricks": [3, 4, 3, 3], "before": {"score": before}, **more}


def test_a_penalty_is_paid_before_the_target_is_looked_at() -> None:
    tricks = {"tricks": [4, 3, 3, 3]}
    answer = score({**request([469, 0]), **tricks, "before": {"score": [469, 0], "bags": [9, 0]}})
    assert (answer["score"][0], answer["over"]) == (469 + 61 - 100, False)


def test_draw_in_a_scoring_request() -> None:
    answer = score(request([10, 0], set={"end.max_hands": 3}, hand_in_game=3))
    assert (answer["score"], answer["over"], answer["winner"]) == ([70, 70], True, None)


def test_tie_break_in_a_scoring_request() -> None:
    before = {"score": [400, 380], "tie_break": True}
    answer = score({**request([0, 0]), "before": before})
    assert (answer["score"], answer["over"], answer["winner"]) == ([460, 450], True, 0)
    without = score({**request([0, 0]), "before": {**before, "tie_break": False}})
    assert (without["over"], without["winner"]) == (False, None)


def test_consecutive_sets_are_counted() -> None:
    standing = {"score": [0, 0], "sets": [1, 3]}
    answer = score({**request([0, 0]), "tricks": [2, 5, 3, 3], "before": standing})
    assert answer["made"] == [False, True]
    assert answer["sets"] == [2, 0]


def test_a_hand_without_a_contract_to_lose_ends_a_row_of_sets() -> None:
    answer = score({**request([0, 0]), "bids": ["nil", "4", "nil", "3"], "before": {"sets": [2, 2]}})
    assert (answer["contract"], answer["made"]) == ([0, 7], [None, True])
    assert answer["sets"] == [0, 0]


def play_one(game: Game, bids: list[str], tricks: list[int]) -> Game:
    calls = [parse_call(bid) for bid in bids]
    return game.after(settle(game.rules, Undertaken(calls), Facts(tricks), game.standing, game.hands + 1))


def test_the_win_bonus_is_in_the_final_score_and_not_in_the_points_of_the_hand() -> None:
    rules = load_rules("std4", {"end.win_bonus": 50, "end.target": 100})
    game = play_one(Game.start(rules), ["3", "4", "3", "3"], [3, 4, 3, 3])
    assert (game.over, game.score) == (False, (60, 70))
    game = play_one(game, ["3", "4", "3", "3"], [3, 4, 3, 3])
    assert (game.over, game.winner, game.standing.score, game.score) == (True, 1, (120, 140), (120, 190))
    answer = score(request([450, 0], set={"end.win_bonus": 50}))
    assert (answer["over"], answer["points"], answer["score"]) == (True, [60, 70], [510, 70])


def test_a_draw_brings_nobody_the_bonus() -> None:
    rules = load_rules("std4", {"end.win_bonus": 50, "end.max_hands": 1})
    game = play_one(Game.start(rules), ["3", "4", "3", "2"], [3, 4, 3, 3])
    assert (game.over, game.winner, game.score) == (True, 1, (60, 111))
    level = Game(rules, 3, Standing((1, 0), (0, 0), (0, 0)))
    game = play_one(level, ["3", "3", "3", "3"], [3, 3, 3, 4])
    assert (game.over, game.winner, game.score) == (True, None, (61, 61))


def test_the_deal_passes_to_the_left() -> None:
    game = Game.start(load_rules("std4"))
    dealers = []
    for _ in range(5):
        dealers.append(game.dealer)
        game = play_one(game, ["3", "4", "3", "3"], [3, 4, 3, 3])
    assert dealers == [3, 0, 1, 2, 3]


def test_a_game_of_random_hands_is_the_sum_of_its_hands() -> None:
    rules = load_rules("about4", {"end.lose_at": -300})
    game, records = random_game(rules, random.Random(4))
    assert game.over
    assert [record["hand_in_game"] for record in records] == list(range(1, game.hands + 1))
    assert [record["dealer"] for record in records] == [(3 + hand) % 4 for hand in range(game.hands)]


def test_a_game_that_is_over_is_not_dealt() -> None:
    game, _ = random_game(load_rules("std4", {"end.max_hands": 1}), random.Random(5))
    with pytest.raises(RuntimeError, match="over"):
        game.deal([holding.split() for holding in STAIRCASE])
