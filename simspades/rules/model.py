"""The rule set of a game: one frozen value with a field for every option id.

``rules.nil.value`` is the option ``nil.value``. Two groups have another attribute than their id's first word:
``pass.before_bidding`` is ``rules.pass_.before_bidding`` (a keyword of Python), and ``deck.*`` is
``rules.deck_options``, because ``rules.deck`` is the :class:`~simspades.cards.Deck` that they describe.

Rule sets are made by :func:`simspades.rules.load_rules`, which also sees to it that they do not contradict themselves.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_serializer

from simspades.cards import Deck
from simspades.rules import groups as g
from simspades.rules.families import FAMILIES, hand_size
from simspades.rules.options import GROUPS, OPTIONS, Value

#: Where a group stands in the rule set, if not under its own name.
ATTRIBUTES = {"deck": "deck_options", "pass": "pass_"}


class Ruleset(BaseModel):
    """Every option of a game. Frozen, hashable, picklable; equal when all options are, whatever its name.

    >>> from simspades.rules import load_rules
    >>> rules = load_rules("std4", ["nil.value=50"])
    >>> rules.nil.value, rules.players, rules.n_sides, rules.deck.size, rules.changed(load_rules("std4"))
    (50, 4, 2, 52, {'nil.value': 50})
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True)

    name: str = "custom"
    game: g.Game = g.Game()
    deck_options: g.DeckOptions = Field(g.DeckOptions(), alias="deck")
    deal: g.Deal = g.Deal()
    misdeal: g.Misdeal = g.Misdeal()
    pass_: g.Pass = Field(g.Pass(), alias="pass")
    exchange: g.Exchange = g.Exchange()
    bid: g.Bid = g.Bid()
    nil: g.Nil = g.Nil()
    blind_nil: g.BlindNil = g.BlindNil()
    blind: g.Blind = g.Blind()
    ten200: g.Ten200 = g.Ten200()
    moon: g.Moon = g.Moon()
    nt: g.NoTrump = g.NoTrump()
    dnil: g.DoubleNil = g.DoubleNil()
    bemo: g.Bemo = g.Bemo()
    play: g.Play = g.Play()
    score: g.Score = g.Score()
    bags: g.Bags = g.Bags()
    three: g.Three = g.Three()
    aces: g.Aces = g.Aces()
    dummy: g.Dummy = g.Dummy()
    two: g.Two = g.Two()
    end: g.End = g.End()

    @property
    def values(self) -> dict[str, Value]:
        """Every option by its id, as Python values; None for ``none`` and for what does not apply."""
        return {
            f"{group}.{name}": value
            for group, model in GROUPS.items()
            for name in model.model_fields
            for value in (getattr(getattr(self, ATTRIBUTES.get(group, group)), name),)
        }

    def flat(self) -> dict[str, Any]:
        """Every option by its id as JSON: cards in lists, ``"none"`` for none, null for what does not apply.

        ``load_rules`` reads it back to an equal rule set.
        """
        values = self.values
        flat: dict[str, Any] = {}
        for option_id, value in values.items():
            option = OPTIONS[option_id]
            if value is None and option.admits_none and option.applies(values):
                value = "none"
            flat[option_id] = list(value) if isinstance(value, tuple) else value
        return flat

    @property
    def digest(self) -> str:
        """The SHA-256 of the options in canonical JSON, in hexadecimal; the name has no part in it."""
        text = json.dumps(self.flat(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def changed(self, base: Ruleset) -> dict[str, Any]:
        """The options that differ from another rule set, with their values here, as in :meth:`flat`."""
        before = base.flat()
        return {option_id: value for option_id, value in self.flat().items() if value != before[option_id]}

    @property
    def deck(self) -> Deck:
        """The cards of the game."""
        pack = self.deck_options
        return _deck(pack.packs, pack.jokers, pack.removed, pack.high_trumps)

    @property
    def players(self) -> int:
        """How many persons play; a dummy is not one of them and has the seat after theirs."""
        return FAMILIES[self.game.family].players

    @property
    def n_sides(self) -> int:
        """How many sides score."""
        return FAMILIES[self.game.family].n_sides

    @property
    def hand_size(self) -> int:
        """The cards of each holding when play begins."""
        return hand_size(self.game.family, self.deck.size)

    @property
    def n_tricks(self) -> int:
        """The tricks of a hand."""
        return self.hand_size

    def side_of(self, seat: int) -> int:
        """The side of a player's seat: partners sit opposite, so it is the seat modulo the number of sides.

        A dummy's seat has no side of its own; it changes from hand to hand.
        """
        return seat % self.n_sides

    def __eq__(self, other: object) -> bool:
        return self.values == other.values if isinstance(other, Ruleset) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self.values.items()))

    @model_serializer
    def _serialize(self) -> dict[str, Any]:
        return {"name": self.name, **self.flat()}


@lru_cache(maxsize=256)
def _deck(packs: int, jokers: int, removed: tuple[str, ...], high_trumps: tuple[str, ...]) -> Deck:
    return Deck(packs=packs, jokers=jokers, removed=removed, high_trumps=high_trumps)
