"""Scoring requests: a hand scored from its facts, without its cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simspades.errors import RecordError
from simspades.referee.bidding import ALLOWED_BY
from simspades.referee.calls import Call, Kind
from simspades.referee.fields import (
    LABELS,
    RECORD_KEYS,
    check_keys,
    read_calls,
    read_dealer,
    read_hand_in_game,
    read_list,
    read_needed,
    read_standing,
    read_table,
    read_whole,
)
from simspades.referee.standing import settle
from simspades.referee.table import Table
from simspades.rules import Ruleset

WHAT = "scoring request"

#: The facts that only a scoring request has.
FACTS = ("tricks", "winners", "winning_cards", "captured", "ruffs")
KNOWN_KEYS = frozenset(RECORD_KEYS + FACTS + LABELS)


def score(request: Mapping[str, object]) -> dict[str, object]:
    """Score a hand from its calls and tricks; calls are not judged.

    ``tricks`` may be left out where ``winners`` tells them. Raises :class:`RecordError` or :class:`RulesError` for a
    request that cannot be read or that lacks a needed key.

    >>> answer = score({"rules": "std4", "bids": ["5", "3", "nil", "2"], "tricks": [6, 4, 1, 2], "hand_in_game": 3,
    ...                 "before": {"score": [337, 0], "bags": [7, 0]}})
    >>> answer["points"], answer["score"], answer["bags_total"]
    ([-48, 51], [289, 51], [9, 1])
    """
    request = check_keys(request, KNOWN_KEYS, WHAT)
    table = read_table(request, WHAT)
    calls = read_calls(request, table, WHAT)
    if calls is None:
        raise RecordError("key bids is null, but these rules have no unbid hand (bid.first_deal_unbid)")
    _check_scorable(table.rules, calls)
    read_dealer(request, table)
    tricks = _read_tricks(request, table)
    return settle(table.rules, calls, tricks, read_standing(request, table), read_hand_in_game(request)).answer()


def _check_scorable(rules: Ruleset, calls: Sequence[Call]) -> None:
    """Refuse a call whose worth the rules do not tell, since they do not have it at all."""
    allowed_by = dict(ALLOWED_BY)
    if not rules.nil.enabled:
        allowed_by[Kind.NIL] = "nil.enabled"
    if not rules.blind_nil.enabled:
        allowed_by[Kind.BLIND_NIL] = "blind_nil.enabled"
    for seat, call in enumerate(calls):
        if call.kind in allowed_by:
            raise RecordError(
                f"key bids has {call} for seat {seat}, which has no value without {allowed_by[call.kind]}"
            )


def _read_tricks(request: Mapping[str, object], table: Table) -> list[int]:
    """The tricks won by each seat; together they are all the tricks of the hand."""
    if "winners" in request:
        winners = read_list(request["winners"], "winners", table.n_tricks, "trick")
        seats = [read_whole(seat, "winners", 0, table.players - 1) for seat in winners]
        counted = [seats.count(seat) for seat in range(table.players)]
        if request.get("tricks", counted) != counted:
            raise RecordError(f"key tricks is {request['tricks']}, but winners gives {counted}")
        return counted
    values = read_list(read_needed(request, "tricks", WHAT), "tricks", table.players, "seat")
    tricks = [read_whole(value, "tricks", 0, table.n_tricks) for value in values]
    if sum(tricks) != table.n_tricks:
        raise RecordError(f"key tricks is {tricks}, which is {sum(tricks)} tricks, but a hand has {table.n_tricks}")
    return tricks
