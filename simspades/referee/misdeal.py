"""Misdeals: holdings that their player may throw in (`misdeal.conditions`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from simspades.referee.pack import SPADES, Pack
from simspades.rules import Ruleset

#: The same dealer deals again, without end in principle; after so many the hand is played as dealt (INT-75).
MOST_MISDEALS = 50
LONG_SUIT = 7


def qualifies(rules: Ruleset, holding: Sequence[str], pack: Pack) -> bool:
    """Whether a holding, as it was dealt, meets one of the conditions of the rules.

    >>> from simspades.cards import STANDARD
    >>> from simspades.referee.pack import pack_of
    >>> from simspades.rules import load_rules
    >>> rules = load_rules("std4", {"misdeal.conditions": ["no_court_cards"]})
    >>> qualifies(rules, "AS TS 5S 4S 3S 2S TH 4H TD 5D 2D 9C 8C".split(), pack_of(STANDARD))
    True
    """
    return any(CONDITIONS[condition](holding, pack) for condition in rules.misdeal.conditions)


def has_no_spades(holding: Sequence[str], pack: Pack) -> bool:
    """``no_spades``: by effective suit, so a joker or a promoted deuce is one."""
    return _spades(holding, pack) == 0


def has_one_spade(holding: Sequence[str], pack: Pack) -> bool:
    """``one_spade``: one or none."""
    return _spades(holding, pack) <= 1


def has_a_long_suit(holding: Sequence[str], pack: Pack) -> bool:
    """``seven_card_suit``: seven or more of a suit."""
    suits = [pack.suit[card] for card in holding]
    return max(suits.count(suit) for suit in "CDHS") >= LONG_SUIT


def has_no_court_cards(holding: Sequence[str], pack: Pack) -> bool:
    """``no_court_cards``: no king, queen or jack; aces and jokers are none."""
    return not any(card[0] in "KQJ" for card in holding)


def has_one_spade_and_a_long_suit(holding: Sequence[str], pack: Pack) -> bool:
    """``one_spade_and_seven_card_suit``: both at once."""
    return has_one_spade(holding, pack) and has_a_long_suit(holding, pack)


CONDITIONS: dict[str, Callable[[Sequence[str], Pack], bool]] = {
    "no_spades": has_no_spades,
    "one_spade": has_one_spade,
    "seven_card_suit": has_a_long_suit,
    "no_court_cards": has_no_court_cards,
    "one_spade_and_seven_card_suit": has_one_spade_and_a_long_suit,
}


def _spades(holding: Sequence[str], pack: Pack) -> int:
    return sum(pack.suit[card] == SPADES for card in holding)
