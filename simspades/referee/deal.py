"""The deal: which cards may be where, who gets the extra cards, and the draft of the game of two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from simspades.referee.table import Table
from simspades.referee.verdict import Fault, IllegalActionError

EXTRA_CARDS = 2


def check_deal(table: Table, deal: Sequence[Sequence[str]], extra: Sequence[str] = ()) -> None:
    """Raise :class:`IllegalActionError` unless the pack can be dealt so.

    `deck.packs`, `deck.jokers`, `deck.removed`: no card that the deck lacks, none more often than the deck has it.
    `deal.unit`: dealt singly until all are dealt, each seat gets ``hand_size`` cards.
    """
    if len(deal) != table.seats:
        reason = f"{len(deal)} holdings are dealt, but there are {table.seats} players"
        raise IllegalActionError(0, None, None, Fault("deal.unit", reason))
    dealt: Counter[str] = Counter()
    for seat, holding in enumerate(deal):
        for card in holding:
            dealt[card] += 1
            if dealt[card] > table.pack.copies.get(card, 0):
                raise IllegalActionError(0, seat, card, _deal_fault(table, f"seat {seat} is dealt {card}", card))
        if len(holding) != table.hand_size:
            reason = f"seat {seat} is dealt {len(holding)} cards, but a holding is of {table.hand_size}"
            raise IllegalActionError(0, seat, None, Fault("deal.unit", reason))
    for card in extra:
        dealt[card] += 1
        if dealt[card] > table.pack.copies.get(card, 0):
            raise IllegalActionError(0, None, card, _deal_fault(table, f"{card} is an extra card", card))
    if extra and len(extra) != EXTRA_CARDS:
        reason = f"there are {len(extra)} extra cards, but {EXTRA_CARDS} are left of the pack"
        raise IllegalActionError(0, None, None, Fault("deck.extra_cards", reason))


def _deal_fault(table: Table, what: str, card: str) -> Fault:
    copies = table.pack.copies.get(card, 0)
    if copies:
        times = "once" if copies == 1 else "twice"
        return Fault("deck.packs", f"{what}, which the pack has only {times}")
    option = "deck.removed" if card in table.rules.deck_options.removed else "deck.jokers"
    return Fault(option, f"{what}, which the pack does not have")


def check_exposed(table: Table, deal: Sequence[Sequence[str]], exposed: Sequence[str]) -> None:
    """`deal.cut=french_cut`: one card of each holding was turned up by the cutter."""
    if exposed and len(exposed) != table.seats:
        reason = f"{len(exposed)} cards are turned up, but there are {table.seats} hands"
        raise IllegalActionError(0, None, None, Fault("deal.cut", reason))
    for seat, card in enumerate(exposed):
        if card not in deal[seat]:
            reason = f"seat {seat} got {card} in the cut, but is not dealt it"
            raise IllegalActionError(0, seat, card, Fault("deal.cut", reason))


def left_of_the_pack(table: Table, deal: Sequence[Sequence[str]]) -> list[str]:
    """The cards that are in nobody's holding, in the order of the pack."""
    left = Counter(table.rules.deck.cards)
    for holding in deal:
        left.subtract(holding)
    return [card for card in table.rules.deck.cards if left[card] > 0]


def taker_of_extra_cards(table: Table, deal: Sequence[Sequence[str]], dealer: int) -> int | None:
    """Who gets both extra cards before the bidding, if anybody does.

    `deck.extra_cards`: the dealer, or the holder of 2C, which is the dealer again where 2C is one of the two.
    """
    rule = table.rules.deck_options.extra_cards
    if rule == "holder_2c":
        return next((seat for seat, holding in enumerate(deal) if "2C" in holding), dealer)
    return dealer if rule == "dealer" else None


def takers_fault(table: Table, contracts: Sequence[int | None], takers: Sequence[int]) -> Fault | None:
    """`deck.extra_cards=higher_bidding_side`: both cards go to the side that bid more, to one player or one to each.

    Equal bids, also of a hand that bids itself, bring each side one card; the side chooses who takes it.
    """
    numbers = [number or 0 for number in contracts]
    sides = sorted(table.side_of[seat] for seat in takers)
    best = max(numbers)
    higher = [side for side, number in enumerate(numbers) if number == best]
    if len(higher) == 1 and set(sides) != set(higher):
        return Fault("deck.extra_cards", f"the extra cards go to side {higher[0]}, which bid more")
    if len(higher) == EXTRA_CARDS and sides != higher:
        return Fault("deck.extra_cards", "each side takes one of the extra cards, since their bids are equal")
    return None


def drafted(table: Table, stock: Sequence[str], keeps: Sequence[bool], dealer: int) -> list[list[str]]:
    """`game.family=two`: the holdings that come of a draft, by seat.

    The dealer, who draws first, and the other take turns at the top of the stock. ``keeps`` tells at each turn whether
    the first card was kept, and the second thrown away unkept, or the first thrown away and the second kept.
    """
    holdings: list[list[str]] = [[], []]
    for turn, keeps_first in enumerate(keeps):
        first, second = stock[2 * turn], stock[2 * turn + 1]
        holdings[(dealer + turn) % 2].append(first if keeps_first else second)
    return holdings
