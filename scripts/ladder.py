"""The ladder: all named players against each other on common deals, in one preset after another.

A match of two players is one run for each side of the preset: one of the two has that side, the other all the others.
All runs are on the same deals, and the games of the same number are one cluster. Where there are two sides that is a
match with sides exchanged; where there are more, a player's share is compared with an even one.

Writes ``results/ladder/``: for each preset ``PRESET.csv`` (a row a match) and ``PRESET.json`` (what determines the
numbers), and ``README.md`` with the tables to read. The same versions give the same files.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import textwrap
from pathlib import Path
from typing import Any

import numpy as np

import simspades
from simspades.engine import ENGINE_VERSION
from simspades.engine.kernels import source_digest
from simspades.rules import Ruleset, load_rules, presets
from simspades.strategies.library import LIBRARY

SEED = 20260401
#: Games of each run, and single hands of each; of presets other than std4 a fifth.
GAMES = 20_000
HANDS = 200_000
MAIN = "std4"
COMMAND = "./scripts/ladder"
OUT = Path("results/ladder")


def effort(preset: str) -> tuple[int, int]:
    """Games and hands of a run."""
    return (GAMES, HANDS) if preset == MAIN else (GAMES // 5, HANDS // 5)


def players(preset: str) -> list[str]:
    """The players who claim to play a preset, the strongest of std4 first."""
    return [name for name, player in reversed(LIBRARY.items()) if player.presets is None or preset in player.presets]


def _seatings(a: str, b: str, n_sides: int) -> list[list[str]]:
    """``a`` on one side after another, ``b`` on the others."""
    return [[a if side == k else b for side in range(n_sides)] for k in range(n_sides)]


def _mean(values: np.ndarray[Any, Any]) -> tuple[float, float]:
    """Mean of clusters and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def _ratio(above: np.ndarray[Any, Any], below: np.ndarray[Any, Any]) -> tuple[float, float]:
    """Ratio of two sums over clusters, and its standard error by linearisation."""
    ratio = above.sum() / below.sum()
    residuals = above - ratio * below
    return float(ratio), float(np.sqrt((residuals**2).sum()) / below.sum())


def match(preset: str, a: str, b: str, rules: Ruleset) -> dict[str, Any]:
    """``a`` against ``b``: share of games won beside an even share, and points a hand beside the others' mean."""
    games, hands = effort(preset)
    n = rules.n_sides
    won, lead, played, single = [], [], [], []
    for k, seating in enumerate(_seatings(a, b, n)):
        table = simspades.simulate_games(preset, games=games, strategy=seating, seed=SEED, features=False).games
        scores = table[[f"score_{side}" for side in range(n)]].to_numpy(float)
        winner = table["winner"].to_numpy(float, na_value=np.nan)
        won.append(np.where(np.isnan(winner), 1 / n, winner == k))
        lead.append(scores[:, k] - np.delete(scores, k, axis=1).mean(axis=1))
        played.append(table["hands"].to_numpy(float))
        frame = simspades.simulate(preset, hands=hands, strategy=seating, seed=SEED, features=False)
        points = frame[[f"points_{side}" for side in range(n)]].to_numpy(float)
        single.append(points[:, k] - np.delete(points, k, axis=1).mean(axis=1))
    share, share_se = _mean(np.mean(won, axis=0))
    points_a_hand, points_se = _ratio(np.sum(lead, axis=0), np.sum(played, axis=0))
    single_hand, single_se = _mean(np.mean(single, axis=0))
    return {
        "player": a,
        "against": b,
        "games": games * n,
        "share": share,
        "share_se": share_se,
        "even": 1 / n,
        "points_a_hand": points_a_hand,
        "points_a_hand_se": points_se,
        "hands_at_0_0": hands * n,
        "points_at_0_0": single_hand,
        "points_at_0_0_se": single_se,
    }


def play_preset(preset: str, out: Path) -> None:
    """All matches of a preset, and its two files."""
    rules = load_rules(preset)
    names = players(preset)
    rows = [match(preset, a, b, rules) for a, b in itertools.combinations(names, 2)]
    with (out / f"{preset}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    games, hands = effort(preset)
    record = {
        "command": f"{COMMAND} {preset}",
        "simspades": simspades.__version__,
        "engine_version": ENGINE_VERSION,
        "rules": preset,
        "rules_digest": rules.digest,
        "seed": SEED,
        "games_of_a_seating": games,
        "hands_of_a_seating": hands,
        "players": {name: source_digest(LIBRARY[name]) for name in names},
        "parameters": {name: dict(LIBRARY[name].parameters) for name in names},
    }
    (out / f"{preset}.json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


# ---- the page --------------------------------------------------------------------------------------------------------


def _rows(out: Path, preset: str) -> list[dict[str, Any]]:
    with (out / f"{preset}.csv").open(newline="", encoding="utf-8") as file:
        return [
            {k: v if k in ("player", "against") else float(v) for k, v in row.items()} for row in csv.DictReader(file)
        ]


def _ranking(rows: list[dict[str, Any]]) -> list[tuple[str, float]]:
    """The players by their mean share against all others."""
    shares: dict[str, list[float]] = {}
    for row in rows:
        # of a player who holds one side of many, the others' share is theirs together
        rest = (1 - row["share"]) * row["even"] / (1 - row["even"])
        shares.setdefault(row["player"], []).append(row["share"])
        shares.setdefault(row["against"], []).append(rest)
    return sorted(((name, sum(each) / len(each)) for name, each in shares.items()), key=lambda pair: -pair[1])


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _matrix(rows: list[dict[str, Any]], order: list[str]) -> list[str]:
    """Share of games won by the player of the row against that of the column, in per cent."""
    found = {(row["player"], row["against"]): row for row in rows}
    lines = [_line(["", *order[1:]]), _line(["---"] * len(order))]
    for k, name in enumerate(order[:-1]):
        cells = []
        for j, other in enumerate(order[1:], start=1):
            if j <= k:
                cells.append("")
                continue
            row = found.get((name, other))
            if row is not None:
                share, error = row["share"], row["share_se"]
            else:
                row = found[other, name]
                share, error = (1 - row["share"]) * row["even"] / (1 - row["even"]), row["share_se"]
            cells.append(f"{100 * share:.1f} ± {100 * error:.1f}")
        lines.append(_line([name, *cells]))
    return lines


def _section(out: Path, preset: str) -> list[str]:
    rows = _rows(out, preset)
    ranking = _ranking(rows)
    even = rows[0]["even"]
    lines = [
        f"## {preset}",
        "",
        f"{int(rows[0]['games']):,} games a match; an even share is {100 * even:.0f} %.",
        "",
        _line(["player", "mean share of games won, %"]),
        _line(["---", "---"]),
        *(_line([name, f"{100 * share:.1f}"]) for name, share in ranking),
        "",
        "The player of the row against that of the column, games won in per cent:",
        "",
        *_matrix(rows, [name for name, _ in ranking]),
        "",
    ]
    return lines


def _steps(out: Path) -> list[str]:
    """The steps that the ladder stands on, in std4: games, and single hands."""
    rows = {(row["player"], row["against"]): row for row in _rows(out, MAIN)}
    lines = [
        _line(["", "games won, %", "standard errors from even", "points a hand in games", "points a hand at 0:0"]),
        _line(["---"] * 5),
    ]
    for a, b in (("expert", "steady"), ("steady", "basic"), ("basic", "random")):
        row = rows[a, b]
        distance = (row["share"] - 0.5) / row["share_se"] if row["share_se"] else float("inf")
        lines.append(
            _line(
                [
                    f"{a} against {b}",
                    f"{100 * row['share']:.2f} ± {100 * row['share_se']:.2f}",
                    "all games" if row["share"] == 1 else f"{distance:.0f}",
                    f"{row['points_a_hand']:+.2f} ± {row['points_a_hand_se']:.2f}",
                    f"{row['points_at_0_0']:+.2f} ± {row['points_at_0_0_se']:.2f}",
                ]
            )
        )
    nearest = min((row for pair, row in rows.items() if pair[0] == "expert"), key=lambda row: row["share"])
    distance = (nearest["share"] - 0.5) / nearest["share_se"]
    lines += [
        "",
        f"The one who comes nearest to `expert` is `{nearest['against']}`: {100 * nearest['share']:.2f} ± "
        f"{100 * nearest['share_se']:.2f} % for `expert`, {distance:.0f} standard errors from even.",
    ]
    return lines


def _overview(out: Path, presets: list[str]) -> list[str]:
    """The steps in every preset: games won, in per cent, beside an even share."""
    steps = (("expert", "steady"), ("steady", "basic"), ("basic", "random"))
    lines = [
        _line(["", "an even share", *(f"{a} against {b}" for a, b in steps), "highest mean share"]),
        _line(["---"] * 6),
    ]
    for preset in presets:
        rows = _rows(out, preset)
        found = {(row["player"], row["against"]): row for row in rows}
        shares = [f"{100 * found[step]['share']:.1f} ± {100 * found[step]['share_se']:.1f}" for step in steps]
        lines.append(_line([preset, f"{100 * rows[0]['even']:.0f}", *shares, _ranking(rows)[0][0]]))
    return [
        "## Every preset",
        "",
        "Games won in per cent. Most numbers of `expert` were found by play in std4.",
        "",
        *lines,
        "",
    ]


def page(out: Path) -> str:
    """The page to read, from the files that are there."""
    done = [MAIN, *(name for name in presets() if name != MAIN and (out / f"{name}.csv").exists())]
    lines = [
        "# The ladder",
        "",
        *textwrap.wrap(
            "All named players of the library against each other, each match on the same deals with sides exchanged. "
            "Where there are more than two sides, the player of the row has one of them, in turn each, and the other "
            "player all the others. ± is one standard error; the games of the same number are one cluster. "
            f"Seed {SEED}.",
            120,
        ),
        "",
        *textwrap.wrap(
            f"Repeat it with `{COMMAND}`, or `{COMMAND} PRESET` for one preset. For each preset the `.csv` has a row a "
            "match and the `.json` what the numbers depend on. What the players are: "
            "[docs/players.md](../../docs/players.md).",
            120,
        ),
        "",
        *_steps(out),
        "",
    ]
    lines += _overview(out, done)
    for preset in done:
        lines += _section(out, preset)
    return "\n".join(lines).rstrip() + "\n"


def main() -> None:
    """Play the presets that are named, or all, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("preset", nargs="*", help="presets to play; all unless given")
    parser.add_argument("--page", action="store_true", help="only write the page again")
    parser.add_argument("--out", type=Path, default=OUT)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    if not arguments.page:
        for preset in arguments.preset or presets():
            print(preset, flush=True)
            play_preset(preset, arguments.out)
    (arguments.out / "README.md").write_text(page(arguments.out), encoding="utf-8")


if __name__ == "__main__":
    main()
