"""A strategy watched while it plays: every decision is made a second time, by its function as plain Python.

The engine calls a strategy's steps by their addresses. Here it is given the addresses of functions that record the
views of all lanes, let the compiled step decide, and then ask the plain function for the same view.
"""

from __future__ import annotations

import ctypes
import traceback
import typing
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np

from simspades.engine import Situation, Table
from simspades.engine import layout as at
from simspades.engine.layout import LANES, STEPS
from simspades.rules import Ruleset
from simspades.strategies import views
from simspades.strategies.model import VIEW_OF, Strategy
from simspades.strategies.reading import shown_path
from simspades.workbench.recorder import RECORDERS

#: The decision of each step, where its name is another.
_DECISION_OF = {"lead": "play", "follow": "play"}

_POINTER = ctypes.POINTER(ctypes.c_int64)
_STEP = ctypes.CFUNCTYPE(None, _POINTER, _POINTER, ctypes.POINTER(ctypes.c_double), ctypes.c_int64)


class Difference(Exception):  # noqa: N818  (an answer, not an error of the program)
    """The plain function does not choose what the compiled one does; the text says what, where and when."""


class Observer:
    """Compares the two forms of one strategy over hands that it plays.

    Attributes
    ----------
    compared
        How many decisions were compared so far, by kind.

    """

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.parameters = SimpleNamespace(**strategy.parameters)
        self.compared: Counter[str] = Counter()
        self._found: BaseException | None = None

    def play(self, rules: Ruleset, company: Strategy, situation: Situation, seed: int, count: int) -> None:
        """Play hands (``count`` of them, or up to the next multiple of LANES), the strategy at the first and last seat.

        Of two players it is the first. All decisions at the table are compared, those of the company too. Raises
        :class:`Difference` at the first that comes out differently, or at which the plain function raises an error.
        """
        # not a side each: in that line-up the engine asks a strategy also where it is not its turn
        lineup = [company] * rules.players
        lineup[0] = self.strategy
        if rules.players > 2:
            lineup[-1] = self.strategy
        table = Table(rules, lineup, situation)
        with self._watching(table.steps[0]):
            table.play(seed, 0, -(-count // LANES) * LANES)
        if self._found is not None:
            found, self._found = self._found, None
            raise found

    @contextmanager
    def _watching(self, steps: np.ndarray) -> Iterator[None]:
        """Put ourselves in the place of the strategy's steps."""
        addresses = steps.copy()
        # a step without an address is nobody's: what is announced is then the bid
        watched = [k for k in range(len(STEPS)) if addresses[k]]
        callbacks = [_STEP(self._watcher(STEPS[k], addresses[k])) for k in watched]
        for k, callback in zip(watched, callbacks, strict=True):
            steps[k] = ctypes.cast(callback, ctypes.c_void_p).value
        try:
            yield
        finally:
            steps[:] = addresses

    def _watcher(self, step: str, address: int) -> Any:
        decision = _DECISION_OF.get(step, step)
        compiled, record_views = _STEP(int(address)), RECORDERS[step]
        view = getattr(views, VIEW_OF[decision])
        hints = typing.get_type_hints(view)
        truths = [k for k, field in enumerate(view._fields) if hints[field] is bool]
        record = np.zeros(len(view._fields) * LANES, dtype=np.int64)

        def watch(state: Any, rules: Any, parameters: Any, owner: int) -> None:
            S = np.ctypeslib.as_array(state, (at.ROWS * LANES,))
            R = np.ctypeslib.as_array(rules, (at.R_SIZE,))
            if self._found is None:
                record_views(S, R, record)
            compiled(state, rules, parameters, owner)
            if self._found is None:
                rows = record.reshape(-1, LANES).T.tolist()
                choices = S[at.CHOICE * LANES : (at.CHOICE + 1) * LANES].tolist()
                try:
                    for lane in np.flatnonzero(_in_turn(S, decision)):
                        row = rows[lane]
                        for k in truths:
                            row[k] = bool(row[k])
                        seen = view(*row[:-1], self.parameters)
                        self._compare(decision, seen, choices[lane], int(S[at.GAME * LANES + lane]))
                except BaseException as found:  # nothing can be raised through compiled code
                    self._found = found

        return watch

    def _compare(self, decision: str, view: Any, compiled: int, hand: int) -> None:
        try:
            plain = getattr(self.strategy, decision)(view)
        except Exception as error:
            raise Difference(f"in {decision}{_line(error)}, plain Python raises {_words(error)}") from error
        self.compared[decision] += 1
        if int(plain) != compiled:
            raise Difference(
                f"in {decision} of hand {hand}, the function as plain Python returns {int(plain)}, compiled {compiled}"
            )


def _in_turn(S: np.ndarray, decision: str) -> np.ndarray:
    """The lanes in which the decision is really to be made."""
    active: np.ndarray = S[at.ACTIVE * LANES : (at.ACTIVE + 1) * LANES] != 0
    asked: np.ndarray = S[at.ASKED * LANES : (at.ASKED + 1) * LANES] != 0
    in_turn: np.ndarray = active if decision in ("play", "pass_cards") else active & asked
    return in_turn


def _line(error: BaseException) -> str:
    """Where in its author's file an error arose."""
    frames: Sequence[traceback.FrameSummary] = traceback.extract_tb(error.__traceback__)[1:]
    return f" ({shown_path(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""


def _words(error: BaseException) -> str:
    hints = {
        ZeroDivisionError: "compiled, a division by zero gives 0",
        UnboundLocalError: "compiled, a name without a value is 0",
        IndexError: "compiled, it ends the run",
    }
    hint = next((f"; {text}" for kind, text in hints.items() if isinstance(error, kind)), "")
    return f"{type(error).__name__}: {error}{hint}"
