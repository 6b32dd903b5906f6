"""From ``run.json`` back to a plan, so that an interrupted run can be finished from its directory alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simspades.errors import RecordError, StrategyError
from simspades.records.manifest import MANIFEST_NAME, Manifest, StrategyRecord
from simspades.runs.plan import Plan, make_plan


def plan_again(directory: Path, recorded: Manifest, given: Mapping[str, Any]) -> Plan:
    """The plan that ``run.json`` records. ``given`` are settings of :func:`make_plan` that the user repeats.

    Raises :class:`RecordError` that names the setting and both values where what is given, the source of a strategy,
    or this version's engine differs from what is recorded.
    """
    settings = _settings(recorded)
    if given.get("rules") is not None:
        del settings["rules"]
    mode = "games" if given.get("games") is not None else "hands" if given.get("hands") is not None else recorded.mode
    if mode != recorded.mode:
        for name in ("hands", "games", "score", "bags", "hand_in_game", "max_hands"):
            settings.pop(name, None)
    given = {name: value for name, value in given.items() if value is not None}
    try:
        plan = make_plan(**(settings | given))
    except StrategyError as error:
        if "strategy" in given:
            raise
        where = f"recorded in {directory / MANIFEST_NAME}; if it has moved, give it with --strategy"
        raise StrategyError(f"{error} ({where})") from error
    _compare(directory, recorded, plan.manifest())
    return plan


def _settings(recorded: Manifest) -> dict[str, Any]:
    settings: dict[str, Any] = {
        "rules": {"name": recorded.rules.name, **recorded.rules.options},
        recorded.mode: recorded.n,
        "strategy": [recorded.strategies[index].spec for index in recorded.lineups[0]],
        "seed": recorded.seed,
        "max_hands": recorded.max_hands,
        "features": recorded.features,
        "holdings": recorded.holdings,
        "rows": not recorded.summary_only,
    }
    return settings | (recorded.situation.model_dump() if recorded.situation else {})


def _compare(directory: Path, recorded: Manifest, now: Manifest) -> None:
    path = directory / MANIFEST_NAME
    pairs = list(zip(_seats(recorded), _seats(now), strict=False))
    for seat, (before, after) in enumerate(pairs):
        if before.name == after.name and before.digest != after.digest:
            raise RecordError(
                f"the source of the strategy {after.name} (seat {seat}) has changed since {path} was written: its "
                f"digest was {before.digest[:12]} and is {after.digest[:12]}"
            )
        if _essence(before) != _essence(after):
            raise RecordError(f"{path} has the strategy {_shown(before)} at seat {seat}, not {_shown(after)}")
    # the same strategy may be named in another way, as its file may have moved; and the parts stay what they were
    kept = {name: getattr(recorded, name) for name in ("strategies", "lineups", "part_size", "parts")}
    if differences := recorded.differences(now.model_copy(update=kept)):
        raise RecordError(f"{path} and the settings given differ: {'; '.join(differences)}")
    if recorded.rules.digest != now.rules.digest:
        raise RecordError(
            f"{path} was changed since it was written: its rules.digest is {recorded.rules.digest[:12]}, and that of "
            f"its options {now.rules.digest[:12]}"
        )


def _seats(manifest: Manifest) -> list[StrategyRecord]:
    return [manifest.strategies[index] for index in manifest.lineups[0]]


def _essence(record: StrategyRecord) -> tuple[object, ...]:
    return record.name, record.parameters, record.digest


def _shown(record: StrategyRecord) -> str:
    values = ", ".join(f"{name}={value}" for name, value in record.parameters.items())
    return f"{record.name}({values})" if values else record.name
