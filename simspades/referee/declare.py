"""What is said beside the bids: talk, questions to the partner, and declarations of a side."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from simspades.referee.bidding import Bidding, speakers
from simspades.referee.table import Table
from simspades.referee.verdict import Fault

OPTIONS = {"bemo": "bemo.enabled", "big_bemo": "bemo.big_enabled", "aces": "aces.enabled"}
QUESTIONS = ("aces", "nt", "misdeal")


def speech_fault(bidding: Bidding, seat: int, tricks: tuple[int, int], spoken: Sequence[int]) -> Fault | None:
    """`bid.talk`: each tells his sure and possible tricks once, the side's first speaker before his partner (INT-24).

    A seat whose call has been made has nothing to tell.
    """
    if bidding.rules.bid.mode != "partnership":
        return Fault("bid.talk", f"seat {seat} talks, but in round-table bidding there is no talk")
    order = speakers(bidding.table, bidding.dealer)
    if seat in spoken or any(order.index(other) > order.index(seat) for other in spoken):
        return Fault("bid.talk", f"seat {seat} talks out of turn")
    if any(not 0 <= count <= bidding.table.n_tricks for count in tricks):
        return Fault("bid.talk", f"seat {seat} tells {tricks[0]} sure and {tricks[1]} possible tricks")
    if bidding.calls[seat] is not None:
        return Fault("bid.talk", f"seat {seat} talks, but has called {bidding.calls[seat]}")
    return None


def declare_fault(
    table: Table, side: int, what: str, declared: Mapping[str, Collection[int]], aces: int
) -> Fault | None:
    """Why a side may not declare this.

    `bemo.enabled`, `bemo.big_enabled`: at most one of the two. `aces.enabled`: a side that holds all the aces, once.
    """
    option = OPTIONS[what]
    if not table.values[option]:
        return Fault(option, f"side {side} declares {what}, which these rules do not have")
    if side in declared[what]:
        return Fault(option, f"side {side} declares {what} twice")
    if what != "aces" and (side in declared["bemo"] or side in declared["big_bemo"]):
        return Fault(option, f"side {side} declares both a bemo and a big bemo")
    if what == "aces" and aces < aces_in_pack(table):
        return Fault(option, f"side {side} goes for aces, but holds {aces} of them")
    return None


def answer_fault(
    bidding: Bidding,
    seat: int,
    about: str,
    answer: bool,
    aces: tuple[int, int],
    may_throw_in: bool,
    *,
    is_unbid: bool,
) -> Fault | None:
    """Why a seat may not ask this of its partner, or the partner not answer so.

    `aces.enabled`: only a holder of two aces or more asks, and "yes" says that the side has them all (``aces`` counts
    the seat's and the side's). `nt.enabled`: whether the partner covers a no-trump bid. `misdeal.consult_partner`:
    only with cards that may be thrown in; the answer does not bind.
    """
    rules = bidding.rules
    options = {
        "aces": ("aces.enabled", rules.aces.enabled),
        "nt": ("nt.enabled", rules.nt.enabled or rules.nt.blind_enabled),
        "misdeal": ("misdeal.consult_partner", rules.misdeal.consult_partner),
    }
    option, has_it = options[about]
    if not has_it or bidding.partner_of(seat) is None:
        return Fault(option, f"seat {seat} asks about {about}, which these rules do not have")
    if is_unbid and about != "misdeal":
        return Fault("bid.first_deal_unbid", f"seat {seat} asks about {about} in a hand that bids itself")
    own, of_side = aces
    if about == "aces" and own < 2:
        return Fault(option, f"seat {seat} asks about aces, but holds {own}")
    if about == "aces" and answer and of_side < aces_in_pack(bidding.table):
        return Fault(option, f"the partner of seat {seat} says yes, but the side holds {of_side} aces")
    if about == "misdeal" and not may_throw_in:
        return Fault(option, f"seat {seat} asks about a misdeal, which its cards do not allow")
    return None


def aces_in_pack(table: Table) -> int:
    """All the aces: four, or eight in two packs."""
    return sum(copies for card, copies in table.pack.copies.items() if card.startswith("A"))
