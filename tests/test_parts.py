"""The parts of players, by holdings and moments worked out by hand from what the sources say."""

import random
from math import comb
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simspades.strategies.helpers import NIL, count
from simspades.strategies.parts import (
    attacks,
    bags,
    counts,
    covers,
    exchanges,
    follows,
    forced,
    leads,
    modes,
    nils,
    standing,
    suits,
)
from simspades.strategies.parts.suits import TRICK, fulfil

RANKS, SUITS = "23456789TJQKA", "CDHS"
ALL_SUITS = {
    name: sum(1 << (4 * r + s) for r in range(13)) for s, name in enumerate(("clubs", "diamonds", "hearts", "spades"))
}


def cards(text):
    """Cards by suit, spades first: ``AKT4.QJ2..7`` is the order in which holdings are written."""
    held = 0
    for s, ranks in zip((3, 2, 1, 0), text.split("."), strict=True):
        for rank in ranks:
            held |= 1 << (4 * RANKS.index(rank) + s)
    return held


def card(name):
    return 1 << (4 * RANKS.index(name[0]) + SUITS.index(name[1]))


def names(held):
    return {RANKS[k // 4] + SUITS[k % 4] for k in range(52) if held >> k & 1}


def bid_view(hand="...", **known):
    nothing = dict.fromkeys(
        (
            "left_bid",
            "partner_bid",
            "right_bid",
            "far_left_bid",
            "far_right_bid",
            "score",
            "opp_score",
            "bags",
            "opp_bags",
        ),
        0,
    )
    nobody = dict.fromkeys(
        (
            f"{who}_{what}"
            for who in ("left", "partner", "right", "far_left", "far_right")
            for what in ("spoke", "nil", "blind_nil")
        ),
        False,
    )
    usual = {
        "hand": cards(hand), "legal": (2 << 13) - 2, "may_nil": True, "position": 0, "target": 500, "n_tricks": 13,
        "nil_value": 100, "nil_exchange": 0, "bag_points": 1, "bag_penalty": 100, "bag_threshold": 10, "players": 4,
        "has_partner": True, "for_side": False, "partner_sure": 0, "may_ten": False,
    }  # fmt: skip
    return SimpleNamespace(**(nothing | nobody | ALL_SUITS | usual | known))


def play_view(hand, played="...", led=None, best=None, **known):
    hand, played = cards(hand), cards(played)
    deck = sum(ALL_SUITS.values())
    nothing = dict.fromkeys(
        ("partner_card", "left_card", "right_card", "partner_void", "left_void", "right_void", "need", "opp_need",
         "contract", "opp_contract", "bags", "partner_tricks", "partner_bid"), 0
    )  # fmt: skip
    usual = {
        "hand": hand, "legal": hand, "beats": 0, "loses": 0, "led": 0, "best": 0, "last": False, "partner_wins": False,
        "my_nil": False, "partner_nil": False, "left_nil": False, "right_nil": False, "unseen": deck & ~hand & ~played,
        "trick": 1, "n_tricks": 13, "bag_points": 1, "bag_penalty": 100, "bag_threshold": 10,
    }  # fmt: skip
    if led:
        suit = ALL_SUITS[led]
        top = card(best)
        legal = hand & suit or hand
        spades = ALL_SUITS["spades"]
        higher = -(top << 1)
        beats = legal & (spades & higher if top & spades else (suit & higher) | (spades & ~suit))
        usual |= {"led": suit, "best": top, "legal": legal, "beats": beats, "loses": legal & ~beats}
        usual["unseen"] &= ~top
    return SimpleNamespace(**(nothing | ALL_SUITS | usual | known))


# ---- trick counters --------------------------------------------------------------------------------------------------

# spades, hearts, diamonds, clubs
ROUND = "KQ52.A54.KQ3.J72"
SHAPELY = "AQJT64.K2.A8765."


@pytest.mark.parametrize(
    ("counter", "hand", "tricks"),
    [
        # king and queen of spades: one rank above, two and one below it: both protected; A 1, K beside Q ¾+¼, Q ¼
        (counts.sharkfeeder_count, "K52.A54.KQ3.8762", 1 + 1 + 1.25),
        # ace; K alone ¼; of six clubs the queen nothing
        (counts.sharkfeeder_count, "5432.K.A3.Q98765", 0.25 + 1),
        # K of spades with none below it and one rank above: neither protected nor as many
        (counts.sharkfeeder_count, "K.432.5432.65432", 0),
        # A 1, KQ 1; the spades: guarded king and queen, and the fourth
        (counts.danongames_count, ROUND, 1 + 1 + 3),
        # AK 2 and K ½
        (counts.danongames_count, "432.AK2.K32.7654", 2.5),
        # two kings, the ace, one long spade
        (counts.narkive_count, ROUND, 4),
        (counts.narkive_count, SHAPELY, 3 + 3),
        # A, KQ with its guards, KQ of spades with two lower
        (counts.rulesofspades_count, ROUND, 1 + 2 + 2),
        (counts.rulesofspades_count, "K.Q2.AJ5432.J432", 1),
        # ace, two guarded kings, one long spade
        (counts.dachimpy_count, ROUND, 4),
        # AS, AD, guarded KH, three long spades, one diamond beyond four
        (counts.dachimpy_count, SHAPELY, 3 + 3 - 1),
        # KQ of spades, +1 for four; A 1; K ½
        (counts.goldtoken_count, ROUND, 2 + 1 + 1 + 0.5),
        # three spades and a singleton: it counts, and so does the ace of five with a half
        (counts.goldtoken_count, "A32.A5432.2.5432", 1 + 0.5 + 1),
        # honours of the exact table: ace and king of three, the queen lacks a guard; spades: KQ, no length
        (counts.bis_count, ROUND, 2 + 0.9833 + 0.8559),
        # void in clubs: AQJT of spades need K: AQJ guarded; spare three: .9974, .9665, .8187; length gives two only
        (counts.bis_count, SHAPELY, 3 + 0.9492 + 0.9085 + 0.9974 + 0.9665 + 0.8187),
        # KQ of spades: lower ones 3 and 2 for one gap: 1 each; 52 then lack 2 and more; A 1, K 1, Q ½
        (counts.tricksterbots_count, "KQ52.A54.KQ3.J72", 2 + 1 + 1 + 0.5),
        # a void takes two trumps, a doubleton ¼; the four top trumps have lower ones for the king that lacks; A 1, K 1
        (counts.tricksterbots_count, "AQJT64.K2.A8765.", 2.25 + 4 + 1 + 1),
        # queen and jack alone: two gaps and one lower: ¾; two gaps and none: ¼
        (counts.tricksterbots_count, "QJ.5432.5432.543", 0.75 + 0.25),
        # four spades less .4 for K and Q each and all of the five; A 1, KQ 1.1
        (counts.cardswithcats_count, ROUND, 4 - 0.4 - 0.4 - 1 + 1 + 1.1),
        # A♠ 1; AK 1.8; partner's nil makes it three and one more
        (counts.justice_count, "A2.AK2.5432.5432", 1 + 1.8),
        # void 1.4 with four spades
        (counts.justice_count, "5432.98765.8765.", 1.4),
    ],
)
def test_counters_count_as_their_sources_say(counter, hand, tricks):
    assert counter(bid_view(hand)) / TRICK == pytest.approx(tricks, abs=0.02)


def test_justice_beside_a_nil_and_in_a_full_side():
    assert counts.justice_count(bid_view("A2.AK2.5432.5432", partner_nil=True)) == 4 * TRICK
    full = counts.justice_count(bid_view("A2.AK2.5432.5432", partner_bid=8)) / TRICK
    assert full == pytest.approx(1.8, abs=0.01)


def test_dachimpy_adds_two_beside_a_blind_nil():
    alone = counts.dachimpy_count(bid_view(ROUND))
    assert counts.dachimpy_count(bid_view(ROUND, partner_nil=True)) == alone
    assert counts.dachimpy_count(bid_view(ROUND, partner_nil=True, partner_blind_nil=True)) == alone + 2 * TRICK


def no_opponent_short(n, k):
    """P(neither opponent has fewer than ``k`` cards of a suit of which one holds ``n``), by counting all deals."""
    others = 13 - n
    total = favourable = 0
    for left in range(min(others, 13) + 1):
        for right in range(min(others - left, 13) + 1):
            partner = others - left - right
            if partner > 13:
                continue
            ways = comb(others, left) * comb(39 - others, 13 - left)
            ways *= comb(others - left, right) * comb(39 - others - 13 + left, 13 - right)
            total += ways
            favourable += ways * (left >= k and right >= k)
    return favourable / total


@pytest.mark.parametrize("n", range(12))
def test_the_side_suit_table_is_exact(n):
    for k, table in ((1, counts.exact_ace), (2, counts.exact_king), (3, counts.exact_queen)):
        assert table(n) / TRICK == pytest.approx(no_opponent_short(n, k), abs=0.0006)


def test_the_side_suit_table_agrees_with_published_values():
    assert round(no_opponent_short(3, 3), 4) == 0.4947
    assert round(no_opponent_short(0, 1), 4) == 0.9974
    assert round(no_opponent_short(11, 1), 4) == 0.2281


def test_an_independent_count_of_an_ace_that_is_ruffed_is_not_what_the_table_says():
    # the error of a published table: others' cards placed independently of each other
    assert 1 - no_opponent_short(1, 1) == pytest.approx(0.0049, abs=0.0001)
    assert pytest.approx(0.0154, abs=0.0001) == 2 * (2 / 3) ** 12


holdings = st.lists(st.integers(0, 51), min_size=13, max_size=13, unique=True).map(lambda ks: sum(1 << k for k in ks))
COUNTERS = [
    counts.sharkfeeder_count,
    counts.danongames_count,
    counts.narkive_count,
    counts.rulesofspades_count,
    counts.dachimpy_count,
    counts.goldtoken_count,
    counts.bis_count,
    counts.tricksterbots_count,
    counts.cardswithcats_count,
    counts.justice_count,
    counts.fitted_count,
]


@given(holdings)
def test_every_count_lies_between_nothing_and_all_tricks(hand):
    view = bid_view()
    view.hand = hand
    for counter in COUNTERS:
        assert -5 * TRICK <= counter(view) <= 14 * TRICK


@given(holdings)
def test_a_higher_spade_never_counts_less_in_the_fitted_count(hand):
    view = bid_view()
    view.hand = hand
    queen, king = card("QS"), card("KS")
    if hand & queen and not hand & king:
        before = counts.fitted_count(view)
        view.hand = hand & ~queen | king
        assert counts.fitted_count(view) >= before


@given(holdings)
def test_rank_sums(hand):
    for suit in ALL_SUITS.values():
        assert suits.rank_sum(hand & suit) == sum(2 + k // 4 for k in range(52) if (hand & suit) >> k & 1)


@given(holdings, st.integers(0, 2**52 - 1))
def test_words_of_suits_against_slow_ones(hand, others):
    others &= ~hand
    spades = ALL_SUITS["spades"]
    view = SimpleNamespace(**ALL_SUITS, legal=hand, unseen=others)
    for suit in ALL_SUITS.values():
        own, out = [k for k in range(52) if (hand & suit) >> k & 1], [k for k in range(52) if (others & suit) >> k & 1]
        sure = sum(1 << k for k in own if k > max(out, default=-1))
        assert suits.bosses(hand & suit, others & suit) == sure
        if suit != spades:
            assert suits.side_bosses(view) & suit == sure
            alone = hand & suit if len(own) == 1 else 0
            assert suits.singletons(hand & ~spades) & suit == alone


def test_tables_by_length():
    table = suits.packed(0.25, 0.5, 1, 0, 0, 0, 1.5)
    assert [suits.by_length(table, n) / 128 for n in (0, 1, 2, 3, 7, 13)] == [0, 0.25, 0.5, 1, 1.5, 1.5]


# ---- forced bids -----------------------------------------------------------------------------------------------------


def test_forced_bids():
    assert forced.mirror_bid(bid_view(ROUND)) == 4
    assert forced.mirror_bid(bid_view(".AKQJ.AKQJ.AKQJT")) == NIL
    assert forced.whiz_bid(bid_view(ROUND), nil=False) == 4
    assert forced.whiz_bid(bid_view(ROUND), nil=True) == NIL
    assert forced.crazy_aces_bid(bid_view(SHAPELY)) == 6
    assert forced.crazy_aces_bid(bid_view("KQ2.KQ2.KQ2.K432")) == NIL


# ---- nil tests -------------------------------------------------------------------------------------------------------

LOW = "542.8632.762.953"


def cats_nil(view):
    return nils.cardswithcats_nil(view, suits.JACK)


@pytest.mark.parametrize(
    ("test", "hand", "fit"),
    [
        (nils.playspades_nil, LOW, True),
        (nils.playspades_nil, "K42.8632.762.953", False),
        (nils.playspades_nil, "J92.8632.762.953", False),  # J9
        (nils.playspades_nil, "T98.8632.762.953", False),  # 1098
        (nils.playspades_nil, "5432.8632.762.95", False),  # four spades
        (nils.playspades_nil, "542.A632.762.953", True),  # Axxx
        (nils.playspades_nil, "542.A63.7642.953", False),  # Axx
        (nils.playspades_nil, "542.A63.765432.9", True),  # excused by a short suit
        (nils.playspades_nil, "542.QJ3.7642.953", False),  # QJx, balanced
        (nils.dachimpy_nil, LOW, True),
        (nils.dachimpy_nil, "A42.8632.762.953", False),
        (nils.dachimpy_nil, "542.K63.7642.953", True),
        (nils.dachimpy_nil, "542.K6.7642.9532", False),  # one lower card only
        (nils.dachimpy_vulnerable_nil, "9542.K6.765432.9", True),
        (nils.dachimpy_vulnerable_nil, "9542.K6.7642.932", False),  # nowhere to discard
        (nils.andrews_nil, "5432.8632.76542.", True),  # the two, a void, an unsettable suit
        (nils.andrews_nil, "6543.8632.76542.", False),  # four spades without the two
        (nils.andrews_nil, "982.8632.762.953", False),  # three with two of seven to queen
        (nils.andrews_nil, "952.8632.762.953", True),
        (cats_nil, LOW, True),
        (cats_nil, "J42.8632.762.953", False),
        (cats_nil, "542.A8632.762.93", True),  # ace of five: 14+8+6+3+2 = 33 < 40
        (cats_nil, "542.A632.762.953", False),  # ace of four
        (cats_nil, "542.T32.8762.953", True),  # a ten asks for no length
        (nils.danongames_nil, LOW, True),
        (nils.danongames_nil, "Q92.KJ.QT9.KJ954", False),
        (nils.danongames_nil, "92.K86432.762.95", True),  # a king of six cards
        (nils.danongames_nil, "92.K86.7642.9532", True),
        (nils.danongames_nil, "92.K8.76432.9532", False),
        (nils.danongames_nil, "Q9.KT32.J62.9532", False),  # the queen of spades
        (nils.danongames_nil, "J9.KT32.J62.9532", True),
    ],
)
def test_nil_tests_judge_as_their_sources_say(test, hand, fit):
    assert test(bid_view(hand)) == fit


def test_cats_test_passes_as_many_holdings_as_others_counted():
    # 1.56 % of 200,000 random holdings, with a standard error of .03
    rng = random.Random(2026)
    views = []
    for _ in range(40_000):
        view = bid_view()
        view.hand = sum(1 << k for k in rng.sample(range(52), 13))
        views.append(view)
    share = sum(map(cats_nil, views)) / len(views)
    assert share == pytest.approx(0.0156, abs=5 * 0.0006)


def test_a_stricter_test_asks_tens_for_length():
    assert not nils.cardswithcats_nil(bid_view("542.T32.8762.953"), suits.TEN)


def test_well_ahead_no_dodgy_nil():
    assert not nils.playspades_nil(bid_view("542.A63.765432.9", score=300, opp_score=200))


def test_a_king_of_spades_beside_a_strong_partner():
    assert not nils.andrews_nil(bid_view("K2.8632.7652.953"))
    assert nils.andrews_nil(bid_view("K2.8632.7652.953", partner_bid=5))


@pytest.mark.parametrize(
    ("hand", "points", "passes", "known", "fit"),
    [
        (LOW, 0, 0, {}, True),
        (LOW, TRICK, 0, {}, False),
        (LOW, TRICK, 1, {}, True),
        ("542.A632.762.953", 0, 0, {}, False),
        ("542.A632.762.953", 0, 1, {}, True),
        ("5432.863.762.953", 0, 0, {}, False),
        ("5432.863.762.953", 0, 1, {}, True),
        ("542.KQ3.7642.953", 0, 0, {}, False),  # two high, one low
        (LOW, 0, 0, {"partner_nil": True}, False),
        (LOW, 0, 0, {"left_nil": True}, True),
        (LOW, 0, 0, {"left_nil": True, "left_blind_nil": True}, False),
        (LOW, 0, 0, {"right_nil": True, "right_blind_nil": True}, False),
    ],
)
def test_trickster_bots_try_a_nil(hand, points, passes, known, fit):
    assert nils.tricksterbots_nil(bid_view(hand, **known), points, passes) == fit


def test_eliters_on_nils_beside_nils():
    assert nils.eliters_caution(bid_view(LOW, left_nil=True)) == -1
    assert nils.eliters_caution(bid_view(LOW, right_nil=True)) == 1
    assert nils.eliters_ace(cards(".A432..")) is True
    assert nils.eliters_ace(cards(".A32..")) is False


def test_andrews_classes_follow_the_chance():
    chances = {
        nils.andrews_class(bid_view(hand)) for hand in ("2.8432.8432.5432", "Q98.KJ.KQJT.KQJT", "A32.432.432.5432")
    }
    assert chances == {nils.ICE_COLD, nils.OUTRAGEOUS}


@given(holdings)
def test_a_lower_spade_never_endangers_a_nil_more(hand):
    view = bid_view()
    view.hand = hand
    before = nils.nil_safety(view)
    high, low = card("JS"), card("3S")
    if hand & high and not hand & low:
        view.hand = hand & ~high | low
        assert nils.nil_safety(view) >= before


def test_a_nil_is_worth_its_bid_from_a_chance_of_55_percent():
    # 200 p - 100 > 10
    view = bid_view(LOW)
    assert nils.reverse_value_nil(view, 1)
    assert not nils.reverse_value_nil(bid_view("A42.8632.762.953"), 1)
    assert not nils.reverse_value_nil(view, 13)


def test_danongames_hates_one():
    assert nils.danongames_hates_one(bid_view(LOW), 1)
    assert not nils.danongames_hates_one(bid_view(LOW), 2)
    assert not nils.danongames_hates_one(bid_view("A42.8632.762.953"), 1)


# ---- score and seat --------------------------------------------------------------------------------------------------


def test_numbers_are_rounded_and_made_legal():
    assert standing.rounded(2 * TRICK + 512, 0) == 3
    assert standing.rounded(2 * TRICK + 511, 0) == 2
    assert standing.legal_number(bid_view(legal=0b111000), 1) == 3
    assert standing.legal_number(bid_view(legal=0b111000), 4) == 4
    assert standing.legal_number(bid_view(legal=0b111000), 9) == 5
    assert standing.legal_number(bid_view(legal=0), 4) == NIL


def test_seats():
    last = {
        "left_spoke": True,
        "partner_spoke": True,
        "right_spoke": True,
        "left_bid": 3,
        "partner_bid": 4,
        "right_bid": 3,
    }
    assert standing.dummies_fourth_seat(bid_view(**last), 5) == 3
    assert standing.dummies_fourth_seat(bid_view(**last), 2) == 2
    assert standing.cardswithcats_last_seat(bid_view(**last), 0) == 1  # three unclaimed
    assert standing.cardswithcats_last_seat(bid_view(**(last | {"left_bid": 1})), 0) == 2
    assert standing.cardswithcats_last_seat(bid_view(left_bid=1), 0) == 0  # not the last
    assert standing.partner_room(bid_view(partner_bid=10), 5) == 3


def test_pulls():
    assert standing.bis_pull(bid_view(), 0, 1024, 0) == pytest.approx(3.25 * TRICK, abs=1)
    assert standing.bis_pull(bid_view(left_bid=3, right_bid=4), 0, 0, 512) == 3 * TRICK
    spoken = {
        "left_spoke": True,
        "partner_spoke": True,
        "right_spoke": True,
        "left_bid": 3,
        "partner_bid": 3,
        "right_bid": 3,
    }
    # half way to 3.25, then a fifth of the way to the four that are left
    assert standing.bmck_pull(bid_view(**spoken), 2 * TRICK) / TRICK == pytest.approx(2.625 + 0.2 * 1.375, abs=0.01)


def test_after_an_opponents_nil():
    assert standing.eliters_underbid(bid_view(left_nil=True), 3 * TRICK, TRICK) == 2 * TRICK
    assert standing.eliters_underbid(bid_view(), 3 * TRICK, TRICK) == 3 * TRICK


def test_the_least_that_wins():
    view = bid_view(score=455, partner_bid=2, partner_spoke=True, opp_score=300)
    assert standing.least_to_win(view) == 3  # 45 points lack, 20 are bid
    assert standing.reddit_minimum(view, 5) == 3
    # with four made the opponents' nine bring them to 490 only
    assert standing.reddit_minimum(bid_view(score=455, partner_bid=2, partner_spoke=True, opp_score=400), 5) == 2
    assert standing.reddit_minimum(bid_view(score=455, partner_bid=2, partner_spoke=True, bags=7), 5) == 5
    assert standing.reddit_minimum(bid_view(score=355, partner_bid=2, partner_spoke=True, opp_score=300), 5) == 5


def test_reddits_example():
    # 482-458, partner 3, an opponent 3: three, for with six made the others have 458 + 70 to 542
    seen = {"partner_spoke": True, "left_spoke": True, "partner_bid": 3, "left_bid": 3, "score": 482, "opp_score": 458}
    assert standing.reddit_minimum(bid_view(**seen), 5) == 3
    assert standing.reddit_minimum(bid_view(**seen), 2) == 3
    assert standing.reddit_minimum(bid_view(**seen), 1) == 1  # more than the holding can stand
    assert standing.reddit_minimum(bid_view(**(seen | {"partner_spoke": False})), 5) == 5


def test_the_last_to_bid_needs_no_more_than_the_opponents_have_bid():
    # Strichman: 463-414, partner 2, seven bid against: two make 503 to 484
    seen = {
        "partner_spoke": True, "left_spoke": True, "right_spoke": True, "partner_bid": 2, "left_bid": 4, "right_bid": 3,
        "score": 463, "opp_score": 414,
    }  # fmt: skip
    assert standing.reddit_minimum(bid_view(**seen), 3) == 2


THIRD = {"partner_spoke": True, "right_spoke": True}


@pytest.mark.parametrize(
    ("known", "number", "bid"),
    [
        # 472-395, partner 3, east 3: exactly 3, for 395 + 30 + 100 is the most that west can reach
        ({"partner_bid": 3, "right_bid": 3, "score": 472, "opp_score": 395}, 5, 3),
        ({"partner_bid": 3, "right_bid": 3, "score": 472, "opp_score": 395}, 2, 3),
        # 476-483, partner 2, east 3: exactly 5; a nil cannot be outbid, and a west who bids 3 reaches 543 to 546
        ({"partner_bid": 2, "right_bid": 3, "score": 476, "opp_score": 483}, 5, 5),
        ({"partner_bid": 2, "right_bid": 3, "score": 476, "opp_score": 483}, 7, 5),
        ({"partner_bid": 2, "right_bid": 3, "score": 476, "opp_score": 483}, 3, 3),  # two more than it holds
        # 475-444, partner 3, east nil: 7, and west needs four to outscore it
        ({"partner_bid": 3, "right_nil": True, "score": 475, "opp_score": 444}, 7, 7),
        ({"partner_bid": 3, "right_nil": True, "score": 475, "opp_score": 444}, 9, 7),
        # not the last hand; not the third
        ({"partner_bid": 3, "right_bid": 3, "score": 472, "opp_score": 200}, 5, 5),
        ({"partner_bid": 3, "right_bid": 3, "score": 472, "opp_score": 395, "left_spoke": True}, 5, 5),
    ],
)
def test_strichmans_examples(known, number, bid):
    assert standing.strichman_vision(bid_view(**(THIRD | known)), number, 1) == bid


@given(st.integers(0, 499), st.integers(0, 499), st.integers(1, 5), st.integers(1, 5), st.integers(1, 9))
def test_strichmans_bid_makes_the_left_opponent_bid_the_table_full(score, opp_score, partner, right, number):
    view = bid_view(**THIRD, score=score, opp_score=opp_score, partner_bid=partner, right_bid=right)
    bid = standing.strichman_vision(view, number, 13)
    if bid == number:
        return
    ours = score + 10 * (partner + bid)
    assert ours >= 500
    # whatever number he calls below a full table leaves him behind
    for left in range(13 - partner - right - bid):
        assert opp_score + 10 * (right + left) < ours


def test_bid_to_win_and_desperation():
    lost = {
        "left_spoke": True, "right_spoke": True, "partner_spoke": True, "left_bid": 3, "right_bid": 3, "partner_bid": 2,
        "score": 400, "opp_score": 445,
    }  # fmt: skip
    assert standing.hammond_bid_to_win(bid_view(**lost), 3) == 6  # 14 - 8
    assert standing.hammond_bid_to_win(bid_view(**(lost | {"score": 470})), 3) == 3  # 520 beats 505
    assert standing.justice_desperation(bid_view(**lost), 3, 2) == 5
    assert standing.justice_desperation(bid_view(**(lost | {"opp_score": 300})), 3, 2) == 3
    assert standing.justice_ten(bid_view(**(lost | {"may_ten": True})), 3)
    assert not standing.justice_ten(bid_view(**lost), 3)
    assert not standing.justice_ten(bid_view(**(lost | {"may_ten": True, "score": 470})), 3)


def test_econtricks_overbids_with_nine_bags():
    # 499 and nine bags: 499 + 100 - 90 is still 509
    assert standing.econtricks_overbid(bid_view(score=499, bags=9, partner_nil=True), 4) == 9
    assert standing.econtricks_overbid(bid_view(score=499, bags=3, partner_nil=True), 4) == 4
    assert standing.econtricks_overbid(bid_view(score=440, bags=9, partner_nil=True), 3) == 4


def test_a_bid_that_wins_anyway():
    # 498 with eight bags against 448 with eight, who bid five. Two made: 518 to 448 + 50 + 6 - 100; set: 478 to
    # 448 + 50 + 7 - 100; four won: 498 + 20 + 2 - 100 = 420 to 448 + 50 + 4 - 100
    seen = {
        "left_spoke": True, "right_spoke": True, "score": 498, "bags": 8, "opp_score": 448, "opp_bags": 8,
        "left_bid": 2, "right_bid": 3,
    }  # fmt: skip
    assert standing.dqsoft_wins_anyway(bid_view(**seen), 2)
    assert standing.dqsoft_autowin(bid_view(**seen), 5) == 4  # seven won would leave them 499
    assert standing.dqsoft_autowin(bid_view(**(seen | {"opp_bags": 0})), 3) == 3


def test_blind_nils():
    def view(**known):
        usual = {
            "score": 0,
            "opp_score": 0,
            "left_bid": 0,
            "partner_bid": 0,
            "right_bid": 0,
            "exchange": 2,
            "target": 500,
        }
        nobody = dict.fromkeys(("left_nil", "right_nil", "partner_nil", "left_spoke", "right_spoke"), False)
        return SimpleNamespace(**(usual | nobody | {"may_blind_nil": True, "nil_value": 100} | known))

    assert standing.menu_blind_nil(view(opp_score=100), 100)
    assert not standing.menu_blind_nil(view(opp_score=99), 100)
    assert standing.tricksterbots_blind_nil(view(partner_bid=6))
    assert standing.tricksterbots_blind_nil(view(left_bid=6, right_bid=4))
    assert not standing.tricksterbots_blind_nil(view(left_bid=6, right_bid=3))
    assert not standing.tricksterbots_blind_nil(view(left_bid=4, partner_bid=3, right_bid=4))  # no two of them
    assert not standing.tricksterbots_blind_nil(view(partner_bid=6, exchange=0))
    reached = {"left_spoke": True, "right_spoke": True, "opp_score": 440, "left_bid": 3, "right_bid": 3}
    assert standing.hammond_blind_nil(view(**reached))
    assert not standing.hammond_blind_nil(view(**(reached | {"opp_score": 439})))
    assert not standing.hammond_blind_nil(view(**(reached | {"left_spoke": False})))
    assert not standing.hammond_blind_nil(view(**(reached | {"partner_nil": True})))
    assert not standing.hammond_blind_nil(view(**(reached | {"may_blind_nil": False})))
    assert standing.eliters_blind_nil(view(partner_bid=7))
    assert not standing.eliters_blind_nil(view(partner_bid=8))
    assert standing.last_chance_blind_nil(view(score=200, opp_score=400), 100, 130)
    assert not standing.last_chance_blind_nil(view(score=100, opp_score=300), 100, 130)


# ---- what a side wants -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "mode"),
    [
        ({"need": 4, "opp_need": 5}, modes.TAKE),
        ({"need": 0, "opp_need": 5}, modes.DUMP),
        ({"need": 7, "opp_need": 6}, modes.ON_THE_NOSE),
        ({"need": 7, "opp_need": 7}, modes.SET_OR_BAG),
        ({"my_nil": True}, modes.NIL),
        ({"partner_nil": True}, modes.NIL_COVER),
        ({"left_nil": True}, modes.SET_NIL),
        (
            {"right_nil": True, "right_void": ALL_SUITS["clubs"] | ALL_SUITS["diamonds"] | ALL_SUITS["hearts"]},
            modes.SET_COVERER,
        ),
        ({"my_nil": True, "left_nil": True}, modes.NIL_V_NIL),
    ],
)
def test_sharkfeeders_modes(known, mode):
    assert modes.sharkfeeder_mode(play_view("432.432.432.5432", **known)) == mode


def test_trickster_bots_thresholds():
    assert modes.tricksterbots_takes(play_view("432.432.432.5432", need=1))
    assert not modes.tricksterbots_takes(play_view("A32.432.432.5432", need=1))
    # an ace is as sure while a heart must be followed to
    assert not modes.tricksterbots_takes(play_view("A32.432.432.543", led="hearts", best="TH", need=1))
    assert modes.tricksterbots_busts_nil(play_view("432...", contract=5, opp_contract=8))
    assert modes.tricksterbots_busts_nil(play_view("432...", contract=8, opp_contract=3))
    assert not modes.tricksterbots_busts_nil(play_view("432...", contract=8, opp_contract=4))
    assert not modes.tricksterbots_busts_nil(play_view("432...", contract=9, opp_contract=1))


def test_trickster_bots_set_test():
    # four tricks left, of which they need three
    fight = {"opp_need": 3, "opp_contract": 6, "contract": 7, "trick": 10}
    assert modes.tricksterbots_sets(play_view("432...", **fight))
    assert modes.tricksterbots_sets(play_view("A32...", **fight))
    assert not modes.tricksterbots_sets(play_view("AK2...", **fight))  # two sure tricks set them anyway
    assert not modes.tricksterbots_sets(play_view("432...", **(fight | {"opp_need": 0})))
    assert not modes.tricksterbots_sets(play_view("432...", **(fight | {"opp_need": 5})))  # they cannot make it
    # a third of their bid: 13 - 11 + 1 bags against six are too many, 13 - 12 + 1 are not
    assert not modes.tricksterbots_sets(play_view("432...", **(fight | {"contract": 5})))
    assert modes.tricksterbots_sets(play_view("432...", **(fight | {"contract": 6})))
    # short of the penalty: two bags with eight, not with seven
    assert not modes.tricksterbots_sets(play_view("432...", **(fight | {"contract": 6, "bags": 8})))
    assert modes.tricksterbots_sets(play_view("432...", **(fight | {"contract": 6, "bags": 7})))
    assert modes.tricksterbots_sets(play_view("432...", **(fight | {"contract": 6, "bags": 8, "bag_penalty": 0})))


def test_sets_in_reach():
    # four tricks left of which they need three: two set them
    assert bags.to_set(play_view("432...", trick=10, opp_need=3)) == 2
    assert modes.set_in_reach(play_view("432...", trick=10, opp_need=3), 2)
    assert not modes.set_in_reach(play_view("432...", trick=10, opp_need=3), 1)
    assert modes.set_in_reach(play_view("A32...", trick=10, opp_need=3), 1)
    assert not modes.set_in_reach(play_view("A32...", trick=10, opp_need=0), 5)
    assert bags.hardwood_set_first(play_view("432...", trick=10, opp_need=3), 2)
    assert not bags.hardwood_set_first(play_view("432...", trick=10, opp_need=3, bags=7), 2)
    assert bags.hardwood_set_first(play_view("432...", trick=13, opp_need=1, bags=7), 2)


def test_the_set_comes_first_while_bags_do_not_matter():
    # a table that bid ten leaves three
    ten = {"contract": 5, "opp_contract": 5, "opp_need": 5}
    assert bags.strichman_set_first(play_view("432...", **ten, bags=6))
    assert not bags.strichman_set_first(play_view("432...", **ten, bags=7))
    assert bags.strichman_set_first(play_view("432...", **ten, bags=7, bag_penalty=0))
    assert not bags.strichman_set_first(play_view("432...", **(ten | {"opp_need": 0})))


def test_bags():
    assert bags.bags_are_free(play_view("432...", bag_penalty=0))
    assert not bags.bags_are_free(play_view("432...", bag_penalty=0, bag_points=-10))
    assert bags.near_penalty(play_view("432...", bags=8), 2)
    assert not bags.near_penalty(play_view("432...", bags=8, need=1), 2)


def test_contracts_that_can_wait():
    assert modes.can_wait(play_view("432...", need=6), 8)
    assert not modes.can_wait(play_view("432...", need=7), 8)


# ---- the play of the cards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "hand", "played", "known", "choice"),
    [
        (leads.sure_lead, "K32.A32..", "...", {}, "AH"),
        (leads.sure_lead, "A32.K32..", "...", {}, "AS"),
        (leads.sure_lead, "K32.K42..", "...", {}, "2H"),
        (leads.sharkfeeder_take_lead, "K32.Q32.543.", "...", {}, "3D"),  # not from the queen
        (leads.sharkfeeder_take_lead, "K32.A32.543.", "...", {}, "AH"),
        (leads.tricksterbots_lead, "K32.A32.543.", "...", {"partner_void": ALL_SUITS["diamonds"]}, "3D"),
        (
            leads.tricksterbots_lead,
            "K32.A32.543.",
            "...",
            {"partner_void": ALL_SUITS["diamonds"] | ALL_SUITS["spades"]},
            "AH",
        ),
        (leads.strichman_ten_lead, "432.Q.9854.", "...", {}, "QH"),
        (leads.strichman_ten_lead, "432..9872.", "...", {}, "2D"),
        (leads.strichman_ten_lead, "432.AQ.9854.", "...", {}, "QH"),  # the queen first
        (leads.strichman_ten_lead, "432.AQ2.9854.", "...", {}, "2H"),
        (leads.ranked_lead, "A32.A32.543.", "...", {}, "AS"),
        (leads.ranked_lead, "K32.A32.5.", "...", {}, "5D"),  # low from the short suit, to ruff later
        (leads.ranked_lead, "K32.AQ.5.", ".KJT9876..", {}, "AH"),  # a suit that has gone round
        (leads.ranked_lead, "K32.A32.54.", "...", {}, "AH"),
        (leads.ranked_lead, "K32.A32.54.", "...", {"left_void": ALL_SUITS["hearts"]}, "4D"),  # would be ruffed
        (covers.andrews_cover_lead, "A32.A32.54.", "...", {}, "AS"),
        (covers.andrews_cover_lead, "K32.K32.54.", "...", {"partner_void": ALL_SUITS["diamonds"]}, "4D"),
        (covers.andrews_cover_lead, "K32.K32.54.", "...", {}, "KH"),
        (attacks.eliters_attack_lead, "K32.K32.54.", "...", {"left_nil": True}, "2H"),
        (attacks.eliters_attack_lead, "K32.K32.54.", "...", {"left_nil": True, "left_void": ALL_SUITS["hearts"]}, "4D"),
        (attacks.eliters_attack_lead, "K32.K32.54.", ".AQ..", {"left_nil": True}, "4D"),  # the fresh suit
        (
            attacks.eliters_spend_trumps_lead,
            "K32.K32.54.",
            "...",
            {"left_nil": True, "right_void": ALL_SUITS["diamonds"]},
            "4D",  # the right one covers, and must ruff
        ),
        (
            attacks.eliters_spend_trumps_lead,
            "K32.K32.54.",
            "...",
            {"right_nil": True, "right_void": ALL_SUITS["diamonds"], "left_void": ALL_SUITS["diamonds"]},
            "2H",  # the nil is void there too
        ),
        (
            attacks.eliters_spend_trumps_lead,
            "K32.K32.54.",
            "...",
            {"left_nil": True, "right_void": ALL_SUITS["diamonds"] | ALL_SUITS["spades"]},
            "2H",  # nothing to ruff with
        ),
    ],
)
def test_leads(lead, hand, played, known, choice):
    assert names(fulfil(lead(play_view(hand, played, **known)))) == {choice}


PARTNER = {"partner_bid": 3}


@pytest.mark.parametrize(
    ("follow", "hand", "led", "best", "known", "choice"),
    [
        (follows.duck, "32.K94..", "hearts", "TH", {}, "9H"),
        (follows.duck, "32.KJ..", "hearts", "TH", {}, "JH"),
        (follows.duck, "32.KJ..", "hearts", "TH", {"last": True}, "KH"),
        (follows.duck, "32..K4.", "hearts", "5S", {}, "3S"),  # under a ruff
        (follows.third_hand, ".AQJ4..", "hearts", "TH", {}, "AH"),
        (follows.third_hand, ".QJ4..", "hearts", "TH", {}, "JH"),  # equals
        (follows.third_hand, "52..4.", "hearts", "TH", {}, "2S"),
        (follows.last_hand, ".AQJ4..", "hearts", "TH", {}, "JH"),
        (follows.strichman_unload, ".QT4..", "hearts", "JH", {}, "TH"),
        # over a very low lead of the right opponent; not one that can be played under or right over
        (follows.strichman_unload, ".KT6..", "hearts", "3H", {"right_card": card("3H")}, "KH"),
        (follows.strichman_unload, ".KT62..", "hearts", "3H", {"right_card": card("3H")}, "2H"),
        (follows.strichman_unload, ".KT4..", "hearts", "3H", {"right_card": card("3H")}, "4H"),
        (follows.strichman_unload, ".KT6..", "hearts", "3H", {"partner_card": card("3H")}, "6H"),
        (follows.strichman_unload, ".KT4..", "hearts", "6H", {"right_card": card("6H")}, "4H"),
    ],
)
def test_follows(follow, hand, led, best, known, choice):
    assert names(fulfil(follow(play_view(hand, led=led, best=best, **known)))) == {choice}


@pytest.mark.parametrize(
    ("hand", "led", "best", "known", "choice"),
    [
        # second hand: low, the ace, a ruff
        ("32.K94..", "hearts", "5H", PARTNER, "4H"),
        ("32.A94..", "hearts", "5H", PARTNER, "AH"),
        ("32..K4.", "hearts", "5H", PARTNER, "2S"),
        # third hand high, last hand cheap
        ("32.K94..", "hearts", "5H", PARTNER | {"partner_card": 1}, "KH"),
        ("32.K94..", "hearts", "5H", PARTNER | {"partner_card": 1, "last": True}, "9H"),
        # not over a partner who has it
        ("32.K94..", "hearts", "AH", PARTNER | {"partner_card": 1, "partner_wins": True}, "4H"),
        ("32.K94..", "hearts", "5H", PARTNER | {"partner_card": 1, "partner_wins": True, "last": True}, "4H"),
        # without a partner there is no second hand
        ("32.K94..", "hearts", "5H", {}, "KH"),
    ],
)
def test_take(hand, led, best, known, choice):
    view = play_view(hand, led=led, best=best, **known)
    low = suits.low_of(suits.side_cards(view))
    assert names(fulfil(follows.take(view, low))) == {choice}


def test_second_hand_leaves_the_ruff_to_the_partner_where_the_next_is_void():
    for void, choice in ((0, "2S"), (ALL_SUITS["hearts"], "4D")):
        view = play_view("32..K4.", led="hearts", best="5H", left_void=void, **PARTNER)
        low = suits.low_of(suits.side_cards(view))
        assert names(fulfil(follows.tricksterbots_second_hand(view, low))) == {choice}


@pytest.mark.parametrize(
    ("hand", "best", "known", "choice"),
    [
        (".AJ4..", "5H", {}, "AH"),  # before the partner: high
        (".AJ4..", "TH", {"partner_card": 1, "partner_wins": True}, "JH"),  # over him, cheaply
        (".AJ4..", "TH", {"partner_card": 1}, "4H"),  # he is safe
        (".AJ4..", "TH", {"partner_card": 1, "need": 1}, "JH"),
        ("32..K4.", "TH", {}, "2S"),  # trumps are saved
    ],
)
def test_cover(hand, best, known, choice):
    view = play_view(hand, led="hearts", best=best, partner_nil=True, **known)
    low = suits.low_of(suits.side_cards(view))
    assert names(fulfil(covers.andrews_cover(view, low))) == {choice}


@pytest.mark.parametrize(
    ("known", "waits", "attacks_it"),
    [
        # the left opponent's nil is winning, its partner has played: it is caught whatever the contract needs
        ({"left_nil": True, "left_card": card("TH"), "right_card": card("2H")}, False, True),
        ({"left_nil": True, "left_card": card("TH")}, False, False),
        ({"left_nil": True, "left_card": card("TH")}, True, True),
        ({"left_nil": True}, True, True),  # still to play
        ({"right_nil": True, "right_card": card("3H")}, True, False),  # it has gone under
        ({}, True, False),
    ],
)
def test_attack(known, waits, attacks_it):
    view = play_view(".K94..", led="hearts", best="TH", **known)
    assert bool(attacks.eliters_attacks(view, waits)) is attacks_it


def test_no_attack_where_the_trick_is_out_of_the_nils_reach():
    view = play_view(".94..", led="hearts", best="AH", left_nil=True)
    assert not attacks.eliters_attacks(view, True)


# ---- exchanges -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "hand", "n_cards", "asked", "given"),
    [
        # spades beyond three, the top three ranks of spades, then the highest elsewhere
        (exchanges.tricksterbots_gift, "97432.K2.A865.43", 3, None, {"9S", "7S", "AD"}),
        (exchanges.tricksterbots_gift, "Q43.K2.A865.J432", 2, None, {"QS", "AD"}),
        (exchanges.tricksterbots_gift, "J43.K2.A865.J432", 2, None, {"AD", "KH"}),
        # of equal kings that of the shorter suit
        (exchanges.tricksterbots_gift, "J43.K2.K8654.432", 1, None, {"KH"}),
        (exchanges.tricksterbots_gift, "J43.K8654.K2.432", 1, None, {"KD"}),
        # the lowest elsewhere, of equals from the longest suit
        (exchanges.tricksterbots_return, "A2.K32.A8652.Q43", 1, None, {"2D"}),
        (exchanges.tricksterbots_return, "A2.K32.A8652.Q43", 3, None, {"2D", "2H", "3C"}),
        (exchanges.tricksterbots_return, "AKQJT98765432...", 2, None, {"2S", "3S"}),
        # high spades, then the whole of a short suit
        (exchanges.dachimpy_gift, "A43.J92.T865.4", 2, None, {"AS", "4C"}),
        (exchanges.dachimpy_gift, "543.92.T865.J432", 3, None, {"9H", "2H", "JC"}),
        # what was asked for comes first
        (exchanges.asked_return, "A2.KQ.A8652.Q43", 1, "hearts", {"QH"}),
        (exchanges.asked_return, "A2.KQ.A8652.Q43", 2, "hearts", {"QH", "2D"}),
        (exchanges.asked_return, "A2.KQ.A8652.Q43", 2, "diamonds", {"2D", "3C"}),
        (exchanges.asked_return, "AQ2.KQT98652..Q4", 2, "diamonds", {"2H", "4C"}),
    ],
)
def test_cards_given_for_a_nil(part, hand, n_cards, asked, given):
    asked = ALL_SUITS[asked] if asked else 0
    view = SimpleNamespace(hand=cards(hand), n_cards=n_cards, request=asked, **ALL_SUITS)
    assert names(part(view)) == given


@given(holdings, st.integers(1, 3), st.sampled_from([0, *ALL_SUITS.values()]))
def test_as_many_cards_are_given_as_the_rules_ask_for(hand, n_cards, request):
    view = SimpleNamespace(hand=hand, n_cards=n_cards, request=request, **ALL_SUITS)
    for part in (
        exchanges.tricksterbots_gift,
        exchanges.tricksterbots_return,
        exchanges.dachimpy_gift,
        exchanges.asked_return,
    ):
        given = part(view)
        assert given & ~hand == 0
        assert count(given) == n_cards


# ---- sources ---------------------------------------------------------------------------------------------------------

#: The sources by the word that their parts are named after, and in which modules they must have a part.
SOURCES = {
    "sharkfeeder": (counts, modes, leads),
    "danongames": (counts, nils),
    "narkive": (counts,),
    "dachimpy": (counts, nils, exchanges),
    "goldtoken": (counts,),
    "rulesofspades": (counts,),
    "bis": (counts, standing),
    "tricksterbots": (counts, nils, standing, modes, leads, follows, exchanges),
    "cardswithcats": (counts, nils, standing),
    "justice": (counts, standing),
    "playspades": (nils,),
    "andrews": (nils, covers),
    "eliters": (nils, standing, attacks),
    "reverse_value": (nils,),
    "dummies": (standing,),
    "reddit": (standing,),
    "strichman": (standing, leads, follows, bags),
    "hammond": (standing,),
    "econtricks": (standing,),
    "dqsoft": (standing,),
    "menu": (standing,),
    "hardwood": (bags,),
    "mirror": (forced,),
    "whiz": (forced,),
    "crazy_aces": (forced,),
}


@pytest.mark.parametrize("source", SOURCES)
def test_every_published_heuristic_has_a_part_that_tells_its_source(source):
    for module in SOURCES[source]:
        named = {name: part for name, part in vars(module).items() if name.startswith(f"{source}_")}
        own = [part for part in named.values() if part.__module__ == module.__name__]
        assert own, f"{module.__name__} has nothing of {source}"
        for part in own:
            told = f"{part.__doc__} {module.__doc__}" if module is forced else part.__doc__
            assert "Source" in told or "HEURISTICS.md" in told, part.__name__


def test_the_counts_of_all_players_use_real_cards():
    assert count(cards(ROUND)) == 13
    assert count(cards(SHAPELY)) == 13
