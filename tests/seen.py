"""What happened in the hands that were compared, counted: a path that no hand took proves nothing.

``KINDS`` names everything that the cases together must have seen.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

from simspades.engine import layout as at
from simspades.engine.trace import Decision, HandTrace
from simspades.rules import Ruleset

_NILS = ("nil", "blind-nil")
#: Calls whose kind is the word itself, and those that end in a number.
_NUMBERED = ("blind-nt", "nt", "blind")

CALLS = (
    "number",
    "nil",
    "blind-nil",
    "zero",
    "plain zero",
    "blind",
    "10-for-200",
    "moon",
    "blind-moon",
    "nt",
    "blind-nt",
    "double-nil",
)
RESULTS = {
    "nil": ("made", "lost"),
    "blind-nil": ("made", "lost"),
    "two nils": ("made", "lost", "one lost"),
    "nil beside blind-nil": ("made", "lost", "one lost"),
    "number": ("made", "lost"),
    "blind": ("made", "lost", "lost by overtricks"),
    "10-for-200": ("made", "lost"),
    "ten worth 200 uncalled": ("made", "lost"),
    "moon": ("made", "lost"),
    "blind-moon": ("made", "lost"),
    "nt": ("made", "lost", "lost by a ruff"),
    "blind-nt": ("made", "lost", "lost by a ruff"),
    "double-nil": ("made", "lost by one", "lost by both"),
    "bemo": ("made", "lost"),
    "big_bemo": ("made", "lost"),
    "aces": ("made", "lost"),
}
IN_HANDS = (
    # the deal
    "misdeal",
    "misdeals, several",
    "misdeal against advice",
    "misdeal on advice",
    "misdeal declined",
    "French cut chosen",
    "French cut as it falls",
    "extra cards to the dealer",
    "extra cards to the holder of 2C",
    "extra cards to the dealer for want of 2C",
    "extra cards set aside",
    "extra cards to one of the higher side",
    "extra cards one each",
    "extra cards to both sides",
    "discard before the bidding",
    "discard after the bidding",
    "pass",
    "first card kept",
    "first card thrown away",
    "redraw",
    "redraw of nothing",
    "redraw by both",
    # the bidding
    "unbid hand",
    "raise",
    "raise left",
    "renounced",
    "blind number kept",
    "nil announced",
    "number stated beside a nil",
    # cards exchanged
    "exchange by nil.exchange",
    "exchange by blind_nil.exchange",
    "exchange by dnil.exchange",
    "exchange declined",
    "exchange before others bid",
    "suit request",
    "card given straight back",
    # the play
    "spades led unbroken",
    "trick of lowest clubs",
    "trick of lowest clubs with a spade",
    "2C out of play",
    "identical card wins",
    "lead narrowed by play.form",
    "follower narrowed by play.form",
    "follower narrowed by play.must_beat",
    "follower narrowed by play.rake_shake",
    "follower narrowed by play.first_trick_spades",
    "dummy leads",
    "dummy at place 2",
    "dummy at place 3",
    "dummy at place 4",
    "declarer by a tie",
    # the score
    "bag penalty",
    "bag penalty, twice",
    "bag cancelled",
    "set by overtricks",
    "set by twice the bid",
    "undertricks",
    "bags kept from the count",
    "gift of a double nil",
    "three: bonus for a low bid",
    "three: bonus for a high bid",
    "three: bonus for last high spades",
    "three: doubled",
    "won outright",
    "lost outright",
    "lost by sets in a row",
    "lost at the floor",
    "boston",
    "moon wins the game",
)
IN_GAMES = (
    "games",
    "games capped",
    "games drawn",
    "games with a tie",
    "games with a change of lead",
    "games won",
)
KINDS = (
    "hands",
    *(f"call {kind}" for kind in CALLS),
    *(f"{kind} {result}" for kind, results in RESULTS.items() for result in results),
    *IN_HANDS,
    *IN_GAMES,
)


def see_hand(seen: Counter[str], trace: HandTrace, record: dict[str, Any], answer: dict[str, Any]) -> None:
    """Count what happened in a hand."""
    seen["hands"] += 1
    for things in (_deal, _bidding, _exchanges, _play, _contracts, _score):
        for thing in things(trace, record, answer):
            seen[thing] += 1


def see_games(seen: Counter[str], games: dict[str, Any], ties: int) -> None:
    """Count what happened in the games of a block, from their columns; ``ties`` of them had a tie to play off."""
    seen["games"] += len(games["game"])
    seen["games capped"] += int(games["capped"].sum())
    seen["games drawn"] += int((games["winner"] == -1).sum())
    seen["games won"] += int((games["winner"] >= 0).sum())
    seen["games with a change of lead"] += int((games["lead_changes"] > 0).sum())
    seen["games with a tie"] += ties


def _deal(trace: HandTrace, record: dict[str, Any], answer: dict[str, Any]) -> Iterator[str]:
    rules, taker = trace.rules, record.get("extra_to") or [0, 0]
    thrown = record.get("misdeals") or []
    if thrown:
        yield "misdeal"
        if len(thrown) > 1:
            yield "misdeals, several"
    advice = None
    for step in trace.steps:
        if step.decision is Decision.ADVISE:
            advice = step.choice
        elif step.decision is Decision.MISDEAL:
            if not step.choice:
                yield "misdeal declined"
            elif advice is not None:
                yield "misdeal on advice" if advice else "misdeal against advice"
            advice = None
        elif step.decision is Decision.CUT:
            yield "French cut chosen" if step.choice else "French cut as it falls"
        elif step.decision is Decision.KEEP:
            yield "first card kept" if step.choice else "first card thrown away"
        elif step.decision is Decision.PASS:
            yield "pass"
        elif step.decision is Decision.DISCARD:
            bids = any(other.decision in (Decision.BID, Decision.ANNOUNCE) for other in _before(trace, step))
            yield "discard after the bidding" if bids else "discard before the bidding"
        elif step.decision is Decision.REDRAW:
            yield "redraw" if step.choice else "redraw of nothing"
    if sum(step.decision is Decision.REDRAW for step in trace.steps) == 2:
        yield "redraw by both"
    rule = rules.deck_options.extra_cards
    if rule == "dealer":
        yield "extra cards to the dealer"
    elif rule == "holder_2c":
        is_dealers = "2C" in record["extra"].split()
        yield "extra cards to the dealer for want of 2C" if is_dealers else "extra cards to the holder of 2C"
    elif rule == "set_aside_unseen":
        yield "extra cards set aside"
    elif rule == "higher_bidding_side":
        if rules.side_of(taker[0]) != rules.side_of(taker[1]):
            yield "extra cards to both sides"
        else:
            yield "extra cards to one of the higher side" if taker[0] == taker[1] else "extra cards one each"


def _before(trace: HandTrace, step: object) -> Iterator[Any]:
    return itertools.takewhile(lambda other: other is not step, trace.steps)


def kind_of(call: str) -> str:
    """The kind of a call, as ``CALLS`` names it."""
    if call.isdigit():
        return "number" if call != "0" else "plain zero"
    return next((kind for kind in _NUMBERED if call.startswith(kind) and call[len(kind) + 1 :].isdigit()), call)


def _bidding(trace: HandTrace, record: dict[str, Any], answer: dict[str, Any]) -> Iterator[str]:
    if record["bids"] is None:
        yield "unbid hand"
        return
    yield from (f"call {kind_of(call)}" for call in record["bids"] if call != "-")
    for step in trace.steps:
        if step.decision is Decision.RAISE:
            yield "raise" if step.choice else "raise left"
        elif step.decision is Decision.RENOUNCE:
            yield "renounced" if step.choice else "blind number kept"
        elif step.decision is Decision.ANNOUNCE and step.choice == at.CALL_NIL << 5:
            yield "nil announced"
    if trace.rules.bid.mode == "partnership":
        for calls in _by_side(trace.rules, record["bids"]):
            if any(call in _NILS for call in calls) and any(call.isdigit() for call in calls):
                yield "number stated beside a nil"


def _by_side(rules: Ruleset, values: list[Any]) -> list[list[Any]]:
    return [
        [value for seat, value in enumerate(values) if rules.side_of(seat) == side] for side in range(rules.n_sides)
    ]


def _exchanges(trace: HandTrace, record: dict[str, Any], answer: dict[str, Any]) -> Iterator[str]:
    gifts = record["exchanges"]
    for there, back in zip(gifts[::2], gifts[1::2], strict=True):
        calls = {record["bids"][there["from"]], record["bids"][there["to"]]}
        option = "blind_nil.exchange" if "blind-nil" in calls else "nil.exchange"
        yield f"exchange by {'dnil.exchange' if 'double-nil' in calls else option}"
        if "request" in there:
            yield "suit request"
        if set(there["cards"].split()) & set(back["cards"].split()):
            yield "card given straight back"
    waits = False
    for step in trace.steps:
        if step.decision is Decision.EXCHANGE:
            waits = True
            if step.choice == 0:
                yield "exchange declined"
        elif waits and step.decision in (Decision.BID, Decision.ANNOUNCE):
            yield "exchange before others bid"
            waits = False


#: Options of the play that leave fewer cards, and what each usually is.
_NARROWING = {
    "form": "normal",
    "must_beat": False,
    "rake_shake": False,
    "first_trick_spades": "allowed",
    "first_trick": "normal",
}


def _play(trace: HandTrace, record: dict[str, Any], answer: dict[str, Any]) -> Iterator[str]:
    rules, deck = trace.rules, trace.rules.deck
    clubs, spades = deck.suit_masks[0], deck.suit_masks[3]
    n = len(trace.held)
    if next((k for k, step in enumerate(trace.plays) if step.choice & spades), 1) % n == 0:
        yield "spades led unbroken"
    yield from _narrowed(trace)
    if rules.play.first_trick.startswith("lowest_club"):
        trick = trace.plays[:n]
        if all(step.choice & clubs for step in trick):
            yield "trick of lowest clubs"
        if rules.play.first_trick == "lowest_club_spade_ok" and any(step.choice & spades for step in trick):
            yield "trick of lowest clubs with a spade"
    if rules.play.first_trick != "normal" and not any(
        deck.card(step.choice.bit_length() - 1) == "2C" for step in trace.plays
    ):
        yield "2C out of play"
    if rules.deck_options.packs == 2:
        for number, winner in enumerate(answer["winners"]):
            cards = trace.plays[n * number : n * number + n]
            best = next(step.choice for step in reversed(cards) if step.seat == winner)
            if any(step.choice == best and step.seat != winner for step in cards):
                yield "identical card wins"
    if n > rules.players and record["bids"] is not None:
        order = [step.seat for step in trace.plays[:n]]
        left = order.index((trace.dealer + 1) % rules.players)
        yield f"dummy at place {(order.index(rules.players) - left) % n + 1}"
        if order[0] == rules.players:
            yield "dummy leads"
        best = max(trace.calls)
        if trace.calls.count(best) > 1:
            yield "declarer by a tie"


def _narrowed(trace: HandTrace) -> Iterator[str]:
    """Plays in which an option left fewer cards than following suit does, where only one option could."""
    play, spades = trace.rules.play, trace.rules.deck.suit_masks[3]
    options = [option for option, usual in _NARROWING.items() if getattr(play, option) != usual]
    if len(options) != 1 or options == ["first_trick"]:
        return
    [option] = options
    held = [
        Counter({1 << bit: 1 + (holding.twice >> bit & 1) for bit in _bits(holding.cards)}) for holding in trace.held
    ]
    for k, step in enumerate(trace.plays):
        own = held[step.seat]
        holding = sum(bit for bit, copies in own.items() if copies)
        own[step.choice] -= 1
        if k % len(held) == 0:
            led = next(mask for mask in trace.rules.deck.suit_masks if mask & step.choice)
            if option == "form" and step.options not in (holding, holding & ~spades):
                yield "lead narrowed by play.form"
        elif step.options != (holding & led or holding):
            yield f"follower narrowed by play.{option}"


def _bits(cards: int) -> Iterator[int]:
    return (bit for bit in range(cards.bit_length()) if cards >> bit & 1)


def _contracts(trace: HandTrace, record: dict[str, Any], answer: dict[str, Any]) -> Iterator[str]:
    """How calls came out."""
    rules, bids = trace.rules, record["bids"]
    if bids is None:
        return
    tricks = answer["tricks"]
    declared = record.get("declare") or {}
    for seat, call in enumerate(bids):
        if call in _NILS:
            yield f"{call} {'lost' if tricks[seat] else 'made'}"
    for side, calls in enumerate(_by_side(rules, bids)):
        won = [tricks[seat] for seat in range(rules.players) if rules.side_of(seat) == side]
        kinds = {kind_of(call) for call in calls}
        if len(calls) == 2 and kinds <= set(_NILS):
            pair = "two nils" if len(kinds) == 1 else "nil beside blind-nil"
            yield f"{pair} {('made', 'one lost', 'lost')[sum(number > 0 for number in won)]}"
        if "double-nil" in kinds:
            lost = sum(number > 0 for number in won)
            yield f"double-nil {('made', 'lost by one', 'lost by both')[lost]}"
            if lost == 2 and rules.dnil.opp_bonus:
                yield "gift of a double nil"
            continue
        made, contract = answer["made"][side], answer["contract"][side]
        if made is None or contract is None:
            continue
        special = kinds & {"blind", "10-for-200", "moon", "blind-moon", "nt", "blind-nt"}
        kind = next(iter(special), "number")
        if kind == "number" and rules.ten200.mode not in (None, "off") and rules.ten200.auto and contract == 10:
            kind = "ten worth 200 uncalled"
        result = "made" if made else "lost"
        if not made and sum(won) >= contract and rules.n_sides < rules.players:
            result = {"blind": "lost by overtricks", "nt": "lost by a ruff", "blind-nt": "lost by a ruff"}.get(
                kind, result
            )
        yield f"{kind} {result}"
    first = Counter(_side_that_won(rules, trace, seat) for seat in answer["winners"][:6])
    nine = Counter(_side_that_won(rules, trace, seat) for seat in answer["winners"][:9])
    for side in declared.get("bemo", []):
        yield f"bemo {'made' if first[side] == 6 else 'lost'}"
    for side in declared.get("big_bemo", []):
        yield f"big_bemo {'made' if nine[side] == 9 else 'lost'}"
    for side in declared.get("aces", []):
        taken = sum(
            card.startswith("A")
            for card, seat in zip(record["plays"], _takers(trace, answer), strict=True)
            if _side_that_won(rules, trace, seat) == side
        )
        yield f"aces {'made' if taken == sum(card.startswith('A') for card in rules.deck.cards) else 'lost'}"


def _takers(trace: HandTrace, answer: dict[str, Any]) -> list[int]:
    """Who won the trick of each card played."""
    return [seat for seat in answer["winners"] for _ in trace.held]


def _side_that_won(rules: Ruleset, trace: HandTrace, seat: int) -> int:
    return rules.side_of(seat) if seat < rules.players else -1


def _score(trace: HandTrace, record: dict[str, Any], answer: dict[str, Any]) -> Iterator[str]:
    rules, bids, before = trace.rules, record["bids"], record["before"]
    score, floor = answer["score"], rules.end.lose_at
    if bids is None:
        return
    for side, penalty in enumerate(answer["penalty"]):
        if penalty:
            yield "bag penalty" if penalty == rules.bags.penalty else "bag penalty, twice"
        calls = _by_side(rules, bids)[side]
        won = sum(answer["tricks"][seat] for seat in range(rules.players) if rules.side_of(seat) == side)
        contract, made, bags = answer["contract"][side], answer["made"][side], answer["bags"][side]
        plain = all(call.isdigit() or call == "-" for call in calls)
        if made is False and plain and contract and rules.game.family != "three_dummy":
            if won >= 2 * contract and rules.score.double_bid_loses and rules.score.over_limit is None:
                yield "set by twice the bid"
            elif won > contract and rules.score.over_limit is not None and not rules.score.double_bid_loses:
                yield "set by overtricks"
            elif won < contract - 1 and rules.score.set_penalty == "undertrick":
                yield "undertricks"
        if made and plain and 0 <= bags < won - contract and rules.bags.cancel_card is not None:
            yield "bag cancelled"
        if "blind-nil" in calls and bags and rules.blind_nil.no_bag_penalty:
            yield "bags kept from the count"
        if rules.three.bag_mode is not None:
            yield from _three_bonuses(rules, answer, side, calls[0], won)
        if contract == 10 and made and won == rules.n_tricks and rules.end.boston_wins:
            yield "boston"
        if contract == won == rules.n_tricks and rules.moon.enabled and rules.moon.value == "win":
            yield "moon wins the game"
    ended = answer["over"]
    limit = 0 < rules.end.max_hands <= record["hand_in_game"]
    by_score = before["tie_break"] or max(score) >= rules.end.target or (floor is not None and min(score) <= floor)
    streak = rules.end.set_streak is not None and max(answer["sets"]) >= rules.end.set_streak
    if ended and not by_score and not streak and not limit:
        tried = [side for side, calls in enumerate(_by_side(rules, bids)) if "double-nil" in calls]
        yield "lost outright" if tried and answer["winner"] not in tried else "won outright"
    if ended and streak:
        yield "lost by sets in a row"
    if ended and floor is not None and max(score) < rules.end.target and min(score) <= floor and not streak:
        yield "lost at the floor"


def _three_bonuses(rules: Ruleset, answer: dict[str, Any], side: int, call: str, won: int) -> Iterator[str]:
    contract, points = answer["contract"][side], answer["points"][side]
    if call.startswith("blind-"):
        yield "three: doubled"
        return
    exact = 10 * contract
    if won == contract <= 2 and points > exact and rules.three.bonus_low:
        yield "three: bonus for a low bid"
    if won == contract > 6 and points >= exact + 10 * (contract - 6) and rules.three.bonus_high:
        yield "three: bonus for a high bid"
    if won == contract and 2 < contract < 7 and points > exact and rules.three.bonus_last_high_spades:
        yield "three: bonus for last high spades"
