"""Parts on threads: a bounded number at once, stopped cleanly by an error, Ctrl-C or SIGTERM.

The compiled engine and the Parquet writer release the GIL, so threads are all that is needed. Python delivers signals
to the main thread only; it therefore waits in short steps and tells the workers to stop between two blocks.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from types import FrameType
from typing import TypeVar

from simspades.runs.values import whole_number

Item = TypeVar("Item")
Result = TypeVar("Result")

#: How often progress is told, in seconds.
TICK = 0.1
MAX_THREADS = 1024


class Stopped(Exception):  # noqa: N818  (not an error: a worker's answer to being told to stop)
    """A worker gave up its part because the run is being stopped."""


class Control:
    """What the main thread and the workers tell each other: stop, and how much is done."""

    def __init__(self, done: int = 0) -> None:
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._done = done
        self.interrupted = False

    def stop(self) -> None:
        """Ask all workers to stop after their current block."""
        self._stop.set()

    def check(self) -> None:
        """Raise :class:`Stopped` if the run is being stopped."""
        if self._stop.is_set():
            raise Stopped

    def count(self, n: int) -> None:
        """Tell that ``n`` more are done."""
        with self._lock:
            self._done += n

    @property
    def done(self) -> int:
        """How many are done."""
        return self._done

    @property
    def stopping(self) -> bool:
        """Whether the run is being stopped."""
        return self._stop.is_set()


def usable_threads() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_threads(threads: int | None) -> int:
    """The number of threads to use: all processors unless given."""
    if threads is None:
        return usable_threads()
    return whole_number("threads", threads, 1, MAX_THREADS)


def run_parts(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    threads: int,
    control: Control,
    finished: Callable[[Result], None],
    tick: Callable[[], None],
) -> None:
    """Do ``work(item)`` for every item, at most ``threads`` at once, and hand each result over in this thread.

    After the first error the other workers are told to stop, their results are still taken if they got done, and the
    error is raised; of several errors the one of the earliest item. After an interrupt ``control.interrupted`` is set.
    """
    waiting = enumerate(items)
    errors: dict[int, BaseException] = {}
    with signals_stop(control), ThreadPoolExecutor(threads, thread_name_prefix="simspades") as pool:
        running: dict[Future[Result], int] = {}
        try:
            while True:
                if not control.stopping:
                    for number, item in islice(waiting, threads - len(running)):
                        running[pool.submit(work, item)] = number
                if not running:
                    break
                for future in wait(running, timeout=TICK, return_when=FIRST_COMPLETED).done:
                    number = running.pop(future)
                    error = future.exception()
                    if error is None:
                        finished(future.result())
                    elif not isinstance(error, Stopped):
                        errors[number] = error
                        control.stop()
                tick()
        finally:
            # an error of finished() or tick() must not wait for the parts at work
            control.stop()
    if errors:
        raise errors[min(errors)]


@contextlib.contextmanager
def signals_stop(control: Control) -> Iterator[None]:
    """Turn Ctrl-C and SIGTERM into a request to stop, where signals can be caught: in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handle(number: int, frame: FrameType | None) -> None:
        control.interrupted = True
        control.stop()

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
