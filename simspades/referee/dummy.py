"""The game of three with a dummy (`game.family=three_dummy`): who plays with it, and how the three score."""

from __future__ import annotations

from collections.abc import Sequence

from simspades.referee.calls import Call, Kind
from simspades.referee.contract import number_of
from simspades.referee.facts import Facts, Undertaken, deeds_of
from simspades.referee.scoring import Member, SideScore, score_side
from simspades.referee.table import Table, table_of
from simspades.rules import Ruleset


def declarer_of(table: Table, calls: Sequence[Call], order: Sequence[int]) -> int:
    """The player who made the highest bid and has the dummy as his partner.

    ``order`` is that of the bidding; `dummy.tie`: of equal bids the first or the last wins.
    """
    numbers = [number_of(calls[seat], table.n_tricks) for seat in order]
    best = max(numbers)
    places = [place for place, number in enumerate(numbers) if number == best]
    return order[places[0] if table.rules.dummy.tie == "first" else places[-1]]


def order_of_seats(table: Table, declarer: int | None) -> list[int]:
    """All seats clockwise, from seat 0 or the declarer.

    `dummy.seat`: the dummy keeps its place after the last player, or is moved opposite the declarer, so that the sides
    alternate.
    """
    players = list(range(table.players))
    if table.has_dummy and declarer is not None and table.rules.dummy.seat == "opposite_declarer":
        left, right = (table.left_of(declarer), table.left_of(table.left_of(declarer)))
        return [declarer, left, table.dummy, right]
    return [*players, table.dummy] if table.has_dummy else players


def seats_of_side(table: Table, player: int, declarer: int) -> tuple[int, ...]:
    """The seats whose tricks a player's side has: the declarer's and the dummy's, or both defenders'."""
    if player == declarer:
        return declarer, table.dummy
    return tuple(seat for seat in range(table.players) if seat != declarer)


def score_with_dummy(
    rules: Ruleset, undertaken: Undertaken, facts: Facts, bags_before: Sequence[int]
) -> tuple[SideScore, ...]:
    """The score of each player.

    `dummy.scoring`: each by his own bid, the declarer alone, or each defender by both defenders' bids together.
    `dummy.bid_scope`: a bid is about the tricks of the side, or about those that the player himself wins.
    """
    table, calls = table_of(rules), undertaken.calls
    assert calls is not None
    order = table.clockwise_from(first_caller(table, undertaken.dealer))
    declarer = declarer_of(table, calls, order)
    scores = []
    for player, bags in enumerate(bags_before):
        seats = seats_of_side(table, player, declarer)
        call, counted = calls[player], seats if rules.dummy.bid_scope == "side_total" else (player,)
        if rules.dummy.scoring == "sum_defenders" and player != declarer:
            call, counted = _both_bids([calls[seat] for seat in seats], table), seats
        won = sum(facts.tricks[seat] for seat in counted)
        deeds = deeds_of(rules, undertaken, facts, player, seats)
        side = score_side(rules, [Member(call, won, player)], bags, deeds)
        if rules.dummy.scoring == "declarer_only" and player != declarer:
            side = SideScore(side.contract, None, 0, 0, 0, bags)
        scores.append(side)
    return tuple(scores)


def first_caller(table: Table, dealer: int) -> int:
    """The player who bids first (`bid.first`)."""
    return dealer if table.rules.bid.first == "dealer" else table.left_of(dealer)


def _both_bids(calls: Sequence[Call], table: Table) -> Call:
    return Call(Kind.NUMBER, sum(number_of(call, table.n_tricks) for call in calls))
