"""What a plain number is worth for given tricks, under the rules of a run (RULEBOOK 0.4 c).

It answers what another bid would have scored with the same tricks. Bonuses of special games and of calls other than a
plain number are left out; a bag is charged its share of the penalty that it brings nearer.
"""

from __future__ import annotations

import pandas as pd

from simspades.rules import Ruleset

#: By how much the alternatives differ from the bid that was made.
SHIFTS = (-3, -2, -1, 0, 1, 2, 3)

_TRICK_VALUE = 10
_TEN_FOR_200 = 200


def bag_price(rules: Ruleset) -> float:
    """The share of a bag in the penalty: 10 points where ten bags cost 100."""
    return rules.bags.penalty / rules.bags.threshold if rules.bags.penalty else 0.0


def is_made(rules: Ruleset, contract: int, tricks: int) -> bool:
    """Whether a plain contract is made with so many tricks."""
    over = tricks - contract
    doubled = rules.score.double_bid_loses is True and contract > 0 and tricks >= 2 * contract
    limit = rules.score.over_limit
    return over >= 0 and not doubled and not (limit is not None and over > limit)


def contract_points(rules: Ruleset, contract: int, tricks: int) -> int:
    """The points of a plain contract, what its bags score at once included, and no penalty.

    >>> from simspades.rules import load_rules
    >>> [contract_points(load_rules("std4"), 5, tricks) for tricks in (4, 5, 7)]
    [-50, 50, 52]
    """
    over = tricks - contract
    ten_is_200 = rules.ten200.mode != "off" and rules.ten200.auto is True and contract == 10
    value = _TEN_FOR_200 if ten_is_200 else _TRICK_VALUE * contract
    if is_made(rules, contract, tricks):
        return value + rules.bags.points * over
    return _TRICK_VALUE * over if rules.score.set_penalty == "undertrick" and over < 0 else -value


def contract_worth(rules: Ruleset, contract: int, tricks: int) -> float:
    """The points of a plain contract less the price of its bags."""
    bags = tricks - contract if is_made(rules, contract, tricks) else 0
    return contract_points(rules, contract, tricks) - bag_price(rules) * bags


def worth_table(rules: Ruleset) -> pd.DataFrame:
    """For each contract, tricks and shift: what the shifted contract is worth, and what it gains on the unshifted one.

    Shifts that leave the range of contracts, 1 to the number of tricks, are not there.
    """
    n = rules.n_tricks
    rows = [
        (contract, tricks, shift, worth, worth - contract_worth(rules, contract, tricks))
        for contract in range(1, n + 1)
        for tricks in range(n + 1)
        for shift in SHIFTS
        if 1 <= contract + shift <= n
        for worth in (contract_worth(rules, contract + shift, tricks),)
    ]
    return pd.DataFrame(rows, columns=["contract", "side_tricks", "shift", "worth", "gain"])
