"""Properties of whatever the engine plays: rule sets, seeds, line-ups and ranges drawn by hypothesis."""

from __future__ import annotations

import dataclasses
import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from random_hands import random_options
from wild import wild

from simspades.cards import STANDARD
from simspades.engine import Block, Situation, Table
from simspades.engine import layout as at
from simspades.engine.trace import Decision, hand_traces
from simspades.rules import Ruleset, load_rules
from simspades.strategies.load import load_strategy
from simspades.strategies.model import Strategy

PLAYERS = [wild, load_strategy("basic"), load_strategy("steady"), load_strategy("random")]
MAX_HANDS = 12

seeds = st.integers(0, (1 << 64) - 1)
firsts = st.integers(0, 1 << 40)
lineups = st.lists(st.sampled_from(PLAYERS), min_size=4, max_size=4)


@st.composite
def rule_sets(draw: st.DrawFn) -> Ruleset:
    options = random_options(random.Random(draw(st.integers(0, 1 << 32))))
    return load_rules({"base": draw(st.sampled_from(["std4", "about4"]))} | options)


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    by_side = st.tuples(st.integers(-500, 500), st.integers(-500, 500))
    return Situation(draw(by_side), draw(st.tuples(st.integers(0, 20), st.integers(0, 20))), draw(st.integers(1, 9)))


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> None:
    assert one.keys() == other.keys()
    for name in one:
        np.testing.assert_array_equal(one[name], other[name], err_msg=name)


def cut(columns: dict[str, np.ndarray], start: int, stop: int) -> dict[str, np.ndarray]:
    return {name: column[..., start:stop] for name, column in columns.items()}


@settings(max_examples=30)
@given(rule_sets(), lineups, situations(), seeds, firsts)
def test_a_hand_is_52_cards_and_13_tricks(
    rules: Ruleset, lineup: list[Strategy], situation: Situation, seed: int, first: int
) -> None:
    table = Table(rules, lineup, situation)
    block = table.play(seed, first, 40, trace=True, holdings=True, features=True)
    hands = block.hands
    assert (np.bitwise_count(hands["cards"]) == 13).all()
    assert (np.bitwise_or.reduce(hands["cards"]) == (1 << 52) - 1).all()
    assert (hands["tricks"].sum(axis=0) == 13).all()
    assert (hands["tricks"] >= 0).all()
    for row, trace in enumerate(hand_traces(table, block)):
        assert [holding.cards for holding in trace.dealt] == hands["cards"][:, row].tolist()
        held = tuple(holding.cards for holding in trace.held)
        assert sum(held) == (1 << 52) - 1
        cards = [step.choice for step in trace.steps if step.decision is Decision.PLAY]
        assert sorted(cards) == [1 << bit for bit in range(52)]
        _follows_and_wins(held, cards, [step.seat for step in trace.plays], hands["tricks"][:, row].tolist())


def _follows_and_wins(held: tuple[int, ...], cards: list[int], seats: list[int], tricks: list[int]) -> None:
    """From cards and seats alone: everybody follows suit who can, and the winner leads to the next trick."""
    left, won = list(held), [0] * 4
    for start in range(0, 52, 4):
        led = next(suit for suit in STANDARD.suit_masks if suit & cards[start])
        for card, seat in zip(cards[start : start + 4], seats[start : start + 4], strict=True):
            assert card & left[seat]
            assert card & led or not left[seat] & led
            left[seat] &= ~card
        assert sorted(seats[start : start + 4]) == [0, 1, 2, 3]
        spades = STANDARD.suit_masks[3]
        best = max(range(start, start + 4), key=lambda k: (cards[k] & spades, cards[k] & led))
        won[seats[best]] += 1
        assert start == 48 or seats[start + 4] == seats[best]
    assert won == tricks


@settings(max_examples=30)
@given(rule_sets(), lineups, seeds, st.data())
def test_the_last_digit_of_a_score_is_its_bags(
    rules: Ruleset, lineup: list[Strategy], seed: int, data: st.DataObject
) -> None:
    """With a point a bag, all other values multiples of ten, and every bag counted."""
    rules = load_rules(
        rules,
        {
            "bags.points": 1,
            "bags.display_units": False,
            "bags.penalty": data.draw(st.sampled_from([0, 50, 100])),
            "bags.threshold": data.draw(st.sampled_from([10, 20])),
            "blind_nil.no_bag_penalty": False,
        },
    )
    bags = data.draw(st.tuples(st.integers(0, 9), st.integers(0, 9)))
    tens = data.draw(st.tuples(st.integers(-30, 30), st.integers(-30, 30)))
    score = tuple(10 * ten + digit for ten, digit in zip(tens, bags, strict=True))
    hands = Table(rules, lineup, Situation(score, bags)).play(seed, 0, 200).hands
    assert (hands["score"] % 10 == hands["bags_total"] % 10).all()
    games = Table(rules, lineup, None, MAX_HANDS).play(seed, 0, 20).hands
    assert (games["score"] % 10 == games["bags_total"] % 10).all()


@settings(max_examples=30)
@given(rule_sets(), lineups, seeds, firsts)
def test_scores_and_bags_add_up_over_a_game(rules: Ruleset, lineup: list[Strategy], seed: int, first: int) -> None:
    block = Table(rules, lineup, None, MAX_HANDS).play(seed, first, 20)
    hands, games = block.hands, block.games
    assert games is not None
    ends = games["hands"].cumsum()
    for index, (start, stop) in enumerate(zip([0, *ends], ends, strict=False)):
        hand = cut(hands, start, stop)
        assert (hand["game"] == first + index).all()
        assert (hand["hand_in_game"] == np.arange(1, stop - start + 1)).all()
        assert (hand["dealer"] == (np.arange(stop - start) + 3) % 4).all()
        np.testing.assert_array_equal(hand["score"], hand["points"].cumsum(axis=1))
        winner = int(games["winner"][index])
        bonus = [rules.end.win_bonus if side == winner else 0 for side in range(2)]
        np.testing.assert_array_equal(games["score"][:, index], hand["score"][:, -1] + bonus)
        np.testing.assert_array_equal(games["bags_taken"][:, index], hand["bags"].sum(axis=1))
    assert ends[-1] == hands["game"].size


@settings(max_examples=25)
@given(rule_sets(), lineups, situations(), seeds, firsts, st.data())
def test_a_block_is_what_its_pieces_are(
    rules: Ruleset, lineup: list[Strategy], situation: Situation, seed: int, first: int, data: st.DataObject
) -> None:
    """Hands mode: any cut, and a hand alone, wherever it stood among the lanes; the trace changes nothing."""
    count = data.draw(st.integers(1, 2 * at.LANES + 30))
    where = data.draw(st.integers(0, count - 1))
    table = Table(rules, lineup, situation)
    whole = table.play(seed, first, count, features=True, holdings=True).hands
    pieces = [
        table.play(seed, first, where, features=True, holdings=True).hands if where else cut(whole, 0, 0),
        table.play(seed, first + where, 1, features=True, holdings=True, trace=True).hands,
        table.play(seed, first + where + 1, count - where, features=True, holdings=True).hands,
    ]
    same(cut(whole, 0, where), pieces[0])
    same(cut(whole, where, where + 1), pieces[1])
    same(cut(whole, where + 1, count), cut(pieces[2], 0, count - where - 1))


@settings(max_examples=25)
@given(rule_sets(), lineups, seeds, firsts, st.data())
def test_games_are_what_their_pieces_are(
    rules: Ruleset, lineup: list[Strategy], seed: int, first: int, data: st.DataObject
) -> None:
    """Games mode: lanes take games as they come free, and nothing of that is seen."""
    count = data.draw(st.integers(1, at.LANES + 30))
    where = data.draw(st.integers(0, count - 1))
    table = Table(rules, lineup, None, MAX_HANDS)
    whole, alone = table.play(seed, first, count), table.play(seed, first + where, 1, trace=True)
    rest = table.play(seed, first + where, count - where)
    assert whole.games is not None
    start = int(whole.games["hands"][:where].sum())
    length = int(whole.games["hands"][where])
    _same_games(whole, where, start, where + 1, start + length, alone)
    _same_games(whole, where, start, count, whole.hands["game"].size, rest)


def _same_games(whole: Block, first_game: int, first_hand: int, end_game: int, end_hand: int, piece: Block) -> None:
    assert whole.games is not None
    assert piece.games is not None
    same(cut(whole.games, first_game, end_game), piece.games)
    same(cut(whole.hands, first_hand, end_hand), piece.hands)


@settings(max_examples=20)
@given(rule_sets(), lineups, situations(), seeds)
def test_a_trace_can_be_read_in_any_block(
    rules: Ruleset, lineup: list[Strategy], situation: Situation, seed: int
) -> None:
    """What a hand's trace says is the same in a long block and alone, whatever the lanes around it do."""
    table = Table(rules, lineup, situation)
    traces = list(hand_traces(table, table.play(seed, 0, at.LANES + 12, trace=True)))
    for number in (0, 77, at.LANES - 1, at.LANES + 11):
        [alone] = hand_traces(table, table.play(seed, number, 1, trace=True))
        assert alone == traces[number]


def twin(strategy: Strategy) -> Strategy:
    """A strategy that plays like another, but is one of its own for the engine: its parameter does nothing."""
    return dataclasses.replace(strategy, parameters={**strategy.parameters, "idle": 1}, name=f"{strategy.name} twin")


@settings(max_examples=20)
@given(rule_sets(), st.sampled_from([wild, load_strategy("steady")]), situations(), seeds)
def test_how_many_strategies_there_are_is_not_seen(
    rules: Ruleset, strategy: Strategy, situation: Situation, seed: int
) -> None:
    """One strategy, the same a side each (a schedule of its own), or the same mixed by seat: the same hands."""
    other = twin(strategy)
    alone = Table(rules, [strategy] * 4, situation).play(seed, 0, 200, trace=True)
    for lineup in ([strategy, other] * 2, [other, strategy] * 2, [strategy, other, other, other]):
        table = Table(rules, lineup, situation)
        assert table.n_kinds == 2
        same(alone.hands, table.play(seed, 0, 200).hands)
    games = Table(rules, [strategy] * 4, None, MAX_HANDS).play(seed, 0, 20)
    sides = Table(rules, [strategy, other] * 2, None, MAX_HANDS).play(seed, 0, 20)
    same(games.hands, sides.hands)
