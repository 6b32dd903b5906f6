"""Every column of a run's files, once: the writer, the reader and ``docs/columns.md`` all follow the tables here.

Plain data without pyarrow, so that help texts and documents cost no heavy import; :mod:`simspades.records.schema`
turns it into Arrow schemas. A name that ends in ``_S`` stands for one column a seat (``tricks_0``, ``tricks_1``, …),
one that ends in ``_D`` for one column a side. A dummy has the seat after those of the players, and of all columns only
that of its tricks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: Raised when a column's name, type or meaning changes. Adding a column does not raise it.
SCHEMA_VERSION = 1

#: ``hand`` numbers in games mode are ``game * HANDS_A_GAME + hand_in_game - 1``.
HANDS_A_GAME = 32768

#: The low bits of an engine's call code hold the number called; the bits above are an index of :data:`CALLS`.
CALL_NUMBER_BITS = 5

#: Texts of the ``call_S`` columns, in the order of the kinds in the engine's call codes.
CALLS = (
    "number",
    "nil",
    "blind-nil",
    "zero",
    "blind",
    "10-for-200",
    "moon",
    "blind-moon",
    "nt",
    "blind-nt",
    "double-nil",
    "-",
)

#: Features of a holding, in the engine's order, with their meanings.
FEATURES = {
    "spades": "number of spades held",
    "top_spade": "rank of the highest spade held: 2 to 14, the ace, and from 15 on the high trumps, the lowest of them "
    "first; 0 without spades",
    "aces": "number of aces held, of all suits",
    "kings": "number of kings held, of all suits",
    "queens": "number of queens held, of all suits",
    "voids": "number of suits without a card",
    "singletons": "number of suits with exactly one card",
    "longest_side": "length of the longest suit other than spades",
}

Presence = Literal["always", "with features", "with broken nils", "with holdings", "with holdings and two packs"]


@dataclass(frozen=True, slots=True)
class Column:
    """One column, or one a seat (``_S``) or a side (``_D``).

    ``type`` is an Arrow type's name, or ``call`` for a dictionary of strings; ``null`` says when the value is null,
    and is empty for a column that never is. ``dummy`` tells that a dummy's seat has such a column too.
    """

    name: str
    type: Literal["int8", "int16", "int32", "int64", "bool", "call"]
    unit: str
    meaning: str
    null: str = ""
    present: Presence = "always"
    dummy: bool = False

    def names(self, players: int, sides: int, seats: int | None = None) -> list[str]:
        """Names of the actual columns. ``seats`` counts the holdings where a dummy has one beside the players'.

        >>> Column("points_D", "int16", "points", "…").names(players=4, sides=2)
        ['points_0', 'points_1']
        >>> Column("tricks_S", "int8", "tricks", "…", dummy=True).names(players=3, sides=3, seats=4)
        ['tricks_0', 'tricks_1', 'tricks_2', 'tricks_3']
        """
        counts = {"_S": seats if self.dummy and seats else players, "_D": sides}
        stem, count = self.name[:-2], counts.get(self.name[-2:])
        return [self.name] if count is None else [f"{stem}_{index}" for index in range(count)]


HANDS = (
    Column(
        "hand",
        "int64",
        "number",
        "hands mode: 0, 1, 2, …; games mode: game × 32768 + hand_in_game − 1. Unique and increasing; what `replay` "
        "takes",
    ),
    Column("game", "int64", "number", "the game, from 0; in hands mode equal to `hand`"),
    Column("hand_in_game", "int16", "number", "the hand's place in its game, from 1"),
    Column("dealer", "int8", "seat", "who dealt"),
    Column(
        "lineup",
        "int8",
        "number",
        "which seating of the strategies, where a run has more than one; listed in `run.json`",
    ),
    Column(
        "call_S",
        "call",
        "",
        "the call without its number: " + ", ".join(f"`{call}`" for call in CALLS[:-1]) + "; `-` where the "
        "partner's call binds the seat",
        null="in an unbid hand",
    ),
    Column("bid_S", "int8", "tricks", "the number called; 0 for a nil or zero", null="where the seat called none"),
    Column("tricks_S", "int8", "tricks", "tricks won by the seat, a dummy's by the dummy", dummy=True),
    Column("contract_D", "int8", "tricks", "the side's number; 0 beside two nils", null="in an unbid hand"),
    Column("made_D", "bool", "", "the contract was made", null="where there is none"),
    Column("points_D", "int16", "points", "what the side's score changed by in this hand, penalties included"),
    Column("bags_D", "int8", "bags", "bags of this hand"),
    Column("penalty_D", "int16", "points", "bag penalty paid in this hand, 0 or positive"),
    Column("score_D", "int32", "points", "the side's score after the hand"),
    Column("bags_total_D", "int16", "bags", "the side's bags after the hand, those paid for taken off"),
    *(
        Column(
            f"{name}_S",
            "int8",
            "rank" if name == "top_spade" else "suits" if name in ("voids", "singletons") else "cards",
            f"at the time of bidding, {meaning}",
            present="with features",
        )
        for name, meaning in FEATURES.items()
    ),
    Column(
        "nil_broken_trick_S",
        "int8",
        "number",
        "the first trick that the bidder of a nil or blind nil won, from 1",
        null="where no nil was broken",
        present="with broken nils",
    ),
    Column(
        "nil_broken_by_S",
        "int8",
        "seat",
        "who had led to that trick",
        null="where no nil was broken",
        present="with broken nils",
    ),
    Column(
        "cards_S",
        "int64",
        "bit mask",
        "the holding at the time of bidding; `simspades.cards` reads it",
        present="with holdings",
    ),
    Column(
        "cards2_S",
        "int64",
        "bit mask",
        "the cards that the seat holds twice",
        present="with holdings and two packs",
    ),
)

GAMES = (
    Column("game", "int64", "number", "the game, from 0"),
    Column(
        "lineup",
        "int8",
        "number",
        "which seating of the strategies, where a run has more than one; listed in `run.json`",
    ),
    Column("winner", "int8", "side", "the side that won", null="in a draw"),
    Column("hands", "int16", "hands", "hands played"),
    Column("score_D", "int32", "points", "the side's final score"),
    Column("bags_taken_D", "int16", "bags", "bags taken in the whole game"),
    Column("penalties_D", "int16", "penalties", "how many bag penalties were paid"),
    Column("sets_D", "int16", "hands", "contracts that failed"),
    Column("nils_D", "int16", "nils", "nils called, blind ones included, a side's double nil not"),
    Column("nils_made_D", "int16", "nils", "nils made, blind ones included; by score, so see `nil.partner_auto_fail`"),
    Column(
        "lead_changes",
        "int16",
        "changes",
        "how often the side with the highest score changed, ties not counted",
    ),
    Column("capped", "bool", "", "stopped by `--max-hands` or `end.max_hands`"),
)


_FAMILIES = """
How many there are follows from the game:

| presets | seats | sides | side of a seat |
| --- | --- | --- | --- |
| `std4`, `about4`, `barmore`, `new_york`, `new_york_bkred` | 0 to 3 | 0 and 1 | seat mod 2: partners sit opposite |
| `solo4` | 0 to 3 | 0 to 3 | the seat itself |
| `six` | 0 to 5 | 0 to 2 | seat mod 3: partners sit opposite |
| `three`, `three_joker`, `three_bonus` | 0 to 2 | 0 to 2 | the seat itself |
| `three_dummy` | 0 to 2, and 3 for the dummy | 0 to 2 | the seat itself; the dummy has no side of its own |
| `two_about`, `two_pagat` | 0 and 1 | 0 and 1 | the seat itself |

- The dummy has the column of its tricks, `tricks_3`, and no other: neither a call nor a contract, and its holding is in
  no column (`replay` shows it). The score counts its tricks for the side of the highest bidder, as `dummy.scoring` and
  `dummy.bid_scope` say; `tricks_S` of a player are those that he won with his own cards.
- With two players the dealer is the first drawer: the other one bids and leads first. Holdings are those drafted.
- Where a side agrees on one number (`bid.mode = "partnership"`) it stands at the lower seat of the side, or at the
  partner of a nil, and `-` at the other.
- A call for the side (`blind`, `10-for-200`, `moon`, `nt`, `double-nil` and the blind ones) stands at the seat that
  made it, and `-` at its partner. In games without partners such a call is the player's own.
- Under `bid.zero = "plain_number"` a zero is a `number`; a `zero` is the plain zero of `bid.zero = "choice"`.
- A double nil has a contract of 0 and `made` null, as have two nils.
"""


def columns_markdown() -> str:
    """The text of ``docs/columns.md``."""
    lines = [
        "# Columns",
        "",
        f"Schema version {SCHEMA_VERSION}. `S` stands for a seat, `D` for a side: with four players in two sides",
        "`tricks_S` means the columns `tricks_0` to `tricks_3`, and `points_D` means `points_0` and `points_1`.",
        "",
        *_FAMILIES.strip().splitlines(),
    ]
    for title, columns in (
        ("`hands/`: one row a hand", HANDS),
        ("`games/`: one row a game (games mode)", GAMES),
    ):
        lines += ["", f"## {title}", "", "| column | type | unit | meaning | null | present |"]
        lines += ["| --- | --- | --- | --- | --- | --- |"]
        lines += [_markdown_row(column) for column in columns]
    return "\n".join(lines) + "\n"


def _markdown_row(column: Column) -> str:
    kind = "dictionary of string" if column.type == "call" else column.type
    cells = (f"`{column.name}`", kind, column.unit, column.meaning, column.null or "never", column.present)
    return f"| {' | '.join(cells)} |".replace("|  |", "| |")
