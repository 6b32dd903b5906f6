"""The engine against the referee: 20,100 hands and 1,000 games of random rule sets and line-ups, decision by decision.

``scripts/verify`` goes on from here for as many hands as one likes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from differential import GAMES_A_CASE, HANDS_A_CASE, Case, check_case, games_case, hands_case

HANDS_CASES = 134
GAMES_CASES = 100
#: A test is so many cases; of each three, one has all that was legal compared at every step.
CASES_A_TEST = 20

IN_EVERY_HAND = {
    "hands",
    "nils",
    "blind nils allowed",
    "blind nils",
    "exchanges by nil.exchange",
    "exchanges by blind_nil.exchange",
    "exchanges declined",
    "requests",
    "penalties",
    "contracts set",
    "spades led unbroken",
}
IN_EVERY_GAME = {"games", "games capped", "games with a change of lead"}


def check(make: Callable[[int], Case], first: int, end: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for number in range(first, end):
        findings = check_case(make(number), legal_sets=number % 3 == 0)
        assert not findings.disagreements, "\n\n".join(findings.disagreements[:3])
        seen += findings.seen
    return seen


@pytest.mark.parametrize("first", range(0, HANDS_CASES, CASES_A_TEST))
def test_hands(first: int) -> None:
    end = min(first + CASES_A_TEST, HANDS_CASES)
    seen = check(hands_case, first, end)
    assert seen["hands"] == (end - first) * HANDS_A_CASE
    assert seen.keys() >= IN_EVERY_HAND, "cases that leave a path untrodden prove nothing about it"


@pytest.mark.parametrize("first", range(0, GAMES_CASES, CASES_A_TEST))
def test_games(first: int) -> None:
    end = min(first + CASES_A_TEST, GAMES_CASES)
    seen = check(games_case, first, end)
    assert seen["games"] == (end - first) * GAMES_A_CASE
    assert seen.keys() >= IN_EVERY_HAND | IN_EVERY_GAME, "cases that leave a path untrodden prove nothing about it"


def test_there_are_enough_of_them() -> None:
    assert HANDS_CASES * HANDS_A_CASE >= 20_000
    assert GAMES_CASES * GAMES_A_CASE >= 1_000
