"""The outcome signature: one number that changes only when the results of a given seed change.

A fixed workload is played: several rule sets, every player of the library, hands and games, blind nils and exchanges.
The signature is the first 48 bits of a SHA-256 over all of its columns, by name and as 64-bit numbers: neither the
types of the columns nor their order matter, and every reader of JSON takes the number whole.

``python -m simspades.bench.signature`` prints it.
"""

from __future__ import annotations

import dataclasses
import hashlib
from typing import Any

import numpy as np

from simspades.engine import Block, Situation, Table
from simspades.rules import load_rules, presets
from simspades.strategies.helpers import BLIND_NIL, blind_number, lowest, number_at
from simspades.strategies.library import LIBRARY
from simspades.strategies.model import Strategy

SEED = 0x5EED


def _sometimes(v: Any) -> int:
    number = blind_number(number_at(lowest(v.blind_legal))) if v.blind_legal else 0
    choice = BLIND_NIL if v.may_blind_nil else number
    return choice if v.random & 3 == 0 else 0


#: Calls of every kind, blind nils too, which no player of the library calls.
_BOLD = dataclasses.replace(LIBRARY["random"], blind=_sometimes, name="bold")


@dataclasses.dataclass(frozen=True)
class Case:
    """A part of the workload: ``situation`` is None for games."""

    rules: str
    overrides: tuple[str, ...]
    lineup: tuple[Strategy, ...]
    situation: Situation | None
    count: int

    def play(self) -> Block:
        table = Table(load_rules(self.rules, self.overrides), self.lineup, self.situation)
        in_hands_mode = self.situation is not None
        return table.play(SEED, 1000, self.count, features=in_hands_mode, holdings=in_hands_mode)


_RANDOM, _BASIC, _STEADY = LIBRARY["random"], LIBRARY["basic"], LIBRARY["steady"]


def _games_of(name: str) -> Case:
    """Some games of a preset, every player of the library and the bold one at the table as far as there is room."""
    players = (_STEADY, _BOLD, _BASIC, _RANDOM, _BASIC, _STEADY)
    return Case(name, ("end.max_hands=8",), players[: load_rules(name).players], None, 50)


WORKLOAD = (
    Case("std4", (), (_STEADY, _BASIC, _STEADY, _BASIC), Situation(), 3000),
    Case("std4", (), (_STEADY, _STEADY, _STEADY, _STEADY), None, 200),
    Case("about4", (), (_BASIC, _STEADY, _RANDOM, _BASIC), None, 200),
    Case(
        "std4",
        (
            "nil.exchange=1",
            "nil.failed_tricks=partner",
            "blind_nil.min_deficit=0",
            "exchange.order=simultaneous",
            "score.set_penalty=undertrick",
            "play.spade_lead=any_time",
        ),
        (_BOLD, _BOLD, _BOLD, _STEADY),
        Situation(score=(380, -120), bags=(7, 9), hand_in_game=6),
        2000,
    ),
    Case(
        "std4", ("bags.threshold=5", "end.target=200", "end.lose_at=-200"), (_BOLD, _BASIC, _BOLD, _RANDOM), None, 200
    ),
    *(_games_of(name) for name in presets()),
)


def signature() -> int:
    """Play the workload and return the signature.

    >>> 0 <= signature() < 1 << 48
    True
    """
    digest = hashlib.sha256()
    for case in WORKLOAD:
        block = case.play()
        for columns in (block.hands, block.games or {}):
            for name in sorted(columns):
                digest.update(name.encode())
                digest.update(np.ascontiguousarray(columns[name], dtype="<i8").tobytes())
    return int(digest.hexdigest()[:12], 16)


if __name__ == "__main__":
    print(signature())
