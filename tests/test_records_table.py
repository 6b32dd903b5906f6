"""Engine columns become the documented columns."""

import numpy as np
import pytest
from record_columns import NIL, engine_columns, game_columns

from simspades.records.columns import CALLS
from simspades.records.layout import layout_of
from simspades.records.schema import games_schema, hands_schema
from simspades.records.table import games_table, hands_table
from simspades.rules import load_rules


def small(**changed):
    """Three hands of four players, small enough to write the expected rows out."""
    columns = {
        "game": np.array([7, 7, 8]),
        "hand_in_game": np.array([1, 2, 1], np.int16),
        "dealer": np.array([3, 0, 3], np.int8),
        "call": np.array([[4, NIL, 3], [2, 3, 1], [NIL, 2 * NIL, 5], [3, 4, 2]], np.int8),
        "tricks": np.array([[5, 0, 3], [3, 6, 2], [0, 0, 6], [5, 7, 2]], np.int8),
        "contract": np.array([[4, 0, 8], [5, 7, 3]], np.int8),
        "made": np.array([[1, -1, 1], [1, 1, 0]], np.int8),
        "points": np.array([[141, 300, 81], [53, 76, -30]], np.int16),
        "bags": np.array([[1, 0, 1], [3, 6, 0]], np.int8),
        "penalty": np.array([[0, 0, 0], [0, 100, 0]], np.int16),
        "score": np.array([[141, 441, 81], [53, 129, -30]], np.int32),
        "bags_total": np.array([[1, 1, 1], [3, 9, 0]], np.int16),
    }
    return columns | changed


def test_values_of_each_column():
    table = hands_table(small(), mode="games").to_pydict()
    assert table["hand"] == [7 * 32768, 7 * 32768 + 1, 8 * 32768]
    assert table["game"] == [7, 7, 8]
    assert table["hand_in_game"] == [1, 2, 1]
    assert table["dealer"] == [3, 0, 3]
    assert table["lineup"] == [0, 0, 0]
    assert table["call_0"] == ["number", "nil", "number"]
    assert table["call_2"] == ["nil", "blind-nil", "number"]
    assert table["bid_0"] == [4, 0, 3]
    assert table["bid_2"] == [0, 0, 5]
    assert table["tricks_1"] == [3, 6, 2]
    assert table["contract_0"] == [4, 0, 8]
    assert table["made_0"] == [True, None, True]
    assert table["made_1"] == [True, True, False]
    assert table["points_1"] == [53, 76, -30]
    assert table["bags_1"] == [3, 6, 0]
    assert table["penalty_1"] == [0, 100, 0]
    assert table["score_0"] == [141, 441, 81]
    assert table["bags_total_1"] == [3, 9, 0]


def test_hand_is_the_game_in_hands_mode():
    columns = small(game=np.array([5, 6, 7]), hand_in_game=np.full(3, 2, np.int16))
    table = hands_table(columns, mode="hands")
    assert table["hand"].to_pylist() == table["game"].to_pylist() == [5, 6, 7]


def test_unbid_hands_and_bound_seats():
    bound = CALLS.index("-") << 5
    moon = (CALLS.index("moon") << 5) + 13
    columns = small(call=np.array([[-1, moon, 3], [-1, 3, 1], [-1, bound, 5], [-1, 4, 2]], np.int16))
    columns["contract"] = np.array([[-1, 13, 8], [-1, 7, 3]], np.int8)
    table = hands_table(columns, mode="games", null_calls=True, special_calls=True).to_pydict()
    assert table["call_0"] == [None, "moon", "number"]
    assert table["bid_0"] == [None, 13, 3]
    assert table["call_2"] == [None, "-", "number"]
    assert table["bid_2"] == [None, None, 5]
    assert table["contract_1"] == [None, 7, 3]


@pytest.mark.parametrize("column", ["call", "contract"])
def test_a_null_where_the_schema_has_none_is_refused(column):
    columns = small()
    columns[column] = columns[column].copy()
    columns[column][0, 1] = -1
    with pytest.raises(ValueError, match="has nulls"):
        hands_table(columns, mode="games")


def test_all_call_kinds():
    kinds = np.arange(len(CALLS), dtype=np.int16) << 5
    n = len(CALLS)
    columns = {name: np.resize(values, (*values.shape[:-1], n)) for name, values in small().items()}
    columns["call"] = np.stack([kinds] * 4)
    table = hands_table(columns, mode="games", null_calls=True, special_calls=True)
    assert table["call_3"].to_pylist() == list(CALLS)


def test_a_special_call_where_the_rules_have_none_is_refused():
    columns = small(call=np.array([[4, 4 << 5, 3], [2, 3, 1], [1, 1, 5], [3, 4, 2]], np.int16))
    with pytest.raises(ValueError, match="call_0 has the call 4, but these rules give it 4 words"):
        hands_table(columns, mode="games")


def test_the_width_of_the_codes_does_not_matter():
    wide = small(call=small()["call"].astype(np.int16))
    assert hands_table(wide, mode="games").equals(hands_table(small(), mode="games"))
    words = hands_table(wide, mode="games")["call_0"].chunk(0).dictionary
    assert words.to_pylist() == ["number", "nil", "blind-nil", "zero"]


def test_a_dummy_has_tricks_and_nothing_else():
    three_dummy = layout_of(load_rules("three_dummy"))
    columns = {name: values[..., :2] for name, values in small().items()}
    by_side = ("contract", "made", "points", "bags", "penalty", "score", "bags_total")
    columns |= {name: np.stack([columns[name][0]] * 3) for name in by_side}
    columns["call"] = np.array([[4, 3], [2, 6], [5, 1]], np.int16)
    columns["cards"] = np.arange(6).reshape(3, 2)
    columns["features"] = np.arange(3 * 8 * 2, dtype=np.int8).reshape(24, 2)
    table = hands_table(columns, mode="games", null_calls=three_dummy.null_calls)
    schema = hands_schema(3, 3, holdings=True, null_calls=three_dummy.null_calls, seats=three_dummy.seats)
    assert table.schema.equals(schema)
    assert [name for name in table.column_names if name.endswith("_3")] == ["tricks_3"]
    assert table["tricks_3"].to_pylist() == [5, 7]
    assert table["cards_2"].to_pylist() == [4, 5]
    assert table["longest_side_2"].to_pylist() == [46, 47]
    assert table["bid_2"].to_pylist() == [5, 1]


@pytest.mark.parametrize(
    ("name", "overrides", "null_calls", "special_calls"),
    [
        ("std4", [], False, False),
        ("std4", ["bid.zero=choice"], False, False),
        ("std4", ["bid.first_deal_unbid=true"], True, False),
        ("std4", ["bid.mode=partnership", "bid.first=non_dealer_side"], True, True),
        ("std4", ["ten200.mode=exact"], True, True),
        ("std4", ["dnil.enabled=true"], True, True),
        ("barmore", [], True, True),
        ("new_york", [], True, True),
        ("six", ["moon.blind_enabled=true"], True, True),
        ("solo4", [], False, False),
        ("solo4", ["moon.enabled=true"], False, True),
        ("three", [], False, False),
        ("three_bonus", [], False, True),
        ("three_dummy", [], False, False),
        ("two_about", [], False, False),
    ],
)
def test_what_the_calls_of_a_rule_set_can_be(name, overrides, null_calls, special_calls):
    layout = layout_of(load_rules(name, overrides))
    assert (layout.null_calls, layout.special_calls) == (null_calls, special_calls)


def test_schema_follows_the_shapes():
    columns = engine_columns(50, features=True, cards=True)
    table = hands_table(columns, mode="hands")
    assert table.schema.equals(hands_schema(4, 2, features=True, holdings=True))
    columns["cards2"] = columns["cards"]
    assert hands_table(columns, mode="hands").schema.equals(hands_schema(4, 2, holdings=True, packs=2))
    assert table["top_spade_2"].to_pylist() == columns["features"][2 * 8 + 1].tolist()
    assert table["longest_side_3"].to_pylist() == columns["features"][3 * 8 + 7].tolist()
    assert table["cards_1"].to_pylist() == columns["cards"][1].tolist()


def test_lineup_by_row():
    table = hands_table(small(), mode="games", lineup=np.array([0, 1, 0], np.int8))
    assert table["lineup"].to_pylist() == [0, 1, 0]
    assert hands_table(small(), mode="games", lineup=3)["lineup"].to_pylist() == [3, 3, 3]


def test_arrays_of_the_columns_type_are_not_copied():
    columns = engine_columns(1000)
    table = hands_table(columns, mode="hands")
    assert table["score_1"].chunk(0).buffers()[1].address == columns["score"][1].ctypes.data


def test_games():
    columns = game_columns(200)
    table = games_table(columns, lineup=1)
    assert table.schema.equals(games_schema(2))
    expected = [None if winner < 0 else winner for winner in columns["winner"].tolist()]
    assert None in expected
    assert table["winner"].to_pylist() == expected
    assert table["nils_made_1"].to_pylist() == columns["nils_made"][1].tolist()
    assert table["capped"].to_pylist() == columns["capped"].tolist()
    assert set(table["lineup"].to_pylist()) == {1}
