"""Rules as data: the options of the rulebook, the presets, and the rule sets that users make of them."""

from simspades.rules.load import bundles, load_rules, presets
from simspades.rules.model import Ruleset
from simspades.rules.options import OPTIONS, Option

__all__ = ["OPTIONS", "Option", "Ruleset", "bundles", "load_rules", "presets"]
