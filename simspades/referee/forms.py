"""Bids that the cards held, or the partner, force on a player (`bid.form`, section O)."""

from __future__ import annotations

from simspades.referee.bidding import Bidding
from simspades.referee.calls import NIL, Call, Kind
from simspades.referee.pack import SPADES
from simspades.referee.verdict import Fault


def form_fault(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`bid.form`: what the cards held, or the partner's call, force a player to bid."""
    form = bidding.rules.bid.form
    if form == "free" or (form == "joker_whiz" and is_last_caller(bidding, seat)):
        return None
    if form == "suicide":
        return _suicide_fault(bidding, seat, call)
    if form == "crazy_aces":
        forced = 3 * sum(card.startswith("A") for card in bidding.holdings[seat])
    else:
        forced = count_spades(bidding, seat)
    forced = min(forced, bidding.table.hand_size)
    wanted = Call(Kind.NUMBER, forced) if forced else NIL
    if call == wanted or (call == NIL and form in ("whiz", "joker_whiz")):
        return None
    choice = f"{wanted} or nil" if form in ("whiz", "joker_whiz") and forced else str(wanted)
    return Fault("bid.form", f"seat {seat} calls {call}, but its cards make it {choice} ({form})")


def _suicide_fault(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """Exactly one partner bids nil, the other at least 4; the second of the side is bound by the first."""
    partners_call = bidding.partners_call(seat)
    is_nil, is_number = call == NIL, call.kind is Kind.NUMBER and call.number >= 4
    if (is_nil and (partners_call is None or not partners_call.is_nil)) or (
        is_number and (partners_call is None or partners_call.is_nil)
    ):
        return None
    wanted = "nil" if partners_call is not None and not partners_call.is_nil else "at least 4"
    if partners_call is None:
        wanted = "nil or at least 4"
    return Fault("bid.form", f"seat {seat} calls {call}, but has to call {wanted} (suicide)")


def count_spades(bidding: Bidding, seat: int) -> int:
    """The spades held now, by effective suit."""
    return sum(bidding.table.pack.suit[card] == SPADES for card in bidding.holdings[seat])


def is_last_caller(bidding: Bidding, seat: int) -> bool:
    """Whether everybody else has called."""
    return seat == bidding.order[-1]
