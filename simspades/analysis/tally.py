"""One pass over the rows of a run for any number of questions: sums by cluster and group, in DuckDB.

A :class:`Cube` counts how often each combination of a few columns occurs in a cluster; that is where the rows are
touched. A :class:`Tally` adds up the cells of a cube to the groups and measures of a table, and costs next to nothing.
So a table more is free as long as a cube has its columns.

For a cube the columns of a row are first packed into one number, because to hash and compare one key takes DuckDB
less than half the time that six take. Where the numbers are few beside the rows, as they are in a long run, they need
no hashing at all: numpy counts them by place, four to five times as fast. Chunks are divided among threads, each with a
connection of its own. What is kept is small whatever the length of the run, because clusters are ranges of games and
there are few of them.
"""

from __future__ import annotations

import dataclasses
import math
import os
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pyarrow as pa

from simspades.analysis.chunks import Chunk, Files, plan_chunks, read_chunk
from simspades.analysis.estimates import Array, Sums
from simspades.analysis.facts import Facts
from simspades.analysis.units import MADE_FROM, NONE, OPTIONAL, Unit, Units
from simspades.records.reader import Run

if TYPE_CHECKING:
    import duckdb

#: Each thread holds a chunk.
MAX_THREADS = 4
#: Packed numbers are counted by place where their range is at most so many times the number of rows.
DENSE = 2
#: Cells of a cube are gathered until there are so many, and then added up by the tallies.
GATHERED = 2_000_000

#: Cells of cubes, by cube: a column for the cluster, each key, the count and each sum.
Cells = dict[str, pa.Table]


@dataclasses.dataclass(frozen=True)
class Cube:
    """How often combinations of columns occur.

    Attributes
    ----------
    name
        Of the cube; two cubes of one name are the same.
    unit
        The rows that are counted.
    keys
        Columns of the unit, of small whole numbers.
    where
        A column of the unit that says which rows are counted; empty for all.
    sums
        Columns of the unit that are added up beside the counting, because they have too many values to be keys.
    coarse
        Whether clusters are put together, because the cells are many.
    counted
        Whether equal rows are counted. Rows that are few and of many columns are kept as they are, each a cell.

    """

    name: str
    unit: Unit
    keys: tuple[str, ...]
    where: str = ""
    sums: tuple[str, ...] = ()
    coarse: bool = False
    counted: bool = True


@dataclasses.dataclass(frozen=True)
class Tally:
    """Sums over a cube's cells by group.

    Attributes
    ----------
    name
        Of the sums; tallies of one name are put together, and have the same keys and measures.
    cube
        Where from.
    keys
        Names and SQL, over the cube's keys.
    sums
        Names and SQL of a single row's value, over the cube's keys: it is multiplied by the number of rows.
    added
        Names and SQL of what is added up over cells: the cube's sums, or multiples of them.
    where
        Which cells, in SQL; -1 stands for what there is not.
    join
        More relations, in SQL; the lookups that are given to :func:`tally_run` can be named.

    """

    name: str
    cube: Cube
    keys: Mapping[str, str]
    sums: Mapping[str, str] = dataclasses.field(default_factory=dict)
    added: Mapping[str, str] = dataclasses.field(default_factory=dict)
    where: str = "true"
    join: str = ""


def tally_run(
    run: Run,
    facts: Facts,
    tallies: Sequence[Tally],
    lookups: Mapping[str, pd.DataFrame] | None = None,
    threads: int | None = None,
) -> dict[str, Sums]:
    """Work out tallies over all finished parts of a run. RecordError for a part that is damaged."""
    files = plan_chunks(run, facts)
    extra = _extra_columns(facts, tallies)
    cubes = _cubes(tallies)
    connections = threading.local()

    def cells(chunk_files: Files) -> Cells:
        if not hasattr(connections, "own"):
            connections.own = _connection()
        return _cells(read_chunk(chunk_files, facts, extra), facts, cubes, connections.own)

    n_threads = max(1, min(threads or os.cpu_count() or 1, MAX_THREADS, len(files)))
    with ThreadPoolExecutor(n_threads) as pool:
        return _added_up(_in_turn(pool, cells, files, n_threads), tallies, lookups or {})


def tally_chunk(
    chunk: Chunk, facts: Facts, tallies: Sequence[Tally], lookups: Mapping[str, pd.DataFrame] | None = None
) -> dict[str, Sums]:
    """Work out tallies over rows in memory."""
    return _added_up([_cells(chunk, facts, _cubes(tallies), _connection())], tallies, lookups or {})


def _connection() -> duckdb.DuckDBPyConnection:
    import duckdb

    return duckdb.connect(config={"threads": 1})


def _cubes(tallies: Sequence[Tally]) -> list[Cube]:
    return list({tally.cube.name: tally.cube for tally in tallies}.values())


def _in_turn(pool: ThreadPoolExecutor, work: object, files: Sequence[Files], n_threads: int) -> Iterator[Cells]:
    """What the chunks give, in their order; no more of them are begun than threads can work at and one more."""
    waiting = iter(files)
    assert callable(work)
    begun = [pool.submit(work, item) for item in islice(waiting, n_threads + 1)]
    while begun:
        yield begun.pop(0).result()
        begun += [pool.submit(work, item) for item in islice(waiting, 1)]


def _cells(chunk: Chunk, facts: Facts, cubes: Sequence[Cube], connection: duckdb.DuckDBPyConnection) -> Cells:
    units = Units(chunk, facts)
    return {cube.name: _cells_of(cube, units, facts.coarse, connection) for cube in cubes}


def _cells_of(cube: Cube, units: Units, coarse: int, connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """Count a cube's cells in the rows of a chunk."""
    cluster = units.column(cube.unit, "c")
    columns = {"c": cluster >> coarse if cube.coarse else cluster}
    columns |= {key: units.column(cube.unit, key) for key in cube.keys if units.has(cube.unit, key)}
    if not cube.counted:
        return pa.table({**columns, "n": np.ones(len(cluster), np.int8), **_columns(cube.unit, cube.sums, units)})
    packed, ranges = _pack(columns)
    if cube.where:
        packed[~units.column(cube.unit, cube.where)] = NONE
    size = math.prod(span for _, span in ranges.values())
    summed = _columns(cube.unit, cube.sums, units)
    if size <= len(packed) * DENSE:
        cells = _counted_by_place(packed, size, summed)
    else:
        cells = _counted_by_hash(packed, summed, connection)
    return pa.table({**_unpack(cells.pop("k"), ranges), **cells})


def _counted_by_place(packed: Array, size: int, summed: Mapping[str, Array]) -> dict[str, Array]:
    """The numbers that occur, how often they do, and sums. Sums are exact: they are far from 2^53."""
    places = packed + 1  # what is not counted stands at 0
    counts = np.bincount(places, minlength=size + 1)
    counts[0] = 0
    found = np.flatnonzero(counts)
    sums = {name: np.bincount(places, column, size + 1)[found].astype(np.int64) for name, column in summed.items()}
    return {"k": found - 1, "n": counts[found], **sums}


def _counted_by_hash(
    packed: Array, summed: Mapping[str, Array], connection: duckdb.DuckDBPyConnection
) -> dict[str, Array]:
    """The same, whatever the numbers."""
    connection.register("rows", pa.table({"k": packed, **summed}))
    sums = "".join(f", sum({name})::BIGINT AS {name}" for name in summed)
    query = f"SELECT k, count(*) AS n{sums} FROM rows WHERE k >= 0 GROUP BY k ORDER BY k"
    cells = connection.sql(query).to_arrow_table()
    connection.unregister("rows")
    return {name: cells[name].to_numpy() for name in cells.column_names}


def _columns(unit: Unit, names: Iterable[str], units: Units) -> dict[str, Array]:
    return {name: units.column(unit, name) for name in names}


def _pack(columns: Mapping[str, Array]) -> tuple[Array, dict[str, tuple[int, int]]]:
    """One number for each row, and for each column its least value and how many values it spans."""
    ranges = {
        name: (int(column.min()), int(column.max()) - int(column.min()) + 1) if len(column) else (0, 1)
        for name, column in columns.items()
    }
    size = math.prod(span for _, span in ranges.values())
    packed: Array = np.zeros(len(next(iter(columns.values()))), np.int32 if size < 2**31 else np.int64)
    for name, column in columns.items():
        low, span = ranges[name]
        packed *= packed.dtype.type(span)
        packed += column
        if low:
            packed -= packed.dtype.type(low)
    return packed, ranges


def _unpack(packed: Array, ranges: Mapping[str, tuple[int, int]]) -> dict[str, Array]:
    columns = {}
    for name, (low, span) in reversed(list(ranges.items())):
        packed, rest = np.divmod(packed, span)
        columns[name] = (rest + low).astype(np.int16)
    return columns


def _added_up(
    chunks: Iterable[Cells], tallies: Sequence[Tally], lookups: Mapping[str, pd.DataFrame]
) -> dict[str, Sums]:
    """Add up the cells of chunks by the tallies."""
    connection = _connection()
    for name, frame in lookups.items():
        connection.register(name, frame)
    found: dict[str, list[pa.Table]] = {tally.name: [] for tally in tallies}
    gathered: list[Cells] = []

    def flush() -> None:
        for name in gathered[0]:
            connection.register(f"cube_{name}", pa.concat_tables(cells[name] for cells in gathered))
        for tally in tallies:
            found[tally.name].append(connection.sql(_tally_sql(tally)).to_arrow_table())
        gathered.clear()

    for cells in chunks:
        gathered.append(cells)
        if sum(table.num_rows for chunk in gathered for table in chunk.values()) > GATHERED:
            flush()
    if gathered:
        flush()
    keys = {tally.name: list(tally.keys) for tally in tallies}
    return {name: Sums.of(pa.concat_tables(parts).to_pandas(), keys[name]) for name, parts in found.items() if parts}


def _tally_sql(tally: Tally) -> str:
    columns = ["c", *(f"{expression} AS {name}" for name, expression in tally.keys.items()), "sum(n)::BIGINT AS n"]
    columns += [f"sum(n * ({expression}))::DOUBLE AS {name}" for name, expression in tally.sums.items()]
    columns += [f"sum({expression})::DOUBLE AS {name}" for name, expression in tally.added.items()]
    return f"SELECT {', '.join(columns)} FROM cube_{tally.cube.name} {tally.join} WHERE {tally.where} GROUP BY ALL"


def _extra_columns(facts: Facts, tallies: Sequence[Tally]) -> list[str]:
    """The columns that the cubes take beside the ones that are always read, as far as the run has them."""
    keys = {part for tally in tallies for key in tally.cube.keys for part in MADE_FROM.get(key, (key,))}
    wanted = {OPTIONAL[key] for key in keys if key in OPTIONAL}
    names = (f"{stem}_{seat}" for stem in sorted(wanted) for seat in range(facts.players))
    return [name for name in names if name in facts.columns]
