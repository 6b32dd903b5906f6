"""A fast and exact Monte Carlo simulator of the card game Spades, under every rule variant.

>>> import simspades
>>> frame = simspades.simulate("std4", hands=1000, strategy="steady", seed=1)
>>> len(frame), bool(frame["points_0"].mean() > 0)
(1000, True)

``simulate`` and ``simulate_games`` play in memory, ``run`` into a directory of Parquet files that ``load`` and
``load_games`` read and ``analyze`` answers questions about. ``match`` compares strategies, ``sweep`` rule sets, and
``tune`` finds parameters.

A strategy of one's own is a ``Strategy``; the small words for sets of cards that it may use
(``highest``, ``count``, ``NIL``, …) are here as well. All names are loaded when they are first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simspades.analysis.answers import analyze as analyze
    from simspades.errors import SimspadesError as SimspadesError
    from simspades.rules import Ruleset as Ruleset
    from simspades.rules import load_rules as load_rules
    from simspades.runs.api import load as load
    from simspades.runs.api import load_games as load_games
    from simspades.runs.api import run as run
    from simspades.runs.api import simulate as simulate
    from simspades.runs.api import simulate_games as simulate_games
    from simspades.strategies import Parameter as Parameter
    from simspades.strategies import Strategy as Strategy
    from simspades.strategies import load_strategy as load_strategy
    from simspades.strategies.helpers import AIM_ACES as AIM_ACES
    from simspades.strategies.helpers import AIM_BEMO as AIM_BEMO
    from simspades.strategies.helpers import AIM_BIG_BEMO as AIM_BIG_BEMO
    from simspades.strategies.helpers import ANNOUNCE_NIL as ANNOUNCE_NIL
    from simspades.strategies.helpers import BLIND_MOON as BLIND_MOON
    from simspades.strategies.helpers import BLIND_NIL as BLIND_NIL
    from simspades.strategies.helpers import DOUBLE_NIL as DOUBLE_NIL
    from simspades.strategies.helpers import MOON as MOON
    from simspades.strategies.helpers import NIL as NIL
    from simspades.strategies.helpers import TEN as TEN
    from simspades.strategies.helpers import ZERO as ZERO
    from simspades.strategies.helpers import above as above
    from simspades.strategies.helpers import blind_no_trump as blind_no_trump
    from simspades.strategies.helpers import blind_number as blind_number
    from simspades.strategies.helpers import closest as closest
    from simspades.strategies.helpers import count as count
    from simspades.strategies.helpers import from_top as from_top
    from simspades.strategies.helpers import highest as highest
    from simspades.strategies.helpers import lowest as lowest
    from simspades.strategies.helpers import no_trump as no_trump
    from simspades.strategies.helpers import number_at as number_at
    from simspades.strategies.helpers import pick as pick
    from simspades.strategies.helpers import ranks_from as ranks_from
    from simspades.strategies.helpers import suit_of as suit_of
    from simspades.strategies.helpers import talk as talk
    from simspades.studies.match.play import match as match
    from simspades.studies.sweep.play import sweep as sweep
    from simspades.studies.tune.play import tune as tune

    __version__: str

_HOMES = {
    "simspades.analysis.answers": ("analyze",),
    "simspades.errors": ("SimspadesError",),
    "simspades.rules": ("Ruleset", "load_rules"),
    "simspades.runs.api": ("load", "load_games", "run", "simulate", "simulate_games"),
    "simspades.strategies": ("Parameter", "Strategy", "load_strategy"),
    "simspades.studies.match.play": ("match",),
    "simspades.studies.sweep.play": ("sweep",),
    "simspades.studies.tune.play": ("tune",),
    "simspades.strategies.helpers": (
        "AIM_ACES",
        "AIM_BEMO",
        "AIM_BIG_BEMO",
        "ANNOUNCE_NIL",
        "BLIND_MOON",
        "BLIND_NIL",
        "DOUBLE_NIL",
        "MOON",
        "NIL",
        "TEN",
        "ZERO",
        "above",
        "blind_no_trump",
        "blind_number",
        "closest",
        "count",
        "from_top",
        "highest",
        "lowest",
        "no_trump",
        "number_at",
        "pick",
        "ranks_from",
        "suit_of",
        "talk",
    ),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "AIM_ACES",
    "AIM_BEMO",
    "AIM_BIG_BEMO",
    "ANNOUNCE_NIL",
    "BLIND_MOON",
    "BLIND_NIL",
    "DOUBLE_NIL",
    "MOON",
    "NIL",
    "TEN",
    "ZERO",
    "Parameter",
    "Ruleset",
    "SimspadesError",
    "Strategy",
    "__version__",
    "above",
    "analyze",
    "blind_no_trump",
    "blind_number",
    "closest",
    "count",
    "from_top",
    "highest",
    "load",
    "load_games",
    "load_rules",
    "load_strategy",
    "lowest",
    "match",
    "no_trump",
    "number_at",
    "pick",
    "ranks_from",
    "run",
    "simulate",
    "simulate_games",
    "suit_of",
    "sweep",
    "talk",
    "tune",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        value: object = version(__name__)
    elif name in _HOME:
        value = getattr(importlib.import_module(_HOME[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
