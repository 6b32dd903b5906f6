"""All subjects of ``analyze`` over many hands, the page over the same, and the loading of rows into pandas.

``python benchmarks/answers.py 9000000`` measures so many games; a tenth of that is the default, for its rows are made
first. The figure to reach is 120 s for 100 million hands on two processors, in proportion, and 2 GiB for any number.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import report
from process import simspades

GAMES = 900_000
SUBJECTS = ("bids", "nils", "bags", "seats", "games")
SECONDS_A_HAND = 120 / 100_000_000
LOADED = 1_000_000
MIB = 1 << 20


def main(games: int = GAMES) -> None:
    import simspades as package

    with tempfile.TemporaryDirectory() as directory:
        out = str(Path(directory) / "run")
        settings = ["--games", str(games), "--strategy", "steady", "--strategy", "basic", "--seed", "1"]
        simspades(["run", *settings, "--out", out])
        hands = int(package.load_games(out, columns=["hands"])["hands"].sum())
        report.title(f"Answers over {games:,} games, {hands:,} hands, with features")
        finished = simspades(["analyze", *SUBJECTS, out, "--json"])
        bound = SECONDS_A_HAND * hands
        spent = f"{1e-6 * hands / finished.seconds:.2f} M hands/s, {finished.processor_seconds:.0f} s on processors"
        report.figure("all subjects", spent, finished.seconds, "s", f"<= {bound:.1f}", digits=1)
        report.figure("peak memory", "", finished.peak_bytes / MIB, "MiB", "<= 2048", digits=0)
        page = simspades(["report", out, "-o", str(Path(directory) / "report.html")])
        absolute = f"{page.seconds:.1f} s"
        report.figure("the page", absolute, page.seconds / finished.seconds, "times", "<= 1.5")
        simspades(["run", "--hands", str(LOADED), "--seed", "1", "--out", out, "--overwrite"])
        times = []
        for _ in range(5):
            began = time.perf_counter()
            frame = package.load(out)
            times.append(time.perf_counter() - began)
        report.figure("loading into pandas", f"{len(frame):,} hands", min(times), "s", "<= 1.0")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:2]))
