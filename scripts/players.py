"""Write ``docs/players.md``: the named players, expert's figures beside those of programs, what parts are worth.

The same versions give the same page.
"""

from __future__ import annotations

import argparse
import inspect
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import simspades
from simspades.strategies.library import LIBRARY
from simspades.strategies.parts import counts, nils
from simspades.strategies.parts.suits import JACK, TRICK
from simspades.strategies.views import BidView

SEED = 20260402
HANDS = 400_000
GAMES = 20_000
HOLDINGS = 20_000
COMMAND = "./scripts/players"

#: What FIGURES.md supports, and where it comes from.
RANGES = {
    "bids": ("sum of the four contracts", "10.5 to 11", "10.55 of a learned bidder; eleven by Joe Andrews"),
    "nils": ("nils called, % of bids", "2 to 6", "3.2 of CardsWithCats' players"),
    "made": ("nils made, %", "75 to 85", "78.9, 80.4, 79.6 of three programs"),
    "failed": ("contracts failed, %", "5 to 12", "5.75 and 12 of two programs"),
}

COUNTERS = (
    counts.sharkfeeder_count,
    counts.danongames_count,
    counts.narkive_count,
    counts.rulesofspades_count,
    counts.dachimpy_count,
    counts.goldtoken_count,
    counts.bis_count,
    counts.tricksterbots_count,
    counts.cardswithcats_count,
    counts.justice_count,
    counts.fitted_count,
)
NIL_TESTS: dict[str, Callable[[Any], bool]] = {
    "playspades_nil": nils.playspades_nil,
    "dachimpy_nil": nils.dachimpy_nil,
    "dachimpy_vulnerable_nil": nils.dachimpy_vulnerable_nil,
    "andrews_nil": nils.andrews_nil,
    "cardswithcats_nil": lambda view: nils.cardswithcats_nil(view, JACK),
    "tricksterbots_nil": lambda view: nils.tricksterbots_nil(view, counts.tricksterbots_count(view), 0),
    "danongames_nil": nils.danongames_nil,
}


def line(cells: list[str]) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |"


def heading(cells: list[str]) -> list[str]:
    """The first two rows of a table."""
    return [line(cells), line(["---"] * len(cells))]


def paragraph(text: str) -> list[str]:
    """Text in lines."""
    return [*textwrap.wrap(" ".join(text.split()), 120, break_long_words=False, break_on_hyphens=False), ""]


def figure(value: float, error: float, digits: int) -> str:
    """A figure with its standard error."""
    return f"{value:.{digits}f} ± {error:.{digits}f}"


# ---- figures of players ----------------------------------------------------------------------------------------------


def share(truths: np.ndarray[Any, Any]) -> tuple[float, float]:
    """A share in per cent and its standard error."""
    p = truths.mean()
    return 100 * p, 100 * np.sqrt(p * (1 - p) / len(truths))


def self_play(player: str, **mode: int) -> dict[str, tuple[float, float]]:
    """A player's figures at all seats; the hands of a game are taken as if they were independent."""
    frame = simspades.simulate(strategy=player, seed=SEED, features=False, **mode)  # type: ignore[arg-type]
    total = frame["contract_0"] + frame["contract_1"]
    calls = np.concatenate([frame[f"call_{seat}"].astype(str) for seat in range(4)])
    tricks = np.concatenate([frame[f"tricks_{seat}"] for seat in range(4)])
    made = np.concatenate([frame[f"made_{side}"].dropna().to_numpy(bool) for side in range(2)])
    nil, blind = calls == "nil", calls == "blind-nil"
    figures = {
        "bids": (float(total.mean()), float(total.std() / np.sqrt(len(total)))),
        "nils": share(nil),
        "failed": share(~made),
        "bags": _mean(np.concatenate([frame["bags_0"], frame["bags_1"]]).astype(float)),
        "points": _mean(np.concatenate([frame["points_0"], frame["points_1"]]).astype(float)),
        "blind": share(blind),
    }
    if nil.any():
        figures["made"] = share(tricks[nil] == 0)
    if blind.any():
        figures["blind_made"] = share(tricks[blind] == 0)
    return figures


def _mean(values: np.ndarray[Any, Any]) -> tuple[float, float]:
    return float(values.mean()), float(values.std() / np.sqrt(len(values)))


def match(a: str, b: str) -> tuple[float, float]:
    """Games that ``a`` wins against ``b``, in per cent, sides exchanged on the same deals."""
    won = []
    for side, seating in enumerate(([a, b], [b, a])):
        table = simspades.simulate_games(games=GAMES, strategy=seating, seed=SEED, features=False).games
        winner = table["winner"].to_numpy(float, na_value=np.nan)
        won.append(np.where(np.isnan(winner), 0.5, winner == side))
    pairs = 100 * np.mean(won, axis=0)
    return float(pairs.mean()), float(pairs.std() / np.sqrt(len(pairs)))


# ---- sections --------------------------------------------------------------------------------------------------------


def the_players() -> list[str]:
    """Everybody, from the strongest, with what he does."""
    rows = [line([f"`{name}`", player.doc]) for name, player in reversed(LIBRARY.items())]
    return [*heading(["player", "what he does"]), *rows, ""]


def soundness() -> list[str]:
    """Expert's figures beside the ranges."""
    hands, games = self_play("expert", hands=HANDS), self_play("expert", games=GAMES)
    rows = [
        line([title, wanted, source, figure(*hands[key], 2), figure(*games[key], 2)])
        for key, (title, wanted, source) in RANGES.items()
    ]
    others = {
        "bags": "bags a hand and side",
        "points": "points a hand and side",
        "blind": "blind nils called, % of bids",
    }
    rows += [line([title, "", "", figure(*hands[key], 2), figure(*games[key], 2)]) for key, title in others.items()]
    rows.append(line(["blind nils made, %", "", "", "none", figure(*games["blind_made"], 2)]))
    return [
        *heading(["figure", "range", "known of programs", f"{HANDS:,} hands at 0:0", f"{GAMES:,} games to 500"]),
        *rows,
        "",
    ]


def everybody() -> list[str]:
    """The same figures of all players."""
    rows = []
    for name in reversed(LIBRARY):
        found = self_play(name, hands=HANDS // 4)
        keys = (("bids", 2), ("nils", 2), ("made", 1), ("failed", 1), ("bags", 2), ("points", 1))
        rows.append(line([f"`{name}`", *(figure(*found[key], digits) if key in found else "" for key, digits in keys)]))
    titles = ["player", "sum of contracts", "nils, % of bids", "nils made, %", "failed, %", "bags", "points"]
    return [*heading(titles), *rows, ""]


def nil_study() -> list[str]:
    """What the frequency of nils is worth to expert."""
    rows = []
    for caution in (300, 160, LIBRARY["expert"].parameters["caution"], 110, 80, 50, 0, -80):
        spec = f"expert(caution={caution})"
        found = self_play(spec, games=GAMES // 4)
        own = caution == LIBRARY["expert"].parameters["caution"]
        against = "50 (itself)" if own else figure(*match(spec, "expert"), 2)
        made = figure(*found["made"], 1) if "made" in found else ""
        rows.append(line([f"{caution}", figure(*found["nils"], 2), made, against, figure(*match(spec, "steady"), 2)]))
    titles = ["`caution`", "nils, % of bids", "made, %", "games won against `expert`, %", "against `steady`, %"]
    return [*heading(titles), *rows, ""]


def bid_view(hand: int) -> BidView:
    """The view of the first to call in std4 at 0:0."""
    suits = [sum(1 << (4 * rank + suit) for rank in range(13)) for suit in range(4)]
    known = {
        "hand": hand, "legal": (2 << 13) - 2, "may_nil": True, "clubs": suits[0], "diamonds": suits[1],
        "hearts": suits[2], "spades": suits[3], "target": 500, "hand_in_game": 2, "n_tricks": 13, "nil_value": 100,
        "blind_nil_value": 200, "bag_points": 1, "bag_penalty": 100, "bag_threshold": 10, "players": 4,
        "has_partner": True,
    }  # fmt: skip
    return BidView(**{field: known.get(field, 0) for field in BidView._fields})  # type: ignore[arg-type]


def parts() -> tuple[list[str], list[str]]:
    """Counters beside the tricks that ``expert`` won with the same holdings; nil tests by how many holdings pass."""
    frame = simspades.simulate(
        hands=HOLDINGS, strategy="expert(caution=10000)", seed=SEED, holdings=True, features=False
    )
    seat = frame["hand"].to_numpy() % 4
    hands, tricks = _of_seat(frame, "cards", seat), _of_seat(frame, "tricks", seat)
    views = [bid_view(int(hand)) for hand in hands]
    rows = []
    for counter in COUNTERS:
        error = np.array([counter(view) for view in views]) / TRICK - tricks
        spread = (float(error.std()), float(error.std() / np.sqrt(2 * len(error))))
        rows.append(line([f"`{counter.__name__}`", figure(*_mean(error), 2), figure(*spread, 2), _source(counter)]))
    table = [*heading(["counter", "count less tricks", "standard deviation of it", "what it counts"]), *rows, ""]
    passes = [
        line(
            [
                f"`{name}`",
                figure(*share(np.array([bool(test(view)) for view in views])), 2),
                _source(getattr(nils, name)),
            ]
        )
        for name, test in NIL_TESTS.items()
    ]
    return table, [*heading(["nil test", "holdings that pass, %", "what it asks"]), *passes, ""]


def _of_seat(frame: pd.DataFrame, column: str, seat: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    every = np.stack([frame[f"{column}_{k}"].to_numpy() for k in range(4)])
    return np.asarray(every[seat, np.arange(len(seat))])


def _source(function: Callable[..., Any]) -> str:
    """The first sentence or two of a docstring, on one line."""
    return " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split()).split(" Source:")[0]


def page() -> str:
    """The whole page."""
    counters, nil_tests = parts()
    caution = LIBRARY["expert"].parameters["caution"]
    lines = [
        "# The players",
        "",
        *paragraph(
            f"""Written by `{COMMAND}`; every figure is of `std4` with its standard error, on seed {SEED}. Who beats
            whom is in [results/ladder](../results/ladder/README.md). How to write one's own:
            [guide.md](guide.md)."""
        ),
        *the_players(),
        "## What they are made of",
        "",
        *paragraph(
            """`simspades.strategies.parts` holds small named functions: trick counters (`counts`), nil tests (`nils`),
            forced bids (`forced`), rules of score and seat and of blind nils (`standing`), what a side
            wants (`modes`, `bags`), cards to play (`leads`, `follows`, `covers`, `attacks`), and cards
            to give for a nil (`exchanges`). Those that come from a published heuristic carry its name
            and say so in their docstring. A player is a choice of them:"""
        ),
        "```python",
        "from simspades import NIL, Strategy",
        "from simspades.strategies.library.basic import play",
        "from simspades.strategies.parts.counts import bis_count",
        "from simspades.strategies.parts.nils import cardswithcats_nil",
        "from simspades.strategies.parts.standing import bmck_pull, dummies_fourth_seat, legal_number, rounded",
        "from simspades.strategies.parts.suits import JACK",
        "",
        "",
        "def bid(v):",
        "    number = rounded(bmck_pull(v, bis_count(v)), v.p.lean)",
        "    nil = v.may_nil and cardswithcats_nil(v, JACK) and not v.partner_nil",
        "    return NIL if nil else legal_number(v, max(1, dummies_fourth_seat(v, number)))",
        "",
        "",
        'bis = Strategy(bid=bid, play=play, parameters={"lean": -300}, doc="The count of BIS, played as basic plays.")',
        "```",
        "",
        *paragraph(
            """Exchanges of cards are the defaults (`simspades.strategies.defaults`) for all of them. `careless`,
            `hoarder`, `gambler`, `straight` and `setter` are `expert` with other numbers, so they
            compile nothing of their own, and what a habit costs can be read off the ladder."""
        ),
        "## Is expert sound?",
        "",
        *soundness(),
        *paragraph(
            """In games a blind nil stands in place of a number, which is 2.7 on average, so that the 3 % of them take a
            third of a trick off the sum of the contracts."""
        ),
        *paragraph(
            """In single hands at 0:0 a bag costs nothing, since no hand reaches ten of them: players who take every
            trick (`careless`, `setter`) look a little better there than `expert` does. The game
            decides; in games they lose."""
        ),
        "## The same figures of everybody",
        "",
        f"{HANDS // 4:,} hands at 0:0, all seats alike.",
        "",
        *everybody(),
        "## How often to call nil",
        "",
        *paragraph(
            f"""`expert` calls nil from a safety of {caution} on, which keeps it where programs and their authors are (2
            to 6 % of bids, about four in five made). Against the players of this library that is too
            careful: they lead and duck for the set as the sources say, and a nil of three chances in
            four is still worth more than the small bid that it replaces. The table shows what another
            `caution` wins. It is a parameter, so take `expert(caution=80)` where the strongest player
            matters more than the most usual one. Beyond that it turns: `gambler` calls a third of its
            holdings nil."""
        ),
        *nil_study(),
        "## The counters",
        "",
        *paragraph(
            f"""Of {HOLDINGS:,} holdings: each count less the tricks that `expert` won with them (without nils), and how
            widely that spreads. A count that is to hold as a contract should lie below the tricks."""
        ),
        *counters,
        "## The nil tests",
        "",
        *nil_tests,
    ]
    return "\n".join(lines).rstrip() + "\n"


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, default=Path("docs/players.md"))
    parser.parse_args().out.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
