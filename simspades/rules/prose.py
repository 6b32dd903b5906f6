"""A preset's rules in sentences, made from its options: what ``docs/presets`` tells before the table of options.

It tells of the options in which the presets differ, and of no others; a test fails if a preset changes an option that
no sentence reads.
"""

from __future__ import annotations

from collections.abc import Iterator

from simspades.rules.families import FAMILIES
from simspades.rules.model import Ruleset

_WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 6: "six"}

#: What each game is: who plays with whom.
_GAMES = {
    "partnership4": "Four players in two partnerships. Partners sit opposite: seats 0 and 2 are side 0, seats 1 and 3"
    " side 1.",
    "solo4": "Four players, each for himself: every seat is a side of its own.",
    "six": "Six players in three partnerships. Partners sit opposite, with one opponent of each other side between"
    " them: seats 0 and 3 are side 0, seats 1 and 4 side 1, seats 2 and 5 side 2.",
    "three": "Three players, each for himself: every seat is a side of its own.",
    "three_dummy": "Three players and a dummy, whose cards lie at seat 3. Each scores for himself, but in every hand"
    " the highest bidder plays with the dummy's cards against the other two.",
    "two": "Two players, each for himself: seat 0 is side 0, seat 1 side 1.",
}


def sections(rules: Ruleset) -> dict[str, list[str]]:
    """Sentences by heading.

    >>> from simspades.rules import load_rules
    >>> sections(load_rules("solo4"))["Players"]
    ['Four players, each for himself: every seat is a side of its own.']
    """
    return {
        "Players": [_GAMES.get(rules.game.family, _GAMES["partnership4"])],
        "Cards": list(_cards(rules)),
        "Deal": list(_deal(rules)),
        "Bidding": list(_bidding(rules)),
        "Play": list(_play(rules)),
        "Score": list(_score(rules)),
        "End of the game": list(_end(rules)),
    }


def and_list(words: list[str] | tuple[str, ...]) -> str:
    """Words in a row.

    >>> and_list(["BJ", "LJ", "2S"])
    'BJ, LJ and 2S'
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _partners(rules: Ruleset) -> bool:
    return FAMILIES[rules.game.family].partners


def _their(rules: Ruleset) -> str:
    """Who undertakes a contract and scores."""
    return "side" if _partners(rules) else "player"


# --- cards and deal ---------------------------------------------------------------------------------------------------


def _cards(rules: Ruleset) -> Iterator[str]:
    deck = rules.deck
    packs = "Two packs" if rules.deck_options.packs == 2 else "One pack"
    jokers = " and two jokers" if rules.deck_options.jokers else ""
    removed = rules.deck_options.removed
    without = ""
    if removed:
        names = [f"both {card}" if removed.count(card) == 2 else card for card in dict.fromkeys(removed)]
        without = f", without {and_list(names)}"
    left = deck.size - FAMILIES[rules.game.family].holdings * rules.hand_size
    total = f": {deck.size} cards" if jokers or without else ""
    yield f"{packs} of 52 cards{jokers}{without}{total}. Each holding has {rules.hand_size}."
    if rules.deck_options.joker_order != "color":
        yield f"The {rules.deck_options.joker_order} joker is the big one."
    if rules.game.family == "three" and left:
        yield "The card that is left over is out of play, and nobody sees it."
    high = rules.deck_options.high_trumps
    if high:
        n_spades = sum(deck.suit_of(card) == "S" for card in deck.cards)
        yield (
            f"Spades are always trump. {and_list(high)} rank above the ace of spades in this order and are spades in"
            f" every respect, so there are {n_spades} spades; below them, and in the other suits, the ace is high and"
            " the two low."
        )
    else:
        yield "Spades are always trump; in every suit the ace is high and the two low."
    if deck.packs == 2:
        yield "Of two identical cards in a trick the later one beats the earlier."


def _deal(rules: Ruleset) -> Iterator[str]:
    if rules.game.family == "two":
        yield (
            "Nobody deals. The pack lies face down, and the two draw in turn: who looks at the top card and keeps it"
            f" discards the next one {'after a look at it' if rules.two.peek_discarded else 'unseen'}; who discards"
            " it must keep the next. At the end each holds 13 cards, and 26 are out of play."
        )
        yield "Seat 1 draws first in the first hand, and the drawers change places after every hand."
        return
    if rules.deal.cut == "right_cuts":
        yield "The player at the dealer's right cuts."
    dummy = ", over the dummy" if rules.game.family == "three_dummy" else ""
    yield f"Seat {rules.players - 1} deals the first hand, and the deal passes to the left after every hand{dummy}."


# --- bidding ----------------------------------------------------------------------------------------------------------


def _bidding(rules: Ruleset) -> Iterator[str]:
    tricks = rules.n_tricks
    if rules.bid.first_deal_unbid:
        yield "The first hand of a game is played without bids."
    if rules.bid.mode == "partnership":
        yield (
            "Partners agree on one number by open talk about sure and possible tricks; the side that did not deal"
            " speaks first."
        )
    else:
        who = {
            "left_of_dealer": "the player on the dealer's left",
            "second_drawer": "the player who drew second",
        }[rules.bid.first]
        adds = "; the numbers of partners are added" if _partners(rules) else ""
        least = 0 if rules.bid.zero == "plain_number" else 1
        what = "his side will win with him" if rules.game.family == "three_dummy" else "he will win"
        yield (
            f"Each names once, beginning with {who}, how many tricks {what}, from {least} to {tricks}{adds}. There is"
            " no passing, and a bid need not be higher than those before it."
        )
    if rules.bid.side_min or rules.bid.side_max is not None:
        most = tricks if rules.bid.side_max is None else rules.bid.side_max
        yield f"A side bids at least {rules.bid.side_min} and at most {most}."
    if rules.game.family == "three_dummy":
        tie = "first" if rules.dummy.tie == "first" else "last"
        yield f"The highest bidder plays with the dummy; of equal bids the {tie} is taken."
        yield (
            "The bid is about the tricks of both holdings of the side."
            if (rules.dummy.bid_scope == "side_total")
            else "The bid is about the player's own tricks."
        )
    yield from _nil_bids(rules)
    yield from _special_bids(rules)


def _nil_bids(rules: Ruleset) -> Iterator[str]:
    if rules.bid.zero == "plain_number":
        yield "A zero is a number like any other; there is no nil."
    elif rules.bid.zero == "forbidden" or not rules.nil.enabled:
        yield "There is no bid of zero, and no nil."
    else:
        beside = ", beside which his partner's number still has to be made" if _partners(rules) else ""
        yield f"A zero is a nil: the player undertakes to win no trick{beside}."
    if not rules.blind_nil.enabled:
        return
    deficit = rules.blind_nil.min_deficit
    whose = "A player of a side that" if _partners(rules) else "A player who"
    who = f"{whose} is at least {deficit} points behind" if deficit else "Anybody"
    first = "draws his first card" if rules.game.family == "two" else "looks at his cards"
    yield f"{who} may call blind nil before he {first}."
    count = rules.blind_nil.exchange
    if count:
        may = "may exchange" if rules.blind_nil.exchange_optional else "exchanges"
        yield (
            f"After the bidding the blind nil bidder {may} {_WORDS[count]} cards with his partner, who sees them before"
            " he gives as many back."
        )
    redraw = rules.two.blind_nil_redraw
    if redraw:
        yield (
            f"After the bidding the blind nil bidder may throw up to {_WORDS[redraw]} cards away and draw as many at"
            " random from the discards."
        )


def _special_bids(rules: Ruleset) -> Iterator[str]:
    if rules.blind.enabled:
        deficit = rules.blind.min_deficit
        who = f"A side that is at least {deficit} points behind" if deficit else "A side"
        yield f"{who} may call a number of {rules.blind.min} or more blind, before either partner looks."
    if rules.blind.renounce_to_10:
        yield "When it has looked it may give the blind number up for a plain ten."
    if rules.ten200.mode != "off":
        yield (
            "Every ten is a bid for 200 points." if rules.ten200.auto else "A side may call ten tricks for 200 points."
        )
    if rules.three.blind:
        yield "A player may bid without looking at his cards."


# --- play -------------------------------------------------------------------------------------------------------------


def _play(rules: Ruleset) -> Iterator[str]:
    leads = {
        "left_of_dealer": "The player on the dealer's left leads to the first trick.",
        "dealer": "The dealer leads to the first trick.",
        "holder_2c": "",
        "second_drawer": "The player who drew second leads to the first trick.",
    }
    if rules.play.first_trick == "lead_2c":
        yield (
            "Whoever holds 2C leads it to the first trick (or the lowest club in play, if 2C is not); a player without"
            " clubs may ruff or discard."
        )
    else:
        yield leads[rules.play.first_lead]
    yield "A player follows suit if he can, and otherwise plays any card."
    if rules.play.must_beat:
        yield "Who can beat the card that is winning must do so, with a spade too if he has none of the suit led."
    yield "The highest spade wins the trick, or else the highest card of the suit led; the winner leads to the next."
    broken = "a spade has been played to the lead of another suit, or the leader has nothing else"
    spade_lead = {
        "broken": f"A spade may be led once {broken}.",
        "any_time": "A spade may be led at any time.",
        "ny3": f"To the first three tricks a spade may be led only once {broken}; after that at any time.",
    }
    yield spade_lead[rules.play.spade_lead]
    if rules.play.spade_lead != "any_time":
        breaks = "breaks spades too" if rules.play.forced_lead_breaks else "does not break spades"
        yield f"A spade that is led because the leader has nothing else {breaks}."
    if rules.game.family == "three_dummy":
        shown = {
            "after_opening_lead": "The dummy's cards are laid open after the first lead",
            "after_bidding": "The dummy's cards are laid open after the bidding",
            "never": "The dummy's cards are not laid open",
        }
        place = (
            "it keeps its place between seat 2 and seat 0"
            if rules.dummy.seat == "fixed"
            else "it is moved opposite the declarer"
        )
        yield f"{shown[rules.dummy.exposed]}, and the declarer plays them; {place}."


# --- score ------------------------------------------------------------------------------------------------------------


def _score(rules: Ruleset) -> Iterator[str]:
    who = _their(rules)
    if rules.bid.first_deal_unbid:
        yield "The hand without bids scores 10 for each trick, and nobody is set."
    if rules.game.family == "two":
        yield f"The score is kept as with {rules.two.scoring.removesuffix('_player')} players."
    if rules.game.family == "three_dummy" and rules.dummy.scoring == "individual":
        yield (
            "Declarer and dummy win tricks together, and so do the two defenders; each player scores by his own bid"
            " against the tricks of his side."
        )
    yield "A made contract scores 10 for each trick bid; a lost one costs as much."
    yield from _overtricks(rules, who)
    if rules.nil.enabled:
        bags = "; his tricks are bags then" if rules.nil.failed_tricks == "bags" else ""
        yield f"A nil scores {rules.nil.value}, and costs {rules.nil.value} if the player wins a trick{bags}."
    if rules.blind_nil.enabled:
        yield f"A blind nil is worth {rules.blind_nil.value} either way."
    if rules.nil.enabled and _partners(rules):
        yield "Two nils of partners are scored each by itself."
    if rules.blind.enabled:
        yield _blind_number(rules)
    if rules.ten200.mode != "off":
        yield (
            "A ten scores 200 with ten tricks or more, and costs 200 with fewer."
            if (rules.ten200.mode == "at_least")
            else "A ten scores 200 with exactly ten tricks, and costs 200 otherwise."
        )
    if rules.three.bonus_low:
        yield (
            "Low bids score more: 2 bid scores 40 with two tricks, 20 with three and 0 with four; 1 bid scores 60 with"
            " one and 0 with two; 0 bid scores 100 with none. Each trick beyond takes 10 away."
        )
    if rules.three.bonus_high:
        yield "A made bid scores 10 more for each trick of it above six."
    if rules.three.bonus_last_high_spades:
        yield (
            "An exact bid scores 10 more for each of the last tricks in a row that the player won with a nine of spades"
            " or better."
        )
    if rules.three.blind:
        yield "A bid made without looking doubles everything that the player scores in the hand."


def _overtricks(rules: Ruleset, who: str) -> Iterator[str]:
    points = rules.bags.points
    limit = rules.score.over_limit
    if limit is not None:
        yield f"A plain contract bears {limit} overtricks; with more it is lost."
    if rules.three.bag_mode == "minus10":
        yield f"Each overtrick takes {-points} points away, so 4 bid and 5 won score {40 + points}."
        return
    if points == 0:
        yield "Overtricks score nothing."
    else:
        yield f"Each overtrick is a bag and scores {points}."
    if rules.bags.penalty:
        yield (
            f"Every {rules.bags.threshold} bags cost the {who} {rules.bags.penalty} points; what is over is carried on."
        )


def _blind_number(rules: Ruleset) -> str:
    least = rules.blind.min
    made = f"blind {least} scores {20 * least} if made"
    times = 2 if rules.blind.fail == "double" else 1
    cost = f"costs {10 * times * least} if not"
    ten = f" A blind ten scores 400 and costs {200 * times}." if rules.ten200.auto else ""
    over = "with at least so many tricks" if rules.blind.success == "at_least" else "with exactly so many tricks"
    return f"A blind number scores twice its worth {over}: {made} and {cost}.{ten}"


# --- end --------------------------------------------------------------------------------------------------------------


def _end(rules: Ruleset) -> Iterator[str]:
    who = _their(rules)
    yield (
        f"The first {who} to reach {rules.end.target} points wins. If several reach it in the same hand the highest"
        " score wins, and a tie is played off by another hand."
    )
    if rules.end.set_streak is not None:
        times = {2: "two hands", 3: "three hands"}[rules.end.set_streak]
        yield f"A {who} that is set in {times} running loses, whatever the scores."
    if rules.end.boston_wins:
        yield "A ten that is not blind and wins all tricks wins the game at once."
