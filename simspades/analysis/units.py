"""The rows of a chunk as questions see them: a row for each seat, side, hand, game, or side of a game.

The columns have no seat or side in their names, so that a question is asked once for all of them: all rows of seat 0
stand first, then those of seat 1, and so on. All values are whole numbers; -1 stands for what there is not (the bid of
a seat that called none, the partner of one who has none). A column is made when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from simspades.analysis.chunks import Array, Chunk, as_numbers
from simspades.analysis.facts import Facts
from simspades.records.columns import CALLS, FEATURES

Unit = Literal["seats", "sides", "hands", "games", "game_sides", "nils"]

#: In place of a value that there is not.
NONE = -1

NUMBER, NIL, BLIND_NIL, ZERO, BOUND = (CALLS.index(call) for call in ("number", "nil", "blind-nil", "zero", "-"))

#: Ways in which a game ends, as the column ``ending`` numbers them.
ENDINGS = (
    "a side reached the target",
    "a side fell to the lower limit",
    "stopped by a limit of hands",
    "a draw",
    "decided otherwise: by a tie-break, or outright",
)

#: How a contract comes out, as the column ``outcome`` numbers it.
OUTCOMES = ("set by more than one trick", "set by one trick", "made exactly", "made with overtricks")

#: Columns of seats that the rows have only if they were asked for, with the columns of the run that they come from.
OPTIONAL = {
    **{name: name for name in FEATURES},
    "low_side": "cards",
    "broken_trick": "nil_broken_trick",
    "broken_by": "nil_broken_by",
}
#: Columns that are made from optional ones.
MADE_FROM = {"honours": ("aces", "kings")}


class Units:
    """The rows of one chunk by unit.

    Columns of ``seats``, and of ``nils``, the seats that called a nil or a blind nil:

    - ``c``, ``lineup``, ``hand_in_game``, ``dealer``, ``seat``, ``strategy``, ``kind``, ``bid``;
    - ``tricks``: those that the bid is about, the side's where it agrees on one number;
    - ``position``: 1 for the seat on the dealer's left, the last for the dealer;
    - ``is_number``: whether a number was called; ``plain``: whether one above 0 was, and the rest of the side
      called such numbers too or is bound by it;
    - ``partner_bid``, ``other_bids``: what the rest of the side, and all other sides, bid;
    - of the side: ``contract``, ``made``, ``side_tricks``, ``points``, ``bags``, ``penalty``, ``bags_before``,
      ``situation``, ``own``, ``other``;
    - ``with_bags``: whether the side took bags;
    - ``nil_outcome``: what became of a nil, ``nil_or_number``: whether it is known; ``honours``: aces and kings;
    - the features of the holding, ``low_side``: cards of rank 2 to 6 in the suits other than spades;
    - ``broken_trick``, and ``broken_by``: who led to it, 0 the bidder, 1 the seat on the left, and so on round.

    Columns of ``sides``: those of the side above, and

    - ``side``, ``team``; ``place``: 1 for the side of the seat on the dealer's left, the last for the dealer's;
      ``deals``: whether it is the dealer's;
    - ``margin``: tricks beyond the contract, of those that count for it; ``outcome``: how it came out,
      ``other_outcome``: how the worst of the other sides' did;
    - ``other_bags``, ``other_bags_class``: the most bags of another side before the hand;
    - ``first``: whether the hand opens a game; ``paid``: whether a penalty was paid; ``won`` and ``future``, of the
      game.

    Columns of ``hands``: ``total`` of the contracts, ``bags`` and ``sets`` of all sides.

    Columns of ``games``: ``hands``, ``lead_changes``, ``capped``, ``drawn``, ``margin``, ``margin_class``, ``ending``,
    and ``bags``, ``penalties``, ``sets``, ``nils`` of all sides.

    Columns of ``game_sides``: ``side``, ``team``, ``place`` after the first dealer, ``won``, ``score``, ``bags``,
    ``penalties``, ``sets``, ``nils``, ``nils_made``, ``behind``, ``behind_class``.
    """

    def __init__(self, chunk: Chunk, facts: Facts) -> None:
        self._chunk = chunk
        self._facts = facts
        self._made: dict[tuple[Unit, str], Array] = {}
        self._rows: dict[str, Array] = {}

    def column(self, unit: Unit, name: str) -> Array:
        """A column of a unit; KeyError where there is none of this name."""
        if (unit, name) not in self._made:
            # not a table of bound methods, which would keep the rows until the garbage collector comes round
            make: Callable[[str], Array] = getattr(self, f"_{unit}")
            self._made[unit, name] = make(name)
        return self._made[unit, name]

    def has(self, unit: Unit, name: str) -> bool:
        """Whether the rows can tell a column that not every run has."""
        needed = [OPTIONAL[part] for part in MADE_FROM.get(name, (name,)) if part in OPTIONAL]
        return unit not in ("seats", "nils") or all(f"{stem}_0" in self._chunk.hands.column_names for stem in needed)

    # --- units -------------------------------------------------------------------------------------------------------

    def _nils(self, name: str) -> Array:
        if "nils" not in self._rows:
            kind = self.column("seats", "kind")
            self._rows["nils"] = np.flatnonzero((kind == NIL) | (kind == BLIND_NIL))
        return self.column("seats", name)[self._rows["nils"]]

    def _seats(self, name: str) -> Array:
        facts, rows = self._facts, self._chunk.hands.num_rows
        seats = range(facts.players)
        if name == "seat":
            return np.repeat(np.arange(facts.players, dtype=np.int8), rows)
        if name == "strategy":
            return self._by_lineup([[facts.strategy_at(k, s) for s in seats] for k in range(len(facts.lineups))])
        if name == "position":
            return self._after_dealer([[(s - 1 - dealer) % facts.players for dealer in seats] for s in seats])
        if name == "is_number":
            return np.asarray(self._stacked("kind") == NUMBER)
        if name == "plain":
            counted = [(self._hand(f"kind_{s}") == NUMBER) & (self._hand(f"bid_{s}") > 0) for s in seats]
            fits = [counted[s] | (self._hand(f"kind_{s}") == BOUND) for s in seats]
            sides = [np.logical_and.reduce([fits[s] for s in facts.seats_of(d)]) for d in range(facts.sides)]
            return np.concatenate([counted[s] & sides[facts.side_of(s)] for s in seats])
        if name == "partner_bid":
            partners = [[p for p in facts.seats_of(facts.side_of(s)) if p != s] for s in seats]
            return np.concatenate([self._added_bids(others) for others in partners])
        if name == "other_bids":
            rest = [[p for p in seats if facts.side_of(p) != facts.side_of(s)] for s in seats]
            return np.concatenate([self._added_bids(others) for others in rest])
        if name == "nil_outcome":
            return self._nil_outcomes()
        if name == "nil_or_number":
            return np.asarray(self.column("seats", "nil_outcome") != NONE)
        if name == "honours":
            return np.asarray(self.column("seats", "aces") + self.column("seats", "kings"))
        if name == "with_bags":
            return np.asarray(self.column("seats", "bags") > 0)
        if name == "low_side":
            low = np.int64(_low_side_mask(facts))
            return np.concatenate([np.bitwise_count(self._hand(f"cards_{s}") & low) for s in seats]).astype(np.int8)
        if name == "broken_by":
            return np.concatenate([self._turned(self._hand(f"nil_broken_by_{s}", NONE), s) for s in seats])
        if name in ("c", "lineup", "hand_in_game", "dealer"):
            return np.tile(self._hand(name), facts.players)
        if name == "tricks" and facts.agrees_on_bids:
            return np.concatenate([self._agreed_tricks(s) for s in seats])
        if name in ("kind", "bid", "tricks", *OPTIONAL):
            return self._stacked(OPTIONAL.get(name, name))
        sides = [self._of_side(name, d) for d in range(facts.sides)]
        return np.concatenate([sides[facts.side_of(s)] for s in seats])

    def _sides(self, name: str) -> Array:
        facts, rows = self._facts, self._chunk.hands.num_rows
        sides = range(facts.sides)
        if name == "side":
            return np.repeat(np.arange(facts.sides, dtype=np.int8), rows)
        if name == "team":
            return self._by_lineup([[facts.team_at(k, d) for d in sides] for k in range(len(facts.lineups))])
        if name == "place":
            dealers = range(facts.players)
            return self._after_dealer([[(d - 1 - dealer) % facts.sides for dealer in dealers] for d in sides])
        if name == "deals":
            return np.asarray(self.column("sides", "place") == facts.sides)
        if name in ("c", "lineup", "hand_in_game", "dealer"):
            return np.tile(self._hand(name), facts.sides)
        if name == "other_bags_class":
            return np.asarray(self.column("sides", "other_bags") // facts.bag_step).astype(np.int8)
        if name == "first":
            return np.tile(self._hand("hand_in_game") == 1, facts.sides)
        return np.concatenate([self._of_side(name, d) for d in sides])

    def _hands(self, name: str) -> Array:
        sides = range(self._facts.sides)
        if name == "total":
            contracts = [self._of_side("contract", d) for d in sides]
            total = _sum(contracts)
            total[np.logical_or.reduce([contract == NONE for contract in contracts])] = NONE
            return total
        if name == "bags":
            return _sum([self._hand(f"bags_{d}") for d in sides])
        if name == "sets":
            return _sum([self._of_side("made", d) == 0 for d in sides])
        return self._hand(name)

    def _games(self, name: str) -> Array:
        sides = range(self._facts.sides)
        taken = {"bags": "bags_taken"}
        if name == "drawn":
            return np.asarray(self._game("winner", NONE) == NONE)
        if name == "margin":
            ordered = np.sort(np.stack([self._game(f"score_{d}") for d in sides]), axis=0)
            return np.asarray(ordered[-1] - ordered[-2])
        if name == "margin_class":
            return np.asarray(self.column("games", "margin") // self._facts.score_step).astype(np.int16)
        if name == "ending":
            return self._endings()
        if name in ("bags", "penalties", "sets", "nils"):
            return np.asarray(np.sum([self._game(f"{taken.get(name, name)}_{d}") for d in sides], axis=0))
        return self._game(name)

    def _game_sides(self, name: str) -> Array:
        facts = self._facts
        sides, rows = range(facts.sides), len(self._game("c"))
        stems = {"bags": "bags_taken"}
        winner = self._game("winner", NONE)
        if name == "side":
            return np.repeat(np.arange(facts.sides, dtype=np.int8), rows)
        if name == "team":
            lut = np.array([[facts.team_at(k, d) for d in sides] for k in range(len(facts.lineups))], np.int8)
            return np.concatenate([lut[self._game("lineup"), d] for d in sides])
        if name == "place":
            # the first dealer sits at the last seat
            return np.repeat(np.array([(d - facts.players) % facts.sides + 1 for d in sides], np.int8), rows)
        if name == "won":
            return np.concatenate([winner == d for d in sides])
        if name in ("c", "lineup"):
            return np.tile(self._game(name), facts.sides)
        if name == "behind_class":
            return (self.column("game_sides", "behind") // facts.score_step).astype(np.int16)
        return np.concatenate([self._game(f"{stems.get(name, name)}_{d}") for d in sides])

    # --- columns -----------------------------------------------------------------------------------------------------

    def _hand(self, name: str, none: int = 0) -> Array:
        return as_numbers(self._chunk.hands[name], none)

    def _game(self, name: str, none: int = 0) -> Array:
        assert self._chunk.games is not None
        return as_numbers(self._chunk.games[name], none)

    def _stacked(self, stem: str) -> Array:
        return np.concatenate([self._hand(f"{stem}_{s}", NONE) for s in range(self._facts.players)])

    def _of_side(self, name: str, d: int) -> Array:
        """A column of a side, by hand."""
        others = [e for e in range(self._facts.sides) if e != d]
        if name in ("contract", "made"):
            return self._hand(f"{name}_{d}", NONE).astype(np.int8)
        if name == "margin":
            margin = self._counted_tricks(d) - self._of_side("contract", d)
            margin[self._of_side("made", d) == NONE] = 0
            return margin
        if name == "outcome":
            return self._outcomes(d)
        if name == "other_outcome":
            return np.asarray(np.minimum.reduce([self._outcomes(e) for e in others]))
        if name == "other_bags":
            return np.asarray(np.maximum.reduce([self._hand(f"bags_before_{e}") for e in others]))
        if name == "won":
            return np.asarray(self._hand("winner") == d)
        if name == "points_square":
            return np.square(self._hand(f"points_{d}").astype(np.int32))
        if name == "paid":
            return self._hand(f"penalty_{d}") > 0
        stems = {"situation": "lead"}
        return self._hand(f"{stems.get(name, name)}_{d}")

    def _counted_tricks(self, d: int) -> Array:
        """The tricks that count for the side's number: not those of a failed nil, unless the rules add them."""
        if self._facts.has_dummy or self._facts.rules.nil.failed_tricks == "partner":
            return self._hand(f"side_tricks_{d}")
        tricks = []
        for s in self._facts.seats_of(d):
            kind = self._hand(f"kind_{s}")
            tricks.append(self._hand(f"tricks_{s}") * ((kind != NIL) & (kind != BLIND_NIL)))
        return _sum(tricks)

    def _agreed_tricks(self, s: int) -> Array:
        """The tricks that a seat's bid is about where a side agrees on one: the side's, or for a nil its own."""
        kind = self._hand(f"kind_{s}")
        side = self._counted_tricks(self._facts.side_of(s))
        return np.where((kind == NIL) | (kind == BLIND_NIL), self._hand(f"tricks_{s}"), side)

    def _outcomes(self, d: int) -> Array:
        """How a side's contract came out, as a place in OUTCOMES."""
        made, margin = self._of_side("made", d), self._of_side("margin", d)
        classes = [made == NONE, (made == 0) & (margin == -1), made == 0, margin == 0]
        return np.select(classes, [NONE, 1, 0, 2], 3).astype(np.int8)

    def _nil_outcomes(self) -> Array:
        """What became of a seat's call: 0 a number, 1 a failed nil, 2 a nil that was kept; -1 for other calls."""
        kind, tricks = self.column("seats", "kind"), self.column("seats", "tricks")
        outcome = np.where(kind == NIL, np.int8(1) + (tricks == 0), NONE).astype(np.int8)
        outcome[kind == NUMBER] = 0
        return outcome

    def _by_lineup(self, values: Sequence[Sequence[int]]) -> Array:
        """Values by line-up and seat (or side), stacked."""
        lut = np.array(values, np.int8)
        if len(lut) == 1:
            return np.repeat(lut[0], self._chunk.hands.num_rows)
        return np.concatenate([column[self._hand("lineup")] for column in lut.T])

    def _after_dealer(self, places: Sequence[Sequence[int]]) -> Array:
        """Places from 0, by seat (or side) and dealer, made places from 1 and stacked."""
        dealer = self._hand("dealer")
        return np.concatenate([np.array(row, np.int8)[dealer] + np.int8(1) for row in places])

    def _added_bids(self, seats: Sequence[int]) -> Array:
        if not seats:
            return np.full(self._chunk.hands.num_rows, NONE, np.int8)
        return _sum([self._hand(f"bid_{s}") for s in seats])

    def _turned(self, seat: Array, bidder: int) -> Array:
        """Seats counted clockwise from the bidder's."""
        return np.where(seat == NONE, NONE, (seat - bidder) % self._facts.players).astype(np.int8)

    def _endings(self) -> Array:
        end, winner = self._facts.rules.end, self._game("winner", NONE)
        scores = [self._game(f"score_{d}") for d in range(self._facts.sides)]
        reached = [score - np.where(winner == d, end.win_bonus, 0) >= end.target for d, score in enumerate(scores)]
        fell = [score <= end.lose_at if end.lose_at is not None else np.zeros(len(score), bool) for score in scores]
        conditions = [
            self._game("capped"),
            winner == NONE,
            np.logical_or.reduce(reached),
            np.logical_or.reduce(fell),
        ]
        return np.select(conditions, [2, 3, 0, 1], 4).astype(np.int8)


def _low_side_mask(facts: Facts) -> int:
    """The cards of rank 2 to 6 in the suits other than spades, in the layout of :mod:`simspades.cards`."""
    clubs, diamonds, hearts, _ = facts.rules.deck.suit_masks
    return (clubs | diamonds | hearts) & ((1 << 4 * 5) - 1)


def _sum(arrays: Sequence[Array]) -> Array:
    return np.asarray(np.sum(arrays, axis=0, dtype=np.int8))
