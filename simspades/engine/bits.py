"""Machine instructions for sets of cards, and the compiled meaning of the words that strategies use.

Masks are int64 with bits 0 to 57 in use, so the sign bit is never set and plain Python integers in a strategy stay
what they are. ``ctlz`` and ``cttz`` are defined for zero, so no branch is needed for empty sets.
"""

from llvmlite import ir
from numba import types
from numba.core import errors
from numba.extending import intrinsic, overload

from simspades.engine.jit import inline
from simspades.engine.layout import LANES
from simspades.strategies import helpers

_INT = types.int64
_DEFINED_AT_ZERO = ir.Constant(ir.IntType(1), 0)


@intrinsic
def popcount(typingctx, x):
    """How many bits are set."""
    return _INT(_INT), lambda context, builder, signature, args: builder.ctpop(args[0])


@intrinsic
def as_choice(typingctx, choice):
    """What a strategy's function returned, as a whole number; anything else is refused when it is compiled."""
    if not isinstance(choice, types.Integer | types.Boolean):
        raise errors.NumbaTypeError(f"NOT A CHOICE: {choice}")
    return _INT(choice), lambda context, builder, signature, args: context.cast(builder, args[0], choice, _INT)


@intrinsic
def leading_zeros(typingctx, x):
    """How many zero bits stand above the highest set bit; 64 for zero."""
    return _INT(_INT), lambda context, builder, signature, args: builder.ctlz(args[0], _DEFINED_AT_ZERO)


@intrinsic
def full_width(typingctx):
    """Ask LLVM to use the widest vectors of the processor in the function that calls this.

    For many processors with AVX-512 LLVM prefers half the width, to spare the clock of mixed programs; in loops that
    are nothing but vector code the full width is up to twice as fast. Elsewhere the attribute changes nothing. A loop
    is often made vector code only where it is inlined and its constants are known: callers need it as well.
    """

    def codegen(context, builder, signature, args):
        # llvmlite checks names of attributes against a list that lacks this one; the set below it does not
        set.add(builder.function.attributes, '"prefer-vector-width"="512"')
        return context.get_dummy_value()

    return types.none(), codegen


@inline
def byte(word, shift):
    """The byte that starts at bit ``shift``: packed words hold a small number for each position."""
    return (word >> shift) & 255


@inline
def any_lane(S, row):
    """Whether a row holds anything but zeros."""
    full_width()
    found = 0
    for i in range(LANES):
        found |= S[row * LANES + i]
    return found != 0


def _overload(function):
    return overload(function, jit_options={"forceinline": True}, strict=False)


@_overload(helpers.count)
def _count(cards):
    return lambda cards: popcount(cards)


@_overload(helpers.highest)
def _highest(cards):
    # the |1 keeps the shift in range for an empty set, the last & makes its answer empty again
    return lambda cards: (1 << (63 - leading_zeros(cards | 1))) & cards


def _as_written(function):
    """A helper whose plain source is already what the compiler should see."""
    _overload(function)(lambda *arguments: function)


for _helper in (
    helpers.lowest,
    helpers.above,
    helpers.ranks_from,
    helpers.suit_of,
    helpers.from_top,
    helpers.pick,
    helpers.no_trump,
    helpers.blind_number,
    helpers.blind_no_trump,
    helpers.talk,
    helpers.number_at,
    helpers.closest,
):
    _as_written(_helper)


@intrinsic
def call_step(typingctx, address, state, rules, parameters, owner):
    """Call a strategy's step, a C function, by its address: ``step(state, rules, parameters, owner)``."""

    def codegen(context, builder, signature, args):
        pointer = ir.IntType(64).as_pointer()
        double_pointer = ir.DoubleType().as_pointer()
        function_type = ir.FunctionType(ir.VoidType(), [pointer, pointer, double_pointer, ir.IntType(64)])
        target = builder.inttoptr(args[0], function_type.as_pointer())
        arguments = [
            builder.inttoptr(args[1], pointer),
            builder.inttoptr(args[2], pointer),
            builder.inttoptr(args[3], double_pointer),
            args[4],
        ]
        builder.call(target, arguments)
        return context.get_dummy_value()

    return types.none(_INT, _INT, _INT, _INT, _INT), codegen
