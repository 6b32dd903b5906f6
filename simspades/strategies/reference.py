"""The reference page of views and helpers, from the same source that strategies are compiled against."""

from __future__ import annotations

import inspect
import re

from simspades.strategies import helpers, views
from simspades.strategies.model import DECISIONS

_FIELD = re.compile(r"^    (?P<name>\w+): (?P<type>\w+)  #: (?P<meaning>.+)$", re.MULTILINE)
_TYPES = {"int": "number", "Cards": "set of cards", "bool": "truth", "Any": "parameters"}
_DECISION_OF = {"BidView": "bid", "PlayView": "play", "BlindView": "blind", "ExchangeView": "exchange, request"}


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
        "## Decisions",
        "",
        "| function | returns |",
        "| --- | --- |",
        *(f"| `{decision}` | {returns} |" for decision, returns in DECISIONS.items()),
    ]
    for name in sorted(views.__all__, key=list(_DECISION_OF).index):
        view = getattr(views, name)
        lines += [
            "",
            f"## `{name}`: for {_DECISION_OF[name]}",
            "",
            (inspect.getdoc(view) or "").splitlines()[0],
            "",
            "| field | type | meaning |",
            "| --- | --- | --- |",
            *(f"| `{field}` | {_TYPES[kind]} | {meaning} |" for field, kind, meaning in fields(view)),
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
