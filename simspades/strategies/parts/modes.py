"""What a side wants of the tricks that are left: its own contract, a set, fewer bags, or somebody's nil."""

from __future__ import annotations

from simspades.strategies.helpers import count
from simspades.strategies.parts.suits import bosses, choose, tricks_left
from simspades.strategies.views import PlayView

# ---- Sharkfeeder's modes ---------------------------------------------------------------------------------------------

TAKE, DUMP, SET_OR_BAG, ON_THE_NOSE, NIL, NIL_COVER, SET_NIL, SET_COVERER, NIL_V_NIL = range(9)


def sharkfeeder_mode(v: PlayView) -> int:
    """The mode that Sharkfeeder's taxonomy has for a moment of play.

    Source: sharkfeeder.com. A nil of one's own comes first, then the partner's, then those of the opponents; between
    contracts it is Take 'Em while the contract needs tricks, Set-or-Bag when all bids together leave nothing over,
    On-the-Nose when what is left is just what both sides need, and Dump 'Em when the contract is made and no set in
    reach. Set Coverer is the attack on the contract of a nil's partner once the nil is out of reach, that is void in
    all side suits.
    """
    opp_nil = v.left_nil | v.right_nil
    own_nil = v.my_nil | v.partner_nil
    spare = tricks_left(v) - choose(v.need > 0, v.need, 0) - choose(v.opp_need > 0, v.opp_need, 0)
    side = v.clubs | v.diamonds | v.hearts
    void = choose(v.left_nil, v.left_void, v.right_void) & side
    contracts = choose(
        spare < 0,
        SET_OR_BAG,
        choose((spare == 0) & (v.need > 0) & (v.opp_need > 0), ON_THE_NOSE, choose(v.need > 0, TAKE, DUMP)),
    )
    attack = choose(void == side, SET_COVERER, SET_NIL)
    nils = choose(v.my_nil, NIL, choose(v.partner_nil, NIL_COVER, attack))
    return choose(own_nil & opp_nil, NIL_V_NIL, choose(own_nil | opp_nil, nils, contracts))


# ---- TricksterBots' thresholds ---------------------------------------------------------------------------------------


def tricksterbots_sure(v: PlayView) -> int:
    """The sure tricks: the spades of one's holding, whether they may be played now or not, that no unseen card beats.

    Source: TricksterBots, which counts lower spades as well where they are certain to be promoted.
    """
    return count(bosses(v.hand & v.spades, v.unseen & v.spades))


def tricksterbots_takes(v: PlayView) -> bool:
    """Take tricks while the contract needs more than one's sure tricks. Source: TricksterBots."""
    return v.need - tricksterbots_sure(v) > 0


def tricksterbots_sets(v: PlayView) -> bool:
    """The set test: besides one's sure tricks there are still as many as the opponents need, so that a set has to be
    fought for, and the bags that it asks for can be borne.

    Those are what all bids leave over and one, at most a third of their bid, and short of the penalty.

    Source: TricksterBots.
    """
    required = v.n_tricks - v.contract - v.opp_contract + 1
    bags = choose(required > 0, required, 0)
    borne = (3 * bags <= v.opp_contract) & ((v.bag_penalty == 0) | (bags <= v.bag_threshold - 1 - v.bags))
    return (v.opp_need > 0) & (tricks_left(v) - tricksterbots_sure(v) >= v.opp_need) & borne


def tricksterbots_busts_nil(v: PlayView) -> bool:
    """Whether a nil is attacked: one's side bid less than nine, and all bids are less than twelve or one's own below
    six. Source: TricksterBots.
    """
    return (v.contract < 9) & ((v.contract + v.opp_contract < 12) | (v.contract < 6))


# ---- the library's own -----------------------------------------------------------------------------------------------


def set_in_reach(v: PlayView, reach: int) -> bool:
    """Whether a set is worth trying: it takes at most ``reach`` tricks beyond the highest spades that one holds."""
    sure = count(bosses(v.hand & v.spades, v.unseen & v.spades))
    return (v.opp_need > 0) & (v.n_tricks - v.trick + 2 - v.opp_need - sure <= reach)


def can_wait(v: PlayView, share: int) -> bool:
    """Whether the contract can wait for something better: it needs less than ``share`` sixteenths of what is left."""
    return 16 * v.need < share * (v.n_tricks - v.trick + 1)
