"""``simspades bench``: its keys, and the outcome signature."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from simspades.bench import measure, signature
from simspades.bench.lineups import LINEUPS
from simspades.bench.timing import Timings, alternate
from simspades.cli.bench import command, table

#: Written by scripts/regenerate_goldens alone, when the results of a given seed are meant to change.
SIGNATURE = Path(__file__).parent / "data" / "signature.txt"

KEYS = {
    "hands_per_s", "ns_per_hand", "scalar_ratio", "threads_ratio", "parquet_ratio", "deal_ns", "vector_width",
    "signature", "versions",
}  # fmt: skip


def test_the_signature_is_the_recorded_one():
    assert signature.signature() == int(SIGNATURE.read_text())


def test_the_signature_fits_a_double():
    assert int(SIGNATURE.read_text()) < 1 << 53


@pytest.mark.parametrize("what", ["seed", "count"])
def test_other_results_have_another_signature(monkeypatch, what):
    case = signature.WORKLOAD[0]
    monkeypatch.setattr(signature, "WORKLOAD", (case,))
    before = signature.signature()
    if what == "seed":
        monkeypatch.setattr(signature, "SEED", signature.SEED + 1)
    else:
        case = type(case)(case.rules, case.overrides, case.lineup, case.situation, case.count - 1)
        monkeypatch.setattr(signature, "WORKLOAD", (case,))
    assert signature.signature() != before


@pytest.fixture(scope="module")
def answer():
    """What the command prints, from measurements as short as can be."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measure, "QUICK", measure.Effort(rounds=1, thread_rounds=1, thread_hands=1 << 17))
        patch.setattr(measure, "vector_width", lambda: None)
        return CliRunner().invoke(command, ["--quick", "--json"], catch_exceptions=False)


def test_json_has_the_keys_of_the_documentation(answer):
    figures = json.loads(answer.stdout)
    assert set(figures) == KEYS
    for key in ("hands_per_s", "ns_per_hand", "scalar_ratio"):
        assert set(figures[key]) == set(LINEUPS)
        assert all(value > 0 for value in figures[key].values())
    assert figures["signature"] == int(SIGNATURE.read_text())
    assert figures["vector_width"] is None
    assert min(figures["threads_ratio"], figures["parquet_ratio"], figures["deal_ns"]) > 0
    assert figures["ns_per_hand"]["basic"] * figures["hands_per_s"]["basic"] == pytest.approx(1e9, rel=1e-3)


def test_progress_goes_to_stderr(answer):
    assert "measuring" in answer.stderr
    assert answer.stdout.startswith("{")


def test_the_table_shows_every_figure(answer):
    text = table(json.loads(answer.stdout))
    for words in (
        "steady against basic",
        "two threads",
        "Parquet",
        "ns a hand",
        "not known",
        SIGNATURE.read_text()[:-1],
    ):
        assert words in text


def test_alternatives_run_in_turn_after_a_round_that_is_not_counted():
    calls = []
    clock = iter(range(100))
    timings = alternate([lambda: calls.append("a"), lambda: calls.append("b")], 2, lambda: float(next(clock)))
    assert "".join(calls) == "ababab"
    assert timings.rounds == ((1.0, 1.0), (1.0, 1.0))


def test_a_ratio_is_the_median_of_the_rounds():
    timings = Timings(((1.0, 3.0), (2.0, 8.0), (1.0, 100.0)))
    assert timings.ratio(1, to=0) == 4.0
    assert timings.median(0) == 1.0
