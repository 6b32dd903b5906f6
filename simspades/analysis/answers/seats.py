"""Seats: what it is worth to sit where, relative to the dealer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from simspades.analysis.answer import Plot
from simspades.analysis.answers.common import (
    CALLED,
    CONTRACTS,
    GAME_SIDES,
    PLACE,
    POSITION,
    SEAT,
    STRATEGY,
    needs_games,
)
from simspades.analysis.estimates import Sums, ratio
from simspades.analysis.facts import Facts
from simspades.analysis.numbers import percent_text
from simspades.analysis.sentences import is_clear, mean_words, one
from simspades.analysis.table import Built, Count, Figure, Key, Table, build, mean, success
from simspades.analysis.tally import Tally
from simspades.analysis.units import BLIND_NIL, NIL, NUMBER

SEAT_FIGURES = (
    mean("bid", "mean number bid, of the hands in which it bid a number", "tricks", "bids", "numbers"),
    mean(
        "tricks",
        "mean tricks taken; with a dummy or one bid for a side, those that the bid is about",
        "tricks",
        "taken",
    ),
    success("exact", "share of the numbers bid that were met exactly", "exact", "numbers"),
    success("nils", "share of the hands in which it called a nil, blind or not", "nils"),
)
SEAT_SUMS = {
    "numbers": f"(kind = {NUMBER})::TINYINT",
    "bids": f"bid * (kind = {NUMBER})::TINYINT",
    "taken": "tricks",
    "exact": f"(kind = {NUMBER} AND tricks = bid)::TINYINT",
    "nils": f"(kind IN ({NIL}, {BLIND_NIL}))::TINYINT",
}

BY_POSITION = Table(
    id="seats.position",
    title="Bids and tricks by place after the dealer",
    reading="What the same players do as first, second and last to speak; every seat passes through all places.",
    keys=(POSITION,),
    counts=(Count("n", "hands", unit="hands"),),
    figures=SEAT_FIGURES,
    tallies=lambda facts: (Tally("seats.position", CALLED, {"position": "position"}, SEAT_SUMS),),
    tally="seats.position",
    plot=Plot(
        "interval",
        "position",
        "tricks",
        "tricks_low",
        "tricks_high",
        x_title="place after the dealer",
        y_title="tricks taken",
    ),
)
BY_SEAT = Table(
    id="seats.seat",
    title="Bids and tricks by seat",
    reading="Who sits where; seats of one strategy should agree within chance but for the first dealer of a game.",
    keys=(SEAT, STRATEGY),
    counts=(Count("n", "hands", unit="hands"),),
    figures=SEAT_FIGURES,
    tallies=lambda facts: (Tally("seats.seat", CALLED, {"seat": "seat", "strategy": "strategy"}, SEAT_SUMS),),
    tally="seats.seat",
)


def _above(table: Table, sums: Mapping[str, Sums], facts: Facts, keys: Sequence[Key]) -> Built:
    """As usual, with each place's points above the mean of all places, paired."""
    built = build(table, sums, facts, keys)
    overall = ratio(sums[table.tally].over([]), "points", "n").take(np.zeros(len(built.groups), np.int64))
    return Built(built.groups, built.plain, {**built.estimates, "above": built.estimates["points"] - overall})


def _place_findings(built: Built, facts: Facts) -> Sequence[str]:
    above = built.estimates["above"]
    deals = len(built.groups) - 1
    whose = "The dealer's side" if facts.sides < facts.players else "The dealer"
    if deals < 0 or np.isnan(above.se[deals]):
        return []
    if not is_clear(above, deals):
        return [f"{whose} scores about as much as the average: {mean_words(above, deals)} points a hand apart."]
    more = "more" if above.value[deals] > 0 else "less"
    return [f"{whose} scores {mean_words(above, deals).removeprefix('-')} points a hand {more} than the average side."]


BY_PLACE = Table(
    id="seats.side",
    title="Points by place after the dealer",
    reading="Points of the sides by where they sit; above is the difference from the average of all places.",
    keys=(PLACE,),
    counts=(Count("n", "hands", unit="hands"),),
    figures=(
        mean("points", "mean points of the hand, bag penalties included", "points", "points"),
        Figure(
            "above",
            "mean points above the average of all places, in the same hands",
            "points",
            "paired, cluster-robust; 95 % interval by the t distribution",
            lambda sums: ratio(sums, "points", "n"),
        ),
        success("made", "share of the contracts made", "made", "contracts"),
        mean("bags", "mean bags of the hand", "bags", "bags"),
    ),
    tallies=lambda facts: (
        Tally(
            "seats.side",
            CONTRACTS,
            {"place": "place"},
            {"made": "(made = 1)::TINYINT", "contracts": "(made >= 0)::TINYINT"},
            {"points": "points", "bags": "bags"},
        ),
    ),
    tally="seats.side",
    build=_above,
    findings=_place_findings,
    limits="Where the sides play differently, the points of a place hold a little of that too: the last side deals the "
    "first hand of every game, and so sits in the dealer's place more often than the others.",
    plot=Plot(
        "interval",
        "place",
        "above",
        "above_low",
        "above_high",
        x_title="place of the side after the dealer",
        y_title="points a hand above the average",
        zero=True,
    ),
)


def _win_findings(built: Built, facts: Facts) -> Sequence[str]:
    won = built.estimates["won"]
    last = len(built.groups) - 1
    fair = f"{100 / facts.sides:.4g} %"
    apart = "" if len(facts.teams) == 1 else ", but the sides play differently, which counts too"
    return [
        f"The side of a game's first dealer wins {percent_text(one(won, last))} of the games; {fair} would be "
        f"even{apart}."
    ]


WINS = Table(
    id="seats.games",
    title="Games won by place after the first dealer",
    reading="What it is worth to sit left of a game's first dealer; strategies that differ by side count too.",
    keys=(
        Key("place", "the side's place after the first dealer: 1 is that of the seat on his left, the last his own"),
    ),
    counts=(Count("n", "games", unit="games"),),
    figures=(
        success("won", "share of the games won, of all games, draws included", "won"),
        mean("score", "mean final score", "points", "score"),
    ),
    tallies=lambda facts: (Tally("seats.games", GAME_SIDES, {"place": "place"}, {"won": "won"}, {"score": "score"}),),
    tally="seats.games",
    missing=needs_games,
    findings=_win_findings,
    limits="Side and place are one: unless a run seats its strategies in several ways, what the place and what the "
    "strategy is worth cannot be told apart where the sides play differently.",
)

TABLES = (BY_PLACE, WINS, BY_POSITION, BY_SEAT)
