"""The totals of a run: against pandas on the same rows, against sums by hand, and adding up in any order."""

import json
import random

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from simspades.analysis import Totals, no_totals, totals_of_files, totals_of_tables
from simspades.analysis.totals import game_pairs, hand_pairs
from simspades.errors import RecordError

WORDS = ["number", "nil", "blind-nil", "-"]


def made_up_hands(mode: str, n_games: int, seed: int, players: int = 4, sides: int = 2) -> pa.Table:
    """Rows with every kind of call and null; the numbers need not be those of a possible hand."""
    rng = np.random.default_rng(seed)
    lengths = np.ones(n_games, int) if mode == "hands" else rng.integers(1, 20, n_games)
    n = int(lengths.sum())
    game = np.repeat(np.arange(n_games), lengths)
    columns: dict[str, object] = {"game": game, "dealer": rng.integers(0, players, n).astype(np.int8)}
    for s in range(players):
        kind = rng.choice(4, n, p=[0.6, 0.2, 0.1, 0.1])
        columns[f"call_{s}"] = pa.DictionaryArray.from_arrays(pa.array(kind.astype(np.int8)), WORDS)
        bid = np.where(kind == 0, rng.integers(1, 14, n), 0).astype(np.int8)
        columns[f"bid_{s}"] = pa.array(bid, mask=kind == 3)
        columns[f"tricks_{s}"] = np.maximum(rng.integers(-6, 14, n), 0).astype(np.int8)
    for d in range(sides):
        unbid = rng.random(n) < 0.05
        columns[f"contract_{d}"] = pa.array(rng.integers(0, 27, n).astype(np.int8), mask=unbid)
        columns[f"made_{d}"] = pa.array(rng.random(n) < 0.8, mask=unbid | (rng.random(n) < 0.1))
        columns[f"bags_{d}"] = rng.integers(0, 14, n).astype(np.int8)
        columns[f"penalty_{d}"] = rng.choice([0, 100, 200], n).astype(np.int16)
        columns[f"points_{d}"] = rng.integers(-900, 500, n).astype(np.int16)
    return pa.table(columns)


def made_up_games(n: int, seed: int, sides: int = 2) -> pa.Table:
    rng = np.random.default_rng(seed)
    columns: dict[str, object] = {
        "winner": pa.array(rng.integers(0, sides, n).astype(np.int8), mask=rng.random(n) < 0.1),
        "hands": rng.integers(1, 40, n).astype(np.int16),
        "lead_changes": rng.integers(0, 9, n).astype(np.int16),
        "capped": rng.random(n) < 0.05,
    }
    for d in range(sides):
        columns[f"score_{d}"] = rng.integers(-700, 800, n).astype(np.int32)
        for name in ("bags_taken", "sets"):
            columns[f"{name}_{d}"] = rng.integers(0, 60, n).astype(np.int16)
    return pa.table(columns)


def measures_in_pandas(hands: pa.Table, players: int, sides: int) -> pd.DataFrame:
    """The measures of each hand as their definitions say, row by row."""
    rows = []
    for hand in hands.to_pylist():
        contracts = [hand[f"contract_{d}"] for d in range(sides)]
        bid = None not in contracts
        row = {
            "game": hand["game"],
            "hands": 1,
            "bid_hands": int(bid),
            "bid_sum": sum(contracts) if bid else 0,
            "bid_sum_square": sum(contracts) ** 2 if bid else 0,
        }
        for s in range(players):
            bid_s, tricks = hand[f"bid_{s}"], hand[f"tricks_{s}"]
            row |= {f"bid_{s}": bid_s or 0, f"called_{s}": int(bid_s is not None), f"tricks_{s}": tricks}
            for name, word in (("nil", "nil"), ("blind_nil", "blind-nil")):
                row[f"{name}_at_seat_{s}"] = int(hand[f"call_{s}"] == word)
        for p in range(players):
            s = (hand["dealer"] + 1 + p) % players
            row |= {f"bid_at_{p}": row[f"bid_{s}"], f"called_at_{p}": row[f"called_{s}"]}
            row[f"tricks_at_{p}"] = row[f"tricks_{s}"]
        for d in range(sides):
            contract, made = hand[f"contract_{d}"], hand[f"made_{d}"]
            row |= {f"contract_{d}": contract or 0, f"contracted_{d}": int(contract is not None)}
            row |= {f"made_{d}": int(bool(made)), f"tried_{d}": int(made is not None)}
            row |= {f"{name}_{d}": hand[f"{name}_{d}"] for name in ("bags", "penalty", "points")}
            row[f"points_of_{d}"] = hand[f"points_{(hand['dealer'] + 1 + d) % sides}"]
            for name, word in (("nils", "nil"), ("blind_nils", "blind-nil")):
                callers = [s for s in range(d, players, sides) if hand[f"call_{s}"] == word]
                row[f"{name}_{d}"] = len(callers)
                row[f"{name}_made_{d}"] = sum(hand[f"tricks_{s}"] == 0 for s in callers)
        rows.append(row)
    return pd.DataFrame(rows)


def measures_of_games(games: pa.Table, sides: int) -> pd.DataFrame:
    rows = games.to_pandas()
    scores = rows[[f"score_{d}" for d in range(sides)]]
    best_two = np.sort(scores.to_numpy(), axis=1)[:, -2:]
    rows["margin"] = best_two[:, 1] - best_two[:, 0]
    rows["draw"] = rows["winner"].isna().astype(int)
    rows["games"] = 1
    for d in range(sides):
        rows[f"win_{d}"] = (rows["winner"] == d).astype(int)
    return rows.drop(columns="winner").astype(int)


@pytest.mark.parametrize(("players", "sides"), [(4, 2), (3, 3), (6, 2), (6, 3)])
@pytest.mark.parametrize("mode", ["hands", "games"])
def test_every_sum_is_that_of_the_definitions(mode, players, sides):
    hands = made_up_hands(mode, 150, seed=players, players=players, sides=sides)
    games = made_up_games(150, seed=sides, sides=sides) if mode == "games" else None
    totals = totals_of_tables(hands, games, players, sides, mode)

    rows = measures_in_pandas(hands, players, sides)
    clusters = rows.groupby("game").sum() if mode == "games" else rows
    assert totals.hands.clusters == 150
    check(totals.hands, clusters, hand_pairs(players, sides))
    assert totals.hands.product("points_0", "points_1") == (clusters["points_0"] * clusters["points_1"]).sum()
    assert (
        totals.hands.product("points_of_1", "points_of_0") == (clusters["points_of_0"] * clusters["points_of_1"]).sum()
    )
    assert totals.hands.product("bid_sum", "bid_sum_square") == (clusters["bid_sum"] * clusters["bid_sum_square"]).sum()
    if mode == "games":
        of_games = measures_of_games(games, sides)
        assert totals.games.clusters == 150
        check(totals.games, of_games, game_pairs(sides))
        assert totals.games.product("win_0", "win_1") == 0
        assert totals.games.product("score_0", "score_1") == (of_games["score_0"] * of_games["score_1"]).sum()


def check(sums, clusters, pairs):
    assert pairs
    for x, n in pairs:
        for name in (x, n):
            assert sums.sum(name) == clusters[name].sum(), name
        for a, b in ((x, x), (x, n), (n, x), (n, n)):
            assert sums.product(a, b) == (clusters[a] * clusters[b]).sum(), (a, b)


@pytest.mark.parametrize("mode", ["hands", "games"])
def test_slices_change_nothing(mode, monkeypatch):
    hands = made_up_hands(mode, 200, seed=1)
    games = made_up_games(200, seed=1) if mode == "games" else None
    whole = totals_of_tables(hands, games, 4, 2, mode)
    for size in (1, 7, 64):
        monkeypatch.setattr("simspades.analysis.totals.SLICE", size)
        assert totals_of_tables(hands, games, 4, 2, mode) == whole


@pytest.mark.parametrize("mode", ["hands", "games"])
def test_blocks_add_up_in_any_order_and_through_json(mode):
    blocks, games_before = [], 0
    for seed in range(5):
        hands = made_up_hands(mode, 30, seed)
        hands = hands.set_column(0, "game", pa.array(hands["game"].to_numpy() + games_before))
        blocks.append((hands, made_up_games(30, seed) if mode == "games" else None))
        games_before += 30
    games = pa.concat_tables([block[1] for block in blocks]) if mode == "games" else None
    # chunks with dictionaries of their own, as files have them
    whole = totals_of_tables(pa.concat_tables([block[0] for block in blocks]), games, 4, 2, mode)

    parts = [totals_of_tables(*block, 4, 2, mode) for block in blocks]
    random.Random(3).shuffle(parts)
    total = no_totals(4, 2, mode)
    for part in parts:
        total += Totals.from_json(json.loads(json.dumps(part.to_json())))
    assert total == whole
    assert whole != parts[0]


def test_files_give_the_same_as_tables(tmp_path):
    paths = {"hands": [], "games": []}
    tables = {"hands": [], "games": []}
    for part in range(2):
        for kind, table in (("hands", made_up_hands("games", 40, part)), ("games", made_up_games(40, part))):
            path = tmp_path / f"{kind}-{part}.parquet"
            pq.write_table(table, path, row_group_size=17)
            paths[kind].append(path)
            tables[kind].append(table)
    expected = no_totals(4, 2, "games")
    for hands, games in zip(tables["hands"], tables["games"], strict=True):
        expected += totals_of_tables(hands, games, 4, 2, "games")
    assert totals_of_files(paths["hands"], paths["games"], 4, 2, "games") == expected


def test_calls_may_be_plain_strings_with_other_words():
    hands = made_up_hands("hands", 50, seed=2)
    plain = hands.set_column(2, "call_0", hands["call_0"].cast(pa.string()))
    assert totals_of_tables(plain, None, 4, 2, "hands") == totals_of_tables(hands, None, 4, 2, "hands")


def test_large_sums_stay_exact():
    hands = made_up_hands("hands", 3, seed=2)
    part = totals_of_tables(hands, None, 4, 2, "hands")
    document = part.to_json()
    document["hands"]["sums"]["points_0*points_0"] = 2**62 + 1
    large = Totals.from_json(json.loads(json.dumps(document)))
    assert (large + large).hands.product("points_0", "points_0") == 2**63 + 2


def test_what_cannot_be_added_or_read_is_refused():
    document = no_totals(4, 2, "hands").to_json()
    with pytest.raises(RecordError, match="cannot be added"):
        no_totals(4, 2, "hands") + no_totals(4, 2, "games")
    with pytest.raises(RecordError, match="version 99"):
        Totals.from_json({**document, "version": 99})
    with pytest.raises(RecordError, match="KeyError: 'mode'"):
        Totals.from_json({key: value for key, value in document.items() if key != "mode"})


def test_a_damaged_file_is_named(tmp_path):
    path = tmp_path / "part-00000.parquet"
    path.write_bytes(b"PAR1 not")
    with pytest.raises(RecordError, match=r"part-00000\.parquet"):
        totals_of_files([path], [], 4, 2, "hands")
