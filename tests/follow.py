"""A hand of the engine taken through the referee's own steps: at every decision what was legal must agree.

In round-table bidding all of it is compared. In partnership bidding the engine models how a side comes to agree
(docs/decisions.md), which records do not tell: who speaks second states the number, whoever's seat is the lower. There
the legal numbers and calls of the side are compared with those that the referee gives the seat that states them.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable
from typing import Any

from simspades.engine import layout as at
from simspades.engine.trace import Decision, HandTrace, Step, call_text, legal_blind_codes, legal_call_codes
from simspades.referee import Hand, Phase, Settlement, Standing
from simspades.referee.amend import renounce_fault
from simspades.referee.bidding import Bidding
from simspades.referee.calls import SIDE_CALLS, Call, parse_call
from simspades.referee.declare import declare_fault
from simspades.referee.legality import legal_calls_of
from simspades.referee.misdeal import MOST_MISDEALS
from simspades.referee.side_rules import side_fault
from simspades.referee.totals import total_fault
from simspades.rules import Ruleset

_SIDE_WORDS = tuple(str(kind) for kind in SIDE_CALLS)
_OF_THE_BIDDING = (Decision.RENOUNCE, Decision.BLIND, Decision.ANNOUNCE, Decision.BID)


class DisagreementError(AssertionError):
    """The engine and the referee see a hand differently."""


def follow(trace: HandTrace) -> Settlement:
    """Take a hand through the referee as the engine played it; raises :class:`DisagreementError` where they differ."""
    try:
        return _Follower(trace).follow()
    except DisagreementError:
        raise
    except Exception as error:
        raise DisagreementError(f"{trace.title}: the referee refuses: {type(error).__name__}: {error}") from error


def is_for_side(call: str) -> bool:
    """Whether a call, as text, is made for the whole side."""
    return call.startswith(_SIDE_WORDS) and call != "blind-nil"


class _Follower:
    """One hand on its way."""

    def __init__(self, trace: HandTrace) -> None:
        self.trace = trace
        self.rules: Ruleset = trace.rules
        self.deck = trace.rules.deck
        self.record: dict[str, Any] = trace.record()
        self.steps = list(reversed(trace.steps))
        before = trace.before
        score, bags, sets = (tuple(before[key]) for key in ("score", "bags", "sets"))
        self.before = Standing(score, bags, sets, before["tie_break"])
        self.hand: Hand

    # --- reading the steps ---

    @property
    def coming(self) -> Step | None:
        return self.steps[-1] if self.steps else None

    def next(self, decision: Decision, seat: int) -> Step:
        step = self.coming
        self.same("decision", (decision, seat), (step.decision, step.seat) if step else None)
        return self.steps.pop()

    def same(self, what: str, referee: object, engine: object) -> None:
        if referee != engine:
            raise DisagreementError(
                f"{self.trace.title}: {what} is {referee} for the referee and {engine} in the engine"
            )

    # --- the whole hand ---

    def follow(self) -> Settlement:
        thrown = self.record.get("misdeals", [])
        for entry in thrown:
            self._deal([holding.split() for holding in entry["deal"]])
            self.same("thrown in", True, self._misdeal_window())
        self._deal([holding.split() for holding in self.record["deal"]])
        if len(thrown) < MOST_MISDEALS:
            self.same("thrown in", False, self._misdeal_window())
        self._up_to_the_play()
        self._declare()
        self._play()
        self.same("steps left", [], self.steps)
        return self.hand.settle()

    def _deal(self, deal: list[list[str]]) -> None:
        record = self.record
        extra = self.rules.deck_options.extra_cards
        # an extra card may be in another deal that was thrown in; there the rest of the pack is what is left of it
        is_last = deal == [holding.split() for holding in record["deal"]]
        self.hand = Hand(
            self.rules,
            deal,
            dealer=record["dealer"],
            hand_in_game=record["hand_in_game"],
            before=self.before,
            extra=record["extra"].split() if extra is not None and is_last else (),
            exposed=record.get("exposed", ()) if is_last else (),
            cancel_card=record.get("cancel_card"),
        )
        self._call_early(self._early_steps())
        if self.rules.game.family == "two":
            for turn in range(26):
                self.next(Decision.KEEP, (self.hand.dealer + turn) % 2)
        if self.rules.deal.cut == "french_cut":
            players = self.rules.players
            self.next(Decision.CUT, (self.hand.dealer - 1) % players)

    # --- before anybody looks ---

    def _early_steps(self) -> list[Step]:
        """The blind calls that are made before the deal goes on."""
        early = []
        while self.coming is not None and self._is_early(self.coming):
            early.append(self.steps.pop())
        return early

    def _is_early(self, step: Step) -> bool:
        if step.decision is not Decision.BLIND:
            return False
        rules = self.rules
        if (
            rules.misdeal.conditions
            or rules.pass_.before_bidding
            or rules.deck_options.extra_cards in ("dealer", "holder_2c")
            or rules.game.family == "two"
        ):
            return True
        # what stays for a player's own turn is a blind nil, and in games without partners his own blind number
        options = step.options & ~at.MAY_BLIND_NIL
        return options & ~at.NUMBERS != 0 if rules.n_sides == rules.players else options != 0

    def _call_early(self, early: list[Step]) -> None:
        hand, by_seat = self.hand, {step.seat: step for step in early}
        first = hand.dealer if self.rules.bid.first == "dealer" else hand.table.left_of(hand.dealer)
        speakers = hand.table.clockwise_from(first)[: self.rules.n_sides]
        self.same("order of blind calls", [seat for seat in self._blind_order(first) if seat in by_seat], [*by_seat])
        for seat in self._blind_order(first):
            expected = set(hand.legal_blind_calls(seat))
            if self.rules.bid.mode == "partnership" and seat not in speakers:
                # the first of a side speaks for it
                expected = {call for call in expected if not is_for_side(call)}
            step = by_seat.pop(seat, None)
            self.same(f"blind calls of seat {seat}", expected, self._blind_texts(step))
            if step is not None and step.choice:
                hand.call_blind(seat, call_text(step.choice))
        self.same("early blind calls left", {}, by_seat)

    def _blind_order(self, first: int) -> list[int]:
        """The order of the bidding; but where sides call, the dealer's after the others (`blind.enabled`)."""
        rules, order = self.rules, self.hand.table.clockwise_from(first)
        for_sides = rules.blind.enabled or rules.moon.blind_enabled or rules.nt.blind_enabled
        if first == self.hand.dealer and for_sides and self.hand.table.has_partners:
            order = [*order[1 : rules.n_sides], first, *order[rules.n_sides :]]
        return order

    def _blind_texts(self, step: Step | None) -> set[str]:
        return {call_text(code) for code in legal_blind_codes(step.options)} if step is not None else set()

    # --- misdeals ---

    def _misdeal_window(self) -> bool:
        """Whether somebody throws the cards in; everybody who may is asked until then, from the dealer's left."""
        hand = self.hand
        for seat in hand.table.clockwise_from(hand.table.left_of(hand.dealer)):
            if not hand.may_call_misdeal(seat):
                continue
            if self.rules.misdeal.consult_partner and hand.table.has_partners:
                [partner] = hand.table.partners_of[seat]
                hand.ask(seat, "misdeal", self.next(Decision.ADVISE, partner).choice == 1)
            if self.next(Decision.MISDEAL, seat).choice:
                hand.call_misdeal(seat)
                return True
        return False

    # --- from the deal to the play ---

    def _up_to_the_play(self) -> None:
        by_side = self.rules.bid.mode == "partnership"
        steps = {
            Phase.DISCARD: self._discard,
            Phase.PASS: self._pass,
            Phase.BIDDING: self._bid_as_side if by_side else self._bid,
            Phase.RENOUNCE: self._bid_as_side if by_side else self._renounce,
            Phase.RAISE: self._raise,
            Phase.TAKE: self._take,
            Phase.EXCHANGE: self._exchange,
            Phase.REDRAW: self._redraw,
        }
        while self.hand.phase in steps:
            steps[self.hand.phase]()
        self.same("phase", Phase.PLAY, self.hand.phase)
        held = [Counter(self.deck.names(*holding)) for holding in self.trace.held]
        self.same("holdings at play", [Counter(holding) for holding in self.hand.holdings], held)

    def _holding(self, seat: int) -> int:
        return self.deck.masks(self.hand.holdings[seat])[0]

    def _discard(self) -> None:
        step = self.coming
        assert step is not None
        step = self.next(Decision.DISCARD, step.seat)
        self.same("cards to discard from", self._holding(step.seat), step.options)
        self.hand.discard(step.seat, self.deck.names(step.choice))

    def _pass(self) -> None:
        step = self.coming
        assert step is not None
        step = self.next(Decision.PASS, step.seat)
        self.same("cards to pass from", self._holding(step.seat), step.options)
        [partner] = self.hand.table.partners_of[step.seat]
        self.hand.pass_cards(step.seat, partner, self.deck.names(step.choice))

    # --- the bidding, player by player ---

    def _bid(self) -> None:
        hand, seat = self.hand, self.hand.turn
        legal = set(hand.legal_calls())
        blind = {call for call in legal if call.startswith("blind")}
        if blind:
            step = self.next(Decision.BLIND, seat)
            self.same(f"blind calls of seat {seat}", blind, self._blind_texts(step))
            if step.choice:
                return hand.call(call_text(step.choice))
        step = self.next(Decision.BID, seat)
        self.same(f"calls of seat {seat}", legal - blind, self._texts(step))
        return hand.call(self._called(step))

    def _texts(self, step: Step) -> set[str]:
        return {call_text(code) for code in legal_call_codes(step.options)}

    def _called(self, step: Step) -> str:
        return "nil" if step.choice == 0 and not step.options & 1 else call_text(step.choice)

    def _renounce(self) -> None:
        self._answer_renounce(self.next(Decision.RENOUNCE, self.hand.turn))

    def _answer_renounce(self, step: Step) -> None:
        allowed = [renounce_fault(self.hand.bidding, step.seat, gives_up) is None for gives_up in (False, True)]
        self.same("answers about the blind number", allowed, [step.options & 1 != 0, step.options & 2 != 0])
        self.hand.renounce(step.choice != 0)

    # --- the bidding, side by side ---

    def _bid_as_side(self) -> None:
        """All that a side says until it has stated its number."""
        hand = self.hand
        side = hand.table.side_of[hand.turn]
        members = hand.table.members_of(side)
        lower = members[0]
        # a blind nil may have been called before anybody looked
        called = {seat: "blind-nil" for seat in members if str(hand.calls[seat]) == "blind-nil"}
        while True:
            step = self.coming
            if step is None or step.decision not in _OF_THE_BIDDING or hand.table.side_of[step.seat] != side:
                break
            self.steps.pop()
            seat, decision = step.seat, step.decision
            if decision is Decision.RENOUNCE:
                self._answer_renounce(step)
                continue
            legal = self._legal_beside(seat, called)
            if decision is Decision.BLIND:
                self.same(f"blind calls of seat {seat}", {"blind-nil"} & legal, self._blind_texts(step))
                if step.choice:
                    called[seat] = "blind-nil"
            elif decision is Decision.ANNOUNCE:
                self.same(f"nil of seat {seat}", "nil" in legal, step.options & at.MAY_NIL != 0)
                self.same("tricks to tell", (2 << self.rules.n_tricks) - 1, step.options & at.NUMBERS)
                if step.choice == at.CALL_NIL << 5:
                    called[seat] = "nil"
                else:
                    hand.talk(seat, step.choice & 31, step.choice >> 5)
            else:
                stated = legal if called else self._legal_beside(lower, {}) | self._for_side(seat, legal)
                if not called and "nt" not in " ".join(legal):
                    stated = {call for call in stated if not call.startswith("nt")}
                self.same(f"numbers of seat {seat}", stated - {"nil", "blind-nil", "-"}, self._texts(step))
        calls = [call_text(call) for call in self.trace.calls]
        while hand.phase is Phase.BIDDING and hand.table.side_of[hand.turn] == side:
            hand.call(calls[hand.turn])
        self.same(f"calls of side {side}", self._calls_of(side), [calls[s] for s in hand.table.members_of(side)])

    def _calls_of(self, side: int) -> list[str]:
        return [str(self.hand.calls[seat]) for seat in self.hand.table.members_of(side)]

    def _legal_beside(self, seat: int, called: dict[int, str]) -> set[str]:
        """What the referee lets a seat call, had its partner called this."""
        bidding: Bidding = copy.copy(self.hand.bidding)
        bidding.calls = list(bidding.calls)
        for other, call in called.items():
            bidding.calls[other] = parse_call(call)
        legal: Iterable[Call] = legal_calls_of(bidding, seat)
        return {str(call) for call in legal}

    def _for_side(self, seat: int, legal: set[str]) -> set[str]:
        """Of these calls those for the side that keep its rules.

        The upper seat has no number to state, so that to the referee the rules leave it nothing else and do not bind;
        but it comes to call only where the lower seat may pass, which takes a call that keeps them.
        """
        bidding, calls = self.hand.bidding, {parse_call(call) for call in legal if is_for_side(call)}
        kept = {call for call in calls if side_fault(bidding, seat, call) is None}
        return {str(call) for call in kept if total_fault(bidding, seat, call) is None}

    # --- after the bidding ---

    def _raise(self) -> None:
        hand, step = self.hand, self.coming
        assert step is not None
        self.same("raising side", hand.raising_side, self.rules.side_of(step.seat))
        step = self.next(Decision.RAISE, step.seat)
        legal = sum(1 << (number or 0) for number in hand.legal_raises())
        self.same("raises", legal, step.options)
        hand.raise_to(step.choice or None)

    def _take(self) -> None:
        numbers = [number or 0 for number in self.hand.contracts]
        level = numbers[0] == numbers[1]
        sides = (0, 1) if level else (numbers.index(max(numbers)),)
        taking = set()
        for _ in sides:
            step = self.coming
            assert step is not None
            step = self.next(Decision.TAKE, step.seat)
            taking.add(self.rules.side_of(step.seat))
            self.same("ways to take the extra cards", 3 if level else 7, step.options)
        self.same("sides that take extra cards", set(sides), taking)
        self.hand.take(self.record["extra_to"])

    def _exchange(self) -> None:
        hand, exchange = self.hand, self.hand.exchange
        assert exchange is not None
        bidder, partner, request = exchange.bidder, exchange.partner, None
        if exchange.may_request:
            step = self.next(Decision.REQUEST, bidder)
            request = "CDHS"[self.deck.suit_masks.index(step.choice)]
        step = self.next(Decision.EXCHANGE, bidder)
        self.same("cards to give from", self._holding(bidder), step.options)
        if step.choice == 0:
            return hand.decline()
        hand.give(bidder, partner, self.deck.names(step.choice), request)
        step = self.next(Decision.EXCHANGE, partner)
        self.same("cards to give from", self._holding(partner), step.options)
        return hand.give(partner, bidder, self.deck.names(step.choice))

    def _redraw(self) -> None:
        hand = self.hand
        step = self.next(Decision.REDRAW, hand.turn)
        self.same("cards to throw from", self._holding(step.seat), step.options)
        entry = next((entry for entry in self.record["redraws"] if entry["seat"] == step.seat), None)
        self.same("cards thrown", self.deck.text(step.choice), entry["thrown"] if entry else "")
        hand.redraw(self.deck.names(step.choice), entry["drawn"].split() if entry else [])

    def _declare(self) -> None:
        rules, hand = self.rules, self.hand
        bits = {"bemo": at.MAY_BEMO, "big_bemo": at.MAY_BIG_BEMO, "aces": at.MAY_ACES}
        if hand.is_unbid or not (rules.bemo.enabled or rules.bemo.big_enabled or rules.aces.enabled):
            return
        asked = set()
        while self.coming is not None and self.coming.decision is Decision.DECLARE:
            step = self.steps.pop()
            side = rules.side_of(step.seat)
            asked.add(side)
            aces = hand._aces_of_side(side)
            legal = sum(
                bit for what, bit in bits.items() if declare_fault(hand.table, side, what, hand.declared, aces) is None
            )
            self.same(f"declarations of side {side}", legal, step.options)
            for what, bit in bits.items():
                if step.choice & bit:
                    hand.declare(side, what)
        self.same("sides that may declare", set(range(rules.n_sides)), asked)

    def _play(self) -> None:
        hand, deck = self.hand, self.deck
        bit_of = {card: 1 << deck.bit(card) for card in set(deck.cards)}
        while hand.phase is Phase.PLAY:
            step = self.next(Decision.PLAY, hand.turn)
            self.same("trick", len(hand.winners) + 1, step.trick)
            self.same("legal cards", sum(bit_of[card] for card in set(hand.legal_cards())), step.options)
            hand.play(deck.card(step.choice.bit_length() - 1))
