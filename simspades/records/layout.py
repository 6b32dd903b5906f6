"""What the columns of a run owe to its rules: how many seats and sides there are, and what the calls can be."""

from __future__ import annotations

from typing import NamedTuple

from simspades.rules import Ruleset
from simspades.rules.families import FAMILIES


class Layout(NamedTuple):
    """The shape of a run's rows.

    ``players`` call and ``seats`` win tricks: a dummy has a seat after the players' and no side of its own.
    ``null_calls`` tells that a seat can be left without a call or number of its own (an unbid hand, a call that binds
    the partner), ``special_calls`` that there are other calls than numbers, nils and plain zeros, ``nils`` that there
    are nils of a player's own.
    """

    players: int
    seats: int
    sides: int
    packs: int
    null_calls: bool
    special_calls: bool
    nils: bool


def layout_of(rules: Ruleset) -> Layout:
    """The layout of every run with these rules, whatever its strategies do.

    >>> from simspades.rules import load_rules
    >>> layout_of(load_rules("three_dummy"))
    Layout(players=3, seats=4, sides=3, packs=1, null_calls=False, special_calls=False, nils=False)
    >>> layout_of(load_rules("new_york"))[4:]
    (True, True, False)
    """
    family = FAMILIES[rules.game.family]
    calls_for_the_side = any(
        (
            rules.blind.enabled,
            rules.ten200.mode != "off",
            rules.moon.enabled,
            rules.moon.blind_enabled,
            rules.nt.enabled,
            rules.nt.blind_enabled,
            rules.dnil.enabled,
        )
    )
    agreed = rules.bid.mode == "partnership"
    binds_partner = family.partners and (calls_for_the_side or agreed)
    return Layout(
        players=family.players,
        seats=family.holdings,
        sides=family.n_sides,
        packs=rules.deck_options.packs,
        null_calls=bool(rules.bid.first_deal_unbid) or binds_partner,
        special_calls=calls_for_the_side or agreed or bool(rules.three.blind),
        nils=bool(rules.nil.enabled) or bool(rules.blind_nil.enabled),
    )
