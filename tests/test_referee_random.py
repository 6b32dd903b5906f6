"""Random legal play of random rule sets through the referee's own steps."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_hands import play_out, random_deal, random_game, random_options, standing_keys

from simspades.referee import Hand, IllegalActionError, Phase, Standing, judge
from simspades.rules import load_rules

seeds = st.integers(0, 2**32)


def held_at_play(record: dict[str, Any]) -> list[set[str]]:
    """The holdings after the exchanges, from the record alone."""
    holdings = [set(holding.split()) for holding in record["deal"]]
    for entry in record["exchanges"]:
        holdings[entry["from"]] -= set(entry["cards"].split())
    for entry in record["exchanges"]:
        holdings[entry["to"]] |= set(entry["cards"].split())
    return holdings


@settings(deadline=None)
@given(seeds)
def test_a_random_hand_is_a_legal_record_and_keeps_the_invariants(seed: int) -> None:
    rng = random.Random(seed)
    rules = load_rules("std4", random_options(rng))
    before = Standing(
        (rng.randrange(-150, 300), rng.randrange(-150, 300)), (rng.randrange(9), rng.randrange(9)), (0, 0)
    )
    hand = Hand(rules, random_deal(rules, rng), dealer=rng.randrange(4), hand_in_game=rng.randint(1, 3), before=before)
    record = play_out(hand, rng)
    answer = judge(json.loads(json.dumps({**record, "rules": rules.flat()})))
    assert answer["legal"] is answer["complete"] is True
    assert sorted(record["plays"]) == sorted(rules.deck.cards)
    assert len(answer["winners"]) == sum(answer["tricks"]) == 13
    assert answer["tricks"] == [Counter(answer["winners"])[seat] for seat in range(4)]
    assert [new - old for new, old in zip(answer["score"], before.score, strict=True)] == answer["points"]
    if answer["over"] and answer["winner"] is not None:
        assert answer["score"][answer["winner"]] == max(answer["score"])


@settings(deadline=None)
@given(seeds)
def test_followers_follow_and_the_best_card_wins(seed: int) -> None:
    """Recomputed from the record alone, with suits and ranks read off the names of the cards."""
    rng = random.Random(seed)
    rules = load_rules("std4", {"nil.exchange": 1, "exchange.order": "simultaneous"})
    hand = Hand(rules, random_deal(rules, rng), dealer=rng.randrange(4))
    record = play_out(hand, rng)
    holdings, leader, winners = held_at_play(record), (hand.dealer + 1) % 4, []
    for trick in range(13):
        cards = record["plays"][4 * trick : 4 * trick + 4]
        led = cards[0][1]
        for position, card in enumerate(cards):
            holding = holdings[(leader + position) % 4]
            assert card[1] == led or all(other[1] != led for other in holding)
            holding.remove(card)
        best = max(range(4), key=lambda i: (cards[i][1] == "S", cards[i][1] == led, "23456789TJQKA".index(cards[i][0])))
        leader = (leader + best) % 4
        winners.append(leader)
    assert hand.winners == winners


@settings(deadline=None, max_examples=30)
@given(seeds)
def test_the_legal_sets_are_what_is_accepted(seed: int) -> None:
    """At every step, each card or call outside the legal set is refused and each one inside would be taken."""
    rng = random.Random(seed)
    rules = load_rules("std4", random_options(rng))
    deal = random_deal(rules, rng)
    hand = Hand(rules, deal)
    record = play_out(hand, rng)
    again = Hand(rules, deal)
    every_call = [str(number) for number in range(1, 16)] + ["nil", "blind-nil", "moon"]
    gifts, plays = list(record["exchanges"]), list(record["plays"])
    while again.phase is not Phase.OVER:
        if again.phase is Phase.BIDDING:
            call = record["bids"][again.turn]
            assert call in again.legal_calls()
            for other in set(every_call) - set(again.legal_calls()):
                with pytest.raises(IllegalActionError):
                    again.call(other)
            again.call(call)
        elif again.exchange is not None:
            if gifts and gifts[0]["from"] in again.exchange.givers:
                gift = gifts.pop(0)
                again.give(gift["from"], gift["to"], gift["cards"].split(), gift["request"])
            else:
                again.decline()
        else:
            assert plays[0] in again.legal_cards()
            for other in set(rules.deck.cards) - set(again.legal_cards()):
                with pytest.raises(IllegalActionError):
                    again.play(other)
            again.play(plays.pop(0))
    assert again.settle() == hand.settle()


def test_games_carry_their_standing_and_their_records_are_judged_alike() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        rules = load_rules("std4", random_options(rng) | {"end.max_hands": 12})
        game, records = random_game(rules, rng)
        assert game.over
        for record, following in zip(records, [*records[1:], None], strict=True):
            answer = judge(record)
            assert answer["over"] is (following is None)
            if following is not None:
                carried = {key: following["before"][key] for key in ("score", "bags", "sets")}
                assert carried == {"score": answer["score"], "bags": answer["bags_total"], "sets": answer["sets"]}
            else:
                assert answer["winner"] == game.winner
                assert standing_keys(game.standing)["score"] == answer["score"]
