"""From the options that somebody gave to the value of every option (RULEBOOK 0.6).

Some values force others, some follow others until they are given, and some options do not apply in a game. Forcing
overrides what a base rule set said, never what the user said: that is a contradiction, reported with both options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from simspades.errors import RulesError
from simspades.rules.families import FAMILIES
from simspades.rules.groups import COMPULSORY, PARTNERS, Values
from simspades.rules.options import OPTIONS, Option, Value, show


class Force(NamedTuple):
    """While ``option`` has a value that ``holds``, the options of ``forced`` have these values."""

    option: str
    holds: Callable[[Any], bool]
    forced: Mapping[str, Value | Callable[[Values], Value]]


def _is(value: Value) -> Callable[[Any], bool]:
    return lambda other: bool(other == value)


NO_NIL: dict[str, Value] = {"nil.enabled": False, "blind_nil.enabled": False}
NO_BLIND_CALL: dict[str, Value] = {
    "blind_nil.enabled": False,
    "blind.enabled": False,
    "moon.blind_enabled": False,
    "nt.blind_enabled": False,
    "three.blind": False,
}

#: In an order in which what is forced can force in turn.
FORCES = (
    # section A: bids of 1 to 13, no nil and nothing blind
    Force("game.family", _is("three_dummy"), {"bid.zero": "forbidden", "moon.blind_enabled": False}),
    Force("game.family", lambda family: not FAMILIES[family].partners, {"blind_nil.exchange": 0}),
    Force("two.scoring", _is("three_player"), {**NO_NIL, "bid.zero": "plain_number", "two.blind_nil_redraw": 0}),
    Force("bid.form", lambda form: form != "free", NO_BLIND_CALL),
    Force("bid.zero", _is("forbidden"), {**NO_NIL, "dnil.enabled": False}),
    Force("three.bag_mode", _is("minus10"), {"bags.points": -10, "bags.penalty": 0}),
    Force(
        "three.bag_mode",
        _is("accumulate"),
        {
            "bags.points": lambda values: values["three.accumulate_points"],
            "bags.penalty": 100,
            "bags.threshold": 10,
        },
    ),
    Force("bags.display_units", _is(True), {"bags.points": 0}),
    Force("bags.points", _is(-1), {"bags.penalty": 0}),
    Force("dnil.when", _is("any"), {"dnil.success": "win", "dnil.fail": "lose_game"}),
    Force("play.first_trick", _is("lowest_club_spade_ok"), {"play.first_trick_order": "strict"}),
)

#: What an option is while nobody gives it (check 7).
FOLLOWS: dict[str, Callable[[Values], Value]] = {
    "moon.value": lambda values: 200 if values["ten200.mode"] == "off" else 500,
    "nt.min": lambda values: max(values["blind.min"] - 1, 0),
    "nt.blind_min_deficit": lambda values: values["end.target"] * 2 // 5 + 1,  # strictly more than 0.4 of the target
}

#: Groups and options that ask for partners although every game's table has a value for them (checks 4 and 9).
PARTNERSHIP_GROUPS = ("blind", "nt", "dnil")
PARTNERSHIP_OPTIONS = ("score.over_limit", "end.boston_wins")


def inherited(values: Values) -> dict[str, Value]:
    """What a complete rule set hands on to one that starts from it: all but what merely followed from the rest."""
    return {
        option_id: value
        for option_id, value in values.items()
        if OPTIONS[option_id].applies(values) and not (option_id in FOLLOWS and value == FOLLOWS[option_id](values))
    }


def resolve(base: Values, given: Values, where: Mapping[str, str]) -> dict[str, Value]:
    """The value of every option.

    ``base`` holds inherited values, ``given`` those of the user, ``where`` the place where each was given, for
    messages. Raises :class:`RulesError` where a given value contradicts one that forces another.
    """
    values: dict[str, Value] = {option_id: option.default for option_id, option in OPTIONS.items()}
    values.update(base)
    values.update(given)
    _apply_forces(values, given, where)
    for option_id, follow in FOLLOWS.items():
        if option_id not in given and option_id not in base:
            values[option_id] = follow(values)
    for option_id, value in given.items():
        _check_applies(OPTIONS[option_id], value, values, where[option_id])
    return {option_id: value if OPTIONS[option_id].applies(values) else None for option_id, value in values.items()}


def _apply_forces(values: dict[str, Value], given: Values, where: Mapping[str, str]) -> None:
    """Set what the values force; refuse a given value that they exclude, and two values that force different ones."""
    forced_by: dict[str, str] = {}
    for force in FORCES:
        if not (OPTIONS[force.option].applies(values) and force.holds(values[force.option])):
            continue
        reason = f"{force.option} = {show(values[force.option])}"
        for target, forced in force.forced.items():
            wanted = forced(values) if callable(forced) else forced
            if values[target] != wanted and OPTIONS[target].applies(values):
                effect = f"{reason}, which forces {target} = {show(wanted)}"
                if target in forced_by:
                    place = where.get(force.option) or next(iter(where.values()), "rules")
                    raise RulesError(f"{place}: {forced_by[target]} contradicts {effect}")
                if target in given:
                    raise RulesError(f"{where[target]}: {target} = {show(given[target])} contradicts {effect}")
            values[target] = wanted
            forced_by[target] = reason


def _check_applies(option: Option, value: Value, values: Values, where: str) -> None:
    """Refuse a given value that asks for something which the game does not have.

    Its default asks for nothing, and neither do none, an empty list and the number 0.
    """
    if value == option.default or (not value and value is not False):
        return
    needs = [condition for condition in option.needs if condition in COMPULSORY]
    if option.group in PARTNERSHIP_GROUPS or option.id in PARTNERSHIP_OPTIONS:
        needs.append(PARTNERS)
    for condition in needs:
        if not condition.holds(values):
            raise RulesError(
                f"{where}: {option.id} = {show(value)} has a meaning only {condition.words}, and {condition.option} ="
                f" {show(values[condition.option])}"
            )
