"""A scalar engine to compare with: one hand at a time, for std4 in hands mode, with the same strategies.

This is the simulator that one would first write with numba. It shuffles a deck, and plays the hand card by card with
ordinary branches that leave early wherever they can. It runs the strategies' own functions, inlined into its loops as
they are into the lockstep engine's steps, so what a strategy doesn't look at costs nothing. Given the lockstep
engine's deals it reaches the same calls, tricks and scores (``tests/test_scalar_benchmark.py``).

A blind nil is not offered: at 0:0, where its hands stand, std4 allows none.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable

import numba
import numpy as np

from simspades.engine import layout as at
from simspades.engine.jit import inline
from simspades.engine.kernels import load_kernel
from simspades.engine.numbers import Situation, rule_numbers
from simspades.engine.rng import mix
from simspades.rules import Ruleset
from simspades.strategies.model import Strategy
from simspades.strategies.views import BidView, PlayView

NIL = 1 << 5
GOLDEN = np.uint64(0x9E3779B97F4A7C15)

#: Columns of the output rows: per seat, then per side.
CALL, TRICKS, CONTRACT, MADE, BAGS, N_SMALL = 0, 4, 8, 10, 12, 14
POINTS, PENALTY, BAGS_TOTAL, SCORE, N_LARGE = 0, 2, 4, 6, 8

Rules = namedtuple(
    "Rules",
    "clubs diamonds hearts spades nil_value blind_value bag_points bag_penalty bag_threshold target hand_in_game "
    "score0 score1 bags0 bags1",
)


#: What the players of a hand have before them, by seat: small arrays that serve hand after hand.
Seats = namedtuple("Seats", "hands calls tricks voids table")

#: The trick so far: the suit led, the winning card, the seat that played it.
Trick = namedtuple("Trick", "number led best winner")


def scalar_rules(rules: Ruleset, situation: Situation) -> Rules:
    """The numbers of std4 that the game needs."""
    R = rule_numbers(rules, situation)
    fields = (
        at.R_CLUBS, at.R_DIAMONDS, at.R_HEARTS, at.R_SPADES, at.R_NIL_VALUE, at.R_BLIND_VALUE, at.R_BAG_POINTS,
        at.R_BAG_PENALTY, at.R_BAG_THRESHOLD, at.R_TARGET, at.R_START_HAND, at.R_START_SCORE, at.R_START_SCORE + 1,
        at.R_START_BAGS, at.R_START_BAGS + 1,
    )  # fmt: skip
    return Rules(*(int(R[field]) for field in fields))


@inline
def split_mix(state):
    """The next number of the SplitMix64 generator, and its next state."""
    state += GOLDEN
    z = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31)), state


@inline
def shuffle(deck):
    """Fisher and Yates, with numba's own generator."""
    for k in range(51, 0, -1):
        j = np.random.randint(0, k + 1)
        deck[k], deck[j] = deck[j], deck[k]


@inline
def shuffle_fast(deck, state):
    """The same with SplitMix64; a bounded number is the high half of a product, as Lemire does it."""
    for k in range(51, 0, -1):
        word, state = split_mix(state)
        j = np.int64(((word >> np.uint64(32)) * np.uint64(k + 1)) >> np.uint64(32))
        deck[k], deck[j] = deck[j], deck[k]


@inline
def deal(deck, hands):
    """Thirteen cards of the deck to each seat."""
    for seat in range(4):
        hand = 0
        for k in range(13 * seat, 13 * seat + 13):
            hand |= 1 << deck[k]
        hands[seat] = hand


@inline
def standing(seat, r):
    """Points and bags before the hand: of the seat's side and of the other."""
    if seat & 1:
        return r.score1, r.score0, r.bags1, r.bags0
    return r.score0, r.score1, r.bags0, r.bags1


@inline
def bid_view(t, seat, order, r, random, p):
    """What the player at ``seat`` sees when he is the ``order``-th to call, from 0."""
    left, partner, right = t.calls[(seat + 1) & 3], t.calls[(seat + 2) & 3], t.calls[(seat + 3) & 3]
    score, opp_score, bags, opp_bags = standing(seat, r)
    return BidView(
        hand=t.hands[seat],
        legal=(2 << 13) - 2,
        may_nil=True,
        may_zero=False,
        may_ten=False,
        may_moon=False,
        may_double_nil=False,
        nt_legal=0,
        held_twice=0,
        position=order,
        partner_spoke=order >= 2,
        partner_bid=partner & 31,
        partner_nil=partner == NIL,
        partner_blind_nil=False,
        left_spoke=order == 3,
        left_bid=left & 31,
        left_nil=left == NIL,
        left_blind_nil=False,
        right_spoke=order >= 1,
        right_bid=right & 31,
        right_nil=right == NIL,
        right_blind_nil=False,
        far_left_spoke=False,
        far_left_bid=0,
        far_left_nil=False,
        far_left_blind_nil=False,
        far_right_spoke=False,
        far_right_bid=0,
        far_right_nil=False,
        far_right_blind_nil=False,
        clubs=r.clubs,
        diamonds=r.diamonds,
        hearts=r.hearts,
        spades=r.spades,
        score=score,
        opp_score=opp_score,
        bags=bags,
        opp_bags=opp_bags,
        target=r.target,
        hand_in_game=r.hand_in_game,
        n_tricks=13,
        nil_value=r.nil_value,
        blind_nil_value=r.blind_value,
        nil_exchange=0,
        bag_points=r.bag_points,
        bag_penalty=r.bag_penalty,
        bag_threshold=r.bag_threshold,
        for_side=False,
        partner_sure=0,
        partner_possible=0,
        players=4,
        has_partner=True,
        own_bid=0,
        partner_exposed=0,
        left_exposed=0,
        right_exposed=0,
        own_exposed=0,
        may_aces=False,
        may_bemo=False,
        may_big_bemo=False,
        advice=-1,
        random=random,
        p=p,
    )


@inline
def counted(call, tricks):
    """Tricks that help a player's side to its contract: those of a nil bidder don't."""
    return 0 if call == NIL else tricks


@inline
def alive(call, tricks):
    """Whether a player has called a nil and taken no trick yet."""
    return call == NIL and tricks == 0


@inline
def play_view(t, trick, seat, order, legal, beats, broken, played, r, random, p):
    """What the player at ``seat`` sees when he is the ``order``-th to play to a trick, from 0."""
    left, partner, right = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    my_call, partner_call, left_call, right_call = t.calls[seat], t.calls[partner], t.calls[left], t.calls[right]
    my_tricks, partner_tricks = t.tricks[seat], t.tricks[partner]
    left_tricks, right_tricks = t.tricks[left], t.tricks[right]
    contract, opp_contract = (my_call & 31) + (partner_call & 31), (left_call & 31) + (right_call & 31)
    score, opp_score, bags, opp_bags = standing(seat, r)
    loses = legal & ~beats if order > 0 else 0
    partner_wins = order > 0 and trick.winner == partner
    my_nil, partner_nil = alive(my_call, my_tricks), alive(partner_call, partner_tricks)
    left_nil, right_nil = alive(left_call, left_tricks), alive(right_call, right_tricks)
    return PlayView(
        hand=t.hands[seat],
        held_twice=0,
        legal=legal,
        beats=beats,
        loses=loses,
        leading=order == 0,
        last=order == 3,
        led=trick.led,
        best=trick.best,
        partner_wins=partner_wins,
        partner_card=t.table[partner],
        left_card=t.table[left],
        right_card=t.table[right],
        far_left_card=0,
        far_right_card=0,
        dummy=0,
        played=played,
        unseen=(r.clubs | r.diamonds | r.hearts | r.spades) & ~(t.hands[seat] | played),
        trick=trick.number,
        n_tricks=13,
        my_bid=my_call & 31,
        my_tricks=my_tricks,
        my_nil=my_nil,
        my_blind_nil=False,
        partner_bid=partner_call & 31,
        partner_tricks=partner_tricks,
        partner_nil=partner_nil,
        partner_blind_nil=False,
        left_bid=left_call & 31,
        left_tricks=left_tricks,
        left_nil=left_nil,
        left_blind_nil=False,
        right_bid=right_call & 31,
        right_tricks=right_tricks,
        right_nil=right_nil,
        right_blind_nil=False,
        far_left_bid=0,
        far_left_tricks=0,
        far_left_nil=False,
        far_left_blind_nil=False,
        far_right_bid=0,
        far_right_tricks=0,
        far_right_nil=False,
        far_right_blind_nil=False,
        contract=contract,
        need=contract - counted(my_call, my_tricks) - counted(partner_call, partner_tricks),
        opp_contract=opp_contract,
        opp_need=opp_contract - counted(left_call, left_tricks) - counted(right_call, right_tricks),
        partner_void=t.voids[partner],
        left_void=t.voids[left],
        right_void=t.voids[right],
        far_left_void=0,
        far_right_void=0,
        broken=broken,
        clubs=r.clubs,
        diamonds=r.diamonds,
        hearts=r.hearts,
        spades=r.spades,
        score=score,
        opp_score=opp_score,
        bags=bags,
        opp_bags=opp_bags,
        target=r.target,
        bag_points=r.bag_points,
        bag_penalty=r.bag_penalty,
        bag_threshold=r.bag_threshold,
        nil_value=r.nil_value,
        blind_nil_value=r.blind_value,
        has_partner=True,
        random=random,
        p=p,
    )


@inline
def winning(legal, same, best, r):
    """The legal cards that would win the trick as it stands."""
    higher = -(best << 1)
    if best & r.spades:
        return legal & r.spades & higher
    if same:
        return legal & higher
    return legal & r.spades


@inline
def suit_of(card, r):
    """The suit of a card, as a set."""
    if card & r.spades:
        return r.spades
    if card & r.hearts:
        return r.hearts
    if card & r.diamonds:
        return r.diamonds
    return r.clubs


@inline
def score_side(call_a, tricks_a, call_b, tricks_b, r):
    """Points, bags, contract, and whether it was made (-1 beside two nils), of two partners (RULEBOOK.md 0.4)."""
    points = bags = contract = tricks = numbers = 0
    for call, won in ((call_a, tricks_a), (call_b, tricks_b)):
        if call != NIL:
            numbers += 1
            contract += call
            tricks += won
        elif won == 0:
            points += r.nil_value
        else:
            points -= r.nil_value
            bags += won
    made = -1
    if numbers > 0:
        made = 1 if tricks >= contract else 0
        if made:
            points += 10 * contract
            bags += tricks - contract
        else:
            points -= 10 * contract
    return points + r.bag_points * bags, bags, contract, made


@inline
def score_hand(calls, tricks, r, small, large):
    """Score both sides and write the hand's row."""
    for side in range(2):
        points, bags, contract, made = score_side(calls[side], tricks[side], calls[side + 2], tricks[side + 2], r)
        running = (r.bags1 if side else r.bags0) + bags
        penalty = 0
        while running >= r.bag_threshold:
            running -= r.bag_threshold
            penalty += r.bag_penalty
        small[CONTRACT + side], small[MADE + side], small[BAGS + side] = contract, made, bags
        large[POINTS + side], large[PENALTY + side], large[BAGS_TOTAL + side] = points - penalty, penalty, running
        large[SCORE + side] = (r.score1 if side else r.score0) + points - penalty
    for seat in range(4):
        small[CALL + seat], small[TRICKS + seat] = calls[seat], tricks[seat]


@inline
def is_one_of(card, legal):
    """Whether a choice is exactly one card of the legal ones."""
    return card & legal == card and card != 0 and card & (card - 1) == 0


def compile_scalar(even: Strategy, odd: Strategy, tuned_shuffle: bool = False) -> Callable[..., int]:
    """The engine for two strategies, ``even`` for seats 0 and 2 and ``odd`` for seats 1 and 3, compiled at first call.

    The function plays ``n`` hands from number ``first`` and writes a row of ``small`` and of ``large`` for each; it
    returns the number of illegal choices, at the first of which a hand is abandoned. ``dealt`` holds the holdings by
    seat and hand, or nothing: then the deck is shuffled for each hand, as anybody would, with ``np.random``, or
    with ``tuned_shuffle`` by the fastest shuffle that we know how to write for one hand at a time.
    """
    alike = even is odd
    kernel, other = load_kernel(even).module, load_kernel(odd).module
    even_bid, even_play = kernel.bid, kernel.play
    odd_bid, odd_play = other.bid, other.play

    @inline
    def bidding(t, first_seat, r, salt, p, q):
        t.calls[:] = 0
        for order in range(4):
            seat = (first_seat + order) & 3
            random = mix(salt, at.DECIDE_BID + order)
            if alike or seat & 1 == 0:
                choice = even_bid(bid_view(t, seat, order, r, random, p))
            else:
                choice = odd_bid(bid_view(t, seat, order, r, random, q))
            if (choice < 0 or choice > 13) and choice != NIL:
                return False
            t.calls[seat] = choice if choice != 0 else NIL
        return True

    @inline
    def play_out(t, first_seat, r, salt, p, q):
        t.tricks[:] = 0
        t.voids[:] = 0
        broken = False
        played = 0
        winner = first_seat
        for number in range(1, 14):
            leader = winner
            led = best = 0
            t.table[:] = 0
            for order in range(4):
                seat = (leader + order) & 3
                hand = t.hands[seat]
                if order == 0:
                    legal = hand
                    beats = 0
                    if not broken and hand & ~r.spades:
                        legal = hand & ~r.spades
                else:
                    same = hand & led
                    legal = same if same else hand
                    beats = winning(legal, same, best, r)
                trick = Trick(number, led, best, winner)
                random = mix(salt, at.DECIDE_PLAY + 8 * (number - 1) + order)
                if alike or seat & 1 == 0:
                    card = even_play(play_view(t, trick, seat, order, legal, beats, broken, played, r, random, p))
                else:
                    card = odd_play(play_view(t, trick, seat, order, legal, beats, broken, played, r, random, q))
                if not is_one_of(card, legal):
                    return False
                t.hands[seat] = hand & ~card
                t.table[seat] = card
                played |= card
                if card & r.spades:
                    broken = True
                if order == 0:
                    led = suit_of(card, r)
                    best = card
                elif card & beats:
                    best = card
                    winner = seat
                if order > 0 and not card & led:
                    t.voids[seat] |= led
            t.tricks[winner] += 1
        return True

    @numba.njit(nogil=True)
    def play(seed, first, n, dealt, r, p, q, small, large):
        t = Seats(
            np.zeros(4, np.int64),
            np.zeros(4, np.int64),
            np.zeros(4, np.int64),
            np.zeros(4, np.int64),
            np.zeros(4, np.int64),
        )
        deck = np.arange(52).astype(np.uint8)
        illegal = 0
        for i in range(n):
            word, state = split_mix(seed + GOLDEN * np.uint64(first + i))
            salt = np.int64(word)
            if dealt.shape[1] > 0:
                for seat in range(4):
                    t.hands[seat] = dealt[seat, i]
            else:
                if tuned_shuffle:
                    shuffle_fast(deck, state)
                else:
                    shuffle(deck)
                deal(deck, t.hands)
            first_seat = (first + i) & 3  # the dealer's left
            if bidding(t, first_seat, r, salt, p, q) and play_out(t, first_seat, r, salt, p, q):
                score_hand(t.calls, t.tricks, r, small[i], large[i])
            else:
                illegal += 1
        return illegal

    return play
