"""What the tests of the page share: answers made by hand, with every kind of plot, and the page that shows them."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pandas as pd

from simspades.analysis.answer import Answer, ColumnText, Plot
from simspades.report.page import Contents, gather

CALIBRATION = Answer(
    id="bids.calibration",
    subject="bids",
    title="Tricks by bid",
    # a strategy's name may be anything; a single hand has no error
    frame=pd.DataFrame(
        [
            ("steady", 1, 1234, 1.5, 0.01, 1.48, 1.52),
            ("steady", 2, 900, 2.25, 0.02, 2.21, 2.29),
            ("steady", 10, 30, 9.5, 0.25, 9.0, 10.0),
            ("a <b> & </script>", 1, 7, 1.0, None, None, None),
            ("a <b> & </script>", 2, 800, 2.75, 0.02, 2.71, 2.79),
        ],
        columns=["strategy", "bid", "n", "tricks", "tricks_se", "tricks_low", "tricks_high"],
    ),
    columns={
        "strategy": ColumnText("who bids"),
        "bid": ColumnText("the number called", "tricks"),
        "n": ColumnText("hands", "count", title="hands"),
        "tricks": ColumnText("tricks taken on average", "tricks", "over games"),
        "tricks_se": ColumnText("standard error of tricks", "tricks"),
        "tricks_low": ColumnText("from", "tricks"),
        "tricks_high": ColumnText("to", "tricks"),
    },
    reading="On the dashed line a bid comes true.",
    plot=Plot("line", "bid", "tricks", "tricks_low", "tricks_high", "strategy", y_title="tricks taken", diagonal=True),
    findings=("steady takes 0.50 ± 0.01 tricks more than it bids.", "It is a second sentence."),
)

_PLACES = ("1st after the dealer", "2nd after the dealer", "dealer")
PLACES = Answer(
    id="bids.place",
    subject="bids",
    title="Contracts made by place",
    # the first strategy was never seen at the second place
    frame=pd.DataFrame(
        [
            (who, place, 100, share, share - 0.05, share + 0.05)
            for who, places in (("steady", _PLACES[::2]), ("basic", _PLACES))
            for place, share in zip(places, (0.5, 0.6, 0.75), strict=False)
        ],
        columns=["strategy", "place", "n", "made", "made_low", "made_high"],
    ),
    columns={
        "strategy": ColumnText("who bids"),
        "place": ColumnText("where it sits"),
        "n": ColumnText("contracts", "count"),
        "made": ColumnText("contracts made", "share", "Wilson's interval"),
        "made_low": ColumnText("from", "share"),
        "made_high": ColumnText("to", "share"),
    },
    reading="Further right is better.",
    plot=Plot("interval", "place", "made", "made_low", "made_high", "strategy", y_title="contracts that were made"),
)
BARS = dataclasses.replace(
    PLACES, id="bags.bars", subject="bags", plot=Plot("bar", "place", "made", "made_low", "made_high", "strategy")
)
FACETS = dataclasses.replace(
    CALIBRATION,
    id="nils.facets",
    subject="nils",
    findings=(),
    plot=Plot("points", "bid", "tricks", "tricks_low", "tricks_high", facet="strategy", zero=True),
)
CHANCES = Answer(
    id="games.chances",
    subject="games",
    title="Who is going to win",
    frame=pd.DataFrame(
        [(own, other, (1000 + own - other) / 2000) for other in range(0, 500, 100) for own in range(0, 500, 100)],
        columns=["own", "other", "won"],
    ),
    columns={
        "own": ColumnText("own score", "points"),
        "other": ColumnText("the other score", "points"),
        "won": ColumnText("games won", "share"),
    },
    reading="Yellow wins.",
    plot=Plot("heat", "own", "other", color="won"),
)
LONG = Answer(
    id="games.long",
    subject="games",
    title="A long table",
    frame=pd.DataFrame({"game": range(1000), "hands": [10 + game % 7 for game in range(1000)]}),
    columns={"game": ColumnText("the game"), "hands": ColumnText("its length", "hands")},
    reading="A row a game.",
)
NOTHING = dataclasses.replace(
    PLACES,
    id="seats.nothing",
    subject="seats",
    title="Penalties by seat",
    frame=PLACES.frame.iloc[:0],
    missing="No penalty was paid: play games, with simspades run --games N.",
)
ALL = (CALIBRATION, PLACES, FACETS, BARS, NOTHING, CHANCES, LONG)


def by_hand(*directories: Path) -> Contents:
    """The contents of the page of some runs, with the answers of this module for theirs."""
    from simspades.analysis.answers import open_runs

    contents = gather(open_runs(directories))
    subjects = {answer.subject for answer in ALL}
    return dataclasses.replace(
        contents, answers={subject: [answer for answer in ALL if answer.subject == subject] for subject in subjects}
    )
