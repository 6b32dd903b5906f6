"""Studies: what a file may say, what is added up, and that nothing but the missing cells is played."""

import json
import math
import re
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from run_tools import failure, simspades

import simspades as api
from simspades.report.sheet import save_sheet
from simspades.rules import load_rules
from simspades.runs.plan import make_player
from simspades.runs.threads import Control
from simspades.runs.workers import Threads
from simspades.studies.seatings import exchanged
from simspades.studies.sweep import page, plot, store
from simspades.studies.sweep.cells import Cell, baselines, cells_of
from simspades.studies.sweep.figures import FIGURES, PARTY_FIGURES, figures_of
from simspades.studies.sweep.linear import total
from simspades.studies.sweep.measures import GROUPS, play_range
from simspades.studies.sweep.play import sweep
from simspades.studies.sweep.study import Study, load_study

ROOT = Path(__file__).parents[1]

STUDY = """
title = "Nils"
seed = 11
hands = 3000
lineups = ["steady", ["steady", "basic"]]
[[rules]]
grid = { "nil.value" = [50, 100] }
[baseline]
"nil.value" = 100
"""


@pytest.fixture(autouse=True)
def quick_plots(monkeypatch):
    """Drawing takes seconds: only the tests of what is drawn do it."""
    monkeypatch.setattr(page, "write_plot", lambda path, figures, rows: path.write_text("<svg"))
    monkeypatch.setattr(page, "save_sheet", lambda sheet, path: path.write_text(f"{sheet.findings}"))


def write(folder: Path, text: str = STUDY) -> Path:
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    return path


def cell(mode, *names, count, **overrides):
    rules = load_rules("std4", {key.replace("__", "."): value for key, value in overrides.items()})
    players = tuple(make_player(name) for name in names)
    return Cell({}, "cell", rules, players, exchanged(rules, len(names)), mode, count, 11, None)


def measured(of):
    return figures_of(of, play_range(of, of.dealers(), 0, of.count, Control()))


# --- figures against frames ------------------------------------------------------------------------------------------


def test_figures_of_hands_are_those_of_the_rows():
    figures = measured(cell("hands", "steady", "basic", count=2500))
    one, two = (api.simulate(hands=2500, strategy=s, seed=11) for s in (["steady", "basic"], ["basic", "steady"]))
    p = [frame[[f"points_{d}" for d in (0, 1)]].to_numpy(float) for frame in (one, two)]
    steady, basic = np.concatenate([p[0][:, 0], p[1][:, 1]]), np.concatenate([p[0][:, 1], p[1][:, 0]])
    assert figures["points_1"].value == pytest.approx(steady.mean())
    assert figures["points_2"].value == pytest.approx(basic.mean())
    assert figures["advantage"].value == pytest.approx((steady - basic).mean())
    assert figures["win_rate_1"].value == pytest.approx(((steady > basic) + (steady == basic) / 2).mean())
    assert figures["hand_margin"].value == pytest.approx(abs(steady - basic).mean())
    both = np.concatenate(p)
    assert figures["seat_advantage"].value == pytest.approx((both[:, 0] - both[:, 1]).mean())
    dealer = np.concatenate([one["dealer"], two["dealer"]])
    first = (dealer + 1) % 2  # the side of the seat left of the dealer
    of_first = both[np.arange(5000), first] - both[np.arange(5000), 1 - first]
    assert figures["first_bidder"].value == pytest.approx(of_first.mean())

    frames = [one, two]
    made = np.concatenate([frame[f"made_{d}"].dropna().to_numpy(bool) for frame in frames for d in (0, 1)])
    assert figures["sets"].value == pytest.approx(1 - made.mean())
    nil = np.array([np.concatenate([f[f"call_{s}"] == "nil" for f in frames]) for s in range(4)])
    no_trick = np.array([np.concatenate([f[f"tricks_{s}"] == 0 for f in frames]) for s in range(4)])
    assert figures["nils"].value == pytest.approx(nil.mean())
    assert figures["nils_made"].value == pytest.approx(no_trick[nil].mean())
    with_nil = np.stack([nil[0] | nil[2], nil[1] | nil[3]], axis=1)
    assert figures["nil_value"].value == pytest.approx(both[with_nil].mean() - both[~with_nil].mean())
    bags = np.concatenate([f[f"bags_{d}"] for f in frames for d in (0, 1)])
    assert figures["bags"].value == pytest.approx(bags.mean())
    contract = np.concatenate([f[f"contract_{d}"] for f in frames for d in (0, 1)])
    assert figures["contract"].value == pytest.approx(contract.mean())
    assert figures["blind_nils"].value == 0
    assert figures["blind_nils_made"] is None
    assert figures["hands_a_game"] is None


def test_skill_is_the_analysis_of_variance_of_deals_by_seatings():
    figures = measured(cell("hands", "steady", "basic", count=2500))
    one, two = (api.simulate(hands=2500, strategy=s, seed=11) for s in (["steady", "basic"], ["basic", "steady"]))
    x = np.stack([(f["points_0"] - f["points_1"]).to_numpy(float) for f in (one, two)])  # by seating and deal
    everything = (x**2).mean()
    players = ((x[0].mean() - x[1].mean()) / 2) ** 2
    cards = (x.mean(axis=0) ** 2).mean()
    assert figures["players_share"].value == pytest.approx(players / everything)
    assert figures["cards_share"].value == pytest.approx(cards / everything)
    rest = ((x[0] - x[1]) / 2).var()
    assert figures["interplay_share"].value == pytest.approx(rest / everything)
    assert figures["skill_wins"].value == pytest.approx(abs(2 * figures["win_rate_1"].value - 1))


def test_figures_of_games_are_those_of_the_rows():
    of = cell("games", "steady", "basic", count=1100, bags__threshold=5, end__win_bonus=20)
    figures = measured(of)
    changes = {"bags.threshold": 5, "end.win_bonus": 20}
    one, two = (
        api.simulate_games(games=1100, strategy=s, seed=11, set=changes)
        for s in (["steady", "basic"], ["basic", "steady"])
    )
    games = [one.games, two.games]
    won = np.concatenate([one.games["winner"] == 0, two.games["winner"] == 1])
    assert figures["win_rate_1"].value == pytest.approx(won.mean())
    assert figures["skill_wins"].value == pytest.approx(2 * won.mean() - 1)
    assert figures["hands_a_game"].value == pytest.approx(np.concatenate([g["hands"] for g in games]).mean())
    margin = np.concatenate([abs(g["score_0"] - g["score_1"]) for g in games])
    assert figures["margin"].value == pytest.approx(margin.mean())
    assert figures["lead_changes"].value == pytest.approx(np.concatenate([g["lead_changes"] for g in games]).mean())
    penalties = np.concatenate([g[f"penalties_{d}"] for g in games for d in (0, 1)])
    assert figures["penalties"].value == pytest.approx(penalties.mean())
    points = np.concatenate([one.hands["points_0"], two.hands["points_1"]])
    assert figures["points_1"].value == pytest.approx(points.mean())
    seat = np.concatenate([g["winner"] == 0 for g in games])
    assert figures["seat_wins"].value == pytest.approx(seat.mean() - 0.5)
    comebacks = 0
    for frames in (one, two):
        for game, hands in frames.hands.groupby("game"):
            winner = int(frames.games["winner"][game])
            behind = (hands[f"score_{1 - winner}"] - hands[f"score_{winner}"]).max()
            comebacks += behind >= 100
    assert comebacks > 20
    assert figures["comebacks"].value == pytest.approx(comebacks / 2200)


def test_errors_are_those_of_independent_deals():
    """Over groups of deals the error is that over deals, but for the noise of an error of 1021 groups."""
    figures = measured(cell("hands", "steady", "basic", count=40_000))
    one, two = (api.simulate(hands=40_000, strategy=s, seed=11) for s in (["steady", "basic"], ["basic", "steady"]))
    by_deal = (one["points_0"] - one["points_1"] + two["points_1"] - two["points_0"]).to_numpy(float) / 2
    assert figures["advantage"].se == pytest.approx(by_deal.std() / math.sqrt(40_000), rel=0.08)


def test_an_effect_is_paired(tmp_path):
    done = sweep(write(tmp_path), out=tmp_path / "out")
    low, high = (row for row in done.rows if row.cell.where["lineup"] == "steady v basic")
    frames = {
        value: [
            api.simulate(hands=3000, strategy=s, seed=11, set={"nil.value": value})
            for s in (["steady", "basic"], ["basic", "steady"])
        ]
        for value in (50, 100)
    }
    by_deal = {
        value: (one["points_0"] - one["points_1"] + two["points_1"] - two["points_0"]).to_numpy(float) / 2
        for value, (one, two) in frames.items()
    }
    change = by_deal[50] - by_deal[100]
    assert high.effects == {}
    assert low.effects["advantage"].value == pytest.approx(change.mean())
    groups = np.add.reduceat(
        change[np.argsort(np.arange(3000) % GROUPS, kind="stable")],
        np.searchsorted(np.sort(np.arange(3000) % GROUPS), np.arange(GROUPS)),
    )
    sizes = np.bincount(np.arange(3000) % GROUPS)
    u = (groups - change.mean() * sizes) / 3000
    assert low.effects["advantage"].se == pytest.approx(math.sqrt(GROUPS / (GROUPS - 1) * (u**2).sum()))
    unpaired = math.hypot(low.figures["advantage"].se, high.figures["advantage"].se)
    assert low.effects["advantage"].se < unpaired / 2


def test_the_chain_rule():
    """Errors of expressions, against the jackknife."""
    rng = np.random.default_rng(1)
    x, n = rng.poisson(50, 400).astype(float), rng.poisson(20, 400).astype(float)

    def expression(x, n):
        return (x / n - 3) * x / (n + x) + 2 * (x / n)

    linear = (total(x) / total(n) - 3) * total(x) / (total(n) + total(x)) + total(x) / total(n) * 2
    assert linear.value == pytest.approx(expression(x.sum(), n.sum()))
    without = np.array([expression(x.sum() - a, n.sum() - b) for a, b in zip(x, n, strict=True)])
    assert linear.se == pytest.approx(math.sqrt(399 * without.var()), rel=0.02)


def test_ranges_and_threads_change_nothing(monkeypatch, tmp_path):
    path = write(tmp_path, STUDY.replace("hands = 3000", "games = 9000"))
    sweep(path, out=tmp_path / "one", workers=Threads(1), command="x")
    monkeypatch.setattr(store, "BLOCKS", 1)
    sweep(path, out=tmp_path / "two", workers=Threads(3), command="x")
    assert len(list((tmp_path / "one" / "cells").iterdir())) == 4
    assert len(list((tmp_path / "two" / "cells").iterdir())) == 8
    for name in ("table.csv", "table.parquet", "index.html", "index.md", "plot.svg", "record.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


# --- what is played --------------------------------------------------------------------------------------------------


def test_cells_that_are_there_are_not_played_again(tmp_path):
    path, out = write(tmp_path), tmp_path / "out"
    first = sweep(path, out=out)
    assert first.played == 4
    files = {file.name: file.stat().st_mtime_ns for file in (out / "cells").iterdir()}
    assert sweep(path, out=out).played == 0
    more = sweep(write(tmp_path, STUDY.replace("[50, 100]", "[50, 100, 200]")), out=out)
    assert more.played == 2
    assert {name: (out / "cells" / name).stat().st_mtime_ns for name in files} == files
    # a file that a bit has flipped in is played again
    victim = out / "cells" / sorted(files)[0]
    damaged = bytearray(victim.read_bytes())
    whole = bytes(damaged)
    damaged[1000] ^= 4
    victim.write_bytes(damaged)
    assert sweep(write(tmp_path, STUDY), out=out).played == 1
    assert victim.read_bytes() == whole


def test_the_plot_has_every_cell(tmp_path):
    done = sweep(write(tmp_path), out=tmp_path / "out")
    plot.write_plot(tmp_path / "plot.svg", page.shown_figures(done.study, done.rows), done.rows)
    drawing = (tmp_path / "plot.svg").read_text()
    assert drawing.startswith("<svg")
    for row in done.rows:
        assert row.cell.label in drawing


def test_the_table(tmp_path):
    done = sweep(write(tmp_path), out=tmp_path / "out")
    table = pq.read_table(tmp_path / "out" / "table.parquet").to_pandas()
    assert list(table["nil.value"]) == [50, 50, 100, 100]
    assert list(table["lineup"]) == ["steady", "steady v basic"] * 2
    assert list(table["hands"]) == [3000, 6000] * 2
    assert list(table["baseline"]) == ["nil.value=100, steady", "nil.value=100, steady v basic"] * 2
    assert table["advantage"].isna().tolist() == [True, False, True, False]
    assert table["sets_effect"].isna().tolist() == [False, False, True, True]
    assert table["points_1_effect"][0] == pytest.approx(table["points_1"][0] - table["points_1"][2])
    text = (tmp_path / "out" / "table.csv").read_text()
    assert len(text.splitlines()) == 5
    page = (tmp_path / "out" / "index.md").read_text()
    assert "nil.value=50, steady v basic" in page
    assert "## Against the baseline" in page
    assert (tmp_path / "out" / "plot.svg").read_text().startswith("<svg")
    record = json.loads((tmp_path / "out" / "record.json").read_text())
    assert [cell["rules"].get("nil.value") for cell in record["cells"]] == [50, 50, None, None]
    assert done.rows[0].games is None


def test_parameters_fill_the_placeholders_of_line_ups(tmp_path):
    text = """
    title = "Reach"
    seed = 1
    hands = 100
    rules = ["std4", { base = "std4", name = "cheap", set = { "nil.value" = 50 } }]
    lineups = ["basic", ["steady(reach={reach})", "basic"]]
    parameters = { reach = [1, 2] }
    """
    path = write(tmp_path, text)
    cells = cells_of(load_study(path), path)
    assert len(cells) == 6
    assert [cell.players[0].spec for cell in cells[:3]] == ["basic", "steady(reach=1)", "steady(reach=2)"]
    assert cells[3].rules.nil.value == 50
    assert cells[4].where == {"rules": "cheap", "lineup": "steady(reach={reach}) v basic", "reach": 1}
    against = baselines(cells, {"rules": "std4"}, path)
    assert against == [0, 1, 2, 0, 1, 2]
    assert baselines(cells[1:3] + cells[4:], {"rules": "std4", "reach": 2}, path) == [1, 1, 1, 1]


def test_strategies_of_files_are_sought_beside_the_study(tmp_path):
    (tmp_path / "own.py").write_text("from simspades.strategies.library.basic import basic as mine\n")
    path = write(tmp_path, 'title = "t"\nseed = 1\nhands = 100\nrules = ["std4"]\nlineups = ["own.py:mine"]\n')
    assert cells_of(load_study(path), path)[0].players[0].strategy.name == "basic"


# --- the page ---------------------------------------------------------------------------------------------------------


def test_sentences_follow_the_order_of_the_figures_and_name_cells_that_come_to_the_same_together(tmp_path):
    text = STUDY.replace("[50, 100]", '[50, 100], "bags.threshold" = [5, 10]').replace(
        '"nil.value" = 100', '"nil.value" = 100\n"bags.threshold" = 10'
    )
    text = (
        text.replace("hands = 3000", "hands = 20_000")
        .replace("grid =", 'set = { "bags.penalty" = 0 }\ngrid =')
        .replace("seed", 'show = ["nil_value", "points_1"]\nseed')
    )
    path = write(tmp_path, text)
    done = sweep(path, out=tmp_path / "out")
    sentences = page.findings(done.rows, page.shown_figures(done.study, done.rows))
    told = [sentence.partition(" is ")[0] for sentence in sentences[:-1]]
    # without a penalty the threshold changes nothing
    pairs = [
        f"**nil.value=50, bags.threshold=5, {who}** and **nil.value=50, bags.threshold=10, {who}**"
        for who in ("steady", "steady v basic")
    ]
    assert set(told[:2]) == {f"{pair}: nil_value" for pair in pairs}
    assert set(told[2:]) == {f"{pair}: points_1" for pair in pairs}


def test_the_page_does_not_say_that_other_decks_give_the_same_deals(tmp_path):
    path = write(tmp_path, 'title = "t"\nseed = 1\nhands = 500\nrules = ["std4", "about4"]\n')
    sweep(path, out=tmp_path / "same")
    assert "every cell played the same 500 deals" in (tmp_path / "same" / "index.md").read_text(encoding="utf-8")
    path = write(tmp_path, 'title = "t"\nseed = 1\nhands = 500\nrules = ["std4", "six"]\n')
    sweep(path, out=tmp_path / "other")
    said = (tmp_path / "other" / "index.md").read_text(encoding="utf-8")
    assert "all cells with the same players and deck played the same 500 deals" in said


def test_the_page_to_explore_has_every_figure_with_its_plot_and_its_numbers(tmp_path, monkeypatch):
    monkeypatch.setattr(page, "save_sheet", save_sheet)
    done = sweep(write(tmp_path), out=tmp_path / "out")
    text = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "://" not in re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    figures = page.shown_figures(done.study, done.rows)
    cards = text.split('<article class="card answer" ')[1:]
    assert len(cards) == len(figures) + 1
    for figure, card in zip(figures, cards, strict=False):
        assert card.startswith(f'id="study-{figure.name}">')
        assert 'class="plot"' in card
        data = json.loads(re.search(r'class="rows">(.*?)</script>', card)[1])
        found = [dict(zip(data["columns"], row, strict=True)) for row in data["rows"]]
        rows = [row for row in done.rows if row.figures.get(figure.name)]
        assert [record["cell"] for record in found] == [row.cell.label for row in rows]
        for record, row in zip(found, rows, strict=True):
            value, se = row.figures[figure.name]
            assert record[figure.name] == pytest.approx(value, rel=1e-5)
            assert (record[f"{figure.name}_high"] - value) / 1.962 == pytest.approx(se, rel=1e-2, abs=1e-4)
            effect = row.effects.get(figure.name)
            assert record["effect"] == (None if effect is None else pytest.approx(effect.value, rel=1e-5, abs=1e-12))
    for sentence in page.findings(done.rows, figures):
        assert f"<li>{sentence.replace('**', '').partition(' is ')[0]}" in text.replace("\u00a0", " ")


def test_many_cells_are_shown_without_plots(tmp_path, monkeypatch):
    monkeypatch.setattr(page, "save_sheet", save_sheet)
    monkeypatch.setattr(page, "MOST_PLOTTED", 3)
    sweep(write(tmp_path), out=tmp_path / "out")
    text = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert 'class="plot"' not in text
    assert len(text) < 200_000  # the scripts that draw are left out


def test_rounding_is_no_error():
    a, b = total(np.arange(1021)), total(np.arange(1021) ** 2 + 7)
    one = a / b * (a / b) * b * b / (a * a)
    assert one.influence.any()
    assert one.se == 0


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('title = "Nils"', 'titel = "Nils"', "there is no key titel (did you mean title?)"),
        ('title = "Nils"', "", "the key title is missing"),
        ("[50, 100]", "[]", "rules[0].grid.nil.value is empty"),
        ("[50, 100]", '[50, "much"]', "rules[0] with nil.value=much: "),
        ('"nil.value" = [50, 100]', '"nil.valeu" = [50]', "(did you mean nil.value or nil.enabled?)"),
        ("[[rules]]", "[[rules]]\nbasis = 1", "there is no key rules[0].basis (did you mean base?)"),
        ("[[rules]]", '[[rules]]\nset = { "deck.high_trumps" = ["BJ"] }', "deck.jokers = 0"),
        ('"steady", [', '"stedy", [', "lineups: unknown strategy 'stedy' (did you mean steady?)"),
        ('["steady", "basic"]', '["steady", "basic", "random"]', "3 strategies cannot be seated under std4"),
        ('["steady", "basic"]', '["steady(reach={r})", "basic"]', "parameters has no {r}"),
        ("hands = 3000", "hands = 0", "hands: input should be greater than or equal to 1, not 0"),
        ("hands = 3000", "hands = 3000\ngames = 5", "give either hands or games"),
        ("hands = 3000", "hands = 3000\nmax_hands = 5", "max-hands belongs to games mode"),
        ("hands = 3000", 'hands = 3000\nshow = ["sest"]', "there is no figure sest (did you mean sets?)"),
        ("hands = 3000", "hands = 3000\nparameters = { x = [1] }", "no line-up has {x} in it"),
        ('"nil.value" = 100', '"nil.value" = 70', "baseline: no cell has nil.value = 70"),
        ('"nil.value" = 100', '"nil.velue" = 100', "nil.velue is no coordinate of a cell (did you mean nil.value?)"),
        ("seed = 11", "seed = = 11", "is not TOML"),
    ],
)
def test_a_wrong_study_is_refused_before_anything_is_played(tmp_path, capsys, old, new, words):
    assert old in STUDY
    path = write(tmp_path, STUDY.replace(old, new, 1))
    sentence = failure(capsys, "sweep", path, "--out", tmp_path / "out")
    assert str(path) in sentence
    assert words in sentence
    assert not (tmp_path / "out").exists()


def test_what_only_some_rules_forbid_is_refused_before_anything_is_played(tmp_path, capsys):
    text = 'title = "t"\nseed = 1\ngames = 5\nmax_hands = 2000\nrules = ["std4", "three_joker"]\n'
    path = write(tmp_path, text)
    sentence = failure(capsys, "sweep", path, "--out", tmp_path / "out")
    assert sentence == f"{path}: max-hands must lie between 1 and 1820, not 2000 (cell three_joker)"
    assert not (tmp_path / "out").exists()


def test_two_cells_of_one_name_are_refused(tmp_path, capsys):
    path = write(tmp_path, 'title = "t"\nseed = 1\nhands = 10\nrules = ["std4", "std4"]\n')
    assert "two cells are called std4" in failure(capsys, "sweep", path, "--out", tmp_path / "out")


def test_a_directory_of_something_else_is_refused(tmp_path, capsys):
    path = write(tmp_path)
    assert "is not empty and holds no study" in failure(capsys, "sweep", path, "--out", tmp_path)
    assert "study.toml is a file; a study needs a directory" in failure(capsys, "sweep", path, "--out", path)
    assert "cannot be read: No such file" in failure(capsys, "sweep", tmp_path / "none.toml", "--out", tmp_path / "o")


def test_command_line(tmp_path, capsys):
    path = write(tmp_path)
    assert simspades("sweep", path, "--out", tmp_path / "out", "--check") == 0
    assert "nil.value=50, steady: 1 seating, against nil.value=100, steady" in capsys.readouterr().out
    assert not (tmp_path / "out").exists()
    assert simspades("sweep", path, "--out", tmp_path / "out", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["cells"], document["played"], document["hands"]) == (4, 4, 18_000)
    assert document["table"][1]["nil.value"] == 50
    assert simspades("sweep", path, "--out", tmp_path / "out") == 0
    assert "4 cells (0 played now), 18,000 hands" in capsys.readouterr().out


# --- what the pages say ----------------------------------------------------------------------------------------------


def test_the_page_of_studies_is_up_to_date(tmp_path):
    text = (ROOT / "docs" / "studies.md").read_text(encoding="utf-8")
    for figure in (*PARTY_FIGURES, *FIGURES):
        name = figure.name.replace("{}", "K")
        assert f"| `{name}` | {figure.unit} | {figure.meaning} |" in text
    path = write(tmp_path, text.split("```toml\n")[1].split("```")[0])
    assert len(cells_of(load_study(path), path)) == 6
    keys = text.split("## Keys")[1].split("## Files")[0]
    for key in Study.model_fields:
        assert f"`{key}`" in keys


@pytest.mark.parametrize("path", sorted((ROOT / "scripts" / "studies").glob("*.toml")), ids=lambda path: path.stem)
def test_shipped_studies_can_be_read_and_name_their_baselines(path):
    study = load_study(path)
    assert study.question
    assert study.baseline
    for entry in study.rules:
        load_rules(entry.base, entry.set)


def test_every_shipped_study_has_its_result_and_every_result_is_listed():
    listed = (ROOT / "results" / "README.md").read_text(encoding="utf-8")
    for folder in (path for path in (ROOT / "results").iterdir() if path.is_dir()):
        assert f"]({folder.name}/README.md)" in listed
    for study in (ROOT / "scripts" / "studies").glob("*.toml"):
        assert f"`./scripts/study {study.stem}`" in listed
        record = json.loads((ROOT / "results" / study.stem / "record.json").read_text(encoding="utf-8"))
        assert record["study"] == load_study(study).model_dump(mode="json", exclude_none=True)
        page_text = (ROOT / "results" / study.stem / "README.md").read_text(encoding="utf-8")
        assert f"    ./scripts/study {study.stem}\n" in page_text
