"""A player for tests that goes everywhere: any legal call, blind or not, any gift, any answer, any legal card.

Its parameters lead it where it rarely comes by itself: ``turn`` is the kind of call that it makes whenever it can (see
``blind_call`` and ``call`` of the company), ``number`` the number that it bids, ``aim`` whether it plays any card (0),
to win every trick (1) or to lose it (2).
"""

from __future__ import annotations

import dataclasses
from typing import Any

from simspades.strategies.helpers import highest, lowest, pick
from simspades.workbench.company import anybody, blind_call, call, some_numbers


def blind(v: Any) -> int:
    return blind_call(v, v.random & 31 if v.p.turn < 0 else v.p.turn)


def bid(v: Any) -> int:
    turn = v.random & 31 if v.p.turn < 0 else v.p.turn
    number = v.p.number & 31
    is_legal = v.p.number >= 0 and (v.legal >> number) & 1
    return call(v, turn, 1 << number if is_legal else some_numbers(v, turn))


def play(v: Any) -> int:
    if v.p.aim == 0:
        return pick(v.legal, v.random)
    if v.p.aim == 1:
        return highest(v.beats) if v.beats else highest(v.legal)
    return highest(v.loses) if v.loses else lowest(v.legal)


wild = dataclasses.replace(
    anybody, blind=blind, bid=bid, play=play, parameters={"turn": -1, "number": -1, "aim": 0}, name="wild", doc=""
)
