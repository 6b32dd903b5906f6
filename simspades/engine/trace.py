"""From the trace of a block to what people and the referee read: the decisions of each hand, and its hand record.

The engine writes down, for blocks that are played with ``trace=True``, every choice together with what was legal.
:class:`HandTrace` turns the numbers of one hand back into decisions in the order in which they were made;
``record`` gives the hand record of the documentation, ``explain_illegal`` a sentence on a choice that was illegal.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from simspades.cards import SUITS, Deck
from simspades.engine import layout as at
from simspades.engine.block import Block, Table
from simspades.errors import RecordError
from simspades.rules import Ruleset

_SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_MAY_NIL = 1 << 32


class Decision(StrEnum):
    """The kinds of decisions; the value is the strategy's function."""

    BLIND = "blind"
    BID = "bid"
    REQUEST = "request"
    EXCHANGE = "exchange"
    PLAY = "play"


class Step(NamedTuple):
    """One decision of a hand.

    ``choice`` is the number that the strategy returned. ``options`` is what it chose from: for a bid, bit n for the
    number n and bit 32 for a nil; for an exchange the holding; for a card the legal cards. ``trick`` counts from 1 and
    is 0 before the play.
    """

    decision: Decision
    seat: int
    trick: int
    choice: int
    options: int
    is_legal: bool


class Gift(NamedTuple):
    """One half of an exchange: a set of cards from a seat to a seat, and the suit asked for in return (0 for none)."""

    giver: int
    receiver: int
    cards: int
    request: int


@dataclasses.dataclass(frozen=True)
class HandTrace:
    """One hand as it was decided, step by step.

    Attributes
    ----------
    before
        The standing before the hand, as the key ``before`` of a hand record.
    dealt, held
        Each seat's cards as dealt, and after the exchanges, as sets.
    calls
        The call code of each seat.
    steps
        The decisions in the order made. Nothing follows a choice that was illegal.
    gifts
        The cards exchanged, in the order given.

    """

    rules: Ruleset
    by_game: bool
    game: int
    hand_in_game: int
    dealer: int
    before: dict[str, Any]
    dealt: tuple[int, ...]
    held: tuple[int, ...]
    calls: tuple[int, ...]
    steps: tuple[Step, ...]
    gifts: tuple[Gift, ...]

    @property
    def illegal(self) -> Step | None:
        """The choice that was illegal, if one was: the last step."""
        return self.steps[-1] if self.steps and not self.steps[-1].is_legal else None

    @property
    def title(self) -> str:
        """Which hand this is: ``hand 17``, or in games mode ``hand 5 of game 3``."""
        return f"hand {self.hand_in_game} of game {self.game}" if self.by_game else f"hand {self.game}"

    @cached_property
    def plays(self) -> tuple[Step, ...]:
        """The cards played, in order."""
        return tuple(step for step in self.steps if step.decision is Decision.PLAY)

    @property
    def bids(self) -> list[str]:
        """The call of each seat as text."""
        bids = [call_text(call) for call in self.calls]
        if self.illegal is not None and self.illegal.decision is Decision.BID:
            bids[self.illegal.seat] = _bid_text(self.illegal.choice)
        return bids

    def record(self, rules: object = None) -> dict[str, Any]:
        """The hand record; ``rules`` is what stands in it for the rule set, which is the rule set itself unless given.

        A card or a gift that was chosen illegally is in the record where it can be written at all.
        """
        deck = self.rules.deck
        return {
            "rules": self.rules if rules is None else rules,
            "dealer": self.dealer,
            "hand_in_game": self.hand_in_game,
            "before": self.before,
            "deal": [deck.text(holding) for holding in self.dealt],
            "bids": self.bids,
            "exchanges": [self._gift(gift) for gift in self.gifts if can_be_named(deck, gift.cards)],
            "plays": [deck.card(step.choice.bit_length() - 1) for step in self.plays if is_card(deck, step.choice)],
        }

    def _gift(self, gift: Gift) -> dict[str, Any]:
        deck = self.rules.deck
        entry = {"from": gift.giver, "to": gift.receiver, "cards": deck.text(gift.cards)}
        suit = suit_letter(deck, gift.request)
        return entry if suit is None else {**entry, "request": suit}


def call_text(call: int) -> str:
    """A call code as hand records write it.

    >>> call_text(4), call_text(32), call_text(64)
    ('4', 'nil', 'blind-nil')
    """
    return {at.KIND_NUMBER: str(call & 31), at.KIND_NIL: "nil", at.KIND_BLIND_NIL: "blind-nil"}[call >> 5]


def can_be_named(deck: Deck, cards: int) -> bool:
    """Whether a number that a strategy returned is a set of the deck's cards."""
    clubs, diamonds, hearts, spades = deck.suit_masks
    return cards & ~(clubs | diamonds | hearts | spades) == 0


def is_card(deck: Deck, choice: int) -> bool:
    """Whether a number that a strategy returned is exactly one card of the deck."""
    return can_be_named(deck, choice) and choice.bit_count() == 1


def suit_letter(deck: Deck, suit: int) -> str | None:
    """The letter of a suit given as a set of all its cards; None for anything else."""
    return SUITS[deck.suit_masks.index(suit)] if suit in deck.suit_masks else None


def hand_traces(table: Table, block: Block) -> Iterator[HandTrace]:
    """Each hand of a block that was played with ``trace=True``, in order."""
    if block.trace is None:
        raise ValueError("the block was played without a trace")
    standing: dict[str, Any] = {}
    columns = block.hands
    n_sides = table.rules.n_sides
    for row in range(len(columns["game"])):
        if not table.by_game or columns["hand_in_game"][row] == 1:
            standing = _start(table)
        yield _hand_trace(table, block, row, standing)
        if table.by_game:
            standing = _standing_after(table.rules, standing, {
                "score": [int(columns["score"][side, row]) for side in range(n_sides)],
                "bags": [int(columns["bags_total"][side, row]) for side in range(n_sides)],
                "made": [int(columns["made"][side, row]) for side in range(n_sides)],
            })  # fmt: skip


def trace_hand(table: Table, seed: int, game: int, hand_in_game: int | None = None) -> HandTrace:
    """Play one hand of a run alone, with its trace; in games mode its game is played up to the end.

    Raises :class:`RecordError` where the game has no such hand.
    """
    block = table.play(seed, game, 1, trace=True)
    traces = hand_traces(table, block)
    if not table.by_game:
        return next(traces)
    for trace in traces:
        if trace.hand_in_game == hand_in_game:
            return trace
    raise RecordError(f"game {game} has {len(block.hands['game'])} hands, so there is no hand {hand_in_game} of it")


def explain_illegal(table: Table, seed: int, game: int, hand_in_game: int) -> str:
    """A sentence on the illegal choice of a hand: whose it was, what it was, and what was legal."""
    trace = trace_hand(table, seed, game, hand_in_game)
    if trace.illegal is None:
        raise ValueError(f"every choice of {trace.title} was legal")
    return illegal_sentence(trace, table.lineup[trace.illegal.seat].name)


def illegal_sentence(trace: HandTrace, name: str) -> str:
    """As ``explain_illegal``, for a hand at hand; ``name`` is that of the strategy."""
    step = trace.illegal
    assert step is not None
    done, legal = {
        Decision.BID: _illegal_bid,
        Decision.REQUEST: _illegal_request,
        Decision.EXCHANGE: _illegal_gift,
        Decision.PLAY: _illegal_card,
    }[step.decision](trace, step)
    where = f"in trick {step.trick} of {trace.title}" if step.trick else f"in {trace.title}"
    return f"the strategy {name} {done} from seat {step.seat} {where}, {legal}"


def _illegal_bid(trace: HandTrace, step: Step) -> tuple[str, str]:
    numbers = [n for n in range(32) if step.options >> n & 1]
    nil = " or nil" if step.options & _MAY_NIL else ""
    return f"called {_bid_text(step.choice)}", f"where a number from {numbers[0]} to {numbers[-1]}{nil} was legal"


def _illegal_request(trace: HandTrace, step: Step) -> tuple[str, str]:
    return f"asked for {_shown(trace.rules.deck, step.choice)}", "where one whole suit was to be named"


def _illegal_gift(trace: HandTrace, step: Step) -> tuple[str, str]:
    deck = trace.rules.deck
    count = exchange_count(trace.rules, trace.calls, step.seat)
    cards = "1 card" if count == 1 else f"{count} cards"
    return (
        f"gave {_shown(deck, step.choice)}",
        f"where {cards} of its holding had to be given: {deck.text(step.options)}",
    )


def _illegal_card(trace: HandTrace, step: Step) -> tuple[str, str]:
    deck = trace.rules.deck
    legal = deck.text(step.options)
    were = f"{legal} {'was' if step.options.bit_count() == 1 else 'were'} legal"
    done = f"played {_shown(deck, step.choice)}"
    if not is_card(deck, step.choice):
        return done, f"where one card had to be played: {were}"
    earlier = [other for other in trace.plays if other.trick == step.trick and other is not step]
    held = trace.held[step.seat] & ~sum(other.choice for other in trace.plays if other is not step)
    if not step.choice & held:
        return done, f"which it did not hold: {were}"
    if not earlier:
        return done, f"where spades could not be led yet: {were}"
    led = next(suit for suit, mask in zip(SUITS, deck.suit_masks, strict=True) if earlier[0].choice & mask)
    return done, f"where it had to follow {_SUIT_NAMES[led]}: {were}"


def _shown(deck: Deck, choice: int) -> str:
    """A choice of cards in words, whatever number it is."""
    if choice == 0:
        return "no card"
    return deck.text(choice) if can_be_named(deck, choice) else f"{choice}, which is no set of cards"


def _bid_text(choice: int) -> str:
    return "nil" if choice in (0, at.CALL_NIL) else str(choice)


def exchange_count(rules: Ruleset, calls: tuple[int, ...], seat: int) -> int:
    """How many cards a seat exchanges, by the kind of its side's nil (`nil.exchange`, `blind_nil.exchange`)."""
    blind = at.CALL_BLIND_NIL in (calls[seat], calls[_partner(rules, seat)])
    return int((rules.blind_nil.exchange if blind else rules.nil.exchange) or 0)


def _partner(rules: Ruleset, seat: int) -> int:
    return (seat + rules.players // 2) % rules.players


def _start(table: Table) -> dict[str, Any]:
    """The standing before the first hand of a lane: zeros, or in hands mode the situation that was asked for."""
    n_sides, numbers = table.rules.n_sides, table.numbers
    return {
        "score": [int(numbers[at.R_START_SCORE + side]) for side in range(n_sides)],
        "bags": [int(numbers[at.R_START_BAGS + side]) for side in range(n_sides)],
        "sets": [0] * n_sides,
        "tie_break": bool(numbers[at.R_START_TIE]),
    }


def _standing_after(rules: Ruleset, before: dict[str, Any], hand: dict[str, list[int]]) -> dict[str, Any]:
    """What the sides carry to the next hand of a game that goes on (`end.tie`, consecutive sets)."""
    score, lose_at = hand["score"], rules.end.lose_at
    decisive = max(score) >= rules.end.target or (lose_at is not None and min(score) <= lose_at)
    return {
        "score": score,
        "bags": hand["bags"],
        "sets": [sets + 1 if made == 0 else 0 for sets, made in zip(before["sets"], hand["made"], strict=True)],
        # the game has gone on, so a score that decides it can only have been a tie
        "tie_break": before["tie_break"] or decisive,
    }


def _hand_trace(table: Table, block: Block, row: int, before: dict[str, Any]) -> HandTrace:
    assert block.trace is not None
    rules, columns = table.rules, block.hands
    dealer = int(columns["dealer"][row])
    calls = tuple(int(call) for call in columns["call"][:, row])
    reader = _Reader(rules, block.trace[:, row].tolist(), dealer, calls)
    reader.read()
    return HandTrace(
        rules=rules,
        by_game=table.by_game,
        game=int(columns["game"][row]),
        hand_in_game=int(columns["hand_in_game"][row]),
        dealer=dealer,
        before=before,
        dealt=reader.by_seat(at.T_DEALT),
        held=reader.by_seat(at.T_HELD),
        calls=calls,
        steps=tuple(reader.steps),
        gifts=tuple(reader.gifts),
    )


class _Reader:
    """Reads the trace of one hand in the order of its decisions, up to the first illegal one."""

    def __init__(self, rules: Ruleset, trace: list[int], dealer: int, calls: tuple[int, ...]) -> None:
        self.rules, self.trace, self.dealer, self.calls = rules, trace, dealer, calls
        self.suits = rules.deck.suit_masks
        self.holdings = list(self.by_seat(at.T_DEALT))
        self.steps: list[Step] = []
        self.gifts: list[Gift] = []

    def seat(self, position: int) -> int:
        """The seat at a position clockwise from the dealer's left."""
        return (self.dealer + 1 + position) % self.rules.players

    def by_seat(self, row: int) -> tuple[int, ...]:
        """A row of the trace for each position, in the order of seats."""
        players = self.rules.players
        return tuple(self.trace[row + (seat - self.dealer - 1) % players] for seat in range(players))

    def read(self) -> None:
        for _ in self._decisions():
            if not self.steps[-1].is_legal:
                return

    def _decisions(self) -> Iterator[None]:
        """Take the steps one after another; yields after each."""
        players, immediate = self.rules.players, self.rules.exchange.timing == "immediate"
        first = players - 1 if self.rules.bid.first == "dealer" else 0
        for k in range(players):
            position = (first + k) % players
            yield from self._call(position)
            if immediate and k >= players // 2:
                yield from self._exchange((position + players // 2) % players)
                yield from self._exchange(position)
        if not immediate:
            for position in range(players):
                yield from self._exchange(position)
        for trick in range(1, self.rules.n_tricks + 1):
            yield from self._trick(trick)

    def _add(self, decision: Decision, seat: int, choice: int, options: int, is_legal: bool, trick: int = 0) -> None:
        self.steps.append(Step(decision, seat, trick, choice, options, is_legal))

    def _call(self, position: int) -> Iterator[None]:
        trace, seat = self.trace, self.seat(position)
        if trace[at.T_BLIND_ASKED + position]:
            blind = trace[at.T_BLIND + position]
            self._add(Decision.BLIND, seat, blind, 1, True)
            yield
            if blind:
                return
        choice, options = trace[at.T_CALL + position], trace[at.T_LEGAL_CALLS + position]
        if choice in (0, at.CALL_NIL):
            is_legal = options & _MAY_NIL != 0
        else:
            is_legal = 0 < choice < 32 and options >> choice & 1 != 0
        self._add(Decision.BID, seat, choice, options, is_legal)
        yield

    def _exchange(self, position: int) -> Iterator[None]:
        if not self.trace[at.T_EXCHANGE_ASKED + position]:
            return
        rules, trace, seat = self.rules, self.trace, self.seat(position)
        partner = _partner(rules, seat)
        is_blind = self.calls[seat] == at.CALL_BLIND_NIL
        request = 0
        if is_blind and rules.blind_nil.suit_request:
            request = trace[at.T_REQUEST + position]
            self._add(Decision.REQUEST, seat, request, 0, request in self.suits)
            yield
        given, returned = trace[at.T_GIVEN + position], trace[at.T_RETURNED + position]
        holding, partners = self.holdings[seat], self.holdings[partner]
        declined = given == 0 and is_blind and bool(rules.blind_nil.exchange_optional)
        self._add(Decision.EXCHANGE, seat, given, holding, declined or self._is_gift(given, holding, seat))
        if declined:
            yield
            return
        self.gifts.append(Gift(seat, partner, given, request))
        yield
        if rules.exchange.order == "sequential":
            partners |= given
        self._add(Decision.EXCHANGE, partner, returned, partners, self._is_gift(returned, partners, seat))
        self.gifts.append(Gift(partner, seat, returned, 0))
        yield
        self.holdings[seat] = holding & ~given | returned
        self.holdings[partner] = (partners | given) & ~returned

    def _is_gift(self, cards: int, holding: int, bidder: int) -> bool:
        return cards & ~holding == 0 and cards.bit_count() == exchange_count(self.rules, self.calls, bidder)

    def _trick(self, trick: int) -> Iterator[None]:
        for slot in range(at.SLOTS):
            row = at.T_PLAY + 3 * (at.SLOTS * (trick - 1) + slot)
            card, legal, seat = self.trace[row : row + 3]
            if legal == 0:  # nobody played in this slot
                continue
            is_legal = card & ~legal == 0 and card.bit_count() == 1
            self._add(Decision.PLAY, seat, card, legal, is_legal, trick)
            yield
