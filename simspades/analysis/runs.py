"""The runs that are analysed together: opened, told apart by short names, and known to share their deals or not."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from simspades.errors import RecordError
from simspades.records.files import located
from simspades.records.manifest import Manifest
from simspades.records.reader import Run, open_run
from simspades.rules import Ruleset, load_rules

#: Options that decide, with the seed, which cards are dealt in which hand.
_DEAL_OPTIONS = ("game.family", "deck.", "deal.", "misdeal.")


@dataclasses.dataclass(frozen=True)
class Runs:
    """Runs to be analysed side by side. Made by :func:`open_runs`.

    ``labels`` are short, distinct names, in the order of ``runs``.
    """

    runs: tuple[Run, ...]
    labels: tuple[str, ...]

    @cached_property
    def rules(self) -> tuple[Ruleset, ...]:
        """The rule set of each run."""
        return tuple(rules_of(run.manifest) for run in self.runs)


def open_runs(paths: Iterable[str | Path]) -> Runs:
    """Open run directories to be analysed together.

    A path may be local, hold wildcards (``studies/*``), or be an fsspec address (``s3://bucket/my-run``). Directories
    with one and the same ``run.json`` are pieces of one run. RecordError if there is no run, or one is given twice.
    """
    directories = [directory for path in paths for directory in _expand(path)]
    if not directories:
        raise RecordError("there is no run to analyse: give the directory of one")
    merged: list[Run] = []
    for run in map(open_run, directories):
        for index, other in enumerate(merged):
            if other.manifest == run.manifest:
                if run.directory in (other.directory, *other.others):
                    raise RecordError(f"{run.directory} is given twice")
                merged[index] = dataclasses.replace(other, others=(*other.others, run.directory))
                break
        else:
            merged.append(run)
    return Runs(tuple(merged), tuple(_labels([run.directory for run in merged])))


def rules_of(manifest: Manifest) -> Ruleset:
    """The rule set that a run was played under."""
    return load_rules({"name": manifest.rules.name, **manifest.rules.options})


def same_deals(a: Manifest, b: Manifest) -> bool:
    """Whether the hand of a number holds the same cards in both runs: same seed, mode, and rules of dealing.

    In games mode the hands of a game share their cards as long as both games last.
    """
    options = [
        {key: value for key, value in run.rules.options.items() if key.startswith(_DEAL_OPTIONS)} for run in (a, b)
    ]
    return (a.seed, a.mode, a.engine_version) == (b.seed, b.mode, b.engine_version) and options[0] == options[1]


def _expand(path: str | Path) -> list[Path]:
    """The directories that a path with wildcards stands for, or the path itself."""
    directory = located(path)
    pattern = str(path)
    if not any(mark in pattern for mark in "*?[") or (isinstance(directory, Path) and directory.exists()):
        return [directory]
    parent, _, name = pattern.rpartition("/")
    if any(mark in parent for mark in "*?["):
        raise RecordError(f"{path}: wildcards may stand in the last step of an address only")
    found = sorted((match for match in located(parent or ".").glob(name) if match.is_dir()), key=str)
    if not found:
        raise RecordError(f"{path} fits no directory")
    return found


def _labels(directories: Sequence[Path]) -> list[str]:
    """The directories' names, with as many of those above as tell them apart.

    >>> _labels([Path("a/steady"), Path("b/steady"), Path("c/basic")])
    ['a/steady', 'b/steady', 'c/basic']
    """
    paths = [directory.absolute() if isinstance(directory, Path) else directory for directory in directories]
    longest = max(len(path.parts) for path in paths)
    for length in range(1, longest + 1):
        labels = ["/".join(path.parts[-length:]) for path in paths]
        if len(set(labels)) == len(labels):
            return labels
    return [str(path) for path in paths]
