"""Who wins a trick."""

from __future__ import annotations

from collections.abc import Sequence

from simspades.referee.pack import SPADES, Pack


def beats(card: str, best: str, pack: Pack) -> bool:
    """Whether a card, played later, beats the one that is winning so far.

    `play.follow`: the highest spade wins, else the highest card of the suit led; a card of another suit never wins.
    `play.duplicate`: of two identical cards the second beats the first.
    """
    if pack.suit[card] == pack.suit[best]:
        return pack.height[card] >= pack.height[best]
    return pack.suit[card] == SPADES


def winning_position(cards: Sequence[str], pack: Pack) -> int:
    """The position, from 0 for the lead, of the card that wins a trick.

    >>> from simspades.cards import STANDARD
    >>> from simspades.referee.pack import pack_of
    >>> winning_position(["9H", "JH", "2S", "AD"], pack_of(STANDARD))
    2
    """
    best = 0
    for position in range(1, len(cards)):
        if beats(cards[position], cards[best], pack):
            best = position
    return best
