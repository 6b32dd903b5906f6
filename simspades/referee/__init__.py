"""The referee: a slow judge in plain Python that reads like the rulebook.

Its functions cite the rulebook's options by id. It shares no code with the engine but the rule sets and the names of
cards, so that a mistake in one is found by the other.

``judge`` and ``score`` answer hand records and scoring requests. :class:`Hand` and :class:`Game` take a hand and a game
step by step and tell at each step every legal call (``Hand.legal_calls``) and card (``Hand.legal_cards``).
"""

from __future__ import annotations

from simspades.referee.game import Game
from simspades.referee.hand import Hand, Phase
from simspades.referee.record import judge
from simspades.referee.request import score
from simspades.referee.standing import Settlement, Standing
from simspades.referee.verdict import Fault, IllegalActionError

__all__ = ["Fault", "Game", "Hand", "IllegalActionError", "Phase", "Settlement", "Standing", "judge", "score"]
