"""``mirror``, ``whiz`` and ``crazy_aces``: forced bids, played as ``basic`` plays.

They need no judgement, so that what they bid can be worked out by hand (HEURISTICS.md section 1): baselines for the
dealing and the bidding, and players for the forms of bidding of the same names. ``whiz`` calls nil by CardsWithCats'
test.
"""

from __future__ import annotations

from typing import Any

from simspades.strategies.helpers import NIL
from simspades.strategies.library.basic import play
from simspades.strategies.library.habits import with_habits
from simspades.strategies.model import Parameter, Strategy
from simspades.strategies.parts.forced import crazy_aces_bid, mirror_bid, whiz_bid
from simspades.strategies.parts.nils import cardswithcats_nil
from simspades.strategies.parts.standing import legal_number
from simspades.strategies.parts.suits import JACK, choose

MIRROR, WHIZ, CRAZY_ACES = range(3)


def bid(v: Any) -> int:
    """The bid of the form."""
    by_spades = choose(v.p.form == WHIZ, whiz_bid(v, v.may_nil & cardswithcats_nil(v, JACK)), mirror_bid(v))
    call = choose(v.p.form == CRAZY_ACES, crazy_aces_bid(v), by_spades)
    return choose((call == NIL) & v.may_nil, NIL, legal_number(v, choose(call == NIL, 0, call)))


mirror = Strategy(
    bid=bid,
    play=play,
    parameters={"form": Parameter(MIRROR, MIRROR, CRAZY_ACES, "the form: 0 mirror, 1 whiz, 2 crazy aces")},
    name="mirror",
    doc="Bids as many as it holds spades, nil without any; plays as basic.",
)
whiz = with_habits(mirror, "whiz", {"form": WHIZ}, "Bids as many as it holds spades, or a safe nil; plays as basic.")
crazy_aces = with_habits(
    mirror, "crazy_aces", {"form": CRAZY_ACES}, "Bids three for each ace, nil without any; plays as basic."
)
