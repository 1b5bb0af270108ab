"""External bots, in processes that read a view and write an action, a line each (docs/bots.md).

No process can stop the arena: every wait has a time limit, and every line a length limit. A process that has
failed is killed with all its children, and started again for the next round.
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
from sixth.i18n import error_text, gettext as _
from sixth.os_errors import os_error
from sixth.rules.codec import Malformed, dumps
from sixth.rules.events import Action
from sixth.rules.sentence import Sentence
from sixth.rules.view import View
from sixth.rules.view_json import action_from_json, view_to_json

MAX_LINE_BYTES: Final = 65_536
"""The longest answer; an action is much shorter."""

_MAX_ERROR_BYTES: Final = 4_096
"""The end of standard error that is kept, which says why a bot stopped."""

_MAX_SILENT: Final = 3
"""After so many processes in a row without an answer a bot is not started again."""

GOODBYE_S: Final = 1.0
"""Seconds that a process may take to end after its standard input is closed."""


_NO_LOCK: Final = nullcontext()


class ExternalBot:
    """A bot in the process of `command`, which is started when it is needed.

    It has `seconds` for each answer, and `start_seconds` for its first. `on_start` is called with the group
    of a new process, and `on_end` with that of a process that has ended. `start_lock` is held from before
    the start of a process until `on_start` has returned.
    """

    def __init__(
        self,
        command: tuple[str, ...],
        *,
        seconds: float,
        start_seconds: float,
        start_lock: AbstractContextManager[Any] = _NO_LOCK,
        on_start: Callable[[int], None] = lambda group: None,
        on_end: Callable[[int], None] = lambda group: None,
    ) -> None:
        self._command = command
        self._seconds, self._start_seconds = seconds, max(seconds, start_seconds)
        self._start_lock, self._on_start, self._on_end = start_lock, on_start, on_end
        self._process: _Process | None = None
        self._silent = 0
        self._why: Sentence | None = None

    def begin(self, seed: str) -> None:
        """Start the program unless it runs; see `Player.begin`."""
        del seed  # an external bot has its own randomness
        if self._silent >= _MAX_SILENT:
            raise BotFault(
                "given-up",
                "was given up, because {count} processes gave no answer; the last {why}",
                count=_MAX_SILENT,
                why=self._why,
            )
        if self._process is None:
            with self._start_lock:
                try:
                    self._process = _Process(self._command)
                except OSError as error:
                    raise self._fail(
                        BotFault("unstarted", "could not be started: {why}", why=os_error(error))
                    ) from error
                self._on_start(self._process.group)

    def act(self, view: View) -> Action:
        """Send the program the view as a line of JSON, and return its answer; see `Player.act`."""
        process = self._process
        assert process is not None
        seconds = self._seconds if process.has_answered else self._start_seconds
        try:
            line = process.ask(dumps(view_to_json(view)).encode() + b"\n", seconds)
            action = action_from_json(line.decode(), view)
        except BotFault as fault:
            raise self._fail(fault) from fault
        except UnicodeDecodeError as error:
            raise self._fail(BotFault("not-utf8", "gave an answer that is not UTF-8")) from error
        except Malformed as error:
            wrong = printable_sentence(error.sentence)
            raise self._fail(BotFault("wrong-answer", "gave a wrong answer: {why}", why=wrong)) from error
        self._silent = 0
        return action

    def _fail(self, fault: BotFault) -> BotFault:
        """End the process, as its later output would answer no question; return the fault to raise."""
        if self._process is None or not self._process.has_answered:
            self._silent += 1
            self._why = fault.sentence
        self._stop(grace=0)
        return fault

    def close(self) -> None:
        """End the program and its children; see `Player.close`."""
        self._stop(grace=GOODBYE_S)

    def _stop(self, *, grace: float) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.stop(grace)
            self._on_end(process.group)


class _Process:
    """The process and its three pipes; every wait for them has a time limit."""

    def __init__(self, command: tuple[str, ...]) -> None:
        # In a session of its own: Ctrl-C is for the arena, and children of the bot are killed with it.
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
        """Return the line that answers the line `question`, within `seconds` seconds, or raise `BotFault`."""
        self._wait(0)
        if self._read:
            unasked = shown(self._read.decode(errors="replace"))
            raise BotFault("unasked", "wrote a line that it was not asked for: {line}", line=unasked)
        rest = memoryview(question)
        self._selector.register(self._in, selectors.EVENT_WRITE)
        until = monotonic() + seconds
        while b"\n" not in self._read:
            seconds_left = until - monotonic()
            if seconds_left <= 0:
                raise BotFault("late", "gave no answer within {seconds} seconds", seconds=f"{seconds:g}")
            if self._wait(seconds_left):
                rest = rest[self._write(rest) :]
                if not rest:
                    self._selector.unregister(self._in)
            if len(self._read) > MAX_LINE_BYTES:
                raise BotFault("too-long", "gave an answer of more than {most} bytes", most=MAX_LINE_BYTES)
        if rest:
            raise BotFault("too-soon", "answered before it had read the question")
        self.has_answered = True
        line, self._read = self._read.split(b"\n", 1)
        return line

    def _wait(self, seconds: float) -> bool:
        """Read the available output for at most `seconds`; return whether there is room to write."""
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
        """Return the end of the process as a fault, with the last line of its standard error."""
        try:
            code = self._popen.wait(GOODBYE_S)
        except subprocess.TimeoutExpired:
            return BotFault("closed", "closed its standard input or output")
        with suppress(OSError):
            self._errors += os.read(self._err.fileno(), MAX_LINE_BYTES)
        lines = self._errors.decode(errors="replace").strip().splitlines()
        last = shown(lines[-1]) if lines else ""
        if code < 0:
            if not last:
                return BotFault("killed", "was ended by signal {number}", number=-code)
            return BotFault("killed-saying", "was ended by signal {number}: {said}", number=-code, said=last)
        if not last:
            return BotFault("stopped", "stopped with exit code {code}", code=code)
        return BotFault("stopped-saying", "stopped with exit code {code}: {said}", code=code, said=last)

    def stop(self, grace: float) -> None:
        """End the process, by itself within `grace` seconds or else by force, and all its children."""
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
    """Kill all processes of a group, if it has any left."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def command_problem(name: str, command: tuple[str, ...]) -> str | None:
    """Return in a sentence why `command` cannot start the bot `name`, or None if it can.

    The check starts the bot, and ends it at once.
    """
    try:
        process = _Process(command)
    except OSError as error:
        wrong = _("The bot {bot} cannot be started with {command}: {why}.")
        return wrong.format(bot=name, command=shown(command[0]), why=error_text(error))
    process.stop(0)
    return None
