"""Matches: who sits where, what is added up, and that neither threads nor ranges matter."""

import itertools
import json
import math
import pickle

import numpy as np
import pytest
from run_tools import failure, simspades

import simspades as api
from simspades.errors import SimspadesError
from simspades.rules import load_rules
from simspades.runs.threads import Control
from simspades.runs.workers import Threads
from simspades.studies.match import play
from simspades.studies.match.deals import Range
from simspades.studies.match.gram import Gram
from simspades.studies.match.play import contest, match
from simspades.studies.match.verdict import sentences, to_json
from simspades.studies.seatings import Parties, as_given, exchanged

STD4 = load_rules("std4")


@pytest.mark.parametrize("preset", ["std4", "solo4", "six", "three", "two_about"])
def test_two_strategies_hold_every_side_equally_often(preset):
    rules = load_rules(preset)
    seatings = exchanged(rules, 2)
    parties = Parties.of(rules, seatings)
    assert parties.members == ((0,), (1,))
    for side in range(rules.n_sides):
        assert sorted(holds[side] for holds in parties.holds) == [0] * rules.n_sides + [1] * rules.n_sides or (
            rules.n_sides == 2 and sorted(holds[side] for holds in parties.holds) == [0, 1]
        )
    # and whatever the one does, the other does in another seating
    assert {tuple(1 - k for k in seating) for seating in seatings} == set(seatings)


def test_one_strategy_a_side_is_turned_round_the_table():
    assert exchanged(load_rules("six"), 3) == ((0, 1, 2, 0, 1, 2), (2, 0, 1, 2, 0, 1), (1, 2, 0, 1, 2, 0))


def test_different_partners_hold_every_seat():
    seatings = exchanged(STD4, 4)
    assert seatings[0] == (0, 1, 2, 3)
    assert all(sorted(column) == [0, 1, 2, 3] for column in zip(*seatings, strict=True))
    assert Parties.of(STD4, seatings).members == ((0, 2), (1, 3))


def test_numbers_of_strategies_that_fit_nobody_are_refused():
    with pytest.raises(SimspadesError, match="3 strategies cannot be seated under std4"):
        exchanged(STD4, 3)
    with pytest.raises(SimspadesError, match="2 strategies cannot be seated under three"):
        as_given(load_rules("three"), 2)
    # two can be seated one against the other in turn, but not for good
    with pytest.raises(SimspadesError) as refused:
        as_given(load_rules("solo4"), 2)
    assert str(refused.value) == (
        "2 strategies cannot be seated under solo4 without exchange; a line-up there has 1 (for everybody), "
        "4 (a seat each)"
    )


def test_a_match_by_hands_is_two_runs_on_the_same_deals():
    [result] = match("steady", "basic", hands=3000, seed=7)
    one = api.simulate(hands=1500, strategy=["steady", "basic"], seed=7)
    two = api.simulate(hands=1500, strategy=["basic", "steady"], seed=7)
    steady = one["points_0"].to_numpy(dtype=float), two["points_1"].to_numpy(dtype=float)
    basic = one["points_1"].to_numpy(dtype=float), two["points_0"].to_numpy(dtype=float)
    by_deal = (steady[0] - basic[0] + steady[1] - basic[1]) / 2
    [duel] = result.duels
    assert result.deals == 1500
    assert result.played == result.hands == 3000
    assert duel.points[0].value == pytest.approx(np.mean(steady))
    assert duel.points[1].value == pytest.approx(np.mean(basic))
    assert duel.difference.value == pytest.approx(by_deal.mean())
    assert duel.difference.se == pytest.approx(by_deal.std(ddof=1) / math.sqrt(1500))
    assert duel.games_won is None


def test_a_match_by_games_is_two_runs_on_the_same_sequences():
    [result] = match("steady", "basic", games=600, seed=7)
    one = api.simulate_games(games=300, strategy=["steady", "basic"], seed=7)
    two = api.simulate_games(games=300, strategy=["basic", "steady"], seed=7)
    won = (one.games["winner"] == 0).to_numpy(dtype=float), (two.games["winner"] == 1).to_numpy(dtype=float)
    share = (won[0] + won[1]) / 2
    [duel] = result.duels
    assert result.deals == 300
    assert duel.games_won.n == 600
    assert duel.games_won.value == pytest.approx(share.mean())
    assert duel.games_won.se == pytest.approx(share.std(ddof=1) / math.sqrt(300))
    assert duel.outcomes == tuple(np.bincount((4 * share).astype(int), minlength=5))
    hands = len(one.hands) + len(two.hands)
    difference = (
        one.hands["points_0"].sum()
        - one.hands["points_1"].sum()
        + two.hands["points_1"].sum()
        - two.hands["points_0"].sum()
    )
    assert result.hands == hands
    assert duel.difference.value == pytest.approx(difference / hands)


def test_draws_are_half_a_win():
    [result] = match("steady", "basic", games=4000, seed=7, set=["end.max_hands=2"])
    frames = [
        api.simulate_games(games=2000, strategy=s, seed=7, set=["end.max_hands=2"]).games
        for s in (["steady", "basic"], ["basic", "steady"])
    ]
    draws = sum(frame["winner"].isna().sum() for frame in frames)
    wins = (frames[0]["winner"] == 0).sum() + (frames[1]["winner"] == 1).sum()
    assert draws > 0
    assert result.duels[0].games_won.value == pytest.approx((wins + draws / 2) / 4000)


def test_equal_players_win_half_exactly():
    """With sides exchanged a strategy against its twin loses in one seating what it wins in the other."""
    [result] = match("steady", "steady(reach=2)", games=400, seed=3)  # 2 is the default
    assert result.duels[0].games_won.value == 0.5
    assert result.duels[0].difference.value == 0
    assert result.duels[0].difference.se == 0


@pytest.mark.parametrize("settings", [{"hands": 9000}, {"games": 900}, {"games": 5000, "sprt": (0.0, 20.0)}])
def test_threads_and_ranges_change_nothing(monkeypatch, settings):
    sizes = {"hands": 1024, "games": 128}
    monkeypatch.setattr(play, "DEALS", sizes)
    monkeypatch.setattr(play, "DEALS_A_LOOK", sizes)
    results = [to_json(match("steady", "basic", seed=5, workers=Threads(n), **settings)) for n in (1, 3)]
    assert results[0] == results[1]
    if "sprt" not in settings:
        monkeypatch.undo()
        assert to_json(match("steady", "basic", seed=5, **settings)) == results[0]


def test_sums_are_exact():
    rng = np.random.default_rng(1)
    measures = {name: rng.integers(-1000, 1000, 20_000) for name in "xyz"}
    whole = Gram.of(measures)
    parts = [Gram.of({k: v[low : low + 7000] for k, v in measures.items()}) for low in (0, 7000, 14000)]
    added = parts[0] + parts[1] + parts[2]
    assert added.clusters == whole.clusters == 20_000
    for a, b in itertools.combinations_with_replacement("xyz", 2):
        exact = sum(int(p) * int(q) for p, q in zip(measures[a], measures[b], strict=True))
        assert whole.product(a, b) == added.product(b, a) == exact
        assert whole.sum(a) == measures[a].sum()


def test_work_can_be_sent_to_another_process(tmp_path, monkeypatch):
    (tmp_path / "own.py").write_text(
        "from simspades import Strategy\n"
        "bold = Strategy(bid=lambda v: 1 + v.p.more, play=lambda v: v.legal & -v.legal, parameters={'more': 1})\n"
    )
    monkeypatch.chdir(tmp_path)
    players = [play.make_player("own.py:bold(more=2)"), play.make_player("steady")]
    work = contest(STD4, players, "hands", seed=1)
    again = pickle.loads(pickle.dumps(work))
    deals = Range(0, 100, 50)
    [(_, one, _), (_, two, _)] = [w(deals, Control()) for w in (work, again)]
    assert (one.sums == two.sums).all()
    assert again.pairings[0].dealers[0].plan.players[0].spec == f"{tmp_path.resolve()}/own.py:bold(more=2)"
    sent = pickle.dumps(work)
    text = (tmp_path / "own.py").read_text()
    (tmp_path / "own.py").write_text(text.replace("1 + v", "2 + v"))
    with pytest.raises(SimspadesError, match=r"own.py:bold\(more=2\) is not the same on "):
        pickle.loads(sent)


def test_a_row_for_every_rule_set_and_the_same_seed():
    results = match("steady", "basic", rules=["std4", {"base": "std4", "nil.value": 50}], hands=2000, seed=1)
    alone = match("steady", "basic", rules={"base": "std4", "nil.value": 50}, hands=2000, seed=1)
    assert [result.rules.nil.value for result in results] == [100, 50]
    assert results[1].duels == alone[0].duels


def test_target_se_stops_at_the_first_look_that_may(monkeypatch):
    monkeypatch.setattr(play, "DEALS_A_LOOK", {"hands": 512, "games": 64})
    [result] = match("steady", "basic", target_se=0.8, seed=1)
    assert result.duels[0].difference.se <= 0.8
    [before] = match("steady", "basic", hands=2 * (result.deals - 512), seed=1)
    assert before.duels[0].difference.se > 0.8
    assert result.missed_se is None


@pytest.mark.parametrize("strategies", [("steady", "basic"), ("steady", "basic", "random")])
def test_a_target_that_is_not_reached_is_said(strategies):
    [result] = match(*strategies, games=40, target_se=0.5, seed=1)
    assert not result.stopped_early
    assert sentences(result)[-1] == "A standard error of 0.5 games of 100 was not reached in 40 games."
    assert to_json([result])["matches"][0]["missed_se"] == 0.5


def test_command_line(capsys):
    assert simspades("match", "steady", "basic", "--hands", 2000, "--seed", 1, "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["matches"][0]["hands"] == 2000
    assert document["matches"][0]["pairs"][0]["difference"]["value"] > 5
    assert simspades("match", "steady", "basic", "--games", 200, "--rules", "std4", "--rules", "about4") == 0
    out = capsys.readouterr().out
    assert "about4" in out
    assert "games won by steady" in out
    assert simspades("match", "steady", "basic", "random", "--games", 200, "--seed", 1) == 0
    out = capsys.readouterr().out
    assert "steady is the best of 3." in out
    assert "3 pairs are compared" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["steady"], "a match needs two strategies or more, not 1"),
        (["steady", "steady"], "the strategy steady is given twice"),
        (["steady", "stedy"], "did you mean steady"),
        (
            ["steady", "basic", "--sprt", "1:0"],
            "--sprt takes two differences LOW:HIGH, LOW below HIGH, such as 0:1, not '1:0'",
        ),
        (["steady", "basic", "--sprt", "0:nan"], "not '0:nan'"),
        (["steady", "basic", "--target-se", "0"], "target-se must be a positive number, not 0.0"),
        (["steady", "basic", "random", "--sprt", "0:1"], "a sequential test compares two strategies, not 3"),
        (["steady", "basic", "--sprt", "0:1", "--target-se", "1"], "give one of them"),
        (["steady", "basic", "--hands", "5", "--games", "5"], "hands=5 and games=5 cannot both be given"),
        (["steady", "basic", "--hands", "0"], "hands must lie between 1 and"),
        (["steady", "basic", "--max-games", "5"], "--max-games needs --sprt or --target-se"),
        (["steady", "basic", "--rules", "std5"], "there is no preset"),
        (["steady", "basic", "--max-hands", "5"], "max-hands belongs to games mode"),
    ],
)
def test_bad_input_is_one_sentence(capsys, arguments, words):
    assert words in failure(capsys, "match", *arguments)


def test_verdicts_say_who_is_better():
    [clear] = match("basic", "steady", hands=4000, seed=1)
    assert sentences(clear) == [
        f"basic scores {abs(clear.duels[0].difference.value):.2f} ± "
        f"{clear.duels[0].difference.se:.2f} points a hand less than steady."
    ]
    [same] = match("steady", "steady(reach=2)", hands=400, seed=1)
    assert sentences(same) == [
        "By points steady and steady(reach=2) are not told apart: the difference is 0 ± 0 a hand."
    ]
    [tested] = match("steady", "basic", sprt=(0.0, 1.0), seed=1)
    assert tested.verdict == "high"
    assert sentences(tested)[0].startswith(
        f"The test decides after {tested.played:,} hands: steady minus basic is 1 or more rather than 0 points a hand"
    )
    assert tested.stopped_early
    assert sentences(tested)[-1].endswith("that is shown tends to be larger than the true one.")
    [tested] = match("basic", "steady", sprt=(0.0, 1.0), seed=1)
    assert tested.verdict == "low"
    assert sentences(tested)[-1].endswith("that is shown tends to be smaller than the true one.")
