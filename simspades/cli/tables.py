"""How tables look."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

PIPE_WIDTH = 100  # of tables that go to a file or another program


def plain_table(first: str, *columns: str) -> Table:
    """A table without lines; its first column is never broken."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(first, no_wrap=True)
    for column in columns:
        table.add_column(column)
    return table
