"""A hand record played through the steps of a hand, up to the first illegal action."""

from __future__ import annotations

from collections import Counter

from simspades.errors import RecordError
from simspades.referee.calls import BLIND_NIL, BOUND, Call, Kind
from simspades.referee.deal import drafted
from simspades.referee.entries import Entries, Gift
from simspades.referee.exchange import Exchange
from simspades.referee.hand import Hand, Phase
from simspades.referee.misdeal import MOST_MISDEALS
from simspades.referee.table import Table
from simspades.referee.verdict import Fault, IllegalActionError


def play_record(table: Table, entries: Entries) -> Hand:
    """The hand as far as the record plays it; raises :class:`IllegalActionError` at the first illegal action."""
    throw_in_misdeals(table, entries)
    deal = entries.deal if entries.draft is None else _drafted_deal(table, entries)
    assert deal is not None
    hand = Hand(
        table.rules,
        deal,
        dealer=entries.dealer,
        hand_in_game=entries.hand_in_game,
        before=entries.before,
        extra=entries.extra,
        exposed=entries.exposed,
        cancel_card=entries.cancel_card,
    )
    Script(hand, entries).up_to_the_play()
    for card in entries.plays:
        hand.play(card)
    return hand


def throw_in_misdeals(table: Table, entries: Entries) -> None:
    """`misdeal.conditions`: each deal thrown in was one that its caller could throw in."""
    if len(entries.misdeals) > MOST_MISDEALS:
        reason = f"{len(entries.misdeals)} deals are thrown in, but after {MOST_MISDEALS} the hand is played"
        raise IllegalActionError(0, None, None, Fault("misdeal.effect", reason))
    for thrown in entries.misdeals:
        hand = Hand(table.rules, thrown.deal, dealer=entries.dealer, hand_in_game=entries.hand_in_game)
        if thrown.asked:
            hand.ask(thrown.seat, "misdeal", True)
        hand.call_misdeal(thrown.seat)


def _drafted_deal(table: Table, entries: Entries) -> list[list[str]]:
    """`game.family=two`: the holdings that come of the draft, which are those of ``deal`` where it is given too."""
    draft = entries.draft
    assert draft is not None
    for card in Counter(draft.stock) - Counter(table.pack.copies):
        raise IllegalActionError(0, None, card, Fault("deck.packs", f"the stock has {card} more often than the pack"))
    deal = drafted(table, draft.stock, draft.keeps, entries.dealer)
    for seat, holding in enumerate(entries.deal or deal):
        if sorted(holding) != sorted(deal[seat]):
            reason = f"seat {seat} has other cards than those that it kept in the draft"
            raise IllegalActionError(0, seat, None, Fault("deal.unit", reason))
    return deal


class Script:
    """What a record tells about a hand before its play, followed step by step.

    What the record does not tell was not done: an exchange declined, a number not raised, a blind number kept. Where it
    had to be done, that is illegal; so is what the record tells beyond what was due.
    """

    def __init__(self, hand: Hand, entries: Entries) -> None:
        self.hand = hand
        self.entries = entries
        self.exchanges = list(entries.exchanges)
        self.passes = list(entries.passes)
        self.redraws = list(entries.redraws)
        self.talk = list(entries.talk)
        self.questions = list(entries.asked)
        self.discards = dict(entries.discards)
        self.renounced = dict(entries.renounced)
        self.raises: dict[int, int] = {side: n for side, n in enumerate(entries.raises) if n is not None}

    def up_to_the_play(self) -> None:
        """Take the hand to its first lead."""
        self._check_bid_or_unbid()
        self._blind_calls()
        self._ask("misdeal")
        steps = {
            Phase.DISCARD: self._discard,
            Phase.PASS: self._pass,
            Phase.BIDDING: self._call,
            Phase.RENOUNCE: self._renounce,
            Phase.RAISE: self._raise,
            Phase.TAKE: self._take,
            Phase.EXCHANGE: self._exchange,
            Phase.REDRAW: self._redraw,
        }
        while self.hand.phase in steps:
            steps[self.hand.phase]()
        self._ask("aces")
        for what, sides in self.entries.declared.items():
            for side in sides:
                self.hand.declare(side, what)
        self._check_taken()
        self._check_nothing_left()

    # --- the bidding ---

    def _check_bid_or_unbid(self) -> None:
        calls = self.entries.calls
        if self.hand.is_unbid and calls is not None:
            reason = "the first hand of a game bids itself"
        elif not self.hand.is_unbid and calls is None:
            reason = "the hand has to be bid"
        else:
            return
        seat = self.hand.bidding.order[0]
        raise IllegalActionError(0, seat, None, Fault("bid.first_deal_unbid", reason))

    def _blind_calls(self) -> None:
        """The calls made before anybody looked, in the order of the bidding; a renounced one was made too."""
        calls, bidding = self.entries.calls, self.hand.bidding
        for seat in bidding.order if calls is not None else ():
            call = self._blind_call(seat, calls[seat]) if calls is not None else None
            if call is not None and bidding.is_early(call) and bidding.calls[seat] is None:
                self.hand.call_blind(seat, call)
                self._check_bound()

    def _blind_call(self, seat: int, call: Call) -> Call:
        renounced = self.renounced.get(self.hand.table.side_of[seat])
        return call if renounced is None or call == BOUND else renounced

    def _call(self) -> None:
        self._ask("nt")
        self._talk()
        calls = self.entries.calls
        assert calls is not None
        self.hand.call(calls[self.hand.turn])
        self._check_bound()

    def _renounce(self) -> None:
        seat = self.hand.turn
        renounced = self.renounced.pop(self.hand.table.side_of[seat], None)
        self.hand.renounce(renounced is not None)
        self._check_bound()

    def _check_bound(self) -> None:
        """Who was bound by a partner's call has made none of his own, and who gave a blind number up bid ten."""
        for seat, call in enumerate(self.entries.calls or ()):
            stands = self.hand.calls[seat]
            if stands not in (None, call) and self.hand.table.side_of[seat] not in self.renounced:
                reason = f"seat {seat} calls {call}, but is bound by its partner's call"
                if stands != BOUND:
                    reason = f"seat {seat} calls {call}, but its call is {stands}"
                raise IllegalActionError(0, seat, None, Fault("bid.locked", reason))

    def _raise(self) -> None:
        self.hand.raise_to(self.raises.pop(self.hand.raising_side, None))

    def _talk(self) -> None:
        for speech in self.talk:
            self.hand.talk(*speech)
        self.talk = []

    def _ask(self, about: str) -> None:
        for question in self.questions:
            if question.about == about:
                self.hand.ask(*question)
        self.questions = [question for question in self.questions if question.about != about]

    # --- cards that change hands ---

    def _discard(self) -> None:
        seat = self.hand.turn
        self.hand.discard(seat, self.discards.pop(seat, []))

    def _pass(self) -> None:
        if not self.passes:
            fault = Fault("pass.before_bidding", f"seat {self.hand.turn} passes no cards")
            raise IllegalActionError(0, self.hand.turn, None, fault)
        gift = self.passes.pop(0)
        self.hand.pass_cards(gift.giver, gift.receiver, gift.cards)

    def _take(self) -> None:
        if self.entries.extra_to is None:
            raise RecordError("the hand record lacks the key extra_to, which deck.extra_cards needs")
        self.hand.take(self.entries.extra_to)

    def _exchange(self) -> None:
        exchange, waiting = self.hand.exchange, self.exchanges
        assert exchange is not None
        pair = (exchange.bidder, exchange.partner)
        if waiting and (exchange.given or waiting[0].giver in pair):
            self.hand.give(*waiting.pop(0))
        elif any(gift.giver in pair for gift in waiting):
            raise IllegalActionError(0, waiting[0].giver, None, _out_of_order(exchange, waiting[0]))
        else:
            self.hand.decline()

    def _redraw(self) -> None:
        seat = self.hand.turn
        if self.redraws and self.redraws[0].seat == seat:
            redraw = self.redraws.pop(0)
            self.hand.redraw(redraw.thrown, redraw.drawn)
        else:
            self.hand.redraw([], [])

    # --- what is left ---

    def _check_taken(self) -> None:
        """`deck.extra_cards`: who takes the extra cards by the rule alone."""
        told, rule = self.entries.extra_to, self.hand.rules.deck_options.extra_cards
        if told is None or rule == "higher_bidding_side":
            return
        taker = self.hand.taker
        if taker is None or told != [taker, taker]:
            whose = "nobody" if taker is None else f"seat {taker}"
            raise IllegalActionError(
                0, None, None, Fault("deck.extra_cards", f"both extra cards go to {whose} ({rule})")
            )

    def _check_nothing_left(self) -> None:
        """Nothing was done that was not due."""
        hand = self.hand
        if self.exchanges:
            raise IllegalActionError(0, self.exchanges[0].giver, None, _no_exchange_due(hand, self.exchanges[0]))
        for seat, option, reason in self._left():
            raise IllegalActionError(0, seat, None, Fault(option, reason))

    def _left(self) -> list[tuple[int | None, str, str]]:
        left: list[tuple[int | None, str, str]] = []
        left += [(gift.giver, "pass.before_bidding", f"seat {gift.giver} passes once more") for gift in self.passes]
        left += [(seat, "deck.extra_cards", f"seat {seat} discards, but took no extra card") for seat in self.discards]
        left += [(entry.seat, "two.blind_nil_redraw", f"seat {entry.seat} may not redraw") for entry in self.redraws]
        left += [(None, "bid.raise_round", f"side {side} has no number to raise") for side in self.raises]
        left += [
            (None, "blind.renounce_to_10", f"side {side} gives up a blind number that it did not call")
            for side in self.renounced
        ]
        left += [
            (speech.seat, "bid.talk", f"seat {speech.seat} talks, but there is no bidding") for speech in self.talk
        ]
        left += [(entry.seat, "nt.enabled", f"seat {entry.seat} asks, but does not bid") for entry in self.questions]
        return left


def _out_of_order(exchange: Exchange, gift: Gift) -> Fault:
    pair = f"seats {exchange.bidder} and {exchange.partner}"
    return Fault("exchange.timing", f"seat {gift.giver} gives cards, but {pair} exchange first")


def _no_exchange_due(hand: Hand, gift: Gift) -> Fault:
    """Cards given where none are exchanged: no nil, two nils in a side, or no exchange in the rules."""
    pair = [hand.calls[seat] for seat in (gift.giver, *hand.table.partners_of[gift.giver])]
    option = "nil.exchange"
    if BLIND_NIL in pair:
        option = "blind_nil.exchange"
    elif any(call is not None and call.kind is Kind.DOUBLE_NIL for call in pair):
        option = "dnil.exchange"
    return Fault(option, f"seat {gift.giver} gives cards, but no exchange of that side is due")
