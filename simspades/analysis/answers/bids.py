"""Bids: how well they foretell the tricks, what contracts bring, and where points are left on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from simspades.analysis.answer import Kind, Plot
from simspades.analysis.answers.common import (
    CALLED,
    CONTRACTS,
    FEATURE,
    FEATURE_NAMES,
    FEATURE_SETS,
    PLAIN,
    POSITION,
    SEAT,
    SITUATION,
    STRATEGY,
    TEAM,
    VALUE,
    needs_features,
    needs_games,
    needs_no_dummy,
)
from simspades.analysis.estimates import Sums, deviation, share
from simspades.analysis.facts import Facts
from simspades.analysis.sentences import is_clear, mean_words, share_words, within_chance
from simspades.analysis.table import (
    RATE_ERROR,
    Built,
    Count,
    Figure,
    Key,
    Table,
    build,
    mean,
    success,
)
from simspades.analysis.tally import Cube, Tally

#: A row's values of the measures that all tables of bids share.
BID_SUMS = {
    "bids": "bid",
    "taken": "tricks",
    "gap": "tricks - bid",
    "gap_square": "(tricks - bid) * (tricks - bid)",
    "exact": "(tricks = bid)::TINYINT",
    "over": "(tricks > bid)::TINYINT",
    "under": "(tricks < bid)::TINYINT",
}
HANDS = Count("n", "bids of a number, a row for each seat and hand; calls of another kind are not in this table")
TRICKS = mean(
    "tricks",
    "mean tricks taken by the seat; with a dummy or one bid for a side, those that the bid is about",
    "tricks",
    "taken",
)
BIAS = mean("bias", "mean of tricks taken minus tricks bid: above 0 the bids are low", "tricks", "gap")
SPREAD = Figure(
    "spread",
    "standard deviation of tricks taken minus tricks bid, from hand to hand",
    "tricks",
    "first-order expansion, over clusters",
    lambda sums: deviation(sums, "gap", "gap_square", "n"),
)
OUTCOMES = (
    success("exact", "share of the bids met exactly", "exact"),
    success("over", "share of the bids exceeded", "over"),
    success("under", "share of the bids not reached", "under"),
)
BID = mean("bid", "mean number bid", "tricks", "bids")
GROUP_FIGURES = (BID, TRICKS, BIAS, SPREAD, *OUTCOMES)

SITUATIONS = Cube("bids_situation", "seats", ("strategy", "situation", "bid", "tricks"), where="is_number")
OFFERS = Cube("offers", "seats", ("strategy", "bid", "contract", "side_tricks"), where="plain")
TOTALS = Cube("totals", "hands", ("total", "sets"), sums=("bags",))


def _called(name: str, *keys: str) -> Tally:
    return Tally(name, CALLED, {key: key for key in keys}, BID_SUMS, where=PLAIN)


def _bias(kind: Kind, x: str, x_title: str, facet: str | None = None) -> Plot:
    return Plot(
        kind,
        x,
        "bias",
        "bias_low",
        "bias_high",
        color="strategy",
        facet=facet,
        x_title=x_title,
        y_title="tricks taken minus tricks bid",
        zero=True,
    )


def _features(facts: Facts) -> Sequence[Tally]:
    tallies = []
    for together in FEATURE_SETS:
        cube = Cube(f"bids_{'_'.join(together)}", "seats", ("strategy", *together, "bid", "tricks"), where="is_number")
        for feature in together:
            keys = {"strategy": "strategy", "feature": str(FEATURE_NAMES.index(feature)), "value": feature}
            tallies.append(Tally("bids.features", cube, keys, BID_SUMS))
    return tallies


CALIBRATION = Table(
    id="bids.calibration",
    title="Tricks taken by bid",
    reading="Points on the diagonal are bids that come true on average; above it the bidder takes more than he bids.",
    keys=(STRATEGY, Key("bid", "the number bid", "tricks")),
    counts=(HANDS,),
    figures=(
        Figure("share", "share of the strategy's bids", "share", RATE_ERROR, lambda s: share(s, within=["strategy"])),
        TRICKS,
        BIAS,
        SPREAD,
        *OUTCOMES,
    ),
    tallies=lambda facts: [_called("bids.calibration", "strategy", "bid")],
    tally="bids.calibration",
    plot=Plot(
        "line",
        "bid",
        "tricks",
        "tricks_low",
        "tricks_high",
        color="strategy",
        x_title="tricks bid",
        y_title="tricks taken",
        diagonal=True,
    ),
    limits="Tricks depend on the play, and the play on the bids: a player who has his bid stops trying.",
    empty="nobody bid a number",
)


def _strategy_findings(built: Built, facts: Facts) -> Sequence[str]:
    sentences = []
    for row, name in enumerate(built.groups["strategy"]):
        bias = mean_words(built.estimates["bias"], row)
        exact = share_words(built.estimates["exact"], row)
        word = "more" if built.estimates["bias"].value[row] > 0 else "fewer"
        chance = within_chance(built.estimates["bias"], row)
        taker = f"The side of {name}" if facts.agrees_on_bids else name
        sentences.append(
            f"{taker} takes {bias.removeprefix('-')} tricks {word} than it bids{chance}, and exactly its "
            f"bid in {exact}."
        )
    return sentences


BY_STRATEGY = Table(
    id="bids.strategy",
    title="Bids by strategy",
    reading="A bias near 0 means bids that are right on average, a small spread bids that are right hand by hand.",
    keys=(STRATEGY,),
    counts=(HANDS,),
    figures=GROUP_FIGURES,
    tallies=lambda facts: [_called("bids.strategy", "strategy")],
    tally="bids.strategy",
    findings=_strategy_findings,
    empty="nobody bid a number",
)
BY_SEAT = Table(
    id="bids.seat",
    title="Bids by seat",
    reading="With the same strategy everywhere, seats differ only by the first dealer of a game, and by chance.",
    keys=(SEAT, STRATEGY),
    counts=(HANDS,),
    figures=GROUP_FIGURES,
    tallies=lambda facts: [_called("bids.seat", "seat", "strategy")],
    tally="bids.seat",
    empty="nobody bid a number",
)
BY_POSITION = Table(
    id="bids.position",
    title="Bids by position in the bidding",
    reading="A bias that differs by place, or a smaller spread in later ones, is what hearing the others first does.",
    keys=(STRATEGY, POSITION),
    counts=(HANDS,),
    figures=GROUP_FIGURES,
    tallies=lambda facts: [_called("bids.position", "strategy", "position")],
    tally="bids.position",
    plot=_bias("interval", "position", "place after the dealer"),
    limits="Where rules let another seat than the one on the dealer's left bid first, the place is not the turn. A "
    "number that a side agrees on stands at its lower seat.",
    empty="nobody bid a number",
)
BY_SITUATION = Table(
    id="bids.situation",
    title="Bids by score",
    reading="Whether a strategy bids more when it is behind and less when it is ahead, and whether that comes true.",
    keys=(STRATEGY, SITUATION),
    counts=(HANDS,),
    figures=GROUP_FIGURES,
    tallies=lambda facts: [
        Tally("bids.situation", SITUATIONS, {"strategy": "strategy", "situation": "situation"}, BID_SUMS)
    ],
    tally="bids.situation",
    plot=_bias("interval", "situation", "score before the hand"),
    missing=needs_games,
    empty="nobody bid a number",
)
BY_FEATURE = Table(
    id="bids.features",
    title="Bids by features of the holding",
    reading="A bias that rises or falls along a feature is something that the bidder does not count, or counts twice.",
    keys=(STRATEGY, FEATURE, VALUE),
    counts=(HANDS,),
    figures=(BID, TRICKS, BIAS, SPREAD, *OUTCOMES),
    tallies=_features,
    tally="bids.features",
    plot=_bias("line", "value", "value of the feature", "feature"),
    missing=needs_features,
    empty="nobody bid a number",
)
BY_CONTRACT = Table(
    id="bids.contracts",
    title="Contracts",
    reading="What a side's combined bid brings: how often it is made, with how many bags, for how many points.",
    keys=(TEAM, Key("contract", "the side's number, of its bids together", "tricks")),
    counts=(Count("n", "hands in which the side had this contract"),),
    figures=(
        success("made", "share of the contracts made", "made"),
        success("set", "share of the contracts set", "sets"),
        mean(
            "tricks",
            "mean tricks beyond the contract, of those that count for it (not a failed nil's, as a rule)",
            "tricks",
            "beyond",
        ),
        mean("bags", "mean bags of the hand", "bags", "bags"),
        mean("points", "mean points of the hand, nils and bag penalties included", "points", "points"),
        Figure(
            "points_sd",
            "standard deviation of the points, from hand to hand",
            "points",
            "first-order expansion, over clusters",
            lambda sums: deviation(sums, "points", "points_square", "n"),
        ),
    ),
    tallies=lambda facts: [
        Tally(
            "bids.contracts",
            CONTRACTS,
            {"team": "team", "contract": "contract"},
            {"made": "made", "sets": "1 - made", "beyond": "margin"},
            added={name: name for name in ("bags", "points", "points_square")},
            where="made >= 0",
        )
    ],
    tally="bids.contracts",
    plot=Plot(
        "line",
        "contract",
        "made",
        "made_low",
        "made_high",
        color="team",
        x_title="contract",
        y_title="contracts made",
    ),
    empty="no side had a contract",
)


def _totals(table: Table, sums: Mapping[str, Sums], facts: Facts, keys: Sequence[Key]) -> Built:
    """As usual, with the tricks that nobody bid."""
    built = build(table, sums, facts, keys)
    left = facts.rules.n_tricks - built.groups["total"].to_numpy()
    return Built(built.groups, {"left": left, **built.plain}, built.estimates)


TOTAL = Table(
    id="bids.total",
    title="Sum of all contracts",
    reading="Tricks that nobody bid become bags; where more are bid than there are, somebody is set.",
    keys=(Key("total", "the sum of the contracts of all sides", "tricks"),),
    counts=(
        Count("left", "tricks of the hand that nobody bid; negative where too many were bid", "", "tricks"),
        Count("n", "hands"),
    ),
    figures=(
        Figure("share", "share of all hands", "share", RATE_ERROR, share),
        mean("bags", "mean bags of all sides together", "bags", "bags"),
        mean("sets", "mean number of sides set", "count", "sets"),
        success("any_set", "share of the hands in which a side was set", "any_set"),
    ),
    tallies=lambda facts: [
        Tally(
            "bids.total",
            TOTALS,
            {"total": "total"},
            {"sets": "sets", "any_set": "(sets > 0)::TINYINT"},
            added={"bags": "bags"},
            where="total >= 0",
        )
    ],
    tally="bids.total",
    build=_totals,
    plot=Plot("bar", "total", "share", "share_low", "share_high", x_title="sum of contracts", y_title="share of hands"),
    empty="no hand was bid by all sides",
)

WORTH_LIMITS = (
    "The tricks are those that were taken with the bid that was made. With another bid the side would have played for "
    "it, so a change is worth somewhat more than is shown here; what the others would have done is not known. Only "
    "hands in which the whole side bid plain numbers are looked at, and bonuses of special games are left out."
)
SHIFT = Key("shift", "how much more than the bid that was made", "tricks")
WORTH = mean("worth", "mean points of the side, each bag charged its share of the penalty", "points", "worth")
GAIN = mean("gain", "mean points gained over the bid that was made, on the same tricks", "points", "gain")


def _offers(name: str, *keys: str) -> Tally:
    return Tally(
        name,
        OFFERS,
        {key: {"alternative": "bid + shift"}.get(key, key) for key in keys},
        {"worth": "worth", "gain": "gain"},
        where="bid + shift > 0",
        join="JOIN worth_table USING (contract, side_tricks)",
    )


ALTERNATIVES = Table(
    id="bids.alternatives",
    title="What other bids would have been worth",
    reading="For each bid, the points of bidding more or less on the same tricks; a gain above 0 is left on the table.",
    keys=(
        STRATEGY,
        Key("bid", "the number bid", "tricks"),
        SHIFT,
        Key("alternative", "the bid instead", "tricks"),
    ),
    counts=(Count("n", "bids of this number"),),
    figures=(WORTH, GAIN),
    tallies=lambda facts: [_offers("bids.alternatives", "strategy", "bid", "shift", "alternative")],
    tally="bids.alternatives",
    plot=Plot(
        "line",
        "shift",
        "gain",
        "gain_low",
        "gain_high",
        color="bid",
        facet="strategy",
        x_title="bid more by",
        y_title="points gained a hand",
        zero=True,
    ),
    limits=WORTH_LIMITS,
    missing=needs_no_dummy,
    empty="no side bid plain numbers only",
)


def _shift_findings(built: Built, facts: Facts) -> Sequence[str]:
    sentences = []
    gain = built.estimates["gain"]
    for name in built.groups["strategy"].unique():
        rows = np.flatnonzero(built.groups["strategy"] == name)
        others = rows[built.groups["shift"].to_numpy()[rows] != 0]
        best = int(others[np.argmax(gain.value[others])])
        shift = int(built.groups["shift"].iloc[best])
        change = f"{abs(shift)} {'higher' if shift > 0 else 'lower'}"
        gained = f"every bid of {name} {change} would have gained {mean_words(gain, best)} points a hand for its side"
        if not is_clear(gain, best):
            sentences.append(f"Whether other bids would have scored more is not clear: on the same tricks, {gained}.")
        elif gain.value[best] > 0:
            sentences.append(f"On the same tricks, {gained}.")
        else:
            sentences.append(
                f"On the same tricks, to bid more throughout, or less, would have scored less than the bids of {name}."
            )
    return sentences


SHIFTED = Table(
    id="bids.shift",
    title="What bidding more or less throughout would have been worth",
    reading="The best shift of all bids of a strategy; 0 means that it bids neither too high nor too low.",
    keys=(STRATEGY, SHIFT),
    counts=(Count("n", "bids"),),
    figures=(WORTH, GAIN),
    tallies=lambda facts: [_offers("bids.shift", "strategy", "shift")],
    tally="bids.shift",
    plot=Plot(
        "interval",
        "shift",
        "gain",
        "gain_low",
        "gain_high",
        color="strategy",
        x_title="bid more by",
        y_title="points gained a hand",
        zero=True,
    ),
    limits=WORTH_LIMITS + " A bid that would leave the range from 1 to the number of tricks is not counted.",
    missing=needs_no_dummy,
    findings=_shift_findings,
    empty="no side bid plain numbers only",
)

TABLES = (
    BY_STRATEGY,
    CALIBRATION,
    BY_SEAT,
    BY_POSITION,
    BY_SITUATION,
    BY_FEATURE,
    BY_CONTRACT,
    TOTAL,
    SHIFTED,
    ALTERNATIVES,
)
