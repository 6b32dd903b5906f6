"""``steady``: a sound club player.

Bids by the count that CardsWithCats publishes (HEURISTICS.md section 1) and nils by its safe-nil test of issue #21
(section 2): about four in five such nils are made. In last seat it raises a low table and keeps a full one at or under
the number of tricks (section 3, "4th seat cap").

At the table it knows Sharkfeeder's modes (section 4): it covers a partner's nil, attacks an opponent's while its own
contract can wait, takes tricks while the contract needs them, sets opponents who are within reach, and otherwise ducks
as long as bags hurt.
"""

from __future__ import annotations

from typing import Any

from simspades.strategies.helpers import ANNOUNCE_NIL, NIL, above, closest, count, highest, lowest, ranks_from, talk
from simspades.strategies.model import Parameter, Strategy

ACE, KING, QUEEN, JACK, TEN = 14, 13, 12, 11, 10

#: Tricks are counted in 1/128.
TRICK = 128


def _holds(suit: int, rank: int) -> bool:
    return suit & ranks_from(rank) & ~ranks_from(rank + 1) != 0


def side_suit(suit: int) -> int:
    """Tricks that the honours of a side suit are worth: less in a long suit, and none for an unguarded one."""
    n = count(suit)
    ace, king, queen, jack = _holds(suit, ACE), _holds(suit, KING), _holds(suit, QUEEN), _holds(suit, JACK)
    if ace:
        points = 256 if king else (218 if queen else (166 if jack else 128))
    elif king:
        points = (141 if queen else (102 if jack else 77)) if n >= 2 else 0
    else:
        points = 38 if queen and n >= 3 else 0
    longer = n - 3 if n > 3 else 0
    return (points * (TRICK - 13 * longer)) >> 7


def _gap_penalty(card: int, missing: int) -> int:
    """What a spade loses for the higher spades that others may hold: nothing, .4, .8 or all of it."""
    gaps = count(missing & above(card))
    return 0 if gaps == 0 else (51 if gaps == 1 else (102 if gaps == 2 else TRICK))


def spade_suit(spades: int, all_spades: int) -> int:
    """Tricks of the spades: one each, less what the first three lose for gaps above them."""
    missing = all_spades & ~spades
    first = highest(spades)
    second = highest(spades & ~first)
    third = highest(spades & ~first & ~second)
    lost = _gap_penalty(first, missing) if first else 0
    lost += _gap_penalty(second, missing) if second else 0
    lost += _gap_penalty(third, missing) if third else 0
    return TRICK * count(spades) - lost


def _rank_sum(suit: int) -> int:
    """The sum of the ranks (2 to 14) of a set of cards: each mask holds the ranks r with one bit of r - 2 set."""
    return (
        2 * count(suit)
        + count(suit & 0xF0F0F0F0F0F0)
        + 2 * count(suit & 0xFF00FF00FF00)
        + 4 * count(suit & 0xF0000FFFF0000)
        + 8 * count(suit & 0xFFFFF00000000)
    )


def safe_side_suit(suit: int) -> bool:
    """Whether a side suit is safe for a nil: void, low, or long enough to hide its high cards, and low on average."""
    n = count(suit)
    high = count(suit & ranks_from(JACK))
    low_only = suit & ranks_from(TEN) == 0
    hidden = n >= (5 if _holds(suit, ACE) or high >= 2 else 4)
    return low_only or (hidden and _rank_sum(suit) < 8 * n)


def safe_nil(v: Any) -> bool:
    """CardsWithCats' test: at most three spades, none above the ten, and three safe side suits."""
    spades = v.hand & v.spades
    return (
        count(spades) <= 3
        and spades & ranks_from(JACK) == 0
        and safe_side_suit(v.hand & v.clubs)
        and safe_side_suit(v.hand & v.diamonds)
        and safe_side_suit(v.hand & v.hearts)
    )


def count_tricks(v: Any) -> int:
    """The tricks that the holding is worth by itself."""
    points = side_suit(v.hand & v.clubs) + side_suit(v.hand & v.diamonds) + side_suit(v.hand & v.hearts)
    points += spade_suit(v.hand & v.spades, v.spades)
    # of two packs every honour has a twin that may beat it
    points -= points >> 2 if v.players > 4 else 0
    tricks: int = (points + v.p.lean + TRICK // 2) >> 7
    return tricks if tricks > 0 else 0


def announce(v: Any) -> int:
    """The count as sure, one more as possible; a nil where it is safe."""
    tricks = count_tricks(v)
    more = tricks + 1 if tricks < v.n_tricks else tricks
    return ANNOUNCE_NIL if v.may_nil and safe_nil(v) and not v.partner_nil else talk(tricks, more)


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
    nil = v.may_nil and v.has_partner and safe_nil(v) and not v.partner_nil
    return NIL if nil else number


def _boss(own: int, unseen: int) -> int:
    """The cards of one suit that no unseen card of it can beat."""
    top = highest(unseen)
    return own & above(top) if top else own


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


# A wish is a set of cards and an end of it in one number: the set itself for its highest card, its complement for its
# lowest. The branches below choose among wishes, and the card is worked out once, from the wish that is left: what all
# hands of a vector compute is paid for by all.


def _low_of(cards: int) -> int:
    """The wish for the lowest card of a set; the set itself is the wish for its highest."""
    return ~cards


def _fulfil(wish: int) -> int:
    """The card that a wish is for."""
    return highest(wish) if wish >= 0 else lowest(~wish)


def lead(v: Any) -> int:
    """The lead of a trick."""
    side = v.legal & ~v.spades
    bosses = (
        _boss(v.hand & v.clubs, v.unseen & v.clubs)
        | _boss(v.hand & v.diamonds, v.unseen & v.diamonds)
        | _boss(v.hand & v.hearts, v.unseen & v.hearts)
    ) & v.legal
    boss_spades = _boss(v.legal & v.spades, v.unseen & v.spades)
    sure = bosses if bosses else boss_spades
    plain = side if side else v.legal
    tricks_left = v.n_tricks - v.trick + 1
    under_nil = side & ~((v.left_void if v.left_nil else 0) | (v.right_void if v.right_nil else 0))
    wish = _low_of(v.legal)
    if _wants_tricks(v):
        wish = sure if sure else _low_of(plain)
    if (v.left_nil or v.right_nil) and v.need < tricks_left:
        wish = _low_of(under_nil if under_nil else v.legal)
    if v.partner_nil:
        wish = sure if sure else plain
    if v.my_nil:
        wish = _low_of(v.legal)
    return _fulfil(wish)


def follow(v: Any) -> int:
    """Any card after the lead."""
    unseen_led = v.unseen & v.led
    side_beats = v.beats & ~v.spades
    cheap = side_beats if side_beats else v.beats
    side = v.legal & ~v.spades
    low = _low_of(side if side else v.legal)
    # whoever plays last, where there is no partner, takes what he can
    partner_to_come = v.partner_card == 0 and not v.last

    # ducking: the highest card that still loses, a spade first where a higher one lies on the table
    loses_spades = v.loses & v.spades
    duck = loses_spades if loses_spades else v.loses
    dump = duck if duck else (v.beats if v.last else _low_of(v.beats))

    # taking: second hand a sure winner or a ruff, else low; third hand high; fourth hand as cheaply as it goes
    boss_beats = _boss(v.beats & v.led, unseen_led)
    ruffs = v.beats & v.spades & ~v.led
    second = boss_beats if boss_beats else (_low_of(ruffs) if ruffs else low)
    partner_safe = v.partner_wins and (v.last or (v.best & v.led != 0 and unseen_led & above(v.best) == 0))
    later = _low_of(cheap) if v.last or not side_beats else cheap
    if partner_safe or not v.beats:
        later = low
    take = second if partner_to_come else later

    # covering a partner's nil: high before he plays, over him when he is winning
    cover = cheap if partner_to_come else _low_of(cheap)
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
    return _fulfil(wish)


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
