"""What the rulebook gives a name though no rule set can change it (end of section I).

A rule file may state these, and a wrong statement is refused: somebody who writes ``end.tie = "draw"`` must learn that
ties are played on, whatever the file says.
"""

from __future__ import annotations

from collections.abc import Mapping

from simspades.errors import RulesError
from simspades.rules.families import FAMILIES
from simspades.rules.model import Ruleset
from simspades.rules.options import show


def fixed_rules(rules: Ruleset) -> dict[str, tuple[object, ...]]:
    """The fixed and derived rules of a rule set by id; where several spellings are accepted the first is the usual."""
    two = rules.game.family == "two"
    family = FAMILIES[rules.game.family]
    return {
        "players": ("3+dummy" if rules.game.family == "three_dummy" else family.players,),
        "sides": (_sides(rules),),
        "hand_size": (rules.hand_size,),
        "deck.leftover": (_leftover(rules),),
        "deal.first_dealer": ("random_first_drawer" if two else "random",),
        "deal.rotation": ("drawers_swap" if two else "left",),
        "deal.unit": (1,),
        "misdeal.effect": ("redraft" if two else "same_dealer",),
        "misdeal.window": ("before_partner_discloses",),
        "bid.rounds": (1,),
        "bid.pass": ("never",),
        "bid.must_increase": (False,),
        "bid.locked": (True,),
        "bid.player_range": (f"{int(rules.game.family == 'three_dummy')}..{rules.hand_size}",),
        "bid.talk": ("none" if rules.bid.mode == "round_table" else "sure_possible",),
        "ten200.notation": ("plain", "10-4-2", "wheels"),  # how a player writes it down
        "play.follow": ("must_follow",),
        "play.duplicate": ("second_wins",) if rules.deck.packs == 2 else (),
        "score.trick_value": (10,),
        "end.both_reach": ("highest",),
        "end.tie": ("play_another",),
        "end.continue": ("next_deal", True),
        "end.immediate": ("order_1-4", True),
    }


def check_stated(rules: Ruleset, stated: Mapping[str, object], where: Mapping[str, str]) -> None:
    """Raise :class:`RulesError` for a statement about a fixed rule that is not so; null states nothing."""
    known = fixed_rules(rules)
    for rule_id, value in stated.items():
        if value is None or any(type(value) is type(true) and value == true for true in known[rule_id]):
            continue
        truth = f"it is always {show(known[rule_id][0])} here" if known[rule_id] else "it has no meaning here"
        raise RulesError(f"{where[rule_id]}: {rule_id} = {show(value)} cannot be chosen: {truth}")


def _sides(rules: Ruleset) -> str:
    family = FAMILIES[rules.game.family]
    if rules.game.family == "three_dummy":
        return "2v2 per deal"
    return f"{family.n_sides}x{family.players // family.n_sides}"


def _leftover(rules: Ruleset) -> str:
    if rules.game.family == "two":
        return "26_discards"
    left = rules.deck.size - FAMILIES[rules.game.family].holdings * rules.hand_size
    return "1_unseen" if rules.game.family == "three" and left else "none"


#: The ids, whatever the rule set.
FIXED_IDS: frozenset[str] = frozenset(fixed_rules(Ruleset()))
