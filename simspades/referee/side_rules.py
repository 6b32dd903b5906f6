"""What a side may bid (`nil.both`, `bid.nil_partner_min`, `bid.side_min`, `bid.side_max`)."""

from __future__ import annotations

from simspades.referee.bidding import Bidding
from simspades.referee.calls import BOUND, SIDE_CALLS, Call, Kind
from simspades.referee.contract import total_of
from simspades.referee.verdict import Fault
from simspades.rules import Ruleset


def side_fault(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """What a side may bid: `nil.both`, `bid.nil_partner_min`, `bid.side_min`, `bid.side_max`.

    The first partner to speak must leave the second a call with which the side keeps these rules (INT-25).
    """
    partner = bidding.partner_of(seat)
    if partner is None or not has_side_rules(bidding.rules) or call.kind in (Kind.DOUBLE_NIL, Kind.BOUND):
        return None
    partners_call = bidding.calls[partner]
    if partners_call is not None:
        return pair_fault(bidding, seat, call, partners_call)
    if call.kind in SIDE_CALLS or (bidding.rules.bid.mode == "partnership" and not call.is_nil):
        return pair_fault(bidding, seat, call, BOUND)
    fault = None
    for answer in bidding.answers:
        fault = pair_fault(bidding, seat, call, answer)
        if fault is None:
            return None
    return fault


def has_side_rules(rules: Ruleset) -> bool:
    """Whether any rule limits what a side may bid."""
    bid = rules.bid
    return bool(rules.nil.both == "forbidden" or bid.nil_partner_min or bid.side_min or bid.side_max is not None)


def pair_fault(bidding: Bidding, seat: int, call: Call, partners_call: Call) -> Fault | None:
    """Why two calls do not go together in a side."""
    rules = bidding.rules
    number = total_of((call, partners_call), bidding.table.n_tricks)
    if call.is_nil and partners_call.is_nil and rules.nil.both == "forbidden":
        partner = bidding.partner_of(seat)
        return Fault("nil.both", f"seat {seat} calls a nil beside the {partners_call} of seat {partner}")
    least = rules.bid.nil_partner_min or 0
    if (call.is_nil or partners_call.is_nil) and number < least:
        return Fault(
            "bid.nil_partner_min", f"seat {seat} calls {call}, but the partner of a nil must bid at least {least}"
        )
    if number < (rules.bid.side_min or 0):
        return Fault("bid.side_min", f"seat {seat} calls {call}, but its side has to bid at least {rules.bid.side_min}")
    if rules.bid.side_max is not None and number > rules.bid.side_max:
        return Fault("bid.side_max", f"seat {seat} calls {call}, but its side may bid at most {rules.bid.side_max}")
    return None
