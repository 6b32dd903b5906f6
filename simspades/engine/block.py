"""Blocks of hands or games: from rules, strategies and a seed to columns of numbers.

A block is a range of hands (hands mode) or of games. What it holds depends on nothing but the rules, the strategies,
the seed and the range: blocks may be played in any order, on any thread or machine, and joined in any grouping.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from simspades.engine import context as at_x
from simspades.engine import layout as at
from simspades.engine.explain import steps_may_raise
from simspades.engine.kernels import load_kernel, source_digest
from simspades.engine.layout import LANES, MAX_PARAMETERS, N_FEATURES, ROWS
from simspades.engine.machine import machine
from simspades.engine.numbers import Situation, deck_bits, n_holdings, rule_numbers
from simspades.errors import SimspadesError
from simspades.rules import Ruleset
from simspades.strategies.model import Strategy

Columns = dict[str, np.ndarray]

#: Rows of one chunk of output, at most: tens of megabytes, with or without the trace.
MOST_ROWS = 1 << 19
TRACED_ROWS = 1 << 13

#: What asks for knowledge that costs the engine something to keep up, and the fields of PlayView that need it.
_KNOWLEDGE = {
    at.R_SEES_HAND: {"hand", "unseen"},
    at.R_SEES_VOIDS: {"partner_void", "left_void", "right_void", "far_left_void", "far_right_void"},
    at.R_SEES_TABLE: {"partner_card", "left_card", "right_card", "far_left_card", "far_right_card"},
    at.R_SEES_NEED: {"need", "opp_need"},
    at.R_SEES_PLAYED: {"played", "unseen"},
}


@dataclasses.dataclass(frozen=True)
class Block:
    """The outcomes of a range of hands or games, in order.

    Attributes
    ----------
    hands, games
        Columns by name (see ``simspades.records``); ``games`` is None in hands mode.
    trace
        One column a hand, rows as in :mod:`simspades.engine.layout` (``T_*``); None unless asked for.

    """

    hands: Columns
    games: Columns | None
    trace: np.ndarray | None


class IllegalChoiceError(SimspadesError):
    """A strategy made an illegal choice; the block's first such hand is named."""

    def __init__(self, game: int, hand_in_game: int) -> None:
        super().__init__(f"a strategy made an illegal choice in hand {hand_in_game} of game {game}")
        self.game = game
        self.hand_in_game = hand_in_game


class Table:
    """A line-up ready to play: rules and strategies as the numbers and addresses that the driver takes.

    Parameters
    ----------
    rules
        The rule set.
    lineup
        A strategy for each seat.
    situation
        For hands mode; None for games mode.
    max_hands
        Games mode: a game is stopped after so many hands, 0 for no limit but the rules' own.

    """

    def __init__(
        self, rules: Ruleset, lineup: Sequence[Strategy], situation: Situation | None = None, max_hands: int = 0
    ) -> None:
        self.rules = rules
        self.lineup = tuple(lineup)
        self.by_game = situation is None
        self.numbers = rule_numbers(rules, situation, max_hands)
        self.cards = deck_bits(rules)
        kinds: dict[tuple[str, tuple[tuple[str, float], ...]], Strategy] = {}
        keys = [(source_digest(s), tuple(s.parameters.items())) for s in self.lineup]
        for key, strategy in zip(keys, self.lineup, strict=True):
            kinds.setdefault(key, strategy)
        order = list(kinds)
        kernels = [load_kernel(strategy) for strategy in kinds.values()]
        self.n_kinds = len(kernels)
        self.steps = np.stack([kernel.addresses for kernel in kernels])
        self.owners = sum(order.index(key) << (8 * seat) for seat, key in enumerate(keys))
        self.parameters = np.zeros(self.n_kinds * MAX_PARAMETERS)
        for k, strategy in enumerate(kinds.values()):
            values = list(strategy.parameters.values())
            self.parameters[k * MAX_PARAMETERS : k * MAX_PARAMETERS + len(values)] = values
        played = frozenset().union(*(kernel.reads["play"] for kernel in kernels))
        for field, names in _KNOWLEDGE.items():
            self.numbers[field] = not played.isdisjoint(names)
        read = frozenset().union(*(names for kernel in kernels for names in kernel.reads.values()))
        self.numbers[at.R_SEES_RANDOM] = "random" in read or self.numbers[at.R_REDRAW] > 0
        self.numbers[at.R_SEES_SCORES] = bool(read & {"opp_score", "bags", "opp_bags"}) or self._needs_scores()
        self.numbers[at.R_KINDS] = len(kernels)
        # the addresses are of no use once the code behind them is gone
        self._kernels = kernels

    def _needs_scores(self) -> bool:
        """Whether a rule asks how far a side is behind."""
        deficits = (at.R_BLIND_DEFICIT, at.R_BLIND_MIN_DEFICIT, at.R_NT_MIN_DEFICIT)
        return any(self.numbers[field] > 0 for field in deficits) or self.numbers[at.R_DNIL_DEFICIT] >= 0

    def play(
        self, seed: int, first: int, count: int, *, features: bool = False, holdings: bool = False, trace: bool = False
    ) -> Block:
        """Play hands (or games) ``first`` to ``first + count - 1``.

        Safe to call from several threads at once; the compiled part runs without the GIL.
        """
        raw = _Raw(self, first, count, features, holdings, trace)
        raw.fill(self, seed)
        return raw.block(self)


class _Raw:
    """The output arrays of one block while it is played."""

    def __init__(self, table: Table, first: int, count: int, features: bool, holdings: bool, trace: bool) -> None:
        self.first, self.count = first, count
        self.features, self.holdings, self.trace = features, holdings, trace
        self.games = np.zeros((at.G_SIZE, count if table.by_game else 1), dtype=np.int32)
        self.control = np.zeros(at.C_SIZE, dtype=np.int64)
        self.control[at.C_NEXT] = self.control[at.C_FIRST] = first
        self.control[at.C_END] = first + count
        self.chunks: list[tuple[np.ndarray, ...]] = []

    def fill(self, table: Table, seed: int) -> None:
        drive, phases = machine()

        state = np.zeros(ROWS * LANES, dtype=np.int64)
        state[at.ADVICE * LANES : (at.ADVICE + 1) * LANES] = -1  # nobody has been asked for any
        numbers = table.numbers.copy()
        numbers[at.R_FEATURES], numbers[at.R_HOLDINGS], numbers[at.R_TRACING] = self.features, self.holdings, self.trace
        # a game of two sound players takes about eleven hands; the output grows chunk by chunk as it needs to
        rows = self.count * 12 if table.by_game else self.count
        most = TRACED_ROWS if self.trace else MOST_ROWS
        chunk = LANES * max(1, min(-(-rows // LANES), most // LANES))
        done = 0
        while not done:
            sizes = output_rows(table.rules, self.features, self.holdings)
            chunk_arrays = (
                np.empty((sum(sizes["o8"].values()), chunk), dtype=np.int8),
                np.empty((sum(sizes["o16"].values()), chunk), dtype=np.int16),
                np.empty((sum(sizes["o32"].values()), chunk), dtype=np.int32),
                np.empty((sum(sizes["o64"].values()), chunk), dtype=np.int64),
                np.zeros((3 * trace_slots(table.rules) if self.trace else 1, chunk if self.trace else 1), np.int64),
            )
            o8, o16, o32, o64, T = chunk_arrays
            self.control[at.C_USED] = 0
            with steps_may_raise(", ".join(sorted({strategy.name for strategy in table.lineup}))):
                done = drive(
                    state, numbers, table.parameters, _context(table, seed, T), phases, np.uint64(seed), table.cards,
                    o8, o16, o32, o64, self.games, T, self.control,
                )  # fmt: skip
            self.chunks.append(tuple(array[:, : self.control[at.C_USED]] for array in chunk_arrays))
        if self.control[at.C_FAULTY] and not self.trace:
            raise IllegalChoiceError(int(self.control[at.C_FAULTY_GAME]), int(self.control[at.C_FAULTY_HAND]))

    def block(self, table: Table) -> Block:
        joined = [
            np.concatenate(arrays, axis=1) if len(arrays) > 1 else arrays[0]
            for arrays in zip(*self.chunks, strict=True)
        ]
        if table.by_game:
            joined = self._in_order(joined)
        else:
            joined = [array[:, : self.count] for array in joined]
        *outputs, T = joined
        hands: Columns = {}
        sizes = output_rows(table.rules, self.features, self.holdings)
        for array, rows in zip(outputs, sizes.values(), strict=True):
            first = 0
            for name, count in rows.items():
                hands[name] = array[first] if name in _ONE_EACH else array[first : first + count]
                first += count
        if self.features and not (table.rules.nil.enabled or table.rules.blind_nil.enabled):
            del hands["nil_broken_trick"], hands["nil_broken_by"]
        elif self.features:
            # the driver writes the seat plus 1, so that 0 stands for a nil that was not broken
            hands["nil_broken_by"] = hands["nil_broken_by"] - 1
        return Block(hands, self._game_columns(table) if table.by_game else None, T if self.trace else None)

    def _in_order(self, joined: list[np.ndarray]) -> list[np.ndarray]:
        """From lane order to the order of games and hands, without the rows of idle lanes."""
        games, numbers = joined[3][0], joined[1][0]
        offsets = np.concatenate([[0], np.cumsum(self.games[at.G_HANDS], dtype=np.int64)])
        rows = np.flatnonzero(games >= 0)
        source = np.empty(len(rows), dtype=np.int64)
        source[offsets[games[rows] - self.first] + numbers[rows] - 1] = rows
        return [array[:, source] if array.shape[1] == len(games) else array for array in joined]

    def _game_columns(self, table: Table) -> Columns:
        games, sides = self.games, table.rules.n_sides
        by_side = {
            name: games[row : row + sides].astype(np.int32 if name == "score" else np.int16)
            for name, row in {
                "score": at.G_SCORE,
                "bags_taken": at.G_BAGS,
                "penalties": at.G_PENALTIES,
                "sets": at.G_SETS,
                "nils": at.G_NILS,
                "nils_made": at.G_NILS_MADE,
            }.items()
        }
        return {
            "game": np.arange(self.first, self.first + self.count, dtype=np.int64),
            "winner": games[at.G_WINNER].astype(np.int8),
            "hands": games[at.G_HANDS].astype(np.int16),
            **by_side,
            "lead_changes": games[at.G_LEAD_CHANGES].astype(np.int16),
            "capped": games[at.G_CAPPED].astype(np.bool_),
        }


def _context(table: Table, seed: int, trace: np.ndarray) -> np.ndarray:
    """What the driver's phases get beside the state."""
    context = np.zeros(at_x.X_SIZE, dtype=np.int64)
    context[at_x.X_STEPS], context[at_x.X_KINDS] = table.steps.ctypes.data, len(table.steps)
    context[at_x.X_TRACE] = trace.ctypes.data
    context[at_x.X_TRACE_ROWS], context[at_x.X_TRACE_COLUMNS] = trace.shape
    context[at_x.X_CARDS], context[at_x.X_N_CARDS] = table.cards.ctypes.data, len(table.cards)
    context[at_x.X_SEED] = np.uint64(seed).astype(np.int64)
    context[at_x.X_OWNERS], context[at_x.X_BY_GAME] = table.owners, table.by_game
    return context


#: Columns with one row; the others have one for each seat or side.
_ONE_EACH = ("game", "hand_in_game", "dealer")


def output_rows(rules: Ruleset, features: bool, holdings: bool) -> dict[str, dict[str, int]]:
    """The rows of each output array of the driver, in their order: name -> how many."""
    players, seats, sides = rules.players, n_holdings(rules), rules.n_sides
    cards = {"cards": players, **({"cards2": players} if rules.deck_options.packs == 2 else {})}
    return {
        "o8": {
            "dealer": 1,
            "tricks": seats,
            "contract": sides,
            "made": sides,
            "bags": sides,
            **(
                {"features": players * N_FEATURES, "nil_broken_trick": players, "nil_broken_by": players}
                if features
                else {}
            ),
        },
        "o16": {"hand_in_game": 1, "call": players, "points": sides, "penalty": sides, "bags_total": sides},
        "o32": {"score": sides},
        "o64": {"game": 1, **(cards if holdings else {})},
    }


def trace_slots(rules: Ruleset) -> int:
    """More slots than the trace of any hand takes under these rules."""
    seats = n_holdings(rules)
    play = (seats + 3) * rules.n_tricks
    deals = at.MOST_MISDEALS + 1 if rules.misdeal.conditions else 1
    each_deal = 5 * seats + 2 + (52 if rules.game.family == "two" else 0)
    return play + deals * each_deal + 16 * seats + 20
