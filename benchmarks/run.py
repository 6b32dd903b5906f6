"""All benchmarks in one run; ``python benchmarks/run.py threads_ratio memory`` runs some of them."""

from __future__ import annotations

import importlib
import platform
import sys

BENCHMARKS = (
    "scalar_ratio",
    "presets",
    "threads_ratio",
    "parquet_ratio",
    "vectors",
    "compilation",
    "start_up",
    "memory",
    "matches",
    "sweep_ratio",
    "cluster_ratio",
    "answers",
)


def main(names: list[str]) -> None:
    from simspades.bench.measure import versions

    print(f"{platform.processor() or platform.machine()}, " + ", ".join(f"{k} {v}" for k, v in versions().items()))
    for name in names or BENCHMARKS:
        importlib.import_module(name).main()


if __name__ == "__main__":
    main(sys.argv[1:])
