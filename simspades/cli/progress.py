"""The progress bar of commands that play: on stderr, and only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int, str], None] | None]:
    """What tells a bar how much is done, of how much, and of what; None where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Speed(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f} {task.description}/s" if task.speed else "", style="progress.data.speed")

    columns = (BarColumn(None), TextColumn("{task.percentage:>3.0f}%"), Speed(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None, visible=False)

        def tell(done: int, total: int, unit: str) -> None:
            progress.update(task, completed=done, total=total, description=unit, visible=True)

        yield tell
