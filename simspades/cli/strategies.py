"""``simspades strategies``: start, check, list and show strategies.

Keys of ``--json``: ``list`` prints a list of ``{name, origin, doc, parameters, presets, error}``; ``show`` prints
``{name, spec, file, doc, about, presets, parameters, parts}``, a parameter being ``{value, default, low, high,
meaning}`` and a part ``{decision, name, path, line, text}``; ``check`` prints ``{spec, passed, checks}`` with
``{name, passed, sentence, details}`` for each check, ``passed`` null where there is nothing to pass or to check.
"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simspades.errors import SimspadesError

if TYPE_CHECKING:
    from simspades.strategies import Strategy
    from simspades.workbench.catalog import Entry
    from simspades.workbench.checks import Result

_WORDS = {True: "ok", False: "FAIL", None: "-"}

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Start, check, list and show strategies.

    A strategy is named as for run: NAME, NAME(parameter=value) or FILE.py:NAME.
    """


@command.command()
@click.argument("name")
def new(name: str) -> None:
    """Write NAME.py, a small strategy that works as it stands, with comments on what to change."""
    from simspades.workbench.skeleton import write_skeleton

    path = write_skeleton(name, Path())
    click.echo(f"{path}: a strategy {name}, ready to be changed")
    click.echo(f"next: simspades strategies check {path}:{name}", err=True)


@command.command()
@click.argument("spec", metavar="S")
@click.option(
    "--rules", multiple=True, metavar="RULES", help="Check it in these rule sets instead of the presets that it claims."
)
@click.option("--only", multiple=True, metavar="CHECK", help="Make only this check; may be repeated.")
@json_option
def check(spec: str, rules: tuple[str, ...], only: tuple[str, ...], as_json: bool) -> int:
    """Check the strategy S: does it work, is it legal, fair, repeatable and fast?

    Exit status 0 if it passes every check, 1 if it fails one.
    """
    from simspades.workbench import checks

    for name in only:
        if name not in checks.CHECKS:
            raise SimspadesError(f"there is no check {name!r} (known: {', '.join(checks.CHECKS)})")
    results = []
    for result in checks.check(spec, rules, only or checks.CHECKS):
        results.append(result)
        if not as_json:
            _print_result(result)
    passed = all(result.passed is not False for result in results)
    if as_json:
        click.echo(
            json.dumps({"spec": spec, "passed": passed, "checks": list(map(dataclasses.asdict, results))}, indent=1)
        )
    else:
        click.echo(f"{spec} {'passes' if passed else 'does not pass'}")
    return 0 if passed else 1


def _print_result(result: Result) -> None:
    click.echo(f"{_WORDS[result.passed]:<6}{result.name:<15}{result.sentence}")
    for detail in result.details:
        click.echo(f"{'':<21}{detail}")


@command.command("list")
@json_option
def list_strategies(as_json: bool) -> None:
    """List the strategies of the library and of installed packages."""
    from simspades.workbench.catalog import entries

    rows = list(entries())
    if as_json:
        return click.echo(json.dumps([_entry_json(row) for row in rows], indent=1))
    from simspades.cli.tables import new_table, print_tables

    table = new_table("strategy", "from", "parameters", "does")
    for row in rows:
        if row.strategy is None:
            table.add_row(row.name, row.origin, "", f"cannot be used: {row.error}")
        else:
            parameters = ", ".join(f"{name}={value}" for name, value in row.strategy.parameters.items())
            table.add_row(row.name, row.origin, parameters, row.strategy.doc)
    print_tables(table)
    return None


@command.command()
@click.argument("spec", metavar="S")
@json_option
def show(spec: str, as_json: bool) -> None:
    """Show the strategy S: its parameters, its sources, and the functions that it is made of."""
    from simspades.strategies import load_strategy
    from simspades.workbench.catalog import about, file_of, parts

    strategy = load_strategy(spec)
    made_of = list(parts(strategy))
    if as_json:
        report = {
            "name": strategy.name,
            "spec": strategy.spec,
            "file": file_of(strategy),
            "doc": strategy.doc,
            "about": about(strategy),
            "presets": strategy.presets,
            "parameters": _parameters_json(strategy),
            "parts": [dataclasses.asdict(part) for part in made_of],
        }
        return click.echo(json.dumps(report, indent=1))
    from simspades.cli.tables import new_table, print_tables

    click.echo(f"{strategy.name}: {strategy.doc or 'nothing is said of it'}")
    for text in about(strategy):
        click.echo(f"\n{text}")
    click.echo(f"\nfile: {file_of(strategy)}")
    click.echo(f"presets: {', '.join(strategy.presets) if strategy.presets else 'all that the engine plays'}")
    click.echo()
    if strategy.parameters:
        table = new_table("parameter", "value", "range", "meaning")
        for name, parameter in strategy.declared.items():
            changed = "" if strategy.parameters[name] == parameter.default else f" (default {parameter.default})"
            table.add_row(name, f"{strategy.parameters[name]}{changed}", parameter.range, parameter.meaning or "-")
        print_tables(table)
    else:
        click.echo("It has no parameters.")
    click.echo()
    table = new_table("decision", "function", "at", "what it does")
    for part in made_of:
        table.add_row(part.decision, part.name, f"{Path(part.path).name}:{part.line}", part.text)
    print_tables(table)
    return None


def _entry_json(entry: Entry) -> dict[str, Any]:
    strategy = entry.strategy
    return {
        "name": entry.name,
        "origin": entry.origin,
        "doc": strategy.doc if strategy else "",
        "parameters": _parameters_json(strategy) if strategy else {},
        "presets": strategy.presets if strategy else None,
        "error": entry.error,
    }


def _parameters_json(strategy: Strategy) -> dict[str, dict[str, Any]]:
    return {
        name: {"value": strategy.parameters[name], **dataclasses.asdict(parameter)}
        for name, parameter in strategy.declared.items()
    }
