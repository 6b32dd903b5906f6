"""Tables of answers: by hand on a few rows, against pandas on the rows of a run, and in runs that lack something."""

import itertools
import json
import re
import shutil

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from answer_tools import answered, manifest_for, random_rows

import simspades
from simspades.analysis.answers import SUBJECTS, answers, open_runs, tables
from simspades.analysis.answers.grouped import grouped
from simspades.analysis.chunks import plan_chunks, read_chunk
from simspades.analysis.facts import Facts
from simspades.analysis.reference import answers_page
from simspades.analysis.units import Units
from simspades.analysis.worth import contract_points, contract_worth
from simspades.errors import RecordError, SimspadesError
from simspades.records.manifest import load_manifest
from simspades.referee.calls import Call, Kind
from simspades.referee.scoring import Member, score_side
from simspades.rules import load_rules
from simspades.rules.load import PRESETS


def rows_of(answer, *columns):
    return [tuple(row) for row in answer.frame[list(columns)].itertuples(index=False)]


# --- by hand ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def by_hand():
    """Three hands in two games. Seat 2 calls nil in the first and the last hand: lost by a trick, then kept."""
    calls = [("number", "number", "nil", "number"), ("number",) * 4, ("number", "number", "nil", "number")]
    bids = [(5, 3, 0, 2), (3, 4, 2, 3), (4, 3, 0, 4)]
    tricks = [(6, 4, 1, 2), (4, 3, 3, 3), (3, 4, 0, 6)]
    hands = {"game": [0, 0, 1], "hand_in_game": [1, 2, 1], "dealer": [3, 0, 3], "lineup": [0, 0, 0]}
    for s in range(4):
        hands[f"call_{s}"] = pa.array([row[s] for row in calls]).dictionary_encode()
        hands[f"bid_{s}"] = pa.array([row[s] for row in bids], pa.int8())
        hands[f"tricks_{s}"] = pa.array([row[s] for row in tricks], pa.int8())
        for k, name in enumerate(
            ("spades", "top_spade", "aces", "kings", "queens", "voids", "singletons", "longest_side")
        ):
            hands[f"{name}_{s}"] = pa.array([(s + k) % 4, 1, (s + k) % 4], pa.int8())
    by_side = {
        "contract": [(5, 5), (5, 7), (4, 7)],
        "made": [(True, True), (True, False), (False, True)],
        "points": [(-48, 51), (-48, -70), (60, 73)],
        "bags": [(2, 1), (2, 0), (0, 3)],
        "penalty": [(0, 0), (100, 0), (0, 0)],
        "score": [(-48, 51), (-96, -19), (60, 73)],
        "bags_total": [(2, 1), (4, 1), (0, 3)],
    }
    for name, values in by_side.items():
        for d in range(2):
            hands[f"{name}_{d}"] = pa.array([row[d] for row in values])
    games = {
        "game": [0, 1],
        "lineup": [0, 0],
        "winner": pa.array([1, None], pa.int8()),
        "hands": [2, 1],
        "score_0": [-96, 60],
        "score_1": [-19, 73],
        "bags_taken_0": [4, 0],
        "bags_taken_1": [1, 3],
        "penalties_0": [1, 0],
        "penalties_1": [0, 0],
        "sets_0": [0, 1],
        "sets_1": [1, 0],
        "nils_0": [1, 1],
        "nils_1": [0, 0],
        "nils_made_0": [0, 1],
        "nils_made_1": [0, 0],
        "lead_changes": [0, 3],
        "capped": [False, True],
    }
    return answered(manifest_for("std4", strategies=("steady", "basic")), pa.table(hands), pa.table(games))


def test_calibration_by_hand(by_hand):
    # steady, at seats 0 and 2, bids 5, 3, 2, 4 and takes 6, 4, 3, 3
    # basic bids 3, 2, 4, 3, 3, 4 and takes 4, 2, 3, 3, 4, 6
    assert rows_of(by_hand["bids.calibration"], "strategy", "bid", "n", "tricks", "bias", "exact", "over") == [
        ("steady", 2, 1, 3, 1, 0, 1),
        ("steady", 3, 1, 4, 1, 0, 1),
        ("steady", 4, 1, 3, -1, 0, 0),
        ("steady", 5, 1, 6, 1, 0, 1),
        ("basic", 2, 1, 2, 0, 1, 0),
        ("basic", 3, 3, 11 / 3, 2 / 3, 1 / 3, 2 / 3),
        ("basic", 4, 2, 4.5, 0.5, 0, 0.5),
    ]
    spread = by_hand["bids.strategy"].frame["spread"]
    assert spread[0] == pytest.approx(np.std([1, 1, 1, -1]))
    assert spread[1] == pytest.approx(np.std([1, 0, -1, 0, 1, 2]))


def test_the_error_of_a_mean_by_hand(by_hand):
    # bias of basic: 0 over 4 bids in the first game, 3 over 2 in the second; r = 1 / 2, residuals -2 and 2
    frame = by_hand["bids.strategy"].frame
    assert frame["bias"][1] == 1 / 2
    assert frame["bias_se"][1] == pytest.approx(np.sqrt(2 * (2**2 + 2**2) / 6**2))


def test_positions_by_hand(by_hand):
    # the dealer is seat 3, 0, 3: the first to speak is seat 0 with 5, seat 1 with 4, seat 0 with 4
    assert rows_of(by_hand["bids.position"], "strategy", "position", "n", "bid") == [
        ("steady", 1, 2, 4.5),
        ("steady", 2, 1, 2.0),
        ("steady", 4, 1, 3.0),
        ("basic", 1, 1, 4.0),
        ("basic", 2, 2, 3.0),
        ("basic", 3, 1, 3.0),
        ("basic", 4, 2, 3.0),
    ]


def test_contracts_and_totals_by_hand(by_hand):
    assert rows_of(by_hand["bids.contracts"], "team", "contract", "n", "made", "tricks", "bags", "points") == [
        ("steady", 4, 1, 0, -1, 0, 60),
        ("steady", 5, 2, 1, 1.5, 2, -48),
        ("basic", 5, 1, 1, 1, 1, 51),
        ("basic", 7, 2, 0.5, 1, 1.5, 1.5),
    ]
    assert rows_of(by_hand["bids.total"], "total", "left", "n", "share", "bags", "sets") == [
        (10, 3, 1, 1 / 3, 3, 0),
        (11, 2, 1, 1 / 3, 3, 1),
        (12, 1, 1, 1 / 3, 2, 1),
    ]


def test_alternatives_by_hand(by_hand):
    # the only hand of side 0 without a nil: contract 5, 7 tricks; a bag costs 10 - 1
    frame = by_hand["bids.alternatives"].frame
    steady = frame[(frame["strategy"] == "steady") & (frame["bid"] == 3)]
    assert dict(zip(steady["alternative"], steady["worth"], strict=True)) == {
        1: 30 - 9 * 4,
        2: 40 - 9 * 3,
        3: 50 - 9 * 2,
        4: 60 - 9,
        5: 70,
        6: -80,
    }
    assert dict(zip(steady["shift"], steady["gain"], strict=True))[2] == 70 - 32


def test_nils_by_hand(by_hand):
    assert rows_of(by_hand["nils.attempts"], "strategy", "n", "nils", "called", "kept")[0] == (
        "steady",
        6,
        2,
        1 / 3,
        0.5,
    )
    assert rows_of(by_hand["nils.points"], "n", "points", "points_kept", "points_failed") == [(2, 6, 60, -48)]
    assert rows_of(by_hand["nils.partner"], "partner_bid", "n", "kept") == [(4, 1, 1), (5, 1, 0)]
    assert rows_of(by_hand["nils.opponents"], "other_bids", "kept") == [(5, 0), (7, 1)]
    assert rows_of(by_hand["nils.exchange"], "kind", "exchange", "optional", "n") == [("nil", 0, False, 2)]


def test_bags_by_hand(by_hand):
    assert rows_of(by_hand["bags.balance"], "team", "bags", "bags_game", "penalties_game", "earned", "cost", "net") == [
        ("steady", 4 / 3, 2, 0.5, 4 / 3, 100 / 3, -32),
        ("basic", 4 / 3, 2, 0, 4 / 3, 0, 4 / 3),
    ]
    assert rows_of(by_hand["bags.count"], "team", "bags_before", "n", "bags", "set", "set_by_one", "others_set") == [
        ("steady", 0, 2, 1, 0.5, 0.5, 0),
        ("steady", 2, 1, 2, 0, 0, 1),
        ("basic", 0, 2, 2, 0, 0, 0.5),
        ("basic", 1, 1, 0, 1, 1, 0),
    ]


def test_seats_and_games_by_hand(by_hand):
    # the dealer's side is 1, 0, 1 with 51, -48, 73; the other -48, -70, 60
    assert rows_of(by_hand["seats.side"], "place", "points", "above") == [
        (1, -58 / 3, pytest.approx(-58 / 3 - 3)),
        (2, 76 / 3, pytest.approx(76 / 3 - 3)),
    ]
    assert rows_of(by_hand["seats.games"], "place", "won", "score") == [(1, 0, -18), (2, 0.5, 27)]
    overview = by_hand["games.overview"].frame.iloc[0]
    assert (overview["hands"], overview["margin"], overview["drawn"], overview["capped"]) == (1.5, 45, 0.5, 0.5)
    assert rows_of(by_hand["games.endings"], "ending", "n") == [
        ("stopped by a limit of hands", 1),
        ("decided otherwise: by a tie-break, or outright", 1),
    ]
    # side 0 was 99 behind after the first hand of the first game
    assert rows_of(by_hand["games.comebacks"], "team", "behind", "n", "won") == [("steady", 50, 1, 0)]


def test_who_will_win_by_hand(by_hand):
    frame = by_hand["games.win"].frame
    start = frame[(frame["own"] == 0) & (frame["other"] == 0)].iloc[0]
    assert (start["n"], start["won"]) == (4, 1 / 4)  # two games from nothing, one of them won by a side
    behind = frame[(frame["own"] == -50) & (frame["other"] == 50)].iloc[0]
    assert (behind["n"], behind["won"]) == (1, 0)


# --- against pandas on the rows of a run -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def run_directory(tmp_path_factory):
    directory = tmp_path_factory.mktemp("runs") / "games"
    simspades.run("std4", games=400, strategy=["steady", "basic"], seed=3, out=directory, holdings=True)
    return directory


@pytest.fixture(scope="module")
def found(run_directory):
    of_subjects = answers(list(SUBJECTS), open_runs([run_directory]))
    return {answer.id: answer for of_subject in of_subjects.values() for answer in of_subject}


@pytest.fixture(scope="module")
def seats(run_directory):
    """A row a seat, made with pandas."""
    hands = simspades.load(run_directory)
    hands["before_0"], hands["before_1"] = hands["score_0"] - hands["points_0"], hands["score_1"] - hands["points_1"]
    frames = []
    for s in range(4):
        own, other = s % 2, 1 - s % 2
        frames.append(
            pd.DataFrame(
                {
                    "game": hands["game"],
                    "seat": s,
                    "strategy": ["steady", "basic"][own],
                    "position": (s - hands["dealer"] - 1) % 4 + 1,
                    "call": hands[f"call_{s}"].astype(str),
                    "bid": hands[f"bid_{s}"].astype(int),
                    "tricks": hands[f"tricks_{s}"].astype(int),
                    "spades": hands[f"spades_{s}"],
                    "cards": hands[f"cards_{s}"],
                    "partner_bid": hands[f"bid_{(s + 2) % 4}"].astype(int),
                    "contract": hands[f"contract_{own}"].astype(int),
                    "lead": hands[f"before_{own}"] - hands[f"before_{other}"],
                    "points": hands[f"points_{own}"],
                    "bags_before": (hands[f"bags_total_{own}"] - hands[f"bags_{own}"]) % 10,
                }
            )
        )
    return pd.concat(frames, ignore_index=True)


def se_by_game(rows, value):
    """The cluster-robust error of a mean, written out."""
    games = rows.groupby("game")[value].agg(["sum", "count"])
    residuals = games["sum"] - rows[value].mean() * games["count"]
    return np.sqrt(len(games) / (len(games) - 1) * (residuals**2).sum()) / len(rows)


def assert_means(answer, rows, keys, column, values):
    """A table's figure against pandas, with its error."""
    for group, part in rows.groupby(keys):
        group = group if isinstance(group, tuple) else (group,)
        chosen = answer.frame
        for key, value in zip(keys, group, strict=True):
            chosen = chosen[chosen[key] == value]
        assert len(chosen) == 1, group
        assert chosen["n"].iloc[0] == len(part)
        assert chosen[column].iloc[0] == pytest.approx(part[values].mean())
        if column == "bias" and part["game"].nunique() > 1:
            assert chosen["bias_se"].iloc[0] == pytest.approx(se_by_game(part, values))


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("bids.strategy", ["strategy"]),
        ("bids.calibration", ["strategy", "bid"]),
        ("bids.seat", ["seat", "strategy"]),
        ("bids.position", ["strategy", "position"]),
    ],
)
def test_bids_as_pandas_has_them(found, seats, name, keys):
    numbers = seats[seats["call"] == "number"]
    numbers = numbers.assign(gap=numbers["tricks"] - numbers["bid"], exact=numbers["tricks"] == numbers["bid"])
    assert len(found[name].frame) == len(numbers.groupby(keys))
    assert_means(found[name], numbers, keys, "bias", "gap")
    assert_means(found[name], numbers, keys, "exact", "exact")


def test_situations_and_features_as_pandas_has_them(found, seats):
    numbers = seats[seats["call"] == "number"].assign(gap=lambda rows: rows["tricks"] - rows["bid"])
    labels = [
        "behind by 200 or more",
        "behind by 100 to 199",
        "behind by 1 to 99",
        "level",
        "ahead by 1 to 99",
        "ahead by 100 to 199",
        "ahead by 200 or more",
    ]
    edges = [-10_000, -199, -99, 0, 1, 100, 200, 10_000]
    numbers = numbers.assign(situation=pd.cut(numbers["lead"], edges, right=False, labels=labels).astype(str))
    assert_means(found["bids.situation"], numbers, ["strategy", "situation"], "bias", "gap")
    numbers = numbers.assign(feature="spades", value=numbers["spades"])
    assert_means(found["bids.features"], numbers, ["strategy", "feature", "value"], "bias", "gap")


def test_nils_as_pandas_has_them(found, seats):
    nils = seats[seats["call"] == "nil"]
    nils = nils.assign(kept=nils["tricks"] == 0)
    assert_means(found["nils.partner"], nils, ["strategy", "partner_bid"], "kept", "kept")
    assert_means(found["nils.position"], nils, ["strategy", "position"], "kept", "kept")
    low = sum(1 << bit for bit in range(20) if bit % 4 != 3)  # ranks 2 to 6 of clubs, diamonds and hearts
    nils = nils.assign(feature="low_side", value=[int(cards & low).bit_count() for cards in nils["cards"]])
    assert_means(found["nils.features"], nils, ["strategy", "feature", "value"], "kept", "kept")


def test_the_worth_of_nils_as_pandas_has_it(found, run_directory, seats):
    hands = simspades.load(run_directory)
    extra = {
        "honours": np.concatenate([hands[f"aces_{s}"] + hands[f"kings_{s}"] for s in range(4)]),
        "top": np.concatenate([hands[f"top_spade_{s}"] for s in range(4)]),
        "situation": np.searchsorted([-199, -99, 0, 1, 100, 200], seats["lead"], side="right"),
    }
    rows = seats.assign(**extra)
    rows = rows[rows["strategy"] == "basic"]
    alike = ["situation", "spades", "top", "honours"]
    means = rows.groupby([*alike, "call"])["points"].agg(["mean", "count"]).unstack("call").dropna()
    weight = means["count"]["nil"]
    gain = (weight * (means["mean"]["nil"] - means["mean"]["number"])).sum() / weight.sum()
    row = found["nils.value"].frame.set_index("strategy").loc["basic"]
    assert row["gain"] == pytest.approx(gain)
    assert row["compared"] == pytest.approx(weight.sum() / (rows["call"] == "nil").sum())
    assert row["alternative"] == pytest.approx(row["nil"] - gain)


def test_bags_and_games_as_pandas_has_them(found, run_directory):
    hands, games = simspades.load(run_directory), simspades.load_games(run_directory)
    balance = found["bags.balance"].frame.set_index("team")
    for d, team in enumerate(["steady", "basic"]):
        assert balance["bags_game"][team] == pytest.approx(games[f"bags_taken_{d}"].mean())
        assert balance["penalties_game"][team] == pytest.approx(games[f"penalties_{d}"].mean())
        assert balance["cost"][team] == pytest.approx(hands[f"penalty_{d}"].mean())
    won = found["games.teams"].frame.set_index("team")["won"]
    assert won["steady"] == pytest.approx((games["winner"] == 0).mean())
    length = found["games.length"].frame.set_index("hands")["n"]
    assert length.to_dict() == games["hands"].value_counts().to_dict()


def test_one_more_bag_by_brute_force(found, run_directory):
    """Standings matched in pandas by both scores, the dealer and the other side's bags."""
    hands, games = simspades.load(run_directory), simspades.load_games(run_directory)
    hands = hands.merge(games[["game", "winner"]], on="game")
    sides = []
    for d in range(2):
        before = hands[f"score_{d}"] - hands[f"points_{d}"], hands[f"score_{1 - d}"] - hands[f"points_{1 - d}"]
        bags = [hands.groupby("game")[f"bags_total_{e}"].shift(fill_value=0) for e in (d, 1 - d)]
        paid = hands[f"penalty_{d}"]
        future = paid[::-1].groupby(hands["game"][::-1]).cumsum()[::-1]
        sides.append(
            pd.DataFrame(
                {
                    "own": np.clip(before[0] // 50, -6, 11),
                    "other": np.clip(before[1] // 50, -6, 11),
                    "deals": hands["dealer"] % 2 == d,
                    "others": bags[1] // 4,
                    "bags": bags[0],
                    "won": hands["winner"] == d,
                    "future": future,
                }
            )
        )
    rows = pd.concat(sides)
    alike = ["own", "other", "deals", "others"]
    cells = rows.groupby([*alike, "bags"])[["won", "future"]].agg(["mean", "count"])
    table = found["bags.marginal"].frame.set_index("bags_before")
    for bags in (0, 4, 8):
        here, more = (cells.xs(k, level="bags") for k in (bags, bags + 1))
        both = pd.concat({"here": here, "more": more}, axis=1, join="inner")
        n, m = both[("here", "won", "count")], both[("more", "won", "count")]
        weight = n * m / (n + m)
        cost = (weight * (both[("more", "future", "mean")] - both[("here", "future", "mean")])).sum() / weight.sum()
        assert table["points"][bags] == pytest.approx(1 - cost)
        lost = (weight * (both[("more", "won", "mean")] - both[("here", "won", "mean")])).sum() / weight.sum()
        assert table["win"][bags] == pytest.approx(lost)


def test_grouping_as_pandas_has_it(run_directory, seats):
    frame = simspades.analyze("bids", run_directory, by=["spades", "position"])["by"]
    numbers = seats[seats["call"] == "number"].assign(gap=lambda rows: rows["tricks"] - rows["bid"])
    means = numbers.groupby(["spades", "position"])["gap"].mean()
    assert frame.set_index(["spades", "position"])["bias"].to_dict() == pytest.approx(means.to_dict())


def test_small_chunks_and_many_threads_change_nothing(run_directory, found, monkeypatch):
    directory = run_directory.parent / "small-parts"
    monkeypatch.setattr("simspades.runs.plan.part_size", lambda by_game, count: 64)
    simspades.run("std4", games=400, strategy=["steady", "basic"], seed=3, out=directory, holdings=True)
    monkeypatch.setattr("simspades.analysis.chunks.CHUNK_ROWS", 1000)
    monkeypatch.setattr("simspades.analysis.tally.GATHERED", 10_000)
    again = answers(list(SUBJECTS), open_runs([directory]), threads=3)
    for answer in (answer for of_subject in again.values() for answer in of_subject):
        pd.testing.assert_frame_equal(answer.frame, found[answer.id].frame)


def test_cells_are_the_same_counted_by_place_and_by_hash(run_directory, found, monkeypatch):
    monkeypatch.setattr("simspades.analysis.tally.DENSE", 0)
    by_hash = answers(list(SUBJECTS), open_runs([run_directory]))
    monkeypatch.setattr("simspades.analysis.tally.DENSE", 10_000)
    by_place = answers(list(SUBJECTS), open_runs([run_directory]))
    for one, other in zip(itertools.chain(*by_hash.values()), itertools.chain(*by_place.values()), strict=True):
        pd.testing.assert_frame_equal(one.frame, found[one.id].frame)
        pd.testing.assert_frame_equal(other.frame, found[one.id].frame)


# --- what a run lacks ------------------------------------------------------------------------------------------------


def test_single_hands_say_that_games_are_missing(tmp_path):
    simspades.run("std4", hands=500, strategy="steady", seed=1, out=tmp_path / "hands", features=False)
    found = answers(list(SUBJECTS), open_runs([tmp_path / "hands"]))
    missing = {answer.id: answer.missing for of_subject in found.values() for answer in of_subject}
    assert missing["games.win"] == "It plays single hands: play games, with simspades run --games N."
    assert missing["bids.features"] == "It lacks the holdings' features: run it again without --no-features."
    assert missing["bids.calibration"] == ""
    assert "nil_broken" in missing["nils.broken"] or "features" in missing["nils.broken"]


def test_a_run_without_rows_says_so(tmp_path):
    simspades.run("std4", hands=500, strategy="steady", seed=1, out=tmp_path / "totals", summary_only=True)
    found = answers(["bids"], open_runs([tmp_path / "totals"]))["bids"]
    assert all(answer.frame.empty for answer in found)
    assert found[0].missing.startswith("It keeps no rows (--summary-only): run it again without")


def test_rules_without_nils_and_penalties_say_so(tmp_path):
    options = ["nil.enabled=false", "blind_nil.enabled=false", "bags.penalty=0"]
    simspades.run("std4", games=20, strategy="basic", seed=1, out=tmp_path / "plain", set=options)
    found = answers(["nils", "bags"], open_runs([tmp_path / "plain"]))
    assert {answer.missing for answer in found["nils"]} == {
        "Its rules have no nil: choose rules with nil.enabled = true."
    }
    marginal = next(answer for answer in found["bags"] if answer.id == "bags.marginal")
    assert marginal.missing == "Its rules have no bag penalty: choose rules with bags.penalty above 0."


def test_nobody_calls_a_nil():
    manifest = manifest_for("std4", n=30)
    found = answered(manifest, *random_rows(manifest, nil=0))
    assert found["nils.features"].frame.empty
    assert found["nils.features"].missing.startswith("Nobody called a nil")
    assert found["nils.attempts"].findings == ("steady calls no nil.",)


DUMMIES = {
    "dummy": {},
    "last dummy": {"dummy.tie": "last", "bid.first": "dealer"},
    "own tricks": {"dummy.bid_scope": "own_tricks"},
    "declarer only": {"dummy.scoring": "declarer_only"},
    "defenders together": {"dummy.scoring": "sum_defenders", "dummy.bid_scope": "own_tricks"},
}


@pytest.mark.parametrize("name", [*PRESETS, *DUMMIES])
def test_a_contract_is_made_by_the_tricks_that_it_is_about(name, tmp_path):
    """The engine says which contracts were made; the tables of contracts and bids must count the same tricks."""
    options = DUMMIES.get(name)
    rules = name if options is None else load_rules("three_dummy", options)
    run = simspades.run(rules, games=100, out=tmp_path / "run", strategy="basic", seed=3)
    facts = Facts.of("run", run)
    [files] = plan_chunks(run, facts)
    units = Units(read_chunk(files, facts), facts)
    made, margin = (units.column("sides", column) for column in ("made", "margin"))
    ordinary = made >= 0
    assert ordinary.any()
    np.testing.assert_array_equal(margin[ordinary] >= 0, made[ordinary] == 1)


@pytest.mark.parametrize("preset", ["std4", "solo4", "six", "three", "three_dummy", "two_about"])
@pytest.mark.parametrize("mode", ["games", "hands"])
def test_any_number_of_players_and_sides(preset, mode):
    manifest = manifest_for(preset, n=60, mode=mode, strategies=("steady", "basic"))
    hands, games = random_rows(manifest)
    found = answered(manifest, hands, games)
    for answer in found.values():
        assert list(answer.frame.columns) == list(answer.columns)
        assert answer.missing or len(answer.frame)
    counted = sum(hands[f"call_{s}"].to_pylist().count("number") for s in range(manifest.players))
    assert found["bids.strategy"].frame["n"].sum() == counted
    if manifest.sides == manifest.players and manifest.rules.options["nil.enabled"]:
        assert found["nils.partner"].missing == "Everybody plays alone: choose a game with partners."
    if mode == "games":
        assert found["games.teams"].frame["n"].sum() == 60 * manifest.sides


def test_broken_nils_where_the_columns_are_there():
    manifest = manifest_for("std4", n=50)
    hands, games = random_rows(manifest)
    broken = np.array([[2, 5, 2], [1, 3, 0]])  # in trick 2 by the seat left of seat 0, and so on
    for s in range(4):
        nil = np.array(hands[f"call_{s}"].to_pylist()) == "nil"
        lost = nil & (hands[f"tricks_{s}"].to_numpy() > 0)
        kind = np.arange(len(lost)) % 3
        for name, values in (("trick", broken[0][kind]), ("by", (broken[1][kind] + s) % 4)):
            column = pa.array(values.astype(np.int8), mask=~lost)
            hands = hands.append_column(f"nil_broken_{name}_{s}", column)
    answer = answered(manifest, hands, games)["nils.broken"]
    assert set(rows_of(answer, "trick", "by")) == {
        (2, "the opponent on the left"),
        (5, "the opponent on the right"),
        (2, "the bidder"),
    }
    assert answer.frame["share"].sum() == pytest.approx(1)


# --- several runs ----------------------------------------------------------------------------------------------------


def test_runs_on_the_same_deals_are_paired(tmp_path, run_directory):
    simspades.run("std4", games=300, strategy="basic", seed=3, out=tmp_path / "same")
    simspades.run("std4", games=300, strategy="basic", seed=4, out=tmp_path / "other")
    tables_of = simspades.analyze("bids", run_directory, tmp_path / "same", tmp_path / "other")
    assert tables_of["seat"]["run"].unique().tolist() == ["games", "same", "other"]
    gap = tables_of["position.difference"].set_index(["run", "position"])
    assert gap["paired"].groupby("run").first().to_dict() == {"same": True, "other": False}
    by_position = simspades.analyze("bids", tmp_path / "same", by=["position"])["by"].set_index("position")
    first = simspades.analyze("bids", run_directory, by=["position"])["by"].set_index("position")
    assert gap["bias"]["same"].to_dict() == pytest.approx((by_position["bias"] - first["bias"]).to_dict())
    assert (gap["bid_se"]["same"] < gap["bid_se"]["other"]).all()


def test_a_run_minus_itself_is_nothing(tmp_path, run_directory):
    shutil.copytree(run_directory, tmp_path / "again")
    manifest = load_manifest(tmp_path / "again")
    text = (tmp_path / "again" / "run.json").read_text()
    assert manifest.status == "done"
    (tmp_path / "again" / "run.json").write_text(text.replace('"summary": {', '"summary": {"again": 1, ', 1))
    tables_of = simspades.analyze("games", run_directory, tmp_path / "again")
    gap = tables_of["win.difference"]
    assert (gap["won"] == 0).all()
    assert (gap["won_se"].dropna() == 0).all()


def test_pieces_of_a_run_are_put_together(tmp_path, monkeypatch):
    monkeypatch.setattr("simspades.runs.plan.part_size", lambda by_game, count: 16)
    whole, piece = tmp_path / "whole", tmp_path / "piece"
    simspades.run("std4", games=40, strategy="steady", seed=1, out=whole)
    expected = simspades.analyze("bids", whole)["seat"]
    for table in ("hands", "games"):
        (piece / table).mkdir(parents=True)
        shutil.move(whole / table / "part-00001.parquet", piece / table / "part-00001.parquet")
    shutil.copy(whole / "run.json", piece / "run.json")
    pd.testing.assert_frame_equal(simspades.analyze("bids", whole, piece)["seat"], expected)
    pd.testing.assert_frame_equal(simspades.analyze("bids", str(tmp_path / "*"))["seat"], expected)
    with pytest.raises(RecordError, match=r"part-00001\.parquet is missing"):
        simspades.analyze("bids", whole)
    with pytest.raises(RecordError, match="is given twice"):
        simspades.analyze("bids", whole, whole)


def test_a_run_in_another_file_system(run_directory):
    import fsspec

    memory = fsspec.filesystem("memory")
    memory.put(str(run_directory), "/there", recursive=True)
    frame = simspades.analyze("seats", "memory://there")["side"]
    pd.testing.assert_frame_equal(frame, simspades.analyze("seats", run_directory)["side"])
    with pytest.raises(RecordError, match="memory://nowhere is not a run directory"):
        open_runs(["memory://nowhere"])
    with pytest.raises(RecordError, match="cannot be read"):
        open_runs(["nothing://there"])


def test_a_damaged_part_is_named(tmp_path):
    simspades.run("std4", games=40, strategy="steady", seed=1, out=tmp_path / "run")
    part = tmp_path / "run" / "hands" / "part-00000.parquet"
    content = bytearray(part.read_bytes())
    content[2000] ^= 1
    part.write_bytes(content)
    with pytest.raises(RecordError, match=r"part-00000\.parquet is damaged"):
        simspades.analyze("bids", tmp_path / "run")


# --- words -----------------------------------------------------------------------------------------------------------


def test_the_page_of_answers_is_up_to_date(pytestconfig):
    page = (pytestconfig.rootpath / "docs" / "answers.md").read_text(encoding="utf-8")
    assert page == answers_page()


def test_every_table_says_what_its_columns_mean():
    names = [table.id for subject in SUBJECTS for table in tables(subject)]
    assert len(set(names)) == len(names)
    for table in (table for subject in SUBJECTS for table in tables(subject)):
        assert table.id.startswith(f"{table.subject}.")
        assert table.reading.endswith(".")
        for name, text in table.columns().items():
            assert text.meaning, (table.id, name)
        names_of_columns = [part.name for part in (*table.keys, *table.counts, *table.figures)]
        assert len(set(names_of_columns)) == len(names_of_columns), table.id


def test_unknown_subjects_and_columns_are_named():
    with pytest.raises(SimspadesError, match=r"there is no subject nil \(did you mean nils\?\)"):
        tables("nil")
    with pytest.raises(SimspadesError, match=r"cannot be grouped by spade \(did you mean spades or top_spade\?\)"):
        grouped("bids", ["spade"])


# --- the worth of a contract -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"bags.points": 0},
        {"bags.points": -1},
        {"score.set_penalty": "undertrick"},
        {"score.double_bid_loses": True},
        {"score.over_limit": 3},
        {"ten200.mode": "exact", "ten200.auto": True},
    ],
    ids=str,
)
def test_the_worth_of_a_contract_is_the_referee_s(options):
    rules = load_rules("std4", options)
    for contract, tricks in itertools.product(range(1, 14), range(14)):
        if "ten200.mode" in options and contract == 10:
            continue  # a ten that is for 200 is no plain number
        members = [Member(Call(Kind.NUMBER, contract), tricks), Member(Call(Kind.NUMBER, 0), 0)]
        score = score_side(rules, members)
        assert contract_points(rules, contract, tricks) == score.points + score.penalty, (contract, tricks)


def test_a_bag_is_charged_its_share_of_the_penalty():
    rules = load_rules("std4")
    assert contract_worth(rules, 5, 7) == 50 + 2 * (1 - 10)
    assert contract_worth(rules, 5, 4) == -50
    assert contract_worth(load_rules("std4", {"bags.penalty": 0}), 5, 7) == 52


def simspades_command(*arguments):
    from simspades.cli import main

    with pytest.raises(SystemExit) as ended:
        main(["analyze", *map(str, arguments)])
    return ended.value.code


def test_the_command_knows_the_subjects():
    from simspades.cli import analyze

    assert tuple(SUBJECTS) == analyze.SUBJECTS


def test_the_command_prints_tables(run_directory, capsys):
    assert simspades_command("bids", "nils", run_directory, "--rows", 3) == 0
    printed = capsys.readouterr().out
    assert "Tricks taken by bid  [bids.calibration]" in printed
    assert "What nils are worth  [nils.value]" in printed
    assert "rows more: --rows 0, or --csv FILE" in printed
    row = r"^steady +1 +[\d,]+ +\d+\.\d+ % \(\d+\.\d+–\d+\.\d+\) +\d\.\d+ ± 0\.\d+"
    assert re.search(row, printed, re.MULTILINE)


def test_the_command_writes_tables(run_directory, tmp_path, capsys):
    assert simspades_command("games", run_directory, "--csv", tmp_path / "games.csv") == 0
    assert pd.read_csv(tmp_path / "games.games.length.csv")["n"].sum() == 400
    assert simspades_command("games", run_directory, "--table", "games.win", "--parquet", tmp_path / "win.parquet") == 0
    assert len(pd.read_parquet(tmp_path / "win.parquet")) > 20
    assert simspades_command("bids", run_directory, "--by", "bid,position", "--csv", "-") == 0
    header, first = capsys.readouterr().out.splitlines()[:2]
    assert header.startswith("bid,position,n,")
    assert first.startswith("1,1,")


def test_the_command_names_what_is_wrong(run_directory, tmp_path, capsys):
    wrong = [
        (("bid", run_directory), "there is no subject bid (did you mean bids?)"),
        (("bids",), "there is no run to analyse: give its directory after bids"),
        (("bids", tmp_path), "is not a run directory: it has no run.json"),
        (("bids", run_directory, "--by", "spade"), "bids cannot be grouped by spade (did you mean spades"),
        (("bids", run_directory, "--table", "bids.seats"), "there is no table bids.seats (did you mean bids.seat"),
        (("bids", run_directory, "--parquet", "-"), "--parquet takes a file, and - stands for standard output"),
        (("bids", run_directory, "--csv", "-"), "only one table can go to standard output: choose it with --table"),
    ]
    for arguments, message in wrong:
        assert simspades_command(*arguments) == 2
        assert message in capsys.readouterr().err


def test_json_of_the_command(run_directory, capsys):
    assert simspades_command("nils", run_directory, "--json", "--table", "nils.attempts") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["runs"] == ["games"]
    (table,) = document["tables"]
    assert table["id"] == "nils.attempts"
    assert set(table["columns"]) == set(table["rows"][0])
    assert table["columns"]["kept"]["unit"] == "share"
