"""What ``summary`` needs of a run, as whole numbers that add up: sums and sums of products over clusters.

A cluster is a game, or a hand where hands are played alone. For every pair of a numerator and a denominator that
the summary shows, :class:`Totals` holds their sums over the clusters and the sums of their squares and product, which
is all that the estimate and its error take (see :mod:`simspades.analysis.statistics`). Totals of blocks add up to the
totals of the run in any order, so that a run may keep them instead of its rows.

The sums are taken in numpy, slice by slice, and not in DuckDB: per row the work is about the same for either, but to
plan a query of so many sums takes 10 ms, in which the engine plays fifty thousand hands. They are exact, because every
term is a whole number and no sum of a slice comes near 2^53.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from simspades.analysis.dummy import declarers
from simspades.analysis.traits import Special, Traits
from simspades.errors import RecordError
from simspades.records.columns import CALLS
from simspades.records.reader import read_part

TOTALS_VERSION = 1  # changes when a key is added or means something else

Array = npt.NDArray[Any]
Measures = dict[str, Array]
Pair = tuple[str, str]

#: Rows at a time. OpenBLAS keeps dot products of up to 10,000 terms on the thread that asks; longer ones it spreads
#: over threads of its own, which would fight with the run's.
SLICE = 8192

#: Calls as small numbers; a word that is none of them counts as a number.
KINDS = {word: kind for kind, word in enumerate(CALLS)}
NUMBER, NIL, BLIND_NIL, DOUBLE_NIL = (KINDS[word] for word in ("number", "nil", "blind-nil", "double-nil"))
#: What may stand at the seats of a side with a plain number.
PLAIN_KINDS = [KINDS[word] for word in ("number", "nil", "blind-nil", "zero", "-")]

STANDARD = Traits()


@dataclasses.dataclass(frozen=True)
class Sums:
    """Sums over clusters: ``{"points_0": ...}`` of a measure, ``{"points_0*hands": ...}`` of a product.

    The totals' form of :class:`simspades.analysis.statistics.Moments`.
    """

    clusters: int
    values: Mapping[str, int]

    def sum(self, name: str) -> int:
        return self.values[name]

    def product(self, a: str, b: str) -> int:
        forward = self.values.get(f"{a}*{b}")
        return self.values[f"{b}*{a}"] if forward is None else forward

    def __add__(self, other: Sums) -> Sums:
        keys = self.values.keys() | other.values.keys()
        values = {key: self.values.get(key, 0) + other.values.get(key, 0) for key in sorted(keys)}
        return Sums(self.clusters + other.clusters, values)


@dataclasses.dataclass(frozen=True)
class Totals:
    """The totals of any set of hands, with their games in games mode.

    Attributes
    ----------
    players, sides
        The size of the table; the side of a seat is ``seat % sides``.
    mode
        ``hands`` or ``games``.
    hands
        Sums over clusters of what :func:`hand_pairs` lists.
    games
        Sums over games of what :func:`game_pairs` lists; None in hands mode.

    """

    players: int
    sides: int
    mode: str
    hands: Sums
    games: Sums | None

    def __add__(self, other: Totals) -> Totals:
        shape = (self.players, self.sides, self.mode)
        if shape != (other.players, other.sides, other.mode):
            raise RecordError(
                f"totals of {self.players} players and {self.sides} sides by {self.mode} cannot be added to totals of "
                f"{other.players} players and {other.sides} sides by {other.mode}"
            )
        games = self.games + other.games if self.games is not None and other.games is not None else None
        return Totals(*shape, self.hands + other.hands, games)

    def to_json(self) -> dict[str, Any]:
        """Return a JSON object that :meth:`from_json` reads."""
        return {
            "version": TOTALS_VERSION,
            "players": self.players,
            "sides": self.sides,
            "mode": self.mode,
            "hands": _sums_to_json(self.hands),
            "games": None if self.games is None else _sums_to_json(self.games),
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Totals:
        """Read what :meth:`to_json` gives; RecordError where it is damaged or of another version."""
        try:
            if document["version"] != TOTALS_VERSION:
                raise RecordError(
                    f"the totals are of version {document['version']}; this simspades reads {TOTALS_VERSION}"
                )
            games = document["games"]
            return cls(
                int(document["players"]),
                int(document["sides"]),
                str(document["mode"]),
                _sums_from_json(document["hands"]),
                None if games is None else _sums_from_json(games),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, RecordError):
                raise
            raise RecordError(f"the totals cannot be read ({type(error).__name__}: {error})") from None


def no_totals(players: int, sides: int, mode: str, traits: Traits = STANDARD) -> Totals:
    """The totals of no hands, to begin adding with."""
    return totals_of_tables(_NO_ROWS, None, players, sides, mode, traits)


def totals_of_tables(
    hands: pa.Table, games: pa.Table | None, players: int, sides: int, mode: str, traits: Traits = STANDARD
) -> Totals:
    """Totals of rows in memory, in the columns of ``hands/`` and ``games/``.

    In games mode the rows lie in game order, and every game is there whole.

    Parameters
    ----------
    hands, games
        The rows; ``games`` is not looked at in hands mode.
    players, sides
        The size of the table.
    mode
        ``hands`` (each hand is a cluster) or ``games`` (the hands of a game are one).
    traits
        What is to be known of the rules; those of ``std4`` unless given.

    """
    of_hands = _Accumulator(hand_pairs(players, sides, traits), _hand_crosses(sides))
    if hands.num_rows:
        columns = _hand_columns(hands, players, sides, traits)
        starts = _starts(columns["game"]) if mode == "games" else None
        for rows, clusters in _slices(columns, hands.num_rows, starts):
            of_hands.add(_hand_measures(rows, players, sides, traits), clusters)
    if mode == "hands":
        return Totals(players, sides, mode, of_hands.sums(), None)
    of_games = _Accumulator(game_pairs(sides), _game_crosses(sides))
    if games is not None and games.num_rows:
        for rows, _ in _slices(_game_columns(games, sides), games.num_rows, None):
            of_games.add(_game_measures(rows, sides), None)
    return Totals(players, sides, mode, of_hands.sums(), of_games.sums())


def totals_of_files(
    hands: Iterable[Path],
    games: Iterable[Path],
    players: int,
    sides: int,
    mode: str,
    traits: Traits = STANDARD,
) -> Totals:
    """Totals of the part files of a run, a part in memory at a time; no game spans two parts."""
    totals = no_totals(players, sides, mode, traits)
    calls = [f"call_{s}" for s in range(players)]
    for path in hands:
        table = read_part(path, _hand_column_names(players, sides, traits), calls)
        totals += totals_of_tables(table, None, players, sides, mode, traits)
    if mode == "games":
        for path in games:
            rows = read_part(path, _game_column_names(sides))
            totals += totals_of_tables(_NO_ROWS, rows, players, sides, mode, traits)
    return totals


#: What a player is in a hand of the game with a dummy.
ROLES = ("declarer", "defender")

# --- what is measured: numerators and denominators -------------------------------------------------------------------


def hand_pairs(players: int, sides: int, traits: Traits = STANDARD) -> list[Pair]:
    """(numerator, denominator) of the figures taken from hands; a numerator is 0 wherever its denominator is.

    ``_S`` is a seat, ``_D`` a side, ``_at_P`` the seat P + 1 places clockwise of the dealer, ``_of_K`` the side of the
    seat K + 1 places clockwise of the dealer (so the last is the dealer's side). A dummy has the seat after the
    players'.
    """
    pairs: list[Pair] = [("bid_sum", "bid_hands"), ("bid_sum_square", "bid_hands")]
    for s in range(players):
        pairs += [(f"bid_{s}", f"called_{s}"), (f"tricks_{s}", "hands")]
        pairs += [(f"nil_at_seat_{s}", "hands"), (f"blind_nil_at_seat_{s}", "hands")]
    for p in range(players):
        pairs += [(f"bid_at_{p}", f"called_at_{p}"), (f"tricks_at_{p}", "hands")]
    for d in range(sides):
        pairs += [(f"contract_{d}", f"contracted_{d}"), (f"made_{d}", f"tried_{d}")]
        pairs += [(f"{name}_{d}", "hands") for name in ("bags", "penalty", "points")]
        pairs += [(f"nils_made_{d}", f"nils_{d}"), (f"blind_nils_made_{d}", f"blind_nils_{d}")]
        pairs += [(f"points_of_{d}", "hands")]
        for special in traits.special:
            pairs += [(f"{special.key}_calls_{d}", "hands"), (f"{special.key}_made_{d}", f"{special.key}_calls_{d}")]
    if traits.dummy:
        pairs += [(f"tricks_{players}", "hands")]
        for d in range(sides):
            pairs += [(f"declares_{d}", "hands")]
            pairs += [(f"made_as_{role}_{d}", f"tried_as_{role}_{d}") for role in ROLES]
    return pairs


def game_pairs(sides: int) -> list[Pair]:
    """(numerator, denominator) of the figures taken from games."""
    names = ["hands", "lead_changes", "margin", "capped", "draw"]
    names += [f"{name}_{d}" for d in range(sides) for name in ("win", "score", "bags_taken", "sets")]
    return [(name, "games") for name in names]


def _hand_crosses(sides: int) -> list[Pair]:
    """Products of two numerators: of differences between sides, and of the spread of the sum of bids."""
    crosses = [(f"{name}_{a}", f"{name}_{b}") for name in ("points", "points_of") for a, b in _two_of(sides)]
    return [*crosses, ("bid_sum", "bid_sum_square")]


def _game_crosses(sides: int) -> list[Pair]:
    return [(f"{name}_{a}", f"{name}_{b}") for name in ("win", "score") for a, b in _two_of(sides)]


def _two_of(sides: int) -> list[tuple[int, int]]:
    return [(a, b) for a in range(sides) for b in range(a + 1, sides)]


# --- from columns to measures ----------------------------------------------------------------------------------------


def _hand_column_names(players: int, sides: int, traits: Traits) -> list[str]:
    by_seat = [f"{name}_{s}" for name in ("call", "bid", "tricks") for s in range(players)]
    if traits.dummy:
        by_seat.append(f"tricks_{players}")
    by_side = [f"{name}_{d}" for name in ("contract", "made", "bags", "penalty", "points") for d in range(sides)]
    return ["game", "dealer", *by_seat, *by_side]


def _game_column_names(sides: int) -> list[str]:
    by_side = [f"{name}_{d}" for name in ("score", "bags_taken", "sets") for d in range(sides)]
    return ["winner", "hands", "lead_changes", "capped", *by_side]


def _hand_columns(table: pa.Table, players: int, sides: int, traits: Traits) -> Measures:
    """The columns as arrays: nulls as 0, with ``called``, ``contracted`` and ``tried`` where there is a value."""
    table = table.select(_hand_column_names(players, sides, traits)).unify_dictionaries().combine_chunks()
    columns: Measures = {}
    for name in table.column_names:
        columns[name] = _kinds(table[name]) if name.startswith("call_") else _values(table[name])
    columns |= {f"called_{s}": _is_known(table[f"bid_{s}"]) for s in range(players)}
    columns |= {f"contracted_{d}": _is_known(table[f"contract_{d}"]) for d in range(sides)}
    columns |= {f"tried_{d}": _is_known(table[f"made_{d}"]) for d in range(sides)}
    return columns


def _hand_measures(columns: Measures, players: int, sides: int, traits: Traits) -> Measures:
    """Measures of each hand by name: booleans where they are 0 or 1."""
    dealer = columns["dealer"]
    bid_hands = np.logical_and.reduce([columns[f"contracted_{d}"] for d in range(sides)])
    bid_sum = np.add.reduce([columns[f"contract_{d}"] for d in range(sides)], dtype=np.int16) * bid_hands
    measures: Measures = {
        **columns,
        "hands": np.ones(len(dealer), dtype=np.bool_),
        "bid_sum": bid_sum,
        "bid_sum_square": bid_sum * bid_sum,
        "bid_hands": bid_hands,
        **_from_dealer("bid", "bid_at", columns, dealer, players),
        **_from_dealer("called", "called_at", columns, dealer, players),
        **_from_dealer("tricks", "tricks_at", columns, dealer, players),
        **_from_dealer("points", "points_of", columns, dealer % sides, sides),
        **_nil_measures(columns, players, sides, traits),
    }
    for special in traits.special:
        for d in range(sides):
            measures |= _special_measures(special, columns, d, range(d, players, sides))
    if traits.dummy:
        measures |= _dummy_measures(columns, players, traits)
    return measures


def _nil_measures(columns: Measures, players: int, sides: int, traits: Traits) -> Measures:
    """Nils called and made, blind or not. A nil is made by a seat that takes no trick, and under
    ``nils_fail_together`` only if the partner's is not lost.
    """
    measures: Measures = {}
    none = [columns[f"tricks_{s}"] == 0 for s in range(players)]
    called = {
        name: [columns[f"call_{s}"] == kind for s in range(players)]
        for name, kind in (("nil", NIL), ("blind_nil", BLIND_NIL))
    }
    kept = none
    if traits.nils_fail_together:
        lost = [(called["nil"][s] | called["blind_nil"][s]) & ~none[s] for s in range(players)]
        of_side = [np.logical_or.reduce(lost[d::sides]) for d in range(sides)]
        kept = [none[s] & ~of_side[s % sides] for s in range(players)]
    for name, calls in called.items():
        made = [calls[s] & kept[s] for s in range(players)]
        measures |= {f"{name}_at_seat_{s}": calls[s] for s in range(players)}
        measures |= {f"{name}s_{d}": np.add.reduce(calls[d::sides], dtype=np.int8) for d in range(sides)}
        measures |= {f"{name}s_made_{d}": np.add.reduce(made[d::sides], dtype=np.int8) for d in range(sides)}
    return measures


def _special_measures(special: Special, columns: Measures, side: int, seats: Sequence[int]) -> Measures:
    """How often a side undertook a special contract, called or automatic, and how often it made it."""
    kinds = [columns[f"call_{s}"] for s in seats]
    calls = np.logical_or.reduce([kind == KINDS[special.kind] for kind in kinds])
    if special.automatic:
        is_plain = np.logical_and.reduce([np.isin(kind, PLAIN_KINDS) for kind in kinds])
        calls = calls | (is_plain & columns[f"contracted_{side}"] & (columns[f"contract_{side}"] == special.automatic))
    made = columns[f"made_{side}"]
    if KINDS[special.kind] == DOUBLE_NIL:
        made = np.add.reduce([columns[f"tricks_{s}"] for s in seats]) == 0
    return {f"{special.key}_calls_{side}": calls, f"{special.key}_made_{side}": calls & made}


def _dummy_measures(columns: Measures, players: int, traits: Traits) -> Measures:
    """Who plays with the dummy, and what comes of the contracts of declarers and defenders."""
    assert traits.dummy is not None
    bids, called = ([columns[f"{name}_{s}"] for s in range(players)] for name in ("bid", "called"))
    roles = declarers(bids, called, columns["dealer"], traits.dummy, traits.dealer_bids_first)
    measures: Measures = {}
    for s, declares in enumerate(roles):
        measures[f"declares_{s}"] = declares
        for role, is_it in zip(ROLES, (declares, ~declares), strict=True):
            tried = is_it & columns[f"tried_{s}"]
            measures |= {f"tried_as_{role}_{s}": tried, f"made_as_{role}_{s}": tried & columns[f"made_{s}"]}
    return measures


def _game_columns(table: pa.Table, sides: int) -> Measures:
    table = table.combine_chunks()
    columns: Measures = {name: _values(table[name]) for name in _game_column_names(sides)}
    columns["draw"] = ~_is_known(table["winner"])
    return columns


def _game_measures(columns: Measures, sides: int) -> Measures:
    winner, draw = columns["winner"], columns["draw"]
    best = np.sort(np.stack([columns[f"score_{d}"] for d in range(sides)]), axis=0)
    wins: Measures = {f"win_{d}": (winner == d) & ~draw for d in range(sides)}
    return {**columns, **wins, "games": np.ones(len(winner), dtype=np.bool_), "margin": best[-1] - best[-2]}


def _from_dealer(name: str, turned: str, columns: Measures, dealer: Array, count: int) -> Measures:
    """Columns by seat (or side) turned so that 0 is the one left of the dealer and the last one the dealer's own."""
    rows = [columns[f"{name}_{k}"] for k in range(count)]
    chosen = [-(dealer == d).astype(np.int8) for d in range(count)]  # all bits set where the dealer is d
    is_flag = rows[0].dtype == np.bool_
    if is_flag:
        rows = [row.view(np.int8) for row in rows]
    measures: Measures = {}
    for k in range(count):
        row = functools.reduce(np.bitwise_or, (rows[(d + 1 + k) % count] & chosen[d] for d in range(count)))
        measures[f"{turned}_{k}"] = row.view(np.bool_) if is_flag else row
    return measures


# --- from measures to sums -------------------------------------------------------------------------------------------


def _starts(game: Array) -> Array:
    """The first row of each game."""
    return np.concatenate([[0], np.flatnonzero(game[1:] != game[:-1]) + 1])


def _slices(columns: Measures, n: int, starts: Array | None) -> Iterator[tuple[Measures, Array | None]]:
    """Slices of whole clusters of about SLICE rows, with the clusters' first rows in the slice."""
    if starts is None:
        for low in range(0, n, SLICE):
            yield {name: array[..., low : low + SLICE] for name, array in columns.items()}, None
        return
    bounds = np.append(starts, n)
    first = 0
    while first < len(starts):
        last = max(first + 1, int(np.searchsorted(bounds, bounds[first] + SLICE, side="right")) - 1)
        low, high = bounds[first], bounds[last]
        yield {name: array[..., low:high] for name, array in columns.items()}, starts[first:last] - low
        first = last


class _Accumulator:
    """Sums over clusters of numerators, denominators and their products, slice by slice."""

    def __init__(self, pairs: Sequence[Pair], crosses: Sequence[Pair]) -> None:
        self.names = list(dict.fromkeys(name for pair in pairs for name in pair))
        needed = [product for x, n in pairs for product in ((x, x), (x, n), (n, n))]
        self.products = list(dict.fromkeys([*needed, *crosses]))
        self.nested = {*pairs, *((name, name) for name in self.names)}
        self.clusters = 0
        self.totals = [0] * (len(self.names) + len(self.products))
        self.buffer = np.empty((len(self.names), 0))

    def add(self, measures: Measures, starts: Array | None) -> None:
        """Add the clusters that begin at ``starts``; the rows where it is None."""
        n = len(measures[self.names[0]])
        # where a cluster is a row, products with a flag need no work: a numerator is 0 wherever its denominator is
        flags = {name for name in self.names if starts is None and measures[name].dtype == np.bool_}
        numbers = [name for name in self.names if name not in flags]
        if self.buffer.shape[1] < n:
            self.buffer = np.empty((len(self.names), n))
        matrix = self.buffer[: len(numbers), :n]
        for row, name in zip(matrix, numbers, strict=True):
            row[:] = measures[name]
        if starts is not None:
            matrix = np.add.reduceat(matrix, starts, axis=1)
        rows = dict(zip(numbers, matrix, strict=True))
        sums = dict(zip(numbers, matrix.sum(axis=1).tolist(), strict=True))
        sums |= {name: np.count_nonzero(measures[name]) for name in flags}
        values = [sums[name] for name in self.names]
        for a, b in self.products:
            if b not in flags:
                values.append(rows[a].dot(rows[b]))
            elif (a, b) in self.nested:
                values.append(sums[a])
            else:
                values.append(np.count_nonzero(measures[a] & measures[b]))
        self.totals = [total + int(value) for total, value in zip(self.totals, values, strict=True)]
        self.clusters += matrix.shape[1]

    def sums(self) -> Sums:
        keys = [*self.names, *(f"{a}*{b}" for a, b in self.products)]
        return Sums(self.clusters, dict(zip(keys, self.totals, strict=True)))


# --- Arrow and JSON --------------------------------------------------------------------------------------------------

_NO_ROWS = pa.table({})


def _values(column: pa.ChunkedArray) -> Array:
    """A numeric or boolean column as an array, nulls as 0."""
    if column.null_count:
        column = column.fill_null(False if pa.types.is_boolean(column.type) else 0)
    return np.asarray(column.chunk(0).to_numpy(zero_copy_only=False))


def _is_known(column: pa.ChunkedArray) -> Array:
    return (
        np.asarray(column.chunk(0).is_valid().to_numpy(zero_copy_only=False))
        if column.null_count
        else np.ones(len(column), dtype=np.bool_)
    )


def _kinds(column: pa.ChunkedArray) -> Array:
    """A column of calls as small numbers (``KINDS``); 0 where there is none."""
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    chunk = column.combine_chunks()
    kinds = [KINDS.get(word, 0) for word in chunk.dictionary.to_pylist()]
    indices = chunk.indices.fill_null(len(kinds)) if chunk.null_count else chunk.indices
    return np.asarray(np.array([*kinds, 0], dtype=np.int8)[indices.to_numpy()])


def _sums_to_json(sums: Sums) -> dict[str, Any]:
    return {"clusters": sums.clusters, "sums": dict(sums.values)}


def _sums_from_json(document: Mapping[str, Any]) -> Sums:
    return Sums(int(document["clusters"]), {str(key): int(value) for key, value in document["sums"].items()})
