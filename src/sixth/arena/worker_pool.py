"""Several processes that play deals side by side, none of which outlives the arena."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, Self

from sixth.arena.contest import Contest, contest_to_json
from sixth.arena.deal import DealResult, result_from_json
from sixth.arena.errors import ArenaError
from sixth.arena.players.external_bot import GOODBYE_S, kill_group
from sixth.arena.worker import END
from sixth.i18n import gettext as _
from sixth.rules.codec import dumps, loads

_DEALS_AHEAD: Final = 2
"""That each process has before it, so that it never waits for the next."""

_GRACE_S: Final = 2.0
"""That a process may take to end once it is told to."""

_ONE_THREAD: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""There is a process for each core already, and sums split among threads may round another way."""


class WorkerPool:
    """Plays deals of a contest in `workers` processes, from entering the `with` block until leaving it."""

    def __init__(self, contest: Contest, *, workers: int) -> None:
        self._contest = contest
        self._count = workers
        self._workers: list[_Worker] = []
        self._heard: SimpleQueue[tuple[_Worker, Any]] = SimpleQueue()

    def __enter__(self) -> Self:
        try:
            for _worker in range(self._count):
                self._workers.append(_Worker(self._contest, self._heard))
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
        """Yield the results of these deals as they come, which is not always in order.

        Raises:
            ArenaError: A process stopped before it was done.
        """
        waiting = iter(deals)
        for worker in self._workers:
            for deal in islice(waiting, _DEALS_AHEAD):
                worker.send(f"{deal}\n")
        for _deal in deals:
            worker, said = self._heard.get()
            if "failed" in said:
                wrong = _("A process of the arena has failed ({error}).")
                raise ArenaError(wrong.format(error=said["failed"]))
            if "ended" in said:
                wrong = _("A process of the arena has ended before its time ({how}).")
                raise ArenaError(wrong.format(how=_how(said["ended"])))
            for deal in islice(waiting, 1):
                worker.send(f"{deal}\n")
            yield result_from_json(said["result"], seats=self._contest.seats)
        for worker in self._workers:
            worker.send(END)
        for worker in self._workers:
            worker.wait(len(self._contest.entrants) * GOODBYE_S + _GRACE_S)


def _how(code: int) -> str:
    if code < 0:
        return _("signal {number}").format(number=-code)
    return _("exit code {code}").format(code=code)


class _Worker:
    """One process, and a thread that hears what it says."""

    def __init__(self, contest: Contest, heard: "SimpleQueue[tuple[_Worker, Any]]") -> None:
        self._heard = heard
        self._groups: list[int] = []
        self._process = subprocess.Popen(
            # -P: no module is taken from whatever directory this is.
            [sys.executable, "-P", "-c", "from sixth.arena.worker import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("SIXTH_TRACEBACK") else subprocess.DEVNULL,
            env={**dict.fromkeys(_ONE_THREAD, "1"), **os.environ},
            # Ctrl-C is for the arena, which then stops its processes.
            start_new_session=True,
        )
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()
        self.send(dumps(contest_to_json(contest)) + "\n")

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                said = loads(line.decode())
                if "groups" in said:
                    self._groups = said["groups"]
                else:
                    self._heard.put((self, said))
        self._heard.put((self, {"ended": self._process.wait()}))

    def send(self, line: str) -> None:
        """Send a line to the process; where it has gone, the listener says so."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(line.encode())
            self._process.stdin.flush()

    def hang_up(self) -> None:
        """Tell the process that nobody listens any more."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()

    def wait(self, seconds: float) -> None:
        """Give the process so long to end by itself."""
        self._listener.join(seconds)

    def stop(self) -> None:
        """Make sure that nothing of the process is left, its bots included."""
        self.wait(_GRACE_S)
        self._process.kill()
        self.wait(_GRACE_S)
        for group in self._groups:
            kill_group(group)
