"""What the figures of a run depend on in its rules: which calls there are, and what a dealer and a nil mean there."""

from __future__ import annotations

from typing import Literal, NamedTuple

from simspades.rules import Ruleset
from simspades.rules.families import FAMILIES


class Special(NamedTuple):
    """A call for something else than a plain number or a nil.

    ``kind`` is its word in the call columns, ``key`` stands in names of figures. A plain number that comes to
    ``automatic`` is such a contract too without being called so; 0 for none.
    """

    kind: str
    key: str
    automatic: int = 0


class Traits(NamedTuple):
    """The traits of a rule set that matter to its figures; by default those of ``std4``.

    Attributes
    ----------
    nil, blind_nil, bag_penalty
        Whether there are any.
    nils_fail_together
        `nil.partner_auto_fail`: a nil is lost with the partner's.
    special
        The special calls that the rules have.
    agreed
        `bid.mode=partnership`: a side has one number, which is no seat's own.
    partners
        Whether sides are of two players.
    drafted
        The game of two: the dealer is who draws first.
    dummy
        With a dummy, which of two equal highest bids wins it (`dummy.tie`); None without.
    dealer_bids_first
        `bid.first=dealer`.

    """

    nil: bool = True
    blind_nil: bool = True
    bag_penalty: bool = True
    nils_fail_together: bool = False
    special: tuple[Special, ...] = ()
    agreed: bool = False
    partners: bool = True
    drafted: bool = False
    dummy: Literal["first", "last"] | None = None
    dealer_bids_first: bool = False

    @property
    def own_bids(self) -> bool:
        """Whether each player has a number of his own."""
        return not self.agreed

    @classmethod
    def of(cls, rules: Ruleset) -> Traits:
        """The traits of a rule set.

        >>> from simspades.rules import load_rules
        >>> [special.key for special in Traits.of(load_rules("new_york")).special]
        ['blind', 'ten_for_200']
        """
        return cls(
            nil=bool(rules.nil.enabled),
            blind_nil=bool(rules.blind_nil.enabled),
            bag_penalty=rules.bags.penalty > 0,
            nils_fail_together=bool(rules.nil.partner_auto_fail),
            special=_special(rules),
            agreed=rules.bid.mode == "partnership",
            partners=FAMILIES[rules.game.family].partners,
            drafted=rules.game.family == "two",
            dummy=rules.dummy.tie if rules.game.family == "three_dummy" else None,
            dealer_bids_first=rules.bid.first == "dealer",
        )


def _special(rules: Ruleset) -> tuple[Special, ...]:
    offered = (
        (rules.blind.enabled or rules.three.blind, Special("blind", "blind")),
        (rules.ten200.mode != "off", Special("10-for-200", "ten_for_200", 10 if rules.ten200.auto else 0)),
        (rules.moon.enabled, Special("moon", "moon", rules.n_tricks)),
        (rules.moon.blind_enabled, Special("blind-moon", "blind_moon")),
        (rules.nt.enabled, Special("nt", "no_trump")),
        (rules.nt.blind_enabled, Special("blind-nt", "blind_no_trump")),
        (rules.dnil.enabled, Special("double-nil", "double_nil")),
    )
    return tuple(special for is_offered, special in offered if is_offered)
