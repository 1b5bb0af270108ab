"""Everything that is written goes through here: what has queued up is committed together.

A commit waits for the disk for milliseconds, however much is in it. So a thread takes all that has queued up
and commits once. If one is refused, which is rare, each half is done again by itself, until it is found.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from sqlalchemy import Connection

from sixth.server.core.errors import UnavailableError

T = TypeVar("T")

Begin = Callable[[Callable[[Connection], None]], None]
"""Calls what it is given in a transaction of its own, and commits it."""

_MAX_JOBS: Final = 256
"""Jobs in one commit."""


@dataclass
class _Job:
    do: Callable[[Connection], Any]
    key: str
    done: Future[Any] = field(default_factory=Future)
    found: Any = None


class Writer:
    """Threads that write what is submitted, each over a `line` to the database of its own; one for SQLite."""

    def __init__(self, line: Callable[[], AbstractContextManager[Begin]], threads: int) -> None:
        self._line = line
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._threads = [
            Thread(target=self._run, name=f"writer-{number}", daemon=True) for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def waiting(self) -> int:
        """How many jobs nobody has begun."""
        return self._jobs.qsize()

    def submit(self, key: str, do: Callable[[Connection], T]) -> "Future[T]":
        """Have `do` called in a transaction; what it returns comes when that is on disk.

        What it raises comes too, and then nothing of it was written. It may be called again if the others of
        its transaction fail, so it changes nothing but the database. Jobs in one transaction are done in the
        order of their keys, so that two processes never wait for each other.
        """
        job = _Job(do, key)
        self._jobs.put(job)
        return job.done

    def close(self) -> None:
        """Write what still waits, and stop."""
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    # -------------------------------------------------------------- inside

    def _run(self) -> None:
        with self._line() as begin:
            while (job := self._jobs.get()) is not None:
                jobs: list[_Job] = [job]
                while len(jobs) < _MAX_JOBS:
                    try:
                        more = self._jobs.get_nowait()
                    except Empty:
                        break
                    if more is None:
                        # For whichever thread comes by next; these are written first.
                        self._jobs.put(None)
                        break
                    jobs.append(more)
                _write(begin, sorted(_begun(jobs), key=lambda each: each.key))


def _begun(jobs: Iterable[_Job]) -> list[_Job]:
    """Those that are still wanted; from here on nobody can take them back."""
    return [job for job in jobs if job.done.set_running_or_notify_cancel()]


def _write(begin: Begin, jobs: Sequence[_Job]) -> None:
    def do(connection: Connection) -> None:
        for job in jobs:
            job.found = job.do(connection)

    try:
        begin(do)
    except Exception as error:
        if len(jobs) > 1 and not isinstance(error, UnavailableError):
            # The whole transaction is lost; whoever is at fault is found out.
            middle = len(jobs) // 2
            _write(begin, jobs[:middle])
            _write(begin, jobs[middle:])
            return
        for job in jobs:
            job.done.set_exception(error)
        return
    for job in jobs:
        job.done.set_result(job.found)
