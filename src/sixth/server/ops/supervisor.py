"""Several processes that answer at one address: each is a server of its own, and one that ends is replaced.

They share a socket that listens, so whatever one of them does not take any more another does. Beside it each
has a socket of its own, by which a proxy asks that one. The process that starts them serves nobody itself: it
keeps all these sockets open, so that whoever asks for a process that has just ended waits for the next one,
hears from each process every second, and takes the place of none.
"""

import logging
import multiprocessing
import os
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, Pipe, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic, sleep
from typing import Final

from sixth.server.core import logs
from sixth.server.core.counters import FOLDER
from sixth.server.core.garbage import resume_garbage_collection, without_garbage_collection
from sixth.server.core.settings import Settings

_SILENT_TIMEOUT_S, _START_TIMEOUT_S = 30.0, 120.0
"""Seconds after which one that does not say anything is ended: while it answers, and before it does."""

_GRACE_S: Final = 25.0
"""Seconds in which all have ended that were asked to."""

_ORPHAN_GRACE_S = 5.0
"""Seconds in which a worker that answers has ended whose parent has gone, whatever it was doing.

It closes its port at once; one that has stopped holds it for so long, while the next start waits for it.
"""

_WATCH_EVERY_S: Final = 5.0

_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 30.0
"""Seconds until another is started where the last did not get as far as to answer."""

_LOG: Final = logging.getLogger(__name__)
_SPAWN: Final = multiprocessing.get_context("spawn")


class SupervisorError(Exception):
    """No process could be started; each has logged why."""


class Supervisor:
    """A process for each socket of `own`, which answers there and at `shared`, where all of them do."""

    def __init__(self, settings: Settings, shared: socket.socket, own: Sequence[socket.socket]) -> None:
        self._settings, self._shared, self._own = settings, shared, own
        self._due = dict.fromkeys(range(len(own)), monotonic())
        self._workers: list[_Worker] = []
        self._pause = 0.0
        self._ending = False

    def run(self, ready: Callable[[], None]) -> None:
        """Keep as many running as there are to be, until asked to end; `ready` is called once one answers.

        Raises:
            SupervisorError: none could be started.
        """
        answering = False
        resume_garbage_collection()
        # Started with the first process it would let through the signals that are held back then.
        resource_tracker.ensure_running()
        with _adding_up(wanted=self._settings.metrics), _woken(self._end) as woken:
            try:
                while not self._ending:
                    self._start()
                    self._hear(woken)
                    if not answering and any(each.answers for each in self._workers):
                        answering = True
                        ready()
                    if not answering and self._pause > 2 * _PAUSE_S:
                        raise SupervisorError
            finally:
                self._stop()

    def _end(self) -> None:
        self._ending = True

    def _start(self) -> None:
        """Start those whose time has come."""
        now = monotonic()
        for index in [index for index, at in self._due.items() if at <= now]:
            del self._due[index]
            self._workers.append(_Worker(self._settings, [self._shared, self._own[index]], index))

    def _hear(self, woken: Connection) -> None:
        """Wait for news of any of them, or until one is to be started."""
        patience = max(0.0, min([_WATCH_EVERY_S, *(at - monotonic() for at in self._due)]))
        heard = wait([woken, *(each.pipe for each in self._workers)], patience)
        for worker in tuple(self._workers):
            if worker.pipe in heard and not worker.hear():
                self._gone(worker)
            elif worker.hangs:
                _LOG.error("A worker did not go on and is ended.")
                worker.process.kill()

    def _gone(self, worker: "_Worker") -> None:
        worker.process.join()
        self._workers.remove(worker)
        _forget(worker.process.pid)
        if self._ending:
            return
        self._pause = 0.0 if worker.answers else min(_LONGEST_PAUSE_S, max(_PAUSE_S, 2 * self._pause))
        self._due[worker.index] = monotonic() + self._pause
        _LOG.warning("A worker has ended (%s); another takes its place.", _how(worker.process.exitcode))

    def _stop(self) -> None:
        # Nobody is to wait for an answer where no process listens any more.
        for listener in (self._shared, *self._own):
            listener.close()
        for worker in self._workers:
            # One that does not answer yet has nothing to finish.
            (worker.process.terminate if worker.answers else worker.process.kill)()
        until = monotonic() + _GRACE_S
        for worker in self._workers:
            worker.process.join(max(0.0, until - monotonic()))
            if worker.process.is_alive():
                _LOG.error("A worker did not end in time and was ended.")
                worker.process.kill()
                worker.process.join()


class _Worker:
    """A process that answers, and when it was last heard of."""

    def __init__(self, settings: Settings, listeners: list[socket.socket], index: int) -> None:
        self.index = index
        self.pipe, told = Pipe(duplex=False)
        given = settings, listeners, told
        self.process = _SPAWN.Process(target=_work, args=given, daemon=True)
        with _held():
            self.process.start()
        # Only the process itself has it open now, so we are told when that ends, however it does.
        told.close()
        self.answers = False
        self._last = monotonic()

    def hear(self) -> bool:
        """Take what it says; False if it will say no more."""
        try:
            self.pipe.recv_bytes()
        except (EOFError, OSError):
            self.pipe.close()
            return False
        self.answers, self._last = True, monotonic()
        return True

    @property
    def hangs(self) -> bool:
        """Whether nothing more is to be expected of it."""
        return monotonic() - self._last > (_SILENT_TIMEOUT_S if self.answers else _START_TIMEOUT_S)


@without_garbage_collection()
def _work(settings: Settings, listeners: list[socket.socket], told: Connection) -> None:
    """Answer at `listeners`, as one of the processes, and have `told` say every second that it goes on."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    answering = Event()
    Thread(target=_end_after, args=(parent, answering), daemon=True).start()

    from sixth.server.ops.process import answer
    from sixth.server.store.sql import SqlStore, StoreError

    logs.set_up(settings.log_level)
    assert settings.database is not None
    try:
        store = SqlStore(settings.database, notifies=settings.redis is None)
    except StoreError as error:
        _LOG.error("A worker cannot start: %s", error)
        raise SystemExit(1) from None
    # Nobody here waits for somebody there to listen.
    os.set_blocking(told.fileno(), False)

    def beat() -> None:
        answering.set()
        try:
            told.send_bytes(b".")
        except OSError:
            # Nobody listens; if nobody is there any more we are about to end, too.
            return

    answer(store, settings, listeners, ready=beat, beat=beat, until=parent.sentinel)
    # All is on disk; taking the bots' machine code apart would keep whoever waits for us waiting.
    logging.shutdown()
    os._exit(0)


def _end_after(parent: BaseProcess, answering: Event) -> None:
    """End once the parent has gone: at once before the first answer, else in time, even if the loop hangs."""
    parent.join()
    if answering.is_set():
        sleep(_ORPHAN_GRACE_S)
    os._exit(1)


@contextmanager
def _held() -> Iterator[None]:
    """Hold signals back, here and in what is started, where they wait until somebody takes them."""
    ours = {signal.SIGINT, signal.SIGTERM}
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, ours)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ours)


@contextmanager
def _woken(end: Callable[[], None]) -> Iterator[Connection]:
    """Call `end` when asked to end, and give something to wait for, which is then to be read."""
    woken, wake = Pipe(duplex=False)

    def asked(_number: int, _frame: object) -> None:
        end()
        wake.send_bytes(b".")

    known = {number: signal.signal(number, asked) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield woken
    finally:
        for number, handler in known.items():
            signal.signal(number, handler)
        woken.close()
        wake.close()


@contextmanager
def _adding_up(*, wanted: bool) -> Iterator[None]:
    """Where it is wanted, give the processes a folder in which they add up their numbers."""
    if not wanted:
        yield
        return
    with TemporaryDirectory(prefix="sixth-numbers-") as folder:
        os.environ[FOLDER] = folder
        yield


def _forget(process: int | None) -> None:
    """Do not add up any more what went up and down in this process."""
    if FOLDER in os.environ:
        for path in Path(os.environ[FOLDER]).glob(f"gauge_live*_{process}.db"):
            path.unlink(missing_ok=True)


def _how(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
