"""The players that come with simspades, by name."""

from __future__ import annotations

from simspades.strategies.library.basic import basic
from simspades.strategies.library.beginner import beginner
from simspades.strategies.library.characters import careless, gambler, hoarder, setter, straight
from simspades.strategies.library.expert import expert
from simspades.strategies.library.forced import crazy_aces, mirror, whiz
from simspades.strategies.library.random import random
from simspades.strategies.library.steady import steady
from simspades.strategies.library.trickster import trickster

__all__ = ["LIBRARY"]

#: name -> strategy, from the weakest to the strongest by the games of std4 that they win (results/ladder).
LIBRARY = {
    strategy.name: strategy
    for strategy in (
        random,
        crazy_aces,
        mirror,
        whiz,
        basic,
        beginner,
        steady,
        trickster,
        straight,
        gambler,
        hoarder,
        careless,
        setter,
        expert,
    )
}
