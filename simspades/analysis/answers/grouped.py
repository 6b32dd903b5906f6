"""One subject's main figures by any columns: what ``simspades analyze SUBJECT DIR --by COLUMN`` prints."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from simspades.analysis.answers import bags, bids, games, nils, seats
from simspades.analysis.answers.common import KIND, PLACE, POSITION, SEAT, SITUATION, STRATEGY, TEAM, first_of
from simspades.analysis.facts import Facts
from simspades.analysis.table import Key, Table
from simspades.analysis.tally import Tally
from simspades.analysis.units import OPTIONAL
from simspades.errors import SimspadesError, nearest
from simspades.records.columns import FEATURES

_OF_A_SIDE = (
    SITUATION,
    Key("contract", "the side's number; -1 where it has none", "tricks"),
    Key("bags_before", "the side's bags before the hand", "bags"),
)
_OF_A_HAND = (
    Key("lineup", "which seating of the strategies", ""),
    Key("dealer", "the dealer's seat"),
    Key("hand_in_game", "the hand's place in its game, from 1"),
)
_OF_A_SEAT = (
    STRATEGY,
    SEAT,
    POSITION,
    KIND,
    Key("bid", "the number bid", "tricks"),
    Key("tricks", "tricks taken", "tricks"),
    Key("partner_bid", "what the rest of the side bid; -1 without a partner", "tricks"),
    Key("other_bids", "the sum of what the other sides bid", "tricks"),
    *_OF_A_SIDE,
    *_OF_A_HAND,
    *(Key(name, meaning) for name, meaning in FEATURES.items()),
    Key("low_side", "cards of rank 2 to 6 in the suits other than spades; for runs with --holdings", "cards"),
)
_SIDE = Key("side", "the side, from 0")


@dataclasses.dataclass(frozen=True)
class _Grouping:
    """What a subject may be grouped by.

    Attributes
    ----------
    model
        The table whose figures are shown.
    needs
        The keys of the cube that its figures are made from.
    keys
        The columns to group by.

    """

    model: Table
    needs: tuple[str, ...]
    keys: tuple[Key, ...]


GROUPINGS = {
    "bids": _Grouping(
        bids.BY_STRATEGY, ("kind", "bid", "tricks"), tuple(key for key in _OF_A_SEAT if key.name != "kind")
    ),
    "nils": _Grouping(nils.BY_SEAT, ("tricks",), tuple(key for key in _OF_A_SEAT if key.name not in ("bid", "tricks"))),
    "bags": _Grouping(bags.BALANCE, (), (TEAM, _SIDE, PLACE, *_OF_A_SIDE, *_OF_A_HAND)),
    "seats": _Grouping(
        seats.BY_SEAT, ("kind", "bid", "tricks"), tuple(key for key in _OF_A_SEAT if key.name not in ("bid", "tricks"))
    ),
    "games": _Grouping(games.BY_TEAM, ("won",), (TEAM, _SIDE, *seats.WINS.keys, _OF_A_HAND[0])),
}


def grouped(subject: str, columns: Sequence[str]) -> Table:
    """The table of a subject's main figures by columns; SimspadesError for one that it cannot be grouped by."""
    grouping = GROUPINGS[subject]
    known = {key.name: key for key in grouping.keys}
    for column in columns:
        if column not in known:
            raise SimspadesError(
                f"{subject} cannot be grouped by {column}{nearest(column, known)}; the columns are {', '.join(known)}"
            )

    def tallies(facts: Facts) -> Sequence[Tally]:
        model = grouping.model.tallies(facts)[0]
        cube = dataclasses.replace(
            model.cube,
            name=f"{subject}_by",
            keys=tuple(dict.fromkeys([*columns, *grouping.needs])),
            counted=True,
        )
        return (
            dataclasses.replace(model, name=f"{subject}.by", cube=cube, keys={column: column for column in columns}),
        )

    def lacks(facts: Facts) -> str:
        for column in columns:
            stem = OPTIONAL.get(column)
            if stem is not None and f"{stem}_0" not in facts.columns:
                flag = "with --holdings" if stem == "cards" else "without --no-features"
                return f"it lacks the columns {stem}_S that {column} is made from: run it again {flag}"
        return ""

    return Table(
        id=f"{subject}.by",
        title=f"{subject.capitalize()} by {', '.join(columns)}",
        reading="The main figures of the subject, by the columns that were asked for.",
        keys=tuple(known[column] for column in columns),
        counts=grouping.model.counts,
        # what is grouped by needs no mean
        figures=tuple(figure for figure in grouping.model.figures if figure.name not in columns),
        tallies=tallies,
        tally=f"{subject}.by",
        missing=first_of(lacks, grouping.model.missing),
    )
