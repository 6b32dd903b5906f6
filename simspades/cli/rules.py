"""``simspades rules``: list, show, check and compare rule sets.

Keys of ``--json``: ``list`` prints a list of ``{name, description, family, players, unsupported}``; ``show`` prints
``{name, digest, options}``; ``check`` prints ``{name, digest, unsupported}``; ``diff`` prints ``{a, b, differences}``
with a pair of values for each option id. Values are as in :meth:`simspades.rules.Ruleset.flat`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import click

from simspades.cli.tables import new_table, print_tables
from simspades.rules import OPTIONS, bundles, load_rules, presets, unsupported
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
                "unsupported": unsupported(rules),
            }
            for name, rules in rule_sets.items()
        ]
        return click.echo(json.dumps(rows, indent=1))
    table = new_table("preset", "players", "game", "can be played")
    for name, rules in rule_sets.items():
        table.add_row(name, str(rules.players), describe(name), "not yet" if unsupported(rules) else "yes")
    changes = new_table("change", "--set")
    for name, overrides in bundles().items():
        texts = (f"{option_id}={show_value(value).replace(' ', '')}" for option_id, value in overrides.items())
        changes.add_row(name, " ".join(texts))
    print_tables(table, changes)
    return None


@command.command()
@click.argument("spec")
@overrides_option("Change an option, e.g. nil.value=50; may be repeated.")
@click.option("--all", "show_all", is_flag=True, help="Show the options too that do not apply in this game.")
@json_option
def show(spec: str, overrides: tuple[str, ...], show_all: bool, as_json: bool) -> None:
    """Show the whole rule set SPEC with the meaning of every option.

    What differs from std4 is marked with a star.
    """
    rules = load_rules(spec, overrides)
    values = rules.flat()
    if as_json:
        return click.echo(json.dumps({"name": rules.name, "digest": rules.digest, "options": values}, indent=1))
    changed = rules.changed(load_rules("std4"))
    table = new_table("option", "value", "values", "meaning")
    for option_id, value in values.items():
        if value is not None or show_all:
            option = OPTIONS[option_id]
            star = "*" if option_id in changed else ""
            text = "-" if value is None else show_value(value)
            table.add_row(option_id, text + star, option.values, option.meaning)
    print_tables(table)
    return None


@command.command()
@click.argument("spec")
@overrides_option("Change an option, e.g. nil.value=50; may be repeated.")
@json_option
def check(spec: str, overrides: tuple[str, ...], as_json: bool) -> None:
    """Check the rule set SPEC: is it consistent, and can it be played yet?"""
    rules = load_rules(spec, overrides)
    missing = unsupported(rules)
    if as_json:
        return click.echo(json.dumps({"name": rules.name, "digest": rules.digest, "unsupported": missing}, indent=1))
    click.echo(f"{rules.name}: a consistent rule set (digest {rules.digest[:12]})")
    click.echo(f"not supported yet: {', '.join(missing)}" if missing else "It can be played.")
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
