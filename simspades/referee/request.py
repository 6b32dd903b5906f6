"""Scoring requests: a hand scored from its facts, without its cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simspades.errors import RecordError
from simspades.referee.bidding import is_unbid
from simspades.referee.calls import Call
from simspades.referee.facts import Facts, Undertaken
from simspades.referee.fields import (
    LABELS,
    RECORD_KEYS,
    check_keys,
    check_meaning,
    read_calls,
    read_cancel_card,
    read_cards,
    read_dealer,
    read_declared,
    read_hand_in_game,
    read_list,
    read_needed,
    read_raises,
    read_standing,
    read_table,
    read_whole,
)
from simspades.referee.offered import missing_option
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
    check_meaning(request, table.rules)
    calls, hand_in_game = read_calls(request, table, WHAT), read_hand_in_game(request)
    _check_bid_or_unbid(table.rules, calls, hand_in_game)
    _check_scorable(table, calls or ())
    undertaken = Undertaken(
        calls,
        read_raises(request, table),
        **{what: frozenset(sides) for what, sides in read_declared(request, table).items()},
        dealer=read_dealer(request, table),
        cancel_card=read_cancel_card(request, table),
    )
    facts = _read_facts(request, table)
    return settle(table.rules, undertaken, facts, read_standing(request, table), hand_in_game).answer()


def _check_bid_or_unbid(rules: Ruleset, calls: Sequence[Call] | None, hand_in_game: int) -> None:
    if is_unbid(rules, hand_in_game) and calls is not None:
        raise RecordError("key bids has calls, but the first hand of a game bids itself (bid.first_deal_unbid)")
    if calls is None and not rules.bid.first_deal_unbid:
        raise RecordError("key bids is null, but these rules have no unbid hand (bid.first_deal_unbid)")
    if calls is None and hand_in_game != 1:
        raise RecordError(
            f"key bids is null in hand {hand_in_game}, but only hand 1 bids itself (bid.first_deal_unbid)"
        )


def _check_scorable(table: Table, calls: Sequence[Call]) -> None:
    """Refuse a call whose worth the rules do not tell, since they do not have it at all."""
    for seat, call in enumerate(calls):
        option = missing_option(table, call)
        if option is not None:
            raise RecordError(f"key bids has {call} for seat {seat}, which has no value without {option}")


def _read_facts(request: Mapping[str, object], table: Table) -> Facts:
    """The facts of the play, each as far as it is told."""
    n_tricks = table.n_tricks
    tricks, winners, cards, captured, ruffs = _read_tricks(request, table), None, None, None, None
    if "winners" in request:
        winners = _read_seats(request, table)
    if "winning_cards" in request:
        cards = read_cards(request["winning_cards"], "winning_cards", table, count=n_tricks)
    if "captured" in request:
        piles = read_list(request["captured"], "captured", table.n_sides, "side")
        captured = [read_cards(pile, f"captured of side {side}", table) for side, pile in enumerate(piles)]
    if "ruffs" in request:
        counts = read_list(request["ruffs"], "ruffs", table.seats, "seat")
        ruffs = [read_whole(count, "ruffs", 0, n_tricks) for count in counts]
    return Facts(tricks, winners, cards, captured, ruffs)


def _read_seats(request: Mapping[str, object], table: Table) -> list[int]:
    winners = read_list(request["winners"], "winners", table.n_tricks, "trick")
    return [read_whole(seat, "winners", 0, table.seats - 1) for seat in winners]


def _read_tricks(request: Mapping[str, object], table: Table) -> list[int]:
    """The tricks won by each seat; together they are all the tricks of the hand."""
    if "winners" in request:
        seats = _read_seats(request, table)
        counted = [seats.count(seat) for seat in range(table.seats)]
        if request.get("tricks", counted) != counted:
            raise RecordError(f"key tricks is {request['tricks']}, but winners gives {counted}")
        return counted
    values = read_list(read_needed(request, "tricks", WHAT), "tricks", table.seats, "seat")
    tricks = [read_whole(value, "tricks", 0, table.n_tricks) for value in values]
    if sum(tricks) != table.n_tricks:
        raise RecordError(f"key tricks is {tricks}, which is {sum(tricks)} tricks, but a hand has {table.n_tricks}")
    return tricks
