"""A hand as text in games with a dummy, with six players and with two: who won each trick, and whose it was."""

from __future__ import annotations

import random

import pytest
from random_play import RandomHand
from record_games import call_code

from simspades.engine.trace import Decision, HandTrace, Holding, Step
from simspades.referee import Standing
from simspades.report.hand_text import LETTERS, hand_text
from simspades.rules import load_rules
from simspades.runs.replay import Replay


def replayed(name: str, seed: int) -> tuple[RandomHand, str]:
    """A random legal hand and its text."""
    rules = load_rules(name, [] if name == "three" else ["blind_nil.enabled=false"])
    played = RandomHand(rules, random.Random(seed), rules.players - 1, 2, Standing.start(rules.n_sides))
    hand, deck = played.hand, rules.deck
    n = len(hand.order)
    steps = []
    for number, card in enumerate(played.record["plays"]):
        trick, place = divmod(number, n)
        leader = hand.winners[trick - 1] if trick else leader_of_the_first_trick(played)
        seat = hand.order[(hand.order.index(leader) + place) % n]
        steps.append(Step(Decision.PLAY, seat, trick + 1, 1 << deck.bit(card), 1 << deck.bit(card), True))
    trace = HandTrace(
        rules=rules,
        by_game=False,
        game=7,
        hand_in_game=2,
        dealer=hand.dealer,
        before={"score": [0] * rules.n_sides, "bags": [0] * rules.n_sides, "tie_break": False},
        dealt=tuple(Holding(*deck.masks(holding)) for holding in hand.dealt),
        held=(),
        calls=tuple(call_code(call, rules.n_tricks) for call in hand.calls),
        steps=tuple(steps),
        gifts=(),
        details={},
    )
    result = {**hand.settle().answer(), "tricks": list(hand.tricks)}
    return played, hand_text(Replay(7, trace, ("basic",) * rules.players, name, result, ""), LETTERS)


def leader_of_the_first_trick(played: RandomHand) -> int:
    """Counted back from the winner by the place of his card, the later of two equal ones."""
    hand, n = played.hand, len(played.hand.order)
    cards = played.record["plays"][:n]
    place = n - 1 - cards[::-1].index(hand.winning_cards[0])
    return hand.order[(hand.order.index(hand.winners[0]) - place) % n]


@pytest.mark.parametrize("name", ["three_dummy", "six", "two_about", "solo4", "three"])
@pytest.mark.parametrize("seed", range(6))
def test_the_winners_of_the_tricks(name: str, seed: int) -> None:
    played, text = replayed(name, seed)
    lines = text.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("trick"))
    rows = lines[start + 1 : start + 1 + len(played.hand.winners)]
    tallies = [row.split()[-1] for row in rows]
    assert [int(row.split()[-2]) for row in rows] == played.hand.winners
    assert tallies[-1] == "-".join(map(str, played.hand.tricks))


def test_the_dummy_has_a_holding_and_no_bid() -> None:
    played, text = replayed("three_dummy", 1)
    line = next(line for line in text.splitlines() if line.startswith("3 "))
    assert line.split()[1:3] == ["dummy", "-"]
    declarer = played.hand.declarer
    assert f"the dummy won {played.hand.tricks[3]} tricks with seat {declarer}" in text
    assert "seat 3" in text
