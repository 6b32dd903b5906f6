"""How the benchmarks print a figure: what it is, its absolute values, the figure itself and the one to reach."""

from __future__ import annotations

import operator


def title(text: str) -> None:
    """The heading of a group of figures."""
    print(f"\n{text}")


def figure(name: str, absolute: str, value: float, unit: str, bound: str | None, digits: int = 2) -> None:
    """One line. ``bound`` is ``>= x`` or ``<= x``, in the unit of the value, or None for a figure to compare."""
    mark = ""
    if bound is not None:
        relation, number = bound.split()
        reached = {">=": operator.ge, "<=": operator.le}[relation](value, float(number))
        mark = "ok" if reached else "NOT REACHED"
    print(f"  {name:34}{absolute:52}{value:9.{digits}f} {unit:7}{bound or '':>9}  {mark}".rstrip(), flush=True)
