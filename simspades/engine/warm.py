"""``python -m simspades.engine.warm``: compile the engine and the library's players into the cache, in one process.

Worth doing before many processes start at once, which would each compile for themselves.
"""

from __future__ import annotations

from simspades.engine.kernels import load_kernel
from simspades.engine.machine import machine
from simspades.strategies.library import LIBRARY


def warm_up() -> None:
    """Compile, or load from the cache, the driver and every player of the library."""
    machine()
    for strategy in LIBRARY.values():
        load_kernel(strategy)


if __name__ == "__main__":
    warm_up()
