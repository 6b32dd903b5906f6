"""The checks of a strategy, one after another, each with its answer in a sentence."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

import numpy as np

from simspades.bench.timing import alternate
from simspades.bench.vectors import VectorUse, is_x86, processor_width, vector_use
from simspades.engine import IllegalChoiceError, Situation, Table
from simspades.engine.trace import explain_illegal
from simspades.errors import SimspadesError, StrategyError
from simspades.rules import Ruleset, load_rules, presets
from simspades.runs.play import announced, load_driver, load_strategies
from simspades.strategies import Strategy, load_strategy
from simspades.strategies.examine import Finding, Kind, examine
from simspades.strategies.library import LIBRARY
from simspades.strategies.model import DECISIONS
from simspades.workbench.again import HANDS as HANDS_AGAIN
from simspades.workbench.again import SEED as SEED_AGAIN
from simspades.workbench.again import fingerprint, fingerprint_elsewhere, outcome, own_table
from simspades.workbench.catalog import decides
from simspades.workbench.company import anybody

__all__ = ["CHECKS", "Result", "check", "claimed"]

#: The checks by name, in order.
CHECKS = ("compiled", "no peeking", "legal", "deterministic", "plain Python", "vectorised", "speed")

SEED = 0xC4EC
#: Hands of each line-up and situation, and games of each line-up, in each rule set.
HANDS = 2560
GAMES = 128
#: Games with company that plays anything may never end by themselves.
MAX_HANDS = 40
#: Hands of each situation whose decisions are made again in plain Python.
PLAIN_HANDS = 128
#: Hands of a round of timing, and rounds.
TIMED_HANDS = 128 * 200
ROUNDS = 21

_NOT_LEGAL = "not checked, as not every choice is legal"


@dataclasses.dataclass(frozen=True)
class Result:
    """The answer of one check.

    Attributes
    ----------
    passed
        None where there is nothing to pass, or where it could not be checked.
    details
        Sentences with the places at fault.

    """

    name: str
    passed: bool | None
    sentence: str
    details: tuple[str, ...] = ()


def claimed(strategy: Strategy, rules: tuple[str, ...] = ()) -> dict[str, Ruleset]:
    """The rule sets that a strategy is to be checked in: ``rules`` if given, else the presets it claims, else all."""
    return {name: load_rules(name) for name in rules or strategy.presets or presets()}


def check(spec: str, rules: tuple[str, ...] = (), only: Collection[str] = CHECKS) -> Iterator[Result]:
    """Check the strategy that ``spec`` names, in the presets that it claims or in ``rules``; results as they come.

    Raises :class:`StrategyError` for a strategy that cannot be loaded. ``only`` are the names of the checks that are
    wanted; that it compiles is checked always.
    """
    strategy = load_strategy(spec)
    rule_sets = claimed(strategy, rules)
    wanted = [name for name in CHECKS[1:] if name in only]
    compiled = _compiled(strategy)
    yield compiled
    if not compiled.passed:
        yield from (Result(name, None, "not checked, as it does not compile") for name in wanted)
        return
    load_driver()
    findings = {decision: examine(strategy, decision) for decision in DECISIONS}
    is_legal = True
    with ThreadPoolExecutor(1) as pool:
        uses = pool.submit(vector_use, [spec]) if "vectorised" in wanted and is_x86() else None
        answers: dict[str, Callable[[], Result]] = {
            "no peeking": lambda: _no_peeking(findings),
            "legal": lambda: _legal(strategy, rule_sets),
            "deterministic": lambda: _deterministic(strategy, spec, rule_sets),
            "plain Python": lambda: _plain(strategy, rule_sets),
            "vectorised": lambda: _vectorised(spec, uses, findings),
            "speed": lambda: _speed(strategy, next(iter(rule_sets.values()))),
        }
        for name in wanted:
            if name in ("deterministic", "plain Python", "speed") and not is_legal:
                yield Result(name, None, _NOT_LEGAL)
                continue
            try:
                result = answers[name]()
            except IllegalChoiceError:  # where nobody asked for the check that tells which
                result = Result(name, None, _NOT_LEGAL)
            is_legal = is_legal and not (name == "legal" and result.passed is False)
            yield result


def _compiled(strategy: Strategy) -> Result:
    start = time.perf_counter()
    try:
        load_strategies([strategy])
    except StrategyError as error:
        return Result("compiled", False, str(error))
    return Result("compiled", True, f"ready in {time.perf_counter() - start:.1f} s")


# ---- what it depends on ----------------------------------------------------------------------------------------------


def _no_peeking(findings: dict[str, list[Finding]]) -> Result:
    details = _sentences(findings, Kind.IMPURE, Kind.LUCK, Kind.WRONG)
    if details:
        return Result("no peeking", False, "a choice must depend on nothing but the view and the parameters", details)
    return Result("no peeking", True, "its functions look at the view, the parameters and constants, and nothing else")


def _sentences(findings: dict[str, list[Finding]], *kinds: Kind) -> tuple[str, ...]:
    chosen = [finding for each in findings.values() for finding in each if finding.kind in kinds]
    texts = (f"{finding.place}, in {finding.function}: {finding.sentence}" for finding in chosen)
    return tuple(dict.fromkeys(texts))


# ---- whether it plays by the rules -----------------------------------------------------------------------------------


def _legal(strategy: Strategy, rule_sets: Mapping[str, Ruleset]) -> Result:
    ends = _at_the_ends(strategy)
    hands = 0
    for name, rules in rule_sets.items():
        starts = [None, *_situations(rules)]
        cases = [(lineup, starts) for lineup in _lineups(strategy, rules)]
        # there may be many parameters: for each end a game with company that does anything, and one situation
        cases += [(_one_side(each, rules), [None, starts[-1]]) for each in ends]
        try:
            hands += sum(_play(rules, lineup, its_starts) for lineup, its_starts in cases)
        except SimspadesError as error:
            return Result("legal", False, f"with {name}: {error}")
    at_ends = ", at both ends of each parameter's range too" if ends else ""
    return Result("legal", True, f"every choice in {hands:,} hands of {', '.join(rule_sets)}{at_ends}")


def _at_the_ends(strategy: Strategy) -> list[Strategy]:
    """The strategy with each parameter at the ends of its range."""
    ends = [
        {name: end}
        for name, parameter in strategy.declared.items()
        for end in (parameter.low, parameter.high)
        if end is not None and end != strategy.parameters[name]
    ]
    return [strategy.with_parameters(each) for each in ends]


def _lineups(strategy: Strategy, rules: Ruleset) -> list[list[Strategy]]:
    """The strategy everywhere, on one side, and alone."""
    alone = [anybody if seat else strategy for seat in range(rules.players)]
    return [[strategy] * rules.players, _one_side(strategy, rules), alone]


def _one_side(strategy: Strategy, rules: Ruleset) -> list[Strategy]:
    return [anybody if rules.side_of(seat) else strategy for seat in range(rules.players)]


def _situations(rules: Ruleset) -> Iterator[Situation]:
    """Level at the start, then each of the sides far behind, with many bags and late in the game."""
    sides = range(rules.n_sides)
    yield Situation(score=tuple(0 for _ in sides), bags=tuple(0 for _ in sides))
    for last in sides:
        score = tuple(-150 if side == last else rules.end.target - 50 for side in sides)
        yield Situation(score=score, bags=tuple(7 + side % 3 for side in sides), hand_in_game=9)


def _play(rules: Ruleset, lineup: list[Strategy], starts: Iterable[Situation | None]) -> int:
    """Play hands of a line-up from situations, and games where there is none; how many hands there were.

    An illegal choice is told in a sentence.
    """
    tables = [Table(rules, lineup, start, 0 if start else MAX_HANDS) for start in starts]
    hands = 0
    for table in tables:
        try:
            block = table.play(SEED, 0, GAMES if table.by_game else HANDS)
        except IllegalChoiceError as error:
            sentence = explain_illegal(table, SEED, error.game, error.hand_in_game)
            raise StrategyError(f"{sentence} (seed {SEED})") from error
        hands += len(block.hands["game"])
    return hands


# ---- whether it always plays the same --------------------------------------------------------------------------------


def _deterministic(strategy: Strategy, spec: str, rule_sets: Mapping[str, Ruleset]) -> Result:
    here = fingerprint(strategy, rule_sets.values())
    again = fingerprint(strategy, rule_sets.values())
    there = fingerprint_elsewhere(spec, rule_sets)
    if there[0] != here[0]:
        sentence = "its constants differ from one start of Python to the next: does one come from a set, or from hash?"
        return Result("deterministic", False, sentence)
    wrong = []
    for (name, rules), *played in zip(rule_sets.items(), here[1:], again[1:], there[1:], strict=True):
        how = _played_differently(own_table(rules, strategy), *played)
        if how:
            wrong.append(f"with {name} the same hands came out differently {how}")
    if wrong:
        return Result("deterministic", False, wrong[0], tuple(wrong[1:]))
    hands = f"{HANDS_AGAIN:,} hands" if len(rule_sets) == 1 else f"{HANDS_AGAIN:,} hands of each rule set"
    return Result("deterministic", True, f"{hands} the same again, in other blocks and in another process")


def _played_differently(table: Table, here: str, again: str, there: str) -> str:
    """When hands came out differently; empty where they did not."""
    if again != here:
        return "when they were played a second time"
    cut = 1000
    parts = table.play(SEED_AGAIN, 0, cut), table.play(SEED_AGAIN, cut, HANDS_AGAIN - cut)
    if outcome(*parts) != here:
        return "in other blocks"
    return "in another process" if there != here else ""


def _plain(strategy: Strategy, rule_sets: Mapping[str, Ruleset]) -> Result:
    with announced("what the check looks through"):
        from simspades.workbench.observe import Difference, Observer

    observer = Observer(strategy)
    for name, rules in rule_sets.items():
        for situation in _situations(rules):
            try:
                observer.play(rules, anybody, situation, SEED, PLAIN_HANDS)
            except Difference as difference:
                return Result("plain Python", False, f"with {name}: {difference}")
    counts = ", ".join(f"{count:,} {decision}" for decision, count in observer.compared.items() if count)
    unasked = [decision for decision in DECISIONS if decides(strategy, decision) and not observer.compared[decision]]
    details = (f"never asked for there: {', '.join(unasked)}",) if unasked else ()
    return Result("plain Python", True, f"the same choices as plain Python and compiled ({counts})", details)


# ---- whether it is fast ----------------------------------------------------------------------------------------------


def _vectorised(
    spec: str, answer: Future[dict[str, dict[str, VectorUse]]] | None, findings: dict[str, list[Finding]]
) -> Result:
    width = processor_width()
    if answer is None or width is None:
        return Result("vectorised", None, "not checked, as the machine code of this processor is not known")
    failing = {step: use for step, use in answer.result()[spec].items() if not use.is_vector_code}
    if not failing:
        return Result("vectorised", True, f"every step of its own is vector code of {width} bits")
    decisions = {"lead": "play", "follow": "play"}
    texts = [
        f"{decisions.get(step, step)}{' (' + step + ')' if step in decisions else ''}: {_used(use)}"
        for step, use in failing.items()
    ]
    slow = {decision: findings[decision] for decision in {decisions.get(step, step) for step in failing}}
    causes = _sentences(slow, Kind.SLOW, Kind.IMPURE, Kind.LUCK) or (
        "its source shows no cause that is known; leave parts out to find it",
    )
    sentence = f"a step is vector code if half of its instructions use {width} bits; not so {', '.join(texts)}"
    return Result("vectorised", False, sentence, causes)


def _used(use: VectorUse) -> str:
    return f"{use.share:.0%} of its instructions use {use.width} bits" if use.width else "none of its instructions does"


def _speed(strategy: Strategy, rules: Ruleset) -> Result:
    tables = [Table(rules, [each] * rules.players, next(_situations(rules))) for each in (strategy, LIBRARY["steady"])]
    mine, steady = (partial(table.play, 1, 0, TIMED_HANDS) for table in tables)
    # each comes once after itself and once after the other
    timings = alternate([mine, steady, steady, mine], ROUNDS)
    pairs = [(first + fourth, second + third) for first, second, third, fourth in timings.rounds]
    ratios = np.array([own / other for own, other in pairs])
    ratio = float(np.median(ratios))
    # the standard error of a median, from the median deviation, which the odd slow round does not move
    error = 1.2533 * 1.4826 * float(np.median(np.abs(ratios - ratio))) / len(ratios) ** 0.5
    own_ns, steady_ns = (1e9 * timings.median(k) / TIMED_HANDS for k in (0, 1))
    sentence = f"{ratio:.2f} ± {error:.2f} times steady's time a hand ({own_ns:.0f} ns, steady {steady_ns:.0f} ns)"
    return Result("speed", None, sentence)
