"""Work on more than one machine, with Dask: the same work, items and results as on threads.

The one who starts a run, a match or a study is the *client*. It sends each item, with the work to do, to a worker; the
worker plays it, writes what is to be written to a directory that all see, and sends back what is small. A worker that
is lost takes nothing with it: its items are given to others, and as they write the same bytes and every file appears
whole or not at all, nobody can tell afterwards.

Work is pickled once for all items, and a worker unpickles it once. Strategies go as text and are loaded again there,
from the library or the same file, and must be the same to the letter (:class:`simspades.runs.plan.Player`).
"""

from __future__ import annotations

import hashlib
import itertools
import pickle
import platform
import queue
import threading
import time
import uuid
import warnings
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from simspades.engine import ENGINE_VERSION, IllegalChoiceError
from simspades.errors import SimspadesError
from simspades.records.columns import SCHEMA_VERSION
from simspades.records.files import located, replacing
from simspades.runs.threads import TICK, Control, signals_stop
from simspades.runs.workers import Work

Item = TypeVar("Item")
Result = TypeVar("Result")

#: Seconds to wait for a connection, and for the first worker, which may have to start.
PATIENCE = 10.0
PATIENCE_WITH_WORKERS = 60.0
#: Items that wait at the workers, for each of their threads, so that none runs dry between two.
AHEAD = 2
#: Seconds after which the client looks again how many workers there are.
RECOUNT = 2.0
#: Works that a worker keeps ready.
KEPT = 8


class Cluster:
    """The workers of a Dask cluster; close it, or use it as a context.

    Raises :class:`SimspadesError` if the cluster cannot be reached, has no workers, or runs other versions.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._client = _connect(address)
        try:
            self._check_versions()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster; it goes on."""
        self._client.close()

    @property
    def n_threads(self) -> int:
        """The threads of all workers, as far as they are there now."""
        return sum(self._client.nthreads().values())

    def must_see(self, directory: Path) -> None:
        """Raise SimspadesError if some worker does not see the directory under the same path."""
        directory = directory.resolve()
        token = directory / f".seen-{uuid.uuid4().hex}.tmp"
        with replacing(token) as temporary:
            temporary.touch()
        try:
            for worker, sees in self._asked(_is_file, str(token)).items():
                if not sees:
                    raise SimspadesError(
                        f"the worker {worker} of the cluster {self.address} does not see {directory}: give a directory "
                        "on a file system that all machines share, under the same path"
                    )
        finally:
            token.unlink(missing_ok=True)

    def each(
        self,
        work: Work[Item, Result],
        items: Iterable[Item],
        control: Control,
        finished: Callable[[Result], None],
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        """As :meth:`simspades.runs.workers.Workers.each`; of several errors, the first to arrive is raised."""
        sent = pickle.dumps((versions(), work))
        waiting = enumerate(items)
        done: queue.SimpleQueue[int] = queue.SimpleQueue()
        running: dict[int, Any] = {}
        name = uuid.uuid4().hex
        threads, counted = self.n_threads, time.monotonic()
        try:
            with signals_stop(control):
                while True:
                    if not control.stopping:
                        for number, item in itertools.islice(waiting, max(0, AHEAD * threads - len(running))):
                            future = self._client.submit(
                                do, sent, pickle.dumps(item), key=f"simspades-{name}-{number}", pure=False
                            )
                            running[number] = future
                            future.add_done_callback(lambda _, number=number: done.put(number))
                    if not running or control.stopping:
                        break
                    for number in _arrived(done):
                        n, result = self._result(running.pop(number))
                        control.count(n)
                        finished(result)
                    if time.monotonic() - counted > RECOUNT:
                        threads, counted = self._count_again(), time.monotonic()
                    tick()
        finally:
            if running:
                self._client.cancel(list(running.values()))

    def _result(self, future: Any) -> tuple[int, Any]:
        """What came of an item: how much was done, and the result; or the error, raised."""
        from distributed import KilledWorker

        try:
            kind, *answer = future.result()
        except KilledWorker as error:
            raise SimspadesError(
                f"the cluster {self.address} lost {error.allowed_failures + 1} workers in a row at the same piece of "
                "work: their logs may say why (too little memory?)"
            ) from error
        except Exception as error:
            raise SimspadesError(f"the cluster {self.address} failed: {_last_words(error)}") from error
        if kind == "done":
            return answer[0], pickle.loads(answer[1])
        if kind == "illegal":
            raise IllegalChoiceError(*answer)
        failed: SimspadesError = pickle.loads(answer[0])
        raise failed

    def _count_again(self) -> int:
        """The workers' threads; SimspadesError once the scheduler or all workers are gone."""
        try:
            threads = self.n_threads
        except Exception as error:
            raise SimspadesError(f"the cluster {self.address} was lost: {_last_words(error)}") from error
        if not threads:
            self._wait_for_workers()
            return self.n_threads
        return threads

    def _asked(self, question: Callable[..., Any], *arguments: object) -> dict[str, Any]:
        """What every worker answers. If one is lost over it, those that are left are asked again."""
        from distributed.comm import CommClosedError

        while True:
            try:
                answers = self._client.run(question, *arguments, on_error="return")
            except Exception as error:
                raise SimspadesError(f"the cluster {self.address} was lost: {_last_words(error)}") from error
            failures = [answer for answer in answers.values() if isinstance(answer, Exception)]
            for failure in failures:
                if not isinstance(failure, CommClosedError):
                    raise SimspadesError(
                        f"the workers of the cluster {self.address} cannot run simspades {version('simspades')}: "
                        f"{_last_words(failure)}"
                    ) from failure
            if answers and not failures:
                return dict(answers)
            time.sleep(TICK)  # the scheduler may not know yet
            self._wait_for_workers()

    def _wait_for_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE_WITH_WORKERS)
        except TimeoutError:
            raise SimspadesError(f"the cluster {self.address} has no workers") from None

    def _check_versions(self) -> None:
        self._wait_for_workers()
        for worker, found in self._asked(versions).items():
            if differences := _differences(found):
                raise SimspadesError(
                    f"the worker {worker} of the cluster {self.address} runs other versions: {differences}"
                )


def versions() -> dict[str, str]:
    """What a worker must share with the client, so that it writes the same bytes."""
    return {
        "simspades": version("simspades"),
        "engine": str(ENGINE_VERSION),
        "schema": str(SCHEMA_VERSION),
        "pyarrow": version("pyarrow"),
        "python": platform.python_version().rpartition(".")[0],
    }


def do(sent: bytes, item: bytes) -> tuple[Any, ...]:
    """On a worker: do the work for an item.

    Errors come back as values, because not every exception survives being pickled.
    """
    control = Control()
    try:
        result = _work(sent)(pickle.loads(item), control)
        return "done", control.done, pickle.dumps(result)
    except IllegalChoiceError as error:
        return "illegal", error.game, error.hand_in_game
    except SimspadesError as error:
        return "failed", pickle.dumps(type(error)(f"{error} (on {platform.node()})"))


class _Works:
    """The works that were sent to this process last, ready to be done."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, Work[Any, Any]] = {}

    def __call__(self, sent: bytes) -> Work[Any, Any]:
        key = hashlib.sha256(sent).hexdigest()
        with self._lock:  # one thread compiles what several need
            if key not in self._kept:
                theirs, work = _unpickle(sent)
                if differences := _differences(theirs):
                    raise SimspadesError(f"a worker runs other versions: {differences}")
                self._kept[key] = work
                while len(self._kept) > KEPT:
                    del self._kept[next(iter(self._kept))]
            return self._kept[key]


_work = _Works()


def _unpickle(sent: bytes) -> tuple[dict[str, str], Work[Any, Any]]:
    try:
        theirs, work = pickle.loads(sent)
    except SimspadesError:
        raise
    except Exception as error:
        raise SimspadesError(f"the work cannot be read by this worker: {_last_words(error)}") from error
    return theirs, work


def _connect(address: str) -> Any:
    try:
        from distributed import Client
        from distributed.comm.addressing import resolve_address
    except ImportError:
        raise SimspadesError("--cluster needs Dask: pip install 'simspades[cluster]'") from None
    try:
        resolve_address(address)  # a client of what is no address waits long for its own end
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of versions that differ; those that matter are checked
            return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError, TimeoutError) as error:
        raise SimspadesError(f"the cluster {address} cannot be reached: {_last_words(error)}") from error


def _differences(other: dict[str, str]) -> str:
    here = versions()
    return ", ".join(
        f"{name} {other.get(name)} instead of {value}" for name, value in here.items() if other.get(name) != value
    )


def _arrived(done: queue.SimpleQueue[int]) -> list[int]:
    """All that is done, after at most a tick."""
    numbers = []
    try:
        numbers.append(done.get(timeout=TICK))
        while True:
            numbers.append(done.get_nowait())
    except queue.Empty:
        return numbers


def _is_file(path: str) -> bool:
    return located(path).is_file()


def _last_words(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[-1]}" if lines else type(error).__name__
