"""What the source of a strategy shows: each mistake with its line and what to write instead."""

import re
import textwrap

import pytest

from simspades.strategies import load_strategy
from simspades.strategies.examine import Kind, examine
from simspades.strategies.library import LIBRARY
from simspades.strategies.model import DECISIONS

HEAD = """
    import math
    import random
    import time
    import numpy as np
    from random import randint
    from simspades import NIL, Parameter, Strategy, count, highest, lowest, pick

    COUNTS = [1, 2, 3]
    NAMES = tuple({"a", "b", "c", "d", "e", "f", "g", "h"})
    TABLE = {"low": 1}

    def bid(v):
        return 3

    def helper(w):
        return w.trick

"""
#: The line of a case's first line in its file.
FIRST = HEAD.count("\n") + 1


@pytest.fixture
def written(tmp_path):
    """Write a case to a file and return what names its strategy."""

    def write(text, end="trial = Strategy(bid=bid, play=play)"):
        path = tmp_path / "trial.py"
        path.write_text(textwrap.dedent(HEAD).lstrip("\n") + "\n" + textwrap.dedent(text) + f"\n{end}\n")
        return f"{path}:trial"

    return write


# ---- what the source shows -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "kind", "message"),
    [
        (
            "def play(v):\n    return lowst(v.legal)",
            1,
            Kind.WRONG,
            r"the name lowst is not defined \(did you mean lowest",
        ),
        ("def play(v):\n    return above(v.legal)", 1, Kind.WRONG, "not defined; write from simspades import above"),
        ("def play(v):\n    return v.trik", 1, Kind.WRONG, r"PlayView has no field trik \(did you mean trick"),
        (
            "def play(v):\n    return v.may_nil",
            1,
            Kind.WRONG,
            "no field may_nil; it belongs to BidView, which bid gets",
        ),
        ("def f(w):\n    return w.trik\ndef play(v):\n    return f(v)", 1, Kind.WRONG, "PlayView has no field trik"),
        ("def play(v):\n    w = v\n    return w.trik", 2, Kind.WRONG, "PlayView has no field trik"),
        ("def play(v):\n    return v.p.x", 1, Kind.WRONG, "it has no parameter x .*declare it with parameters="),
        ("def play(v):\n    p = v.p\n    return p.x", 2, Kind.WRONG, "it has no parameter x"),
        ("def play(v):\n    v.trick = 1\n    return 1", 1, Kind.WRONG, "v.trick is set, but a view cannot be changed"),
        ("def play(v):\n    return len(v.legal)", 1, Kind.WRONG, r"write count\(v.legal\), not len"),
        (
            "def play(v):\n    return len(v.hand & v.spades)",
            1,
            Kind.WRONG,
            r"write count\(v.hand & v.spades\), not len",
        ),
        ("def play(v):\n    return 4 in v.legal", 1, Kind.WRONG, "one number, .* write v.legal & card != 0"),
        ("def play(v):\n    return 4 not in (v.legal & v.clubs)", 1, Kind.WRONG, "write v.legal & v.clubs & card == 0"),
        ("def play(v):\n    return v.legal[0]", 1, Kind.WRONG, "v.legal is one number without items; .* use lowest"),
        ("def play(v):\n    return v.p['x']", 1, Kind.WRONG, r"v.p\[ \] cannot be used; write v.p.name"),
        ("def play(v):\n    return v['legal']", 1, Kind.WRONG, "write v.name"),
        ("def play(v):\n    return int('%d' % 3)", 1, Kind.SLOW, "^a formatted text is made for every hand"),
        ("def play(v):\n    lowest = v.legal\n    return lowest(lowest)", 2, Kind.WRONG, "lowest is a value .* rename"),
        (
            "def play(v):\n    try:\n        x = 1\n    except ValueError:\n        x = 2\n    return x",
            1,
            Kind.WRONG,
            "try",
        ),
        ("def play(v):\n    return randint(0, 3)", 1, Kind.LUCK, "randint is different every time; use v.random"),
        ("def play(v):\n    for c in v.legal:\n        return c", 1, Kind.WRONG, "cannot be gone through"),
        ("def play(v):\n    return v.legal()", 1, Kind.WRONG, r"write v.legal without \( \)"),
        ("def play(v):\n    return v.legal.bit_length()", 1, Kind.WRONG, "v.legal is a number without bit_length"),
        ("def play(v):\n    return lowest(v.led == 'hearts')", 1, Kind.WRONG, "compares a number with a text"),
        ("def play(v):\n    return helper(v, 1)", 1, Kind.WRONG, r"too many positional arguments; .* helper\(w\)"),
        ("def play(v):\n    return play(v)", 1, Kind.WRONG, "play calls itself"),
        ("def play(v):\n    global TABLE\n    return 1", 1, Kind.WRONG, "global cannot be used"),
        ("def play(v):\n    import os\n    return 1", 1, Kind.WRONG, "import cannot stand inside a function"),
        ("def play(v):\n    return COUNTS[0]", 1, Kind.WRONG, "COUNTS is a list, which could change; write a tuple"),
        ("def play(v):\n    return TABLE['low']", 1, Kind.WRONG, "TABLE is a dictionary; write a tuple"),
        ("def play(v):\n    return max((1, 2), key=count)", 1, Kind.WRONG, "max with key= cannot be used"),
        ("def play(v):\n    return math.sqroot(2)", 1, Kind.WRONG, "the module math has no sqroot"),
        ("def play(v):\n    return random.getrandbits(2)", 1, Kind.LUCK, "different every time; use v.random"),
        ("def play(v):\n    return np.random.randint(2)", 1, Kind.LUCK, "different every time; use v.random"),
        ("def play(v):\n    return time.time()", 1, Kind.IMPURE, "time.time looks at more than the view"),
        ("def play(v):\n    return getattr(v, 'legal')", 1, Kind.IMPURE, "getattr hides which field is read"),
        ("def play(v):\n    print(v.trick)\n    return 1", 1, Kind.IMPURE, "print cannot show a single hand"),
        ("def play(v):\n    while v.trick:\n        pass\n    return 1", 1, Kind.SLOW, "while takes longer"),
        ("def play(v):\n    for k in range(v.trick):\n        pass\n    return 1", 1, Kind.SLOW, "use a fixed range"),
        ("def play(v):\n    return v.trick // 10", 1, Kind.SLOW, "only powers of two survive"),
        ("def play(v):\n    return v.trick % v.my_bid", 1, Kind.SLOW, "only powers of two survive"),
        ("def play(v):\n    x = [v.trick]\n    return 1", 1, Kind.SLOW, "a list is made for every hand"),
    ],
)
def test_what_the_source_shows_is_found_with_its_line(written, text, line, kind, message):
    strategy = load_strategy(written(text))
    findings = examine(strategy, "play")
    assert [finding.line for finding in findings if finding.kind is kind] == [FIRST + line]
    assert findings[0].path.endswith("trial.py")
    assert re.search(message, next(finding.sentence for finding in findings if finding.kind is kind))


def test_what_is_allowed_is_not_found_fault_with(written):
    text = """
        LOW, STEP = (1, 2, 3), 8

        def play(v):
            best = v.legal & v.clubs
            for k in range(3):
                best |= LOW[k] if k < v.trick else 0
            worst = min(v.need, abs(v.opp_need)) // STEP + v.trick % 4 + int(v.trick / 3)
            side = (v.clubs, v.hearts)[0]

            def other(cards):
                return lowest(cards)

            for _, suit in enumerate((v.clubs, v.hearts)):
                side |= other(suit) if 3 in (1, 2) else 0
            return highest(v.legal) if best > worst and math.sqrt(v.trick) > 2 else pick(v.legal & side, v.random)
    """
    findings = examine(load_strategy(written(text)), "play")
    assert findings == []


def test_an_announcement_that_nobody_wrote_has_no_source(written):
    assert examine(load_strategy(written("def play(v):\n    return v.legal")), "announce") == []


@pytest.mark.parametrize("name", LIBRARY)
def test_the_library_gives_no_findings(name):
    for decision in DECISIONS:
        assert examine(LIBRARY[name], decision) == []
