"""The exchange of cards between a nil bidder and the partner.

An exchange has two halves, the bidder's cards to the partner and as many back. ``exchanges_due`` says which sides
exchange and in which order; :class:`Exchange` follows one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from simspades.referee.bidding import Bidding
from simspades.referee.calls import Kind
from simspades.referee.verdict import Fault
from simspades.rules import Ruleset


@dataclass
class Exchange:
    """One side's exchange.

    ``count`` cards go each way; ``option`` is the id of the option that says so. ``given`` holds what each seat has
    given so far; under `exchange.order=simultaneous` the cards reach the other seat only when both have given.
    """

    rules: Ruleset
    bidder: int
    partner: int
    option: str
    count: int
    is_optional: bool
    may_request: bool
    given: dict[int, list[str]] = field(default_factory=dict)

    @property
    def is_simultaneous(self) -> bool:
        """`exchange.order`: whether both choose their cards before they see what they get."""
        return self.rules.exchange.order == "simultaneous"

    @property
    def givers(self) -> list[int]:
        """The seats that may give their cards now.

        `exchange.order=sequential`: the bidder lays down cards, the partner picks them up and only then gives as many
        back, perhaps some of the same.
        """
        waiting = [seat for seat in (self.bidder, self.partner) if seat not in self.given]
        return waiting if self.is_simultaneous else waiting[:1]

    @property
    def is_over(self) -> bool:
        """Whether both have given."""
        return len(self.given) == 2

    def other(self, seat: int) -> int:
        """The seat that gets what this seat gives."""
        return self.partner if seat == self.bidder else self.bidder


def exchanges_due(bidding: Bidding) -> list[Exchange]:
    """The exchanges to be made now, in their order.

    `exchange.timing=after_bidding`: when all have called, clockwise from the dealer's left by the bidder's seat.
    `exchange.timing=immediate`: as soon as both partners have called.
    """
    rules = bidding.rules
    if rules.exchange.timing == "immediate":
        last_caller = next(seat for seat in reversed(bidding.order) if bidding.calls[seat] is not None)
        candidates = [last_caller, *bidding.table.partners_of[last_caller]]
    elif bidding.is_over:
        candidates = bidding.table.clockwise_from(bidding.table.left_of(bidding.dealer))
    else:
        candidates = []
    return [due for seat in candidates if (due := exchange_of(bidding, seat)) is not None]


def exchange_of(bidding: Bidding, seat: int) -> Exchange | None:
    """The exchange that the call of a seat brings about, if it does.

    `nil.exchange` cards for a nil, compulsory. `blind_nil.exchange` cards for a blind nil, which
    `blind_nil.exchange_optional` lets the side decline; `blind_nil.suit_request` lets the bidder name a suit. A side of
    two nils, of whatever kinds, exchanges nothing. The partner's own call comes first.
    """
    rules, call, partners = bidding.rules, bidding.calls[seat], bidding.table.partners_of[seat]
    if call is None or not call.is_nil or len(partners) != 1:
        return None
    [partner] = partners
    partners_call = bidding.calls[partner]
    if partners_call is None or partners_call.is_nil:
        return None
    if call.kind is Kind.NIL:
        exchange = Exchange(rules, seat, partner, "nil.exchange", rules.nil.exchange, False, False)
    else:
        exchange = Exchange(
            rules,
            seat,
            partner,
            "blind_nil.exchange",
            rules.blind_nil.exchange,
            rules.blind_nil.exchange_optional,
            rules.blind_nil.suit_request,
        )
    return exchange if exchange.count else None


def exchange_fault(
    exchange: Exchange, seat: int, receiver: int, cards: Sequence[str], request: str | None, holding: Sequence[str]
) -> tuple[Fault, str | None] | None:
    """Why a seat may not give these cards, with the card at fault if it is about one; None if it may."""
    if seat not in exchange.givers:
        if seat in (exchange.bidder, exchange.partner):
            return _fault("exchange.order", f"seat {seat} gives cards, but it is the turn of seat {exchange.givers[0]}")
        return _fault(
            exchange.option,
            f"seat {seat} gives cards, but it is seats {exchange.bidder} and {exchange.partner} that exchange",
        )
    if receiver != exchange.other(seat):
        return _fault(exchange.option, f"seat {seat} gives cards to seat {receiver}, which is not its partner")
    if len(cards) != exchange.count:
        return _fault(exchange.option, f"seat {seat} gives {_cards(len(cards))}, but {exchange.count} are exchanged")
    left = list(holding)
    for card in cards:
        if card not in left:
            return _not_held(exchange, seat, card)
        left.remove(card)
    if request is not None and not (exchange.may_request and seat == exchange.bidder):
        return _fault(
            "blind_nil.suit_request", f"seat {seat} names a suit that it wants, which these rules do not allow"
        )
    return None


def _not_held(exchange: Exchange, seat: int, card: str) -> tuple[Fault, str]:
    on_its_way = exchange.given.get(exchange.other(seat), []) if exchange.is_simultaneous else []
    if card in on_its_way:
        return Fault(
            "exchange.order", f"seat {seat} gives back {card}, but both give before they see what they get"
        ), card
    return Fault(exchange.option, f"seat {seat} gives {card}, which it does not hold"), card


def _fault(rule: str, reason: str) -> tuple[Fault, None]:
    return Fault(rule, reason), None


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def missing_fault(exchange: Exchange) -> Fault:
    """What is wrong when the cards that a seat has to give are not there."""
    seat = exchange.givers[0]
    if exchange.given:
        return Fault(exchange.option, f"seat {seat} has to give back {_cards(exchange.count)}")
    rule = "nil.exchange" if exchange.option == "nil.exchange" else "blind_nil.exchange_optional"
    return Fault(rule, f"seats {exchange.bidder} and {exchange.partner} have to exchange {_cards(exchange.count)}")
