"""What happened in a hand, as far as its score depends on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from simspades.errors import RecordError
from simspades.referee.calls import Call
from simspades.referee.pack import SPADES, Pack, pack_of
from simspades.rules import Ruleset

Fact = TypeVar("Fact")


@dataclass(frozen=True)
class Facts:
    """The play of a hand.

    ``tricks`` counts them by seat. What else may be None where nobody told: the ``winners`` of the tricks in their
    order and the ``winning_cards``, the cards ``captured`` by each side, the ``ruffs`` (tricks won with a spade that
    was not led) by seat.
    """

    tricks: Sequence[int]
    winners: Sequence[int] | None = None
    winning_cards: Sequence[str] | None = None
    captured: Sequence[Sequence[str]] | None = None
    ruffs: Sequence[int] | None = None


@dataclass(frozen=True)
class Undertaken:
    """What was undertaken before the play.

    ``calls`` are by player, None for a hand that bids itself; ``raises`` by side (`bid.raise_round`). ``bemo``,
    ``big_bemo`` and ``aces`` are the sides that declared them. ``dealer`` decides between equal bids for a dummy;
    ``cancel_card`` is the card cut under `bags.cancel_card=cut_each_deal`.
    """

    calls: Sequence[Call] | None
    raises: Sequence[int | None] = ()
    bemo: frozenset[int] = frozenset()
    big_bemo: frozenset[int] = frozenset()
    aces: frozenset[int] = frozenset()
    dealer: int = 0
    cancel_card: str | None = None

    def raised(self, side: int) -> int | None:
        """The number that a side raised its own to, None if it did not."""
        return self.raises[side] if self.raises else None


@dataclass(frozen=True)
class Deeds:
    """The play as one side sees it; ``seats`` are the holdings whose tricks are the side's.

    ``bemo``, ``big_bemo`` and ``aces`` tell whether the side declared them, ``cancel_card`` the card of the hand.
    Every question that the facts do not answer raises :class:`RecordError` with the key that is missing.
    """

    pack: Pack
    facts: Facts
    side: int
    seats: Sequence[int]
    cancel_card: str | None = None
    bemo: bool = False
    big_bemo: bool = False
    aces: bool = False

    def ruffs(self, seats: Sequence[int]) -> int:
        """How many tricks these seats won with a spade that was not led."""
        ruffs = _told(self.facts.ruffs, "ruffs", "a no-trump bid (nt.enabled)")
        return sum(ruffs[seat] for seat in seats)

    def won_the_first(self, count: int) -> bool:
        """Whether the side won each of the first tricks."""
        winners = _told(self.facts.winners, "winners", "a bemo (bemo.enabled)")
        return all(seat in self.seats for seat in winners[:count])

    def captured_copies(self, cards: Sequence[str], reason: str) -> int:
        """How many of some cards, copies counted, lie in the tricks of the side."""
        captured = _told(self.facts.captured, "captured", reason)
        return sum(card in cards for card in captured[self.side])

    def captured_cancel_cards(self) -> int:
        """How many copies of the card of `bags.cancel_card` the side captured."""
        card = _told(self.cancel_card, "cancel_card", "bags.cancel_card")
        return self.captured_copies([card], "bags.cancel_card")

    def captured_all_aces(self) -> bool:
        """Whether all the aces of the pack lie in the tricks of the side (`aces.enabled`)."""
        aces = [card for card in self.pack.copies if card.startswith("A")]
        return self.captured_copies(aces, "aces.enabled") == sum(self.pack.copies[card] for card in aces)

    def last_high_spades(self) -> int:
        """How many tricks in a row at the end of the hand the side won with a nine of spades or better."""
        reason = "three.bonus_last_high_spades"
        winners = _told(self.facts.winners, "winners", reason)
        cards = _told(self.facts.winning_cards, "winning_cards", reason)
        run = 0
        for seat, card in zip(reversed(winners), reversed(cards), strict=True):
            if seat not in self.seats or self.pack.suit[card] != SPADES or self.pack.height[card] < HIGH_SPADE:
                break
            run += 1
        return run


def deeds_of(rules: Ruleset, undertaken: Undertaken, facts: Facts, side: int, seats: Sequence[int]) -> Deeds:
    """The play as a side sees it that has these seats in this hand."""
    card = rules.bags.cancel_card
    return Deeds(
        pack_of(rules.deck),
        facts,
        side,
        seats,
        cancel_card=undertaken.cancel_card if card == "cut_each_deal" else (card or "").removeprefix("fixed:"),
        bemo=side in undertaken.bemo,
        big_bemo=side in undertaken.big_bemo,
        aces=side in undertaken.aces,
    )


#: `three.bonus_last_high_spades`: the nine; high trumps stand above the ace.
HIGH_SPADE = 9


def _told(fact: Fact | None, key: str, reason: str) -> Fact:
    if fact is None:
        raise RecordError(f"the scoring request lacks the key {key}, which {reason} needs")
    return fact
