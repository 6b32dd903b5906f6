"""Keys and cubes that several subjects share."""

from __future__ import annotations

from collections.abc import Callable

from simspades.analysis.facts import Facts
from simspades.analysis.table import Key
from simspades.analysis.tally import Cube
from simspades.analysis.units import NUMBER
from simspades.records.columns import CALLS, FEATURES

#: Cards of rank 2 to 6 in the suits other than spades: what covers a nil. It takes the cards themselves.
LOW_SIDE = "low_side"
FEATURE_NAMES: tuple[str, ...] = (*FEATURES, LOW_SIDE)

STRATEGY = Key("strategy", "the strategy at the seat", labels=lambda facts: facts.strategies)
TEAM = Key("team", "what plays for the side: its strategies", labels=lambda facts: facts.teams)
SEAT = Key("seat", "the seat, from 0")
POSITION = Key("position", "the seat's place after the dealer: 1 is on his left, the last is the dealer")
PLACE = Key("place", "the side's place after the dealer: 1 is that of the seat on his left, the last the dealer's own")
SITUATION = Key(
    "situation",
    "the side's score before the hand against the best other one, in classes of a fifth of the target",
    labels=lambda facts: facts.situations,
)
FEATURE = Key("feature", "a feature of the holding at the time of bidding", labels=lambda facts: FEATURE_NAMES)
VALUE = Key("value", "its value: a number of cards or suits, or for `top_spade` a rank (14 is the ace, 0 none)")
KIND = Key("kind", "the kind of call", labels=lambda facts: CALLS)

#: Features that are counted together, which saves passes over the rows.
FEATURE_SETS = (
    ("spades", "top_spade"),
    ("aces", "kings", "queens"),
    ("voids", "singletons", "longest_side"),
)

#: Every seat of every hand by what was called and taken.
CALLED = Cube("called", "seats", ("strategy", "seat", "position", "kind", "bid", "tricks", "with_bags"))
PLAIN = f"kind = {NUMBER}"

#: Every side of every hand by its contract and how it came out.
CONTRACTS = Cube(
    "contracts",
    "sides",
    ("team", "place", "contract", "margin", "made"),
    sums=("bags", "points", "points_square", "penalty", "paid", "first"),
)


#: Every side before every hand of a game by where it stands, and what becomes of it.
STANDINGS = Cube(
    "standings",
    "sides",
    ("own", "other", "deals", "bags_before", "other_bags_class"),
    sums=("won", "future"),
    coarse=True,
)


#: Every side of every game.
GAME_SIDES = Cube(
    "game_sides",
    "game_sides",
    ("team", "place", "won"),
    sums=("score", "bags", "penalties", "sets", "nils", "nils_made"),
)


def needs_games(facts: Facts) -> str:
    """The reason why a run of single hands lacks what games tell."""
    return "" if facts.by_game else "it plays single hands: play games, with simspades run --games N"


def needs_features(facts: Facts) -> str:
    return "" if facts.features else "it lacks the holdings' features: run it again without --no-features"


def needs_nils(facts: Facts) -> str:
    return "" if facts.has_nils else "its rules have no nil: choose rules with nil.enabled = true"


def needs_no_dummy(facts: Facts) -> str:
    reason = "with a dummy another bid may change who plays with it, so the tricks would not stay the same"
    return f"{reason}: choose another game than three_dummy" if facts.has_dummy else ""


def needs_own_bids(facts: Facts) -> str:
    if not facts.agrees_on_bids:
        return ""
    return "its sides agree on one number, so that no player has a bid of his own: choose bid.mode = round_table"


def first_of(*reasons: Callable[[Facts], str]) -> Callable[[Facts], str]:
    """The first reason that there is."""
    return lambda facts: next((reason(facts) for reason in reasons if reason(facts)), "")
