"""The fourteen consistency checks of the rulebook (0.6), each by its number: what it refuses, forces and lets pass."""

from __future__ import annotations

from typing import Any

import pytest

from simspades.errors import RulesError
from simspades.referee import judge
from simspades.rules import OPTIONS, Ruleset, bundles, load_rules, presets

Options = dict[str, Any]
JOKERS: Options = {"deck.jokers": 2, "deck.high_trumps": ["BJ", "LJ"]}
JOKERS_52: Options = {**JOKERS, "deck.removed": ["2C", "2H"]}


def refuses(base: str, options: Options, *named: str) -> None:
    """The rule set is refused in one sentence that names these options, and the values that were given."""
    with pytest.raises(RulesError) as caught:
        load_rules(base, options)
    message = str(caught.value)
    assert "\n" not in message
    for option_id in named:
        assert option_id in message, message


def accepts(base: str, options: Options) -> Ruleset:
    return load_rules(base, options)


@pytest.mark.parametrize(
    ("base", "options", "size", "holdings", "hand_size"),
    [
        ("std4", {}, 52, 4, 13),
        ("std4", JOKERS_52, 52, 4, 13),
        ("barmore", {}, 52, 4, 13),
        ("std4", {**JOKERS, "deck.extra_cards": "dealer"}, 54, 4, 13),
        ("six", {}, 102, 6, 17),
        ("three", {}, 52, 3, 17),
        ("three", {"deck.removed": ["2D"]}, 51, 3, 17),
        ("three_joker", {}, 54, 3, 18),
        ("three_dummy", {}, 52, 4, 13),
        ("two_about", {}, 52, 2, 13),
    ],
)
def test_check_1_the_cards_can_be_dealt(base: str, options: Options, size: int, holdings: int, hand_size: int) -> None:
    rules = accepts(base, options)
    assert (rules.deck.size, rules.hand_size) == (size, hand_size)
    assert size - holdings * hand_size in (0, 1, 2, 26)


@pytest.mark.parametrize(
    ("base", "options"),
    [
        ("std4", {"deck.packs": 2}),
        ("std4", {"deck.removed": ["3C"]}),
        ("std4", JOKERS),
        ("solo4", {"deck.removed": ["2C", "2D"]}),
        ("six", {"deck.removed": ["2D"]}),
        ("six", {"deck.packs": 1, "deck.removed": []}),
        ("three", {"deck.removed": ["2C", "2D"]}),
        ("three_dummy", {"deck.removed": ["2C"]}),
        ("two_about", JOKERS),
    ],
)
def test_check_1_cards_that_cannot_be_dealt(base: str, options: Options) -> None:
    refuses(base, options, "game.family", "deck.packs", "deck.jokers", "deck.removed")


@pytest.mark.parametrize(
    ("base", "options", "named"),
    [
        ("std4", {"deck.jokers": 2, "deck.removed": ["2C", "2H"]}, ["deck.high_trumps", "BJ", "deck.jokers"]),
        ("std4", {**JOKERS_52, "deck.high_trumps": ["BJ"]}, ["deck.high_trumps", "LJ", "deck.jokers"]),
        ("std4", {"deck.high_trumps": ["BJ"]}, ["deck.high_trumps", "BJ", "deck.jokers = 0"]),
        ("barmore", {"deck.high_trumps": ["BJ", "LJ", "2C"]}, ["deck.high_trumps", "2C", "deck.removed"]),
        ("std4", {"deck.high_trumps": ["2S", "2S"]}, ["deck.high_trumps", "2S", "more than once"]),
        ("six", {"deck.high_trumps": ["2D"]}, ["deck.high_trumps", "2D", "deck.removed"]),
    ],
)
def test_check_2_high_trumps_are_in_the_pack(base: str, options: Options, named: list[str]) -> None:
    refuses(base, options, *named)


def test_check_2_with_two_packs_one_copy_may_be_gone() -> None:
    assert accepts("six", {"deck.removed": ["2D", "2C"], "deck.high_trumps": ["2D"]}).deck.size == 102


@pytest.mark.parametrize("extra", ["dealer", "holder_2c", "set_aside_unseen", "higher_bidding_side"])
def test_check_3_extra_cards(extra: str) -> None:
    options = {**JOKERS, "deck.extra_cards": extra}
    assert accepts("std4", options).deck.size == 54
    refuses("std4", {"deck.extra_cards": extra}, "deck.extra_cards", "deck.jokers = 0")
    # whoever needs the 2C has it in the pack: 54 cards are left only if none is removed
    refuses("std4", {**options, "deck.removed": ["2C", "2H"]}, "deck.extra_cards", "deck.removed = [2C, 2H]")
    refuses("three_joker", {"deck.extra_cards": extra}, "deck.extra_cards", "game.family = three")


def test_check_3_other_things_that_need_cards_or_hands() -> None:
    accepts("barmore", {"play.rake_shake": True})
    refuses("std4", {"play.rake_shake": True}, "play.rake_shake", "deck.jokers = 0")
    for base in ("std4", "solo4", "three_dummy", "new_york"):
        accepts(base, {"deal.cut": "french_cut"})
    for base in ("six", "three", "two_about"):
        refuses(base, {"deal.cut": "french_cut"}, "deal.cut", "game.family")


#: Every option that asks for partners, with a value that does.
OF_PARTNERS: Options = {
    "nil.exchange": 1,
    "blind_nil.exchange": 2,
    "blind_nil.exchange_optional": False,
    "blind_nil.suit_request": True,
    "exchange.order": "simultaneous",
    "exchange.timing": "immediate",
    "dnil.exchange": 2,
    "pass.before_bidding": 3,
    "bid.mode": "partnership",
    "bid.side_min": 4,
    "bid.side_max": 10,
    "bid.nil_partner_min": 4,
    "bid.no_one": True,
    "bid.raise_round": True,
    "nil.both": "forbidden",
    "nil.partner_auto_fail": True,
    "misdeal.consult_partner": True,
    "blind.enabled": True,
    "blind.min": 7,
    "blind.higher": False,
    "blind.success": "at_least",
    "blind.fail": "single",
    "blind.min_deficit": 100,
    "blind.renounce_to_10": True,
    "nt.enabled": True,
    "nt.min": 4,
    "nt.scope": "side",
    "nt.fail": "single",
    "nt.blind_enabled": True,
    "nt.blind_fail": "double",
    "nt.blind_min_deficit": 300,
    "dnil.enabled": True,
    "dnil.success": "win",
    "dnil.fail": 250,
    "dnil.opp_bonus": 50,
    "dnil.when": "any",
}


def test_check_4_the_list_is_whole() -> None:
    groups = ("blind", "nt", "dnil", "exchange", "pass")
    expected = {option_id for option_id, option in OPTIONS.items() if option.group in groups}
    expected |= {option_id for option_id in OPTIONS if "exchange" in option_id or option_id.startswith("bid.side_")}
    assert expected <= set(OF_PARTNERS)


@pytest.mark.parametrize("base", ["solo4", "two_about"])
@pytest.mark.parametrize("option_id", OF_PARTNERS)
def test_check_4_what_needs_partners(option_id: str, base: str) -> None:
    refuses(base, {option_id: OF_PARTNERS[option_id]}, option_id, "game.family")


@pytest.mark.parametrize("option_id", OF_PARTNERS)
def test_check_4_partners_may_have_it(option_id: str) -> None:
    with_it = {option_id: OF_PARTNERS[option_id]}
    if option_id == "blind_nil.suit_request":
        refuses("six", with_it, option_id, "blind_nil.exchange = 2")
        with_it["blind_nil.exchange"] = 1
    rules = accepts("six", with_it)
    if not option_id.startswith(("nt.min", "nt.blind_min")):  # idle without the bids
        assert rules.values[option_id] == OF_PARTNERS[option_id]


def test_check_5_bags() -> None:
    assert accepts("std4", {"bags.points": -1}).bags.penalty == 0
    refuses("std4", {"bags.points": -1, "bags.penalty": 100}, "bags.points = -1", "bags.penalty = 100")
    assert accepts("std4", {"bags.display_units": True}).bags.points == 0
    refuses("std4", {"bags.display_units": True, "bags.points": 1}, "bags.display_units", "bags.points = 1")
    # the count is a number of its own, so what it needs is always there
    accepts("std4", {"blind_nil.no_bag_penalty": True, "nil.failed_tricks": "ignored"})


def test_check_6_zero_and_one() -> None:
    accepts("std4", {"bid.no_one": True})
    refuses("std4", {"bid.no_one": True, "bid.mode": "partnership"}, "bid.no_one", "bid.mode = partnership")
    rules = accepts("std4", {"bid.zero": "forbidden"})
    assert (rules.nil.enabled, rules.blind_nil.enabled, rules.dnil.enabled) == (False, False, False)
    for option_id in ("nil.enabled", "blind_nil.enabled", "dnil.enabled"):
        refuses("std4", {"bid.zero": "forbidden", option_id: True}, option_id, "bid.zero = forbidden")


def test_check_7_what_follows_from_others() -> None:
    assert accepts("std4", {"moon.enabled": True}).moon.value == 200
    assert accepts("std4", {"moon.enabled": True, "ten200.mode": "at_least"}).moon.value == 500
    assert accepts("std4", {"moon.value": "win", "ten200.mode": "exact"}).moon.value == "win"
    assert [accepts("std4", {"nt.enabled": True, "blind.min": least}).nt.min for least in (6, 7)] == [5, 6]
    assert accepts("std4", {"nt.enabled": True, "blind.min": 7, "nt.min": 5}).nt.min == 5
    blind = {"nt.blind_enabled": True}
    deficits = [accepts("std4", {**blind, "end.target": goal}).nt.blind_min_deficit for goal in (300, 500, 1000, 501)]
    assert deficits == [121, 201, 401, 201]
    assert accepts("std4", {**blind, "nt.blind_min_deficit": 50}).nt.blind_min_deficit == 50


LOW_CLUB_DEAL = [
    "AS KS 6S 5S 2S KH QH 4H JD TD 5D 2D 9C",
    "JS 8S 7S 4S 3S AH 8H 5H 3H KD AC QC 4C",
    "QS TH 9H 7H 2H QD 9D 6D 3D KC TC 5C 2C",
    "TS 9S JH 6H AD 8D 7D 4D JC 8C 7C 6C 3C",
]


@pytest.mark.parametrize("first_trick", ["lowest_club", "lowest_club_spade_ok", "lead_2c"])
@pytest.mark.parametrize("first_lead", ["dealer", "left_of_dealer", "holder_2c"])
def test_check_8_the_first_trick_goes_before_the_first_lead(first_trick: str, first_lead: str) -> None:
    """Seat 2 holds 2C and leads it, whoever else would; the winner of the trick leads to the next."""
    options = {"play.first_trick": first_trick, "play.first_lead": first_lead}
    record = {"rules": "std4", "set": options, "deal": LOW_CLUB_DEAL, "bids": ["4", "4", "3", "1"]}
    answer = judge({**record, "plays": ["2C", "3C", "9C", "4C", "KH"]})
    assert (answer["legal"], answer["winners"]) == (True, [0])
    accepts("std4", options)


def test_check_9_where_options_have_a_meaning() -> None:
    of_three: Options = {
        "three.bag_mode": "accumulate",
        "three.accumulate_points": 1,
        "three.bonus_low": True,
        "three.bonus_high": True,
        "three.bonus_last_high_spades": True,
        "three.blind": True,
    }
    assert set(of_three) == {option_id for option_id in OPTIONS if option_id.startswith("three.")}
    for option_id, value in of_three.items():
        for base in ("std4", "solo4", "three_dummy", "two_about"):
            refuses(base, {option_id: value}, option_id, "game.family")
        accepts("three", {option_id: value})
        accepts("two_about", {option_id: value, "two.scoring": "three_player"})
    for options in ({"score.over_limit": 2}, {"end.boston_wins": True}, {"blind.renounce_to_10": True}):
        for base in ("std4", "barmore", "six", "new_york"):
            accepts(base, options)
        refuses("solo4", options, *options, "game.family = solo4")


def test_check_9_options_of_two_and_of_the_dummy() -> None:
    refuses("std4", {"two.scoring": "three_player"}, "two.scoring", "game.family")
    refuses("std4", {"two.peek_discarded": False}, "two.peek_discarded", "game.family")
    refuses("three", {"dummy.scoring": "declarer_only"}, "dummy.scoring", "game.family")


def test_check_10_the_card_that_cancels_a_bag() -> None:
    accepts("std4", {"bags.cancel_card": "fixed:3S"})
    accepts("barmore", {"bags.cancel_card": "fixed:BJ"})
    refuses("barmore", {"bags.cancel_card": "fixed:2C"}, "bags.cancel_card = fixed:2C", "deck.removed = [2C, 2H]")
    refuses("std4", {"bags.cancel_card": "fixed:LJ"}, "bags.cancel_card = fixed:LJ", "deck.jokers = 0")
    # it may be among the extra cards or left over: then nobody wins it in that hand
    accepts("std4", {**JOKERS, "deck.extra_cards": "set_aside_unseen", "bags.cancel_card": "fixed:BJ"})
    accepts("three", {"three.bag_mode": "accumulate", "bags.cancel_card": "fixed:3S"})


def test_check_11_bags_of_three() -> None:
    rules = accepts("three", {"three.bag_mode": "minus10"})
    assert (rules.bags.points, rules.bags.penalty) == (-10, 0)
    for points in (0, 1):
        rules = accepts("three", {"three.bag_mode": "accumulate", "three.accumulate_points": points})
        assert (rules.bags.points, rules.bags.penalty, rules.bags.threshold) == (points, 100, 10)
    refuses("three", {"bags.points": 0}, "bags.points = 0", "three.bag_mode = minus10")
    refuses("three", {"bags.penalty": 50}, "bags.penalty = 50", "three.bag_mode = minus10")
    for option_id, value in (("bags.points", 1), ("bags.penalty", 0), ("bags.threshold", 5)):
        refuses("three", {"three.bag_mode": "accumulate", option_id: value}, option_id, "three.bag_mode = accumulate")
    refuses("std4", {"bags.points": -10}, "bags.points = -10", "three.bag_mode")


def test_check_12_two_players_scored_as_three() -> None:
    as_three: Options = {"two.scoring": "three_player"}
    rules = accepts("two_about", as_three)
    assert (rules.nil.enabled, rules.blind_nil.enabled, rules.bid.zero) == (False, False, "plain_number")
    assert rules.two.blind_nil_redraw == 0
    for option_id, value in (
        ("nil.enabled", True),
        ("blind_nil.enabled", True),
        ("bid.zero", "nil"),
        ("two.blind_nil_redraw", 3),
    ):
        refuses("two_about", {**as_three, option_id: value}, option_id, "two.scoring = three_player")


def test_check_13_double_nil_at_any_time() -> None:
    rules = accepts("std4", {"dnil.enabled": True, "dnil.when": "any"})
    assert (rules.dnil.success, rules.dnil.fail) == ("win", "lose_game")
    refuses("std4", {"dnil.when": "any", "dnil.success": 500}, "dnil.when = any", "dnil.success = 500")
    refuses("std4", {"dnil.when": "any", "dnil.fail": 500}, "dnil.when = any", "dnil.fail = 500")


def test_check_14_half_of_a_blind_nil() -> None:
    accepts("std4", {"blind_nil.fail": "half", "blind_nil.value": 150})
    refuses(
        "std4", {"blind_nil.fail": "half", "blind_nil.value": 175}, "blind_nil.fail = half", "blind_nil.value = 175"
    )


@pytest.mark.parametrize("form", ["mirror", "whiz", "suicide", "crazy_aces", "joker_whiz"])
def test_forced_forms_exclude_what_section_o_says(form: str) -> None:
    rules = accepts("std4", {"bid.form": form})
    assert not rules.blind_nil.enabled
    for option_id, value in {
        "nil.enabled": False,
        "bid.zero": "choice",
        "bid.mode": "partnership",
        "blind_nil.enabled": True,
        "blind.enabled": True,
        "moon.blind_enabled": True,
        "nt.blind_enabled": True,
        "ten200.mode": "exact",
        "moon.enabled": True,
        "nt.enabled": True,
        "dnil.enabled": True,
        "bid.raise_round": True,
        "bid.no_one": True,
        "bid.total_ne_tricks": True,
        "bid.side_min": 4,
    }.items():
        refuses("std4", {"bid.form": form, option_id: value}, f"bid.form = {form}", option_id)
    for base in ("new_york", "three", "three_dummy"):
        refuses(base, {"bid.form": form}, f"bid.form = {form}")
    if form == "suicide":
        refuses("solo4", {"bid.form": form}, "bid.form = suicide", "game.family = solo4")
    else:
        accepts("solo4", {"bid.form": form})
    accepts("six", {"bid.form": form})


def test_every_bundle_stands_on_every_partnership_game_or_says_why() -> None:
    """What a bundle contradicts is named by an option of the bundle."""
    for base in presets():
        for name, options in bundles().items():
            try:
                load_rules(base, options)
            except RulesError as error:
                message = str(error)
            else:
                continue
            assert any(option_id in message for option_id in options), (base, name, message)
