"""Strategies: the views they decide on, the library of players, and the loading of users' own."""

from simspades.strategies.load import load_strategy
from simspades.strategies.model import Strategy

__all__ = ["Strategy", "load_strategy"]
