"""What a call of each kind may be by itself: the rules that always hold."""

from __future__ import annotations

from collections.abc import Callable

from simspades.referee.bidding import Bidding
from simspades.referee.calls import SIDE_CALLS, Call, Kind
from simspades.referee.contract import number_of
from simspades.referee.forms import count_spades
from simspades.referee.offered import number_out_of_rule
from simspades.referee.side_rules import side_fault
from simspades.referee.verdict import Fault

Forbids = Callable[[Bidding, int, Call], Fault | None]


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
