"""Tables on the terminal, as wide as it is; in a pipe as wide as most editors show."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

#: Of tables that go to a file or another program: the widest that most editors show, and one for figures with errors.
WIDE_PIPE, PIPE_WIDTH = 120, 100

#: Columns of names, which are never broken into lines.
_NAMES = ("option", "preset", "change", "strategy", "parameter", "decision", "function", "at")


def new_table(*columns: str) -> Table:
    """An empty table with these columns."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, no_wrap=column in _NAMES)
    return table


def print_tables(*tables: Table) -> None:
    """Print tables with a blank line between them."""
    from rich.console import Console

    console = Console(markup=False, highlight=False)
    if not console.is_terminal:
        console.width = WIDE_PIPE
    for i, each in enumerate(tables):
        if i:
            console.print()
        console.print(each)


def plain_table(first: str, *columns: str) -> Table:
    """A table without lines; its first column is never broken."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(first, no_wrap=True)
    for column in columns:
        table.add_column(column)
    return table
