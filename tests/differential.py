"""The engine before the referee: every hand of a case is taken through the referee's own steps, decision by decision.

A case is a rule set, a line-up and a range of hands or games, all of them drawn from its number alone. The tests play
the first few cases, ``scripts/verify`` as many as one likes.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from random_hands import random_options, standing_keys
from wild import wild

from simspades.cards import Deck
from simspades.engine import Situation, Table
from simspades.engine.block import Block
from simspades.engine.trace import Decision, HandTrace, Step, call_text, hand_traces
from simspades.referee import Game, Hand, Phase, Settlement, Standing
from simspades.referee.calls import BLIND_NIL, NIL
from simspades.referee.ending import ending_after, final_scores
from simspades.rules import Ruleset, load_rules
from simspades.strategies.load import load_strategy
from simspades.strategies.model import Strategy

HANDS_A_CASE = 150
GAMES_A_CASE = 10
#: Games of wild players may never end by themselves.
MAX_HANDS = 40

PLAYERS = (wild, *(load_strategy(name) for name in ("random", "basic", "steady")))
#: The wild player goes where the others never do, so it sits down most often.
_OFTEN = (3, 1, 1, 1)


class DisagreementError(AssertionError):
    """The engine and the referee see a hand differently."""


@dataclasses.dataclass(frozen=True)
class Case:
    """A rule set, a line-up, a seed, and a range of hands (with their situation) or of games."""

    number: int
    options: dict[str, Any]
    lineup: tuple[Strategy, ...]
    seed: int
    first: int
    count: int
    situation: Situation | None

    @property
    def rules(self) -> Ruleset:
        return load_rules(self.options)

    def __str__(self) -> str:
        names = ", ".join(strategy.name for strategy in self.lineup)
        mode = f"hands {self.situation}" if self.situation else "games"
        return f"case {self.number}: {names}; seed {self.seed}, {mode} from {self.first}; rules {self.options}"


def hands_case(number: int) -> Case:
    """A case of hands mode, in a random situation."""
    rng = random.Random(f"hands {number}")
    situation = Situation(
        score=(rng.randrange(-250, 550), rng.randrange(-250, 550)),
        bags=(rng.randrange(10), rng.randrange(10)),
        hand_in_game=rng.choice([1, 2, 2, 5, 6, 7]),
        tie_break=rng.random() < 0.1,
    )
    return _case(number, rng, HANDS_A_CASE, situation)


def games_case(number: int) -> Case:
    """A case of games mode; now and then a short game, where ties are less rare."""
    rng = random.Random(f"games {number}")
    case = _case(number, rng, GAMES_A_CASE, None)
    target = {"end.target": 50} if rng.random() < 0.2 else {}
    return dataclasses.replace(case, options=case.options | target)


def _case(number: int, rng: random.Random, count: int, situation: Situation | None) -> Case:
    # the presets as they stand now and then, and otherwise any combination of options
    options: dict[str, Any] = {"base": rng.choice(["std4", "about4"])}
    if rng.random() < 0.9:
        options |= random_options(rng)
    if rng.random() < 0.15:
        # rare among the combinations, and a path of its own
        options |= {"blind_nil.enabled": True, "blind_nil.min_deficit": 0, "blind_nil.from_hand": 1}
        options |= {"blind_nil.exchange": 1, "blind_nil.suit_request": True, "nil.value": 100, "blind_nil.value": 200}
    return Case(number, options, _lineup(rng), rng.randrange(1 << 64), rng.randrange(1 << 32), count, situation)


def _lineup(rng: random.Random) -> tuple[Strategy, ...]:
    """One player everywhere, two by side, or any at each seat."""
    kind = rng.randrange(3)
    if kind == 0:
        return tuple(rng.choices(PLAYERS, _OFTEN)) * 4
    if kind == 1:
        return tuple(rng.choices(PLAYERS, _OFTEN, k=2)) * 2
    return tuple(rng.choices(PLAYERS, _OFTEN, k=4))


@dataclasses.dataclass
class Findings:
    """How often each kind of thing was seen, and every disagreement in words."""

    seen: Counter[str] = dataclasses.field(default_factory=Counter)
    disagreements: list[str] = dataclasses.field(default_factory=list)


def check_case(case: Case, *, legal_sets: bool = True) -> Findings:
    """Play a case and judge all of it.

    ``legal_sets`` compares at each step all that was legal; without it only that the choice was.
    """
    table = Table(case.rules, case.lineup, case.situation, 0 if case.situation else MAX_HANDS)
    block = table.play(case.seed, case.first, case.count, trace=True)
    findings = Findings()
    for check in _game_checks(table, block) if case.situation is None else _hand_checks(table, block, case.situation):
        try:
            check(legal_sets, findings.seen)
        except DisagreementError as error:
            findings.disagreements.append(f"{error}\n{case}")
    return findings


Check = Callable[[bool, Counter[str]], None]


def _hand_checks(table: Table, block: Block, situation: Situation) -> Iterator[Check]:
    before = Standing(situation.score, situation.bags, (0, 0), situation.tie_break)
    for row, trace in enumerate(hand_traces(table, block)):
        hand = Hand(
            table.rules,
            names(trace.dealt, table),
            dealer=(trace.game + 3) % 4,
            hand_in_game=situation.hand_in_game,
            before=before,
        )
        yield functools.partial(judge_hand, hand, trace, _columns(block.hands, row))


def _game_checks(table: Table, block: Block) -> Iterator[Check]:
    assert block.games is not None
    traces = list(hand_traces(table, block))
    ends = block.games["hands"].cumsum().tolist()
    assert ends[-1] == len(traces)
    for index, (first, end) in enumerate(zip([0, *ends], ends, strict=False)):
        rows = [_columns(block.hands, row) for row in range(first, end)]
        yield functools.partial(judge_game, table, traces[first:end], rows, _columns(block.games, index))


def _columns(columns: dict[str, Any], row: int) -> dict[str, Any]:
    return {name: column[..., row].tolist() for name, column in columns.items()}


def judge_game(
    table: Table,
    traces: list[HandTrace],
    rows: list[dict[str, Any]],
    columns: dict[str, Any],
    legal_sets: bool,
    seen: Counter[str],
) -> None:
    """Take a game through the referee's hands as the engine played it; raises where the two differ."""
    number = columns["game"]
    game, settlements, hands = Game.start(table.rules), [], []
    for hand_in_game, (trace, row) in enumerate(zip(traces, rows, strict=True), start=1):
        _same("hand", (number, hand_in_game), (trace.game, trace.hand_in_game), trace)
        if game.over:
            raise DisagreementError(f"{trace.title} is played, but the game is over")
        hand = game.deal(names(trace.dealt, table))
        judge_hand(hand, trace, row, legal_sets, seen)
        hands.append(hand)
        settlements.append(hand.settle())
        game = game.after(settlements[-1])
    if not game.over and len(hands) != MAX_HANDS:
        raise DisagreementError(f"game {number} ends after {len(hands)} hands, but the referee plays on")
    expected = game_columns(table.rules, game, settlements, hands)
    for name, value in expected.items():
        if columns[name] != value:
            raise DisagreementError(
                f"game {number}: {name} is {value} for the referee and {columns[name]} in the engine"
            )
    seen["games"] += 1
    seen["games capped"] += expected["capped"]
    seen["games drawn"] += expected["winner"] == -1
    seen["games with a tie"] += any(settlement.after.tie_break for settlement in settlements[:-1])
    seen["games with a change of lead"] += expected["lead_changes"] > 0


@functools.lru_cache
def bits_of(deck: Deck) -> dict[str, int]:
    """Every card of a deck with its bit, as a set of one."""
    return {card: 1 << deck.bit(card) for card in deck.cards}


def names(holdings: tuple[int, ...], table: Table) -> list[list[str]]:
    return [table.rules.deck.names(holding) for holding in holdings]


def judge_hand(hand: Hand, trace: HandTrace, columns: dict[str, Any], legal_sets: bool, seen: Counter[str]) -> None:
    """Take a hand through the referee's steps as the engine played it; raises where the two differ."""
    _same("dealer", hand.dealer, trace.dealer, trace)
    _same("standing before", standing_keys(hand.before), trace.before, trace)
    steps = iter(trace.steps)
    for step in steps:
        if step.decision is Decision.PLAY:
            break
        _take(hand, step, steps, trace, seen)
    _same("phase", Phase.PLAY, hand.phase, trace)
    bits = bits_of(hand.rules.deck)
    name_of = {bit: card for card, bit in bits.items()}
    _same(
        "holdings at play", tuple(sum(bits[card] for card in holding) for holding in hand.holdings), trace.held, trace
    )
    for step in trace.plays:
        _same("turn", (hand.turn, len(hand.winners) + 1), (step.seat, step.trick), trace)
        if legal_sets:
            _same("legal cards", sum(bits[card] for card in hand.legal_cards()), step.options, trace)
        _do(hand.play, trace, name_of[step.choice])
    _same("phase", Phase.OVER, hand.phase, trace)
    settlement = hand.settle()
    for name, value in {
        "call": [str(call) for call in hand.calls],
        "tricks": hand.tricks,
        "contract": [side.contract for side in settlement.sides],
        "made": [-1 if side.made is None else int(side.made) for side in settlement.sides],
        "points": [side.points for side in settlement.sides],
        "bags": [side.bags for side in settlement.sides],
        "penalty": [side.penalty for side in settlement.sides],
        "score": list(settlement.after.score),
        "bags_total": list(settlement.after.bags),
    }.items():
        got = list(map(call_text, columns[name])) if name == "call" else columns[name]
        _same(name, value, got, trace)
    seen["hands"] += 1
    seen["penalties"] += any(columns["penalty"])
    seen["contracts set"] += 0 in columns["made"]
    seen["spades led unbroken"] += _led_spades_unbroken(trace, hand.rules.deck.suit_masks[3])


def _take(hand: Hand, step: Step, steps: Iterator[Step], trace: HandTrace, seen: Counter[str]) -> None:
    """A call with the question for a blind nil before it, or a whole exchange."""
    if step.decision in (Decision.BLIND, Decision.BID):
        _same("phase", Phase.BIDDING, hand.phase, trace)
        _same("turn", hand.turn, step.seat, trace)
        legal = hand.legal_calls()
        _same("blind nil allowed", "blind-nil" in legal, step.decision is Decision.BLIND, trace)
        if step.decision is Decision.BLIND:
            seen["blind nils allowed"] += 1
            if step.choice:
                seen["blind nils"] += 1
                return _do(hand.call, trace, "blind-nil")
            step = next(steps)
        numbers = sum(1 << int(call) for call in legal if call.isdigit())
        _same("legal calls", numbers | ("nil" in legal) << 32, step.options, trace)
        seen["nils"] += step.choice in (0, 32)
        return _do(hand.call, trace, "nil" if step.choice in (0, 32) else str(step.choice))
    _same("phase", Phase.EXCHANGE, hand.phase, trace)
    exchange = hand.exchange
    assert exchange is not None
    deck = hand.rules.deck
    request = None
    _same("may request", exchange.may_request, step.decision is Decision.REQUEST, trace)
    if step.decision is Decision.REQUEST:
        request = "CDHS"[deck.suit_masks.index(step.choice)]
        seen["requests"] += 1
        step = next(steps)
    _same("nil bidder", exchange.bidder, step.seat, trace)
    _same("cards to give from", deck.mask(hand.holdings[step.seat]), step.options, trace)
    if step.choice == 0:
        seen["exchanges declined"] += 1
        return _do(hand.decline, trace)
    seen[f"exchanges by {exchange.option}"] += 1
    _do(hand.give, trace, step.seat, exchange.partner, deck.names(step.choice), request)
    step = next(steps)
    _same("turn", exchange.partner, step.seat, trace)
    _same("cards to give from", deck.mask(hand.holdings[step.seat]), step.options, trace)
    return _do(hand.give, trace, step.seat, exchange.bidder, deck.names(step.choice))


def _do(action: Any, trace: HandTrace, *arguments: Any) -> None:
    """A step of the referee; what it refuses is a disagreement."""
    try:
        action(*arguments)
    except Exception as error:
        raise DisagreementError(f"{trace.title}: {action.__name__}{arguments} is refused: {error}\n{trace}") from error


def _same(what: str, referee: object, engine: object, trace: HandTrace) -> None:
    if referee != engine:
        raise DisagreementError(
            f"{trace.title}: {what} is {referee} for the referee and {engine} in the engine\n{trace}"
        )


def _led_spades_unbroken(trace: HandTrace, spades: int) -> bool:
    """Whether the first spade of the hand was led."""
    first = next(k for k, step in enumerate(trace.plays) if step.choice & spades)
    return first % 4 == 0


def game_columns(rules: Ruleset, game: Game, settlements: list[Settlement], hands: list[Hand]) -> dict[str, Any]:
    """What the columns of ``games`` must hold, from the hands that the referee followed."""
    last, before = settlements[-1].after, settlements[-2].after if len(settlements) > 1 else Standing.start(2)
    # a game is capped where the score alone has not ended it; the run's own limit stops it as end.max_hands does
    by_score = ending_after(load_rules(rules, {"end.max_hands": 0}), last.score, len(settlements), before.tie_break)
    stopped = ending_after(load_rules(rules, {"end.max_hands": len(settlements)}), last.score, len(settlements))
    winner = game.winner if game.over else stopped.winner
    leads = [s.after.score[0] > s.after.score[1] for s in settlements if s.after.score[0] != s.after.score[1]]
    return {
        "winner": -1 if winner is None else winner,
        "hands": len(settlements),
        "score": list(final_scores(rules, last.score, winner)),
        "bags_taken": [sum(s.sides[d].bags for s in settlements) for d in range(2)],
        "penalties": [sum(s.sides[d].penalty // (rules.bags.penalty or 1) for s in settlements) for d in range(2)],
        "sets": [sum(s.sides[d].made is False for s in settlements) for d in range(2)],
        "nils": [sum(call in (NIL, BLIND_NIL) for hand in hands for call in hand.calls[d::2]) for d in range(2)],
        "nils_made": [sum(_nils_made(rules, hand.calls[d::2], hand.tricks[d::2]) for hand in hands) for d in range(2)],
        "lead_changes": sum(a != b for a, b in itertools.pairwise(leads)),
        "capped": not by_score.over,
    }


def _nils_made(rules: Ruleset, calls: list[Any], tricks: list[int]) -> int:
    """Nils of a side that were made: `nil.partner_auto_fail` loses both with one."""
    nils = [won for call, won in zip(calls, tricks, strict=True) if call in (NIL, BLIND_NIL)]
    if rules.nil.partner_auto_fail and any(nils):
        return 0
    return nils.count(0)
