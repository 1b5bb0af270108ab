"""A bot in a process of its own: a view goes in on one line, an action comes out on one (docs/bots.md).

Nothing that the process does may stop the arena: every wait has an end, every line a longest length, and a
process that has failed is killed with all that it has started, and started anew for the next round.
"""

import os
import selectors
import signal
import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from time import monotonic
from typing import IO, Any, Final

from sixth.arena.players.faults import BotFault, printable_sentence, shown
from sixth.i18n import error_text
from sixth.i18n import gettext as _
from sixth.os_errors import os_error
from sixth.rules.codec import Malformed, dumps
from sixth.rules.events import Action
from sixth.rules.sentence import Sentence
from sixth.rules.view import View
from sixth.rules.view_json import action_from_json, view_to_json

MAX_LINE_BYTES: Final = 65_536
"""Of an answer; far more than any action takes."""

_MAX_ERROR_BYTES: Final = 4_096
"""Of standard error, whose end says why a bot stopped."""

_MAX_SILENT: Final = 3
"""A bot that so many of its processes in a row never answered is not started again."""

GOODBYE_S: Final = 1.0
"""That a process may take to end by itself once its standard input is closed."""


_NO_LOCK: Final = nullcontext()


class ExternalBot:
    """Talks to the process that `command` starts, and starts it when it is needed.

    It has `seconds` for each answer, and `start_seconds` for its first. `started` is told the group of the
    process, `ended` that there is nothing of it left. `starting` is held from before there is a process until
    it has been told of.
    """

    def __init__(
        self,
        command: tuple[str, ...],
        *,
        seconds: float,
        start_seconds: float,
        starting: AbstractContextManager[Any] = _NO_LOCK,
        started: Callable[[int], None] = lambda group: None,
        ended: Callable[[int], None] = lambda group: None,
    ) -> None:
        self._command = command
        self._seconds, self._start_seconds = seconds, max(seconds, start_seconds)
        self._starting, self._started, self._ended = starting, started, ended
        self._process: _Process | None = None
        self._silent = 0
        self._why: Sentence | None = None

    def begin(self, seed: str) -> None:
        """Start the program unless it runs; see `Player.begin`."""
        del seed  # how such a bot draws is its own affair
        if self._silent >= _MAX_SILENT:
            raise BotFault(
                "given-up",
                "was given up, because {count} processes gave no answer; the last {why}",
                count=_MAX_SILENT,
                why=self._why,
            )
        if self._process is None:
            with self._starting:
                try:
                    self._process = _Process(self._command)
                except OSError as error:
                    raise self._failed(
                        BotFault("unstarted", "could not be started: {why}", why=os_error(error))
                    ) from error
                self._started(self._process.group)

    def act(self, view: View) -> Action:
        """Send the program the view as a line of JSON, and return its answer; see `Player.act`."""
        process = self._process
        assert process is not None
        seconds = self._seconds if process.has_answered else self._start_seconds
        try:
            line = process.ask(dumps(view_to_json(view)).encode() + b"\n", seconds)
            action = action_from_json(line.decode(), view)
        except BotFault as fault:
            raise self._failed(fault) from fault
        except UnicodeDecodeError as error:
            raise self._failed(BotFault("not-utf8", "gave an answer that is not UTF-8")) from error
        except Malformed as error:
            wrong = printable_sentence(error.sentence)
            raise self._failed(BotFault("wrong-answer", "gave a wrong answer: {why}", why=wrong)) from error
        self._silent = 0
        return action

    def _failed(self, fault: BotFault) -> BotFault:
        """Return the fault to raise, once the process is gone: what it would say next answers no question."""
        if self._process is None or not self._process.has_answered:
            self._silent += 1
            self._why = fault.sentence
        self._stop(grace=0)
        return fault

    def close(self) -> None:
        """End the program and all that it started; see `Player.close`."""
        self._stop(grace=GOODBYE_S)

    def _stop(self, *, grace: float) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.stop(grace)
            self._ended(process.group)


class _Process:
    """The process and its three pipes, none of which is ever waited for without an end."""

    def __init__(self, command: tuple[str, ...]) -> None:
        # In a session of its own: Ctrl-C is for the arena, and what the bot has started is killed with it.
        self._popen = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self.group = self._popen.pid
        self.has_answered = False
        self._in, self._out, self._err = (_pipe(self._popen, name) for name in ("stdin", "stdout", "stderr"))
        self._read, self._errors = b"", b""
        self._selector = selectors.DefaultSelector()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe.fileno(), False)
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Return the line that answers the line `question`.

        Raises:
            BotFault: there was none in time, or more than one, or one that is too long, or the process ended.
        """
        self._wait(0)
        if self._read:
            raise BotFault("unasked", "wrote a line that it was not asked for")
        left = memoryview(question)
        self._selector.register(self._in, selectors.EVENT_WRITE)
        until = monotonic() + seconds
        while b"\n" not in self._read:
            remaining = until - monotonic()
            if remaining <= 0:
                raise BotFault("late", "gave no answer within {seconds} seconds", seconds=f"{seconds:g}")
            if self._wait(remaining):
                left = left[self._write(left) :]
                if not left:
                    self._selector.unregister(self._in)
            if len(self._read) > MAX_LINE_BYTES:
                raise BotFault("too-long", "gave an answer of more than {most} bytes", most=MAX_LINE_BYTES)
        if left:
            raise BotFault("too-soon", "answered before it had read the question")
        self.has_answered = True
        line, self._read = self._read.split(b"\n", 1)
        return line

    def _wait(self, seconds: float) -> bool:
        """Read what comes; return whether there is room to write."""
        writable = False
        for key, _events in self._selector.select(seconds):
            if key.fileobj is self._in:
                writable = True
                continue
            try:
                data = os.read(key.fd, MAX_LINE_BYTES)
            except BlockingIOError:
                continue
            if key.fileobj is self._out:
                self._read += data
                if not data:
                    raise self._end()
            elif data:
                self._errors = (self._errors + data)[-_MAX_ERROR_BYTES:]
            else:
                self._selector.unregister(self._err)
        return writable

    def _write(self, data: memoryview) -> int:
        try:
            return os.write(self._in.fileno(), data)
        except BlockingIOError:
            return 0
        except BrokenPipeError as error:
            raise self._end() from error

    def _end(self) -> BotFault:
        """Return how the process ended, with the last thing it said."""
        try:
            code = self._popen.wait(GOODBYE_S)
        except subprocess.TimeoutExpired:
            return BotFault("closed", "closed its standard input or output")
        with suppress(OSError):
            self._errors += os.read(self._err.fileno(), MAX_LINE_BYTES)
        said = self._errors.decode(errors="replace").strip().splitlines()
        last = shown(said[-1]) if said else ""
        if code < 0:
            if not last:
                return BotFault("killed", "was ended by signal {number}", number=-code)
            return BotFault("killed-saying", "was ended by signal {number}: {said}", number=-code, said=last)
        if not last:
            return BotFault("stopped", "stopped with exit code {code}", code=code)
        return BotFault("stopped-saying", "stopped with exit code {code}: {said}", code=code, said=last)

    def stop(self, grace: float) -> None:
        """End the process, by itself within `grace` seconds or else by force, and all it has started."""
        self._in.close()
        if grace:
            with suppress(subprocess.TimeoutExpired):
                self._popen.wait(grace)
        kill_group(self.group)
        self._popen.wait()
        self._selector.close()
        for pipe in (self._out, self._err):
            pipe.close()


def _pipe(popen: subprocess.Popen[bytes], name: str) -> IO[bytes]:
    pipe: IO[bytes] = getattr(popen, name)
    return pipe


def kill_group(group: int) -> None:
    """Kill every process of a group, if there is any left."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def command_problem(name: str, command: tuple[str, ...]) -> str | None:
    """Return in a sentence why the bot of this name cannot be started by its command, or None if it can.

    The bot is started for that, and ended at once.
    """
    try:
        process = _Process(command)
    except OSError as error:
        wrong = _("The bot {bot} cannot be started with {command}: {why}.")
        return wrong.format(bot=name, command=shown(command[0]), why=error_text(error))
    process.stop(0)
    return None
