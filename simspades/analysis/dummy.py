"""The game of three with a dummy: who plays with it, and which tricks a bid is about, from the columns of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from simspades.rules import Ruleset

Array = npt.NDArray[Any]


def declarers(
    bids: Sequence[Array], called: Sequence[Array], dealer: Array, tie: Literal["first", "last"], dealer_first: bool
) -> list[Array]:
    """For each player the hands in which he made the highest bid, and so has the dummy as his partner.

    Parameters
    ----------
    bids, called
        For each player his number, and whether he called one, in each hand.
    dealer
        The dealer of each hand.
    tie, dealer_first
        `dummy.tie`: of equal bids the first or the last wins; `bid.first`: whether the dealer bids first.

    Examples
    --------
    >>> bids = [np.array([5, 3]), np.array([5, 4]), np.array([2, 1])]
    >>> [list(map(int, rows)) for rows in declarers(bids, [np.ones(2, bool)] * 3, np.array([2, 2]), "first", False)]
    [[1, 0], [0, 1], [0, 0]]

    """
    players = len(bids)
    first = dealer + (0 if dealer_first else 1)
    place = [(s - first) % players for s in range(players)]
    found = []
    for s in range(players):
        declares = called[s]
        for other in range(players):
            if other != s:
                goes_before = place[s] < place[other] if tie == "first" else place[s] > place[other]
                declares = declares & ((bids[s] > bids[other]) | ((bids[s] == bids[other]) & goes_before))
        found.append(declares)
    return found


def counted_tricks(tricks: Sequence[Array], declares: Sequence[Array], rules: Ruleset) -> tuple[list[Array], ...]:
    """For each player the tricks that his bid, and those that his contract, is about.

    ``tricks`` are those won with each holding, the dummy's last. `dummy.bid_scope`: a bid is about the tricks of the
    side, declarer and dummy or both defenders, or about those that the player himself wins; `dummy.scoring`: where
    the bids of the defenders are added together, their contract is about the tricks of both.
    """
    *own, dummy = tricks
    everything = np.sum(tricks, axis=0, dtype=np.int8)
    declared = np.sum([(won + dummy) * role for won, role in zip(own, declares, strict=True)], axis=0, dtype=np.int8)
    sides = [np.where(role, declared, everything - declared) for role in declares]
    by_bid = sides if rules.dummy.bid_scope == "side_total" else own
    if rules.dummy.scoring != "sum_defenders":
        return by_bid, by_bid
    return by_bid, [np.where(role, bid, side) for role, bid, side in zip(declares, by_bid, sides, strict=True)]
