"""The options that say where a command plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from simspades.errors import SimspadesError

if TYPE_CHECKING:
    from simspades.runs.workers import Workers

Command = TypeVar("Command", bound=Callable[..., Any])


def worker_options(command: Command) -> Command:
    """``--threads`` and ``--cluster``."""
    cluster = click.option(
        "--cluster", metavar="ADDRESS", help="Play on the workers of this Dask cluster instead (docs/cluster.md)."
    )
    threads = click.option("--threads", type=int, metavar="N", help="As many as there are processors unless given.")
    return threads(cluster(command))


@contextmanager
def chosen_workers(threads: int | None, cluster: str | None) -> Iterator[Workers]:
    """The workers that the options name."""
    from simspades.runs.workers import Threads

    if cluster is None:
        yield Threads(threads)
        return
    if threads is not None:
        raise SimspadesError(
            f"--threads {threads} is for this machine; on a cluster each worker has its own (dask worker --nthreads)"
        )
    from simspades.cluster import Cluster

    with Cluster(cluster) as workers:
        yield workers
