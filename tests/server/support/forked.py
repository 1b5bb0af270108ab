"""Commands forked from a process that has imported the server, as imports are most of a start."""

import os
import signal
import sys
import warnings
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from sixth.cli import main

_WARM: Final = get_context("forkserver")
_WARM.set_forkserver_preload(["tests.server.support.warm"])


class Forked:
    """`sixth` with these arguments, after the Python code `first`, with a part of the methods of `Popen`."""

    def __init__(self, arguments: list[str], errors: Path, first: str = "") -> None:
        reader, writer = _WARM.Pipe(duplex=False)
        given = arguments, dict(os.environ), writer, errors, first
        self._process = _WARM.Process(target=_run, args=given)
        self._process.start()
        writer.close()
        self.stdout = os.fdopen(os.dup(reader.fileno()))
        reader.close()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """Return the exit code; None while the command runs."""
        return self._process.exitcode

    def wait(self, timeout: float) -> int:
        """Wait until the command ends; return its exit code."""
        self._process.join(timeout)
        assert self._process.exitcode is not None, f"It has not ended in {timeout} seconds."
        return self._process.exitcode

    def send_signal(self, how: signal.Signals) -> None:
        """Send a signal to the command."""
        os.kill(self.pid, how)

    def terminate(self) -> None:
        """Send SIGTERM."""
        self._process.terminate()

    def kill(self) -> None:
        """Send SIGKILL."""
        self._process.kill()


def _run(
    arguments: list[str], environment: dict[str, str], out: Connection, errors: Path, first: str
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    with errors.open("ab") as file:
        os.dup2(file.fileno(), 2)
    os.dup2(out.fileno(), 1)
    out.close()
    sys.stdout, sys.stderr = (os.fdopen(number, "w", closefd=False) for number in (1, 2))
    warnings.simplefilter("error")
    sys.argv[1:] = arguments
    exec(first, {})
    main()
