"""The writer of a store, which commits all jobs in its queue together.

A commit waits for the disk for milliseconds, however much is in it. So a thread takes all jobs from the queue
and commits once. If a job fails, which is rare, each half is tried again, until the job is alone.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection

from sixth.server.core.errors import UnavailableError

T = TypeVar("T")
W = TypeVar("W")

WriteAll = Callable[[Sequence[W]], Sequence[Any]]
"""A function that writes all its jobs, or none of them if it raises; it returns the outcome of each.

An outcome may be an exception, which concerns that job alone.
"""

_MAX_JOBS: Final = 256
"""Jobs in one commit."""


_FRESH_S: Final = 5.0
"""Seconds for which the result of an attempt to write counts."""

REFUSED_S: Final = 15.0
"""Seconds for which a refused job counts, as jobs need more room than the attempt."""


class WriteCheck:
    """A check whether the database can be written: by the last refused job, else by `touch`.

    `touch` writes next to nothing, and raises `UnavailableError` if it cannot. However often `check` is
    called, `touch` is every five seconds at most.
    """

    def __init__(self, touch: Callable[[], None]) -> None:
        self._touch, self._lock = touch, Lock()
        self._error: UnavailableError | None = None
        self._until = 0.0

    def watch(self, write: Callable[[], T]) -> T:
        """Return the result of `write`, and remember a failure; a success may have written nothing."""
        try:
            return write()
        except UnavailableError as error:
            self._note(error, REFUSED_S)
            raise

    def check(self) -> None:
        """Raise `UnavailableError` if writing is not possible."""
        with self._lock:
            if monotonic() >= self._until:
                try:
                    self._touch()
                except UnavailableError as failure:
                    self._note(failure, _FRESH_S)
                else:
                    self._note(None, _FRESH_S)
            error = self._error
        if error is not None:
            raise UnavailableError(*error.args)

    def _note(self, error: UnavailableError | None, fresh_s: float) -> None:
        self._error, self._until = error, monotonic() + fresh_s


Callback = Callable[[Sequence[Any]], None]
"""A function that the writing thread calls with the outcomes of one batch: values and exceptions."""


class _Batch(NamedTuple, Generic[W]):
    """Jobs that were submitted together, each with its key, and the function that gets their outcomes."""

    jobs: Sequence[tuple[str, W]]
    done: Callback


class BatchWriter(Generic[W]):
    """Threads that write jobs, each over a `line` to the database of its own."""

    def __init__(self, line: Callable[[], AbstractContextManager[WriteAll[W]]], threads: int) -> None:
        self._line = line
        self._batches: SimpleQueue[_Batch[W] | None] = SimpleQueue()
        self._threads = [
            Thread(target=self._run, name=f"writer-{number}", daemon=True) for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def waiting(self) -> int:
        """The number of batches in the queue."""
        return self._batches.qsize()

    def put_all(self, jobs: Sequence[tuple[str, W]], done: Callback) -> None:
        """Queue these jobs, each with its key; `done` gets their outcomes once they are on disk.

        Jobs may be written again if others in their commit fail. A commit is written in the order of the
        keys, so that two processes never wait for each other. Many jobs cost as much to queue as one.
        """
        self._batches.put(_Batch(jobs, done))

    def close(self) -> None:
        """Write all jobs in the queue, and stop."""
        for _ in self._threads:
            self._batches.put(None)
        for thread in self._threads:
            thread.join()

    # -------------------------------------------------------------- inside

    def _run(self) -> None:
        with self._line() as write_all:
            while (batch := self._batches.get()) is not None:
                batches = [batch]
                while sum(len(each.jobs) for each in batches) < _MAX_JOBS:
                    try:
                        following = self._batches.get_nowait()
                    except Empty:
                        break
                    if following is None:
                        # Put back, to stop a thread once these batches are written.
                        self._batches.put(None)
                        break
                    batches.append(following)
                _write_batches(write_all, batches)


class Writer(BatchWriter[Callable[[Connection], Any]]):
    """Threads that call functions in transactions; one for SQLite."""

    def submit(self, key: str, do: Callable[[Connection], T]) -> "Future[T]":
        """Queue a call of `do` in a transaction; the future has its result once it is on disk, or its error.

        With an error, nothing that `do` wrote is kept. `do` may be called again if others in its transaction
        fail, so it must change nothing but the database.
        """
        future: Future[T] = Future()
        # From here on the future cannot be cancelled.
        future.set_running_or_notify_cancel()
        self.put_all([(key, do)], partial(set_outcome, future))
        return future


class Store(Protocol):
    """A store, as the rows of a subject use it."""

    writer: Writer

    def read(self, do: Callable[[Connection], T]) -> T:
        """Return the result of `do`, called with a connection."""


class StoreRows:
    """The rows of one subject in the database of a store: what reads and writes its tables."""

    def __init__(self, store: Store) -> None:
        self._read: Callable[[Callable[[Connection], Any]], Any] = store.read
        self._writer = store.writer


def do_all(connection: Connection, jobs: Sequence[Callable[[Connection], Any]]) -> Sequence[Any]:
    """Call each of these in one transaction, which an error rolls back; return their results."""
    with connection.begin():
        return [do(connection) for do in jobs]


def _write_batches(write_all: WriteAll[W], batches: Sequence[_Batch[W]]) -> None:
    """Write these batches together, and pass each its outcomes."""
    jobs = [job for batch in batches for job in batch.jobs]
    order = sorted(range(len(jobs)), key=lambda at: jobs[at][0])
    outcomes = dict(zip(order, _write(write_all, [jobs[at][1] for at in order]), strict=True))
    begin = 0
    for batch in batches:
        end = begin + len(batch.jobs)
        batch.done([outcomes[at] for at in range(begin, end)])
        begin = end


def _write(write_all: WriteAll[W], jobs: Sequence[W]) -> Sequence[Any]:
    """Write these jobs, and return the outcome of each: a value, or an exception."""
    try:
        return write_all(jobs)
    except Exception as error:
        if len(jobs) == 1 or isinstance(error, UnavailableError):
            return [error] * len(jobs)
        # Nothing was written; halving isolates the job that failed.
        middle = len(jobs) // 2
        return [*_write(write_all, jobs[:middle]), *_write(write_all, jobs[middle:])]


def set_outcome(future: "Future[Any]", outcomes: Sequence[Any]) -> None:
    """Resolve a future with the only one of these outcomes."""
    (outcome,) = outcomes
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
