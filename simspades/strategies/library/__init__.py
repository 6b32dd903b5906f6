"""The players that come with simspades, by name."""

from __future__ import annotations

from simspades.strategies.library.basic import basic
from simspades.strategies.library.random import random
from simspades.strategies.library.steady import steady

__all__ = ["LIBRARY"]

#: name -> strategy, from the weakest to the strongest.
LIBRARY = {strategy.name: strategy for strategy in (random, basic, steady)}
