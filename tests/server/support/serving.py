"""A real server in a separate process, which can be killed and started again over the same data."""

import json
import os
import re
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Timer
from typing import Any, Final

import httpx2

from tests.server.support.forked import Forked

PATIENCE = float(os.environ.get("SIXTH_TEST_PATIENCE", "60"))
"""Seconds in which a process starts or ends, long enough for a busy machine."""

SOON = 10.0
"""Seconds in which a server ends after SIGTERM, even if clients do not read."""

TLS: Final = ssl.create_default_context()
"""The `verify` of clients: without it, each client reads all certificates, which takes 27 ms."""

request: Final = partial(httpx2.request, timeout=PATIENCE, verify=TLS)
"""`httpx2.request` that waits for an answer as long as a busy machine may take."""


class Server:
    """`sixth serve` over the folder `data`, or `database`.

    Several workers have the ports `own_ports` beside the one that they share.
    """

    def __init__(
        self,
        data: Path,
        port: int = 0,
        database: str | None = None,
        options: Sequence[str] = (),
        first: str = "",
    ) -> None:
        self.data = data
        self.port = port
        self.database = database
        self.options = options
        self.first = first
        self.own_ports: list[int] = []
        self._errors = data.with_name(f"{data.name}.stderr")
        self._errors.write_bytes(b"")
        self.process = self._start()

    @property
    def url(self) -> str:
        """The address of the server, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def errors(self) -> str:
        """The text that all its processes so far have printed on stderr."""
        return self._errors.read_text()

    def logged(self) -> list[dict[str, Any]]:
        """Return the log lines of all its processes so far."""
        return [json.loads(line) for line in self.errors.splitlines()]

    def kill(self) -> None:
        """End the server at once, as a power cut would (`kill -9`)."""
        self.process.kill()
        self._wait()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, wait until the server ends, and return its exit code."""
        self.process.send_signal(how)
        return self._wait()

    def workers(self) -> list[int]:
        """Return the ids of its worker processes; none if the first process answers requests."""
        workers = []
        for path in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == self.process.pid and b"spawn_main" in (path / "cmdline").read_bytes():
                    workers.append(int(path.name))
        return workers

    def restart(self) -> None:
        """Start the server again over the same data, at the same address."""
        assert self.process.poll() is not None, "It still runs; kill() or stop() it first."
        self.process = self._start()

    def begin_start(self) -> None:
        """Start it again as `restart` does, without waiting until it answers."""
        assert self.process.poll() is not None, "It still runs; kill() or stop() it first."
        self.process = self._launch()

    def _launch(self) -> Forked:
        words = [*command(self.data, self.port, self.database), *self.options]
        return Forked(words[words.index("serve") :], self._errors, self.first)

    def _start(self) -> Forked:
        process = self._launch()
        self.port = int(address(process).rstrip("/").rpartition(":")[2])
        if "--workers" in self.options:
            self.own_ports = ports(process.stdout.readline())
        return process

    def _wait(self) -> int:
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code


@contextmanager
def serving(
    data: Path,
    port: int = 0,
    database: str | None = None,
    *,
    options: Sequence[str] = (),
    first: str = "",
    complaints: str = "",
) -> Iterator[Server]:
    """A running server, until the context ends; all its log lines must match `complaints`.

    `first` is Python code that its process runs first, when all modules are imported.
    """
    server = Server(data, port, database, options, first)
    try:
        yield server
        lines = [each["event"] for each in server.logged()]
        assert all(re.fullmatch(complaints, each) for each in lines), f"The server logged: {server.errors}"
    finally:
        if server.process.poll() is None:
            server.kill()


def command(data: Path, port: int = 0, database: str | None = None, *, first: str = "") -> list[str]:
    """Return the command of a server whose warnings are errors."""
    program = ("-c", f"{first}\nfrom sixth.cli import main\nmain()") if first else ("-m", "sixth")
    return [
        *(sys.executable, "-W", "error", *program, "serve"),
        *("--port", str(port)),
        *(("--database", database) if database else ("--data", str(data))),
    ]


def address(process: subprocess.Popen[str] | Forked) -> str:
    """Wait for the address that a starting server prints, and return it."""
    assert process.stdout is not None
    timer = Timer(PATIENCE, process.kill)
    timer.start()
    try:
        line = process.stdout.readline()
    finally:
        timer.cancel()
    addresses = [word for word in line.split() if word.startswith("http://")]
    assert addresses, f"The server printed no address but {line!r}."
    return addresses[0]


def ports(line: str) -> list[int]:
    """Return the workers' own ports that a starting server prints, as a range or one by one."""
    start = (
        r"At port \d+ any worker serves any table; it costs less if a proxy sends each table to one worker"
    )
    match = re.fullmatch(start + r", at ports ([\d, –]+)\.\n", line)
    assert match, f"The server printed no ports of its workers but {line!r}."
    first, _, last = match[1].partition("–")
    return list(range(int(first), int(last) + 1)) if last else [int(each) for each in first.split(", ")]
