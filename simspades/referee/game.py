"""A game: hands played one after another until somebody wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simspades.referee.ending import final_scores
from simspades.referee.hand import Hand
from simspades.referee.standing import Settlement, Standing
from simspades.referee.table import table_of
from simspades.rules import Ruleset


@dataclass(frozen=True)
class Game:
    """The state of a game before its next hand.

    ``hands`` counts the hands played; ``dealer`` deals the next one. ``winner`` is a side, or None for nobody yet or a
    draw. Immutable: ``after`` gives the next state.
    """

    rules: Ruleset
    dealer: int
    standing: Standing
    hands: int = 0
    over: bool = False
    winner: int | None = None

    @classmethod
    def start(cls, rules: Ruleset, dealer: int | None = None) -> Game:
        """A new game; seat 0 sits left of the first dealer unless told otherwise.

        >>> from simspades.rules import load_rules
        >>> game = Game.start(load_rules("std4"))
        >>> game.dealer, game.standing.score
        (3, (0, 0))
        """
        table = table_of(rules)
        return cls(rules, table.players - 1 if dealer is None else dealer, Standing.start(table.n_sides))

    def deal(self, deal: Sequence[Sequence[str]], *, extra: Sequence[str] = (), cancel_card: str | None = None) -> Hand:
        """The next hand of the game, with these cards dealt."""
        if self.over:
            raise RuntimeError("the game is over")
        return Hand(
            self.rules,
            deal,
            dealer=self.dealer,
            hand_in_game=self.hands + 1,
            before=self.standing,
            extra=extra,
            cancel_card=cancel_card,
        )

    def after(self, settlement: Settlement) -> Game:
        """The game after a hand that was settled so; `deal.rotation`: the deal passes to the left, over a dummy."""
        return Game(
            self.rules,
            table_of(self.rules).left_of(self.dealer),
            settlement.after,
            self.hands + 1,
            settlement.over,
            settlement.winner,
        )

    @property
    def score(self) -> tuple[int, ...]:
        """The scores by side: final, with `end.win_bonus` for the winner, once the game is over."""
        return final_scores(self.rules, self.standing.score, self.winner)
