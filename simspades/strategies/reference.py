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
    r"\w+_bid|(opp_)?contract|(opp_)?need|\w+_tricks": "tricks",
    r"n_cards|(nil_)?exchange": "cards",
    r"trick|hand_in_game": "count from 1",
    r"position": "count from 0",
    r"legal": "bits",
    r"random": "63 bits",
}

#: Since when a field holds what it says, by patterns of ``View.name``: the first that fits.
_KNOWN = {
    r"\w+\.(clubs|diamonds|hearts|spades|target|n_tricks|\w+_value|bag_\w+|p|(nil_)?exchange)": "the whole game",
    r"\w+\.((opp_)?score|(opp_)?bags|hand_in_game)": "since before the deal",
    r"(Bid|Blind)View\.(partner|left|right)_\w+": "once that player has called",
    r"BidView\.hand": "since the deal",
    r"(Bid|Blind)View\.\w+": "at this call",
    r"ExchangeView\.\w+_bid": "once that player has called",
    r"ExchangeView\.\w+": "at this exchange",
    r"PlayView\.(\w+_bid|(opp_)?contract)": "since the bidding",
    r"PlayView\.(partner|left|right)_card": "once that player has played to the trick",
    r"PlayView\.(partner|left|right)_void": "once that player has shown out",
    r"PlayView\.(\w+_nil|\w+_tricks|(opp_)?need)": "up to the last trick",
    r"PlayView\.(led|best|beats|loses|partner_wins)": "after the lead of the trick",
    r"PlayView\.\w+": "at this card",
}


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


def reference_page() -> str:
    """The text of ``docs/view-fields.md``."""
    lines = [
        "# Views and helpers",
        "",
        "Written from the sources by `scripts/regenerate`. How to use them: [strategies.md](strategies.md).",
        "",
        "A *set of cards* is one whole number, a *truth* is true or false. *Known* says since when a field holds what",
        "it says; before that a number or a set is 0, and a truth is false. Players are named from who decides:",
        "`partner` opposite, `left` the next clockwise, `right` the one before; `opp_` is the opposing side.",
        "",
        "## Decisions",
        "",
        "| function | returns |",
        "| --- | --- |",
        *(f"| `{decision}` | {returns} |" for decision, returns in DECISIONS.items()),
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
                f"| `{field}` | {_TYPES[kind]} | {unit(field, kind)} | {known(name, field)} | {meaning} |"
                for field, kind, meaning in fields(view)
            ),
        ]
    lines += ["", "## Helpers", "", "| helper | gives |", "| --- | --- |"]
    for name in helpers.__all__:
        value = getattr(helpers, name)
        if callable(value):
            text = " ".join((inspect.getdoc(value) or "").split(">>>")[0].split())
            parameters = ", ".join(inspect.signature(value).parameters)
            lines.append(f"| `{name}({parameters})` | {text} |")
        else:
            lines.append(
                f"| `{name}` | what `bid` returns to call nil; where a zero is a nil, 0 is read the same way |"
            )
    return "\n".join(lines) + "\n"
