"""Rule sets from presets, TOML files, mappings and ``--set`` overrides.

A rule file holds option ids, as dotted keys or in tables, and may begin with ``base``, a preset or another file that it
starts from. Without a base it starts from the preset of its ``game.family``. ``name`` and ``description`` may stand in
it too. What is given explicitly beats what is inherited; what the user gives twice over must not contradict itself.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from simspades.errors import RulesError, nearest
from simspades.rules.check import check
from simspades.rules.families import FAMILIES
from simspades.rules.fixed import FIXED_IDS, check_stated
from simspades.rules.model import Ruleset
from simspades.rules.options import GROUPS, OPTIONS, Value, nested, show
from simspades.rules.resolve import inherited, resolve

Spec = str | Path | Mapping[str, Any] | Ruleset
Overrides = Sequence[str] | Mapping[str, Any]

#: In the order of the rulebook's tables.
PRESETS = (
    "std4",
    "about4",
    "barmore",
    "new_york",
    "new_york_bkred",
    "solo4",
    "six",
    "three",
    "three_joker",
    "three_bonus",
    "three_dummy",
    "two_about",
    "two_pagat",
)
_WORDS = {"yes": True, "no": False}
_MAX_BASES = 20  # a longer chain goes round in a circle


def presets() -> list[str]:
    """The names of the rule sets that come with simspades (RULEBOOK section J)."""
    return list(PRESETS)


def load_rules(spec: Spec, overrides: Overrides = ()) -> Ruleset:
    """The rule set that a preset's name, a TOML file, a mapping or another rule set describes.

    A text that ends in ``.toml`` or holds a path separator is a file. A mapping has option ids (``"nil.value"``) or
    tables by group, and may have ``base``. ``overrides`` come on top, as texts ``"nil.value=50"`` (a TOML value, a bare
    word, a list ``[BJ,LJ]`` or ``none``) or as a mapping. Raises :class:`RulesError` naming file, option and value.

    >>> load_rules("std4", ["nil.value=50", "end.lose_at=-500"]).end.lose_at
    -500
    >>> load_rules({"game.family": "six", "bags": {"penalty": 50}}).deck.size
    102
    """
    changes = _Layer.of_overrides(overrides)
    if isinstance(spec, Ruleset):
        return _build(spec, changes) if changes else spec
    if isinstance(spec, Mapping):
        layer, directory = _Layer.of_mapping(spec, "rules"), Path()
    elif isinstance(spec, str | Path):
        if isinstance(spec, str) and not _is_path(spec):
            return _build(preset(spec), changes) if changes else preset(spec)
        layer, directory = _Layer.of_file(Path(spec)), Path(spec).parent
    else:
        raise RulesError(
            f"rules: {show(spec)} is neither the name of a preset, nor a TOML file, nor a table of options"
        )
    if layer.is_complete and changes:
        return _build(_load(layer, directory, depth=0), changes)
    return _load(layer.under(changes), directory, depth=0)


@cache
def preset(name: str) -> Ruleset:
    """The preset of this name; raises :class:`RulesError` that offers the nearest names."""
    if name not in PRESETS:
        raise RulesError(f"there is no preset {show(name)}{nearest(name, PRESETS)}; a rule file's name ends in .toml")
    layer = _preset_layer(name)
    base = preset(layer.base) if isinstance(layer.base, str) else None
    return _build(base, layer, name)


def describe(name: str) -> str:
    """One line about a preset."""
    return _preset_layer(name).description


@cache
def bundles() -> dict[str, dict[str, Any]]:
    """Named sets of overrides that players combine with a preset (RULEBOOK section J.2), each by option id.

    >>> load_rules("std4", bundles()["half_value_nils"]).nil.value
    50
    """
    return {name: _flatten(tables, name) for name, tables in tomllib.loads(_packaged("bundles")).items()}


def _packaged(name: str) -> str:
    return files(__package__).joinpath("presets", f"{name}.toml").read_text(encoding="utf-8")


@cache
def _preset_layer(name: str) -> _Layer:
    return _Layer.of_toml(_packaged(name), f"preset {name}")


@dataclass(frozen=True)
class _Layer:
    """Options from one place or several: typed values, and for each where it was given."""

    values: dict[str, Value] = field(default_factory=dict)
    stated: dict[str, Any] = field(default_factory=dict)  # fixed rules, which are only checked
    where: dict[str, str] = field(default_factory=dict)
    origin: str = "rules"
    base: object = None
    name: str | None = None
    description: str = ""
    is_complete: bool = False

    def __bool__(self) -> bool:
        return bool(self.values or self.stated)

    def under(self, upper: _Layer) -> _Layer:
        """The layer with the values of another on top."""
        return _Layer(
            values=self.values | upper.values,
            stated=self.stated | upper.stated,
            where=self.where | upper.where,
            origin=f"{self.origin} with {upper.origin}" if upper else self.origin,
            base=self.base,
            name=self.name,
        )

    @classmethod
    def of_overrides(cls, overrides: Overrides) -> _Layer:
        if isinstance(overrides, Mapping):
            return cls._of_flat(_flatten(overrides, "set"), "set")
        if isinstance(overrides, str) or not isinstance(overrides, Sequence):
            raise RulesError(f"--set: {show(overrides)} is not a list of overrides like nil.value=50")
        return cls._of_flat(dict(_parse_override(text) for text in overrides), "--set")

    @classmethod
    def of_file(cls, path: Path) -> _Layer:
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise RulesError(f"{path}: the rule file cannot be read ({error.strerror or error})") from error
        except ValueError as error:  # bytes that are not UTF-8, or a NUL in the path
            raise RulesError(f"{show(path)}: the rule file cannot be read as UTF-8 text ({error})") from error
        return cls.of_toml(text, str(path), path.stem)

    @classmethod
    def of_toml(cls, text: str, origin: str, name: str | None = None) -> _Layer:
        try:
            data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
            raise RulesError(f"{origin}: not valid TOML: {error}") from error
        return cls.of_mapping(data, origin, name)

    @classmethod
    def of_mapping(cls, data: Mapping[str, Any], origin: str, name: str | None = None) -> _Layer:
        about: dict[str, str] = {}
        for key in ("name", "description"):
            about[key] = data.get(key, "")
            if not isinstance(about[key], str):
                raise RulesError(f"{origin}: {key} = {show(about[key])} is not a text")
        options = {key: value for key, value in data.items() if key not in ("base", "name", "description")}
        layer = cls._of_flat(_flatten(options, origin), origin)
        return _Layer(
            values=layer.values,
            stated=layer.stated,
            where=layer.where,
            origin=origin,
            base=data.get("base"),
            name=about["name"] or name,
            description=about["description"],
            is_complete=OPTIONS.keys() <= _flatten(options, origin).keys(),
        )

    @classmethod
    def _of_flat(cls, raw: Mapping[str, Any], origin: str) -> _Layer:
        for option_id in raw:
            if option_id not in OPTIONS and option_id not in FIXED_IDS:
                raise RulesError(f"{origin}: there is no option {show(option_id)}{_near_option(option_id)}")
        stated = {option_id: value for option_id, value in raw.items() if option_id in FIXED_IDS}
        options = {option_id: value for option_id, value in raw.items() if option_id in OPTIONS and value is not None}
        return cls(_typed(options, origin), stated, dict.fromkeys(raw, origin), origin)


def _build(base: Ruleset | None, layer: _Layer, name: str | None = None) -> Ruleset:
    values = resolve(inherited(base.values) if base else {}, layer.values, layer.where)
    name = name or layer.name or (base.name if base else "custom")
    rules = Ruleset.model_validate({"name": name, **nested(values)})
    check(rules, layer.origin)
    check_stated(rules, layer.stated, layer.where)
    return rules


def _load(layer: _Layer, directory: Path, depth: int) -> Ruleset:
    """The rule set of a user's layer; its base, where it is a file, is sought beside the layer's own file."""
    if layer.base is None:
        family = str(layer.values.get("game.family", "partnership4"))
        return _build(preset(FAMILIES[family].preset), layer, layer.name or "custom")
    if not isinstance(layer.base, str):
        raise RulesError(f"{layer.origin}: base = {show(layer.base)} is not the name of a preset or of a rule file")
    if depth == _MAX_BASES:
        raise RulesError(f"{layer.origin}: base = {show(layer.base)} leads round in a circle")
    if not _is_path(layer.base):
        if layer.base not in PRESETS:
            raise RulesError(f"{layer.origin}: base = {show(layer.base)} is no preset{nearest(layer.base, PRESETS)}")
        return _build(preset(layer.base), layer)
    path = directory / layer.base
    return _build(_load(_Layer.of_file(path), path.parent, depth + 1), layer)


def _is_path(text: str) -> bool:
    return text.endswith(".toml") or "/" in text or "\\" in text


def _typed(options: Mapping[str, Any], origin: str) -> dict[str, Value]:
    """The given options as typed values."""
    readable = {option_id: _read_words(option_id, value) for option_id, value in options.items()}
    try:
        typed = Ruleset.model_validate(nested(readable)).values
    except ValidationError as error:
        option_id = ".".join(str(part) for part in error.errors(include_url=False)[0]["loc"][:2])
        value = show(options[option_id])
        raise RulesError(
            f"{origin}: {option_id} = {value} is not allowed: it takes {OPTIONS[option_id].values}"
        ) from None
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


def _flatten(data: Mapping[str, Any], origin: str) -> dict[str, Any]:
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


def _near_option(option_id: object) -> str:
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
