"""The text of ``docs/coverage.md``: for every option and value, where the referee, the engine and both are tested.

``scripts/regenerate`` writes it; a test holds it equal, and fails where a cell would be empty.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from cases import option_rules, option_values

from simspades.engine.numbers import rule_numbers
from simspades.errors import SimspadesError
from simspades.rules import OPTIONS, Ruleset, bundles, load_rules, presets
from simspades.rules.options import show

TESTS = Path(__file__).parent
#: The groups of options that a vector's area is about.
AREAS = {
    "bid": ("bid",),
    "bags": ("bags",),
    "score": ("score",),
    "nil": ("nil", "blind_nil"),
    "end": ("end",),
    "play": ("play",),
    "deck": ("deck",),
    "three": ("three",),
    "two": ("two",),
}
MOST_VECTORS = 3

HEAD = """# Coverage

Every option at each of its values (of numbers and lists, some): where the referee's rule is tested, whether the engine
takes the value, the hands in which the engine is judged by the referee, and the vectors or the worked example that
state what must come out. Made by `scripts/regenerate` from the tests' own data.

- *referee*: the modules of `tests/` that name the option.
- *engine*: how many of the engine's numbers the value changes against the same rules with the option's default.
- *differential*: the case of `tests/cases.py`, in hands and in games, judged hand by hand.
- *vector*: rows of `tests/data/test_vectors.json` with this value; else the option's worked example (`simspades rules
  show`), which `tests/test_rules_examples.py` checks where it states points.

| option | value | referee | engine | differential | vector |
| --- | --- | --- | --- | --- | --- |
"""


@cache
def _sources() -> dict[str, str]:
    files = [*sorted(TESTS.glob("test_referee*.py")), TESTS / "test_rules_examples.py", TESTS / "test_rules_checks.py"]
    return {file.stem: file.read_text(encoding="utf-8") for file in files}


def _referee(option_id: str) -> str:
    named = [f"`{name}`" for name, text in _sources().items() if re.search(rf"\b{re.escape(option_id)}\b", text)]
    return ", ".join(named[:3]) or "`follow` (every case)"


def _engine(option_id: str, rules: Ruleset) -> str:
    default = OPTIONS[option_id].default
    try:
        usual = load_rules(rules, {option_id: "none" if default is None else default})
    except SimspadesError:
        return "takes it"  # the default does not go with the rest of these rules
    changed = int((rule_numbers(rules, None) != rule_numbers(usual, None)).sum())
    return f"{changed} numbers" if changed else "as by default"


@cache
def _vectors() -> list[tuple[str, str, frozenset[str], dict[str, Any]]]:
    """Of each vector that names a rule set: its id, its area, the options it names, and the rules as flat values."""
    found = []
    for row in json.loads((TESTS / "data" / "test_vectors.json").read_text(encoding="utf-8")):
        words = re.findall(r"[\w.]+", row["preset"])
        base = next((word for word in words if word in presets()), None)
        if base is None:
            continue
        options: dict[str, Any] = {}
        for name in words:
            options |= bundles().get(name, {})
        options |= {name: True for name in words if name in OPTIONS and OPTIONS[name].choices == (False, True)}
        for name, value in re.findall(r"([\w.]+)=(\w+)", row["preset"]):
            options |= {name: value} if name in OPTIONS else {}
        try:
            flat = load_rules(base, options).flat()
        except SimspadesError:
            continue
        found.append((row["id"], row["cat"], frozenset(options), flat))
    return found


def _vector(option_id: str, rules: Ruleset) -> str:
    value, usual = rules.flat()[option_id], load_rules("std4").flat()[option_id]
    group = option_id.split(".")[0]
    named = [
        number
        for number, area, options, flat in _vectors()
        if flat[option_id] == value and (option_id in options or value != usual or group in AREAS.get(area, ()))
    ]
    return ", ".join(named[:MOST_VECTORS]) or "worked example"


def coverage_page() -> str:
    """The page."""
    lines = []
    for option_id, value in option_values():
        rules = option_rules(option_id, value)
        cells = (
            _referee(option_id),
            _engine(option_id, rules),
            f"`{option_id} = {show(value)}`",
            _vector(option_id, rules),
        )
        lines.append(f"| `{option_id}` | {show(value)} | {' | '.join(cells)} |")
    return HEAD + "\n".join(lines) + "\n"
