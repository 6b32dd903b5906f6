"""Decks, extra cards, cuts, misdeals, passes, and the draft of the game of two (rulebook sections B, C and D)."""

from __future__ import annotations

from typing import Any

import pytest
from referee_tools import STAIRCASE

from simspades.errors import CardError, RecordError
from simspades.referee import Game, Hand, IllegalActionError, Phase, judge
from simspades.referee.misdeal import qualifies
from simspades.referee.pack import pack_of
from simspades.rules import bundles, load_rules

DEAL = [holding.split() for holding in STAIRCASE]
THREES = ["3", "3", "3", "3"]


def judged(overrides: Any, rules: str = "std4", **record: Any) -> dict[str, Any]:
    return judge({"rules": rules, "set": overrides, "deal": STAIRCASE, "bids": THREES, **record})


def fault(answer: dict[str, Any]) -> tuple[str, int | None, str | None]:
    assert answer["legal"] is False
    assert answer["reason"]
    return answer["rule"], answer["seat"], answer["card"]


# --- extra cards ---


def extra(bundle: str, **record: Any) -> dict[str, Any]:
    return judged({**bundles()[bundle], **record.pop("more", {})}, **record)


def test_the_dealer_takes_the_extra_cards_and_discards_as_many() -> None:
    assert extra("jokers54_dealer", discards={"3": "2C 3C"}, plays=["AH"])["legal"]
    assert extra("jokers54_dealer", extra="BJ LJ", extra_to=[3, 3], discards={"3": "BJ 2C"})["legal"]
    assert fault(extra("jokers54_dealer")) == ("deck.extra_cards", 3, None)
    assert fault(extra("jokers54_dealer", discards={"3": "2C"})) == ("deck.extra_cards", 3, None)
    assert fault(extra("jokers54_dealer", discards={"3": "2C AC"})) == ("deck.extra_cards", 3, "AC")
    assert fault(extra("jokers54_dealer", discards={"3": "2C 3C", "0": "QC"})) == ("deck.extra_cards", 0, None)
    assert fault(extra("jokers54_dealer", extra_to=[0, 0], discards={"3": "2C 3C"}))[0] == "deck.extra_cards"
    assert fault(extra("jokers54_dealer", extra="BJ AS", discards={"3": "2C 3C"})) == ("deck.packs", None, "AS")


def test_the_holder_of_2c_takes_them() -> None:
    hand = Hand(load_rules("std4", bundles()["jokers54_2c"]), DEAL, dealer=0)
    assert (hand.phase, hand.turn, hand.taker) == (Phase.DISCARD, 3, 3)
    deal = [*DEAL[:3], ["BJ" if card == "2C" else card for card in DEAL[3]]]
    hand = Hand(load_rules("std4", bundles()["jokers54_2c"]), deal, dealer=0)
    assert (sorted(hand.extra), hand.taker) == (["2C", "LJ"], 0)


def test_a_dummy_with_2c_takes_them() -> None:
    rules = bundles()["jokers54_2c"]
    record = {"bids": ["4", "5", "3"], "extra_to": [3, 3], "discards": {"3": "2C 3C"}}
    assert judged(rules, "three_dummy", **record)["legal"]


def test_when_the_taker_discards() -> None:
    late = {"deck.extra_discard_timing": "after_bidding"}
    hand = Hand(load_rules("std4", {**bundles()["jokers54_dealer"], **late}), DEAL)
    assert (hand.phase, len(hand.holdings[3])) == (Phase.BIDDING, 15)
    for call in THREES:
        hand.call(call)
    assert (hand.phase, hand.turn) == (Phase.DISCARD, 3)
    hand.discard(3, ["2C", "3C"])
    assert hand.phase is Phase.PLAY


def test_cards_set_aside_unseen() -> None:
    assert extra("jokers54_unseen", plays=["AH"])["legal"]
    assert extra("jokers54_unseen", extra_to=None, extra="BJ LJ")["legal"]
    assert fault(extra("jokers54_unseen", extra_to=[0, 0]))[0] == "deck.extra_cards"
    assert fault(extra("jokers54_unseen", discards={"0": "AS AH"}))[0] == "deck.extra_cards"


def test_the_higher_bidding_side_needs_to_say_who_takes() -> None:
    with pytest.raises(RecordError, match="extra_to"):
        extra("jokers54_high_bidder")
    nil = ["nil", "1", "4", "4"]
    assert fault(extra("jokers54_high_bidder", bids=nil, extra_to=[0, 2]))[0] == "deck.extra_cards"
    assert extra("jokers54_high_bidder", bids=nil, extra_to=[1, 1], discards={"1": "9C TC"})["legal"]


def test_discarded_aces_cannot_be_won_and_may_be_announced() -> None:
    more = {"aces.enabled": True}
    taken = extra("jokers54_dealer", more=more, dealer=0, discards={"0": "AS AH"}, declare={"aces": [0]})
    assert taken["legal"]


# --- the French cut ---


def test_cards_turned_up_in_the_french_cut_are_dealt_to_their_seats() -> None:
    cut = {"deal.cut": "french_cut"}
    assert judged(cut, exposed=["AS", "JS", "8S", "2C"])["legal"]
    assert fault(judged(cut, exposed=["JS", "AS", "8S", "2C"])) == ("deal.cut", 0, "JS")
    assert fault(judged(cut, exposed=["AS", "JS", "8S", "2C", "2C"])) == ("deal.cut", None, None)
    with pytest.raises(RecordError, match=r"exposed.*deal\.cut"):
        judged({}, exposed=["AS", "JS", "8S", "2C"])


# --- misdeals ---


@pytest.mark.parametrize(
    ("condition", "yes", "no"),
    [
        ("no_spades", "AH KH QH JH TH 9H AD KD QD JD TD AC KC", "2S KH QH JH TH 9H AD KD QD JD TD AC KC"),
        ("one_spade", "2S KH QH JH TH 9H AD KD QD JD TD AC KC", "2S 3S QH JH TH 9H AD KD QD JD TD AC KC"),
        ("one_spade", "AH KH QH JH TH 9H AD KD QD JD TD AC KC", "2S 3S QH JH TH 9H AD KD QD JD TD AC KC"),
        ("seven_card_suit", "2S 3S 4S 5S 6S 7S 8S JD TD 9D 2C 3C 4C", "2S 3S 4S 5S 6S 7S TH JD TD 9D 2C 3C 4C"),
        ("no_court_cards", "AS AH AD AC TS TH TD TC 9S 9H 9D 9C 2C", "AS AH AD AC JS TH TD TC 9S 9H 9D 9C 2C"),
        (
            "one_spade_and_seven_card_suit",
            "2S AH KH QH JH TH 9H 8H 2D 3D 4D 2C 3C",
            "2S AH KH QH JH TH 9H 5D 2D 3D 4D 2C 3C",
        ),
    ],
)
def test_conditions(condition: str, yes: str, no: str) -> None:
    rules = load_rules("std4", {"misdeal.conditions": [condition]})
    assert qualifies(rules, yes.split(), pack_of(rules.deck))
    assert not qualifies(rules, no.split(), pack_of(rules.deck))


def test_high_trumps_are_spades_and_jokers_no_court_cards() -> None:
    rules = load_rules("new_york", {"misdeal.conditions": ["no_spades", "no_court_cards"]})
    pack = pack_of(rules.deck)
    assert not qualifies(rules, ["2D", "KH", "QH", "JH", "TH", "9H", "AD", "KD", "QD", "JD", "TD", "AC", "KC"], pack)
    assert qualifies(rules, ["BJ", "LJ", "2D", "AS", "TS", "TH", "9H", "8H", "TD", "9D", "TC", "9C", "8C"], pack)


THROWN = [
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
]
CONDITIONS = {"misdeal.conditions": ["no_spades"], "misdeal.consult_partner": True}


def test_deals_thrown_in() -> None:
    entry = {"deal": THROWN, "called": 2, "asked": True}
    assert judged(CONDITIONS, misdeals=[entry, entry])["legal"]
    assert fault(judged(CONDITIONS, misdeals=[{**entry, "called": 0, "asked": False}]))[:2] == ("misdeal.conditions", 0)
    assert fault(judged(CONDITIONS, misdeals=[{**entry, "called": 0}]))[:2] == ("misdeal.consult_partner", 0)
    alone = {**CONDITIONS, "misdeal.consult_partner": False}
    assert fault(judged(alone, misdeals=[entry]))[:2] == ("misdeal.consult_partner", 2)
    assert judged(alone, misdeals=[{"deal": THROWN, "called": 2}])["legal"]
    assert judged(CONDITIONS, misdeals=[entry] * 50)["legal"]
    assert fault(judged(CONDITIONS, misdeals=[entry] * 51))[0] == "misdeal.effect"
    with pytest.raises(RecordError, match=r"misdeals.*misdeal\.conditions"):
        judged({}, misdeals=[entry])


def test_who_may_throw_in_and_until_when() -> None:
    thrown = [holding.split() for holding in THROWN]
    hand = Hand(load_rules("std4", {**CONDITIONS, "blind_nil.min_deficit": 0}), thrown)
    assert [hand.may_call_misdeal(seat) for seat in range(4)] == [False, True, True, True]
    hand.call_blind(1, "blind-nil")
    assert [hand.may_call_misdeal(seat) for seat in range(4)] == [False, False, True, True]
    hand.ask(2, "misdeal", False)
    with pytest.raises(IllegalActionError):
        hand.ask(1, "misdeal", False)
    hand.call("3")
    assert not any(hand.may_call_misdeal(seat) for seat in range(4))
    talking = Hand(load_rules("std4", {**CONDITIONS, **bundles()["team_bidding"]}), thrown)
    talking.talk(0, 4, 5)
    assert not talking.may_call_misdeal(2)
    fresh = Hand(load_rules("std4", CONDITIONS), thrown)
    fresh.call_misdeal(3)
    assert fresh.phase is Phase.THROWN_IN


# --- passes ---


def passes(*cards: str) -> list[dict[str, Any]]:
    return [{"from": seat, "to": (seat + 2) % 4, "cards": given} for seat, given in enumerate(cards)]


GIVEN = ("QS KH QC", "9S 7H 9C", "6S 3H 6C", "2S 2H 2C")


def test_three_cards_go_to_the_partner_at_once() -> None:
    rules = bundles()["pass3"]
    assert judged(rules, passes=passes(*GIVEN))["legal"]
    assert judged(rules, passes=passes(*GIVEN)[::-1])["legal"]
    assert fault(judged(rules))[0] == "pass.before_bidding"
    assert fault(judged(rules, passes=passes(*GIVEN[:3]))) == ("pass.before_bidding", 3, None)
    assert fault(judged(rules, passes=passes("QS KH", *GIVEN[1:])))[:2] == ("pass.before_bidding", 0)
    again = passes("QS KH QC", "9S 7H 9C", "QS 3H 6C", "2S 2H 2C")  # seat 2 would hand a received card back
    assert fault(judged(rules, passes=again)) == ("pass.before_bidding", 2, "QS")
    wrong = [{**passes(*GIVEN)[0], "to": 1}, *passes(*GIVEN)[1:]]
    assert fault(judged(rules, passes=wrong))[:2] == ("pass.before_bidding", 0)
    assert fault(judged(rules, passes=[*passes(*GIVEN), passes(*GIVEN)[0]]))[:2] == ("pass.before_bidding", 0)
    hand = Hand(load_rules("std4", rules), DEAL)
    for seat, cards in enumerate(GIVEN):
        hand.pass_cards(seat, (seat + 2) % 4, cards.split())
    assert {"QS", "KH", "QC"} <= set(hand.holdings[2])
    assert hand.phase is Phase.BIDDING


def test_sides_talk_after_the_pass() -> None:
    rules = {**bundles()["pass3"], **bundles()["team_bidding"]}
    bids = ["5", "4", "-", "-"]
    assert judged(rules, passes=passes(*GIVEN), talk=[[0, 2, 3], [2, 1, 2]], bids=bids)["legal"]
    assert judged(rules, passes=passes(*GIVEN), talk=[[2, 2, 3], [0, 1, 2]], bids=bids)["rule"] == "bid.talk"


# --- double nil ---


def test_the_exchange_of_a_double_nil_is_simultaneous_and_compulsory() -> None:
    rules = {**bundles()["team_double_nil"], "dnil.exchange": 2}
    record = {"bids": ["double-nil", "3", "-", "3"], "before": {"score": [0, 300]}}
    there, back = {"from": 0, "to": 2, "cards": "AS KS"}, {"from": 2, "to": 0, "cards": "3H 6C"}
    assert judged(rules, **record, exchanges=[there, back])["legal"]
    assert judged(rules, **record, exchanges=[back, there])["legal"]
    assert fault(judged(rules, **record))[0] == "dnil.exchange"
    returned = {**back, "cards": "AS 3H"}
    assert fault(judged(rules, **record, exchanges=[there, returned]))[0] == "exchange.order"


# --- the game of two ---

TWO_DEAL = ["AS KS QS JS AH KH QH JH AD KD QD JD AC", "9S 8S 7S 6S TD 9D 8D 7D 6D 9C 8C 7C 6C"]


def draft(dealer: int) -> dict[str, Any]:
    """The first drawer keeps every first card, the other every second."""
    first, second = (TWO_DEAL[dealer].split(), TWO_DEAL[1 - dealer].split())
    others = [card for card in load_rules("two_about").deck.cards if card not in first + second]
    stock = [card for n in range(13) for card in (first[n], others[2 * n], others[2 * n + 1], second[n])]
    return {"stock": " ".join(stock), "keep": "10" * 13}


@pytest.mark.parametrize("dealer", [0, 1])
def test_a_draft(dealer: int) -> None:
    record = {"rules": "two_about", "dealer": dealer, "draft": draft(dealer), "bids": ["5", "4"]}
    lead = "AH" if dealer == 1 else "TD"  # the second drawer bids and leads first
    assert judge({**record, "plays": [lead]})["legal"]
    assert judge({**record, "deal": TWO_DEAL, "plays": [lead]})["legal"]
    other = [TWO_DEAL[0].replace("AC", "KC"), TWO_DEAL[1]]
    assert fault(judge({**record, "deal": other})) == ("deal.unit", 0, None)


def test_drafts_that_cannot_be() -> None:
    record = {"rules": "two_about", "bids": ["5", "4"]}
    for bad in ({"stock": "AS", "keep": "1" * 26}, {**draft(1), "keep": "12"}, {"stock": draft(1)["stock"]}):
        with pytest.raises(RecordError, match="draft"):
            judge({**record, "draft": bad})
    twice = draft(1)["stock"].replace("KS", "AS")
    assert fault(judge({**record, "draft": {**draft(1), "stock": twice}})) == ("deck.packs", None, "AS")
    with pytest.raises(RecordError, match="lacks the key deal"):
        judge(record)
    with pytest.raises(RecordError, match="draft"):
        judged({}, draft=draft(1))


def redrawn(redraws: list[dict[str, Any]], bids: list[str] | None = None) -> dict[str, Any]:
    return judge(
        {"rules": "two_about", "dealer": 1, "deal": TWO_DEAL, "bids": bids or ["blind-nil", "4"], "redraws": redraws}
    )


def test_a_blind_nil_bidder_may_replace_three_cards() -> None:
    option = "two.blind_nil_redraw"
    assert redrawn([{"seat": 0, "thrown": "AS KS QS", "drawn": "2C 3C 4C"}])["legal"]
    assert redrawn([{"seat": 0, "thrown": "AS", "drawn": "2C"}])["legal"]
    assert redrawn([])["legal"]
    assert fault(redrawn([{"seat": 0, "thrown": "AS KS QS JS", "drawn": "2C 3C 4C 5C"}])) == (option, 0, None)
    assert fault(redrawn([{"seat": 0, "thrown": "AS", "drawn": "2C 3C"}])) == (option, 0, None)
    assert fault(redrawn([{"seat": 0, "thrown": "9S", "drawn": "2C"}])) == (option, 0, "9S")
    assert fault(redrawn([{"seat": 0, "thrown": "AS", "drawn": "9S"}])) == (option, 0, "9S")
    assert fault(redrawn([{"seat": 0, "thrown": "AS", "drawn": "AS"}])) == (option, 0, "AS")
    assert fault(redrawn([{"seat": 1, "thrown": "9S", "drawn": "2C"}])) == (option, 1, None)


def test_the_second_drawer_redraws_first_and_what_she_throws_is_gone() -> None:
    both = ["blind-nil", "blind-nil"]
    first = {"seat": 0, "thrown": "AS", "drawn": "2C"}
    assert redrawn([first, {"seat": 1, "thrown": "9S", "drawn": "3C"}], both)["legal"]
    assert fault(redrawn([first, {"seat": 1, "thrown": "9S", "drawn": "2C"}], both))[2] == "2C"
    assert fault(redrawn([first, {"seat": 1, "thrown": "9S", "drawn": "AS"}], both))[2] == "AS"
    assert redrawn([{"seat": 1, "thrown": "9S", "drawn": "3C"}, first], both)["legal"] is False


def test_the_drawers_swap() -> None:
    assert Game.start(load_rules("two_about")).dealer == 1


# --- decks ---


def test_cards_that_the_deck_lacks_or_has_once_more() -> None:
    removed = [STAIRCASE[0], STAIRCASE[1], STAIRCASE[2], STAIRCASE[3].replace("2H", "BJ").replace("2C", "LJ")]
    assert judged({}, "barmore", deal=removed, bids=["3", "4", "-", "-"])["legal"]
    assert fault(judged({}, "barmore", bids=["3", "4", "-", "-"])) == ("deck.removed", 3, "2H")
    six = load_rules("six")
    deal = [list(six.deck.cards[seat::6]) for seat in range(6)]
    assert judge({"rules": "six", "deal": deal, "bids": ["3"] * 6})["legal"]
    deal[0][0], deal[1][0] = "AS", "AS"
    assert judge({"rules": "six", "deal": deal, "bids": ["3"] * 6})["rule"] == "deck.packs"


def test_the_cancel_card_that_is_cut() -> None:
    cut = {"bags.cancel_card": "cut_each_deal"}
    assert judged(cut, cancel_card="3S")["legal"]
    with pytest.raises(RecordError, match="cancel_card"):
        judged(cut)
    with pytest.raises(CardError, match="BJ is not in the pack"):
        judged(cut, cancel_card="BJ")
