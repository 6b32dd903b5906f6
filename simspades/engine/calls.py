"""What a player may call beside each call of his partner: a table, made once for a rule set (RULEBOOK.md E and F).

The driver looks up the calls that go with what the partner has called, and adds what depends on the cards, the scores
and the bids of all. Calls are codes and sets of calls are masks, as in :mod:`simspades.engine.layout`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from simspades.engine import layout as at
from simspades.rules import Ruleset
from simspades.rules.families import FAMILIES


class Offer(NamedTuple):
    """A call that the rules have: its bit in a mask of legal calls, its kind, and the number that it stands for."""

    bit: int
    kind: int
    number: int


NILS = (at.KIND_NIL, at.KIND_BLIND_NIL)
SIDE_KINDS = range(at.FIRST_SIDE_KIND, at.LAST_SIDE_KIND + 1)


def has_partners(rules: Ruleset) -> bool:
    """Whether seats are tied in partnerships for the whole game."""
    return FAMILIES[rules.game.family].partners


def offers(rules: Ruleset) -> list[Offer]:
    """Every call of the round of bidding that the rules have, blind nil included."""
    n, zero = rules.n_tricks, rules.bid.zero
    numbers = [k for k in range(n + 1) if not (k == 0 and zero != "plain_number") and not (k == 1 and rules.bid.no_one)]
    found = [Offer(number, at.KIND_NUMBER, number) for number in numbers]
    if zero == "choice":
        found.append(Offer(at.ZERO_BIT, at.KIND_ZERO, 0))
    if rules.nil.enabled:
        found.append(Offer(at.NIL_BIT, at.KIND_NIL, 0))
    if rules.blind_nil.enabled:
        found.append(Offer(at.BLIND_NIL_BIT, at.KIND_BLIND_NIL, 0))
    if rules.ten200.mode not in (None, "off") and n >= 10:
        found.append(Offer(at.TEN_BIT, at.KIND_TEN, 10))
    if rules.moon.enabled:
        found.append(Offer(at.MOON_BIT, at.KIND_MOON, n))
    if rules.nt.enabled:
        found += [Offer(at.NO_TRUMP_BIT + k, at.KIND_NO_TRUMP, k) for k in range(max(rules.nt.min, 0), n + 1)]
    if rules.dnil.enabled:
        found.append(Offer(at.DOUBLE_NIL_BIT, at.KIND_DOUBLE_NIL, 0))
    return found


def blind_numbers(rules: Ruleset) -> int:
    """The numbers that may be called blind, for the side or (three.blind) for oneself, as bits."""
    n = rules.n_tricks
    if rules.three.blind:
        return mask(offer.bit for offer in offers(rules) if offer.kind == at.KIND_NUMBER)
    if not rules.blind.enabled or not has_partners(rules):
        return 0
    numbers = range(rules.blind.min, (n if rules.blind.higher else rules.blind.min) + 1)
    return mask(k for k in numbers if _side_allows(rules, k, is_nil=False))


def blind_no_trumps(rules: Ruleset) -> int:
    """The numbers of a blind no-trump bid, as bits."""
    if not rules.nt.blind_enabled or not has_partners(rules):
        return 0
    return mask(k for k in range(max(rules.nt.min, 0), rules.n_tricks + 1) if _side_allows(rules, k, is_nil=False))


def may_blind_moon(rules: Ruleset) -> bool:
    """Whether a blind moon may be called at all."""
    return bool(rules.moon.blind_enabled) and _side_allows(rules, rules.n_tricks, is_nil=False)


def mask(bits: Iterator[int]) -> int:
    """The set with these bits."""
    return sum(1 << bit for bit in bits)


def pair_table(rules: Ruleset) -> list[int]:
    """The calls that go with each call of the partner, by its code, and at PAIR_NONE while he has not spoken."""
    found = offers(rules)
    table = [0] * (at.N_KINDS << 5)
    if not has_partners(rules):
        table[at.PAIR_NONE] = mask(offer.bit for offer in found if offer.kind not in SIDE_KINDS or _for_one(offer))
        return table
    for number in range(32):
        for kind in (at.KIND_NUMBER, at.KIND_ZERO, at.KIND_NIL, at.KIND_BLIND_NIL, at.KIND_BOUND):
            partner = Offer(0, kind, number if kind == at.KIND_NUMBER else 0)
            table[kind << 5 | number] = _beside(rules, found, partner)
    # its place is that of a bound partner's number 31, which nobody has
    table[at.PAIR_NONE] = _kept(found, lambda offer: _may_open(rules, found, offer))
    return table


def _for_one(offer: Offer) -> bool:
    """Calls of a side that a player without a partner may make too."""
    return offer.kind in (at.KIND_TEN, at.KIND_MOON)


def _kept(found: list[Offer], allows: object) -> int:
    """The calls that the rules of a side leave, or all where they would leave none."""
    assert callable(allows)
    kept = [offer for offer in found if allows(offer)]
    return mask(offer.bit for offer in kept or found)


def _beside(rules: Ruleset, found: list[Offer], partner: Offer) -> int:
    by_agreement = rules.bid.mode == "partnership"
    alone = partner.kind == at.KIND_BOUND
    own = [offer for offer in found if offer.kind not in SIDE_KINDS or (alone and by_agreement)]
    if by_agreement and partner.kind in (at.KIND_NUMBER, at.KIND_ZERO):
        own = [offer for offer in own if offer.kind in NILS]
    if alone:
        own = [offer for offer in own if offer.kind not in NILS]
    return _kept(own, lambda offer: _pair_allowed(rules, offer, partner))


def _may_open(rules: Ruleset, found: list[Offer], offer: Offer) -> bool:
    """The first of a side must leave its partner a call with which the side keeps its rules (INT-25)."""
    by_agreement = rules.bid.mode == "partnership"
    if offer.kind == at.KIND_DOUBLE_NIL:
        return True
    if offer.kind in SIDE_KINDS or (by_agreement and offer.kind not in NILS):
        return _side_allows(rules, offer.number, is_nil=False)
    answers = [other for other in found if other.kind in (at.KIND_NUMBER, at.KIND_ZERO, at.KIND_NIL)]
    return any(_pair_allowed(rules, offer, answer) for answer in answers)


def _pair_allowed(rules: Ruleset, offer: Offer, partner: Offer) -> bool:
    if offer.kind == at.KIND_DOUBLE_NIL:
        return True
    if offer.kind in NILS and partner.kind in NILS and rules.nil.both == "forbidden":
        return False
    is_nil = offer.kind in NILS or partner.kind in NILS
    return _side_allows(rules, offer.number + partner.number, is_nil=is_nil)


def _side_allows(rules: Ruleset, number: int, *, is_nil: bool) -> bool:
    """bid.nil_partner_min, bid.side_min, bid.side_max."""
    bid = rules.bid
    if is_nil and number < (bid.nil_partner_min or 0):
        return False
    return (bid.side_min or 0) <= number and (bid.side_max is None or number <= bid.side_max)
