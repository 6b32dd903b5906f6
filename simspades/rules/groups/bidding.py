"""How players bid, and the special bids that are no nils (sections E and F)."""

from __future__ import annotations

from typing import Literal

from simspades.rules.groups.base import (
    ANY_NIL,
    BLIND_NO_TRUMP,
    NO_TRUMP,
    PARTNERS,
    ROUND_TABLE,
    TEN_200,
    Amount,
    Group,
    Number,
    Yes,
    option,
)


class Bid(Group):
    """The bidding."""

    mode: Literal["round_table", "partnership"] = option(
        "round_table",
        "Whether each player names his own number, or a side agrees on one after talking.",
        "`round_table`: 3 by seat 0 and 4 by seat 2 make a contract of 7. `partnership`: seat 0 is sure of 3 "
        "and may win 5, seat 2 is sure of 2 and may win 4, and they agree on 6.",
        "PG:27, 74, 100, 140; INT-24",
    )
    first: Literal["left_of_dealer", "dealer", "non_dealer_side", "second_drawer"] = option(
        "left_of_dealer",
        "Who bids first; the others follow clockwise.",
        "Seat 3 deals. `left_of_dealer`: the seats bid in the order 0, 1, 2, 3. `dealer`: 3, 0, 1, 2. "
        "`non_dealer_side`: seats 0 and 2 agree on a number, then seats 1 and 3.",
        "PG:27, 100, 150; HE:29",
    )
    side_min: Number = option(
        0,
        "The least number that a side may bid.",
        "`4`: after a 1 by his partner a player bids 3 or more, and may not call nil.",
        "PG:74, 100, 142; INT-25",
        needs=(PARTNERS,),
    )
    side_max: Number | None = option(
        None,
        "The greatest number that a side may bid.",
        "`10`: after a 6 by his partner a player bids 4 at most.",
        "PG:100; INT-26",
        needs=(PARTNERS,),
    )
    nil_partner_min: Number = option(
        0,
        "The least number that the partner of a nil must bid.",
        "`4`: after a 3 by his partner a player may not call nil; after a nil by his partner he bids 4 or more.",
        "PG:142; INT-27",
        needs=(PARTNERS, ANY_NIL),
    )
    no_one: Yes = option(
        False,
        "Whether nobody may bid exactly one.",
        "After a 4 by the first partner the side ends at 4, with a zero of the second, or at 6 or more; never at 5.",
        "PG:152",
        needs=(PARTNERS, ROUND_TABLE),
    )
    zero: Literal["nil", "choice", "plain_number", "forbidden"] = option(
        "nil",
        "What a bid of zero is: a nil, a nil or a plain zero as the player says, an ordinary number, or not allowed.",
        "4 and a zero, of 3 and 1 tricks. `nil`: the zero is a failed nil. `choice`, said to be a plain zero: "
        "the four tricks make the 4, for 40.",
        "PG:31, 80, 100, 152, 248; INT-60",
    )
    total_ne_tricks: Yes = option(
        False,
        "Whether all bids together may not come to the number of tricks.",
        "The other side has 7 of 13 tricks: the last player may not bring his side to 6. Three players with 6 "
        "and 5 of 17: the last may not bid 6.",
        "PG:146, 276; INT-28",
    )
    raise_round: Yes = option(
        False,
        "Whether each side may raise its number once when all have bid.",
        "The sides have bid 5 and 4. The first may raise its 5, say to 6, and then the other its 4, once "
        "each; a nil stays as it is.",
        "PG:144, 154; INT-29",
        needs=(PARTNERS,),
    )
    first_deal_unbid: Yes = option(
        False,
        "Whether the first hand of a game is played without bids for ten points a trick.",
        "9 tricks of the first hand score 90, and the 4 of the other side 40; there are no bags, and nobody is set.",
        "PG:114, 158; INT-30",
    )
    form: Literal["free", "mirror", "whiz", "suicide", "crazy_aces", "joker_whiz"] = option(
        "free",
        "What a player may bid: anything; the spades he holds; those or nil; nil by exactly one partner; three for each"
        " ace; or as whiz, but freely for the last bidder.",
        "A player holds three spades and two aces. `mirror`: he bids 3. `whiz`: 3 or nil. `crazy_aces`: 6. "
        "`suicide`: nil or at least 4, whichever his partner has left him. `joker_whiz`: as `whiz`, or "
        "anything if he is the last to bid.",
        "O",
    )


class Blind(Group):
    """A side's number called before either partner looks."""

    enabled: Yes = option(
        False,
        "Whether a side may call a number before either partner looks.",
        "Before either partner looks, a side calls blind 6 and wins 6: 2 * 60 = 120. Its players call nothing "
        "else in this hand.",
        "PG:80, 102, 182; INT-38",
        needs=(PARTNERS,),
    )
    min: Number = option(
        6,
        "The least number that may be called blind.",
        "`7`: blind 6 is not allowed; blind 7 is worth 140, blind 8 160.",
        "PG:80, 182",
    )
    higher: Yes = option(
        True,
        "Whether more than the least number may be called blind.",
        "`false` and `blind.min = 6`: blind 6 may be called, blind 7 may not.",
        "PG:182",
        needs=(PARTNERS,),
    )
    success: Literal["exact", "at_least"] = option(
        "exact",
        "Whether a blind number must be met exactly, or overtricks are bags.",
        "Blind 6 with 8 tricks. `exact`: it is lost. `at_least`: 120 + 2 bags = 122.",
        "PG:80, 112, 182",
    )
    fail: Literal["double", "single"] = option(
        "double",
        "Whether a lost blind number costs 20 or 10 for each trick of it.",
        "Blind 6 with 5 tricks. `double`: -120. `single`: -60.",
        "PG:80, 112, 182",
    )
    min_deficit: Amount = option(
        0,
        "How far a side must be behind to call a number blind.",
        "`100`: a side with 100 against 200 may call a blind number, one with 101 may not.",
        "PG:102",
    )
    renounce_to_10: Yes = option(
        False,
        "Whether a side may give up its blind number for a plain ten when it has looked.",
        "In `new_york` a side has called blind 7, looks, and takes a ten instead: 11 tricks score 200, as for "
        "every ten that was bid with open eyes.",
        "PG:102; INT-39",
    )


class Ten200(Group):
    """A ten that is worth 200."""

    mode: Literal["off", "exact", "at_least"] = option(
        "off",
        "Whether ten tricks may be called for 200, and whether exactly ten must be won or at least ten.",
        "A ten for 200 with 11 tricks. `exact`: -200. `at_least`: 200 + 1 bag = 201. Both score 200 with 10 "
        "tricks and -200 with 9.",
        "PG:110, 186; INT-40, INT-73",
    )
    auto: Yes = option(
        False,
        "Whether every ten is one without being called.",
        "4 and 6 with 10 tricks. `true`: 200. `false`: it is a plain ten, 100; the one for 200 must be called.",
        "PG:110, 186",
        needs=(TEN_200,),
    )


class Moon(Group):
    """All the tricks."""

    enabled: Yes = option(
        False,
        "Whether a side may undertake to win every trick.",
        "A side calls a moon: all 13 tricks score 200, 12 score -200.",
        "PG:190; INT-41",
    )
    value: Literal[200, 500, "win"] = option(
        None,
        "What a moon wins or loses, or whether it wins the game.",
        "`500`: 13 tricks score 500, 12 score -500. `win`: 13 tricks win the game; 12 cost 200, or 500 where "
        "there are tens for 200.",
        "PG:190; INT-41",
        unless_given="500 with ten200.mode, else 200",
    )
    blind_enabled: Yes = option(
        False,
        "Whether a moon may be called blind, for 400 either way.",
        "A blind moon scores 400 with all 13 tricks and -400 with 12, also where `moon.value = 500`.",
        "PG:194; INT-42",
    )


class NoTrump(Group):
    """The promise to ruff nothing."""

    enabled: Yes = option(
        False,
        "Whether a player may bid a number without winning a trick by a ruff, for twice its worth.",
        "No-trump 5 with 6 tricks: 100 + 1 bag = 101. If the bidder won one of the six with a spade on a "
        "heart lead: -100.",
        "PG:198-200; INT-43",
        needs=(PARTNERS,),
    )
    min: Number = option(
        None,
        "The least number of such a bid.",
        "With `blind.min = 6` the least no-trump bid is 5, with 7 it is 6.",
        "PG:200",
        unless_given="one less than blind.min",
        needs=(PARTNERS, NO_TRUMP),
    )
    scope: Literal["bidder", "side"] = option(
        "bidder",
        "Whether the promise binds the bidder alone or his side.",
        "Seat 0 calls no-trump 5, its side wins 5 tricks, and seat 2 one of them by a ruff. `bidder`: 100. "
        "`side`: -100.",
        "INT-43",
    )
    fail: Literal["double", "single"] = option(
        "double",
        "Whether a lost bid of this kind costs 20 or 10 for each trick of it.",
        "No-trump 5 with 4 tricks. `double`: -100. `single`: -50.",
        "PG:198",
    )
    blind_enabled: Yes = option(
        False,
        "Whether it may be called blind, for three times its worth.",
        "Blind no-trump 5 with 5 tricks and no ruff: 3 * 50 = 150.",
        "PG:200; INT-45",
    )
    blind_fail: Literal["triple", "double", "single"] = option(
        "triple",
        "Whether a lost blind one costs 30, 20 or 10 for each trick of it.",
        "Blind no-trump 5 with 4 tricks. `triple`: -150. `double`: -100. `single`: -50.",
        "PG:200",
    )
    blind_min_deficit: Amount = option(
        None,
        "How far a side must be behind to call it blind.",
        "With `end.target = 500` a side must be 201 behind, with 1000 it must be 401 behind.",
        "PG:200; INT-44",
        unless_given="more than 0.4 of end.target",
        needs=(PARTNERS, BLIND_NO_TRUMP),
    )


class Bemo(Group):
    """The first tricks in a row."""

    enabled: Yes = option(
        False,
        "Whether a side may declare to win the first six tricks, for 60 either way.",
        "A side bids 5, declares a bemo and wins 7 tricks, the first six among them: 52 + 60 = 112. With one "
        "of the first six lost: 52 - 60 = -8.",
        "PG:210; INT-48",
    )
    big_enabled: Yes = option(
        False,
        "Whether a side may declare to win the first nine tricks, for 90 either way.",
        "A side bids 7, declares a big bemo and wins the first nine tricks alone: 72 + 90 = 162. With 8 of "
        "them: 71 - 90 = -19.",
        "PG:210; INT-48",
    )


class Aces(Group):
    """Going for aces."""

    enabled: Yes = option(
        False,
        "Whether a side that holds all four aces may announce to win them all, for 100.",
        "A side that holds the four aces announces it and wins all of them in its tricks: 100 beside its "
        "contract. If it loses one to the other side: nothing, and no penalty.",
        "PG:246-248; INT-64",
    )
