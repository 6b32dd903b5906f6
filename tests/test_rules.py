"""Rule sets: presets, overrides, files, contradictions (RULEBOOK sections A to J and O)."""

from __future__ import annotations

import copy
import json
import pickle
import random
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simspades.errors import RulesError
from simspades.rules import OPTIONS, Ruleset, bundles, load_rules, presets
from simspades.rules.families import FAMILIES
from simspades.rules.fixed import fixed_rules
from simspades.rules.model import ATTRIBUTES
from simspades.rules.options import GROUPS

TABLES: dict[str, dict[str, dict[str, Any]]] = json.loads((Path(__file__).parent / "data/presets.json").read_text())


def refusal(spec: Any, overrides: Any = ()) -> str:
    with pytest.raises(RulesError) as caught:
        load_rules(spec, overrides)
    message = str(caught.value)
    assert "\n" not in message
    return message


# Presets -------------------------------------------------------------------------------------------------------------


def test_presets_are_those_of_section_j() -> None:
    assert presets() == list(TABLES)


@pytest.mark.parametrize("name", TABLES)
def test_preset_has_exactly_the_values_of_section_j(name: str) -> None:
    options = TABLES[name]["options"]
    flat = load_rules(name).flat()
    assert sorted(flat) == sorted(options)
    for option_id, value in options.items():
        assert flat[option_id] == value, option_id
        assert type(flat[option_id]) is type(value), option_id


@pytest.mark.parametrize("name", TABLES)
def test_fixed_and_derived_rules_of_section_j(name: str) -> None:
    fixed = fixed_rules(load_rules(name))
    for rule_id, value in {**TABLES[name]["fixed"], **TABLES[name]["derived"]}.items():
        assert value is None or value in fixed[rule_id], rule_id


@pytest.mark.parametrize(
    ("name", "players", "n_sides", "hand_size", "deck_size", "sides"),
    [
        ("std4", 4, 2, 13, 52, [0, 1, 0, 1]),
        ("barmore", 4, 2, 13, 52, [0, 1, 0, 1]),
        ("solo4", 4, 4, 13, 52, [0, 1, 2, 3]),
        ("six", 6, 3, 17, 102, [0, 1, 2, 0, 1, 2]),
        ("three", 3, 3, 17, 52, [0, 1, 2]),
        ("three_joker", 3, 3, 18, 54, [0, 1, 2]),
        ("three_dummy", 3, 3, 13, 52, [0, 1, 2]),
        ("two_about", 2, 2, 13, 52, [0, 1]),
    ],
)
def test_derived_values(
    name: str, players: int, n_sides: int, hand_size: int, deck_size: int, sides: list[int]
) -> None:
    rules = load_rules(name)
    assert (rules.players, rules.n_sides, rules.hand_size, rules.n_tricks) == (players, n_sides, hand_size, hand_size)
    assert rules.deck.size == deck_size
    assert [rules.side_of(seat) for seat in range(players)] == sides
    assert rules.name == name


@pytest.mark.parametrize("name", TABLES)
def test_flat_values_are_json_and_load_back(name: str) -> None:
    rules = load_rules(name)
    again = load_rules(json.loads(json.dumps(rules.flat())))
    assert again == rules
    assert again.digest == rules.digest
    assert load_rules({**rules.flat(), **TABLES[name]["fixed"], **TABLES[name]["derived"]}) == rules
    assert load_rules(rules.model_dump()).name == name


@pytest.mark.parametrize("name", TABLES)
def test_flat_values_load_back_from_a_file(name: str, tmp_path: Path) -> None:
    rules = load_rules(name)
    lines = [f"{option_id} = {json.dumps(value)}" for option_id, value in rules.flat().items() if value is not None]
    path = tmp_path / "copy.toml"
    path.write_text("\n".join(lines))
    assert load_rules(path) == rules
    assert load_rules(str(path)).name == "copy"


def test_rule_sets_are_values() -> None:
    rules = load_rules("std4", ["nil.value=50"])
    again = load_rules({"base": "std4", "nil.value": 50})
    assert rules == again
    assert hash(rules) == hash(again)
    assert rules.digest == again.digest
    assert rules != load_rules("std4")
    assert rules != "std4"
    assert rules.digest != load_rules("std4").digest
    for twin in (pickle.loads(pickle.dumps(rules)), copy.deepcopy(rules), copy.copy(rules)):
        assert twin == rules
        assert twin.name == rules.name
        assert twin.deck == rules.deck
    with pytest.raises(ValueError, match="frozen"):
        rules.nil.value = 20


def test_the_name_does_not_count() -> None:
    assert load_rules({"name": "mine", "base": "std4"}).name == "mine"
    assert load_rules({"name": "mine", "base": "std4"}) == load_rules("std4")


def test_changed_names_the_differences() -> None:
    std4, about4 = load_rules("std4"), load_rules("about4")
    assert about4.changed(std4) == {
        "blind_nil.min_deficit": 0,
        "blind_nil.exchange": 3,
        "blind_nil.exchange_optional": False,
    }
    assert std4.changed(std4) == {}


def test_every_group_is_a_field() -> None:
    fields = {name: field.annotation for name, field in Ruleset.model_fields.items() if name != "name"}
    assert fields == {ATTRIBUTES.get(group, group): model for group, model in GROUPS.items()}


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.id)
def test_every_option_says_what_it_is(option: Any) -> None:
    assert option.meaning.endswith(".")
    assert option.source
    assert option.values
    assert option.group == option.id.split(".")[0]
    if option.choices is not None:
        assert option.default in option.choices or option.unless_given
    assert (option.default is None) == (option.admits_none or bool(option.unless_given))


def test_groups_with_another_attribute() -> None:
    rules = load_rules("std4", ["pass.before_bidding=3"])
    assert rules.pass_.before_bidding == 3
    assert rules.deck_options.extra_cards is None


# Overrides -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("override", "value"),
    [
        ("nil.value=50", 50),
        ("nil.value = 0", 0),
        ("nil.value=0x32", 50),
        ("nil.enabled=false", False),
        ("nil.enabled=no", False),
        ("aces.enabled=yes", True),
        ("end.lose_at=-500", -500),
        ("end.lose_at=none", None),
        ('end.lose_at="none"', None),
        ("end.set_streak=2", 2),
        ("bid.side_max=10", 10),
        ("bid.zero=choice", "choice"),
        ('bid.zero="choice"', "choice"),
        ("bid.zero='choice'", "choice"),
        ("moon.value=win", "win"),
        ("moon.value=500", 500),
        ("deck.high_trumps=[2S,2C,2D]", ("2S", "2C", "2D")),
        ("deck.high_trumps=[2h, 2♣]", ("2H", "2C")),
        ('deck.high_trumps=["2S"]', ("2S",)),
        ("deck.high_trumps=[]", ()),
        ("deck.high_trumps=2S", ("2S",)),
        ("misdeal.conditions=[one_spade,no_spades,one_spade]", ("no_spades", "one_spade")),
        ("bags.cancel_card=fixed:3♠", "fixed:3S"),
        ("bags.cancel_card=cut_each_deal", "cut_each_deal"),
        ("bags.penalty=1000", 1000),
        ("bags.threshold=1", 1),
        ("end.max_hands=32767", 32767),
        ("end.target=100000", 100000),
    ],
)
def test_overrides_are_read(override: str, value: object) -> None:
    rules = load_rules("std4", [override])
    read = rules.values[override.split("=")[0].strip()]
    assert read == value
    assert type(read) is type(value)
    assert rules.name == "std4"


def test_later_overrides_win_and_mappings_are_overrides_too() -> None:
    assert load_rules("std4", ["nil.value=50", "nil.value=70"]).nil.value == 70
    assert load_rules("std4", {"nil.value": 50, "bags": {"penalty": 0}}).flat()["bags.penalty"] == 0
    assert load_rules({"base": "std4", "nil.value": 50}, ["nil.value=60"]).nil.value == 60


def test_null_is_none_or_does_not_apply() -> None:
    floor = load_rules("std4", ["end.lose_at=-500"])
    assert load_rules(floor, {"end.lose_at": None}) == load_rules("std4")
    assert load_rules(floor, {"nil.value": None}) == floor


@pytest.mark.parametrize(
    ("overrides", "parts"),
    [
        (["nil.value"], ["--set", "nil.value is not an override"]),
        (["nil.value="], ["--set", "nil.value="]),
        (["=5"], ["--set", "=5"]),
        (["nil.valu=5"], ["--set", "nil.valu", "did you mean nil.value"]),
        (["value=5"], ["--set", "no option value", "nil.value"]),
        (["target=300"], ["no option target", "end.target"]),
        (["nill.value=5"], ["no option nill.value", "nil.value"]),
        (["xyzzy.q=5"], ["no option xyzzy.q"]),
        (["nil=5"], ["no option nil"]),
        (["nil.value=abc"], ["nil.value = abc", "whole number from 0 to 1000"]),
        (["nil.value=true"], ["nil.value = true"]),
        (["nil.value=50.0"], ["nil.value = 50.0"]),
        (["nil.value=-1"], ["nil.value = -1"]),
        (["nil.value=1001"], ["nil.value = 1001"]),
        (["nil.value=none"], ["nil.value = none"]),
        (["nil.value=1979-05-27"], ["nil.value = 1979-05-27"]),
        (["nil.value=[1]"], ["nil.value = [1]"]),
        (["nil.value={a=1}"], ["nil.value"]),
        (["nil.value=1\nnil.enabled=false"], ["nil.value"]),
        (["nil.enabled=1"], ["nil.enabled = 1", "true | false"]),
        (["nil.enabled=maybe"], ["nil.enabled = maybe"]),
        (["bid.zero=nul"], ["bid.zero = nul", "nil | choice | plain_number | forbidden"]),
        (["bid.zero=none"], ["bid.zero = none"]),
        (["deck.packs=true"], ["deck.packs = true"]),
        (["deck.packs=1.0"], ["deck.packs = 1.0"]),
        (["deck.packs=3"], ["deck.packs = 3", "1 | 2"]),
        (["deck.high_trumps=[2X]"], ["deck.high_trumps = [2X]"]),
        (["misdeal.conditions=[no_hope]"], ["misdeal.conditions = [no_hope]", "no_spades"]),
        (["misdeal.conditions=[[]]"], ["misdeal.conditions"]),
        (["bags.cancel_card=3S"], ["bags.cancel_card = 3S", "fixed:<card>"]),
        (["bags.cancel_card=fixed:3X"], ["bags.cancel_card = fixed:3X"]),
        (["bags.points=2"], ["bags.points = 2"]),
        (["bags.penalty=1001"], ["bags.penalty = 1001"]),
        (["bags.threshold=0"], ["bags.threshold = 0"]),
        (["end.target=0"], ["end.target = 0"]),
        (["end.target=100001"], ["end.target = 100001"]),
        (["end.lose_at=0"], ["end.lose_at = 0", "none or a whole number from -100000 to -1"]),
        (["end.lose_at=-100001"], ["end.lose_at = -100001"]),
        (["end.win_bonus=-1"], ["end.win_bonus = -1"]),
        (["end.max_hands=32768"], ["end.max_hands = 32768"]),
        (["blind_nil.exchange=4"], ["blind_nil.exchange = 4"]),
        (["blind_nil.from_hand=0"], ["blind_nil.from_hand = 0"]),
        (["game.family=bridge"], ["game.family = bridge", "partnership4"]),
        (["end.target=0x" + "f" * 20_000], ["end.target = a huge number"]),
        (["end.target=" + "9" * 20_000], ["end.target"]),
        ("nil.value=50", ["--set"]),
        ([5], ["--set", "5"]),
        ({"nil.value": "50"}, ["set: nil.value = 50"]),
        ({"nil": 5}, ["set", "no option nil"]),
        ({"nul": {"value": 5}}, ["set", "no option group nul", "nil"]),
        ({"nil.value": 5, "nil": {"value": 6}}, ["nil.value is given twice"]),
    ],
)
def test_bad_overrides_are_named(overrides: Any, parts: list[str]) -> None:
    message = refusal("std4", overrides)
    assert all(part in message for part in parts), message


def test_unknown_presets_offer_the_nearest() -> None:
    assert "std4" in refusal("std5")
    assert "there is no preset" in refusal("")
    assert "new_york" in refusal({"base": "newyork"})
    assert "neither" in refusal(5)
    assert "base = 5" in refusal({"base": 5})


def test_every_wrong_value_is_named() -> None:
    message = refusal("std4", ["nil.value=abc", "bags.threshold=0", "nil.enabled=2"])
    assert all(part in message for part in ("nil.value = abc", "bags.threshold = 0", "nil.enabled = 2"))


# Files ---------------------------------------------------------------------------------------------------------------


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_rule_files(tmp_path: Path) -> None:
    path = write(tmp_path / "mine.toml", 'base = "about4"\nnil.value = 50\n[end]\nlose_at = "none"\ntarget = 300\n')
    rules = load_rules(path)
    assert rules.name == "mine"
    assert rules.changed(load_rules("about4")) == {"nil.value": 50, "end.target": 300}
    assert load_rules(path, ["nil.value=60"]).nil.value == 60
    assert load_rules(path, ["nil.value=60"]).name == "mine"


def test_a_file_may_start_from_another_file(tmp_path: Path) -> None:
    write(tmp_path / "house.toml", 'base = "about4"\nnil.value = 50\n')
    write(tmp_path / "night.toml", 'base = "house.toml"\nend.target = 300\n')
    rules = load_rules(tmp_path / "night.toml")
    assert rules.changed(load_rules("about4")) == {"nil.value": 50, "end.target": 300}


def test_a_file_without_a_base_starts_from_its_family(tmp_path: Path) -> None:
    path = write(tmp_path / "mine.toml", 'game.family = "six"\nend.target = 700\n')
    assert load_rules(path).changed(load_rules("six")) == {"end.target": 700}
    assert load_rules({}) == load_rules("std4")
    for family, table in FAMILIES.items():
        assert load_rules({"game.family": family}) == load_rules(table.preset)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("nil.value = 50\nnil.enabled = = 3\n", ["mine.toml", "not valid TOML", "line 2"]),
        ("nil.value = 50\nnil.value = 60\n", ["mine.toml", "not valid TOML"]),
        ("nil.valeu = 50\n", ["mine.toml", "nil.valeu", "nil.value"]),
        ("[nill]\nvalue = 50\n", ["mine.toml", "nill", "did you mean nil"]),
        ("[nil.value]\nx = 50\n", ["mine.toml", "nil.value"]),
        ("nil.value = '50'\n", ["mine.toml", "nil.value = 50"]),
        ("base = 'stdx'\n", ["mine.toml", "base = stdx", "std4"]),
        ("base = 'gone.toml'\n", ["gone.toml", "cannot be read"]),
        ("base = 'mine.toml'\n", ["mine.toml", "circle"]),
        ("base = ['std4']\n", ["mine.toml", "base = [std4]"]),
        ("name = 5\n", ["mine.toml", "name = 5"]),
        ("bags.points = -1\nbags.penalty = 50\n", ["mine.toml", "bags.penalty = 50", "bags.points = -1"]),
        ("x = " + "[" * 5000 + "]" * 5000, ["mine.toml"]),
    ],
)
def test_bad_files_are_named(text: str, parts: list[str], tmp_path: Path) -> None:
    message = refusal(write(tmp_path / "mine.toml", text))
    assert all(part in message for part in parts), message


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    assert "UTF-8" in refusal(tmp_path / "bytes.toml")
    assert "missing.toml" in refusal(str(tmp_path / "missing.toml"))
    assert "cannot be read" in refusal(tmp_path)
    assert "cannot be read" in refusal("a\0b.toml")


# Consistency (section 0.6) -------------------------------------------------------------------------------------------

JOKERS = ["deck.jokers=2", "deck.high_trumps=[BJ,LJ]"]
JOKERS_52 = [*JOKERS, "deck.removed=[2C,2H]"]

CONTRADICTIONS: list[tuple[str, list[str], list[str]]] = [
    # 1: the pack can be dealt
    ("std4", ["deck.packs=2"], ["game.family = partnership4", "deck.packs = 2"]),
    ("std4", ["deck.removed=[2C]"], ["game.family", "deck.removed = [2C]"]),
    ("std4", JOKERS, ["game.family", "deck.jokers = 2"]),
    ("std4", ["game.family=six"], ["game.family = six", "102", "deck.packs = 1"]),
    ("six", ["deck.removed=[]"], ["game.family = six", "deck.removed = []"]),
    ("three", ["deck.removed=[2C,2D]"], ["game.family = three", "deck.removed = [2C, 2D]"]),
    ("two_about", ["deck.removed=[2C]"], ["game.family = two", "deck.removed"]),
    ("three_dummy", JOKERS, ["game.family = three_dummy", "deck.jokers"]),
    # 2: jokers and high trumps
    ("std4", ["deck.jokers=2", "deck.removed=[2C,2H]"], ["deck.high_trumps", "BJ", "deck.jokers"]),
    ("barmore", ["deck.high_trumps=[BJ]"], ["deck.high_trumps = [BJ]", "LJ", "deck.jokers"]),
    ("std4", ["deck.high_trumps=[BJ,LJ]"], ["deck.high_trumps", "BJ", "deck.jokers = 0"]),
    ("new_york", ["deck.removed=[2D,2H]"], ["deck.high_trumps", "2D", "deck.removed"]),
    ("std4", ["deck.high_trumps=[2S,2S]"], ["deck.high_trumps", "2S", "more than once"]),
    ("std4", ["deck.high_trumps=[3S]"], ["deck.high_trumps", "3S"]),
    ("barmore", ["deck.high_trumps=[2S,BJ,LJ]"], ["deck.high_trumps", "jokers"]),
    ("barmore", ["deck.high_trumps=[LJ,BJ]"], ["deck.high_trumps", "BJ before LJ"]),
    ("std4", ["deck.removed=[2C,2C]"], ["deck.removed", "2C", "deck.packs = 1"]),
    ("std4", ["deck.removed=[BJ]"], ["deck.removed", "BJ", "deck.jokers = 0"]),
    # 3: extra cards, rake and shake, French cut
    ("std4", ["deck.extra_cards=dealer"], ["deck.extra_cards = dealer", "deck.jokers = 0"]),
    ("std4", [*JOKERS_52, "deck.extra_cards=holder_2c"], ["deck.extra_cards = holder_2c", "deck.removed"]),
    ("three_joker", ["deck.extra_cards=dealer"], ["deck.extra_cards = dealer", "game.family = three"]),
    ("solo4", [*JOKERS, "deck.extra_cards=higher_bidding_side"], ["deck.extra_cards", "game.family = solo4"]),
    ("std4", ["play.rake_shake=true"], ["play.rake_shake", "deck.jokers = 0"]),
    ("six", ["deal.cut=french_cut"], ["deal.cut = french_cut", "game.family = six"]),
    ("two_about", ["deal.cut=french_cut"], ["deal.cut = french_cut", "game.family = two"]),
    # 4: suit requests, and what needs partners
    ("std4", ["blind_nil.suit_request=true"], ["blind_nil.suit_request", "blind_nil.exchange = 2"]),
    ("solo4", ["blind_nil.exchange=2"], ["blind_nil.exchange = 2", "game.family = solo4"]),
    *(
        ("solo4", [override], [override.split("=")[0], "game.family = solo4"])
        for override in (
            "nil.exchange=1",
            "exchange.order=simultaneous",
            "exchange.timing=immediate",
            "blind_nil.suit_request=true",
            "pass.before_bidding=3",
            "bid.mode=partnership",
            "bid.side_min=4",
            "bid.side_max=10",
            "bid.nil_partner_min=4",
            "bid.no_one=true",
            "bid.raise_round=true",
            "nil.both=forbidden",
            "nil.partner_auto_fail=true",
            "misdeal.consult_partner=true",
            "blind.enabled=true",
            "blind.min=7",
            "blind.success=at_least",
            "nt.enabled=true",
            "nt.scope=side",
            "dnil.enabled=true",
            "dnil.exchange=2",
            "dnil.fail=250",
            "bid.form=suicide",
            "score.over_limit=2",
            "end.boston_wins=true",
            "blind.renounce_to_10=true",
        )
    ),
    # 5: bags
    ("std4", ["bags.points=-1", "bags.penalty=100"], ["bags.penalty = 100", "bags.points = -1"]),
    ("std4", ["bags.display_units=true", "bags.points=1"], ["bags.points = 1", "bags.display_units = true"]),
    # 6: zero and one
    ("barmore", ["bid.no_one=true"], ["bid.no_one", "bid.mode = partnership"]),
    ("std4", ["bid.zero=forbidden", "nil.enabled=true"], ["nil.enabled = true", "bid.zero = forbidden"]),
    ("std4", ["bid.zero=forbidden", "blind_nil.enabled=true"], ["blind_nil.enabled = true", "bid.zero = forbidden"]),
    ("std4", ["bid.zero=forbidden", "dnil.enabled=true"], ["dnil.enabled = true", "bid.zero = forbidden"]),
    ("barmore", ["nil.enabled=true"], ["nil.enabled = true", "bid.zero = forbidden"]),
    # 9: three.*, and the options of two and of the dummy
    ("std4", ["three.bonus_low=true"], ["three.bonus_low", "game.family = partnership4"]),
    ("two_about", ["three.blind=true"], ["three.blind", "game.family = two"]),
    ("std4", ["two.scoring=three_player"], ["two.scoring", "game.family = partnership4"]),
    ("three", ["dummy.tie=last"], ["dummy.tie", "game.family = three"]),
    # 10: the cancelling card
    ("barmore", ["bags.cancel_card=fixed:2C"], ["bags.cancel_card = fixed:2C", "deck.removed"]),
    ("std4", ["bags.cancel_card=fixed:BJ"], ["bags.cancel_card = fixed:BJ", "deck.jokers = 0"]),
    # 11: bags with three
    ("three", ["bags.points=1"], ["bags.points = 1", "three.bag_mode = minus10"]),
    ("three", ["bags.penalty=100"], ["bags.penalty = 100", "three.bag_mode = minus10"]),
    ("three", ["three.bag_mode=accumulate", "bags.points=1"], ["bags.points = 1", "three.bag_mode = accumulate"]),
    ("three", ["three.bag_mode=accumulate", "bags.penalty=50"], ["bags.penalty", "three.bag_mode = accumulate"]),
    ("three", ["three.bag_mode=accumulate", "bags.threshold=5"], ["bags.threshold", "three.bag_mode = accumulate"]),
    ("std4", ["bags.points=-10"], ["bags.points = -10", "three.bag_mode"]),
    ("three", ["bags.display_units=true"], ["bags.display_units = true", "three.bag_mode = minus10", "bags.points"]),
    # 12: two players scored as three
    ("two_about", ["two.scoring=three_player", "nil.enabled=true"], ["nil.enabled", "two.scoring = three_player"]),
    ("two_about", ["two.scoring=three_player", "bid.zero=nil"], ["bid.zero", "two.scoring = three_player"]),
    ("two_about", ["two.scoring=three_player", "blind_nil.enabled=true"], ["blind_nil.enabled", "two.scoring"]),
    ("two_about", ["two.scoring=three_player", "two.blind_nil_redraw=3"], ["two.blind_nil_redraw", "two.scoring"]),
    # 13: double nil at any time
    ("std4", ["dnil.when=any", "dnil.success=500"], ["dnil.success = 500", "dnil.when = any"]),
    ("std4", ["dnil.when=any", "dnil.fail=250"], ["dnil.fail = 250", "dnil.when = any"]),
    # 14: half of a blind nil
    ("std4", ["blind_nil.fail=half", "blind_nil.value=75"], ["blind_nil.fail = half", "blind_nil.value = 75"]),
    # section A: the dummy's bids
    ("three_dummy", ["bid.zero=nil"], ["bid.zero = nil", "game.family = three_dummy"]),
    ("three_dummy", ["nil.enabled=true"], ["nil.enabled = true", "bid.zero = forbidden"]),
    ("three_dummy", ["moon.blind_enabled=true"], ["moon.blind_enabled = true", "game.family = three_dummy"]),
    # sections E to G
    ("std4", ["bid.first=non_dealer_side"], ["bid.first = non_dealer_side", "bid.mode = round_table"]),
    ("std4", ["bid.first=second_drawer"], ["bid.first = second_drawer", "game.family"]),
    ("std4", ["play.first_lead=second_drawer"], ["play.first_lead = second_drawer", "game.family"]),
    ("std4", ["bid.side_min=5", "bid.side_max=4"], ["bid.side_min = 5", "bid.side_max = 4"]),
    ("barmore", ["bid.side_max=6"], ["blind.min = 7", "bid.side_max = 6"]),
    ("std4", ["bid.side_min=14"], ["bid.side_min = 14", "13 tricks"]),
    (
        "std4",
        ["play.first_trick=lowest_club_spade_ok", "play.first_trick_order=any"],
        ["play.first_trick_order = any", "play.first_trick = lowest_club_spade_ok"],
    ),
    # section O
    *(
        ("std4", ["bid.form=mirror", override], ["bid.form = mirror", override.split("=")[0]])
        for override in (
            "nil.enabled=false",
            "bid.zero=choice",
            "bid.mode=partnership",
            "blind_nil.enabled=true",
            "blind.enabled=true",
            "moon.blind_enabled=true",
            "nt.blind_enabled=true",
            "ten200.mode=exact",
            "moon.enabled=true",
            "nt.enabled=true",
            "dnil.enabled=true",
            "bid.raise_round=true",
            "bid.no_one=true",
            "bid.total_ne_tricks=true",
            "bid.side_min=4",
        )
    ),
    *(
        (
            "std4",
            ["play.first_trick_spades=barred", f"play.first_trick={first_trick}"],
            ["play.first_trick_spades = barred", f"play.first_trick = {first_trick}"],
        )
        for first_trick in ("lowest_club_spade_ok", "lead_2c")
    ),
]


@pytest.mark.parametrize(("base", "overrides", "parts"), CONTRADICTIONS, ids=lambda value: " ".join(value)[:60])
def test_contradictions_are_refused_with_both_options_named(base: str, overrides: list[str], parts: list[str]) -> None:
    message = refusal(base, overrides)
    assert message.startswith("--set: ")
    assert all(part in message for part in parts), message


@pytest.mark.parametrize(
    ("base", "overrides", "expected"),
    [
        ("std4", ["bags.points=-1"], {"bags.points": -1, "bags.penalty": 0, "bags.threshold": None}),
        ("std4", ["bags.display_units=true"], {"bags.points": 0, "bags.penalty": 100, "bags.threshold": 10}),
        ("std4", ["bid.zero=forbidden"], {"nil.enabled": False, "blind_nil.enabled": False, "nil.value": None}),
        ("std4", ["ten200.mode=exact"], {"moon.value": 500, "ten200.auto": False}),
        ("std4", ["ten200.mode=exact", "moon.value=200"], {"moon.value": 200}),
        ("new_york", ["ten200.mode=off"], {"moon.value": 200, "ten200.auto": None}),
        ("std4", ["blind.min=7", "nt.min=5"], {"nt.min": None, "nt.blind_min_deficit": None}),
        ("std4", ["blind.min=7", "nt.enabled=true"], {"nt.min": 6}),
        ("std4", ["blind.min=7", "nt.enabled=true", "nt.min=5"], {"nt.min": 5}),
        ("std4", ["nt.blind_enabled=true"], {"nt.min": 5, "nt.blind_min_deficit": 201}),
        # PG:200: more than 400 in a game of 1000
        ("std4", ["nt.blind_enabled=true", "end.target=1000"], {"nt.blind_min_deficit": 401}),
        ("std4", ["dnil.when=any"], {"dnil.success": "win", "dnil.fail": "lose_game"}),
        ("std4", ["play.first_trick=lowest_club_spade_ok"], {"play.first_trick_order": "strict"}),
        ("std4", ["bid.form=whiz"], {"blind_nil.enabled": False, "blind.enabled": False}),
        ("std4", ["play.spade_lead=any_time"], {"play.forced_lead_breaks": None}),
        ("std4", ["game.family=solo4"], {"blind_nil.exchange": 0, "nil.both": None, "bid.side_min": None}),
        ("std4", ["game.family=three_dummy"], {"bid.zero": "forbidden", "nil.enabled": False, "dummy.tie": "first"}),
        ("std4", ["nil.enabled=false", "nil.value=50"], {"nil.value": None, "blind_nil.value": 200}),
        (
            "three",
            ["three.bag_mode=accumulate"],
            {"bags.points": 0, "bags.penalty": 100, "bags.threshold": 10},
        ),
        (
            "three",
            ["three.bag_mode=accumulate", "three.accumulate_points=1"],
            {"bags.points": 1, "bags.penalty": 100, "bags.threshold": 10},
        ),
        (
            "two_about",
            ["two.scoring=three_player"],
            {
                "nil.enabled": False,
                "blind_nil.enabled": False,
                "bid.zero": "plain_number",
                "two.blind_nil_redraw": 0,
                "three.bag_mode": "minus10",
                "bags.points": -10,
            },
        ),
    ],
)
def test_forced_and_following_values(base: str, overrides: list[str], expected: Mapping[str, object]) -> None:
    for spec in (base, load_rules(base), load_rules(base).flat()):
        flat = load_rules(spec, overrides).flat()
        assert {option_id: flat[option_id] for option_id in expected} == expected


@pytest.mark.parametrize("override", ["nil.exchange=0", "bid.no_one=false", "nil.both=sum", "bid.side_max=none"])
def test_the_default_of_what_does_not_apply_may_be_stated(override: str) -> None:
    assert load_rules("solo4", [override]) == load_rules("solo4")


@pytest.mark.parametrize("name", bundles())
def test_bundles_load_on_their_preset(name: str) -> None:
    base = "new_york" if name == "ny_keep_2c" else "std4"
    rules = load_rules(base, bundles()[name])
    if name not in ("blind_nil_half_penalty", "half_value_nils", "rake_shake"):
        assert bundles()[name].keys() <= OPTIONS.keys()
    assert rules != load_rules(base)


def test_decks_of_the_rulebook_are_accepted() -> None:
    assert load_rules("std4", [*JOKERS, "deck.extra_cards=dealer"]).deck.size == 54
    assert load_rules("std4", [*JOKERS, "deck.extra_cards=higher_bidding_side"]).hand_size == 13
    assert load_rules("three", ["deck.removed=[2C]"]).hand_size == 17
    assert load_rules("six", ["deck.removed=[2C,2D]"]).deck.size == 102
    assert load_rules("barmore", ["deck.high_trumps=[BJ,LJ,2D,2S]"]).deck.bit("2D") == 53


# Fixed rules ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "stated"),
    [
        ("std4", {"end.tie": "play_another", "end.continue": True, "bid.rounds": 1, "bid.locked": True}),
        ("std4", {"players": 4, "sides": "2x2", "hand_size": 13, "bid.player_range": "0..13"}),
        ("two_about", {"deal.rotation": "drawers_swap", "misdeal.effect": "redraft", "deck.leftover": "26_discards"}),
        ("three", {"deck.leftover": "1_unseen", "play.follow": "must_follow"}),
        ("six", {"play.duplicate": "second_wins"}),
        ("new_york", {"ten200": {"notation": "wheels"}, "bid.talk": "sure_possible"}),
    ],
)
def test_fixed_rules_may_be_stated(name: str, stated: dict[str, Any]) -> None:
    assert load_rules(name, stated) == load_rules(name)


@pytest.mark.parametrize(
    ("name", "stated"),
    [
        ("std4", "end.tie=draw"),
        ("std4", "end.continue=false"),
        ("std4", "bid.rounds=2"),
        ("std4", "bid.rounds=true"),
        ("std4", "bid.must_increase=true"),
        ("std4", "deal.rotation=drawers_swap"),
        ("two_about", "deal.rotation=left"),
        ("std4", "score.trick_value=20"),
        ("std4", "play.duplicate=second_wins"),
        ("std4", "players=6"),
        ("three_joker", "deck.leftover=1_unseen"),
    ],
)
def test_fixed_rules_may_not_be_changed(name: str, stated: str) -> None:
    message = refusal(name, [stated])
    assert stated.replace("=", " = ") in message
    assert "cannot be chosen" in message


# What can be played --------------------------------------------------------------------------------------------------


# Anything may come in ------------------------------------------------------------------------------------------------

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2000, 2000),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(sorted({str(choice) for option in OPTIONS.values() for choice in option.choices or ()})),
    st.sampled_from(["none", "yes", "no", "2C", "BJ", "fixed:3S"]),
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=2)
)
KEYS = st.sampled_from([*OPTIONS, *fixed_rules(Ruleset()), *GROUPS, "base", "name", "description"]) | st.text(
    max_size=6
)
ANY_RULES = st.dictionaries(KEYS, VALUES, max_size=6)
#: Mostly sensible: the right kind of value for every option, so that contradictions are met.
LIKELY = st.dictionaries(st.sampled_from(list(OPTIONS)), st.integers(0, 50), max_size=10)


def likely_value(option_id: str, pick: int) -> object:
    choices = OPTIONS[option_id].choices
    if choices is not None:
        return choices[pick % len(choices)]
    if "cards" in OPTIONS[option_id].values or "jokers" in OPTIONS[option_id].values:
        return random.Random(pick).sample(["2C", "2D", "2H", "2S", "BJ", "LJ"], pick % 5)
    return ["none", 0, 1, 4, 10, 100, -1, -500][pick % 8]


def check_round_trip(rules: Ruleset) -> None:
    flat = json.loads(json.dumps(rules.flat()))
    assert load_rules(flat) == rules
    assert rules.deck.size >= rules.players * rules.hand_size
    assert all(
        rules.values[option_id] is None for option_id, option in OPTIONS.items() if not option.applies(rules.values)
    )
    hash(rules)


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(ANY_RULES)
def test_any_mapping_loads_or_is_refused(data: dict[str, Any]) -> None:
    try:
        rules = load_rules(data)
    except RulesError as error:
        message = str(error)
    else:
        check_round_trip(rules)
        message = ""
    assert "\n" not in message


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(list(TABLES)), LIKELY)
def test_likely_rule_sets_load_or_are_refused(name: str, picks: dict[str, int]) -> None:
    overrides = {option_id: likely_value(option_id, pick) for option_id, pick in picks.items()}
    try:
        rules = load_rules(name, {key: "none" if value is None else value for key, value in overrides.items()})
    except RulesError:
        return
    check_round_trip(rules)


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=60), st.builds("{} = {}".format, KEYS, st.text(max_size=12))))
def test_any_text_in_a_file_or_override_loads_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    for spec, overrides in ((path, ()), ("std4", [text])):
        try:
            rules = load_rules(spec, overrides)
        except RulesError:
            continue
        check_round_trip(rules)


def test_presets_are_sparse() -> None:
    """A preset file states only what differs from its base, so that every default stands in one place."""
    for name in presets():
        text = (Path(load_rules.__code__.co_filename).parent / "presets" / f"{name}.toml").read_text()
        data = tomllib.loads(text)
        base = load_rules(data.get("base", "std4")).flat()
        flat = {
            f"{group}.{key}": value
            for group, table in data.items()
            if isinstance(table, dict)
            for key, value in table.items()
        }
        assert not [option_id for option_id, value in flat.items() if base[option_id] == value]
