"""One hand, taken step by step: the deal, the bidding, the exchanges, the play, the score.

:class:`Hand` keeps the state; whether a step is legal is asked of the modules of the rules. The steps and their order
are those of RULEBOOK 0.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from simspades.referee.bidding import Bidding, call_fault, contract_of, legal_calls
from simspades.referee.calls import Call, parse_call
from simspades.referee.exchange import Exchange, exchange_fault, exchanges_due, missing_fault
from simspades.referee.pack import in_display_order
from simspades.referee.play import Situation, breaks_spades, card_fault, first_leader, legal_cards
from simspades.referee.standing import Settlement, Standing, settle
from simspades.referee.table import Table, table_of
from simspades.referee.trick import winning_position
from simspades.referee.verdict import Fault, IllegalActionError
from simspades.rules import Ruleset


class Phase(StrEnum):
    """What a hand is waiting for."""

    BIDDING = "bidding"
    EXCHANGE = "exchange"
    PLAY = "play"
    OVER = "over"


class Hand:
    """A hand from its deal to its score.

    ``deal`` holds each seat's cards by their canonical names. The dealer is the last seat and the hand the second of a
    game at 0-0 unless told otherwise. ``phase`` tells what the hand is waiting for, ``turn`` which seat acts. Every
    step that the rules forbid raises :class:`IllegalActionError` and changes nothing; a rule set that the referee
    cannot play by raises :class:`RulesError`.

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
    ) -> None:
        self.table = table_of(rules)
        self.rules = rules
        check_deal(self.table, deal)
        self.dealer = self.table.players - 1 if dealer is None else dealer
        self.hand_in_game = hand_in_game
        self.before = Standing.start(self.table.n_sides) if before is None else before
        self.phase = Phase.BIDDING
        self.holdings: list[list[str]] = [list(holding) for holding in deal]
        self.bidding = Bidding(self.table, self.dealer, hand_in_game, self.before.score)
        self.exchanges: list[Exchange] = []
        self.leader = first_leader(self.table, self.dealer)
        self.cards_of_trick: list[str] = []
        self.winners: list[int] = []
        self.tricks: list[int] = [0] * self.table.players
        self.spades_broken = False

    # --- where the hand stands ---

    @property
    def turn(self) -> int:
        """The seat that acts next, in the bidding or the play; in an exchange, the first that may give."""
        if self.phase is Phase.EXCHANGE:
            return self.exchanges[0].givers[0]
        if self.phase is Phase.BIDDING:
            return self.bidding.turn
        return (self.leader + len(self.cards_of_trick)) % self.table.players

    @property
    def exchange(self) -> Exchange | None:
        """The exchange that is due now, if one is."""
        return self.exchanges[0] if self.exchanges else None

    @property
    def calls(self) -> list[Call | None]:
        """The call of each seat, None before it."""
        return self.bidding.calls

    @property
    def contracts(self) -> list[int]:
        """Each side's number, as far as it has been called."""
        by_side: list[list[Call]] = [[] for _ in range(self.table.n_sides)]
        for side, call in zip(self.table.side_of, self.calls, strict=True):
            if call is not None:
                by_side[side].append(call)
        return [contract_of(calls) for calls in by_side]

    # --- bidding ---

    def legal_calls(self) -> list[str]:
        """Every call that the seat in turn may make, as text: numbers, then ``nil``, then ``blind-nil``."""
        self._expect(Phase.BIDDING)
        return [str(call) for call in legal_calls(self.bidding)]

    def call(self, call: Call | str) -> None:
        """The seat in turn calls."""
        self._expect(Phase.BIDDING)
        call = call if isinstance(call, Call) else parse_call(call)
        fault = call_fault(self.bidding, call)
        if fault is not None:
            raise IllegalActionError(0, self.turn, None, fault)
        self.bidding.add(call)
        self.exchanges = exchanges_due(self.bidding)
        self._go_on()

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
        if len(self.cards_of_trick) == self.table.players:
            self._end_trick()

    def _situation(self) -> Situation:
        seat = self.turn
        pack = self.table.pack
        led = pack.suit[self.cards_of_trick[0]] if self.cards_of_trick else None
        holding, trick = self.holdings[seat], len(self.winners) + 1
        return Situation(self.rules, pack, seat, holding, trick, led, self.spades_broken)

    def _end_trick(self) -> None:
        """`play.follow`: the winner of a trick leads to the next."""
        winner = (self.leader + winning_position(self.cards_of_trick, self.table.pack)) % self.table.players
        self.winners.append(winner)
        self.tricks[winner] += 1
        self.leader = winner
        self.cards_of_trick = []
        self._go_on()

    # --- score ---

    def settle(self) -> Settlement:
        """The score of the hand, once it is over."""
        self._expect(Phase.OVER)
        calls = [call for call in self.calls if call is not None]
        return settle(self.rules, calls, self.tricks, self.before, self.hand_in_game)

    # --- phases ---

    def _go_on(self) -> None:
        """Set the phase after a step: exchanges come first, then what is left of the bidding, then the play."""
        if self.exchanges:
            self.phase = Phase.EXCHANGE
        elif not self.bidding.is_over:
            self.phase = Phase.BIDDING
        else:
            self.phase = Phase.PLAY if len(self.winners) < self.table.n_tricks else Phase.OVER

    def _expect(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise RuntimeError(f"the hand is in its {self.phase}, not in its {phase}")


def check_deal(table: Table, deal: Sequence[Sequence[str]]) -> None:
    """Raise :class:`IllegalActionError` unless the pack can be dealt so.

    `deck.packs`, `deck.jokers`, `deck.removed`: no card that the deck lacks, none more often than the deck has it.
    `deal.unit`: dealt singly until all are dealt, each seat gets ``hand_size`` cards.
    """
    if len(deal) != table.players:
        reason = f"{len(deal)} holdings are dealt, but there are {table.players} players"
        raise IllegalActionError(0, None, None, Fault("deal.unit", reason))
    dealt: Counter[str] = Counter()
    for seat, holding in enumerate(deal):
        for card in holding:
            dealt[card] += 1
            copies = table.pack.copies.get(card, 0)
            if dealt[card] > copies:
                raise IllegalActionError(0, seat, card, _deal_fault(table.rules, seat, card, copies))
        if len(holding) != table.hand_size:
            reason = f"seat {seat} is dealt {len(holding)} cards, but a holding is of {table.hand_size}"
            raise IllegalActionError(0, seat, None, Fault("deal.unit", reason))


def _deal_fault(rules: Ruleset, seat: int, card: str, copies: int) -> Fault:
    if copies:
        times = "once" if copies == 1 else "twice"
        return Fault("deck.packs", f"seat {seat} is dealt {card}, which the pack has only {times}")
    option = "deck.removed" if card in rules.deck.removed else "deck.jokers"
    return Fault(option, f"seat {seat} is dealt {card}, which the pack does not have")
