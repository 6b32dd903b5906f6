"""A player made from another by other values of its parameters, under a name of its own."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from simspades.strategies.model import Strategy


def with_habits(base: Strategy, name: str, values: Mapping[str, int | float], doc: str) -> Strategy:
    """``base`` with other defaults: the same functions, so that nothing is compiled for it.

    >>> from simspades.strategies.library.steady import steady
    >>> with_habits(steady, "bold", {"reach": 4}, "Steady that tries more sets.").spec
    'bold'
    """
    parameters = {
        key: dataclasses.replace(declared, default=values.get(key, declared.default))
        for key, declared in base.declared.items()
    }
    return dataclasses.replace(base, name=name, doc=doc, parameters=parameters)
