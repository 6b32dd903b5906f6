"""Every option of the rulebook, a pydantic model a group: type, default, meaning, source, and when it applies.

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
    source: str,
    *,
    needs: tuple[Condition, ...] = (),
    unless_given: str = "",
    allowed: str = "",
) -> Any:
    """A field of a group: its default, what it means, where it comes from, and when it applies.

    ``unless_given`` says what an option follows when nobody sets it; ``allowed`` describes the values where the type
    cannot.
    """
    extra = {"source": source, "needs": needs, "unless_given": unless_given, "allowed": allowed}
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
        "A; PG:17, 62-116, 252-336",
    )


class DeckOptions(Group):
    """The pack and its ranking."""

    packs: Literal[1, 2] = option(1, "How many packs of 52 are shuffled together.", "PG:260")
    jokers: Literal[0, 2] = option(0, "How many jokers are added; they are spades.", "PG:72, 126")
    removed: RemovedCards = option(
        (), "Cards taken out of the pack, named once for each copy.", "PG:68, 86, 92, 260", allowed="a list of cards"
    )
    joker_order: Literal["color", "red", "black"] = option(
        "color", "Which of the two real jokers is called the big one; it changes nothing else.", "PG:68, 88, 92"
    )
    high_trumps: Cards = option(
        (),
        "Jokers and deuces that rank above the ace of spades, highest first; all of them are spades.",
        "PG:70, 88, 124, 126, 248; INT-09",
        allowed="a list of jokers and deuces, the jokers first",
    )
    extra_cards: Literal["dealer", "holder_2c", "set_aside_unseen", "higher_bidding_side"] | None = option(
        None, "Who takes the two cards that are left over of 54; he discards as many.", "PG:126-130; INT-10, INT-11"
    )
    extra_discard_timing: Literal["before_bidding", "after_bidding"] = option(
        "before_bidding",
        "When the taker of the extra cards discards; the higher bidding side always does after the bidding.",
        "PG:126; INT-12",
    )


class Deal(Group):
    """The deal."""

    cut: Literal["right_cuts", "french_cut"] | None = option(
        None,
        "Whether the player at the dealer's right cuts, or turns up four cards in a French cut and gives one to each.",
        "PG:94-96; INT-13",
    )


class Misdeal(Group):
    """Holdings that may be thrown in."""

    conditions: MisdealConditions = option(
        (),
        "Holdings with which a player may call a misdeal; the same dealer deals again.",
        "PG:166; INT-14",
        allowed="a list of no_spades, one_spade, seven_card_suit, no_court_cards, one_spade_and_seven_card_suit",
    )
    consult_partner: Yes = option(
        False,
        "Whether a player may ask his partner if he should call a misdeal; the answer does not bind him.",
        "PG:168",
        needs=(PARTNERS,),
    )


class Pass(Group):
    """Cards passed before the bidding."""

    before_bidding: Literal[0, 3] = option(
        0,
        "How many cards each passes to his partner before the bidding, all at once.",
        "PG:134; INT-17",
        needs=(PARTNERS,),
    )


class Exchange(Group):
    """How a nil bidder and his partner exchange cards."""

    order: Literal["sequential", "simultaneous"] = option(
        "sequential",
        "Whether the partner picks the bidder's cards up before he chooses his own, or both choose blindly.",
        "PG:33; INT-21",
        needs=(PARTNERS, ANY_NIL),
    )
    timing: Literal["after_bidding", "immediate"] = option(
        "after_bidding",
        "Whether cards are exchanged when all have bid, or at once after the call.",
        "PG:33, RO:22; INT-22",
        needs=(PARTNERS, ANY_NIL),
    )


class Bid(Group):
    """The bidding."""

    mode: Literal["round_table", "partnership"] = option(
        "round_table",
        "Whether each player names his own number, or a side agrees on one after talking.",
        "PG:27, 74, 100, 140; INT-24",
    )
    first: Literal["left_of_dealer", "dealer", "non_dealer_side", "second_drawer"] = option(
        "left_of_dealer", "Who bids first; the others follow clockwise.", "PG:27, 100, 150; HE:29"
    )
    side_min: Number = option(0, "The least number that a side may bid.", "PG:74, 100, 142; INT-25", needs=(PARTNERS,))
    side_max: Number | None = option(
        None, "The greatest number that a side may bid.", "PG:100; INT-26", needs=(PARTNERS,)
    )
    nil_partner_min: Number = option(
        0, "The least number that the partner of a nil must bid.", "PG:142; INT-27", needs=(PARTNERS, ANY_NIL)
    )
    no_one: Yes = option(False, "Whether nobody may bid exactly one.", "PG:152", needs=(PARTNERS, ROUND_TABLE))
    zero: Literal["nil", "choice", "plain_number", "forbidden"] = option(
        "nil",
        "What a bid of zero is: a nil, a nil or a plain zero as the player says, an ordinary number, or not allowed.",
        "PG:31, 80, 100, 152, 248; INT-60",
    )
    total_ne_tricks: Yes = option(
        False, "Whether all bids together may not come to the number of tricks.", "PG:146, 276; INT-28"
    )
    raise_round: Yes = option(
        False,
        "Whether each side may raise its number once when all have bid.",
        "PG:144, 154; INT-29",
        needs=(PARTNERS,),
    )
    first_deal_unbid: Yes = option(
        False,
        "Whether the first hand of a game is played without bids for ten points a trick.",
        "PG:114, 158; INT-30",
    )
    form: Literal["free", "mirror", "whiz", "suicide", "crazy_aces", "joker_whiz"] = option(
        "free",
        "What a player may bid: anything; the spades he holds; those or nil; nil by exactly one partner; three for each"
        " ace; or as whiz, but freely for the last bidder.",
        "O",
    )


class Nil(Group):
    """The bid to win no trick."""

    enabled: Yes = option(True, "Whether a player may undertake to win no trick.", "PG:31, RO:16, HE:37")
    value: Points = option(
        100, "What a nil wins when it is kept and loses when it fails.", "PG:54, 174; RO:16", needs=(NIL,)
    )
    exchange: Literal[0, 1] = option(
        0, "How many cards a nil bidder must exchange with his partner.", "PG:174; INT-18", needs=(PARTNERS, NIL)
    )
    both: Literal["sum", "forbidden"] = option(
        "sum",
        "Whether both partners may bid a nil, each scored by itself, or only one.",
        "RO:19-20; INT-31, INT-32",
        needs=(PARTNERS, ANY_NIL),
    )
    failed_tricks: Literal["bags", "partner", "ignored"] = option(
        "bags",
        "Where the tricks of a failed nil count: as bags of the side, for the partner's number, or nowhere.",
        "PG:56, 178; RO:38; INT-33",
        needs=(ANY_NIL,),
    )
    partner_auto_fail: Yes = option(
        False, "Whether the partner's bid is lost too when a nil fails.", "PG:178; INT-34", needs=(PARTNERS, ANY_NIL)
    )


class BlindNil(Group):
    """The nil called before looking."""

    enabled: Yes = option(
        True, "Whether a player may call nil before he looks at his cards.", "PG:33, RO:22, HE:45; INT-35"
    )
    value: Points = option(
        200, "What a blind nil wins when it is kept.", "PG:58, 174; RO:22; HE:49", needs=(BLIND_NIL,)
    )
    fail: Literal["full", "half"] = option(
        "full", "Whether a failed blind nil loses its whole value or half of it.", "PG:174", needs=(BLIND_NIL,)
    )
    min_deficit: Amount = option(
        100,
        "How far a side must be behind the best other side to call blind nil; 0 asks for nothing.",
        "PG:33, RO:22; INT-36",
        needs=(BLIND_NIL,),
    )
    no_bag_penalty: Yes = option(
        False,
        "Whether the bags of a side with a blind nil are left out of its running count.",
        "PG:178; INT-37",
        needs=(BLIND_NIL,),
    )
    exchange: Literal[0, 1, 2, 3] = option(
        2,
        "How many cards a blind nil bidder exchanges with his partner.",
        "PG:33, 176; RO:22-23; INT-19",
        needs=(BLIND_NIL,),
    )
    exchange_optional: Yes = option(
        True,
        "Whether the blind nil bidder may do without the exchange.",
        "PG:33, 176; RO:22",
        needs=(PARTNERS, BLIND_NIL),
    )
    suit_request: Yes = option(
        False,
        "Whether the bidder names the suit that he would like to get back; it does not bind his partner.",
        "PG:176; INT-20",
        needs=(PARTNERS, BLIND_NIL),
    )
    from_hand: HandNumber = option(1, "The first hand of a game in which blind nil may be called.", "O")


class Blind(Group):
    """A side's number called before either partner looks."""

    enabled: Yes = option(
        False,
        "Whether a side may call a number before either partner looks.",
        "PG:80, 102, 182; INT-38",
        needs=(PARTNERS,),
    )
    min: Number = option(6, "The least number that may be called blind.", "PG:80, 182")
    higher: Yes = option(True, "Whether more than the least number may be called blind.", "PG:182", needs=(PARTNERS,))
    success: Literal["exact", "at_least"] = option(
        "exact", "Whether a blind number must be met exactly, or overtricks are bags.", "PG:80, 112, 182"
    )
    fail: Literal["double", "single"] = option(
        "double", "Whether a lost blind number costs 20 or 10 for each trick of it.", "PG:80, 112, 182"
    )
    min_deficit: Amount = option(0, "How far a side must be behind to call a number blind.", "PG:102")
    renounce_to_10: Yes = option(
        False, "Whether a side may give up its blind number for a plain ten when it has looked.", "PG:102; INT-39"
    )


class Ten200(Group):
    """A ten that is worth 200."""

    mode: Literal["off", "exact", "at_least"] = option(
        "off",
        "Whether ten tricks may be called for 200, and whether exactly ten must be won or at least ten.",
        "PG:110, 186; INT-40, INT-73",
    )
    auto: Yes = option(False, "Whether every ten is one without being called.", "PG:110, 186", needs=(TEN_200,))


class Moon(Group):
    """All the tricks."""

    enabled: Yes = option(False, "Whether a side may undertake to win every trick.", "PG:190; INT-41")
    value: Literal[200, 500, "win"] = option(
        None,
        "What a moon wins or loses, or whether it wins the game.",
        "PG:190; INT-41",
        unless_given="500 with ten200.mode, else 200",
    )
    blind_enabled: Yes = option(False, "Whether a moon may be called blind, for 400 either way.", "PG:194; INT-42")


class NoTrump(Group):
    """The promise to ruff nothing."""

    enabled: Yes = option(
        False,
        "Whether a player may bid a number without winning a trick by a ruff, for twice its worth.",
        "PG:198-200; INT-43",
        needs=(PARTNERS,),
    )
    min: Number = option(
        None,
        "The least number of such a bid.",
        "PG:200",
        unless_given="one less than blind.min",
        needs=(PARTNERS, NO_TRUMP),
    )
    scope: Literal["bidder", "side"] = option(
        "bidder", "Whether the promise binds the bidder alone or his side.", "INT-43"
    )
    fail: Literal["double", "single"] = option(
        "double", "Whether a lost bid of this kind costs 20 or 10 for each trick of it.", "PG:198"
    )
    blind_enabled: Yes = option(False, "Whether it may be called blind, for three times its worth.", "PG:200; INT-45")
    blind_fail: Literal["triple", "double", "single"] = option(
        "triple", "Whether a lost blind one costs 30, 20 or 10 for each trick of it.", "PG:200"
    )
    blind_min_deficit: Amount = option(
        None,
        "How far a side must be behind to call it blind.",
        "PG:200; INT-44",
        unless_given="more than 0.4 of end.target",
        needs=(PARTNERS, BLIND_NO_TRUMP),
    )


class DoubleNil(Group):
    """Both partners nil together."""

    enabled: Yes = option(
        False, "Whether two partners may undertake together to win no trick.", "PG:204; INT-46", needs=(PARTNERS,)
    )
    success: Literal[500, "win"] = option(500, "What it wins, or whether it wins the game.", "PG:204")
    fail: Literal[250, 500, "lose_game"] = option(500, "What it loses, or whether it loses the game.", "PG:204; INT-47")
    opp_bonus: Points = option(100, "What each other side scores when both partners won a trick.", "PG:204; INT-46")
    when: Literal["far_behind", "any"] = option(
        "far_behind",
        "Whether only a side behind by more than 0.4 of the target may call it, or any side for the game.",
        "PG:206; INT-44",
    )
    exchange: Literal[0, 2] = option(
        0, "How many cards the two pass to each other, both at once.", "PG:206", needs=(PARTNERS,)
    )


class Bemo(Group):
    """The first tricks in a row."""

    enabled: Yes = option(
        False, "Whether a side may declare to win the first six tricks, for 60 either way.", "PG:210; INT-48"
    )
    big_enabled: Yes = option(
        False, "Whether a side may declare to win the first nine tricks, for 90 either way.", "PG:210; INT-48"
    )


class Play(Group):
    """The play of the cards."""

    first_lead: Literal["left_of_dealer", "dealer", "holder_2c", "second_drawer"] = option(
        "left_of_dealer", "Who leads to the first trick.", "PG:37, 76, 214, 280; HE:53"
    )
    first_trick: Literal["normal", "lowest_club", "lowest_club_spade_ok", "lead_2c"] = option(
        "normal",
        "Whether the first trick is like any other, made of everybody's lowest club (with or without ruffs), or led"
        " with the lowest club.",
        "PG:216-218, 280-282; INT-51, INT-52",
    )
    first_trick_order: Literal["any", "strict"] = option(
        "any", "Whether the lowest clubs are played in any order, or clockwise from the holder of the lowest.", "PG:216"
    )
    first_trick_spades: Literal["allowed", "barred"] = option(
        "allowed", "Whether a spade may be played to the first trick by a player who has anything else.", "O"
    )
    spade_lead: Literal["broken", "any_time", "ny3"] = option(
        "broken",
        "When a spade may be led: once spades are broken, at any time, or from the fourth trick on.",
        "PG:37-42, 76, 104, 220; INT-49",
    )
    forced_lead_breaks: Yes = option(
        True,
        "Whether a spade led because the leader has nothing else breaks spades.",
        "RO:31, HE:65, PG:39, 284; INT-50",
        needs=(BREAKING,),
    )
    rake_shake: Yes = option(
        False, "Whether everybody must play his highest spade to a led big joker.", "PG:224; INT-53"
    )
    must_beat: Yes = option(
        False, "Whether a player who can beat the card that is winning must do so.", "PG:252; INT-54"
    )
    form: Literal["normal", "screamer", "assassin"] = option(
        "normal",
        "Whether spades are played freely, only where nothing else is left, or whenever they may be played.",
        "O",
    )


class Score(Group):
    """The score of a contract."""

    set_penalty: Literal["bid", "undertrick"] = option(
        "bid",
        "Whether a lost contract costs 10 for each trick bid or for each trick short.",
        "PG:52, 238; RO:37; HE:73",
    )
    double_bid_loses: Yes = option(
        False, "Whether a contract is lost by winning twice as many tricks as were bid.", "PG:236; INT-55"
    )
    over_limit: Number | None = option(
        None, "How many overtricks a plain contract bears; more of them lose it.", "PG:108"
    )


class Bags(Group):
    """Overtricks."""

    points: Literal[1, 0, -1, -10] = option(
        1, "What a bag scores by itself; -10 only as three.bag_mode has it.", "PG:46, 108, 228-230, 290; RO:35"
    )
    penalty: Points = option(
        100, "What it costs a side to collect bags.threshold bags.", "PG:48-50, 234; RO:40; INT-56; O"
    )
    threshold: Threshold = option(
        10, "How many bags bring the penalty; the rest is carried on.", "PG:48; O", needs=(BAG_PENALTY,)
    )
    display_units: Yes = option(
        False, "Whether bags only show in the last digit of the printed score and are worth nothing.", "PG:230; INT-57"
    )
    cancel_card: CancelCard | None = option(
        None,
        "The card whose capture takes one bag away, the same in every hand or cut before each.",
        "PG:232; INT-58",
        allowed="none, fixed:<card> or cut_each_deal",
    )


class Three(Group):
    """Scoring of the game of three."""

    bag_mode: Literal["minus10", "accumulate"] = option(
        "minus10",
        "Whether an overtrick costs 10 at once, or ten of them cost 100.",
        "PG:290-292",
        needs=(THREE_SCORING,),
    )
    accumulate_points: Literal[0, 1] = option(
        0, "What an overtrick scores when they are accumulated.", "PG:292; INT-59", needs=(THREE_SCORING,)
    )
    bonus_low: Yes = option(
        False,
        "Whether bids of 0, 1 and 2 that are met exactly score 100, 60 and 40.",
        "PG:310-314",
        needs=(THREE_SCORING,),
    )
    bonus_high: Yes = option(
        False, "Whether a made bid scores 10 more for each trick above six.", "PG:306; INT-62", needs=(THREE_SCORING,)
    )
    bonus_last_high_spades: Yes = option(
        False,
        "Whether an exact bid scores 10 for each of the last tricks won in a row with a nine of spades or better.",
        "PG:300-304; INT-61",
        needs=(THREE_SCORING,),
    )
    blind: Yes = option(
        False,
        "Whether a bid made without looking doubles what the hand scores.",
        "PG:318; INT-63",
        needs=(THREE_SCORING,),
    )


class Aces(Group):
    """Going for aces."""

    enabled: Yes = option(
        False, "Whether a side that holds all four aces may announce to win them all, for 100.", "PG:246-248; INT-64"
    )


class Dummy(Group):
    """The game of three with a dummy."""

    tie: Literal["first", "last"] = option(
        "first", "Which of two equal highest bids wins the dummy.", "A; PG:322", needs=(WITH_DUMMY,)
    )
    bid_scope: Literal["side_total", "own_tricks"] = option(
        "side_total",
        "Whether a bid counts the tricks of the side or the player's own.",
        "A; PG:322",
        needs=(WITH_DUMMY,),
    )
    exposed: Literal["after_opening_lead", "after_bidding", "never"] = option(
        "after_opening_lead", "When the dummy is laid face up.", "INT-05", needs=(WITH_DUMMY,)
    )
    scoring: Literal["individual", "declarer_only", "sum_defenders"] = option(
        "individual",
        "Whether all three score by their own bids, only the declarer, or the defenders by both bids together.",
        "INT-06",
        needs=(WITH_DUMMY,),
    )
    seat: Literal["fixed", "opposite_declarer"] = option(
        "fixed", "Whether the dummy keeps its place or is moved opposite the declarer.", "INT-07", needs=(WITH_DUMMY,)
    )


class Two(Group):
    """The game of two."""

    peek_discarded: Yes = option(
        True,
        "Whether a player who kept the first card sees the second before he discards it.",
        "PG:330, HE:19",
        needs=(TWO_PLAYERS,),
    )
    scoring: Literal["four_player", "three_player"] = option(
        "four_player",
        "Whether the score is kept as with four players or as with three.",
        "PG:336; INT-08",
        needs=(TWO_PLAYERS,),
    )
    blind_nil_redraw: Literal[0, 1, 2, 3] = option(
        3,
        "How many cards a blind nil bidder may replace from those thrown away in the draft.",
        "HE:45-47; INT-23",
        needs=(TWO_PLAYERS,),
    )


class End(Group):
    """The end of the game."""

    target: Target = option(500, "The score that wins the game.", "PG:58, 242, 294; RO:45; INT-65")
    lose_at: Floor | None = option(None, "The score at which a side loses the game, or below.", "PG:240; INT-66; O")
    set_streak: Literal[2, 3] | None = option(None, "How many sets in a row lose the game.", "PG:114; INT-67")
    boston_wins: Yes = option(False, "Whether a plain ten that takes every trick wins the game.", "PG:110; INT-68")
    win_bonus: Amount = option(0, "What is added to the winner's score at the end of the game.", "O")
    max_hands: HandLimit = option(
        0, "After how many hands the game is stopped and the higher score wins; 0 for no limit.", "O"
    )
