"""Arrow schemas of a run's files, made from the tables of :mod:`simspades.records.columns`."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa

from simspades.records.columns import GAMES, HANDS, Column

ARROW_TYPES = {
    "int8": pa.int8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "bool": pa.bool_(),
    "call": pa.dictionary(pa.int8(), pa.string()),
}

#: Null only where the rules have unbid hands, or calls that bind the partner.
_NULL_WITH_CALLS = {"call_S", "bid_S", "contract_D"}


def hands_schema(
    players: int,
    sides: int,
    features: bool = True,
    holdings: bool = False,
    packs: int = 1,
    null_calls: bool = False,
    broken_nils: bool = False,
    *,
    seats: int | None = None,
) -> pa.Schema:
    """Schema of ``hands/`` for one run; :func:`~simspades.records.layout.layout_of` gives what follows from the rules.

    ``null_calls`` says whether the rules can leave a seat without a call or number of its own (an unbid hand, a
    call that binds the partner). Where they cannot, ``call_S``, ``bid_S`` and ``contract_D`` are stored as required
    columns, without levels of nulls: that saves 10 to 20 % of the writing. ``broken_nils`` says whether the engine
    notes in which trick nils were broken. ``seats`` counts the seats that win tricks, where a dummy is one of them.

    >>> hands_schema(4, 2, features=False).names[:9]
    ['hand', 'game', 'hand_in_game', 'dealer', 'lineup', 'call_0', 'call_1', 'call_2', 'call_3']
    """
    present = {
        "always": True,
        "with features": features,
        "with broken nils": broken_nils,
        "with holdings": holdings,
        "with holdings and two packs": holdings and packs > 1,
    }
    columns = [column for column in HANDS if present[column.present]]
    required = set() if null_calls else _NULL_WITH_CALLS
    return _schema(columns, players, sides, required, seats)


def games_schema(sides: int) -> pa.Schema:
    """Schema of ``games/`` for one run.

    >>> games_schema(2).field("winner").nullable
    True
    """
    return _schema(GAMES, 0, sides, set())


def _schema(
    columns: Iterable[Column], players: int, sides: int, required: set[str], seats: int | None = None
) -> pa.Schema:
    return pa.schema(
        pa.field(name, ARROW_TYPES[column.type], nullable=bool(column.null) and column.name not in required)
        for column in columns
        for name in column.names(players, sides, seats)
    )
