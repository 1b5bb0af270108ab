"""The supervisor of several processes at one address: it starts a server in each, and replaces one that ends.

The workers share a listening socket, so a connection that one of them does not accept goes to another. Each
also has a socket of its own, by which a proxy can choose it. The supervisor answers no requests itself. It
keeps all sockets open, so that connections to a worker that ended wait for the next one, and receives a beat
from each worker every second.
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
from sixth.server.core.garbage import resume_garbage_collection, without_garbage_collection
from sixth.server.core.metrics import FOLDER
from sixth.server.core.settings import Settings

_SILENT_TIMEOUT_S, _START_TIMEOUT_S = 30.0, 120.0
"""Seconds without a beat until a worker is killed: once it answers, and before."""

_GRACE_S: Final = 25.0
"""Seconds for workers to end when they are asked to."""

_ORPHAN_GRACE_S = 5.0
"""Seconds for a worker that answers to end after the supervisor has gone, whatever it is doing.

It closes its port at once, but a worker that hangs holds it for so long, and the next start waits for it.
"""

_WATCH_EVERY_S: Final = 5.0

_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 30.0
"""Seconds until the next start after a worker ended before it answered: at first, and at most."""

_LOG: Final = logging.getLogger(__name__)
_SPAWN: Final = multiprocessing.get_context("spawn")


class SupervisorError(Exception):
    """No worker could be started; each has logged why."""


class Supervisor:
    """A worker for each socket of `own`, which answers there and at `shared`."""

    def __init__(self, settings: Settings, shared: socket.socket, own: Sequence[socket.socket]) -> None:
        self._settings, self._shared, self._own = settings, shared, own
        self._due = dict.fromkeys(range(len(own)), monotonic())
        self._workers: list[_Worker] = []
        self._pause = 0.0
        self._ending = False

    def run(self, ready: Callable[[], None]) -> None:
        """Run all workers until a signal; call `ready` at the first answer, or raise `SupervisorError`."""
        answering = False
        resume_garbage_collection()
        # If it started with the first worker, it would unblock the signals that are blocked then.
        resource_tracker.ensure_running()
        with _metrics_folder(on=self._settings.metrics), _signals_to(self._end) as wakeup:
            try:
                while not self._ending:
                    self._start()
                    self._listen(wakeup)
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
        now = monotonic()
        for index in [index for index, at in self._due.items() if at <= now]:
            del self._due[index]
            self._workers.append(_Worker(self._settings, [self._shared, self._own[index]], index))

    def _listen(self, wakeup: Connection) -> None:
        """Wait for a beat, the end of a worker, a signal, or until a worker is due."""
        timeout = max(0.0, min([_WATCH_EVERY_S, *(at - monotonic() for at in self._due)]))
        ready = wait([wakeup, *(each.pipe for each in self._workers)], timeout)
        for worker in tuple(self._workers):
            if worker.pipe in ready and not worker.beat():
                self._replace(worker)
            elif worker.hangs:
                _LOG.error("A worker hangs and is killed.")
                worker.process.kill()

    def _replace(self, worker: "_Worker") -> None:
        worker.process.join()
        self._workers.remove(worker)
        _forget(worker.process.pid)
        if self._ending:
            return
        self._pause = 0.0 if worker.answers else min(_LONGEST_PAUSE_S, max(_PAUSE_S, 2 * self._pause))
        self._due[worker.index] = monotonic() + self._pause
        _LOG.warning("A worker has ended (%s); another takes its place.", _exit_text(worker.process.exitcode))

    def _stop(self) -> None:
        # Clients must not wait for an answer where no process listens any more.
        for listener in (self._shared, *self._own):
            listener.close()
        for worker in self._workers:
            # A worker that does not answer yet has nothing to finish.
            (worker.process.terminate if worker.answers else worker.process.kill)()
        until = monotonic() + _GRACE_S
        for worker in self._workers:
            worker.process.join(max(0.0, until - monotonic()))
            if worker.process.is_alive():
                _LOG.error("A worker did not end in time and was killed.")
                worker.process.kill()
                worker.process.join()


class _Worker:
    """A process that answers, and the time of its last beat."""

    def __init__(self, settings: Settings, listeners: list[socket.socket], index: int) -> None:
        self.index = index
        self.pipe, beats = Pipe(duplex=False)
        arguments = settings, listeners, beats
        self.process = _SPAWN.Process(target=_work, args=arguments)
        with _blocked_signals():
            self.process.start()
        # Now only the worker has this end open, so the pipe closes when the worker ends in any way.
        beats.close()
        self.answers = False
        self._last = monotonic()

    def beat(self) -> bool:
        """Take a beat from the pipe; return False if the worker has ended."""
        try:
            self.pipe.recv_bytes()
        except (EOFError, OSError):
            self.pipe.close()
            return False
        self.answers, self._last = True, monotonic()
        return True

    @property
    def hangs(self) -> bool:
        """Whether the worker has been silent for too long."""
        return monotonic() - self._last > (_SILENT_TIMEOUT_S if self.answers else _START_TIMEOUT_S)


@without_garbage_collection()
def _work(settings: Settings, listeners: list[socket.socket], beats: Connection) -> None:
    """Answer requests at `listeners` as a worker, and send a beat to `beats` every second."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    answering = Event()
    Thread(target=_end_after, args=(parent, answering), daemon=True).start()

    from sixth.server.ops.process import answer
    from sixth.server.store.sql import SqlStore, StoreError

    logs.set_up(settings.log_level)
    assert settings.database is not None
    try:
        store = SqlStore(settings.database)
    except StoreError as error:
        _LOG.error("A worker cannot start: %s", error)
        raise SystemExit(1) from None
    # A worker must not wait for a supervisor that does not read.
    os.set_blocking(beats.fileno(), False)

    def beat() -> None:
        answering.set()
        try:
            beats.send_bytes(b".")
        except OSError:
            # The supervisor does not read; if it has gone, this worker is about to end, too.
            return

    answer(store, settings, listeners, ready=beat, beat=beat, until=parent.sentinel)
    # Everything is on disk, and unloading the machine code of the bots would only delay the end.
    logging.shutdown()
    os._exit(0)


def _end_after(parent: BaseProcess, answering: Event) -> None:
    """End this process after its parent: at once before the first answer, else soon, even if it hangs."""
    parent.join()
    if answering.is_set():
        sleep(_ORPHAN_GRACE_S)
    os._exit(1)


@contextmanager
def _blocked_signals() -> Iterator[None]:
    """Block the signals to end in the block and in processes started there, until these unblock them."""
    signals = {signal.SIGINT, signal.SIGTERM}
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)


@contextmanager
def _signals_to(end: Callable[[], None]) -> Iterator[Connection]:
    """Call `end` on a signal in the block; yield a pipe that becomes readable with it."""
    wakeup, wake = Pipe(duplex=False)

    def on_signal(_number: int, _frame: object) -> None:
        end()
        wake.send_bytes(b".")

    previous = {number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield wakeup
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
        wakeup.close()
        wake.close()


@contextmanager
def _metrics_folder(*, on: bool) -> Iterator[None]:
    """Make a folder for the block in which workers add up their metrics, if `on`."""
    if not on:
        yield
        return
    with TemporaryDirectory(prefix="sixth-numbers-") as folder:
        os.environ[FOLDER] = folder
        yield


def _forget(process: int | None) -> None:
    """Drop the gauges of a process that ended from the sums."""
    if FOLDER in os.environ:
        for path in Path(os.environ[FOLDER]).glob(f"gauge_live*_{process}.db"):
            path.unlink(missing_ok=True)


def _exit_text(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
