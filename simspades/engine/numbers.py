"""A rule set as the numbers that the compiled driver reads."""

from __future__ import annotations

import dataclasses

import numpy as np

from simspades.engine import layout as at
from simspades.engine.calls import (
    blind_no_trumps,
    blind_numbers,
    has_partners,
    mask,
    may_blind_moon,
    offers,
    pair_table,
)
from simspades.engine.layout import MAX_SIDES, NEVER
from simspades.errors import SimspadesError
from simspades.rules import Ruleset

_FAILED_TRICKS = {"bags": at.FAILED_BAGS, "partner": at.FAILED_PARTNER, "ignored": at.FAILED_IGNORED}
_SPADE_LEAD = {"broken": at.LEAD_BROKEN, "any_time": at.LEAD_ANY_TIME, "ny3": at.LEAD_NY3}
_MISDEAL = {
    "no_spades": at.MISDEAL_NO_SPADES,
    "one_spade": at.MISDEAL_ONE_SPADE,
    "seven_card_suit": at.MISDEAL_LONG_SUIT,
    "no_court_cards": at.MISDEAL_NO_COURT,
    "one_spade_and_seven_card_suit": at.MISDEAL_ONE_AND_LONG,
}
_EXTRA = {
    None: at.EXTRA_NONE,
    "dealer": at.EXTRA_DEALER,
    "holder_2c": at.EXTRA_HOLDER,
    "set_aside_unseen": at.EXTRA_UNSEEN,
    "higher_bidding_side": at.EXTRA_HIGHER,
}
_FORM = {
    "free": at.FORM_FREE,
    "mirror": at.FORM_MIRROR,
    "whiz": at.FORM_WHIZ,
    "suicide": at.FORM_SUICIDE,
    "crazy_aces": at.FORM_CRAZY_ACES,
    "joker_whiz": at.FORM_JOKER_WHIZ,
}
_FIRST_TRICK = {
    "normal": at.TRICK_NORMAL,
    "lowest_club": at.TRICK_LOWEST_CLUB,
    "lowest_club_spade_ok": at.TRICK_LOWEST_CLUB_SPADE_OK,
    "lead_2c": at.TRICK_LEAD_2C,
}
_PLAY_FORM = {"normal": at.PLAY_NORMAL, "screamer": at.PLAY_SCREAMER, "assassin": at.PLAY_ASSASSIN}
_DUMMY_OPEN = {"after_bidding": 0, "after_opening_lead": 1, "never": 2}
_DUMMY_SCORING = {
    "individual": at.DUMMY_INDIVIDUAL,
    "declarer_only": at.DUMMY_DECLARER_ONLY,
    "sum_defenders": at.DUMMY_SUM,
}
_TIMES = {"single": 1, "double": 2, "triple": 3}


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
    sets
        Hands in a row in which each side was set; empty for none.

    """

    score: tuple[int, ...] = (0, 0)
    bags: tuple[int, ...] = (0, 0)
    hand_in_game: int = 2
    tie_break: bool = False
    sets: tuple[int, ...] = ()


def deck_bits(rules: Ruleset) -> np.ndarray:
    """The cards of the deck as single bits, in a fixed order, filled up with zeros to a multiple of eight.

    Of two packs the second copies follow, filled up to the same length.
    """
    deck = rules.deck
    bits = [1 << deck.bit(card) for card in deck.cards]
    first = sorted(set(bits))
    second = sorted(bit for bit in first if bits.count(bit) == 2)
    length = -(-len(first) // 8) * 8
    packs = [first, second] if second else [first]
    return np.array([bit for half in packs for bit in [*half, *[0] * (length - len(half))]], dtype=np.int64)


def n_holdings(rules: Ruleset) -> int:
    """The holdings at the table: one for each player, and a dummy's."""
    return rules.players + (rules.game.family == "three_dummy")


def rule_numbers(rules: Ruleset, situation: Situation | None, max_hands: int = 0) -> np.ndarray:
    """The block ``R`` for a rule set: hands mode with a situation, games mode (up to ``max_hands`` a game) without."""
    R = np.zeros(at.R_SIZE, dtype=np.int64)
    for numbers in (_table(rules), _deal(rules), _bidding(rules), _exchange(rules), _play(rules), _score(rules)):
        for index, value in numbers.items():
            R[index] = int(value or 0)
    R[at.R_PAIR : at.R_PAIR + (at.N_KINDS << 5)] = pair_table(rules)
    R[at.R_CAP] = max_hands
    R[at.R_GAMES] = situation is None
    R[at.R_START_HAND] = 1 if situation is None else situation.hand_in_game
    R[at.R_START_TIE] = situation is not None and situation.tie_break
    # far below every score: a side that a game does not have never leads
    R[at.R_START_SCORE : at.R_START_SCORE + MAX_SIDES] = -NEVER
    R[at.R_START_SCORE : at.R_START_SCORE + rules.n_sides] = 0
    if situation is not None:
        _check(situation, rules)
        R[at.R_START_SCORE : at.R_START_SCORE + rules.n_sides] = situation.score
        R[at.R_START_BAGS : at.R_START_BAGS + rules.n_sides] = situation.bags
        if situation.sets:
            R[at.R_START_SETS : at.R_START_SETS + rules.n_sides] = situation.sets
    return R


Numbers = dict[int, int | bool | None]


def _table(rules: Ruleset) -> Numbers:
    clubs, diamonds, hearts, spades = rules.deck.suit_masks
    second = mask(rules.deck.bit(card) for card in {c for c in rules.deck.cards if rules.deck.cards.count(c) == 2})
    apart = rules.players // 2 if has_partners(rules) else 0
    return {
        at.R_PLAYERS: rules.players,
        at.R_SEATS: n_holdings(rules),
        at.R_SIDES: rules.n_sides,
        at.R_PARTNER_AT: apart,
        at.R_SEAT_WORD: sum((seat | rules.side_of(seat) << 4) << 8 * seat for seat in range(rules.players)),
        at.R_HAS_DUMMY: n_holdings(rules) > rules.players,
        at.R_PACKS: rules.deck_options.packs,
        at.R_SINGLE: (clubs | diamonds | hearts | spades) & ~second,
        at.R_TRICKS: rules.n_tricks,
        at.R_CLUBS: clubs,
        at.R_DIAMONDS: diamonds,
        at.R_HEARTS: hearts,
        at.R_SPADES: spades,
    }


def _deal(rules: Ruleset) -> Numbers:
    deck, holdings = rules.deck, n_holdings(rules)
    is_draft = rules.game.family == "two"
    stock = 0 if is_draft else deck.size - holdings * rules.hand_size
    sizes = [rules.hand_size] * holdings + [stock]
    sizes += [0] * (6 - len(sizes))
    cut = rules.bags.cancel_card
    fixed = (cut or "").removeprefix("fixed:") if cut != "cut_each_deal" else ""
    two_clubs = "2C" in deck.cards
    return {
        **{at.R_SIZE_0 + k: size for k, size in enumerate(sizes[:6])},
        at.R_STOCK: stock,
        at.R_MISDEAL: sum(_MISDEAL[condition] for condition in rules.misdeal.conditions),
        at.R_CONSULT: rules.misdeal.consult_partner and has_partners(rules),
        at.R_EXTRA: _EXTRA[rules.deck_options.extra_cards],
        at.R_DISCARD_LATE: rules.deck_options.extra_discard_timing == "after_bidding",
        at.R_TWO_CLUBS: 1 << deck.bit("2C") if two_clubs else 0,
        at.R_FRENCH_CUT: rules.deal.cut == "french_cut",
        at.R_PASS: rules.pass_.before_bidding,
        at.R_DRAFT: is_draft,
        at.R_PLAIN_DEAL: not (
            is_draft or rules.misdeal.conditions or rules.deal.cut == "french_cut" or sizes[4] or sizes[5]
        )
        and rules.deck_options.packs == 1,
        at.R_PEEKS: rules.two.peek_discarded,
        at.R_REDRAW: rules.two.blind_nil_redraw,
        at.R_CANCELS: cut is not None,
        at.R_CANCEL_CUT: len(set(deck.cards)) if cut == "cut_each_deal" else 0,
        at.R_CANCEL_CARD: 1 << deck.bit(fixed) if fixed else 0,
    }


def _bidding(rules: Ruleset) -> Numbers:
    bid, blind_nil, partners = rules.bid, rules.blind_nil, has_partners(rules)
    found = offers(rules)
    side_calls = any(offer.kind in range(at.FIRST_SIDE_KIND, at.LAST_SIDE_KIND + 1) for offer in found)
    looks_early = bool(
        rules.misdeal.conditions
        or rules.pass_.before_bidding
        or rules.deck_options.extra_cards in ("dealer", "holder_2c")
        or rules.game.family == "two"
    )
    numbers, no_trumps, blind_moon = blind_numbers(rules), blind_no_trumps(rules), may_blind_moon(rules)
    early = at.EARLY_NIL if blind_nil.enabled and looks_early else 0
    early |= at.EARLY_NUMBER if numbers and not partners and looks_early else 0
    early |= at.EARLY_SIDE if (numbers and partners) or no_trumps or blind_moon else 0
    renounces = bool(rules.blind.renounce_to_10) and partners and (bid.side_max is None or bid.side_max >= 10)
    far = rules.dnil.when == "far_behind"
    aces = [card for card in rules.deck.cards if card.startswith("A")] if rules.aces.enabled else []
    special = bid.form != "free" or bid.total_ne_tricks or side_calls
    return {
        at.R_FIRST_BIDDER: rules.players - 1 if bid.first == "dealer" else 0,
        at.R_NIL_VALUE: rules.nil.value,
        at.R_NIL_BOTH: rules.nil.both != "forbidden",
        at.R_BLIND_NIL: blind_nil.enabled,
        at.R_BLIND_VALUE: blind_nil.value,
        at.R_BLIND_DEFICIT: blind_nil.min_deficit,
        at.R_BLIND_FROM_HAND: blind_nil.from_hand,
        at.R_ALL_CALLS: mask(offer.bit for offer in found if offer.kind != at.KIND_BLIND_NIL),
        at.R_BINDING: side_calls or bid.mode == "partnership" or early != 0,
        at.R_SPECIAL_BIDS: special,
        at.R_EARLY: early,
        at.R_BLIND_NUMBERS: numbers,
        at.R_BLIND_MOON: blind_moon,
        at.R_BLIND_NT: no_trumps,
        at.R_BLIND_MIN_DEFICIT: rules.blind.min_deficit if partners else 0,
        at.R_NT_MIN_DEFICIT: rules.nt.blind_min_deficit,
        at.R_DNIL_DEFICIT: 2 * rules.end.target if far and rules.dnil.enabled else -1,
        at.R_PARTNERSHIP: bid.mode == "partnership",
        at.R_RENOUNCE: renounces and bool(numbers),
        at.R_RAISE: bool(bid.raise_round) and partners,
        at.R_MOST: rules.n_tricks if bid.side_max is None else min(bid.side_max, rules.n_tricks),
        at.R_TOTAL_NE: bid.total_ne_tricks,
        at.R_FORM: _FORM[bid.form],
        at.R_UNBID_FIRST: bid.first_deal_unbid,
        at.R_NT_NEEDS_SPADE: rules.nt.enabled,
        at.R_BEMO: rules.bemo.enabled,
        at.R_BIG_BEMO: rules.bemo.big_enabled,
        at.R_ACES: mask(rules.deck.bit(card) for card in set(aces)),
        at.R_N_ACES: len(aces),
        at.R_DUMMY_TIE_LAST: rules.dummy.tie == "last",
        at.R_DUMMY_OPPOSITE: rules.dummy.seat == "opposite_declarer",
        at.R_DUMMY_OPEN: _DUMMY_OPEN.get(rules.dummy.exposed, 2),
        at.R_DUMMY_OWN: rules.dummy.bid_scope == "own_tricks",
        at.R_DUMMY_SCORING: _DUMMY_SCORING.get(rules.dummy.scoring, at.DUMMY_INDIVIDUAL),
    }


def _exchange(rules: Ruleset) -> Numbers:
    blind_nil = rules.blind_nil
    return {
        at.R_NIL_EXCHANGE: rules.nil.exchange,
        at.R_BLIND_EXCHANGE: blind_nil.exchange if has_partners(rules) else 0,
        at.R_BLIND_OPTIONAL: blind_nil.exchange_optional,
        at.R_BLIND_REQUEST: blind_nil.suit_request,
        at.R_SIMULTANEOUS: rules.exchange.order == "simultaneous",
        at.R_IMMEDIATE: rules.exchange.timing == "immediate",
        at.R_DNIL_EXCHANGE: rules.dnil.exchange if rules.dnil.enabled else 0,
    }


def _play(rules: Ruleset) -> Numbers:
    play, spades = rules.play, rules.deck.suit_masks[3]
    shakes = bool(play.rake_shake) and "BJ" in rules.deck.cards
    always = shakes or bool(play.must_beat) or play.form != "normal"
    first = play.first_trick != "normal" or play.first_trick_spades == "barred"
    last_high = bool(rules.three.bonus_last_high_spades)
    notes = at.NOTE_RUFFS if rules.nt.enabled or rules.nt.blind_enabled else 0
    notes |= at.NOTE_CARDS if rules.aces.enabled or rules.bags.cancel_card is not None else 0
    notes |= at.NOTE_FIRST if rules.bemo.enabled or rules.bemo.big_enabled else 0
    notes |= at.NOTE_RUN if last_high else 0
    return {
        at.R_FIRST_LEADER: n_holdings(rules) - 1 if play.first_lead == "dealer" else 0,
        at.R_LOWEST_CLUB_LEADS: play.first_trick != "normal" or play.first_lead == "holder_2c",
        at.R_SPADE_LEAD: _SPADE_LEAD[play.spade_lead],
        at.R_FORCED_LEAD_BREAKS: play.forced_lead_breaks,
        at.R_FIRST_TRICK: _FIRST_TRICK[play.first_trick],
        at.R_FIRST_SPADES: play.first_trick_spades == "barred",
        at.R_SHAKE: 1 << rules.deck.bit("BJ") if shakes else 0,
        at.R_MUST_BEAT: play.must_beat,
        at.R_PLAY_FORM: _PLAY_FORM[play.form],
        at.R_NARROWS: rules.n_tricks if always else int(first),
        at.R_NOTES: notes,
        # bit 28 is the nine of clubs, and bits rise with the rank; high trumps stand above the ace
        at.R_HIGH_SPADES: spades & -(1 << 28) if last_high else 0,
    }


def _score(rules: Ruleset) -> Numbers:
    nil, blind_nil, bags, score, moon, dnil, end = (
        rules.nil, rules.blind_nil, rules.bags, rules.score, rules.moon, rules.dnil, rules.end,
    )  # fmt: skip
    blind_value = blind_nil.value or 0
    threshold = bags.threshold or 0  # none where there is no penalty
    moon_wins = moon.value == "win"
    lost_game = 200 if rules.ten200.mode in (None, "off") else 500
    special = (
        rules.n_sides != 2
        or not has_partners(rules)
        or any(offer.kind in range(at.FIRST_SIDE_KIND, at.LAST_SIDE_KIND + 1) for offer in offers(rules))
        or blind_numbers(rules) != 0
        or blind_no_trumps(rules) != 0
        or may_blind_moon(rules)
        or (rules.ten200.mode not in (None, "off") and bool(rules.ten200.auto))
        or bool(rules.bid.raise_round)
        or bool(rules.bid.first_deal_unbid)
        or rules.bid.mode == "partnership"
        or rules.bemo.enabled
        or rules.bemo.big_enabled
        or rules.aces.enabled
        or bags.cancel_card is not None
        or end.set_streak is not None
        or bool(end.boston_wins)
    )
    return {
        at.R_FAILED_TRICKS: _FAILED_TRICKS[nil.failed_tricks or "bags"],
        at.R_AUTO_FAIL: nil.partner_auto_fail,
        at.R_BLIND_LOSS: blind_value // 2 if blind_nil.fail == "half" else blind_value,
        at.R_BLIND_NO_BAGS: blind_nil.no_bag_penalty,
        at.R_BAG_POINTS: bags.points,
        at.R_BAG_PENALTY: bags.penalty,
        at.R_BAG_THRESHOLD: threshold,
        at.R_BAG_RECIPROCAL: ((1 << 40) + threshold - 1) // threshold if threshold else 0,
        at.R_UNDERTRICK: score.set_penalty == "undertrick",
        at.R_DOUBLE_LOSES: score.double_bid_loses,
        at.R_OVER_LIMIT: NEVER if score.over_limit is None else score.over_limit,
        at.R_TARGET: end.target,
        at.R_LOSE_AT: -NEVER if end.lose_at is None else end.lose_at,
        at.R_WIN_BONUS: end.win_bonus,
        at.R_MAX_HANDS: end.max_hands,
        at.R_SPECIAL_SCORE: special,
        at.R_TEN_AUTO: rules.ten200.mode not in (None, "off") and bool(rules.ten200.auto),
        at.R_TEN_AT_LEAST: rules.ten200.mode == "at_least",
        at.R_MOON: moon.enabled,
        at.R_MOON_VALUE: 0 if moon_wins else moon.value,
        at.R_MOON_LOSS: lost_game if moon_wins else moon.value,
        at.R_MOON_WINS: moon_wins,
        at.R_BLIND_AT_LEAST: rules.blind.success == "at_least",
        at.R_BLIND_FAIL: 2 if rules.blind.fail == "double" else 1,
        at.R_NT_FAIL: _TIMES.get(rules.nt.fail, 2),
        at.R_BLIND_NT_FAIL: _TIMES.get(rules.nt.blind_fail, 3),
        at.R_NT_SIDE: rules.nt.scope == "side",
        at.R_BOSTON: end.boston_wins,
        at.R_DNIL_VALUE: 0 if isinstance(dnil.success, str) else dnil.success,
        at.R_DNIL_LOSS: 0 if isinstance(dnil.fail, str) else dnil.fail,
        at.R_DNIL_WINS: dnil.success == "win",
        at.R_DNIL_LOSES: dnil.fail == "lose_game",
        at.R_DNIL_GIFT: dnil.opp_bonus if dnil.enabled else 0,
        at.R_BONUS_LOW: rules.three.bonus_low,
        at.R_BONUS_HIGH: rules.three.bonus_high,
        at.R_BONUS_LAST: rules.three.bonus_last_high_spades,
        at.R_SET_STREAK: end.set_streak,
    }


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
