"""Games that the referee let random players play, in the columns of the engine and as run directories."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from random_play import RandomHand, random_game_of

from simspades.engine import ENGINE_VERSION
from simspades.records.columns import CALL_NUMBER_BITS, CALLS
from simspades.records.layout import layout_of
from simspades.records.manifest import Manifest, RulesRecord, StrategyRecord, plan_parts, save_manifest
from simspades.records.schema import games_schema, hands_schema
from simspades.records.table import games_table, hands_table
from simspades.records.writer import write_part
from simspades.referee import Game, Settlement
from simspades.referee.calls import Call
from simspades.referee.contract import number_of
from simspades.rules import Ruleset

MOST_HANDS = 6


class Played(NamedTuple):
    """A game: its state after the last hand, and each hand with its score."""

    game: Game
    hands: list[tuple[RandomHand, Settlement]]


def random_games(rules: Ruleset, n: int, seed: int) -> list[Played]:
    games = []
    for number in range(n):
        game, hands = random_game_of(rules, random.Random(f"{seed} {number}"), MOST_HANDS)
        games.append(Played(game, [(hand, hand.hand.settle()) for hand in hands]))
    return games


def call_code(call: Call | None, n_tricks: int) -> int:
    if call is None:
        return -1
    return CALLS.index(str(call.kind)) << CALL_NUMBER_BITS | number_of(call, n_tricks)


def _column(rows: list[Any], kind: str) -> np.ndarray:
    """Values by hand; if each hand has several, a row for each of them."""
    return np.ascontiguousarray(np.array(rows, kind).T)


def hand_columns(rules: Ruleset, games: list[Played]) -> dict[str, np.ndarray]:
    """What the engine would give for these games: call codes of 16 bits, rows by seat and by side."""
    hands = [(number, hand, score) for number, played in enumerate(games) for hand, score in played.hands]
    none = {None: -1}
    columns = {
        "game": _column([number for number, _, _ in hands], "i8"),
        "hand_in_game": _column([hand.hand.hand_in_game for _, hand, _ in hands], "i2"),
        "dealer": _column([hand.hand.dealer for _, hand, _ in hands], "i1"),
        "call": _column([[call_code(call, rules.n_tricks) for call in hand.hand.calls] for _, hand, _ in hands], "i2"),
        "tricks": _column([hand.hand.tricks for _, hand, _ in hands], "i1"),
        "score": _column([score.after.score for *_, score in hands], "i4"),
        "bags_total": _column([score.after.bags for *_, score in hands], "i2"),
    }
    for name, kind in (("contract", "i1"), ("made", "i1"), ("points", "i2"), ("bags", "i1"), ("penalty", "i2")):
        values = [[getattr(side, name) for side in score.sides] for *_, score in hands]
        columns[name] = _column([[none.get(value, value) for value in row] for row in values], kind)
    masks = [[rules.deck.masks(holding) for holding in hand.hand.dealt[: rules.players]] for _, hand, _ in hands]
    columns["cards"] = _column([[once for once, _ in row] for row in masks], "i8")
    if rules.deck_options.packs > 1:
        columns["cards2"] = _column([[twice for _, twice in row] for row in masks], "i8")
    return columns


def game_columns(rules: Ruleset, games: list[Played]) -> dict[str, np.ndarray]:
    columns = {
        "game": _column(list(range(len(games))), "i8"),
        "winner": _column([-1 if game.winner is None else game.winner for game, _ in games], "i1"),
        "hands": _column([game.hands for game, _ in games], "i2"),
        "lead_changes": _column([_lead_changes(played) for played in games], "i2"),
        "capped": _column([not game.over for game, _ in games], "?"),
        "score": _column([game.score for game, _ in games], "i4"),
    }
    by_side: dict[str, list[list[int]]] = {
        name: [[0] * rules.n_sides for _ in games] for name in ("bags_taken", "penalties", "sets", "nils", "nils_made")
    }
    for number, played in enumerate(games):
        for hand, score in played.hands:
            for d, side in enumerate(score.sides):
                by_side["bags_taken"][number][d] += side.bags
                by_side["penalties"][number][d] += side.penalty > 0
                by_side["sets"][number][d] += side.made is False
                called, made = nils_of(rules, hand, d)
                by_side["nils"][number][d] += called
                by_side["nils_made"][number][d] += made
    return columns | {name: _column(rows, "i2") for name, rows in by_side.items()}


def nils_of(rules: Ruleset, hand: RandomHand, side: int) -> tuple[int, int]:
    """Nils called by a side, and those that scored (`nil.partner_auto_fail`)."""
    if hand.hand.is_unbid:
        return 0, 0
    seats = [seat for seat in hand.hand.table.members_of(side) if str(hand.hand.calls[seat]) in ("nil", "blind-nil")]
    lost = [seat for seat in seats if hand.hand.tricks[seat]]
    if rules.nil.partner_auto_fail and lost:
        return len(seats), 0
    return len(seats), len(seats) - len(lost)


def _lead_changes(played: Played) -> int:
    changes, leader = 0, None
    for _, score in played.hands:
        best = max(score.after.score)
        leaders = [side for side, points in enumerate(score.after.score) if points == best]
        if len(leaders) == 1 and leaders[0] != leader:
            changes += leader is not None
            leader = leaders[0]
    return changes


def write_run(directory: Path, rules: Ruleset, games: list[Played], names: list[str]) -> None:
    """The run directory of these games, in two parts."""
    layout = layout_of(rules)
    strategies = [StrategyRecord(spec=name, name=name, parameters={}, digest="0") for name in sorted(set(names))]
    manifest = Manifest(
        engine_version=ENGINE_VERSION,
        mode="games",
        n=len(games),
        seed=5,
        players=layout.players,
        sides=layout.sides,
        packs=layout.packs,
        rules=RulesRecord(name=rules.name, options=rules.flat(), digest=rules.digest),
        strategies=strategies,
        lineups=[[sorted(set(names)).index(name) for name in names]],
        max_hands=MOST_HANDS,
        features=False,
        holdings=True,
        part_size=-(-len(games) // 2),
        parts=plan_parts(len(games), -(-len(games) // 2)),
        status="done",
    )
    directory.mkdir()
    for part in manifest.parts:
        of_part = games[part.first : part.first + part.count]
        hands = hands_table(
            hand_columns(rules, of_part),
            mode="games",
            null_calls=layout.null_calls,
            special_calls=layout.special_calls,
        )
        schema = hands_schema(
            layout.players, layout.sides, False, True, layout.packs, layout.null_calls, seats=layout.seats
        )
        metadata = manifest.part_metadata(part, "hands")
        write_part(part.file(directory, "hands"), [hands], schema, metadata)
        metadata = manifest.part_metadata(part, "games")
        rows = games_table(game_columns(rules, of_part))
        write_part(part.file(directory, "games"), [rows], games_schema(layout.sides), metadata)
    save_manifest(directory, manifest)
