"""The guide as it stands: its commands and code run, and its table is true."""

import contextlib
import doctest
import importlib.util
import re
import shlex
import sys
from pathlib import Path

import pytest

from simspades.cli import main
from simspades.workbench import checks

GUIDE = (Path(__file__).parents[1] / "docs" / "guide.md").read_text(encoding="utf-8")
#: Pairs of games of each step.
GAMES = 1500

BLOCKS = re.findall(r"```(python|console)\n(.*?)```", GUIDE, flags=re.DOTALL)
CODE = [text for kind, text in BLOCKS if kind == "python"]
COMPARE = next(text for text in CODE if text.startswith("# compare.py"))
STEPS = [text for text in CODE if text.startswith("# in mine.py")]
COMMANDS = [shlex.split(line[2:]) for kind, text in BLOCKS if kind == "console" for line in text.splitlines()]


def table():
    """The share of games won, and its standard error, of each step."""
    return [(float(share), float(error)) for share, error in re.findall(r"\| ([\d.]+) ± ([\d.]+) \|", GUIDE)]


def simspades(*arguments):
    with contextlib.suppress(SystemExit):
        main(list(arguments))


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The reader's directory after section 1, and a file for each later step."""
    folder = tmp_path_factory.mktemp("guide")
    with contextlib.chdir(folder):
        simspades("strategies", "new", "mine")
    (folder / "compare.py").write_text(COMPARE)
    text = (folder / "mine.py").read_text()
    (folder / "step0.py").write_text(text)
    for number, step in enumerate(STEPS, start=1):
        # a function that is written again replaces the one before, as in the reader's file
        text = f"{text}\n\n{step}" if "mine = Strategy(" in step else f"{text}\n\n{step}\n\n{made(text)}"
        (folder / f"step{number}.py").write_text(text)
    return folder


def made(text):
    """The last statement of a file, which makes the strategy."""
    return text[text.rindex("mine = Strategy(") :]


def test_every_block_is_used():
    assert len(STEPS) + 1 == len(table())
    assert len(CODE) == len(STEPS) + 2  # compare.py, and what is tried at the prompt


def test_each_step_wins_as_many_games_as_the_table_says(folder):
    compare = load(folder / "compare.py")
    for number, (share, error) in enumerate(table()):
        measured, its_error = compare.games_won(f"{folder}/step{number}.py:mine", games=GAMES, seed=2)
        assert abs(100 * measured - share) < 4 * (error + 100 * its_error), f"step {number}: {measured} ± {its_error}"
    shares = [share for share, _ in table()]
    assert shares == sorted(shares)
    last, error = table()[-1]
    assert last - 50 > 10 * error
    assert measured - 0.5 > 4 * its_error


def test_what_is_tried_at_the_prompt_gives_what_is_shown(folder, monkeypatch):
    monkeypatch.syspath_prepend(str(folder))
    text = next(text for text in CODE if text.startswith(">>>"))
    examples = doctest.DocTestParser().get_doctest(text, {}, "guide", "docs/guide.md", 0)
    assert len(examples.examples) == 8
    result = doctest.DocTestRunner().run(examples)
    sys.modules.pop("mine", None)
    assert result.failed == 0


def test_the_commands_run(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    # what the check looks at, not how often
    for amount, less in (("HANDS", 256), ("GAMES", 16), ("ROUNDS", 3)):
        monkeypatch.setattr(checks, amount, less)
    (folder / "mine.py").write_text((folder / f"step{len(STEPS)}.py").read_text())
    ran = 0
    for program, *arguments in COMMANDS:
        ran += 1
        if program == "python":
            assert arguments[0] == "compare.py"
            compare = load(folder / "compare.py")
            for spec in arguments[1:]:
                assert 0.3 < compare.games_won(spec, games=200)[0] < 0.7
            continue
        assert program == "simspades"
        if arguments[:2] == ["strategies", "new"]:
            continue  # done by the fixture
        with pytest.raises(SystemExit) as caught:
            main([argument.replace("20000", "200") for argument in arguments])
        assert caught.value.code == 0, capsys.readouterr().err
    assert ran == len(COMMANDS) == 6
    assert "mine.py:mine passes" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("    bid=bid,\n", r"in Strategy\( \): it has no bid; write def bid\(v\): … and pass bid=bid"),
        ("v.trick ", r"in play \(mine\.py, line \d+\), PlayView has no field trik \(did you mean trick"),
    ],
)
def test_the_mistakes_are_told_as_shown(folder, tmp_path, monkeypatch, capsys, change, message):
    monkeypatch.chdir(tmp_path)
    text = (folder / f"step{len(STEPS)}.py").read_text()
    (tmp_path / "mine.py").write_text(text.replace(change, {"v.trick ": "v.trik "}.get(change, "")))
    simspades("run", "--hands", "10", "--strategy", "mine.py:mine", "--out", str(tmp_path / "run"))
    error = capsys.readouterr().err
    assert re.search(message, error)
    assert "mine.py, line" in error


def test_a_value_out_of_range_is_told_as_shown(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    simspades("run", "--hands", "10", "--strategy", f"step{len(STEPS)}.py:mine(reach=20)", "--out", "run")
    assert capsys.readouterr().err == "simspades: the parameter reach of mine must be 0 to 13, not 20\n"
    assert "the parameter reach of mine must be 0 to 13, not 20" in GUIDE
