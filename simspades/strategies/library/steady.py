"""``steady``: a sound club player.

Bids by the count that CardsWithCats publishes (HEURISTICS.md section 1) and nils by its safe-nil test of issue #21
(section 2), stricter with tens: nine in ten such nils are made. In last seat it raises a low table and keeps a full one
at or under the number of tricks (section 3, "4th seat cap").

At the table it knows Sharkfeeder's modes (section 4): it covers a partner's nil, attacks an opponent's while its own
contract can wait, takes tricks while the contract needs them, sets opponents who are within reach, and otherwise ducks
as long as bags hurt.
"""

from __future__ import annotations

from typing import Any

from simspades.strategies.helpers import ANNOUNCE_NIL, NIL, above, closest, talk
from simspades.strategies.model import Parameter, Strategy
from simspades.strategies.parts.counts import cardswithcats_count
from simspades.strategies.parts.nils import cardswithcats_nil
from simspades.strategies.parts.suits import TEN, bosses, fulfil, low_of, side_bosses

#: Its count and its lean are in 1/128 of a trick.
TRICK = 128


def count_tricks(v: Any) -> int:
    """The tricks that the holding is worth by itself."""
    points = cardswithcats_count(v) >> 3
    # of two packs every honour has a twin that may beat it
    points -= points >> 2 if v.players > 4 else 0
    tricks: int = (points + v.p.lean + TRICK // 2) >> 7
    return tricks if tricks > 0 else 0


def announce(v: Any) -> int:
    """The count as sure, one more as possible; a nil where it is safe."""
    tricks = count_tricks(v)
    more = tricks + 1 if tricks < v.n_tricks else tricks
    return ANNOUNCE_NIL if v.may_nil and cardswithcats_nil(v, TEN) and not v.partner_nil else talk(tricks, more)


def bid(v: Any) -> int:
    """Nil where it is safe; else the count, raised or cut in last seat."""
    tricks = count_tricks(v)
    tricks += v.partner_sure if v.for_side else 0
    others = v.left_bid + v.partner_bid + v.right_bid + v.far_left_bid + v.far_right_bid
    # with a dummy the others' bids are about tricks that they share; among four by themselves an unclaimed trick is
    # anybody's
    with_dummy = v.for_side and not v.has_partner
    is_last = v.left_spoke and (v.right_spoke or not v.for_side) and not with_dummy and (v.has_partner or v.players < 4)
    free = v.n_tricks - others
    unclaimed = free - tricks
    if is_last:
        raised = tricks + (2 if unclaimed > 3 else (1 if unclaimed == 3 else 0))
        tricks = raised if unclaimed >= 3 else (free if tricks > free else tricks)
    room = v.n_tricks - v.partner_bid
    tricks = room if tricks > room else tricks
    tricks = tricks if tricks > 0 else (0 if v.legal & 1 else 1)
    number = closest(tricks, v.legal) if v.legal else NIL
    nil = v.may_nil and v.has_partner and cardswithcats_nil(v, TEN) and not v.partner_nil
    return NIL if nil else number


def _wants_tricks(v: Any) -> bool:
    """Whether more tricks are worth having: for the contract, to set the opponents, or because bags are free."""
    tricks_left = v.n_tricks - v.trick + 1
    to_set = tricks_left - v.opp_need + 1
    bags_now = v.bags - v.need
    near_penalty = v.bag_penalty > 0 and bags_now + to_set >= v.bag_threshold
    reach = 1 if near_penalty else v.p.reach
    needs: bool = v.need > 0
    sets: bool = v.opp_need > 0 and to_set <= reach
    bags_are_free: bool = v.bag_penalty == 0 and v.bag_points >= 0
    return needs or sets or bags_are_free


def lead(v: Any) -> int:
    """The lead of a trick."""
    side = v.legal & ~v.spades
    side_sure = side_bosses(v)
    sure = side_sure if side_sure else bosses(v.legal & v.spades, v.unseen & v.spades)
    plain = side if side else v.legal
    tricks_left = v.n_tricks - v.trick + 1
    under_nil = side & ~((v.left_void if v.left_nil else 0) | (v.right_void if v.right_nil else 0))
    wish = low_of(v.legal)
    if _wants_tricks(v):
        wish = sure if sure else low_of(plain)
    if (v.left_nil or v.right_nil) and v.need < tricks_left:
        wish = low_of(under_nil if under_nil else v.legal)
    if v.partner_nil:
        wish = sure if sure else plain
    if v.my_nil:
        wish = low_of(v.legal)
    return fulfil(wish)


def follow(v: Any) -> int:
    """Any card after the lead."""
    unseen_led = v.unseen & v.led
    side_beats = v.beats & ~v.spades
    cheap = side_beats if side_beats else v.beats
    side = v.legal & ~v.spades
    low = low_of(side if side else v.legal)
    # whoever plays last, where there is no partner, takes what he can
    partner_to_come = v.partner_card == 0 and not v.last

    # ducking: the highest card that still loses, a spade first where a higher one lies on the table
    loses_spades = v.loses & v.spades
    duck = loses_spades if loses_spades else v.loses
    dump = duck if duck else (v.beats if v.last else low_of(v.beats))

    # taking: second hand a sure winner or a ruff, else low; third hand high; fourth hand as cheaply as it goes
    boss_beats = bosses(v.beats & v.led, unseen_led)
    ruffs = v.beats & v.spades & ~v.led
    second = boss_beats if boss_beats else (low_of(ruffs) if ruffs else low)
    partner_safe = v.partner_wins and (v.last or (v.best & v.led != 0 and unseen_led & above(v.best) == 0))
    later = low_of(cheap) if v.last or not side_beats else cheap
    if partner_safe or not v.beats:
        later = low
    take = second if partner_to_come else later

    # covering a partner's nil: high before he plays, over him when he is winning
    cover = cheap if partner_to_come else low_of(cheap)
    if not v.beats:
        cover = low
    if not (partner_to_come or v.partner_wins or v.need > 0):
        cover = dump

    tricks_left = v.n_tricks - v.trick + 1
    nil_card = (v.left_card if v.left_nil else 0) | (v.right_card if v.right_nil else 0)
    nil_to_come = v.left_nil and v.left_card == 0 and not v.last
    attacks = (v.best & nil_card != 0 or nil_to_come) and v.need < tricks_left
    wish = dump
    if _wants_tricks(v) and not attacks:
        wish = take
    if v.partner_nil:
        wish = cover
    if v.my_nil:
        wish = dump
    return fulfil(wish)


def play(v: Any) -> int:
    """A card, by the mode that nils, contracts and bags call for."""
    if v.leading:
        return lead(v)
    return follow(v)


steady = Strategy(
    bid=bid,
    play=play,
    announce=announce,
    parameters={
        "lean": Parameter(0, -TRICK, TRICK, "added to the trick count before it is rounded, in 1/128 of a trick"),
        "reach": Parameter(2, 0, 13, "a set of the opponents is tried while it takes at most so many tricks"),
    },
    name="steady",
    doc="A sound club player: CardsWithCats' count and safe nils, cover, attack, and care for bags.",
)
