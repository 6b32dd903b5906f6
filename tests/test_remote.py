"""Runs, studies and searches at an fsspec address have the bytes of those in a directory."""

import contextlib
from pathlib import Path

import fsspec
import pytest
from run_tools import contents, failure, simspades, small_parts
from test_run_bytes import GAMES, HANDS, SUMMARY, stop_after

from simspades.analysis.answers import open_runs
from simspades.errors import RecordError
from simspades.records.files import append_line, located, replacing
from simspades.records.log import LOG_NAME
from simspades.records.reader import open_run
from simspades.runs.api import run_with
from simspades.runs.write import Interrupted

ADDRESS = "memory://bucket/there"


@pytest.fixture(autouse=True)
def store(monkeypatch):
    """An object store that is empty before and after."""
    small_parts(monkeypatch, 200)
    memory = fsspec.filesystem("memory")
    with contextlib.suppress(FileNotFoundError):
        memory.rm("/bucket", recursive=True)
    yield memory
    with contextlib.suppress(FileNotFoundError):
        memory.rm("/bucket", recursive=True)


def stored(store, folder: str = "/bucket/there") -> dict[str, bytes]:
    """Every object that a seed determines, by its name below the folder."""
    return {
        name.removeprefix(f"{folder}/"): store.cat_file(name)
        for name in store.find(folder)
        if not name.endswith(LOG_NAME)
    }


@pytest.mark.parametrize("settings", [HANDS, GAMES, SUMMARY], ids=["hands", "games", "summary only"])
def test_a_run_has_the_same_bytes(store, tmp_path, monkeypatch, settings):
    settings = settings | ({"hands": 900} if "hands" in settings else {})
    run_with(settings, tmp_path / "here")
    with monkeypatch.context() as patched:
        stop_after(patched, 2)
        with pytest.raises(Interrupted, match=f"2 of . parts .* simspades run --resume --out {ADDRESS}"):
            run_with(settings, located(ADDRESS), threads=1)
    assert run_with({}, located(ADDRESS), resume=True).played == (settings.get("hands") or settings["games"]) - 400
    assert stored(store) == contents(tmp_path / "here")
    assert len((located(ADDRESS) / LOG_NAME).read_text().splitlines()) == 4
    assert open_run(ADDRESS).manifest.status == "done"


def test_a_run_is_refused_replaced_and_read_as_in_a_directory(store, capsys):
    arguments = ["run", "--hands", 300, "--seed", 1, "--out", ADDRESS]
    assert simspades(*arguments) == 0
    capsys.readouterr()
    assert failure(capsys, *arguments).startswith(f"{ADDRESS} holds a run already; ")
    assert simspades("run", "--hands", 100, "--seed", 1, "--out", ADDRESS, "--overwrite") == 0
    assert sorted(stored(store)) == ["hands/part-00000.parquet", "run.json"]
    assert simspades("summary", ADDRESS) == 0
    assert len(open_runs([ADDRESS]).runs) == 1
    assert simspades("replay", ADDRESS, 42) == 0
    capsys.readouterr()
    store.pipe_file("/bucket/other/file", b"x")
    said = failure(capsys, "run", "--hands", 10, "--out", "memory://bucket/other")
    assert said == "memory://bucket/other is not empty and holds no run; choose another directory"
    assert stored(store, "/bucket/other") == {"file": b"x"}


def test_a_file_address_is_a_directory_of_this_machine(tmp_path, capsys):
    assert located(f"file://{tmp_path}/run") == tmp_path / "run"
    assert isinstance(located(f"file://{tmp_path}/run"), Path)
    assert simspades("run", "--hands", 5, "--out", f"file://{tmp_path}/run") == 0
    assert (tmp_path / "run" / "run.json").exists()


def test_an_address_that_cannot_be_used_is_one_sentence(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert "nostore://x cannot be " in failure(capsys, "run", "--hands", 5, "--out", "nostore://x")

    def refused(*arguments, **options):
        raise RuntimeError("no credentials\nat all")

    monkeypatch.setattr(type(fsspec.filesystem("memory")), "put_file", refused)
    said = failure(capsys, "run", "--hands", 5, "--out", ADDRESS)
    assert said.startswith(f"{ADDRESS}/.probe-")
    assert said.endswith(" cannot be written: no credentials")
    assert list(tmp_path.iterdir()) == []


def test_a_file_appears_whole_or_not_at_all(store):
    path = located(ADDRESS) / "file"
    with pytest.raises(ZeroDivisionError), replacing(path) as temporary:
        temporary.write_text(f"half {1 / 0}")
    assert stored(store) == {}
    append_line(path, "one")
    append_line(path, "two")
    assert stored(store) == {"file": b"one\ntwo\n"}


def test_a_run_at_an_address_whose_settings_were_edited_is_refused(store):
    run_with(HANDS | {"hands": 300}, located(ADDRESS))
    content = store.cat_file("/bucket/there/run.json")
    store.pipe_file("/bucket/there/run.json", content.replace(b'"seed": 7', b'"seed": 8'))
    with pytest.raises(RecordError, match="played under other settings"):
        run_with({}, located(ADDRESS), resume=True)


def test_a_study_has_the_same_bytes(store, tmp_path, monkeypatch):
    from simspades.studies.sweep import page
    from simspades.studies.sweep.play import sweep

    monkeypatch.setattr(page, "write_plot", lambda path, figures, rows: path.write_text("<svg"))
    path = tmp_path / "study.toml"
    path.write_text('title = "t"\nseed = 1\nhands = 2000\n[[rules]]\ngrid = { "nil.value" = [50, 100] }\n')
    sweep(path, out=tmp_path / "here", command="x")
    assert sweep(path, out=ADDRESS, command="x").played == 2
    assert sweep(path, out=ADDRESS, command="x").played == 0
    assert stored(store) == contents(tmp_path / "here")


def test_a_search_has_the_same_bytes(store, tmp_path):
    pytest.importorskip("optuna")
    from simspades.studies.tune.play import tune

    settings = {"param": ["reach=0:6"], "against": ["basic"], "hands": 500, "seed": 1}
    tune("steady", out=tmp_path / "here", trials=4, **settings)
    tune("steady", out=ADDRESS, trials=4, **settings)
    tune("steady", out=ADDRESS, trials=4, **settings)
    assert stored(store) == contents(tmp_path / "here")


def test_workers_of_a_cluster_write_there(store, tmp_path):
    distributed = pytest.importorskip("distributed")
    from simspades.cluster import Cluster

    settings = HANDS | {"hands": 900}
    run_with(settings, tmp_path / "here")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, protocol="tcp", dashboard_address=":0"
        ) as local,
        Cluster(local.scheduler_address) as workers,
    ):
        run_with(settings, located(ADDRESS), workers=workers)
    assert stored(store) == contents(tmp_path / "here")
