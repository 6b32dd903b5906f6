"""The score of one side in one hand (RULEBOOK 0.4), from its calls and tricks alone.

Bags are a count of their own from here on and are never read out of a score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from simspades.referee.bidding import contract_of
from simspades.referee.calls import Call, Kind
from simspades.rules import Ruleset

#: `score.trick_value`, fixed.
TRICK_VALUE = 10


class Member(NamedTuple):
    """What one player of a side called, and the tricks that player won."""

    call: Call
    tricks: int


@dataclass(frozen=True, slots=True)
class SideScore:
    """What one hand brings a side.

    ``contract`` is the side's number, 0 beside two nils; ``made`` is None where nobody called a number. ``points`` is
    all that the score changes by, with ``penalty`` already taken off; ``bags`` are the bags of the hand, and
    ``bags_total`` is the side's running count after it.
    """

    contract: int
    made: bool | None
    points: int
    bags: int
    penalty: int
    bags_total: int


class _Nils(NamedTuple):
    """The nils of a side: their points, their bags, the tricks that count for the partner, and whether one is lost."""

    points: int
    bags: int
    for_partner: int
    any_lost: bool


class _Contract(NamedTuple):
    """The number contract: whether it is made, its points and its overtricks."""

    made: bool | None
    points: int
    overtricks: int


def score_side(rules: Ruleset, members: Sequence[Member], bags_before: int = 0) -> SideScore:
    """Score one side in one hand.

    >>> from simspades.referee.calls import NIL
    >>> from simspades.rules import load_rules
    >>> score_side(load_rules("std4"), [Member(Call(Kind.NUMBER, 4), 4), Member(NIL, 2)])
    SideScore(contract=4, made=True, points=-58, bags=2, penalty=0, bags_total=2)
    """
    numbers = [member for member in members if not member.call.is_nil]
    nils = score_nils(rules, [member for member in members if member.call.is_nil], has_number=bool(numbers))
    contract = contract_of([member.call for member in members])
    if numbers:
        counted = sum(member.tricks for member in numbers) + nils.for_partner
        plain = score_plain(rules, contract, counted, auto_fail=rules.nil.partner_auto_fail and nils.any_lost)
    else:
        plain = _Contract(None, 0, 0)
    bags = nils.bags + plain.overtricks
    bags_total, penalty = count_bags(rules, members, bags_before, bags)
    points = nils.points + plain.points + rules.bags.points * bags - penalty
    return SideScore(contract, plain.made, points, bags, penalty, bags_total)


def score_nils(rules: Ruleset, members: Sequence[Member], *, has_number: bool) -> _Nils:
    """The personal undertakings to win no trick (RULEBOOK 0.4 b).

    `nil.value`, `blind_nil.value`: won for no trick and lost for one or more; `blind_nil.fail=half` halves a lost
    blind nil. `nil.both=sum`: two nils score each for itself. `nil.partner_auto_fail`: one lost nil loses the other.
    """
    any_lost = any(member.tricks > 0 for member in members)
    points = bags = for_partner = 0
    for member in members:
        if member.tricks > 0 or (any_lost and rules.nil.partner_auto_fail):
            points -= nil_cost(rules, member.call)
        else:
            points += nil_value(rules, member.call)
        where = tricks_of_a_lost_nil(rules, has_number)
        if where == "bags":
            bags += member.tricks
        elif where == "partner":
            for_partner += member.tricks
    return _Nils(points, bags, for_partner, any_lost)


def nil_value(rules: Ruleset, call: Call) -> int:
    """`nil.value` or `blind_nil.value`."""
    return rules.blind_nil.value if call.kind is Kind.BLIND_NIL else rules.nil.value


def nil_cost(rules: Ruleset, call: Call) -> int:
    """What a lost nil costs: its value, or half of it for a blind one (`blind_nil.fail=half`)."""
    value = nil_value(rules, call)
    return value // 2 if call.kind is Kind.BLIND_NIL and rules.blind_nil.fail == "half" else value


def tricks_of_a_lost_nil(rules: Ruleset, has_number: bool) -> str:
    """`nil.failed_tricks`: they are ``bags``, count for the ``partner``'s number, or are ``ignored``.

    They are bags also where there is no number to count for, and where the number is lost with the nil
    (`nil.partner_auto_fail`).
    """
    where = rules.nil.failed_tricks
    if where == "partner" and (not has_number or rules.nil.partner_auto_fail):
        return "bags"
    return where


def score_plain(rules: Ruleset, contract: int, tricks: int, *, auto_fail: bool) -> _Contract:
    """The side's number (RULEBOOK 0.4 c): 10 for each trick bid, won or lost, and the overtricks if it is made."""
    over = tricks - contract
    if over >= 0 and not (auto_fail or twice_the_bid(rules, contract, tricks) or over_the_limit(rules, over)):
        return _Contract(True, TRICK_VALUE * contract, over)
    lost = -over if rules.score.set_penalty == "undertrick" and over < 0 and not auto_fail else contract
    return _Contract(False, -TRICK_VALUE * lost, 0)


def twice_the_bid(rules: Ruleset, contract: int, tricks: int) -> bool:
    """`score.double_bid_loses`: taking at least twice the bid loses it."""
    return rules.score.double_bid_loses and contract >= 1 and tricks >= 2 * contract


def over_the_limit(rules: Ruleset, over: int) -> bool:
    """`score.over_limit`: more overtricks than this lose the contract."""
    return rules.score.over_limit is not None and over > rules.score.over_limit


def count_bags(rules: Ruleset, members: Sequence[Member], before: int, bags: int) -> tuple[int, int]:
    """The running count of bags after the hand, and the penalty paid (RULEBOOK 0.4 e).

    Bags are counted whether or not they bring a penalty, except in a hand where a member called blind nil under
    `blind_nil.no_bag_penalty`. Each time that `bags.threshold` of them have come together the side pays
    `bags.penalty`, and the rest is carried.
    """
    total = before
    if not (rules.blind_nil.no_bag_penalty and any(member.call.kind is Kind.BLIND_NIL for member in members)):
        total += bags
    if rules.bags.penalty == 0:
        return total, 0
    times, carried = divmod(total, rules.bags.threshold)
    return carried, times * rules.bags.penalty


def next_sets(made: bool | None, before: int) -> int:
    """The number of consecutive hands in which the side was set (`end.set_streak`).

    A lost contract adds one; any other hand, also one without a contract to lose, ends the row.
    """
    return before + 1 if made is False else 0
