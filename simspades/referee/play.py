"""Which cards may be played, and when spades are broken.

Each rule narrows the cards that the rules before it have left; one that would leave nothing leaves everything. So a
player who holds nothing but spades may lead one, and a duty that nobody can meet is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from simspades.referee.pack import SPADES, SUIT_NAMES, Pack, holds
from simspades.referee.table import Table
from simspades.referee.trick import beats, winning_position
from simspades.referee.verdict import Fault
from simspades.rules import Ruleset


class Situation(NamedTuple):
    """What the legality of a card depends on.

    ``trick`` counts from 1; ``played`` are the cards of the trick so far, none for the leader.
    """

    rules: Ruleset
    pack: Pack
    seat: int
    holding: Sequence[str]
    trick: int
    played: Sequence[str]
    spades_broken: bool

    @property
    def led(self) -> str | None:
        """The suit led, None for the leader."""
        return self.pack.suit[self.played[0]] if self.played else None


class Rule(NamedTuple):
    """A rule of play: its option, the cards that it leaves of those before it, and why it forbids the others."""

    option: str
    allowed: Callable[[Situation, Sequence[str]], Sequence[str]]
    reason: Callable[[Situation], str]


def legal_cards(situation: Situation) -> list[str]:
    """The cards of the holding that may be played now."""
    cards = situation.holding
    for rule in RULES:
        cards = rule.allowed(situation, cards) or cards
    return list(cards)


def card_fault(situation: Situation, card: str) -> Fault | None:
    """Why this card may not be played, or None if it may."""
    cards = situation.holding
    if card not in cards:
        return Fault("play.holding", f"seat {situation.seat} does not hold {card}")
    for rule in RULES:
        left = rule.allowed(situation, cards) or cards
        if left is not cards and card not in left:
            return Fault(rule.option, rule.reason(situation))
        cards = left
    return None


# --- the rules, in the order in which they are asked ---


def following(situation: Situation, cards: Sequence[str]) -> Sequence[str]:
    """`play.follow`: follow the suit led if able; otherwise any card, there is no duty to trump."""
    suit, led = situation.pack.suit, situation.led
    return cards if led is None else [card for card in cards if suit[card] == led]


def in_the_first_trick(situation: Situation, cards: Sequence[str]) -> Sequence[str]:
    """`play.first_trick`: the lowest club is led; what the others play depends on the rule.

    ``lowest_club``: everybody plays his lowest club, and who has none no spade. ``lowest_club_spade_ok``: the same,
    but who has none may play a spade. ``lead_2c``: the others play as to any trick.
    """
    rule = situation.rules.play.first_trick if situation.trick == 1 else "normal"
    if rule == "normal":
        return cards
    clubs = [card for card in cards if situation.pack.suit[card] == "C"]
    if clubs and (situation.led is None or (situation.led == "C" and rule != "lead_2c")):
        lowest = min(situation.pack.height[card] for card in clubs)
        return [card for card in clubs if situation.pack.height[card] == lowest]
    return without_spades(situation, cards) if rule == "lowest_club" else cards


def leading(situation: Situation, cards: Sequence[str]) -> Sequence[str]:
    """`play.spade_lead`: when a spade may be led.

    ``any_time``: always. ``broken``: once spades are broken, in the first trick as in any other. ``ny3``: in tricks 1
    to 3 once spades are broken, from trick 4 on always. Whoever holds nothing but spades may always lead one.
    """
    if situation.played:
        return cards
    rule = situation.rules.play.spade_lead
    may_lead = rule == "any_time" or situation.spades_broken or (rule == "ny3" and situation.trick >= 4)
    return cards if may_lead else without_spades(situation, cards)


def sparing_spades(situation: Situation, cards: Sequence[str]) -> Sequence[str]:
    """`play.first_trick_spades=barred`: no spade on the first trick by one who has anything else to play."""
    if situation.trick != 1 or situation.rules.play.first_trick_spades != "barred":
        return cards
    return without_spades(situation, cards)


def shaking(situation: Situation, cards: Sequence[str]) -> Sequence[str]:
    """`play.rake_shake`: everybody plays his highest spade to a led big joker."""
    if not situation.rules.play.rake_shake or not situation.played or situation.played[0] != "BJ":
        return cards
    heights = [situation.pack.height[card] for card in cards if situation.pack.suit[card] == SPADES]
    return [
        card for card in cards if situation.pack.suit[card] == SPADES and situation.pack.height[card] == max(heights)
    ]


def overtaking(situation: Situation, cards: Sequence[str]) -> Sequence[str]:
    """`play.must_beat`: whoever can beat the card that is winning must do so, with a spade too if he is void."""
    if not situation.rules.play.must_beat or not situation.played:
        return cards
    best = situation.played[winning_position(situation.played, situation.pack)]
    return [card for card in cards if beats(card, best, situation.pack)]


def in_form(situation: Situation, cards: Sequence[str]) -> Sequence[str]:
    """`play.form`: ``screamer`` plays a spade only where nothing else is left, ``assassin`` wherever one may."""
    form = situation.rules.play.form
    if form == "screamer":
        return without_spades(situation, cards)
    if form == "assassin":
        return [card for card in cards if situation.pack.suit[card] == SPADES]
    return cards


def without_spades(situation: Situation, cards: Sequence[str]) -> Sequence[str]:
    """The cards that are no spades."""
    suit = situation.pack.suit
    return [card for card in cards if suit[card] != SPADES]


def _must_follow(situation: Situation) -> str:
    return f"seat {situation.seat} holds {SUIT_NAMES[situation.led or SPADES]} and must follow"


def _first_trick(situation: Situation) -> str:
    if not holds(situation.holding, "C", situation.pack):
        return f"seat {situation.seat} has no club, and no spade may be played to the first trick"
    return f"seat {situation.seat} has to play its lowest club to the first trick"


def _not_broken(situation: Situation) -> str:
    until = " in tricks 1 to 3" if situation.rules.play.spade_lead == "ny3" else ""
    return f"spades are not broken and may not be led{until}, and seat {situation.seat} holds another suit"


def _barred(situation: Situation) -> str:
    return f"no spade may be played to the first trick, and seat {situation.seat} has another card"


def _shake(situation: Situation) -> str:
    return f"the big joker is led, and seat {situation.seat} has to play its highest spade"


def _must_beat(situation: Situation) -> str:
    return f"seat {situation.seat} can beat the card that is winning and must"


def _form(situation: Situation) -> str:
    if situation.rules.play.form == "screamer":
        return f"seat {situation.seat} plays a spade, but has another card to play"
    return f"seat {situation.seat} may play a spade and must"


RULES = (
    Rule("play.follow", following, _must_follow),
    Rule("play.first_trick", in_the_first_trick, _first_trick),
    Rule("play.spade_lead", leading, _not_broken),
    Rule("play.first_trick_spades", sparing_spades, _barred),
    Rule("play.rake_shake", shaking, _shake),
    Rule("play.must_beat", overtaking, _must_beat),
    Rule("play.form", in_form, _form),
)


# --- who leads, and what breaks spades ---


def first_leader(table: Table, dealer: int, holdings: Sequence[Sequence[str]], order: Sequence[int]) -> int:
    """The seat that leads to the first trick.

    `play.first_lead`: at the dealer's left, the dealer, the second drawer (at the first drawer's left), or the holder
    of 2C. `play.first_trick`: whoever has the lowest club in play, where it has to be led; of two packs' two lowest
    the one nearer to the dealer's left. Where no club is in play it is the usual leader.
    """
    play = table.rules.play
    usual = dealer if play.first_lead == "dealer" else table.left_of(dealer)
    if play.first_trick == "normal" and play.first_lead != "holder_2c":
        return usual
    start = order.index(table.left_of(dealer))
    seats = [*order[start:], *order[:start]]
    clubs = {seat: [card for card in holdings[seat] if table.pack.suit[card] == "C"] for seat in seats}
    lowest = {seat: min(table.pack.height[card] for card in held) for seat, held in clubs.items() if held}
    return min(lowest, key=lambda seat: lowest[seat]) if lowest else usual


def breaks_spades(situation: Situation, card: str) -> bool:
    """Whether playing this card breaks spades.

    `play.spade_lead`: a spade on a trick led with another suit does, whether or not it wins.
    `play.forced_lead_breaks`: so may the lead of a spade by one who holds nothing else.
    """
    if situation.pack.suit[card] != SPADES:
        return False
    if situation.led is not None:
        return situation.led != SPADES
    return bool(situation.rules.play.forced_lead_breaks) and only_spades(situation)


def only_spades(situation: Situation) -> bool:
    """Whether the seat holds nothing but spades."""
    return all(situation.pack.suit[card] == SPADES for card in situation.holding)
