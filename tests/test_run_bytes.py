"""The same bytes, whatever the threads, the blocks and the interruptions."""

from __future__ import annotations

import itertools
import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from run_tools import contents, sentence, simspades, small_parts, start

from simspades.analysis.summary import totals_of_run
from simspades.errors import RecordError
from simspades.records.manifest import load_manifest
from simspades.records.reader import open_run
from simspades.runs import keep
from simspades.runs.api import run_with
from simspades.runs.play import Dealer, Rows, load_driver
from simspades.runs.threads import Control
from simspades.runs.write import Interrupted

HANDS: dict[str, Any] = {"hands": 5000, "seed": 7, "strategy": ["steady", "basic"]}
GAMES: dict[str, Any] = {"games": 500, "seed": 2**64 - 1, "strategy": "basic", "holdings": True}
SUMMARY: dict[str, Any] = {"games": 500, "seed": 3, "strategy": "basic", "rows": False}
MODES = pytest.mark.parametrize("settings", [HANDS, GAMES, SUMMARY], ids=["hands", "games", "summary only"])


@pytest.fixture(autouse=True)
def parts(monkeypatch: pytest.MonkeyPatch) -> None:
    small_parts(monkeypatch, 1024)


@pytest.fixture
def five_parts(monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any]) -> None:
    small_parts(monkeypatch, -(-(settings.get("hands") or settings["games"]) // 5))


@MODES
@pytest.mark.parametrize(("threads", "block"), [(2, None), (1, 1), (2, 97), (3, 10_000)])
@pytest.mark.usefixtures("five_parts")
def test_threads_and_blocks_do_not_matter(
    tmp_path: Path, settings: dict[str, Any], threads: int, block: int | None
) -> None:
    if block == 1:  # slow: a block takes as long as one of a hundred
        settings = settings | {"games": 20} if "games" in settings else settings | {"hands": 200}
    run_with(settings, tmp_path / "a", threads=1)
    run_with(settings, tmp_path / "b", threads=threads, block=block)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    assert load_manifest(tmp_path / "a").status == "done"


@MODES
@pytest.mark.parametrize("n_parts", [0, 2])
@pytest.mark.usefixtures("five_parts")
def test_stopped_and_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any], n_parts: int
) -> None:
    run_with(settings, tmp_path / "whole")
    stop_after(monkeypatch, n_parts)
    with pytest.raises(Interrupted, match=rf"^interrupted: {n_parts} of 5 parts .* run --resume --out "):
        run_with(settings, tmp_path / "stopped", threads=1)
    monkeypatch.undo()
    manifest = load_manifest(tmp_path / "stopped")
    assert manifest.status == "interrupted"
    assert len(list((tmp_path / "stopped").rglob("*.tmp"))) == 0
    played = run_with({}, tmp_path / "stopped", resume=True, threads=2).played
    assert played == manifest.n // 5 * (5 - n_parts)
    assert contents(tmp_path / "whole") == contents(tmp_path / "stopped")


def stop_after(monkeypatch: pytest.MonkeyPatch, n_parts: int) -> None:
    """Interrupt a run of one thread in the middle of the part after so many."""
    calls = itertools.count()
    play = Dealer.play

    def interrupted(self: Dealer, first: int, count: int, control: Control) -> Iterator[Rows]:
        rows = play(self, first, count, control)
        if next(calls) == n_parts:
            yield next(rows)
            signal.raise_signal(signal.SIGINT)
            while True:  # the main thread handles the signal and tells this one to stop
                control.check()
                time.sleep(0.001)
        yield from rows

    monkeypatch.setattr(Dealer, "play", interrupted)


def test_resuming_a_finished_run_changes_nothing(tmp_path: Path) -> None:
    run_with(HANDS, tmp_path / "run")
    before = contents(tmp_path / "run")
    assert run_with({}, tmp_path / "run", resume=True).played == 0
    assert contents(tmp_path / "run") == before


def flip_a_bit(path: Path, place: float = 0.5) -> None:
    """``place`` is where in the file: by far the most of it are pages of values."""
    content = bytearray(path.read_bytes())
    content[int(place * len(content))] ^= 1
    path.write_bytes(content)


def test_a_flipped_bit_is_not_summed_up(tmp_path: Path) -> None:
    """A page that is read is checked; one that is not read does no harm."""
    directory = tmp_path / "run"
    run_with(HANDS | {"features": False}, directory)
    part = directory / "hands" / "part-00002.parquet"
    content, totals = part.read_bytes(), totals_of_run(open_run(directory)).to_json()
    messages = []
    for place in range(5, 95, 3):
        flip_a_bit(part, place / 100)
        try:
            assert totals_of_run(open_run(directory)).to_json() == totals
        except RecordError as error:
            messages.append(str(error))
        part.write_bytes(content)
    assert len(messages) >= 10
    # in the footer lies what the part says of itself: a flipped bit there may make it the part of another run
    assert all("part-00002.parquet is damaged" in m or "does not belong to this run" in m for m in messages)


@pytest.mark.parametrize("damage", ["removed", "cut", "emptied", "a bit flipped", "games only"])
def test_bad_parts_are_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    small_parts(monkeypatch, 100)
    directory = tmp_path / "run"
    run_with(GAMES, directory)
    before = contents(directory)
    part = directory / "hands" / "part-00002.parquet"
    if damage == "removed":
        part.unlink()
    elif damage == "cut":
        part.write_bytes(part.read_bytes()[:-100])
    elif damage == "emptied":
        part.write_bytes(b"")
    elif damage == "a bit flipped":
        flip_a_bit(part)
    else:
        (directory / "games" / "part-00002.parquet").unlink()
    assert contents(directory) != before
    assert run_with({}, directory, resume=True).played == 100
    assert contents(directory) == before


def test_a_part_of_another_run_is_refused(tmp_path: Path) -> None:
    directory = tmp_path / "run"
    run_with(GAMES, directory)
    run_with(GAMES | {"seed": 1}, tmp_path / "other")
    part = directory / "games" / "part-00000.parquet"
    part.write_bytes((tmp_path / "other" / "games" / "part-00000.parquet").read_bytes())
    before = contents(directory)
    sentence = rf"^{part} does not belong to this run: its simspades.seed is not what run.json says, so .* remove"
    with pytest.raises(RecordError, match=sentence):
        run_with({}, directory, resume=True)
    assert contents(directory) == before


EDITS: dict[str, dict[str, Any]] = {
    "seed": {"seed": 8},
    "features": {"features": False},
    "situation": {"situation": {"score": [100, 0], "bags": [0, 0], "hand_in_game": 2}},
    "max_hands": {"max_hands": 10},
    "n": {"n": 400, "part_size": 400, "parts": [{"index": 0, "first": 0, "count": 400}]},
}


@pytest.mark.parametrize(
    ("settings", "edit"),
    [
        *((HANDS, edit) for edit in ("seed", "features", "situation")),
        *((GAMES, edit) for edit in ("seed", "features", "max_hands")),
        *((SUMMARY, edit) for edit in ("seed", "features", "max_hands", "n")),
    ],
)
@pytest.mark.parametrize("status", ["interrupted", "done"])
def test_a_run_whose_settings_were_edited_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any], edit: str, status: str
) -> None:
    small_parts(monkeypatch, 250)
    directory = tmp_path / "run"
    if status == "done":
        run_with(settings, directory)
    else:
        with monkeypatch.context() as patched:
            stop_after(patched, 1)
            with pytest.raises(Interrupted):
                run_with(settings, directory, threads=1)
    path = directory / "run.json"
    written = path.read_text()
    path.write_text(json.dumps(json.loads(written) | EDITS[edit]))
    before = contents(directory)
    with pytest.raises(RecordError, match="played under other settings"):
        run_with({}, directory, resume=True)
    with pytest.raises(RecordError, match=r"does not belong to this run|played under other settings"):
        totals_of_run(open_run(directory))
    assert contents(directory) == before
    path.write_text(written)
    run_with({}, directory, resume=True)
    run_with(settings, tmp_path / "whole")
    assert contents(directory) == contents(tmp_path / "whole")


def test_rules_that_were_edited_are_refused(tmp_path: Path) -> None:
    run_with(HANDS, tmp_path / "run")
    path = tmp_path / "run" / "run.json"
    document = json.loads(path.read_text())
    document["rules"]["options"]["nil.value"] = 50
    path.write_text(json.dumps(document))
    with pytest.raises(RecordError, match=rf"^{path} was changed since it was written: its rules.digest "):
        run_with({}, tmp_path / "run", resume=True)


def test_leftovers_of_a_killed_run_are_removed(tmp_path: Path) -> None:
    run_with(HANDS, tmp_path / "run")
    before = contents(tmp_path / "run")
    for folder in (".", "hands"):
        (tmp_path / "run" / folder / ".part-00001.parquet.1-2.tmp").write_bytes(b"half")
    run_with({}, tmp_path / "run", resume=True)
    assert contents(tmp_path / "run") == before


def test_settings_repeated_on_resume_may_agree(tmp_path: Path) -> None:
    run_with(HANDS | {"rules": "std4", "overrides": ["nil.value=50"]}, tmp_path / "run")
    before = contents(tmp_path / "run")
    (tmp_path / "run" / "hands" / "part-00001.parquet").unlink()
    run_with(HANDS | {"rules": "std4", "overrides": ["nil.value=50"]}, tmp_path / "run", resume=True)
    assert contents(tmp_path / "run") == before


def test_a_strategy_file_may_have_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "from simspades.strategies.library.basic import basic as timid\n"
    (tmp_path / "a.py").write_text(text)
    run_with(HANDS | {"strategy": f"{tmp_path / 'a.py'}:timid"}, tmp_path / "run")
    before = contents(tmp_path / "run")
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    (tmp_path / "run" / "hands" / "part-00001.parquet").unlink()
    run_with({"strategy": f"{tmp_path / 'b.py'}:timid"}, tmp_path / "run", resume=True)
    assert contents(tmp_path / "run") == before


def test_overwriting_gives_the_bytes_of_a_new_run_and_keeps_other_files(tmp_path: Path) -> None:
    run_with(HANDS, tmp_path / "new")
    run_with(GAMES, tmp_path / "old")
    (tmp_path / "old" / "games" / "notes.txt").write_text("mine")
    (tmp_path / "old" / "notes.txt").write_text("mine")
    run_with(HANDS, tmp_path / "old", overwrite=True)
    notes = {"notes.txt": b"mine", "games/notes.txt": b"mine"}
    assert contents(tmp_path / "old") == contents(tmp_path / "new") | notes


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=str)
def test_a_stopped_process_can_be_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.undo()  # the other process has parts of the usual size
    settings = ("--hands", 5 << 18, "--strategy", "basic", "--seed", 4, "--no-features")
    directory = tmp_path / "stopped"
    process = start("run", *settings, "--out", directory, "--threads", 1)
    while not (directory / "hands" / "part-00000.parquet").exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.005)
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=60)
    if number == signal.SIGKILL:
        assert process.returncode == -signal.SIGKILL
        assert load_manifest(directory).status == "running"
    else:
        assert (process.returncode, stdout) == (130, "")
        assert sentence(stderr).endswith(f"finish the run with: simspades run --resume --out {directory}")
        assert load_manifest(directory).status == "interrupted"
    assert not (directory / "hands" / "part-00004.parquet").exists()
    assert simspades("run", "--resume", "--out", directory) == 0
    assert simspades("run", *settings, "--out", tmp_path / "whole") == 0
    assert contents(directory) == contents(tmp_path / "whole")


def test_compiled_anew_and_from_the_cache(tmp_path: Path) -> None:
    load_driver()  # fills the cache
    settings = ("--hands", 3000, "--seed", 5, "--strategy", "basic")
    fresh = start("run", *settings, "--out", tmp_path / "fresh", SIMSPADES_CACHE="0")
    _, stderr = fresh.communicate(timeout=600)
    assert fresh.returncode == 0, stderr
    assert "simspades: compiling the engine" in stderr
    cached = start("run", *settings, "--out", tmp_path / "cached")
    _, stderr = cached.communicate(timeout=600)
    assert (cached.returncode, stderr) == (0, f"next: simspades summary {tmp_path / 'cached'}\n")
    # the other process has parts of the usual size: one, here as there
    assert contents(tmp_path / "fresh") == contents(tmp_path / "cached")


def test_a_failed_write_keeps_what_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from simspades.errors import RecordError
    from simspades.records import writer

    run_with(HANDS, tmp_path / "whole")
    calls = itertools.count()
    write_group = writer.PartWriter._write_group

    def full(self: writer.PartWriter, rows: Any) -> None:
        if next(calls) == 2:
            with writer.writing(self._path):
                raise OSError(28, "No space left on device")
        write_group(self, rows)

    monkeypatch.setattr(writer.PartWriter, "_write_group", full)
    with pytest.raises(RecordError) as failed:
        run_with(HANDS, tmp_path / "run", threads=1)
    monkeypatch.undo()
    small_parts(monkeypatch, 1024)
    path = tmp_path / "run" / "hands" / "part-00002.parquet"
    assert str(failed.value) == (
        f"{path} cannot be written: No space left on device; 2 of 5 parts are finished and kept; "
        f"finish the run with: simspades run --resume --out {tmp_path / 'run'}"
    )
    assert load_manifest(tmp_path / "run").status == "interrupted"
    run_with({}, tmp_path / "run", resume=True)
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_parts_are_found_whole_while_a_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part has its name only once it is finished."""
    seen: list[tuple[list[str], int]] = []
    note = keep.RowsKeeper.keep

    def look(self: keep.RowsKeeper, index: int) -> None:
        note(self, index)
        seen.append((sorted(path.name for path in (tmp_path / "run" / "hands").glob("part-*")), index))

    monkeypatch.setattr(keep.RowsKeeper, "keep", look)
    run_with(HANDS, tmp_path / "run", threads=1)
    assert [index for _, index in seen] == [0, 1, 2, 3, 4]
    assert all(f"part-{index:05d}.parquet" in names for names, index in seen)
    assert all(len(names) <= index + 2 for names, index in seen)
