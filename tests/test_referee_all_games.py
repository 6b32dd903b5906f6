"""Random legal play of every game: what the steps allow is a legal record, and scoring it from facts agrees."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_play import RandomHand, random_game_of
from random_rules import choices_of, random_rules

from simspades.errors import SimspadesError
from simspades.referee import Hand, IllegalActionError, Phase, Standing, judge, score
from simspades.rules import OPTIONS, Ruleset, bundles, load_rules, presets

GAMES: dict[str, tuple[str, dict[str, Any]]] = {name: (name, {}) for name in presets()}
GAMES |= {name: ("new_york" if name == "ny_keep_2c" else "std4", rules) for name, rules in bundles().items()}
SCORED = ("rules", "dealer", "hand_in_game", "before", "bids", "raises", "declare", "cancel_card")


def random_hand(rules: Ruleset, rng: random.Random) -> RandomHand:
    sides = range(rules.n_sides)
    before = Standing(
        tuple(rng.randrange(-300, 400) for _ in sides),
        tuple(rng.randrange(9) for _ in sides),
        tuple(rng.randrange(3) for _ in sides),
        rng.random() < 0.1,
    )
    return RandomHand(rules, rng, rng.randrange(rules.players), rng.randint(1, 3), before)


def check_hand(rules: Ruleset, rng: random.Random) -> dict[str, Any]:
    """Play a hand, judge its record and score its facts; gives the record."""
    played = random_hand(rules, rng)
    record = json.loads(json.dumps({**played.record, "rules": rules.flat()}))
    answer = judge(record)
    assert answer["legal"] is answer["complete"] is True, (answer, record)
    settled = json.loads(json.dumps(played.hand.settle().answer()))
    assert {key: answer[key] for key in settled} == settled
    facts = played.hand.facts()
    request = {key: value for key, value in record.items() if key in SCORED}
    request |= {"winners": facts.winners, "winning_cards": facts.winning_cards, "captured": facts.captured}
    assert json.loads(json.dumps(score({**request, "ruffs": facts.ruffs}))) == settled
    check_invariants(rules, played.hand, answer)
    return record


def check_invariants(rules: Ruleset, hand: Hand, answer: dict[str, Any]) -> None:
    assert sum(answer["tricks"]) == len(answer["winners"]) == rules.n_tricks
    assert not any(hand.holdings)
    assert not Counter(card for pile in hand.captured for card in pile) - Counter(rules.deck.cards)
    before = hand.before.score
    assert [new - old for new, old in zip(answer["score"], before, strict=True)] == answer["points"]
    assert answer["winner"] is None or answer["over"]
    if hand.is_unbid:
        assert answer["bags"] == answer["penalty"] == [0] * rules.n_sides
    if rules.bid.total_ne_tricks and not hand.is_unbid and rules.bid.form == "free":
        free = rules.bid.side_max is None and not rules.bid.side_min and not rules.bid.nil_partner_min
        assert sum(number or 0 for number in hand.contracts) != rules.n_tricks or not free


@pytest.mark.parametrize("name", GAMES)
def test_every_preset_and_bundle(name: str) -> None:
    base, overrides = GAMES[name]
    for seed in range(12):
        check_hand(load_rules(base, overrides), random.Random(seed))


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_random_rule_sets(seed: int) -> None:
    rng = random.Random(seed)
    check_hand(random_rules(rng), rng)


def playable(option_id: str, value: Any) -> list[Ruleset]:
    """Rule sets with a value of an option, of every preset that can have it."""
    found = []
    for name in presets():
        try:
            rules = load_rules(name, {option_id: value})
        except SimspadesError:
            continue
        if rules.values[option_id] is not None or value == "none":
            found.append(rules)
    return found


@pytest.mark.parametrize("option_id", [option_id for option_id in OPTIONS if option_id != "game.family"])
def test_every_option_at_each_of_its_values(option_id: str) -> None:
    """Alone on each preset, or together with what it needs, in the bundles and the random rule sets."""
    for value in choices_of(option_id):
        for rules in playable(option_id, list(value) if isinstance(value, tuple) else value)[:4]:
            check_hand(rules, random.Random(option_id))


@pytest.mark.parametrize("name", presets())
def test_games_are_won(name: str) -> None:
    rules = load_rules(name, {"end.max_hands": 8})
    for seed in range(2):
        game, hands = random_game_of(rules, random.Random(seed))
        assert game.over
        dealers = [played.hand.dealer for played in hands]
        assert dealers == [(dealers[0] + number) % rules.players for number in range(len(hands))]
        assert dealers[0] == rules.players - 1


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_what_is_not_legal_is_refused(seed: int) -> None:
    """Every card of the pack and every call outside the legal ones is refused, and nothing changes."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    record = random_hand(rules, rng).record
    partial = {**record, "plays": record["plays"][: rng.randrange(len(record["plays"]))]}
    held = judge(partial)
    assert held["legal"] is True
    assert held["complete"] is False
    next_card = record["plays"][len(partial["plays"])]
    legal = set()
    for card in rules.deck.cards:
        answer = judge({**partial, "plays": [*partial["plays"], card]})
        if answer["legal"]:
            legal.add(card)
        else:
            assert answer["rule"].startswith("play.")
            assert answer["card"] == card
    assert next_card in legal


def test_steps_out_of_their_phase_are_a_mistake_of_the_caller() -> None:
    rng = random.Random(1)
    played = random_hand(load_rules("std4"), rng)
    assert played.hand.phase is Phase.OVER
    with pytest.raises(RuntimeError):
        played.hand.play("AS")
    with pytest.raises(RuntimeError):
        played.hand.call_blind(0, "blind-nil")
    with pytest.raises(IllegalActionError):
        played.hand.call_misdeal(0)


JUNK: list[Any] = [None, True, -1, 3, 99, 1.5, "", "AS", "nil", "moon", "-", [], [0], ["AS"], [[0, 1, 2]], {}, {"0": 1}]


def mutated(value: Any, rng: random.Random) -> Any:
    """The value with something in it replaced, taken out or doubled."""
    if isinstance(value, list) and value and rng.random() < 0.8:
        copy, place = list(value), rng.randrange(len(value))
        kind = rng.random()
        if kind < 0.2:
            del copy[place]
        elif kind < 0.4:
            copy.append(copy[place])
        elif kind < 0.6:
            other = rng.randrange(len(value))
            copy[place], copy[other] = copy[other], copy[place]
        else:
            copy[place] = mutated(copy[place], rng)
        return copy
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        return {**value, key: mutated(value[key], rng)}
    if isinstance(value, str) and " " in value and rng.random() < 0.8:
        cards = mutated(value.split(), rng)
        return " ".join(map(str, cards)) if isinstance(cards, list) else cards
    return rng.choice(JUNK)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_spoilt_records_are_judged_or_refused_in_a_sentence(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    record = random_hand(rules, rng).record
    record["plays"] = record["plays"][: rng.choice([0, 9, len(record["plays"])])]
    for _ in range(20):
        key = rng.choice([key for key in record if key != "rules"])
        spoilt = {**record, key: mutated(record[key], rng)}
        try:
            answer = judge(spoilt)
        except SimspadesError as error:
            answer = {"legal": False, "rule": str(error)}
        assert answer["legal"] or "\n" not in answer["rule"]
        json.dumps(answer)
