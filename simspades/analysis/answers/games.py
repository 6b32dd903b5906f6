"""Games: length, margins, changes of the lead, comebacks, endings, and who is going to win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from simspades.analysis.answer import Plot
from simspades.analysis.answers.common import GAME_SIDES, STANDINGS, TEAM, needs_games
from simspades.analysis.estimates import Sums, rate, share
from simspades.analysis.facts import Facts
from simspades.analysis.sentences import mean_words, share_words
from simspades.analysis.table import RATE_ERROR, Built, Count, Figure, Key, Table, in_words, mean, success
from simspades.analysis.tally import Cube, Tally
from simspades.analysis.units import ENDINGS

GAMES = Count("n", "games", unit="games")
LENGTHS = Cube(
    "lengths",
    "games",
    ("hands", "ending"),
    sums=("lead_changes", "margin", "bags", "penalties", "sets", "nils", "drawn", "capped"),
)
CHANGES = Cube("changes", "games", ("lead_changes",))
MARGINS = Cube("margins", "games", ("margin_class",))
SHARE = Figure("share", "share of all games", "share", RATE_ERROR, share)


def _overview_findings(built: Built, facts: Facts) -> Sequence[str]:
    hands, changes, margin = (mean_words(built.estimates[key], 0) for key in ("hands", "lead_changes", "margin"))
    return [
        f"A game lasts {hands} hands; the lead changes {changes} times, and at the end the best side is {margin} "
        "points ahead."
    ]


OVERVIEW = Table(
    id="games.overview",
    title="Games on average",
    reading="One row for all games; bags, penalties, sets and nils are those of all sides together.",
    keys=(),
    counts=(GAMES,),
    figures=(
        mean("hands", "hands a game", "hands", "hands"),
        mean("lead_changes", "how often the side with the highest score changed, ties not counted", "count", "changes"),
        mean("margin", "final score of the best side less that of the next", "points", "margin"),
        mean("bags", "bags a game", "bags", "bags"),
        mean("penalties", "bag penalties a game", "count", "penalties"),
        mean("sets", "contracts set a game", "count", "sets"),
        mean("nils", "nils called a game, blind ones included", "nils", "nils"),
        success("drawn", "share of games without a winner", "drawn"),
        success("capped", "share of games stopped by a limit of hands", "capped"),
    ),
    tallies=lambda facts: (
        Tally(
            "games.overview",
            LENGTHS,
            {},
            {"hands": "hands"},
            {"changes": "lead_changes"}
            | {name: name for name in ("margin", "bags", "penalties", "sets", "nils", "drawn", "capped")},
        ),
    ),
    tally="games.overview",
    missing=needs_games,
    findings=_overview_findings,
)
BY_TEAM = Table(
    id="games.teams",
    title="Games by team",
    reading="What each team wins and how; with one team at all sides it is an even share.",
    keys=(TEAM,),
    counts=(Count("n", "games, one for each side that the team played", unit="games"),),
    figures=(
        success("won", "share of the games won, of all games, draws included", "won"),
        mean("score", "mean final score", "points", "score"),
        mean("bags", "bags a game", "bags", "bags"),
        mean("penalties", "bag penalties a game", "count", "penalties"),
        mean("sets", "contracts set a game", "count", "sets"),
        mean("nils", "nils called a game, blind ones included", "nils", "nils"),
        success("nils_made", "share of them made, as the rules score them", "nils_made", "nils"),
    ),
    tallies=lambda facts: (
        Tally(
            "games.teams",
            GAME_SIDES,
            {"team": "team"},
            {"won": "won"},
            {name: name for name in ("score", "bags", "penalties", "sets", "nils", "nils_made")},
        ),
    ),
    tally="games.teams",
    missing=needs_games,
    limits="A team that sits on one side only has that side's advantage or disadvantage of the first deal too.",
)
ENDED = Table(
    id="games.endings",
    title="How games end",
    reading="What ended the games, and how long and how close they were.",
    keys=(Key("ending", "what ended the game", labels=lambda facts: ENDINGS),),
    counts=(GAMES,),
    figures=(
        SHARE,
        mean("hands", "mean hands", "hands", "hands"),
        mean("margin", "mean final score of the best side less that of the next", "points", "margin"),
    ),
    tallies=lambda facts: (
        Tally("games.endings", LENGTHS, {"ending": "ending"}, {"hands": "hands"}, {"margin": "margin"}),
    ),
    tally="games.endings",
    missing=needs_games,
    limits="A game that ends without any score at a limit was decided by playing off a tie, or outright: by a moon, "
    "a double nil, a Boston or sets in a row, where the rules have them.",
)
BY_LENGTH = Table(
    id="games.length",
    title="Length of games",
    reading="How many hands games take.",
    keys=(Key("hands", "hands of the game", "hands"),),
    counts=(GAMES,),
    figures=(SHARE, mean("margin", "mean margin at the end", "points", "margin")),
    tallies=lambda facts: (Tally("games.length", LENGTHS, {"hands": "hands"}, added={"margin": "margin"}),),
    tally="games.length",
    plot=Plot("bar", "hands", "share", "share_low", "share_high", x_title="hands", y_title="share of games"),
    missing=needs_games,
)
BY_MARGIN = Table(
    id="games.margin",
    title="Margins",
    reading="How far the best side is ahead of the next at the end.",
    keys=(
        Key(
            "margin",
            "least margin of the class, which is a tenth of the target wide",
            "points",
            labels=lambda facts: _Steps(facts.score_step),
        ),
    ),
    counts=(GAMES,),
    figures=(SHARE,),
    tallies=lambda facts: (Tally("games.margin", MARGINS, {"margin": "margin_class"}),),
    tally="games.margin",
    plot=Plot("bar", "margin", "share", "share_low", "share_high", x_title="margin, from", y_title="share of games"),
    missing=needs_games,
)
BY_CHANGES = Table(
    id="games.lead_changes",
    title="Changes of the lead",
    reading="How often another side took the lead; none means that one side led from its first points to the end.",
    keys=(Key("lead_changes", "changes of the lead in the game", "count"),),
    counts=(GAMES,),
    figures=(SHARE,),
    tallies=lambda facts: (Tally("games.lead_changes", CHANGES, {"lead_changes": "lead_changes"}),),
    tally="games.lead_changes",
    plot=Plot("bar", "lead_changes", "share", "share_low", "share_high", x_title="changes", y_title="share of games"),
    missing=needs_games,
)


class _Steps(dict[int, int]):
    """Classes by their lower ends."""

    def __init__(self, step: int) -> None:
        super().__init__()
        self._step = step

    def __missing__(self, code: int) -> int:
        return code * self._step


def _behind(table: Table, sums: Mapping[str, Sums], facts: Facts, keys: Sequence[Key]) -> Built:
    """Sides that were at some time at least so far behind, from those whose worst was in each class."""
    names = [key.name for key in keys]
    worst = sums[table.tally].over(names)
    at_least = {name: np.zeros_like(array) for name, array in worst.values.items()}
    classes = worst.groups["behind"].to_numpy(np.int64)
    others = worst.groups[[name for name in names if name != "behind"]].astype(str).agg("|".join, axis=1).to_numpy()
    for column, (lowest, other) in enumerate(zip(classes, others, strict=True)):
        chosen = (classes >= lowest) & (others == other)
        for name, array in worst.values.items():
            at_least[name][:, column] = array[:, chosen].sum(axis=1)
    found = Sums(worst.groups, worst.clusters, at_least).where(classes > 0)
    return Built(
        in_words(found.groups, keys, facts),
        {"n": found.total("n").astype(np.int64)},
        {"won": rate(found, "won", "n")},
    )


def _comeback_findings(built: Built, facts: Facts) -> Sequence[str]:
    far = facts.target * 2 // 5 // facts.score_step * facts.score_step
    return [
        f"{built.groups['team'].iloc[row]}, once {far} points or more behind, still wins "
        f"{share_words(built.estimates['won'], int(row))} of the games."
        for row in np.flatnonzero(built.groups["behind"] == far)
    ]


COMEBACKS = Table(
    id="games.comebacks",
    title="Comebacks",
    reading="Of the sides that were at least so far behind after some hand, how many still won.",
    keys=(
        TEAM,
        Key(
            "behind",
            "how far behind the best other side the side was at worst, at least",
            "points",
            labels=lambda facts: _Steps(facts.score_step),
        ),
    ),
    counts=(Count("n", "games in which the side was so far behind", unit="games"),),
    figures=(success("won", "share of these games that the side won", "won"),),
    tallies=lambda facts: (
        Tally(
            "games.comebacks",
            Cube("comebacks", "game_sides", ("team", "behind_class", "won")),
            {"team": "team", "behind": "behind_class"},
            {"won": "won"},
        ),
    ),
    tally="games.comebacks",
    build=_behind,
    plot=Plot(
        "line",
        "behind",
        "won",
        "won_low",
        "won_high",
        color="team",
        x_title="points behind at some time, at least",
        y_title="games still won",
    ),
    missing=needs_games,
    empty="no side was ever so far behind",
    findings=_comeback_findings,
    limits="The rows overlap: a side that was 200 behind was also 100 behind.",
)

OWN = Key(
    "own",
    "the side's score before the hand, from this number up to the next; the lowest and highest class hold the rest",
    "points",
    labels=lambda facts: _Steps(facts.score_step),
)
OTHER = Key(
    "other",
    "the best other side's score, in the same classes",
    "points",
    labels=lambda facts: _Steps(facts.score_step),
)
STANDS = Count("n", "hands of sides that stood so before them", unit="hands")
WON = success("won", "share of the games that the side went on to win", "won")
WIN_LIMITS = (
    "It is what the strategies of the run did from there, all of them pooled. The rows of one game are not "
    "independent, which the intervals allow for, but not where all of a few games were won or lost: there they are too "
    "short."
)
WIN = Table(
    id="games.win",
    title="Who is going to win",
    reading="The share of games won by a side from its own score (across) and the best other one (up) before a hand.",
    keys=(OWN, OTHER),
    counts=(STANDS,),
    figures=(WON,),
    tallies=lambda facts: (Tally("games.win", STANDINGS, {"own": "own", "other": "other"}, added={"won": "won"}),),
    tally="games.win",
    plot=Plot(
        "heat",
        "own",
        "other",
        "won_low",
        "won_high",
        color="won",
        x_title="own score",
        y_title="best other score",
        color_title="games won",
    ),
    missing=needs_games,
    limits=WIN_LIMITS,
)
WIN_IN_FULL = Table(
    id="games.win_table",
    title="Who is going to win, by scores, bags and dealer",
    reading="As the table before, with the side's own bags in three classes and who deals.",
    keys=(
        OWN,
        OTHER,
        Key(
            "bags",
            "the side's bags before the hand, from this number on, in three classes",
            "bags",
            labels=lambda facts: _Steps(facts.bag_step),
        ),
        Key("deals", "whether the side deals: 1 if it does"),
    ),
    counts=(STANDS,),
    figures=(WON,),
    tallies=lambda facts: (
        Tally(
            "games.win_table",
            STANDINGS,
            {"own": "own", "other": "other", "bags": f"bags_before // {facts.bag_step}", "deals": "deals"},
            added={"won": "won"},
        ),
    ),
    tally="games.win_table",
    missing=needs_games,
    limits=WIN_LIMITS,
)

TABLES = (OVERVIEW, BY_TEAM, ENDED, BY_LENGTH, BY_MARGIN, BY_CHANGES, COMEBACKS, WIN, WIN_IN_FULL)
