"""``simspades replay``: records that the referee accepts and that agree with the run's rows; text; bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from referee_tools import run_lines
from run_tools import failure, simspades

from simspades.cards import parse_cards
from simspades.records.reader import open_run
from simspades.referee import judge

MINE = """
from simspades import Strategy
from simspades.strategies.helpers import *

def bid(v):
    return {bid}

def play(v):
    return {play}

mine = Strategy(bid=bid, play=play)
"""


def write_strategy(path: Path, bid: str = "3", play: str = "lowest(v.legal)") -> Path:
    path.write_text(MINE.format(bid=bid, play=play))
    return path


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "hands"
    situation = ["--score", "410,-30", "--bags", "9,4", "--hand-in-game", "7"]
    players = ["--strategy", "steady", "--strategy", "random"]
    rules = ["--rules", "about4", "--set", "nil.exchange=1", "--set", "nil.value=50", "--set", "blind_nil.value=100"]
    assert simspades("run", *rules, "--hands", 300, *players, *situation, "--seed", 3, "--out", out) == 0
    return out


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "games"
    players = ["--strategy", "basic", "--strategy", "random"]
    assert simspades("run", "--games", 12, *players, "--max-hands", 15, "--seed", 4, "--out", out, "--holdings") == 0
    return out


def replayed(capsys: pytest.CaptureFixture[str], *arguments: Any) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert simspades("replay", *arguments, "--format", "json") == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def agree(record: dict[str, Any], row: dict[str, Any]) -> None:
    """A record against the run's row of the same hand."""
    assert (record["hand"], record["game"]) == (row["hand"], row["game"])
    assert (record["hand_in_game"], record["dealer"]) == (row["hand_in_game"], row["dealer"])
    for seat, bid in enumerate(record["bids"]):
        number = int(bid) if bid.isdigit() else 0
        assert (row[f"call_{seat}"], row[f"bid_{seat}"]) == ("number" if number else bid, number)
        assert record["result"]["tricks"][seat] == row[f"tricks_{seat}"]
    for side in range(2):
        for name in ("contract", "made", "points", "bags", "penalty", "score", "bags_total"):
            assert record["result"][name][side] == row[f"{name}_{side}"], name


def test_hands_agree_with_their_rows_and_the_referee(hands: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = replayed(capsys, hands, "--range", "0:300")
    rows = open_run(hands).hands().to_pylist()
    assert len(records) == len(rows) == 300
    for record, row in zip(records, rows, strict=True):
        agree(record, row)
        assert record["before"] == {"score": [410, -30], "bags": [9, 4], "sets": [0, 0], "tie_break": False}
    assert any(record["exchanges"] for record in records)
    answers, status = run_lines("referee", *records)
    assert status == 0
    assert answers == [record["result"] for record in records]


def test_games_agree_with_their_rows_and_carry_their_standing(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = open_run(games).hands().to_pylist()
    records = replayed(capsys, games, "--range", f"0:{12 * 32768}")
    assert len(records) == len(rows)
    sets = [0, 0]
    for record, row, following in zip(records, rows, [*records[1:], None], strict=True):
        agree(record, row)
        assert record["rules"] == "std4"
        sets = [0, 0] if record["hand_in_game"] == 1 else sets
        assert record["before"]["sets"] == sets
        sets = record["result"]["sets"]
        if following is not None and following["hand_in_game"] > 1:
            for name, before in (("score", "score"), ("bags_total", "bags")):
                assert record["result"][name] == following["before"][before]
            assert not record["result"]["over"]
    assert run_lines("referee", *records) == ([record["result"] for record in records], 0)


def test_a_hand_alone_is_the_hand_of_its_range(hands: Path, games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    some = replayed(capsys, hands, "--range", "100:103")
    assert [record["hand"] for record in some] == [100, 101, 102]
    assert replayed(capsys, hands, "101") == [some[1]]
    third = replayed(capsys, games, "5:3")
    assert third == replayed(capsys, games, str(5 * 32768 + 2))
    assert third == replayed(capsys, games, "--range", f"{5 * 32768 + 2}:{5 * 32768 + 3}")
    assert (third[0]["game"], third[0]["hand_in_game"]) == (5, 3)


def test_a_range_ends_with_the_run(hands: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(replayed(capsys, hands, "--range", "290:1000")) == 10


def test_the_rule_set_is_whole_where_it_is_no_preset(hands: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [record] = replayed(capsys, hands, "7")
    assert record["rules"]["nil.value"] == 50
    assert judge({key: value for key, value in record.items() if key != "result"}) == record["result"]


def test_text(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [record] = replayed(capsys, games, "2:4")
    assert simspades("replay", games, "2:4") == 0
    text = capsys.readouterr().out
    assert text.startswith("hand 4 of game 2, rules std4, dealt by seat 2\n")
    score, bags = record["before"]["score"], record["before"]["bags"]
    assert f"hand 4 of its game at {score[0]}:{score[1]}, bags {bags[0]}:{bags[1]}\n" in text
    lines = text.splitlines()
    deal = lines.index("") + 2
    symbols = dict(zip("♠♥♦♣", "SHDC", strict=True))
    for seat in range(4):
        words = lines[deal + seat].split()
        assert words[:3] == [str(seat), ["basic", "random"][seat % 2], record["bids"][seat]]
        suit, cards = "", []
        for word in words[3:]:
            suit = symbols.get(word, suit)
            cards += [word + suit] if word not in symbols and word != "-" else []
        assert cards == parse_cards(record["deal"][seat])
    # the cards of the tricks, read back in the order of play from the leader
    shown, start = [], next(k for k, line in enumerate(lines) if line.startswith("trick"))
    for number, line in enumerate(lines[start + 1 : start + 14]):
        words = line.split()
        cards = words[1:5]
        [leader] = [seat for seat, card in enumerate(cards) if card.startswith(">")]
        [winner] = [seat for seat, card in enumerate(cards) if card.endswith("*")]
        assert winner == int(words[5]) == record["result"]["winners"][number]
        shown += [cards[(leader + k) % 4].strip(">*") for k in range(4)]
    assert parse_cards([card[1] + card[0] for card in shown]) == record["plays"]
    assert f"{record['result']['points'][0]:+}" in text


def test_text_shows_exchanges_and_nils(hands: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = next(r for r in replayed(capsys, hands, "--range", "0:300") if r["exchanges"])
    assert simspades("replay", hands, record["hand"]) == 0
    text = capsys.readouterr().out
    gift = record["exchanges"][0]
    card = gift["cards"]
    symbol = dict(zip("SHDC", "♠♥♦♣", strict=True))[card[1]]
    assert f"seat {gift['from']} gives {symbol}{card[0]} to seat {gift['to']}\n" in text


def test_an_illegal_card_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = write_strategy(tmp_path / "mine.py", play="lowest(v.hand)")
    out = tmp_path / "run"
    said = failure(capsys, "run", "--hands", 50, "--strategy", f"{mine}:mine", "--seed", 1, "--out", out)
    assert said.startswith("the strategy mine played ")
    command = said.rpartition("see it with: simspades ")[2].split()
    assert command[:2] == ["replay", str(out)]
    assert simspades(*command) == 1
    text = capsys.readouterr().out
    sentence = said.partition(";")[0]
    assert f"illegal: {sentence}\n" in text
    assert "the referee: " in text
    assert simspades(*command, "--format", "json") == 1
    record = json.loads(capsys.readouterr().out)
    assert record["result"]["legal"] is False
    assert record["result"]["card"] == record["plays"][-1]
    assert record["result"]["rule"] == "play.follow"
    answers, status = run_lines("referee", record)
    assert (answers, status) == ([record["result"]], 1)


@pytest.mark.parametrize(
    ("bid", "play", "words"),
    [
        ("14", "lowest(v.legal)", "called 14 from seat 0 in hand 0, where a number from 1 to 13 or nil was legal"),
        ("-3", "lowest(v.legal)", "called -3 from seat 0 in hand 0, where a number from 1 to 13 or nil was legal"),
        ("3", "0 * v.legal", "played no card from seat 0 in trick 1 of hand 0, where one card had to be played: "),
        ("3", "v.hand", "where one card had to be played: "),
        ("3", "lowest(v.unseen)", "from seat 0 in trick 1 of hand 0, which it did not hold: "),
        ("3", "lowest(v.hand & v.spades)", "where spades could not be led yet: "),
    ],
    ids=["number", "no number", "no card", "thirteen cards", "not held", "spade lead"],
)
def test_every_illegal_choice_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bid: str, play: str, words: str
) -> None:
    mine = write_strategy(tmp_path / "mine.py", bid, play)
    out = tmp_path / "run"
    said = failure(capsys, "run", "--hands", 1, "--strategy", f"{mine}:mine", "--seed", 1, "--out", out)
    assert said.startswith("the strategy mine ")
    assert words in said
    assert simspades("replay", out, "0") == 1
    assert words in capsys.readouterr().out
    assert simspades("replay", out, "0", "--format", "json") == 1
    result = json.loads(capsys.readouterr().out)["result"]
    assert (result["legal"], result["seat"]) == (False, 0)


def test_a_changed_source_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = write_strategy(tmp_path / "mine.py")
    out = tmp_path / "run"
    assert simspades("run", "--hands", 5, "--strategy", f"{mine}:mine", "--seed", 1, "--out", out) == 0
    capsys.readouterr()
    write_strategy(mine, bid="4")
    said = failure(capsys, "replay", out, "0")
    assert said.startswith(f"the source of the strategy mine (seat 0) has changed since {out / 'run.json'} was written")


def test_a_moved_source_may_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = write_strategy(tmp_path / "mine.py")
    out = tmp_path / "run"
    assert simspades("run", "--hands", 5, "--strategy", f"{mine}:mine", "--seed", 1, "--out", out) == 0
    there = mine.rename(tmp_path / "there.py")
    capsys.readouterr()
    assert "give it with --strategy" in failure(capsys, "replay", out, "0")
    assert replayed(capsys, out, "0", "--strategy", f"{there}:mine")[0]["hand"] == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["x"], "HAND is 'x', but it is a number of the hand column or, in games mode, GAME:N with N from 1"),
        (["-1"], "-1"),
        (["300"], "has 300 hands, so there is no hand 300"),
        (["3:1"], "HAND is '3:1', but GAME:N belongs to games mode"),
        ([], "give either the HAND to replay or --range A:B"),
        (["3", "--range", "1:2"], "give either the HAND to replay or --range A:B"),
        (["--range", "5"], "--range is '5', but it is A:B"),
        (["--range", "5:5"], "--range is '5:5', but it is A:B"),
        (["--range", "300:400"], "has 300 hands, and none of them from 300 and before 400"),
    ],
)
def test_bad_numbers_of_hands(
    hands: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    capsys.readouterr()
    assert simspades("replay", hands, *arguments) == 2
    stdout, stderr = capsys.readouterr()
    assert stdout == ""
    assert words in stderr


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("12:1", "has 12 games, so there is no hand 12:1"),
        ("3:0", "HAND is '3:0'"),
        ("3:200", "so there is no hand 200 of it"),
        ("32767", "so there is no hand 32768 of it"),
    ],
)
def test_bad_numbers_of_games(games: Path, capsys: pytest.CaptureFixture[str], hand: str, words: str) -> None:
    capsys.readouterr()
    assert words in failure(capsys, "replay", games, hand)


def test_no_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert failure(capsys, "replay", tmp_path / "nothing", "0").endswith("there is no such directory")
