"""The calls of every kind of bidding: which are legal, and whom they bind (rulebook sections E, F and O)."""

from __future__ import annotations

from typing import Any

import pytest
from referee_tools import STAIRCASE

from simspades.errors import RecordError
from simspades.referee import Hand, IllegalActionError, Phase, Standing, judge, score
from simspades.referee.calls import parse_call
from simspades.rules import bundles, load_rules

DEAL = [holding.split() for holding in STAIRCASE]
NEW_YORK_DEAL = [
    "AS KS QS AH KH QH JH AD KD QD AC KC QC",
    "BJ LJ 2D TH 9H 8H 7H JD TD 9D JC TC 9C",
    "JS TS 9S 6H 5H 4H 3H 8D 7D 6D 8C 7C 6C",
    "8S 7S 6S 5S 4S 3S 2S 5D 4D 3D 5C 4C 3C",
]
TEAM = bundles()["team_bidding"]


def start(rules: str = "std4", before: list[int] | None = None, dealer: int = 3, **overrides: Any) -> Hand:
    deal = DEAL if rules == "std4" else [holding.split() for holding in NEW_YORK_DEAL]
    standing = Standing(tuple(before or [0, 0]), (0, 0), (0, 0))
    return Hand(load_rules(rules, overrides), deal, dealer=dealer, before=standing)


def after(calls: str, **options: Any) -> Hand:
    hand = start(**options)
    for call in calls.split():
        hand.call(call)
    return hand


def refused(hand: Hand, call: str) -> str:
    """The option by which the seat in turn may not make a call."""
    with pytest.raises(IllegalActionError) as caught:
        hand.call(call)
    assert call not in hand.legal_calls()
    return caught.value.fault.rule


def judged(bids: list[Any] | None, rules: str = "std4", overrides: Any = None, **more: Any) -> dict[str, Any]:
    deal = STAIRCASE if rules == "std4" else NEW_YORK_DEAL
    return judge({"rules": rules, "set": overrides or {}, "deal": deal, "bids": bids, **more})


# --- sides ---


def test_side_min_binds_the_second_partner_and_forbids_two_nils() -> None:
    rules = {"bid.side_min": 4}
    hand = after("1 3", **rules)
    assert refused(hand, "2") == "bid.side_min"
    assert refused(hand, "nil") == "bid.side_min"
    assert {"3", "4"} <= set(hand.legal_calls())
    assert "nil" in after("4 3", **rules).legal_calls()
    hand = after("nil 3", **rules)
    assert refused(hand, "nil") == "bid.side_min"
    assert refused(hand, "3") == "bid.side_min"
    assert "4" in hand.legal_calls()


def test_side_max_also_leaves_the_partner_a_call() -> None:
    hand = start(**{"bid.side_max": 8, "nil.enabled": False, "blind_nil.enabled": False})
    assert refused(hand, "8") == "bid.side_max"
    assert "7" in hand.legal_calls()
    assert "8" in start(**{"bid.side_max": 8}).legal_calls()
    hand = after("6 3", **{"bid.side_max": 8})
    assert refused(hand, "3") == "bid.side_max"


def test_the_partner_of_a_nil_must_bid_enough() -> None:
    rules = {"bid.nil_partner_min": 4}
    hand = after("nil 3", **rules)
    assert refused(hand, "3") == "bid.nil_partner_min"
    assert refused(hand, "nil") == "bid.nil_partner_min"
    assert refused(after("3 3", **rules), "nil") == "bid.nil_partner_min"
    behind = after("3 3", before=[0, 200], **rules)
    assert refused(behind, "blind-nil") == "bid.nil_partner_min"


def test_a_zero_that_is_no_nil() -> None:
    hand = start(**{"bid.zero": "choice"})
    assert {"zero", "nil", "1"} <= set(hand.legal_calls())
    with pytest.raises(RecordError, match="zero or nil"):
        hand.call("0")
    assert refused(start(), "zero") == "bid.zero"
    answer = score(
        {"rules": "std4", "set": {"bid.zero": "choice"}, "bids": ["zero", "3", "4", "3"], "tricks": [2, 4, 3, 4]}
    )
    assert (answer["contract"][0], answer["points"][0], answer["bags"][0]) == (4, 41, 1)
    both = score(
        {"rules": "std4", "set": {"bid.zero": "choice"}, "bids": ["zero", "3", "zero", "3"], "tricks": [2, 4, 3, 4]}
    )
    assert (both["contract"][0], both["made"][0], both["points"][0]) == (0, True, 5)


def test_a_forbidden_zero() -> None:
    assert judged(["0", "3", "3", "3"], overrides={"bid.zero": "forbidden"})["rule"] == "bid.zero"
    assert judged(["nil", "3", "3", "3"], overrides={"bid.zero": "forbidden"})["rule"] == "nil.enabled"


def test_totals_go_by_the_final_numbers_and_nils_count_nothing() -> None:
    rules = {"bid.total_ne_tricks": True}
    assert "3" not in after("4 3 3", **rules).legal_calls()
    assert refused(after("nil 10 nil", **rules), "3") == "bid.total_ne_tricks"
    assert refused(after("3", **rules, **TEAM), "8") == "bid.mode"
    team = start(**rules, **TEAM)
    team.call("6")
    team.call("-")
    assert refused(team, "7") == "bid.total_ne_tricks"


# --- partnership bidding ---


def test_the_sides_agree_in_turn_and_the_lower_seat_states_the_number() -> None:
    hand = start("new_york", dealer=0)
    assert hand.turn == 1
    assert hand.legal_calls() == ["4", "5", "6", "7", "8", "9", "10", "10-for-200", "-"]
    hand.call("5")
    assert hand.turn == 0
    hand.call("6")
    assert ([str(call) for call in hand.calls], hand.contracts) == (["6", "5", "-", "-"], [6, 5])
    assert hand.phase is Phase.PLAY


@pytest.mark.parametrize(
    ("bids", "seat", "rule"),
    [
        (["3", "4", "-", "-"], 0, "bid.side_min"),
        (["11", "4", "-", "-"], 0, "bid.side_max"),
        (["-", "4", "5", "-"], 0, None),
        (["5", "4", "2", "-"], 2, "bid.locked"),
        (["nil", "4", "5", "-"], 0, "nil.enabled"),
    ],
)
def test_agreed_numbers_in_records(bids: list[str], seat: int, rule: str | None) -> None:
    answer = judged(bids, "new_york")
    assert answer["legal"] is False
    assert answer["seat"] == (seat if rule else 2)
    assert answer["rule"] == (rule or "bid.mode")


def test_a_nil_in_partnership_bidding_stands_beside_the_partners_number() -> None:
    assert judged(["4", "3", "nil", "-"], overrides=TEAM)["contract"] == [4, 3]
    assert judged(["nil", "3", "4", "-"], overrides=TEAM)["contract"] == [4, 3]
    assert judged(["nil", "3", "nil", "-"], overrides=TEAM)["contract"] == [0, 3]
    assert judged(["4", "3", "5", "-"], overrides=TEAM)["rule"] == "bid.mode"


def test_talk_goes_by_the_speakers() -> None:
    talk = [[1, 2, 3], [3, 1, 2], [2, 3, 4], [0, 1, 1]]
    bids = ["5", "4", "-", "-"]
    assert judged(bids, "new_york", dealer=0, talk=talk)["legal"]
    assert judged(bids, "new_york", dealer=0, talk=talk[1:])["legal"]
    swapped = [talk[1], talk[0], *talk[2:]]
    assert judged(bids, "new_york", dealer=0, talk=swapped)["rule"] == "bid.talk"
    assert judged(bids, "new_york", dealer=0, talk=[*talk, talk[0]])["rule"] == "bid.talk"
    assert judged(bids, "new_york", dealer=0, talk=[[1, 14, 3]])["rule"] == "bid.talk"
    with pytest.raises(RecordError, match=r"talk.*bid\.mode"):
        judged(["3", "3", "3", "3"], talk=talk)


# --- blind numbers ---


def blind_rule(bids: list[str], before: list[int], **overrides: Any) -> str | None:
    return judged(bids, "new_york", overrides, before={"score": before}).get("rule")


def test_blind_numbers() -> None:
    behind = [0, 100]
    assert blind_rule(["blind-6", "4", "-", "-"], behind) is None
    assert blind_rule(["-", "4", "blind-6", "-"], behind) is None
    assert blind_rule(["blind-6", "4", "-", "-"], [0, 99]) == "blind.min_deficit"
    assert blind_rule(["blind-5", "4", "-", "-"], behind) == "blind.min"
    assert blind_rule(["blind-7", "4", "-", "-"], behind, **{"blind.higher": False}) == "blind.higher"
    assert blind_rule(["blind-11", "4", "-", "-"], behind) == "bid.side_max"
    assert blind_rule(["blind-6", "4", "4", "-"], behind) == "bid.locked"
    assert blind_rule(["blind-6", "4", "-", "-"], behind, **{"blind.enabled": False}) == "blind.enabled"


def test_a_blind_number_binds_both_partners_at_the_round_table() -> None:
    rules = {"blind.enabled": True}
    hand = start(**rules)
    assert "blind-6" in hand.legal_blind_calls(0)
    assert hand.legal_blind_calls(2) == []  # seat 0 speaks first
    hand.call_blind(0, "blind-6")
    assert (hand.turn, str(hand.calls[2])) == (1, "-")
    assert "blind-6" not in hand.legal_calls()
    hand.call("3")
    assert hand.turn == 3
    assert judged(["3", "3", "blind-6", "3"], overrides=rules)["rule"] == "bid.mode"
    with pytest.raises(IllegalActionError, match="after the cards were looked at"):
        start(**rules).call("blind-6")


def test_renouncing() -> None:
    bids, before = ["10", "4", "-", "-"], {"score": [0, 100]}
    assert judged(bids, "new_york", before=before, renounced={"0": "blind-7"})["contract"] == [10, 4]
    level = {"score": [0, 0]}
    assert judged(bids, "new_york", before=level, renounced={"0": "blind-7"})["rule"] == "blind.min_deficit"
    wrong = judged(["9", "4", "-", "-"], "new_york", before=before, renounced={"0": "blind-7"})
    assert wrong["rule"] == "bid.locked"
    assert judged(bids, "new_york", before=before, renounced={"0": "10"})["legal"] is False
    hand = start("new_york", before=[0, 100])
    hand.call_blind(0, "blind-7")
    assert (hand.phase, hand.turn) == (Phase.RENOUNCE, 0)
    hand.renounce(True)
    assert (hand.phase, hand.turn, hand.contracts[0]) == (Phase.BIDDING, 1, 10)


def test_nobody_renounces_for_a_ten_that_he_may_not_bid() -> None:
    rules, before = {"bid.side_max": 8}, {"score": [0, 100]}
    hand = start("new_york", before=[0, 100], **rules)
    hand.call_blind(0, "blind-7")
    assert (hand.phase, hand.turn) == (Phase.BIDDING, 1)
    bids = ["10", "4", "-", "-"]
    assert judged(bids, "new_york", rules, before=before, renounced={"0": "blind-7"})["rule"] == "blind.renounce_to_10"
    tricks = {**rules, "bid.total_ne_tricks": True}
    hand = start("new_york", before=[0, 100], **tricks)
    hand.call_blind(0, "blind-7")
    assert refused(hand, "6") == "bid.total_ne_tricks"


def test_a_blind_number_that_may_be_given_up_leaves_the_total_open() -> None:
    rules = {"bid.total_ne_tricks": True}
    hand = start("new_york", before=[100, 0], **rules)
    hand.call_blind(1, "blind-7")
    hand.call("6")
    assert hand.phase is Phase.RENOUNCE
    with pytest.raises(IllegalActionError, match=r"bid\.total_ne_tricks"):
        hand.renounce(False)
    hand.renounce(True)
    assert hand.contracts == [6, 10]


def test_blind_nils_are_called_early_where_cards_are_seen_early() -> None:
    hand = start(before=[0, 200], **bundles()["pass3"])
    assert hand.legal_blind_calls(0) == ["blind-nil"]
    hand.call_blind(0, "blind-nil")
    assert hand.phase is Phase.PASS
    late = start(before=[0, 200])
    assert late.legal_blind_calls(0) == []
    assert "blind-nil" in late.legal_calls()


# --- calls for a side ---

SPECIAL = {**bundles()["moons"], **bundles()["no_trump_bids"], **bundles()["team_double_nil"], "ten200.mode": "exact"}


@pytest.mark.parametrize("call", ["10-for-200", "moon", "nt-5", "double-nil", "blind-moon", "blind-nt-5"])
def test_calls_for_a_side_are_made_by_its_first_speaker_and_bind_both(call: str) -> None:
    before = {"score": [0, 300]}
    assert judged([call, "3", "-", "3"], overrides=SPECIAL, before=before)["legal"]
    assert judged([call, "3", "4", "3"], overrides=SPECIAL, before=before)["rule"] == "bid.locked"
    assert judged(["4", "3", call, "3"], overrides=SPECIAL, before=before)["rule"] == "bid.mode"
    assert judged(["-", "3", call, "3"], overrides=SPECIAL, before=before)["legal"] is False
    assert judged([call, "3", "-", "3"], before=before)["legal"] is False
    by_agreement = {**SPECIAL, **TEAM}
    assert judged(["-", "3", call, "-"], overrides=by_agreement, before=before)["legal"]


def test_how_far_behind_the_special_calls_must_be() -> None:
    level = {"score": [0, 200]}
    assert judged(["blind-nt-5", "3", "-", "3"], overrides=SPECIAL, before=level)["rule"] == "nt.blind_min_deficit"
    assert judged(["double-nil", "3", "-", "3"], overrides=SPECIAL, before=level)["rule"] == "dnil.when"
    assert judged(["double-nil", "3", "-", "3"], overrides={**SPECIAL, "dnil.when": "any"})["legal"]


def test_no_trump_needs_a_spade_and_a_partner_who_covers_it() -> None:
    deal = [["2H" if card == "AS" else card for card in DEAL[0]], DEAL[1], DEAL[2], DEAL[3]]
    swap = {"KS": "2D", "QS": "3D", "2H": "4D"}
    deal[0] = [swap.get(card, card) for card in deal[0]]
    deal[3] = ["AS", "KS", "QS", *[card for card in DEAL[3] if card not in swap.values()]]
    record = {"rules": "std4", "set": SPECIAL, "deal": deal, "bids": ["nt-5", "3", "-", "3"]}
    assert judge(record)["rule"] == "nt.enabled"
    refusal = judged(["nt-5", "3", "-", "3"], overrides=SPECIAL, asked=[[0, "nt", False]])
    assert refusal["rule"] == "nt.enabled"
    assert judged(["nt-5", "3", "-", "3"], overrides=SPECIAL, asked=[[0, "nt", True]])["legal"]
    assert judged(["4", "3", "3", "3"], overrides=SPECIAL, asked=[[0, "nt", False]])["legal"]


# --- raises ---


def test_the_raise_round() -> None:
    rules = bundles()["raise_round"]
    hand = after("3 2 nil 4", **rules)
    assert (hand.phase, hand.raising_side) == (Phase.RAISE, 0)
    assert hand.legal_raises() == [None, *range(4, 14)]
    hand.raise_to(5)
    hand.raise_to(None)
    assert (hand.phase, hand.contracts) == (Phase.PLAY, [5, 6])
    bids = ["3", "2", "nil", "4"]
    assert judged(bids, overrides=rules, raises=[5, None])["contract"] == [5, 6]
    assert judged(bids, overrides=rules)["contract"] == [3, 6]
    assert judged(bids, overrides=rules, raises=[3, None])["rule"] == "bid.raise_round"
    assert judged(["nil", "2", "nil", "4"], overrides=rules, raises=[3, None])["rule"] == "bid.raise_round"
    answer = score({"rules": "std4", "set": rules, "bids": bids, "raises": [5, None], "tricks": [5, 4, 0, 4]})
    assert (answer["contract"], answer["points"]) == ([5, 6], [150, 62])


def test_a_total_is_looked_at_after_the_raises() -> None:
    rules = {**bundles()["raise_round"], "bid.total_ne_tricks": True}
    hand = after("3 3 3 4", **rules)
    hand.raise_to(None)
    assert None not in hand.legal_raises()
    assert judged(["3", "3", "3", "4"], overrides=rules)["rule"] == "bid.total_ne_tricks"
    assert judged(["3", "3", "3", "4"], overrides=rules, raises=[7, None])["legal"]


# --- hands that bid themselves ---


def test_the_first_hand_bids_itself() -> None:
    assert judged(None, "new_york")["contract"] == [None, None]
    assert judged(None, "new_york", hand_in_game=2)["rule"] == "bid.first_deal_unbid"
    assert judged(["4", "4", "-", "-"], "new_york", hand_in_game=1)["rule"] == "bid.first_deal_unbid"
    rules = {**bundles()["bemo"], "bid.first_deal_unbid": True}
    assert judged(None, overrides=rules, declare={"bemo": [0]})["rule"] == "bid.first_deal_unbid"


# --- declarations ---


def test_bemos() -> None:
    bids, rules = ["3", "3", "3", "3"], bundles()["bemo"]
    assert judged(bids, overrides=rules, declare={"bemo": [0], "big_bemo": [1]})["legal"]
    assert judged(bids, overrides=rules, declare={"bemo": [0], "big_bemo": [0]})["rule"] == "bemo.big_enabled"
    only = {"bemo.enabled": True}
    assert judged(bids, overrides=only, declare={"big_bemo": [0]})["rule"] == "bemo.big_enabled"
    with pytest.raises(RecordError, match=r"declare.*bemo\.enabled"):
        judged(bids, declare={"bemo": [0]})


def test_going_for_aces() -> None:
    bids, rules = ["3", "3", "3", "3"], {"aces.enabled": True}
    assert judged(bids, overrides=rules, declare={"aces": [0]})["legal"]
    assert judged(bids, overrides=rules, declare={"aces": [1]})["rule"] == "aces.enabled"
    assert judged(bids, overrides=rules, asked=[[0, "aces", True]])["legal"]
    assert judged(bids, overrides=rules, asked=[[1, "aces", False]])["rule"] == "aces.enabled"
    assert judged(bids, overrides=rules, asked=[[0, "misdeal", True]])["rule"] == "misdeal.consult_partner"


# --- forced forms ---


def holding_with(spades: int, aces: int = 0) -> list[str]:
    """Thirteen cards of seat 0; the others share the rest."""
    ranks = "23456789TJQK"
    held = [rank + "S" for rank in ranks[:spades]] + ["A" + suit for suit in "HDC"[:aces]]
    fill = [rank + suit for rank in ranks for suit in "HDC"]
    return held + fill[: 13 - len(held)]


def legal_for(form: str, spades: int, aces: int = 0, calls: str = "") -> list[str]:
    """The legal calls of a seat with such a holding after some calls."""
    own = holding_with(spades, aces)
    rest = [card for card in load_rules("std4").deck.cards if card not in own]
    seat = len(calls.split()) % 4
    deal = [rest[:13], rest[13:26], rest[26:]]
    deal.insert(seat, own)
    hand = Hand(load_rules("std4", {"bid.form": form}), deal)
    for call in calls.split():
        hand.bidding.add(hand.turn, parse_call(call))
    return hand.legal_calls()


@pytest.mark.parametrize(
    ("form", "spades", "aces", "expected"),
    [
        ("mirror", 4, 0, ["4"]),
        ("mirror", 0, 0, ["nil"]),
        ("whiz", 4, 0, ["4", "nil"]),
        ("whiz", 0, 0, ["nil"]),
        ("joker_whiz", 3, 0, ["3", "nil"]),
        ("crazy_aces", 2, 3, ["9"]),
        ("crazy_aces", 5, 0, ["nil"]),
    ],
)
def test_forms_of_one_player(form: str, spades: int, aces: int, expected: list[str]) -> None:
    assert legal_for(form, spades, aces) == expected


def test_joker_whiz_frees_the_last_bidder() -> None:
    assert legal_for("joker_whiz", 3, calls="3 3 3") == [*map(str, range(1, 14)), "nil"]


def test_suicide() -> None:
    numbers = [*map(str, range(4, 14))]
    assert legal_for("suicide", 3) == [*numbers, "nil"]
    assert legal_for("suicide", 3, calls="nil 5") == numbers
    assert legal_for("suicide", 3, calls="5 nil") == ["nil"]


def test_spades_are_counted_by_effective_suit() -> None:
    answer = judged(
        ["3", "3", "3", "7"],
        "new_york",
        {
            "bid.form": "mirror",
            "nil.enabled": True,
            "bid.zero": "nil",
            "bid.mode": "round_table",
            "bid.first": "left_of_dealer",
            "bid.side_min": 0,
            "blind.enabled": False,
            "ten200.mode": "off",
            "bid.first_deal_unbid": False,
            "bid.side_max": "none",
        },
    )
    assert answer["legal"], answer


def test_a_form_prevails_over_what_the_side_may_bid() -> None:
    hand = start(**{"bid.form": "mirror", "bid.side_max": 5})
    for spades in ("3", "3"):
        hand.call(spades)
    assert hand.legal_calls() == ["3"]
