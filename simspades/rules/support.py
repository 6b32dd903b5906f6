"""What the engines cannot play yet.

Rule sets are data and all of them can be written down; this is the one place that says which can be played.
"""

from __future__ import annotations

from simspades.errors import RulesError
from simspades.rules.load import preset
from simspades.rules.model import Ruleset
from simspades.rules.options import show

#: Options whose every value can be played, in games of two partnerships. Of the others, only std4's value.
SUPPORTED_GROUPS = ("nil", "blind_nil", "exchange", "score", "end")
SUPPORTED_OPTIONS = (
    "bags.points",
    "bags.penalty",
    "bags.threshold",
    "bags.display_units",
    "play.spade_lead",
    "play.forced_lead_breaks",
)
NOT_SUPPORTED_OPTIONS = ("end.boston_wins", "end.set_streak")
SUPPORTED_VALUES = {
    "bid.first": ("left_of_dealer", "dealer"),
    "play.first_lead": ("left_of_dealer", "dealer"),
}


def unsupported(rules: Ruleset) -> list[str]:
    """The ids of the options whose value the engines cannot play yet, in the order of the rulebook."""
    usual = preset("std4").values
    return [
        option_id
        for option_id, value in rules.values.items()
        if value != usual[option_id] and not _is_supported(option_id, rules) and not _is_idle(option_id, rules)
    ]


def require_supported(rules: Ruleset) -> None:
    """Raise :class:`RulesError` if the engines cannot play a rule set yet."""
    if missing := unsupported(rules):
        values = ", ".join(f"{option_id} = {show(rules.values[option_id])}" for option_id in missing)
        raise RulesError(f"not supported yet: {', '.join(missing)} (rules {rules.name}: {values})")


def _is_supported(option_id: str, rules: Ruleset) -> bool:
    if option_id in NOT_SUPPORTED_OPTIONS:
        return False
    if option_id in SUPPORTED_VALUES:
        return rules.values[option_id] in SUPPORTED_VALUES[option_id]
    return option_id in SUPPORTED_OPTIONS or option_id.split(".")[0] in SUPPORTED_GROUPS


def _is_idle(option_id: str, rules: Ruleset) -> bool:
    """Whether the value changes nothing, because what it belongs to is off."""
    group = option_id.split(".")[0]
    values = rules.values
    if values[option_id] is None or option_id == "deck.joker_order":
        return True
    if group in ("blind", "dnil", "moon") and option_id not in (f"{group}.enabled", f"{group}.blind_enabled"):
        return not values[f"{group}.enabled"]
    if group == "nt" and option_id not in ("nt.enabled", "nt.blind_enabled"):
        return not (rules.nt.enabled or rules.nt.blind_enabled)
    if option_id == "deck.extra_discard_timing":
        return rules.deck_options.extra_cards is None
    if option_id == "misdeal.consult_partner":
        return not rules.misdeal.conditions
    return option_id == "play.first_trick_order" and rules.play.first_trick == "normal"
