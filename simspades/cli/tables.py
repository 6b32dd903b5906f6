"""Tables on the terminal, as wide as it is; in a pipe as wide as most editors show."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

#: Of tables that go to a file or another program.
PIPE_WIDTH = 120

#: Columns of names, which are never broken into lines.
_NAMES = ("option", "preset", "change", "strategy", "parameter", "decision", "function", "at")


def new_table(*columns: str) -> Table:
    """An empty table with these columns."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, no_wrap=column in _NAMES)
    return table


def print_tables(*tables: Table) -> None:
    """Print tables with a blank line between them."""
    console = Console(markup=False, highlight=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    for i, each in enumerate(tables):
        if i:
            console.print()
        console.print(each)
