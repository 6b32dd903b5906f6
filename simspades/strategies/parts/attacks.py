"""Attacking an opponent's nil: going under it, and leading what it may have to win. Each gives a wish or a truth."""

from __future__ import annotations

from simspades.strategies.helpers import above, ranks_from
from simspades.strategies.parts.leads import suits_with
from simspades.strategies.parts.suits import QUEEN, choose, low_of
from simspades.strategies.views import PlayView


def eliters_attack_lead(v: PlayView) -> int:
    """The lowest card of a suit that the nil still holds, of one whose high cards are still out if possible.

    Source: eliters: lead no suit that the nil is void in, and make the cover spend its high cards.
    """
    nil_void = choose(v.left_nil, v.left_void, 0) | choose(v.right_nil, v.right_void, 0)
    under = v.legal & ~v.spades & ~nil_void
    fresh = under & ~suits_with(v, v.unseen & ranks_from(QUEEN), 1)
    under = choose(fresh != 0, fresh, under)
    return low_of(choose(under != 0, under, v.legal))


def eliters_spend_trumps_lead(v: PlayView) -> int:
    """The lowest card of a suit that the nil still holds and its partner must ruff; without one, of the nil's other
    suits (:func:`eliters_attack_lead`).

    Source: eliters: make the cover spend his trumps, for with them gone he covers nothing.
    """
    nil_void = choose(v.left_nil, v.left_void, 0) | choose(v.right_nil, v.right_void, 0)
    cover_void = choose(v.left_nil, v.right_void, v.left_void)
    ruffs = v.legal & ~v.spades & cover_void & ~nil_void
    has_spades = cover_void & v.spades == 0
    return choose((ruffs != 0) & has_spades, low_of(ruffs), eliters_attack_lead(v))


def eliters_attacks(v: PlayView, waits: bool) -> bool:
    """Whether to go under the trick for the sake of an opponent's nil.

    Always where the nil is winning it and only one's own side could still save it. Where the contract waits, also where
    the nil is winning it, or is still to play to a trick that it could win.

    Source: eliters: play under a nil, do not cover it, and do not get set for it.
    """
    nil_card = choose(v.left_nil, v.left_card, 0) | choose(v.right_nil, v.right_card, 0)
    wins = v.best & nil_card != 0
    cover_card = choose(v.left_nil, v.right_card, v.left_card)
    to_come = v.left_nil & (v.left_card == 0) & (not v.last)
    open_trick = (v.best & v.led == 0) | (v.unseen & v.led & above(v.best) != 0)
    return (wins & (v.last | (cover_card != 0))) | (waits & (wins | (to_come & open_trick)))
