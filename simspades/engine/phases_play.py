"""The driver's phases from the play on as C functions: what they do is in other modules."""

from simspades.engine import layout as at
from simspades.engine.context import PHASE_SIGNATURE, state_of
from simspades.engine.jit import step
from simspades.engine.scoring import seat_order_of_all
from simspades.engine.special import count_any_game, end_any_game, score_special
from simspades.engine.tricks import play_alternating, play_any, play_four


@step(PHASE_SIGNATURE)
def play_phase(s, r, p, context):
    """Four players, every strategy asked at every step."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    play_four(S, R, P, T, steps)


@step(PHASE_SIGNATURE)
def alternating_phase(s, r, p, context):
    """Four players, two strategies with a side each."""
    X, S, R, P, steps, T = state_of(s, r, p, context)
    play_alternating(S, R, P, T, steps, X)


@step(PHASE_SIGNATURE)
def any_table_phase(s, r, p, context):
    """A table of another size."""
    _, S, R, P, steps, T = state_of(s, r, p, context)
    play_any(S, R, P, T, steps)


@step(PHASE_SIGNATURE)
def score_phase(s, r, p, context):
    """The score under special rules."""
    _, S, R, _, _, _ = state_of(s, r, p, context)
    seat_order_of_all(S, R)
    score_special(S, R)
    if R[at.R_GAMES] != 0:
        count_any_game(S, R)
    end_any_game(S, R)
