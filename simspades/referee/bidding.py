"""The bidding: who calls when, which calls are legal, and the contract that comes of them.

Each rule is a function that returns a :class:`Fault` if it forbids the call, else None; ``call_fault`` asks those that
bear on the call's kind, in the order of the rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from simspades.referee.calls import BLIND_NIL, NIL, Call, Kind
from simspades.referee.table import Table
from simspades.referee.verdict import Fault
from simspades.rules import Ruleset

#: The option that allows each call which is neither a number nor a nil.
ALLOWED_BY = {
    Kind.ZERO: "bid.zero",
    Kind.BLIND: "blind.enabled",
    Kind.TEN_FOR_200: "ten200.mode",
    Kind.MOON: "moon.enabled",
    Kind.BLIND_MOON: "moon.blind_enabled",
    Kind.NO_TRUMP: "nt.enabled",
    Kind.BLIND_NO_TRUMP: "nt.blind_enabled",
    Kind.DOUBLE_NIL: "dnil.enabled",
    Kind.BOUND: "bid.pass",
}


@dataclass
class Bidding:
    """The bidding of one hand.

    ``scores`` are the sides' scores at the start of the hand; ``calls`` holds each seat's call, None before it.
    """

    table: Table
    dealer: int
    hand_in_game: int
    scores: Sequence[int]
    calls: list[Call | None] = field(init=False)
    order: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.calls = [None] * self.table.players
        self.order = bidding_order(self.table, self.dealer)
        self._made = 0

    @property
    def rules(self) -> Ruleset:
        """The rules of the table."""
        return self.table.rules

    @property
    def is_over(self) -> bool:
        """Whether every seat has called: `bid.rounds=1`, there is no second round."""
        return self._made == len(self.order)

    @property
    def turn(self) -> int:
        """The seat that calls next."""
        return self.order[self._made]

    def add(self, call: Call) -> None:
        """Record the call of the seat in turn, which stands (`bid.locked`)."""
        self.calls[self.turn] = call
        self._made += 1


def bidding_order(table: Table, dealer: int) -> list[int]:
    """The seats in the order in which they call (`bid.first`): clockwise from the dealer's left, or from the dealer."""
    return table.clockwise_from(dealer if table.rules.bid.first == "dealer" else table.left_of(dealer))


def legal_calls(bidding: Bidding) -> list[Call]:
    """Every call that the seat in turn may make: the numbers, then nil, then blind nil."""
    possible = [*(Call(Kind.NUMBER, number) for number in range(1, bidding.table.hand_size + 1)), NIL, BLIND_NIL]
    return [call for call in possible if call_fault(bidding, call) is None]


def call_fault(bidding: Bidding, call: Call) -> Fault | None:
    """Why the seat in turn may not make this call, or None if it may."""
    if call.kind is Kind.NUMBER:
        return out_of_range(bidding, call)
    if call.kind is Kind.NIL:
        return nil_not_played(bidding) or both_partners_nil(bidding)
    if call.kind is Kind.BLIND_NIL:
        return (
            blind_nil_not_played(bidding)
            or too_early_for_blind_nil(bidding)
            or not_far_enough_behind(bidding)
            or both_partners_nil(bidding)
        )
    return Fault(ALLOWED_BY[call.kind], f"seat {bidding.turn} calls {call}, which these rules do not have")


def out_of_range(bidding: Bidding, call: Call) -> Fault | None:
    """`bid.player_range`: a number from 1 to the number of tricks, since 0 is a nil (`bid.zero=nil`).

    There is no pass (`bid.pass`), and a number need not exceed earlier ones (`bid.must_increase`).
    """
    if 1 <= call.number <= bidding.table.hand_size:
        return None
    return Fault(
        "bid.player_range",
        f"seat {bidding.turn} calls {call}, but a number is from 1 to {bidding.table.hand_size}",
    )


def nil_not_played(bidding: Bidding) -> Fault | None:
    """`nil.enabled`: whether a player may undertake to win no trick."""
    if bidding.rules.nil.enabled:
        return None
    return Fault("nil.enabled", f"seat {bidding.turn} calls nil, which these rules do not have")


def both_partners_nil(bidding: Bidding) -> Fault | None:
    """`nil.both=forbidden`: beside a partner's nil of either kind, a player may call neither kind."""
    if bidding.rules.nil.both == "forbidden":
        for partner in bidding.table.partners_of[bidding.turn]:
            call = bidding.calls[partner]
            if call is not None and call.is_nil:
                return Fault("nil.both", f"seat {bidding.turn} calls a nil beside the {call} of seat {partner}")
    return None


def blind_nil_not_played(bidding: Bidding) -> Fault | None:
    """`blind_nil.enabled`: whether a nil may be called before looking at one's cards."""
    if bidding.rules.blind_nil.enabled:
        return None
    return Fault("blind_nil.enabled", f"seat {bidding.turn} calls blind nil, which these rules do not have")


def too_early_for_blind_nil(bidding: Bidding) -> Fault | None:
    """`blind_nil.from_hand`: the first hand of a game in which blind nil may be called."""
    from_hand = bidding.rules.blind_nil.from_hand
    if bidding.hand_in_game >= from_hand:
        return None
    return Fault(
        "blind_nil.from_hand",
        f"seat {bidding.turn} calls blind nil in hand {bidding.hand_in_game}, allowed from hand {from_hand} on",
    )


def not_far_enough_behind(bidding: Bidding) -> Fault | None:
    """`blind_nil.min_deficit`: how far the side must be behind the best other side at the start of the hand.

    0 is no restriction: a side in the lead may call blind nil too.
    """
    needed = bidding.rules.blind_nil.min_deficit
    if needed == 0:
        return None
    own_side = bidding.table.side_of[bidding.turn]
    best_other = max(score for side, score in enumerate(bidding.scores) if side != own_side)
    deficit = best_other - bidding.scores[own_side]
    if deficit >= needed:
        return None
    place = f"{deficit} points behind" if deficit > 0 else "not behind"
    return Fault(
        "blind_nil.min_deficit",
        f"seat {bidding.turn} calls blind nil but is {place}, and must be at least {needed} behind",
    )


def contract_of(calls: Sequence[Call]) -> int:
    """The number that a side undertook: the numbers of its members added (`bid.mode=round_table`), nils counting 0."""
    return sum(call.number for call in calls)
