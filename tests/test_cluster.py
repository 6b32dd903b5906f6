"""A Dask cluster gives the bytes of one machine, whatever becomes of its workers."""

import contextlib
import os
import signal
import subprocess
import sys
import time

import pytest
from run_tools import contents, failure

pytest.importorskip("distributed")

from simspades import cluster as clusters
from simspades.cluster import Cluster
from simspades.errors import SimspadesError, StrategyError
from simspades.runs.api import run_with
from simspades.runs.threads import Control
from simspades.studies.match import play
from simspades.studies.match.play import match
from simspades.studies.match.verdict import to_json
from simspades.studies.sweep import page
from simspades.studies.sweep.play import sweep

SETTINGS = {"hands": 1_500_000, "strategy": ["steady", "basic"], "seed": 5, "features": False}

CHEAT = """
from simspades import Strategy
def bid(v): return 99
def play(v): return v.legal & -v.legal
cheat = Strategy(bid=bid, play=play)
"""


class FakeClient:
    """Answers of workers, one time after another."""

    def __init__(self, answers):
        self.answers = answers

    def run(self, question, *arguments, on_error):
        assert on_error == "return"
        return self.answers.pop(0)

    def wait_for_workers(self, n, timeout):
        pass


class Dask:
    """A scheduler and its workers, a process each."""

    def __init__(self, folder):
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.processes = [
            self._start(
                "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", self.file
            )
        ]
        self.workers = []
        while not self.file.exists() or not self.file.read_text():
            assert self.processes[0].poll() is None, (folder / "log").read_text()
            time.sleep(0.05)

    @property
    def address(self):
        import json

        return json.loads(self.file.read_text())["address"]

    def add_worker(self):
        worker = self._start(
            "worker", "--scheduler-file", self.file, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny",
            "--no-dashboard", "--local-directory", self.folder,
        )  # fmt: skip
        self.workers.append(worker)
        self.processes.append(worker)

    def _start(self, *arguments):
        with (self.folder / "log").open("a") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", *map(str, arguments)], stdout=log, stderr=log,
                env=os.environ | {"PYTHONWARNINGS": "ignore"},
            )  # fmt: skip

    def close(self):
        for process in reversed(self.processes):
            process.kill()
        for process in self.processes:
            process.wait()


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    with contextlib.closing(Dask(tmp_path_factory.mktemp("dask"))) as dask:
        dask.add_worker()
        dask.add_worker()
        yield dask


@pytest.fixture(scope="module")
def cluster(dask):
    with Cluster(dask.address) as cluster:
        while cluster.n_threads < 2:
            time.sleep(0.05)
        yield cluster


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    directory = tmp_path_factory.mktemp("alone") / "run"
    run_with(SETTINGS, directory)
    return contents(directory)


def test_a_run_has_the_bytes_of_one_machine(cluster, alone, tmp_path):
    run_with(SETTINGS, tmp_path / "run", workers=cluster)
    assert contents(tmp_path / "run") == alone


def test_totals_have_the_bytes_of_one_machine(cluster, tmp_path):
    settings = SETTINGS | {"rows": False}
    run_with(settings, tmp_path / "here")
    run_with(settings, tmp_path / "there", workers=cluster)
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_a_match_is_the_same(cluster, monkeypatch):
    monkeypatch.setattr(play, "DEALS_A_LOOK", {"hands": 512, "games": 64})
    settings = {"sprt": (11.0, 13.0), "seed": 2}
    assert to_json(match("steady", "basic", workers=cluster, **settings)) == to_json(
        match("steady", "basic", **settings)
    )


def test_a_study_is_the_same(cluster, monkeypatch, tmp_path):
    monkeypatch.setattr(page, "write_plot", lambda path, figures, rows: path.write_text("<svg"))
    path = tmp_path / "study.toml"
    path.write_text('title = "t"\nseed = 1\ngames = 500\n[[rules]]\ngrid = { "nil.value" = [50, 100] }\n')
    sweep(path, out=tmp_path / "here", command="x")
    sweep(path, out=tmp_path / "there", workers=cluster, command="x")
    here, there = contents(tmp_path / "here"), contents(tmp_path / "there")
    assert len(here) > 5
    assert there == here


def test_an_illegal_choice_is_named_as_on_one_machine(cluster, tmp_path):
    (tmp_path / "cheat.py").write_text(CHEAT)
    settings = {"hands": 5000, "strategy": f"{tmp_path}/cheat.py:cheat", "seed": 1}
    with pytest.raises(StrategyError) as here:
        run_with(settings, tmp_path / "here")
    with pytest.raises(StrategyError) as there:
        run_with(settings, tmp_path / "there", workers=cluster)
    assert str(there.value) == str(here.value).replace("/here", "/there")


def test_a_strategy_that_is_another_there_is_refused(cluster, tmp_path):
    """The file changes between the loading here and the loading there."""
    path = tmp_path / "mine.py"
    path.write_text("from simspades.strategies.library.basic import basic as mine\n")
    players = [play.make_player(f"{path}:mine"), play.make_player("steady")]
    path.write_text("from simspades.strategies.library.random import random as mine\n")
    work = play.contest(play.load_rules("std4"), players, "hands", seed=1)
    with pytest.raises(SimspadesError, match=r"the strategy .*mine.py:mine is not the same on"):
        cluster.each(work, [play.Range(0, 0, 100)], Control(), lambda result: None)


def test_a_directory_that_a_worker_does_not_see_is_refused(cluster, monkeypatch, tmp_path):
    monkeypatch.setattr(clusters, "replacing", lambda path: contextlib.nullcontext(tmp_path / "elsewhere"))
    with pytest.raises(
        SimspadesError, match=r"does not see .*: give a directory on a file system that all machines share"
    ):
        cluster.must_see(tmp_path)


def test_other_versions_are_refused(dask, monkeypatch):
    known = clusters.version
    monkeypatch.setattr(clusters, "version", lambda name: "9.9" if name == "simspades" else known(name))
    with pytest.raises(SimspadesError, match=r"runs other versions: simspades .* instead of 9\.9"):
        Cluster(dask.address)


def test_a_worker_that_is_lost_while_it_is_asked_is_left_out(cluster, monkeypatch):
    from distributed.comm import CommClosedError

    answers = [{"a": CommClosedError("reset"), "b": 2}, {}, {"b": 2}]
    monkeypatch.setattr(cluster, "_client", FakeClient(answers))
    assert cluster._asked(len, "x") == {"b": 2}
    monkeypatch.setattr(cluster, "_client", FakeClient([{"b": ModuleNotFoundError("No module named 'simspades'")}]))
    with pytest.raises(SimspadesError, match=r"cannot run simspades .*: ModuleNotFoundError: No module named"):
        cluster._asked(len, "x")
    monkeypatch.setattr(cluster, "_client", FakeClient([]))
    with pytest.raises(SimspadesError, match="was lost: IndexError"):
        cluster._asked(len, "x")


def test_no_cluster_at_all(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(clusters, "PATIENCE", 0.5)
    arguments = ["run", "--hands", 5, "--out", tmp_path / "run"]
    sentence = failure(capsys, *arguments, "--cluster", "tcp://127.0.0.1:9")
    assert sentence.startswith("the cluster tcp://127.0.0.1:9 cannot be reached: ")
    assert "cannot be reached" in failure(capsys, *arguments, "--cluster", "nonsense")
    assert "--threads 2 is for this machine" in failure(capsys, *arguments, "--cluster", "x", "--threads", 2)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("address", ["nonsense", "", "http://x:1", "tcp://nobody.invalid:8786"])
def test_what_is_no_address_leaves_no_client_behind(address, monkeypatch):
    def client(*arguments, **options):
        raise AssertionError(arguments)

    monkeypatch.setattr("distributed.Client", client)
    with pytest.raises(SimspadesError, match=f"^the cluster {address} cannot be reached: "):
        Cluster(address)


def test_a_killed_worker_changes_no_byte(dask, cluster, alone, tmp_path):
    """The last test of this file: the worker killed in the middle of its part does not come back."""
    killed = []

    def progress(done, total, unit):
        if not killed and list((tmp_path / "run").rglob(".part-*.tmp")):
            dask.workers[0].send_signal(signal.SIGKILL)
            killed.append(done)

    run_with(SETTINGS, tmp_path / "run", workers=cluster, progress=progress)
    assert killed
    assert killed[0] < SETTINGS["hands"]
    dask.workers[0].wait()
    assert cluster.n_threads == 1
    assert contents(tmp_path / "run") == alone
