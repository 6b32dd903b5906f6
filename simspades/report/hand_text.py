"""One hand as text: the deal, the calls, the exchanges, the play trick by trick, and the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from simspades.cards import DISPLAY_SUITS, JOKERS, Deck
from simspades.engine.trace import HandTrace, Holding, Step, can_be_named, suit_letter
from simspades.referee.calls import parse_call
from simspades.referee.dummy import declarer_of, first_caller
from simspades.referee.table import table_of
from simspades.runs.replay import Replay

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
LETTERS = {suit: suit for suit in SYMBOLS}
SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def hand_text(replay: Replay, symbols: dict[str, str]) -> str:
    """The whole hand. ``symbols`` are :data:`SYMBOLS`, or :data:`LETTERS` where those cannot be printed."""
    return "\n".join(line.rstrip() for line in _Writer(replay, symbols).lines())


class _Writer:
    def __init__(self, replay: Replay, symbols: dict[str, str]) -> None:
        self.replay, self.symbols = replay, symbols
        self.trace: HandTrace = replay.trace
        self.deck: Deck = replay.trace.rules.deck
        self.players = range(replay.trace.rules.players)
        self.seats = range(len(replay.trace.dealt))  # with a dummy one more than players
        self.bids = replay.trace.bids or ["-"] * len(self.players)

    def lines(self) -> Iterator[str]:
        trace = self.trace
        yield f"{trace.title}, rules {trace.rules.name}, dealt by seat {trace.dealer}"
        yield self._before()
        yield ""
        yield from self._deal()
        yield from self._exchanges()
        if trace.plays:
            yield ""
            yield from self._play()
        yield ""
        yield from self._end()

    def _before(self) -> str:
        before = self.trace.before
        score, bags = _by_side(before["score"]), _by_side(before["bags"])
        tie = ", a tie being played off" if before["tie_break"] else ""
        return f"hand {self.trace.hand_in_game} of its game at {score}, bags {bags}{tie}"

    def _deal(self) -> Iterator[str]:
        suits = [[self._suit(self.trace.dealt[seat], suit) for suit in DISPLAY_SUITS] for seat in self.seats]
        names, bids = [*self.replay.names, "dummy"], [*self.bids, "-"]
        cells = [[str(seat), names[seat], bids[seat], *suits[seat]] for seat in self.seats]
        yield from _table(["seat", "strategy", "bid", "dealt"], cells)

    def _suit(self, holding: Holding, suit: str) -> str:
        """The cards of a suit in a holding, high to low: ``♥ K Q 4``."""
        cards = [card for card in self.deck.names(*holding) if self.deck.suit_of(card) == suit]
        ranks = [card if card in JOKERS or card[1] != suit else card[0] for card in cards]
        return f"{self.symbols[suit]} {' '.join(ranks) or '-'}"

    def card(self, card: str) -> str:
        return card if card in JOKERS else self.symbols[card[1]] + card[0]

    def _cards(self, mask: int) -> str:
        if not can_be_named(self.deck, mask):
            return "no cards of the deck"
        return " ".join(map(self.card, self.deck.names(mask))) or "no card"

    def _exchanges(self) -> Iterator[str]:
        for number, gift in enumerate(self.trace.gifts):
            if number == 0:
                yield ""
            suit = suit_letter(self.deck, gift.request)
            wish = f", and asks for {SUIT_WORDS[suit]}" if suit else ""
            yield f"seat {gift.giver} gives {self._cards(gift.cards)} to seat {gift.receiver}{wish}"

    def _play(self) -> Iterator[str]:
        won = [0] * len(self.seats)
        rows = []
        for number in range(1, self.trace.plays[-1].trick + 1):
            trick = [step for step in self.trace.plays if step.trick == number]
            winner = self._winner(trick)
            if winner is not None:
                won[winner.seat] += 1
            cells = {step.seat: self._played(step, trick[0], winner) for step in trick}
            row = [str(number), *(cells.get(seat, "") for seat in self.seats)]
            rows.append(row if winner is None else [*row, str(winner.seat), "-".join(map(str, won))])
        yield from _table(["trick", *(f"seat {seat}" for seat in self.seats), "won by", "tricks by seat"], rows)
        yield "> leads, * wins"

    def _played(self, step: Step, lead: Step, winner: Step | None) -> str:
        mark = "!" if not step.is_legal else "*" if step is winner else ""
        return (">" if step is lead else " ") + self._cards(step.choice) + mark

    def _winner(self, trick: Sequence[Step]) -> Step | None:
        """The highest spade, or else the highest card of the suit led, of equal ones the later (`play.follow`)."""
        if len(trick) < len(self.seats) or not trick[-1].is_legal:
            return None
        spades = self.deck.suit_masks[3]
        led = next(suit for suit in self.deck.suit_masks if suit & trick[0].choice)
        return max(reversed(trick), key=lambda step: (step.choice & spades, step.choice & led))

    def _end(self) -> Iterator[str]:
        result = self.replay.result
        if self.replay.illegal:
            yield f"illegal: {self.replay.illegal}"
            if result["reason"] != self.replay.illegal:
                yield f"the referee: {result['reason']} ({result['rule']})"
            return
        sides = range(self.trace.rules.n_sides)
        columns: dict[str, Sequence[Any]] = {
            "side": list(sides),
            "bids": [" + ".join(self._of_side(self.bids, side)) for side in sides],
            "contract": ["-" if number is None else number for number in result["contract"]],
            "tricks": [" + ".join(self._of_side(result["tricks"], side)) for side in sides],
            "made": [{True: "yes", False: "no", None: "-"}[made] for made in result["made"]],
            "points": [f"{points:+}" for points in result["points"]],
            "bags": result["bags"],
            "penalty": result["penalty"],
            "score": result["score"],
            "bags total": result["bags_total"],
        }
        yield from _table(list(columns), [[str(values[side]) for values in columns.values()] for side in sides])
        yield from self._dummy()
        if result["over"]:
            winner = result["winner"]
            yield "the game is over: " + ("a draw" if winner is None else f"side {winner} has won")

    def _of_side(self, by_seat: Sequence[Any], side: int) -> list[str]:
        return [str(by_seat[seat]) for seat in self.players if self.trace.rules.side_of(seat) == side]

    def _dummy(self) -> Iterator[str]:
        """Whose the dummy was, and what it won."""
        table = table_of(self.trace.rules)
        if table.has_dummy:
            calls = [parse_call(bid, self.trace.rules.bid.zero) for bid in self.bids]
            order = table.clockwise_from(first_caller(table, self.trace.dealer))
            won = self.replay.result["tricks"][table.dummy]
            yield f"the dummy won {won} tricks with seat {declarer_of(table, calls, order)}"


def _by_side(values: Sequence[int]) -> str:
    return ":".join(map(str, values))


def _table(header: list[str], rows: list[list[str]]) -> Iterator[str]:
    """Left-aligned columns. The last title spans all columns that are left; a row may end early."""
    n_columns = max(map(len, rows))
    spans = n_columns > len(header)
    measured = [header[:-1] if spans else header, *rows]
    widths = [max(len(row[k]) for row in measured if k < len(row)) for k in range(n_columns)]
    for row in [header, *rows]:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
