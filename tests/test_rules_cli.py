"""The command ``simspades rules``."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from simspades.cli import main
from simspades.rules import OPTIONS, load_rules, presets

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(["rules", *arguments])
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


def test_list_names_every_preset(capsys: Capture) -> None:
    status, out, err = run(capsys, "list")
    assert (status, err) == (0, "")
    assert all(name in out for name in presets())
    assert "half_value_nils" in out


def test_list_as_json(capsys: Capture) -> None:
    status, out, _ = run(capsys, "list", "--json")
    rows = {row["name"]: row for row in json.loads(out)}
    assert status == 0
    assert list(rows) == presets()
    assert rows["six"]["players"] == 6
    assert all(row["description"] for row in rows.values())


def test_show_gives_every_option_that_applies_with_its_meaning(capsys: Capture) -> None:
    status, out, _ = run(capsys, "show", "std4", "--set", "nil.value=50")
    assert status == 0
    shown = {line.split()[0]: line for line in out.splitlines() if line and not line.startswith(" ")}
    flat = load_rules("std4").flat()
    assert {option_id for option_id in OPTIONS if option_id in shown} == {
        option_id for option_id, value in flat.items() if value is not None
    }
    assert "50*" in shown["nil.value"]
    assert "100*" not in out
    assert "What a nil wins" in out


def test_show_gives_the_example_of_every_option(capsys: Capture) -> None:
    _, out, _ = run(capsys, "show", "std4", "--all")
    assert out.count("Example: ") == len(OPTIONS)


def test_show_one_option_and_a_group(capsys: Capture) -> None:
    status, out, _ = run(capsys, "show", "about4", "nil.value", "two", "--set", "nil.value=50")
    assert status == 0
    shown = {line.split()[0]: line for line in out.splitlines()[1:] if line and not line.startswith(" ")}
    assert list(shown) == ["nil.value", "two.peek_discarded", "two.scoring", "two.blind_nil_redraw"]
    assert shown["nil.value"].split()[1] == "50*"
    assert shown["two.scoring"].split()[1] == "-"
    assert "Source: PG:54, 174; RO:16" in out
    assert "-139" in out
    _, out, _ = run(capsys, "show", "std4", "bags.penalty", "--json")
    assert json.loads(out)["options"] == {"bags.penalty": 100}


def test_show_all(capsys: Capture) -> None:
    _, out, _ = run(capsys, "show", "std4", "--all")
    assert "three.bonus_low" in out


@pytest.mark.parametrize("name", presets())
def test_show_as_json_loads_back(name: str, capsys: Capture) -> None:
    _, out, _ = run(capsys, "show", name, "--json")
    answer = json.loads(out)
    assert answer["name"] == name
    assert answer["digest"] == load_rules(name).digest
    assert load_rules(answer["options"]) == load_rules(name)


def test_check(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('base = "about4"\nend.lose_at = -500\n')
    status, out, _ = run(capsys, "check", str(tmp_path / "mine.toml"))
    assert status == 0
    assert out.startswith("mine: a consistent rule set")
    assert "It can be played." in out
    _, out, _ = run(capsys, "check", "std4", "--set", "end.set_streak=2")
    assert "It can be played." in out
    _, out, _ = run(capsys, "check", "std4", "--set", "end.set_streak=2", "--json")
    assert json.loads(out)["name"] == "std4"


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["check", "std5"], "std4"),
        (["check", "std4", "--set", "nil.valu=5"], "nil.value"),
        (["show", "std4", "nil.valeu"], "there is no option nil.valeu (did you mean nil.value"),
        (["show", "std4", "--set", "bags.points=-1", "--set", "bags.penalty=50"], "bags.points = -1"),
        (["diff", "std4", "gone.toml"], "gone.toml"),
    ],
)
def test_bad_input_ends_with_one_sentence_and_status_2(arguments: list[str], part: str, capsys: Capture) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("simspades: ")
    assert err.count("\n") == 1
    assert part in err


def test_diff(capsys: Capture) -> None:
    status, out, _ = run(capsys, "diff", "std4", "about4")
    assert status == 0
    assert [line.split()[:3] for line in out.splitlines() if line.startswith("blind_nil.")] == [
        ["blind_nil.min_deficit", "100", "0"],
        ["blind_nil.exchange", "2", "3"],
        ["blind_nil.exchange_optional", "true", "false"],
    ]
    _, out, _ = run(capsys, "diff", "std4", "about4", "--json", "--set", "blind_nil.exchange=2")
    assert json.loads(out) == {
        "a": "std4",
        "b": "about4",
        "differences": {"blind_nil.min_deficit": [100, 0], "blind_nil.exchange_optional": [True, False]},
    }
    _, out, _ = run(capsys, "diff", "std4", "std4")
    assert out == "std4 and std4 are the same.\n"


def test_help_needs_no_pydantic() -> None:
    script = (
        "import sys, simspades.cli as c\ntry: c.main(['--help'])\nexcept SystemExit: print('pydantic' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert answer.stdout.splitlines()[-1] == "False"
