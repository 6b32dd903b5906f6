"""run.json and log.jsonl."""

import json
import subprocess
import sys

import pytest

from simspades.errors import RecordError
from simspades.records.log import append_log, environment
from simspades.records.manifest import (
    Manifest,
    RulesRecord,
    Situation,
    StrategyRecord,
    load_manifest,
    plan_parts,
    save_manifest,
)


def manifest(**changed):
    settings = {
        "engine_version": 1,
        "mode": "hands",
        "n": 250,
        "seed": 2**64 - 1,
        "players": 4,
        "sides": 2,
        "rules": RulesRecord(name="std4", options={"nil.value": 100, "end.lose_at": "none"}, digest="ab12"),
        "strategies": [
            StrategyRecord(spec="steady", name="steady", parameters={"risk": 0.25, "cover": True}, digest="cd34"),
            StrategyRecord(spec="my.py:mine(x=2)", name="mine", parameters={"x": 2}, digest="ef56"),
        ],
        "lineups": [[0, 1, 0, 1]],
        "situation": Situation(score=[0, 0], bags=[0, 0], hand_in_game=2),
        "part_size": 100,
        "parts": plan_parts(250, 100),
    }
    return Manifest(**(settings | changed))


def test_parts_cover_the_run():
    parts = plan_parts(250, 100)
    assert [(part.index, part.first, part.count) for part in parts] == [(0, 0, 100), (1, 100, 100), (2, 200, 50)]
    assert [(part.first, part.count) for part in plan_parts(100, 100)] == [(0, 100)]


def test_part_files(tmp_path):
    part = plan_parts(250, 100)[2]
    assert part.file(tmp_path, "hands") == tmp_path / "hands" / "part-00002.parquet"
    assert part.file(tmp_path, "games") == tmp_path / "games" / "part-00002.parquet"


def test_round_trip(tmp_path):
    written = manifest(status="done", summary={"hands": 250, "by_seat": [1.5, 2.25]})
    save_manifest(tmp_path, written)
    assert load_manifest(tmp_path) == written
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]
    document = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert document["seed"] == 2**64 - 1
    assert document["schema_version"] == 1
    assert document["strategies"][0]["parameters"] == {"risk": 0.25, "cover": True}
    assert document["parts"][1] == {"index": 1, "first": 100, "count": 100}


def test_same_bytes_after_reading_and_writing(tmp_path):
    save_manifest(tmp_path, manifest(status="done", summary={"a": 1}))
    before = (tmp_path / "run.json").read_bytes()
    save_manifest(tmp_path, load_manifest(tmp_path))
    assert (tmp_path / "run.json").read_bytes() == before


def test_digest_is_of_what_determines_the_rows():
    digest = manifest().digest
    assert manifest(status="done", summary={"x": 1}, summary_only=True).digest == digest
    assert manifest(n=50, parts=plan_parts(50, 100)).digest == digest
    others = [
        manifest(seed=1),
        manifest(engine_version=2),
        manifest(rules=RulesRecord(name="std4", options={"nil.value": 50}, digest="ff")),
        manifest(lineups=[[1, 0, 1, 0]]),
        manifest(situation=Situation(score=[10, 0], bags=[0, 0], hand_in_game=2)),
        manifest(features=False),
        manifest(max_hands=9),
        manifest(part_size=125, parts=plan_parts(250, 125)),
    ]
    assert len({digest, *(other.digest for other in others)}) == len(others) + 1


def test_part_metadata_holds_what_determines_the_rows_and_no_more():
    metadata = manifest(status="running").part_metadata(plan_parts(250, 100)[2], "hands")
    assert metadata == manifest(status="done", summary={"x": 1}).part_metadata(plan_parts(250, 100)[2], "hands")
    assert metadata["simspades.seed"] == str(2**64 - 1)
    assert (metadata["simspades.first"], metadata["simspades.count"]) == ("200", "50")
    assert (metadata["simspades.schema_version"], metadata["simspades.engine_version"]) == ("1", "1")
    assert json.loads(metadata["simspades.rules"])["options"]["nil.value"] == 100
    assert json.loads(metadata["simspades.strategies"])[1]["digest"] == "ef56"


def test_differences_name_the_setting_and_both_values():
    rules = RulesRecord(name="std4", options={"nil.value": 50, "end.lose_at": "none"}, digest="99")
    strategies = [manifest().strategies[0], manifest().strategies[1].model_copy(update={"digest": "0000"})]
    other = manifest(seed=1, n=50, parts=plan_parts(50, 100), rules=rules, strategies=strategies)
    assert manifest().differences(manifest(status="done")) == []
    assert manifest().differences(other) == [
        "n: 250 and 50",
        "seed: 18446744073709551615 and 1",
        "nil.value: 100 and 50",
        'strategies.1.digest: "ef56" and "0000"',
    ]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": "1"}, 'run.json is damaged: seed: input should be a valid integer, not "1"'),
        ({"n": 0}, "run.json is damaged: n: input should be greater than or equal to 1, not 0"),
        ({"mode": "tricks"}, "run.json is damaged: mode: input should be 'hands' or 'games', not \"tricks\""),
        ({"colour": "red"}, 'run.json is damaged: colour: extra inputs are not permitted, not "red"'),
        ({"rules": None}, "run.json is damaged: rules: "),
        ({"n": 251}, "run.json is damaged: the parts do not divide 251 hands into ranges of 100"),
        ({"lineups": [[0, 1]]}, "run.json is damaged: the line-up [0, 1] does not give each of 4 seats a strategy"),
        ({"lineups": [[0, 1, 2, 0]]}, "does not give each of 4 seats a strategy"),
        ({"schema_version": 2}, "run.json has schema_version 2, but this simspades reads version 1"),
    ],
)
def test_damaged_settings(tmp_path, change, sentence):
    save_manifest(tmp_path, manifest())
    path = tmp_path / "run.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(RecordError) as caught:
        load_manifest(tmp_path)
    assert sentence in str(caught.value)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_missing_setting(tmp_path):
    save_manifest(tmp_path, manifest())
    path = tmp_path / "run.json"
    document = json.loads(path.read_text())
    del document["seed"]
    path.write_text(json.dumps(document))
    with pytest.raises(RecordError, match=r"run\.json is damaged: seed: field required$"):
        load_manifest(tmp_path)


@pytest.mark.parametrize("content", [b"", b'{"seed": 1,', b"[1, 2]", b"\xff\xfe"])
def test_not_json(tmp_path, content):
    (tmp_path / "run.json").write_bytes(content)
    with pytest.raises(RecordError, match=r"run\.json is damaged: it is not a JSON object"):
        load_manifest(tmp_path)


def test_not_a_run_directory(tmp_path):
    with pytest.raises(RecordError, match=r"is not a run directory: it has no run\.json"):
        load_manifest(tmp_path)
    with pytest.raises(RecordError, match="is not a run directory: there is no such directory"):
        load_manifest(tmp_path / "missing")


def test_failed_write_keeps_the_old_file(tmp_path, monkeypatch):
    save_manifest(tmp_path, manifest())
    before = (tmp_path / "run.json").read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("simspades.records.files.os.fsync", full)
    with pytest.raises(RecordError, match=r"run\.json cannot be written: No space left on device"):
        save_manifest(tmp_path, manifest(status="done"))
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]
    assert (tmp_path / "run.json").read_bytes() == before


def test_log(tmp_path):
    append_log(tmp_path, "started", threads=2, **environment())
    append_log(tmp_path, "done", seconds=1.5)
    first, second = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert (first["event"], first["threads"]) == ("started", 2)
    assert first["versions"]["pyarrow"]
    assert second["event"] == "done"
    assert second["time"] >= first["time"]
    with pytest.raises(RecordError, match=r"log\.jsonl cannot be written"):
        append_log(tmp_path / "missing", "started")


@pytest.mark.parametrize(("module", "heavy"), [("columns", "pyarrow pydantic numpy"), ("manifest", "pyarrow numpy")])
def test_light_imports(module, heavy):
    code = f"import sys, simspades.records.{module}; print(*(set('{heavy}'.split()) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_digest_of_a_changed_copy():
    original = manifest()
    assert original.digest != original.model_copy(update={"seed": 1}).digest
