"""From the engine's arrays to Arrow tables with the documented columns.

No loop over rows and, where the engine's type is the column's type, no copy: the table refers to the engine's
memory, so the arrays must not be changed while the table, or a writer that keeps rows of it, is in use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from simspades.records.columns import CALL_NUMBER_BITS, CALLS, FEATURES, HANDS_A_GAME
from simspades.records.schema import games_schema, hands_schema

Array = npt.NDArray[Any]

_NUMBER_MASK = (1 << CALL_NUMBER_BITS) - 1
_BOUND = CALLS.index("-")
#: The calls of a player for himself that need no option of their own; where rules have no others, the dictionary of
#: the call columns ends here: Parquet packs indices into as many bits as the dictionary needs, two for these.
_N_ORDINARY = CALLS.index("zero") + 1
_NO_MASK = np.zeros(0, np.bool_)


def hands_table(
    columns: Mapping[str, Array],
    *,
    mode: Literal["hands", "games"],
    lineup: int | Array = 0,
    null_calls: bool = False,
    special_calls: bool = False,
) -> pa.Table:
    """Rows of ``hands/`` from the engine's columns, in the engine's order.

    ``columns`` holds, for n hands: ``game``, ``hand_in_game``, ``dealer`` of shape (n,); ``call`` of shape (players,
    n), ``tricks`` of shape (seats, n), which is one more with a dummy; ``contract``, ``made``, ``points``, ``bags``,
    ``penalty``, ``score``, ``bags_total`` of shape (sides, n); optionally ``features`` (players * F, n) with a seat's F
    rows together, ``nil_broken_trick`` (0 is null) and ``nil_broken_by`` (players, n), ``cards`` and ``cards2``
    (players, n). A call is an index of
    :data:`~simspades.records.columns.CALLS` above five bits of number, of any signed type that holds it, negative in an
    unbid hand; -1 in ``contract`` and ``made`` is null. The schema is that of
    :func:`~simspades.records.schema.hands_schema` for these shapes.

    ``null_calls`` and ``special_calls`` are those of :func:`~simspades.records.layout.layout_of`. Raises ValueError for
    a null in a column that ``null_calls=False`` makes a required one, and for a call without a word: a special one
    without ``special_calls``.
    """
    calls, game, hand_in_game = columns["call"], columns["game"], columns["hand_in_game"]
    players, seats, sides = len(calls), len(columns["tricks"]), len(columns["contract"])
    arrays: dict[str, Array] = {
        "hand": game if mode == "hands" else game * HANDS_A_GAME + (hand_in_game.astype(np.int64) - 1),
        "game": game,
        "hand_in_game": hand_in_game,
        "dealer": columns["dealer"],
        "lineup": _filled(lineup, len(game)),
        **_spread("tricks", columns["tricks"]),
        **_spread("contract", columns["contract"]),
        **_spread("made", columns["made"] > 0),
    }
    nulls = {**_spread("contract", columns["contract"] < 0), **_spread("made", columns["made"] < 0)}
    for name in ("points", "bags", "penalty", "score", "bags_total"):
        arrays |= _spread(name, columns[name])
    words = CALLS if special_calls else CALLS[:_N_ORDINARY]
    kinds = calls >> CALL_NUMBER_BITS
    arrays |= _spread("call", kinds) | _spread("bid", calls & _NUMBER_MASK)
    nulls |= _spread("call", kinds < 0) | _spread("bid", (kinds < 0) | (kinds == _BOUND))
    if "features" in columns:
        by_seat = columns["features"].reshape(players, len(FEATURES), len(game))
        for index, name in enumerate(FEATURES):
            arrays |= _spread(name, by_seat[:, index])
    for name in ("nil_broken_trick", "nil_broken_by"):
        if name in columns:
            arrays |= _spread(name, columns[name])
            nulls |= _spread(name, columns["nil_broken_trick"] == 0)
    for name in ("cards", "cards2"):
        if name in columns:
            arrays |= _spread(name, columns[name])
    schema = hands_schema(
        players,
        sides,
        features="features" in columns,
        holdings="cards" in columns,
        packs=2 if "cards2" in columns else 1,
        null_calls=null_calls,
        broken_nils="nil_broken_trick" in columns,
        seats=seats,
    )
    return _table(arrays, nulls, schema, words)


def games_table(columns: Mapping[str, Array], *, lineup: int | Array = 0) -> pa.Table:
    """Rows of ``games/`` from the engine's columns.

    ``columns`` holds, for n games: ``game``, ``winner`` (-1 is null), ``hands``, ``lead_changes``, ``capped`` of shape
    (n,); ``score``, ``bags_taken``, ``penalties``, ``sets``, ``nils``, ``nils_made`` of shape (sides, n).
    """
    winner = columns["winner"]
    arrays: dict[str, Array] = {
        "game": columns["game"],
        "lineup": _filled(lineup, len(winner)),
        "winner": winner,
        "hands": columns["hands"],
        "lead_changes": columns["lead_changes"],
        "capped": columns["capped"],
    }
    for name in ("score", "bags_taken", "penalties", "sets", "nils", "nils_made"):
        arrays |= _spread(name, columns[name])
    return _table(arrays, {"winner": winner < 0}, games_schema(len(columns["score"])))


def _spread(name: str, rows: Array) -> dict[str, Array]:
    return {f"{name}_{index}": row for index, row in enumerate(rows)}


def _filled(value: int | Array, n: int) -> Array:
    return value if isinstance(value, np.ndarray) else np.full(n, value, np.int8)


def _table(
    arrays: Mapping[str, Array], nulls: Mapping[str, Array], schema: pa.Schema, words: Sequence[str] = ()
) -> pa.Table:
    return pa.Table.from_arrays([_column(field, arrays, nulls, words) for field in schema], schema=schema)


def _column(field: pa.Field, arrays: Mapping[str, Array], nulls: Mapping[str, Array], words: Sequence[str]) -> pa.Array:
    values, mask = arrays[field.name], nulls.get(field.name, _NO_MASK)
    n_nulls = int(np.count_nonzero(mask))
    if n_nulls and not field.nullable:
        raise ValueError(f"{field.name} has nulls, but the schema says that these rules give none")
    validity = _bits(~mask) if n_nulls else None
    if pa.types.is_dictionary(field.type):
        return _dictionary(field, values, words, validity, n_nulls)
    if pa.types.is_boolean(field.type):
        data = _bits(values)
    else:
        data = pa.py_buffer(np.ascontiguousarray(values, field.type.to_pandas_dtype()))
    return pa.Array.from_buffers(field.type, len(values), [validity, data], n_nulls)


def _dictionary(
    field: pa.Field, kinds: Array, words: Sequence[str], validity: pa.Buffer | None, n_nulls: int
) -> pa.Array:
    """Call texts. The dictionary holds every word that the rules allow and not only those that occur, so that it is the
    same in every block.
    """
    if len(kinds) and int(kinds.max()) >= len(words):
        raise ValueError(f"{field.name} has the call {int(kinds.max())}, but these rules give it {len(words)} words")
    data = pa.py_buffer(np.ascontiguousarray(kinds, np.int8))
    indices = pa.Array.from_buffers(field.type.index_type, len(kinds), [validity, data], n_nulls)
    return pa.DictionaryArray.from_arrays(indices, _texts(words))


def _texts(texts: Sequence[str]) -> pa.Array:
    """An array of strings from its buffers: ``pa.array`` would import pandas, a third of a second of a short run."""
    encoded = [text.encode() for text in texts]
    offsets = np.concatenate([[0], np.cumsum([len(text) for text in encoded])]).astype(np.int32)
    return pa.StringArray.from_buffers(len(texts), pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded)))


def _bits(flags: Array) -> pa.Buffer:
    return pa.py_buffer(np.packbits(np.ascontiguousarray(flags, np.bool_), bitorder="little"))
