"""Reading the keys that hand records and scoring requests share.

Every function raises :class:`RecordError` in one sentence that names the key and the value at fault.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache

from simspades.cards import JOKERS, ORDINARY_CARDS, parse_cards
from simspades.errors import CardError, RecordError, nearest
from simspades.referee.calls import Call, parse_call
from simspades.referee.standing import Standing
from simspades.referee.table import Table, table_of
from simspades.rules import Ruleset, load_rules

#: The keys of a hand record, in the order of the documentation.
RECORD_KEYS = (
    "rules",
    "set",
    "dealer",
    "hand_in_game",
    "before",
    "deal",
    "exposed",
    "misdeals",
    "extra",
    "extra_to",
    "discards",
    "draft",
    "redraws",
    "passes",
    "talk",
    "bids",
    "renounced",
    "raises",
    "exchanges",
    "declare",
    "asked",
    "cancel_card",
    "plays",
)

#: Keys that only tell which hand this is and what came of it; they are read past.
LABELS = ("game", "hand", "result")

#: Keys that have a meaning only under an option, with that option and whether a rule set has it.
NEEDS_OPTION: dict[str, tuple[str, Callable[[Ruleset], bool]]] = {
    "exposed": ("deal.cut", lambda rules: rules.deal.cut == "french_cut"),
    "misdeals": ("misdeal.conditions", lambda rules: bool(rules.misdeal.conditions)),
    "extra": ("deck.extra_cards", lambda rules: rules.deck_options.extra_cards is not None),
    "extra_to": ("deck.extra_cards", lambda rules: rules.deck_options.extra_cards is not None),
    "discards": ("deck.extra_cards", lambda rules: rules.deck_options.extra_cards is not None),
    "draft": ("game.family", lambda rules: rules.game.family == "two"),
    "redraws": ("two.blind_nil_redraw", lambda rules: bool(rules.two.blind_nil_redraw)),
    "passes": ("pass.before_bidding", lambda rules: bool(rules.pass_.before_bidding)),
    "talk": ("bid.mode", lambda rules: rules.bid.mode == "partnership"),
    "renounced": ("blind.renounce_to_10", lambda rules: bool(rules.blind.enabled and rules.blind.renounce_to_10)),
    "raises": ("bid.raise_round", lambda rules: bool(rules.bid.raise_round)),
    "declare": (
        "bemo.enabled",
        lambda rules: rules.bemo.enabled or rules.bemo.big_enabled or rules.aces.enabled,
    ),
    "asked": (
        "aces.enabled",
        lambda rules: bool(
            rules.aces.enabled or rules.nt.enabled or rules.nt.blind_enabled or rules.misdeal.consult_partner
        ),
    ),
    "cancel_card": ("bags.cancel_card", lambda rules: rules.bags.cancel_card == "cut_each_deal"),
}

STANDING_KEYS = ("score", "bags", "sets", "tie_break")


def check_keys(record: object, known: Collection[str], what: str) -> Mapping[str, object]:
    """The record itself, if it is an object whose keys are all known."""
    if not isinstance(record, Mapping):
        raise RecordError(f"a {what} is an object, not {shown(record)}")
    for key in record:
        if key not in known:
            raise RecordError(f"a {what} has no key {shown(key)}{nearest(str(key), known)}")
    return record


def check_meaning(record: Mapping[str, object], rules: Ruleset) -> None:
    """Refuse a key that says something which these rules do not have."""
    for key, (option, holds) in NEEDS_OPTION.items():
        if says_something(record.get(key)) and not holds(rules):
            raise RecordError(f"key {key} has no meaning under these rules: it needs another {option}")


def says_something(value: object) -> bool:
    """Whether a value is more than null, false, or a list, text or object of nothing."""
    if isinstance(value, Mapping):
        return any(says_something(entry) for entry in value.values())
    if isinstance(value, list | tuple):
        return any(says_something(entry) for entry in value)
    return value is not None and value is not False and value != ""


def read_needed(record: Mapping[str, object], key: str, what: str) -> object:
    """The value of a key that must be there."""
    if key not in record:
        raise RecordError(f"the {what} lacks the key {key}")
    return record[key]


def read_table(record: Mapping[str, object], what: str) -> Table:
    """The table of ``rules`` with the overrides of ``set``."""
    spec, overrides = read_needed(record, "rules", what), record.get("set")
    if isinstance(spec, Ruleset) and not overrides:
        return table_of(spec)
    if not isinstance(spec, str | Mapping | Ruleset):
        raise RecordError(f"key rules is {shown(spec)}, but it is a preset's name or an object of options")
    if overrides is not None and not isinstance(overrides, Mapping):
        raise RecordError(f"key set is {shown(overrides)}, but it is an object of options")
    if isinstance(spec, Ruleset):
        return table_of(load_rules(spec, overrides or {}))
    try:
        as_text = json.dumps(spec), json.dumps(overrides or {})
    except TypeError as error:
        raise RecordError(f"keys rules and set have to be plain JSON, but {error}") from None
    return table_of(_cached_rules(*as_text))


@lru_cache(maxsize=256)
def _cached_rules(spec: str, overrides: str) -> Ruleset:
    """Rule sets by their text: reading one takes far longer than judging a hand."""
    return load_rules(json.loads(spec), json.loads(overrides))


def read_whole(value: object, key: str, low: int, high: int | None = None) -> int:
    """A whole number of a range; ``key`` is what the message calls it."""
    if isinstance(value, int) and not isinstance(value, bool) and low <= value and (high is None or value <= high):
        return value
    limits = f"from {low} to {high}" if high is not None else f"of {low} or more"
    raise RecordError(f"key {key} is {shown(value)}, but it is a whole number {limits}")


def read_list(value: object, key: str, length: int, by: str) -> Sequence[object]:
    """A list with one entry for each seat or side."""
    if isinstance(value, list | tuple) and len(value) == length:
        return value
    raise RecordError(f"key {key} is {shown(value)}, but it is a list of {length}, one for each {by}")


def read_dealer(record: Mapping[str, object], table: Table) -> int:
    """``dealer``, the last seat unless given."""
    return read_whole(record.get("dealer", table.players - 1), "dealer", 0, table.players - 1)


def read_hand_in_game(record: Mapping[str, object]) -> int:
    """``hand_in_game``, 2 unless given, or 1 for an unbid hand."""
    default = 1 if record.get("bids", ()) is None else 2
    return read_whole(record.get("hand_in_game", default), "hand_in_game", 1)


def read_standing(record: Mapping[str, object], table: Table) -> Standing:
    """``before``: the standing at the start of the hand, zeros unless given."""
    before = record.get("before", {})
    if not isinstance(before, Mapping):
        raise RecordError(f"key before is {shown(before)}, but it is an object")
    for key in before:
        if key not in STANDING_KEYS:
            raise RecordError(f"before has no key {shown(key)}{nearest(str(key), STANDING_KEYS)}")
    tie_break = before.get("tie_break", False)
    if not isinstance(tie_break, bool):
        raise RecordError(f"key before.tie_break is {shown(tie_break)}, but it is true or false")
    return Standing(
        score=_by_side(before, "score", table, SCORE_LIMIT),
        bags=_by_side(before, "bags", table),
        sets=_by_side(before, "sets", table),
        tie_break=tie_break,
    )


#: Scores beyond this are slips of the pen.
SCORE_LIMIT = 10**9


def _by_side(before: Mapping[str, object], key: str, table: Table, limit: int = 0) -> tuple[int, ...]:
    values = read_list(before.get(key, [0] * table.n_sides), f"before.{key}", table.n_sides, "side")
    return tuple(read_whole(value, f"before.{key}", -limit, SCORE_LIMIT) for value in values)


def read_calls(record: Mapping[str, object], table: Table, what: str) -> list[Call] | None:
    """``bids``: the call of each seat, or None for an unbid hand."""
    bids = read_needed(record, "bids", what)
    if bids is None:
        return None
    zero = table.rules.bid.zero
    return [_read_call(bid, seat, zero) for seat, bid in enumerate(read_list(bids, "bids", table.players, "seat"))]


def _read_call(bid: object, seat: int, zero: str) -> Call:
    if isinstance(bid, str) or (isinstance(bid, int) and not isinstance(bid, bool)):
        return parse_call(str(bid), zero)
    raise RecordError(f"key bids has {shown(bid)} for seat {seat}, but a call is a text or a whole number")


def read_raises(record: Mapping[str, object], table: Table) -> list[int | None]:
    """``raises``: the number that each side raised its own to, or None."""
    value = record.get("raises")
    if value is None:
        return [None] * table.n_sides
    entries = read_list(value, "raises", table.n_sides, "side")
    return [None if entry is None else read_whole(entry, "raises", 0, 2 * table.n_tricks) for entry in entries]


DECLARATIONS = ("bemo", "big_bemo", "aces")


def read_declared(record: Mapping[str, object], table: Table) -> dict[str, list[int]]:
    """``declare``: the sides that declared each thing."""
    value = record.get("declare")
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise RecordError(f"key declare is {shown(value)}, but it is an object")
    declared: dict[str, list[int]] = {}
    for what, sides in value.items():
        if what not in DECLARATIONS:
            raise RecordError(f"declare has no key {shown(what)}{nearest(str(what), DECLARATIONS)}")
        if not isinstance(sides, list | tuple):
            raise RecordError(f"key declare.{what} is {shown(sides)}, but it is a list of sides")
        declared[what] = [read_whole(side, f"declare.{what}", 0, table.n_sides - 1) for side in sides]
    return declared


def read_cancel_card(record: Mapping[str, object], table: Table) -> str | None:
    """``cancel_card``: the card cut for this hand."""
    value = record.get("cancel_card")
    if value is None:
        return None
    [card] = read_cards(value, "cancel_card", table, count=1)
    return card


CANONICAL = frozenset(ORDINARY_CARDS + JOKERS)  # names that need no parsing


def read_cards(value: object, key: str, table: Table | None = None, count: int | None = None) -> list[str]:
    """A list of cards or a text of them; with a table, cards of its pack."""
    if not isinstance(value, str | list | tuple):
        raise RecordError(f"key {key} is {shown(value)}, but it is a list of cards")
    tokens = value.split() if isinstance(value, str) else value
    if all(isinstance(token, str) for token in tokens) and CANONICAL.issuperset(tokens):
        cards = list(tokens)
    else:
        try:
            cards = parse_cards(value)
        except CardError as error:
            raise CardError(f"key {key}: {error}") from None
    if count is not None and len(cards) != count:
        raise RecordError(f"key {key} has {len(cards)} cards, but it has {count}")
    for card in cards if table else ():
        if table is not None and card not in table.pack.copies:
            raise CardError(f"key {key}: {card} is not in the pack")
    return cards


def shown(value: object) -> str:
    """A value as a message shows it, cut short where it is long."""
    text = json.dumps(value, default=repr)
    return text if len(text) <= 60 else text[:57] + "..."
