"""Compiled strategies: what is compiled when, what is kept on disk, and what authors are told."""

import math
import os
import subprocess
import sys
import textwrap
import time

import numba.core.event
import pytest
from random_hands import OPTION_VALUES

from simspades.engine import Situation, Table, jit
from simspades.engine.kernels import load_kernel, source_digest
from simspades.errors import SimspadesError, StrategyError
from simspades.rules import load_rules
from simspades.runs.play import load_strategies
from simspades.strategies import Strategy, defaults, load_strategy
from simspades.strategies.helpers import highest, lowest
from simspades.strategies.library import LIBRARY


class CompileCounter(numba.core.event.Listener):
    """Counts what numba compiles while it listens."""

    def __init__(self):
        self.compiled = []

    def on_start(self, event):
        self.compiled.append(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event):
        pass


@pytest.fixture
def compiled():
    counter = CompileCounter()
    with numba.core.event.install_listener("numba:compile", counter):
        yield counter.compiled


def play_a_little(rules, *specs):
    lineup = [load_strategy(spec) for spec in specs]
    table = Table(load_rules("std4", rules), [lineup[seat % len(lineup)] for seat in range(4)], Situation())
    return table.play(1, 0, 300, features=True)


def test_a_new_value_of_an_option_or_parameter_compiles_nothing(compiled):
    play_a_little({}, "steady", "basic")
    compiled.clear()
    for option, values in OPTION_VALUES.items():
        for value in values:
            if option != "bags.penalty" or value:
                play_a_little({option: value}, "steady", "basic")
    play_a_little({}, "steady(reach=5)", "steady(lean=-20)")
    assert compiled == []


def test_a_new_strategy_compiles_nothing_but_its_own_decisions(bold, compiled):
    load_kernel(LIBRARY["basic"])
    compiled.clear()
    bold.write_text(bold.read_text().replace("LEVEL = 4", f"LEVEL = {time.time_ns()}"))
    load_kernel(load_strategy(f"{bold}:bold"))
    assert {"bid", "play", "level"} <= set(compiled)
    assert not set(compiled) & set(defaults.__all__)


@pytest.mark.parametrize("name", [list(LIBRARY)[-1], "defaults"])
def test_a_player_is_compiled_in_seconds(name, tmp_path):
    """Five at most on a machine with nothing else to do; twice that is allowed for here."""
    script = (
        "import time\n"
        "from simspades.engine.kernels import default_module, own_module\n"
        "from simspades.strategies.library import LIBRARY\n"
        "start = time.process_time()\n"
        f"default_module() if {name!r} == 'defaults' else own_module(LIBRARY[{name!r}])\n"
        "print(time.process_time() - start)"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    answer = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert float(answer.stdout) < 10


def test_a_parameter_changes_what_is_played():
    timid = play_a_little({}, "steady(lean=-100)").hands["contract"].mean()
    bold = play_a_little({}, "steady(lean=100)").hands["contract"].mean()
    assert bold > timid + 1


BOLD = """
    from simspades.strategies import Strategy
    from simspades.strategies.helpers import lowest

    LEVEL = 4

    def level(v):
        return LEVEL

    def bid(v):
        return level(v)

    def play(v):
        return lowest(v.legal)

    bold = Strategy(bid=bid, play=play)
"""


@pytest.fixture
def bold(tmp_path):
    path = tmp_path / "bold.py"
    path.write_text(textwrap.dedent(BOLD))
    return path


def test_the_digest_follows_every_source_and_constant(bold):
    digests = {source_digest(load_strategy(f"{bold}:bold"))}
    text = bold.read_text()
    for old, new in (("LEVEL = 4", "LEVEL = 5"), ("return LEVEL", "return LEVEL + 1"), ("lowest(v.legal)", "v.legal")):
        bold.write_text(text.replace(old, new))
        digests.add(source_digest(load_strategy(f"{bold}:bold")))
    assert len(digests) == 4
    bold.write_text(text + "\nunrelated = 1\n")
    assert source_digest(load_strategy(f"{bold}:bold")) in digests


def test_the_digest_is_the_same_in_every_process():
    script = (
        "from simspades.engine.kernels import source_digest\n"
        "from simspades.strategies.library import LIBRARY\n"
        "print(*map(source_digest, LIBRARY.values()))"
    )
    digests = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert digests == [source_digest(strategy) for strategy in LIBRARY.values()]


def test_an_edit_of_a_helper_takes_effect(bold):
    def bids():
        table = Table(load_rules("std4"), [load_strategy(f"{bold}:bold")] * 4, Situation())
        return set(table.play(1, 0, 100).hands["call"].ravel().tolist())

    assert bids() == {4}
    bold.write_text(bold.read_text().replace("LEVEL = 4", "LEVEL = 5"))
    assert bids() == {5}


def test_a_second_process_compiles_nothing(bold):
    script = textwrap.dedent(
        f"""
        import numba.core.event as event
        counter = event.RecordingListener()
        with event.install_listener("numba:compile", counter):
            from simspades.engine import Table, Situation
            from simspades.rules import load_rules
            from simspades.strategies import load_strategy
            table = Table(load_rules("std4"), [load_strategy("{bold}:bold")] * 4, Situation())
            table.play(1, 0, 10)
        print(len(counter.buffer))
        """
    )

    def run():
        return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    run()
    second = run()
    assert (second.stdout.strip(), second.stderr) == ("0", "")


def test_without_a_writable_cache_nothing_is_kept(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    assert jit.cache_directory.__wrapped__() is None
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "new"))
    directory = jit.cache_directory.__wrapped__()
    assert directory is not None
    assert directory.is_dir()
    monkeypatch.setenv("SIMSPADES_CACHE", "0")
    assert jit.cache_directory.__wrapped__() is None
    monkeypatch.setenv("SIMSPADES_CACHE", "no")
    with pytest.raises(SimspadesError, match="SIMSPADES_CACHE must be 0 or 1, not 'no'"):
        jit.cache_directory.__wrapped__()


def test_a_strategy_compiles_without_a_cache(bold, monkeypatch):
    monkeypatch.setattr("simspades.engine.kernels.cache_directory", lambda: None)
    monkeypatch.setattr("simspades.engine.jit.cache_directory", lambda: None)
    bold.write_text(bold.read_text().replace("LEVEL = 4", "LEVEL = 6"))
    table = Table(load_rules("std4"), [load_strategy(f"{bold}:bold")] * 4, Situation())
    assert set(table.play(1, 0, 100).hands["call"].ravel().tolist()) == {6}


def test_old_versions_of_the_cache_are_removed(tmp_path):
    old, new, kept = tmp_path / "old", tmp_path / "new", tmp_path / "kept"
    for directory in (old, new, kept):
        directory.mkdir()
    os.utime(old, (0, 0))
    os.utime(kept, (0, 0))
    jit._prune(tmp_path, keep=kept)
    assert not old.exists()
    assert new.exists()
    assert kept.exists()


# ---- what authors are told -------------------------------------------------------------------------------------------

TABLE_OF_THREE = (1, 2, 3)


def three(v):
    return 3


def any_card(v):
    return lowest(v.legal)


def misspelt_field(v):
    return lowest(v.legall)


def misspelt_name(v):
    return loweest(v.legal)  # noqa: F821


def nothing_on_some_path(v):
    if v.leading:
        return lowest(v.legal)
    return None


def fraction(v):
    return 2.5


def text(v):
    return "AS"


def no_such_parameter(v):
    return lowest(v.legal) if v.p.reach else highest(v.legal)


def made_of_a_class(v):
    return Exception(v)


def endless(v):
    return endless(v)


def length(v):
    cards = v.legal
    return len(cards)


def looked_up(v):
    cards = v.legal
    return 4 if 4 in cards else lowest(cards)


def item(v):
    cards = v.legal
    return cards[0]


def gone_through(v):
    cards = v.legal
    for card in cards:
        return card
    return 0


def none_or_card(v):
    best = None
    if v.need > 0:
        best = lowest(v.legal)
    return best or highest(v.legal)


def number_called(v):
    cards = v.legal
    return cards(v)


def no_compiler_error(v):
    return lowest(v.legal) if math.nothing else 0


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (
            misspelt_field,
            r"in play .*test_kernels.py, line \d+\), PlayView has no field legall \(did you mean legal\?\)",
        ),
        (misspelt_name, r"line \d+\), the name loweest is not defined \(did you mean lowest"),
        (nothing_on_some_path, r"line \d+\), None is returned; return a card"),
        (fraction, r"line \d+\), a fraction is returned; return a card"),
        (text, r"line \d+\), a text is returned; return a card"),
        (no_such_parameter, r"it has no parameter reach \(it declares none\)"),
        (made_of_a_class, "Exception cannot be used in a strategy|cannot be compiled"),
        (endless, "endless calls itself"),
        (length, r"line \d+\), len is of tuples; for a set of cards write count"),
        (looked_up, r"line \d+\), in looks things up in tuples; .* write cards & card != 0"),
        (item, r"line \d+\), \[ \] takes an item of a tuple; .* use lowest"),
        (gone_through, r"line \d+\), for goes through a fixed range or a tuple; .* cards & ~card"),
        (none_or_card, r"line \d+\), a value is asked whether it is true that may be None; .* 0, the empty set"),
        (number_called, r"line \d+\), a whole number is called as if it were a function"),
        (no_compiler_error, "the module math has no nothing"),
    ],
)
def test_what_does_not_compile_is_explained(play, message):
    strategy = Strategy(bid=three, play=play, name="trial")
    with pytest.raises(StrategyError, match=message) as caught:
        load_kernel(strategy)
    assert str(caught.value).startswith("the strategy trial cannot be compiled: in play")
    assert "\n" not in str(caught.value)


def outside_a_tuple(v):
    return lowest(v.legal) * TABLE_OF_THREE[v.trick]


def test_what_a_strategy_raises_is_not_lost():
    table = Table(load_rules("std4"), [Strategy(bid=three, play=outside_a_tuple, name="trial")] * 4, Situation())
    with pytest.raises(StrategyError, match=r"a strategy at the table \(trial\) raised IndexError"):
        table.play(1, 0, 10)


def test_the_compilation_of_a_strategy_is_announced(bold, monkeypatch, capsys):
    for home in ("engine.kernels", "engine.jit", "runs.play"):
        monkeypatch.setattr(f"simspades.{home}.cache_directory", lambda: None)
    bold.write_text(bold.read_text().replace("LEVEL = 4", "LEVEL = 7"))
    strategies = [load_strategy(f"{bold}:bold")] * 4
    load_strategies(strategies)
    text = "simspades: compiling the strategy bold, each time, as nothing can be kept: some seconds …\n"
    assert capsys.readouterr().err == text
    load_strategies(strategies)
    assert capsys.readouterr().err == ""
