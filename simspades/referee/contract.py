"""What a side has undertaken: one contract made of its members' calls (RULEBOOK 0.4 c)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from simspades.referee.calls import SIDE_CALLS, Call, Kind
from simspades.rules import Ruleset


class Contract(NamedTuple):
    """A side's number and the kind of contract that it is.

    ``kind`` is ``NUMBER`` for a plain one. ``is_doubled`` tells that a player without partners called it blind.
    """

    kind: Kind
    number: int
    is_doubled: bool = False


def number_of(call: Call, n_tricks: int) -> int:
    """The number that a call stands for: ten for a ten for 200, every trick for a moon, 0 for a nil."""
    if call.kind is Kind.TEN_FOR_200:
        return 10
    return n_tricks if call.kind in (Kind.MOON, Kind.BLIND_MOON) else call.number


def total_of(calls: Sequence[Call], n_tricks: int) -> int:
    """The numbers of a side's members added (`bid.mode=round_table`)."""
    return sum(number_of(call, n_tricks) for call in calls)


def contract_of(rules: Ruleset, calls: Sequence[Call], raised: int | None = None) -> Contract | None:
    """The contract of a side, or None for a side that called nothing but nils of its members' own.

    ``raised`` is the number that the side raised its own to (`bid.raise_round`).

    >>> from simspades.rules import load_rules
    >>> contract_of(load_rules("new_york"), [Call(Kind.NUMBER, 10), Call(Kind.BOUND)])
    Contract(kind=<Kind.TEN_FOR_200: '10-for-200'>, number=10, is_doubled=False)
    """
    if all(call.is_nil for call in calls):
        return None
    number = total_of(calls, rules.n_tricks) if raised is None else raised
    is_doubled = bool(rules.three.blind) and any(call.kind is Kind.BLIND for call in calls)
    for call in calls:
        if call.kind in SIDE_CALLS and not is_doubled:
            return Contract(call.kind, number)
    return Contract(kind_of_number(rules, number), number, is_doubled)


def kind_of_number(rules: Ruleset, number: int) -> Kind:
    """What a mere number is: `moon.enabled` makes a moon of every trick, `ten200.auto` a ten for 200 of every ten."""
    if rules.moon.enabled and number == rules.n_tricks:
        return Kind.MOON
    return Kind.TEN_FOR_200 if ten_is_200(rules) and number == 10 else Kind.NUMBER


def ten_is_200(rules: Ruleset) -> bool:
    """`ten200.auto`: every ten is worth 200 without being called so."""
    return rules.ten200.mode != "off" and bool(rules.ten200.auto)
