"""Strategies: the views they decide on, the library of players, and the loading of users' own."""

from simspades.strategies.load import load_strategy
from simspades.strategies.model import Parameter, Strategy

__all__ = ["Parameter", "Strategy", "load_strategy"]
