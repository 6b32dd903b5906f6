"""Which cards may be played, and when spades are broken.

Each rule is a function that returns a :class:`Fault` if it forbids the card, else None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from simspades.referee.pack import SPADES, SUIT_NAMES, Pack, holds
from simspades.referee.table import Table
from simspades.referee.verdict import Fault
from simspades.rules import Ruleset


class Situation(NamedTuple):
    """What the legality of a card depends on.

    ``trick`` counts from 1; ``led`` is the suit led, None for the leader.
    """

    rules: Ruleset
    pack: Pack
    seat: int
    holding: Sequence[str]
    trick: int
    led: str | None
    spades_broken: bool


def first_leader(table: Table, dealer: int) -> int:
    """The seat that leads to the first trick (`play.first_lead`): at the dealer's left, or the dealer."""
    return dealer if table.rules.play.first_lead == "dealer" else table.left_of(dealer)


def legal_cards(situation: Situation) -> list[str]:
    """The cards of the holding that may be played now."""
    return [card for card in situation.holding if card_fault(situation, card) is None]


def card_fault(situation: Situation, card: str) -> Fault | None:
    """Why this card may not be played, or None if it may."""
    if card not in situation.holding:
        return Fault("play.holding", f"seat {situation.seat} does not hold {card}")
    if situation.led is None:
        return spade_led_too_early(situation, card)
    return does_not_follow(situation, card, situation.led)


def does_not_follow(situation: Situation, card: str, led: str) -> Fault | None:
    """`play.follow`: follow the suit led if able; otherwise any card, there is no duty to trump."""
    if situation.pack.suit[card] == led or not holds(situation.holding, led, situation.pack):
        return None
    return Fault("play.follow", f"seat {situation.seat} holds {SUIT_NAMES[led]} and must follow")


def spade_led_too_early(situation: Situation, card: str) -> Fault | None:
    """`play.spade_lead`: when a spade may be led.

    ``any_time``: always. ``broken``: once spades are broken, in the first trick as in any other. ``ny3``: in tricks 1
    to 3 once spades are broken, from trick 4 on always. Whoever holds nothing but spades may always lead one.
    """
    rule = situation.rules.play.spade_lead
    if situation.pack.suit[card] != SPADES or rule == "any_time" or situation.spades_broken:
        return None
    if (rule == "ny3" and situation.trick >= 4) or only_spades(situation):
        return None
    until = " in tricks 1 to 3" if rule == "ny3" else ""
    return Fault(
        "play.spade_lead",
        f"spades are not broken and may not be led{until}, and seat {situation.seat} holds another suit",
    )


def breaks_spades(situation: Situation, card: str) -> bool:
    """Whether playing this card breaks spades.

    `play.spade_lead`: a spade on a trick led with another suit does, whether or not it wins.
    `play.forced_lead_breaks`: so may the lead of a spade by one who holds nothing else.
    """
    if situation.pack.suit[card] != SPADES:
        return False
    if situation.led is not None:
        return situation.led != SPADES
    return situation.rules.play.forced_lead_breaks and only_spades(situation)


def only_spades(situation: Situation) -> bool:
    """Whether the seat holds nothing but spades."""
    return all(situation.pack.suit[card] == SPADES for card in situation.holding)
