"""Random play through the referee's own API: hands and games in which every step is a random legal one."""

from __future__ import annotations

import random
from typing import Any

from simspades.cards import SUITS
from simspades.referee import Game, Hand, Phase, Standing
from simspades.rules import Ruleset

#: Values of every option that is played so far, by id; combinations are drawn from them.
OPTION_VALUES: dict[str, list[Any]] = {
    "nil.enabled": [True, True, True, False],
    "nil.value": [100, 50, 70],
    "nil.both": ["sum", "forbidden"],
    "nil.failed_tricks": ["bags", "partner", "ignored"],
    "nil.partner_auto_fail": [False, True],
    "nil.exchange": [0, 1],
    "blind_nil.enabled": [True, True, False],
    "blind_nil.value": [200, 100],
    "blind_nil.fail": ["full", "half"],
    "blind_nil.min_deficit": [0, 0, 100],
    "blind_nil.no_bag_penalty": [False, True],
    "blind_nil.exchange": [0, 1, 2, 3],
    "blind_nil.exchange_optional": [False, True],
    "blind_nil.from_hand": [1, 2],
    "exchange.order": ["sequential", "simultaneous"],
    "exchange.timing": ["after_bidding", "immediate"],
    "bags.penalty": [100, 50, 0],
    "bags.threshold": [10, 5, 3],
    "score.set_penalty": ["bid", "undertrick"],
    "score.double_bid_loses": [False, True],
    "score.over_limit": ["none", 2, 0],
    "bid.first": ["left_of_dealer", "dealer"],
    "play.first_lead": ["left_of_dealer", "dealer"],
    "play.spade_lead": ["broken", "any_time", "ny3"],
    "play.forced_lead_breaks": [True, False],
    "end.target": [500, 300, 200],
    "end.lose_at": ["none", -200],
    "end.win_bonus": [0, 50],
    "end.max_hands": [0, 6],
}


def random_options(rng: random.Random) -> dict[str, Any]:
    """A random combination of options that do not contradict each other."""
    options = {option: rng.choice(values) for option, values in OPTION_VALUES.items()}
    if options["blind_nil.exchange"] == 1:
        options["blind_nil.suit_request"] = rng.choice([False, True])
    bag_style = rng.choice(["plain", "plain", "worthless", "minus", "display"])
    if bag_style == "worthless":
        options["bags.points"] = 0
    elif bag_style == "minus":
        options |= {"bags.points": -1, "bags.penalty": 0}
    elif bag_style == "display":
        options |= {"bags.points": 0, "bags.display_units": True}
    return options


def random_deal(rules: Ruleset, rng: random.Random) -> list[list[str]]:
    """The pack shuffled and dealt out."""
    cards = list(rules.deck.cards)
    rng.shuffle(cards)
    return [cards[seat * rules.hand_size : (seat + 1) * rules.hand_size] for seat in range(rules.players)]


def play_out(hand: Hand, rng: random.Random) -> dict[str, Any]:
    """Take a hand to its end by random legal steps; gives its hand record."""
    record: dict[str, Any] = {
        "rules": hand.rules,
        "dealer": hand.dealer,
        "hand_in_game": hand.hand_in_game,
        "before": standing_keys(hand.before),
        "deal": [" ".join(holding) for holding in hand.holdings],
        "bids": [None] * hand.rules.players,
        "exchanges": [],
        "plays": [],
    }
    while hand.phase is not Phase.OVER:
        if hand.phase is Phase.BIDDING:
            seat, calls = hand.turn, hand.legal_calls()
            nils = [call for call in calls if not call.isdigit()]
            call = rng.choice(nils) if nils and rng.random() < 0.4 else rng.choice(calls[:7])
            hand.call(call)
            record["bids"][seat] = call
        elif hand.phase is Phase.EXCHANGE:
            random_exchange_step(hand, rng, record["exchanges"])
        else:
            card = rng.choice(hand.legal_cards())
            hand.play(card)
            record["plays"].append(card)
    return record


def random_exchange_step(hand: Hand, rng: random.Random, entries: list[dict[str, Any]]) -> None:
    """Give random cards, or decline where that is allowed."""
    exchange = hand.exchange
    assert exchange is not None
    if exchange.is_optional and not exchange.given and rng.random() < 0.3:
        hand.decline()
        return
    seat = rng.choice(exchange.givers)
    cards = rng.sample(hand.holdings[seat], exchange.count)
    request = rng.choice(SUITS) if exchange.may_request and seat == exchange.bidder else None
    receiver = exchange.other(seat)
    hand.give(seat, receiver, cards, request)
    entries.append({"from": seat, "to": receiver, "cards": " ".join(cards), "request": request})


def standing_keys(standing: Standing) -> dict[str, Any]:
    """A standing as the key ``before`` of a record."""
    return {
        "score": list(standing.score),
        "bags": list(standing.bags),
        "sets": list(standing.sets),
        "tie_break": standing.tie_break,
    }


def random_game(rules: Ruleset, rng: random.Random, most_hands: int = 100) -> tuple[Game, list[dict[str, Any]]]:
    """A game of random hands, to its end or to a number of hands; gives it with the records of its hands."""
    game, records = Game.start(rules), []
    while not game.over and game.hands < most_hands:
        hand = game.deal(random_deal(rules, rng))
        records.append(play_out(hand, rng))
        game = game.after(hand.settle())
    return game, records
