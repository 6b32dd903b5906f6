"""One hand, taken step by step: the deal, the bidding, the exchanges, the play, the score.

:class:`Hand` keeps the state; whether a step is legal is asked of the modules of the rules. The steps and their order
are those of RULEBOOK 0.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from simspades.referee.amend import raise_fault, raise_order, renounce_fault
from simspades.referee.bidding import Bidding, is_unbid
from simspades.referee.calls import BOUND, Call, Kind, parse_call
from simspades.referee.contract import total_of
from simspades.referee.deal import (
    check_deal,
    check_exposed,
    left_of_the_pack,
    taker_of_extra_cards,
    takers_fault,
)
from simspades.referee.declare import answer_fault, declare_fault, speech_fault
from simspades.referee.dummy import declarer_of, order_of_seats, seats_of_side
from simspades.referee.exchange import Exchange, exchange_fault, immediate_exchanges, later_exchanges, missing_fault
from simspades.referee.facts import Facts, Undertaken
from simspades.referee.legality import blind_call_fault, call_fault, legal_blind_calls, legal_calls, make_call
from simspades.referee.misdeal import qualifies
from simspades.referee.pack import SPADES, in_display_order
from simspades.referee.play import Situation, breaks_spades, card_fault, first_leader, legal_cards
from simspades.referee.redraw import redraw_fault, redraws_due
from simspades.referee.standing import Settlement, Standing, settle
from simspades.referee.table import table_of
from simspades.referee.trick import winning_position
from simspades.referee.verdict import Fault, IllegalActionError
from simspades.rules import Ruleset


class Phase(StrEnum):
    """What a hand is waiting for."""

    DISCARD = "discard"
    PASS = "pass"
    BIDDING = "bidding"
    RENOUNCE = "renounce"
    RAISE = "raise"
    TAKE = "take"
    EXCHANGE = "exchange"
    REDRAW = "redraw"
    PLAY = "play"
    OVER = "over"
    THROWN_IN = "thrown in"


class Hand:
    """A hand from its deal to its score.

    ``deal`` holds each seat's cards by their canonical names. The dealer is the last player and the hand the second of
    a game at 0-0 unless told otherwise. ``extra`` are the two extra cards, which may be left out: they are what the
    deal leaves of the pack. ``cancel_card`` is the card cut for this hand (`bags.cancel_card`).

    ``phase`` tells what the hand is waiting for, ``turn`` which seat acts. Calls that are made before anybody looks
    (``call_blind``) and a misdeal (``call_misdeal``) may come at the start, talk and questions (``talk``, ``ask``)
    before the play, declarations (``declare``) before the first card. Every step that the rules forbid raises
    :class:`IllegalActionError` and changes nothing.

    >>> from simspades.cards import STANDARD
    >>> from simspades.rules import load_rules
    >>> hand = Hand(load_rules("std4"), [STANDARD.cards[seat::4] for seat in range(4)])
    >>> for call in ("3", "4", "3", "nil"):
    ...     hand.call(call)
    >>> hand.phase, hand.turn, hand.legal_cards()[:2]
    (<Phase.PLAY: 'play'>, 0, ['AC', 'KC'])
    """

    def __init__(
        self,
        rules: Ruleset,
        deal: Sequence[Sequence[str]],
        *,
        dealer: int | None = None,
        hand_in_game: int = 2,
        before: Standing | None = None,
        extra: Sequence[str] = (),
        exposed: Sequence[str] = (),
        cancel_card: str | None = None,
    ) -> None:
        self.table = table_of(rules)
        self.rules = rules
        check_deal(self.table, deal, extra)
        check_exposed(self.table, deal, exposed)
        self.dealer = self.table.players - 1 if dealer is None else dealer
        self.hand_in_game = hand_in_game
        self.before = Standing.start(self.table.n_sides) if before is None else before
        self.cancel_card = cancel_card
        self.is_unbid = is_unbid(rules, hand_in_game)
        self.dealt: list[list[str]] = [list(holding) for holding in deal]
        self.holdings: list[list[str]] = [list(holding) for holding in deal]
        self.bidding = Bidding(self.table, self.dealer, hand_in_game, self.before.score, self.holdings)
        self._taken: list[list[str]] = [[] for _ in deal]
        self._most_aces = [0] * len(deal)

        self.extra: list[str] = []
        self.taker: int | None = None
        self.to_discard: Counter[int] = Counter()
        self._extra_waits = rules.deck_options.extra_cards == "higher_bidding_side"
        if rules.deck_options.extra_cards is not None:
            self.extra = list(extra) or left_of_the_pack(self.table, deal)
            self.taker = taker_of_extra_cards(self.table, deal, self.dealer)
            if self.taker is not None:
                self._take([self.taker, self.taker])
        self.passed: dict[int, list[str]] = {}
        self.exchanges: list[Exchange] = []
        self._has_exchanged = False
        self.raises: list[int | None] = [None] * self.table.n_sides
        self._raisers: list[int] | None = None
        self._redrawers: list[int] | None = None
        self._pool = left_of_the_pack(self.table, deal) if rules.game.family == "two" else []
        self.declared: dict[str, set[int]] = {"bemo": set(), "big_bemo": set(), "aces": set()}
        self._has_looked = self._has_acted = False
        self._spoken: list[int] = []

        self.order: list[int] = []
        self.leader = 0
        self.cards_of_trick: list[str] = []
        self.winners: list[int] = []
        self.winning_cards: list[str] = []
        self.tricks: list[int] = [0] * self.table.seats
        self.ruffs: list[int] = [0] * self.table.seats
        self.captured: list[list[str]] = [[] for _ in range(self.table.seats)]
        self.spades_broken = False
        self.phase = Phase.BIDDING
        self._go_on()

    # --- where the hand stands ---

    @property
    def turn(self) -> int:
        """The seat that acts next; in an exchange or a pass, the first that may give.

        In the raise round it is a seat of the side in turn, and likewise where a side takes extra cards.
        """
        if self.phase is Phase.PLAY:
            return self.order[(self.order.index(self.leader) + len(self.cards_of_trick)) % self.table.seats]
        if self.phase is Phase.EXCHANGE:
            return self.exchanges[0].givers[0]
        if self.phase in (Phase.BIDDING, Phase.RENOUNCE):
            return self.bidding.turn
        if self.phase is Phase.DISCARD:
            return min(self.to_discard)
        if self.phase is Phase.PASS:
            return next(seat for seat in range(self.table.players) if seat not in self.passed)
        if self.phase is Phase.RAISE:
            return self.table.members_of(self.raising_side)[0]
        if self.phase is Phase.REDRAW:
            assert self._redrawers is not None
            return self._redrawers[0]
        if self.phase is Phase.TAKE:
            numbers = [number or 0 for number in self.contracts]
            return self.table.members_of(numbers.index(max(numbers)))[0]
        raise RuntimeError(f"the hand is {self.phase}")

    @property
    def exchange(self) -> Exchange | None:
        """The exchange that is due now, if one is."""
        return self.exchanges[0] if self.exchanges else None

    @property
    def raising_side(self) -> int:
        """The side that may raise its number now."""
        self._expect(Phase.RAISE)
        assert self._raisers
        return self._raisers[0]

    @property
    def calls(self) -> list[Call | None]:
        """The call of each player, None before it."""
        return self.bidding.calls

    @property
    def contracts(self) -> list[int | None]:
        """Each side's number, as far as it has been called; None in a hand that bids itself."""
        if self.is_unbid:
            return [None] * self.table.n_sides
        return [
            total_of(self.bidding.calls_of_side(side), self.table.n_tricks) if raised is None else raised
            for side, raised in enumerate(self.raises)
        ]

    @property
    def declarer(self) -> int | None:
        """Who plays with the dummy, once the bidding is over (`game.family=three_dummy`)."""
        calls = [call for call in self.calls if call is not None]
        if not self.table.has_dummy or len(calls) < self.table.players:
            return None
        return declarer_of(self.table, calls, self.bidding.order)

    def seats_of(self, side: int) -> tuple[int, ...]:
        """The seats whose tricks are a side's in this hand."""
        declarer = self.declarer
        return self.table.members_of(side) if declarer is None else seats_of_side(self.table, side, declarer)

    # --- before anybody looks ---

    def legal_blind_calls(self, seat: int) -> list[str]:
        """Every call that a seat may make before anybody looks at the cards; nobody has to."""
        return [str(call) for call in legal_blind_calls(self.bidding, seat)] if self._is_fresh(seat) else []

    def call_blind(self, seat: int, call: Call | str) -> None:
        """A seat calls before anybody looks: for its side, or a blind nil where cards are looked at early (INT-35)."""
        if not self._is_fresh(seat):
            raise RuntimeError("blind calls come before everything else")
        call = self._read_call(call)
        fault = blind_call_fault(self.bidding, call, seat)
        if fault is not None:
            raise IllegalActionError(0, seat, None, fault)
        make_call(self.bidding, seat, call)
        self._go_on()

    def _is_fresh(self, seat: int) -> bool:
        return not self._has_looked and not self._has_acted and not self.is_unbid and self.calls[seat] is None

    # --- misdeals ---

    def may_call_misdeal(self, seat: int) -> bool:
        """Whether a seat may throw the hand in: before any pass, talk or bid, not after a blind call of its own."""
        call = self.calls[seat] if seat < self.table.players else None
        is_blind = call is not None and call != BOUND
        return not is_blind and not self._has_acted and qualifies(self.rules, self.dealt[seat], self.table.pack)

    def call_misdeal(self, seat: int) -> None:
        """A seat throws the hand in (`misdeal.conditions`), and the same dealer deals again."""
        if not self.may_call_misdeal(seat):
            reason = f"seat {seat} calls a misdeal, which its cards do not allow"
            raise IllegalActionError(0, seat, None, Fault("misdeal.conditions", reason))
        self.phase = Phase.THROWN_IN

    # --- discards and passes ---

    def discard(self, seat: int, cards: Sequence[str]) -> None:
        """A seat that took extra cards discards as many, face down and out of play (`deck.extra_cards`)."""
        self._expect(Phase.DISCARD)
        count = self.to_discard[seat]
        if len(cards) != count:
            reason = f"seat {seat} discards {len(cards)} cards, but has to discard {count}"
            raise IllegalActionError(0, seat, None, Fault("deck.extra_cards", reason))
        self._check_held(seat, cards, "deck.extra_cards", "discards")
        self._has_looked = True
        for card in cards:
            self.holdings[seat].remove(card)
        del self.to_discard[seat]
        self._go_on()

    def pass_cards(self, seat: int, receiver: int, cards: Sequence[str]) -> None:
        """A seat passes cards to its partner (`pass.before_bidding`); they arrive when everybody has passed."""
        self._expect(Phase.PASS)
        count, option = self.rules.pass_.before_bidding, "pass.before_bidding"
        if seat in self.passed:
            raise IllegalActionError(0, seat, None, Fault(option, f"seat {seat} passes twice"))
        if receiver not in self.table.partners_of[seat]:
            reason = f"seat {seat} passes cards to seat {receiver}, which is not its partner"
            raise IllegalActionError(0, seat, None, Fault(option, reason))
        if len(cards) != count:
            reason = f"seat {seat} passes {len(cards)} cards, but {count} are passed"
            raise IllegalActionError(0, seat, None, Fault(option, reason))
        self._check_held(seat, cards, option, "passes")
        self._has_acted = True
        self.passed[seat] = list(cards)
        for card in cards:
            self.holdings[seat].remove(card)
        if len(self.passed) == self.table.players:
            for giver, given in self.passed.items():
                self.holdings[self.table.partners_of[giver][0]] += given
        self._go_on()

    def _check_held(self, seat: int, cards: Sequence[str], option: str, verb: str) -> None:
        for card in Counter(cards) - Counter(self.holdings[seat]):
            raise IllegalActionError(0, seat, card, Fault(option, f"seat {seat} {verb} {card}, which it does not hold"))

    # --- bidding ---

    def legal_calls(self) -> list[str]:
        """Every call that the seat in turn may make, as text: numbers, a plain zero, nils, then those for a side."""
        self._expect(Phase.BIDDING)
        return [str(call) for call in legal_calls(self.bidding)]

    def call(self, call: Call | str) -> None:
        """The seat in turn calls. A partner to whom it leaves nothing to call is bound, and has no turn."""
        self._expect(Phase.BIDDING)
        call = self._read_call(call)
        seat = self.turn
        fault = call_fault(self.bidding, call)
        if fault is not None:
            raise IllegalActionError(0, seat, None, fault)
        self._has_acted = True
        make_call(self.bidding, seat, call)
        self.exchanges = immediate_exchanges(self.bidding)
        self._go_on()

    def _read_call(self, call: Call | str) -> Call:
        return call if isinstance(call, Call) else parse_call(call, self.rules.bid.zero)

    def renounce(self, gives_up: bool) -> None:
        """The side in turn lets its blind number stand, or gives it up for a ten (`blind.renounce_to_10`)."""
        self._expect(Phase.RENOUNCE)
        seat = self.turn
        fault = renounce_fault(self.bidding, seat, gives_up)
        if fault is not None:
            raise IllegalActionError(0, seat, None, fault)
        self._has_acted = True
        self.bidding.settled.add(seat)
        if gives_up:
            self.bidding.calls[seat] = Call(Kind.NUMBER, 10)
        self._go_on()

    def raise_to(self, number: int | None) -> None:
        """The side in turn raises its number, or leaves it (`bid.raise_round`)."""
        self._expect(Phase.RAISE)
        assert self._raisers
        side = self._raisers[0]
        fault = raise_fault(self.bidding, side, number, self.raises, is_last=len(self._raisers) == 1)
        if fault is not None:
            raise IllegalActionError(0, self.turn, None, fault)
        self.raises[side] = number
        self._raisers.pop(0)
        self._go_on()

    def legal_raises(self) -> list[int | None]:
        """What the side in turn may raise its number to; None leaves it."""
        self._expect(Phase.RAISE)
        assert self._raisers
        is_last = len(self._raisers) == 1
        return [
            number
            for number in (None, *range(self.table.n_tricks + 1))
            if raise_fault(self.bidding, self._raisers[0], number, self.raises, is_last=is_last) is None
        ]

    # --- talk, questions, declarations ---

    def talk(self, seat: int, sure: int, possible: int) -> None:
        """A seat tells its partner, and everybody, its sure and possible tricks (`bid.mode=partnership`)."""
        fault = speech_fault(self.bidding, seat, (sure, possible), self._spoken)
        if fault is not None:
            raise IllegalActionError(0, seat, None, fault)
        self._spoken.append(seat)
        self._has_acted = True

    def ask(self, seat: int, about: str, answer: bool) -> None:
        """A seat asks its partner in public: ``aces``, ``nt`` or ``misdeal``; the partner answers yes or no."""
        held = self._most_aces[seat], self._aces_of_side(self.table.side_of[seat])
        may_throw_in = about == "misdeal" and self.may_call_misdeal(seat)
        fault = answer_fault(self.bidding, seat, about, answer, held, may_throw_in, is_unbid=self.is_unbid)
        if fault is not None:
            raise IllegalActionError(0, seat, None, fault)
        if about == "nt" and not answer:
            self.bidding.refused.add(seat)
        self._has_acted = self._has_acted or about != "misdeal"

    def declare(self, side: int, what: str) -> None:
        """A side declares a ``bemo`` or ``big_bemo``, or that it goes for ``aces``, before the first card."""
        if self.winners or self.cards_of_trick:
            raise RuntimeError("declarations come before the first card")
        fault = declare_fault(self.table, side, what, self.declared, self._aces_of_side(side))
        if self.is_unbid:
            fault = Fault("bid.first_deal_unbid", f"side {side} declares {what} in a hand that bids itself")
        if fault is not None:
            raise IllegalActionError(0, self.table.members_of(side)[0], None, fault)
        self.declared[what].add(side)

    def _aces_of_side(self, side: int) -> int:
        """How many aces a side has had at once in this hand, before discards."""
        cards = [card for seat in self.seats_of(side) for card in (*self.dealt[seat], *self._taken[seat])]
        return sum(card.startswith("A") for card in cards)

    # --- extra cards ---

    def take(self, takers: Sequence[int]) -> None:
        """The higher bidding side takes the extra cards: the seat that takes each (`deck.extra_cards`)."""
        self._expect(Phase.TAKE)
        fault = takers_fault(self.table, self.contracts, takers)
        if fault is not None:
            raise IllegalActionError(0, None, None, fault)
        self._extra_waits = False
        self._take(takers)
        self._go_on()

    def _take(self, takers: Sequence[int]) -> None:
        for seat, card in zip(takers, self.extra, strict=True):
            self.holdings[seat].append(card)
            self._taken[seat].append(card)
            self.to_discard[seat] += 1

    # --- exchanges ---

    def give(self, seat: int, receiver: int, cards: Sequence[str], request: str | None = None) -> None:
        """One half of the exchange that is due: a seat gives cards to its partner, and may name a suit (``CDHS``)."""
        self._expect(Phase.EXCHANGE)
        exchange = self.exchanges[0]
        found = exchange_fault(exchange, seat, receiver, cards, request, self.holdings[seat])
        if found is not None:
            fault, card = found
            raise IllegalActionError(0, seat, card, fault)
        for card in cards:
            self.holdings[seat].remove(card)
        exchange.given[seat] = list(cards)
        if not exchange.is_simultaneous:
            self.holdings[receiver] += cards
        elif exchange.is_over:
            for giver, given in exchange.given.items():
                self.holdings[exchange.other(giver)] += given
        if exchange.is_over:
            self.exchanges.pop(0)
            self._go_on()

    def decline(self) -> None:
        """The side makes no use of the exchange that is due; all or nothing, and only where it is optional."""
        self._expect(Phase.EXCHANGE)
        exchange = self.exchanges[0]
        if exchange.given or not exchange.is_optional:
            raise IllegalActionError(0, exchange.givers[0], None, missing_fault(exchange))
        self.exchanges.pop(0)
        self._go_on()

    # --- the redraw of the game of two ---

    @property
    def pool(self) -> list[str]:
        """What a blind nil bidder may draw from: the cards thrown away in the draft and not drawn since."""
        return list(self._pool)

    def redraw(self, thrown: Sequence[str], drawn: Sequence[str]) -> None:
        """The blind nil bidder in turn replaces cards, or none (`two.blind_nil_redraw`)."""
        self._expect(Phase.REDRAW)
        seat = self.turn
        found = redraw_fault(self.rules.two.blind_nil_redraw, seat, thrown, drawn, self.holdings[seat], self._pool)
        if found is not None:
            fault, card = found
            raise IllegalActionError(0, seat, card, fault)
        for card, new in zip(thrown, drawn, strict=True):
            self.holdings[seat].remove(card)
            self._pool.remove(new)
        self.holdings[seat] += drawn
        assert self._redrawers is not None
        self._redrawers.pop(0)
        self._go_on()

    # --- play ---

    def legal_cards(self) -> list[str]:
        """The cards that the seat in turn may play, in display order."""
        self._expect(Phase.PLAY)
        return in_display_order(legal_cards(self._situation()), self.table.pack)

    def play(self, card: str) -> None:
        """The seat in turn plays a card; the last of a trick settles who won it."""
        self._expect(Phase.PLAY)
        situation = self._situation()
        fault = card_fault(situation, card)
        if fault is not None:
            raise IllegalActionError(situation.trick, situation.seat, card, fault)
        self.spades_broken = self.spades_broken or breaks_spades(situation, card)
        self.holdings[situation.seat].remove(card)
        self.cards_of_trick.append(card)
        if len(self.cards_of_trick) == self.table.seats:
            self._end_trick()

    def _situation(self) -> Situation:
        seat, trick = self.turn, len(self.winners) + 1
        holding, played = self.holdings[seat], self.cards_of_trick
        return Situation(self.rules, self.table.pack, seat, holding, trick, played, self.spades_broken)

    def _end_trick(self) -> None:
        """`play.follow`: the winner of a trick leads to the next."""
        cards, suit = self.cards_of_trick, self.table.pack.suit
        position = winning_position(cards, self.table.pack)
        winner = self.order[(self.order.index(self.leader) + position) % self.table.seats]
        self.winners.append(winner)
        self.winning_cards.append(cards[position])
        self.tricks[winner] += 1
        self.ruffs[winner] += suit[cards[position]] == SPADES and suit[cards[0]] != SPADES
        self.captured[winner] += cards
        self.leader = winner
        self.cards_of_trick = []
        if len(self.winners) == self.table.n_tricks:
            self.phase = Phase.OVER

    # --- score ---

    def settle(self) -> Settlement:
        """The score of the hand, once it is over."""
        self._expect(Phase.OVER)
        return settle(self.rules, self.undertaken(), self.facts(), self.before, self.hand_in_game)

    def undertaken(self) -> Undertaken:
        """What was undertaken before the play."""
        return Undertaken(
            None if self.is_unbid else [call for call in self.calls if call is not None],
            self.raises,
            bemo=frozenset(self.declared["bemo"]),
            big_bemo=frozenset(self.declared["big_bemo"]),
            aces=frozenset(self.declared["aces"]),
            dealer=self.dealer,
            cancel_card=self.cancel_card,
        )

    def facts(self) -> Facts:
        """What happened in the play."""
        captured = [
            [card for seat in self.seats_of(side) for card in self.captured[seat]] for side in range(self.table.n_sides)
        ]
        return Facts(self.tricks, self.winners, self.winning_cards, captured, self.ruffs)

    # --- phases ---

    def _go_on(self) -> None:
        """Set the phase after a step."""
        self.phase = self._next_phase()
        if self.rules.aces.enabled:
            for seat, holding in enumerate(self.holdings):
                self._most_aces[seat] = max(self._most_aces[seat], sum(card.startswith("A") for card in holding))

    def _next_phase(self) -> Phase:
        """What comes next, in the order of RULEBOOK 0.3; an immediate exchange comes before the calls that remain."""
        timing = self.rules.deck_options.extra_discard_timing
        if (
            self.to_discard
            and timing == "before_bidding"
            and self.rules.deck_options.extra_cards != "higher_bidding_side"
        ):
            return Phase.DISCARD
        if self.rules.pass_.before_bidding and len(self.passed) < self.table.players:
            return Phase.PASS
        if self.exchanges:
            return Phase.EXCHANGE
        if not self.is_unbid and self.bidding.next_seat is not None:
            return Phase.RENOUNCE if self.bidding.may_renounce(self.bidding.turn) else Phase.BIDDING
        return self._phase_after_bidding()

    def _phase_after_bidding(self) -> Phase:
        if self._raisers is None:
            self._raisers = [] if self.is_unbid else raise_order(self.bidding)
        if self._raisers:
            return Phase.RAISE
        if self._extra_waits:
            return Phase.TAKE
        if self.to_discard:
            return Phase.DISCARD
        if not self._has_exchanged:
            self._has_exchanged = True
            self.exchanges = [] if self.is_unbid else later_exchanges(self.bidding)
            self._redrawers = [] if self.is_unbid else redraws_due(self.bidding)
        if self.exchanges:
            return Phase.EXCHANGE
        if self._redrawers:
            return Phase.REDRAW
        if not self.order:
            self.order = order_of_seats(self.table, self.declarer)
            self.leader = first_leader(self.table, self.dealer, self.holdings, self.order)
        return Phase.PLAY

    def _expect(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise RuntimeError(f"the hand is in its {self.phase}, not in its {phase}")
