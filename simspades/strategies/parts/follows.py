"""Following to a trick: second, third and last hand, ducking, and what a nil bidder does. Each gives a wish."""

from __future__ import annotations

from simspades.strategies.helpers import above, highest, lowest, ranks_from
from simspades.strategies.parts.suits import bosses, choose, low_of
from simspades.strategies.views import PlayView


def cheap_winners(v: PlayView) -> int:
    """The cards that win the trick as it stands: those of the suit led, or the spades where there are none."""
    side = v.beats & ~v.spades
    return choose(side != 0, side, v.beats)


def duck(v: PlayView) -> int:
    """The highest card that loses, a spade before all where a higher one lies; where all win, the lowest, or in last
    seat the highest.
    """
    spades = v.loses & v.spades
    losers = choose(spades != 0, spades, v.loses)
    winners = choose(v.last, v.beats, low_of(v.beats))
    return choose(losers != 0, losers, winners)


def partner_to_come(v: PlayView) -> bool:
    """Whether there is a partner (the view has zeros for nobody) and he still plays to this trick."""
    there_is_one = (v.partner_bid + v.partner_tricks > 0) | v.partner_nil
    return there_is_one & (v.partner_card == 0)


def partner_has_it(v: PlayView) -> bool:
    """Whether the partner's card is sure to win, ruffs apart: one is last, or no unseen card of the suit beats it."""
    sure = (v.best & v.led != 0) & (v.unseen & v.led & above(v.best) == 0)
    return v.partner_wins & (v.last | sure)


def second_hand(v: PlayView, low: int) -> int:
    """Second hand low: a sure winner of a side suit or a ruff, else ``low``."""
    sure = bosses(v.beats & v.led & ~v.spades, v.unseen & v.led)
    ruffs = v.beats & v.spades & ~v.led
    return choose(sure != 0, sure, choose(ruffs != 0, low_of(ruffs), low))


def third_hand(v: PlayView) -> int:
    """Third hand high: the lowest of the cards that are as good as the highest; ruffs as low as they go.

    Source: TricksterBots, "third hand plays high (lowest equal)". :func:`take` plays the highest: which of equals it is
    costs it nothing that could be measured.
    """
    cards = cheap_winners(v)
    # of two packs the twin of one's own card is no rival: the later of equals wins
    rivals = v.unseen & v.led & (highest(cards) - 1)
    equals = choose(rivals != 0, cards & above(highest(rivals)), cards)
    return low_of(choose(v.beats & ~v.spades != 0, equals, cards))


def last_hand(v: PlayView) -> int:
    """Last hand wins as cheaply as it goes."""
    return low_of(cheap_winners(v))


def take(v: PlayView, low: int) -> int:
    """Win the trick for one's side: second hand low, third hand high, last hand and ruffs as cheaply as they go;
    ``low`` where the partner has it or nothing wins.
    """
    side = v.beats & ~v.spades
    winners = choose(side != 0, side, v.beats)
    later = choose(v.last | (side == 0), low_of(winners), winners)
    gives = partner_has_it(v) | (v.beats == 0)
    return choose(partner_to_come(v), second_hand(v, low), choose(gives, low, later))


def tricksterbots_second_hand(v: PlayView, low: int) -> int:
    """Second hand low where the left opponent is void in the suit led: he ruffs next, the partner has the last word.

    Source: TricksterBots.
    """
    return choose(v.left_void & v.led != 0, low, second_hand(v, low))


def strichman_unload(v: PlayView) -> int:
    """In a hand that leaves a bag or two: on a very low lead of the right opponent, where one can play neither under it
    nor right over it, the highest card; else the highest that loses, honours uncovered.

    Source: Strichman, "1 bag or 2": high cards go together with the partner's, and low ones are kept to go under his
    next. Very low is the four and below; right over is a card with no unseen one between.
    """
    over = v.beats & v.led
    between = v.unseen & v.led & above(v.best) & (lowest(over) - 1)
    his = (v.right_card != 0) & (v.best == v.right_card) & (v.partner_card | v.left_card == 0)
    unloads = his & (v.best & ranks_from(5) == 0) & (v.loses == 0) & (between != 0)
    return choose(unloads, over, choose(v.loses != 0, v.loses, low_of(v.legal)))
