"""The server's side of the process that works on ended games."""

import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from subprocess import DEVNULL, PIPE, Popen
from threading import Lock
from typing import IO, Any, Final, TypeVar

from sqlalchemy.engine import URL

from sixth.i18n import current_language
from sixth.rules.sentence import SentenceError
from sixth.server.core.errors import EndingError, UnavailableError
from sixth.server.live.ended.game import Games

T = TypeVar("T")

_PROGRAM: Final = "sixth.server.live.ended.program"
_LENGTH_BYTES: Final = 4
_TRIES: Final = 2


@dataclass(frozen=True, slots=True)
class JobResult:
    """The outcome of a job: its `value`, its refusal, why the database is `away`, or a fault's traceback."""

    value: Any = None
    refusal: tuple[type[SentenceError], str, str, dict[str, object]] | None = None
    away: str = ""
    fault: str = ""


class BrokenJobError(Exception):
    """A job could not be done; the text is the traceback of the process that tried."""


class Worker:
    """A process that reads the database at `url`, started with its first job. One thread uses it."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._process: Popen[bytes] | None = None
        self._closed = False
        self._starting = Lock()

    def do(self, work: Callable[[Games], T]) -> T:
        """Return what `work(games)`, a function of a module or a `partial` of one, returns in the process.

        Raises:
            SentenceError: as `work` raises it.
            BrokenJobError: `work` failed.
            UnavailableError: the database does not answer, or the process ended while it worked, more than
                once, or was closed.
        """
        job = pickle.dumps((work, current_language()))
        for _ in range(_TRIES):
            try:
                process = self._running()
                assert process.stdin is not None
                assert process.stdout is not None
                _write(process.stdin, job)
                answer: JobResult = receive(process.stdout)
            except (OSError, EOFError, ValueError):
                self._end()
                continue
            if answer.refusal is not None:
                kind, code, template, values = answer.refusal
                raise kind(code, template, **values)
            if answer.away:
                raise UnavailableError(answer.away)
            if answer.fault:
                raise BrokenJobError(answer.fault)
            value: T = answer.value
            return value
        raise UnavailableError("the process for ended games has ended")

    def restart(self) -> None:
        """End the process and its memory between two jobs; the next job starts another process."""
        self._end()

    def close(self) -> None:
        """End the process, even in the middle of a job, and start no other."""
        with self._starting:
            self._closed = True
        self._end()

    def _running(self) -> "Popen[bytes]":
        with self._starting:
            if self._closed:
                raise EndingError
            if self._process is None:
                command = [sys.executable, "-m", _PROGRAM]
                self._process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
                assert self._process.stdin is not None
                # A URL may hold a password, so it is no argument, which all users of a machine can read.
                send(self._process.stdin, self._url)
            return self._process

    def _end(self) -> None:
        with self._starting:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                # The process had not read all of its input.
                with suppress(OSError):
                    pipe.close()


def send(sink: IO[bytes], value: object) -> None:
    """Write a value, which the process at the other end reads with `receive`."""
    _write(sink, pickle.dumps(value))


def _write(sink: IO[bytes], body: bytes) -> None:
    sink.write(len(body).to_bytes(_LENGTH_BYTES, "big") + body)
    sink.flush()


def receive(source: IO[bytes]) -> Any:
    """Read a value that `send` has written, or raise `EOFError` if the other end is closed."""
    length = source.read(_LENGTH_BYTES)
    body = source.read(int.from_bytes(length, "big"))
    if len(length) < _LENGTH_BYTES or len(body) < int.from_bytes(length, "big"):
        raise EOFError
    return pickle.loads(body)
