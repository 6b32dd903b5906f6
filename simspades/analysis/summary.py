"""The summary of a run: every figure of ``simspades summary`` with its error, and what they say in sentences.

What is shown is listed once, in the tables of :class:`Figure` below; ``docs/summary.md`` explains each key. Everything
is computed from :class:`~simspades.analysis.totals.Totals`, so a run without rows has the same summary.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from simspades.analysis.numbers import mean_text, share_text
from simspades.analysis.statistics import Estimate, Moments, deviation, difference, rate, ratio
from simspades.analysis.totals import STANDARD, Totals, totals_of_files
from simspades.analysis.traits import Traits
from simspades.errors import RecordError
from simspades.records.manifest import MANIFEST_NAME, Manifest
from simspades.records.reader import Run
from simspades.rules import load_rules

if TYPE_CHECKING:
    import pandas as pd

#: Key of ``summary`` in ``run.json`` under which a run keeps its :class:`Totals`.
TOTALS_KEY = "totals"
#: And there the digest of the settings that they were played under.
DIGEST_KEY = "digest"

#: How a figure is shown: a mean or a share with its standard error, or a rate of attempts with its interval.
Kind = Literal["mean", "share", "rate"]


@dataclasses.dataclass(frozen=True)
class Figure:
    """A figure of a group (a side, a seat, a position, the table): which sums it comes from and what it is called.

    ``x`` and ``n`` are the numerator and the denominator among the totals, ``{}`` standing for the group's number.
    With ``square``, the numerator of the squares, the figure is the standard deviation instead of the mean.
    ``needs`` is the trait of the rules without which the figure says nothing and is not shown in tables.
    """

    key: str
    label: str
    kind: Kind
    x: str
    n: str
    square: str = ""
    needs: str = ""

    def of(self, moments: Moments, group: int = 0) -> Estimate:
        """The estimate for one group."""
        if self.square:
            return deviation(moments, self.x, self.square, self.n)
        estimate: Callable[[Moments, str, str], Estimate] = ratio if self.kind == "mean" else rate
        return estimate(moments, self.x.format(group), self.n.format(group))


SIDE_FIGURES = (
    Figure("contract", "contract", "mean", "contract_{}", "contracted_{}"),
    Figure("made", "contracts made", "rate", "made_{}", "tried_{}"),
    Figure("points", "points a hand", "mean", "points_{}", "hands"),
    Figure("bags", "bags a hand", "mean", "bags_{}", "hands"),
    Figure("penalty", "penalty points a hand", "mean", "penalty_{}", "hands", needs="bag_penalty"),
    Figure("nils_made", "nils made", "rate", "nils_made_{}", "nils_{}", needs="nil"),
    Figure("blind_nils_made", "blind nils made", "rate", "blind_nils_made_{}", "blind_nils_{}", needs="blind_nil"),
)
#: How special calls are named: one of them, and several.
SPECIAL_NAMES = {
    "blind": ("blind number", "blind numbers"),
    "ten_for_200": ("ten for 200", "tens for 200"),
    "moon": ("moon", "moons"),
    "blind_moon": ("blind moon", "blind moons"),
    "no_trump": ("no-trump bid", "no-trump bids"),
    "blind_no_trump": ("blind no-trump bid", "blind no-trump bids"),
    "double_nil": ("double nil", "double nils"),
}
DUMMY_FIGURES = (
    Figure("declares", "plays with the dummy", "share", "declares_{}", "hands"),
    Figure("made_as_declarer", "contracts made as declarer", "rate", "made_as_declarer_{}", "tried_as_declarer_{}"),
    Figure("made_as_defender", "contracts made as defender", "rate", "made_as_defender_{}", "tried_as_defender_{}"),
)
SIDE_GAME_FIGURES = (
    Figure("games_won", "games won", "share", "win_{}", "games"),
    Figure("game_points", "points a game", "mean", "score_{}", "games"),
    Figure("game_bags", "bags a game", "mean", "bags_taken_{}", "games"),
    Figure("game_sets", "sets a game", "mean", "sets_{}", "games"),
)
SEAT_FIGURES = (
    Figure("bid", "bid", "mean", "bid_{}", "called_{}", needs="own_bids"),
    Figure("tricks", "tricks", "mean", "tricks_{}", "hands"),
    Figure("nil_calls", "nil called", "share", "nil_at_seat_{}", "hands", needs="nil"),
    Figure("blind_nil_calls", "blind nil called", "share", "blind_nil_at_seat_{}", "hands", needs="blind_nil"),
)
POSITION_FIGURES = (
    Figure("bid", "bid", "mean", "bid_at_{}", "called_at_{}", needs="own_bids"),
    Figure("tricks", "tricks", "mean", "tricks_at_{}", "hands"),
)
TABLE_FIGURES = (
    Figure("bid_sum", "sum of the contracts", "mean", "bid_sum", "bid_hands"),
    Figure("bid_sum_sd", "its standard deviation", "mean", "bid_sum", "bid_hands", square="bid_sum_square"),
)
GAME_FIGURES = (
    Figure("hands_a_game", "hands a game", "mean", "hands", "games"),
    Figure("lead_changes", "lead changes a game", "mean", "lead_changes", "games"),
    Figure("margin", "margin at the end", "mean", "margin", "games"),
    Figure("draws", "draws", "share", "draw", "games"),
    Figure("capped", "stopped by a limit of hands", "share", "capped", "games"),
)


def side_figures(traits: Traits, *, by_game: bool) -> tuple[Figure, ...]:
    """The figures of a side under rules with these traits."""
    special = tuple(
        figure
        for call in traits.special
        for one, several in (SPECIAL_NAMES[call.key],)
        for figure in (
            Figure(f"{call.key}_calls", f"{one} called", "share", f"{call.key}_calls_{{}}", "hands"),
            Figure(f"{call.key}_made", f"{several} made", "rate", f"{call.key}_made_{{}}", f"{call.key}_calls_{{}}"),
        )
    )
    dummy = DUMMY_FIGURES if traits.dummy else ()
    return (*SIDE_FIGURES, *special, *dummy, *(SIDE_GAME_FIGURES if by_game else ()))


def shown(figures: Iterable[Figure], traits: Traits) -> tuple[Figure, ...]:
    """Those figures that say something under rules with these traits."""
    return tuple(figure for figure in figures if not figure.needs or getattr(traits, figure.needs))


@dataclasses.dataclass(frozen=True)
class RunInfo:
    """What the summary says about the run itself.

    Attributes
    ----------
    rules, seed
        Name of the rule set; the seed.
    planned, status
        How many hands or games were asked for, and ``done``, ``running`` or ``interrupted``.
    lineups
        For each line-up the strategy at each seat, as given to the command.
    traits
        What the figures depend on in the rules.

    """

    rules: str
    seed: int
    planned: int
    status: str
    lineups: tuple[tuple[str, ...], ...]
    traits: Traits = STANDARD

    @classmethod
    def of(cls, manifest: Manifest) -> RunInfo:
        """What ``run.json`` says."""
        names = _short([strategy.spec for strategy in manifest.strategies])
        lineups = tuple(tuple(names[index] for index in lineup) for lineup in manifest.lineups)
        return cls(manifest.rules.name, manifest.seed, manifest.n, manifest.status, lineups, traits_of(manifest))


@dataclasses.dataclass(frozen=True)
class Group:
    """The figures of one side, seat or position.

    ``strategies`` are those of its seats, in order; empty where a run has several line-ups, or for positions.
    """

    number: int
    label: str
    seats: tuple[int, ...]
    strategies: tuple[str, ...]
    figures: dict[str, Estimate]


@dataclasses.dataclass(frozen=True)
class Comparison:
    """Side ``a`` minus side ``b``, paired: points a hand, and the share of games won (None in hands mode)."""

    a: int
    b: int
    points: Estimate
    games_won: Estimate | None


@dataclasses.dataclass(frozen=True)
class Summary:
    """A run in figures.

    Attributes
    ----------
    info, mode, hands, games
        The run; how many hands and games it holds (``games`` is None in hands mode).
    sides, seats, positions
        The groups. Position 1 is the seat left of the dealer; the last position is the dealer.
    table
        Figures of the whole table.
    comparisons
        Side 0 with every other side.
    dealer_effect
        Points a hand of the dealer's side minus those of the side on the dealer's left.
    findings
        What the figures say, in sentences.

    """

    info: RunInfo
    mode: str
    hands: int
    games: int | None
    sides: list[Group]
    seats: list[Group]
    positions: list[Group]
    table: dict[str, Estimate]
    comparisons: list[Comparison]
    dealer_effect: Estimate
    findings: list[str]

    def to_json(self) -> dict[str, Any]:
        """The document of ``simspades summary --json``; its keys are explained in ``docs/summary.md``."""
        return {
            "run": {
                "rules": self.info.rules,
                "seed": self.info.seed,
                "mode": self.mode,
                "lineups": [list(lineup) for lineup in self.info.lineups],
                "status": self.info.status,
                "planned": self.info.planned,
                "hands": self.hands,
                "games": self.games,
            },
            "sides": [_group_to_json("side", group) for group in self.sides],
            "seats": [_group_to_json("seat", group) for group in self.seats],
            "positions": [_group_to_json("position", group) for group in self.positions],
            "table": {key: dataclasses.asdict(estimate) for key, estimate in self.table.items()},
            "comparisons": [dataclasses.asdict(comparison) for comparison in self.comparisons],
            "dealer_effect": dataclasses.asdict(self.dealer_effect),
            "findings": self.findings,
        }

    def frame(self, groups: Literal["sides", "seats", "positions"]) -> pd.DataFrame:
        """The figures of the groups as a frame: a row for each group and figure."""
        import pandas as pd

        rows = [
            {groups[:-1]: group.number, "figure": key, **dataclasses.asdict(estimate)}
            for group in getattr(self, groups)
            for key, estimate in group.figures.items()
        ]
        return pd.DataFrame(rows).set_index([groups[:-1], "figure"])


def summarize_run(run: Run) -> Summary:
    """The summary of what a run directory holds so far; RecordError if that is nothing."""
    summary = summarize(totals_of_run(run), RunInfo.of(run.manifest))
    if summary.hands == 0:
        raise RecordError(
            f"{run.directory} holds no hand yet: no part of the run was finished (run again with --resume)"
        )
    return summary


def totals_of_run(run: Run) -> Totals:
    """The totals that ``run.json`` holds, or else those of the rows of all finished parts."""
    manifest = run.manifest
    document = manifest.summary.get(TOTALS_KEY)
    if isinstance(document, dict):
        check_totals(run.directory, manifest)
        return Totals.from_json(document)
    return totals_of_files(
        run.hands_files, run.games_files, manifest.players, manifest.sides, manifest.mode, traits_of(manifest)
    )


def check_totals(directory: Path, manifest: Manifest) -> None:
    """Raise :class:`RecordError` where the totals in ``run.json`` are not those of its settings."""
    digest = manifest.summary.get(DIGEST_KEY, manifest.totals_digest)  # runs of 0.1 have none
    if digest != manifest.totals_digest:
        path = directory / MANIFEST_NAME
        raise RecordError(
            f"{path} was changed since it was written: its totals were played under other settings, of digest "
            f"{str(digest)[:12]}, not {manifest.totals_digest[:12]}; put it right, or play anew with --overwrite"
        )


def traits_of(manifest: Manifest) -> Traits:
    """The traits of the rules that ``run.json`` holds."""
    return Traits.of(load_rules(manifest.rules.options))


def summarize(totals: Totals, info: RunInfo) -> Summary:
    """Every figure of the summary from the totals of a run."""
    players, sides, hands, games = totals.players, totals.sides, totals.hands, totals.games
    traits = info.traits
    lineup = info.lineups[0] if len(info.lineups) == 1 else ()
    side_groups = []
    for side in range(sides):
        seats = tuple(range(side, players, sides))
        strategies = tuple(lineup[seat] for seat in seats) if lineup else ()
        figures = _figures(side_figures(traits, by_game=False), hands, side)
        if games is not None:
            figures |= _figures(SIDE_GAME_FIGURES, games, side)
        side_groups.append(Group(side, _side_label(side, strategies), seats, strategies, figures))
    seat_groups = [
        Group(seat, f"seat {seat}", (seat,), lineup[seat : seat + 1], _figures(SEAT_FIGURES, hands, seat))
        for seat in range(players)
    ]
    if traits.dummy:
        seat_groups.append(Group(players, "dummy", (players,), (), _dummy_figures(hands, players)))
    positions = [
        Group(place + 1, _position_label(place + 1, players, traits), (), (), _figures(POSITION_FIGURES, hands, place))
        for place in range(players)
    ]
    table = _figures(TABLE_FIGURES, hands)
    if games is not None:
        table |= _figures(GAME_FIGURES, games)
    comparisons = [
        Comparison(
            a=0,
            b=side,
            points=difference(hands, "points_0", f"points_{side}", "hands"),
            games_won=None if games is None else difference(games, "win_0", f"win_{side}", "games"),
        )
        for side in range(1, sides)
    ]
    dealer_effect = difference(hands, f"points_of_{sides - 1}", "points_of_0", "hands")
    return Summary(
        info=info,
        mode=totals.mode,
        hands=hands.sum("hands"),
        games=None if games is None else games.sum("games"),
        sides=side_groups,
        seats=seat_groups,
        positions=positions,
        table=table,
        comparisons=comparisons,
        dealer_effect=dealer_effect,
        findings=_findings(side_groups, comparisons, _dealer_sentence(dealer_effect, sides, traits), len(info.lineups)),
    )


def _figures(figures: Iterable[Figure], moments: Moments, group: int = 0) -> dict[str, Estimate]:
    return {figure.key: figure.of(moments, group) for figure in figures}


def _dummy_figures(hands: Moments, seat: int) -> dict[str, Estimate]:
    """The figures of a seat that calls nothing: it has tricks only."""
    return {
        figure.key: figure.of(hands, seat) if figure.key == "tricks" else Estimate(None, None, None, None, 0)
        for figure in SEAT_FIGURES
    }


# --- sentences -------------------------------------------------------------------------------------------------------


def _findings(
    sides: Sequence[Group], comparisons: Sequence[Comparison], dealer_sentence: str, n_lineups: int
) -> list[str]:
    """Who did better where the sides play differently; what the seats are worth where they play alike."""
    if n_lineups > 1:
        sentences = [f"The run has {n_lineups} line-ups; the figures pool them."]
        return [*sentences, dealer_sentence]
    lineups = {tuple(sorted(side.strategies)) for side in sides}
    if len(lineups) == 1:
        names = " and ".join(dict.fromkeys(sides[0].strategies))
        sentences = [f"All sides play {names}: what differs between them is their seats, and chance."]
        sentences.append(dealer_sentence)
    else:
        sentences = [_points_sentence(comparison, sides) for comparison in comparisons]
    return sentences + [
        _games_sentence(comparison.games_won, sides[comparison.a], sides[comparison.b])
        for comparison in comparisons
        if comparison.games_won is not None
    ]


def _points_sentence(comparison: Comparison, sides: Sequence[Group]) -> str:
    a, b, points = sides[comparison.a].label, sides[comparison.b].label, comparison.points
    if points.value is None or points.se is None:
        return f"This is too little to compare {a} with {b}."
    if not _is_clear(points):
        return (
            f"The run does not tell {a} and {b} apart by points: the difference is {mean_text(points)} points a hand."
        )
    more = "more" if points.value > 0 else "less"
    return f"{_upper(a)} scores {_size(points)} points a hand {more} than {b}."


def _games_sentence(difference: Estimate, a: Group, b: Group) -> str:
    won, other = a.figures["games_won"], b.figures["games_won"]
    if won.value is None or other.value is None or difference.se is None:
        return f"This is too little to compare the games won by {a.label} and {b.label}."
    sentence = f"{_upper(a.label)} wins {share_text(won)} of the games, {b.label} {share_text(other)}"
    return f"{sentence}." if _is_clear(difference) else f"{sentence}: the run does not tell them apart by games won."


def _dealer_sentence(effect: Estimate, n_sides: int, traits: Traits) -> str:
    dealer, other = "the dealer", "the player on the dealer's left"
    if traits.drafted:
        dealer, other = "the first drawer", "the second"
    elif traits.partners:
        dealer, other = "the dealer's side", "the other side" if n_sides == 2 else "the side on the dealer's left"
    if effect.value is None or effect.se is None:
        return "This is too little to tell what the deal is worth."
    if not _is_clear(effect):
        return f"{_upper(dealer)} scores about as much as {other}: the difference is {mean_text(effect)} points a hand."
    return (
        f"{_upper(dealer)} scores {_size(effect)} points a hand {'more' if effect.value > 0 else 'less'} than {other}."
    )


def _is_clear(estimate: Estimate) -> bool:
    """Whether a difference is more than two standard errors."""
    return estimate.value is not None and estimate.se is not None and abs(estimate.value) > 2 * estimate.se


def _size(estimate: Estimate) -> str:
    """The estimate without its sign."""
    return mean_text(estimate).removeprefix("-")


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- names -----------------------------------------------------------------------------------------------------------


def _side_label(side: int, strategies: Sequence[str]) -> str:
    names = " and ".join(dict.fromkeys(strategies))
    return f"side {side} ({names})" if names else f"side {side}"


def _position_label(position: int, players: int, traits: Traits) -> str:
    if traits.drafted:
        return "first drawer" if position == players else "second drawer"
    if position == players:
        return "dealer"
    ordinal = {1: "1st", 2: "2nd", 3: "3rd"}.get(position, f"{position}th")
    return f"{ordinal} after the dealer"


def _short(specs: Sequence[str]) -> list[str]:
    """Strategies without the path of their file, where that leaves them distinct.

    >>> _short(["lab/bold.py:bold(risk=2)", "steady"])
    ['bold(risk=2)', 'steady']
    """
    short = [spec.rpartition(".py:")[2] for spec in specs]
    return short if len(set(short)) == len(set(specs)) else list(specs)


def _group_to_json(kind: str, group: Group) -> dict[str, Any]:
    document: dict[str, Any] = {kind: group.number}
    if kind == "side":
        document["seats"] = list(group.seats)
    if kind == "position":
        document["label"] = group.label
    else:
        document["strategies"] = list(group.strategies)
    return document | {key: dataclasses.asdict(estimate) for key, estimate in group.figures.items()}
