"""The page and its parts: tables, plots, what was run, example hands, figures; and bad input."""

from __future__ import annotations

import dataclasses
import json
import math
import re
import shlex
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import report_tools as by_hand
from run_tools import failure, simspades

import simspades as package
from simspades.analysis.answer import Answer, ColumnText, Plot
from simspades.analysis.answers import open_runs
from simspades.records.manifest import load_manifest
from simspades.records.reader import open_run
from simspades.report import page as report_page
from simspades.report.cells import Cell, figure_cell, number, value_text
from simspades.report.charts import paper_chart, picture
from simspades.report.drawing import drawing
from simspades.report.examples import examples
from simspades.report.figures import save_figures
from simspades.report.page import MAX_FINDINGS, gather, json_for_script, render
from simspades.report.run_facts import run_facts
from simspades.report.scales import Axis, extent, in_order, padded
from simspades.report.series import ramp, series_of
from simspades.report.tables import MAX_CELLS, make_table, plain, row_limit


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "games"
    package.run("std4", games=150, strategy=["steady", "basic"], seed=5, out=out)
    return out


@pytest.fixture(scope="module")
def page(games: Path) -> str:
    return render(by_hand.by_hand(games))


# --- cells and tables


def test_a_value_has_the_digits_that_its_error_leaves():
    assert figure_cell("points", 12.34567, {"se": 0.123}) == ("12.35", "± 0.12")
    assert figure_cell("points", -1234.5, {"se": 31.0}) == ("−1,234", "± 31")
    assert figure_cell("share", 0.5, {"se": 0.0125}) == ("50.0 %", "± 1.2")
    # the interval goes before the standard error; a tenth of its length 0.2 is resolved
    assert figure_cell("tricks", 2.0, {"se": 0.05, "low": 1.9, "high": 2.1}) == ("2.00", "(1.90 to 2.10)")


def test_what_is_not_known_is_said():
    assert figure_cell("points", math.nan, {"se": 0.1}) == Cell("–")
    assert figure_cell("points", 1.5, {"se": None}) == ("1.50", "± ?")
    assert figure_cell("share", 0.5, {"low": None, "high": None}) == ("50.0 %", "(?)")


def test_values_without_an_error():
    assert value_text("rank", 14) == "A"
    assert value_text("rank", 0) == "none"
    assert value_text("", False) == "no"
    assert value_text("share", 1) == "100.0 %"
    assert value_text("points", 0.123456) == "0.123"
    assert number(-0.0004, 2) == "0.00"  # not −0.00


def test_a_figure_and_its_errors_are_one_column():
    table = make_table(by_hand.CALIBRATION)
    assert [heading.title for heading in table.headings] == ["strategy", "bid", "hands", "tricks"]
    assert [heading.column for heading in table.headings] == [0, 1, 2, 3]
    assert [heading.is_number for heading in table.headings] == [False, True, True, True]
    assert table.cells[0] == [("steady", ""), ("1", ""), ("1,234", ""), ("1.500", "(1.480 to 1.520)")]
    assert table.cells[3][3] == ("1", "(?)")
    assert table.rows[3] == ["a <b> & </script>", 1, 7, 1, None, None, None]
    assert [note.name for note in table.notes] == ["strategy", "bid", "n", "tricks"]
    assert "over games" in table.notes[3].text


def test_numbers_go_to_json_short_and_whole():
    values = [1.0, 0.1234567891, math.nan, math.inf, pd.NA, True, "x", pd.Series([3], dtype="int8")[0]]
    assert [plain(value) for value in values] == [1, 0.123457, None, None, None, True, "x", 3]


def test_a_page_shows_fewer_rows_of_each_table_where_there_are_many():
    assert row_limit([by_hand.LONG]) == 400
    many = [by_hand.LONG] * 100  # 100 tables of 1000 rows in 2 columns
    limit = row_limit(many)
    assert limit < 400
    assert 100 * limit * 2 <= MAX_CELLS


# --- plots


def test_words_are_ordered_as_in_every_group():
    column = Axis("place", "place", "", ["1st", "3rd", "2nd"])
    assert in_order(column, [["1st", "3rd"], ["1st", "2nd", "3rd"]]).values == ["1st", "2nd", "3rd"]
    contradicting = in_order(column, [["1st", "3rd"], ["3rd", "1st", "2nd"]])
    assert contradicting.values == ["1st", "3rd", "2nd"]
    assert in_order(Axis("bid", "bid", "", [10, 2, 1]), []).values == [1, 2, 10]
    drawn = drawing(by_hand.PLACES)
    assert drawn is not None
    assert drawn.x.values == ["1st after the dealer", "2nd after the dealer", "dealer"]


def test_one_wild_interval_does_not_flatten_the_rest():
    frame = pd.DataFrame({"y": [1.0, 3.0], "low": [0.5, -100.0], "high": [1.5, 100.0]})
    answer = dataclasses.replace(by_hand.LONG, frame=frame, columns={name: ColumnText("") for name in frame})
    # the values span 2; their intervals may take 2 more on either side
    assert extent(answer, "y", "low", "high", zero=False) == (-1.0, 5.0)
    assert extent(answer, "y", None, None, zero=True) == (0.0, 3.0)
    assert padded((0, 100), from_zero=True) == [0, 104]
    assert padded((0, 100)) == [-4, 104]


def test_a_cell_of_which_little_is_known_is_not_drawn():
    """Colours show no intervals: one win of one hand would look as sure as a thousand of a thousand."""
    frame = pd.DataFrame(
        {"own": [0, 50], "other": 0, "won": 1.0, "won_se": 0.0, "won_low": [0.207, 0.996], "won_high": 1.0}
    )
    columns = {name: ColumnText(name, "share" if "won" in name else "points") for name in frame}
    plot = Plot("heat", "own", "other", "won_low", "won_high", color="won")
    answer = Answer("games.win", "games", "who wins", frame, columns, "reading", plot)
    drawn = picture(answer)
    assert drawn is not None
    assert drawn.n_left_out == 1
    assert drawing(dataclasses.replace(answer, frame=frame.head(1))) is None


def test_a_figure_without_an_error_is_not_drawn():
    drawn = picture(by_hand.CALIBRATION)
    assert drawn is not None
    assert drawn.n_left_out == 1
    assert [series.text for series in drawn.series] == ["steady", "a <b> & </script>"]
    assert drawn.column == "strategy"
    only_errors_missing = by_hand.CALIBRATION.frame.assign(tricks_low=None)
    assert picture(dataclasses.replace(by_hand.CALIBRATION, frame=only_errors_missing)) is None
    assert picture(by_hand.NOTHING) is None
    assert picture(by_hand.LONG) is None


def test_a_facet_is_a_panel_of_its_own_with_the_same_range():
    drawn = picture(by_hand.FACETS)
    assert drawn is not None
    assert [panel.title for panel in drawn.panels] == ["steady", "a <b> & </script>"]

    def domains(channel: str) -> list[Any]:
        return [panel.spec["layer"][-1]["encoding"][channel]["scale"]["domain"] for panel in drawn.panels]

    assert domains("y")[0] == domains("y")[1]
    assert domains("x")[0] == [0.64, 10.36]  # bids from 1 to 10, and air


def test_numbers_as_series_run_along_a_ramp_and_words_do_not():
    numbers = series_of(Axis("bid", "bid", "", [3, 1, 2, 5, 4]))
    assert [series.value for series in numbers] == [1, 2, 3, 4, 5]
    assert [series.color for series in numbers] == [ramp(k / 4) for k in range(5)]
    words = series_of(Axis("who", "who", "", ["b", "a"]))
    assert [(series.value, series.color) for series in words] == [("b", "series-1"), ("a", "series-2")]
    assert len({(series.shape, series.dash) for series in words}) == 2


@pytest.mark.parametrize("answer", [answer for answer in by_hand.ALL if answer.plot and len(answer.frame)])
def test_plots_are_vega_lite_and_hold_their_numbers(answer):
    import altair

    spec = paper_chart(answer)
    assert spec is not None
    drawn = picture(answer)
    for each in (spec, *(panel.spec for panel in drawn.panels)):
        altair.Chart.from_dict(each, validate=True)
    n_drawn = len(answer.frame) - drawn.n_left_out
    views = spec.get("concat", [spec])
    assert sum(len(view["data"]["values"]) for view in views) == n_drawn


def test_every_plot_is_saved_as_png_and_svg(tmp_path):
    answers = [by_hand.FACETS, by_hand.LONG, by_hand.NOTHING, by_hand.PLACES]
    paths = save_figures(answers, tmp_path / "new" / "figures")
    assert sorted(path.name for path in paths) == [
        "bids.place.png",
        "bids.place.svg",
        "nils.facets.png",
        "nils.facets.svg",
    ]
    for path in paths:
        if path.suffix == ".png":
            assert path.read_bytes().startswith(b"\x89PNG")
        else:
            text = ElementTree.fromstring(path.read_text(encoding="utf-8"))
            assert "dealer" in "".join(text.itertext()) or "steady" in "".join(text.itertext())


# --- what was run, and hands


def test_the_command_of_the_page_plays_the_same_run(tmp_path):
    out = tmp_path / "run one"
    package.run(
        "std4",
        hands=40,
        strategy=["steady", "basic", "steady", "random"],
        seed=9,
        set=["nil.value=50", "bags.penalty=50"],
        score=[-20, 300],
        bags=[3, 0],
        hand_in_game=4,
        features=False,
        holdings=True,
        out=out,
    )
    facts = run_facts(open_run(out), "one")
    assert dict(facts.facts)["rules"] == "std4 with nil.value = 50, bags.penalty = 50"
    assert {option.id for option in facts.options if option.is_changed} == {"nil.value", "bags.penalty"}
    words = shlex.split(facts.command)
    assert words[:2] == ["simspades", "run"]
    words[-1] = str(tmp_path / "again")
    assert simspades(*words[1:]) == 0
    assert load_manifest(tmp_path / "again") == load_manifest(out)


def test_examples_are_what_they_are_said_to_be(games, capsys):
    found = {example.title: example for example in examples(open_run(games), "games", 0).hands}
    hands = package.load(games).set_index("hand")

    def row(title: str) -> Any:
        game, number = map(int, found[title].hand.split(":"))
        return hands.loc[game * 32768 + number - 1]

    assert row("a bag penalty")[["penalty_0", "penalty_1"]].max() > 0
    assert not row("a contract that was set")[["made_0", "made_1"]].fillna(True).all()
    broken = row("a nil that was broken")
    assert any(broken[f"call_{seat}"] == "nil" and broken[f"tricks_{seat}"] > 0 for seat in range(4))
    swing = (hands["points_0"] - hands["points_1"]).abs()
    assert abs(row("the largest swing between two sides")[["points_0", "points_1"]].diff().iloc[1]) == swing.max()
    final = package.load_games(games)
    margins = (final["score_0"] - final["score_1"]).abs()
    last = row("the last hand of the closest game")
    assert abs(last["score_0"] - last["score_1"]) == margins.min()

    for example in list(found.values())[:2]:
        capsys.readouterr()
        assert simspades(*shlex.split(example.command)[1:]) == 0
        assert capsys.readouterr().out.rstrip("\n") == example.text


def test_hands_that_cannot_be_replayed_are_left_out_with_the_reason(tmp_path):
    strategy = tmp_path / "mine.py"
    strategy.write_text(
        "from simspades import Strategy, lowest\n"
        "def bid(v):\n    return 3\n"
        "def play(v):\n    return lowest(v.legal)\n"
        "mine = Strategy(bid=bid, play=play)\n"
    )
    out = tmp_path / "run"
    package.run("std4", hands=20, strategy=f"{strategy}:mine", seed=1, out=out)
    strategy.unlink()
    found = examples(open_run(out), "run", 0)
    assert found.hands == []
    assert found.missing.startswith("The hands of run cannot be replayed: ")
    assert "mine.py" in found.missing


def test_a_run_on_other_storage_has_a_page_without_hands(games):
    upath = pytest.importorskip("upath")
    there = upath.UPath("memory://report-test/run")
    for path in games.rglob("*"):
        if path.is_file():
            copy = there / str(path.relative_to(games))
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    contents = gather(open_runs([str(there)]))
    assert contents.summaries == gather(open_runs([games])).summaries
    assert contents.examples[0].missing.endswith("is not on this machine, and hands are replayed from a directory.")
    assert "hands are replayed from a directory" in render(contents)


# --- the page


def test_the_page_says_what_was_run_and_found(page, games):
    assert "<title>Spades: games</title>" in page
    assert f"simspades run --rules std4 --games 150 --strategy steady --strategy basic --seed 5 --out {games}" in page
    assert "Side 0 (steady) scores" in page
    assert page.count("steady takes 0.50\u00a0±\u00a00.01 tricks more than it bids.") == 2  # on top, and in its place
    assert "<b>Penalties by seat.</b> No penalty was paid: play games, with simspades run --games N." in page
    assert '<a href="#hand-0-' in page
    assert MAX_FINDINGS == 3


def test_the_page_is_one_small_file_that_fetches_nothing(page):
    assert len(page.encode()) < 5_000_000
    without_scripts = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert re.findall(r"(?:src|srcset|data|action)=", without_scripts) == []
    assert {link[0] for link in re.findall(r'href="([^"]*)"', without_scripts)} == {"#"}
    assert "@import" not in page
    assert "default-src 'none'" in page


def test_anything_may_stand_in_a_name(page):
    """A name with markup is text everywhere, and ends no script."""
    assert "a <b>" not in re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert "a &lt;b&gt; &amp; &lt;/script&gt;" in page
    for text in re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', page, flags=re.DOTALL):
        json.loads(text)
    assert json.loads(json_for_script({"<!--": "</script>"})) == {"<!--": "</script>"}


def test_links_lead_somewhere(page):
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)


def test_a_long_table_says_how_much_of_it_is_shown(page):
    assert "Table: 1,000 rows" in page
    assert "The first 400 rows are shown and sorted; Copy and Save take all." in page


def test_the_same_contents_give_the_same_page(page, games):
    assert render(by_hand.by_hand(games)) == page


# --- the command


def test_report_of_two_runs_with_figures(games, tmp_path, capsys, monkeypatch):
    other = tmp_path / "other"
    package.run("std4", games=50, strategy="basic", seed=5, out=other)
    monkeypatch.setattr(report_page, "gather", lambda runs: by_hand.by_hand(*(run.directory for run in runs.runs)))
    out, figures = tmp_path / "both.html", tmp_path / "new" / "figures"
    assert simspades("report", games, other, "-o", out, "--figures", figures) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert "both.html" in said.err
    assert "10 files, 5 plots as PNG and SVG" in said.err
    assert "<title>Spades: games, other</title>" in out.read_text(encoding="utf-8")
    assert {"bids.calibration.png", "bids.calibration.svg"} <= {path.name for path in figures.iterdir()}


def test_a_run_of_totals_and_one_without_features_say_what_is_missing(tmp_path):
    package.run("std4", games=20, strategy="basic", seed=1, out=tmp_path / "totals", summary_only=True)
    package.run("std4", hands=200, strategy="basic", seed=1, out=tmp_path / "bare", features=False)
    for name, hint in (("totals", "--summary-only"), ("bare", "--no-features")):
        out = tmp_path / f"{name}.html"
        assert simspades("report", tmp_path / name, "-o", out) == 0
        text = re.sub(r"<script.*?</script>", "", out.read_text(encoding="utf-8"), flags=re.DOTALL)
        notes = re.findall(r'<p class="note">(.*?)</p>', text, flags=re.DOTALL)
        assert any(hint in note for note in notes)
        assert "hand 0" in text  # a hand is shown in any case


def test_bad_input_is_one_sentence(games, tmp_path, capsys):
    assert "is not a run directory" in failure(capsys, "report", tmp_path / "none", "-o", tmp_path / "a.html")
    sentence = failure(capsys, "report", games, "-o", tmp_path / "no" / "where" / "a.html")
    assert sentence.endswith("where/a.html cannot be written: there is no directory " + str(tmp_path / "no" / "where"))
    (tmp_path / "file").write_text("")
    sentence = failure(capsys, "report", games, "-o", tmp_path / "b.html", "--figures", tmp_path / "file" / "x")
    assert sentence.endswith("file/x cannot be written: Not a directory")
    assert not (tmp_path / "b.html").exists()


def test_a_plot_declares_what_is_in_the_frame():
    """The declarations of the answers are drawn as they stand: a misspelt column would only show in a picture."""
    with pytest.raises(KeyError):
        picture(dataclasses.replace(by_hand.PLACES, plot=Plot("bar", "place", "maid")))
