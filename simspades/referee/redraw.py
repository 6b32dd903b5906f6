"""What a blind nil bidder of the game of two may replace (`two.blind_nil_redraw`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from simspades.referee.bidding import Bidding
from simspades.referee.calls import Kind
from simspades.referee.verdict import Fault

OPTION = "two.blind_nil_redraw"


def redraws_due(bidding: Bidding) -> list[int]:
    """The seats that may throw cards away and draw others, the second drawer first."""
    if not bidding.rules.two.blind_nil_redraw:
        return []
    second = bidding.table.left_of(bidding.dealer)
    calls = bidding.calls
    return [
        seat
        for seat in bidding.table.clockwise_from(second)
        if (call := calls[seat]) is not None and call.kind is Kind.BLIND_NIL
    ]


def redraw_fault(
    most: int, seat: int, thrown: Sequence[str], drawn: Sequence[str], holding: Sequence[str], pool: Sequence[str]
) -> tuple[Fault, str | None] | None:
    """Why a seat may not replace these cards, with the card at fault if it is about one; None if it may.

    ``pool`` holds what was thrown away in the draft and has not been drawn since; cards thrown away now are not in it.
    """
    if len(thrown) > most:
        return Fault(OPTION, f"seat {seat} throws {len(thrown)} cards, but may throw at most {most}"), None
    if len(thrown) != len(drawn):
        return Fault(OPTION, f"seat {seat} throws {len(thrown)} cards and draws {len(drawn)}"), None
    for cards, source, where in ((thrown, holding, "its holding"), (drawn, pool, "the cards thrown in the draft")):
        missing = Counter(cards) - Counter(source)
        for card in missing:
            return Fault(OPTION, f"seat {seat} takes {card}, which is not among {where}"), card
    return None
