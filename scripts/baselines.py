"""The library's players in std4, each against each: a table with errors, and the record that repeats it.

Writes ``results/std4-baselines/``: ``table.csv`` (a row a line-up and mode), ``record.json`` (what determines the
numbers) and ``README.md`` (the table to read). The same versions give the same files.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import tempfile
from pathlib import Path
from typing import Any

import simspades
from simspades.analysis.summary import summarize_run
from simspades.engine import ENGINE_VERSION
from simspades.engine.kernels import source_digest
from simspades.strategies.library import LIBRARY

RULES = "std4"
#: The three that everything is compared with; results/ladder has everybody.
PLAYERS = {name: LIBRARY[name] for name in ("random", "basic", "steady")}
SEED = 20260101
HANDS = 2_000_000
GAMES = 100_000
COMMAND = "./scripts/baselines"

#: Column -> where the summary has it: a figure of side 0, of the table, or of the comparison of the two sides.
FIGURES = {
    "points_a_hand": ("side", "points"),
    "difference_a_hand": ("comparison", "points"),
    "contract": ("side", "contract"),
    "made": ("side", "made"),
    "bags_a_hand": ("side", "bags"),
    "nils_made": ("side", "nils_made"),
    "sum_of_contracts": ("table", "bid_sum"),
    "games_won": ("side", "games_won"),
    "hands_a_game": ("table", "hands_a_game"),
}


def play(a: str, b: str, mode: str, count: int) -> dict[str, Any]:
    """One row: ``a`` has side 0, ``b`` side 1, on the same deals in every row."""
    with tempfile.TemporaryDirectory() as directory:
        run = simspades.run(
            RULES, **{mode: count}, strategy=[a, b], seed=SEED, out=f"{directory}/run", summary_only=True
        )
        summary = summarize_run(run).to_json()
    homes = {"side": summary["sides"][0], "table": summary["table"], "comparison": summary["comparisons"][0]}
    row: dict[str, Any] = {"side_0": a, "side_1": b, "mode": mode, mode: count, "hands": summary["run"]["hands"]}
    for column, (home, key) in FIGURES.items():
        estimate = homes[home].get(key)
        row[column] = None if estimate is None else estimate["value"]
        row[f"{column}_se"] = None if estimate is None else estimate["se"]
    return row


#: The columns of the page's two tables: title, column, factor and digits.
HANDS_TABLE = (
    ("points a hand", "points_a_hand", 1, 2),
    ("minus side 1", "difference_a_hand", 1, 2),
    ("contract", "contract", 1, 3),
    ("made, %", "made", 100, 2),
    ("bags", "bags_a_hand", 1, 3),
    ("nils made, %", "nils_made", 100, 2),
    ("all bids", "sum_of_contracts", 1, 3),
)
GAMES_TABLE = (
    ("games won, %", "games_won", 100, 2),
    ("points a hand", "points_a_hand", 1, 2),
    ("minus side 1", "difference_a_hand", 1, 2),
    ("hands a game", "hands_a_game", 1, 3),
)


def table(rows: list[dict[str, Any]], mode: str, columns: tuple[tuple[str, str, int, int], ...]) -> list[str]:
    """The rows of one mode as a Markdown table, each figure with its standard error."""

    def cell(row: dict[str, Any], column: str, factor: int, digits: int) -> str:
        value, error = row[column], row[f"{column}_se"]
        return "" if value is None else f"{factor * value:.{digits}f} ± {factor * error:.{digits}f}"

    def line(cells: list[str]) -> str:
        return f"| {' | '.join(cells)} |"

    titles = ["side 0", "side 1", *(title for title, *_ in columns)]
    figures = [
        [row["side_0"], row["side_1"], *(cell(row, *column) for _, *column in columns)]
        for row in rows
        if row["mode"] == mode
    ]
    return [line(titles), line(["---"] * len(titles)), *map(line, figures)]


def markdown(rows: list[dict[str, Any]]) -> str:
    """The page to read."""
    lines = [
        "# std4: the library's players against each other",
        "",
        f"The first named has seats 0 and 2, the second seats 1 and 3; all rows are on the same deals (seed {SEED}).",
        "± is one standard error; in games the hands of one game are one cluster.",
        "",
        f"Repeat it with `{COMMAND}`; `record.json` says what the numbers depend on, `table.csv` has them all.",
        "",
        f"## {HANDS:,} single hands at 0–0 each: side 0",
        "",
        *table(rows, "hands", HANDS_TABLE),
        "",
        f"## {GAMES:,} games each: side 0",
        "",
        *table(rows, "games", GAMES_TABLE),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Play all line-ups and write the folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, default=Path("results/std4-baselines"))
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    rows = [
        play(a, b, mode, count)
        for mode, count in (("hands", HANDS), ("games", GAMES))
        for a, b in itertools.combinations_with_replacement(reversed(PLAYERS), 2)
    ]
    with (out / "table.csv").open("w", newline="", encoding="utf-8") as file:
        columns = list(dict.fromkeys(column for row in rows for column in row))
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    record = {
        "command": COMMAND,
        "simspades": simspades.__version__,
        "engine_version": ENGINE_VERSION,
        "rules": RULES,
        "rules_digest": simspades.load_rules(RULES).digest,
        "seed": SEED,
        "hands": HANDS,
        "games": GAMES,
        "strategies": {name: source_digest(strategy) for name, strategy in PLAYERS.items()},
    }
    (out / "record.json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    (out / "README.md").write_text(markdown(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
