"""Hand records: reading one and judging it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from simspades.cards import JOKERS, ORDINARY_CARDS, SUITS, parse_cards
from simspades.errors import CardError, RecordError, nearest
from simspades.referee.calls import BLIND_NIL, Call
from simspades.referee.exchange import Exchange
from simspades.referee.fields import (
    LABELS,
    RECORD_KEYS,
    check_keys,
    read_calls,
    read_dealer,
    read_hand_in_game,
    read_list,
    read_needed,
    read_standing,
    read_table,
    read_whole,
    shown,
)
from simspades.referee.hand import Hand, Phase
from simspades.referee.table import Table
from simspades.referee.verdict import Fault, IllegalActionError

WHAT = "hand record"
KNOWN_KEYS = frozenset(RECORD_KEYS + LABELS)
CANONICAL = frozenset(ORDINARY_CARDS + JOKERS)  # names that need no parsing
GIFT_KEYS = ("from", "to", "cards", "request")


class Gift(NamedTuple):
    """One half of an exchange: who gives which cards to whom, and the suit wanted in return, if one is named."""

    giver: int
    receiver: int
    cards: list[str]
    request: str | None


def judge(record: Mapping[str, object]) -> dict[str, object]:
    """Judge a hand record.

    The answer is that of the documentation: ``legal`` true with the tricks, scores and end of the game, or false with
    the first illegal action. Where the play stops early, ``complete`` is false, nothing is scored yet (``made`` is
    null, ``points``, ``bags`` and ``penalty`` are 0) and ``score``, ``bags_total`` and ``sets`` are those before the
    hand. A record's ``rules`` may be a :class:`Ruleset`, which saves reading it.

    Raises :class:`RecordError`, :class:`CardError` or :class:`RulesError` for a record that cannot be read.

    >>> from simspades.cards import STANDARD
    >>> deal = [" ".join(STANDARD.cards[seat::4]) for seat in range(4)]
    >>> judge({"rules": "std4", "deal": deal, "bids": ["3", "4", "3", "14"], "plays": []})["rule"]
    'bid.player_range'
    """
    record = check_keys(record, KNOWN_KEYS, WHAT)
    table = read_table(record, WHAT)
    calls = read_calls(record, table, WHAT)
    gifts = [_read_gift(entry, table) for entry in _entries(record, "exchanges")]
    plays = _read_plays(record, table)
    deal = _read_deal(record, table)
    dealer, hand_in_game, before = read_dealer(record, table), read_hand_in_game(record), read_standing(record, table)
    try:
        hand = Hand(table.rules, deal, dealer=dealer, hand_in_game=hand_in_game, before=before)
        _bid_and_exchange(hand, calls, gifts)
        for card in plays:
            hand.play(card)
    except IllegalActionError as illegal:
        return illegal.answer()
    return _legal_answer(hand)


def _legal_answer(hand: Hand) -> dict[str, object]:
    complete = hand.phase is Phase.OVER
    return {
        "legal": True,
        "complete": complete,
        "winners": list(hand.winners),
        "tricks": list(hand.tricks),
        **(hand.settle().answer() if complete else _unsettled(hand)),
    }


def _unsettled(hand: Hand) -> dict[str, object]:
    nothing = [0] * hand.table.n_sides
    return {
        "contract": hand.contracts,
        "made": [None] * hand.table.n_sides,
        "points": nothing,
        "bags": list(nothing),
        "penalty": list(nothing),
        "score": list(hand.before.score),
        "bags_total": list(hand.before.bags),
        "sets": list(hand.before.sets),
        "over": False,
        "winner": None,
    }


def _bid_and_exchange(hand: Hand, calls: Sequence[Call] | None, gifts: Iterable[Gift]) -> None:
    """Take the hand to its first lead.

    An exchange of which the record shows nothing was declined, which is illegal where it is compulsory.
    """
    waiting = list(gifts)
    while hand.phase in (Phase.BIDDING, Phase.EXCHANGE):
        exchange = hand.exchange
        if exchange is None:
            if calls is None:
                raise IllegalActionError(0, hand.turn, None, Fault("bid.first_deal_unbid", "the hand has to be bid"))
            hand.call(calls[hand.turn])
        elif waiting and (exchange.given or waiting[0].giver in (exchange.bidder, exchange.partner)):
            hand.give(*waiting.pop(0))
        elif any(gift.giver in (exchange.bidder, exchange.partner) for gift in waiting):
            raise IllegalActionError(0, waiting[0].giver, None, _out_of_order(exchange, waiting[0]))
        else:
            hand.decline()
    if waiting:
        raise IllegalActionError(0, waiting[0].giver, None, _no_exchange_due(hand, waiting[0]))


def _out_of_order(exchange: Exchange, gift: Gift) -> Fault:
    pair = f"seats {exchange.bidder} and {exchange.partner}"
    return Fault("exchange.timing", f"seat {gift.giver} gives cards, but {pair} exchange first")


def _no_exchange_due(hand: Hand, gift: Gift) -> Fault:
    """Cards given where none are exchanged: no nil, two nils in a side, or no exchange in the rules."""
    pair = [hand.calls[seat] for seat in (gift.giver, *hand.table.partners_of[gift.giver])]
    option = "blind_nil.exchange" if BLIND_NIL in pair else "nil.exchange"
    return Fault(option, f"seat {gift.giver} gives cards, but no exchange of that side is due")


def _read_deal(record: Mapping[str, object], table: Table) -> list[list[str]]:
    deal = read_list(read_needed(record, "deal", WHAT), "deal", table.players, "seat")
    return [_read_cards(holding, f"deal of seat {seat}") for seat, holding in enumerate(deal)]


def _read_plays(record: Mapping[str, object], table: Table) -> list[str]:
    plays = record.get("plays", [])
    cards = _read_cards(plays, "plays")
    if len(cards) > (most := table.players * table.n_tricks):
        raise RecordError(f"key plays has {len(cards)} cards, but a hand is played with {most}")
    return cards


def _read_cards(value: object, key: str) -> list[str]:
    if not isinstance(value, str | list | tuple):
        raise RecordError(f"key {key} is {shown(value)}, but it is a list of cards")
    tokens = value.split() if isinstance(value, str) else value
    if all(isinstance(token, str) for token in tokens) and CANONICAL.issuperset(tokens):
        return list(tokens)
    try:
        return parse_cards(value)
    except CardError as error:
        raise CardError(f"key {key}: {error}") from None


def _entries(record: Mapping[str, object], key: str) -> Sequence[object]:
    value = record.get(key, [])
    if not isinstance(value, list | tuple):
        raise RecordError(f"key {key} is {shown(value)}, but it is a list")
    return value


def _read_gift(entry: object, table: Table) -> Gift:
    if not isinstance(entry, Mapping):
        raise RecordError(f"key exchanges has {shown(entry)}, but an entry is an object")
    for key in entry:
        if key not in GIFT_KEYS:
            raise RecordError(f"an entry of exchanges has no key {shown(key)}{nearest(str(key), GIFT_KEYS)}")
    giver, receiver = (
        read_whole(read_needed(entry, key, "entry of exchanges"), f"exchanges.{key}", 0, table.players - 1)
        for key in ("from", "to")
    )
    cards = _read_cards(read_needed(entry, "cards", "entry of exchanges"), "exchanges.cards")
    return Gift(giver, receiver, cards, _read_suit(entry.get("request")))


def _read_suit(value: object) -> str | None:
    if value is None or (isinstance(value, str) and len(value) == 1 and value in SUITS):
        return value
    raise RecordError(f"key exchanges.request is {shown(value)}, but it is a suit: C, D, H or S")
