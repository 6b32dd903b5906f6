"""Rows and run directories for the tests of the answers."""

import numpy as np
import pyarrow as pa

from simspades.analysis.answers import SUBJECTS, tables
from simspades.analysis.chunks import prepare
from simspades.analysis.facts import Facts
from simspades.analysis.runs import rules_of
from simspades.analysis.table import answers_of
from simspades.analysis.tally import tally_chunk
from simspades.analysis.worth import worth_table
from simspades.engine import ENGINE_VERSION
from simspades.records.columns import FEATURES
from simspades.records.manifest import Manifest, RulesRecord, Situation, StrategyRecord, plan_parts
from simspades.rules import load_rules


def manifest_for(preset, *, mode="games", n=2, strategies=("steady",), lineups=None, **options):
    """What ``run.json`` says of a run of a preset; with no line-ups the strategies sit by side in turn."""
    rules = load_rules(preset, options)
    seats = [rules.side_of(seat) % len(strategies) for seat in range(rules.players)]
    return Manifest(
        engine_version=ENGINE_VERSION,
        mode=mode,
        n=n,
        seed=1,
        players=rules.players,
        sides=rules.n_sides,
        packs=rules.deck_options.packs,
        rules=RulesRecord(name=preset, options=rules.flat(), digest=rules.digest),
        strategies=[StrategyRecord(spec=name, name=name, parameters={}, digest="0") for name in strategies],
        lineups=lineups or [seats],
        situation=None
        if mode == "games"
        else Situation(score=[0] * rules.n_sides, bags=[0] * rules.n_sides, hand_in_game=2),
        max_hands=200 if mode == "games" else None,
        part_size=16384,
        parts=plan_parts(n, 16384),
    )


def facts_for(manifest, hands, label="run", shift=0):
    return Facts(label, manifest, rules_of(manifest), frozenset(hands.column_names), shift, coarse=0)


def answered(manifest, hands, games):
    """Every answer about rows in memory, by id."""
    facts = facts_for(manifest, hands)
    chosen = [table for subject in SUBJECTS for table in tables(subject)]
    able = [table for table in chosen if not table.why_missing(facts)]
    tallies = []
    for table in able:
        tallies += [tally for tally in table.tallies(facts) if tally not in tallies]
    sums = tally_chunk(prepare(hands, games, facts), facts, tallies, {"worth_table": worth_table(facts.rules)})
    return {answer.id: answer for table in chosen for answer in answers_of(table, [(facts, sums)])}


def random_rows(manifest, seed=1, nil=0.1):
    """Hands and games of random calls and tricks, with the columns of a run: right in form, not in play."""
    rng = np.random.default_rng(seed)
    players, sides, n_games = manifest.players, manifest.sides, manifest.n
    lengths = rng.integers(3, 9, n_games) if manifest.mode == "games" else np.ones(n_games, int)
    n = int(lengths.sum())
    game = np.repeat(np.arange(n_games), lengths)
    first = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    hand_in_game = np.arange(n) - np.repeat(first, lengths) + (1 if manifest.mode == "games" else 2)
    hand_size = 17 if players in (3, 6) else 13
    tricks = rng.multinomial(hand_size, [1 / players] * players, n)
    is_nil = rng.random((n, players)) < nil
    bid = np.where(is_nil, 0, rng.integers(1, 6, (n, players)))
    hands = {
        "hand": game * 32768 + hand_in_game - 1,
        "game": game,
        "hand_in_game": hand_in_game.astype(np.int16),
        "dealer": ((players - 1 + hand_in_game - 1) % players).astype(np.int8),
        "lineup": np.zeros(n, np.int8),
    }
    for s in range(players):
        hands[f"call_{s}"] = pa.array(np.where(is_nil[:, s], "nil", "number")).dictionary_encode()
        hands[f"bid_{s}"] = bid[:, s].astype(np.int8)
        hands[f"tricks_{s}"] = tricks[:, s].astype(np.int8)
        for name in FEATURES:
            hands[f"{name}_{s}"] = rng.integers(0, 5, n).astype(np.int8)
    if rules_of(manifest).game.family == "three_dummy":
        hands[f"tricks_{players}"] = np.zeros(n, np.int8)
    scores, bags_taken = [], []
    for d in range(sides):
        contract = bid[:, d::sides].sum(axis=1)
        over = tricks[:, d::sides].sum(axis=1) - contract
        has_contract = ~is_nil[:, d::sides].all(axis=1)
        points = np.where(over >= 0, 10 * contract + over, -10 * contract)
        bags = np.maximum(over, 0)
        score = np.concatenate([np.cumsum(part) for part in np.split(points, first[1:])])
        total = np.concatenate([np.cumsum(part) % 10 for part in np.split(bags, first[1:])])
        hands[f"contract_{d}"] = contract.astype(np.int8)
        hands[f"made_{d}"] = pa.array(over >= 0, mask=~has_contract)
        hands[f"points_{d}"] = points.astype(np.int16)
        hands[f"bags_{d}"] = bags.astype(np.int8)
        hands[f"penalty_{d}"] = np.where(rng.random(n) < 0.05, 100, 0).astype(np.int16)
        hands[f"score_{d}"] = score.astype(np.int32)
        hands[f"bags_total_{d}"] = total.astype(np.int16)
        scores.append(score[first + lengths - 1])
        bags_taken.append(np.add.reduceat(bags, first))
    if manifest.mode == "hands":
        return pa.table(hands), None
    best = np.argmax(scores, axis=0)
    drawn = np.sum(np.array(scores) == np.max(scores, axis=0), axis=0) > 1
    games = {
        "game": np.arange(n_games),
        "lineup": np.zeros(n_games, np.int8),
        "winner": pa.array(best.astype(np.int8), mask=drawn),
        "hands": lengths.astype(np.int16),
        "lead_changes": rng.integers(0, 5, n_games).astype(np.int16),
        "capped": rng.random(n_games) < 0.1,
    }
    for d in range(sides):
        games[f"score_{d}"] = scores[d].astype(np.int32)
        games[f"bags_taken_{d}"] = bags_taken[d].astype(np.int16)
        for name in ("penalties", "sets", "nils", "nils_made"):
            games[f"{name}_{d}"] = rng.integers(0, 3, n_games).astype(np.int16)
        games[f"nils_{d}"] = np.maximum(games[f"nils_{d}"], games[f"nils_made_{d}"])
    return pa.table(hands), pa.table(games)
