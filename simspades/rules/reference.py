"""The page of all rule options, from the same data as ``simspades rules show``."""

from __future__ import annotations

from simspades.rules.load import preset as load_preset
from simspades.rules.load import presets
from simspades.rules.options import OPTIONS, Option, show

_INTRODUCTION = """
Written from the sources by `scripts/regenerate`. A rule file sets options by these ids (`nil.value = 50`, or a table
`[nil]`), the command line with `--set nil.value=50`. Sources: FA, TH, RO, HE and PG are the rule texts that the project
started from, with their line; a capital letter is a section of the rulebook made from them; `INT-` numbers are readings
where they are silent. Presets are named where they differ from `std4`, if the option applies to them.
"""


def rules_page() -> str:
    """The text of ``docs/rules.md``: a section an option with its meaning, values and source, and the presets."""
    loaded = {name: load_preset(name).values for name in presets()}
    lines = ["# Rule options", "", *_INTRODUCTION.strip().splitlines()]
    group = ""
    for option in OPTIONS.values():
        if option.group != group:
            group = option.group
            lines += ["", f"## {group}"]
        lines += ["", f"### `{option.id}`", "", option.meaning, ""]
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


def _default(option: Option) -> str:
    if option.unless_given:
        return f"Unless given: {option.unless_given}"
    return f"Default: `{show(option.default)}`"
