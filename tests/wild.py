"""A player for tests that goes everywhere: any legal call, blind or not, any gift, any answer, any legal card.

Its parameters lead it where it rarely comes by itself: ``turn`` is the kind of call that it makes whenever it can (see
``blind`` and ``bid``), ``number`` the number that it bids, ``aim`` whether it plays any card (0), to win every trick
(1) or to lose it (2).
"""

from __future__ import annotations

from typing import Any

from simspades.strategies.helpers import (
    ANNOUNCE_NIL,
    BLIND_MOON,
    BLIND_NIL,
    DOUBLE_NIL,
    MOON,
    NIL,
    TEN,
    ZERO,
    blind_no_trump,
    blind_number,
    count,
    highest,
    lowest,
    no_trump,
    number_at,
    pick,
    talk,
)
from simspades.strategies.model import Strategy


def blind(v: Any) -> int:
    """Something blind in about a third of the cases."""
    bits = v.random & 31 if v.p.turn < 0 else v.p.turn
    choice = 0
    if v.blind_legal and bits < 5:
        choice = blind_number(number_at(pick(v.blind_legal, v.random >> 8)))
    if v.blind_nt_legal and bits in (5, 6):
        choice = blind_no_trump(number_at(pick(v.blind_nt_legal, v.random >> 8)))
    if v.may_blind_moon and bits in (7, 8):
        choice = BLIND_MOON
    if v.may_blind_nil and 8 < bits < 17:
        choice = BLIND_NIL if bits < 12 else 1
    return choice


def bid(v: Any) -> int:
    """Often a nil, else a small number, now and then any number or any special call."""
    bits = v.random & 31 if v.p.turn < 0 else v.p.turn
    small = v.legal & 0b1111110
    numbers = v.legal if bits == 31 or not small else small
    choice = number_at(pick(numbers, v.random >> 8)) if numbers else NIL
    if v.p.number >= 0 and (v.legal >> (v.p.number & 31)) & 1:
        choice = v.p.number
    if v.may_nil and bits < 8:
        choice = 0 if bits < 4 and not v.legal & 1 else NIL
    if v.may_zero and bits in (8, 9):
        choice = ZERO
    if v.may_ten and bits in (10, 11):
        choice = TEN
    if v.may_moon and bits == 12:
        choice = MOON
    if v.may_double_nil and bits in (13, 14):
        choice = DOUBLE_NIL
    if v.nt_legal and bits in (15, 16, 17):
        choice = no_trump(number_at(pick(v.nt_legal, v.random >> 8)))
    return choice


def announce(v: Any) -> int:
    sure = v.random & 3
    return ANNOUNCE_NIL if v.may_nil and (v.random >> 8) & 7 == 0 else talk(sure, sure + ((v.random >> 4) & 1))


def raise_to(v: Any) -> int:
    return number_at(pick(v.legal, v.random >> 8))


def renounce(v: Any) -> bool:
    wants: bool = v.random & 1 == 1
    may: bool = v.legal & 3 == 3
    return wants if may else v.legal & 2 != 0


def declare(v: Any) -> int:
    aces = 4 if v.may_aces and v.random & 4 else 0
    bemo = 1 if v.may_bemo and v.random & 3 == 0 else 0
    big = 2 if v.may_big_bemo and v.random & 3 == 1 else 0
    return aces + bemo + big


def _any_cards(v: Any) -> int:
    chosen = 0
    for k in range(3):
        card = pick(v.hand & ~chosen, v.random >> (8 * k))
        chosen |= card if count(chosen) < v.n_cards else 0
    return chosen


def exchange(v: Any) -> int:
    declines = v.may_decline and (v.random >> 40) & 3 == 0
    return 0 if declines else _any_cards(v)


def redraw(v: Any) -> int:
    return 0 if v.random & 3 == 0 else _any_cards(v)


def request(v: Any) -> int:
    k = v.random & 3
    if k < 2:
        return v.clubs if k == 0 else v.diamonds
    return v.hearts if k == 2 else v.spades


def take(v: Any) -> int:
    return number_at(pick(v.legal, v.random >> 8))


def coin(v: Any) -> bool:
    return v.random & 1 == 1


def play(v: Any) -> int:
    if v.p.aim == 0:
        return pick(v.legal, v.random)
    if v.p.aim == 1:
        return highest(v.beats) if v.beats else highest(v.legal)
    return highest(v.loses) if v.loses else lowest(v.legal)


wild = Strategy(
    bid=bid,
    play=play,
    blind=blind,
    announce=announce,
    raise_to=raise_to,
    renounce=renounce,
    declare=declare,
    exchange=exchange,
    request=request,
    pass_cards=_any_cards,
    discard=_any_cards,
    redraw=redraw,
    take=take,
    keep=coin,
    misdeal=coin,
    advise=coin,
    cut=coin,
    parameters={"turn": -1, "number": -1, "aim": 0},
    name="wild",
)
