"""The rows of a run, some parts at a time, with the columns that the questions are asked in.

No game spans two parts, so a chunk of whole parts holds whole games. What an aggregation cannot see from a single row
(who will win the game, the bags before the hand, what will yet be paid) is worked out here, in numpy, from the order of
the rows: a game's hands lie together.

Rows are read by pyarrow, which checks every page against its checksum and reads from any file system, and handed to
DuckDB as they are, without a copy; to fill a table of DuckDB with them would take longer than all the questions.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from simspades.analysis.dummy import counted_tricks, declarers
from simspades.analysis.facts import Facts
from simspades.records.columns import CALLS
from simspades.records.reader import Run, read_part

Array = npt.NDArray[Any]

#: Parts are read together until they have so many rows, about: enough for the questions to outweigh their planning.
CHUNK_ROWS = 750_000

#: Code of an unbid hand among the kinds of calls, which are places in CALLS.
UNBID = -1

_BY_SEAT = ("call", "bid", "tricks")
_BY_SIDE = ("contract", "made", "points", "bags", "penalty", "score", "bags_total")


@dataclasses.dataclass(frozen=True)
class Files:
    """The files of some consecutive parts; ``games`` is empty in hands mode."""

    hands: tuple[Path, ...]
    games: tuple[Path, ...]


@dataclasses.dataclass(frozen=True)
class Chunk:
    """Rows of whole games.

    Attributes
    ----------
    hands
        The columns of ``hands/`` that were asked for, without the calls' texts, and

        - ``c``: the number of the cluster, ``lineup`` (0 in a run that has one);
        - ``kind_S``: the call as its place in CALLS, -1 in an unbid hand;
        - ``tricks_S``: the tricks that the seat's bid is about, its own ones but in the game with a dummy;
        - ``side_tricks_D``: those that the side's contract is about;
        - ``before_D``, ``bags_before_D``: score and bags before the hand, the bags short of a penalty;
        - ``lead_D``: the class of the side's situation, ``own_D`` and ``other_D`` those of its score and of the best
          other one;
        - in games mode ``winner`` (-1 in a draw) and ``future_D``: bag penalties paid from this hand on to the end.
    games
        The columns of ``games/`` with ``c`` and ``behind_D``: how far the side was behind at worst, after any hand
        but the last. None in hands mode.

    """

    hands: pa.Table
    games: pa.Table | None


def plan_chunks(run: Run, facts: Facts) -> list[Files]:
    """Divide the finished parts of a run into chunks."""
    hands_a_part = facts.manifest.part_size * (11 if facts.by_game else 1)
    together = max(1, round(CHUNK_ROWS / hands_a_part))
    hands, games = run.hands_files, run.games_files
    return [
        Files(tuple(hands[k : k + together]), tuple(games[k : k + together])) for k in range(0, len(hands), together)
    ]


def read_chunk(files: Files, facts: Facts, extra: Sequence[str] = ()) -> Chunk:
    """Read a chunk; ``extra`` are columns beside those that every question takes."""
    calls = [f"call_{s}" for s in range(facts.players)]
    names = ["game", "hand_in_game", "dealer", *(["lineup"] if len(facts.lineups) > 1 else [])]
    names += [f"{name}_{s}" for name in _BY_SEAT for s in range(facts.players)]
    names += [f"{name}_{d}" for name in _BY_SIDE for d in range(facts.sides)]
    if facts.has_dummy:
        names.append(f"tricks_{facts.players}")
    hands = pa.concat_tables(read_part(path, [*names, *extra], calls) for path in files.hands)
    games = pa.concat_tables(read_part(path) for path in files.games) if files.games else None
    return prepare(hands, games, facts)


def prepare(hands: pa.Table, games: pa.Table | None, facts: Facts) -> Chunk:
    """Add to rows, of whole games and in their order, what :class:`Chunk` lists."""
    game = as_numbers(hands["game"])
    starts = np.concatenate([[0], np.flatnonzero(game[1:] != game[:-1]) + 1])[: len(game)]
    lengths = np.diff(np.append(starts, len(game)))
    added: dict[str, Array] = {"c": (game >> facts.shift).astype(np.int16)}
    if "lineup" not in hands.column_names:
        added["lineup"] = np.zeros(len(game), np.int8)
    for s in range(facts.players):
        added[f"kind_{s}"] = _kinds(hands[f"call_{s}"])
    added |= _standings(hands, starts, facts)
    added |= _side_tricks(hands, facts)
    if games is not None:
        winner = np.where(_known(games["winner"]), as_numbers(games["winner"]), -1).astype(np.int8)
        added["winner"] = np.repeat(winner, lengths)
        for d in range(facts.sides):
            added[f"future_{d}"] = _still_to_come(as_numbers(hands[f"penalty_{d}"]), starts, lengths)
        games = _with(games, _of_games(hands, games, starts, facts))
    kept = hands.drop_columns([f"call_{s}" for s in range(facts.players)])
    return Chunk(_with(kept, added), games)


def _standings(hands: pa.Table, starts: Array, facts: Facts) -> dict[str, Array]:
    """Scores and bags before each hand, and their classes."""
    sides = range(facts.sides)
    added: dict[str, Array] = {}
    situation = facts.manifest.situation
    for d in sides:
        after = as_numbers(hands[f"bags_total_{d}"])
        before = np.empty_like(after)
        before[1:] = after[:-1]
        before[starts] = situation.bags[d] if situation else 0
        added[f"bags_before_{d}"] = np.minimum(before, facts.bag_limit).astype(np.int8)
        added[f"before_{d}"] = as_numbers(hands[f"score_{d}"]) - as_numbers(hands[f"points_{d}"])
    lowest, highest = facts.score_range
    limits = np.asarray(facts.situation_limits, np.int32)
    classes = [np.clip(added[f"before_{d}"] // facts.score_step, lowest, highest).astype(np.int8) for d in sides]
    for d in sides:
        others = [e for e in sides if e != d]
        lead = added[f"before_{d}"] - np.maximum.reduce([added[f"before_{e}"] for e in others])
        added[f"lead_{d}"] = _sum([lead >= limit for limit in limits])
        added[f"own_{d}"] = classes[d]
        added[f"other_{d}"] = np.maximum.reduce([classes[e] for e in others])
    return added


def _side_tricks(hands: pa.Table, facts: Facts) -> dict[str, Array]:
    """The tricks that contracts are about, and in the game with a dummy those that bids are about."""
    tricks = [as_numbers(hands[f"tricks_{s}"]) for s in range(facts.players + facts.has_dummy)]
    if not facts.has_dummy:
        return {f"side_tricks_{d}": _sum([tricks[s] for s in facts.seats_of(d)]) for d in range(facts.sides)}
    bids = [as_numbers(hands[f"bid_{s}"]) for s in range(facts.players)]
    called = [_known(hands[f"bid_{s}"]) for s in range(facts.players)]
    rules = facts.rules
    roles = declarers(bids, called, as_numbers(hands["dealer"]), rules.dummy.tie, rules.bid.first == "dealer")
    by_bid, by_contract = counted_tricks(tricks, roles, rules)
    return {
        **{f"tricks_{s}": rows for s, rows in enumerate(by_bid)},
        **{f"side_tricks_{d}": rows for d, rows in enumerate(by_contract)},
    }


def _of_games(hands: pa.Table, games: pa.Table, starts: Array, facts: Facts) -> dict[str, Array]:
    sides = range(facts.sides)
    score = [as_numbers(hands[f"score_{d}"]) for d in sides]
    lasts = np.append(starts[1:], hands.num_rows) - 1
    added = {"c": (as_numbers(games["game"]) >> facts.shift).astype(np.int16)}
    if "lineup" not in games.column_names or len(facts.lineups) == 1:
        games_lineup = np.zeros(games.num_rows, np.int8)
        added["lineup"] = games_lineup
    for d in sides:
        behind = np.maximum.reduce([score[e] for e in sides if e != d]) - score[d]
        behind[lasts] = 0  # the end is no place to come back from
        added[f"behind_{d}"] = np.maximum(np.maximum.reduceat(behind, starts), 0) if len(starts) else behind
    return added


def _still_to_come(paid: Array, starts: Array, lengths: Array) -> Array:
    """For each hand what is paid in it and in the later ones of its game."""
    sums = np.cumsum(paid, dtype=np.int64)
    if not len(starts):
        return sums.astype(np.int32)
    ends = np.repeat(sums[starts + lengths - 1], lengths)
    return np.asarray((ends - sums + paid).astype(np.int32))


def _sum(arrays: Sequence[Array]) -> Array:
    return np.asarray(np.sum(arrays, axis=0, dtype=np.int8))


def _with(table: pa.Table, added: dict[str, Array]) -> pa.Table:
    """The table with more columns; those that it has already are replaced."""
    table = table.drop_columns([name for name in added if name in table.column_names])
    return pa.table(
        {
            **dict(zip(table.column_names, table.columns, strict=True)),
            **{name: pa.array(values) for name, values in added.items()},
        }
    )


def as_numbers(column: pa.ChunkedArray, none: int = 0) -> Array:
    """A column of numbers or flags as an array; nulls become ``none``, and flags with nulls numbers."""
    if column.null_count:
        if pa.types.is_boolean(column.type):
            column = column.cast(pa.int8())
        column = column.fill_null(none)
    return np.asarray(column.to_numpy())


def _known(column: pa.ChunkedArray) -> Array:
    return np.asarray(column.is_valid().to_numpy())


def _kinds(column: pa.ChunkedArray) -> Array:
    """Calls as their places in CALLS."""
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    chunk = column.unify_dictionaries().combine_chunks()
    if isinstance(chunk, pa.ChunkedArray):
        if chunk.num_chunks == 0:
            return np.zeros(0, np.int8)
        chunk = chunk.chunk(0)
    places = [CALLS.index(word) if word in CALLS else len(CALLS) for word in chunk.dictionary.to_pylist()]
    indices = chunk.indices.fill_null(len(places)) if chunk.null_count else chunk.indices
    return np.asarray(np.array([*places, UNBID], np.int8)[indices.to_numpy()])
