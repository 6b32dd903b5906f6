"""Bags: how many there are, who takes them, what they earn and cost, and what is risked to avoid them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from simspades.analysis.answer import Plot
from simspades.analysis.answers.common import (
    CALLED,
    CONTRACTS,
    KIND,
    POSITION,
    STANDINGS,
    STRATEGY,
    TEAM,
    first_of,
    needs_games,
    needs_own_bids,
)
from simspades.analysis.estimates import Estimates, Sums, rate, ratio, share, standardised
from simspades.analysis.facts import Facts
from simspades.analysis.numbers import percent_text
from simspades.analysis.sentences import count_words, is_clear, mean_words, one
from simspades.analysis.table import (
    COMPARED_ERROR,
    RATE_ERROR,
    Built,
    Count,
    Figure,
    Key,
    Table,
    in_words,
    mean,
    success,
)
from simspades.analysis.tally import Cube, Tally
from simspades.analysis.units import BLIND_NIL, NIL, NUMBER, ZERO

HANDS = Count("n", "hands of the side", unit="hands")


def needs_penalty(facts: Facts) -> str:
    return "" if facts.has_penalty else "its rules have no bag penalty: choose rules with bags.penalty above 0"


def _balance_findings(built: Built, facts: Facts) -> Sequence[str]:
    sentences = []
    for row, name in enumerate(built.groups["team"]):
        bags, cost = (mean_words(built.estimates[key], row) for key in ("bags", "cost"))
        earned = mean_words(built.estimates["earned"].times(1.0 if facts.bag_points > 0 else -1.0), row)
        at_once = f"{'earn' if facts.bag_points > 0 else 'cost'} its side {earned} points at once"
        parts = [at_once] if facts.bag_points else []
        if facts.pays_penalties:
            parts.append(f"cost it {cost} in penalties")
        brings = f", which {' and '.join(parts)}" if parts else ""
        sentences.append(f"{name} takes {bags} bags a hand{brings}.")
    return sentences


BALANCE = Table(
    id="bags.balance",
    title="What bags earn and cost",
    reading="Points that overtricks score at once against the penalties paid for them; net is what remains.",
    keys=(TEAM,),
    counts=(HANDS,),
    figures=(
        mean("bags", "bags a hand", "bags", "bags"),
        mean("bags_game", "bags a game; of games only", "bags", "bags", "games"),
        mean("penalties_game", "penalties a game; of games only", "count", "penalties", "games"),
        mean("earned", "points a hand that bags score at once", "points", "earned"),
        mean("cost", "penalty points paid a hand", "points", "cost"),
        mean("net", "points a hand earned less paid", "points", "net"),
        mean("cost_game", "penalty points paid a game; of games only", "points", "cost", "games"),
    ),
    tallies=lambda facts: (
        Tally(
            "bags.balance",
            CONTRACTS,
            {"team": "team"},
            added={
                "bags": "bags",
                "games": "first" if facts.by_game else "0 * first",
                "penalties": "paid",
                "cost": "penalty",
                "earned": f"bags * {facts.bag_points}",
                "net": f"bags * {facts.bag_points} - penalty",
            },
        ),
    ),
    tally="bags.balance",
    limits="In a single hand a penalty falls due only where the situation of the run begins with bags. "
    "Two penalties paid in one hand count as one penalty, at their whole cost.",
    findings=_balance_findings,
)
BY_CONTRACT = Table(
    id="bags.contract",
    title="Bags by contract",
    reading="Low contracts leave tricks over; the share of all bags says which contracts they come from.",
    keys=(TEAM, Key("contract", "the side's number, of its bids together", "tricks")),
    counts=(HANDS,),
    figures=(
        mean("bags", "bags a hand", "bags", "bags"),
        Figure(
            "of_all", "share of all the team's bags", "share", RATE_ERROR, lambda s: share(s, "bags", within=["team"])
        ),
        success("none", "share of the contracts made that brought no overtrick", "exactly", "made"),
    ),
    tallies=lambda facts: (
        Tally(
            "bags.contract",
            CONTRACTS,
            {"team": "team", "contract": "contract"},
            {"made": "(made = 1)::TINYINT", "exactly": "(made = 1 AND margin = 0)::TINYINT"},
            {"bags": "bags"},
            where="contract >= 0",
        ),
    ),
    tally="bags.contract",
    plot=Plot(
        "line", "contract", "bags", "bags_low", "bags_high", color="team", x_title="contract", y_title="bags a hand"
    ),
    empty="no side had a contract",
)
BY_TAKER = Table(
    id="bags.taker",
    title="Who takes the bags",
    reading="Tricks beyond the own bid, in hands in which the side took bags; those of a failed nil are beyond it.",
    keys=(STRATEGY, POSITION, KIND),
    counts=(Count("n", "hands of the seat in which its side took bags", unit="hands"),),
    figures=(
        mean("surplus", "mean tricks beyond the own bid", "tricks", "surplus"),
        Figure(
            "of_all",
            "share of all such tricks of the strategy",
            "share",
            RATE_ERROR,
            lambda sums: share(sums, "surplus", within=["strategy"]),
        ),
    ),
    tallies=lambda facts: (
        Tally(
            "bags.taker",
            CALLED,
            {"strategy": "strategy", "position": "position", "kind": "kind"},
            {"surplus": "greatest(tricks - greatest(bid, 0), 0)"},
            where=f"kind IN ({NUMBER}, {NIL}, {BLIND_NIL}, {ZERO}) AND with_bags = 1",
        ),
    ),
    tally="bags.taker",
    missing=needs_own_bids,
    limits="A side takes fewer bags than its seats take tricks beyond their bids where one of them fell short. Calls "
    "for the whole side, as a blind bid, are left out: no trick of theirs is beyond a seat's own bid.",
    empty="no side took a bag",
)
COUNTS = Cube("bag_counts", "sides", ("team", "bags_before", "outcome", "other_outcome"), sums=("bags",))
BY_COUNT = Table(
    id="bags.count",
    title="Play by bags already taken",
    reading="A side near the penalty that ducks takes fewer bags, is set by one trick more often, and sets less.",
    keys=(TEAM, Key("bags_before", "the side's bags before the hand, those paid for taken off", "bags")),
    counts=(HANDS,),
    figures=(
        mean("bags", "bags a hand", "bags", "bags"),
        success("set", "share of the side's contracts set", "sets", "contracts"),
        success("set_by_one", "share of them set by a single trick: risked for bags", "by_one", "contracts"),
        success("exactly", "share of them made without an overtrick", "exactly", "contracts"),
        success("others_set", "share of the hands in which the other side was set", "others_set", "others"),
        success(
            "others_exactly",
            "share of them in which it made its contract exactly: a set missed by one trick",
            "others_exactly",
            "others",
        ),
    ),
    tallies=lambda facts: (
        Tally(
            "bags.count",
            COUNTS,
            {"team": "team", "bags_before": "bags_before"},
            {
                "contracts": "(outcome >= 0)::TINYINT",
                "sets": "(outcome BETWEEN 0 AND 1)::TINYINT",
                "by_one": "(outcome = 1)::TINYINT",
                "exactly": "(outcome = 2)::TINYINT",
                "others": "(other_outcome >= 0)::TINYINT",
                "others_set": "(other_outcome BETWEEN 0 AND 1)::TINYINT",
                "others_exactly": "(other_outcome = 2)::TINYINT",
            },
            {"bags": "bags"},
        ),
    ),
    tally="bags.count",
    plot=Plot(
        "interval",
        "bags_before",
        "bags",
        "bags_low",
        "bags_high",
        color="team",
        x_title="bags before the hand",
        y_title="bags a hand",
    ),
    limits="With more than two sides the other side is the one that came out worst. That a set was missed by one trick "
    "does not say that it could have been had.",
    missing=needs_games,
)

#: What makes standings alike but for the bags.
ALIKE = ("own", "other", "deals", "other_bags_class")


def _marginal(table: Table, sums: Mapping[str, Sums], facts: Facts, keys: Sequence[Key]) -> Built:
    """Standings with a bag more against those without it, scores, deal and the others' bags alike."""
    standings = sums["bags.marginal"]
    whole = standings.over(["bags_before"])
    pairs = _with_one_more(standings, whole.groups["bags_before"].tolist())
    saved, _ = standardised(pairs, ["bags_before"], ("future", "future_more"), ("n", "n_more"), "overlap")
    lost, _ = standardised(pairs, ["bags_before"], ("won", "won_more"), ("n", "n_more"), "overlap")
    shown = np.arange(len(whole.groups) - 1)
    figures: dict[str, Estimates] = {
        "future": ratio(whole, "future", "n").take(shown),
        "won": rate(whole, "won", "n").take(shown),
        "points": saved.shifted(facts.bag_points),
        "win": lost.times(-1.0),
    }
    groups = whole.groups.iloc[shown].reset_index(drop=True)
    return Built(in_words(groups, keys, facts), {"n": whole.total("n")[shown].astype(np.int64)}, figures)


def _with_one_more(standings: Sums, counts: Sequence[int]) -> Sums:
    """For each of the counts of bags but the highest, the sums with it, and with one bag more as ``_more``, by ALIKE.

    A short run may leave counts out: there is nothing to compare the one below a gap with, and none is made for it.
    """
    bags = standings.groups["bags_before"].to_numpy(np.int64)
    alike = standings.groups.groupby(list(ALIKE), sort=True).ngroup().to_numpy()
    highest, n_alike = max(counts), int(alike.max(initial=-1)) + 1
    values = {}
    for suffix, step in (("", 0), ("_more", 1)):
        inside = (bags >= step) & (bags < highest + step)
        column = (bags - step) * n_alike + alike
        for name, array in standings.values.items():
            placed = np.zeros((len(standings.clusters), highest * n_alike))
            placed[:, column[inside]] = array[:, inside]
            values[name + suffix] = placed
    groups = pd.DataFrame(
        {"bags_before": np.repeat(np.arange(highest), n_alike), "alike": np.tile(np.arange(n_alike), highest)}
    )
    return Sums(groups, standings.clusters, values).where(groups["bags_before"].isin(counts))


def _marginal_findings(built: Built, facts: Facts) -> Sequence[str]:
    points, win = built.estimates["points"], built.estimates["win"]
    costs = np.array([is_clear(points, row) and points.value[row] < 0 for row in range(len(built.groups))], bool)
    if not costs.any():
        return ["The run does not show that one bag more costs points in the rest of the game."]
    dearest = int(np.argmin(np.where(costs, points.value, np.inf)))
    bags = int(built.groups["bags_before"].iloc[dearest])
    lost = f"and with them {percent_text(one(win.times(-1.0), dearest))} of the games"
    if not (is_clear(win, dearest) and win.value[dearest] < 0):
        lost = f"with no clear change in the games won: {percent_text(one(win, dearest))}"
    return [
        f"One bag more costs most at {count_words(bags, 'bag')}: {mean_words(points.times(-1.0), dearest)} points in "
        f"the rest of the game, {lost}."
    ]


MARGINAL = Table(
    id="bags.marginal",
    title="What one more bag is worth",
    reading="At each count of bags, what a side with one bag more still scores and wins against one without it.",
    keys=(Key("bags_before", "the side's bags before the hand", "bags"),),
    counts=(Count("n", "hands of sides with this count", unit="hands"),),
    figures=(
        mean("future", "mean bag penalties paid from this hand to the end of the game", "points", "future"),
        success("won", "share of the games that the side goes on to win", "won"),
        Figure(
            "points",
            "points of one more bag: what it scores at once, less the penalties that it brings before the end",
            "points",
            COMPARED_ERROR,
            lambda sums: ratio(sums, "future", "n"),
        ),
        Figure(
            "win",
            "how many more games the side goes on to win with one bag more",
            "share",
            COMPARED_ERROR,
            lambda sums: ratio(sums, "won", "n"),
        ),
    ),
    tallies=lambda facts: (
        Tally(
            "bags.marginal",
            STANDINGS,
            {key: key for key in ("bags_before", *ALIKE)},
            added={"won": "won", "future": "future"},
        ),
    ),
    build=_marginal,
    plot=Plot(
        "interval",
        "bags_before",
        "points",
        "points_low",
        "points_high",
        x_title="bags before the hand",
        y_title="points of one more bag",
        zero=True,
    ),
    limits="Standings are compared within classes of both scores (a tenth of the target), of the others' bags (a third "
    "of the limit) and of who deals, and averaged with the weights that give the smallest error. Within a class a side "
    "with more bags may still stand a little better. All strategies are pooled. The bag that brings the penalty itself "
    "is not in the table: it costs the penalty and takes the count back to nothing.",
    missing=first_of(needs_penalty, needs_games),
    findings=_marginal_findings,
)

TABLES = (BALANCE, BY_CONTRACT, BY_TAKER, BY_COUNT, MARGINAL)
