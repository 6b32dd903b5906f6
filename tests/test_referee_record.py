"""Hand records and scoring requests: what they may hold, the answers, and the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from referee_tools import STAIRCASE, run_lines, run_text

from simspades.cli import cli
from simspades.errors import SimspadesError
from simspades.referee import judge, score
from simspades.rules import load_rules

[EXAMPLE] = json.loads((Path(__file__).parent / "data/hand_record.json").read_text())
RECORD, ANSWER = EXAMPLE["record"], EXAMPLE["answer"]
ILLEGAL = {
    "legal": False,
    "trick": 3,
    "seat": 2,
    "card": "9S",
    "rule": "play.follow",
    "reason": "seat 2 holds hearts and must follow",
}
REQUEST = {"rules": "std4", "bids": ["5", "3", "nil", "2"], "tricks": [6, 4, 1, 2]}


def test_the_complete_record_of_the_documentation() -> None:
    answer = judge(RECORD)
    assert answer == ANSWER
    assert list(answer) == list(ANSWER)


def test_the_record_is_not_changed_by_judging_it() -> None:
    copy = json.loads(json.dumps(RECORD))
    judge(copy)
    assert copy == RECORD


def revoke() -> dict[str, Any]:
    """Seat 2 ruffs the third trick, led with a heart, while it holds hearts."""
    deal = [
        "AH KH QH AC KC QC JC TC 9C 8C 7C 6C 5C",
        "JH TH 9H AD KD QD JD TD 9D 8D 7D 6D 5D",
        "8H 7H 6H AS KS QS JS TS 9S 8S 7S 6S 5S",
        "5H 4H 3H 2H 4S 3S 2S 4D 3D 2D 4C 3C 2C",
    ]
    plays = ["AH", "JH", "8H", "5H", "KH", "TH", "7H", "4H", "QH", "9H", "9S"]
    return {"rules": "std4", "deal": deal, "bids": ["3", "3", "3", "3"], "plays": plays}


def test_the_illegal_answer_of_the_documentation() -> None:
    answer = judge(revoke())
    assert answer == ILLEGAL
    assert list(answer) == list(ILLEGAL)


def test_a_play_that_stops_early() -> None:
    answer = judge({**RECORD, "plays": RECORD["plays"][:10]})
    assert answer == {
        "legal": True,
        "complete": False,
        "winners": [1, 1],
        "tricks": [0, 2, 0, 0],
        "contract": [4, 5],
        "made": [None, None],
        "points": [0, 0],
        "bags": [0, 0],
        "penalty": [0, 0],
        "score": [337, 122],
        "bags_total": [7, 2],
        "sets": [0, 0],
        "over": False,
        "winner": None,
    }
    assert judge({key: value for key, value in RECORD.items() if key != "plays"})["winners"] == []


@pytest.mark.parametrize(
    "change",
    [
        {"bids": [4, 4, 0, 1]},
        {"bids": ["4", "4", "0", "1"]},
        {"rules": load_rules("std4")},
        {"rules": {"base": "std4"}},
        {"deal": [holding.split() for holding in RECORD["deal"]]},
        {"deal": [holding.lower().replace("t", "10") for holding in RECORD["deal"]]},
        {"plays": " ".join(RECORD["plays"])},
        {"set": {}, "exchanges": []},
        {"set": None, "misdeals": [], "passes": []},
        {"result": ANSWER, "hand": 17, "game": 17},
    ],
)
def test_other_ways_to_write_the_same_record(change: dict[str, Any]) -> None:
    assert judge({**RECORD, **change}) == ANSWER


def test_defaults() -> None:
    record = {"rules": "std4", "deal": RECORD["deal"], "bids": RECORD["bids"], "plays": RECORD["plays"]}
    answer = judge(record)
    assert answer["score"] == answer["points"] == [142, 52]
    late = {"rules": "std4", "set": {"blind_nil.from_hand": 3, "blind_nil.min_deficit": 0}, "deal": STAIRCASE}
    late["bids"] = ["blind-nil", "3", "3", "3"]
    assert "in hand 2," in judge(late)["reason"]


def first_fault(**change: Any) -> tuple[int, int | None, str | None, str]:
    answer = judge({**RECORD, **change})
    assert answer["legal"] is False
    assert answer["reason"]
    return answer["trick"], answer["seat"], answer["card"], answer["rule"]


def test_illegal_deals() -> None:
    deal = RECORD["deal"]
    assert first_fault(deal=[deal[0], deal[1].replace("JS", "AS"), *deal[2:]]) == (0, 1, "AS", "deck.packs")
    assert first_fault(deal=[deal[0].replace("AS", "BJ"), *deal[1:]]) == (0, 0, "BJ", "deck.jokers")
    assert first_fault(deal=[deal[0].replace(" 9C", ""), *deal[1:]]) == (0, 0, None, "deal.unit")
    assert first_fault(deal=[deal[0], deal[1] + " 9C", *deal[2:]])[1:] == (1, "9C", "deck.packs")


def test_illegal_calls_in_bidding_order() -> None:
    assert first_fault(bids=["4", "14", "nil", "blind-nil"]) == (0, 1, None, "bid.player_range")
    assert first_fault(bids=["4", "14", "nil", "moon"], set={"bid.first": "dealer"}) == (0, 3, None, "moon.enabled")
    assert first_fault(set={"nil.enabled": False}) == (0, 2, None, "nil.enabled")
    assert first_fault(bids=["4", "4", "0", "1"], set={"nil.enabled": False}) == (0, 2, None, "nil.enabled")
    assert first_fault(bids=None) == (0, 0, None, "bid.first_deal_unbid")


def test_illegal_cards() -> None:
    assert first_fault(plays=["AS"]) == (1, 0, "AS", "play.spade_lead")
    assert first_fault(plays=["AH"]) == (1, 0, "AH", "play.holding")
    assert first_fault(plays=["KH", "AH", "TH", "6H", "AH"]) == (2, 1, "AH", "play.holding")
    assert first_fault(plays=["BJ"]) == (1, 0, "BJ", "play.holding")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"play": []}, "'plays'|plays"),
        ({"rules": "std5"}, "std5"),
        ({"rules": 4}, "rules"),
        ({"set": {"nil.valu": 50}}, "nil.valu"),
        ({"set": [1]}, "set"),
        ({"rules": "six"}, "bids is"),
        ({"dealer": 4}, "dealer is 4"),
        ({"dealer": True}, "dealer is true"),
        ({"dealer": None}, "dealer is null"),
        ({"hand_in_game": 0}, "hand_in_game is 0"),
        ({"hand_in_game": "6"}, "hand_in_game"),
        ({"before": []}, "before"),
        ({"before": {"scores": [0, 0]}}, "did you mean score"),
        ({"before": {"score": [1, 2, 3]}}, r"before\.score"),
        ({"before": {"score": [1.5, 2]}}, r"before\.score is 1\.5"),
        ({"before": {"bags": [-1, 0]}}, r"before\.bags is -1"),
        ({"before": {"tie_break": 1}}, r"before\.tie_break"),
        ({"bids": ["4", "4", "nil"]}, "bids"),
        ({"bids": ["4", "4", "nill", "1"]}, r"'nill' is not a call \(did you mean nil"),
        ({"bids": ["4", "4", None, "1"]}, "seat 2"),
        ({"bids": ["4", "4", True, "1"]}, "bids has true for seat 2"),
        ({"deal": RECORD["deal"][:3]}, "deal"),
        ({"deal": [*RECORD["deal"][:3], 7]}, "deal of seat 3 is 7"),
        ({"deal": [*RECORD["deal"][:3], "1S 2S"]}, "deal of seat 3: '1S' is not a card"),
        ({"plays": ["KH", 4]}, "plays: 4 is not a card"),
        ({"plays": {"KH": 1}}, "plays"),
        ({"plays": [*RECORD["plays"], "TS"]}, "plays has 53 cards"),
        ({"exchanges": {}}, "exchanges"),
        ({"exchanges": [["0", "2"]]}, "exchanges"),
        ({"exchanges": [{"from": 2, "cards": "2C"}]}, "lacks the key to"),
        ({"exchanges": [{"from": 2, "to": 0, "card": "2C"}]}, r"did you mean cards\?"),
        ({"exchanges": [{"from": 2, "to": 4, "cards": "2C"}]}, r"exchanges\.to is 4"),
        ({"exchanges": [{"from": 2, "to": 0, "cards": "2C", "request": "X"}]}, r"exchanges\.request"),
        ({"passes": [{"from": 0, "to": 2, "cards": "2C"}]}, r"pass\.before_bidding"),
        ({"cancel_card": "3S"}, r"bags\.cancel_card"),
    ],
)
def test_records_that_cannot_be_read(change: dict[str, Any], named: str) -> None:
    with pytest.raises(SimspadesError, match=named):
        judge({**RECORD, **change})


@pytest.mark.parametrize("key", ["rules", "deal", "bids"])
def test_a_record_that_lacks_a_key(key: str) -> None:
    record = {name: value for name, value in RECORD.items() if name != key}
    with pytest.raises(SimspadesError, match=f"lacks the key {key}"):
        judge(record)


@pytest.mark.parametrize("key", ["rules", "bids", "tricks"])
def test_a_request_that_lacks_a_key(key: str) -> None:
    request = {name: value for name, value in REQUEST.items() if name != key}
    with pytest.raises(SimspadesError, match=f"lacks the key {key}"):
        score(request)
    [answer], status = run_lines("score", request)
    assert status == 2
    assert f"lacks the key {key}" in answer["error"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"tricks": [6, 4, 1, 1]}, "12 tricks, but a hand has 13"),
        ({"tricks": [14, 0, 0, -1]}, "tricks is 14"),
        ({"winners": [0] * 12}, "winners"),
        ({"winners": [0] * 13}, "winners gives"),
        ({"bids": None}, r"bid\.first_deal_unbid"),
        ({"bids": ["5", "3", "moon", "2"]}, r"moon for seat 2.*moon\.enabled"),
        ({"set": {"nil.enabled": False}}, r"nil for seat 2.*nil\.enabled"),
        ({"bids": ["5", "blind-nil", "3", "2"], "set": {"blind_nil.enabled": False}}, r"blind_nil\.enabled"),
        ({"trick": [6, 4, 1, 2]}, r"did you mean tricks"),
    ],
)
def test_requests_that_cannot_be_scored(change: dict[str, Any], named: str) -> None:
    with pytest.raises(SimspadesError, match=named):
        score({**REQUEST, **change})


def test_a_request_may_tell_the_winners_and_its_calls_are_not_judged() -> None:
    winners = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 3, 3]
    facts = {key: value for key, value in REQUEST.items() if key != "tricks"}
    assert score({**facts, "winners": winners}) == score(REQUEST)
    early = {**REQUEST, "bids": ["5", "14", "blind-nil", "2"], "set": {"blind_nil.from_hand": 9}}
    assert score(early)["points"] == [50 + 1 - 200 + 1, -160]


def test_a_file_of_records() -> None:
    assert run_lines("referee", RECORD) == ([ANSWER], 0)
    assert run_lines("referee", RECORD, revoke(), RECORD) == ([ANSWER, ILLEGAL, ANSWER], 1)


def test_lines_that_cannot_be_read_leave_the_others_alone() -> None:
    good, bad = json.dumps(RECORD).encode(), json.dumps(revoke()).encode()
    lines = [good, b"{", b"[1]", b"\xff", b"", bad, b"[" * 100_000, b'{"rules": "std4", "bidz": 1}', good]
    answers, status = run_text("referee", b"\n".join(lines))
    assert status == 2
    assert [answer.get("legal") for answer in answers] == [True, None, None, None, False, None, None, True]
    errors = [answer["error"] for answer in answers if "error" in answer]
    assert [set(answer) for answer in answers if "error" in answer] == [{"error"}] * 5
    assert all(error.startswith("line ") for error in errors)
    assert "not JSON" in errors[0]


def test_the_summary_of_bad_lines_goes_to_stderr(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(json.dumps(RECORD) + "\n\nnothing\n")
    result = CliRunner().invoke(cli, ["referee", str(path)], standalone_mode=False)
    assert result.return_value == 2
    assert len(result.stdout.splitlines()) == 2
    assert result.stderr == f"simspades: 1 of 2 lines of {path} could not be answered\n"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["score", str(tmp_path / "none.jsonl")])
    assert result.exit_code == 2
    assert "none.jsonl" in result.stderr
    assert "Traceback" not in result.stderr


NEW_YORK = {
    "rules": "new_york",
    "deal": [
        "AS KS QS AH KH QH JH AD KD QD AC KC QC",
        "BJ LJ 2D TH 9H 8H 7H JD TD 9D JC TC 9C",
        "JS TS 9S 6H 5H 4H 3H 8D 7D 6D 8C 7C 6C",
        "8S 7S 6S 5S 4S 3S 2S 5D 4D 3D 5C 4C 3C",
    ],
    "bids": ["5", "4", "-", "-"],
}
SPECIAL = {
    "bemo.enabled": True,
    "aces.enabled": True,
    "bid.raise_round": True,
    "misdeal.conditions": ["no_spades"],
    "pass.before_bidding": 3,
    "bags.cancel_card": "cut_each_deal",
}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"talk": [[0, 1]]}, r"talk has \[0, 1\], but an entry is \[seat, sure, possible\]"),
        ({"talk": [[4, 1, 2]]}, "talk is 4"),
        ({"talk": [[0, -1, 2]]}, "talk is -1"),
        ({"renounced": ["blind-7"]}, "renounced"),
        ({"renounced": {"2": "blind-7"}}, r"renounced has no key \"2\""),
        ({"renounced": {"0": 7}}, "renounced has 7 for side 0"),
        ({"renounced": {"0": "blind"}}, "'blind' is not a call"),
        ({"bids": ["5", "4", "-"]}, "bids"),
        ({"exposed": ["AS", "BJ", "JS", "8S"]}, r"exposed.*deal\.cut"),
        ({"extra_to": [0, 0]}, r"extra_to.*deck\.extra_cards"),
        ({"extra": "2C 2H"}, r"extra.*deck\.extra_cards"),
        ({"discards": {"0": "AS"}}, r"discards.*deck\.extra_cards"),
        ({"redraws": [{"seat": 0, "thrown": "AS", "drawn": "2C"}]}, r"redraws.*two\.blind_nil_redraw"),
        ({"raises": [6, None]}, r"raises.*bid\.raise_round"),
        ({"declare": {"bemo": [0]}}, r"declare.*bemo\.enabled"),
        ({"asked": [[0, "aces", True]]}, r"asked.*aces\.enabled"),
        ({"set": SPECIAL}, "lacks the key cancel_card"),
        ({"set": SPECIAL, "cancel_card": "3S 4S"}, "cancel_card has 2 cards"),
        ({"set": SPECIAL, "cancel_card": "3S", "raises": [6]}, "raises"),
        ({"set": SPECIAL, "cancel_card": "3S", "raises": ["6", None]}, "raises is"),
        ({"set": SPECIAL, "cancel_card": "3S", "declare": {"bemos": [0]}}, r"declare has no key.*did you mean bemo"),
        ({"set": SPECIAL, "cancel_card": "3S", "declare": {"bemo": [2]}}, r"declare\.bemo is 2"),
        ({"set": SPECIAL, "cancel_card": "3S", "declare": {"bemo": 0}}, r"declare\.bemo is 0"),
        ({"set": SPECIAL, "cancel_card": "3S", "declare": [0]}, "declare"),
        ({"set": SPECIAL, "cancel_card": "3S", "asked": [[0, "ace", True]]}, "question is about aces, nt or misdeal"),
        ({"set": SPECIAL, "cancel_card": "3S", "asked": [[0, "aces", "yes"]]}, 'asked is "yes"'),
        ({"set": SPECIAL, "cancel_card": "3S", "misdeals": [{"deal": []}]}, r"misdeals\.deal"),
        ({"set": SPECIAL, "cancel_card": "3S", "misdeals": [{"called": 0}]}, "entry of misdeals lacks the key deal"),
        (
            {"set": SPECIAL, "cancel_card": "3S", "passes": [{"from": 0, "to": 2, "cards": "AS", "request": "S"}]},
            "request",
        ),
        ({"set": SPECIAL, "cancel_card": "3S", "passes": 3}, "passes is 3"),
    ],
)
def test_records_of_other_games_that_cannot_be_read(change: dict[str, Any], named: str) -> None:
    with pytest.raises(SimspadesError, match=named):
        judge({**NEW_YORK, **change})
    [answer], status = run_lines("referee", {**NEW_YORK, **change})
    assert status == 2
    assert list(answer) == ["error"]
    assert "\n" not in answer["error"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"captured": ["AS"]}, "captured"),
        ({"captured": ["AS", "XX"]}, "captured of side 1: 'XX' is not a card"),
        ({"captured": ["AS", "BJ"]}, "captured of side 1: BJ is not in the pack"),
        ({"winning_cards": "AS KS"}, "winning_cards has 2 cards, but it has 13"),
        ({"ruffs": [0, 0, 0]}, "ruffs"),
        ({"ruffs": [0, 0, 0, 14]}, "ruffs is 14"),
        ({"winners": [4] * 13}, "winners is 4"),
    ],
)
def test_facts_that_cannot_be(change: dict[str, Any], named: str) -> None:
    with pytest.raises(SimspadesError, match=named):
        score({**REQUEST, **change})
