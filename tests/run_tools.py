"""What the tests of runs share: the command line called in this process, and the bytes of a run directory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from simspades.cli import main
from simspades.records.log import LOG_NAME
from simspades.runs import plan


def contents(directory: Path) -> dict[str, bytes]:
    """Every file that a seed determines, temporary ones included."""
    files = (path for path in directory.rglob("*") if path.is_file() and path.name != LOG_NAME)
    return {str(path.relative_to(directory)): path.read_bytes() for path in files}


def simspades(*arguments: Any) -> int:
    """Run the command line and return its exit status."""
    with pytest.raises(SystemExit) as end:
        main([str(argument) for argument in arguments])
    assert isinstance(end.value.code, int)
    return end.value.code


def failure(capsys: pytest.CaptureFixture[str], *arguments: Any) -> str:
    """The one sentence that a command fails with; checks that it is one, and the exit status 2."""
    assert simspades(*arguments) == 2
    stdout, stderr = capsys.readouterr()
    assert stdout == ""
    return sentence(stderr)


def sentence(stderr: str) -> str:
    """The one sentence on stderr, whether or not something had to be compiled first."""
    lines = [line for line in stderr.splitlines() if not line.startswith("simspades: compiling ")]
    assert len(lines) == 1, stderr
    assert lines[0].startswith("simspades: ")
    return lines[0].removeprefix("simspades: ")


def start(*arguments: Any, **environment: str) -> subprocess.Popen[str]:
    """The command line in a process of its own."""
    code = "import sys; from simspades.cli import main; main(sys.argv[1:])"
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def small_parts(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Make parts hold so few hands or games that a short run has several."""
    monkeypatch.setattr(plan, "part_size", lambda by_game, count: size)
