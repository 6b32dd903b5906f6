"""The pages say what the program does: code blocks run, commands exist, generated pages are up to date."""

import re
from pathlib import Path

import click
import pytest

import simspades
from simspades.cli import COMMANDS, cli
from simspades.rules import OPTIONS
from simspades.rules.reference import rules_page
from simspades.strategies import views
from simspades.strategies.reference import fields, reference_page

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "strategies.md").read_text(encoding="utf-8")


def code_blocks(text):
    return re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)


def test_the_view_reference_is_up_to_date():
    assert (ROOT / "docs" / "view-fields.md").read_text(encoding="utf-8") == reference_page()


def test_the_rules_page_is_up_to_date():
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert page == rules_page()
    for option in OPTIONS:
        assert f"### `{option}`" in page


@pytest.mark.parametrize("name", views.__all__)
def test_every_field_of_a_view_is_documented(name):
    view = getattr(views, name)
    assert [field for field, _, _ in fields(view)] == list(view._fields)


def test_the_notebook_lines_of_the_readme_run(capsys):
    lines = next(block for block in code_blocks(README) if "simspades.simulate" in block)
    namespace = {}
    exec(lines.replace("100_000", "2_000"), namespace)
    assert namespace["frame"]["points_0"].mean() > namespace["frame"]["points_1"].mean()


def test_the_strategy_of_the_readme_has_twelve_lines_and_plays(tmp_path):
    text = next(block for block in code_blocks(README) if "bold = Strategy" in block)
    assert len([line for line in text.splitlines() if line.strip()]) <= 12
    path = tmp_path / "bold.py"
    path.write_text(text)
    frame = simspades.simulate("std4", hands=5_000, strategy=[f"{path}:bold", "steady"], seed=1)
    assert frame["points_0"].mean() < frame["points_1"].mean()


def test_the_guide_runs_as_it_stands(tmp_path):
    first, second, *_ = code_blocks(GUIDE)
    (tmp_path / "file.py").write_text(first)
    frame = simspades.simulate("std4", hands=500, strategy=f"{tmp_path / 'file.py'}:trumps(more=1)", seed=1)
    assert (frame["call_0"] == "nil").any()
    namespace = {}
    exec(first + second, namespace)


def test_every_command_has_help_and_stands_in_the_readme():
    context = click.Context(cli)
    for name, line in COMMANDS.items():
        command = cli.get_command(context, name)
        assert command is not None
        assert command.get_short_help_str(200).rstrip(".") == line.rstrip("."), name
        assert f"simspades {name}" in README
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help, f"{name} {parameter.name} has no help"


def test_links_lead_somewhere():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    for page in pages:
        for link in re.findall(r"\]\(([^)#]+?)\)", page.read_text(encoding="utf-8")):
            if "://" not in link:
                assert (page.parent / link).exists(), f"{page.name} links to {link}"
        for name in re.findall(r"`(docs/[\w./-]+)`", page.read_text(encoding="utf-8")):
            assert (ROOT / name).exists(), f"{page.name} names {name}"
