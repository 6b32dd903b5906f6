"""Covering a partner's nil: winning the tricks that he might win. Each gives a wish.

One rule of the sources is not here: that a suit is safe once the partner has played a five of it under an ace. It asks
who played which card to earlier tricks, which views do not tell.
"""

from __future__ import annotations

from simspades.strategies.parts.suits import bosses, choose, low_of, side_bosses, side_cards
from simspades.strategies.views import PlayView


def andrews_cover_lead(v: PlayView) -> int:
    """High spades first, then sure winners of side suits, a suit in which the partner is void, and the highest card.

    Source: Joe Andrews, dachimpy and TricksterBots agree on these.
    """
    spades, side = bosses(v.legal & v.spades, v.unseen & v.spades), side_bosses(v)
    void = v.legal & ~v.spades & v.partner_void
    sure = choose(spades != 0, spades, side)
    return choose(sure != 0, sure, choose(void != 0, low_of(void), side_cards(v)))


def andrews_cover(v: PlayView, low: int) -> int:
    """The highest card before the partner plays, so that he can go under it; over him, as cheaply as it goes, where he
    is winning; else what the contract needs. Trumps are saved: a ruff is as low as it goes.

    Source: Joe Andrews, dachimpy, TricksterBots.
    """
    side = v.beats & ~v.spades
    to_come = v.partner_card == 0
    over = choose(to_come & (side != 0), side, low_of(choose(side != 0, side, v.beats)))
    wanted = to_come | v.partner_wins | (v.need > 0)
    return choose(wanted & (v.beats != 0), over, low)
