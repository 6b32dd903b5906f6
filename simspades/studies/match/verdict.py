"""What came of a match, in sentences and as JSON."""

from __future__ import annotations

import dataclasses
from statistics import NormalDist
from typing import Any

from simspades.analysis.numbers import mean_text
from simspades.analysis.statistics import LEVEL, Estimate
from simspades.studies.match.play import Duel, MatchResult
from simspades.studies.match.ratings import holm
from simspades.studies.match.sequential import ALPHA, Verdict

#: Whoever stops at a limit is beyond it, and more often by luck than not.
EARLY_NOTES: dict[Verdict, str] = {
    "high": "As the test stopped early, the difference that is shown tends to be larger than the true one.",
    "low": "As the test stopped early, the difference that is shown tends to be smaller than the true one.",
}


def p_value(estimate: Estimate) -> float:
    """Chance of a difference at least so large between equals, two-sided; 1 where nothing is known of the error.

    >>> round(p_value(Estimate(1.96, 1.0, 0.0, 3.9, 1000)), 3)
    0.05
    """
    if estimate.value is None or estimate.se is None:
        return 1.0
    if estimate.se == 0:
        return 1.0 if estimate.value == 0 else 0.0
    return 2 * NormalDist().cdf(-abs(estimate.value) / estimate.se)


def adjusted(result: MatchResult) -> list[float]:
    """The p-value of every pair, adjusted for their number: by games won in games mode, else by points."""
    return holm([p_value(_decides(duel)) for duel in result.duels])


def sentences(result: MatchResult) -> list[str]:
    """The verdict, and what to beware of."""
    found = _round_robin(result) if len(result.strategies) > 2 else _of_two(result)
    if result.missed_se is not None:
        unit = "points a hand" if result.mode == "hands" else "games of 100"
        found.append(
            f"A standard error of {result.missed_se:g} {unit} was not reached in {result.played:,} {result.mode}."
        )
    return found


def _of_two(result: MatchResult) -> list[str]:
    [duel] = result.duels
    found = [_test_sentence(result)] if result.sprt else []
    found += [_games_sentence(result, duel)] if duel.games_won else []
    found += [_points_sentence(result, duel)]
    return [*found, EARLY_NOTES[result.verdict]] if result.stopped_early and result.verdict else found


def to_json(results: list[MatchResult]) -> dict[str, Any]:
    """The document of ``simspades match --json``; ``docs/match.md`` explains its keys."""
    first = results[0]
    return {
        "strategies": list(first.strategies),
        "mode": first.mode,
        "seed": first.seed,
        "sprt": None if first.sprt is None else dataclasses.asdict(first.sprt),
        "matches": [_result_to_json(result) for result in results],
    }


def _result_to_json(result: MatchResult) -> dict[str, Any]:
    document: dict[str, Any] = {
        "rules": result.rules.name,
        "rules_digest": result.rules.digest,
        "seatings": result.seatings,
        "deals": result.deals,
        result.mode: result.played,
        "hands_of_all": result.hands,
        "stopped_early": result.stopped_early,
        "missed_se": result.missed_se,
        "pairs": [
            {
                "a": result.strategies[duel.a],
                "b": result.strategies[duel.b],
                "points_a": dataclasses.asdict(duel.points[0]),
                "points_b": dataclasses.asdict(duel.points[1]),
                "difference": dataclasses.asdict(duel.difference),
                "games_won": duel.games_won and dataclasses.asdict(duel.games_won),
                "games_difference": duel.games_difference and dataclasses.asdict(duel.games_difference),
                "outcomes": list(duel.outcomes) or None,
                "p_adjusted": p,
            }
            for duel, p in zip(result.duels, adjusted(result), strict=True)
        ],
    }
    if result.sprt:
        document |= {"llr": result.llr, "limits": list(result.sprt.limits), "verdict": result.verdict}
    for name, ratings in (("points_ratings", result.points_ratings), ("games_ratings", result.games_ratings)):
        if ratings:
            document[name] = [
                {"strategy": result.strategies[i], "value": float(ratings.values[i]), "se": ratings.se(i)}
                for i in ratings.order
            ]
    return document | {"sentences": sentences(result)}


def _decides(duel: Duel) -> Estimate:
    return duel.games_difference or duel.difference


def _is_clear(estimate: Estimate) -> bool:
    return p_value(estimate) < 1 - LEVEL


def _points_sentence(result: MatchResult, duel: Duel) -> str:
    a, b = result.strategies[duel.a], result.strategies[duel.b]
    difference = duel.difference
    if difference.value is None or difference.se is None:
        return f"This is too little to compare {a} with {b} by points."
    if not _is_clear(difference):
        return f"By points {a} and {b} are not told apart: the difference is {mean_text(difference)} a hand."
    more = "more" if difference.value > 0 else "less"
    return f"{a} scores {mean_text(difference).removeprefix('-')} points a hand {more} than {b}."


def _games_sentence(result: MatchResult, duel: Duel) -> str:
    a, b = result.strategies[duel.a], result.strategies[duel.b]
    won, difference = duel.games_won, duel.games_difference
    if won is None or won.value is None or difference is None or difference.value is None:
        return f"This is too little to compare {a} with {b} by games won."
    in_hundred = dataclasses.replace(
        difference, value=100 * difference.value, se=None if difference.se is None else 100 * difference.se
    )
    text = f"{a} wins {100 * won.value:.1f} % of the games and {b} {100 * (1 - won.value):.1f} %"
    if result.rules.n_sides > 2:
        text += ", as if each held half of the sides"
    if not _is_clear(difference):
        return f"{text}: they are not told apart, with a difference of {mean_text(in_hundred)} in 100."
    return f"{text}, a difference of {mean_text(in_hundred)} in 100."


def _test_sentence(result: MatchResult) -> str:
    a, b = result.strategies
    test = result.sprt
    assert test is not None
    assert result.llr is not None
    unit = "points a hand" if result.mode == "hands" else "games of 100"
    if result.verdict is None:
        return (
            f"The test has not decided between a difference of {test.low:g} and one of {test.high:g} {unit} after "
            f"{result.played:,} {result.mode} (log-likelihood ratio {result.llr:.2f})."
        )
    answer = f"{test.high:g} or more rather than {test.low:g}"
    if result.verdict == "low":
        answer = f"{test.low:g} or less rather than {test.high:g}"
    return (
        f"The test decides after {result.played:,} {result.mode}: {a} minus {b} is {answer} {unit} (wrong in at most "
        f"{100 * ALPHA:g} % of such tests)."
    )


def _round_robin(result: MatchResult) -> list[str]:
    ratings = result.games_ratings or result.points_ratings
    assert ratings is not None
    best, second = ratings.order[:2]
    names = result.strategies
    p_values = adjusted(result)
    [between] = [p for duel, p in zip(result.duels, p_values, strict=True) if {duel.a, duel.b} == {best, second}]
    if between < 1 - LEVEL:
        verdict = f"{names[best]} is the best of {len(names)}."
    else:
        verdict = f"{names[best]} is rated first, but is not told apart from {names[second]}."
    n = len(p_values)
    unclear = sum(p >= 1 - LEVEL for p in p_values)
    clear = "all of them stand" if not unclear else f"{n - unclear} of them stand"
    note = (
        f"{n} pairs are compared. At two standard errors each, {100 * (1 - LEVEL**n):.0f} % of such tables would show "
        f"some difference between equals if the pairs were independent; the column p is adjusted for that (Holm), and "
        f"by it {clear}."
    )
    return [verdict, note]
