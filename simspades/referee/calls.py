"""The calls of the bidding and how records write them.

Every call of the game is known here, also those that a rule set may not allow: a call that the rules forbid is an
illegal call, with the option that would permit it; only a text that is no call at all cannot be read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from simspades.errors import RecordError, nearest


class Kind(StrEnum):
    """The kinds of calls; the value is the call as text, without its number."""

    NUMBER = "number"
    NIL = "nil"
    BLIND_NIL = "blind-nil"
    ZERO = "zero"
    BLIND = "blind"
    TEN_FOR_200 = "10-for-200"
    MOON = "moon"
    BLIND_MOON = "blind-moon"
    NO_TRUMP = "nt"
    BLIND_NO_TRUMP = "blind-nt"
    DOUBLE_NIL = "double-nil"
    BOUND = "-"


NILS = frozenset({Kind.NIL, Kind.BLIND_NIL})
NUMBERED = frozenset({Kind.NUMBER, Kind.BLIND, Kind.NO_TRUMP, Kind.BLIND_NO_TRUMP})

#: Calls that a player makes for his whole side and that bind the partner (RULEBOOK section F).
SIDE_CALLS = frozenset(
    {
        Kind.BLIND,
        Kind.TEN_FOR_200,
        Kind.MOON,
        Kind.BLIND_MOON,
        Kind.NO_TRUMP,
        Kind.BLIND_NO_TRUMP,
        Kind.DOUBLE_NIL,
    }
)
_WITH_A_NUMBER = "|".join((Kind.BLIND_NO_TRUMP, Kind.NO_TRUMP, Kind.BLIND))
_NUMBERED = re.compile(rf"(?:({_WITH_A_NUMBER})-)?(-?[0-9]{{1,4}})")


@dataclass(frozen=True, slots=True)
class Call:
    """One call: its kind and, where it has one, its number.

    >>> [str(call) for call in (Call(Kind.NUMBER, 4), NIL, BLIND_NIL, Call(Kind.BLIND, 6))]
    ['4', 'nil', 'blind-nil', 'blind-6']
    """

    kind: Kind
    number: int = 0

    @property
    def is_nil(self) -> bool:
        """Whether this is a nil, blind or not."""
        return self.kind in NILS

    def __str__(self) -> str:
        if self.kind is Kind.NUMBER:
            return str(self.number)
        return f"{self.kind}-{self.number}" if self.kind in NUMBERED else str(self.kind)


NIL = Call(Kind.NIL)
BLIND_NIL = Call(Kind.BLIND_NIL)
ZERO = Call(Kind.ZERO)
BOUND = Call(Kind.BOUND)


@lru_cache(maxsize=1024)
def parse_call(text: str, zero: str = "nil") -> Call:
    """The call that a text or a whole number names; ``zero`` is what 0 is (`bid.zero`).

    0 is a nil under ``nil`` and a number under ``plain_number``; under ``choice`` it must be said which. Raises
    :class:`RecordError` for a text that is no call.

    >>> parse_call("4"), parse_call("0")
    (Call(kind=<Kind.NUMBER: 'number'>, number=4), Call(kind=<Kind.NIL: 'nil'>, number=0))
    """
    if match := _NUMBERED.fullmatch(text):
        call = Call(Kind(match[1] or Kind.NUMBER), int(match[2]))
        return _read_zero(zero) if call == Call(Kind.NUMBER, 0) else call
    words = {str(kind): kind for kind in Kind if kind not in NUMBERED}
    if text not in words:
        raise RecordError(f"{text!r} is not a call{nearest(text, [*words, 'blind-6', 'nt-5', 'blind-nt-5'])}")
    if zero == "plain_number" and text == Kind.ZERO:
        return Call(Kind.NUMBER, 0)
    return Call(words[text])


def _read_zero(zero: str) -> Call:
    if zero == "choice":
        raise RecordError("a call of 0 does not tell what is meant (bid.zero = choice): write zero or nil")
    return NIL if zero == "nil" else Call(Kind.NUMBER, 0)
