"""Every option of the rulebook, a pydantic model a group: type, default, meaning, example, source, when it applies.

This is the only place that knows them; ``OPTIONS``, the presets, the command line and the docs read them from here.
Sources are lines of the seeds (``PG:33``), sections of the rulebook or its register of interpretations (``INT-22``).

Words are ``Literal`` strings, yes or no is a bool, and ``none`` of a rule file is Python's ``None``. ``None`` also
stands in an option that does not apply (``nil.value`` where there is no nil, ``three.*`` in a game of four), whatever
its annotation says: no rule reads it there, and two rule sets that play alike are equal.
"""

from simspades.rules.groups.base import COMPULSORY, PARTNERS, Condition, Group, Values
from simspades.rules.groups.bidding import Aces, Bemo, Bid, Blind, Moon, NoTrump, Ten200
from simspades.rules.groups.dealing import Deal, DeckOptions, Exchange, Misdeal, Pass
from simspades.rules.groups.games import Dummy, Game, Two
from simspades.rules.groups.nils import BlindNil, DoubleNil, Nil
from simspades.rules.groups.playing import Play
from simspades.rules.groups.scoring import Bags, End, Score, Three

__all__ = [
    "COMPULSORY",
    "PARTNERS",
    "Aces",
    "Bags",
    "Bemo",
    "Bid",
    "Blind",
    "BlindNil",
    "Condition",
    "Deal",
    "DeckOptions",
    "DoubleNil",
    "Dummy",
    "End",
    "Exchange",
    "Game",
    "Group",
    "Misdeal",
    "Moon",
    "Nil",
    "NoTrump",
    "Pass",
    "Play",
    "Score",
    "Ten200",
    "Three",
    "Two",
    "Values",
]
