"""``run.json``: everything needed to play a run again, and what it gave.

The file is a function of the settings and the results alone. Of a finished run it is the same bytes whatever the
threads and however often the run was interrupted; time, machine and versions of libraries are in ``log.jsonl``
(:mod:`simspades.records.log`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, model_validator

from simspades.errors import RecordError
from simspades.records.columns import SCHEMA_VERSION
from simspades.records.files import reading, replacing, writing

MANIFEST_NAME = "run.json"

#: Keys of the key-value metadata of a Parquet file begin with this.
METADATA_PREFIX = "simspades."

Count = Annotated[int, Field(ge=1)]
Index = Annotated[int, Field(ge=0)]
Mode = Literal["hands", "games"]
Status = Literal["running", "interrupted", "done"]
Table = Literal["hands", "games"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class RulesRecord(_Record):
    """The rule set in full: ``options`` holds every option id."""

    name: str
    options: dict[str, JsonValue]
    digest: str


class StrategyRecord(_Record):
    """A strategy as it was asked for (``spec``) and as it was understood; ``digest`` is that of its sources."""

    spec: str
    name: str
    parameters: dict[str, bool | int | float]
    digest: str


class Situation(_Record):
    """What hands mode starts every hand from; ``score`` and ``bags`` by side."""

    score: list[int]
    bags: list[int]
    hand_in_game: Count


class Part(_Record):
    """A fixed range of hands (hands mode) or games (games mode), in files of its own."""

    index: Index
    first: Index
    count: Count

    def file(self, directory: Path, table: Table) -> Path:
        return directory / table / f"part-{self.index:05d}.parquet"


class Manifest(_Record):
    """The contents of ``run.json``.

    ``n`` counts hands or games as ``mode`` says. A line-up gives for each seat the index of its strategy in
    ``strategies``. Which parts are finished shows from their files. ``summary`` is what the run adds up, as it likes.
    """

    schema_version: int = SCHEMA_VERSION
    engine_version: int
    mode: Mode
    n: Count
    seed: Annotated[int, Field(ge=0, lt=2**64)]
    players: Count
    sides: Count
    packs: Count = 1
    rules: RulesRecord
    strategies: list[StrategyRecord]
    lineups: list[list[Index]]
    situation: Situation | None = None
    max_hands: Count | None = None
    features: bool = True
    holdings: bool = False
    summary_only: bool = False
    part_size: Count
    parts: list[Part]
    status: Status = "running"
    summary: dict[str, JsonValue] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        for lineup in self.lineups:
            if len(lineup) != self.players or max(lineup) >= len(self.strategies):
                raise ValueError(f"the line-up {lineup} does not give each of {self.players} seats a strategy")
        if self.parts != plan_parts(self.n, self.part_size):
            raise ValueError(f"the parts do not divide {self.n} {self.mode} into ranges of {self.part_size}")
        return self

    @property
    def digest(self) -> str:
        """SHA-256 of the settings that determine the rows; every Parquet file of the run carries it.

        How many hands or games are played is not among them, nor are the results.
        """
        settings = self.model_dump(mode="json", exclude={"n", "parts", "summary_only", "status", "summary"})
        return hashlib.sha256(_canonical(settings).encode()).hexdigest()

    @property
    def totals_digest(self) -> str:
        """SHA-256 of the settings that determine totals in ``summary``, which carries it: those of the rows, and n."""
        return hashlib.sha256(_canonical([self.digest, self.n]).encode()).hexdigest()

    def differences(self, other: Manifest) -> list[str]:
        """Settings in which two runs differ, a phrase each: ``"seed: 1 and 2"``; of the rules only the options.

        A run may be resumed only if there are none.
        """
        results = {"parts", "status", "summary"}
        here, there = (_flat(manifest.model_dump(mode="json", exclude=results)) for manifest in (self, other))
        return [
            f"{name}: {_canonical(here.get(name))} and {_canonical(there.get(name))}"
            for name in {**here, **there}
            if name != "rules.digest" and here.get(name) != there.get(name)
        ]

    def part_metadata(self, part: Part, table: Table) -> dict[str, str]:
        """Key-value metadata of a part's file: what determines its rows."""
        values: dict[str, str] = {
            "table": table,
            "schema_version": str(self.schema_version),
            "engine_version": str(self.engine_version),
            "mode": self.mode,
            "seed": str(self.seed),
            "first": str(part.first),
            "count": str(part.count),
            "rules": _canonical(self.rules.model_dump(mode="json")),
            "strategies": _canonical([strategy.model_dump(mode="json") for strategy in self.strategies]),
            "lineups": _canonical(self.lineups),
            "situation": _canonical(self.situation and self.situation.model_dump(mode="json")),
            "max_hands": _canonical(self.max_hands),
            "digest": self.digest,
        }
        return {METADATA_PREFIX + key: value for key, value in values.items()}


def plan_parts(n: int, part_size: int) -> list[Part]:
    """Divide ``n`` hands or games into parts of ``part_size``; the last may be smaller.

    >>> [(part.first, part.count) for part in plan_parts(250, 100)]
    [(0, 100), (100, 100), (200, 50)]
    """
    return [
        Part(index=index, first=first, count=min(part_size, n - first))
        for index, first in enumerate(range(0, n, part_size))
    ]


def save_manifest(directory: Path, manifest: Manifest) -> None:
    """Write ``run.json`` whole or not at all."""
    path = directory / MANIFEST_NAME
    text = json.dumps(manifest.model_dump(mode="json"), indent=2, ensure_ascii=False, allow_nan=False)
    with replacing(path) as temporary, writing(path):
        temporary.write_text(text + "\n", encoding="utf-8", newline="\n")


def load_manifest(directory: Path) -> Manifest:
    """Read ``run.json``; RecordError says in one sentence what is wrong with it."""
    path = directory / MANIFEST_NAME
    try:
        with reading(path):
            content = path.read_bytes()
    except FileNotFoundError:
        hint = "it has no run.json" if directory.is_dir() else "there is no such directory"
        raise RecordError(f"{directory} is not a run directory: {hint}") from None
    try:
        text = content.decode()
        document = dict(json.loads(text))
    except (ValueError, TypeError) as error:
        raise RecordError(f"{path} is damaged: it is not a JSON object ({error})") from error
    version = document.get("schema_version")
    if version != SCHEMA_VERSION:
        raise RecordError(f"{path} has schema_version {version}, but this simspades reads version {SCHEMA_VERSION}")
    try:
        return Manifest.model_validate_json(text)
    except ValidationError as error:
        raise RecordError(f"{path} is damaged: {_first_fault(error)}") from error


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_url=False)[0]
    key = ".".join(str(step) for step in fault["loc"])
    message = fault["msg"].removeprefix("Value error, ")
    if not key:
        return message
    value = "" if fault["type"] == "missing" else f", not {_canonical(fault['input'])[:60]}"
    return f"{key}: {message[:1].lower()}{message[1:]}{value}"


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _flat(settings: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested settings by dotted names: ``strategies.0.parameters.x``."""
    flat: dict[str, Any] = {}
    for key, value in settings.items():
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            flat |= _flat({str(index): item for index, item in enumerate(value)}, f"{prefix}{key}.")
        elif isinstance(value, Mapping):
            # Option ids say by themselves that they are rules.
            flat |= _flat(value, "" if key == "options" else f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat
