"""The parts that players are made of: small named functions, each from a view (or a suit of it) to a number, a truth or
a wish.

counts      what a holding is expected to win
forced      bids that need no judgement
nils        whether a holding is fit for a nil
standing    what the other calls and the score do to a bid; blind nils
modes       what a side wants of the tricks that are left
bags        what a bag costs, and when it is worth taking
leads, follows, covers, attacks
            cards to play
exchanges   cards to give away for a nil; the players of the library leave it to the default decisions
            (:mod:`simspades.strategies.defaults`)
suits       units, cards of one suit, wishes

A strategy is a choice of parts: plain functions that call them (docs/players.md). Those that come from a published
heuristic carry its name and tell it in their docstring.
"""
