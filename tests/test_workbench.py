"""The workbench: the skeleton, the list, and checks that find what is wrong with a strategy."""

import json
import re
import subprocess
import sys
import textwrap

import pytest

import simspades
from simspades.bench.vectors import processor_width
from simspades.cli import main
from simspades.engine import Situation
from simspades.engine.layout import STEPS
from simspades.errors import StrategyError
from simspades.rules import load_rules, presets
from simspades.strategies import load_strategy
from simspades.strategies.library import LIBRARY
from simspades.strategies.model import DECISIONS
from simspades.workbench.checks import CHECKS, check
from simspades.workbench.company import anybody
from simspades.workbench.observe import Difference, Observer
from simspades.workbench.recorder import RECORDERS
from simspades.workbench.skeleton import skeleton, write_skeleton

HEAD = """
    import random
    from simspades import Parameter, Strategy, highest, lowest, pick

    def bid(v):
        return 3

"""
#: The line of a case's first line in its file.
FIRST = HEAD.count("\n") + 1


@pytest.fixture
def written(tmp_path):
    """Write a case to a file and return what names its strategy."""

    def write(text, end="trial = Strategy(bid=bid, play=play, presets=['std4'])"):
        path = tmp_path / "trial.py"
        path.write_text(textwrap.dedent(HEAD).lstrip("\n") + "\n" + textwrap.dedent(text) + f"\n{end}\n")
        return f"{path}:trial"

    return write


def cli(*arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["strategies", *arguments])
    captured = capsys.readouterr()
    return caught.value.code, captured.out, captured.err


# ---- new -------------------------------------------------------------------------------------------------------------


def test_the_skeleton_passes_every_check(tmp_path):
    path = write_skeleton("bold", tmp_path)
    results = list(check(f"{path}:bold"))
    assert [result.name for result in results] == list(CHECKS)
    assert [result.name for result in results if result.passed is False] == []
    with pytest.raises(StrategyError, match=r"bold\.py is there already"):
        write_skeleton("bold", tmp_path)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a-b", "'a-b' cannot name a strategy: use letters"),
        ("if", "'if' cannot name a strategy"),
        ("random", "random.py would hide the Python module random"),
        ("steady", "steady is a strategy of the library already"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(name, message):
    with pytest.raises(StrategyError, match=message):
        skeleton(name)


def test_what_the_skeleton_has_as_a_comment_works(tmp_path):
    path = tmp_path / "bold.py"
    path.write_text(skeleton("bold").replace("# def ", "def ").replace("#     ", "    ").replace("# blind=", "blind="))
    rare = answers(f"{path}:bold(courage=-20)", "legal", "plain Python", rules=("std4",))
    assert [result.passed for result in rare.values()] == [True] * 3
    assert rare["plain Python"].details == ()


def test_new_writes_a_file_that_says_how_to_play_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli("new", "bold", capsys=capsys)[0] == 0
    assert "simspades run --hands 1000000 --strategy bold.py:bold" in (tmp_path / "bold.py").read_text()
    status, _, error = cli("new", "bold", capsys=capsys)
    assert (status, error) == (2, "simspades: bold.py is there already; choose another name, or remove it\n")


# ---- list and show ---------------------------------------------------------------------------------------------------


def test_the_library_is_listed_with_its_parameters(capsys):
    rows = json.loads(cli("list", "--json", capsys=capsys)[1])
    assert [row["name"] for row in rows if row["origin"] == "library"] == list(LIBRARY)
    for row in rows:
        assert row["doc"]
        for name, parameter in row["parameters"].items():
            assert parameter["meaning"], f"{row['name']}: {name} has no meaning"
            assert parameter["low"] <= parameter["value"] <= parameter["high"]
    assert "steady" in cli("list", capsys=capsys)[1]


def test_show_tells_parameters_sources_and_functions(capsys):
    status, text, _ = cli("show", "steady(reach=3)", capsys=capsys)
    assert status == 0
    for words in ("CardsWithCats", "3 (default 2)", "0 to 13", "steady.py", "cardswithcats_nil"):
        assert words in text
    report = json.loads(cli("show", "steady(reach=3)", "--json", capsys=capsys)[1])
    assert report["parameters"]["reach"]["value"] == 3
    assert report["spec"] == "steady(reach=3)"
    assert {"bid", "play", "follow"} <= {part["name"] for part in report["parts"]}
    assert {part["decision"] for part in report["parts"]} == {"bid", "play", "announce"}


PACKAGE = """
    from simspades import Strategy, lowest

    def bid(v):
        return 3

    def play(v):
        return lowest(v.legal)

    meek = Strategy(bid=bid, play=play, doc="Calls three and ducks.")
    number = 3
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A little package with entry points, as an installer would leave it."""
    (tmp_path / "my_players.py").write_text(textwrap.dedent(PACKAGE))
    info = tmp_path / "my_players-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-players\nVersion: 1.0\n")
    points = (
        "meek = my_players:meek",
        "odd = my_players:number",
        "lost = my_players:nothing",
        "steady = my_players:meek",
    )
    (info / "entry_points.txt").write_text("[simspades.strategies]\n" + "\n".join(points) + "\n")
    return tmp_path


def test_an_installed_package_brings_strategies(package):
    script = (
        "from simspades.cli import main\n"
        "import simspades, sys\n"
        "frame = simspades.simulate('std4', hands=200, strategy='meek', seed=1)\n"
        "print(sorted(set(frame['bid_0'])))\n"
        "main(['strategies', 'list', '--json'])\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(package)!r})\n{script}"],
        capture_output=True,
        text=True,
        check=True,
    )
    bids, _, listed = answer.stdout.partition("\n")
    assert bids == "[3]"
    rows = {row["name"]: row for row in json.loads(listed) if row["origin"] == "my-players"}
    assert (rows["meek"]["doc"], rows["meek"]["error"]) == ("Calls three and ducks.", "")
    assert rows["odd"]["error"].startswith("the installed strategy odd is a int")
    assert rows["lost"]["error"].startswith("the installed strategy lost cannot be imported")
    assert rows["steady"]["error"].startswith("the library has a strategy steady")


# ---- plain and compiled ----------------------------------------------------------------------------------------------


def observe(strategy, **situation):
    observer = Observer(strategy)
    observer.play(load_rules("std4"), anybody, Situation(**situation), 1, 128)
    return observer.compared


@pytest.mark.parametrize("name", LIBRARY)
def test_the_library_plays_the_same_as_plain_python(name):
    compared = observe(LIBRARY[name], score=(-120, 150), hand_in_game=5)
    # 128 hands of 52 cards; of 4 players a hand, those behind may call a blind nil and then bid no more
    assert compared["play"] == 128 * 52
    assert compared["blind"] == 128 * 2
    assert 128 * 3 < compared["bid"] < 128 * 4
    assert compared["exchange"] > 0


def test_every_step_can_be_observed():
    assert set(RECORDERS) == set(STEPS)


#: Rule sets in which the rarer decisions come up, a preset and options each, and those decisions.
RARE = [
    ("two_about", {}, {"keep", "redraw"}),
    ("new_york", {}, {"announce", "renounce"}),
    ("std4", {"blind_nil.suit_request": True, "blind_nil.exchange": 1}, {"blind", "exchange", "request"}),
    ("std4", {"bid.raise_round": True, "bemo.enabled": True, "aces.enabled": True}, {"raise_to", "declare"}),
    (
        "std4",
        {"deck.jokers": 2, "deck.high_trumps": ["BJ", "LJ"], "deck.extra_cards": "higher_bidding_side"},
        {"take", "discard"},
    ),
    (
        "std4",
        {
            "deal.cut": "french_cut",
            "misdeal.conditions": ["one_spade", "seven_card_suit"],
            "misdeal.consult_partner": True,
            "pass.before_bidding": 3,
        },
        {"cut", "misdeal", "advise", "pass_cards"},
    ),
]


def test_the_rare_decisions_are_all_that_need_not_be_written():
    assert set().union(*(decisions for _, _, decisions in RARE)) == set(DECISIONS) - {"bid", "play"}


@pytest.mark.parametrize("strategy", [LIBRARY["basic"], anybody], ids=["defaults", "anybody"])
@pytest.mark.parametrize(("preset", "options", "decisions"), RARE, ids=["+".join(sorted(d)) for _, _, d in RARE])
def test_rare_decisions_are_the_same_as_plain_python(strategy, preset, options, decisions):
    rules = load_rules({"base": preset} | options)
    observer = Observer(strategy)
    observer.play(rules, anybody, Situation(score=(-250, 450), hand_in_game=5), 1, 128)
    missing = {"announce"} if strategy.announce is None else set()
    assert decisions - missing <= {decision for decision, count in observer.compared.items() if count}


def test_a_choice_that_differs_is_told(written):
    spec = written("def play(v):\n    return pick(v.legal, random.getrandbits(62))")
    with pytest.raises(
        Difference, match=r"in play of hand \d+, the function as plain Python returns \d+, compiled \d+"
    ):
        observe(load_strategy(spec))


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("def play(v):\n    x = 3 // (v.trick - 1)\n    return lowest(v.legal)", 1, "ZeroDivisionError.* gives 0"),
        ("def play(v):\n    if v.trick == 1:\n        x = 1\n    return lowest(v.legal) * x", 3, "UnboundLocalError"),
    ],
)
def test_what_plain_python_raises_is_told_with_its_line(written, text, line, message):
    with pytest.raises(
        Difference, match=rf"in play \(.*trial\.py, line {FIRST + line}\), plain Python raises {message}"
    ):
        observe(load_strategy(written(text)))


# ---- check -----------------------------------------------------------------------------------------------------------


def answers(spec, *only, rules=()):
    return {result.name: result for result in check(spec, rules, only)}


def test_an_unfair_strategy_is_found(written):
    text = "def play(v):\n    return pick(v.legal, random.getrandbits(62))"
    names = ("no peeking", "deterministic", "plain Python")
    results = answers(written(text), *names)
    assert [results[name].passed for name in names] == [False, False, False]
    assert f"trial.py, line {FIRST + 1}, in play: random.getrandbits is different" in results["no peeking"].details[0]


@pytest.mark.parametrize("luck", ["random.getrandbits(62)", "np.random.randint(1, 9)", "randint(1, 9)"])
def test_luck_of_its_own_is_not_played(written, luck):
    text = f"import numpy as np\nfrom random import randint\ndef play(v):\n    return pick(v.legal, {luck})"
    name = luck.partition("(")[0]
    with pytest.raises(
        StrategyError,
        match=rf"^the strategy trial cannot be repeated: .*trial.py, line {FIRST + 3}, in play, {name} is different",
    ):
        simspades.simulate(hands=10, strategy=written(text), seed=1)


def test_an_illegal_strategy_is_found(written):
    end = "trial = Strategy(bid=bid, play=play, parameters={'x': Parameter(0, 0, 9)})"
    text = "def play(v):\n    return lowest(v.legal) if v.trick + v.p.x < 14 else lowest(v.unseen)"
    results = answers(written(text, end), "legal", "deterministic")
    assert results["legal"].passed is False
    assert "with std4: the strategy trial played" in results["legal"].sentence
    assert results["deterministic"].passed is None


def test_a_strategy_that_differs_from_process_to_process_is_found(written):
    text = """
        ORDER = tuple(ord(name) for name in {"a", "b", "c", "d", "e", "f", "g", "h"})

        def play(v):
            return lowest(v.legal) if ORDER[0] > ORDER[1] else highest(v.legal)
    """
    result = answers(written(text), "deterministic")["deterministic"]
    assert result.passed is False
    assert "constants differ from one start of Python to the next" in result.sentence


@pytest.mark.skipif(processor_width() is None, reason="the machine code of this processor is not known")
def test_a_slow_strategy_is_found_with_its_function(written):
    text = """
        def first(cards):
            while cards & (cards - 1):
                cards &= cards - 1
            return cards

        def play(v):
            return first(v.legal)
    """
    result = answers(written(text), "vectorised")["vectorised"]
    assert result.passed is False
    assert "not so play (lead): none of its instructions does" in result.sentence
    assert "bid" not in result.sentence.partition("not so")[2]
    assert f"trial.py, line {FIRST + 2}, in first: while takes longer" in result.details[0]


def test_a_strategy_that_does_not_compile_fails(written, capsys):
    status, text, error = cli("check", written("def play(v):\n    return v.trik"), capsys=capsys)
    assert (status, error.partition(":")[0]) == (1, "simspades")
    assert text.startswith("FAIL  compiled")
    assert f"line {FIRST + 1}), PlayView has no field trik" in text
    assert "not checked, as it does not compile" in text


def test_what_cannot_be_loaded_is_bad_input(written, capsys):
    assert cli("check", written("play = 3"), capsys=capsys)[0] == 2
    status, _, error = cli("check", "steady", "--only", "leagl", capsys=capsys)
    assert (status, error.partition(" (")[0]) == (2, "simspades: there is no check 'leagl'")


@pytest.mark.parametrize("name", LIBRARY)
def test_the_library_is_legal_in_every_preset(name):
    result = answers(name, "legal")["legal"]
    assert result.passed, result.sentence
    assert all(re.search(rf"\b{preset}\b", result.sentence) for preset in presets())


def test_decisions_that_never_came_up_are_named(written):
    end = "trial = Strategy(bid=bid, play=play, take=bid, cut=bid, presets=['std4'])"
    text = "def play(v):\n    return lowest(v.legal)"
    result = answers(written(text, end), "plain Python")["plain Python"]
    assert result.passed
    assert result.details == ("never asked for there: take, cut",)


def test_the_presets_that_are_claimed_are_checked(written):
    end = "trial = Strategy(bid=bid, play=play, presets=['about4'])"
    results = answers(written("def play(v):\n    return lowest(v.legal)", end), "legal")
    assert results["legal"].sentence.endswith("hands of about4")


def test_a_rule_set_of_ones_own_can_be_checked(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('base = "std4"\nnil.exchange = 1\nend.target = 200\n')
    results = answers("steady", "legal", "deterministic", "plain Python", rules=(str(house),))
    assert all(result.passed for result in results.values())
    # both the nil bidder and the partner give cards
    assert re.search(r"\b[1-9]\d* exchange", results["plain Python"].sentence)
