"""From the trace of a block to what people and the referee read: the decisions of each hand, and its hand record.

The engine writes down, for blocks that are played with ``trace=True``, every choice together with what was legal, in
the order in which things happen. :class:`HandTrace` turns the numbers of one hand back into decisions;
``record`` gives the hand record of the documentation, :func:`illegal_sentence` a sentence on a choice that was illegal.
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
from simspades.engine.numbers import n_holdings
from simspades.errors import RecordError
from simspades.rules import Ruleset

_SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


class Decision(StrEnum):
    """The kinds of decisions; the value is the strategy's function."""

    BLIND = "blind"
    KEEP = "keep"
    CUT = "cut"
    ADVISE = "advise"
    MISDEAL = "misdeal"
    DISCARD = "discard"
    PASS = "pass_cards"
    RENOUNCE = "renounce"
    ANNOUNCE = "announce"
    BID = "bid"
    RAISE = "raise_to"
    TAKE = "take"
    REQUEST = "request"
    EXCHANGE = "exchange"
    REDRAW = "redraw"
    DECLARE = "declare"
    PLAY = "play"


class Step(NamedTuple):
    """One decision of a hand.

    ``choice`` is the number that the strategy returned. ``options`` is what it chose from: legal calls or answers as
    bits (:mod:`simspades.engine.layout`), the holding where cards are given away, the legal cards where one is played.
    ``trick`` counts from 1 and is 0 before the play.
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


class Holding(NamedTuple):
    """A set of cards, and with two packs those of it that are held twice."""

    cards: int
    twice: int = 0


@dataclasses.dataclass(frozen=True)
class HandTrace:
    """One hand as it was decided, step by step.

    Attributes
    ----------
    before
        The standing before the hand, as the key ``before`` of a hand record.
    dealt, held
        Each holding as dealt, and when the play begins, by seat; a dummy's comes last.
    calls
        The call code of each seat, -1 for none.
    steps
        The decisions in the order made. Nothing follows a choice that was illegal.
    gifts
        The cards exchanged, in the order given.
    details
        What the rules of the hand add to its record, by key.

    """

    rules: Ruleset
    by_game: bool
    game: int
    hand_in_game: int
    dealer: int
    before: dict[str, Any]
    dealt: tuple[Holding, ...]
    held: tuple[Holding, ...]
    calls: tuple[int, ...]
    steps: tuple[Step, ...]
    gifts: tuple[Gift, ...]
    details: dict[str, Any]

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
    def is_unbid(self) -> bool:
        """Whether the hand bid itself (bid.first_deal_unbid)."""
        return bool(self.rules.bid.first_deal_unbid) and self.hand_in_game == 1

    @property
    def bids(self) -> list[str] | None:
        """The call of each seat as text; None in a hand that bids itself."""
        if self.is_unbid:
            return None
        zero = self.rules.bid.zero
        bids = [call_text(call) for call in self.calls]
        if self.illegal is not None and self.illegal.decision is Decision.BID:
            bids[self.illegal.seat] = _choice_text(self.illegal, zero)
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
            "deal": [deck.text(*holding) for holding in self.dealt],
            "bids": self.bids,
            **self.details,
            "exchanges": [self._gift(gift) for gift in self.gifts if can_be_named(deck, gift.cards)],
            "plays": [deck.card(step.choice.bit_length() - 1) for step in self.plays if is_card(deck, step.choice)],
        }

    def _gift(self, gift: Gift) -> dict[str, Any]:
        deck = self.rules.deck
        entry = {"from": gift.giver, "to": gift.receiver, "cards": deck.text(gift.cards)}
        suit = suit_letter(deck, gift.request)
        return entry if suit is None else {**entry, "request": suit}


_CALL_WORDS = {
    at.KIND_NIL: "nil",
    at.KIND_BLIND_NIL: "blind-nil",
    at.KIND_ZERO: "zero",
    at.KIND_TEN: "10-for-200",
    at.KIND_MOON: "moon",
    at.KIND_BLIND_MOON: "blind-moon",
    at.KIND_DOUBLE_NIL: "double-nil",
    at.KIND_BOUND: "-",
}
_NUMBERED_CALLS = {at.KIND_BLIND: "blind-", at.KIND_NO_TRUMP: "nt-", at.KIND_BLIND_NO_TRUMP: "blind-nt-"}


def call_text(call: int) -> str:
    """A call code as hand records write it.

    >>> call_text(4), call_text(32), call_text(64), call_text(8 << 5 | 5)
    ('4', 'nil', 'blind-nil', 'nt-5')
    """
    kind, number = call >> 5, call & 31
    return _CALL_WORDS.get(kind) or f"{_NUMBERED_CALLS.get(kind, '')}{number if kind >= 0 else call}"


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
        trace = _hand_trace(table, block, row, standing)
        yield trace
        if table.by_game:
            made = [int(columns["made"][side, row]) for side in range(n_sides)]
            standing = {
                "score": [int(columns["score"][side, row]) for side in range(n_sides)],
                "bags": [int(columns["bags_total"][side, row]) for side in range(n_sides)],
                "sets": [
                    sets + 1 if result == 0 else 0 for sets, result in zip(trace.before["sets"], made, strict=True)
                ],
            }


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
    return illegal_sentence(trace, table.lineup[owner_of(trace.rules, trace.illegal.seat, trace)].name)


def owner_of(rules: Ruleset, seat: int, trace: HandTrace) -> int:
    """The player who decides for a seat: a dummy's is the declarer."""
    return seat if seat < rules.players else declarer_of(trace)


def declarer_of(trace: HandTrace) -> int:
    """The player who made the highest bid of a hand with a dummy (dummy.tie)."""
    rules = trace.rules
    first = trace.dealer if rules.bid.first == "dealer" else trace.dealer + 1
    order = [(first + k) % rules.players for k in range(rules.players)]
    best = max(trace.calls)
    return next(seat for seat in (order if rules.dummy.tie == "first" else order[::-1]) if trace.calls[seat] == best)


def illegal_sentence(trace: HandTrace, name: str) -> str:
    """As ``explain_illegal``, for a hand at hand; ``name`` is that of the strategy."""
    step = trace.illegal
    assert step is not None
    sentence = {
        Decision.BID: _illegal_bid,
        Decision.REQUEST: _illegal_request,
        Decision.EXCHANGE: _illegal_gift,
        Decision.PASS: _illegal_gift,
        Decision.DISCARD: _illegal_gift,
        Decision.REDRAW: _illegal_gift,
        Decision.PLAY: _illegal_card,
    }.get(step.decision, _illegal_answer)
    done, legal = sentence(trace, step)
    where = f"in trick {step.trick} of {trace.title}" if step.trick else f"in {trace.title}"
    return f"the strategy {name} {done} from seat {step.seat} {where}, {legal}"


def legal_call_codes(options: int) -> list[int]:
    """The codes of the calls that a set of legal calls holds, numbers first."""
    codes = [n for n in range(32) if options >> n & 1]
    kinds = {
        at.NIL_BIT: at.KIND_NIL,
        at.ZERO_BIT: at.KIND_ZERO,
        at.TEN_BIT: at.KIND_TEN,
        at.MOON_BIT: at.KIND_MOON,
        at.DOUBLE_NIL_BIT: at.KIND_DOUBLE_NIL,
    }
    codes += [kind << 5 for bit, kind in kinds.items() if options >> bit & 1]
    return codes + [at.KIND_NO_TRUMP << 5 | n for n in range(20) if options >> at.NO_TRUMP_BIT + n & 1]


def legal_blind_codes(options: int) -> list[int]:
    """The codes of the blind calls that a set of them holds."""
    codes = [at.CALL_BLIND_NIL] if options >> at.BLIND_NIL_BIT & 1 else []
    codes += [at.KIND_BLIND << 5 | n for n in range(32) if options >> n & 1]
    codes += [at.KIND_BLIND_MOON << 5] if options >> at.BLIND_MOON_BIT & 1 else []
    return codes + [at.KIND_BLIND_NO_TRUMP << 5 | n for n in range(20) if options >> at.NO_TRUMP_BIT + n & 1]


def _illegal_bid(trace: HandTrace, step: Step) -> tuple[str, str]:
    numbers = [n for n in range(32) if step.options >> n & 1]
    words = [call_text(code) for code in legal_call_codes(step.options) if code >= 32]
    if numbers:
        whole = numbers == list(range(numbers[0], numbers[-1] + 1)) and len(numbers) > 2
        text = f"a number from {numbers[0]} to {numbers[-1]}" if whole else " or ".join(map(str, numbers))
        words = [text, *words]
    called = _choice_text(step, trace.rules.bid.zero)
    return f"called {called}", f"where {' or '.join(words)} was legal"


def _illegal_request(trace: HandTrace, step: Step) -> tuple[str, str]:
    return f"asked for {_shown(trace.rules.deck, step.choice)}", "where one whole suit was to be named"


def _illegal_gift(trace: HandTrace, step: Step) -> tuple[str, str]:
    deck = trace.rules.deck
    count = step_count(trace.rules, trace.calls, step)
    cards = "1 card" if count == 1 else f"{count} cards"
    most = "up to " if step.decision is Decision.REDRAW else ""
    verb = {Decision.EXCHANGE: "gave", Decision.PASS: "passed"}.get(step.decision, "threw")
    return (
        f"{verb} {_shown(deck, step.choice)}",
        f"where {most}{cards} of its holding had to be given: {deck.text(step.options)}",
    )


def _illegal_answer(trace: HandTrace, step: Step) -> tuple[str, str]:
    if step.decision is Decision.BLIND:
        legal = " or ".join(call_text(code) for code in legal_blind_codes(step.options))
        return f"called {call_text(step.choice)} blind", f"where {legal} could be called blind"
    legal = " or ".join(str(n) for n in range(32) if step.options >> n & 1)
    return f"answered {step.choice} when asked to {step.decision}", f"where {legal} was legal"


def _illegal_card(trace: HandTrace, step: Step) -> tuple[str, str]:
    deck = trace.rules.deck
    legal = deck.text(step.options)
    were = f"{legal} {'was' if step.options.bit_count() == 1 else 'were'} legal"
    done = f"played {_shown(deck, step.choice)}"
    if not is_card(deck, step.choice):
        return done, f"where one card had to be played: {were}"
    earlier = [other for other in trace.plays if other.trick == step.trick and other is not step]
    held = trace.held[step.seat]
    copies = bool(held.cards & step.choice) + bool(held.twice & step.choice)
    own = [other for other in trace.plays if other is not step and other.seat == step.seat]
    if copies <= sum(other.choice == step.choice for other in own):
        return done, f"which it did not hold: {were}"
    if not earlier:
        spade = step.choice & deck.suit_masks[3] and not step.options & deck.suit_masks[3]
        return done, f"where {'spades could not be led yet' if spade else 'it could not be led'}: {were}"
    led = next(suit for suit, mask in zip(SUITS, deck.suit_masks, strict=True) if earlier[0].choice & mask)
    mask = deck.suit_masks[SUITS.index(led)]
    if step.options & mask and not step.choice & mask:
        return done, f"where it had to follow {_SUIT_NAMES[led]}: {were}"
    return done, f"which the rules of play forbid there: {were}"


def _shown(deck: Deck, choice: int) -> str:
    """A choice of cards in words, whatever number it is."""
    if choice == 0:
        return "no card"
    return deck.text(choice) if can_be_named(deck, choice) else f"{choice}, which is no set of cards"


def _choice_text(step: Step, zero: object) -> str:
    """What a strategy returned as a call, as text; a 0 is a nil but where it is an ordinary number."""
    if step.choice == 0 and not (step.options & 1 or zero == "plain_number"):
        return "nil"
    return call_text(step.choice) if 0 <= step.choice < at.N_KINDS << 5 else str(step.choice)


def step_count(rules: Ruleset, calls: tuple[int, ...], step: Step) -> int:
    """How many cards a decision gives away."""
    if step.decision is Decision.PASS:
        return int(rules.pass_.before_bidding)
    if step.decision is Decision.REDRAW:
        return int(rules.two.blind_nil_redraw or 0)
    if step.decision is Decision.DISCARD:
        return step.options.bit_count() - rules.hand_size
    return exchange_count(rules, calls, step.seat)


def exchange_count(rules: Ruleset, calls: tuple[int, ...], seat: int) -> int:
    """How many cards a seat exchanges, by the kind of its side's nil (`nil.exchange`, `blind_nil.exchange`)."""
    kinds = {calls[seat] >> 5, calls[_partner(rules, seat)] >> 5}
    if at.KIND_DOUBLE_NIL in kinds:
        return int(rules.dnil.exchange or 0)
    return int((rules.blind_nil.exchange if at.KIND_BLIND_NIL in kinds else rules.nil.exchange) or 0)


def _partner(rules: Ruleset, seat: int) -> int:
    return (seat + rules.players // 2) % rules.players


def _start(table: Table) -> dict[str, Any]:
    """The standing before the first hand of a lane: zeros, or in hands mode the situation that was asked for."""
    n_sides, numbers = table.rules.n_sides, table.numbers
    return {
        "score": [int(numbers[at.R_START_SCORE + side]) for side in range(n_sides)],
        "bags": [int(numbers[at.R_START_BAGS + side]) for side in range(n_sides)],
        "sets": [int(numbers[at.R_START_SETS + side]) for side in range(n_sides)],
    }


def _hand_trace(table: Table, block: Block, row: int, before: dict[str, Any]) -> HandTrace:
    assert block.trace is not None
    rules, columns = table.rules, block.hands
    dealer = int(columns["dealer"][row])
    calls = tuple(int(call) for call in columns["call"][:, row])
    reader = _Reader(rules, dealer, calls)
    reader.read(block.trace[:, row].reshape(-1, 3).tolist())
    return HandTrace(
        rules=rules,
        by_game=table.by_game,
        game=int(columns["game"][row]),
        hand_in_game=int(columns["hand_in_game"][row]),
        dealer=dealer,
        before={**before, "tie_break": reader.tie_break},
        dealt=tuple(reader.dealt),
        held=tuple(reader.held),
        calls=calls,
        steps=tuple(reader.steps),
        gifts=tuple(reader.gifts),
        details=reader.details(),
    )


class _Reader:
    """Reads the slots of one hand in their order, up to the first illegal choice."""

    def __init__(self, rules: Ruleset, dealer: int, calls: tuple[int, ...]) -> None:
        self.rules, self.deck, self.dealer, self.calls = rules, rules.deck, dealer, calls
        n = n_holdings(rules)
        self.tie_break = False
        self.positions: list[Holding] = []
        self.dealt: list[Holding] = []
        self.held: list[Holding] = [Holding(0)] * n
        self.steps: list[Step] = []
        self.gifts: list[Gift] = []
        self.misdeals: list[dict[str, Any]] = []
        self.stock: list[str] = []
        self.keeps: list[bool] = []
        self.exposed: dict[int, str] = {}
        self.extra = 0
        self.extra_to: dict[int, int] = {}
        self.discards: dict[str, str] = {}
        self.passes: list[dict[str, Any]] = []
        self.talk: list[list[int]] = []
        self.blind: dict[int, int] = {}
        self.renounced: dict[str, str] = {}
        self.raises: list[int | None] = [None] * rules.n_sides
        self.redraws: list[dict[str, Any]] = []
        self.declared: dict[str, list[int]] = {"bemo": [], "big_bemo": [], "aces": []}
        self.asked: list[list[Any]] = []
        self.cancel_card = 0
        self.request, self.declined, self.trick = 0, False, 0

    def read(self, slots: list[list[int]]) -> None:
        readers = {
            at.LOG_START: self._start,
            at.LOG_DEAL: self._deal,
            at.LOG_EXTRA: self._extra,
            at.LOG_TAKEN: self._taken,
            at.LOG_EXPOSED: self._exposed,
            at.LOG_CANCEL_CARD: self._cancel_card,
            at.LOG_STOCK: self._stock,
            at.LOG_KEEP: self._keep,
            at.LOG_BLIND: self._blind,
            at.LOG_MISDEAL: self._misdeal,
            at.LOG_ADVICE: self._advice,
            at.LOG_CUT: self._cut,
            at.LOG_DISCARD: self._discard,
            at.LOG_PASS: self._pass,
            at.LOG_RENOUNCE: self._renounce,
            at.LOG_ANNOUNCE: self._announce,
            at.LOG_BID: self._bid,
            at.LOG_RAISE: self._raise,
            at.LOG_TAKE: self._take,
            at.LOG_REQUEST: self._request,
            at.LOG_GIVE: self._give,
            at.LOG_RETURN: self._return,
            at.LOG_REDRAW: self._redraw,
            at.LOG_DRAWN: self._drawn,
            at.LOG_DECLARE: self._declare,
            at.LOG_HELD: self._held,
            at.LOG_PLAY: self._play,
        }
        for head, choice, options in slots:
            if head & 255:
                self.trick = head >> 16
                readers[head & 255](head >> 8 & 255, choice, options)
                if self.steps and not self.steps[-1].is_legal:
                    return

    def details(self) -> dict[str, Any]:
        """The keys of the record that only some rules have."""
        rules, found = self.rules, dict[str, Any]()
        if rules.misdeal.conditions:
            found["misdeals"] = self.misdeals
        if rules.game.family == "two":
            found["draft"] = {
                "stock": " ".join(self.stock),
                "keep": "".join("1" if keep else "0" for keep in self.keeps),
            }
            found["redraws"] = self.redraws
        if rules.deal.cut == "french_cut":
            found["exposed"] = [self.exposed[seat] for seat in sorted(self.exposed)]
        if rules.deck_options.extra_cards is not None:
            low, high = self._names(self.extra)[::-1]
            found["extra"] = f"{low} {high}"
            found["extra_to"] = [self.extra_to[0], self.extra_to[1]] if len(self.extra_to) == 2 else None
            found["discards"] = self.discards
        if rules.pass_.before_bidding:
            found["passes"] = self.passes
        if rules.bid.mode == "partnership":
            found["talk"] = self.talk
        if self.renounced:
            found["renounced"] = self.renounced
        if rules.bid.raise_round:
            found["raises"] = self.raises
        if rules.bemo.enabled or rules.bemo.big_enabled or rules.aces.enabled:
            found["declare"] = self.declared
        if self.asked:
            found["asked"] = self.asked
        if self.cancel_card:
            found["cancel_card"] = self._names(self.cancel_card)[0]
        return found

    def _names(self, cards: int) -> list[str]:
        """The names of a set of cards, by falling bit."""
        return [self.deck.card(bit) for bit in range(cards.bit_length() - 1, -1, -1) if cards >> bit & 1]

    def _text(self, cards: int) -> str:
        return self.deck.text(cards) if can_be_named(self.deck, cards) else ""

    def _seat(self, position: int) -> int:
        return (self.dealer + 1 + position) % self.rules.players

    def _add(self, decision: Decision, seat: int, choice: int, options: int, is_legal: bool) -> None:
        self.steps.append(Step(decision, seat, self.trick, choice, options, is_legal))

    def _answer(self, decision: Decision, seat: int, choice: int, options: int) -> None:
        """A choice that is one of the bits of ``options``."""
        self._add(decision, seat, choice, options, 0 <= choice < 32 and options >> choice & 1 == 1)

    def _start(self, seat: int, choice: int, options: int) -> None:
        self.tie_break = choice != 0

    def _deal(self, seat: int, choice: int, options: int) -> None:
        n, players = n_holdings(self.rules), self.rules.players
        if len(self.positions) == n:  # another deal, after a misdeal
            self.positions, self.asked = [], []
        self.positions.append(Holding(choice, options))
        by_seat = {self._seat(position): holding for position, holding in enumerate(self.positions[:players])}
        self.dealt = [by_seat.get(seat, Holding(0)) for seat in range(players)] + self.positions[players:]

    def _extra(self, seat: int, choice: int, options: int) -> None:
        self.extra = choice

    def _taken(self, seat: int, choice: int, options: int) -> None:
        for position in range(self.rules.players):
            if choice >> 8 * position & 255:
                self.extra_to = {0: self._seat(position), 1: self._seat(position)}

    def _take(self, seat: int, choice: int, options: int) -> None:
        self._answer(Decision.TAKE, seat, choice, options)
        partner = _partner(self.rules, seat)
        if options & 4:
            self.extra_to = {0: seat if choice == 0 else partner, 1: partner if choice == 2 else seat}
        else:
            self.extra_to[self.rules.side_of(seat)] = seat if choice == 0 else partner

    def _exposed(self, seat: int, choice: int, options: int) -> None:
        players = self.rules.players
        position = len(self.exposed) % n_holdings(self.rules)
        if position == 0:  # another deal, after a misdeal
            self.exposed = {}
        self.exposed[self._seat(position) if position < players else position] = self._names(choice)[0]

    def _cancel_card(self, seat: int, choice: int, options: int) -> None:
        self.cancel_card = choice

    def _stock(self, seat: int, choice: int, options: int) -> None:
        if len(self.keeps) == 26:
            self.stock, self.keeps = [], []
        self.stock += self._names(choice) + self._names(options)

    def _keep(self, seat: int, choice: int, options: int) -> None:
        self.keeps.append(choice != 0)
        self._add(Decision.KEEP, seat, choice, options, True)

    def _cut(self, seat: int, choice: int, options: int) -> None:
        self._add(Decision.CUT, seat, choice, options, True)

    def _advice(self, seat: int, choice: int, options: int) -> None:
        self.asked.append([seat, "misdeal", choice == 1])
        self._add(Decision.ADVISE, _partner(self.rules, seat), choice, 3, True)

    def _misdeal(self, seat: int, choice: int, options: int) -> None:
        self._add(Decision.MISDEAL, seat, choice, options, True)
        if choice != 0:
            asked = any(entry[0] == seat for entry in self.asked)
            deal = [self.deck.text(*holding) for holding in self.dealt]
            self.misdeals.append({"deal": deal, "called": seat, "asked": asked})

    def _blind(self, seat: int, choice: int, options: int) -> None:
        choice = at.CALL_BLIND_NIL if choice == 1 and options >> at.BLIND_NIL_BIT & 1 else choice
        self.blind[seat] = choice
        self._add(Decision.BLIND, seat, choice, options, choice == 0 or choice in legal_blind_codes(options))

    def _renounce(self, seat: int, choice: int, options: int) -> None:
        self._add(Decision.RENOUNCE, seat, choice, options, bool(options & (2 if choice else 1)))
        if choice:
            self.renounced[str(self.rules.side_of(seat))] = call_text(self.blind[seat])

    def _announce(self, seat: int, choice: int, options: int) -> None:
        sure, possible = choice & 31, choice >> 5 & 31
        nil = choice == at.CALL_NIL << 5
        told = 0 <= choice < 1024 and bool(options >> sure & options >> possible & 1)
        self._add(Decision.ANNOUNCE, seat, choice, options, told or (nil and bool(options & at.MAY_NIL)))
        if not nil:
            self.talk.append([seat, sure, possible])

    def _bid(self, seat: int, choice: int, options: int) -> None:
        code = at.CALL_NIL if choice == 0 and not options & 1 else choice
        self._add(Decision.BID, seat, choice, options, code in legal_call_codes(options))

    def _raise(self, seat: int, choice: int, options: int) -> None:
        self._answer(Decision.RAISE, seat, choice, options)
        if choice > 0:
            self.raises[self.rules.side_of(seat)] = choice

    def _cards(self, decision: Decision, seat: int, choice: int, options: int, count: int) -> None:
        is_legal = choice & ~options == 0 and choice.bit_count() == count
        self._add(decision, seat, choice, options, is_legal)

    def _discard(self, seat: int, choice: int, options: int) -> None:
        self._cards(Decision.DISCARD, seat, choice, options, options.bit_count() - self.rules.hand_size)
        self.discards[str(seat)] = self._text(choice)

    def _pass(self, seat: int, choice: int, options: int) -> None:
        self._cards(Decision.PASS, seat, choice, options, int(self.rules.pass_.before_bidding))
        self.passes.append({"from": seat, "to": _partner(self.rules, seat), "cards": self._text(choice)})

    def _request(self, seat: int, choice: int, options: int) -> None:
        self.request = choice
        self._add(Decision.REQUEST, seat, choice, 0, choice in self.deck.suit_masks)

    def _give(self, seat: int, choice: int, options: int) -> None:
        partner = _partner(self.rules, seat)
        count = exchange_count(self.rules, self.calls, seat)
        blind = self.calls[seat] == at.CALL_BLIND_NIL
        declined = choice == 0 and blind and bool(self.rules.blind_nil.exchange_optional)
        is_legal = declined or (choice & ~options == 0 and choice.bit_count() == count)
        self._add(Decision.EXCHANGE, seat, choice, options, is_legal)
        if not declined:
            self.gifts.append(Gift(seat, partner, choice, self.request))
        self.request, self.declined = 0, declined

    def _return(self, seat: int, choice: int, options: int) -> None:
        if self.declined:
            return
        self._cards(Decision.EXCHANGE, seat, choice, options, exchange_count(self.rules, self.calls, seat))
        self.gifts.append(Gift(seat, _partner(self.rules, seat), choice, 0))

    def _redraw(self, seat: int, choice: int, options: int) -> None:
        most = int(self.rules.two.blind_nil_redraw or 0)
        self._add(Decision.REDRAW, seat, choice, options, choice & ~options == 0 and choice.bit_count() <= most)

    def _drawn(self, seat: int, choice: int, options: int) -> None:
        if options:
            self.redraws.append({"seat": seat, "thrown": self._text(options), "drawn": self._text(choice)})

    def _declare(self, seat: int, choice: int, options: int) -> None:
        both = at.MAY_BEMO | at.MAY_BIG_BEMO
        self._add(Decision.DECLARE, seat, choice, options, choice & ~options == 0 and choice & both != both)
        for what, bit in (("bemo", at.MAY_BEMO), ("big_bemo", at.MAY_BIG_BEMO), ("aces", at.MAY_ACES)):
            if choice & bit:
                self.declared[what].append(self.rules.side_of(seat))

    def _held(self, seat: int, choice: int, options: int) -> None:
        self.held[seat] = Holding(choice, options)

    def _play(self, seat: int, choice: int, options: int) -> None:
        self._add(Decision.PLAY, seat, choice, options, choice & ~options == 0 and choice.bit_count() == 1)
