"""What the driver hands to its phases, beside the state: one block of numbers, some of them addresses.

The driver's phases are C functions of their own, called by address as the strategies' steps are. LLVM then optimises
each of them once; linked into the driver, every phase would be optimised again with all that calls it.
"""

from llvmlite import ir
from numba import carray, types
from numba.extending import intrinsic

from simspades.engine.jit import inline
from simspades.engine.layout import LANES, MAX_PARAMETERS, R_SIZE, ROWS, STEPS

# Fields of the context block.
(
    X_STEPS,  # address of the step table, and its rows
    X_KINDS,
    X_TRACE,  # address of the trace, its rows and columns
    X_TRACE_ROWS,
    X_TRACE_COLUMNS,
    X_CARDS,  # address of the cards, and how many
    X_N_CARDS,
    X_SEED,  # its bits as a signed number
    X_OWNERS,
    X_BY_GAME,
    X_SIZE,
) = range(11)

(
    PHASE_EARLY,
    PHASE_DEAL,
    PHASE_BEFORE,
    PHASE_IN_TURN,
    PHASE_BY_SIDE,
    PHASE_AFTER,
    PHASE_PLAY,
    PHASE_ALTERNATING,
    PHASE_ANY_TABLE,
    PHASE_SCORE,
    N_PHASES,
) = range(11)

N_STEPS = len(STEPS)

_INT_P, _FLOAT_P = types.CPointer(types.int64), types.CPointer(types.float64)
#: A phase is called as a strategy's step: the state, the rules, the parameters, and the address of the context.
PHASE_SIGNATURE = types.void(_INT_P, _INT_P, _FLOAT_P, types.int64)


@intrinsic
def _pointer(typingctx, address):
    """An address as a pointer to whole numbers."""
    pointer = types.CPointer(types.int64)

    def codegen(context, builder, signature, args):
        return builder.inttoptr(args[0], ir.IntType(64).as_pointer())

    return pointer(types.int64), codegen


@inline
def state_of(S, R, P, context):
    """The blocks that a phase works on, from the addresses that it was called with."""
    X = carray(_pointer(context), (X_SIZE,))
    state = carray(S, (ROWS * LANES,))
    rules = carray(R, (R_SIZE,))
    parameters = carray(P, (X[X_KINDS] * MAX_PARAMETERS,))
    steps = carray(_pointer(X[X_STEPS]), (X[X_KINDS], N_STEPS))
    trace = carray(_pointer(X[X_TRACE]), (X[X_TRACE_ROWS], X[X_TRACE_COLUMNS]))
    return X, state, rules, parameters, steps, trace


@inline
def cards_of(X):
    """The deck's cards."""
    return carray(_pointer(X[X_CARDS]), (X[X_N_CARDS],))
