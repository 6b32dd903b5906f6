"""Records and summary of every game: rows of random legal hands, and figures worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from click.testing import CliRunner
from record_games import nils_of, random_games, write_run

from simspades.analysis import totals_of_tables
from simspades.analysis.summary import RunInfo, Summary, summarize, summarize_run, totals_of_run
from simspades.analysis.traits import Traits
from simspades.cli.summary import command
from simspades.records.layout import layout_of
from simspades.records.reader import open_run
from simspades.records.table import hands_table
from simspades.rules import Ruleset, bundles, load_rules, presets
from simspades.runs.api import simulate_games

#: Rule sets that have every kind of call, every number of sides and of players.
RULES: dict[str, tuple[str, dict[str, Any]]] = {name: (name, {}) for name in presets()}
RULES |= {
    name: ("std4", bundles()[name]) for name in ("ten_for_200", "moons", "no_trump_bids", "blind6", "raise_round")
}
RULES |= {
    "double nil": ("std4", {"dnil.enabled": True, "dnil.when": "any"}),
    "nils fail together": ("about4", {"nil.partner_auto_fail": True}),
    "plain zeros": ("std4", {"bid.zero": "choice"}),
    "six, unbid": ("six", {"bid.first_deal_unbid": True, "ten200.mode": "exact", "ten200.auto": True}),
    "solo moons": ("solo4", {"moon.enabled": True}),
    "last dummy": ("three_dummy", {"dummy.tie": "last", "bid.first": "dealer", "dummy.scoring": "declarer_only"}),
}
SPECIAL = {
    "blind": "blind",
    "10-for-200": "ten_for_200",
    "moon": "moon",
    "blind-moon": "blind_moon",
    "nt": "no_trump",
    "blind-nt": "blind_no_trump",
    "double-nil": "double_nil",
}


class Run:
    def __init__(self, directory: Path, name: str) -> None:
        base, options = RULES[name]
        self.rules: Ruleset = load_rules(base, options)
        self.games = random_games(self.rules, 8, seed=list(RULES).index(name))
        self.directory = directory
        names = ["steady", "basic", "random", "basic", "steady", "random"][: self.rules.players]
        write_run(directory, self.rules, self.games, names)
        self.summary = summarize_run(open_run(directory))

    @property
    def hands(self) -> list[tuple[Any, Any]]:
        return [pair for played in self.games for pair in played.hands]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    root = tmp_path_factory.mktemp("families")
    return {name: Run(root / str(number), name) for number, name in enumerate(RULES)}


def shown(values: list[float]) -> tuple[float | None, int]:
    """A mean and what it is divided by."""
    return (sum(values) / len(values) if values else None), len(values)


def figure(summary: Summary, group: str, number: int, key: str) -> tuple[float | None, int]:
    estimate = getattr(summary, group)[number].figures[key]
    return estimate.value, estimate.n


def near(found: tuple[float | None, int], expected: tuple[float | None, int]) -> bool:
    same = found[0] is expected[0] if expected[0] is None else found[0] == pytest.approx(expected[0])
    return bool(same and found[1] == expected[1])


# --- random games against the referee's own settlements -------------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_sides(runs: dict[str, Run], name: str) -> None:
    run = runs[name]
    for d in range(run.rules.n_sides):
        sides = [score.sides[d] for _, score in run.hands]
        expected = {
            "contract": [side.contract for side in sides if side.contract is not None],
            "made": [side.made for side in sides if side.made is not None],
            "points": [side.points for side in sides],
            "bags": [side.bags for side in sides],
            "penalty": [side.penalty for side in sides],
            "games_won": [played.game.winner == d for played in run.games],
            "game_points": [played.game.score[d] for played in run.games],
            "game_sets": [sum(score.sides[d].made is False for _, score in played.hands) for played in run.games],
        }
        for key, values in expected.items():
            assert near(figure(run.summary, "sides", d, key), shown(values)), (d, key)
        assert run.summary.sides[d].seats == run.hands[0][0].hand.table.members_of(d)


@pytest.mark.parametrize("name", RULES)
def test_seats_and_positions(runs: dict[str, Run], name: str) -> None:
    run, players = runs[name], runs[name].rules.players
    for seat in range(players):
        calls = [hand.hand.calls[seat] for hand, _ in run.hands]
        numbers = [
            {"moon": run.rules.n_tricks, "blind-moon": run.rules.n_tricks, "10-for-200": 10}.get(str(call), call.number)
            for call in calls
            if call is not None and str(call) != "-"
        ]
        assert near(figure(run.summary, "seats", seat, "bid"), shown(numbers))
        assert near(
            figure(run.summary, "seats", seat, "tricks"), shown([hand.hand.tricks[seat] for hand, _ in run.hands])
        )
        assert near(figure(run.summary, "seats", seat, "nil_calls"), shown([str(call) == "nil" for call in calls]))
    for place in range(players):
        tricks = [hand.hand.tricks[(hand.hand.dealer + 1 + place) % players] for hand, _ in run.hands]
        assert near(figure(run.summary, "positions", place, "tricks"), shown(tricks))


@pytest.mark.parametrize("name", RULES)
def test_special_calls(runs: dict[str, Run], name: str) -> None:
    run = runs[name]
    keys = [key for key in run.summary.sides[0].figures if key.endswith("_calls")]
    assert keys == [f"{special.key}_calls" for special in Traits.of(run.rules).special]
    for kind, key in SPECIAL.items():
        if f"{key}_calls" not in keys:
            assert not any(str(call.kind) == kind for hand, _ in run.hands for call in hand.hand.calls if call)
            continue
        for d in range(run.rules.n_sides):
            undertaken = [undertakes(run.rules, hand, score, d, kind) for hand, score in run.hands]
            made = [
                score.sides[d].made
                if kind != "double-nil"
                else not any(hand.hand.tricks[s] for s in hand.hand.seats_of(d))
                for (hand, score), called in zip(run.hands, undertaken, strict=True)
                if called
            ]
            assert near(figure(run.summary, "sides", d, f"{key}_calls"), shown(undertaken))
            assert near(figure(run.summary, "sides", d, f"{key}_made"), shown(made))


def undertakes(rules: Ruleset, hand: Any, score: Any, side: int, kind: str) -> bool:
    """A side calls it, or comes to its number with a plain one where that is enough."""
    kinds = {str(hand.hand.calls[seat].kind) for seat in hand.hand.table.members_of(side) if hand.hand.calls[seat]}
    automatic = {"moon": rules.n_tricks, "10-for-200": 10 if rules.ten200.auto else None}.get(kind)
    is_plain = "number" in kinds and not kinds & SPECIAL.keys()
    return kind in kinds or (is_plain and automatic is not None and score.sides[side].contract == automatic)


def test_every_special_call_was_met(runs: dict[str, Run]) -> None:
    met = {str(call.kind) for run in runs.values() for hand, _ in run.hands for call in hand.hand.calls if call}
    assert met >= {"number", "nil", "blind-nil", "zero", "-", *SPECIAL}


@pytest.mark.parametrize("name", RULES)
def test_nils_made_are_those_of_the_games(runs: dict[str, Run], name: str) -> None:
    run = runs[name]
    games = open_run(run.directory).games().to_pydict()
    sums = totals_of_run(open_run(run.directory)).hands
    for d in range(run.rules.n_sides):
        counted = [nils_of(run.rules, hand, d) for hand, _ in run.hands]
        for number, key in enumerate(("nils", "nils_made")):
            blind = sums.sum(f"blind_{key}_{d}")
            assert sums.sum(f"{key}_{d}") + blind == sum(games[f"{key}_{d}"]) == sum(pair[number] for pair in counted)


@pytest.mark.parametrize("name", RULES)
def test_rows_read_back(runs: dict[str, Run], name: str) -> None:
    run, layout = runs[name], layout_of(runs[name].rules)
    rows = open_run(run.directory).hands().to_pylist()
    deck = run.rules.deck
    for row, (hand, score) in zip(rows, run.hands, strict=True):
        assert [row[f"tricks_{seat}"] for seat in range(layout.seats)] == list(hand.hand.tricks)
        for seat in range(layout.players):
            names = deck.names(row[f"cards_{seat}"], row.get(f"cards2_{seat}", 0))
            assert sorted(names) == sorted(hand.hand.dealt[seat])
            call = hand.hand.calls[seat]
            assert row[f"call_{seat}"] == (None if call is None else str(call.kind))
            assert (row[f"bid_{seat}"] is None) == (call is None or str(call) == "-")
        for d in range(layout.sides):
            assert row[f"points_{d}"] == score.sides[d].points
            assert row[f"made_{d}"] is score.sides[d].made
    assert f"call_{layout.players}" not in rows[0]
    assert f"cards_{layout.players}" not in rows[0]
    assert f"tricks_{layout.seats}" not in rows[0]
    assert ("cards2_0" in rows[0]) == (layout.packs == 2)


@pytest.mark.parametrize("name", ["three_dummy", "last dummy"])
def test_the_dummy(runs: dict[str, Run], name: str) -> None:
    run = runs[name]
    *seats, dummy = run.summary.seats
    assert (len(seats), dummy.number, dummy.label, dummy.strategies) == (3, 3, "dummy", ())
    assert near(figure(run.summary, "seats", 3, "tricks"), shown([hand.hand.tricks[3] for hand, _ in run.hands]))
    assert dummy.figures["bid"].n == 0
    assert all(sum(hand.hand.tricks) == 13 for hand, _ in run.hands)
    for d in range(3):
        declares = [hand.hand.declarer == d for hand, _ in run.hands]
        assert near(figure(run.summary, "sides", d, "declares"), shown(declares))
        for role, is_it in (("declarer", True), ("defender", False)):
            made = [
                score.sides[d].made
                for (_, score), does in zip(run.hands, declares, strict=True)
                if does is is_it and score.sides[d].made is not None
            ]
            assert near(figure(run.summary, "sides", d, f"made_as_{role}"), shown(made))


@pytest.mark.parametrize("name", RULES)
def test_the_command(runs: dict[str, Run], name: str) -> None:
    run = runs[name]
    result = CliRunner().invoke(command, [str(run.directory)])
    assert result.exit_code == 0
    assert max(len(line) for line in result.output.splitlines()) <= 100
    traits = Traits.of(run.rules)
    for text, is_shown in (
        ("nils made", traits.nil or traits.blind_nil),
        ("blind nil called", traits.blind_nil),
        ("penalty points", run.rules.bags.penalty > 0),
        ("double nils made", bool(run.rules.dnil.enabled)),
        ("blind numbers made", bool(run.rules.blind.enabled or run.rules.three.blind)),
        ("contracts made as declarer", run.rules.game.family == "three_dummy"),
        ("first drawer", run.rules.game.family == "two"),
        (f"side {run.rules.n_sides - 1} (", True),
        (f"side {run.rules.n_sides} (", False),
    ):
        assert (text in result.output) is is_shown, text
    document = json.loads(CliRunner().invoke(command, [str(run.directory), "--json"]).output)
    assert len(document["sides"]) == run.rules.n_sides
    assert len(document["positions"]) == run.rules.players
    assert len(document["comparisons"]) == run.rules.n_sides - 1


def test_every_key_of_every_game_is_documented(runs: dict[str, Run], request: pytest.FixtureRequest) -> None:
    text = (request.config.rootpath / "docs" / "summary.md").read_text(encoding="utf-8")
    for run in runs.values():
        document = run.summary.to_json()
        for groups in ("sides", "seats", "positions"):
            assert [key for key in document[groups][0] if f"`{key}`" not in text] == []


# --- by hand ----------------------------------------------------------------------------------------------------------


def rows_of(rules: Ruleset, hands: list[dict[str, Any]]) -> pa.Table:
    """Rows from what stands in a list by seat or by side; None is null."""
    layout, words = layout_of(rules), {"nil": 32, "blind-nil": 64, "blind": 128, "10-for-200": 160, "double-nil": 320}

    def code(call: Any) -> int:
        if call is None or isinstance(call, int):
            return -1 if call is None else call
        kind, _, number = call.partition(" ")
        return {"-": 352}.get(kind, words.get(kind, 0)) + int(number or 0)

    n = len(hands)
    columns = {
        "game": np.arange(n),
        "hand_in_game": np.full(n, 2, np.int16),
        "dealer": np.array([hand["dealer"] for hand in hands], np.int8),
        "call": np.array([[code(call) for call in hand["calls"]] for hand in hands], np.int16).T,
        "tricks": np.array([hand["tricks"] for hand in hands], np.int8).T,
        "score": np.zeros((layout.sides, n), np.int32),
        "bags_total": np.zeros((layout.sides, n), np.int16),
    }
    for name, kind in (("contract", "i1"), ("made", "i1"), ("points", "i2"), ("bags", "i1"), ("penalty", "i2")):
        rows = [hand.get(name, [0] * layout.sides) for hand in hands]
        columns[name] = np.array([[-1 if value is None else value for value in row] for row in rows], kind).T
    return hands_table(
        columns,
        mode="hands",
        null_calls=layout.null_calls,
        special_calls=layout.special_calls,
    )


def summary_of(rules: Ruleset, hands: list[dict[str, Any]]) -> Summary:
    traits, layout = Traits.of(rules), layout_of(rules)
    totals = totals_of_tables(rows_of(rules, hands), None, layout.players, layout.sides, "hands", traits)
    info = RunInfo(rules.name, 1, len(hands), "done", (("basic",) * layout.players,), traits)
    return summarize(totals, info)


def test_new_york_by_hand() -> None:
    """A hand that bids itself, an agreed five, a blind seven, a ten that is worth 200 without being called so."""
    hands = [
        {"dealer": 3, "calls": [None] * 4, "tricks": [5, 2, 4, 2], "contract": [None] * 2, "made": [None] * 2,
         "points": [90, 40]},
        {"dealer": 0, "calls": [5, 7, "-", "-"], "tricks": [3, 3, 3, 4], "contract": [5, 7], "made": [1, 1],
         "points": [50, 70]},
        {"dealer": 1, "calls": ["-", 4, "blind 7", "-"], "tricks": [2, 3, 4, 4], "contract": [7, 4], "made": [0, 0],
         "points": [-70, -40]},
        {"dealer": 2, "calls": [10, 4, "-", "-"], "tricks": [6, 1, 5, 1], "contract": [10, 4], "made": [1, 0],
         "points": [200, -40]},
    ]  # fmt: skip
    summary = summary_of(load_rules("new_york"), hands)
    assert figure(summary, "sides", 0, "contract") == (22 / 3, 3)
    assert figure(summary, "sides", 0, "made") == (2 / 3, 3)
    assert figure(summary, "sides", 0, "points") == (270 / 4, 4)
    assert figure(summary, "sides", 0, "blind_calls") == (1 / 4, 4)
    assert figure(summary, "sides", 0, "blind_made") == (0, 1)
    assert figure(summary, "sides", 0, "ten_for_200_calls") == (1 / 4, 4)
    assert figure(summary, "sides", 0, "ten_for_200_made") == (1, 1)
    assert figure(summary, "sides", 1, "ten_for_200_made") == (None, 0)
    assert figure(summary, "seats", 0, "bid") == (15 / 2, 2)
    assert figure(summary, "seats", 2, "bid") == (7, 1)
    assert summary.table["bid_sum"].n == 3
    assert summary.table["bid_sum"].value == pytest.approx((12 + 11 + 14) / 3)


def test_a_double_nil_by_hand() -> None:
    """Both partners undertake no trick: once they keep it, once one of them takes two."""
    hands = [
        {"dealer": 3, "calls": ["double-nil", 6, "-", 5], "tricks": [0, 6, 0, 7], "contract": [0, 11],
         "made": [None, 1], "points": [500, 112]},
        {"dealer": 0, "calls": [3, "-", 4, "double-nil"], "tricks": [5, 2, 6, 0], "contract": [7, 0],
         "made": [1, None], "points": [74, -498]},
    ]  # fmt: skip
    summary = summary_of(load_rules("std4", ["dnil.enabled=true"]), hands)
    assert figure(summary, "sides", 0, "double_nil_made") == (1, 1)
    assert figure(summary, "sides", 1, "double_nil_made") == (0, 1)
    assert figure(summary, "sides", 0, "contract") == (7 / 2, 2)
    assert figure(summary, "sides", 0, "made") == (1, 1)
    assert figure(summary, "sides", 0, "nils_made") == (None, 0)


NILS = [
    {"dealer": 3, "calls": ["nil", 5, "blind-nil", 5], "tricks": [0, 6, 3, 4], "contract": [0, 10], "made": [None, 1]},
    {"dealer": 0, "calls": ["nil", 5, "nil", 5], "tricks": [0, 7, 0, 6], "contract": [0, 10], "made": [None, 1]},
    {"dealer": 1, "calls": ["nil", 4, 4, "nil"], "tricks": [0, 7, 5, 1], "contract": [4, 4], "made": [1, 1]},
]


def test_nils_that_fail_together_by_hand() -> None:
    alone = summary_of(load_rules("std4"), NILS)
    assert figure(alone, "sides", 0, "nils_made") == (1, 4)
    assert figure(alone, "sides", 0, "blind_nils_made") == (0, 1)
    assert figure(alone, "sides", 1, "nils_made") == (0, 1)
    together = summary_of(load_rules("std4", ["nil.partner_auto_fail=true"]), NILS)
    assert figure(together, "sides", 0, "nils_made") == (3 / 4, 4)
    assert figure(together, "sides", 0, "blind_nils_made") == (0, 1)
    assert figure(together, "sides", 1, "nils_made") == (0, 1)


def test_the_engine_counts_nils_in_games_as_the_summary_does() -> None:
    rules = load_rules("about4", ["nil.partner_auto_fail=true"])
    frames = simulate_games(rules, games=400, strategy="random", seed=3, features=False)
    hands = pa.Table.from_pandas(frames.hands, preserve_index=False)
    sums = totals_of_tables(hands, None, 4, 2, "hands", Traits.of(rules)).hands
    naive = totals_of_tables(hands, None, 4, 2, "hands").hands
    for d in range(2):
        for name in ("nils", "nils_made"):
            assert sums.sum(f"{name}_{d}") + sums.sum(f"blind_{name}_{d}") == frames.games[f"{name}_{d}"].sum()
        assert sums.sum(f"nils_made_{d}") < naive.sum(f"nils_made_{d}")


def test_the_dummy_by_hand() -> None:
    """Bids of each side's tricks: the highest gets the dummy, of equal ones the first to bid, left of the dealer."""
    hands = [
        # seat 1 declares: 3 and 4 tricks with the dummy make 7 of 6; the defenders have 6 of 5 and of 4
        {"dealer": 2, "calls": [5, 6, 4], "tricks": [4, 3, 2, 4], "contract": [5, 6, 4], "made": [1, 1, 1],
         "points": [51, 61, 42]},
        # dealer 1: seat 2 bids first, then seat 0: of the two sixes seat 2's comes first
        {"dealer": 1, "calls": [6, 5, 6], "tricks": [4, 4, 2, 3], "contract": [6, 5, 6], "made": [1, 1, 0],
         "points": [62, 53, -60]},
    ]  # fmt: skip
    summary = summary_of(load_rules("three_dummy"), hands)
    assert [figure(summary, "sides", d, "declares")[0] for d in range(3)] == [0, 1 / 2, 1 / 2]
    assert [figure(summary, "sides", d, "made_as_declarer") for d in range(3)] == [(None, 0), (1, 1), (0, 1)]
    assert [figure(summary, "sides", d, "made_as_defender") for d in range(3)] == [(1, 2), (1, 1), (1, 1)]
    assert figure(summary, "seats", 3, "tricks") == (7 / 2, 2)
    # under the other rule for ties seat 0, which bids last, plays with the dummy in the second hand
    last = summary_of(load_rules("three_dummy", ["dummy.tie=last"]), hands)
    assert [figure(last, "sides", d, "declares")[0] for d in range(3)] == [1 / 2, 1 / 2, 0]
    # the dealer first: seat 1, then 2, then 0, which is the same order of the two sixes
    dealer = summary_of(load_rules("three_dummy", ["bid.first=dealer"]), hands)
    assert [figure(dealer, "sides", d, "declares")[0] for d in range(3)] == [0, 1 / 2, 1 / 2]


def test_who_deals_in_each_game() -> None:
    solo = [
        {"dealer": 2, "calls": [3, 3, 3, 3], "tricks": [3, 3, 4, 3], "points": [30, 30, 31, 30], "contract": [3] * 4,
         "made": [1] * 4},
        {"dealer": 3, "calls": [3, 3, 3, 3], "tricks": [3, 2, 3, 5], "points": [30, -30, 30, 32], "contract": [3] * 4,
         "made": [1, 0, 1, 1]},
    ]  # fmt: skip
    summary = summary_of(load_rules("solo4"), solo)
    # dealers scored 31 and 32, the players on their left, seats 3 and 0, 30 and 30
    assert summary.dealer_effect.value == pytest.approx(1.5)
    assert summary.findings[1].startswith("The dealer scores 1.50 ± 0.50 points a hand more than the player on")
    two = [{**hand, "calls": [6, 6], "tricks": [7, 6]} for hand in solo]
    two = [
        {**hand, **{name: hand[name][:2] for name in ("points", "contract", "made")}, "dealer": number % 2}
        for number, hand in enumerate(two)
    ]
    summary = summary_of(load_rules("two_about"), two)
    # the first drawer is seat 0, then seat 1: 30 against 30, -30 against 30
    assert summary.dealer_effect.value == pytest.approx(-30)
    assert [group.label for group in summary.positions] == ["second drawer", "first drawer"]
    assert "first drawer" in summary.findings[1]
