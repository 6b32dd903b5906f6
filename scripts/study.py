"""Play a shipped study into ``runs/studies/NAME`` and write what is worth keeping of it to ``results/NAME``.

What is kept are ``README.md`` (the page), ``plot.svg``, ``table.csv`` and ``record.json``; the same versions give the
same files. A study that was interrupted goes on where it was.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from simspades.studies.sweep.page import PAGE_NAME, PLOT_NAME
from simspades.studies.sweep.play import RECORD_NAME, sweep

STUDIES = Path("scripts/studies")


def main() -> None:
    """Play the studies that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("name", nargs="+", choices=sorted(path.stem for path in STUDIES.glob("*.toml")))
    for name in parser.parse_args().name:
        done = sweep(STUDIES / f"{name}.toml", out=Path("runs/studies") / name, command=f"./scripts/study {name}")
        results = Path("results") / name
        results.mkdir(parents=True, exist_ok=True)
        for source, target in (
            (PAGE_NAME, "README.md"),
            *((kept, kept) for kept in (PLOT_NAME, "table.csv", RECORD_NAME)),
        ):
            shutil.copyfile(done.directory / source, results / target)
        print(f"{name}: {len(done.rows)} cells in {done.seconds:.0f} s, see {results / 'README.md'}")


if __name__ == "__main__":
    main()
