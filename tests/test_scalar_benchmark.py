"""The scalar engine of the benchmarks plays the same game: hand by hand as the lockstep engine, on its deals."""

import numpy as np
import pytest

from simspades.bench.lineups import LINEUPS, LineUp
from simspades.engine import layout as at

HANDS = 4000
SEED = 20


@pytest.fixture(scope="module", params=LINEUPS)
def both(request):
    """The columns of both engines on the same deals, from a hand whose dealer isn't seat 3."""
    lineup = LineUp.of(request.param)
    lockstep = lineup.lockstep.play(SEED, 101, HANDS, holdings=True).hands
    return lockstep, lineup.scalar.play(SEED, 101, HANDS, lockstep["cards"])


@pytest.mark.parametrize(
    "column", ["call", "tricks", "contract", "made", "bags", "points", "penalty", "bags_total", "score"]
)
def test_both_engines_agree(both, column):
    lockstep, scalar = both
    np.testing.assert_array_equal(lockstep[column], scalar[column])


def test_the_deals_hold_what_could_differ(both):
    lockstep, _ = both
    assert (lockstep["call"] == at.CALL_NIL).any()
    assert set(np.unique(lockstep["made"])) >= {0, 1}
    assert (lockstep["bags"] > 0).any()


def test_a_shuffle_deals_the_whole_deck():
    """What the calls and tricks of shuffled hands are like, against those of dealt ones."""
    lineup = LineUp.of("basic")
    lockstep, scalar = lineup.lockstep.play(SEED, 0, 20_000).hands, lineup.scalar.play(SEED, 0, 20_000)
    assert (scalar["tricks"].sum(axis=0) == 13).all()
    # hands are independent; five standard errors of the difference of two means
    for column in ("call", "tricks", "score"):
        a, b = lockstep[column][0].astype(float), scalar[column][0].astype(float)
        assert abs(a.mean() - b.mean()) < 5 * np.sqrt((a.var() + b.var()) / len(a))
