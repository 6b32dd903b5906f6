"""Layers of options, as somebody wrote them: a TOML file, a mapping, or ``--set`` overrides.

A layer holds typed values only; here the form is judged (unknown ids, wrong types, values out of range), and what the
values mean together is judged later.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from simspades.errors import RulesError, nearest
from simspades.rules.fixed import FIXED_IDS
from simspades.rules.model import Ruleset
from simspades.rules.options import GROUPS, OPTIONS, Value, nested, show

Overrides = Sequence[str] | Mapping[str, Any]

_WORDS = {"yes": True, "no": False}
_ABOUT = ("base", "name", "description")  # what a rule file may say beside options


@dataclass(frozen=True)
class Layer:
    """Options from one place or several: typed values, and for each where it was given.

    ``stated`` are fixed rules, which are only checked. ``is_complete``: every option was named, so that the layer is a
    whole rule set and not a change of one.
    """

    values: dict[str, Value] = field(default_factory=dict)
    stated: dict[str, Any] = field(default_factory=dict)
    where: dict[str, str] = field(default_factory=dict)
    origin: str = "rules"
    base: str | None = None
    name: str | None = None
    description: str = ""
    is_complete: bool = False

    def __bool__(self) -> bool:
        return bool(self.values or self.stated)

    def under(self, upper: Layer) -> Layer:
        """The layer with the values of another on top."""
        return replace(
            self,
            values=self.values | upper.values,
            stated=self.stated | upper.stated,
            where=self.where | upper.where,
            origin=f"{self.origin} with {upper.origin}" if upper else self.origin,
        )

    @classmethod
    def of_overrides(cls, overrides: Overrides) -> Layer:
        """The layer of texts like ``nil.value=50``, or of a mapping."""
        if isinstance(overrides, Mapping):
            return cls._of_flat(flatten(overrides, "set"), "set")
        if isinstance(overrides, str) or not isinstance(overrides, Sequence):
            raise RulesError(f"--set: {show(overrides)} is not a list of overrides like nil.value=50")
        return cls._of_flat(dict(_parse_override(text) for text in overrides), "--set")

    @classmethod
    def of_file(cls, path: Path) -> Layer:
        """The layer of a rule file, named after it."""
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise RulesError(f"{path}: the rule file cannot be read ({error.strerror or error})") from error
        except ValueError as error:  # bytes that are not UTF-8, or a NUL in the path
            raise RulesError(f"{show(path)}: the rule file cannot be read as UTF-8 text ({error})") from error
        return cls.of_toml(text, str(path), path.stem)

    @classmethod
    def of_toml(cls, text: str, origin: str, name: str | None = None) -> Layer:
        """The layer of a rule file's text."""
        try:
            data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
            raise RulesError(f"{origin}: not valid TOML: {error}") from error
        return cls.of_mapping(data, origin, name)

    @classmethod
    def of_mapping(cls, data: Mapping[str, Any], origin: str, name: str | None = None) -> Layer:
        """The layer of a mapping in the form of a rule file."""
        about = {key: data[key] for key in _ABOUT if data.get(key) is not None}
        for key, text in about.items():
            if not isinstance(text, str):
                raise RulesError(f"{origin}: {key} = {show(text)} is not a text")
        flat = flatten({key: value for key, value in data.items() if key not in _ABOUT}, origin)
        return replace(
            cls._of_flat(flat, origin),
            base=about.get("base"),
            name=about.get("name") or name,
            description=about.get("description", ""),
            is_complete=OPTIONS.keys() <= flat.keys(),
        )

    @classmethod
    def _of_flat(cls, raw: Mapping[str, Any], origin: str) -> Layer:
        for option_id in raw:
            if option_id not in OPTIONS and option_id not in FIXED_IDS:
                raise RulesError(f"{origin}: there is no option {show(option_id)}{near_option(option_id)}")
        stated = {option_id: value for option_id, value in raw.items() if option_id in FIXED_IDS}
        options = {
            option_id: value
            for option_id, value in raw.items()
            # null is none where the option has that value, else it says that the option does not apply
            if option_id in OPTIONS and (value is not None or OPTIONS[option_id].admits_none)
        }
        return cls(_typed(options, origin), stated, dict.fromkeys(raw, origin), origin)


def _typed(options: Mapping[str, Any], origin: str) -> dict[str, Value]:
    """The given options as typed values."""
    readable = {option_id: _read_words(option_id, value) for option_id, value in options.items()}
    try:
        typed = Ruleset.model_validate(nested(readable)).values
    except ValidationError as error:
        wrong = dict.fromkeys("{}.{}".format(*detail["loc"][:2]) for detail in error.errors(include_url=False))
        reasons = (f"{name} = {show(options[name])} is not allowed, it takes {OPTIONS[name].values}" for name in wrong)
        raise RulesError(f"{origin}: {'; '.join(reasons)}") from None
    return {option_id: typed[option_id] for option_id in options}


def _read_words(option_id: str, value: Any) -> Any:
    """``"none"``, ``"yes"`` and ``"no"`` as Python values where the option takes them."""
    option = OPTIONS[option_id]
    if isinstance(value, str):
        if value == "none" and option.admits_none:
            return None
        if option.is_switch:
            return _WORDS.get(value, value)
    return value


def flatten(data: Mapping[str, Any], origin: str) -> dict[str, Any]:
    """Tables by group as option ids; ids stay as they are."""
    flat: dict[str, Any] = {}
    for key, value in data.items():
        entries = (
            {f"{key}.{name}": entry for name, entry in value.items()} if isinstance(value, Mapping) else {key: value}
        )
        if isinstance(value, Mapping) and key not in GROUPS:
            raise RulesError(f"{origin}: there is no option group {show(key)}{nearest(str(key), GROUPS)}")
        for option_id in entries:
            if option_id in flat:
                raise RulesError(f"{origin}: {option_id} is given twice")
        flat |= entries
    return flat


def _parse_override(text: str) -> tuple[str, Any]:
    if not isinstance(text, str) or "=" not in text:
        raise RulesError(f"--set: {show(text)} is not an override like nil.value=50")
    option_id, _, value = (part.strip() for part in text.partition("="))
    if not option_id or not value:
        raise RulesError(f"--set: {show(text)} is not an override like nil.value=50")
    return option_id, _parse_value(value)


def _parse_value(text: str) -> Any:
    """A TOML value, else a list of bare words, else a bare word."""
    if "\n" not in text:
        try:
            return tomllib.loads(f"value = {text}")["value"]
        except (tomllib.TOMLDecodeError, RecursionError, ValueError):
            pass
    if text.startswith("[") and text.endswith("]"):
        return [word.strip("\"'") for word in text[1:-1].replace(",", " ").split()]
    return text


def near_option(option_id: object) -> str:
    """The options with the nearest ids, or of the group, or with the same name in another group."""
    text = str(option_id)
    if close := difflib.get_close_matches(text, OPTIONS, n=3, cutoff=0.7):
        return f" (did you mean {' or '.join(close)}?)"
    group, _, name = text.partition(".")
    same_name = [known for known in OPTIONS if known.split(".")[1] == (name or group)]
    of_group = [known for known in OPTIONS if known.startswith(f"{group}.")]
    if candidates := same_name or of_group:
        return f" (did you mean {' or '.join(candidates)}?)"
    return nearest(text, OPTIONS)
