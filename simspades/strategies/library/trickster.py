"""``trickster``: the published rules of TricksterBots put together, in our own words (HEURISTICS.md sections 1, 2 and
4).

Its estimate rounded down, its nil test, take while the contract needs more than the sure tricks, its set test, and its
rule for when to bust a nil; leads into the partner's void; second hand low before a void opponent, the lowest of equals
in third hand. A nil is covered and attacked as the sources agree.
"""

from __future__ import annotations

from typing import Any

from simspades.strategies.helpers import NIL
from simspades.strategies.model import Strategy
from simspades.strategies.parts.attacks import eliters_attack_lead, eliters_attacks
from simspades.strategies.parts.bags import bags_are_free
from simspades.strategies.parts.counts import tricksterbots_count
from simspades.strategies.parts.covers import andrews_cover, andrews_cover_lead
from simspades.strategies.parts.follows import (
    duck,
    last_hand,
    partner_has_it,
    partner_to_come,
    third_hand,
    tricksterbots_second_hand,
)
from simspades.strategies.parts.leads import tricksterbots_lead
from simspades.strategies.parts.modes import tricksterbots_busts_nil, tricksterbots_sets, tricksterbots_takes
from simspades.strategies.parts.nils import tricksterbots_nil
from simspades.strategies.parts.standing import for_table, legal_number, partner_room
from simspades.strategies.parts.suits import choose, fulfil, low_of, side_cards


def bid(v: Any) -> int:
    """The estimate rounded down, at least one, at most what the partner leaves; nil by the test."""
    points = tricksterbots_count(v)
    number = partner_room(v, for_table(v, points) >> 10)
    nil = v.may_nil & v.has_partner & tricksterbots_nil(v, points, v.nil_exchange)
    return choose(nil, NIL, legal_number(v, choose(number > 1, number, 1)))


def wants(v: Any) -> bool:
    """Whether to take tricks."""
    return tricksterbots_takes(v) | tricksterbots_sets(v) | bags_are_free(v)


def lead(v: Any) -> int:
    """The wish for a lead, by mode."""
    low = low_of(v.legal)
    busts = (v.left_nil | v.right_nil) & tricksterbots_busts_nil(v)
    wish = choose(wants(v), tricksterbots_lead(v), low)
    wish = choose(busts, eliters_attack_lead(v), wish)
    wish = choose(v.partner_nil, andrews_cover_lead(v), wish)
    return choose(v.my_nil, low, wish)


def follow(v: Any) -> int:
    """The wish for any other card, by mode."""
    low, ducks = low_of(side_cards(v)), duck(v)
    later = choose(partner_has_it(v) | (v.beats == 0), low, choose(v.last, last_hand(v), third_hand(v)))
    takes = choose(partner_to_come(v), tricksterbots_second_hand(v, low), later)
    busts = (v.left_nil | v.right_nil) & tricksterbots_busts_nil(v)
    wish = choose(wants(v) & (not eliters_attacks(v, busts)), takes, ducks)
    wish = choose(v.partner_nil, andrews_cover(v, low), wish)
    return choose(v.my_nil, ducks, wish)


def play(v: Any) -> int:
    """A card, by the mode that nils and contracts call for."""
    return fulfil(lead(v) if v.leading else follow(v))


trickster = Strategy(
    bid=bid,
    play=play,
    name="trickster",
    doc="The published rules of TricksterBots: its estimate, nils, modes and leads.",
)
