"""A rule set as the numbers that the compiled driver reads."""

from __future__ import annotations

import dataclasses

import numpy as np

from simspades.engine import layout as at
from simspades.engine.layout import MAX_SIDES, NEVER
from simspades.errors import SimspadesError
from simspades.rules import Ruleset, require_supported

_FAILED_TRICKS = {"bags": at.FAILED_BAGS, "partner": at.FAILED_PARTNER, "ignored": at.FAILED_IGNORED}
_SPADE_LEAD = {"broken": at.LEAD_BROKEN, "any_time": at.LEAD_ANY_TIME, "ny3": at.LEAD_NY3}
#: Where the first to call or to lead sits, as positions from the dealer's left.
_FROM_DEALERS_LEFT = {"left_of_dealer": 0, "dealer": 3}


@dataclasses.dataclass(frozen=True)
class Situation:
    """Where hands mode imagines each hand to stand in its game.

    Attributes
    ----------
    score, bags
        Points and bags of each side before the hand.
    hand_in_game
        Number of the hand in its game, from 1.
    tie_break
        Whether a tie at the end of the game is being played off.

    """

    score: tuple[int, ...] = (0, 0)
    bags: tuple[int, ...] = (0, 0)
    hand_in_game: int = 2
    tie_break: bool = False


def deck_bits(rules: Ruleset) -> np.ndarray:
    """The cards of the deck as single bits, in a fixed order, padded with zeros to a multiple of eight."""
    deck = rules.deck
    bits = sorted(1 << deck.bit(card) for card in deck.cards)
    return np.array(bits, dtype=np.int64)


def rule_numbers(rules: Ruleset, situation: Situation | None, max_hands: int = 0) -> np.ndarray:
    """The block ``R`` for a rule set: hands mode with a situation, games mode (up to ``max_hands`` a game) without."""
    require_supported(rules)
    nil, blind, bags = rules.nil, rules.blind_nil, rules.bags
    blind_value = blind.value or 0
    threshold = bags.threshold or 0  # none where there is no penalty
    clubs, diamonds, hearts, spades = rules.deck.suit_masks
    numbers = {
        at.R_TRICKS: rules.n_tricks,
        at.R_CLUBS: clubs,
        at.R_DIAMONDS: diamonds,
        at.R_HEARTS: hearts,
        at.R_SPADES: spades,
        at.R_NIL: nil.enabled,
        at.R_NIL_VALUE: nil.value,
        at.R_NIL_BOTH: nil.both != "forbidden",
        at.R_FAILED_TRICKS: _FAILED_TRICKS[nil.failed_tricks or "bags"],
        at.R_AUTO_FAIL: nil.partner_auto_fail,
        at.R_NIL_EXCHANGE: nil.exchange,
        at.R_BLIND_NIL: blind.enabled,
        at.R_BLIND_VALUE: blind_value,
        at.R_BLIND_LOSS: blind_value // 2 if blind.fail == "half" else blind_value,
        at.R_BLIND_EXCHANGE: blind.exchange,
        at.R_BLIND_OPTIONAL: blind.exchange_optional,
        at.R_BLIND_REQUEST: blind.suit_request,
        at.R_BLIND_DEFICIT: blind.min_deficit,
        at.R_BLIND_FROM_HAND: blind.from_hand,
        at.R_BLIND_NO_BAGS: blind.no_bag_penalty,
        at.R_SIMULTANEOUS: rules.exchange.order == "simultaneous",
        at.R_IMMEDIATE: rules.exchange.timing == "immediate",
        at.R_BAG_POINTS: bags.points,
        at.R_BAG_PENALTY: bags.penalty,
        at.R_BAG_THRESHOLD: threshold,
        at.R_BAG_RECIPROCAL: ((1 << 40) + threshold - 1) // threshold if threshold else 0,
        at.R_UNDERTRICK: rules.score.set_penalty == "undertrick",
        at.R_DOUBLE_LOSES: rules.score.double_bid_loses,
        at.R_OVER_LIMIT: NEVER if rules.score.over_limit is None else rules.score.over_limit,
        at.R_FIRST_BIDDER: _FROM_DEALERS_LEFT[rules.bid.first],
        at.R_FIRST_LEADER: _FROM_DEALERS_LEFT[rules.play.first_lead],
        at.R_SPADE_LEAD: _SPADE_LEAD[rules.play.spade_lead],
        at.R_FORCED_LEAD_BREAKS: rules.play.forced_lead_breaks,
        at.R_TARGET: rules.end.target,
        at.R_LOSE_AT: -NEVER if rules.end.lose_at is None else rules.end.lose_at,
        at.R_WIN_BONUS: rules.end.win_bonus,
        at.R_MAX_HANDS: rules.end.max_hands,
        at.R_CAP: max_hands,
        at.R_GAMES: situation is None,
        at.R_START_HAND: 1 if situation is None else situation.hand_in_game,
        at.R_START_TIE: situation is not None and situation.tie_break,
    }
    R = np.zeros(at.R_SIZE, dtype=np.int64)
    for index, value in numbers.items():
        R[index] = int(value or 0)
    if situation is not None:
        _check(situation, rules)
        R[at.R_START_SCORE : at.R_START_SCORE + rules.n_sides] = situation.score
        R[at.R_START_BAGS : at.R_START_BAGS + rules.n_sides] = situation.bags
    return R


def _check(situation: Situation, rules: Ruleset) -> None:
    for key, values in (("score", situation.score), ("bags", situation.bags)):
        if len(values) != rules.n_sides:
            raise SimspadesError(
                f"{key} needs a number for each of the {rules.n_sides} sides, not {len(values)}: {values}"
            )
    assert len(situation.score) <= MAX_SIDES
    if any(abs(points) > 1_000_000 for points in situation.score):
        raise SimspadesError(f"score must lie between -1000000 and 1000000, not {situation.score}")
    if any(not 0 <= bags <= 10_000 for bags in situation.bags):
        raise SimspadesError(f"bags must lie between 0 and 10000, not {situation.bags}")
    if not 1 <= situation.hand_in_game <= 32767:
        raise SimspadesError(f"hand-in-game must lie between 1 and 32767, not {situation.hand_in_game}")
