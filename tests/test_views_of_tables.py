"""Fields of views at tables that the referee's views do not cover: without partners, with a dummy, of six."""

import pytest

from simspades.engine import IllegalChoiceError, Situation, Table
from simspades.rules import load_rules, presets
from simspades.strategies import load_strategy

TEXT = """
from simspades import Parameter, Strategy, closest, lowest


def blind(v):
    return 1 if v.may_blind_nil else 0


def bid(v):
    return closest(3, v.legal) if v.legal else 0


def play(v):
    \"\"\"A legal card where the view shows what it should, and none where it does not.\"\"\"
    blind = v.left_blind_nil + v.right_blind_nil + v.far_left_blind_nil + v.far_right_blind_nil + v.partner_blind_nil
    nils = v.left_nil + v.right_nil + v.far_left_nil + v.far_right_nil + v.partner_nil
    fits = blind == nils and v.my_blind_nil == v.my_nil if v.p.nils else v.has_partner == v.p.partner
    fits = fits and (blind >= v.p.least or v.trick > 1)
    return lowest(v.legal) if fits else 0


trial = Strategy(bid=bid, play=play, blind=blind, parameters={"partner": 0, "nils": 0, "least": 0})
"""

#: The games in which nobody is on one's own side.
ALONE = {"solo4", "three", "three_joker", "three_bonus", "two_about", "two_pagat"}


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    path = tmp_path_factory.mktemp("views") / "trial.py"
    path.write_text(TEXT)
    return load_strategy(f"{path}:trial")


def play(rules, strategy):
    sides = (0,) * rules.n_sides
    return Table(rules, [strategy] * rules.players, Situation(score=sides, bags=sides)).play(1, 0, 256)


@pytest.mark.parametrize("preset", presets())
def test_a_player_knows_whether_somebody_plays_with_him(trial, preset):
    rules = load_rules(preset)
    play(rules, trial.with_parameters({"partner": int(preset not in ALONE)}))
    with pytest.raises(IllegalChoiceError):
        play(rules, trial.with_parameters({"partner": int(preset in ALONE)}))


@pytest.mark.parametrize(("preset", "others"), [("about4", 3), ("solo4", 3), ("six", 5)])
def test_all_players_blind_nils_are_told_from_numbers(trial, preset, others):
    rules = load_rules(preset, ["blind_nil.min_deficit=0", "blind_nil.exchange=0"])
    play(rules, trial.with_parameters({"nils": 1, "least": others}))
    with pytest.raises(IllegalChoiceError):
        play(rules, trial.with_parameters({"nils": 1, "least": others + 1}))
