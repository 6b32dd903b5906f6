"""The speed of every preset and of single options, in the same run as std4's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from simspades.bench.dealing import deal_hands
from simspades.bench.timing import alternate
from simspades.engine import Situation, Table
from simspades.engine.layout import LANES
from simspades.engine.numbers import n_holdings
from simspades.rules import Ruleset, load_rules, presets
from simspades.strategies.library import LIBRARY

#: Hands of one round: tens of milliseconds.
HANDS = 100 * LANES

#: A single option may cost so much of std4's speed per card, unless it adds a phase to the hand.
FACTOR_OF_AN_OPTION = 0.75

#: Options that add no phase.
OPTIONS = (
    "bid.total_ne_tricks=true",
    "bid.side_min=4",
    "bid.no_one=true",
    "bid.zero=choice",
    "bid.form=mirror",
    "bid.first_deal_unbid=true",
    "blind.enabled=true",
    "ten200.mode=exact",
    "moon.enabled=true",
    "nt.enabled=true",
    "dnil.enabled=true",
    "bemo.enabled=true",
    "aces.enabled=true",
    "nil.both=forbidden",
    "nil.failed_tricks=partner",
    "bags.cancel_card=fixed:3S",
    "bags.cancel_card=cut_each_deal",
    "score.double_bid_loses=true",
    "end.set_streak=2",
    "play.first_trick=lowest_club",
    "play.first_trick_spades=barred",
    "play.spade_lead=any_time",
    "play.must_beat=true",
    "play.form=screamer",
    "deck.high_trumps=[2S,2C,2D,2H]",
)

#: Options that add one.
PHASES = (
    "pass.before_bidding=3",
    "nil.exchange=1",
    "bid.raise_round=true",
    "bid.mode=partnership",
    "deal.cut=french_cut",
)

#: Every condition under which a deal may be thrown in.
MISDEALS = "misdeal.conditions=[no_spades,one_spade,seven_card_suit,no_court_cards]"


def table_of(rules: Ruleset) -> Table:
    """The table of a rule set with ``basic`` at every seat, in hands mode."""
    zeros = (0,) * rules.n_sides
    return Table(rules, [LIBRARY["basic"]] * rules.players, Situation(zeros, zeros))


def cards_of_a_hand(rules: Ruleset) -> int:
    """How many cards are played in a hand."""
    return rules.n_tricks * n_holdings(rules)


def compare_presets(rounds: int) -> Iterator[tuple[str, float, float, bool]]:
    """Of each preset: its name, millions of cards a second, the ratio to std4's, and whether it has a draft."""
    rule_sets = [load_rules(name) for name in presets()]
    tables = [table_of(rules) for rules in rule_sets]
    timings = alternate([partial(table.play, 1, 0, HANDS) for table in tables], rounds)
    cards = [HANDS * cards_of_a_hand(rules) for rules in rule_sets]
    usual = presets().index("std4")
    for k, rules in enumerate(rule_sets):
        speed = 1e-6 * cards[k] / timings.median(k)
        ratio = timings.ratio(usual, to=k) * cards[k] / cards[usual]
        yield rules.name, speed, ratio, rules.game.family == "two"


def compare_options(options: Sequence[str], rounds: int) -> Iterator[tuple[str, float]]:
    """Of each option: its text and the speed with it against that without it."""
    tables = [table_of(load_rules("std4")), *(table_of(load_rules("std4", [option])) for option in options)]
    timings = alternate([partial(table.play, 1, 0, HANDS) for table in tables], rounds)
    for k, option in enumerate(options, start=1):
        yield option, timings.ratio(0, to=k)


class MisdealCost(NamedTuple):
    """What misdeals cost a hand, and how many deals that is."""

    nanoseconds: float
    deals: float


def misdeal_cost(rounds: int) -> MisdealCost:
    """std4 with every condition for a misdeal against std4 without, in units of one deal."""
    without, with_all = table_of(load_rules("std4")), table_of(load_rules("std4", [MISDEALS]))
    timings = alternate(
        [lambda: without.play(1, 0, HANDS), lambda: with_all.play(1, 0, HANDS), lambda: deal_hands(HANDS // LANES)],
        rounds,
    )
    more = timings.median(1) - timings.median(0)
    return MisdealCost(1e9 * more / HANDS, more / timings.median(2))
