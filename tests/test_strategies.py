"""Strategies as users write and name them: helpers, the model, and loading."""

import importlib.metadata
import textwrap

import numba
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simspades.engine import bits  # noqa: F401  (gives the helpers their compiled meaning)
from simspades.errors import StrategyError
from simspades.strategies import Parameter, Strategy, helpers, load_strategy
from simspades.strategies.library import LIBRARY

MASKS = st.integers(0, 2**58 - 1)


@numba.njit
def compiled_helpers(cards, rank, n, random):
    return (
        helpers.lowest(cards),
        helpers.highest(cards),
        helpers.count(cards),
        helpers.above(helpers.lowest(cards)),
        helpers.ranks_from(rank),
        helpers.from_top(cards, n),
        helpers.pick(cards, random),
        helpers.suit_of(helpers.highest(cards), (0x1111111111111, 0x2222222222222, 0x4444444444444, 0xFC8888888888888)),
    )


@given(MASKS, st.integers(2, 14), st.integers(0, 6), st.integers(0, 2**63 - 1))
def test_helpers_mean_the_same_compiled_and_plain(cards, rank, n, random):
    assert compiled_helpers(cards, rank, n, random) == compiled_helpers.py_func(cards, rank, n, random)


@given(MASKS.filter(bool), st.integers(0, 2**63 - 1))
def test_pick_chooses_one_card_of_the_set(cards, random):
    card = helpers.pick(cards, random)
    assert card.bit_count() == 1
    assert card & cards == card


def test_pick_is_even():
    cards = 0b101101
    picks = [helpers.pick(cards, (k << 32) // 1000) for k in range(1000)]
    assert {card: picks.count(card) for card in set(picks)} == dict.fromkeys((1, 4, 8, 32), 250)


def test_from_top_takes_the_highest():
    assert helpers.from_top(0b110110, 3) == 0b110100
    assert helpers.from_top(0b11, 5) == 0b11


# ---- loading ---------------------------------------------------------------------------------------------------------


def test_library_players_load_by_name():
    assert next(iter(LIBRARY)) == "random"
    assert list(LIBRARY)[-1] == "expert"
    for name, strategy in LIBRARY.items():
        assert load_strategy(name) is strategy
        assert strategy.spec == name
        assert strategy.doc


def test_parameters_are_read_from_the_name():
    changed = load_strategy("steady(reach=3, lean=-5)")
    assert dict(changed.parameters) == {"lean": -5, "reach": 3}
    assert changed.spec == "steady(reach=3,lean=-5)"
    assert load_strategy(changed.spec).spec == changed.spec


FILE = """
    from simspades.strategies import Strategy
    from simspades.strategies.helpers import lowest

    def bid(v):
        return 3

    def play(v):
        return lowest(v.legal)

    meek = Strategy(bid=bid, play=play, parameters={"x": 1.5})
    number = 3
"""


@pytest.fixture
def players(tmp_path):
    path = tmp_path / "players.py"
    path.write_text(textwrap.dedent(FILE))
    return path


def test_a_file_gives_its_strategies(players):
    meek = load_strategy(f"{players}:meek(x=2)")
    assert meek.name == "meek"
    assert meek.parameters["x"] == 2.0


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("stedy", r"unknown strategy 'stedy' \(did you mean steady\?\)"),
        ("steady(rech=3)", r"steady has no parameter rech \(did you mean reach\?\)"),
        ("basic(x=3)", r"basic has no parameter x \(it has no parameters\)"),
        ("steady(reach=high)", r"cannot read the parameters of 'steady\(reach=high\)'"),
        ("steady(3)", "cannot read the parameters"),
        ("steady(reach=2.5)", "must be a whole number, not 2.5"),
        ("steady(reach=14)", "the parameter reach of steady must be 0 to 13, not 14"),
        ("steady(reach=True)", "must be a number, not True"),
        ("steady(reach=1e400)", "the parameter reach of steady must be a finite number, not inf"),
        ("steady(reach=1e20)", r"the parameter reach of steady must lie between -2\^53 and 2\^53"),
        ("steady(reach=99999999999999999999)", r"must lie between -2\^53 and 2\^53, not 99999999999999999999"),
        ("steady(reach=1, reach=2)", "cannot read the parameters"),
        ("players.py", "players.py is a file: write players.py:NAME"),
        ("", "cannot read the strategy ''"),
        ("a b", "cannot read the strategy 'a b'"),
        ("nowhere.py:meek", "cannot read the strategy file nowhere.py: No such file"),
        ("{file}:meeek", r"has no strategy meeek \(did you mean meek\?\)"),
        ("{file}:number", "number in .* is a int, not a simspades.Strategy"),
    ],
)
def test_what_cannot_be_loaded_is_said_in_a_sentence(players, spec, message):
    with pytest.raises(StrategyError, match=message):
        load_strategy(spec.format(file=players))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def bid(v)\n    return 3\n", "line 1: SyntaxError"),
        ("import os\nx = 1 / 0\n", "line 2: ZeroDivisionError"),
        ("import not_there\n", "line 1: ModuleNotFoundError"),
        ("raise SystemExit(3)\n", "line 1: SystemExit"),
    ],
)
def test_a_file_that_does_not_import_is_named_with_its_line(tmp_path, text, message):
    path = tmp_path / "broken.py"
    path.write_text(text)
    with pytest.raises(StrategyError, match=rf"broken\.py cannot be imported: \S*broken\.py, {message}"):
        load_strategy(f"{path}:any")


def test_the_line_is_named_in_a_file_beside_us(tmp_path, monkeypatch):
    (tmp_path / "broken.py").write_text("import not_there\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StrategyError, match=r"broken\.py cannot be imported: broken\.py, line 1: ModuleNotFoundError"):
        load_strategy("broken.py:any")


def test_a_wrong_strategy_is_named_with_its_file(tmp_path):
    path = tmp_path / "wrong.py"
    path.write_text("from simspades import Strategy\nwrong = Strategy(bid=1, play=2)\n")
    with pytest.raises(
        StrategyError, match=r"wrong\.py, line 2: in Strategy\( \): bid is 1; it must be a plain function"
    ):
        load_strategy(f"{path}:wrong")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Strategy(play=play)", r"in Strategy\( \): it has no bid; write def bid\(v\): … and pass bid=bid"),
        ("Strategy(bids=bid, play=play)", r"Strategy has no bids \(did you mean bid or blind\?\)"),
        ("Strategy(bid=bid, play=play, lead=two)", "Strategy has no lead; a function .* is called by bid or play"),
        ("Strategy(bid=play, play=two)", r"play must take exactly one argument.*write def two\(v\), not two\(v, w\)"),
        ("Strategy(bid=bid, play=play, parameters={'x': Parameter(3, 0, 2)})", "the parameter x must be 0 to 2, not 3"),
        ("Strategy(bid=bid, play=play, parameters={'x': Parameter(3, min=0)})", "Parameter has no min"),
        (
            "Strategy(bid=bid, play=play, parameters={'x': Parameter()})",
            "Parameter.* its arguments are default, low, high",
        ),
    ],
)
def test_a_wrong_strategy_is_named_with_its_line(tmp_path, monkeypatch, text, message):
    head = "from simspades import Parameter, Strategy\ndef two(v, w): return 1\ndef bid(v): return 1\nplay = bid\n"
    (tmp_path / "wrong.py").write_text(f"{head}wrong = {text}\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StrategyError, match=rf"^wrong\.py, line 5: .*{message}"):
        load_strategy("wrong.py:wrong")


def test_an_error_in_a_file_beside_it_is_named_there(tmp_path, monkeypatch):
    (tmp_path / "parts_beside.py").write_text("x = 1\ny = x / 0\n")
    (tmp_path / "wrong.py").write_text("import parts_beside\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StrategyError, match=r"wrong\.py cannot be imported: parts_beside\.py, line 2: ZeroDivision"):
        load_strategy("wrong.py:wrong")


def test_an_edited_file_is_read_again(players):
    assert load_strategy(f"{players}:meek").parameters["x"] == 1.5
    players.write_text(players.read_text().replace("1.5", "2.5"))
    assert load_strategy(f"{players}:meek").parameters["x"] == 2.5


class Plugin:
    def __init__(self, name, value):
        self.name, self.value = name, value

    def load(self):
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


def test_installed_strategies_are_found(monkeypatch):
    cautious = Strategy(bid=LIBRARY["basic"].bid, play=LIBRARY["basic"].play)
    plugins = [Plugin("cautious", cautious), Plugin("broken", ImportError("no such thing")), Plugin("odd", 3)]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: plugins)
    assert load_strategy("cautious").name == "cautious"
    with pytest.raises(StrategyError, match="broken cannot be imported: ImportError: no such thing"):
        load_strategy("broken")
    with pytest.raises(StrategyError, match="odd is a int, not"):
        load_strategy("odd")


# ---- the model -------------------------------------------------------------------------------------------------------


def one(v):
    return 1


async def later(v):
    return 1


def two(v, w):
    return 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"play": one}, r"it has no bid; write def bid\(v\): … and pass bid=bid"),
        ({"bid": one}, "it has no play; write"),
        ({"bid": one, "play": 3}, "play is 3; it must be a plain function of one view that returns a card"),
        ({"bid": one, "play": Strategy}, "play is the class Strategy; it must be a plain function"),
        (
            {"bid": two, "play": one},
            r"bid must take exactly one argument.*: write def two\(v\), not two\(v, w\) ",
        ),
        ({"bid": later, "play": one}, r"bid is an async function; write def later\(v\), without async"),
        ({"bid": lambda *v: 1, "play": one}, "bid must take exactly one argument"),
        ({"bid": one, "play": one, "parameters": {"x": "high"}}, "the parameter x must be a number, not 'high'"),
        (
            {"bid": one, "play": one, "parameters": {"x": float("nan")}},
            "the parameter x must be a finite number, not nan",
        ),
        ({"bid": one, "play": one, "parameters": {"x": 2**53 + 1}}, r"x must lie between -2\^53 and 2\^53"),
        ({"bid": one, "play": one, "parameters": {"a b": 1}}, "the parameter 'a b' is no name"),
        ({"bid": one, "play": one, "parameters": {"if": 1}}, "the parameter 'if' is no name"),
        ({"bid": one, "play": one, "parameters": {"_x": 1}}, "the parameter '_x' is no name"),
        ({"bid": one, "play": one, "parameters": {"x": Parameter(5, 0, 3)}}, "the parameter x must be 0 to 3, not 5"),
        ({"bid": one, "play": one, "parameters": {"x": Parameter(2, 3, 1)}}, "the parameter x has low=3 above high=1"),
        ({"bid": one, "play": one, "parameters": {"x": Parameter(2, "a")}}, "x: low must be a number, not 'a'"),
        ({"bid": one, "play": one, "parameters": ["x"]}, r"parameters must be written as .*, not as \['x'\]"),
        ({"bid": one, "play": one, "parameters": {1: 2}}, "the parameter 1 is no name"),
        ({"bid": one, "play": one, "name": 3}, "name and doc must be texts, not 3"),
        ({"bid": one, "play": one, "presets": ["std5"]}, r"there is no preset 'std5' \(did you mean std4\?\)"),
        ({"bid": one, "play": one, "presets": "std4"}, r"presets must be a list of names .*, not 'std4'"),
    ],
)
def test_a_wrong_strategy_is_refused(arguments, message):
    with pytest.raises(StrategyError, match=message):
        Strategy(**arguments)


def test_a_parameter_has_range_and_meaning():
    parameters = {"level": Parameter(2, 0, 5, "how bold"), "weight": Parameter(0.5, low=0), "plain": 7}
    strategy = Strategy(bid=one, play=one, parameters=parameters, name="trial", presets=["std4", "six"])
    assert dict(strategy.parameters) == {"level": 2, "weight": 0.5, "plain": 7}
    assert {name: each.range for name, each in strategy.declared.items()} == {
        "level": "0 to 5", "weight": "0 or more", "plain": "any"
    }  # fmt: skip
    assert strategy.presets == ("std4", "six")
    changed = strategy.with_parameters({"level": 5, "weight": 3})
    assert (changed.parameters["level"], changed.parameters["weight"]) == (5, 3.0)
    assert changed.declared["level"].meaning == "how bold"
    assert (changed.spec, changed.declared["level"].default) == ("trial(level=5,weight=3.0)", 2)
    with pytest.raises(StrategyError, match="the parameter weight of trial must be 0 or more, not -1"):
        changed.with_parameters({"weight": -1})
