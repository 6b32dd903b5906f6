"""Whether each step of every built-in strategy is vector code, as wide as the processor allows."""

from __future__ import annotations

import report

from simspades.bench.vectors import processor_width, vector_use
from simspades.strategies.library import LIBRARY


def main() -> None:
    width = processor_width()
    report.title("Vector code in the steps of the built-in strategies: least share of the instructions")
    if width is None:
        print("  the machine code of this processor is not known")
        return
    for name, steps in vector_use(list(LIBRARY)).items():
        least = min(use.share for use in steps.values())
        absolute = f"registers of {'/'.join(sorted({str(use.width) for use in steps.values()}))} bits, of {width}"
        report.figure(name, absolute, least if all(use.width == width for use in steps.values()) else 0, "", ">= 0.5")


if __name__ == "__main__":
    main()
