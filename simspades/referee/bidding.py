"""The bidding: who calls when, and which calls are legal.

Each rule is a function that returns a :class:`Fault` if it forbids the call, else None. They are asked in three
layers. What a call may be by itself (``own_fault``) always holds. What a side may bid (``side_fault``) and what all
bids may come to (``total_fault``) bind a player only while they leave him a call at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from simspades.referee.calls import BLIND_NIL, BOUND, NIL, SIDE_CALLS, ZERO, Call, Kind
from simspades.referee.contract import number_of, total_of
from simspades.referee.pack import SPADES
from simspades.referee.table import Table
from simspades.referee.verdict import Fault
from simspades.rules import Ruleset

Forbids = Callable[["Bidding", int, Call], Fault | None]


@dataclass
class Bidding:
    """The bidding of one hand.

    ``scores`` are the sides' scores at the start of the hand; ``holdings`` are the cards as they are when a seat calls.
    ``calls`` holds each seat's call, None before it; ``possible`` is every call that the rules have, ``answers`` those
    that a partner may make beside a number or a nil. ``refused`` are the seats whose partner would not cover a no-trump
    bid; ``settled`` those whose blind number stands or has been given up (`blind.renounce_to_10`).
    """

    table: Table
    dealer: int
    hand_in_game: int
    scores: Sequence[int]
    holdings: Sequence[Sequence[str]]
    calls: list[Call | None] = field(init=False)
    order: list[int] = field(init=False)
    possible: list[Call] = field(init=False)
    answers: list[Call] = field(init=False)
    last_caller: int | None = None
    refused: set[int] = field(default_factory=set)
    settled: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.calls = [None] * self.table.players
        self.order = bidding_order(self.table, self.dealer)
        self.possible = possible_calls(self.table)
        self.answers = answers(self.table.rules, self.possible)

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
        """Whether a call of this seat is a blind number that it has not yet let stand."""
        may = self.table.has_partners and bool(self.rules.blind.renounce_to_10)
        return may and call.kind is Kind.BLIND and seat not in self.settled

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
        """Record a call, which stands (`bid.locked`), and bind the partner where nothing is left to him to call."""
        self.calls[seat] = call
        self.last_caller = seat
        partner = self.partner_of(seat)
        if partner is not None and self.calls[partner] is None and self._is_bound(partner, call):
            self.calls[partner] = BOUND

    def _is_bound(self, partner: int, call: Call) -> bool:
        if call.kind in SIDE_CALLS:
            return True
        if self.rules.bid.mode != "partnership" or call.is_nil or call.kind is Kind.BOUND:
            return False
        return not any(call_fault(self, nil, partner) is None for nil in (NIL, BLIND_NIL))

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


# --- all calls, and the three layers ---


def possible_calls(table: Table) -> list[Call]:
    """Every call that the rules have: the numbers, a plain zero, the nils, then what is called for a side."""
    numbers = range(table.hand_size + 1)
    side_calls = [Call(Kind.TEN_FOR_200), Call(Kind.MOON), Call(Kind.BLIND_MOON), Call(Kind.DOUBLE_NIL)]
    calls = [
        *(Call(Kind.NUMBER, number) for number in numbers),
        ZERO,
        NIL,
        BLIND_NIL,
        *(Call(kind, number) for kind in (Kind.BLIND, Kind.NO_TRUMP, Kind.BLIND_NO_TRUMP) for number in numbers),
        *side_calls,
    ]
    return [*(call for call in calls if missing_option(table, call) is None), BOUND]


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


# --- what a call may be by itself ---


def own_fault(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """Why a seat may not make this call, whatever its side bids."""
    option = missing_option(bidding.table, call)
    if option is not None:
        return Fault(option, f"seat {seat} calls {call}, which these rules do not have")
    for forbids in RULES_OF_A_KIND.get(call.kind, (is_no_call,)):
        fault = forbids(bidding, seat, call)
        if fault is not None:
            return fault
    return form_fault(bidding, seat, call)


#: The option that brings each call into the game.
BROUGHT_BY = {
    Kind.NIL: "nil.enabled",
    Kind.BLIND_NIL: "blind_nil.enabled",
    Kind.ZERO: "bid.zero",
    Kind.BLIND: "blind.enabled",
    Kind.TEN_FOR_200: "ten200.mode",
    Kind.MOON: "moon.enabled",
    Kind.BLIND_MOON: "moon.blind_enabled",
    Kind.NO_TRUMP: "nt.enabled",
    Kind.BLIND_NO_TRUMP: "nt.blind_enabled",
    Kind.DOUBLE_NIL: "dnil.enabled",
}


def missing_value(rules: Ruleset, call: Call) -> str:
    """The option that brings a call into the game."""
    if call.kind is Kind.BLIND and rules.three.blind is not None:
        return "three.blind"
    return BROUGHT_BY[call.kind]


def missing_option(table: Table, call: Call) -> str | None:
    """The option without which these rules do not have a call, or None if they have it."""
    if call.kind in (Kind.NUMBER, Kind.BOUND):
        return None
    option = missing_value(table.rules, call)
    value = table.values[option]
    has_it = value == "choice" if option == "bid.zero" else value not in (None, False, "off")
    return None if has_it else option


def number_out_of_rule(rules: Ruleset, number: int) -> str | None:
    """The option by which nobody may bid a number: `bid.zero` for 0, `bid.no_one` for 1; None if anybody may."""
    if number == 0 and rules.bid.zero != "plain_number":
        return "bid.zero"
    return "bid.no_one" if number == 1 and rules.bid.no_one else None


def out_of_range(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`bid.player_range`: a number of no more than the tricks; `bid.zero`: 0 only where it is an ordinary number.

    There is no pass (`bid.pass`), and a number need not exceed earlier ones (`bid.must_increase`).
    """
    size, zero = bidding.table.hand_size, bidding.rules.bid.zero
    if number_out_of_rule(bidding.rules, call.number) == "bid.zero":
        return Fault("bid.zero", f"seat {seat} calls {call}, but zero is {zero} (bid.zero)")
    if 0 <= call.number <= size:
        return None
    lowest = 0 if zero == "plain_number" else 1
    return Fault("bid.player_range", f"seat {seat} calls {call}, but a number is from {lowest} to {size}")


def number_of_the_side(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`bid.mode=partnership`: a side agrees on one number, stated by its lower seat or by a nil's partner."""
    if bidding.rules.bid.mode != "partnership":
        return None
    partner, partners_call = bidding.partner_of(seat), bidding.partners_call(seat)
    if partners_call is None and partner is not None and seat > partner:
        return Fault("bid.mode", f"seat {seat} calls {call}, but seat {partner} states the number of the side")
    if partners_call is None or partners_call.is_nil:
        return None
    return Fault("bid.mode", f"seat {seat} calls {call}, but the side agrees on one number")


def bid_of_one(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`bid.no_one`: nobody may bid 1."""
    if number_out_of_rule(bidding.rules, call.number) == "bid.no_one":
        return Fault("bid.no_one", f"seat {seat} calls 1, which nobody may")
    return None


def partner_has_bound(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`bid.locked`: a side whose partner made a call for both is bound by it."""
    partners_call = bidding.partners_call(seat)
    if partners_call is not None and partners_call.kind in SIDE_CALLS and bidding.table.has_partners:
        return Fault("bid.locked", f"seat {seat} calls {call}, but is bound by its partner's {partners_call}")
    return None


def nil_beside_no_number(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`bid.mode=partnership`: beside a nil the partner states the number."""
    partners_call = bidding.partners_call(seat)
    if partners_call is not None and partners_call.kind is Kind.BOUND:
        return Fault("bid.mode", f"seat {seat} calls {call}, but its side has stated no number")
    return None


def too_early_for_blind_nil(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`blind_nil.from_hand`: the first hand of a game in which blind nil may be called."""
    from_hand = bidding.rules.blind_nil.from_hand
    if bidding.hand_in_game >= from_hand:
        return None
    return Fault(
        "blind_nil.from_hand",
        f"seat {seat} calls blind nil in hand {bidding.hand_in_game}, allowed from hand {from_hand} on",
    )


def deficit(bidding: Bidding, seat: int) -> int:
    """How far a seat's side is behind the best other side at the start of the hand."""
    own_side = bidding.table.side_of[seat]
    return max(score for side, score in enumerate(bidding.scores) if side != own_side) - bidding.scores[own_side]


#: How far behind a side must be for a call; 0 is no restriction: a side in the lead may make it too.
DEFICITS = {
    Kind.BLIND_NIL: "blind_nil.min_deficit",
    Kind.BLIND: "blind.min_deficit",
    Kind.BLIND_NO_TRUMP: "nt.blind_min_deficit",
}
NAMES = {Kind.BLIND_NIL: "blind nil"}


def not_far_enough_behind(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`blind_nil.min_deficit`, `blind.min_deficit`, `nt.blind_min_deficit`."""
    needed = bidding.table.values[DEFICITS[call.kind]]
    behind = deficit(bidding, seat)
    if not isinstance(needed, int) or needed == 0 or behind >= needed:
        return None
    place = f"{behind} points behind" if behind > 0 else "not behind"
    name = NAMES.get(call.kind, str(call))
    return Fault(DEFICITS[call.kind], f"seat {seat} calls {name} but is {place}, and must be at least {needed} behind")


def not_far_behind(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`dnil.when=far_behind`: only a side that is behind by more than 0.4 of the target."""
    target, behind = bidding.rules.end.target, deficit(bidding, seat)
    if bidding.rules.dnil.when == "any" or 5 * behind > 2 * target:
        return None
    return Fault(
        "dnil.when", f"seat {seat} calls {call} but is not more than {2 * target / 5:g} points behind ({behind})"
    )


def not_the_first_of_the_side(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`bid.mode=round_table`: a call for the side is made by the first of it to speak (INT-74)."""
    partner, partners_call = bidding.partner_of(seat), bidding.partners_call(seat)
    if partner is None:
        return None
    fault = Fault("bid.mode", f"seat {seat} calls {call} for its side after its partner has spoken")
    if partners_call is not None:
        by_agreement = bidding.rules.bid.mode == "partnership" and partners_call.kind is Kind.BOUND
        return None if by_agreement else fault
    if bidding.rules.bid.mode == "round_table" and bidding.order.index(seat) > bidding.order.index(partner):
        return fault._replace(reason=f"seat {seat} calls {call} for its side, but its partner speaks first")
    return None


def blind_number_out_of_range(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`blind.min`, `blind.higher`: the numbers that a side may call blind; in games without partners any number."""
    rules = bidding.rules
    if not bidding.table.has_partners:
        return out_of_range(bidding, seat, call)
    if call.number < rules.blind.min:
        return Fault("blind.min", f"seat {seat} calls {call}, but at least {rules.blind.min} is called blind")
    if call.number > rules.blind.min and not rules.blind.higher:
        return Fault("blind.higher", f"seat {seat} calls {call}, but no more than {rules.blind.min} is called blind")
    return more_than_the_tricks(bidding, seat, call)


def more_than_the_tricks(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`bid.player_range`: no more than there are tricks."""
    if call.number <= bidding.table.n_tricks:
        return None
    return Fault("bid.player_range", f"seat {seat} calls {call}, but there are {bidding.table.n_tricks} tricks")


def no_trump_out_of_range(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`nt.min`: the least number of a no-trump bid."""
    least = bidding.rules.nt.min
    if call.number < least:
        return Fault("nt.min", f"seat {seat} calls {call}, but such a bid is of at least {least}")
    return more_than_the_tricks(bidding, seat, call)


def no_trump_without_a_spade(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`nt.enabled`: the bidder must hold a spade, and the partner must not have refused to cover the bid."""
    if not count_spades(bidding, seat):
        return Fault("nt.enabled", f"seat {seat} calls {call} without a spade")
    if seat in bidding.refused:
        return Fault("nt.enabled", f"seat {seat} calls {call}, which its partner would not cover")
    return None


def ten_out_of_range(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`ten200.mode`: ten is no more than the tricks in every game."""
    return more_than_the_tricks(bidding, seat, Call(Kind.NUMBER, number_of(call, bidding.table.n_tricks)))


def nobody_to_bind(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """`bid.pass`: a player calls nothing only where the side's call is the partner's."""
    partner, partners_call = bidding.partner_of(seat), bidding.partners_call(seat)
    if partner is not None and bidding.rules.bid.mode == "partnership":
        if partners_call is not None and not partners_call.is_nil and partners_call.kind is not Kind.BOUND:
            return None
        if partners_call is None and any(
            _is_open_to(bidding, partner, other)
            for other in bidding.possible
            if other.kind in SIDE_CALLS and not bidding.is_early(other)
        ):
            return None
    return Fault("bid.pass", f"seat {seat} makes no call, and nobody may pass")


def _is_open_to(bidding: Bidding, seat: int, call: Call) -> bool:
    return all(forbids(bidding, seat, call) is None for forbids in RULES_OF_A_KIND[call.kind]) and (
        side_fault(bidding, seat, call) is None
    )


def is_no_call(bidding: Bidding, seat: int, call: Call) -> Fault | None:
    """Every kind of call has its rules."""
    raise AssertionError(f"no rules for {call}")


RULES_OF_A_KIND: dict[Kind, tuple[Forbids, ...]] = {
    Kind.NUMBER: (partner_has_bound, out_of_range, number_of_the_side, bid_of_one),
    Kind.ZERO: (partner_has_bound, number_of_the_side),
    Kind.NIL: (partner_has_bound, nil_beside_no_number),
    Kind.BLIND_NIL: (partner_has_bound, nil_beside_no_number, too_early_for_blind_nil, not_far_enough_behind),
    Kind.BLIND: (partner_has_bound, blind_number_out_of_range, not_the_first_of_the_side, not_far_enough_behind),
    Kind.TEN_FOR_200: (partner_has_bound, ten_out_of_range, not_the_first_of_the_side),
    Kind.MOON: (partner_has_bound, not_the_first_of_the_side),
    Kind.BLIND_MOON: (partner_has_bound, not_the_first_of_the_side),
    Kind.NO_TRUMP: (
        partner_has_bound,
        no_trump_out_of_range,
        not_the_first_of_the_side,
        no_trump_without_a_spade,
    ),
    Kind.BLIND_NO_TRUMP: (
        partner_has_bound,
        no_trump_out_of_range,
        not_the_first_of_the_side,
        not_far_enough_behind,
    ),
    Kind.DOUBLE_NIL: (partner_has_bound, not_the_first_of_the_side, not_far_behind),
    Kind.BOUND: (nobody_to_bind,),
}


# --- forced forms (section O) ---


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


# --- what a side may bid ---


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


def answers(rules: Ruleset, possible: Sequence[Call]) -> list[Call]:
    """What a partner may answer to a number or a nil, as far as the rules of single calls go."""
    return [
        call
        for call in possible
        if call.kind in (Kind.ZERO, Kind.NIL)
        or (call.kind is Kind.NUMBER and number_out_of_rule(rules, call.number) is None)
    ]


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


# --- what all bids may come to ---


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


# --- giving a blind number up ---


def renounce_fault(bidding: Bidding, seat: int, renounces: bool) -> Fault | None:
    """`blind.renounce_to_10`: whether a side may let its blind number stand, or give it up for an ordinary ten."""
    most = bidding.rules.bid.side_max
    if renounces and most is not None and most < 10:
        return Fault("bid.side_max", f"seat {seat} gives up its blind bid for 10, but may bid at most {most}")
    fault = _total_after(bidding, seat, renounces)
    return fault if fault is not None and _total_after(bidding, seat, not renounces) is None else None


def _total_after(bidding: Bidding, seat: int, renounces: bool) -> Fault | None:
    call = bidding.calls[seat]
    assert call is not None
    bidding.settled.add(seat)
    fault = total_fault(bidding, seat, Call(Kind.NUMBER, 10) if renounces else call)
    bidding.settled.remove(seat)
    return fault


# --- the raise round ---


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
