"""``steady``, but the first of a side to speak calls blind nil whenever the rules let him."""

from simspades import Strategy
from simspades.strategies.library.steady import steady


def blind(v):
    return not v.partner_spoke


brave = Strategy(
    bid=steady.bid,
    play=steady.play,
    blind=blind,
    exchange=steady.exchange,
    request=steady.request,
    parameters=steady.parameters,
)
