"""Company for a strategy that is checked: a player who goes everywhere, so that every kind of decision comes up."""

from __future__ import annotations

from typing import Any

from simspades.strategies.helpers import count, pick
from simspades.strategies.library.random import play
from simspades.strategies.model import Strategy


def blind(v: Any) -> bool:
    """Call a blind nil every fourth time."""
    calls: bool = v.random & 3 == 0
    return calls


def bid(v: Any) -> int:
    """A nil every fourth time, otherwise mostly low numbers and sometimes any."""
    bits = v.random & 31
    highest_number = v.n_tricks if bits == 31 else 5
    number = 1 + (((v.random >> 8) & 0xFFFF) * highest_number >> 16)
    return 0 if v.may_nil and bits < 8 else number


def exchange(v: Any) -> int:
    """Any cards of the holding; sometimes none, where the exchange may be declined."""
    chosen = 0
    for k in range(4):
        card = pick(v.hand & ~chosen, v.random >> (8 * k))
        chosen |= card if count(chosen) < v.n_cards else 0
    return 0 if v.may_decline and (v.random >> 40) & 3 == 0 else chosen


def request(v: Any) -> int:
    """Any of the four suits."""
    k = v.random & 3
    if k < 2:
        return int(v.clubs if k == 0 else v.diamonds)
    return int(v.hearts if k == 2 else v.spades)


anybody = Strategy(
    bid=bid, play=play, blind=blind, exchange=exchange, request=request, name="anybody", doc="Company for checks."
)
