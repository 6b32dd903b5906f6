"""The bidding: who calls when, and what has been called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from simspades.referee.calls import Call, Kind
from simspades.referee.offered import answers, possible_calls
from simspades.referee.table import Table
from simspades.rules import Ruleset


@dataclass
class Bidding:
    """The bidding of one hand.

    ``scores`` are the sides' scores at the start of the hand; ``holdings`` are the cards as they are when a seat calls.
    ``calls`` holds each seat's call, None before it. ``refused`` are the seats whose partner would not cover a no-trump
    bid; ``settled`` those whose blind number stands or has been given up (`blind.renounce_to_10`).
    """

    table: Table
    dealer: int
    hand_in_game: int
    scores: Sequence[int]
    holdings: Sequence[Sequence[str]]
    calls: list[Call | None] = field(init=False)
    order: list[int] = field(init=False)
    last_caller: int | None = None
    refused: set[int] = field(default_factory=set)
    settled: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.calls = [None] * self.table.players
        self.order = bidding_order(self.table, self.dealer)

    @cached_property
    def possible(self) -> list[Call]:
        """Every call that the rules have."""
        return possible_calls(self.table)

    @cached_property
    def answers(self) -> list[Call]:
        """What a partner may call beside a number or a nil."""
        return answers(self.rules, self.possible)

    @property
    def rules(self) -> Ruleset:
        """The rules of the table."""
        return self.table.rules

    @property
    def is_over(self) -> bool:
        """Whether every seat has called and none may still give up a blind number: `bid.rounds=1`."""
        return all(call is not None for call in self.calls) and self.next_seat is None

    @property
    def next_seat(self) -> int | None:
        """The first seat, in the order of bidding, that has to call or to say whether its blind number stands."""
        return next((seat for seat in self.order if self.calls[seat] is None or self.may_renounce(seat)), None)

    @property
    def turn(self) -> int:
        """The seat in turn."""
        seat = self.next_seat
        if seat is None:
            raise RuntimeError("the bidding is over")
        return seat

    def may_renounce(self, seat: int) -> bool:
        """`blind.renounce_to_10`: whether a seat may still give its side's blind number up."""
        call = self.calls[seat]
        return call is not None and self.is_renounceable(seat, call)

    def is_renounceable(self, seat: int, call: Call) -> bool:
        """Whether a call of this seat is a blind number that it has not yet let stand, where it may bid a ten."""
        if call.kind is not Kind.BLIND or seat in self.settled:
            return False
        most = self.rules.bid.side_max
        has_ten = most is None or most >= 10
        return self.table.has_partners and bool(self.rules.blind.renounce_to_10) and has_ten

    def partner_of(self, seat: int) -> int | None:
        """The seat's partner, None in games without."""
        partners = self.table.partners_of[seat]
        return partners[0] if partners else None

    def partners_call(self, seat: int) -> Call | None:
        """What the partner has called so far."""
        partner = self.partner_of(seat)
        return None if partner is None else self.calls[partner]

    def calls_of_side(self, side: int) -> list[Call]:
        """The calls of a side so far."""
        return [call for seat in self.table.members_of(side) if (call := self.calls[seat]) is not None]

    def add(self, seat: int, call: Call) -> None:
        """Record a call, which stands (`bid.locked`)."""
        self.calls[seat] = call
        self.last_caller = seat

    def blind_nil_is_early(self) -> bool:
        """Whether blind nils and blind bids of one's own are called before the deal goes on (INT-35).

        So it is where cards must be looked at before the bidding: misdeals, passes, extra cards, a draft.
        """
        rules = self.rules
        return bool(
            rules.misdeal.conditions
            or rules.pass_.before_bidding
            or rules.deck_options.extra_cards in ("dealer", "holder_2c")
            or rules.game.family == "two"
        )

    def is_early(self, call: Call) -> bool:
        """Whether a call is made before the bidding, while the cards are unseen (RULEBOOK 0.3, step 3)."""
        if call.kind is Kind.BLIND_NIL or (call.kind is Kind.BLIND and not self.table.has_partners):
            return self.blind_nil_is_early()
        return call.kind in (Kind.BLIND, Kind.BLIND_MOON, Kind.BLIND_NO_TRUMP)


def is_unbid(rules: Ruleset, hand_in_game: int) -> bool:
    """`bid.first_deal_unbid`: the first hand of a game bids itself."""
    return bool(rules.bid.first_deal_unbid) and hand_in_game == 1


def bidding_order(table: Table, dealer: int) -> list[int]:
    """The seats in the order in which they call.

    `bid.first`: clockwise from the dealer's left, or from the dealer; with two the dealer is the first drawer, so the
    second has the seat at his left. `bid.mode=partnership`: side by side, from the side of that seat on; the lower
    seat of a side states its number.
    """
    seats = table.clockwise_from(dealer if table.rules.bid.first == "dealer" else table.left_of(dealer))
    if table.rules.bid.mode != "partnership":
        return seats
    sides = list(dict.fromkeys(table.side_of[seat] for seat in seats))
    return [seat for side in sides for seat in table.members_of(side)]


def speakers(table: Table, dealer: int) -> list[int]:
    """`bid.mode=partnership`: who tells his sure and possible tricks, in their order (INT-24)."""
    seats = table.clockwise_from(dealer if table.rules.bid.first == "dealer" else table.left_of(dealer))
    return [seat for first in seats[: table.n_sides] for seat in (first, *table.partners_of[first])]
