"""Company for a strategy that is checked: a player who goes everywhere, so that every kind of decision comes up."""

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
    no_trump,
    number_at,
    pick,
    talk,
)
from simspades.strategies.model import Strategy


def blind_call(v: Any, turn: int) -> int:
    """The blind call whose turn it is, of 0 to 31, if it is legal; no turn above 16 has one."""
    choice = 0
    if v.blind_legal and turn < 5:
        choice = blind_number(number_at(pick(v.blind_legal, v.random >> 8)))
    if v.blind_nt_legal and turn in (5, 6):
        choice = blind_no_trump(number_at(pick(v.blind_nt_legal, v.random >> 8)))
    if v.may_blind_moon and turn in (7, 8):
        choice = BLIND_MOON
    if v.may_blind_nil and 8 < turn < 17:
        choice = BLIND_NIL if turn < 12 else 1
    return choice


def call(v: Any, turn: int, numbers: int) -> int:
    """The call whose turn it is, of 0 to 31, if it is legal; else one of these numbers."""
    choice = number_at(pick(numbers, v.random >> 8)) if numbers else NIL
    if v.may_nil and turn < 8:
        choice = 0 if turn < 4 and not v.legal & 1 else NIL
    if v.may_zero and turn in (8, 9):
        choice = ZERO
    if v.may_ten and turn in (10, 11):
        choice = TEN
    if v.may_moon and turn == 12:
        choice = MOON
    if v.may_double_nil and turn in (13, 14):
        choice = DOUBLE_NIL
    if v.nt_legal and turn in (15, 16, 17):
        choice = no_trump(number_at(pick(v.nt_legal, v.random >> 8)))
    return choice


def some_numbers(v: Any, turn: int) -> int:
    """The small numbers that are legal, or all of them."""
    small: int = v.legal & 0b1111110
    return v.legal if turn == 31 or not small else small


def blind(v: Any) -> int:
    """Something blind in about a third of the cases."""
    return blind_call(v, v.random & 31)


def bid(v: Any) -> int:
    """Often a nil, else a small number, now and then any number or any special call."""
    turn = v.random & 31
    return call(v, turn, some_numbers(v, turn))


def announce(v: Any) -> int:
    """A few tricks, or a nil."""
    sure = v.random & 3
    return ANNOUNCE_NIL if v.may_nil and (v.random >> 8) & 7 == 0 else talk(sure, sure + ((v.random >> 4) & 1))


def raise_to(v: Any) -> int:
    """Any number that is legal, or none."""
    return number_at(pick(v.legal, v.random >> 8))


def renounce(v: Any) -> bool:
    """Either answer, where both are legal."""
    wants: bool = v.random & 1 == 1
    may: bool = v.legal & 3 == 3
    return wants if may else v.legal & 2 != 0


def declare(v: Any) -> int:
    """Anything that may be declared, now and then."""
    aces = 4 if v.may_aces and v.random & 4 else 0
    bemo = 1 if v.may_bemo and v.random & 3 == 0 else 0
    big = 2 if v.may_big_bemo and v.random & 3 == 1 else 0
    return aces + bemo + big


def any_cards(v: Any) -> int:
    """Any cards of the holding, as many as asked for."""
    chosen = 0
    for k in range(3):
        card = pick(v.hand & ~chosen, v.random >> (8 * k))
        chosen |= card if count(chosen) < v.n_cards else 0
    return chosen


def exchange(v: Any) -> int:
    """Any cards of the holding; sometimes none, where the exchange may be declined."""
    declines = v.may_decline and (v.random >> 40) & 3 == 0
    return 0 if declines else any_cards(v)


def redraw(v: Any) -> int:
    """Any cards, or none."""
    return 0 if v.random & 3 == 0 else any_cards(v)


def request(v: Any) -> int:
    """Any of the four suits."""
    k = v.random & 3
    dark: int = v.clubs if k == 0 else v.spades
    red: int = v.diamonds if k == 1 else v.hearts
    return red if k in (1, 2) else dark


def take(v: Any) -> int:
    """Any of the answers."""
    return number_at(pick(v.legal, v.random >> 8))


def coin(v: Any) -> bool:
    """Yes or no."""
    yes: bool = v.random & 1 == 1
    return yes


def play(v: Any) -> int:
    """Any legal card."""
    return pick(v.legal, v.random)


anybody = Strategy(
    bid=bid,
    play=play,
    blind=blind,
    announce=announce,
    raise_to=raise_to,
    renounce=renounce,
    declare=declare,
    exchange=exchange,
    request=request,
    pass_cards=any_cards,
    discard=any_cards,
    redraw=redraw,
    take=take,
    keep=coin,
    misdeal=coin,
    advise=coin,
    cut=coin,
    name="anybody",
    doc="Company for checks.",
)
