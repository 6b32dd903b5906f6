"""How a side may change its bid: giving up a blind number (`blind.renounce_to_10`), raising one (`bid.raise_round`)."""

from __future__ import annotations

from collections.abc import Sequence

from simspades.referee.bidding import Bidding
from simspades.referee.calls import Call, Kind
from simspades.referee.contract import total_of
from simspades.referee.totals import may_raise, most_of_a_side, total_fault
from simspades.referee.verdict import Fault


def renounce_fault(bidding: Bidding, seat: int, renounces: bool) -> Fault | None:
    """`blind.renounce_to_10`: whether a side may let its blind number stand, or give it up for an ordinary ten."""
    fault = _total_after(bidding, seat, renounces)
    return fault if fault is not None and _total_after(bidding, seat, not renounces) is None else None


def _total_after(bidding: Bidding, seat: int, renounces: bool) -> Fault | None:
    call = bidding.calls[seat]
    assert call is not None
    bidding.settled.add(seat)
    fault = total_fault(bidding, seat, Call(Kind.NUMBER, 10) if renounces else call)
    bidding.settled.remove(seat)
    return fault


def raise_order(bidding: Bidding) -> list[int]:
    """The sides that may raise, from the side that bid first on."""
    sides = dict.fromkeys(bidding.table.side_of[seat] for seat in bidding.order)
    return [side for side in sides if may_raise(bidding, bidding.calls, side)]


def raise_fault(
    bidding: Bidding, side: int, number: int | None, raises: Sequence[int | None], *, is_last: bool
) -> Fault | None:
    """Why a side may not raise its number to this one, or leave it (None)."""
    n_tricks = bidding.table.n_tricks
    now = total_of(bidding.calls_of_side(side), n_tricks)
    if number is not None and not now < number <= most_of_a_side(bidding):
        return Fault(
            "bid.raise_round",
            f"side {side} raises {now} to {number}, but may go from {now + 1} to {most_of_a_side(bidding)}",
        )
    if bidding.rules.bid.total_ne_tricks and is_last:
        total = sum(
            total_of(bidding.calls_of_side(other), n_tricks) if raised is None else raised
            for other, raised in enumerate([*raises[:side], number, *raises[side + 1 :]])
        )
        if total == n_tricks:
            return Fault("bid.total_ne_tricks", f"side {side} leaves {n_tricks} tricks bid of {n_tricks}")
    return None
