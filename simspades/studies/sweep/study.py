"""A study file: what is to be compared. TOML, checked key by key.

.. code-block:: toml

    title = "What a nil is worth"
    seed = 1
    hands = 200_000                       # in each seating; or games = 20_000
    lineups = ["steady", ["steady", "basic"]]

    [[rules]]                             # one rule set, or with a grid one for every combination of its values
    base = "std4"
    grid = { "nil.value" = [50, 100, 200] }

    [baseline]                            # what every cell is compared with: the cell with these coordinates instead
    "nil.value" = 100

``docs/studies.md`` explains every key.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from simspades.errors import StudyError, nearest

Scalar = bool | int | float | str
Values = Annotated[list[Any], Field(min_length=1)]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class RulesEntry(_Model):
    """One rule set, or one for every combination of the values in ``grid``.

    ``base`` is a preset or a rule file (a path from the study file), ``set`` changes options of it, ``name`` is what
    the study calls it.
    """

    base: str = "std4"
    name: str | None = None
    set: dict[str, Any] = Field(default_factory=dict)
    grid: dict[str, Values] = Field(default_factory=dict)

    @property
    def label(self) -> str:
        """What the study calls it."""
        if self.name is not None:
            return self.name
        changes = ", ".join(f"{option}={_shown(value)}" for option, value in self.set.items())
        return f"{Path(self.base).stem if self.base.endswith('.toml') else self.base}{' ' if changes else ''}{changes}"


class LineupEntry(_Model):
    """Who plays. ``exchange`` lets different strategies change sides on the same deals."""

    strategies: Annotated[list[str], Field(min_length=1)]
    name: str | None = None
    exchange: bool = True


class Study(_Model):
    """The contents of a study file."""

    title: str
    question: str = ""
    seed: Annotated[int, Field(ge=0, lt=2**64)]
    hands: Annotated[int, Field(ge=1, lt=2**47)] | None = None
    games: Annotated[int, Field(ge=1, lt=2**47)] | None = None
    max_hands: int | None = None
    rules: Annotated[list[RulesEntry], Field(min_length=1)]
    lineups: Annotated[list[LineupEntry], Field(min_length=1)] = Field(
        default_factory=lambda: [LineupEntry(strategies=["steady"])]
    )
    parameters: dict[str, Values] = Field(default_factory=dict)
    baseline: dict[str, Scalar] = Field(default_factory=dict)
    show: list[str] = Field(default_factory=list)

    @field_validator("rules", mode="before")
    @classmethod
    def _rules_by_name(cls, given: Any) -> Any:
        """A text stands for a rule set without changes."""
        given = [given] if isinstance(given, str) else given
        return [{"base": entry} if isinstance(entry, str) else entry for entry in given]

    @field_validator("lineups", mode="before")
    @classmethod
    def _lineups_by_name(cls, given: Any) -> Any:
        """A text is a strategy that everybody plays; a list of texts is a line-up."""
        given = [given] if isinstance(given, str) else given
        entries = [[entry] if isinstance(entry, str) else entry for entry in given]
        return [{"strategies": entry} if isinstance(entry, list) else entry for entry in entries]

    @model_validator(mode="after")
    def _one_count(self) -> Study:
        if (self.hands is None) == (self.games is None):
            raise ValueError("give either hands or games: how many are played in each seating")
        return self


def load_study(path: Path) -> Study:
    """Read a study file; StudyError names the file, the key and the value at fault."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise StudyError(f"the study file {path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StudyError(f"{path} is not TOML: {error}") from None
    try:
        return Study.model_validate(document)
    except ValidationError as error:
        raise StudyError(f"{path}: {_first_fault(error)}") from None


def _first_fault(error: ValidationError) -> str:
    # a misspelt key is also a missing one: what stands in the file comes first
    faults = sorted(error.errors(include_url=False), key=lambda fault: fault["type"] != "extra_forbidden")
    fault = faults[0]
    *path, last = fault["loc"] or ("",)
    key = ".".join(f"[{step}]" if isinstance(step, int) else str(step) for step in fault["loc"]).replace(".[", "[")
    if fault["type"] == "extra_forbidden":
        known = _keys_of(path)
        return f"there is no key {key}{nearest(str(last), known)}"
    if fault["type"] == "missing":
        return f"the key {key} is missing"
    if fault["type"] == "too_short":
        return f"{key} is empty: give one value or more"
    message = fault["msg"].removeprefix("Value error, ")
    value = f", not {fault['input']!r}"[:80] if key else ""
    return f"{key}: {message[:1].lower()}{message[1:]}{value}" if key else message


def _keys_of(path: list[Any]) -> list[str]:
    models: dict[str, type[_Model]] = {"rules": RulesEntry, "lineups": LineupEntry}
    return list(models.get(str(path[0]) if path else "", Study).model_fields)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
