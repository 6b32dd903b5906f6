"""``expert``: plays to the score.

It bids by the count and the nil chance that were fitted to this project's own simulations, less what a contract that
should hold takes; calls a nil the sooner, the farther it is behind (HEURISTICS.md section 3), and a blind nil where the
opponents are a hand from the target; underbids after an opponent's nil to have tricks for the attack (eliters).

At the table it leads by suit (:func:`~simspades.strategies.parts.leads.ranked_lead`), plays second hand
low and third hand high, tries a set while it is in reach and ducks otherwise, covers a partner's nil and attacks an
opponent's (Andrews; eliters). Its numbers were found by play; docs/players.md has what they are worth.
"""

from __future__ import annotations

from typing import Any

from simspades.strategies.helpers import NIL
from simspades.strategies.model import Parameter, Strategy
from simspades.strategies.parts.attacks import eliters_attack_lead, eliters_attacks
from simspades.strategies.parts.bags import bags_are_free
from simspades.strategies.parts.counts import fitted_count
from simspades.strategies.parts.covers import andrews_cover, andrews_cover_lead
from simspades.strategies.parts.follows import duck, take
from simspades.strategies.parts.leads import ranked_lead
from simspades.strategies.parts.modes import can_wait, set_in_reach
from simspades.strategies.parts.nils import nil_safety
from simspades.strategies.parts.standing import for_table, last_chance_blind_nil, legal_number, rounded
from simspades.strategies.parts.suits import TRICK, choose, fulfil, low_of, side_cards

#: Safety of a nil added where the opponents' bids win them the game, a logit in 1/64.
DESPAIR = 100


def bid(v: Any) -> int:
    """The count, less a margin; a nil where it is safe enough for the score."""
    opp_nil = v.left_nil | v.right_nil
    less = choose(opp_nil, v.p.underbid, 0) + choose(v.for_side & v.has_partner, v.p.agreed, 0)
    more = choose((v.players == 3) & (not v.for_side), v.p.of_three, 0)
    number = rounded(for_table(v, fitted_count(v)) + more - less, v.p.lean)
    room = v.n_tricks - v.partner_bid
    number = choose(number < room, number, room)
    number = choose(number > 1, number, 1)
    behind = v.opp_score - v.score
    lost = v.left_spoke & v.right_spoke & (v.opp_score + 10 * (v.left_bid + v.right_bid) >= v.target)
    safety = nil_safety(v) + ((v.p.daring * choose(behind < 300, behind, 300)) >> 7) + choose(lost, DESPAIR, 0)
    nil = v.may_nil & v.has_partner & (safety >= v.p.caution) & (not v.partner_nil)
    return choose(nil, NIL, legal_number(v, number))


def blind(v: Any) -> bool:
    """A blind nil to catch up where the opponents are about to win."""
    return last_chance_blind_nil(v, 100, v.p.blind_reach)


def wants(v: Any) -> bool:
    """Whether more tricks are worth having."""
    more: bool = (v.need > 0) | set_in_reach(v, v.p.reach) | bags_are_free(v) | (v.p.bags == 0)
    return more


def lead(v: Any) -> int:
    """The wish for a lead, by mode."""
    low = low_of(v.legal)
    attacks = (v.left_nil | v.right_nil) & can_wait(v, v.p.wait)
    wish = choose(wants(v), ranked_lead(v), low)
    wish = choose(attacks, eliters_attack_lead(v), wish)
    wish = choose(v.partner_nil, andrews_cover_lead(v), wish)
    return choose(v.my_nil, low, wish)


def follow(v: Any) -> int:
    """The wish for any other card, by mode."""
    low, ducks = low_of(side_cards(v)), duck(v)
    waits = (v.left_nil | v.right_nil) & can_wait(v, v.p.wait)
    takes = (wants(v) | waits) & (not eliters_attacks(v, waits))
    wish = choose(takes, take(v, low), ducks)
    wish = choose(v.partner_nil, andrews_cover(v, low), wish)
    return choose(v.my_nil, ducks, wish)


def play(v: Any) -> int:
    """A card, by the mode that nils, contracts and bags call for."""
    return fulfil(lead(v) if v.leading else follow(v))


expert = Strategy(
    bid=bid,
    blind=blind,
    play=play,
    parameters={
        "lean": Parameter(-520, -4 * TRICK, 4 * TRICK, "added to the count before it is rounded, in 1/1024 of a trick"),
        "underbid": Parameter(250, 0, 4 * TRICK, "taken off the count after an opponent's nil, in 1/1024 of a trick"),
        "agreed": Parameter(
            1300, -4 * TRICK, 4 * TRICK, "taken off the count where partners agree on one number, in 1/1024 of a trick"
        ),
        "of_three": Parameter(
            1200,
            -4 * TRICK,
            4 * TRICK,
            "added to the count among three, who hold more cards each, in 1/1024 of a trick",
        ),
        "caution": Parameter(
            131, -10_000, 10_000, "the least safety of a nil, a logit in 1/64: 0 a chance of 50 %, 54 of 70, 89 of 80"
        ),
        "daring": Parameter(5, 0, 128, "safety of a nil added for each 128 points behind, and taken off ahead"),
        "blind_reach": Parameter(
            130, -100_000, 100_000, "a hundred behind, a blind nil is called where opponents lack no more of the target"
        ),
        "bags": Parameter(1, 0, 1, "whether bags matter at all"),
        "reach": Parameter(2, 0, 20, "a set is tried while it takes at most so many tricks beyond the highest spades"),
        "wait": Parameter(14, 0, 100, "a nil is attacked while less of the tricks left is needed, in 1/16"),
    },
    name="expert",
    doc="Plays to the score: fitted counts and nil chances, leads by suit, sets in reach, cover and attack of nils.",
)
