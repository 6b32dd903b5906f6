"""The deal alone, as the engine does it: compiled by itself to be timed."""

from __future__ import annotations

import numpy as np
from numba import types

from simspades.engine.deal import deal
from simspades.engine.jit import cached
from simspades.engine.layout import GAME, LANES, ROWS
from simspades.engine.numbers import Situation, deck_bits, rule_numbers
from simspades.rules import load_rules


@cached(types.void(types.int64[::1], types.int64[::1], types.uint64, types.int64[::1], types.int64))
def _deal_blocks(S, R, seed, cards, blocks):
    for block in range(blocks):
        for i in range(LANES):
            S[GAME * LANES + i] = block * LANES + i
        deal(S, R, seed, cards, False)


def deal_hands(blocks: int, seed: int = 1) -> int:
    """Deal ``blocks`` blocks of std4 hands and throw them away; how many hands that was."""
    state = np.zeros(ROWS * LANES, dtype=np.int64)
    rules = load_rules("std4")
    _deal_blocks(state, rule_numbers(rules, Situation()), np.uint64(seed), deck_bits(rules), blocks)
    return blocks * LANES
