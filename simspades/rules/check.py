"""What makes no sense together (RULEBOOK 0.6): each check names the two options that disagree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from simspades.cards import DEUCES, JOKERS
from simspades.errors import RulesError
from simspades.rules import families
from simspades.rules.model import Ruleset
from simspades.rules.options import show

Check = Callable[[Ruleset], Iterator[str]]


def check(rules: Ruleset, where: str) -> None:
    """Raise :class:`RulesError` for the first contradiction in a rule set; ``where`` is the file, for the message."""
    for find in CHECKS:
        for contradiction in find(rules):
            raise RulesError(f"{where}: {contradiction}")


def _pack(rules: Ruleset) -> Iterator[str]:
    pack = rules.deck_options
    jokers = JOKERS if pack.jokers else ()
    for card, copies in Counter(pack.removed).items():
        in_pack = pack.packs if card not in JOKERS else len(jokers) // 2
        if copies > in_pack:
            yield (
                f"deck.removed = {show(pack.removed)} takes {card} out {copies} times, and the pack has {in_pack} of it"
                f" (deck.packs = {pack.packs}, deck.jokers = {pack.jokers})"
            )
    for card, copies in Counter(pack.high_trumps).items():
        if copies > 1:
            yield f"deck.high_trumps = {show(pack.high_trumps)} lists {card} more than once"
        if card not in JOKERS + DEUCES:
            yield f"deck.high_trumps = {show(pack.high_trumps)} lists {card}, which is neither a joker nor a deuce"
        if card in JOKERS and not jokers:
            yield f"deck.high_trumps = {show(pack.high_trumps)} lists {card}, and deck.jokers = 0"
        if pack.removed.count(card) >= (1 if card in JOKERS else pack.packs):
            yield (
                f"deck.high_trumps = {show(pack.high_trumps)} lists {card}, which deck.removed ="
                f" {show(pack.removed)} takes out"
            )
    for joker in jokers:
        if joker not in pack.high_trumps and joker not in pack.removed:
            yield (
                f"deck.high_trumps = {show(pack.high_trumps)} lacks {joker}, which deck.jokers = 2 puts in the"
                " pack: every joker is a high trump"
            )
    order = [JOKERS.index(card) if card in JOKERS else len(JOKERS) for card in pack.high_trumps]
    if order != sorted(order):
        yield f"deck.high_trumps = {show(pack.high_trumps)} must begin with its jokers, BJ before LJ"


def _deal(rules: Ruleset) -> Iterator[str]:
    pack = rules.deck_options
    family = rules.game.family
    holdings = families.FAMILIES[family].holdings
    extra = pack.extra_cards is not None
    if extra and holdings != 4:
        yield f"deck.extra_cards = {show(pack.extra_cards)} needs four hands, and game.family = {family} has {holdings}"
    if extra and (not pack.jokers or pack.removed):
        yield (
            f"deck.extra_cards = {show(pack.extra_cards)} needs a pack of 54 cards, that is deck.jokers = 2 and"
            f" deck.removed = [], and deck.jokers = {pack.jokers}, deck.removed = {show(pack.removed)}"
        )
    if not families.fits(family, rules.deck.size, extra):
        yield (
            f"game.family = {family} needs {families.needed_cards(family, extra)}, and deck.packs = {pack.packs},"
            f" deck.jokers = {pack.jokers}, deck.removed = {show(pack.removed)} leave {rules.deck.size}"
        )
    if pack.extra_cards == "higher_bidding_side" and not families.FAMILIES[family].partners:
        yield f"deck.extra_cards = higher_bidding_side needs partners, and game.family = {family} has none"
    if rules.deal.cut == "french_cut" and holdings != 4:
        yield f"deal.cut = french_cut needs four hands, and game.family = {family} has {holdings}"
    if rules.play.rake_shake and not pack.jokers:
        yield "play.rake_shake = true needs jokers, and deck.jokers = 0"
    cancel_card = (rules.bags.cancel_card or "").removeprefix("fixed:")
    if cancel_card not in ("", "cut_each_deal") and cancel_card not in rules.deck.cards:
        yield (
            f"bags.cancel_card = {rules.bags.cancel_card} is not in the pack of deck.jokers = {pack.jokers},"
            f" deck.removed = {show(pack.removed)}"
        )


def _bidding(rules: Ruleset) -> Iterator[str]:
    bid, family = rules.bid, rules.game.family
    if bid.mode == "partnership" and not families.FAMILIES[family].partners:
        yield f"bid.mode = partnership needs partners, and game.family = {family} has none"
    if bid.first == "non_dealer_side" and bid.mode != "partnership":
        yield f"bid.first = non_dealer_side needs bid.mode = partnership, and bid.mode = {bid.mode}"
    for option_id, first in (("bid.first", bid.first), ("play.first_lead", rules.play.first_lead)):
        if first == "second_drawer" and family != "two":
            yield f"{option_id} = second_drawer has a meaning only in the game of two, and game.family = {family}"
    if bid.side_max is not None and (bid.side_min or 0) > bid.side_max:
        yield f"bid.side_min = {bid.side_min} is more than bid.side_max = {bid.side_max}"
    if bid.side_max is not None and rules.blind.enabled and rules.blind.min > bid.side_max:
        yield f"blind.min = {rules.blind.min} is more than bid.side_max = {bid.side_max}"
    for option_id, number in (
        ("bid.side_min", bid.side_min),
        ("bid.nil_partner_min", bid.nil_partner_min),
        ("blind.min", rules.blind.min),
        ("nt.min", rules.nt.min),
    ):
        if number is not None and number > rules.n_tricks:
            yield f"{option_id} = {number} is more than the {rules.n_tricks} tricks of game.family = {family}"


def _nil(rules: Ruleset) -> Iterator[str]:
    blind_nil = rules.blind_nil
    if blind_nil.suit_request and blind_nil.exchange != 1:
        yield (
            f"blind_nil.suit_request = true needs blind_nil.exchange = 1, and blind_nil.exchange = {blind_nil.exchange}"
        )
    if blind_nil.fail == "half" and blind_nil.value % 2:
        yield f"blind_nil.fail = half needs an even blind_nil.value, and blind_nil.value = {blind_nil.value}"


def _bid_form(rules: Ruleset) -> Iterator[str]:
    form = rules.bid.form
    if form == "free":
        return
    needed = {"nil.enabled": True, "bid.zero": "nil", "bid.mode": "round_table"}
    excluded = {
        "ten200.mode": "off",
        "moon.enabled": False,
        "nt.enabled": False,
        "dnil.enabled": False,
        "bid.raise_round": False,
        "bid.no_one": False,
        "bid.total_ne_tricks": False,
        "bid.side_min": 0,
    }
    for option_id, wanted in {**needed, **excluded}.items():
        value = rules.values[option_id]
        if value is not None and value != wanted:
            yield f"bid.form = {form} needs {option_id} = {show(wanted)}, and {option_id} = {show(value)}"
    if form == "suicide" and not families.FAMILIES[rules.game.family].partners:
        yield f"bid.form = suicide needs sides of two, and game.family = {rules.game.family} has none"


def _first_trick(rules: Ruleset) -> Iterator[str]:
    play = rules.play
    if play.first_trick_spades == "barred" and play.first_trick in ("lowest_club_spade_ok", "lead_2c"):
        yield (
            f"play.first_trick_spades = barred contradicts play.first_trick = {play.first_trick}, which lets spades be"
            " played"
        )


def _bags(rules: Ruleset) -> Iterator[str]:
    if rules.bags.points == -10 and rules.three.bag_mode != "minus10":
        yield (
            "bags.points = -10 belongs to three.bag_mode = minus10 alone, and three.bag_mode ="
            f" {show(rules.three.bag_mode)}"
        )


#: The pack comes first: the others may ask for the deck.
CHECKS: tuple[Check, ...] = (_pack, _deal, _bidding, _nil, _bid_form, _first_trick, _bags)
