"""What the groups of options are made of: conditions, the types of values, and how an option is declared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidatorFunctionWrapHandler, field_validator

from simspades.cards import STANDARD, parse_card, parse_cards
from simspades.rules.families import FAMILIES

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
