"""``simspades rules``: list, show, check and compare rule sets.

Keys of ``--json``: ``list`` prints a list of ``{name, description, family, players}``; ``show`` prints
``{name, digest, options}``; ``check`` prints ``{name, digest}``; ``diff`` prints ``{a, b, differences}``
with a pair of values for each option id. Values are as in :meth:`simspades.rules.Ruleset.flat`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import click

from simspades.cli.tables import new_table, print_tables
from simspades.errors import RulesError
from simspades.rules import OPTIONS, bundles, load_rules, presets
from simspades.rules.layers import near_option
from simspades.rules.load import describe
from simspades.rules.options import show as show_value

F = TypeVar("F", bound=Callable[..., Any])


def overrides_option(help_text: str) -> Callable[[F], F]:
    return click.option("--set", "overrides", multiple=True, metavar="ID=VALUE", help=help_text)


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """List, show, check and compare rule sets.

    A rule set is the name of a preset, or a TOML file.
    """


@command.command("list")
@json_option
def list_rules(as_json: bool) -> None:
    """List the presets, and named changes to combine with them."""
    rule_sets = {name: load_rules(name) for name in presets()}
    if as_json:
        rows = [
            {
                "name": name,
                "description": describe(name),
                "family": rules.game.family,
                "players": rules.players,
            }
            for name, rules in rule_sets.items()
        ]
        return click.echo(json.dumps(rows, indent=1))
    table = new_table("preset", "players", "game")
    for name, rules in rule_sets.items():
        table.add_row(name, str(rules.players), describe(name))
    changes = new_table("change", "--set")
    for name, overrides in bundles().items():
        texts = (f"{option_id}={show_value(value).replace(' ', '')}" for option_id, value in overrides.items())
        changes.add_row(name, " ".join(texts))
    print_tables(table, changes)
    return None


@command.command()
@click.argument("spec")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@overrides_option("Change an option, e.g. nil.value=50; may be repeated.")
@click.option("--all", "show_all", is_flag=True, help="Show the options too that do not apply in this game.")
@json_option
def show(spec: str, ids: tuple[str, ...], overrides: tuple[str, ...], show_all: bool, as_json: bool) -> None:
    """Show the whole rule set SPEC with the meaning and an example of every option.

    What differs from std4 is marked with a star. With ID, an option or a group such as nil, show these alone and say
    where each comes from.
    """
    rules = load_rules(spec, overrides)
    values = rules.flat()
    wanted = _options(ids)
    if as_json:
        values = {option_id: value for option_id, value in values.items() if option_id in wanted}
        return click.echo(json.dumps({"name": rules.name, "digest": rules.digest, "options": values}, indent=1))
    changed = rules.changed(load_rules("std4"))
    table = new_table("option", "value", "values", "meaning")
    for option_id in wanted:
        value = values[option_id]
        if value is not None or show_all or ids:
            option = OPTIONS[option_id]
            star = "*" if option_id in changed else ""
            text = "-" if value is None else show_value(value)
            meaning = [option.meaning, f"Example: {option.example}", *([f"Source: {option.source}"] if ids else [])]
            table.add_row(option_id, text + star, option.values, "\n".join(meaning))
    print_tables(table)
    return None


def _options(ids: tuple[str, ...]) -> list[str]:
    """The options that are named, or that belong to a group that is; all of them if nothing is."""
    wanted: list[str] = []
    for name in ids:
        found = [option.id for option in OPTIONS.values() if name in (option.id, option.group)]
        if not found:
            raise RulesError(f"there is no option {show_value(name)}{near_option(name)}")
        wanted += [option_id for option_id in found if option_id not in wanted]
    return wanted or list(OPTIONS)


@command.command()
@click.argument("spec")
@overrides_option("Change an option, e.g. nil.value=50; may be repeated.")
@json_option
def check(spec: str, overrides: tuple[str, ...], as_json: bool) -> None:
    """Check the rule set SPEC: is it consistent?"""
    rules = load_rules(spec, overrides)
    if as_json:
        return click.echo(json.dumps({"name": rules.name, "digest": rules.digest}, indent=1))
    click.echo(f"{rules.name}: a consistent rule set (digest {rules.digest[:12]})")
    click.echo("It can be played.")
    return None


@command.command()
@click.argument("a")
@click.argument("b")
@overrides_option("Change an option of B, e.g. nil.value=50; may be repeated.")
@json_option
def diff(a: str, b: str, overrides: tuple[str, ...], as_json: bool) -> None:
    """Show the options in which the rule sets A and B differ."""
    first, second = load_rules(a), load_rules(b, overrides)
    before = first.flat()
    differences = {option_id: (before[option_id], value) for option_id, value in second.changed(first).items()}
    if as_json:
        return click.echo(json.dumps({"a": first.name, "b": second.name, "differences": differences}, indent=1))
    if not differences:
        return click.echo(f"{first.name} and {second.name} are the same.")
    table = new_table("option", first.name, second.name, "meaning")
    for option_id, pair in differences.items():
        texts = ("-" if value is None else show_value(value) for value in pair)
        table.add_row(option_id, *texts, OPTIONS[option_id].meaning)
    print_tables(table)
    return None
