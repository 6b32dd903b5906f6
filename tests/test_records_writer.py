"""Parquet files: the same bytes for the same rows, whole or not at all, small, and readable by others."""

import hashlib
import resource
from itertools import pairwise
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from record_columns import engine_columns, game_columns, rows

from simspades.errors import RecordError
from simspades.records import encoding
from simspades.records.files import remove_leftovers
from simspades.records.table import games_table, hands_table
from simspades.records.writer import part_writer, write_part

METADATA = {"simspades.seed": "1", "simspades.first": "0"}


@pytest.fixture(scope="module")
def table():
    return hands_table(engine_columns(30_000, features=True), mode="hands")


@pytest.fixture
def small_groups(monkeypatch):
    """Row groups of 8192 rows, so that a small table has several."""
    monkeypatch.setattr("simspades.records.writer.ROW_GROUP", 8192)


def split(table, *cuts):
    edges = [0, *cuts, len(table)]
    return [table.slice(start, stop - start) for start, stop in pairwise(edges)]


@pytest.mark.parametrize("mode", ["hands", "games"])
def test_round_trip(tmp_path, mode):
    table = hands_table(engine_columns(20_000, mode=mode, features=True, cards=True), mode=mode)
    path = tmp_path / "part.parquet"
    write_part(path, [table], table.schema, METADATA)
    read = pq.read_table(path)
    assert read.to_pandas().equals(table.to_pandas())
    assert [(field.name, field.nullable) for field in read.schema] == [(f.name, f.nullable) for f in table.schema]
    assert [field.type for field in read.schema if "call" not in field.name] == [
        field.type for field in table.schema if "call" not in field.name
    ]
    assert {key.decode(): value.decode() for key, value in read.schema.metadata.items()} == METADATA


def test_round_trip_of_nulls(tmp_path):
    table = games_table(game_columns(5000))
    assert table["winner"].null_count
    write_part(tmp_path / "games.parquet", [table], table.schema, {})
    assert pq.read_table(tmp_path / "games.parquet").equals(table)


@pytest.mark.parametrize(
    "cuts",
    [
        (),
        (1,),
        (8192,),
        (8191, 8193),
        (0, 0, 16384, 16384),
        tuple(range(777, 30_000, 777)),
        (5, 20_001, 29_999),
    ],
)
def test_same_bytes_however_the_rows_arrive(tmp_path, table, small_groups, cuts):
    write_part(tmp_path / "whole.parquet", [table], table.schema, METADATA)
    write_part(tmp_path / "split.parquet", iter(split(table, *cuts)), table.schema, METADATA)
    assert digest(tmp_path / "split.parquet") == digest(tmp_path / "whole.parquet")
    groups = pq.ParquetFile(tmp_path / "split.parquet").metadata
    sizes = [groups.row_group(index).num_rows for index in range(groups.num_row_groups)]
    assert sizes == [8192, 8192, 8192, 30_000 - 3 * 8192]


def test_same_bytes_from_blocks_of_the_engine(tmp_path, small_groups):
    columns = engine_columns(20_000, mode="games")
    tables = [hands_table(rows(columns, start, start + 3000), mode="games") for start in range(0, 20_000, 3000)]
    write_part(tmp_path / "blocks.parquet", tables, tables[0].schema, METADATA)
    whole = hands_table(columns, mode="games")
    write_part(tmp_path / "whole.parquet", [whole], whole.schema, METADATA)
    assert digest(tmp_path / "blocks.parquet") == digest(tmp_path / "whole.parquet")


def test_order_of_metadata_does_not_matter(tmp_path, table):
    write_part(tmp_path / "a", [table], table.schema, METADATA)
    write_part(tmp_path / "b", [table], table.schema, dict(reversed(METADATA.items())))
    assert digest(tmp_path / "a") == digest(tmp_path / "b")


@pytest.mark.parametrize(("features", "budget"), [(False, 16), (True, 32)])
@pytest.mark.parametrize("mode", ["hands", "games"])
def test_bytes_a_hand(tmp_path, mode, features, budget):
    table = hands_table(engine_columns(150_000, mode=mode, features=features), mode=mode)
    path = tmp_path / "part.parquet"
    write_part(path, [table], table.schema, METADATA)
    assert path.stat().st_size / len(table) < budget


def test_failure_on_the_way_leaves_nothing(tmp_path, table):
    def tables():
        yield table
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_part(tmp_path / "part.parquet", tables(), table.schema, METADATA)
    assert list(tmp_path.iterdir()) == []


def test_failure_keeps_the_older_file(tmp_path, table):
    path = tmp_path / "part.parquet"
    write_part(path, [table], table.schema, METADATA)
    before = digest(path)
    with pytest.raises(ValueError, match="takes other columns"):
        write_part(path, [table, table.drop_columns(["bags_1"])], table.schema, {})
    assert list(tmp_path.iterdir()) == [path]
    assert digest(path) == before


def test_nothing_is_seen_before_the_end(tmp_path, table):
    path = tmp_path / "hands" / "part.parquet"
    with part_writer(path, table.schema, METADATA) as writer:
        writer.write(table)
        assert not path.exists()
        assert list(path.parent.glob("*.parquet")) == []
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("limit", [0, 4, 100_000])
def test_full_disk(tmp_path, table, small_groups, limit):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
        with pytest.raises(RecordError, match=r"part\.parquet cannot be written: File too large"):
            write_part(tmp_path / "part.parquet", [table], table.schema, METADATA)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []


def test_directory_that_cannot_be_written(tmp_path, table):
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match=r"part\.parquet cannot be written: "):
        write_part(tmp_path / "file" / "part.parquet", [table], table.schema, METADATA)
    with pytest.raises(RecordError, match="cannot be written: No such file or directory"):
        write_part(tmp_path / "missing" / "hands" / "part.parquet", [table], table.schema, METADATA)


def test_other_columns_are_refused(tmp_path, table):
    with pytest.raises(ValueError, match="takes other columns"):
        write_part(tmp_path / "part.parquet", [table.drop_columns(["bags_1"])], table.schema, METADATA)
    assert list(tmp_path.iterdir()) == []


def test_leftovers_of_a_killed_run(tmp_path, table):
    (tmp_path / ".part-00003.parquet.77-77.tmp").write_bytes(b"half")
    write_part(tmp_path / "part-00000.parquet", [table], table.schema, METADATA)
    remove_leftovers(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["part-00000.parquet"]


def test_duckdb_and_pandas_read_it(tmp_path, table):
    path = tmp_path / "part.parquet"
    write_part(path, [table], table.schema, METADATA)
    tricks, nils, made = duckdb.sql(
        f"select sum(tricks_0 + tricks_1 + tricks_2 + tricks_3), count(*) filter (call_1 = 'nil'), count(made_0)"
        f" from '{path}'"
    ).fetchall()[0]
    assert tricks == 13 * len(table)
    frame = pd.read_parquet(path)
    assert nils == (frame["call_1"] == "nil").sum() > 0
    assert made == frame["made_0"].notna().sum()
    assert frame["score_0"].tolist() == table["score_0"].to_pylist()


def test_encodings_that_old_readers_know(tmp_path, table):
    write_part(tmp_path / "part.parquet", [table], table.schema, METADATA)
    group = pq.ParquetFile(tmp_path / "part.parquet").metadata.row_group(0)
    used = {encoding for index in range(group.num_columns) for encoding in group.column(index).encodings}
    assert used <= {"PLAIN", "RLE", "RLE_DICTIONARY", "DELTA_BINARY_PACKED"}
    statistics = [group.column(i).path_in_schema for i in range(group.num_columns) if group.column(i).is_stats_set]
    assert statistics == ["hand", "game"]


def test_memory_stays_flat(tmp_path):
    table = hands_table(engine_columns(encoding.ROW_GROUP), mode="hands")
    peaks = []
    for repeats in (2, 8):
        pool = pa.proxy_memory_pool(pa.default_memory_pool())
        previous = pa.default_memory_pool()
        pa.set_memory_pool(pool)
        try:
            write_part(tmp_path / "part.parquet", (table for _ in range(repeats)), table.schema, {})
        finally:
            pa.set_memory_pool(previous)
        peaks.append(pool.max_memory())
    assert peaks[1] < 1.2 * peaks[0]


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
