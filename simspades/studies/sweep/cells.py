"""The cells of a study: a rule set, a line-up and values of parameters, checked and ready to be played."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from simspades.engine import ENGINE_VERSION
from simspades.engine.kernels import load_kernel, source_digest
from simspades.errors import SimspadesError, StudyError, nearest
from simspades.records.manifest import Mode
from simspades.rules import Ruleset, load_rules
from simspades.runs.plan import Player, make_player
from simspades.runs.play import Dealer
from simspades.studies.match.play import seated
from simspades.studies.seatings import Parties, Seating, as_given, exchanged
from simspades.studies.sweep.study import LineupEntry, RulesEntry, Study

#: Changes when a measure is added or means something else: sums of other versions are not used.
MEASURES_VERSION = 1

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclasses.dataclass(frozen=True)
class Cell:
    """One row of the table.

    Attributes
    ----------
    where
        Its coordinates: ``rules``, options of the grid by id, ``lineup``, parameters by name.
    label
        What it is called on the page.
    rules, players, seatings
        The rule set; the strategies of the line-up; who sits where, seating by seating.
    mode, count, seed, max_hands
        What is played in each seating.

    """

    where: Mapping[str, Any]
    label: str
    rules: Ruleset
    players: tuple[Player, ...]
    seatings: tuple[Seating, ...]
    mode: Mode
    count: int
    seed: int
    max_hands: int | None

    @functools.cached_property
    def parties(self) -> Parties:
        """Who holds the sides."""
        return Parties.of(self.rules, self.seatings)

    @functools.cached_property
    def key(self) -> str:
        """Names the sums of this cell: a digest of all that they depend on."""
        depends = {
            "engine": ENGINE_VERSION,
            "measures": MEASURES_VERSION,
            "rules": self.rules.digest,
            "strategies": [[source_digest(p.strategy), dict(p.strategy.parameters)] for p in self.players],
            "seatings": self.seatings,
            "mode": self.mode,
            "count": self.count,
            "seed": self.seed,
            "max_hands": self.max_hands,
        }
        return hashlib.sha256(json.dumps(depends, sort_keys=True).encode()).hexdigest()[:20]

    def dealers(self) -> list[Dealer]:
        """One for each seating; compiles what is not in the cache yet."""
        return [
            Dealer(seated(self.rules, [self.players[k] for k in seating], self.mode, self.seed, self.max_hands))
            for seating in self.seatings
        ]


def cells_of(study: Study, path: Path) -> list[Cell]:
    """Every cell of the study, checked: rules, strategies (compiled), seatings, names; StudyError says what is wrong.

    ``path`` is that of the study file: rule files and strategies' files are sought from its directory.
    """
    cells = []
    used: set[str] = set()
    for entry, option_values, rules in _rule_sets(study, path):
        for lineup in study.lineups:
            names = _placeholders(lineup.strategies)
            if unknown := sorted(names - study.parameters.keys()):
                hint = nearest(unknown[0], study.parameters) if study.parameters else " (there are no parameters)"
                raise StudyError(f"{path}: lineups: parameters has no {{{unknown[0]}}}{hint}")
            used |= names
            for values in _grid({name: study.parameters[name] for name in study.parameters if name in names}):
                players = _players(lineup, values, path)
                where = {"rules": entry.label, **option_values, "lineup": _lineup_label(lineup), **values}
                label = _label(where, study)
                cells.append(
                    Cell(
                        where=where,
                        label=label,
                        rules=rules,
                        players=players,
                        seatings=_seatings(rules, lineup, len(players), label, path),
                        mode="hands" if study.games is None else "games",
                        count=study.hands or study.games or 0,
                        seed=study.seed,
                        max_hands=study.max_hands,
                    )
                )
    if idle := sorted(study.parameters.keys() - used):
        raise StudyError(f"{path}: parameters: no line-up has {{{idle[0]}}} in it")
    _check_distinct(cells, path)
    _check_playable(cells, path)
    return cells


def baselines(cells: Sequence[Cell], wanted: Mapping[str, Any], path: Path) -> list[int | None]:
    """For each cell the index of the cell it is compared with; None if the study names no baseline.

    That is the cell which has the coordinates of the baseline and, of the others, those that both have in common.
    """
    known = list(dict.fromkeys(name for cell in cells for name in cell.where))
    for name, value in wanted.items():
        if name not in known:
            raise StudyError(f"{path}: baseline: {name} is no coordinate of a cell{nearest(name, known)}")
        values = list(dict.fromkeys(str(cell.where[name]) for cell in cells if name in cell.where))
        if str(value) not in values:
            raise StudyError(f"{path}: baseline: no cell has {name} = {value}{nearest(str(value), values)}")
    return [_baseline(cell, cells, wanted, path) if wanted else None for cell in cells]


def _baseline(cell: Cell, cells: Sequence[Cell], wanted: Mapping[str, Any], path: Path) -> int:
    found = [
        index
        for index, other in enumerate(cells)
        if all(name in other.where and other.where[name] == value for name, value in wanted.items())
        and all(name in wanted or other.where.get(name, value) == value for name, value in cell.where.items())
    ]
    if len(found) != 1:
        raise StudyError(
            f"{path}: baseline: {len(found)} cells could be the baseline of the cell {cell.label}; name coordinates "
            f"({', '.join(cell.where)}) that leave one"
        )
    return found[0]


def _rule_sets(study: Study, path: Path) -> Iterator[tuple[RulesEntry, dict[str, Any], Ruleset]]:
    for number, entry in enumerate(study.rules):
        for values in _grid(entry.grid):
            base = str(path.parent / entry.base) if entry.base.endswith(".toml") else entry.base
            try:
                rules = load_rules(base, {**entry.set, **values})
            except SimspadesError as error:
                shown = ", ".join(f"{name}={value}" for name, value in values.items())
                raise StudyError(f"{path}: rules[{number}]{f' with {shown}' if shown else ''}: {error}") from error
            yield entry, values, rules


def _players(lineup: LineupEntry, values: Mapping[str, Any], path: Path) -> tuple[Player, ...]:
    texts = [_PLACEHOLDER.sub(lambda found: str(values[found[1]]), text) for text in lineup.strategies]
    try:
        return tuple(_player(text, path.parent) for text in texts)
    except SimspadesError as error:
        raise StudyError(f"{path}: lineups: {error}") from error


def _player(text: str, folder: Path) -> Player:
    """A strategy whose file is sought from the study's folder, under the name that the study gives it."""
    file, is_file, rest = text.partition(".py:")
    if not is_file or Path(file).is_absolute():
        return make_player(text)
    return make_player(f"{folder / file}.py:{rest}")


def _seatings(rules: Ruleset, lineup: LineupEntry, n: int, label: str, path: Path) -> tuple[Seating, ...]:
    try:
        return exchanged(rules, n) if lineup.exchange else as_given(rules, n)
    except SimspadesError as error:
        raise StudyError(f"{path}: lineups: {error} (cell {label})") from error


def _grid(values: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for combination in itertools.product(*values.values()):
        yield dict(zip(values, combination, strict=True))


def _placeholders(texts: Sequence[str]) -> set[str]:
    return {name for text in texts for name in _PLACEHOLDER.findall(text)}


def _lineup_label(lineup: LineupEntry) -> str:
    return lineup.name or " v ".join(text.rpartition(".py:")[2] for text in lineup.strategies)


def _label(where: Mapping[str, Any], study: Study) -> str:
    """The coordinates that differ within the study."""
    shown = []
    for name, value in where.items():
        if name == "rules" and len(study.rules) == 1 and study.rules[0].grid:
            continue
        if name == "lineup" and len(study.lineups) == 1:
            continue
        shown.append(str(value) if name in ("rules", "lineup") else f"{name}={_text(value)}")
    return ", ".join(shown) or str(where["rules"])


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check_distinct(cells: Sequence[Cell], path: Path) -> None:
    for index, cell in enumerate(cells):
        for other in cells[:index]:
            if other.where == cell.where:
                raise StudyError(f"{path}: two cells are called {cell.label}: give their rules or line-ups other names")


def _check_playable(cells: Sequence[Cell], path: Path) -> None:
    """Compile the strategies and make one plan for each rule set, so that nothing can fail once the study plays."""
    strategies = {source_digest(player.strategy): player.strategy for cell in cells for player in cell.players}
    for strategy in strategies.values():
        try:
            load_kernel(strategy)
        except SimspadesError as error:
            raise StudyError(f"{path}: lineups: {error}") from error
    for cell in {cell.rules.digest: cell for cell in cells}.values():
        try:
            seated(cell.rules, [cell.players[0]], cell.mode, cell.seed, cell.max_hands)
        except SimspadesError as error:
            raise StudyError(f"{path}: {error} (cell {cell.label})") from error
