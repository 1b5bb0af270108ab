"""A process beside the server that does one job after the other.

Decision 31 says why it is no `ProcessPoolExecutor`.
"""

import asyncio
import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeVar

from sixth.server.core.errors import EndingError, UnavailableError

T = TypeVar("T")

_TRIES: Final = 2

# A fork of a server with threads could hang, and would keep the memory of the server.
_SPAWN: Final = multiprocessing.get_context("spawn")


class WorkerEndedError(UnavailableError):
    """The process has ended in the middle of a job, each time that the job was begun."""

    def __init__(self) -> None:
        super().__init__("the process for this work has ended")


class Worker:
    """A process with a priority that is lower by `niceness`, started with its first job."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="worker")
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False
        self._starting = Lock()

    async def do(self, work: Callable[[], T]) -> T:
        """Return what `work()`, a function of a module or a `partial` of one, returns in the process.

        What it raises there is raised here, with a note of the traceback.

        Raises:
            WorkerEndedError: the process was killed while it worked, more than once.
            EndingError: the worker was closed.
        """
        if self._closed:
            raise EndingError
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, work)

    def restart(self) -> None:
        """End the process and its memory after the jobs that wait; the next job starts another process."""
        with suppress(RuntimeError):  # The worker was closed.
            self._thread.submit(self._end)

    def close(self) -> None:
        """End the process, even in the middle of a job, and start no other."""
        with self._starting:
            self._closed = True
            if self._process is not None:
                self._process.kill()
        self.restart()
        self._thread.shutdown(wait=False)

    def _do(self, work: Callable[[], T]) -> T:
        for _ in range(_TRIES):
            try:
                pipe = self._running()
                pipe.send(work)
                value, error = pipe.recv()
            except (OSError, EOFError):
                self._end()
                continue
            if error is not None:
                raise error
            done: T = value
            return done
        raise WorkerEndedError

    def _running(self) -> Connection:
        with self._starting:
            if self._closed:
                raise EndingError
            if self._pipe is None:
                self._pipe, other = _SPAWN.Pipe()
                self._process = _SPAWN.Process(target=_work, args=(other, self._niceness), daemon=True)
                self._process.start()
                # Now only the process has this end open, so the pipe closes when it ends in any way.
                other.close()
            return self._pipe

    def _end(self) -> None:
        with self._starting:
            process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if process is not None and pipe is not None:
            process.kill()
            process.join()
            pipe.close()


def _work(pipe: Connection, niceness: int) -> None:
    """Do the jobs from `pipe` until the other end is closed, so that no process outlives its server."""
    # Ctrl-C is for the server, which ends this process itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    with suppress(OSError):
        # If memory runs out, the kernel ends this process rather than the server.
        Path("/proc/self/oom_score_adj").write_text("1000")
    with suppress(EOFError, OSError):
        while True:
            work = pipe.recv()
            answer: tuple[Any, Exception | None]
            try:
                answer = work(), None
            except Exception as error:
                error.add_note(traceback.format_exc())
                answer = None, error
            pipe.send(answer)
