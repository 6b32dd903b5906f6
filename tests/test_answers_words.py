"""What answers say of short runs, of single hands, of sides that agree on bids, and of what is within chance."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from answer_tools import answered, manifest_for, random_rows

import simspades
from simspades.analysis.answers import SUBJECTS, answers, facts_of, open_runs
from simspades.analysis.answers.bags import MARGINAL
from simspades.analysis.answers.bids import BY_STRATEGY, SHIFTED
from simspades.analysis.answers.nils import WORTH
from simspades.analysis.estimates import Estimates, cluster_shifts
from simspades.analysis.table import Built


def by_id(*directories, subjects=tuple(SUBJECTS)):
    found = answers(subjects, open_runs(directories))
    return {answer.id: answer for of_subject in found.values() for answer in of_subject}


def estimates(*pairs):
    """Estimates of given values and standard errors, from 400 clusters."""
    value, se = (np.array(column, np.float64) for column in zip(*pairs, strict=True))
    influence = np.outer(np.where(np.arange(400) % 2, 1.0, -1.0), se * np.sqrt(399) / 400)
    ones = np.ones(len(value))
    return Estimates(value, influence, np.arange(400), 400 * ones, np.full(len(value), 400))


def said(table, groups, facts, **figures):
    return list(table.findings(Built(pd.DataFrame(groups), {}, figures), facts))


@pytest.fixture(scope="module")
def partners(tmp_path_factory):
    """Short games in which sides agree on one number."""
    directory = tmp_path_factory.mktemp("runs") / "barmore"
    simspades.run("barmore", games=60, strategy="steady", seed=3, out=directory)
    return directory


@pytest.fixture(scope="module")
def facts(partners):
    return facts_of(open_runs([partners]))[0]


# --- short runs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [1, 2])
def test_a_count_of_bags_that_nobody_had_is_left_out(games, tmp_path):
    simspades.run("std4", games=games, strategy="steady", seed=1, out=tmp_path / "run")
    hands = simspades.load(tmp_path / "run")
    before = np.concatenate([hands.groupby("game")[f"bags_total_{d}"].shift(fill_value=0) for d in range(2)])
    counts = sorted({int(count) for count in before})
    assert counts != list(range(counts[-1] + 1))  # the seed leaves one out
    table = by_id(tmp_path / "run")["bags.marginal"].frame
    assert table["bags_before"].tolist() == counts[:-1]
    followed = table["bags_before"].isin([count - 1 for count in counts])
    assert table["points"][~followed].isna().all()


def test_tables_of_many_cells_have_clusters_enough():
    """50 games are 50 clusters, not the seven that eight of them together would make."""
    assert cluster_shifts([50]) == (0, 0)
    for n in (33, 64, 65, 200, 512, 513, 9_000_000):
        shift, coarse = cluster_shifts([n])
        assert -(-n >> shift + coarse) > 32
    for short in (10, 50, 2_000):  # beside a long run the coarse clusters stay few
        shift, coarse = cluster_shifts([short, 9_000_000])
        assert -(-9_000_000 >> shift + coarse) <= 512


def test_short_games_have_errors_of_who_will_win(partners):
    win = by_id(partners)["games.win"].frame
    level = win[(win["own"] == 0) & (win["other"] == 0)]
    games = simspades.load_games(partners)
    assert level["n"].item() > len(games)
    assert level["won"].item() == pytest.approx(0.5, abs=0.1)
    assert 0 < level["won_high"].item() - level["won_low"].item() < 0.5


# --- single hands ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2])
def test_single_hands_have_no_figures_of_games(number, tmp_path):
    simspades.run("std4", hands=200, strategy="steady", seed=1, out=tmp_path / "hands", hand_in_game=number)
    balance = by_id(tmp_path / "hands")["bags.balance"]
    row = balance.frame.iloc[0]
    assert row["bags"] > 0
    assert np.isnan([row["bags_game"], row["penalties_game"], row["cost_game"]]).all()
    assert "penalties" not in balance.findings[0]


def test_what_bags_cost_at_once_is_called_a_cost(tmp_path):
    simspades.run("three", games=20, strategy="steady", seed=1, out=tmp_path / "three")
    [sentence] = by_id(tmp_path / "three")["bags.balance"].findings
    assert "cost its side" in sentence
    assert "earn" not in sentence
    assert "-" not in sentence


# --- sides that agree on bids ----------------------------------------------------------------------------------------


def test_agreed_bids_are_held_against_the_tricks_of_the_side(partners):
    hands = simspades.load(partners)
    bid, tricks, contracts = [], [], []
    for s in range(4):
        called = hands[f"call_{s}"].astype(str) == "number"
        bid += hands[f"bid_{s}"][called].astype(int).tolist()
        tricks += (hands[f"tricks_{s}"] + hands[f"tricks_{(s + 2) % 4}"])[called].astype(int).tolist()
        contracts += hands[f"contract_{s % 2}"][called].astype(int).tolist()
    assert bid == contracts
    found = by_id(partners)
    row = found["bids.strategy"].frame.iloc[0]
    assert row["n"] == len(bid)
    assert row["tricks"] == pytest.approx(np.mean(tricks))
    assert row["exact"] == pytest.approx(np.mean(np.array(tricks) == np.array(bid)))
    assert found["bids.strategy"].findings[0].startswith("The side of steady takes")
    shift = found["bids.shift"].frame.set_index("shift")
    assert shift["n"][0] == sum(number > 0 for number in bid)
    assert found["bags.taker"].missing.startswith("Its sides agree on one number")


def test_calls_for_the_side_are_nobody_s_bid(tmp_path):
    """The partner of a blind bid has none of his own, so no trick of his is beyond it."""
    manifest = manifest_for("std4", n=40)
    hands, games = random_rows(manifest, nil=0)
    names = hands.column_names
    hands = hands.set_column(names.index("call_0"), "call_0", [["blind"] * len(hands)])
    hands = hands.set_column(names.index("call_2"), "call_2", [["-"] * len(hands)])
    taker = answered(manifest, hands, games)["bags.taker"].frame
    assert set(taker["kind"]) == {"number"}
    assert taker["n"].sum() == 2 * np.count_nonzero(hands["bags_1"].to_numpy() > 0)


# --- sentences -------------------------------------------------------------------------------------------------------


def test_one_more_bag_is_not_said_to_cost_what_is_within_chance(facts):
    groups = {"bags_before": [0, 1]}
    [sentence] = said(
        MARGINAL, groups, facts, points=estimates((1, 0), (-1, 0.8)), win=estimates((0, 0), (-0.02, 0.02))
    )
    assert sentence == "The run does not show that one bag more costs points in the rest of the game."
    [sentence] = said(
        MARGINAL, groups, facts, points=estimates((-3, 0.5), (-9, 0.5)), win=estimates((-0.1, 0.01), (0.02, 0.02))
    )
    assert sentence == (
        "One bag more costs most at 1 bag: 9.00 ± 0.50 points in the rest of the game, with no clear change in the "
        "games won: 2.0 ± 2.0 %."
    )
    [sentence] = said(
        MARGINAL, groups, facts, points=estimates((-9, 0.5), (-3, 0.5)), win=estimates((-0.1, 0.01), (0.02, 0.02))
    )
    assert sentence.endswith("and with them 10.00 ± 1.00 % of the games.")


@pytest.mark.parametrize(
    ("gains", "words"),
    [
        (((0.4, 0.3), (0, 0), (-2, 0.3)), "is not clear: on the same tricks, every bid of steady 1 lower"),
        (((0.9, 0.1), (0, 0), (-2, 0.3)), "every bid of steady 1 lower would have gained 0.90 ± 0.10 points"),
        (((-0.9, 0.1), (0, 0), (-2, 0.3)), "would have scored less than the bids of steady"),
        (((-0.1, 0.1), (0, 0), (-2, 0.3)), "is not clear: on the same tricks, every bid of steady 1 lower"),
    ],
)
def test_other_bids_are_better_only_where_it_is_clear(gains, words, facts):
    groups = {"strategy": ["steady"] * 3, "shift": [-1, 0, 1]}
    [sentence] = said(SHIFTED, groups, facts, gain=estimates(*gains))
    assert words in sentence


def test_a_bias_within_chance_is_called_so(facts):
    groups = {"strategy": ["steady", "basic"]}
    of_chance, clear = said(
        BY_STRATEGY, groups, facts, bias=estimates((0.1, 0.2), (0.5, 0.1)), exact=estimates((0.3, 0.01), (0.3, 0.01))
    )
    assert "which is within chance" in of_chance
    assert "chance" not in clear


@pytest.mark.parametrize(
    ("break_even", "words"),
    [
        ((0.5, 0.01), "less than a number on like holdings; it breaks even when 50.0 ± 1.0 % are kept."),
        ((1.2, 0.1), "it would bring less even if all were kept."),
        ((np.nan, np.nan), "less than a number on like holdings."),
    ],
)
def test_a_break_even_share_is_a_share(break_even, words, facts):
    [sentence] = said(
        WORTH, {"strategy": ["steady"]}, facts, gain=estimates((-20, 2)), break_even=estimates(break_even)
    )
    assert sentence.endswith(words)


def test_the_first_dealer_s_side_is_not_the_place_alone_where_sides_differ(tmp_path):
    simspades.run("std4", games=20, strategy="steady", seed=1, out=tmp_path / "one")
    simspades.run("std4", games=20, strategy=["steady", "basic"], seed=1, out=tmp_path / "two")
    one, two = (by_id(tmp_path / name)["seats.games"].findings[0] for name in ("one", "two"))
    assert one.endswith("would be even.")
    assert two.endswith("but the sides play differently, which counts too.")
