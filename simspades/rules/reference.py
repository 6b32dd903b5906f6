"""Pages about the rules, from the same data as ``simspades rules show``: all options, and each preset."""

from __future__ import annotations

from simspades.rules.load import bundles, describe, presets
from simspades.rules.load import preset as load_preset
from simspades.rules.options import OPTIONS, Option, show
from simspades.rules.prose import sections

_INTRODUCTION = """
Written from the sources by `scripts/regenerate`. A rule file sets options by these ids (`nil.value = 50`, or a table
`[nil]`), the command line with `--set nil.value=50`. Sources: FA, TH, RO, HE and PG are the rule texts that the project
started from, with their line; a capital letter is a section of the rulebook made from them; `INT-` numbers are readings
where they are silent. Presets are named where they differ from `std4`, if the option applies to them.

Examples speak of one side with its numbers and tricks: "4 and a nil, 3 and 1 tricks won" are the bids of two partners
and what each of them won. Unless they say otherwise everything else is as in `std4`.
"""


def rules_page() -> str:
    """The text of ``docs/rules.md``: a section an option with its meaning, example, values and source."""
    loaded = {name: load_preset(name).values for name in presets()}
    lines = ["# Rule options", "", *_INTRODUCTION.strip().splitlines()]
    lines += ["", "## Presets", "", "| preset | game |", "| --- | --- |"]
    lines += [f"| [`{name}`](presets/{name}.md) | {describe(name)} |" for name in loaded]
    lines += ["", "## Changes to combine with a preset", "", "| name | options |", "| --- | --- |"]
    for name, overrides in bundles().items():
        lines.append(f"| `{name}` | {', '.join(f'`{key} = {show(value)}`' for key, value in overrides.items())} |")
    group = ""
    for option in OPTIONS.values():
        if option.group != group:
            group = option.group
            lines += ["", f"## {group}"]
        lines += ["", f"### `{option.id}`", "", option.meaning, "", f"Example: {option.example}", ""]
        lines += [f"- Values: {option.values}", f"- {_default(option)}"]
        usual = loaded["std4"][option.id]
        others = [
            f"{name} `{show(values[option.id])}`"
            for name, values in loaded.items()
            if values[option.id] != usual and (values[option.id] is not None or option.applies(values))
        ]
        if others:
            lines.append(f"- Otherwise: {', '.join(others)}")
        lines.append(f"- Source: {option.source}")
    return "\n".join(lines) + "\n"


def preset_page(name: str) -> str:
    """The text of ``docs/presets/NAME.md``: the game in sentences, its options, and how to run it."""
    rules, usual = load_preset(name), load_preset("std4")
    lines = [f"# `{name}`", "", f"{describe(name)}. Written from the sources by `scripts/regenerate`."]
    for heading, sentences in sections(rules).items():
        lines += ["", f"## {heading}", "", *(f"- {sentence}" for sentence in sentences)]
    lines += ["", "## Options", ""]
    changed = {
        option_id: value
        for option_id, value in rules.changed(usual).items()
        if value is not None or OPTIONS[option_id].applies(rules.values)
    }
    if changed:
        lines += ["What differs from [`std4`](std4.md); [all options](../rules.md) with their meanings.", ""]
        lines += ["| option | here | `std4` | meaning |", "| --- | --- | --- | --- |"]
        for option_id, value in changed.items():
            before = usual.flat()[option_id]
            cells = (f"`{option_id}`", f"`{show(value)}`", "-" if before is None else f"`{show(before)}`")
            lines.append(f"| {' | '.join(cells)} | {OPTIONS[option_id].meaning} |")
    else:
        lines.append(
            "Every [option](../rules.md) has its default; the other presets are told by what differs from this."
        )
    return "\n".join([*lines, *_how_to_run(name, rules.n_sides)]) + "\n"


def _how_to_run(name: str, n_sides: int) -> list[str]:
    sides = " ".join(["--strategy steady", *["--strategy basic"] * (n_sides - 1)])
    return [
        "",
        "## Running it",
        "",
        "```sh",
        f"simspades rules show {name}",
        f"simspades run --rules {name} --games 10000 {sides} --out my-run",
        "simspades summary my-run",
        "```",
        "",
        "`--strategy` is given once for everybody, or once a side, side 0 first. `--set end.target=300` changes an",
        "option.",
    ]


def pages() -> dict[str, str]:
    """Every page about the rules by its path in ``docs``."""
    return {"rules.md": rules_page(), **{f"presets/{name}.md": preset_page(name) for name in presets()}}


def _default(option: Option) -> str:
    if option.unless_given:
        return f"Unless given: {option.unless_given}"
    return f"Default: `{show(option.default)}`"
