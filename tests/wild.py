"""A player for tests that goes everywhere: any legal call, blind nils, any exchange, any request, any legal card."""

from __future__ import annotations

from typing import Any

from simspades.strategies.helpers import count, pick
from simspades.strategies.model import Strategy


def blind(v: Any) -> bool:
    return v.random & 7 < 2


def bid(v: Any) -> int:
    """Often a nil, else a small number, seldom any number."""
    bits = v.random & 31
    if v.may_nil and bits < 8:
        return 0 if bits < 4 else 32
    span = v.n_tricks if bits == 31 else 5
    return 1 + (((v.random >> 8) & 0xFFFF) * span >> 16)


def _any_cards(v: Any) -> int:
    chosen = 0
    for k in range(3):
        card = pick(v.hand & ~chosen, v.random >> (8 * k))
        chosen |= card if count(chosen) < v.n_cards else 0
    return chosen


def exchange(v: Any) -> int:
    declines = v.may_decline and (v.random >> 40) & 3 == 0
    return 0 if declines else _any_cards(v)


def request(v: Any) -> int:
    k = v.random & 3
    if k < 2:
        return v.clubs if k == 0 else v.diamonds
    return v.hearts if k == 2 else v.spades


def play(v: Any) -> int:
    return pick(v.legal, v.random)


wild = Strategy(bid=bid, play=play, blind=blind, exchange=exchange, request=request, name="wild")
