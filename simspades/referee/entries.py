"""Reading the keys of a hand record that tell what the players did.

Every function raises :class:`RecordError` or :class:`CardError` in one sentence that names the key at fault.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from simspades.cards import SUITS
from simspades.errors import RecordError, nearest
from simspades.referee.calls import Call, parse_call
from simspades.referee.declare import QUESTIONS
from simspades.referee.fields import (
    read_calls,
    read_cancel_card,
    read_cards,
    read_dealer,
    read_declared,
    read_hand_in_game,
    read_list,
    read_needed,
    read_raises,
    read_standing,
    read_whole,
    shown,
)
from simspades.referee.standing import Standing
from simspades.referee.table import Table


class Gift(NamedTuple):
    """Cards that a seat gives another, and the suit wanted in return, if one is named."""

    giver: int
    receiver: int
    cards: list[str]
    request: str | None


class ThrownIn(NamedTuple):
    """A deal that was thrown in: by whom, and whether the partner was asked."""

    deal: list[list[str]]
    seat: int
    asked: bool


class Draft(NamedTuple):
    """A draft of the game of two: the stock in its order, and at each turn whether the first card was kept."""

    stock: list[str]
    keeps: list[bool]


class Redraw(NamedTuple):
    """Cards replaced by a blind nil bidder of the game of two."""

    seat: int
    thrown: list[str]
    drawn: list[str]


class Speech(NamedTuple):
    """The sure and possible tricks that a seat told."""

    seat: int
    sure: int
    possible: int


class Question(NamedTuple):
    """A public question to the partner, and the answer."""

    seat: int
    about: str
    answer: bool


@dataclass(frozen=True)
class Entries:
    """All that a hand record tells, in the order in which it happens."""

    dealer: int
    hand_in_game: int
    before: Standing
    misdeals: list[ThrownIn]
    deal: list[list[str]] | None
    draft: Draft | None
    exposed: list[str]
    extra: list[str]
    extra_to: list[int] | None
    discards: dict[int, list[str]]
    passes: list[Gift]
    talk: list[Speech]
    calls: list[Call] | None
    renounced: dict[int, Call]
    raises: list[int | None]
    exchanges: list[Gift]
    redraws: list[Redraw]
    declared: dict[str, list[int]]
    asked: list[Question]
    cancel_card: str | None
    plays: list[str]


def read_entries(record: Mapping[str, object], table: Table, what: str) -> Entries:
    """Everything in a record, read and none of it judged."""
    draft = _read_draft(record.get("draft"))
    cancel_card = read_cancel_card(record, table)
    if table.rules.bags.cancel_card == "cut_each_deal" and cancel_card is None:
        raise RecordError(f"the {what} lacks the key cancel_card, which bags.cancel_card = cut_each_deal needs")
    return Entries(
        calls=read_calls(record, table, what),
        exchanges=_read_gifts(record, "exchanges", table),
        plays=_read_plays(record, table),
        deal=None if draft and "deal" not in record else _read_deal(read_needed(record, "deal", what), "deal", table),
        dealer=read_dealer(record, table),
        hand_in_game=read_hand_in_game(record),
        before=read_standing(record, table),
        misdeals=_read_misdeals(record, table),
        draft=draft,
        exposed=read_cards(record.get("exposed") or [], "exposed"),
        extra=read_cards(record.get("extra") or [], "extra"),
        extra_to=_read_extra_to(record.get("extra_to"), table),
        discards=_read_discards(record.get("discards"), table),
        passes=_read_gifts(record, "passes", table),
        talk=_read_talk(record, table),
        renounced=_read_renounced(record.get("renounced"), table),
        raises=read_raises(record, table),
        redraws=_read_redraws(record, table),
        declared=read_declared(record, table),
        asked=_read_asked(record, table),
        cancel_card=cancel_card,
    )


def _read_deal(value: object, key: str, table: Table) -> list[list[str]]:
    deal = read_list(value, key, table.seats, "seat")
    return [read_cards(holding, f"{key} of seat {seat}") for seat, holding in enumerate(deal)]


def _read_plays(record: Mapping[str, object], table: Table) -> list[str]:
    cards = read_cards(record.get("plays", []), "plays")
    if len(cards) > (most := table.seats * table.n_tricks):
        raise RecordError(f"key plays has {len(cards)} cards, but a hand is played with {most}")
    return cards


def _entries(record: Mapping[str, object], key: str) -> Sequence[object]:
    value = record.get(key)
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise RecordError(f"key {key} is {shown(value)}, but it is a list")
    return value


def _objects(record: Mapping[str, object], key: str, known: Collection[str]) -> list[Mapping[str, object]]:
    """The entries of a list of objects that have no unknown keys."""
    entries = []
    for entry in _entries(record, key):
        if not isinstance(entry, Mapping):
            raise RecordError(f"key {key} has {shown(entry)}, but an entry is an object")
        for name in entry:
            if name not in known:
                raise RecordError(f"an entry of {key} has no key {shown(name)}{nearest(str(name), known)}")
        entries.append(entry)
    return entries


def _triples(record: Mapping[str, object], key: str, form: str) -> list[Sequence[object]]:
    entries: list[Sequence[object]] = []
    for entry in _entries(record, key):
        if not isinstance(entry, list | tuple) or len(entry) != 3:
            raise RecordError(f"key {key} has {shown(entry)}, but an entry is {form}")
        entries.append(entry)
    return entries


def _read_seat(value: object, key: str, table: Table) -> int:
    return read_whole(value, key, 0, table.players - 1)


def _read_gifts(record: Mapping[str, object], key: str, table: Table) -> list[Gift]:
    known = ("from", "to", "cards", "request") if key == "exchanges" else ("from", "to", "cards")
    gifts = []
    for entry in _objects(record, key, known):
        giver, receiver = (
            _read_seat(read_needed(entry, name, f"entry of {key}"), f"{key}.{name}", table) for name in ("from", "to")
        )
        cards = read_cards(read_needed(entry, "cards", f"entry of {key}"), f"{key}.cards")
        gifts.append(Gift(giver, receiver, cards, _read_suit(entry.get("request"))))
    return gifts


def _read_suit(value: object) -> str | None:
    if value is None or (isinstance(value, str) and len(value) == 1 and value in SUITS):
        return value
    raise RecordError(f"key exchanges.request is {shown(value)}, but it is a suit: C, D, H or S")


def _read_misdeals(record: Mapping[str, object], table: Table) -> list[ThrownIn]:
    misdeals = []
    for entry in _objects(record, "misdeals", ("deal", "called", "asked")):
        what = "entry of misdeals"
        deal = _read_deal(read_needed(entry, "deal", what), "misdeals.deal", table)
        seat = _read_seat(read_needed(entry, "called", what), "misdeals.called", table)
        misdeals.append(ThrownIn(deal, seat, _read_yes(entry.get("asked", False), "misdeals.asked")))
    return misdeals


def _read_yes(value: object, key: str) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"key {key} is {shown(value)}, but it is true or false")
    return value


def _read_draft(value: object) -> Draft | None:
    if not value:
        return None
    if not isinstance(value, Mapping) or set(value) != {"stock", "keep"}:
        raise RecordError(f"key draft is {shown(value)}, but it is an object with the keys stock and keep")
    stock, keep = read_cards(value["stock"], "draft.stock"), value["keep"]
    if not isinstance(keep, str) or len(keep) != 26 or set(keep) - set("01"):
        raise RecordError(f"key draft.keep is {shown(keep)}, but it is a text of 26 digits 0 or 1")
    if len(stock) != 52:
        raise RecordError(f"key draft.stock has {len(stock)} cards, but it has 52")
    return Draft(stock, [digit == "1" for digit in keep])


def _read_redraws(record: Mapping[str, object], table: Table) -> list[Redraw]:
    redraws = []
    for entry in _objects(record, "redraws", ("seat", "thrown", "drawn")):
        what = "entry of redraws"
        seat = _read_seat(read_needed(entry, "seat", what), "redraws.seat", table)
        thrown, drawn = (read_cards(read_needed(entry, key, what), f"redraws.{key}") for key in ("thrown", "drawn"))
        redraws.append(Redraw(seat, thrown, drawn))
    return redraws


def _read_extra_to(value: object, table: Table) -> list[int] | None:
    if value is None:
        return None
    return [read_whole(seat, "extra_to", 0, table.seats - 1) for seat in read_list(value, "extra_to", 2, "extra card")]


def _by_number(value: object, key: str, count: int, by: str) -> dict[int, object]:
    """An object whose keys are seats or sides, as text."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise RecordError(f"key {key} is {shown(value)}, but it is an object by {by}")
    known = {str(number): number for number in range(count)}
    for name in value:
        if name not in known:
            raise RecordError(f"{key} has no key {shown(name)}, but keys are the {by}s from 0 to {count - 1}")
    return {known[name]: entry for name, entry in value.items()}


def _read_discards(value: object, table: Table) -> dict[int, list[str]]:
    by_seat = _by_number(value, "discards", table.seats, "seat")
    return {seat: read_cards(cards, f"discards of seat {seat}") for seat, cards in by_seat.items()}


def _read_renounced(value: object, table: Table) -> dict[int, Call]:
    renounced = {}
    for side, text in _by_number(value, "renounced", table.n_sides, "side").items():
        if not isinstance(text, str):
            raise RecordError(f"key renounced has {shown(text)} for side {side}, but it is a call")
        renounced[side] = parse_call(text)
    return renounced


def _read_talk(record: Mapping[str, object], table: Table) -> list[Speech]:
    talk = []
    for seat, sure, possible in _triples(record, "talk", "[seat, sure, possible]"):
        counts = [read_whole(count, "talk", 0) for count in (sure, possible)]
        talk.append(Speech(_read_seat(seat, "talk", table), *counts))
    return talk


def _read_asked(record: Mapping[str, object], table: Table) -> list[Question]:
    asked = []
    for seat, about, answer in _triples(record, "asked", "[seat, aces or nt or misdeal, answer]"):
        if not isinstance(about, str) or about not in QUESTIONS:
            raise RecordError(f"key asked has {shown(about)}, but a question is about aces, nt or misdeal")
        asked.append(Question(_read_seat(seat, "asked", table), about, _read_yes(answer, "asked")))
    return asked
