"""Playing a range of hands or games of a plan: block by block, as tables with the documented columns."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numba.core.event
import pyarrow as pa

from simspades.engine import IllegalChoiceError, Table
from simspades.engine.jit import cache_directory
from simspades.engine.kernels import default_module, global_names, own_module, reachable
from simspades.engine.machine import is_compiled, machine
from simspades.engine.trace import explain_illegal
from simspades.errors import StrategyError
from simspades.records.columns import HANDS_A_GAME
from simspades.records.encoding import ROW_GROUP
from simspades.records.layout import layout_of
from simspades.records.manifest import Mode
from simspades.records.table import games_table, hands_table
from simspades.runs.plan import Plan
from simspades.runs.threads import Control
from simspades.strategies import Strategy
from simspades.strategies.examine import Kind, examine, may_have_luck
from simspades.strategies.model import DECISIONS

#: Hands or games that the engine plays at once. Blocks of a row group are written without a copy; blocks of games are
#: long enough that the lanes that wait for the last games don't count.
BLOCK: dict[Mode, int] = {"hands": ROW_GROUP, "games": 1 << 13}


class Rows(NamedTuple):
    """The rows of a block; ``games`` is None in hands mode."""

    hands: pa.Table
    games: pa.Table | None


class Dealer:
    """A plan made ready to play. Made once; safe to use from several threads.

    Making one compiles what is not in the cache yet, and raises :class:`StrategyError` for a strategy that does not
    compile, or that has luck of its own.
    """

    def __init__(self, plan: Plan, block: int | None = None) -> None:
        self.plan = plan
        load_strategies(plan.lineup)
        _refuse_luck(plan.lineup)
        load_driver()
        self.table = Table(plan.rules, plan.lineup, plan.situation, plan.max_hands or 0)
        self.layout = layout_of(plan.rules)
        self._block = block or BLOCK[plan.mode]

    def __reduce__(self) -> tuple[object, ...]:
        return Dealer, (self.plan, self._block)  # machine code is made where it runs

    def play(self, first: int, count: int, control: Control) -> Iterator[Rows]:
        """The rows of hands or games ``first`` to ``first + count - 1`` in order, a block at a time.

        Raises :class:`~simspades.engine.IllegalChoiceError`, and :class:`~simspades.runs.threads.Stopped` where
        ``control`` asks for it.
        """
        plan = self.plan
        for start in range(first, first + count, self._block):
            control.check()
            size = min(self._block, first + count - start)
            block = self.table.play(plan.seed, start, size, features=plan.features, holdings=plan.holdings)
            hands = hands_table(
                block.hands,
                mode=plan.mode,
                null_calls=self.layout.null_calls,
                special_calls=self.layout.special_calls,
            )
            yield Rows(hands, None if block.games is None else games_table(block.games))
            control.count(size)

    def explain(self, error: IllegalChoiceError, directory: str = "") -> StrategyError:
        """What a strategy did wrong, and the command that shows it where there is a run directory."""
        sentence = explain_illegal(self.table, self.plan.seed, error.game, error.hand_in_game)
        if directory:
            in_games = error.game * HANDS_A_GAME + error.hand_in_game - 1
            hand = in_games if self.plan.mode == "games" else error.game
            return StrategyError(f"{sentence}; see it with: simspades replay {directory} {hand}")
        return StrategyError(f"{sentence} (seed {self.plan.seed})")


class _Announcement(numba.core.event.Listener):  # type: ignore[misc]
    """Says something on stderr the first time that anything is compiled."""

    def __init__(self, text: str) -> None:
        self.text = text

    def on_start(self, event: object) -> None:
        if self.text:
            print(self.text, file=sys.stderr, flush=True)
            self.text = ""

    def on_end(self, event: object) -> None:
        pass


@contextmanager
def announced(what: str) -> Iterator[None]:
    """Say on stderr that ``what`` is being compiled, if in this context something is."""
    kept = "once per version" if cache_directory() else "each time, as nothing can be kept"
    announcement = _Announcement(f"simspades: compiling {what}, {kept}: some seconds …")
    with numba.core.event.install_listener("numba:compile", announcement):
        yield


def load_strategies(lineup: Iterable[Strategy]) -> None:
    """Load the machine code of strategies; say so on stderr where one has to be compiled first.

    What they leave to the default decisions comes with the driver.
    """
    for strategy in dict.fromkeys(lineup):
        with announced(f"the strategy {strategy.name}"):
            own_module(strategy)


def _refuse_luck(lineup: Iterable[Strategy]) -> None:
    """Raise :class:`StrategyError` for a strategy whose source has luck of its own: its rows could not be had again."""
    for strategy in dict.fromkeys(lineup):
        for decision in DECISIONS:
            function = getattr(strategy, decision)
            if function is None or not any(map(may_have_luck, _globals_of(function))):
                continue
            for finding in examine(strategy, decision):
                if finding.kind is Kind.LUCK:
                    where = f"{finding.place}, in {finding.function}"
                    raise StrategyError(f"the strategy {strategy.name} cannot be repeated: {where}, {finding.sentence}")


def _globals_of(function: Callable[..., Any]) -> Iterator[object]:
    """What the global names stand for that a function reads, and those that it calls."""
    for _, value in reachable(function):
        if inspect.isfunction(value):
            yield from (value.__globals__.get(name) for name in global_names(value.__code__))


def load_driver() -> None:
    """Load the engine's machine code, with that of the default decisions, which are the same for all strategies.

    Says so on stderr if it has to be compiled first, which takes a minute or two.
    """
    if not is_compiled():
        kept = "once per version" if cache_directory() is not None else "each time, as nothing can be kept"
        print(f"simspades: compiling the engine, {kept}: a minute or two …", file=sys.stderr, flush=True)
    machine()
    with announced("the default decisions"):
        default_module()
