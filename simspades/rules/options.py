"""The table of all options: what the groups declare, by id, for listings, messages and random rule sets."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from simspades.rules import groups as g

Value = bool | int | str | tuple[str, ...] | None

GROUPS: dict[str, type[g.Group]] = {
    "game": g.Game,
    "deck": g.DeckOptions,
    "deal": g.Deal,
    "misdeal": g.Misdeal,
    "pass": g.Pass,
    "exchange": g.Exchange,
    "bid": g.Bid,
    "nil": g.Nil,
    "blind_nil": g.BlindNil,
    "blind": g.Blind,
    "ten200": g.Ten200,
    "moon": g.Moon,
    "nt": g.NoTrump,
    "dnil": g.DoubleNil,
    "bemo": g.Bemo,
    "play": g.Play,
    "score": g.Score,
    "bags": g.Bags,
    "three": g.Three,
    "aces": g.Aces,
    "dummy": g.Dummy,
    "two": g.Two,
    "end": g.End,
}


@dataclass(frozen=True)
class Option:
    """One option of the rulebook.

    ``choices`` are all values where they can be listed (a yes or no has two), else None; ``values`` describes them in
    words; ``unless_given`` says what the option follows while nobody sets it, and then ``default`` is None.
    """

    id: str
    group: str
    values: str
    choices: tuple[Value, ...] | None
    default: Value
    meaning: str
    example: str
    source: str
    admits_none: bool
    unless_given: str
    needs: tuple[g.Condition, ...]

    def applies(self, values: g.Values) -> bool:
        """Whether the option has any meaning beside the other values."""
        return all(condition.holds(values) for condition in self.needs)

    @property
    def is_switch(self) -> bool:
        """Whether its values are yes and no."""
        return self.choices == (True, False)


def show(value: object) -> str:
    """A value as it is written in a rule file.

    >>> show(True), show(None), show(("BJ", "LJ"))
    ('true', 'none', '[BJ, LJ]')
    """
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        items = ("[...]" if isinstance(item, list | tuple) else show(item) for item in value[:12])
        return f"[{', '.join(items)}{', ...' if len(value) > 12 else ''}]"
    if isinstance(value, Mapping):
        return "{...}"
    if isinstance(value, int) and value.bit_length() > 100:
        return "a huge number"
    text = str(value)
    text = text if text.isprintable() and text else repr(text)  # a message is one line
    return text if len(text) <= 60 else text[:57] + "..."


def _describe(field: FieldInfo, allowed: str) -> tuple[str, tuple[Value, ...] | None, bool]:
    """The values of a field in words, as a list where they can be listed, and whether none is one of them."""
    annotation = field.annotation
    metadata: list[Any] = list(field.metadata)
    admits_none = False
    if get_origin(annotation) in (Union, types.UnionType):
        (annotation,) = (part for part in get_args(annotation) if part is not type(None))
        admits_none = True
        if get_args(annotation) and get_origin(annotation) is not Literal:  # Annotated inside the union
            annotation, *inner = get_args(annotation)
            metadata += [item for part in inner for item in getattr(part, "metadata", [part])]
    choices: tuple[Value, ...] | None = None
    if get_origin(annotation) is Literal:
        choices = get_args(annotation)
    elif annotation is bool:
        choices = (True, False)
    if choices is not None:
        choices += (None,) if admits_none else ()
        return " | ".join(show(choice) for choice in choices), choices, admits_none
    if annotation is int:
        bounds = {
            name: value
            for item in metadata
            for name in ("ge", "le")
            if (value := getattr(item, name, None)) is not None
        }
        allowed = f"{'none or ' if admits_none else ''}a whole number from {bounds['ge']} to {bounds['le']}"
    return allowed, None, admits_none


def _options() -> Iterator[Option]:
    for group, model in GROUPS.items():
        for name, field in model.model_fields.items():
            extra: dict[str, Any] = field.json_schema_extra  # type: ignore[assignment]  # groups.option wrote it
            values, choices, admits_none = _describe(field, extra["allowed"])
            yield Option(
                id=f"{group}.{name}",
                group=group,
                values=values,
                choices=choices,
                default=field.default,
                meaning=str(field.description),
                example=extra["example"],
                source=extra["source"],
                admits_none=admits_none,
                unless_given=extra["unless_given"],
                needs=extra["needs"],
            )


#: Every option by its id, in the order of the rulebook's sections.
OPTIONS: dict[str, Option] = {option.id: option for option in _options()}


def nested(values: g.Values) -> dict[str, dict[str, Any]]:
    """Values by option id as tables by group, the form of the models."""
    tables: dict[str, dict[str, Any]] = {}
    for option_id, value in values.items():
        group, _, name = option_id.partition(".")
        tables.setdefault(group, {})[name] = value
    return tables
