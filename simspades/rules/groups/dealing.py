"""The deck, the deal, and cards passed or exchanged (sections B to D)."""

from __future__ import annotations

from typing import Literal

from simspades.rules.groups.base import ANY_NIL, PARTNERS, Cards, Group, MisdealConditions, RemovedCards, Yes, option


class DeckOptions(Group):
    """The pack and its ranking."""

    packs: Literal[1, 2] = option(
        1,
        "How many packs of 52 are shuffled together.",
        "Two packs have 104 cards; without two deuces 102 are left, 17 for each of six. If both QH fall to "
        "one trick and nothing beats them, the later one wins.",
        "PG:260",
    )
    jokers: Literal[0, 2] = option(
        0,
        "How many jokers are added; they are spades.",
        "With both jokers and without 2C and 2H the pack has 52 cards again: 15 spades, 13 diamonds, 12 "
        "hearts, 12 clubs.",
        "PG:72, 126",
    )
    removed: RemovedCards = option(
        (),
        "Cards taken out of the pack, named once for each copy.",
        "`[2C, 2H]` beside two jokers leaves 54 - 2 = 52 cards; `[2D, 2D]` takes both copies out of two packs "
        "and leaves 104 - 2 = 102.",
        "PG:68, 86, 92, 260",
        allowed="a list of cards",
    )
    joker_order: Literal["color", "red", "black"] = option(
        "color",
        "Which of the two real jokers is called the big one; it changes nothing else.",
        "`black`: the black joker is BJ and beats the red one, which is LJ.",
        "PG:68, 88, 92",
    )
    high_trumps: Cards = option(
        (),
        "Jokers and deuces that rank above the ace of spades, highest first; all of them are spades.",
        "`[BJ, LJ, 2D, 2S]`: 2D is the third highest spade and beats AS; to a diamond lead it may only be "
        "played by somebody who has no diamond left. With 2C and 2H removed there are 16 spades and 12 cards "
        "of each other suit.",
        "PG:70, 88, 124, 126, 248; INT-09",
        allowed="a list of jokers and deuces, the jokers first",
    )
    extra_cards: Literal["dealer", "holder_2c", "set_aside_unseen", "higher_bidding_side"] | None = option(
        None,
        "Who takes the two cards that are left over of 54; he discards as many.",
        "`dealer`: the dealer holds 15 cards and discards two. `higher_bidding_side`: bids of 7 and 5 give "
        "both cards to the side of the 7, bids of 6 and 6 one card to each side.",
        "PG:126-130; INT-10, INT-11",
    )
    extra_discard_timing: Literal["before_bidding", "after_bidding"] = option(
        "before_bidding",
        "When the taker of the extra cards discards; the higher bidding side always does after the bidding.",
        "The dealer takes up BJ and 3C. `before_bidding`: he bids on the 13 cards that he keeps. "
        "`after_bidding`: he bids while he holds 15 and discards two after it.",
        "PG:126; INT-12",
    )


class Deal(Group):
    """The deal."""

    cut: Literal["right_cuts", "french_cut"] | None = option(
        None,
        "Whether the player at the dealer's right cuts, or turns up four cards in a French cut and gives one to each.",
        "`french_cut`: AS, QD, 7H and 3C are turned up. The cutter may give AS to himself or his partner; "
        "each is dealt 12 more cards, and everybody knows who holds the four.",
        "PG:94-96; INT-13",
    )


class Misdeal(Group):
    """Holdings that may be thrown in."""

    conditions: MisdealConditions = option(
        (),
        "Holdings with which a player may call a misdeal; the same dealer deals again.",
        "`[one_spade, no_court_cards]`: a holding with one spade or none may be thrown in, and so may one "
        "without a king, queen or jack, even if it has four aces.",
        "PG:166; INT-14",
        allowed="a list of no_spades, one_spade, seven_card_suit, no_court_cards, one_spade_and_seven_card_suit",
    )
    consult_partner: Yes = option(
        False,
        "Whether a player may ask his partner if he should call a misdeal; the answer does not bind him.",
        "A player without spades asks whether to throw the hand in; his partner says no, and he may do it all "
        "the same.",
        "PG:168",
        needs=(PARTNERS,),
    )


class Pass(Group):
    """Cards passed before the bidding."""

    before_bidding: Literal[0, 3] = option(
        0,
        "How many cards each passes to his partner before the bidding, all at once.",
        "`3`: a player puts down 2C, 3C and 5D for his partner before he sees the three that come, and bids "
        "on the 13 that he then holds.",
        "PG:134; INT-17",
        needs=(PARTNERS,),
    )


class Exchange(Group):
    """How a nil bidder and his partner exchange cards."""

    order: Literal["sequential", "simultaneous"] = option(
        "sequential",
        "Whether the partner picks the bidder's cards up before he chooses his own, or both choose blindly.",
        "A blind nil bidder gives AS and KH. `sequential`: his partner takes them up and may give any two "
        "back, KH among them. `simultaneous`: he chooses his two before he sees what comes.",
        "PG:33; INT-21",
        needs=(PARTNERS, ANY_NIL),
    )
    timing: Literal["after_bidding", "immediate"] = option(
        "after_bidding",
        "Whether cards are exchanged when all have bid, or at once after the call.",
        "Seat 0 calls blind nil and seat 2, its partner, 4. `immediate`: they exchange before seat 3 bids. "
        "`after_bidding`: they exchange when seat 3 has bid.",
        "PG:33, RO:22; INT-22",
        needs=(PARTNERS, ANY_NIL),
    )
