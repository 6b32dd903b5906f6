"""Every option of the rulebook, a pydantic model a group: type, default, meaning, example, source, when it applies.

This is the only place that knows them; ``OPTIONS``, the presets, the command line and the docs read them from here.
Sources are lines of the seeds (``PG:33``), sections of the rulebook or its register of interpretations (``INT-22``).

Words are ``Literal`` strings, yes or no is a bool, and ``none`` of a rule file is Python's ``None``. ``None`` also
stands in an option that does not apply (``nil.value`` where there is no nil, ``three.*`` in a game of four), whatever
its annotation says: no rule reads it there, and two rule sets that play alike are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidatorFunctionWrapHandler, field_validator

from simspades.cards import STANDARD, parse_card, parse_cards
from simspades.rules.families import FAMILIES, FamilyName

Values = Mapping[str, Any]  # option id -> value


class Condition(NamedTuple):
    """When an option applies, judged by the value of another one (``option``) that always applies."""

    option: str
    words: str
    holds: Callable[[Values], bool]


def _three_scoring(values: Values) -> bool:
    family = values["game.family"]
    return bool(family == "three" or (family == "two" and values["two.scoring"] == "three_player"))


PARTNERS = Condition("game.family", "with partners", lambda values: FAMILIES[values["game.family"]].partners)
TWO_PLAYERS = Condition("game.family", "in the game of two", lambda values: values["game.family"] == "two")
WITH_DUMMY = Condition("game.family", "with a dummy", lambda values: values["game.family"] == "three_dummy")
THREE_SCORING = Condition("game.family", "with three-player scoring", _three_scoring)
ROUND_TABLE = Condition("bid.mode", "in round-table bidding", lambda values: values["bid.mode"] == "round_table")
NIL = Condition("nil.enabled", "with nil", lambda values: values["nil.enabled"])
BLIND_NIL = Condition("blind_nil.enabled", "with blind nil", lambda values: values["blind_nil.enabled"])
ANY_NIL = Condition("nil.enabled", "with a nil", lambda values: values["nil.enabled"] or values["blind_nil.enabled"])
BREAKING = Condition("play.spade_lead", "where spades break", lambda values: values["play.spade_lead"] != "any_time")
TEN_200 = Condition("ten200.mode", "with tens for 200", lambda values: values["ten200.mode"] != "off")
NO_TRUMP = Condition(
    "nt.enabled", "with no-trump bids", lambda values: values["nt.enabled"] or values["nt.blind_enabled"]
)
BLIND_NO_TRUMP = Condition("nt.blind_enabled", "with blind no-trump bids", lambda values: values["nt.blind_enabled"])
BAG_PENALTY = Condition("bags.penalty", "with a bag penalty", lambda values: values["bags.penalty"] != 0)

#: What nobody may ask for where it does not apply. The other conditions only make an option idle: the value of a nil
#: may stand in a rule file that turns nil off.
COMPULSORY = (PARTNERS, TWO_PLAYERS, WITH_DUMMY, THREE_SCORING, ROUND_TABLE)


def option(
    default: Any,
    meaning: str,
    example: str,
    source: str,
    *,
    needs: tuple[Condition, ...] = (),
    unless_given: str = "",
    allowed: str = "",
) -> Any:
    """A field of a group: its default, what it means, an example, where it comes from, and when it applies.

    ``unless_given`` says what an option follows when nobody sets it; ``allowed`` describes the values where the type
    cannot.
    """
    extra = {"example": example, "source": source, "needs": needs, "unless_given": unless_given, "allowed": allowed}
    return Field(default=default, description=meaning, json_schema_extra=extra)  # type: ignore[arg-type]


def _read_cards(value: object) -> tuple[str, ...]:
    cards = parse_cards(value)  # type: ignore[arg-type]  # it refuses what is no list of cards
    return tuple(cards)


def _read_removed(value: object) -> tuple[str, ...]:
    """Removed cards in the order of the pack, so that equal decks are equal values."""
    return tuple(sorted(_read_cards(value), key=lambda card: STANDARD.bit(card) if card[1] != "J" else 99))


def _read_cancel_card(value: object) -> object:
    if isinstance(value, str) and value != "cut_each_deal":
        prefix, _, card = value.partition(":")
        if prefix != "fixed":
            raise ValueError("neither fixed:<card> nor cut_each_deal")
        return f"fixed:{parse_card(card)}"
    return value


def _read_conditions(value: object) -> tuple[object, ...]:
    """Misdeal conditions once each, in a fixed order."""
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if not isinstance(value, list | tuple) or not all(isinstance(word, str) for word in value):
        raise ValueError("not a list of words")
    return tuple(sorted(set(value)))


# Ranges keep a hand's points within a 16-bit column and a game's numbers within what anybody plays.
Yes = Annotated[bool, Field(strict=True)]
Points = Annotated[int, Field(strict=True, ge=0, le=1000)]
Threshold = Annotated[int, Field(strict=True, ge=1, le=1000)]
Number = Annotated[int, Field(strict=True, ge=0, le=18)]
Amount = Annotated[int, Field(strict=True, ge=0, le=100_000)]
HandNumber = Annotated[int, Field(strict=True, ge=1, le=32_767)]
HandLimit = Annotated[int, Field(strict=True, ge=0, le=32_767)]
Target = Annotated[int, Field(strict=True, ge=1, le=100_000)]
Floor = Annotated[int, Field(strict=True, ge=-100_000, le=-1)]
Cards = Annotated[tuple[str, ...], BeforeValidator(_read_cards)]
RemovedCards = Annotated[tuple[str, ...], BeforeValidator(_read_removed)]
CancelCard = Annotated[str, BeforeValidator(_read_cancel_card)]
MisdealCondition = Literal[
    "no_spades", "one_spade", "seven_card_suit", "no_court_cards", "one_spade_and_seven_card_suit"
]
MisdealConditions = Annotated[tuple[MisdealCondition, ...], BeforeValidator(_read_conditions)]


class Group(BaseModel):
    """What the groups share: frozen, nothing unknown, and ``None`` where an option does not apply."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @field_validator("*", mode="wrap")
    @classmethod
    def _exact_type_or_none(cls, value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        if value is None:
            return None
        typed = handler(value)
        if isinstance(value, int | float) and type(value) is not type(typed):
            raise ValueError("another type")  # pydantic takes True for the literal 1
        return typed


class Game(Group):
    """The game that is played."""

    family: FamilyName = option(
        "partnership4",
        "The game: how many play, who scores together, and how many cards each holds.",
        "`six` seats six players: seat 0 plays with seat 3, seat 1 with 4, seat 2 with 5, and each holds 17 cards.",
        "A; PG:17, 62-116, 252-336",
    )


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


class Aces(Group):
    """Going for aces."""

    enabled: Yes = option(
        False,
        "Whether a side that holds all four aces may announce to win them all, for 100.",
        "A side that holds the four aces announces it and wins all of them in its tricks: 100 beside its "
        "contract. If it loses one to the other side: nothing, and no penalty.",
        "PG:246-248; INT-64",
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
