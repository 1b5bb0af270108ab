"""A pool of worker processes that play deals in parallel, none of which outlives the arena."""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, Self

from sixth.arena.contest import ArenaError, Contest, contest_to_json
from sixth.arena.deal import DealResult, result_from_json
from sixth.arena.players.external_bot import GOODBYE_S, kill_group
from sixth.arena.worker import END
from sixth.i18n import gettext as _
from sixth.rules.codec import dumps, loads

_DEALS_AHEAD: Final = 2
"""Deals in the queue of each process, so that it never waits."""

_GRACE_S: Final = 2.0
"""Seconds that a process may take to end when it is told to."""

_ONE_THREAD: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""Limits of threads: each core has a process, and sums that threads share may round differently."""


class WorkerPool:
    """A pool of `workers` processes that play deals of a contest, for the time of a `with` block."""

    def __init__(self, contest: Contest, *, workers: int) -> None:
        self._contest = contest
        self._count = workers
        self._workers: list[_Worker] = []
        self._messages: SimpleQueue[tuple[_Worker, Any]] = SimpleQueue()

    def __enter__(self) -> Self:
        try:
            for _worker in range(self._count):
                self._workers.append(_Worker(self._contest, self._messages))
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop()

    def _stop(self) -> None:
        for worker in self._workers:
            worker.hang_up()
        for worker in self._workers:
            worker.stop()

    def play(self, deals: Sequence[int]) -> Iterator[DealResult]:
        """Yield the results of `deals` as they are done; raise `ArenaError` if a process ends too soon."""
        queue = iter(deals)
        for worker in self._workers:
            for deal in islice(queue, _DEALS_AHEAD):
                worker.send(f"{deal}\n")
        for _deal in deals:
            worker, message = self._messages.get()
            if "failed" in message:
                wrong = _("A process of the arena has failed ({error}).")
                raise ArenaError(wrong.format(error=message["failed"]))
            if "ended" in message:
                wrong = _("An arena process ended early ({how}).")
                raise ArenaError(wrong.format(how=_exit_text(message["ended"])))
            for deal in islice(queue, 1):
                worker.send(f"{deal}\n")
            yield result_from_json(message["result"], seats=self._contest.seats)
        for worker in self._workers:
            worker.send(END)
        for worker in self._workers:
            worker.wait(len(self._contest.entrants) * GOODBYE_S + _GRACE_S)


def in_order(results: Iterable[DealResult], first: int = 0) -> Iterator[DealResult]:
    """Yield the results by the number of their deals, from `first` on."""
    early: dict[int, DealResult] = {}
    for result in results:
        early[result.deal] = result
        while first in early:
            yield early.pop(first)
            first += 1


def _exit_text(code: int) -> str:
    if code < 0:
        return _("signal {number}").format(number=-code)
    return _("exit code {code}").format(code=code)


class _Worker:
    """One process, and the thread that reads its output."""

    def __init__(self, contest: Contest, messages: "SimpleQueue[tuple[_Worker, Any]]") -> None:
        self._messages = messages
        self._groups: list[int] = []
        self._process = subprocess.Popen(
            # -P: no module is imported from the current directory.
            [sys.executable, "-P", "-c", "from sixth.arena.worker import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("SIXTH_TRACEBACK") else subprocess.DEVNULL,
            env={**dict.fromkeys(_ONE_THREAD, "1"), **os.environ},
            # Ctrl-C is for the arena alone, which then stops its processes.
            start_new_session=True,
        )
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()
        self.send(dumps(contest_to_json(contest)) + "\n")

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                message = loads(line.decode())
                if "groups" in message:
                    self._groups = message["groups"]
                else:
                    self._messages.put((self, message))
        self._messages.put((self, {"ended": self._process.wait()}))

    def send(self, line: str) -> None:
        """Send a line to the process; if it has ended, the listener reports that."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(line.encode())
            self._process.stdin.flush()

    def hang_up(self) -> None:
        """Close the input of the process, which then ends."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()

    def wait(self, seconds: float) -> None:
        """Wait at most `seconds` for the process to end."""
        self._listener.join(seconds)

    def stop(self) -> None:
        """End the process and its bots, by force if necessary."""
        self.wait(_GRACE_S)
        self._process.kill()
        self.wait(_GRACE_S)
        for group in self._groups:
            kill_group(group)
