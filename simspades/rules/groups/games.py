"""The families of games, and what only games with a dummy and games of two have (section A)."""

from __future__ import annotations

from typing import Literal

from simspades.rules.families import FamilyName
from simspades.rules.groups.base import TWO_PLAYERS, WITH_DUMMY, Group, Yes, option


class Game(Group):
    """The game that is played."""

    family: FamilyName = option(
        "partnership4",
        "The game: how many play, who scores together, and how many cards each holds.",
        "`six` seats six players: seat 0 plays with seat 3, seat 1 with 4, seat 2 with 5, and each holds 17 cards.",
        "A; PG:17, 62-116, 252-336",
    )


class Dummy(Group):
    """The game of three with a dummy."""

    tie: Literal["first", "last"] = option(
        "first",
        "Which of two equal highest bids wins the dummy.",
        "Bids of 6, 5 and 6. `first`: the first 6 plays with the dummy. `last`: the second.",
        "A; PG:322",
        needs=(WITH_DUMMY,),
    )
    bid_scope: Literal["side_total", "own_tricks"] = option(
        "side_total",
        "Whether a bid counts the tricks of the side or the player's own.",
        "The declarer bid 7 and wins 4 tricks himself and 4 with the dummy. `side_total`: 8 tricks, 71. "
        "`own_tricks`: 4 tricks, -70.",
        "A; PG:322",
        needs=(WITH_DUMMY,),
    )
    exposed: Literal["after_opening_lead", "after_bidding", "never"] = option(
        "after_opening_lead",
        "When the dummy is laid face up.",
        "`after_opening_lead`: the defenders see the dummy's cards once the first card is led. "
        "`after_bidding`: the leader sees them before he leads. `never`: the defenders do not see them.",
        "INT-05",
        needs=(WITH_DUMMY,),
    )
    scoring: Literal["individual", "declarer_only", "sum_defenders"] = option(
        "individual",
        "Whether all three score by their own bids, only the declarer, or the defenders by both bids together.",
        "The declarer bid 7 and has 8 tricks with the dummy, the defenders bid 4 and 3 and have 5 together. "
        "`individual`: 71, 41 and 32. `declarer_only`: 71, 0 and 0. `sum_defenders`: each defender needs 7, "
        "so 71, -70 and -70.",
        "INT-06",
        needs=(WITH_DUMMY,),
    )
    seat: Literal["fixed", "opposite_declarer"] = option(
        "fixed",
        "Whether the dummy keeps its place or is moved opposite the declarer.",
        "Seat 0 plays with the dummy. `fixed`: the cards go round 0, 1, 2, dummy. `opposite_declarer`: 0, 1, dummy, 2.",
        "INT-07",
        needs=(WITH_DUMMY,),
    )


class Two(Group):
    """The game of two."""

    peek_discarded: Yes = option(
        True,
        "Whether a player who kept the first card sees the second before he discards it.",
        "A player keeps KS. `true`: he looks at the next card, 4D, before it goes to the discards. `false`: "
        "it goes there unseen.",
        "PG:330, HE:19",
        needs=(TWO_PLAYERS,),
    )
    scoring: Literal["four_player", "three_player"] = option(
        "four_player",
        "Whether the score is kept as with four players or as with three.",
        "6 bid and 8 won. `four_player`: 62. `three_player`: 60 - 20 = 40.",
        "PG:336; INT-08",
        needs=(TWO_PLAYERS,),
    )
    blind_nil_redraw: Literal[0, 1, 2, 3] = option(
        3,
        "How many cards a blind nil bidder may replace from those thrown away in the draft.",
        "`3`: after the bidding the blind nil bidder throws AS, KS and QH away and draws three cards at "
        "random from the 26 discards of the draft.",
        "HE:45-47; INT-23",
        needs=(TWO_PLAYERS,),
    )
