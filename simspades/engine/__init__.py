"""The lockstep engine: many hands at once, in vector code.

``Table`` makes rules and strategies ready to play; ``Table.play`` plays a range of hands or games. Importing this
package imports numba and loads (or, the first time, compiles) the driver's code only when a block is played.
"""

from simspades.engine.block import Block, IllegalChoiceError, Table
from simspades.engine.numbers import Situation

__all__ = ["ENGINE_VERSION", "Block", "IllegalChoiceError", "Situation", "Table"]

#: Changes only when the outcome of a given seed changes.
ENGINE_VERSION = 1
