"""Rule sets from presets, rule files, mappings and overrides.

A rule file holds option ids, as dotted keys or in tables, and may begin with ``base``, a preset or another file that it
starts from. Without a base it starts from the preset of its ``game.family``. ``name`` and ``description`` may stand in
it too. What is given explicitly beats what is inherited; what the user gives twice over must not contradict itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from simspades.errors import RulesError, nearest
from simspades.rules.check import check
from simspades.rules.families import FAMILIES
from simspades.rules.fixed import check_stated
from simspades.rules.layers import Layer, Overrides, flatten
from simspades.rules.model import Ruleset
from simspades.rules.options import nested, show
from simspades.rules.resolve import inherited, resolve

Spec = str | Path | Mapping[str, Any] | Ruleset

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
    changes = Layer.of_overrides(overrides)
    if isinstance(spec, Ruleset):
        return _build(spec, changes) if changes else spec
    if isinstance(spec, Mapping):
        layer, directory = Layer.of_mapping(spec, "rules"), Path()
    elif isinstance(spec, str | Path):
        if isinstance(spec, str) and not _is_path(spec):
            return _build(preset(spec), changes) if changes else preset(spec)
        layer, directory = Layer.of_file(Path(spec)), Path(spec).parent
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
    base = preset(layer.base) if layer.base else None
    return _build(base, layer, name)


def describe(name: str) -> str:
    """One line about a preset."""
    return _preset_layer(name).description


def bundles() -> dict[str, dict[str, Any]]:
    """Named sets of overrides that players combine with a preset (RULEBOOK section J.2), each by option id.

    >>> load_rules("std4", bundles()["half_value_nils"]).nil.value
    50
    """
    return {name: flatten(tables, name) for name, tables in tomllib.loads(_packaged("bundles")).items()}


def _packaged(name: str) -> str:
    return files(__package__).joinpath("presets", f"{name}.toml").read_text(encoding="utf-8")


@cache
def _preset_layer(name: str) -> Layer:
    return Layer.of_toml(_packaged(name), f"preset {name}")


def _build(base: Ruleset | None, layer: Layer, name: str | None = None) -> Ruleset:
    values = resolve(inherited(base.values) if base else {}, layer.values, layer.where)
    name = name or layer.name or (base.name if base else "custom")
    rules = Ruleset.model_validate({"name": name, **nested(values)})
    check(rules, layer.origin)
    check_stated(rules, layer.stated, layer.where)
    return rules


def _load(layer: Layer, directory: Path, depth: int) -> Ruleset:
    """The rule set of a user's layer; its base, where it is a file, is sought beside the layer's own file."""
    if layer.base is None:
        family = str(layer.values.get("game.family", "partnership4"))
        return _build(preset(FAMILIES[family].preset), layer, layer.name or "custom")
    if depth == _MAX_BASES:
        raise RulesError(f"{layer.origin}: base = {show(layer.base)} leads round in a circle")
    if not _is_path(layer.base):
        if layer.base not in PRESETS:
            raise RulesError(f"{layer.origin}: base = {show(layer.base)} is no preset{nearest(layer.base, PRESETS)}")
        return _build(preset(layer.base), layer)
    path = directory / layer.base
    return _build(_load(Layer.of_file(path), path.parent, depth + 1), layer)


def _is_path(text: str) -> bool:
    return text.endswith(".toml") or "/" in text or "\\" in text
