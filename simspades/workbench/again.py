"""What a strategy plays, as one digest: the same in every process, or its choices depend on more than the view.

``python -m simspades.workbench.again RULES SPEC`` prints what :func:`fingerprint` returns there.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import numpy as np

from simspades.engine import Situation, Table
from simspades.engine.block import Block
from simspades.engine.kernels import source_digest
from simspades.errors import SimspadesError
from simspades.rules import Ruleset, load_rules
from simspades.strategies import Strategy, load_strategy

SEED = 0xA6A1
HANDS = 4096


def fingerprint(rules: Ruleset, strategy: Strategy) -> str:
    """Digests of the strategy's sources and constants, and of the hands that it plays with itself."""
    table = Table(rules, [strategy] * rules.players, Situation(score=(0,) * rules.n_sides, bags=(0,) * rules.n_sides))
    return f"{source_digest(strategy)} {outcome(table.play(SEED, 0, HANDS))}"


def outcome(*blocks: Block) -> str:
    """Digest of the columns of hands, of blocks that follow each other."""
    digest = hashlib.sha256()
    for name in sorted(blocks[0].hands):
        joined = np.concatenate([block.hands[name] for block in blocks], axis=-1)
        digest.update(np.ascontiguousarray(joined, dtype="<i8").tobytes())
    return digest.hexdigest()


def fingerprint_elsewhere(rules: str, spec: str) -> str:
    """The fingerprint in a process of its own, in which texts have other hashes and sets another order."""
    answer = subprocess.run(
        [sys.executable, "-m", __name__, rules, spec],
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        check=False,
    )
    if answer.returncode != 0:
        reason = answer.stderr.strip().splitlines()
        raise SimspadesError(f"a second process could not play it: {reason[-1] if reason else 'no answer'}")
    return answer.stdout.strip()


if __name__ == "__main__":
    print(fingerprint(load_rules(sys.argv[1]), load_strategy(sys.argv[2])))
