"""Bag policy: what a bag costs here and now, and when it is worth taking."""

from __future__ import annotations

from simspades.strategies.parts.suits import tricks_left
from simspades.strategies.views import PlayView


def bags_are_free(v: PlayView) -> bool:
    """Whether bags cost nothing under these rules."""
    return (v.bag_penalty == 0) & (v.bag_points >= 0)


def near_penalty(v: PlayView, more: int) -> bool:
    """Whether ``more`` tricks would bring the penalty, besides those that the contract still needs."""
    return (v.bag_penalty > 0) & (v.bags - v.need + more >= v.bag_threshold)


def to_set(v: PlayView) -> int:
    """How many of the tricks left one's side must win to set the opponents; 0 or less where they are set already."""
    return tricks_left(v) - v.opp_need + 1


def hardwood_set_first(v: PlayView, reach: int) -> bool:
    """Set first, and care for bags only when a set is unlikely; with seven bags or more only a set at hand is tried.

    Source: Hardwood and Joe Andrews. A set is likely while it takes at most ``reach`` tricks.
    """
    careful = near_penalty(v, 3)
    tricks = to_set(v)
    return (v.opp_need > 0) & ((tricks <= 1) | ((tricks <= reach) & (not careful)))


def strichman_set_first(v: PlayView) -> bool:
    """Where the score says that bags do not matter a set is tried from the first trick on: bags cost nothing, or all
    that the bids leave over would not bring the penalty.

    Source: Strichman, "1 bag or 2".
    """
    over = v.n_tricks - v.contract - v.opp_contract
    return (v.opp_need > 0) & (bags_are_free(v) | (v.bags + over < v.bag_threshold))
