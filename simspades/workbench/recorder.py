"""The fields of a view as numbers, for all lanes of a step: what a strategy's compiled function is about to see.

The views are made by the engine's own code, so that what is recorded is what the strategy gets, whatever fields there
are. Importing this module compiles it, or loads it from the cache.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import literal_unroll, types

from simspades.engine.jit import cached, inline
from simspades.engine.layout import LANES
from simspades.engine.views import bid_view, blind_view, draft_view, exchange_view, play_view, step_scalars

__all__ = ["RECORDERS"]

#: State, rules, and the record: a row of LANES numbers for each field of the view, in order.
_SIGNATURE = types.void(types.int64[::1], types.int64[::1], types.int64[::1])

#: Stands for the parameters, which are no part of the state.
_NO_PARAMETERS = 0


@inline
def _store(view: Any, record: Any, lane: int) -> None:
    k = lane
    for value in literal_unroll(view):
        record[k] = int(value)
        k += LANES


@cached(_SIGNATURE)
def _record_blind(S: Any, R: Any, record: Any) -> None:
    scalars = step_scalars(R)
    for i in range(LANES):
        _store(blind_view(S, i, scalars, _NO_PARAMETERS), record, i)


@cached(_SIGNATURE)
def _record_bid(S: Any, R: Any, record: Any) -> None:
    scalars = step_scalars(R)
    for i in range(LANES):
        _store(bid_view(S, i, scalars, _NO_PARAMETERS), record, i)


@cached(_SIGNATURE)
def _record_exchange(S: Any, R: Any, record: Any) -> None:
    scalars = step_scalars(R)
    for i in range(LANES):
        _store(exchange_view(S, i, scalars, _NO_PARAMETERS), record, i)


@cached(_SIGNATURE)
def _record_draft(S: Any, R: Any, record: Any) -> None:
    scalars = step_scalars(R)
    for i in range(LANES):
        _store(draft_view(S, i, scalars, _NO_PARAMETERS), record, i)


@cached(_SIGNATURE)
def _record_lead(S: Any, R: Any, record: Any) -> None:
    scalars = step_scalars(R)
    for i in range(LANES):
        _store(play_view(S, i, scalars, _NO_PARAMETERS, True), record, i)


@cached(_SIGNATURE)
def _record_follow(S: Any, R: Any, record: Any) -> None:
    scalars = step_scalars(R)
    for i in range(LANES):
        _store(play_view(S, i, scalars, _NO_PARAMETERS, False), record, i)


Recorder = Callable[[np.ndarray, np.ndarray, np.ndarray], None]

#: step -> what records its views.
RECORDERS: dict[str, Recorder] = {
    "blind": _record_blind,
    "bid": _record_bid,
    "exchange": _record_exchange,
    "request": _record_exchange,
    "lead": _record_lead,
    "follow": _record_follow,
    "announce": _record_bid,
    "raise_to": _record_bid,
    "renounce": _record_bid,
    "pass_cards": _record_exchange,
    "discard": _record_exchange,
    "redraw": _record_exchange,
    "take": _record_bid,
    "keep": _record_draft,
    "declare": _record_bid,
    "misdeal": _record_bid,
    "advise": _record_bid,
    "cut": _record_bid,
}
