"""Bad input to ``simspades run``: one clear sentence, exit status 2, nothing lost or half written."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from run_tools import contents, failure, sentence, simspades, small_parts

import simspades as api
from simspades.errors import SimspadesError
from simspades.runs.api import run_with

BASIC = ("--strategy", "basic", "--seed", 1)


def test_the_traceback_for_debugging(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert simspades("--debug", "run", "--hands", 0, "--out", tmp_path / "run") == 2
    assert capsys.readouterr().err.startswith("Traceback")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "how many is missing: give hands or games"),
        (("--hands", 5, "--games", 5), "hands=5 and games=5 cannot both be given"),
        (("--hands", 0), "hands must lie between 1 and 140737488355328, not 0"),
        (("--games", -3), "games must lie between 1 and 140737488355328, not -3"),
        (("--hands", 2**47 + 1), "hands must lie between 1 and 140737488355328, not 140737488355329"),
        (("--hands", 5, "--seed", -1), "seed must lie between 0 and 18446744073709551615, not -1"),
        (("--hands", 5, "--seed", 2**64), f"seed must lie between 0 and 18446744073709551615, not {2**64}"),
        (("--hands", 5, "--threads", 0), "threads must lie between 1 and 1024, not 0"),
        (("--hands", 5, "--rules", "std5"), "there is no preset std5 (did you mean std4?)"),
        (("--hands", 5, "--rules", "nowhere.toml"), "nowhere.toml"),
        (("--hands", 5, "--set", "nil.valeu=50"), "--set: there is no option nil.valeu (did you mean nil.value"),
        (("--hands", 5, "--set", "nil.value=much"), "--set: nil.value = much is not allowed"),
        (("--hands", 5, "--strategy", "stedy"), "unknown strategy 'stedy' (did you mean steady?)"),
        (("--hands", 5, "--strategy", "none.py:bold"), "cannot read the strategy file none.py: No such file"),
        (("--hands", 5, *["--strategy", "basic"] * 3), "strategy is given 3 times; give it once (for everybody), 2 ti"),
        (("--hands", 5, "--score", "1,2,3"), "score needs a number for each of the 2 sides, not '1,2,3'"),
        (("--hands", 5, "--score", "1,x"), "--score takes whole numbers by side, such as 120,85, not '1,x'"),
        (("--hands", 5, "--bags", "-1,0"), "bags must lie between 0 and"),
        (("--hands", 5, "--hand-in-game", 0), "hand-in-game must lie between 1 and 32767, not 0"),
        (("--hands", 5, "--max-hands", 9), "max-hands belongs to games mode"),
        (("--games", 5, "--max-hands", 0), "max-hands must lie between 1 and 2520, not 0"),
        (("--games", 5, "--hand-in-game", 3), "hand-in-game belongs to hands mode"),
        (("--games", 5, "--bags", "1,1"), "bags belongs to hands mode"),
        (("--hands", 5, "--resume", "--overwrite"), "resume keeps what is there and overwrite removes it"),
        (("--resume",), "{out} is not a run directory: there is no such directory"),
    ],
    ids=str,
)
def test_bad_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[object, ...], sentence: str
) -> None:
    out = tmp_path / "run"
    assert failure(capsys, "run", *arguments, "--out", out).startswith(sentence.format(out=out))
    assert not out.exists()


@pytest.mark.parametrize("arguments", [("--hands", "x"), ("--hands", "1e6"), ("--nil", 1), ("--seed",)], ids=str)
def test_arguments_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[object, ...]
) -> None:
    assert simspades("run", "--out", tmp_path / "run", *arguments) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"'{arguments[0]}'" in said
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("seed", [True, 1.5, "7"])
def test_numbers_of_the_wrong_type(tmp_path: Path, seed: object) -> None:
    with pytest.raises(SimspadesError, match=r"^seed must be a whole number, not "):
        api.run(hands=5, seed=seed, out=tmp_path / "run")  # type: ignore[arg-type]


def test_a_directory_with_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    assert simspades("run", "--hands", 50, *BASIC, "--out", out) == 0
    before = contents(out)
    capsys.readouterr()
    said = failure(capsys, "run", "--hands", 60, *BASIC, "--out", out)
    assert said == f"{out} holds a run already; finish it with --resume or replace it with --overwrite"
    assert contents(out) == before
    assert simspades("run", "--hands", 60, *BASIC, "--out", out, "--overwrite") == 0


@pytest.mark.parametrize("name", ["notes.txt", "run.json"])
@pytest.mark.parametrize("flags", [(), ("--overwrite",)], ids=str)
def test_a_directory_of_somebody_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, flags: tuple[str, ...]
) -> None:
    (tmp_path / name).write_text('{"mine": 1}')
    said = failure(capsys, "run", "--hands", 5, *BASIC, "--out", tmp_path, *flags)
    assert said == f"{tmp_path} is not empty and holds no run; choose another directory"
    assert contents(tmp_path) == {name: b'{"mine": 1}'}


def test_an_empty_directory_and_missing_parents_are_fine(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert simspades("run", "--hands", 5, *BASIC, "--out", tmp_path / "empty") == 0
    assert simspades("run", "--hands", 5, *BASIC, "--out", tmp_path / "a" / "b") == 0
    assert contents(tmp_path / "empty") == contents(tmp_path / "a" / "b")


def test_a_file_in_the_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    assert failure(capsys, "run", "--hands", 5, *BASIC, "--out", file) == f"{file} is a file; a run needs a directory"
    said = failure(capsys, "run", "--hands", 5, *BASIC, "--out", file / "run")
    assert said == f"{file / 'run'} cannot be made: {file} is a file"
    assert file.read_text() == "mine"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tmp_path.chmod(0o555)
    try:
        said = failure(capsys, "run", "--hands", 5, *BASIC, "--out", tmp_path / "run")
        assert said == f"{tmp_path / 'run'} cannot be made: {tmp_path} cannot be written"
        assert "cannot be written: Permission denied" in failure(capsys, "run", "--hands", 5, "--out", tmp_path)
    finally:
        tmp_path.chmod(0o755)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a directory that nobody may write to")
def test_a_directory_that_cannot_be_made(capsys: pytest.CaptureFixture[str]) -> None:
    said = failure(capsys, "run", "--hands", 5, *BASIC, "--out", "/proc/self/run")
    assert said.startswith("/proc/self/run cannot be ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    run_with({"hands": 50, "strategy": "basic", "seed": 1}, out)
    before = contents(out)
    (out / "log.jsonl").unlink()
    (out / "log.jsonl").symlink_to("/dev/full")
    said = failure(capsys, "run", "--resume", "--out", out)
    assert said.startswith(f"{out / 'log.jsonl'} cannot be written: No space left on device")
    assert contents(out) == before


def test_a_part_that_the_system_refuses_to_store(tmp_path: Path) -> None:
    """A limit on the size of files, met in the middle of a part, stands for a disk that fills up."""
    out = tmp_path / "run"
    code = (
        "import resource, sys; from simspades.cli import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, resource.RLIM_INFINITY))\n"
        "main(sys.argv[1:])\n"
    )
    arguments = ["run", "--hands", "400_000", "--strategy", "basic", "--seed", "1", "--threads", "1", "--out", str(out)]
    ended = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    path = out / "hands" / "part-00000.parquet"
    assert sentence(ended.stderr) == (
        f"{path} cannot be written: File too large; 0 of 2 parts are finished and kept; "
        f"finish the run with: simspades run --resume --out {out}"
    )
    assert [path.name for path in (out / "hands").iterdir()] == []
    assert simspades("run", "--resume", "--out", out) == 0
    assert simspades(*arguments[:-1], tmp_path / "whole") == 0
    assert contents(out) == contents(tmp_path / "whole")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--seed", 2), "seed: 1 and 2"),
        (("--hands", 51), "n: 50 and 51"),
        (("--games", 50), 'mode: "hands" and "games"'),
        (("--set", "nil.value=50"), "nil.value: 100 and 50"),
        (("--rules", "about4"), ': "std4" and "about4"'),
        (("--holdings",), "holdings: false and true"),
        (("--no-features",), "features: true and false"),
        (("--summary-only",), "summary_only: false and true"),
        (("--score", "10,20"), "situation.score: [0,0] and [10,20]"),
        (("--hand-in-game", "3"), "situation.hand_in_game: 2 and 3"),
        (("--strategy", "random"), "has the strategy basic at seat 0, not random"),
    ],
    ids=str,
)
def test_resuming_with_other_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[object, ...], sentence: str
) -> None:
    out = tmp_path / "run"
    run_with({"hands": 50, "strategy": "basic", "seed": 1}, out)
    before = contents(out)
    said = failure(capsys, "run", "--resume", "--out", out, *arguments)
    assert said.startswith(f"{out / 'run.json'} ")
    assert sentence in said
    assert contents(out) == before


def test_resuming_with_another_parameter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    player = "import dataclasses\nfrom simspades.strategies.library.basic import basic\n"
    (tmp_path / "p.py").write_text(player + 'p = dataclasses.replace(basic, parameters={"x": 1}, name="p")\n')
    run_with({"hands": 50, "strategy": f"{tmp_path / 'p.py'}:p", "seed": 1}, out)
    said = failure(capsys, "run", "--resume", "--out", out, "--strategy", f"{tmp_path / 'p.py'}:p(x=2)")
    assert said == f"{out / 'run.json'} has the strategy p(x=1) at seat 0, not p(x=2)"


def write_player(path: Path, bid: str, play: str = "lowest(v.legal)") -> None:
    path.write_text(
        "from simspades import Strategy, count, highest, lowest\n"
        f"def bid(v):\n    return {bid}\n"
        f"def play(v):\n    return {play}\n"
        "mine = Strategy(bid=bid, play=play)\n"
    )


def test_resuming_with_a_changed_strategy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, file = tmp_path / "run", tmp_path / "p.py"
    write_player(file, "3")
    run_with({"hands": 50, "strategy": f"{file}:mine", "seed": 1}, out)
    before = contents(out)
    write_player(file, "4")
    said = failure(capsys, "run", "--resume", "--out", out)
    assert said.startswith(f"the source of the strategy mine (seat 0) has changed since {out / 'run.json'} was written")
    file.unlink()
    said = failure(capsys, "run", "--resume", "--out", out)
    assert said.startswith(f"cannot read the strategy file {file}: No such file or directory")
    assert said.endswith("if it has moved, give it with --strategy)")
    assert contents(out) == before


def test_a_damaged_run_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    run_with({"hands": 50, "strategy": "basic", "seed": 1}, out)
    document = json.loads((out / "run.json").read_text())
    (out / "run.json").write_text(json.dumps(document | {"seed": "one"}))
    assert failure(capsys, "run", "--resume", "--out", out).startswith(f"{out / 'run.json'} is damaged: seed: ")
    (out / "run.json").write_text("{")
    assert failure(capsys, "run", "--resume", "--out", out).startswith(f"{out / 'run.json'} is damaged: ")


def test_a_run_that_goes_on_elsewhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    run_with({"hands": 50, "strategy": "basic", "seed": 1}, out)
    descriptor = os.open(out, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        assert failure(capsys, "run", "--resume", "--out", out) == f"{out} is being written by another process"
        said = failure(capsys, "run", "--hands", 5, "--overwrite", "--out", out)
        assert said == f"{out} is being written by another process"
    finally:
        os.close(descriptor)


@pytest.mark.parametrize(
    ("bid", "play", "words"),
    [
        ("14", "lowest(v.legal)", "the strategy mine called 14 from seat 0 in "),
        ("3 + 20 * (v.random % 1000 == 0)", "lowest(v.legal)", "the strategy mine called 23 from seat "),
        ("3", "lowest(v.legal) << 1", "the strategy mine played "),
    ],
    ids=["bid", "rare bid", "card"],
)
@pytest.mark.parametrize("unit", ["hands", "games"])
def test_an_illegal_choice(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    unit: str,
    bid: str,
    play: str,
    words: str,
) -> None:
    small_parts(monkeypatch, 100)
    out = tmp_path / "run"
    write_player(tmp_path / "p.py", bid, play)
    settings = (f"--{unit}", 1000, "--seed", 1, "--strategy", f"{tmp_path / 'p.py'}:mine", "--threads", 1)
    said = failure(capsys, "run", *settings, "--out", out)
    sentence, _, command = said.partition("; see it with: ")
    assert sentence.startswith(words)
    *_, directory, hand = command.split()
    assert command == f"simspades replay {directory} {hand}"
    assert directory == str(out)
    # parts before the hand are kept, and the hand named is the first of its kind
    game = int(hand) if unit == "hands" else int(hand) // 32768
    parts = sorted(path.name for path in (out / "hands").glob("*"))
    assert parts == [f"part-{index:05d}.parquet" for index in range(game // 100)]
    assert json.loads((out / "run.json").read_text())["status"] == "interrupted"
    with pytest.raises(SimspadesError, match=r"^the strategy mine .* \(seed 1\)$"):
        api.simulate(**{unit: 1000}, seed=1, strategy=f"{tmp_path / 'p.py'}:mine")


def test_a_strategy_that_does_not_compile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_player(tmp_path / "p.py", "v.no_such_field")
    said = failure(capsys, "run", "--hands", 5, "--out", tmp_path / "run", "--strategy", f"{tmp_path / 'p.py'}:mine")
    assert said.startswith("the strategy mine cannot be compiled: ")
    assert not (tmp_path / "run").exists()
