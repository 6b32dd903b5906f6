"""The rows of a chunk as SQL relations, one row for each seat, side, hand, game, or side of a game.

The columns have no seat or side in their names, so that a question is asked once for all of them. DuckDB reads only the
columns that a question takes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from simspades.analysis.facts import Facts
from simspades.records.columns import CALLS, FEATURES

NUMBER, NIL, BLIND_NIL = (CALLS.index(call) for call in ("number", "nil", "blind-nil"))

#: Ways in which a game ends, as the column ``ending`` numbers them.
ENDINGS = (
    "a side reached the target",
    "a side fell to the lower limit",
    "stopped by a limit of hands",
    "a draw",
    "won or lost outright",
)


def views(facts: Facts, present: Collection[str]) -> dict[str, str]:
    """The SELECT of each relation over the tables ``hand_rows``, whose columns are given, and ``game_rows``."""
    relations = {"seats": seats(facts, present), "sides": sides(facts), "hands": hands(facts)}
    if facts.by_game:
        relations |= {"games": games(facts), "game_sides": game_sides(facts)}
    return relations


def seats(facts: Facts, present: Collection[str]) -> str:
    """A row for each seat of each hand.

    ``position`` is 1 for the seat on the dealer's left and the last for the dealer; ``partner_bid`` is null without a
    partner; ``plain`` says that every seat of the side called a number; ``low_side`` counts cards of rank 2 to 6 in
    the suits other than spades.
    """
    return " UNION ALL ".join(_seat(facts, seat, present) for seat in range(facts.players))


def sides(facts: Facts) -> str:
    """A row for each side of each hand.

    ``place`` is 1 for the side of the seat on the dealer's left and the last for the dealer's side; ``margin`` the
    side's tricks beyond its contract, ``other_margin`` the least of the other sides'; ``other_bags`` the most bags of
    another side before the hand.
    """
    return " UNION ALL ".join(_side(facts, side) for side in range(facts.sides))


def hands(facts: Facts) -> str:
    """A row a hand: ``total`` of the contracts (null where one is), bags and sets of all sides."""
    every = range(facts.sides)
    total = " + ".join(f"contract_{d}::SMALLINT" for d in every)
    bags = " + ".join(f"bags_{d}::SMALLINT" for d in every)
    sets = " + ".join(f"coalesce(NOT made_{d}, false)::TINYINT" for d in every)
    return f"SELECT c, hand_in_game, {total} AS total, {bags} AS bags, {sets} AS sets FROM hand_rows"


def games(facts: Facts) -> str:
    """A row a game; ``ending`` is a place in :data:`ENDINGS`, ``margin`` the best score minus the next."""
    scores = [f"score_{d}" for d in range(facts.sides)]
    ordered = f"list_sort([{', '.join(scores)}], 'DESC')"
    added = {
        name: " + ".join(f"{column}_{d}::INTEGER" for d in range(facts.sides))
        for name, column in (("bags", "bags_taken"), ("penalties", "penalties"), ("sets", "sets"), ("nils", "nils"))
    }
    sums = ", ".join(f"{expression} AS {name}" for name, expression in added.items())
    return (
        f"SELECT c, hands, lead_changes, capped, winner IS NULL AS drawn, {ordered}[1] - {ordered}[2] AS margin, "
        f"{_ending(facts)} AS ending, {sums} FROM game_rows"
    )


def game_sides(facts: Facts) -> str:
    """A row for each side of each game; ``behind`` is how far it was behind at worst, before the end."""
    return " UNION ALL ".join(
        f"SELECT c, {_team(facts, d)} AS team, {d}::TINYINT AS side, "
        # the first dealer sits at the last seat
        f"{(d - (facts.players - 1) - 1) % facts.sides + 1}::TINYINT AS place, "
        f"coalesce(winner = {d}, false) AS won, score_{d} AS score, bags_taken_{d} AS bags, "
        f"penalties_{d} AS penalties, sets_{d} AS sets, nils_{d} AS nils, nils_made_{d} AS nils_made, "
        f"behind_{d} AS behind FROM game_rows"
        for d in range(facts.sides)
    )


def _seat(facts: Facts, s: int, present: Collection[str]) -> str:
    d = s % facts.sides
    partners = [p for p in facts.seats_of(d) if p != s]
    others = [p for p in range(facts.players) if p % facts.sides != d]
    columns = {
        "c": "c",
        "seat": f"{s}::TINYINT",
        "position": f"(({s + facts.players - 1}::TINYINT - dealer) % {facts.players}::TINYINT + 1::TINYINT)",
        "strategy": _by_lineup(facts, [facts.strategy_at(k, s) for k in range(len(facts.lineups))]),
        "lineup": "lineup",
        "dealer": "dealer",
        "hand_in_game": "hand_in_game",
        "kind": f"kind_{s}",
        "bid": f"bid_{s}",
        "tricks": f"tricks_{s}",
        "partner_bid": _added([f"coalesce(bid_{p}, 0)" for p in partners]) if partners else "NULL::TINYINT",
        "other_bids": _added([f"coalesce(bid_{p}, 0)" for p in others]),
        "plain": " AND ".join(f"kind_{p} = {NUMBER}" for p in facts.seats_of(d)),
        "side": f"{d}::TINYINT",
        "contract": f"contract_{d}",
        "side_tricks": f"side_tricks_{d}",
        "made": f"made_{d}",
        "points": f"points_{d}",
        "bags": f"bags_{d}",
        "penalty": f"penalty_{d}",
        "bags_before": f"bags_before_{d}",
        "situation": f"lead_{d}",
        "own": f"own_{d}",
        "other": f"other_{d}",
    }
    optional = {name: f"{name}_{s}" for name in (*FEATURES, "nil_broken_trick", "nil_broken_by")}
    columns |= {name: column for name, column in optional.items() if column in present}
    if f"cards_{s}" in present:
        columns["low_side"] = f"bit_count(cards_{s} & {low_side_mask(facts)})::TINYINT"
    return _select(columns)


def _side(facts: Facts, d: int) -> str:
    others = [e for e in range(facts.sides) if e != d]
    columns = {
        "c": "c",
        "side": f"{d}::TINYINT",
        "team": _team(facts, d),
        "lineup": "lineup",
        "dealer": "dealer",
        "hand_in_game": "hand_in_game",
        "place": f"(({d}::TINYINT - dealer % {facts.sides}::TINYINT + {facts.sides - 1}::TINYINT)"
        f" % {facts.sides}::TINYINT + 1::TINYINT)",
        "contract": f"contract_{d}",
        "side_tricks": f"side_tricks_{d}",
        "margin": f"side_tricks_{d} - contract_{d}",
        "other_margin": f"least({', '.join(f'side_tricks_{e} - contract_{e}' for e in others)})",
        "made": f"made_{d}",
        "points": f"points_{d}",
        "bags": f"bags_{d}",
        "penalty": f"penalty_{d}",
        "bags_before": f"bags_before_{d}",
        "other_bags": f"greatest({', '.join(f'bags_before_{e}' for e in others)})",
        "situation": f"lead_{d}",
        "own": f"own_{d}",
        "other": f"other_{d}",
    }
    if facts.by_game:
        columns |= {"won": f"winner = {d}", "future": f"future_{d}"}
    return _select(columns)


def _ending(facts: Facts) -> str:
    end = facts.rules.end
    every = range(facts.sides)
    reached = " OR ".join(f"score_{d} - (winner = {d})::INTEGER * {end.win_bonus} >= {end.target}" for d in every)
    fell = " OR ".join(f"score_{d} <= {end.lose_at}" for d in every) if end.lose_at is not None else "false"
    return (
        f"CASE WHEN capped THEN 2 WHEN winner IS NULL THEN 3 WHEN {reached} THEN 0 WHEN {fell} THEN 1 ELSE 4 END"
        "::TINYINT"
    )


def low_side_mask(facts: Facts) -> int:
    """The cards of rank 2 to 6 in the suits other than spades, in the layout of :mod:`simspades.cards`."""
    deck = facts.rules.deck
    clubs, diamonds, hearts, _ = deck.suit_masks
    return (clubs | diamonds | hearts) & ((1 << 4 * 5) - 1)


def _team(facts: Facts, side: int) -> str:
    return _by_lineup(facts, [facts.team_at(k, side) for k in range(len(facts.lineups))])


def _by_lineup(facts: Facts, values: Sequence[int]) -> str:
    if len(set(values)) == 1:
        return f"{values[0]}::TINYINT"
    cases = " ".join(f"WHEN {lineup} THEN {value}" for lineup, value in enumerate(values))
    return f"(CASE lineup {cases} END)::TINYINT"


def _added(terms: Sequence[str]) -> str:
    return f"({' + '.join(terms)})::TINYINT"


def _select(columns: dict[str, str]) -> str:
    return f"SELECT {', '.join(f'{value} AS {name}' for name, value in columns.items())} FROM hand_rows"
