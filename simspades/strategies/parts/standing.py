"""Score and seat: what the other calls and the state of the game do to a number.

Source of the rules: HEURISTICS.md section 3. Each takes the view of a bid and the number (or the count in 1/1024) that
the holding alone would give, and returns the number to call instead. Numbers are not checked here: :func:`legal_number`
has the last word.
"""

from __future__ import annotations

from simspades.strategies.helpers import NIL, count, highest, lowest
from simspades.strategies.parts.suits import TRICK, choose
from simspades.strategies.views import BidView, BlindView

#: The most points that the two sides of a hand can share out beyond what is bid: thirteen tricks (reddit r/spades).
HAND_POINTS = 130


def rounded(points: int, lean: int) -> int:
    """The nearest whole number of tricks, after ``lean`` (1/1024) is added."""
    return (points + lean + TRICK // 2) >> 10


def legal_number(v: BidView, number: int) -> int:
    """The legal number next to ``number``: itself, else the next higher one, else the highest; a nil without any."""
    from_there = v.legal & -(1 << choose(number > 0, number, 0))
    legal = count(choose(from_there != 0, lowest(from_there), highest(v.legal)) - 1)
    return choose(v.legal != 0, legal, NIL)


def others_bid(v: BidView) -> int:
    """What has been bid by the others so far."""
    return v.left_bid + v.partner_bid + v.right_bid + v.far_left_bid + v.far_right_bid


def for_table(v: BidView, points: int) -> int:
    """A count for the game at hand: a quarter less with two packs, where every honour has a twin that may beat it, and
    the partner's sure tricks more where the number is for the side.
    """
    here = points - choose(v.players > 4, points >> 2, 0)
    return here + choose(v.for_side, TRICK * v.partner_sure, 0)


def n_spoken(v: BidView) -> int:
    """How many have spoken before."""
    return choose(v.left_spoke, 1, 0) + choose(v.partner_spoke, 1, 0) + choose(v.right_spoke, 1, 0)


def side_total(v: BidView, number: int) -> int:
    """One's side's points after the hand if it makes its bids, a living nil of the partner included."""
    return v.score + 10 * (v.partner_bid + number) + choose(v.partner_nil, v.nil_value, 0)


def opponents_total(v: BidView) -> int:
    """The opponents' points after the hand if they make what they have bid so far, their nils included."""
    nils = choose(v.left_nil, v.nil_value, 0) + choose(v.right_nil, v.nil_value, 0)
    return v.opp_score + 10 * (v.left_bid + v.right_bid) + nils


# ---- seat ------------------------------------------------------------------------------------------------------------


def partner_room(v: BidView, number: int) -> int:
    """At most what the partner's number leaves of all tricks. Source: TricksterBots."""
    room = v.n_tricks - v.partner_bid
    return choose(number > room, room, number)


def dummies_fourth_seat(v: BidView, number: int) -> int:
    """Fourth seat keeps the table at or under all tricks: where the bids so far leave the set to it, it bids to
    thirteen rather than beyond.

    Source: dummies.com.
    """
    free = v.n_tricks - others_bid(v)
    least = choose(free > 1, free, 1)
    return choose(v.left_spoke & (number > free), least, number)


def cardswithcats_last_seat(v: BidView, number: int) -> int:
    """The last to bid adds one where three tricks would be left unclaimed, two where more. Source: CardsWithCats."""
    unclaimed = v.n_tricks - others_bid(v) - number
    raised = number + choose(unclaimed > 3, 2, choose(unclaimed == 3, 1, 0))
    return choose(v.left_spoke, raised, number)


def bis_pull(v: BidView, points: int, to_mean: int, to_rest: int) -> int:
    """A count pulled toward an even share of the tricks and toward what the bids so far leave, by weights in 1/1024.

    Source: BIS; :func:`bmck_pull` has the weights of a re-implementation.
    """
    even = (v.n_tricks * TRICK) >> 2
    rest = (v.n_tricks - others_bid(v)) * TRICK
    pulled = points + (((even - points) * to_mean) >> 10)
    return pulled + (((rest - pulled) * to_rest) >> 10)


def bmck_pull(v: BidView, points: int) -> int:
    """:func:`bis_pull` with a half, and 1 / (5 (4 - k)) after k bids. Source: bmck039's own weights."""
    spoken = n_spoken(v)
    to_rest = choose(spoken == 0, 51, choose(spoken == 1, 68, choose(spoken == 2, 102, 205)))
    return bis_pull(v, points, TRICK // 2, to_rest)


def eliters_underbid(v: BidView, points: int, less: int) -> int:
    """After an opponent's nil ``less`` is taken off the count, so that there are tricks to spare for attacking it.

    Source: eliters (buckeye), who takes off one or two tricks.
    """
    return points - choose(v.left_nil | v.right_nil, less, 0)


# ---- score -----------------------------------------------------------------------------------------------------------


def tenths_up(points: int) -> int:
    """How many tens it takes to reach so many points; 0 for none. For all points in reach."""
    return choose(points > 0, ((points + 9) * 6554) >> 16, 0)


def least_to_win(v: BidView) -> int:
    """The least number that brings one's side to the target if it is made; at least one."""
    number = tenths_up(v.target - v.score - 10 * v.partner_bid - choose(v.partner_nil, v.nil_value, 0))
    return choose(number > 1, number, 1)


def reddit_minimum(v: BidView, number: int) -> int:
    """Near the end the least total of the side that, if it is made, wins the game or keeps the opponents from winning
    it: called by the second of a side, and no more than one over the holding's number.

    A hand holds 130 points: where the side makes its total, the opponents win at most the other tricks, or once both
    have spoken what they have bid. Nothing is underbid where the tricks left over would bring the bag penalty.

    Source: reddit r/spades, 1eafw2g: 482-458, partner 3, an opponent 3, bid 3; for with six made the opponents' seven
    are not enough.
    """
    ours = v.score + 10 * v.partner_bid + choose(v.partner_nil, v.nil_value, 0)
    theirs = v.opp_score + choose(v.left_nil, v.nil_value, 0) + choose(v.right_nil, v.nil_value, 0)
    bid, all_spoke = 10 * (v.left_bid + v.right_bid), v.left_spoke & v.right_spoke
    rest = 10 * (v.n_tricks - v.partner_bid)  # the tricks' points that one's own number leaves them less of
    win = tenths_up(v.target - ours)
    # ours + 10 n beats theirs + rest - 10 n, or what they have bid
    ahead = choose(all_spoke, tenths_up(theirs + bid - ours + 1), (tenths_up(theirs + rest - ours + 1) + 1) >> 1)
    stop = choose(all_spoke & (theirs + bid < v.target), 0, tenths_up(theirs + rest - v.target + 1))
    least = choose(win > ahead, win, ahead)
    least = choose((stop > 0) & (stop < least), stop, least)
    least = choose(least > 1, least, 1)
    near = (theirs + HAND_POINTS >= v.target) | (v.score + HAND_POINTS >= v.target)
    bags = (v.bag_penalty == 0) | (v.bags + number - least + 2 < v.bag_threshold)
    return choose(v.partner_spoke & near & bags & (least <= number + 1), least, number)


def strichman_vision(v: BidView, number: int, stretch: int) -> int:
    """Third seat on the last hand: just enough to beat the most that the left opponent can still reach, his nil
    included; where no bid beats a nil, just enough to make him bid the table to all tricks if he is to outscore one.

    Then one overtrick sets him. At most ``stretch`` more than the holding's number, for which the nil is let go first.

    Source: Strichman, "10/10 Vision", "Galt 24/26" (angelfire.com/wi/zia): 472-395, partner 3, right opponent 3, bid 3;
    476-483, partner 2, right opponent 3, bid 5.
    """
    theirs = v.opp_score + 10 * v.right_bid + choose(v.right_nil, v.nil_value, 0)
    ours = v.score + 10 * v.partner_bid + choose(v.partner_nil, v.nil_value, 0)
    # ours + 10 n > theirs + 10 (tricks - 1 - bids - n), that is 20 n beyond the difference
    free = v.n_tricks - 1 - v.right_bid - v.partner_bid
    least = least_to_win(v)
    over_number = (tenths_up(theirs + 10 * free - ours + 1) + 1) >> 1
    over_number = choose(over_number > least, over_number, least)
    over_nil = tenths_up(theirs + v.nil_value - ours + 1)
    over_nil = choose(over_nil > over_number, over_nil, over_number)
    most = number + stretch
    enough = choose(over_nil <= most, over_nil, over_number)
    third = v.partner_spoke & (not v.left_spoke)
    room = 10 * (v.n_tricks - v.right_bid)
    last_hand = theirs + choose(room > v.nil_value, room, v.nil_value) >= v.target
    return choose(third & last_hand & (enough <= most), enough, number)


def hammond_bid_to_win(v: BidView, number: int) -> int:
    """Where the opponents' bid reaches the target and one's own side's total does not pass theirs, bid the set: what
    makes the table one more than all tricks.

    Source: Hammond, "Bid to win": no half-measures.
    """
    theirs = opponents_total(v)
    lost = v.left_spoke & v.right_spoke & (theirs >= v.target) & (theirs >= side_total(v, number))
    setting = v.n_tricks + 1 - others_bid(v)
    return choose(lost & (setting > number), setting, number)


def justice_desperation(v: BidView, number: int, stretch: int) -> int:
    """Where the opponents' bids reach the target and one's own do not pass them, ``stretch`` tricks more.

    Source: Jus144tice: opponents' score and ten times their bid.
    """
    theirs = opponents_total(v)
    lost = v.left_spoke & v.right_spoke & (theirs >= v.target) & (theirs >= side_total(v, number))
    return choose(lost, number + stretch, number)


def justice_ten(v: BidView, number: int) -> bool:
    """Whether the desperate call is a ten for 200: where it may be called and :func:`justice_desperation` would stretch
    the number. The third way out, to bid the set, is :func:`hammond_bid_to_win`.

    Source: Jus144tice: stretch to set, book the set, or bid ten.
    """
    return v.may_ten & (justice_desperation(v, number, 1) > number)


def econtricks_overbid(v: BidView, number: int) -> int:
    """With a partner's nil that wins the game even beside a lost contract, and bags at the brink: overbid to be set
    safely.

    Source: econtricks: 499 and nine bags, +100 for the nil and -90 for a bid of nine is ten more, and no bag.
    """
    brink = (v.bag_penalty > 0) & (v.bags + 1 >= v.bag_threshold)
    spare = v.score + v.nil_value - v.target
    most = spare * 6554 >> 16
    most = choose(most > 9, 9, most)
    return choose(v.partner_nil & brink & (spare >= 0) & (most > number), most, number)


def _after(v: BidView, score: int, bags: int, bid: int, tricks: int) -> int:
    """A side's points after a hand without nils in which it wins so many tricks."""
    over = tricks - bid
    penalty = choose((v.bag_penalty > 0) & (bags + over >= v.bag_threshold), v.bag_penalty, 0)
    return score + choose(over >= 0, 10 * bid + over * v.bag_points - penalty, -10 * bid)


def _ahead(v: BidView, ours: int, tricks: int) -> bool:
    """Whether one's side is ahead after a hand in which it wins so many tricks for its bid."""
    theirs = _after(v, v.opp_score, v.opp_bags, v.left_bid + v.right_bid, v.n_tricks - tricks)
    return _after(v, v.score, v.bags, ours, tricks) > theirs


def dqsoft_wins_anyway(v: BidView, number: int) -> bool:
    """Whether a number that reaches the target leaves one's side ahead however the tricks fall: just made, just set,
    and with just the bags that bring the penalty.

    Source: "Double Whammy Autowin" (dqsoft): 498 with 8 bags against 448 with 8, last hand, a bid of two.
    """
    ours = v.partner_bid + number
    made = (v.score + 10 * ours >= v.target) & _ahead(v, ours, ours)
    return made & _ahead(v, ours, ours - 1) & _ahead(v, ours, ours + v.bag_threshold - v.bags)


def dqsoft_autowin(v: BidView, number: int) -> int:
    """One trick more or less than the number where that wins anyway, else the number itself. Source: dqsoft."""
    less = choose(number > 1, number - 1, 1)
    last = v.left_spoke & v.right_spoke
    other = choose(dqsoft_wins_anyway(v, less), less, choose(dqsoft_wins_anyway(v, number + 1), number + 1, number))
    return choose(last & (not dqsoft_wins_anyway(v, number)), other, number)


# ---- blind nil -------------------------------------------------------------------------------------------------------


def menu_blind_nil(v: BlindView, behind: int) -> bool:
    """Only where one's side is ``behind`` points or more behind, a hundred there. Source: most programs' menus."""
    return v.opp_score - v.score >= behind


def tricksterbots_blind_nil(v: BlindView) -> bool:
    """With cards to pass, beside a partner who bid six or more, or after any two bids of ten or more together.

    Source: TricksterBots, issue 296, of a game in which four cards are passed; two and three are the most here.
    """
    bids = v.left_bid + v.partner_bid + v.right_bid
    fewer = choose(v.left_bid < v.right_bid, v.left_bid, v.right_bid)
    fewest = choose(v.partner_bid < fewer, v.partner_bid, fewer)
    return (v.exchange >= 2) & ((v.partner_bid >= 6) | (bids - fewest >= 10))


def hammond_blind_nil(v: BlindView) -> bool:
    """A blind nil where the bids of both opponents reach the target: the other way out beside bidding the set.

    Source: Hammond, "Bid to win": set them or blind nil, no half-measures.
    """
    nils = choose(v.left_nil, v.nil_value, 0) + choose(v.right_nil, v.nil_value, 0)
    reached = v.opp_score + 10 * (v.left_bid + v.right_bid) + nils >= v.target
    return v.may_blind_nil & v.left_spoke & v.right_spoke & reached & (not v.partner_nil)


def eliters_blind_nil(v: BlindView) -> bool:
    """No blind nil over a partner who bid eight or more. Source: eliters (buckeye)."""
    return v.partner_bid < 8


def last_chance_blind_nil(v: BlindView, behind: int, reach: int) -> bool:
    """A blind nil to catch up: so far behind, with the opponents within ``reach`` of the target, and no nil of the
    partner.

    Source: "Bid to win" and the hand's 130 points (HEURISTICS.md section 3).
    """
    far = v.opp_score - v.score >= behind
    return far & (v.opp_score + reach >= v.target) & v.may_blind_nil & (not v.partner_nil)
