"""The schemas are those promised to scripts: written out here, independent of the tables in the package."""

from pathlib import Path

import pyarrow as pa
import pytest

from simspades.records.columns import CALLS, FEATURES, GAMES, HANDS, SCHEMA_VERSION, columns_markdown
from simspades.records.schema import games_schema, hands_schema

CALL = "dictionary<values=string, indices=int8, ordered=0>"

# name -> (type, may be null where the rules have unbid hands or binding calls)
FOUR_PLAYERS = {
    "hand": ("int64", False),
    "game": ("int64", False),
    "hand_in_game": ("int16", False),
    "dealer": ("int8", False),
    "lineup": ("int8", False),
    **{f"call_{seat}": (CALL, True) for seat in range(4)},
    **{f"bid_{seat}": ("int8", True) for seat in range(4)},
    **{f"tricks_{seat}": ("int8", False) for seat in range(4)},
    **{f"contract_{side}": ("int8", True) for side in range(2)},
    **{f"made_{side}": ("bool", True) for side in range(2)},
    **{f"points_{side}": ("int16", False) for side in range(2)},
    **{f"bags_{side}": ("int8", False) for side in range(2)},
    **{f"penalty_{side}": ("int16", False) for side in range(2)},
    **{f"score_{side}": ("int32", False) for side in range(2)},
    **{f"bags_total_{side}": ("int16", False) for side in range(2)},
}
FEATURE_NAMES = ["spades", "top_spade", "aces", "kings", "queens", "voids", "singletons", "longest_side"]
TWO_SIDES_GAMES = {
    "game": ("int64", False),
    "lineup": ("int8", False),
    "winner": ("int8", True),
    "hands": ("int16", False),
    "score_0": ("int32", False),
    "score_1": ("int32", False),
    "bags_taken_0": ("int16", False),
    "bags_taken_1": ("int16", False),
    "penalties_0": ("int16", False),
    "penalties_1": ("int16", False),
    "sets_0": ("int16", False),
    "sets_1": ("int16", False),
    "nils_0": ("int16", False),
    "nils_1": ("int16", False),
    "nils_made_0": ("int16", False),
    "nils_made_1": ("int16", False),
    "lead_changes": ("int16", False),
    "capped": ("bool", False),
}


def described(schema):
    return {field.name: (str(field.type), field.nullable) for field in schema}


def test_hands_columns():
    assert described(hands_schema(4, 2, features=False, null_calls=True)) == FOUR_PLAYERS
    assert list(described(hands_schema(4, 2, features=False))) == list(FOUR_PLAYERS)
    assert SCHEMA_VERSION == 1


def test_only_made_is_null_where_every_seat_makes_a_call_of_its_own():
    nullable = [field.name for field in hands_schema(4, 2) if field.nullable]
    assert nullable == ["made_0", "made_1"]


def test_features_and_holdings():
    names = hands_schema(4, 2, features=True).names[len(FOUR_PLAYERS) :]
    assert names == [f"{name}_{seat}" for name in FEATURE_NAMES for seat in range(4)]
    assert list(FEATURES) == FEATURE_NAMES
    schema = hands_schema(4, 2, features=False, holdings=True)
    assert schema.names[-4:] == ["cards_0", "cards_1", "cards_2", "cards_3"]
    assert schema.field("cards_0").type == pa.int64()
    assert "cards2_0" not in schema.names
    assert hands_schema(4, 2, holdings=True, packs=2).names[-4:] == ["cards2_0", "cards2_1", "cards2_2", "cards2_3"]
    assert "cards2_0" not in hands_schema(4, 2, packs=2).names


def test_games_columns():
    assert described(games_schema(2)) == TWO_SIDES_GAMES


@pytest.mark.parametrize(("players", "sides"), [(2, 2), (3, 3), (6, 3), (6, 2)])
def test_a_column_a_seat_and_a_side(players, sides):
    names = hands_schema(players, sides).names
    assert [name for name in names if name.startswith("tricks_")] == [f"tricks_{seat}" for seat in range(players)]
    assert [name for name in names if name.startswith("made_")] == [f"made_{side}" for side in range(sides)]
    assert len(set(names)) == len(names)
    assert games_schema(sides).names.count(f"sets_{sides - 1}") == 1


def test_a_dummy_has_only_its_tricks():
    schema = hands_schema(3, 3, features=True, holdings=True, seats=4)
    assert [name for name in schema.names if name.endswith("_3")] == ["tricks_3"]


def test_call_texts():
    assert CALLS[:3] == ("number", "nil", "blind-nil")
    assert {"zero", "blind", "10-for-200", "moon", "blind-moon", "nt", "blind-nt", "double-nil", "-"} <= set(CALLS)


def test_every_column_is_documented():
    page = (Path(__file__).parents[1] / "docs" / "columns.md").read_text(encoding="utf-8")
    assert page == columns_markdown()
    for column in (*HANDS, *GAMES):
        assert f"| `{column.name}` |" in page
        assert column.meaning
