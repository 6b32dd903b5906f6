"""Tuning: the search, its resumption, and the confirmation on deals that the search has not seen."""

import json
import math

import numpy as np
import pytest
from run_tools import failure, simspades

pytest.importorskip("optuna")

from simspades.analysis.statistics import Estimate
from simspades.errors import SimspadesError
from simspades.rules import load_rules
from simspades.runs.plan import make_player
from simspades.runs.workers import Threads
from simspades.strategies import load_strategy
from simspades.studies.match.play import match
from simspades.studies.tune import play as tuning
from simspades.studies.tune.play import TuneInterrupted, tune
from simspades.studies.tune.search import Notebook, Trial, search
from simspades.studies.tune.space import Parameter, parse
from simspades.studies.tune.trial import Trials

SETTINGS = {
    "param": ["reach=0:6"],
    "against": ["basic", "steady(reach=1)"],
    "hands": 3000,
    "trials": 5,
    "confirm": 4000,
    "seed": 1,
}


def test_an_advantage_is_the_mean_over_the_opponents_on_common_deals():
    place = Trials(load_rules("std4"), tuple(map(make_player, ("basic", "random"))), "hands", 4, None, Threads())
    measured = place.measure([make_player("steady")], 0, 1000, lambda done: None)
    duels = [match("steady", other, hands=2000, seed=4)[0].duels[0].difference for other in ("basic", "random")]
    advantage = measured.advantage(0)
    assert advantage.value == pytest.approx(np.mean([duel.value for duel in duels]))
    # the deals are common: the error is that of neither independence nor a single opponent
    assert 0 < advantage.se < (duels[0].se + duels[1].se) / 2


def test_in_games_an_advantage_is_in_games_of_100():
    place = Trials(load_rules("std4"), (make_player("basic"),), "games", 4, None, Threads())
    advantage = place.measure([make_player("steady")], 0, 200, lambda done: None).advantage(0)
    [result] = match("steady", "basic", games=400, seed=4)
    assert advantage.value == pytest.approx(100 * result.duels[0].games_difference.value)
    assert advantage.se == pytest.approx(100 * result.duels[0].games_difference.se)


def test_a_gain_is_paired():
    place = Trials(load_rules("std4"), (make_player("basic"),), "hands", 4, None, Threads())
    two = [make_player("steady(reach=4)"), make_player("steady")]
    measured = place.measure(two, 500, 2000, lambda done: None)
    alone = [place.measure([one], 500, 2000, lambda done: None).advantage(0) for one in two]
    gain = measured.advantage(0, over=1)
    assert gain.value == pytest.approx(alone[0].value - alone[1].value)
    assert gain.se < 0.9 * math.hypot(alone[0].se, alone[1].se)
    assert measured.advantage(0, over=0).se == 0


def test_the_search_finds_a_maximum():
    parameters = [Parameter("x", -5.0, 5.0, None, False), Parameter("n", 0, 20, 1, True)]
    seen = list(
        search(parameters, {"x": 4.0, "n": 1}, 60, 7, Notebook(None),
               lambda values: (-((values["x"] - 1) ** 2) - (values["n"] - 13) ** 2 / 10, None))
    )  # fmt: skip
    assert seen[0].values == {"x": 4.0, "n": 1}  # its own values first
    best = max(seen, key=lambda trial: trial.advantage)
    assert abs(best.values["x"] - 1) < 1
    assert abs(best.values["n"] - 13) <= 2
    assert all(trial.values["x"] == float(f"{trial.values['x']:.6g}") for trial in seen)


def test_the_winner_is_confirmed_on_fresh_deals(tmp_path):
    tuned = tune("steady", out=tmp_path / "out", **SETTINGS)
    assert len(tuned.trials) == 5
    assert tuned.best.advantage == max(trial.advantage for trial in tuned.trials)
    winner = make_player(tuned.strategy)
    assert dict(winner.strategy.parameters) == {"lean": 0, "reach": tuned.best.values["reach"]}
    # the fresh deals begin where those of the search end
    place = Trials(load_rules("std4"), tuple(map(make_player, SETTINGS["against"])), "hands", 1, None, Threads())
    fresh = place.measure([winner, make_player("steady")], 1500, 2000, lambda done: None)
    assert tuned.confirmed == fresh.advantage(0)
    assert tuned.default == fresh.advantage(1)
    assert tuned.gain == fresh.advantage(0, over=1)
    assert "optimistic" in tuned.sentences[1]
    document = json.loads((tmp_path / "out" / "tune.json").read_text())
    assert document["result"]["strategy"] == tuned.strategy
    assert tune("steady", workers=Threads(1), **SETTINGS) == tuned  # threads and a directory change nothing


def test_a_search_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    whole = tune("steady", **SETTINGS)
    measure, calls = tuning.Trials.measure, []

    def stopped(self, candidates, first, count, tick):
        calls.append(candidates[0].spec)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return measure(self, candidates, first, count, tick)

    monkeypatch.setattr(tuning.Trials, "measure", stopped)
    with pytest.raises(TuneInterrupted, match=r"interrupted: 2 trials are kept in .*; the same command goes on"):
        tune("steady", out=tmp_path / "out", **SETTINGS)
    with (tmp_path / "out" / "trials.jsonl").open("a") as file:
        file.write('{"number": 2, "val')  # killed while it wrote
    again = tune("steady", out=tmp_path / "out", **{**SETTINGS, "seed": None})
    assert again == whole
    distinct = {json.dumps(trial.values) for trial in whole.trials}
    assert len(calls) == 3 + len(distinct) - 2 + 1


def test_more_trials_go_on_with_the_same_search():
    parameters = [Parameter("x", -5.0, 5.0, None, False)]
    asked = []

    def measure(values):
        asked.append(values["x"])
        return -((values["x"] - 1) ** 2), None

    notebook = Notebook(None)
    first = list(search(parameters, {"x": 4.0}, 6, 7, notebook, measure))
    more = list(search(parameters, {"x": 4.0}, 60, 7, notebook, measure))
    assert more[:6] == first
    assert len(asked) == len(set(asked)) == len({trial.values["x"] for trial in more})


def test_values_of_a_file_are_named_with_its_path(tmp_path):
    (tmp_path / "own.py").write_text("from simspades.strategies.library.steady import steady as mine\n")
    player = make_player(f"{tmp_path}/own.py:mine(lean=1)")
    assert tuning._with(player, {"reach": 5}).spec == f"{tmp_path}/own.py:mine(lean=1,reach=5)"
    assert tuning._with(player, {"lean": 3}).spec == f"{tmp_path}/own.py:mine(lean=3)"


def test_ranges():
    steady = load_strategy("steady")
    assert parse(steady, ["reach=0:6:2", "lean=-10:10"]) == [
        Parameter("reach", 0, 6, 2, True),
        Parameter("lean", -10, 10, 1, True),
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--param", "reach=0:4"], "there is no opponent"),
        (["--against", "basic"], "no parameter to tune: give --param NAME=LOW:HIGH (steady has: lean=0, reach=2)"),
        (["--against", "basic", "--param", "raech=0:4"], "has no parameter raech (did you mean reach?)"),
        (["--against", "basic", "--param", "reach=4:0"], "LOW must be below HIGH"),
        (["--against", "basic", "--param", "reach=0:4:9"], "STEP between 0 and their distance"),
        (["--against", "basic", "--param", "reach=0:x"], "'x' is not one of the whole numbers"),
        (["--against", "basic", "--param", "reach"], "--param takes NAME=LOW:HIGH"),
        (["--against", "basic", "--param", "reach=0:1", "--param", "reach=0:2"], "--param reach is given twice"),
        (["--against", "basik", "--param", "reach=0:1"], "did you mean basic"),
        (
            ["--against", "basic", "--param", "reach=0:60"],
            "--param reach=0:60: the parameter reach of steady",
        ),
        (["--against", "basic", "--param", "reach=-1:6"], "must be 0 to 13, not -1"),
        (["--against", "basic", "--param", "reach=0:1", "--max-hands", "5"], "max-hands belongs to games mode"),
        (["--against", "basic", "--param", "reach=0:1", "--games", "5", "--max-hands", "9999"], "max-hands must lie"),
        (["--against", "basic", "--param", "reach=0:1", "--trials", "0"], "trials must lie between 1 and"),
    ],
)
def test_bad_input_is_one_sentence_before_anything_is_written(tmp_path, capsys, arguments, words):
    assert words in failure(capsys, "tune", "steady", *arguments, "--out", tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("gain", "words"),
    [
        (Estimate(-1.0, 0.9, -2.8, 0.8, 100), "not told apart from its own values: the gain is -1.00 ± 0.90 points"),
        (Estimate(-1.0, 0.1, -1.2, -0.8, 100), "worse than its own values by 1.00 ± 0.10 points a hand"),
        (Estimate(1.0, 0.1, 0.8, 1.2, 100), "better than its own values by 1.00 ± 0.10 points a hand"),
    ],
)
def test_a_gain_keeps_its_sign(gain, words):
    found = tuning.Tuned("p", (), Trial(0, {}, 1.0, 0.1), gain, gain, gain, "hands", 1, 2, 2)
    assert words in found.sentences[-1]


def test_another_search_is_not_mixed_in(tmp_path):
    tune("steady", out=tmp_path / "out", **(SETTINGS | {"trials": 1}))
    with pytest.raises(SimspadesError, match="holds another search: its count is 3000, not 5000"):
        tune("steady", out=tmp_path / "out", **(SETTINGS | {"hands": 5000}))
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    with pytest.raises(SimspadesError, match="is not empty and holds no search"):
        tune("steady", out=tmp_path / "full", **SETTINGS)


def test_command_line(capsys, tmp_path):
    arguments = [
        "tune",
        "steady",
        "--param",
        "reach=1:3",
        "--against",
        "basic",
        "--hands",
        1000,
        "--trials",
        2,
        "--seed",
        3,
    ]
    assert simspades(*arguments, "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["hands"] == 1000
    assert document["fresh_hands"] == 5000
    assert simspades(*arguments) == 0
    assert capsys.readouterr().out.splitlines()[0] == document["strategy"]
