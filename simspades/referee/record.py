"""Hand records: reading one and judging it."""

from __future__ import annotations

from collections.abc import Mapping

from simspades.referee.entries import read_entries
from simspades.referee.fields import LABELS, RECORD_KEYS, check_keys, check_meaning, read_table
from simspades.referee.hand import Hand, Phase
from simspades.referee.replay import play_record
from simspades.referee.verdict import IllegalActionError

WHAT = "hand record"
KNOWN_KEYS = frozenset(RECORD_KEYS + LABELS)


def judge(record: Mapping[str, object]) -> dict[str, object]:
    """Judge a hand record.

    The answer is that of the documentation: ``legal`` true with the tricks, scores and end of the game, or false with
    the first illegal action. Where the play stops early, ``complete`` is false, nothing is scored yet (``made`` is
    null, ``points``, ``bags`` and ``penalty`` are 0) and ``score``, ``bags_total`` and ``sets`` are those before the
    hand. A record's ``rules`` may be a :class:`Ruleset`, which saves reading it.

    Raises :class:`RecordError`, :class:`CardError` or :class:`RulesError` for a record that cannot be read.

    >>> from simspades.cards import STANDARD
    >>> deal = [" ".join(STANDARD.cards[seat::4]) for seat in range(4)]
    >>> judge({"rules": "std4", "deal": deal, "bids": ["3", "4", "3", "14"], "plays": []})["rule"]
    'bid.player_range'
    """
    record = check_keys(record, KNOWN_KEYS, WHAT)
    table = read_table(record, WHAT)
    check_meaning(record, table.rules)
    entries = read_entries(record, table, WHAT)
    try:
        hand = play_record(table, entries)
    except IllegalActionError as illegal:
        return illegal.answer()
    return _legal_answer(hand)


def _legal_answer(hand: Hand) -> dict[str, object]:
    complete = hand.phase is Phase.OVER
    return {
        "legal": True,
        "complete": complete,
        "winners": list(hand.winners),
        "tricks": list(hand.tricks),
        **(hand.settle().answer() if complete else _unsettled(hand)),
    }


def _unsettled(hand: Hand) -> dict[str, object]:
    nothing = [0] * hand.table.n_sides
    return {
        "contract": hand.contracts,
        "made": [None] * hand.table.n_sides,
        "points": nothing,
        "bags": list(nothing),
        "penalty": list(nothing),
        "score": list(hand.before.score),
        "bags_total": list(hand.before.bags),
        "sets": list(hand.before.sets),
        "over": False,
        "winner": None,
    }
