"""The score of one side in one hand (RULEBOOK 0.4), from its calls, its tricks and what else it did.

Bags are a count of their own from here on and are never read out of a score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from simspades.referee.calls import Call, Kind
from simspades.referee.contract import Contract, contract_of, ten_is_200
from simspades.referee.facts import Deeds, Facts
from simspades.referee.pack import pack_of
from simspades.rules import Ruleset

#: `score.trick_value`, fixed.
TRICK_VALUE = 10
TEN_FOR_200 = 200
BLIND_MOON = 400
BEMO_TRICKS, BEMO = 6, 60
BIG_BEMO_TRICKS, BIG_BEMO = 9, 90
ACES = 100


class Member(NamedTuple):
    """What one player of a side called, and the tricks that player won."""

    call: Call
    tricks: int
    seat: int = 0


@dataclass(frozen=True, slots=True)
class SideScore:
    """What one hand brings a side.

    ``contract`` is the side's number, 0 beside two nils and None in an unbid hand; ``made`` is None where nobody
    called a number. ``points`` is all that the score changes by, with ``penalty`` already taken off; ``bags`` are the
    bags of the hand, and ``bags_total`` is the side's running count after it.

    ``wins`` and ``loses`` tell that the game is won or lost outright; ``to_others`` is what each other side scores on
    top (`dnil.opp_bonus`).
    """

    contract: int | None
    made: bool | None
    points: int
    bags: int
    penalty: int
    bags_total: int
    wins: bool = False
    loses: bool = False
    to_others: int = 0


class _Nils(NamedTuple):
    """The nils of a side: their points, their bags, the tricks that count for the partner, and whether one is lost."""

    points: int
    bags: int
    for_partner: int
    any_lost: bool


class _Outcome(NamedTuple):
    """A contract played out: whether it is made, its points and overtricks, and whether it wins the game."""

    made: bool | None
    points: int
    overtricks: int = 0
    wins: bool = False


def score_side(
    rules: Ruleset,
    members: Sequence[Member],
    bags_before: int = 0,
    deeds: Deeds | None = None,
    raised: int | None = None,
) -> SideScore:
    """Score one side in one hand.

    ``deeds`` answers what the rules ask beyond the counts of tricks; ``raised`` is the number the side raised to.

    >>> from simspades.referee.calls import NIL
    >>> from simspades.rules import load_rules
    >>> side = score_side(load_rules("std4"), [Member(Call(Kind.NUMBER, 4), 4), Member(NIL, 2)])
    >>> side.contract, side.made, side.points, side.bags
    (4, True, -58, 2)
    """
    deeds = deeds or Deeds(pack_of(rules.deck), Facts([]), 0, [member.seat for member in members])
    if any(member.call.kind is Kind.DOUBLE_NIL for member in members):
        return score_double_nil(rules, members, bags_before, deeds)
    contract = contract_of(rules, [member.call for member in members], raised)
    nils = score_nils(rules, [member for member in members if member.call.is_nil], has_number=contract is not None)
    outcome = _Outcome(None, 0)
    if contract is not None:
        counted = sum(member.tricks for member in members if not member.call.is_nil) + nils.for_partner
        auto_fail = bool(rules.nil.partner_auto_fail) and nils.any_lost
        outcome = score_contract(rules, contract, counted, members, deeds, auto_fail=auto_fail)
    bags = nils.bags + outcome.overtricks - cancelled_bags(rules, outcome, deeds)
    earned = nils.points + outcome.points + rules.bags.points * bags + score_declarations(deeds)
    if contract is not None and contract.is_doubled:
        earned *= 2  # `three.blind`: all that the player scores, overtricks and bonuses included
    bags_total, penalty = count_bags(rules, members, bags_before, bags)
    number = 0 if contract is None else contract.number
    return SideScore(number, outcome.made, earned - penalty, bags, penalty, bags_total, wins=outcome.wins)


def score_unbid(tricks: int, bags_before: int) -> SideScore:
    """`bid.first_deal_unbid`: 10 for each trick, no bags, and nobody is set."""
    return SideScore(None, None, TRICK_VALUE * tricks, 0, 0, bags_before)


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


def score_contract(
    rules: Ruleset, contract: Contract, tricks: int, members: Sequence[Member], deeds: Deeds, *, auto_fail: bool
) -> _Outcome:
    """The side's number (RULEBOOK 0.4 c); ``tricks`` are those that count for it.

    `nil.partner_auto_fail` loses it at its full value, of whatever kind it is.
    """
    number = contract.number
    if contract.kind is Kind.BLIND:
        outcome = score_blind(rules, number, tricks)
    elif contract.kind is Kind.TEN_FOR_200:
        outcome = score_ten_for_200(rules, tricks, auto_fail)
    elif contract.kind is Kind.MOON:
        outcome = score_moon(rules, tricks, auto_fail)
    elif contract.kind is Kind.BLIND_MOON:
        made = tricks == rules.n_tricks
        outcome = _Outcome(made, BLIND_MOON if made else -BLIND_MOON)
    elif contract.kind in (Kind.NO_TRUMP, Kind.BLIND_NO_TRUMP):
        outcome = score_no_trump(rules, contract, tricks, members, deeds)
    else:
        outcome = score_plain(rules, number, tricks, auto_fail=auto_fail)
        outcome = outcome._replace(points=outcome.points + score_bonuses(rules, number, tricks, outcome, deeds))
    return outcome._replace(wins=outcome.wins or is_boston(rules, contract, tricks))


def score_plain(rules: Ruleset, contract: int, tricks: int, *, auto_fail: bool) -> _Outcome:
    """A plain number: 10 for each trick bid, won or lost, and the overtricks if it is made."""
    over = tricks - contract
    if over >= 0 and not (auto_fail or twice_the_bid(rules, contract, tricks) or over_the_limit(rules, over)):
        return _Outcome(True, base(rules, contract), over)
    if rules.score.set_penalty == "undertrick" and over < 0 and not auto_fail:
        return _Outcome(False, TRICK_VALUE * over)
    return _Outcome(False, -base(rules, contract))


def base(rules: Ruleset, number: int) -> int:
    """What a number is worth: ten times itself; `ten200.auto`: a ten is worth 200."""
    return TEN_FOR_200 if ten_is_200(rules) and number == 10 else TRICK_VALUE * number


def score_blind(rules: Ruleset, number: int, tricks: int) -> _Outcome:
    """`blind.enabled`: worth double. `blind.success`: exactly it or at least it; `blind.fail`: what it costs."""
    over = tricks - number
    if over == 0 or (over > 0 and rules.blind.success == "at_least"):
        return _Outcome(True, 2 * base(rules, number), over)
    return _Outcome(False, -base(rules, number) * (2 if rules.blind.fail == "double" else 1))


def score_ten_for_200(rules: Ruleset, tricks: int, auto_fail: bool) -> _Outcome:
    """`ten200.mode`: exactly ten tricks or at least ten."""
    over = tricks - 10
    if not auto_fail and (over == 0 or (over > 0 and rules.ten200.mode == "at_least")):
        return _Outcome(True, TEN_FOR_200, over)
    return _Outcome(False, -TEN_FOR_200)


def score_moon(rules: Ruleset, tricks: int, auto_fail: bool) -> _Outcome:
    """`moon.value`: what all tricks are worth, or the game; then a lost one costs 200, or 500 with `ten200.mode`."""
    made = tricks == rules.n_tricks and not auto_fail
    if rules.moon.value == "win":
        return _Outcome(made, 0 if made else (-200 if rules.ten200.mode == "off" else -500), wins=made)
    return _Outcome(made, rules.moon.value if made else -rules.moon.value)


#: What a lost no-trump bid costs for each trick of it, in trick values (`nt.fail`, `nt.blind_fail`).
TIMES = {"single": 1, "double": 2, "triple": 3}


def score_no_trump(
    rules: Ruleset, contract: Contract, tricks: int, members: Sequence[Member], deeds: Deeds
) -> _Outcome:
    """`nt.enabled`: twice the worth, three times if blind, and lost also by winning a trick with a ruff.

    `nt.scope`: the bidder must win none, or the whole side.
    """
    blind = contract.kind is Kind.BLIND_NO_TRUMP
    number, over = contract.number, tricks - contract.number
    bidder = [member.seat for member in members if member.call.kind is contract.kind]
    bound = bidder if rules.nt.scope == "bidder" else [member.seat for member in members]
    if over >= 0 and deeds.ruffs(bound) == 0:
        return _Outcome(True, TRICK_VALUE * number * (3 if blind else 2), over)
    return _Outcome(False, -TRICK_VALUE * number * TIMES[rules.nt.blind_fail if blind else rules.nt.fail])


def is_boston(rules: Ruleset, contract: Contract, tricks: int) -> bool:
    """`end.boston_wins`: a ten that is not blind and takes every trick wins the game at once."""
    return (
        bool(rules.end.boston_wins)
        and contract.kind in (Kind.NUMBER, Kind.TEN_FOR_200)
        and contract.number == 10
        and not contract.is_doubled
        and tricks == rules.n_tricks
    )


def score_bonuses(rules: Ruleset, bid: int, tricks: int, outcome: _Outcome, deeds: Deeds) -> int:
    """What the three-player bonuses add to a made plain number (`three.bonus_low`, `_high`, `_last_high_spades`).

    `three.bonus_low`: an exact 0, 1 or 2 scores 100, 60 or 40, and three tricks on a bid of 2 score 20.
    `three.bonus_high`: 10 for each trick of the bid above six, also where there are overtricks.
    """
    if not outcome.made:
        return 0
    bonus = 0
    if rules.three.bonus_low:
        bonus += {(0, 0): 100, (1, 1): 60 - 10, (2, 2): 40 - 20}.get((bid, tricks), 0)
        if (bid, tricks) == (2, 3):
            bonus += 20 - (20 + rules.bags.points * outcome.overtricks)
    if rules.three.bonus_high:
        bonus += TRICK_VALUE * max(bid - 6, 0)
    if rules.three.bonus_last_high_spades and tricks == bid > 0:
        bonus += TRICK_VALUE * deeds.last_high_spades()
    return bonus


def score_double_nil(rules: Ruleset, members: Sequence[Member], bags_before: int, deeds: Deeds) -> SideScore:
    """`dnil.enabled`: both partners undertake to win no trick, which replaces everything else for the side.

    `dnil.success`, `dnil.fail`: points or the game itself. `dnil.opp_bonus`: what each other side gets if both won a
    trick. The tricks are bags, as those of failed nils.
    """
    taken = sum(member.tricks for member in members)
    bags = 0 if rules.nil.failed_tricks == "ignored" else taken
    worth = rules.dnil.success if taken == 0 else rules.dnil.fail
    won = taken == 0
    points = 0 if isinstance(worth, str) else (worth if won else -worth)
    bags_total, penalty = count_bags(rules, members, bags_before, bags)
    earned = points + rules.bags.points * bags + score_declarations(deeds)
    return SideScore(
        contract=0,
        made=None,
        points=earned - penalty,
        bags=bags,
        penalty=penalty,
        bags_total=bags_total,
        wins=won and worth == "win",
        loses=not won and worth == "lose_game",
        to_others=rules.dnil.opp_bonus if all(member.tricks for member in members) else 0,
    )


def score_declarations(deeds: Deeds) -> int:
    """`bemo.enabled`, `bemo.big_enabled`: the first six or nine tricks. `aces.enabled`: all aces; to fail is free."""
    points = 0
    if deeds.bemo:
        points += BEMO if deeds.won_the_first(BEMO_TRICKS) else -BEMO
    if deeds.big_bemo:
        points += BIG_BEMO if deeds.won_the_first(BIG_BEMO_TRICKS) else -BIG_BEMO
    if deeds.aces and deeds.captured_all_aces():
        points += ACES
    return points


def cancelled_bags(rules: Ruleset, outcome: _Outcome, deeds: Deeds) -> int:
    """`bags.cancel_card`: capturing it takes away one overtrick of a made contract; with two packs each copy does."""
    if rules.bags.cancel_card is None or not outcome.overtricks:
        return 0
    return min(deeds.captured_cancel_cards(), outcome.overtricks)


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
