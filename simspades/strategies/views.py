"""What a strategy sees: one view for each kind of decision, and nothing that its player may not know.

All fields are whole numbers or truths. Sets of cards are masks (see :mod:`simspades.strategies.helpers`). The players
around the table are named from the one who decides: ``partner`` opposite, ``left`` the next clockwise, ``right`` the
one before; where there are more, ``far_left`` is the second clockwise and ``far_right`` the second the other way. Of a
player whom a game does not have every field is 0. With a dummy ``partner`` is the hand that plays with one's own in
this hand, and ``left`` and ``right`` are the two others in turn.

``opp_`` fields belong to the opposing side; with several of them, bids and tricks are those of all, score and bags
those of the best of them. A player's ``bid`` is the number called, 0 for a nil. ``nil`` fields tell of a nil that is
still alive: called, of either kind, and without a trick so far; ``blind_nil`` fields of one that is blind as well. A
nil is covered by its partner: where ``left_nil`` is true that is the player at the right.

``p`` holds the strategy's parameters by name. ``random`` is a new random number of 63 bits for each decision,
determined by the seed, the hand and the decision; :func:`~simspades.strategies.helpers.pick` chooses a card with it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

#: A set of cards, one bit each.
Cards = int

__all__ = ["BidView", "BlindView", "DraftView", "ExchangeView", "PlayView"]


class BlindView(NamedTuple):
    """What is known when something may be called blind: everything public, not a card of one's own."""

    may_blind_nil: bool  #: a blind nil may be called
    blind_legal: int  #: bit n is set where the number n may be called blind
    may_blind_moon: bool  #: a blind moon may be called
    blind_nt_legal: int  #: bit n is set where n may be called blind as a no-trump bid
    position: int  #: 0 for the first to speak
    partner_spoke: bool  #: partner has called before
    partner_bid: int  #: partner's number, 0 for a nil or before he spoke
    partner_nil: bool  #: partner has called a nil of either kind
    partner_blind_nil: bool  #: partner has called a blind nil
    left_spoke: bool  #: the left opponent has called
    left_bid: int  #: his number, 0 for a nil or before he spoke
    left_nil: bool  #: he has called a nil
    left_blind_nil: bool  #: the left opponent has called a blind nil
    right_spoke: bool  #: the right opponent has called
    right_bid: int  #: his number, 0 for a nil or before he spoke
    right_nil: bool  #: he has called a nil
    right_blind_nil: bool  #: the right opponent has called a blind nil
    far_left_spoke: bool  #: the second opponent clockwise has called (four players without partners, and six)
    far_left_bid: int  #: his number, 0 for a nil or before he spoke
    far_left_nil: bool  #: he has called a nil
    far_left_blind_nil: bool  #: the second opponent clockwise has called a blind nil
    far_right_spoke: bool  #: the second opponent the other way has called (six players)
    far_right_bid: int  #: his number, 0 for a nil or before he spoke
    far_right_nil: bool  #: he has called a nil
    far_right_blind_nil: bool  #: the second opponent the other way has called a blind nil
    score: int  #: points of one's side before the hand
    opp_score: int  #: points of the opposing side before the hand
    bags: int  #: bags of one's side toward the next penalty
    opp_bags: int  #: theirs
    target: int  #: points that win the game (end.target)
    hand_in_game: int  #: number of the hand in its game, from 1
    n_tricks: int  #: tricks of the hand
    nil_value: int  #: points of a nil
    blind_nil_value: int  #: points of a blind nil made
    exchange: int  #: cards exchanged with partner after a blind nil
    random: int  #: a random number of 63 bits
    p: Any  #: the parameters


class BidView(NamedTuple):
    """What is known when it is one's turn to call."""

    hand: Cards  #: the holding, a set of cards; empty when the deal is cut
    legal: int  #: bit n is set where the number n may be called, or n answered to another question
    may_nil: bool  #: nil may be called
    may_zero: bool  #: a plain zero may be called beside a nil (bid.zero = choice)
    may_ten: bool  #: a ten for 200 may be called
    may_moon: bool  #: a moon may be called
    may_double_nil: bool  #: a double nil may be called for the side
    nt_legal: int  #: bit n is set where n may be called as a no-trump bid
    held_twice: Cards  #: two packs: the cards of ``hand`` that are held twice
    position: int  #: 0 for the first to speak
    partner_spoke: bool  #: partner has called before
    partner_bid: int  #: partner's number, 0 for a nil or before he spoke
    partner_nil: bool  #: partner has called a nil of either kind
    partner_blind_nil: bool  #: partner has called a blind nil
    left_spoke: bool  #: the left opponent has called
    left_bid: int  #: his number, 0 for a nil or before he spoke
    left_nil: bool  #: he has called a nil
    left_blind_nil: bool  #: the left opponent has called a blind nil
    right_spoke: bool  #: the right opponent has called
    right_bid: int  #: his number, 0 for a nil or before he spoke
    right_nil: bool  #: he has called a nil
    right_blind_nil: bool  #: the right opponent has called a blind nil
    far_left_spoke: bool  #: the second opponent clockwise has called (four players without partners, and six)
    far_left_bid: int  #: his number, 0 for a nil or before he spoke
    far_left_nil: bool  #: he has called a nil
    far_left_blind_nil: bool  #: the second opponent clockwise has called a blind nil
    far_right_spoke: bool  #: the second opponent the other way has called (six players)
    far_right_bid: int  #: his number, 0 for a nil or before he spoke
    far_right_nil: bool  #: he has called a nil
    far_right_blind_nil: bool  #: the second opponent the other way has called a blind nil
    clubs: Cards  #: all clubs of the deck
    diamonds: Cards  #: all diamonds
    hearts: Cards  #: all hearts
    spades: Cards  #: all spades, jokers and promoted deuces included
    score: int  #: points of one's side before the hand
    opp_score: int  #: points of the opposing side before the hand
    bags: int  #: bags of one's side toward the next penalty
    opp_bags: int  #: theirs
    target: int  #: points that win the game (end.target)
    hand_in_game: int  #: number of the hand in its game, from 1
    n_tricks: int  #: tricks of the hand
    nil_value: int  #: points of a nil
    blind_nil_value: int  #: points of a blind nil made
    nil_exchange: int  #: cards exchanged with partner after a nil
    bag_points: int  #: points of a bag
    bag_penalty: int  #: points lost when the bags reach the threshold, 0 for no penalty
    bag_threshold: int  #: bags that bring the penalty, 0 where there is none
    for_side: bool  #: the number is for the whole side (partnership bidding, and with a dummy)
    partner_sure: int  #: sure tricks that partner told, 0 without talk; with a dummy the 3 of an unknown hand
    partner_possible: int  #: possible tricks that he told
    players: int  #: how many players there are
    has_partner: bool  #: one has a partner in all hands of the game
    own_bid: int  #: one's own number so far: in the raise round, and where a blind number may be given up
    partner_exposed: Cards  #: partner's card that everybody saw in a French cut
    left_exposed: Cards  #: the left opponent's
    right_exposed: Cards  #: the right opponent's
    own_exposed: Cards  #: one's own
    may_aces: bool  #: the side holds all the aces and may say that it goes for them
    may_bemo: bool  #: a bemo may be declared
    may_big_bemo: bool  #: a big bemo may be declared
    advice: int  #: partner's answer whether to throw the cards in: 1 yes, 0 no, -1 not asked
    random: int  #: a random number of 63 bits
    p: Any  #: the parameters


class ExchangeView(NamedTuple):
    """What is known when cards are given away: exchanged after a nil, passed, discarded, or thrown to draw others."""

    hand: Cards  #: the holding, received cards included
    held_twice: Cards  #: two packs: the cards of ``hand`` that are held twice
    n_cards: int  #: how many cards to give; of a redraw, at most
    giving: bool  #: true for the nil bidder, false for the partner who gives back
    may_decline: bool  #: an empty set may be returned: nothing is exchanged
    blind: bool  #: the nil is a blind one
    received: Cards  #: partner's cards of this exchange; 0 for the nil bidder and where both choose at once
    request: Cards  #: the suit that the nil bidder asked for, a set; 0 for none
    my_bid: int  #: one's own number
    my_nil: bool  #: one has called a nil oneself
    partner_nil: bool  #: partner has called a nil
    partner_bid: int  #: partner's number
    left_bid: int  #: the left opponent's number
    right_bid: int  #: the right opponent's number
    clubs: Cards  #: all clubs of the deck
    diamonds: Cards  #: all diamonds
    hearts: Cards  #: all hearts
    spades: Cards  #: all spades
    random: int  #: a random number of 63 bits
    p: Any  #: the parameters


class PlayView(NamedTuple):
    """What is known when a card is to be played."""

    hand: Cards  #: the holding, a set of cards
    held_twice: Cards  #: two packs: the cards of ``hand`` that are held twice
    legal: Cards  #: the cards that may be played
    beats: Cards  #: those of ``legal`` that would win the trick as it stands; 0 when leading
    loses: Cards  #: those of ``legal`` that would not; 0 when leading
    leading: bool  #: it is the first card of the trick
    last: bool  #: it is the last card of the trick
    led: Cards  #: the suit led, a set; 0 when leading
    best: Cards  #: the winning card so far; 0 when leading
    partner_wins: bool  #: partner's card is winning so far
    partner_card: Cards  #: partner's card in this trick; 0 before he played
    left_card: Cards  #: the left opponent's card in this trick; 0 before he played
    right_card: Cards  #: the right opponent's card in this trick; 0 before he played
    far_left_card: Cards  #: the card of the second opponent clockwise
    far_right_card: Cards  #: the card of the second opponent the other way
    dummy: Cards  #: the dummy's holding once it lies open, 0 otherwise
    played: Cards  #: every card played so far in the hand, this trick included; of two packs, those gone twice
    unseen: Cards  #: the cards of which others may hold a copy: neither played nor held
    trick: int  #: number of the trick, from 1
    n_tricks: int  #: tricks of the hand
    my_bid: int  #: one's own number
    my_tricks: int  #: tricks won oneself
    my_nil: bool  #: one's own nil is alive
    my_blind_nil: bool  #: one's own nil is alive, and it is a blind one
    partner_bid: int  #: partner's number
    partner_tricks: int  #: tricks partner has won
    partner_nil: bool  #: partner's nil is alive
    partner_blind_nil: bool  #: partner's nil is alive, and it is a blind one
    left_bid: int  #: the left opponent's number
    left_tricks: int  #: tricks he has won
    left_nil: bool  #: his nil is alive
    left_blind_nil: bool  #: his nil is alive, and it is a blind one
    right_bid: int  #: the right opponent's number
    right_tricks: int  #: tricks he has won
    right_nil: bool  #: his nil is alive
    right_blind_nil: bool  #: his nil is alive, and it is a blind one
    far_left_bid: int  #: the number of the second opponent clockwise
    far_left_tricks: int  #: tricks he has won
    far_left_nil: bool  #: his nil is alive
    far_left_blind_nil: bool  #: his nil is alive, and it is a blind one
    far_right_bid: int  #: the number of the second opponent the other way
    far_right_tricks: int  #: tricks he has won
    far_right_nil: bool  #: his nil is alive
    far_right_blind_nil: bool  #: his nil is alive, and it is a blind one
    contract: int  #: the number of one's side
    need: int  #: tricks that one's side still needs for it; 0 or less when it is made
    opp_contract: int  #: the number of the opposing side
    opp_need: int  #: tricks that it still needs
    partner_void: Cards  #: the suits in which partner has shown out, a set
    left_void: Cards  #: those of the left opponent
    right_void: Cards  #: those of the right opponent
    far_left_void: Cards  #: those of the second opponent clockwise
    far_right_void: Cards  #: those of the second opponent the other way
    broken: bool  #: spades are broken
    clubs: Cards  #: all clubs of the deck
    diamonds: Cards  #: all diamonds
    hearts: Cards  #: all hearts
    spades: Cards  #: all spades, jokers and promoted deuces included
    score: int  #: points of one's side before the hand
    opp_score: int  #: points of the opposing side before the hand
    bags: int  #: bags of one's side toward the next penalty, before the hand
    opp_bags: int  #: theirs
    target: int  #: points that win the game (end.target)
    bag_points: int  #: points of a bag
    bag_penalty: int  #: points lost when the bags reach the threshold, 0 for no penalty
    bag_threshold: int  #: bags that bring the penalty, 0 where there is none
    nil_value: int  #: points of a nil
    blind_nil_value: int  #: points of a blind nil made
    has_partner: bool  #: somebody is on one's side: a partner, or with a dummy the partner of this hand
    random: int  #: a random number of 63 bits
    p: Any  #: the parameters


class DraftView(NamedTuple):
    """What is known when the top card of the stock is kept or thrown away (the game of two)."""

    card: Cards  #: the top card, a set of one
    hand: Cards  #: the cards kept so far
    thrown: Cards  #: the cards thrown away that one has seen
    turn: int  #: the turn of the draft, from 1 to 26
    blind_nil: bool  #: one has called a blind nil
    opp_blind_nil: bool  #: the opponent has
    clubs: Cards  #: all clubs of the deck
    diamonds: Cards  #: all diamonds
    hearts: Cards  #: all hearts
    spades: Cards  #: all spades, jokers and promoted deuces included
    score: int  #: points of one's side before the hand
    opp_score: int  #: points of the opposing side before the hand
    target: int  #: points that win the game (end.target)
    random: int  #: a random number of 63 bits
    p: Any  #: the parameters
