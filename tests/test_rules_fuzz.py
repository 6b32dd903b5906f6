"""Whatever stands in a rule file, it is loaded or refused in one sentence: by the library and by the command line."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simspades.cli import main
from simspades.errors import RulesError
from simspades.rules import OPTIONS, load_rules, presets
from simspades.rules.fixed import FIXED_IDS
from simspades.rules.options import GROUPS

# --- random TOML ------------------------------------------------------------------------------------------------------

WORDS = sorted({str(choice) for option in OPTIONS.values() for choice in option.choices or ()} - {"True", "False"})
NAMES = st.sampled_from(sorted({*OPTIONS, *FIXED_IDS, *GROUPS, "base", "name", "description"}))
PRINTABLE = st.text(st.characters(exclude_categories=["C"]), max_size=8)
STRINGS = st.one_of(
    st.sampled_from([json.dumps(word) for word in [*WORDS, *presets(), "none", "yes", "fixed:3S", "2C", "x.toml"]]),
    PRINTABLE.map(lambda text: json.dumps(text, ensure_ascii=False)),
    PRINTABLE.map(lambda text: "'" + text.replace("'", "") + "'"),
    PRINTABLE.map(lambda text: '"""\n' + text.replace("\\", "").replace('"', "") + '"""'),
)
NUMBERS = st.one_of(
    st.integers(-2000, 2000).map(str),
    st.integers().map(str),
    st.integers(0, 1 << 80).map(hex),
    st.sampled_from(["1_000", "+7", "0o17", "0b11", "1e3", "-0.5", "inf", "-nan", "9" * 5000, "0x" + "f" * 5000]),
)
DATES = st.sampled_from(["1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "1979-05-27 07:32:00.999"])
SCALARS = st.one_of(STRINGS, NUMBERS, DATES, st.sampled_from(["true", "false"]))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda items: f"[{', '.join(items)}]"),
        st.dictionaries(st.sampled_from(["value", "enabled", "a", "packs"]), inner, max_size=2).map(
            lambda table: "{" + ", ".join(f"{key} = {value}" for key, value in table.items()) + "}"
        ),
    ),
    max_leaves=6,
)
KEYS = st.one_of(
    NAMES,
    st.tuples(NAMES, st.sampled_from(["value", "enabled", "x"])).map(".".join),
    PRINTABLE.map(lambda text: json.dumps(text, ensure_ascii=False)),
    st.sampled_from(['"nil.value"', "'nil'.value", "nil . value", "a.b.c.d", "nil.value.deep"]),
)
LINES = st.one_of(
    st.tuples(KEYS, VALUES).map(" = ".join),
    st.one_of(st.sampled_from(sorted(GROUPS)), KEYS).map(lambda key: f"[{key}]"),
    st.sampled_from(sorted(GROUPS)).map(lambda group: f"[[{group}]]"),
    PRINTABLE.map("# ".__add__),
    PRINTABLE,
)
DOCUMENTS = st.lists(LINES, max_size=8).map("\n".join)


@st.composite
def likely_documents(draw: st.DrawFn) -> str:
    """Files of the right form with values of the right kind, so that it is their meaning that is judged."""
    lines = [f'base = "{draw(st.sampled_from(presets()))}"'] if draw(st.booleans()) else []
    for option_id in draw(st.lists(st.sampled_from(sorted(OPTIONS)), max_size=12, unique=True)):
        choices = OPTIONS[option_id].choices
        cards = st.lists(st.sampled_from(["2C", "2D", "2H", "2S", "BJ", "LJ", "AS"]), max_size=4)
        value: Any
        if choices is not None:
            value = draw(st.sampled_from(choices))
        elif "list of" in OPTIONS[option_id].values:
            value = draw(cards if option_id.startswith("deck.") else st.lists(st.sampled_from(WORDS), max_size=3))
        else:
            value = draw(
                st.sampled_from(["none", 0, 1, 2, 4, 7, 10, 14, 50, 100, -1, -500, "fixed:3S", "cut_each_deal"])
            )
        lines.append(f"{option_id} = {json.dumps('none' if value is None else value)}")
    return "\n".join(lines)


@st.composite
def damaged_documents(draw: st.DrawFn) -> bytes:
    """A file that was cut or has other bytes in it."""
    content = bytearray(draw(st.one_of(DOCUMENTS, likely_documents())).encode("utf-8"))
    place = draw(st.integers(0, len(content)))
    if draw(st.booleans()):
        content[place:place] = draw(st.binary(max_size=6))
    else:
        del content[place:]
    return bytes(content)


ANYTHING = st.one_of(
    DOCUMENTS.map(lambda text: text.encode("utf-8")),
    likely_documents().map(lambda text: text.encode("utf-8")),
    damaged_documents(),
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "mine.toml"


@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(content=ANYTHING)
def test_any_file_is_loaded_or_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    message = ""
    try:
        rules = load_rules(path)
    except RulesError as error:
        message = str(error)
    if message:
        assert "\n" not in message
        assert "mine.toml" in message or "x.toml" in message
        return
    assert load_rules(rules.flat()) == rules
    assert rules.deck.size >= rules.players * rules.hand_size


def run(*arguments: str) -> tuple[int, str, str]:
    """The command line in this process: exit status, stdout, stderr."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as end:
        main(["rules", *arguments])
    return int(end.value.code or 0), out.getvalue(), err.getvalue()


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(content=ANYTHING, command=st.sampled_from(["check", "check", "show", "diff"]), as_json=st.booleans())
def test_the_command_line_shows_no_traceback(path: Path, content: bytes, command: str, as_json: bool) -> None:
    path.write_bytes(content)
    others = ["std4"] if command == "diff" else []
    status, out, err = run(command, str(path), *others, *(["--json"] if as_json else []))
    if status == 0:
        assert err == ""
        assert out
        if as_json:
            json.loads(out)
    else:
        assert (status, out) == (2, "")
        assert err.startswith("simspades: ")
        assert err.count("\n") == 1
        assert "Traceback" not in err


@settings(max_examples=150, deadline=None)
@given(overrides=st.lists(st.one_of(st.tuples(KEYS, VALUES).map("=".join), PRINTABLE), min_size=1, max_size=3))
def test_any_override_is_read_or_refused(overrides: list[str]) -> None:
    status, _, err = run("check", "std4", *(argument for text in overrides for argument in ("--set", text)))
    assert status in (0, 2)
    assert err.count("\n") == (status == 2)


# --- differences of the presets ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("a", "b"), list(itertools.product(presets(), repeat=2)))
def test_the_difference_of_two_presets(a: str, b: str) -> None:
    status, out, err = run("diff", a, b, "--json")
    assert (status, err) == (0, "")
    answer = json.loads(out)
    first, second = load_rules(a).flat(), load_rules(b).flat()
    assert (answer["a"], answer["b"]) == (a, b)
    assert answer["differences"] == {
        option_id: [first[option_id], second[option_id]]
        for option_id in OPTIONS
        if first[option_id] != second[option_id]
    }
    # what differs leads from the one to the other
    given = {option_id: pair[1] for option_id, pair in answer["differences"].items() if pair[1] is not None}
    assert load_rules(load_rules(a), given) == load_rules(b)


@pytest.mark.parametrize(("a", "b"), list(itertools.combinations(presets(), 2)))
def test_the_table_of_a_difference_names_every_option(a: str, b: str) -> None:
    _, out, _ = run("diff", a, b)
    shown = [line.split()[0] for line in out.splitlines()[1:] if line and not line.startswith(" ")]
    assert shown == list(load_rules(b).changed(load_rules(a)))
