"""Reading a run directory, whole, unfinished and damaged."""

import shutil

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from record_columns import engine_columns, game_columns, rows
from test_records_manifest import manifest

from simspades.errors import RecordError
from simspades.records.manifest import plan_parts, save_manifest
from simspades.records.reader import load, open_run, to_frame
from simspades.records.table import games_table, hands_table
from simspades.records.writer import write_part


def make_hands_run(directory, n=1000, part_size=400, status="done", finished=None):
    directory.mkdir(exist_ok=True)
    run = manifest(n=n, part_size=part_size, parts=plan_parts(n, part_size), status=status)
    columns = engine_columns(n, features=True)
    for part in run.parts[:finished]:
        table = hands_table(rows(columns, part.first, part.first + part.count), mode="hands")
        write_part(part.file(directory, "hands"), [table], table.schema, run.part_metadata(part, "hands"))
    save_manifest(directory, run)
    return run


def make_games_run(directory, status="done"):
    directory.mkdir(exist_ok=True)
    run = manifest(mode="games", n=30, part_size=20, parts=plan_parts(30, 20), situation=None, status=status)
    columns, games = engine_columns(600, mode="games"), game_columns(30)
    for part in run.parts:
        first, stop = columns["game"].searchsorted([part.first, part.first + part.count])
        table = hands_table(rows(columns, first, stop), mode="games")
        write_part(part.file(directory, "hands"), [table], table.schema, run.part_metadata(part, "hands"))
        table = games_table(rows(games, part.first, part.first + part.count))
        write_part(part.file(directory, "games"), [table], table.schema, run.part_metadata(part, "games"))
    save_manifest(directory, run)
    return run


@pytest.fixture
def hands_run(tmp_path):
    make_hands_run(tmp_path)
    return tmp_path


def test_hands(hands_run):
    run = open_run(hands_run)
    assert [path.name for path in run.hands_files] == [f"part-0000{index}.parquet" for index in range(3)]
    assert run.games_files == []
    whole = hands_table(engine_columns(1000, features=True), mode="hands")
    assert run.hands().to_pandas().equals(whole.to_pandas())
    assert run.hands(["tricks_0", "call_2"]).column_names == ["tricks_0", "call_2"]
    with pytest.raises(RecordError, match="has no games"):
        run.games()


def test_games(tmp_path):
    make_games_run(tmp_path)
    run = open_run(tmp_path)
    assert run.games().equals(games_table(game_columns(30)))
    assert run.games(["winner"])["winner"].null_count > 0
    hands = run.hands()
    assert hands["game"].to_pylist() == sorted(hands["game"].to_pylist())
    assert len(set(hands["hand"].to_pylist())) == len(hands)
    assert len(run.games_files) == len(run.hands_files) == 2


def test_frame(hands_run):
    frame = load(hands_run)
    table = open_run(hands_run).hands()
    assert list(frame.columns) == table.column_names
    assert frame["hand"].tolist() == list(range(1000))
    assert isinstance(frame["call_0"].dtype, pd.CategoricalDtype)
    assert frame["made_0"].dtype == pd.BooleanDtype()
    assert frame["made_0"].isna().sum() == table["made_0"].null_count
    assert frame["tricks_0"].dtype == "int8"
    assert frame["score_1"].dtype == "int32"
    assert (frame[[f"tricks_{seat}" for seat in range(4)]].sum(axis=1) == 13).all()
    assert list(load(hands_run, columns=["made_1", "bid_0"]).columns) == ["made_1", "bid_0"]


@pytest.mark.parametrize("names", [["hand"], ["made_0"], ["call_1"], ["bid_0", "made_1", "call_0"]])
def test_frame_of_some_columns(hands_run, names):
    frame = load(hands_run, columns=names)
    assert list(frame.columns) == names
    assert len(frame) == 1000


def test_nulls_in_frames():
    table = pa.table(
        {"bid_0": pa.array([4, None, 0], pa.int8()), "made_0": pa.array([None, True, False])},
        schema=pa.schema([("bid_0", pa.int8()), ("made_0", pa.bool_())]),
    )
    frame = to_frame(table)
    assert frame["bid_0"].dtype == pd.Int8Dtype()
    assert frame["bid_0"].isna().tolist() == [False, True, False]
    assert frame["made_0"].isna().tolist() == [True, False, False]


def test_unknown_column(hands_run):
    with pytest.raises(RecordError, match=r"has no column trick_0 \(did you mean tricks_0"):
        load(hands_run, columns=["trick_0"])


def test_unfinished_run_gives_its_finished_parts(tmp_path):
    make_hands_run(tmp_path, status="interrupted", finished=2)
    assert len(load(tmp_path)) == 800
    assert [part.index for part in open_run(tmp_path).parts] == [0, 1]


def test_games_part_needs_both_files(tmp_path):
    make_games_run(tmp_path, status="interrupted")
    (tmp_path / "games" / "part-00001.parquet").unlink()
    run = open_run(tmp_path)
    assert [part.index for part in run.parts] == [0]
    assert len(run.hands_files) == len(run.games_files) == 1


def test_run_without_rows(tmp_path):
    make_hands_run(tmp_path, status="interrupted", finished=0)
    with pytest.raises(RecordError, match="has no rows: no part of the run was finished"):
        load(tmp_path)
    save_manifest(tmp_path, manifest(summary_only=True, status="done"))
    with pytest.raises(RecordError, match="has no rows: it was made with --summary-only"):
        load(tmp_path)


def fault(directory):
    with pytest.raises(RecordError) as caught:
        load(directory)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_missing_part(hands_run):
    path = hands_run / "hands" / "part-00001.parquet"
    path.unlink()
    assert fault(hands_run) == f"{path} is missing, although run.json says that the run is done"


@pytest.mark.parametrize("size", [0, 3, 100, -1])
def test_truncated_part(hands_run, size):
    path = hands_run / "hands" / "part-00001.parquet"
    path.write_bytes(path.read_bytes()[:size])
    assert fault(hands_run).startswith(f"{path} is damaged: ")


def test_changed_byte_is_noticed_or_harmless(hands_run):
    path = hands_run / "hands" / "part-00002.parquet"
    whole, right = path.read_bytes(), load(hands_run)
    faults = []
    for offset in range(100, len(whole) // 3, 97):
        changed = bytearray(whole)
        changed[offset] ^= 0x55
        path.write_bytes(changed)
        try:
            assert load(hands_run).equals(right)
        except RecordError as error:
            faults.append(str(error))
    assert len(faults) > 20
    assert all(fault.startswith(f"{path} ") for fault in faults)


def test_part_of_another_run(hands_run, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    run = make_hands_run(other)
    part = run.parts[0]
    table = hands_table(engine_columns(400, features=True), mode="hands")
    metadata = run.model_copy(update={"seed": 5}).part_metadata(part, "hands")
    path = part.file(hands_run, "hands")
    write_part(path, [table], table.schema, metadata)
    assert fault(hands_run) == f"{path} does not belong to this run: its simspades.seed is not what run.json says"


def test_part_in_the_wrong_place(hands_run):
    shutil.copy(hands_run / "hands" / "part-00000.parquet", hands_run / "hands" / "part-00001.parquet")
    assert "part-00001.parquet does not belong to this run: its simspades.first" in fault(hands_run)


def test_part_of_another_schema_version(hands_run):
    path = hands_run / "hands" / "part-00000.parquet"
    table = pq.read_table(path)
    metadata = table.schema.metadata | {b"simspades.schema_version": b"2"}
    pq.write_table(table.replace_schema_metadata(metadata), path)
    assert fault(hands_run) == f"{path} has schema_version 2, but run.json has version 1"


def test_file_of_somebody_else(hands_run):
    path = hands_run / "hands" / "part-00000.parquet"
    pq.write_table(pa.table({"x": [1]}), path)
    assert fault(hands_run) == f"{path} has schema_version None, but run.json has version 1"


def test_part_that_lacks_rows(hands_run):
    run = open_run(hands_run)
    part = run.manifest.parts[0]
    table = hands_table(engine_columns(399, features=True), mode="hands")
    path = part.file(hands_run, "hands")
    write_part(path, [table], table.schema, run.manifest.part_metadata(part, "hands"))
    assert fault(hands_run) == f"{path} is damaged: it has 399 rows instead of 400"
