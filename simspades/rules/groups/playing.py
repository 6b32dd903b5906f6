"""The play (section G)."""

from __future__ import annotations

from typing import Literal

from simspades.rules.groups.base import BREAKING, Group, Yes, option


class Play(Group):
    """The play of the cards."""

    first_lead: Literal["left_of_dealer", "dealer", "holder_2c", "second_drawer"] = option(
        "left_of_dealer",
        "Who leads to the first trick.",
        "Seat 3 dealt and seat 1 holds 2C. `left_of_dealer`: seat 0 leads. `dealer`: seat 3. `holder_2c`: seat 1.",
        "PG:37, 76, 214, 280; HE:53",
    )
    first_trick: Literal["normal", "lowest_club", "lowest_club_spade_ok", "lead_2c"] = option(
        "normal",
        "Whether the first trick is like any other, made of everybody's lowest club (with or without ruffs), or led"
        " with the lowest club.",
        "`lowest_club`: the cards are 2C, 5C, 9C and, from a player without clubs, 4D; 9C wins. "
        "`lowest_club_spade_ok`: he may play 4S instead and wins. `lead_2c`: 2C is led, and the others follow "
        "with any club.",
        "PG:216-218, 280-282; INT-51, INT-52",
    )
    first_trick_order: Literal["any", "strict"] = option(
        "any",
        "Whether the lowest clubs are played in any order, or clockwise from the holder of the lowest.",
        "`any`: at a table all put their lowest club down at once. `strict`: the holder of 2C begins. The "
        "winner is the same; here the trick is played in turn under both.",
        "PG:216",
    )
    first_trick_spades: Literal["allowed", "barred"] = option(
        "allowed",
        "Whether a spade may be played to the first trick by a player who has anything else.",
        "`barred`: hearts are led to the first trick, and a player without hearts who holds 7S and 3D must play 3D.",
        "O",
    )
    spade_lead: Literal["broken", "any_time", "ny3"] = option(
        "broken",
        "When a spade may be led: once spades are broken, at any time, or from the fourth trick on.",
        "Third trick, no spade has been played, and the leader holds KS and 4D. `broken`, `ny3`: he must lead "
        "4D. `any_time`: he may lead KS. One trick later `ny3` lets him lead KS too.",
        "PG:37-42, 76, 104, 220; INT-49",
    )
    forced_lead_breaks: Yes = option(
        True,
        "Whether a spade led because the leader has nothing else breaks spades.",
        "A player who holds nothing but spades leads 5S. `true`: spades are broken, and the next leader may "
        "lead one. `false`: he may not, unless he too has nothing else.",
        "RO:31, HE:65, PG:39, 284; INT-50",
        needs=(BREAKING,),
    )
    rake_shake: Yes = option(
        False,
        "Whether everybody must play his highest spade to a led big joker.",
        "BJ is led: a player with LJ, 5S and 2S must play LJ; one without spades discards what he likes.",
        "PG:224; INT-53",
    )
    must_beat: Yes = option(
        False,
        "Whether a player who can beat the card that is winning must do so.",
        "9H is led: a player with QH and 2H must play QH, one with 8H and 2H may play either, one without "
        "hearts who holds 5S and 3D must play 5S. After a ruff with 7S he would be free.",
        "PG:252; INT-54",
    )
    form: Literal["normal", "screamer", "assassin"] = option(
        "normal",
        "Whether spades are played freely, only where nothing else is left, or whenever they may be played.",
        "Hearts are led, and a player without hearts holds 6S and 2D. `screamer`: he must play 2D. "
        "`assassin`: he must play 6S. `normal`: either.",
        "O",
    )
