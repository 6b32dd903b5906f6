"""The deck as the referee sees it: what suit a card is of, how high it stands, and how many copies there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from simspades.cards import Deck

SPADES = "S"
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


@dataclass(frozen=True, slots=True)
class Pack:
    """Effective suit, height within it, and number of copies, by the name of the card.

    High trumps are spades (RULEBOOK 0.2), so nothing in the referee ever looks at the letters of a card's name.
    """

    suit: Mapping[str, str]
    height: Mapping[str, int]
    copies: Mapping[str, int]


@lru_cache(maxsize=256)
def pack_of(deck: Deck) -> Pack:
    """The tables of a deck.

    >>> pack = pack_of(Deck(jokers=2, removed=("2C", "2H"), high_trumps=("BJ", "LJ", "2D", "2S")))
    >>> pack.suit["2D"], pack.height["2D"] > pack.height["AS"], "2C" in pack.copies
    ('S', True, False)
    """
    copies = Counter(deck.cards)
    return Pack(
        suit={card: deck.suit_of(card) for card in copies},
        height={card: deck.rank_order(card) for card in copies},
        copies=copies,
    )


def holds(holding: Sequence[str], suit: str, pack: Pack) -> bool:
    """Whether a holding has a card of the suit."""
    return any(pack.suit[card] == suit for card in holding)


def in_display_order(cards: Sequence[str], pack: Pack) -> list[str]:
    """Cards sorted as they are printed: spades, hearts, diamonds, clubs, each from high to low."""
    return sorted(cards, key=lambda card: ("SHDC".index(pack.suit[card]), -pack.height[card]))
