"""One hand of a run again: played alone from the run's seed, with every decision, and judged by the referee."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simspades.engine.trace import HandTrace, hand_traces, illegal_sentence, owner_of, trace_hand
from simspades.errors import RecordError, SimspadesError
from simspades.records.columns import HANDS_A_GAME
from simspades.records.manifest import load_manifest
from simspades.referee import judge
from simspades.rules import Ruleset, load_rules, presets
from simspades.runs.plan import StrategySpec
from simspades.runs.play import Dealer
from simspades.runs.resume import plan_again

#: Hands or games that a range is played in at a time.
BLOCK = {"hands": 1024, "games": 64}


@dataclasses.dataclass(frozen=True)
class Replay:
    """A hand that was played again.

    Attributes
    ----------
    hand
        Its number in the ``hand`` column.
    trace
        Its decisions, step by step.
    names
        The strategy at each seat.
    rules
        The rule set as hand records hold it: a preset's name, or all of its options.
    result
        The referee's answer to its record.
    illegal
        A sentence on the choice that was illegal, empty if none was.

    """

    hand: int
    trace: HandTrace
    names: tuple[str, ...]
    rules: str | dict[str, Any]
    result: dict[str, Any]
    illegal: str

    @property
    def record(self) -> dict[str, Any]:
        """The hand record with its ``result``, as plain JSON."""
        record = self.trace.record(self.rules)
        return {"game": self.trace.game, "hand": self.hand, **record, "result": self.result}


class Replayer:
    """Plays the hands of a run directory again.

    ``strategy`` is needed only where the file of a strategy has moved since the run. Raises :class:`SimspadesError`
    for a directory that holds no run, and where a strategy's source or the engine has changed since.
    """

    def __init__(self, directory: Path, strategy: list[StrategySpec] | None = None) -> None:
        self.directory = directory
        self.manifest = load_manifest(directory)
        self.plan = plan_again(directory, self.manifest, {"strategy": strategy})
        self.table = Dealer(self.plan).table
        self.by_game = self.plan.mode == "games"
        self._names = tuple(strategy.name for strategy in self.plan.lineup)
        self._rules = _named(self.plan.rules)

    def hand(self, hand: str) -> Replay:
        """The hand that a text names: a number of the ``hand`` column or, in games mode, ``GAME:N``."""
        game, hand_in_game = self._find(hand)
        if game >= self.plan.count:
            raise RecordError(f"the run in {self.directory} has {self._size}, so there is no hand {hand}")
        return self._replay(trace_hand(self.table, self.plan.seed, game, hand_in_game))

    def range(self, first: int, end: int) -> Iterator[Replay]:
        """The hands whose numbers in the ``hand`` column are ``first`` or more and below ``end``, in order."""
        unit = HANDS_A_GAME if self.by_game else 1
        start, stop = first // unit, min(-(-end // unit), self.plan.count)
        if start >= stop:
            raise RecordError(
                f"the run in {self.directory} has {self._size}, and none of them from {first} and before {end}"
            )
        step = BLOCK[self.plan.mode]
        for game in range(start, stop, step):
            block = self.table.play(self.plan.seed, game, min(step, stop - game), trace=True)
            for trace in hand_traces(self.table, block):
                if first <= self._number(trace) < end:
                    yield self._replay(trace)

    @property
    def _size(self) -> str:
        return f"{self.plan.count} {self.plan.mode}"

    def _number(self, trace: HandTrace) -> int:
        return trace.game * HANDS_A_GAME + trace.hand_in_game - 1 if self.by_game else trace.game

    def _find(self, hand: str) -> tuple[int, int]:
        """Game, and number of the hand in its game."""
        game, colon, number = hand.partition(":")
        if not game.isdecimal() or (colon and not (number.isdecimal() and int(number) > 0)):
            raise RecordError(
                f"HAND is {hand!r}, but it is a number of the hand column or, in games mode, GAME:N with N from 1"
            )
        if colon and not self.by_game:
            raise RecordError(f"HAND is {hand!r}, but GAME:N belongs to games mode, and {self.directory} has hands")
        if self.by_game and not colon:
            return int(game) // HANDS_A_GAME, int(game) % HANDS_A_GAME + 1
        return int(game), int(number or 1)

    def _replay(self, trace: HandTrace) -> Replay:
        illegal = ""
        if trace.illegal is not None:
            illegal = illegal_sentence(trace, self._names[owner_of(trace.rules, trace.illegal.seat, trace)])
        return Replay(self._number(trace), trace, self._names, self._rules, _judged(trace, illegal), illegal)


def _judged(trace: HandTrace, illegal: str) -> dict[str, Any]:
    """The referee's answer. A choice that no record can hold, such as two cards at once, is refused in its name."""
    step = trace.illegal
    if step is None:
        return judge(trace.record())
    try:
        answer = judge(trace.record())
    except SimspadesError:
        answer = {"legal": True}
    if answer["legal"]:
        return {
            "legal": False,
            "trick": step.trick,
            "seat": step.seat,
            "card": None,
            "rule": {"bid": "bid.player_range", "play": "play.holding"}.get(step.decision, "blind_nil.exchange"),
            "reason": illegal,
        }
    return answer


def _named(rules: Ruleset) -> str | dict[str, Any]:
    """A preset's name where the rule set is that preset, else the whole rule set."""
    if rules.name in presets() and load_rules(rules.name).digest == rules.digest:
        return rules.name
    return rules.flat()
