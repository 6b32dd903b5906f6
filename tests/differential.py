"""The engine before the referee: every hand of a case is judged, and where asked for taken through it step by step.

A case is a rule set, a line-up and a range of hands or games. Each hand's record must be legal to the referee and come
to the same contracts, tricks, points, bags and end; each game to the same columns. ``follow`` compares all that was
legal at every decision.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from follow import DisagreementError, follow
from random_hands import standing_keys
from seen import see_games, see_hand
from wild import wild

from simspades.engine import Situation, Table
from simspades.engine.block import Block
from simspades.engine.trace import HandTrace, call_text, hand_traces
from simspades.referee import Game, Settlement, judge
from simspades.referee.ending import final_scores
from simspades.rules import Ruleset, load_rules
from simspades.strategies.load import load_strategy
from simspades.strategies.model import Strategy

#: Which hands are judged, of those with these columns.
Wanted = Callable[[dict[str, Any]], Any]

#: Games of wild players may never end by themselves.
MAX_HANDS = 30

#: Everybody who sits down in the cases; the wild player goes where the others never do.
PLAYERS = {"wild": wild, **{name: load_strategy(name) for name in ("random", "basic", "steady")}}


@dataclasses.dataclass(frozen=True)
class Case:
    """A rule set, a line-up, a seed, and a range of hands (with their situation) or of games.

    ``wanted`` picks the hands to judge by their columns, of many that are only played: for what is rare. ``limit`` is
    where a game of games mode is stopped.
    """

    name: str
    rules: Ruleset
    lineup: tuple[Strategy, ...]
    seed: int
    count: int
    situation: Situation | None = None
    wanted: Wanted | None = None
    limit: int = MAX_HANDS

    def __str__(self) -> str:
        names = ", ".join(strategy.spec for strategy in self.lineup)
        mode = f"hands {self.situation}" if self.situation else "games"
        return f"{self.name}: {names}; seed {self.seed}, {mode}; rules {self.rules.changed(load_rules('std4'))}"

    @property
    def table(self) -> Table:
        return Table(self.rules, self.lineup, self.situation, 0 if self.situation else self.limit)


@dataclasses.dataclass
class Findings:
    """How often each kind of thing was seen, and every disagreement in words."""

    seen: Counter[str] = dataclasses.field(default_factory=Counter)
    disagreements: list[str] = dataclasses.field(default_factory=list)

    def add(self, other: Findings) -> None:
        """Take in the findings of another case."""
        self.seen += other.seen
        self.disagreements += other.disagreements


def check_case(case: Case, *, legal_sets: bool = True) -> Findings:
    """Play a case and judge all of it.

    ``legal_sets`` also takes each hand through the referee's steps and compares all that was legal at each.
    """
    table, findings = case.table, Findings()
    for block in _blocks(table, case):
        traces = list(hand_traces(table, block))
        judged: list[Judged | None] = []
        for row, trace in enumerate(traces):
            try:
                judged.append(judge_hand(trace, _row(block.hands, row), findings.seen, legal_sets=legal_sets))
            except DisagreementError as error:
                findings.disagreements.append(f"{error}\n{case}")
                judged.append(None)
        if block.games is not None:
            findings.disagreements += [f"{text}\n{case}" for text in _wrong_games(case, block, traces, judged)]
            ties = {trace.game for trace in traces if trace.before["tie_break"]}
            see_games(findings.seen, block.games, len(ties))
    return findings


def _blocks(table: Table, case: Case) -> Iterator[Block]:
    """The whole range, or hand by hand those that are wanted."""
    if case.wanted is None:
        yield table.play(case.seed, 0, case.count, trace=True)
        return
    columns = table.play(case.seed, 0, case.count).hands
    for number in columns["game"][case.wanted(columns)].tolist():
        yield table.play(case.seed, number, 1, trace=True)


def _row(columns: dict[str, Any], row: int) -> dict[str, Any]:
    return {name: column[..., row].tolist() for name, column in columns.items()}


@dataclasses.dataclass(frozen=True)
class Judged:
    """What the referee says of a hand; the settlement where it was taken step by step."""

    answer: dict[str, Any]
    settlement: Settlement | None

    @property
    def standing(self) -> dict[str, Any]:
        """The standing after the hand, as the key ``before`` of the next one's record."""
        if self.settlement is not None:
            return standing_keys(self.settlement.after)
        answer = self.answer
        return {"score": answer["score"], "bags": answer["bags_total"], "sets": answer["sets"]}


def judge_hand(trace: HandTrace, columns: dict[str, Any], seen: Counter[str], *, legal_sets: bool = True) -> Judged:
    """Judge a hand; raises :class:`DisagreementError` where the engine says otherwise."""
    if trace.illegal is not None:
        raise DisagreementError(f"{trace.title}: the engine calls {trace.illegal} illegal")
    try:
        record = trace.record()
        answer: dict[str, Any] = judge(record)
    except Exception as error:
        raise DisagreementError(f"{trace.title}: there is no record that the referee can read: {error}") from error
    if not answer["legal"] or not answer["complete"]:
        raise DisagreementError(f"{trace.title}: the referee says {answer}")
    expected = {
        "dealer": record["dealer"],
        "tricks": answer["tricks"],
        "contract": [-1 if number is None else number for number in answer["contract"]],
        "made": [-1 if made is None else int(made) for made in answer["made"]],
        **{name: answer[name] for name in ("points", "bags", "penalty", "score", "bags_total")},
        "call": record["bids"] or [None] * trace.rules.players,
    }
    found = columns | {"call": [None if call < 0 else call_text(call) for call in columns["call"]]}
    for name, value in expected.items():
        if value != found[name]:
            raise DisagreementError(f"{trace.title}: {name} is {value} for the referee and {found[name]} in the engine")
    settlement = follow(trace) if legal_sets else None
    if settlement is not None and (told := settlement.answer()) != {key: answer[key] for key in told}:
        raise DisagreementError(f"{trace.title}: step by step the referee says {told}, of the record {answer}")
    see_hand(seen, trace, record, answer)
    return Judged(answer, settlement)


# --- games ---


def _wrong_games(case: Case, block: Block, traces: list[HandTrace], judged: list[Judged | None]) -> Iterator[str]:
    """What is wrong with the games of a block, beside their hands."""
    assert block.games is not None
    ends = block.games["hands"].cumsum().tolist()
    if ends[-1] != len(traces):
        yield f"the games have {ends[-1]} hands, and there are {len(traces)} rows"
    for index, (first, end) in enumerate(zip([0, *ends], ends, strict=False)):
        hands = [hand for hand in judged[first:end] if hand is not None]
        if len(hands) == end - first:
            yield from _wrong_game(case, _row(block.games, index), traces[first:end], hands)


def _wrong_game(case: Case, columns: dict[str, Any], traces: list[HandTrace], hands: list[Judged]) -> Iterator[str]:
    rules, where = case.rules, f"game {columns['game']}"
    standing = standing_keys(Game.start(rules).standing)
    for k, (trace, hand) in enumerate(zip(traces, hands, strict=True)):
        told = (trace.game, trace.hand_in_game, trace.dealer, trace.before)
        expected = (columns["game"], k + 1, (k - 1) % rules.players, standing)
        if told != expected:
            yield f"hand {k + 1} of {where} begins at {told}, but for the referee at {expected}"
        if hand.answer["over"] != (k + 1 == len(hands)) and k + 1 != case.limit:
            yield f"{where} ends after {len(hands)} hands, and the referee says otherwise of hand {k + 1}"
        standing = hand.standing
        if hand.settlement is None and k + 1 < len(traces):
            # only the steps tell whether a tie is played off
            standing["tie_break"] = traces[k + 1].before["tie_break"]
    for name, value in game_columns(rules, traces, hands).items():
        if columns[name] != value:
            yield f"{where}: {name} is {value} for the referee and {columns[name]} in the engine"


def game_columns(rules: Ruleset, traces: list[HandTrace], hands: list[Judged]) -> dict[str, Any]:
    """What the columns of ``games`` must hold, from what the referee said of the hands."""
    answers = [hand.answer for hand in hands]
    last, sides = answers[-1], range(rules.n_sides)
    # a game is capped where no rule but a limit of hands has ended it; the run's own limit stops it like the rule's
    by_rule = _ended_with(rules, traces[-1], 0)
    winner = last["winner"] if last["over"] else _ended_with(rules, traces[-1], len(hands))["winner"]
    leads = [_leaders(answer["score"]) for answer in answers]
    leads = [lead for lead in leads if len(lead) == 1]
    nils = [Counter(_nils(rules, trace, hand)) for trace, hand in zip(traces, hands, strict=True)]
    return {
        "winner": -1 if winner is None else winner,
        "hands": len(hands),
        "score": list(final_scores(rules, last["score"], winner)),
        "bags_taken": [sum(answer["bags"][d] for answer in answers) for d in sides],
        "penalties": [sum(answer["penalty"][d] // (rules.bags.penalty or 1) for answer in answers) for d in sides],
        "sets": [sum(answer["made"][d] is False for answer in answers) for d in sides],
        "nils": [sum(found[d, False] + found[d, True] for found in nils) for d in sides],
        "nils_made": [sum(found[d, True] for found in nils) for d in sides],
        "lead_changes": sum(a != b for a, b in itertools.pairwise(leads)),
        "capped": not by_rule["over"],
    }


def _leaders(scores: Sequence[int]) -> tuple[int, ...]:
    return tuple(side for side, score in enumerate(scores) if score == max(scores))


def _ended_with(rules: Ruleset, trace: HandTrace, limit: int) -> dict[str, Any]:
    """What the referee would say of a hand under another limit of hands."""
    if rules.end.max_hands == limit:
        return judge(trace.record())
    return judge(trace.record(_with_limit(rules, limit)))


@functools.lru_cache(maxsize=64)
def _with_limit(rules: Ruleset, limit: int) -> Ruleset:
    return load_rules(rules, {"end.max_hands": limit})


def _nils(rules: Ruleset, trace: HandTrace, hand: Judged) -> Iterator[tuple[int, bool]]:
    """Each nil of a hand: its side, and whether it was made; `nil.partner_auto_fail` loses both with one."""
    calls, tricks = trace.bids or [], hand.answer["tricks"]
    for seat, call in enumerate(calls):
        if call in ("nil", "blind-nil"):
            side = rules.side_of(seat)
            lost = [
                other
                for other, partners in enumerate(calls)
                if rules.side_of(other) == side and partners in ("nil", "blind-nil") and tricks[other]
            ]
            yield side, not (lost if rules.nil.partner_auto_fail else tricks[seat])
