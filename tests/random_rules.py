"""Random rule sets of every game, from the options' own choices and some numbers."""

from __future__ import annotations

import random
from typing import Any

from simspades.errors import RulesError
from simspades.rules import OPTIONS, Ruleset, bundles, load_rules, presets

#: Values of the options that are no choice between words, and values met more often than others.
NUMBERS: dict[str, list[Any]] = {
    "deck.high_trumps": [["2S"], ["2S", "2C", "2D", "2H"], ["BJ", "LJ"], ["BJ", "LJ", "2S"], ["2H", "2C"]],
    "deck.removed": [[], ["2C", "2H"], ["2D", "2H"]],
    "misdeal.conditions": [
        [],
        ["no_spades"],
        ["one_spade", "seven_card_suit"],
        ["no_court_cards", "one_spade"],
        ["one_spade_and_seven_card_suit", "seven_card_suit"],
    ],
    "bid.side_min": [0, 4, 6],
    "bid.side_max": ["none", 8, 10, 14],
    "bid.nil_partner_min": [0, 4],
    "nil.value": [100, 50],
    "blind_nil.value": [200, 100],
    "blind_nil.min_deficit": [0, 100],
    "blind_nil.from_hand": [1, 2],
    "blind.min": [6, 7],
    "blind.min_deficit": [0, 100],
    "nt.min": [5, 4],
    "nt.blind_min_deficit": [0, 201],
    "dnil.opp_bonus": [100, 0],
    "score.over_limit": ["none", 2],
    "bags.penalty": [100, 50, 0],
    "bags.threshold": [10, 5],
    "bags.cancel_card": ["none", "fixed:3S", "cut_each_deal"],
    "end.target": [500, 200],
    "end.lose_at": ["none", -200],
    "end.win_bonus": [0, 50],
    "end.max_hands": [0, 6],
}
#: What makes another game of it is left to the presets.
FIXED = ("game.family", "deck.packs")


def choices_of(option_id: str) -> list[Any]:
    """Values of an option, as a rule file has them."""
    values = NUMBERS.get(option_id) or list(OPTIONS[option_id].choices or ())
    return ["none" if value is None else value for value in values]


def random_rules(rng: random.Random) -> Ruleset:
    """A preset with bundles and up to 14 options changed; of those that contradict each other some are left out."""
    base = rng.choice(presets())
    ids = rng.sample([option_id for option_id in OPTIONS if option_id not in FIXED], rng.randint(1, 14))
    options = {option_id: rng.choice(choices_of(option_id)) for option_id in ids}
    for name in rng.sample(sorted(bundles()), rng.choice([0, 1, 3])):
        options |= bundles()[name]
    while True:
        try:
            return load_rules(base, options)
        except RulesError as error:
            named = [option_id for option_id in options if option_id in str(error)]
            options.pop(rng.choice(named or list(options)))
