"""Everything that is written goes through here: what has queued up is written together.

A commit waits for the disk for milliseconds, however much is in it. So a thread takes all that has queued up
and commits once. If one is refused, which is rare, each half is done again by itself, until it is found.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any, Final, Generic, NamedTuple, TypeVar

from sqlalchemy import Connection

from sixth.server.core.errors import UnavailableError

T = TypeVar("T")
W = TypeVar("W")

WriteAll = Callable[[Sequence[W]], Sequence[Any]]
"""Writes all that it is given, or nothing of it if it raises; returns what came of each.

What came of one may be an exception, which is meant for that one alone.
"""

_MAX_JOBS: Final = 256
"""Jobs in one commit."""


_FRESH_S: Final = 5.0
"""Seconds for which an attempt to write says whether writing is possible."""

_REFUSED_S: Final = 15.0
"""Seconds for which a refused job says that it is not: jobs need more room than the attempt."""


class WriteCheck:
    """Whether writing is possible: not where a job was just refused, and else by `touch`.

    `touch` writes next to nothing, and raises `UnavailableError` where that cannot be written. However often
    the check is asked for, it is called every five seconds at most.
    """

    def __init__(self, touch: Callable[[], None]) -> None:
        self._touch, self._lock = touch, Lock()
        self._error: UnavailableError | None = None
        self._until = 0.0

    def watch(self, write: Callable[[], T]) -> T:
        """Return what `write` returns, and note if it is refused; a job that succeeds may write nothing."""
        try:
            return write()
        except UnavailableError as error:
            self._note(error, _REFUSED_S)
            raise

    def check(self) -> None:
        """Check that writing is possible.

        Raises:
            UnavailableError: it is not.
        """
        with self._lock:
            if monotonic() >= self._until:
                try:
                    self._touch()
                except UnavailableError as error:
                    self._note(error, _FRESH_S)
                else:
                    self._note(None, _FRESH_S)
            known = self._error
        if known is not None:
            raise UnavailableError(*known.args)

    def _note(self, error: UnavailableError | None, fresh_s: float) -> None:
        self._error, self._until = error, monotonic() + fresh_s


Done = Callable[[Sequence[Any]], None]
"""Hears, in the thread that writes, what came of what was submitted together: values and exceptions."""


class _Batch(NamedTuple, Generic[W]):
    """What was submitted together: works with the keys by which they are ordered, and who hears of them."""

    jobs: Sequence[tuple[str, W]]
    done: Done


class BatchWriter(Generic[W]):
    """Threads that write what is submitted, each over a `line` to the database of its own."""

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
        """How many batches nobody has begun."""
        return self._batches.qsize()

    def put(self, key: str, work: W) -> "Future[Any]":
        """Have `work` written; what comes of it comes when it is on disk. See `put_all`."""
        done: Future[Any] = Future()
        # From here on nobody can take it back.
        done.set_running_or_notify_cancel()
        self.put_all([(key, work)], partial(_set_result, done))
        return done

    def put_all(self, jobs: Sequence[tuple[str, W]], done: Done) -> None:
        """Have these works written, each with its key; `done` hears of all of them when they are on disk.

        They may be written again if what went with them fails. What is written together is written in the
        order of the keys, so that two processes never wait for each other. To hand over many at once costs as
        much as to hand over one.
        """
        self._batches.put(_Batch(jobs, done))

    def close(self) -> None:
        """Write what still waits, and stop."""
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
                        more = self._batches.get_nowait()
                    except Empty:
                        break
                    if more is None:
                        # For whichever thread comes by next; these are written first.
                        self._batches.put(None)
                        break
                    batches.append(more)
                _write_batches(write_all, batches)


class Writer(BatchWriter[Callable[[Connection], Any]]):
    """Threads that call what is submitted in transactions; one for SQLite."""

    def submit(self, key: str, do: Callable[[Connection], T]) -> "Future[T]":
        """Have `do` called in a transaction; what it returns comes when that is on disk.

        What it raises comes too, and then nothing of it was written. It may be called again if the others of
        its transaction fail, so it changes nothing but the database.
        """
        return self.put(key, do)


class Part:
    """A part of the store with rows of its own, beside the logs in the same database."""

    def __init__(self, read: Callable[[Callable[[Connection], Any]], Any], writer: Writer) -> None:
        self._read, self._writer = read, writer


def do_all(connection: Connection, jobs: Sequence[Callable[[Connection], Any]]) -> Sequence[Any]:
    """Call each of these in one transaction; what it raises undoes it."""
    with connection.begin():
        return [do(connection) for do in jobs]


def _write_batches(write_all: WriteAll[W], batches: Sequence[_Batch[W]]) -> None:
    """Write these together, and tell each what came of it."""
    jobs = [job for batch in batches for job in batch.jobs]
    order = sorted(range(len(jobs)), key=lambda at: jobs[at][0])
    found = dict(zip(order, _outcomes(write_all, [jobs[at][1] for at in order]), strict=True))
    begins = 0
    for batch in batches:
        ends = begins + len(batch.jobs)
        batch.done([found[at] for at in range(begins, ends)])
        begins = ends


def _outcomes(write_all: WriteAll[W], works: Sequence[W]) -> Sequence[Any]:
    """Write these, and return what came of each: a value, or an exception."""
    try:
        return write_all(works)
    except Exception as error:
        if len(works) == 1 or isinstance(error, UnavailableError):
            return [error] * len(works)
        # All of it is lost; whoever is at fault is found out.
        middle = len(works) // 2
        return [*_outcomes(write_all, works[:middle]), *_outcomes(write_all, works[middle:])]


def _set_result(done: "Future[Any]", outcomes: Sequence[Any]) -> None:
    (found,) = outcomes
    if isinstance(found, Exception):
        done.set_exception(found)
    else:
        done.set_result(found)
