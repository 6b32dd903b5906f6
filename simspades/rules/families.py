"""The games (RULEBOOK section A): what a family fixes and no option can change."""

from __future__ import annotations

from typing import Literal, NamedTuple

FamilyName = Literal["partnership4", "barmore", "new_york", "solo4", "six", "three", "three_dummy", "two"]


class Family(NamedTuple):
    """A family's table: persons, holdings dealt, sides that score, and the preset that stands for it."""

    players: int
    holdings: int
    n_sides: int
    preset: str

    @property
    def partners(self) -> bool:
        """Whether seats are tied in partnerships for the whole game."""
        return self.n_sides < self.players


FAMILIES: dict[str, Family] = {
    "partnership4": Family(players=4, holdings=4, n_sides=2, preset="std4"),
    "barmore": Family(players=4, holdings=4, n_sides=2, preset="barmore"),
    "new_york": Family(players=4, holdings=4, n_sides=2, preset="new_york"),
    "solo4": Family(players=4, holdings=4, n_sides=4, preset="solo4"),
    "six": Family(players=6, holdings=6, n_sides=3, preset="six"),
    "three": Family(players=3, holdings=3, n_sides=3, preset="three"),
    "three_dummy": Family(players=3, holdings=4, n_sides=3, preset="three_dummy"),
    "two": Family(players=2, holdings=2, n_sides=2, preset="two_about"),
}


def hand_size(family: str, deck_size: int) -> int:
    """The cards of a holding when play begins; only the game of three depends on the pack (17, or 18 with jokers)."""
    if family == "three":
        return deck_size // 3
    return 17 if family == "six" else 13


def fits(family: str, deck_size: int, extra_cards: bool) -> bool:
    """Whether a pack of so many cards can be dealt (RULEBOOK 0.6, check 1).

    >>> fits("three", 52, False), fits("six", 104, False)
    (True, False)
    """
    if family == "three":
        return deck_size in (51, 52, 54)
    if family == "two":
        return deck_size == 52  # 13 each, 26 thrown away in the draft
    return deck_size == FAMILIES[family].holdings * hand_size(family, deck_size) + 2 * extra_cards


def needed_cards(family: str, extra_cards: bool) -> str:
    """The pack that a family needs, in words."""
    if family == "three":
        return "51, 52 or 54 cards"
    if family == "six":
        return "102 cards"
    return "54 cards" if extra_cards else "52 cards"
