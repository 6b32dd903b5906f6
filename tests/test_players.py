"""The named players: who beats whom on common deals, the figures of expert, and what a habit costs."""

import csv
import dataclasses
import itertools
import json
import re
from pathlib import Path

import numba.core.event
import numpy as np
import pytest

import simspades
from simspades.bench.timing import alternate
from simspades.engine import Situation, Table
from simspades.engine.kernels import load_kernel
from simspades.rules import load_rules, presets
from simspades.strategies import load_strategy
from simspades.strategies.library import LIBRARY

SEED = 2026
CHARACTERS = ["careless", "hoarder", "gambler", "straight", "setter"]


def share_of_games(a, b, games):
    """Share of games that ``a`` wins against ``b``, sides exchanged on the same deals, and its standard error."""
    won = []
    for side, seating in enumerate(([a, b], [b, a])):
        table = simspades.simulate_games(games=games, strategy=seating, seed=SEED, features=False).games
        winner = table["winner"].to_numpy(float, na_value=np.nan)
        won.append(np.where(np.isnan(winner), 0.5, winner == side))
    pairs = np.mean(won, axis=0)
    return pairs.mean(), pairs.std(ddof=1) / np.sqrt(games)


@pytest.mark.parametrize(("better", "worse"), [("expert", "steady"), ("steady", "basic"), ("basic", "random")])
def test_each_rung_of_the_ladder_holds(better, worse):
    share, error = share_of_games(better, worse, 1000)
    assert share - 5 * error > 0.5


@pytest.mark.parametrize("other", [name for name in LIBRARY if name not in ("random", "expert")])
def test_expert_is_the_best_of_the_library(other):
    share, error = share_of_games("expert", other, 16_000 if other in ("setter", "careless") else 4_000)
    assert share - 5 * error > 0.5


def test_expert_is_sound():
    frame = simspades.simulate(hands=40_000, strategy="expert", seed=SEED, features=False)
    seats, sides = range(4), range(2)
    calls = np.concatenate([frame[f"call_{seat}"].astype(str) for seat in seats])
    tricks = np.concatenate([frame[f"tricks_{seat}"] for seat in seats])
    nils = calls == "nil"
    made = np.concatenate([frame[f"made_{side}"].dropna().to_numpy(bool) for side in sides])
    assert 10.5 <= (frame["contract_0"] + frame["contract_1"]).mean() <= 11
    assert 0.02 <= nils.mean() <= 0.06
    assert 0.75 <= (tricks[nils] == 0).mean() <= 0.85
    assert 0.05 <= 1 - made.mean() <= 0.12


@pytest.mark.parametrize(("player", "total"), [("mirror", 13), ("crazy_aces", 12)])
def test_forced_bids_add_up_to_the_cards_that_they_count(player, total):
    frame = simspades.simulate(hands=2000, strategy=player, seed=SEED, features=False)
    assert set(frame["contract_0"] + frame["contract_1"]) == {total}


def test_never_and_often():
    for player, low, high in (("straight", 0, 0), ("gambler", 0.25, 0.45)):
        frame = simspades.simulate(hands=5000, strategy=player, seed=SEED, features=False)
        share = np.mean([(frame[f"call_{seat}"].astype(str) == "nil").mean() for seat in range(4)])
        assert low <= share <= high


def test_a_habit_compiles_nothing():
    rules = load_rules("std4")
    Table(rules, [load_strategy("expert")] * 4, Situation()).play(1, 0, 128)
    with numba.core.event.install_recorder("numba:compile") as recorder:
        for spec in [*CHARACTERS, "expert(lean=-300,caution=60)", "expert(reach=4,wait=8)"]:
            Table(rules, [load_strategy(spec)] * 4, Situation()).play(1, 0, 128)
    assert not recorder.buffer
    assert len({tuple(load_kernel(LIBRARY[name]).addresses) for name in ["expert", *CHARACTERS]}) == 1


def test_the_player_of_the_page_plays(tmp_path):
    page = (Path(__file__).parents[1] / "docs" / "players.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    path = tmp_path / "bis.py"
    path.write_text(block, encoding="utf-8")
    frame = simspades.simulate(hands=2000, strategy=f"{path}:bis", seed=SEED, features=False)
    assert 9 < (frame["contract_0"] + frame["contract_1"]).mean() < 13


def test_the_page_has_every_player():
    page = (Path(__file__).parents[1] / "docs" / "players.md").read_text(encoding="utf-8")
    for name, player in LIBRARY.items():
        assert f"| `{name}` | {player.doc} |" in page


def test_the_ladder_was_played_by_these_players():
    ladder = Path(__file__).parents[1] / "results" / "ladder"
    record = json.loads((ladder / "std4.json").read_text(encoding="utf-8"))
    assert record["parameters"] == {name: dict(player.parameters) for name, player in LIBRARY.items()}
    shares = {name: [] for name in LIBRARY}
    for row in csv.DictReader((ladder / "std4.csv").read_text(encoding="utf-8").splitlines()):
        shares[row["player"]].append(float(row["share"]))
        shares[row["against"]].append(1 - float(row["share"]))
    # the library's order is that of the ladder
    assert sorted(shares, key=lambda name: np.mean(shares[name])) == list(LIBRARY)


def test_habits_keep_ranges_and_meanings():
    for name in CHARACTERS:
        player = LIBRARY[name]
        assert player.declared.keys() == LIBRARY["expert"].declared.keys()
        assert dict(player.parameters) == {key: declared.default for key, declared in player.declared.items()}
        assert player.spec == name
        assert load_strategy(f"{name}(lean=-400)").parameters["lean"] == -400


def test_expert_costs_at_most_four_times_basic():
    rules = load_rules("std4")
    tables = [Table(rules, [LIBRARY[name]] * 4, Situation()) for name in ("basic", "expert")]
    timings = alternate([lambda table=table: table.play(1, 0, 128 * 100) for table in tables], 9)
    assert timings.ratio(1, to=0) <= 4


@pytest.mark.parametrize("preset", presets())
def test_everybody_plays_every_preset(preset):
    rules = load_rules(preset)
    # one seating each; characters are expert with other numbers
    for player in (name for name in LIBRARY if name not in CHARACTERS):
        Table(rules, [LIBRARY[player]] * rules.players, _even(rules)).play(SEED, 0, 512)


def test_characters_play_under_jokers_and_exchanges():
    rules = load_rules("std4", ["deck.jokers=2", "deck.high_trumps=[BJ,LJ]", "deck.removed=[2C,2D]", "nil.exchange=1"])
    for a, b in itertools.pairwise(["expert", *CHARACTERS]):
        Table(rules, [LIBRARY[a], LIBRARY[b]] * 2, _even(rules)).play(SEED, 0, 512)


def _even(rules):
    return dataclasses.replace(Situation(), score=(0,) * rules.n_sides, bags=(0,) * rules.n_sides)
