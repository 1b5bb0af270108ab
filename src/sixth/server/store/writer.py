"""Everything that is written goes through here: what has queued up is committed together.

A commit waits for the disk for milliseconds, however much is in it. So a thread takes all that has queued up,
does each in a savepoint of its own, so that one that is refused does not fail its neighbours, and commits
once.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

T = TypeVar("T")

Begin = Callable[[Callable[[Connection], None]], None]
"""Calls what it is given in a transaction of its own, and commits it."""

_MOST: Final = 256
"""Jobs in one commit."""


@dataclass
class _Job:
    do: Callable[[Connection], Any]
    key: str
    done: Future[Any] = field(default_factory=Future)
    found: Any = None
    refused: Exception | None = None

    def answer(self) -> None:
        """Tell whoever waits."""
        if self.refused is None:
            self.done.set_result(self.found)
        else:
            self.done.set_exception(self.refused)


class Writer:
    """Threads that write what is submitted, each in transactions that `begin` begins; one for SQLite."""

    def __init__(self, begin: Begin, threads: int) -> None:
        self._begin = begin
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
        while (job := self._jobs.get()) is not None:
            jobs: list[_Job] = [job]
            while len(jobs) < _MOST:
                try:
                    more = self._jobs.get_nowait()
                except Empty:
                    break
                if more is None:
                    # For whichever thread comes by next; these are written first.
                    self._jobs.put(None)
                    break
                jobs.append(more)
            self._write(sorted(self._begun(jobs), key=lambda each: each.key))

    def _begun(self, jobs: Iterable[_Job]) -> list[_Job]:
        """Those that are still wanted; from here on nobody can take them back."""
        return [job for job in jobs if job.done.set_running_or_notify_cancel()]

    def _write(self, jobs: Sequence[_Job]) -> None:
        try:
            self._together(jobs)
        except Exception as error:
            if len(jobs) == 1:
                jobs[0].refused = error
            else:
                # The whole transaction is lost; whoever is at fault is found out.
                for job in jobs:
                    self._write([job])
                return
        for job in jobs:
            job.answer()

    def _together(self, jobs: Sequence[_Job]) -> None:
        def do(connection: Connection) -> None:
            for job in jobs:
                job.refused = None
                if len(jobs) == 1:
                    job.found = job.do(connection)
                    continue
                try:
                    with connection.begin_nested():
                        job.found = job.do(connection)
                except Exception as error:
                    if isinstance(error, DBAPIError) and not isinstance(error, IntegrityError):
                        # A full disk or a lost connection has undone the others too.
                        raise
                    job.refused = error

        self._begin(do)
