"""What the referee says of an action that the rules do not allow."""

from __future__ import annotations

from typing import NamedTuple

from simspades.errors import SimspadesError


class Fault(NamedTuple):
    """Why an action is not allowed.

    ``rule`` is the id of the rulebook's option that forbids it, or ``play.holding`` where a seat plays a card that it
    does not hold, which is the one fault that no option stands for. ``reason`` is a clause without a full stop.
    """

    rule: str
    reason: str


class IllegalActionError(SimspadesError):
    """An illegal deal, call, exchange or card.

    ``trick`` counts from 1 and is 0 before the play; ``seat`` is whose action it is (None for nobody's in particular);
    ``card`` is the card at fault, if it is about one.
    """

    def __init__(self, trick: int, seat: int | None, card: str | None, fault: Fault) -> None:
        super().__init__(f"{fault.reason} ({fault.rule})")
        self.trick = trick
        self.seat = seat
        self.card = card
        self.fault = fault

    def answer(self) -> dict[str, object]:
        """The answer to a hand record that holds this action."""
        return {
            "legal": False,
            "trick": self.trick,
            "seat": self.seat,
            "card": self.card,
            "rule": self.fault.rule,
            "reason": self.fault.reason,
        }
