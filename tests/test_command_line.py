"""What the command line says about itself, and of a command that it does not understand."""

from __future__ import annotations

import subprocess
import sys

import pytest
from run_tools import simspades


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("bogus",), "simspades: no such command 'bogus'; see simspades --help"),
        (("rules", "shw"), "simspades rules: no such command 'shw'"),
        (("run", "--hands", 5), "simspades run: missing option '--out'; see simspades run --help"),
        (
            ("run", "--hands", "x", "--out", "d"),
            "simspades run: invalid value for '--hands': 'x' is not a valid integer",
        ),
        (("run", "--hans", 5), "simspades run: no such option '--hans'"),
        (
            ("replay", "a", "b", "--format", "xml"),
            "simspades replay: invalid value for '--format': 'xml' is not one of",
        ),
        (("match",), "simspades match: missing argument"),
        (("run", "--out"), "option '--out' requires an argument"),
    ],
)
def test_a_wrong_command_is_told_in_one_line(
    arguments: tuple[object, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simspades(*arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert sentence in said.err


@pytest.mark.parametrize("arguments", [(), ("rules",), ("strategies",)])
def test_without_a_command_the_help_is_shown(arguments: tuple[object, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert simspades(*arguments) == 2
    assert capsys.readouterr().err.startswith(" ".join(["Usage: simspades", *map(str, arguments)]))


def test_the_package_is_the_command() -> None:
    ended = subprocess.run([sys.executable, "-m", "simspades", "--version"], capture_output=True, text=True, check=True)
    assert ended.stdout.startswith("simspades ")
