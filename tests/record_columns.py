"""Columns as the engine delivers them, made up with numpy alone but with the spread of real play under std4."""

from __future__ import annotations

import numpy as np

NIL = 1 << 5


def engine_columns(n, *, mode="hands", features=False, cards=False, seed=1):
    """n hands of four players. Deals are real; bids follow the cards; tricks follow the bids, with noise."""
    random = np.random.default_rng(seed)
    order = np.argsort(random.random((n, 52), dtype=np.float32), axis=1)
    owner = np.empty((n, 52), np.int8)
    owner[np.arange(n)[:, None], order] = np.repeat(np.arange(4, dtype=np.int8), 13)
    held = [(owner == seat).reshape(n, 13, 4) for seat in range(4)]  # rank, suit in C D H S
    of_holdings = np.concatenate([_features(holding) for holding in held]).astype(np.int8)
    spades, _, aces, kings, queens, *_ = of_holdings.reshape(4, 8, n).swapaxes(0, 1)
    worth = aces + 0.6 * kings + 0.25 * queens + 0.8 * np.maximum(spades - 3, 0)
    worth *= 11 / worth.sum(0).mean()
    nil = worth < 1
    nil[2:] &= ~nil[:2]
    bid = np.where(nil, 0, np.clip(np.rint(worth), 1, 9)).astype(np.int8)
    share = np.where(nil, 0.2, worth + 0.4 + random.normal(0, 0.9, worth.shape)).clip(0.05, None)
    tricks = _thirteen(share)

    def side(values):
        return np.stack([values[0] + values[2], values[1] + values[3]])

    contract = side(bid)
    of_nils = side(np.where(nil, np.where(tricks == 0, 100, -100), 0))
    over = side(np.where(nil, 0, tricks)) - contract
    made = over >= 0
    bags = np.where(made, over, 0) + side(np.where(nil, tricks, 0))
    points = np.where(made, 10, -10) * contract + of_nils + bags
    hand = np.arange(n)
    if mode == "hands":
        game, first = hand, hand
        hand_in_game = np.full(n, 2)
        penalty = np.zeros_like(points)
        score, bags_total = points, bags
    else:
        ends = np.cumsum(random.integers(6, 16, n))
        game = np.searchsorted(ends, hand, side="right")
        first = np.concatenate([[0], ends])[game]
        hand_in_game = hand - first + 1
        taken = np.cumsum(bags, axis=1) - np.where(first > 0, np.cumsum(bags, axis=1)[:, first - 1], 0)
        penalty = 100 * (taken // 10 - (taken - bags) // 10)
        points = points - penalty
        bags_total = taken % 10
        score = np.cumsum(points, axis=1) - np.where(first > 0, np.cumsum(points, axis=1)[:, first - 1], 0)
    columns = {
        "game": game.astype(np.int64),
        "hand_in_game": hand_in_game.astype(np.int16),
        "dealer": ((3 + hand - (first if mode == "games" else 0)) % 4).astype(np.int8),
        "call": np.where(nil, NIL, bid).astype(np.int8),
        "tricks": tricks,
        "contract": contract.astype(np.int8),
        "made": np.where(contract == 0, -1, made).astype(np.int8),
        "points": points.astype(np.int16),
        "bags": bags.astype(np.int8),
        "penalty": penalty.astype(np.int16),
        "score": score.astype(np.int32),
        "bags_total": bags_total.astype(np.int16),
    }
    if features:
        columns["features"] = of_holdings
    if cards:
        bits = np.int64(1) << np.arange(52, dtype=np.int64)
        columns["cards"] = np.stack([(holding.reshape(n, 52) * bits).sum(axis=1) for holding in held])
    return columns


def game_columns(n, *, seed=1):
    random = np.random.default_rng(seed)
    by_side = {
        name: random.integers(0, high, (2, n)).astype(np.int16)
        for name, high in (("bags_taken", 30), ("penalties", 4), ("sets", 6), ("nils", 5), ("nils_made", 4))
    }
    return {
        "game": np.arange(n, dtype=np.int64),
        "winner": random.integers(-1, 2, n).astype(np.int8),
        "hands": random.integers(6, 16, n).astype(np.int16),
        "score": random.integers(-300, 600, (2, n)).astype(np.int32),
        "lead_changes": random.integers(0, 8, n).astype(np.int16),
        "capped": random.random(n) < 0.1,
        **by_side,
    }


def rows(columns, start, stop):
    """The same columns for some of the rows."""
    return {name: np.ascontiguousarray(values[..., start:stop]) for name, values in columns.items()}


def _features(holding):
    lengths = holding.sum(axis=1)
    spades = holding[:, :, 3]
    top = np.where(spades.any(axis=1), 14 - np.argmax(spades[:, ::-1], axis=1), 0)
    aces, kings, queens = (holding[:, rank].sum(axis=1) for rank in (12, 11, 10))
    voids, singletons = ((lengths == length).sum(axis=1) for length in (0, 1))
    return np.stack([lengths[:, 3], top, aces, kings, queens, voids, singletons, lengths[:, :3].max(axis=1)])


def _thirteen(share):
    """Whole numbers that sum to 13 in each column, near the shares: largest remainders."""
    share = share * 13 / share.sum(axis=0)
    whole = np.floor(share)
    rank = np.argsort(np.argsort(whole - share, axis=0), axis=0)
    return (whole + (rank < 13 - whole.sum(axis=0))).astype(np.int8)
