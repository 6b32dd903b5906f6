"""What a strategy plays, as digests: the same in every process, or its choices depend on more than the view.

``python -m simspades.workbench.again SPEC RULES …`` prints what :func:`fingerprint` returns there.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable

import numpy as np

from simspades.engine import Situation, Table
from simspades.engine.block import Block
from simspades.engine.kernels import source_digest
from simspades.errors import SimspadesError
from simspades.rules import Ruleset, load_rules
from simspades.strategies import Strategy, load_strategy

SEED = 0xA6A1
HANDS = 4096


def own_table(rules: Ruleset, strategy: Strategy) -> Table:
    """The strategy at every seat, level at the start of a game."""
    level = (0,) * rules.n_sides
    return Table(rules, [strategy] * rules.players, Situation(score=level, bags=level))


def fingerprint(strategy: Strategy, rule_sets: Iterable[Ruleset]) -> list[str]:
    """Digest of the strategy's sources and constants, and in each rule set of the hands that it plays with itself."""
    played = (outcome(own_table(rules, strategy).play(SEED, 0, HANDS)) for rules in rule_sets)
    return [source_digest(strategy), *played]


def outcome(*blocks: Block) -> str:
    """Digest of the columns of hands, of blocks that follow each other."""
    digest = hashlib.sha256()
    for name in sorted(blocks[0].hands):
        joined = np.concatenate([block.hands[name] for block in blocks], axis=-1)
        digest.update(np.ascontiguousarray(joined, dtype="<i8").tobytes())
    return digest.hexdigest()


def fingerprint_elsewhere(spec: str, rules: Iterable[str]) -> list[str]:
    """The fingerprint in a process of its own, in which texts have other hashes and sets another order."""
    answer = subprocess.run(
        [sys.executable, "-m", __name__, spec, *rules],
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        check=False,
    )
    if answer.returncode != 0:
        reason = answer.stderr.strip().splitlines()
        raise SimspadesError(f"a second process could not play it: {reason[-1] if reason else 'no answer'}")
    return answer.stdout.split()


if __name__ == "__main__":
    print(*fingerprint(load_strategy(sys.argv[1]), map(load_rules, sys.argv[2:])))
