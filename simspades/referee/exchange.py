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
    is_optional: bool = False
    may_request: bool = False
    both_at_once: bool = False
    given: dict[int, list[str]] = field(default_factory=dict)

    @property
    def is_simultaneous(self) -> bool:
        """`exchange.order`: whether both choose their cards before they see what they get; `dnil.exchange`: they do."""
        return self.both_at_once or self.rules.exchange.order == "simultaneous"

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


def immediate_exchanges(bidding: Bidding) -> list[Exchange]:
    """`exchange.timing=immediate`: what a side exchanges as soon as both partners have called."""
    caller = bidding.last_caller
    if bidding.rules.exchange.timing != "immediate" or caller is None:
        return []
    candidates = [caller, *bidding.table.partners_of[caller]]
    return [due for seat in candidates if (due := exchange_of(bidding, seat)) is not None]


def later_exchanges(bidding: Bidding) -> list[Exchange]:
    """What is exchanged when all have called, clockwise from the dealer's left by the bidder's seat.

    `exchange.timing=after_bidding`: all exchanges; otherwise those of a double nil alone.
    """
    due = []
    for seat in bidding.table.clockwise_from(bidding.table.left_of(bidding.dealer)):
        of_nil = None if bidding.rules.exchange.timing == "immediate" else exchange_of(bidding, seat)
        exchange = double_nil_exchange(bidding, seat) or of_nil
        if exchange is not None:
            due.append(exchange)
    return due


def double_nil_exchange(bidding: Bidding, seat: int) -> Exchange | None:
    """`dnil.exchange`: both partners of a team double nil pass cards to each other at once."""
    call, partner, count = bidding.calls[seat], bidding.partner_of(seat), bidding.rules.dnil.exchange
    if call is None or call.kind is not Kind.DOUBLE_NIL or partner is None or not count:
        return None
    return Exchange(bidding.rules, seat, partner, "dnil.exchange", count, both_at_once=True)


def exchange_of(bidding: Bidding, seat: int) -> Exchange | None:
    """The exchange that the nil of a seat brings about, if it does.

    `nil.exchange` cards for a nil, compulsory. `blind_nil.exchange` cards for a blind nil, which
    `blind_nil.exchange_optional` lets the side decline; `blind_nil.suit_request` lets the bidder name a suit. A side of
    two nils, of whatever kinds, exchanges nothing. The partner's own call comes first.
    """
    rules, call, partner = bidding.rules, bidding.calls[seat], bidding.partner_of(seat)
    if call is None or not call.is_nil or partner is None:
        return None
    partners_call = bidding.calls[partner]
    if partners_call is None or partners_call.is_nil:
        return None
    if call.kind is Kind.NIL:
        exchange = Exchange(rules, seat, partner, "nil.exchange", rules.nil.exchange or 0)
    else:
        exchange = Exchange(
            rules,
            seat,
            partner,
            "blind_nil.exchange",
            rules.blind_nil.exchange,
            bool(rules.blind_nil.exchange_optional),
            bool(rules.blind_nil.suit_request),
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
    rule = "blind_nil.exchange_optional" if exchange.option == "blind_nil.exchange" else exchange.option
    return Fault(rule, f"seats {exchange.bidder} and {exchange.partner} have to exchange {_cards(exchange.count)}")
