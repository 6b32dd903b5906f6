"""Random legal hands of every game: each step is drawn from what the referee allows, and told as a hand record."""

from __future__ import annotations

import random
from typing import Any

from random_hands import standing_keys

from simspades.cards import SUITS
from simspades.referee import Game, Hand, IllegalActionError, Phase, Standing
from simspades.referee.deal import drafted
from simspades.referee.declare import aces_in_pack
from simspades.referee.table import table_of
from simspades.rules import Ruleset


def random_holdings(rules: Ruleset, rng: random.Random) -> list[list[str]]:
    """The pack shuffled and dealt out, to a dummy too; what is left over is left."""
    cards = list(rules.deck.cards)
    rng.shuffle(cards)
    seats = rules.players + (rules.game.family == "three_dummy")
    return [cards[seat * rules.hand_size : (seat + 1) * rules.hand_size] for seat in range(seats)]


def random_draft(rules: Ruleset, rng: random.Random) -> dict[str, Any]:
    """A shuffled stock, and a coin thrown at every turn."""
    stock = list(rules.deck.cards)
    rng.shuffle(stock)
    return {"stock": " ".join(stock), "keep": "".join(rng.choice("01") for _ in range(26))}


class RandomHand:
    """A hand played out at random, with its record."""

    def __init__(self, rules: Ruleset, rng: random.Random, dealer: int, number: int, before: Standing) -> None:
        self.rng = rng
        self.record: dict[str, Any] = {
            "rules": rules,
            "dealer": dealer,
            "hand_in_game": number,
            "before": standing_keys(before),
            "exchanges": [],
            "plays": [],
        }
        cancel_card = rng.choice(rules.deck.cards) if rules.bags.cancel_card == "cut_each_deal" else None
        if cancel_card is not None:
            self.record["cancel_card"] = cancel_card
        while True:
            deal = self._deal(rules, dealer)
            self.hand = Hand(rules, deal, dealer=dealer, hand_in_game=number, before=before, cancel_card=cancel_card)
            self._blind_calls()
            callers = [seat for seat in range(rules.players) if self.hand.may_call_misdeal(seat)]
            misdeals = self.record.setdefault("misdeals", [])
            if not callers or len(misdeals) == 3 or rng.random() < 0.5:
                break
            seat = rng.choice(callers)
            asked = bool(rules.misdeal.consult_partner) and rng.random() < 0.5
            self.hand.call_misdeal(seat)
            misdeals.append({"deal": [" ".join(h) for h in deal], "called": seat, "asked": asked})
            self.record.pop("draft", None)
        self.record["deal"] = [" ".join(holding) for holding in self.hand.dealt]
        if self.hand.extra:
            self.record["extra"] = " ".join(self.hand.extra)
            self.record["extra_to"] = None if self.hand.taker is None else [self.hand.taker] * 2
        if rules.deal.cut == "french_cut":
            self.record["exposed"] = [holding[0] for holding in deal]
        self.play_out()

    def _deal(self, rules: Ruleset, dealer: int) -> list[list[str]]:
        if rules.game.family != "two":
            return random_holdings(rules, self.rng)
        draft = self.record["draft"] = random_draft(rules, self.rng)
        return drafted(table_of(rules), draft["stock"].split(), [digit == "1" for digit in draft["keep"]], dealer)

    def _blind_calls(self) -> None:
        hand = self.hand
        for seat in hand.bidding.order:
            calls = hand.legal_blind_calls(seat)
            if calls and self.rng.random() < 0.4:
                hand.call_blind(seat, self.rng.choice(calls))

    def play_out(self) -> None:
        """Take the hand to its end."""
        hand, rng = self.hand, self.rng
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
        while hand.phase in steps:
            steps[hand.phase]()
        if hand.is_unbid:
            self.record["bids"] = None
        else:
            self.record["bids"] = [str(call) for call in hand.calls]
            self._declare()
        while hand.phase is Phase.PLAY:
            card = rng.choice(hand.legal_cards())
            hand.play(card)
            self.record["plays"].append(card)

    def _discard(self) -> None:
        seat = self.hand.turn
        cards = self.rng.sample(self.hand.holdings[seat], self.hand.to_discard[seat])
        self.hand.discard(seat, cards)
        self.record.setdefault("discards", {})[str(seat)] = " ".join(cards)

    def _pass(self) -> None:
        seat = self.rng.choice([s for s in range(self.hand.table.players) if s not in self.hand.passed])
        [partner] = self.hand.table.partners_of[seat]
        cards = self.rng.sample(self.hand.holdings[seat], 3)
        self.hand.pass_cards(seat, partner, cards)
        self.record.setdefault("passes", []).append({"from": seat, "to": partner, "cards": " ".join(cards)})

    def _call(self) -> None:
        calls = self.hand.legal_calls()
        special = [call for call in calls if not call.isdigit()]
        low = [call for call in calls if call.isdigit()][:7]
        self.hand.call(self.rng.choice(special if special and (not low or self.rng.random() < 0.4) else low))

    def _renounce(self) -> None:
        gives_up = self.rng.random() < 0.5
        seat = self.hand.turn
        call = str(self.hand.calls[seat])
        try:
            self.hand.renounce(gives_up)
        except IllegalActionError:
            gives_up = not gives_up
            self.hand.renounce(gives_up)
        if gives_up:
            self.record.setdefault("renounced", {})[str(self.hand.table.side_of[seat])] = call

    def _raise(self) -> None:
        side, number = self.hand.raising_side, self.rng.choice(self.hand.legal_raises())
        self.hand.raise_to(number)
        self.record.setdefault("raises", [None] * self.hand.table.n_sides)[side] = number

    def _take(self) -> None:
        numbers = [number or 0 for number in self.hand.contracts]
        members = [self.hand.table.members_of(side) for side in range(2)]
        if numbers[0] == numbers[1]:
            takers = [self.rng.choice(members[0]), self.rng.choice(members[1])]
            self.rng.shuffle(takers)
        else:
            higher = members[numbers.index(max(numbers))]
            takers = [self.rng.choice(higher), self.rng.choice(higher)]
        self.hand.take(takers)
        self.record["extra_to"] = takers

    def _exchange(self) -> None:
        hand, rng = self.hand, self.rng
        exchange = hand.exchange
        assert exchange is not None
        if exchange.is_optional and not exchange.given and rng.random() < 0.3:
            return hand.decline()
        seat = rng.choice(exchange.givers)
        cards = rng.sample(hand.holdings[seat], exchange.count)
        request = rng.choice(SUITS) if exchange.may_request and seat == exchange.bidder else None
        receiver = exchange.other(seat)
        hand.give(seat, receiver, cards, request)
        entry = {"from": seat, "to": receiver, "cards": " ".join(cards), "request": request}
        return self.record["exchanges"].append(entry)

    def _redraw(self) -> None:
        seat, count = self.hand.turn, self.rng.randint(0, self.hand.rules.two.blind_nil_redraw)
        thrown = self.rng.sample(self.hand.holdings[seat], count)
        drawn = self.rng.sample(self.hand.pool, count)
        self.hand.redraw(thrown, drawn)
        if count:
            entry = {"seat": seat, "thrown": " ".join(thrown), "drawn": " ".join(drawn)}
            self.record.setdefault("redraws", []).append(entry)

    def _declare(self) -> None:
        rules, hand = self.hand.rules, self.hand
        declared = self.record["declare"] = {"bemo": [], "big_bemo": [], "aces": []}
        for side in range(hand.table.n_sides):
            bemos = ["bemo"] * rules.bemo.enabled + ["big_bemo"] * rules.bemo.big_enabled
            if bemos and self.rng.random() < 0.4:
                declared[self.rng.choice(bemos)].append(side)
            aces = [card for seat in hand.seats_of(side) for card in hand.dealt[seat] if card.startswith("A")]
            if rules.aces.enabled and len(aces) == aces_in_pack(hand.table):
                declared["aces"].append(side)
        for what, sides in declared.items():
            for side in sides:
                hand.declare(side, what)


def random_game_of(rules: Ruleset, rng: random.Random, most_hands: int = 30) -> tuple[Game, list[RandomHand]]:
    """A game of random hands, to its end or to a number of hands."""
    game, hands = Game.start(rules), []
    while not game.over and len(hands) < most_hands:
        hand = RandomHand(rules, rng, game.dealer, game.hands + 1, game.standing)
        hands.append(hand)
        game = game.after(hand.hand.settle())
    return game, hands
