"""Which calls the rules have at all, whoever may make them when."""

from __future__ import annotations

from collections.abc import Sequence

from simspades.referee.calls import BLIND_NIL, BOUND, NIL, ZERO, Call, Kind
from simspades.referee.table import Table
from simspades.rules import Ruleset

#: The option that brings each call into the game.
BROUGHT_BY = {
    Kind.NIL: "nil.enabled",
    Kind.BLIND_NIL: "blind_nil.enabled",
    Kind.ZERO: "bid.zero",
    Kind.BLIND: "blind.enabled",
    Kind.TEN_FOR_200: "ten200.mode",
    Kind.MOON: "moon.enabled",
    Kind.BLIND_MOON: "moon.blind_enabled",
    Kind.NO_TRUMP: "nt.enabled",
    Kind.BLIND_NO_TRUMP: "nt.blind_enabled",
    Kind.DOUBLE_NIL: "dnil.enabled",
}


def missing_value(rules: Ruleset, call: Call) -> str:
    """The option that brings a call into the game."""
    if call.kind is Kind.BLIND and rules.three.blind is not None:
        return "three.blind"
    return BROUGHT_BY[call.kind]


def missing_option(table: Table, call: Call) -> str | None:
    """The option without which these rules do not have a call, or None if they have it."""
    if call.kind in (Kind.NUMBER, Kind.BOUND):
        return None
    option = missing_value(table.rules, call)
    value = table.values[option]
    has_it = value == "choice" if option == "bid.zero" else value not in (None, False, "off")
    return None if has_it else option


def number_out_of_rule(rules: Ruleset, number: int) -> str | None:
    """The option by which nobody may bid a number: `bid.zero` for 0, `bid.no_one` for 1; None if anybody may."""
    if number == 0 and rules.bid.zero != "plain_number":
        return "bid.zero"
    return "bid.no_one" if number == 1 and rules.bid.no_one else None


def possible_calls(table: Table) -> list[Call]:
    """Every call that the rules have: the numbers, a plain zero, the nils, then what is called for a side."""
    numbers = range(table.hand_size + 1)
    side_calls = [Call(Kind.TEN_FOR_200), Call(Kind.MOON), Call(Kind.BLIND_MOON), Call(Kind.DOUBLE_NIL)]
    calls = [
        *(Call(Kind.NUMBER, number) for number in numbers),
        ZERO,
        NIL,
        BLIND_NIL,
        *(Call(kind, number) for kind in (Kind.BLIND, Kind.NO_TRUMP, Kind.BLIND_NO_TRUMP) for number in numbers),
        *side_calls,
    ]
    return [*(call for call in calls if missing_option(table, call) is None), BOUND]


def answers(rules: Ruleset, possible: Sequence[Call]) -> list[Call]:
    """What a partner may answer to a number or a nil, as far as the rules of single calls go."""
    return [
        call
        for call in possible
        if call.kind in (Kind.ZERO, Kind.NIL)
        or (call.kind is Kind.NUMBER and number_out_of_rule(rules, call.number) is None)
    ]
