"""The views of a strategy, worked out from the referee's state of a hand and what is public at that moment.

Nothing of the engine is used but the numbers that name a decision's random number.
"""

from __future__ import annotations

from typing import Any

from test_rng import plain_threefry

from simspades.engine import layout as at
from simspades.engine.rng import USE_STRATEGY
from simspades.referee import Hand
from simspades.referee.calls import Call
from simspades.referee.trick import winning_position
from simspades.strategies.views import BidView, BlindView, ExchangeView, PlayView

WORD = (1 << 64) - 1


class Watcher:
    """Follows a hand in the referee and tells at any moment what the player in turn may know."""

    def __init__(self, hand: Hand, seed: int, game: int, hand_key: int, parameters: Any) -> None:
        self.hand, self.rules, self.deck = hand, hand.rules, hand.rules.deck
        self.parameters = parameters
        self.salt = plain_threefry([0, 0, 0, 0], [seed, game, hand_key, USE_STRATEGY])[0]
        self.suits = dict(zip("CDHS", self.deck.suit_masks, strict=True))
        self.played: list[tuple[int, str]] = []
        self.shown_out: list[int] = [0] * 4
        self.spade_led = False

    def play(self, card: str) -> None:
        """Let the referee play a card and remember what everybody has seen of it."""
        seat, suit = self.hand.turn, self.deck.suit_of(card)
        if not self.hand.cards_of_trick:
            self.spade_led |= suit == "S"
        elif (led := self.deck.suit_of(self.hand.cards_of_trick[0])) != suit:
            self.shown_out[seat] |= self.suits[led]
        self.hand.play(card)
        self.played.append((seat, card))

    def random(self, decision: int, seat: int) -> int:
        """SplitMix64, the upper 63 bits."""
        z = (self.salt + 0x9E3779B97F4A7C15 * (decision + seat + 1)) & WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        return (z ^ z >> 31) >> 1

    def _common(self, seat: int) -> dict[str, Any]:
        """Fields that several views have."""
        side, before, rules = seat % 2, self.hand.before, self.rules
        return {
            "clubs": self.suits["C"],
            "diamonds": self.suits["D"],
            "hearts": self.suits["H"],
            "spades": self.suits["S"],
            "score": before.score[side],
            "opp_score": before.score[1 - side],
            "bags": before.bags[side],
            "opp_bags": before.bags[1 - side],
            "target": rules.end.target,
            "hand_in_game": self.hand.hand_in_game,
            "n_tricks": rules.n_tricks,
            "nil_value": rules.nil.value or 0,
            "blind_nil_value": rules.blind_nil.value or 0,
            "bag_points": rules.bags.points,
            "bag_penalty": rules.bags.penalty,
            "bag_threshold": rules.bags.threshold or 0,
            "nil_exchange": rules.nil.exchange or 0,
            "exchange": rules.blind_nil.exchange or 0,
            "p": self.parameters,
        }

    def _around(self, seat: int) -> dict[str, int]:
        return {"partner": (seat + 2) % 4, "left": (seat + 1) % 4, "right": (seat + 3) % 4}

    def _bidding(self, seat: int) -> dict[str, Any]:
        order = self.hand.bidding.order
        fields: dict[str, Any] = {"position": order.index(seat)}
        for who, other in self._around(seat).items():
            call = self.hand.calls[other]
            fields |= {
                f"{who}_spoke": order.index(other) < order.index(seat),
                f"{who}_bid": number(call),
                f"{who}_nil": call is not None and call.is_nil,
                f"{who}_blind_nil": is_blind_nil(call),
            }
        return fields

    def blind(self) -> BlindView:
        seat = self.hand.turn
        return _view(BlindView, self._common(seat) | self._bidding(seat), self.random(at.DECIDE_BLIND, seat))

    def bid(self) -> BidView:
        seat, legal = self.hand.turn, self.hand.legal_calls()
        own = {
            "hand": self.deck.mask(self.hand.holdings[seat]),
            "legal": sum(1 << int(call) for call in legal if call.isdigit()),
            "may_nil": "nil" in legal,
        }
        return _view(BidView, self._common(seat) | self._bidding(seat) | own, self.random(at.DECIDE_BID, seat))

    def exchange(self, decision: int, request: int) -> ExchangeView:
        """``decision`` tells a request, a gift and a return apart; ``request`` is the suit that was asked for."""
        exchange = self.hand.exchange
        assert exchange is not None
        giving = decision != at.DECIDE_RETURN
        seat = exchange.bidder if giving else exchange.partner
        given = exchange.given.get(exchange.bidder, [])
        own = {
            "hand": self.deck.mask(self.hand.holdings[seat]),
            "n_cards": exchange.count,
            "giving": giving,
            "may_decline": giving and exchange.is_optional,
            "blind": exchange.option == "blind_nil.exchange",
            "received": 0 if giving or exchange.is_simultaneous else self.deck.mask(given),
            "request": request,
            "my_bid": number(self.hand.calls[seat]),
            "my_nil": is_nil(self.hand.calls[seat]),
            "partner_nil": is_nil(self.hand.calls[(seat + 2) % 4]),
        }
        bids = {f"{who}_bid": number(self.hand.calls[other]) for who, other in self._around(seat).items()}
        return _view(ExchangeView, self._common(seat) | own | bids, self.random(decision, seat))

    def card(self) -> PlayView:
        """What the player in turn knows before a card."""
        hand, seat, deck = self.hand, self.hand.turn, self.deck
        holding = deck.mask(hand.holdings[seat])
        legal = hand.legal_cards()
        on_table = list(hand.cards_of_trick)
        beats = [card for card in legal if winning_position([*on_table, card], hand.table.pack) == len(on_table)]
        played = deck.mask([card for _, card in self.played])
        fields: dict[str, Any] = {
            "hand": holding,
            "legal": deck.mask(legal),
            "beats": deck.mask(beats) if on_table else 0,
            "loses": deck.mask(set(legal) - set(beats)) if on_table else 0,
            "leading": not on_table,
            "last": len(on_table) == 3,
            "led": self.suits[deck.suit_of(on_table[0])] if on_table else 0,
            "best": 0,
            "partner_wins": False,
            "played": played,
            "unseen": sum(self.suits.values()) & ~(holding | played),
            "trick": len(hand.winners) + 1,
            # where spades may be led unbroken (ny3), one led freely breaks them as one led for want of others does
            "broken": bool(hand.spades_broken or (self.rules.play.forced_lead_breaks and self.spade_led)),
        }
        if on_table:
            best = winning_position(on_table, hand.table.pack)
            fields["best"] = deck.mask([on_table[best]])
            fields["partner_wins"] = best == len(on_table) - 2
        for who, other in {"my": seat, **self._around(seat)}.items():
            call, tricks = hand.calls[other], hand.tricks[other]
            assert call is not None
            fields |= {
                f"{who}_bid": number(call),
                f"{who}_tricks": tricks,
                f"{who}_nil": call.is_nil and tricks == 0,
                f"{who}_blind_nil": is_blind_nil(call) and tricks == 0,
            }
            place = (other - hand.leader) % 4
            fields[f"{who}_card"] = deck.mask([on_table[place]]) if place < len(on_table) else 0
            fields[f"{who}_void"] = self.shown_out[other]
        for prefix, seats in (("", (seat, (seat + 2) % 4)), ("opp_", ((seat + 1) % 4, (seat + 3) % 4))):
            contract = sum(number(hand.calls[member]) for member in seats)
            fields |= {f"{prefix}contract": contract, f"{prefix}need": contract - sum(map(self._counted, seats))}
        decision = at.DECIDE_PLAY + 8 * len(hand.winners)
        return _view(PlayView, self._common(seat) | fields, self.random(decision, seat))

    def _counted(self, seat: int) -> int:
        """Tricks that go towards the side's number (`nil.failed_tricks`)."""
        call = self.hand.calls[seat]
        assert call is not None
        counts = not call.is_nil or self.rules.nil.failed_tricks == "partner"
        return self.hand.tricks[seat] if counts else 0


def is_nil(call: Call | None) -> bool:
    return call is not None and call.is_nil


def is_blind_nil(call: Call | None) -> bool:
    return is_nil(call) and str(call) == "blind-nil"


def number(call: Call | None) -> int:
    return 0 if call is None or call.is_nil else call.number


#: Of players whom four in two partnerships do not have, and of calls and cards that std4's rules do not have.
NOTHING = (
    "far_left", "far_right", "may_zero", "may_ten", "may_moon", "may_double_nil", "nt_legal", "held_twice", "for_side",
    "partner_sure", "partner_possible", "own_bid", "partner_exposed", "left_exposed", "right_exposed", "own_exposed",
    "may_aces", "may_bemo", "may_big_bemo", "dummy", "blind_legal", "may_blind_moon", "blind_nt_legal",
)  # fmt: skip


def _view(kind: Any, fields: dict[str, Any], random: int) -> Any:
    fields = {"players": 4, "has_partner": True, "advice": -1, "may_blind_nil": True} | fields | {"random": random}
    nothing = {name: 0 for name in kind._fields if name not in fields and name.startswith(NOTHING)}
    return kind(**{name: (fields | nothing)[name] for name in kind._fields})
