"""Which calls are legal.

Each rule is a function that returns a :class:`Fault` if it forbids the call, else None. They are asked in three
layers. What a call may be by itself (``own_fault``) always holds. What a side may bid (``side_fault``) and what all
bids may come to (``total_fault``) bind a player only while they leave him a call at all.
"""

from __future__ import annotations

from simspades.referee.bidding import Bidding
from simspades.referee.call_rules import RULES_OF_A_KIND
from simspades.referee.calls import BLIND_NIL, BOUND, NIL, SIDE_CALLS, Call, Kind
from simspades.referee.forms import form_fault
from simspades.referee.offered import missing_option, missing_value
from simspades.referee.side_rules import side_fault
from simspades.referee.totals import total_fault
from simspades.referee.verdict import Fault


def make_call(bidding: Bidding, seat: int, call: Call) -> None:
    """Record a call, and bind the partner where nothing is left to him to call."""
    bidding.add(seat, call)
    partner = bidding.partner_of(seat)
    if partner is not None and bidding.calls[partner] is None and is_bound(bidding, partner, call):
        bidding.calls[partner] = BOUND


def is_bound(bidding: Bidding, seat: int, partners_call: Call) -> bool:
    """Whether a seat has nothing to call beside its partner's call: that binds both, or states the side's number."""
    if partners_call.kind in SIDE_CALLS:
        return True
    if bidding.rules.bid.mode != "partnership" or partners_call.is_nil or partners_call.kind is Kind.BOUND:
        return False
    return not any(call_fault(bidding, nil, seat) is None for nil in (NIL, BLIND_NIL))


def legal_calls(bidding: Bidding) -> list[Call]:
    """Every call that the seat in turn may make."""
    return legal_calls_of(bidding, bidding.turn)


def legal_calls_of(bidding: Bidding, seat: int) -> list[Call]:
    """Every call that a seat may make, as if it were its turn."""
    calls = calls_within_side_rules(bidding, seat)
    return [call for call in calls if total_fault(bidding, seat, call) is None] or calls


def calls_by_themselves(bidding: Bidding, seat: int) -> list[Call]:
    """The calls of a seat that are legal by themselves."""
    return [
        call
        for call in bidding.possible
        if own_fault(bidding, seat, call) is None and called_too_late(bidding, seat, call) is None
    ]


def calls_within_side_rules(bidding: Bidding, seat: int) -> list[Call]:
    """Those of them that the rules about sides leave; all of them, where they would leave none."""
    calls = calls_by_themselves(bidding, seat)
    return [call for call in calls if side_fault(bidding, seat, call) is None] or calls


def legal_blind_calls(bidding: Bidding, seat: int) -> list[Call]:
    """Every call that a seat may make before anybody looks at the cards."""
    return [call for call in bidding.possible if blind_call_fault(bidding, call, seat) is None]


def call_fault(bidding: Bidding, call: Call, seat: int | None = None) -> Fault | None:
    """Why a seat, the one in turn unless told otherwise, may not make this call in the bidding; None if it may."""
    seat = bidding.turn if seat is None else seat
    fault = own_fault(bidding, seat, call) or called_too_late(bidding, seat, call)
    if fault is not None:
        return fault
    fault = side_fault(bidding, seat, call)
    if fault is not None and call not in calls_within_side_rules(bidding, seat):
        return fault
    fault = total_fault(bidding, seat, call)
    if fault is not None and call not in legal_calls_of(bidding, seat):
        return fault
    return None


def blind_call_fault(bidding: Bidding, call: Call, seat: int) -> Fault | None:
    """Why a seat may not make this call before anybody looks; None if it may. Nobody has to."""
    if not bidding.is_early(call):
        return Fault("bid.mode", f"seat {seat} calls {call} before the bidding")
    return own_fault(bidding, seat, call) or side_fault(bidding, seat, call) or total_fault(bidding, seat, call)


def called_too_late(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """A call that had to be made before the bidding (INT-35, `blind.enabled`)."""
    if not bidding.is_early(call):
        return None
    return Fault(missing_value(bidding.rules, call), f"seat {seat} calls {call} after the cards were looked at")


def own_fault(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """Why a seat may not make this call, whatever its side bids."""
    option = missing_option(bidding.table, call)
    if option is not None:
        return Fault(option, f"seat {seat} calls {call}, which these rules do not have")
    for forbids in RULES_OF_A_KIND[call.kind]:
        fault = forbids(bidding, seat, call)
        if fault is not None:
            return fault
    return form_fault(bidding, seat, call)
