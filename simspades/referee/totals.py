"""What all bids may come to (`bid.total_ne_tricks`), and which of them may still change."""

from __future__ import annotations

from collections.abc import Sequence

from simspades.referee.bidding import Bidding
from simspades.referee.calls import SIDE_CALLS, Call, Kind
from simspades.referee.contract import total_of
from simspades.referee.verdict import Fault


def total_fault(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`bid.total_ne_tricks`: the bids of all may not come to the number of tricks; the last to choose sees to it.

    Nils count 0, calls for a side the number that they stand for (INT-28).
    """
    if not bidding.rules.bid.total_ne_tricks:
        return None
    calls = list(bidding.calls)
    calls[seat] = call
    n_tricks = bidding.table.n_tricks
    if total_of([made for made in calls if made is not None], n_tricks) != n_tricks:
        return None
    if may_still_change(bidding, calls):
        return None
    return Fault("bid.total_ne_tricks", f"seat {seat} calls {call}, which makes {n_tricks} tricks bid of {n_tricks}")


def may_still_change(bidding: Bidding, calls: Sequence[Call | None]) -> bool:
    """Whether the total of these calls can still become another: by a call, a blind number given up, or a raise."""
    for seat, call in enumerate(calls):
        partner = bidding.partner_of(seat)
        partners_call = None if partner is None else calls[partner]
        if call is None and not _adds_nothing(bidding, partners_call):
            return True
        if call is not None and call.number != 10 and bidding.is_renounceable(seat, call):
            return True
    return any(may_raise(bidding, calls, side) for side in range(bidding.table.n_sides))


def _adds_nothing(bidding: Bidding, partners_call: Call | None) -> bool:
    """Whether a seat that has not called can add nothing to its partner's call."""
    if partners_call is None or partners_call.is_nil or partners_call.kind is Kind.BOUND:
        return False
    return partners_call.kind in SIDE_CALLS or bidding.rules.bid.mode == "partnership"


def may_raise(bidding: Bidding, calls: Sequence[Call | None], side: int) -> bool:
    """`bid.raise_round`: whether a side has a plain number that it could raise (INT-29)."""
    if not bidding.rules.bid.raise_round:
        return False
    members = [call for seat in bidding.table.members_of(side) if (call := calls[seat]) is not None]
    if all(call.is_nil for call in members) or any(call.kind in SIDE_CALLS for call in members):
        return False
    return total_of(members, bidding.table.n_tricks) < most_of_a_side(bidding)


def most_of_a_side(bidding: Bidding) -> int:
    """The number to which a side can raise: `bid.side_max`, or every trick."""
    most = bidding.rules.bid.side_max
    return bidding.table.n_tricks if most is None else most
