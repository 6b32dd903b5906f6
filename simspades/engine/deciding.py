"""One decision of a strategy, or of several that each decide for the lanes in which the player is theirs."""

from simspades.engine import layout as at
from simspades.engine.bits import call_step
from simspades.engine.jit import inline, outline
from simspades.engine.play import copy_own, keep_own


@inline
def decide(S, R, P, steps, step, first, last):
    """Let strategies ``first`` to ``last - 1`` make the decision at hand, each for the lanes in which it is theirs."""
    for k in range(first, last):
        call_step(steps[k, step], S.ctypes.data, R.ctypes.data, P.ctypes.data, k)
        if last - first > 1:
            keep_own(S, R[at.R_ME], k)
    if last - first > 1:
        copy_own(S)


@outline
def ask_all(S, R, P, steps, step):
    """The same, of all strategies at the table."""
    decide(S, R, P, steps, step, 0, R[at.R_KINDS])
