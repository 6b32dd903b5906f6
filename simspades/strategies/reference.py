"""The reference page of views and helpers, from the same source that strategies are compiled against."""

from __future__ import annotations

import inspect
import re

from simspades.strategies import helpers, views
from simspades.strategies.model import DECISIONS, VIEW_OF

_FIELD = re.compile(r"^    (?P<name>\w+): (?P<type>\w+)  #: (?P<meaning>.+)$", re.MULTILINE)
_TYPES = {"int": "number", "Cards": "set of cards", "bool": "truth", "Any": "parameters"}

#: The unit of each field that is a number, by patterns of names.
_UNITS = {
    r"(opp_)?score|target|(blind_)?nil_value|bag_points|bag_penalty": "points",
    r"(opp_)?bags|bag_threshold": "bags",
    r"\w+_bid|(opp_)?contract|(opp_)?need|\w+_tricks|partner_(sure|possible)": "tricks",
    r"n_cards|(nil_)?exchange": "cards",
    r"players": "players",
    r"trick|hand_in_game|turn": "count from 1",
    r"position": "count from 0",
    r"((blind_)?(nt_)?)legal": "bits",
    r"advice": "answer",
    r"random": "63 bits",
}

_OTHERS = "(partner|left|right|far_left|far_right)"

#: Since when a field holds what it says, by patterns of ``View.name``: the first that fits.
_KNOWN = {
    r"\w+\.(clubs|diamonds|hearts|spades|target|n_tricks|\w+_value|bag_\w+|p|(nil_)?exchange)": "the whole game",
    r"\w+\.(players|has_partner)": "the whole game",
    r"\w+\.((opp_)?score|(opp_)?bags|hand_in_game)": "since before the deal",
    rf"(Bid|Blind)View\.{_OTHERS}_(spoke|bid|nil|blind_nil)": "once that player has called",
    r"BidView\.(hand|held_twice)": "since the deal",
    r"BidView\.partner_(sure|possible)": "once partner has told it",
    r"BidView\.\w+_exposed": "once the deal is cut",
    r"BidView\.own_bid": "once one has called",
    r"BidView\.may_(aces|bemo|big_bemo)": "in `declare` alone",
    r"BidView\.advice": "in `misdeal` alone",
    r"(Bid|Blind)View\.\w+": "at this call",
    r"ExchangeView\.\w+_(bid|nil)": "once that player has called",
    r"ExchangeView\.\w+": "at this exchange",
    r"DraftView\.(opp_)?blind_nil": "since before the deal",
    r"DraftView\.\w+": "at this turn",
    r"PlayView\.(\w+_bid|(opp_)?contract)": "since the bidding",
    rf"PlayView\.{_OTHERS}_card": "once that player has played to the trick",
    rf"PlayView\.{_OTHERS}_void": "once that player has shown out",
    r"PlayView\.dummy": "once it lies open",
    r"PlayView\.(\w+_nil|\w+_tricks|(opp_)?need)": "up to the last trick",
    r"PlayView\.(led|best|beats|loses|partner_wins)": "after the lead of the trick",
    r"PlayView\.\w+": "at this card",
}

#: The rules that ask for a decision, in words; options by their ids.
ASKED_WHERE = {
    "bid": "nearly every rule set",
    "play": "every rule set",
    "blind": "`blind_nil.enabled`, `blind.enabled`, `moon.blind_enabled`, `nt.blind_enabled`, `three.blind`",
    "announce": "`bid.mode` is `partnership`",
    "raise_to": "`bid.raise_round`",
    "renounce": "`blind.renounce_to_10`",
    "declare": "`bemo.enabled`, `bemo.big_enabled`, `aces.enabled`",
    "exchange": "`nil.exchange`, `blind_nil.exchange`, `dnil.exchange`",
    "request": "`blind_nil.suit_request`",
    "pass_cards": "`pass.before_bidding`",
    "discard": "`deck.extra_cards`",
    "redraw": "`two.blind_nil_redraw`",
    "take": "`deck.extra_cards` is `higher_bidding_side`",
    "keep": "the games of two",
    "misdeal": "`misdeal.conditions`",
    "advise": "`misdeal.consult_partner`",
    "cut": "`deal.cut` is `french_cut`",
}

#: Constants of the helpers with the comment that explains them; several may share one.
_CONSTANTS = re.compile(r"^#: (?P<meaning>.+)\n(?P<names>[A-Z]\w+(?:, [A-Z]\w+)*) = ", re.MULTILINE)


def unit(name: str, kind: str) -> str:
    """The unit of a view's field of a kind; sets and truths have none."""
    return _first(_UNITS, name) if kind == "int" else ""


def known(view: str, name: str) -> str:
    """Since when a view's field holds what it says."""
    return _first(_KNOWN, f"{view}.{name}")


def _first(table: dict[str, str], text: str) -> str:
    return next(value for pattern, value in table.items() if re.fullmatch(pattern, text))


def fields(view: type) -> list[tuple[str, str, str]]:
    """Name, type and meaning of every field of a view, in order."""
    return [(match["name"], match["type"], match["meaning"]) for match in _FIELD.finditer(inspect.getsource(view))]


def constants() -> list[tuple[tuple[str, ...], str]]:
    """The constants among the helpers, those of one comment together, and what the comment says."""
    found = _CONSTANTS.finditer(inspect.getsource(helpers))
    return [(tuple(match["names"].split(", ")), _marked(match["meaning"])) for match in found]


def reference_page() -> str:
    """The text of ``docs/view-fields.md``."""
    lines = [
        "# Views and helpers",
        "",
        "Written from the sources by `scripts/regenerate`. How to use them: [strategies.md](strategies.md).",
        "",
        "A *set of cards* is one whole number, a *truth* is true or false. *Known* says since when a field holds what",
        "it says; before that a number or a set is 0, and a truth is false. Players are named from who decides:",
        "`partner` opposite, `left` the next clockwise, `right` the one before; where there are more, `far_left` the",
        "second clockwise and `far_right` the second the other way. Of a player whom a game does not have all fields",
        "are 0. `opp_` is the opposing side; of several sides, bids and tricks are those of all, score and bags those",
        "of the best of them.",
        "",
        "## Decisions",
        "",
        "All but `bid` and `play` have defaults. *Asked for* names the rules and options that bring it about.",
        "",
        "| function | view | returns | asked for |",
        "| --- | --- | --- | --- |",
        *(
            f"| `{decision}` | `{VIEW_OF[decision]}` | {returns} | {ASKED_WHERE[decision]} |"
            for decision, returns in DECISIONS.items()
        ),
    ]
    for name in dict.fromkeys(VIEW_OF.values()):
        view = getattr(views, name)
        decisions = ", ".join(decision for decision, its_view in VIEW_OF.items() if its_view == name)
        lines += [
            "",
            f"## `{name}`: for {decisions}",
            "",
            (inspect.getdoc(view) or "").splitlines()[0],
            "",
            "| field | type | unit | known | meaning |",
            "| --- | --- | --- | --- | --- |",
            *(
                f"| `{field}` | {_TYPES[kind]} | {unit(field, kind)} | {known(name, field)} | {_marked(meaning)} |"
                for field, kind, meaning in fields(view)
            ),
        ]
    lines += ["", "## Helpers", "", "| helper | gives |", "| --- | --- |"]
    lines += [f"| {', '.join(f'`{name}`' for name in names)} | {meaning} |" for names, meaning in constants()]
    for name in helpers.__all__:
        value = getattr(helpers, name)
        if callable(value):
            text = " ".join((inspect.getdoc(value) or "").split(">>>")[0].split())
            parameters = ", ".join(inspect.signature(value).parameters)
            lines.append(f"| `{name}({parameters})` | {_marked(text)} |")
    return "\n".join(lines) + "\n"


def _marked(text: str) -> str:
    """A comment's text as Markdown."""
    return text.replace("``", "`")
