"""What was run, in words: the facts of ``run.json`` and the command that plays the run again."""

from __future__ import annotations

import dataclasses
import shlex
from pathlib import Path

from simspades.records.manifest import Manifest
from simspades.records.reader import Run
from simspades.rules import OPTIONS, Ruleset, load_rules, presets
from simspades.rules.options import show


@dataclasses.dataclass(frozen=True)
class OptionFact:
    """An option of the rules: its id, its value, what it means, and whether it differs from the preset."""

    id: str
    value: str
    meaning: str
    is_changed: bool


@dataclasses.dataclass(frozen=True)
class RunFacts:
    """A run as the page introduces it.

    Attributes
    ----------
    label, directory
        The run's short name, and where it is.
    facts
        Pairs of a term and its text.
    command
        What plays the same run again; empty where no single command does.
    options
        The rule set in full.

    """

    label: str
    directory: str
    facts: list[tuple[str, str]]
    command: str
    options: list[OptionFact]


def run_facts(run: Run, label: str) -> RunFacts:
    """The facts of a run."""
    manifest = run.manifest
    rules = load_rules({"name": manifest.rules.name, **manifest.rules.options})
    base = _base(rules)
    return RunFacts(
        label,
        str(run.directory),
        list(_facts(manifest, rules, base)),
        _command(run.directory, manifest, rules, base),
        _options(rules, base),
    )


def _base(rules: Ruleset) -> Ruleset:
    """The preset that the rule set is described by: that of its name, or std4."""
    return load_rules(rules.name if rules.name in presets() else "std4")


def _facts(manifest: Manifest, rules: Ruleset, base: Ruleset) -> list[tuple[str, str]]:
    changes = ", ".join(f"{key} = {_word(value)}" for key, value in rules.changed(base).items())
    facts = [
        ("rules", f"{base.name} with {changes}" if changes else base.name),
        ("played", f"{manifest.n:,} {manifest.mode}"),
        ("table", f"{manifest.players} players, {manifest.sides} sides"),
    ]
    specs = [strategy.spec for strategy in manifest.strategies]
    for number, lineup in enumerate(manifest.lineups):
        term = "strategies" if len(manifest.lineups) == 1 else f"line-up {number}"
        facts.append((term, _seats([specs[index] for index in lineup], manifest.sides)))
    if manifest.situation is not None:
        start = manifest.situation
        score, bags = (":".join(map(str, values)) for values in (start.score, start.bags))
        facts.append(("every hand starts at", f"score {score}, bags {bags}, hand {start.hand_in_game} of its game"))
    if manifest.max_hands is not None:
        facts.append(("a game ends after", f"{manifest.max_hands} hands at the latest"))
    kept = "totals only" if manifest.summary_only else "a row for each hand"
    if not manifest.summary_only:
        kept += ", with features of the holdings" if manifest.features else ", without features of the holdings"
        kept += " and the cards" if manifest.holdings else ""
    facts.append(("kept", kept))
    if manifest.status != "done":
        facts.append(("status", f"not finished ({manifest.status}): the page shows what is there so far"))
    return [*facts, ("seed", str(manifest.seed)), ("versions", _versions(manifest))]


def _versions(manifest: Manifest) -> str:
    return f"engine {manifest.engine_version}, columns {manifest.schema_version}"


def _seats(specs: list[str], n_sides: int) -> str:
    """Who sits where, as short as it can be said."""
    if len(set(specs)) == 1:
        return f"{specs[0]} at every seat"
    if all(spec == specs[seat % n_sides] for seat, spec in enumerate(specs)):
        return "; ".join(f"side {side}: {specs[side]}" for side in range(n_sides))
    return "; ".join(f"seat {seat}: {spec}" for seat, spec in enumerate(specs))


def _command(directory: Path, manifest: Manifest, rules: Ruleset, base: Ruleset) -> str:
    if len(manifest.lineups) != 1:
        return ""
    words = ["simspades", "run", "--rules", base.name]
    for key, value in rules.changed(base).items():
        words += ["--set", f"{key}={_word(value).replace(' ', '')}"]
    words += [f"--{manifest.mode}", str(manifest.n)]
    specs = [manifest.strategies[index].spec for index in manifest.lineups[0]]
    n = manifest.sides
    if len(set(specs)) == 1:
        specs = specs[:1]
    elif all(spec == specs[seat % n] for seat, spec in enumerate(specs)):
        specs = specs[:n]
    for spec in specs:
        words += ["--strategy", spec]
    if manifest.situation is not None:
        start = manifest.situation
        if any(start.score):
            words += [f"--score={','.join(map(str, start.score))}"]
        if any(start.bags):
            words += [f"--bags={','.join(map(str, start.bags))}"]
        if start.hand_in_game != 2:
            words += ["--hand-in-game", str(start.hand_in_game)]
    if manifest.max_hands not in (None, 200):
        words += ["--max-hands", str(manifest.max_hands)]
    flags = {
        "--no-features": not manifest.features,
        "--holdings": manifest.holdings,
        "--summary-only": manifest.summary_only,
    }
    words += [flag for flag, is_set in flags.items() if is_set]
    return shlex.join([*words, "--seed", str(manifest.seed), "--out", str(directory)])


def _options(rules: Ruleset, base: Ruleset) -> list[OptionFact]:
    changed = rules.changed(base)
    return [
        OptionFact(key, _word(value), OPTIONS[key].meaning, key in changed)
        for key, value in rules.flat().items()
        if value is not None
    ]


def _word(value: object) -> str:
    return show(value)
