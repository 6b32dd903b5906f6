"""The Python API, and what a run records and prints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest
from pandas.testing import assert_frame_equal
from run_tools import simspades, small_parts

import simspades as api
from simspades.analysis.summary import summarize_run
from simspades.records.manifest import load_manifest
from simspades.records.reader import open_run
from simspades.runs.api import run_with
from simspades.runs.plan import make_plan
from simspades.runs.play import Dealer
from simspades.runs.threads import Control

SITUATION: dict[str, Any] = {"score": [430, -20], "bags": [8, 3], "hand_in_game": 9}


@pytest.mark.parametrize("flags", [{}, {"features": False}, {"holdings": True} | SITUATION], ids=str)
def test_simulate_gives_what_the_files_hold(tmp_path: Path, flags: dict[str, Any]) -> None:
    settings: dict[str, Any] = {"hands": 3000, "seed": 11, "strategy": ["basic", "random"], **flags}
    frame = api.simulate("about4", **settings)
    run = api.run("about4", out=tmp_path / "run", **settings)
    assert_frame_equal(frame, api.load(tmp_path / "run"))
    assert list(frame["hand"]) == list(range(3000))
    assert run.manifest.status == "done"
    assert ("spades_0" in frame, "cards_3" in frame) == (flags != {"features": False}, "holdings" in flags)


def test_simulate_games_gives_what_the_files_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_parts(monkeypatch, 64)
    settings: dict[str, Any] = {"games": 300, "seed": 11, "strategy": "basic", "set": {"end.target": 250}}
    hands, games = api.simulate_games(**settings, threads=2)
    api.run(out=tmp_path / "run", **settings)
    assert_frame_equal(hands, api.load(tmp_path / "run"))
    assert_frame_equal(games, api.load_games(tmp_path / "run"))
    assert_frame_equal(hands, api.simulate(**settings, threads=1))
    assert list(games["game"]) == list(range(300))
    # hand numbers follow from game and place, and the last hand's score is the game's
    assert (hands["hand"] == hands["game"] * 32768 + hands["hand_in_game"] - 1).all()
    last = hands.groupby("game").last()
    assert (last["hand_in_game"].to_numpy() == games["hands"].to_numpy()).all()
    assert (last["score_0"].to_numpy() == games["score_0"].to_numpy()).all()
    assert (games[["score_0", "score_1"]].max(axis=1) >= 250).any()


@pytest.mark.parametrize("unit", ["hands", "games"])
def test_one_alone_is_what_it_is_in_its_run(unit: str) -> None:
    settings: dict[str, Any] = {unit: 400, "seed": 12, "strategy": ["basic", "steady"]}
    whole = api.simulate(**settings)
    dealer = Dealer(make_plan(**settings))
    for number in (0, 1, 137, 399):
        (rows,) = dealer.play(number, 1, Control())
        alone = rows.hands.to_pandas()
        expected = whole[whole["game"] == number].reset_index(drop=True)
        assert len(expected) >= 1
        for name in alone:
            one, other = (frame[name].astype(object).where(frame[name].notna(), None) for frame in (alone, expected))
            assert one.tolist() == other.tolist(), name


def test_the_situation_is_where_hands_begin() -> None:
    frame = api.simulate(hands=500, seed=1, strategy="basic", **SITUATION)
    assert set(frame["hand_in_game"]) == {9}
    for side, (score, bags) in enumerate([(430, 8), (-20, 3)]):
        assert (frame[f"score_{side}"] - frame[f"points_{side}"] == score).all()
        assert ((frame[f"bags_total_{side}"] - frame[f"bags_{side}"] - bags) % 10 == 0).all()
    assert list(frame["dealer"][:5]) == [3, 0, 1, 2, 3]


def test_line_ups() -> None:
    seats = [player.spec for player in make_plan(hands=1, strategy=["basic", "random"]).players]
    assert seats == ["basic", "random", "basic", "random"]
    seats = [player.spec for player in make_plan(hands=1, strategy=["basic", "random", "steady", "basic"]).players]
    assert seats == ["basic", "random", "steady", "basic"]
    assert [player.spec for player in make_plan(hands=1).players] == ["steady"] * 4


def test_a_drawn_seed_is_recorded_and_repeats_the_run(tmp_path: Path) -> None:
    manifests = [api.run(hands=200, strategy="basic", out=tmp_path / name).manifest for name in "ab"]
    assert manifests[0].seed != manifests[1].seed
    again = api.simulate(hands=200, strategy="basic", seed=manifests[0].seed)
    assert_frame_equal(again, api.load(tmp_path / "a"))
    drawn = api.simulate(hands=200, strategy="basic")
    assert_frame_equal(drawn, api.simulate(hands=200, strategy="basic", seed=drawn.attrs["seed"]))


def test_all_flags_are_recorded(tmp_path: Path) -> None:
    out = tmp_path / "run"
    arguments = "--rules about4 --set nil.value=50 --hands 300 --strategy basic --strategy random --seed 5 --holdings"
    arguments += " --no-features --score -40,120 --bags 3,4 --hand-in-game 6 --threads 1"
    assert simspades("run", *arguments.split(), "--out", out) == 0
    manifest = load_manifest(out)
    assert manifest.rules.name == "about4"
    assert manifest.rules.options["nil.value"] == 50
    assert manifest.rules.digest == api.load_rules("about4", ["nil.value=50"]).digest
    assert [(s.spec, s.name, s.parameters) for s in manifest.strategies] == [
        ("basic", "basic", {}),
        ("random", "random", {}),
    ]
    assert manifest.lineups == [[0, 1, 0, 1]]
    assert (manifest.mode, manifest.n, manifest.seed) == ("hands", 300, 5)
    assert (manifest.holdings, manifest.features, manifest.summary_only) == (True, False, False)
    assert manifest.situation is not None
    assert manifest.situation.model_dump() == {"score": [-40, 120], "bags": [3, 4], "hand_in_game": 6}
    assert manifest.max_hands is None
    assert [(part.first, part.count) for part in manifest.parts] == [(0, 300)]
    assert manifest.summary == {"hands": 300}
    metadata = pq.read_metadata(out / "hands" / "part-00000.parquet").metadata
    assert metadata[b"simspades.seed"] == b"5"
    events = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    assert [event["event"] for event in events] == ["began", "done"]
    assert events[0]["threads"] == 1
    assert {"numba", "numpy", "pyarrow"} <= events[0]["versions"].keys()
    assert events[1].keys() >= {"seconds", "per_s"}


def test_games_flags_are_recorded(tmp_path: Path) -> None:
    for name, flags, limit in (("a", (), 200), ("b", ("--max-hands", 3), 3)):
        assert simspades("run", "--games", 50, "--strategy", "basic", *flags, "--out", tmp_path / name) == 0
        manifest = load_manifest(tmp_path / name)
        assert (manifest.mode, manifest.n, manifest.max_hands, manifest.situation) == ("games", 50, limit, None)
    games = api.load_games(tmp_path / "b")
    assert games["hands"].max() == 3
    assert games["capped"].any()
    assert manifest.summary == {"hands": int(games["hands"].sum())}


@pytest.mark.parametrize("settings", [{"hands": 2000}, {"games": 200}], ids=str)
def test_summary_only_keeps_the_same_totals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any]
) -> None:
    small_parts(monkeypatch, 150)
    settings = settings | {"seed": 9, "strategy": ["basic", "steady"]}
    run_with(settings, tmp_path / "rows")
    run_with(settings | {"rows": False}, tmp_path / "totals")
    assert sorted(path.name for path in (tmp_path / "totals").rglob("*")) == ["log.jsonl", "run.json"]
    rows, totals = open_run(tmp_path / "rows"), open_run(tmp_path / "totals")
    assert totals.manifest.summary["hands"] == rows.manifest.summary["hands"]
    assert totals.manifest.summary.keys() == {"hands", "digest", "totals"}
    assert totals.manifest.summary["digest"] == totals.manifest.totals_digest
    assert summarize_run(totals).to_json() == summarize_run(rows).to_json()


def test_what_the_command_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    settings = ("--games", 40, "--strategy", "basic", "--strategy", "steady", "--seed", 3)
    assert simspades("run", *settings, "--out", out, "--json") == 0
    stdout, stderr = capsys.readouterr()
    assert stderr.endswith(f"next: simspades summary {out}\n")
    report = json.loads(stdout)
    hands = len(api.load(out))
    files = [*out.rglob("*.parquet")]
    assert {key: report[key] for key in ("directory", "mode", "n", "hands", "seed", "rules", "parts", "played")} == {
        "directory": str(out),
        "mode": "games",
        "n": 40,
        "hands": hands,
        "seed": 3,
        "rules": "std4",
        "parts": 1,
        "played": 40,
    }
    assert report["strategies"] == ["basic", "steady", "basic", "steady"]
    assert report["bytes"] == sum(file.stat().st_size for file in files)
    assert report["seconds"] > 0
    assert simspades("run", *settings, "--out", out, "--overwrite") == 0
    stdout, _ = capsys.readouterr()
    assert stdout.startswith(f"{out}: 40 games, {hands} hands, seed 3, ")


def test_progress_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_parts(monkeypatch, 500)
    seen: list[tuple[int, int, str]] = []
    api.run(hands=2000, strategy="basic", out=tmp_path / "run", progress=lambda *told: seen.append(told))
    assert (seen[0], seen[-1]) == ((0, 2000, "hands"), (2000, 2000, "hands"))
    (tmp_path / "run" / "hands" / "part-00000.parquet").unlink()
    seen.clear()
    api.run(out=tmp_path / "run", resume=True, progress=lambda *told: seen.append(told))
    assert (seen[0], seen[-1]) == ((1500, 2000, "hands"), (2000, 2000, "hands"))


def test_names_are_loaded_when_they_are_used() -> None:
    code = (
        "import sys, simspades; assert simspades.__version__; simspades.Strategy; simspades.highest; dir(simspades)\n"
        "heavy = {'numba', 'pandas', 'pyarrow', 'numpy'} & set(sys.modules); assert not heavy, heavy\n"
        "for name in simspades.__all__: getattr(simspades, name)\n"
        "from simspades.runs import api; assert simspades.run is api.run\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match=r"^module 'simspades' has no attribute 'simulat'$"):
        api.simulat  # noqa: B018
    assert set(api.__all__) <= set(dir(api))


#: Prints the peak memory of a process in kilobytes. Linux adds to ``getrusage`` what the parent held before the start;
#: macOS counts bytes.
PEAK = """
import pathlib, re, resource
status = pathlib.Path("/proc/self/status")
if status.exists():
    print(re.search(r"VmHWM:\\s*(\\d+) kB", status.read_text())[1])
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def test_memory_is_flat(tmp_path: Path) -> None:
    """Four times the hands take no more memory; three million rows more would be 300 MB."""
    code = (
        "import sys, simspades\n"
        "simspades.run(hands=int(sys.argv[1]), strategy='basic', seed=1, out=sys.argv[2], threads=2)\n"
        f"{PEAK}"
    )
    peaks = []
    for hands in (1_000_000, 4_000_000):
        arguments = [sys.executable, "-c", code, str(hands), str(tmp_path / str(hands))]
        ended = subprocess.run(arguments, check=True, capture_output=True, text=True)
        peaks.append(int(ended.stdout))
    assert peaks[1] < 1 << 20  # kilobytes
    assert peaks[1] - peaks[0] < 100_000


def test_frames_are_frames() -> None:
    hands, games = api.simulate_games(games=5, seed=1, strategy="basic")
    assert isinstance(hands, pd.DataFrame)
    assert isinstance(games, pd.DataFrame)


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from simspades.cli import cli\n"
        "cli.main(['run', '--help'], standalone_mode=False)\n"
        "assert not {'numba', 'pandas', 'pyarrow', 'numpy'} & set(sys.modules)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    for flag in ("rules", "set", "hands", "games", "strategy", "seed", "out", "threads", "resume", "overwrite"):
        assert f"--{flag} " in ended.stdout
    for flag in ("holdings", "no-features", "summary-only", "max-hands", "score", "bags", "hand-in-game", "json"):
        assert f"--{flag} " in ended.stdout
