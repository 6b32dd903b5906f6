"""What strategies see: every field of every view, and nothing that their players may not know.

A probe is a strategy whose every choice depends on one field alone. The engine plays it compiled; here the views are
worked out from the referee's state, the probe decides on them in plain Python, and all choices must be the same. A
field that is wrong anywhere shows within a few decisions.
"""

from __future__ import annotations

import ctypes
import dataclasses
import random
from collections import Counter
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from random_hands import random_options
from referee_views import Watcher
from wild import wild

from simspades.engine import Situation, Table
from simspades.engine import layout as at
from simspades.engine.kernels import load_kernel, own_steps
from simspades.engine.layout import LANES
from simspades.engine.numbers import rule_numbers
from simspades.engine.trace import Decision, HandTrace, hand_traces
from simspades.referee import Hand, Standing
from simspades.rules import load_rules
from simspades.strategies.helpers import BLIND_NIL
from simspades.strategies.load import load_strategy
from simspades.strategies.model import Strategy
from simspades.strategies.views import BidView, BlindView, ExchangeView, PlayView

VIEWS = {"blind": BlindView, "bid": BidView, "exchange": ExchangeView, "request": ExchangeView, "play": PlayView}

PROBE = '''
from simspades import Strategy
from simspades.strategies.helpers import count, pick


def spread(value):
    """32 bits that all depend on all bits of a number, which may be negative."""
    folded = value ^ value >> 16 ^ value >> 32 ^ value >> 48
    return (folded & 0xFFFF) * 0x9E3779B1 & 0xFFFFFFFF


def blind_field(v):
    {blind}
    return value


def bid_field(v):
    {bid}
    return value


def exchange_field(v):
    {exchange}
    return value


def request_field(v):
    {request}
    return value


def play_field(v):
    {play}
    return value


def blind(v):
    return spread(blind_field(v)) >> 30 == 0


def bid(v):
    # bit 0 stands for a nil, which is 0
    return count(pick(v.legal | (1 if v.may_nil else 0), spread(bid_field(v))) - 1)


def exchange(v):
    r = spread(exchange_field(v))
    chosen = 0
    for k in range(3):
        card = pick(v.hand & ~chosen, (r + k * 0x55555555) & 0xFFFFFFFF)
        chosen |= card if count(chosen) < v.n_cards else 0
    return 0 if v.may_decline and r >> 30 == 3 else chosen


def request(v):
    k = spread(request_field(v)) >> 30
    if k < 2:
        return v.clubs if k == 0 else v.diamonds
    return v.hearts if k == 2 else v.spades


def play(v):
    return pick(v.legal, spread(play_field(v)))


probe = Strategy(
    bid=bid, play=play, blind=blind, exchange=exchange, request=request,
    parameters=dict(blind=0, bid=0, exchange=0, request=0, play=0),
)
'''


def fields_of(decision: str) -> list[str]:
    return [name for name in VIEWS[decision]._fields if name != "p"]


@pytest.fixture(scope="module")
def probe(tmp_path_factory: pytest.TempPathFactory) -> Strategy:
    """The probe; its parameters name by number the field that each kind of decision depends on."""
    chains = {}
    for decision in VIEWS:
        first, *others = fields_of(decision)
        lines = [f"value = int(v.{first})"]
        lines += [f"value = int(v.{f}) if v.p.{decision} == {k} else value" for k, f in enumerate(others, start=1)]
        chains[decision] = "\n    ".join(lines)
    path = tmp_path_factory.mktemp("probe") / "probe.py"
    path.write_text(PROBE.format(**chains))
    return load_strategy(f"{path}:probe")


def replay(trace: HandTrace, table: Table, watcher: Watcher, probe_seats: set[int], seen: Counter[str]) -> None:
    """Let the probe decide in plain Python at each of its steps; raises where the engine's choice was another one."""
    hand, deck, request = watcher.hand, watcher.deck, 0
    half_way = False  # an exchange's first half is done
    for step in trace.steps:
        strategy = table.lineup[step.seat]
        if step.decision is Decision.BLIND:
            view: Any = watcher.blind()
        elif step.decision is Decision.BID:
            view = watcher.bid()
        elif step.decision is Decision.REQUEST:
            view = watcher.exchange(at.DECIDE_REQUEST, 0)
        elif step.decision is Decision.EXCHANGE:
            view = watcher.exchange(at.DECIDE_RETURN if half_way else at.DECIDE_GIFT, request)
        else:
            view = watcher.card()
        if step.seat in probe_seats:
            expected = int(getattr(strategy, step.decision)(view))
            if step.decision is Decision.BLIND:
                expected *= BLIND_NIL  # the trace tells what was called
            assert step.choice == expected, f"{step} of {trace.title}: the probe chooses {expected} from {view}"
            seen[step.decision] += 1
        if step.decision is Decision.BLIND and step.choice:
            hand.call("blind-nil")
        elif step.decision is Decision.BID:
            hand.call("nil" if step.choice in (0, 32) else str(step.choice))
        elif step.decision is Decision.REQUEST:
            request = step.choice
        elif step.decision is Decision.EXCHANGE:
            if step.choice == 0:
                hand.decline()
                request = 0
                continue
            exchange = hand.exchange
            assert exchange is not None
            hand.give(step.seat, exchange.other(step.seat), deck.names(step.choice))
            half_way = not half_way
            request = request if half_way else 0
        elif step.decision is Decision.PLAY:
            watcher.play(deck.card(step.choice.bit_length() - 1))


OPEN = {
    "base": "about4",
    "nil.exchange": 1,
    "blind_nil.exchange_optional": True,
    "blind_nil.from_hand": 1,
}
RULES = [
    OPEN | {"blind_nil.exchange": 1, "blind_nil.suit_request": True},
    OPEN | {"blind_nil.exchange": 2, "exchange.order": "simultaneous", "nil.failed_tricks": "partner"},
    OPEN
    | {"exchange.timing": "immediate", "bid.first": "dealer", "play.first_lead": "dealer", "nil.both": "forbidden"},
]


def watch(table: Table, seed: int, trace: HandTrace, parameters: Any) -> Watcher:
    """The referee's hand of a trace before its first step."""
    deal = [table.rules.deck.names(*holding) for holding in trace.dealt]
    before = Standing(*(tuple(trace.before[key]) for key in ("score", "bags", "sets")))
    hand = Hand(table.rules, deal, dealer=trace.dealer, hand_in_game=trace.hand_in_game, before=before)
    return Watcher(hand, seed, trace.game, trace.hand_in_game if table.by_game else 0, parameters)


def probe_fields(table: Table, seed: int, traces: Iterable[HandTrace]) -> Counter[str]:
    """Compare all decisions of the probes at a table; gives how many there were of each kind."""
    seen: Counter[str] = Counter()
    probes = {seat: strategy for seat, strategy in enumerate(table.lineup) if strategy.name == "probe"}
    parameters = SimpleNamespace(**next(iter(probes.values())).parameters)
    for trace in traces:
        replay(trace, table, watch(table, seed, trace, parameters), set(probes), seen)
    return seen


def seated(probe: Strategy, seating: int, fields: dict[str, int]) -> list[Strategy]:
    """One of three line-ups, with probes of some fields by number; other decisions depend on the random number."""
    probe = probe.with_parameters({d: fields.get(d, fields_of(d).index("random")) for d in VIEWS})
    return [[probe] * 4, [probe, wild] * 2, [wild, probe, probe, load_strategy("random")]][seating]


@pytest.mark.parametrize(("seating", "mode"), [(0, "hands"), (1, "hands"), (2, "hands"), (1, "games")])
def test_every_field_is_what_the_referee_says(probe: Strategy, seating: int, mode: str) -> None:
    rng = random.Random(f"{seating} {mode}")
    seen: Counter[str] = Counter()
    for round_ in range(len(fields_of("play"))):
        options = RULES[round_ % 3] | ({} if round_ % 2 else {"play.spade_lead": rng.choice(["any_time", "ny3"])})
        if round_ % 4 == 3:
            options = {"base": "std4"} | random_options(rng)
        situation = Situation(
            score=(rng.randrange(-200, 400), rng.randrange(-200, 400)),
            bags=(rng.randrange(10), rng.randrange(10)),
            hand_in_game=rng.randint(1, 5),
        )
        lineup = seated(probe, seating, {decision: round_ % len(fields_of(decision)) for decision in VIEWS})
        by_hand = mode == "hands"
        table = Table(load_rules(options), lineup, situation if by_hand else None, 4)
        seed, first = rng.getrandbits(64), rng.getrandbits(32)
        block = table.play(seed, first, 8 if by_hand else 2, trace=True)
        seen += probe_fields(table, seed, hand_traces(table, block))
    for decision in (Decision.BLIND, Decision.BID, Decision.PLAY):
        assert seen[decision] > 300


@pytest.mark.parametrize("seating", range(3))
def test_every_field_of_an_exchange_is_what_the_referee_says(probe: Strategy, seating: int) -> None:
    """Exchanges are rare, so hands are played until there are some of them, and followed up to the first lead."""
    for field in range(len(fields_of("exchange"))):
        seen: Counter[str] = Counter()
        for round_, options in enumerate(RULES):
            lineup = seated(probe, seating, {"exchange": field, "request": field})
            table = Table(load_rules(options), lineup, Situation())
            seed = 100 * field + round_
            traces = list(hand_traces(table, table.play(seed, 0, 120, trace=True)))
            followed = [
                dataclasses.replace(trace, steps=tuple(step for step in trace.steps if step.trick == 0))
                for trace in traces
                if any(step.decision is Decision.EXCHANGE for step in trace.steps)
            ]
            seen += probe_fields(table, seed, followed)
        assert seen[Decision.EXCHANGE] > 50
        assert seen[Decision.REQUEST] > 10


def test_plain_python_and_compiled_players_decide_alike() -> None:
    """The built-in strategies, called as the plain functions that they are, on the referee's views."""
    rng = random.Random(3)
    for round_ in range(12):
        rules = load_rules({"base": "std4"} | random_options(rng) if round_ % 2 else RULES[round_ // 2 % 3])
        names = rng.choices(["steady", "basic", "random"], (3, 1, 1), k=4)
        lineup = [load_strategy(name) for name in names]
        table = Table(rules, lineup, Situation(hand_in_game=3))
        parameters = SimpleNamespace(**{k: v for strategy in lineup for k, v in strategy.parameters.items()})
        for trace in hand_traces(table, table.play(round_, 0, 20, trace=True)):
            replay(trace, table, watch(table, round_, trace, parameters), set(range(4)), Counter())


# ---- no peeking ------------------------------------------------------------------------------------------------------

#: Rows of the state that hold what a player may not know: other holdings, and who was dealt and gave what.
HIDDEN = [*range(at.HAND, at.HAND + 4), *range(at.DEALT, at.DEALT + 4), *range(at.FEATURES, at.FEATURES + 4)]


def some_state(rng: np.random.Generator, position: int, leading: bool) -> np.ndarray:
    """A state as it may be before the decision of a player: his holding and all that is public, the rest left zero."""
    suits = load_rules("std4").deck.suit_masks
    spades = suits[3]
    S = np.zeros((at.ROWS, LANES), dtype=np.int64)
    for i in range(LANES):
        trick = int(rng.integers(1, 14))
        cards = [1 << int(bit) for bit in rng.permutation(52)]
        on_table = [] if leading else cards[:position]
        own = cards[position : position + 14 - trick]
        holding, led = sum(own), 0
        S[at.PLAYED, i] = sum(on_table) + sum(cards[52 - 4 * (trick - 1) :]) if trick > 1 else sum(on_table)
        for k, card in enumerate(on_table):
            row = (at.RIGHT_CARD, at.PARTNER_CARD, at.LEFT_CARD)[position - k - 1]
            S[row, i] = card
        if on_table:
            led = next(suit for suit in suits if on_table[0] & suit)
            best = max(on_table, key=lambda card: (card & spades, card & led))
            S[at.BEST, i], S[at.WINNER, i] = best, on_table.index(best)
        S[at.LED, i] = led
        legal = holding & led or holding
        S[at.MINE, i], S[at.LEGAL, i] = holding, legal
        S[at.BEATS, i] = legal & int(rng.integers(1 << 52)) if on_table else 0
        first = int(rng.integers(4))
        S[at.SEATS, i] = sum(((first + k) % 4 | ((first + k) % 2) << 4) << 8 * k for k in range(4))
        S[at.KNOWN, i] = holding | S[at.PLAYED, i]
        S[at.BALANCE, i] = sum(int(rng.integers(50, 80)) << 8 * k for k in range(4))
        S[at.CALLS, i] = sum(int(rng.choice([1, 2, 3, 4, 32, 64])) << 8 * k for k in range(4))
        S[at.TRICKS, i] = sum(int(rng.integers(trick // 4 + 1)) << 8 * k for k in range(4))
        S[at.VOIDS, i] = int(rng.integers(1 << 32)) & 0x0F0F0F0F
    S[at.BROKEN] = rng.integers(2, size=LANES)
    S[at.SALT] = rng.integers(-(1 << 62), 1 << 62, size=LANES)
    S[at.HAND_NUMBER] = rng.integers(1, 9, size=LANES)
    S[at.SCORE : at.SCORE + 2] = rng.integers(-200, 500, size=(2, LANES))
    S[at.BAGS : at.BAGS + 2] = rng.integers(10, size=(2, LANES))
    S[at.BAG_WORD] = S[at.BAGS] | S[at.BAGS + 1] << 16
    S[at.RIVAL_BAG_WORD] = S[at.BAGS + 1] | S[at.BAGS] << 16
    S[at.RIVAL : at.RIVAL + 2] = S[at.SCORE : at.SCORE + 2][::-1]
    return S


def choices(strategy: Strategy, step: int, S: np.ndarray, R: np.ndarray) -> np.ndarray:
    """What a strategy's compiled step chooses in every lane."""
    state, numbers = np.ascontiguousarray(S).reshape(-1).copy(), R.copy()
    parameters = np.array([*strategy.parameters.values(), 0.0], dtype=np.float64)
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
    address = int(load_kernel(strategy).addresses[step])
    function(address)(state.ctypes.data, numbers.ctypes.data, parameters.ctypes.data, 0)
    return state.reshape(at.ROWS, LANES)[at.CHOICE]


@pytest.mark.parametrize("name", ["probe", "wild", "random", "basic", "steady"])
@pytest.mark.parametrize("step", range(len(at.STEPS)), ids=at.STEPS)
def test_what_is_hidden_changes_no_choice(probe: Strategy, name: str, step: int) -> None:
    """Other holdings exchanged among their players, then replaced by anything at all: the choices stay."""
    rng = np.random.default_rng(step)
    fields = max(len(fields_of(decision)) for decision in VIEWS) if name == "probe" else 1
    if load_kernel({"probe": probe, "wild": wild}.get(name) or load_strategy(name)).addresses[step] == 0:
        return  # what is announced is then the bid
    for field in range(fields):
        strategy = {"probe": probe, "wild": wild}.get(name) or load_strategy(name)
        if name == "probe":
            strategy = probe.with_parameters({d: field % len(fields_of(d)) for d in VIEWS})
        position = 0 if step == at.STEP_LEAD else int(rng.integers(1, 4))
        S = some_state(rng, position, leading=step != at.STEP_FOLLOW)
        R = rule_numbers(load_rules("about4"), Situation())
        R[at.R_ME], R[at.R_LEFT] = 8 * position, 8 * ((position + 1) % 4)
        R[at.R_PARTNER], R[at.R_RIGHT] = 8 * ((position + 2) % 4), 8 * ((position + 3) % 4)
        R[at.R_TRICK], R[at.R_COUNT], R[at.R_GIVING] = 4, 2, field % 2
        if step == at.STEP_BID:
            S[at.LEGAL] = (1 << 14) - 2 | 1 << 32
        unseen = load_rules("std4").deck.mask(load_rules("std4").deck.cards) & ~(S[at.MINE] | S[at.PLAYED])
        others = [k for k in range(4) if k != position]
        S[at.HAND + position] = S[at.MINE]
        S[at.HAND + others[0]], S[at.HAND + others[1]] = unseen, 0
        usual = choices(strategy, step, S, R)
        S[at.HAND + others[0]], S[at.HAND + others[2]] = 0, unseen
        assert (choices(strategy, step, S, R) == usual).all()
        for _ in range(3):
            S[HIDDEN] = rng.integers(1 << 52, size=(len(HIDDEN), LANES))
            assert (choices(strategy, step, S, R) == usual).all()
    if name == "probe" and at.STEPS[step] in own_steps(probe):
        # the same harness sees a difference where there is one
        strategy = probe.with_parameters(dict.fromkeys(VIEWS, 0) | {"blind": fields_of("blind").index("score")})
        before = choices(strategy, step, S, R)
        S[at.MINE] = S[at.LEGAL] = rng.integers(1, 1 << 52, size=LANES)
        S[at.SCORE : at.SCORE + 2] += 17
        assert not (choices(strategy, step, S, R) == before).all()
