"""One pass over the rows of a run for any number of questions: sums by cluster and group, in DuckDB.

A :class:`Cube` counts how often each combination of a few columns occurs in a cluster; that is where the rows are
touched. A :class:`Tally` adds up a cube's cells to the groups and measures of a table, and costs next to nothing. So a
table more is free as long as a cube has its columns.

Chunks are divided among threads, each with a connection of its own. What is kept is small whatever the length of the
run, because clusters are ranges of games and there are few of them.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Literal

import pandas as pd

from simspades.analysis.chunks import Chunk, Files, plan_chunks, read_chunk
from simspades.analysis.estimates import Sums
from simspades.analysis.facts import Facts
from simspades.analysis.views import BLIND_NIL, NIL, views
from simspades.records.columns import FEATURES
from simspades.records.reader import Run

if TYPE_CHECKING:
    import duckdb

Unit = Literal["seats", "sides", "hands", "games", "game_sides", "nils"]

#: Cubes of many cells put this many clusters together, as a power of two.
COARSE = 3
#: Columns of the relation of seats that come from columns of the run which are read only if they are asked for.
OPTIONAL = {
    **{name: name for name in FEATURES},
    "low_side": "cards",
    "nil_broken_trick": "nil_broken_trick",
    "nil_broken_by": "nil_broken_by",
}
#: Each thread holds a chunk.
MAX_THREADS = 4


@dataclasses.dataclass(frozen=True)
class Cube:
    """How often combinations of columns occur.

    Attributes
    ----------
    name
        Of the cube; two cubes of one name are the same.
    unit
        The relation whose rows are counted; ``nils`` are the seats that called a nil or blind nil.
    keys
        Columns of the relation.
    where
        Which rows, in SQL.
    sums
        Names and SQL of what is added up beside the counting, for columns of too many values to be keys.
    coarse
        Whether clusters are put together, because the cells are many.

    """

    name: str
    unit: Unit
    keys: tuple[str, ...]
    where: str = "true"
    sums: Mapping[str, str] = dataclasses.field(default_factory=dict)
    coarse: bool = False


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
        Sums of the cube that are added up as they are.
    where
        Which cells, in SQL.
    join
        More relations, in SQL; the lookups that are given to :func:`tally_run` can be named.

    """

    name: str
    cube: Cube
    keys: Mapping[str, str]
    sums: Mapping[str, str] = dataclasses.field(default_factory=dict)
    added: tuple[str, ...] = ()
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
    n_threads = max(1, min(threads or os.cpu_count() or 1, MAX_THREADS, len(files)))
    workers: SimpleQueue[_Worker] = SimpleQueue()
    for _ in range(n_threads):
        workers.put(_Worker(facts, tallies, lookups or {}))

    def one(chunk_files: Files) -> dict[str, list[Any]]:
        worker = workers.get()
        try:
            return worker.tables(read_chunk(chunk_files, facts, extra))
        finally:
            workers.put(worker)

    with ThreadPoolExecutor(n_threads) as pool:
        return collect(pool.map(one, files), tallies)


def tally_chunk(
    chunk: Chunk, facts: Facts, tallies: Sequence[Tally], lookups: Mapping[str, pd.DataFrame] | None = None
) -> dict[str, Sums]:
    """Work out tallies over rows in memory."""
    return collect([_Worker(facts, tallies, lookups or {}).tables(chunk)], tallies)


def collect(results: Iterable[dict[str, list[Any]]], tallies: Sequence[Tally]) -> dict[str, Sums]:
    """Add up what the chunks gave."""
    import pyarrow as pa

    tables: dict[str, list[Any]] = {tally.name: [] for tally in tallies}
    for result in results:
        for name, found in result.items():
            tables[name] += found
    keys = {tally.name: list(tally.keys) for tally in tallies}
    sums = {}
    for name, found in tables.items():
        if found:
            sums[name] = Sums.of(pa.concat_tables(found).to_pandas(), keys[name])
            tables[name] = []
    return sums


class _Worker:
    """A connection that answers the same questions of one chunk after the other."""

    def __init__(self, facts: Facts, tallies: Sequence[Tally], lookups: Mapping[str, pd.DataFrame]) -> None:
        import duckdb

        self._connection: duckdb.DuckDBPyConnection = duckdb.connect(config={"threads": 1})
        self._facts = facts
        self._tallies = tallies
        self._cubes = {tally.cube.name: tally.cube for tally in tallies}
        for name, frame in lookups.items():
            self._connection.register(name, frame)

    def tables(self, chunk: Chunk) -> dict[str, list[Any]]:
        connection = self._connection
        connection.register("hand_rows", chunk.hands)
        if chunk.games is not None:
            connection.register("game_rows", chunk.games)
        for name, select in views(self._facts, chunk.hands.column_names).items():
            connection.execute(f"CREATE OR REPLACE TEMP VIEW {name} AS {select}")
        if any(cube.unit == "nils" for cube in self._cubes.values()):
            connection.execute(
                f"CREATE OR REPLACE TEMP TABLE nils AS SELECT * FROM seats WHERE kind IN ({NIL}, {BLIND_NIL})"
            )
        for cube in self._cubes.values():
            connection.execute(f"CREATE OR REPLACE TEMP TABLE cube_{cube.name} AS {_cube_sql(cube)}")
        tables: dict[str, list[Any]] = {}
        for tally in self._tallies:
            found = connection.sql(_tally_sql(tally)).to_arrow_table()
            tables.setdefault(tally.name, []).append(found)
        connection.unregister("hand_rows")
        if chunk.games is not None:
            connection.unregister("game_rows")
        return tables


def _cube_sql(cube: Cube) -> str:
    cluster = f"(c >> {COARSE})::SMALLINT AS c" if cube.coarse else "c"
    columns = [cluster, *cube.keys, "count(*) AS n"]
    columns += [f"sum({expression})::BIGINT AS {name}" for name, expression in cube.sums.items()]
    return f"SELECT {', '.join(columns)} FROM {cube.unit} WHERE {cube.where} GROUP BY ALL"


def _tally_sql(tally: Tally) -> str:
    columns = ["c", *(f"{expression} AS {name}" for name, expression in tally.keys.items()), "sum(n)::BIGINT AS n"]
    columns += [f"sum(n * ({expression}))::DOUBLE AS {name}" for name, expression in tally.sums.items()]
    columns += [f"coalesce(sum({name}), 0)::DOUBLE AS {name}" for name in tally.added]
    return f"SELECT {', '.join(columns)} FROM cube_{tally.cube.name} {tally.join} WHERE {tally.where} GROUP BY ALL"


def _extra_columns(facts: Facts, tallies: Sequence[Tally]) -> list[str]:
    """The columns that these cubes take beside the ones that are always read, as far as the run has them."""
    wanted = {OPTIONAL[key] for tally in tallies for key in tally.cube.keys if key in OPTIONAL}
    names = (f"{stem}_{seat}" for stem in sorted(wanted) for seat in range(facts.players))
    return [name for name in names if name in facts.columns]
