"""The pages say what the program does: code blocks run, commands exist, generated pages are up to date."""

import re
from pathlib import Path

import click
import pytest

import simspades
from simspades.cli import COMMANDS, cli
from simspades.rules import OPTIONS, load_rules, presets
from simspades.rules.groups import Group
from simspades.rules.model import ATTRIBUTES
from simspades.rules.prose import sections
from simspades.rules.reference import pages
from simspades.strategies import helpers, views
from simspades.strategies.model import DECISIONS
from simspades.strategies.reference import ASKED_WHERE, constants, fields, reference_page

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "strategies.md").read_text(encoding="utf-8")


def code_blocks(text):
    return re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)


def test_the_view_reference_is_up_to_date():
    assert (ROOT / "docs" / "view-fields.md").read_text(encoding="utf-8") == reference_page()


@pytest.mark.parametrize(("name", "text"), pages().items(), ids=list(pages()))
def test_the_pages_of_the_rules_are_up_to_date(name, text):
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text


def test_the_rules_page_has_every_option_with_its_example():
    page = pages()["rules.md"]
    for option in OPTIONS.values():
        section = page.split(f"### `{option.id}`\n")[1].split("\n#")[0]
        for text in (
            option.meaning,
            f"Example: {option.example}",
            f"Values: {option.values}",
            f"Source: {option.source}",
        ):
            assert text in section, option.id


def test_every_preset_has_a_page_and_nothing_else_has():
    assert {path.stem for path in (ROOT / "docs" / "presets").iterdir()} == set(presets())


@pytest.mark.parametrize("name", presets())
def test_the_page_of_a_preset_names_all_that_differs_from_std4(name):
    page, rules = pages()[f"presets/{name}.md"], load_rules(name)
    for option_id, value in rules.changed(load_rules("std4")).items():
        if value is not None:
            assert f"| `{option_id}` |" in page
    assert f"simspades run --rules {name} " in page
    assert page.count("--strategy basic") == rules.n_sides - 1


#: Options that say nothing beside another one. A moon's value is told nowhere: no preset has moons.
TOLD_BY = {
    "bid.first": "bid.mode",
    "bags.penalty": "three.bag_mode",
    "three.accumulate_points": "three.bag_mode",
    "play.first_lead": "play.first_trick",
    "play.first_trick_order": "play.first_trick",
}


@pytest.mark.parametrize("name", presets())
def test_the_sentences_of_a_preset_read_all_that_differs_from_std4(name, monkeypatch):
    """What an option does to the game must be said: the sentences look at every one that the preset changes."""
    rules, read = load_rules(name), set()
    groups = {
        type(getattr(rules, ATTRIBUTES.get(group, group))): group for group in {key.split(".")[0] for key in OPTIONS}
    }
    get = Group.__getattribute__

    def noting(self, attribute):
        read.add(f"{groups.get(type(self))}.{attribute}")
        return get(self, attribute)

    monkeypatch.setattr(Group, "__getattribute__", noting)
    assert all(sections(rules).values())
    monkeypatch.undo()
    changed = {option_id for option_id, value in rules.changed(load_rules("std4")).items() if value is not None}
    assert {option_id for option_id in changed - read if TOLD_BY.get(option_id) not in read} <= {"moon.value"}


def test_a_few_sentences_of_the_presets():
    new_york = sections(load_rules("new_york"))
    assert "so there are 16 spades" in " ".join(new_york["Cards"])
    assert "A blind ten scores 400 and costs 200." in " ".join(new_york["Score"])
    assert (
        sections(load_rules("six"))["Cards"][0]
        == "Two packs of 52 cards, without both 2D: 102 cards. Each holding has 17."
    )
    assert "Each holding has 18." in sections(load_rules("three_joker"))["Cards"][0]
    assert "from 1 to 17; the numbers of partners are added" in sections(load_rules("six"))["Bidding"][0]
    assert "from 0 to 17." in sections(load_rules("three"))["Bidding"][0]
    assert "draws his first card" in " ".join(sections(load_rules("two_about"))["Bidding"])
    assert any("blind 7 scores 140 if made and costs 140" in line for line in sections(load_rules("barmore"))["Score"])


@pytest.mark.parametrize("name", views.__all__)
def test_every_field_of_a_view_is_documented(name):
    view = getattr(views, name)
    assert [field for field, _, _ in fields(view)] == list(view._fields)


def test_what_asks_for_a_decision_are_options():
    assert set(ASKED_WHERE) == set(DECISIONS)
    for text in ASKED_WHERE.values():
        for option in re.findall(r"`(\w+\.\w+)`", text):
            assert option in OPTIONS


def test_every_helper_is_on_the_page_and_in_the_package():
    page = reference_page()
    explained = {name for names, _ in constants() for name in names}
    assert explained == {name for name in helpers.__all__ if not callable(getattr(helpers, name))}
    for name in helpers.__all__:
        assert f"`{name}" in page
        assert getattr(simspades, name) is getattr(helpers, name)


def test_every_decision_is_in_the_guide():
    for decision in DECISIONS:
        assert f"`{decision}`" in GUIDE


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
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for link in re.findall(r"\]\(([^)#]+?)\)", page.read_text(encoding="utf-8")):
            if "://" not in link:
                assert (page.parent / link).exists(), f"{page.name} links to {link}"
        for name in re.findall(r"`(docs/[\w./-]+)`", page.read_text(encoding="utf-8")):
            assert (ROOT / name).exists(), f"{page.name} names {name}"
