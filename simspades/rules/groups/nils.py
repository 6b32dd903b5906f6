"""Nils, blind nils and double nils (section F)."""

from __future__ import annotations

from typing import Literal

from simspades.rules.groups.base import (
    ANY_NIL,
    BLIND_NIL,
    NIL,
    PARTNERS,
    Amount,
    Group,
    HandNumber,
    Points,
    Yes,
    option,
)


class Nil(Group):
    """The bid to win no trick."""

    enabled: Yes = option(
        True,
        "Whether a player may undertake to win no trick.",
        "4 and a nil: the partner alone has to win the 4, and the nil bidder must not win a single trick.",
        "PG:31, RO:16, HE:37",
    )
    value: Points = option(
        100,
        "What a nil wins when it is kept and loses when it fails.",
        "4 and a nil, 4 and 0 tricks won: 40 + 100 = 140. 3 and 1 tricks won: -40 - 100 + 1 for the nil's "
        "trick, which is a bag, make -139.",
        "PG:54, 174; RO:16",
        needs=(NIL,),
    )
    exchange: Literal[0, 1] = option(
        0,
        "How many cards a nil bidder must exchange with his partner.",
        "`1`: a nil bidder gives KS to his partner and gets 2D back. If both partners call nil nothing is exchanged.",
        "PG:174; INT-18",
        needs=(PARTNERS, NIL),
    )
    both: Literal["sum", "forbidden"] = option(
        "sum",
        "Whether both partners may bid a nil, each scored by itself, or only one.",
        "`sum`: both call nil and win 0 and 3 tricks, which makes 100 - 100 + 3 bags = 3. `forbidden`: after "
        "a nil by his partner a player may not call one.",
        "RO:19-20; INT-31, INT-32",
        needs=(PARTNERS, ANY_NIL),
    )
    failed_tricks: Literal["bags", "partner", "ignored"] = option(
        "bags",
        "Where the tricks of a failed nil count: as bags of the side, for the partner's number, or nowhere.",
        "4 and a nil, 3 and 1 tricks won. `bags`: -40 - 100 + 1 = -139. `partner`: the four tricks make the "
        "4, and 40 - 100 = -60. `ignored`: -40 - 100 = -140.",
        "PG:56, 178; RO:38; INT-33",
        needs=(ANY_NIL,),
    )
    partner_auto_fail: Yes = option(
        False,
        "Whether the partner's bid is lost too when a nil fails.",
        "4 and a nil, 5 and 1 tricks won: -40 - 100 + 1 = -139, although the 4 were won. Without the option: "
        "40 + 1 - 100 + 1 = -58.",
        "PG:178; INT-34",
        needs=(PARTNERS, ANY_NIL),
    )


class BlindNil(Group):
    """The nil called before looking."""

    enabled: Yes = option(
        True,
        "Whether a player may call nil before he looks at his cards.",
        "A player of a side that is far behind calls blind nil with his cards face down, wins no trick, and "
        "his side scores 200 beside what his partner's bid brings.",
        "PG:33, RO:22, HE:45; INT-35",
    )
    value: Points = option(
        200,
        "What a blind nil wins when it is kept.",
        "3 and a blind nil, 3 and 0 tricks won: 30 + 200 = 230. 3 and 1 tricks won: 30 - 200 + 1 = -169.",
        "PG:58, 174; RO:22; HE:49",
        needs=(BLIND_NIL,),
    )
    fail: Literal["full", "half"] = option(
        "full",
        "Whether a failed blind nil loses its whole value or half of it.",
        "`half`: a failed blind nil of 200 costs 100, one of 100 costs 50.",
        "PG:174",
        needs=(BLIND_NIL,),
    )
    min_deficit: Amount = option(
        100,
        "How far a side must be behind the best other side to call blind nil; 0 asks for nothing.",
        "`100`: a side with 180 against 280 may call blind nil, one with 181 may not.",
        "PG:33, RO:22; INT-36",
        needs=(BLIND_NIL,),
    )
    no_bag_penalty: Yes = option(
        False,
        "Whether the bags of a side with a blind nil are left out of its running count.",
        "A side with 8 bags bids 3 and a blind nil and wins 6 and 0 tricks: 30 + 3 + 200 = 233, and its count "
        "stays at 8. Otherwise it comes to 11 and costs 100: 133, and 1 bag is left.",
        "PG:178; INT-37",
        needs=(BLIND_NIL,),
    )
    exchange: Literal[0, 1, 2, 3] = option(
        2,
        "How many cards a blind nil bidder exchanges with his partner.",
        "`2`: the bidder gives AS and KH and gets 2C and 3D back. If both partners call blind nil nothing is "
        "exchanged.",
        "PG:33, 176; RO:22-23; INT-19",
        needs=(BLIND_NIL,),
    )
    exchange_optional: Yes = option(
        True,
        "Whether the blind nil bidder may do without the exchange.",
        "`true`: a bidder whose highest card is a nine keeps his cards. `false`: he must give away as many as "
        "`blind_nil.exchange` says.",
        "PG:33, 176; RO:22",
        needs=(PARTNERS, BLIND_NIL),
    )
    suit_request: Yes = option(
        False,
        "Whether the bidder names the suit that he would like to get back; it does not bind his partner.",
        "The bidder gives QS and asks for a club; his partner, who has clubs, may give a diamond all the same.",
        "PG:176; INT-20",
        needs=(PARTNERS, BLIND_NIL),
    )
    from_hand: HandNumber = option(
        1,
        "The first hand of a game in which blind nil may be called.",
        "`2`: nobody may call blind nil in the first hand of a game.",
        "O",
    )


class DoubleNil(Group):
    """Both partners nil together."""

    enabled: Yes = option(
        False,
        "Whether two partners may undertake together to win no trick.",
        "Both partners undertake no trick together. None taken: 500. One taken by one of them: -500 + 1 bag = -499.",
        "PG:204; INT-46",
        needs=(PARTNERS,),
    )
    success: Literal[500, "win"] = option(
        500,
        "What it wins, or whether it wins the game.",
        "Neither partner takes a trick. `500`: 500. `win`: the game is won.",
        "PG:204",
    )
    fail: Literal[250, 500, "lose_game"] = option(
        500,
        "What it loses, or whether it loses the game.",
        "One partner takes a trick, the other none. `250`: -250 + 1 bag = -249. `500`: -499. `lose_game`: the "
        "game is lost.",
        "PG:204; INT-47",
    )
    opp_bonus: Points = option(
        100,
        "What each other side scores when both partners won a trick.",
        "`100`: the two take 1 and 2 tricks, so the other side scores 100 more. If they take 3 and 0 it gets nothing.",
        "PG:204; INT-46",
    )
    when: Literal["far_behind", "any"] = option(
        "far_behind",
        "Whether only a side behind by more than 0.4 of the target may call it, or any side for the game.",
        "`far_behind` and `end.target = 1000`: a side that is 401 behind may call it, one that is 400 behind "
        "may not. `any`: anybody may, and the game is won or lost on it.",
        "PG:206; INT-44",
    )
    exchange: Literal[0, 2] = option(
        0,
        "How many cards the two pass to each other, both at once.",
        "`2`: one gives AS and KS, the other QH and JH, neither seeing first what he gets.",
        "PG:206",
        needs=(PARTNERS,),
    )
