"""Characters: ``expert`` with one habit changed, so that what the habit costs can be read off.

All of them are parameters of the same functions and compile nothing of their own.
"""

from __future__ import annotations

from simspades.strategies.library.expert import expert
from simspades.strategies.library.habits import with_habits

#: Below any chance, and above any.
NEVER, ALWAYS = 10_000, -100_000

careless = with_habits(expert, "careless", {"bags": 0}, "Expert who ignores bags: takes every trick that it can.")
hoarder = with_habits(
    expert,
    "hoarder",
    {"lean": 0, "reach": 0},
    "Expert who hoards its contract against bags: bids all that it counts, and never tries a set.",
)
gambler = with_habits(expert, "gambler", {"caution": -80}, "Expert who calls nil on every third holding.")
straight = with_habits(
    expert, "straight", {"caution": NEVER, "blind_reach": ALWAYS}, "Expert who never calls a nil of any kind."
)
setter = with_habits(expert, "setter", {"reach": 20}, "Expert who always tries to set, as long as it is possible.")
