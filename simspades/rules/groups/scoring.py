"""Points, bags, and how a game ends (sections H and I)."""

from __future__ import annotations

from typing import Literal

from simspades.rules.groups.base import (
    BAG_PENALTY,
    THREE_SCORING,
    Amount,
    CancelCard,
    Floor,
    Group,
    HandLimit,
    Number,
    Points,
    Target,
    Threshold,
    Yes,
    option,
)


class Score(Group):
    """The score of a contract."""

    set_penalty: Literal["bid", "undertrick"] = option(
        "bid",
        "Whether a lost contract costs 10 for each trick bid or for each trick short.",
        "6 bid and 4 won. `bid`: -60. `undertrick`: -20.",
        "PG:52, 238; RO:37; HE:73",
    )
    double_bid_loses: Yes = option(
        False,
        "Whether a contract is lost by winning twice as many tricks as were bid.",
        "4 bid: 7 tricks score 43, 8 tricks score -40 and no bags.",
        "PG:236; INT-55",
    )
    over_limit: Number | None = option(
        None,
        "How many overtricks a plain contract bears; more of them lose it.",
        "`2`, in `new_york`: 5 bid and 5, 6 or 7 won score 50; 8 won score -50.",
        "PG:108",
    )


class Bags(Group):
    """Overtricks."""

    points: Literal[1, 0, -1, -10] = option(
        1,
        "What a bag scores by itself; -10 only as three.bag_mode has it.",
        "5 bid and 7 won. `1`: 52. `0`: 50. `-1`: 48. `-10`: 30.",
        "PG:46, 108, 228-230, 290; RO:35",
    )
    penalty: Points = option(
        100,
        "What it costs a side to collect bags.threshold bags.",
        "`100`: 337 with 7 bags, 5 bid and 8 won: 337 + 53 - 100 = 290, and no bag is left. `0`: 390, with 10 bags.",
        "PG:48-50, 234; RO:40; INT-56; O",
    )
    threshold: Threshold = option(
        10,
        "How many bags bring the penalty; the rest is carried on.",
        "`5` and `bags.penalty = 50`: a side with 4 bags takes two more, pays 50, and has 1 bag left.",
        "PG:48; O",
        needs=(BAG_PENALTY,),
    )
    display_units: Yes = option(
        False,
        "Whether bags only show in the last digit of the printed score and are worth nothing.",
        "360 and 9 bags are shown as 369. 7 bid and 9 won: 360 + 70 - 100 = 330 with 1 bag, shown as 331. "
        "Where bags score, 369 becomes 369 + 72 - 100 = 341.",
        "PG:230; INT-57",
    )
    cancel_card: CancelCard | None = option(
        None,
        "The card whose capture takes one bag away, the same in every hand or cut before each.",
        "`fixed:3S`: 5 bid and 7 won, with 3S among the cards won: 51 and 1 bag, not 52 and 2. With 5 won "
        "there is no bag to take away.",
        "PG:232; INT-58",
        allowed="none, fixed:<card> or cut_each_deal",
    )


class Three(Group):
    """Scoring of the game of three."""

    bag_mode: Literal["minus10", "accumulate"] = option(
        "minus10",
        "Whether an overtrick costs 10 at once, or ten of them cost 100.",
        "4 bid and 5 won. `minus10`: 40 - 10 = 30. `accumulate`: 40 and a bag; the tenth bag costs 100.",
        "PG:290-292",
        needs=(THREE_SCORING,),
    )
    accumulate_points: Literal[0, 1] = option(
        0,
        "What an overtrick scores when they are accumulated.",
        "4 bid and 5 won, with `three.bag_mode = accumulate`. `0`: 40. `1`: 41. The bag is counted both times.",
        "PG:292; INT-59",
        needs=(THREE_SCORING,),
    )
    bonus_low: Yes = option(
        False,
        "Whether bids of 0, 1 and 2 that are met exactly score 100, 60 and 40.",
        "Bid 2: 2 tricks score 40, 3 score 20, 4 score 0, 1 scores -20. Bid 1: 1 trick scores 60, 2 score 0. "
        "Bid 0: no trick scores 100, 2 score -20.",
        "PG:310-314",
        needs=(THREE_SCORING,),
    )
    bonus_high: Yes = option(
        False,
        "Whether a made bid scores 10 more for each trick above six.",
        "7 bid and won: 70 + 10 = 80; 9 bid and won: 90 + 30 = 120; 7 bid and 8 won: 80 - 10 = 70.",
        "PG:306; INT-62",
        needs=(THREE_SCORING,),
    )
    bonus_last_high_spades: Yes = option(
        False,
        "Whether an exact bid scores 10 for each of the last tricks won in a row with a nine of spades or better.",
        "5 bid and 5 won, the last five tricks with spades from the nine up: 50 + 50 = 100. 4 bid and 5 won, "
        "the last with AS: 40 - 10 = 30 and no bonus.",
        "PG:300-304; INT-61",
        needs=(THREE_SCORING,),
    )
    blind: Yes = option(
        False,
        "Whether a bid made without looking doubles what the hand scores.",
        "5 bid without looking: 5 tricks score 100, 4 score -100, 6 score 2 * 40 = 80.",
        "PG:318; INT-63",
        needs=(THREE_SCORING,),
    )


class End(Group):
    """The end of the game."""

    target: Target = option(
        500,
        "The score that wins the game.",
        "Both sides reach 500 in one hand: 512 wins against 505. At 505 to 505 another hand is played.",
        "PG:58, 242, 294; RO:45; INT-65",
    )
    lose_at: Floor | None = option(
        None,
        "The score at which a side loses the game, or below.",
        "`-500`: a side that stands at -500 or lower has lost; at -499 the game goes on.",
        "PG:240; INT-66; O",
    )
    set_streak: Literal[2, 3] | None = option(
        None,
        "How many sets in a row lose the game.",
        "`2`: a side with 420 against 90 that is set in two hands running loses. If both are set in the same "
        "two hands, the higher score wins.",
        "PG:114; INT-67",
    )
    boston_wins: Yes = option(
        False,
        "Whether a plain ten that takes every trick wins the game.",
        "In `new_york` a ten that wins all 13 tricks wins the game. A blind ten with 13 tricks scores 400 and "
        "no more; a nine with 13 tricks is set.",
        "PG:110; INT-68",
    )
    win_bonus: Amount = option(
        0,
        "What is added to the winner's score at the end of the game.",
        "`100`: a game won with 512 ends at 612. The points of its last hand are what they were.",
        "O",
    )
    max_hands: HandLimit = option(
        0,
        "After how many hands the game is stopped and the higher score wins; 0 for no limit.",
        "`10`: after the tenth hand 310 wins against 280; 310 to 310 is a draw.",
        "O",
    )
