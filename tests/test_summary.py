"""``simspades summary``: figures worked out by hand, what the sentences say, and the command on small runs."""

import dataclasses
import json
import math

import numpy as np
import pyarrow as pa
import pytest
from click.testing import CliRunner
from test_totals import made_up_hands

from simspades.analysis import totals_of_tables
from simspades.analysis.statistics import Estimate
from simspades.analysis.summary import RunInfo, summarize, summarize_run, totals_of_run
from simspades.cli import main
from simspades.cli.summary import command
from simspades.engine import ENGINE_VERSION, Situation, Table
from simspades.errors import RecordError
from simspades.records import manifest as records
from simspades.records.manifest import Manifest, plan_parts, save_manifest
from simspades.records.reader import open_run
from simspades.records.table import games_table, hands_table
from simspades.records.writer import write_part
from simspades.rules import load_rules
from simspades.strategies.library.basic import basic

STEADY_AGAINST_BASIC = ("steady", "basic", "steady", "basic")


def hands_of(rows):
    """Rows of ``hands/``: (game, dealer, bids, tricks, contracts, made, points, bags, penalties); "n" is a nil."""
    kinds = {"n": "nil"}
    columns = {"game": [row[0] for row in rows], "dealer": [row[1] for row in rows]}
    for s in range(4):
        columns[f"call_{s}"] = pa.array([kinds.get(row[2][s], "number") for row in rows]).dictionary_encode()
        columns[f"bid_{s}"] = [0 if row[2][s] in kinds else row[2][s] for row in rows]
        columns[f"tricks_{s}"] = [row[3][s] for row in rows]
    for d in range(2):
        for k, name in enumerate(("contract", "made", "points", "bags", "penalty"), start=4):
            columns[f"{name}_{d}"] = [row[k][d] for row in rows]
    return pa.table(columns)


# three hands of two games; the nil of seat 2 fails in the first and is made in the last, and each side is set once
HANDS = hands_of(
    [
        (0, 3, (5, 3, "n", 2), (6, 4, 1, 2), (5, 5), (True, True), (-48, 51), (2, 1), (0, 0)),
        (0, 0, (3, 4, 2, 3), (4, 3, 3, 3), (5, 7), (True, False), (-48, -70), (2, 0), (100, 0)),
        (1, 3, (4, 3, "n", 4), (3, 4, 0, 6), (4, 7), (False, True), (60, 73), (0, 3), (0, 0)),
    ]
)
GAMES = pa.table(
    {
        "winner": pa.array([1, None], pa.int8()),
        "hands": [2, 1],
        "score_0": [-96, 60],
        "score_1": [-19, 73],
        "bags_taken_0": [4, 0],
        "bags_taken_1": [1, 3],
        "sets_0": [0, 1],
        "sets_1": [1, 0],
        "lead_changes": [0, 3],
        "capped": [False, True],
    }
)


def info(*lineup, status="done", planned=2):
    return RunInfo("std4", 7, planned, status, (lineup or STEADY_AGAINST_BASIC,))


@pytest.fixture(scope="module")
def by_game():
    return summarize(totals_of_tables(HANDS, GAMES, 4, 2, "games"), info())


@pytest.fixture(scope="module")
def by_hand():
    return summarize(totals_of_tables(HANDS, None, 4, 2, "hands"), info())


def values(group):
    return {key: (estimate.value, estimate.n) for key, estimate in group.figures.items()}


def test_sides_by_hand(by_game):
    first, second = by_game.sides
    assert values(first) == {
        "contract": (14 / 3, 3),
        "made": (2 / 3, 3),
        "points": (-12, 3),
        "bags": (4 / 3, 3),
        "penalty": (100 / 3, 3),
        "nils_made": (1 / 2, 2),
        "blind_nils_made": (None, 0),
        "games_won": (0, 2),
        "game_points": (-18, 2),
        "game_bags": (2, 2),
        "game_sets": (1 / 2, 2),
    }
    assert second.figures["games_won"].value == 1 / 2
    assert second.figures["nils_made"] == Estimate(None, None, None, None, 0)
    assert (first.seats, first.strategies) == ((0, 2), ("steady", "steady"))


def test_points_have_the_error_of_two_games(by_game):
    # games: -96 in 2 hands, 60 in 1; r = -12; residuals -72 and 72; se^2 = 2 * (72^2 + 72^2) / 9
    assert by_game.sides[0].figures["points"].se == pytest.approx(math.sqrt(2 * 2 * 72**2 / 9))


def test_points_have_the_error_of_three_single_hands(by_hand):
    assert by_hand.sides[0].figures["points"].se == pytest.approx(np.std([-48, -48, 60], ddof=1) / math.sqrt(3))
    assert "games_won" not in by_hand.sides[0].figures
    assert by_hand.games is None


def test_seats_and_positions_by_hand(by_game):
    assert values(by_game.seats[2]) == {
        "bid": (2 / 3, 3),
        "tricks": (4 / 3, 3),
        "nil_calls": (2 / 3, 3),
        "blind_nil_calls": (0, 3),
    }
    # the dealer is seat 3, 0, 3: on his left sit 0, 1, 0, and he himself bid 2, 3, 4
    assert values(by_game.positions[0]) == {"bid": ((5 + 4 + 4) / 3, 3), "tricks": ((6 + 3 + 3) / 3, 3)}
    assert values(by_game.positions[3]) == {"bid": ((2 + 3 + 4) / 3, 3), "tricks": ((2 + 4 + 6) / 3, 3)}
    assert [group.label for group in by_game.positions][2:] == ["3rd after the dealer", "dealer"]


def test_the_table_by_hand(by_game):
    expected = {
        "bid_sum": 11.0,  # of 10, 12, 11
        "bid_sum_sd": math.sqrt(2 / 3),
        "hands_a_game": 1.5,
        "lead_changes": 1.5,
        "margin": (77 + 13) / 2,
        "draws": 0.5,
        "capped": 0.5,
    }
    assert {key: estimate.value for key, estimate in by_game.table.items()} == pytest.approx(expected)


def test_differences_are_paired(by_hand):
    # in the same hands: -99, 22, -13
    difference = by_hand.comparisons[0].points
    assert difference.value == pytest.approx(-30)
    assert difference.se == pytest.approx(np.std([-99, 22, -13], ddof=1) / math.sqrt(3))
    # the dealer's side minus the other: side 1, 0, 1 dealt
    assert by_hand.dealer_effect.value == pytest.approx((99 + 22 + 13) / 3)


def test_json_and_frame_hold_the_same_figures(by_game):
    document = json.loads(json.dumps(by_game.to_json()))
    assert document["run"]["hands"] == 3
    assert document["run"]["games"] == 2
    assert document["sides"][0]["points"] == dataclasses.asdict(by_game.sides[0].figures["points"])
    assert document["sides"][0]["strategies"] == ["steady", "steady"]
    assert document["positions"][3]["label"] == "dealer"
    frame = by_game.frame("sides")
    assert frame.loc[(0, "made"), "n"] == 3
    assert frame.loc[(1, "points"), "value"] == pytest.approx(18)


def test_every_key_of_the_json_is_documented(by_game, request):
    text = (request.config.rootpath / "docs" / "summary.md").read_text(encoding="utf-8")
    document = by_game.to_json()
    keys = {*document, *document["run"], *document["table"], *document["comparisons"][0], *document["dealer_effect"]}
    for groups in ("sides", "seats", "positions"):
        keys |= set(document[groups][0])
    assert [key for key in sorted(keys) if f"`{key}`" not in text] == []


# --- sentences -------------------------------------------------------------------------------------------------------


def hands_with_points(first, second, dealers=None):
    n = len(first)
    dealers = dealers or [k % 4 for k in range(n)]
    rows = [
        (k, dealers[k], (3, 3, 3, 3), (4, 3, 3, 3), (6, 6), (True, True), (first[k], second[k]), (1, 0), (0, 0))
        for k in range(n)
    ]
    return hands_of(rows)


def findings(hands, *lineup, games=None):
    mode = "hands" if games is None else "games"
    return summarize(totals_of_tables(hands, games, 4, 2, mode), info(*lineup)).findings


def test_the_better_side_is_named():
    hands = hands_with_points([61, 63, 62, 60], [50, 51, 52, 53])
    sentence = findings(hands, *STEADY_AGAINST_BASIC)
    # differences 11, 12, 10, 7: mean 10, variance 14/3, standard error 1.08
    assert sentence == ["Side 0 (steady) scores 10.0 ± 1.1 points a hand more than side 1 (basic)."]
    assert findings(hands, "basic", "steady", "basic", "steady") == [
        "Side 0 (basic) scores 10.0 ± 1.1 points a hand more than side 1 (steady)."
    ]
    worse = hands_with_points([50, 51, 52, 53], [61, 63, 62, 60])
    assert "10.0 ± 1.1 points a hand less than" in findings(worse)[0]


def test_sides_that_the_run_does_not_tell_apart():
    sentence = findings(hands_with_points([60, -60, 50, 52], [-60, 60, 52, 50]))[0]
    assert sentence.startswith("The run does not tell side 0 (steady) and side 1 (basic) apart by points")
    assert "apart" in findings(hands_with_points([50, 50], [50, 50]))[0]


def test_sides_that_play_alike_give_the_worth_of_the_deal():
    hands = hands_with_points([60, 62, 61, 63], [50, 50, 50, 50], dealers=[0, 2, 0, 2])
    sentences = findings(hands, "basic", "basic", "basic", "basic")
    assert sentences[0].startswith("All sides play basic")
    assert sentences[1] == "The dealer's side scores 11.50 ± 0.65 points a hand more than the other side."
    # the same strategies, seated crosswise, are the same line-up
    assert findings(hands, "basic", "steady", "steady", "basic")[0].startswith("All sides play basic and steady")


def test_games_won_get_a_sentence_with_the_interval():
    n = 100
    games = pa.table({name: pa.concat_arrays(GAMES[name].chunks * (n // 2)) for name in GAMES.column_names})
    winners = [0] * 70 + [1] * 30
    games = games.set_column(0, "winner", pa.array(winners, pa.int8()))
    hands = hands_with_points([50] * n, [49 + k % 3 for k in range(n)])
    sentence = findings(hands, games=games)[-1]
    # Wilson's interval of 70 of 100
    assert sentence == (
        "Side 0 (steady) wins 70 % (95 % interval 60 to 78) of the games, side 1 (basic) 30 % (95 % interval 22 to 40)."
    )
    games = games.set_column(0, "winner", pa.array([0] * 52 + [1] * 48, pa.int8()))
    assert findings(hands, games=games)[-1].endswith("the run does not tell them apart by games won.")


def test_one_hand_says_nothing():
    hands = hands_with_points([50], [40])
    assert findings(hands) == ["This is too little to compare side 0 (steady) with side 1 (basic)."]
    assert findings(hands, *["basic"] * 4)[-1] == "This is too little to tell what the deal is worth."


def test_several_lineups_are_pooled():
    several = dataclasses.replace(info(), lineups=(STEADY_AGAINST_BASIC, ("basic", "steady", "basic", "steady")))
    summary = summarize(totals_of_tables(HANDS, None, 4, 2, "hands"), several)
    assert summary.findings[0] == "The run has 2 line-ups; the figures pool them."
    assert [side.label for side in summary.sides] == ["side 0", "side 1"]


def test_six_players_and_solo_sides_have_their_groups():
    totals = totals_of_tables(made_up_hands("hands", 50, 1, players=6, sides=3), None, 6, 3, "hands")
    summary = summarize(totals, info("basic", "steady", "random", "basic", "steady", "random"))
    assert [side.seats for side in summary.sides] == [(0, 3), (1, 4), (2, 5)]
    assert [(pair.a, pair.b) for pair in summary.comparisons] == [(0, 1), (0, 2)]
    assert summary.positions[5].label == "dealer"
    assert len(summary.findings) == 2


# --- run directories and the command ---------------------------------------------------------------------------------


def play(directory, mode, n, *, part_size=64, summary_only=False, status="done", parts=None, lineup=(0, 1, 0, 1)):
    """A run directory as ``simspades run`` writes it, with ``basic`` at every seat under two names."""
    rules = load_rules("std4")
    table = Table(rules, [basic] * 4, Situation() if mode == "hands" else None, max_hands=30)
    strategies = [
        records.StrategyRecord(spec=spec, name="basic", parameters={}, digest="0") for spec in ("lab/a.py:one", "basic")
    ]
    manifest = Manifest(
        engine_version=ENGINE_VERSION,
        mode=mode,
        n=n,
        seed=5,
        players=4,
        sides=2,
        rules=records.RulesRecord(name=rules.name, options=rules.flat(), digest=rules.digest),
        strategies=strategies,
        lineups=[list(lineup)],
        situation=None,
        max_hands=30 if mode == "games" else None,
        features=False,
        summary_only=summary_only,
        part_size=part_size,
        parts=plan_parts(n, part_size),
        status=status,
    )
    directory.mkdir()
    totals = None
    for part in manifest.parts[:parts]:
        block = table.play(5, part.first, part.count)
        hands = hands_table(block.hands, mode=mode)
        games = None if block.games is None else games_table(block.games)
        of_part = totals_of_tables(hands, games, 4, 2, mode)
        totals = of_part if totals is None else totals + of_part
        if not summary_only:
            for name, rows in (("hands", hands), ("games", games)):
                if rows is not None:
                    path = part.file(directory, name)
                    write_part(path, [rows], rows.schema, manifest.part_metadata(part, name))
    summary = {"totals": totals.to_json()} if summary_only and totals is not None else {}
    save_manifest(directory, manifest.model_copy(update={"summary": summary}))
    return totals


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    root = tmp_path_factory.mktemp("runs")
    return {
        "hands": (root / "hands", play(root / "hands", "hands", 200)),
        "games": (root / "games", play(root / "games", "games", 100)),
        "totals": (root / "totals", play(root / "totals", "games", 100, summary_only=True)),
        "unfinished": (root / "unfinished", play(root / "unfinished", "games", 100, status="interrupted", parts=1)),
    }


@pytest.mark.parametrize("kind", ["hands", "games", "totals", "unfinished"])
def test_the_totals_of_a_run_are_those_of_its_rows(runs, kind):
    directory, totals = runs[kind]
    assert totals_of_run(open_run(directory)) == totals


def test_a_run_without_rows_has_the_same_figures(runs):
    with_rows = summarize_run(open_run(runs["games"][0]))
    assert summarize_run(open_run(runs["totals"][0])) == with_rows
    assert with_rows.games == 100


@pytest.mark.parametrize("kind", ["hands", "games", "totals", "unfinished"])
def test_the_command_prints_plain_tables_of_at_most_100_columns(runs, kind):
    result = CliRunner().invoke(command, [str(runs[kind][0])])
    assert result.exit_code == 0
    assert "\x1b" not in result.output
    assert max(len(line) for line in result.output.splitlines()) <= 100
    for text in ("side 0 (one)", "side 1 (basic)", "nils made", "sum of the contracts", "3rd after the dealer"):
        assert text in result.output
    assert ("games won" in result.output) == (kind != "hands")


def test_the_command_shows_the_figures(runs):
    directory, totals = runs["hands"]
    output = CliRunner().invoke(command, [str(directory)]).output
    assert output.startswith("std4: 200 hands, seed 5\n")
    points = summarize(totals, info()).sides[0].figures["points"]
    line = next(line for line in output.splitlines() if line.startswith("points a hand"))
    assert line.split()[3:6] == [f"{points.value:.1f}", "±", f"{points.se:.1f}"]
    # nobody can call a blind nil at 0-0
    line = next(line for line in output.splitlines() if line.startswith("blind nils made"))
    assert line.split()[3:] == ["none", "none"]


def test_json_of_the_command(runs):
    directory, totals = runs["games"]
    result = CliRunner().invoke(command, [str(directory), "--json"])
    document = json.loads(result.output)
    assert document["run"] == {
        "rules": "std4",
        "seed": 5,
        "mode": "games",
        "lineups": [["one", "basic", "one", "basic"]],
        "status": "done",
        "planned": 100,
        "hands": totals.hands.sum("hands"),
        "games": 100,
    }
    assert document["sides"][0]["games_won"]["n"] == 100


def test_an_unfinished_run_says_how_much_is_there(runs):
    output = CliRunner().invoke(command, [str(runs["unfinished"][0])]).output
    assert output.startswith("std4: 64 games, ")
    assert "The run is not finished (interrupted): it was to play 100 games." in output


def test_a_run_without_a_finished_part_is_an_error(tmp_path, capsys):
    for kind, summary_only in (("rows", False), ("totals", True)):
        play(tmp_path / kind, "hands", 10, status="interrupted", parts=0, summary_only=summary_only)
        with pytest.raises(RecordError, match="holds no hand yet"):
            summarize_run(open_run(tmp_path / kind))
    with pytest.raises(SystemExit) as stop:
        main(["summary", str(tmp_path / "rows")])
    assert stop.value.code == 2
    assert capsys.readouterr().err.startswith(f"simspades: {tmp_path / 'rows'} holds no hand yet")


def test_no_run_directory_is_an_error(tmp_path):
    with pytest.raises(RecordError, match="not a run directory"):
        CliRunner().invoke(command, [str(tmp_path)], catch_exceptions=False)


def test_files_of_strategies_are_left_out_only_where_names_stay_distinct(tmp_path):
    strategy = {"name": "x", "parameters": {}, "digest": "0"}
    play(tmp_path / "run", "hands", 10)
    manifest = open_run(tmp_path / "run").manifest
    two = [records.StrategyRecord(spec=spec, **strategy) for spec in ("a.py:bold", "b.py:bold")]
    assert RunInfo.of(manifest).lineups == (("one", "basic", "one", "basic"),)
    same_names = manifest.model_copy(update={"strategies": two})
    assert RunInfo.of(same_names).lineups == (("a.py:bold", "b.py:bold", "a.py:bold", "b.py:bold"),)
