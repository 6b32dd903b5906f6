"""Nils: how often they are kept, by what, and what they are worth against bidding a number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from simspades.analysis.answer import Plot
from simspades.analysis.answers.common import (
    CALLED,
    FEATURE,
    FEATURE_NAMES,
    KIND,
    LOW_SIDE,
    POSITION,
    SEAT,
    SITUATION,
    STRATEGY,
    VALUE,
    first_of,
    needs_features,
    needs_games,
    needs_nils,
)
from simspades.analysis.estimates import Estimates, Sums, quotient, rate, ratio, share, standardised
from simspades.analysis.facts import Facts
from simspades.analysis.numbers import percent_text
from simspades.analysis.sentences import mean_words, one, share_words, within_chance
from simspades.analysis.table import (
    COMPARED_ERROR,
    RATE_ERROR,
    Built,
    Count,
    Figure,
    Key,
    Table,
    build,
    in_words,
    mean,
    success,
)
from simspades.analysis.tally import Cube, Tally
from simspades.analysis.units import BLIND_NIL, NIL
from simspades.records.columns import FEATURES

NO_NIL = "nobody called a nil: let a strategy play that calls one, or more hands"
KEPT_SUM = {"kept": "(tricks = 0)::TINYINT"}
KEPT = success("kept", "share of the nils whose bidder took no trick, of the nils called", "kept")
NILS = Count("n", "nils called, blind ones included", unit="nils")
KEPT_LIMITS = (
    "A nil counts as kept when its bidder took no trick; under nil.partner_auto_fail it can still be lost with the "
    "partner's."
)


#: The nils one by one, with all that may matter for them.
EACH = Cube(
    "each_nil",
    "nils",
    (
        *("strategy", "kind", "seat", "position", "situation", "partner_bid", "other_bids", "tricks"),
        *FEATURE_NAMES,
        *("broken_trick", "broken_by"),
    ),
    sums=("points",),
    counted=False,
)


def _kept_tally(name: str, keys: Sequence[Key]) -> Tally:
    """The nils kept, by columns of the unit of nils."""
    return Tally(name, EACH, {key.name: key.name for key in keys}, KEPT_SUM)


def _kept_by(
    name: str,
    title: str,
    reading: str,
    keys: tuple[Key, ...],
    plot: Plot | None = None,
    missing: Callable[[Facts], str] = needs_nils,
) -> Table:
    """How many nils were kept, by who called them and something else."""
    return Table(
        id=f"nils.{name}",
        title=title,
        reading=reading,
        keys=keys,
        counts=(NILS,),
        figures=(KEPT,),
        tallies=lambda facts: (_kept_tally(f"nils.{name}", keys),),
        tally=f"nils.{name}",
        plot=plot,
        missing=missing,
        empty=NO_NIL,
    )


def _interval(x: str, x_title: str, facet: str | None = None) -> Plot:
    return Plot(
        "interval",
        x,
        "kept",
        "kept_low",
        "kept_high",
        color="strategy",
        facet=facet,
        x_title=x_title,
        y_title="nils kept",
    )


def needs_partners(facts: Facts) -> str:
    return "" if facts.sides < facts.players else "everybody plays alone: choose a game with partners"


def needs_broken(facts: Facts) -> str:
    if facts.broken_nils:
        return ""
    if not facts.manifest.features:
        return needs_features(facts) or "it lacks the holdings' features"
    return (
        "its rows lack the columns nil_broken_trick_S and nil_broken_by_S: run it again with a version of simspades "
        "that writes them"
    )


# --- attempts --------------------------------------------------------------------------------------------------------


def _attempt_findings(built: Built, facts: Facts) -> Sequence[str]:
    sentences = []
    for row, name in enumerate(built.groups["strategy"]):
        if built.estimates["kept"].n[row]:
            called, kept = (share_words(built.estimates[key], row) for key in ("called", "kept"))
            sentences.append(f"{name} calls nil in {called} of its hands and keeps {kept} of them.")
        else:
            sentences.append(f"{name} calls no nil.")
    return sentences


ATTEMPTS = Table(
    id="nils.attempts",
    title="Nils called and kept",
    reading="How often each strategy calls a nil, and how often it keeps it; blind nils on their own.",
    keys=(STRATEGY,),
    counts=(
        Count("n", "hands of the strategy: one for each seat that it plays", unit="hands"),
        Count("nils", "nils called, blind ones not counted", "nils", "nils"),
        Count("blind_nils", "blind nils called", "blind_nils", "nils"),
    ),
    figures=(
        success("called", "share of its hands in which it called nil", "nils"),
        success("kept", "share of the nils whose bidder took no trick", "kept", "nils"),
        success("blind_called", "share of its hands in which it called blind nil", "blind_nils"),
        success("blind_kept", "share of the blind nils whose bidder took no trick", "blind_kept", "blind_nils"),
    ),
    tallies=lambda facts: (
        Tally(
            "nils.attempts",
            CALLED,
            {"strategy": "strategy"},
            {
                "nils": f"(kind = {NIL})::TINYINT",
                "kept": f"(kind = {NIL} AND tricks = 0)::TINYINT",
                "blind_nils": f"(kind = {BLIND_NIL})::TINYINT",
                "blind_kept": f"(kind = {BLIND_NIL} AND tricks = 0)::TINYINT",
            },
        ),
    ),
    tally="nils.attempts",
    limits=KEPT_LIMITS,
    missing=needs_nils,
    choose=lambda sums: sums.over(["strategy"]).total("n") > 0,
    findings=_attempt_findings,
)
POINTS = Table(
    id="nils.points",
    title="Points with a nil",
    reading="What the side of a nil scores in the hand, when the nil is kept and when it fails.",
    keys=(STRATEGY, KIND),
    counts=(NILS,),
    figures=(
        KEPT,
        mean("points", "mean points of the side in hands with the nil", "points", "points"),
        mean("points_kept", "the same, of the nils kept", "points", "points_kept", "kept"),
        mean("points_failed", "the same, of the nils that failed", "points", "points_failed", "failed"),
    ),
    tallies=lambda facts: (
        Tally(
            "nils.points",
            EACH,
            {"strategy": "strategy", "kind": "kind"},
            {**KEPT_SUM, "failed": "(tricks > 0)::TINYINT"},
            {
                "points": "points",
                "points_kept": "points * (tricks = 0)::TINYINT",
                "points_failed": "points * (tricks > 0)::TINYINT",
            },
        ),
    ),
    tally="nils.points",
    limits=KEPT_LIMITS + " The points hold the partner's contract, bags and penalties too.",
    missing=needs_nils,
    empty=NO_NIL,
)

# --- what decides ----------------------------------------------------------------------------------------------------


def _features(facts: Facts) -> Sequence[Tally]:
    names = [*FEATURES, *([LOW_SIDE] if facts.holdings else [])]
    return [
        Tally(
            "nils.features",
            EACH,
            {"strategy": "strategy", "feature": str(FEATURE_NAMES.index(name)), "value": name},
            KEPT_SUM,
        )
        for name in names
    ]


BY_FEATURE = Table(
    id="nils.features",
    title="Nils by features of the holding",
    reading="Which holdings make a nil safe: by spades held, the top spade, aces, kings, short and long suits, cover.",
    keys=(STRATEGY, FEATURE, VALUE),
    counts=(NILS,),
    figures=(
        Figure(
            "share",
            "share of the strategy's nils",
            "share",
            RATE_ERROR,
            lambda sums: share(sums, within=["strategy", "feature"]),
        ),
        KEPT,
    ),
    tallies=_features,
    tally="nils.features",
    plot=_interval("value", "value of the feature", "feature"),
    limits="`low_side`, the cards of rank 2 to 6 in side suits that cover a nil, is there for runs with --holdings. "
    "Features go together: a holding without spades has longer side suits.",
    missing=first_of(needs_nils, needs_features),
    empty=NO_NIL,
)
BY_PARTNER = _kept_by(
    "partner",
    "Nils by the partner's bid",
    "A partner who bids high has the cards to cover a nil.",
    (STRATEGY, Key("partner_bid", "what the partner bid; 0 for a nil of his own", "tricks")),
    _interval("partner_bid", "partner's bid"),
    first_of(needs_nils, needs_partners),
)
BY_OPPONENTS = _kept_by(
    "opponents",
    "Nils by the opponents' bids",
    "What the other sides bid tells how many high cards lie against the nil.",
    (STRATEGY, Key("other_bids", "the sum of what the other sides' seats bid", "tricks")),
    _interval("other_bids", "sum of the opponents' bids"),
)
BY_POSITION = _kept_by(
    "position",
    "Nils by position in the bidding",
    "The seat on the dealer's left leads to the first trick, unless the rules say otherwise.",
    (STRATEGY, POSITION),
    _interval("position", "place after the dealer"),
)
BY_SEAT = _kept_by("seat", "Nils by seat", "Seats differ by who sits around them.", (SEAT, STRATEGY))
BY_SITUATION = _kept_by(
    "situation",
    "Nils by score",
    "Whether the nils of a side that is behind, which may be bolder ones, are kept less often.",
    (STRATEGY, SITUATION),
    _interval("situation", "score before the hand"),
    first_of(needs_nils, needs_games),
)


def _blind(table: Table, sums: Mapping[str, Sums], facts: Facts, keys: Sequence[Key]) -> Built:
    """As usual, with what the rules say of exchanges."""
    built = build(table, sums, facts, keys)
    cards = {"nil": facts.rules.nil.exchange or 0, "blind-nil": facts.rules.blind_nil.exchange or 0}
    exchanged = np.array([cards[kind] for kind in built.groups["kind"]], np.int64)
    optional = np.array(
        [kind == "blind-nil" and facts.rules.blind_nil.exchange_optional is True for kind in built.groups["kind"]], bool
    )
    return Built(built.groups, {"exchange": exchanged, "optional": optional, **built.plain}, built.estimates)


EXCHANGED = Table(
    id="nils.exchange",
    title="Nils by the rule of exchange",
    reading="One run has one rule; give runs under different rules to see what cards exchanged are worth to a nil.",
    keys=(KIND,),
    counts=(
        Count("exchange", "cards that the bidder exchanges with the partner under these rules", "", "cards"),
        Count("optional", "whether the exchange may be declined", "", ""),
        NILS,
    ),
    figures=(KEPT,),
    tallies=lambda facts: (_kept_tally("nils.exchange", (KIND,)),),
    tally="nils.exchange",
    build=_blind,
    limits="Whether an optional exchange was made is not in the rows; simspades replay shows it.",
    missing=needs_nils,
    empty=NO_NIL,
)

# --- who broke them --------------------------------------------------------------------------------------------------


def _leaders(facts: Facts) -> Sequence[str]:
    """Seats as the bidder of a nil sees them, clockwise from his own."""
    names = ["the bidder"]
    for step in range(1, facts.players):
        if step % facts.sides == 0:
            names.append("the partner" if facts.players == 2 * facts.sides else "a partner")
        elif step == 1:
            names.append("the opponent on the left")
        elif step == facts.players - 1:
            names.append("the opponent on the right")
        else:
            names.append(f"the opponent {step} seats on")
    return names


BROKEN = Table(
    id="nils.broken",
    title="Where nils were broken",
    reading="In which trick a nil was broken, and who had led to it.",
    keys=(
        Key("trick", "the first trick that the bidder won, from 1"),
        Key("by", "who had led to that trick", labels=_leaders),
    ),
    counts=(Count("n", "nils broken so", unit="nils"),),
    figures=(Figure("share", "share of all broken nils", "share", RATE_ERROR, share),),
    tallies=lambda facts: (
        Tally(
            "nils.broken",
            EACH,
            {"trick": "broken_trick", "by": "broken_by"},
            where="broken_trick > 0",
        ),
    ),
    tally="nils.broken",
    plot=Plot("bar", "trick", "share", color="by", x_title="trick", y_title="share of the broken nils"),
    missing=first_of(needs_nils, needs_broken),
    empty="no nil was broken",
)

# --- what they are worth ---------------------------------------------------------------------------------------------

#: What makes holdings alike: a nil is compared with numbers bid on them, in the same situation.
ALIKE = ("situation", "spades", "top_spade", "honours")
CHOICES = Cube(
    "choices",
    "seats",
    ("strategy", *ALIKE, "nil_outcome"),
    where="nil_or_number",
    sums=("points",),
    coarse=True,
)
WORTH_FIGURES = (
    success("kept", "share of the nils kept", "kept", "nils"),
    mean("nil", "mean points of the side with the nil", "points", "nil_points", "nils"),
    Figure(
        "alternative",
        "mean points of the side where a number was bid on like holdings in like situations, in the proportions in "
        "which nils are called",
        "points",
        COMPARED_ERROR,
        lambda sums: ratio(sums, "nil_points", "nils"),
    ),
    Figure(
        "gain",
        "mean points that the nil brought over the alternative",
        "points",
        COMPARED_ERROR,
        lambda sums: ratio(sums, "nil_points", "nils"),
    ),
    Figure(
        "break_even",
        "the share of nils that must be kept for the nil to bring as much as the alternative",
        "share",
        "first-order expansion, over clusters",
        lambda sums: rate(sums, "kept", "nils"),
    ),
    Figure(
        "beyond",
        "share of nils kept beyond the break-even share",
        "share",
        "first-order expansion, over clusters",
        lambda sums: rate(sums, "kept", "nils"),
    ),
)


def _choices(facts: Facts) -> Sequence[Tally]:
    return (
        Tally(
            "nils.value",
            CHOICES,
            {key: key for key in ("strategy", *ALIKE)},
            {
                "nils": "(nil_outcome > 0)::TINYINT",
                "kept": "(nil_outcome = 2)::TINYINT",
                "failed": "(nil_outcome = 1)::TINYINT",
                "numbers": "(nil_outcome = 0)::TINYINT",
            },
            {
                "nil_points": "points * (nil_outcome > 0)::TINYINT",
                "kept_points": "points * (nil_outcome = 2)::TINYINT",
                "failed_points": "points * (nil_outcome = 1)::TINYINT",
                "number_points": "points * (nil_outcome = 0)::TINYINT",
            },
        ),
    )


def _value(table: Table, sums: Mapping[str, Sums], facts: Facts, keys: Sequence[Key]) -> Built:
    """Nils against numbers on like holdings."""
    names = [key.name for key in keys]
    alike = sums["nils.value"].over([*names, *(key for key in ALIKE if key not in names)])
    gain, compared = standardised(alike, names, ("nil_points", "number_points"), ("nils", "numbers"), "first")
    called = alike.over(names).total("nils")
    # the other figures are those of the nils that were compared
    whole = alike.only((alike.total("nils") > 0) & (alike.total("numbers") > 0)).over(names)
    nil = ratio(whole, "nil_points", "nils")
    kept, failed = ratio(whole, "kept_points", "kept"), ratio(whole, "failed_points", "failed")
    share_kept = rate(whole, "kept", "nils")
    alternative = nil - gain
    break_even = quotient(alternative - failed, kept - failed)
    figures: dict[str, Estimates] = {
        "kept": share_kept,
        "nil": nil,
        "alternative": alternative,
        "gain": gain,
        "break_even": break_even,
        "beyond": share_kept - break_even,
    }
    shown = np.flatnonzero(called > 0)
    return Built(
        in_words(whole.groups.iloc[shown].reset_index(drop=True), keys, facts),
        {"n": called[shown].astype(np.int64), "compared": compared[shown]},
        {name: estimates.take(shown) for name, estimates in figures.items()},
    )


def _break_even_words(break_even: Estimates, row: int) -> str:
    """The share that must be kept, as far as it is known and can be one."""
    share_to_keep = float(break_even.value[row])
    if np.isnan(share_to_keep) or np.isnan(break_even.se[row]):
        return ""
    if share_to_keep > 1:
        return "; it would bring less even if all were kept"
    if share_to_keep < 0:
        return "; it would bring more even if none were kept"
    return f"; it breaks even when {percent_text(one(break_even, row))} are kept"


def _value_findings(built: Built, facts: Facts) -> Sequence[str]:
    sentences = []
    gain, break_even = built.estimates["gain"], built.estimates["break_even"]
    for row, name in enumerate(built.groups["strategy"]):
        if np.isnan(gain.value[row]):
            sentences.append(f"{name} never bids a number on the holdings on which it calls nil: nothing compares.")
            continue
        size = mean_words(gain, row).removeprefix("-")
        more = "more" if gain.value[row] > 0 else "less"
        brings = f"A nil of {name} brings its side {size} points {more} than a number on like holdings"
        sentences.append(f"{brings}{within_chance(gain, row)}{_break_even_words(break_even, row)}.")
    return sentences


COMPARED = Count(
    "compared",
    "share of the nils for which a like holding with a number was found; all figures are those of these nils",
    "",
    "share",
)
VALUE_LIMITS = (
    "Holdings are alike that have as many spades, the same top spade and as many aces and kings, in the same "
    "situation. Who calls nil on one of them and a number on the other has a reason, in the partner's bid or in the "
    "side suits, so the comparison is not one of equals; a run of the same seed without nils, given beside this one, "
    "compares the same deals."
)
WORTH = Table(
    id="nils.value",
    title="What nils are worth",
    reading="Points with a nil against points with a number on like holdings; a gain above 0 says that nil was right.",
    keys=(STRATEGY,),
    counts=(NILS, COMPARED),
    figures=WORTH_FIGURES,
    tallies=_choices,
    build=_value,
    findings=_value_findings,
    limits=VALUE_LIMITS,
    missing=first_of(needs_nils, needs_features),
    empty=NO_NIL,
)
WORTH_BY_SITUATION = Table(
    id="nils.break_even",
    title="Break-even of nils by score",
    reading="A nil is right where the share kept lies above the break-even share.",
    keys=(STRATEGY, SITUATION),
    counts=(NILS, COMPARED),
    figures=WORTH_FIGURES,
    tallies=_choices,
    build=_value,
    plot=Plot(
        "interval",
        "situation",
        "beyond",
        "beyond_low",
        "beyond_high",
        color="strategy",
        x_title="score before the hand",
        y_title="nils kept beyond the break-even share",
        zero=True,
    ),
    limits=VALUE_LIMITS,
    missing=first_of(needs_nils, needs_features, needs_games),
    empty=NO_NIL,
)

TABLES = (
    ATTEMPTS,
    POINTS,
    WORTH,
    WORTH_BY_SITUATION,
    BY_FEATURE,
    BY_PARTNER,
    BY_OPPONENTS,
    BY_POSITION,
    BY_SEAT,
    BY_SITUATION,
    EXCHANGED,
    BROKEN,
)
