"""A real server in a process of its own, which can be killed and started again where it was."""

import json
import os
import re
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import Any, Final

from tests.server.support.forked import Forked

PATIENCE = float(os.environ.get("SIXTH_TEST_PATIENCE", "60"))
"""Seconds in which a process has started, or ended; a busy machine is slow, a hanging one is found."""

SOON = 10.0
"""Seconds in which a server ends that was asked to, whoever does not read."""

TLS: Final = ssl.create_default_context()
"""For `verify` of clients that come in numbers: without it each reads all certificates, which takes 27 ms."""


class Server:
    """`sixth serve` over the folder `data`, or `database`. `errors` is what it prints on stderr: nothing.

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
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def errors(self) -> str:
        """What it has printed on stderr so far, all its lives together."""
        return self._errors.read_text()

    def logged(self) -> list[dict[str, Any]]:
        """What it has logged so far, all its lives together."""
        return [json.loads(line) for line in self.errors.splitlines()]

    def kill(self) -> None:
        """End it at once, as a power cut would (`kill -9`)."""
        self.process.kill()
        self._ended()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, wait until it has, and give its exit code."""
        self.process.send_signal(how)
        return self._ended()

    def workers(self) -> list[int]:
        """The processes that it has started to answer, by their numbers; empty where it answers itself."""
        found = []
        for path in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == self.process.pid and b"spawn_main" in (path / "cmdline").read_bytes():
                    found.append(int(path.name))
        return found

    def restart(self) -> None:
        """Start it again over the same data, at the same address."""
        assert self.process.poll() is not None, "It still runs; kill() or stop() it first."
        self.process = self._start()

    def begin_start(self) -> None:
        """Start it again as `restart` does, without waiting until it answers."""
        assert self.process.poll() is not None, "It still runs; kill() or stop() it first."
        self.process = self._started()

    def _started(self) -> subprocess.Popen[str] | Forked:
        words = [*command(self.data, self.port, self.database, first=self.first), *self.options]
        if not self.first:
            return Forked(words[words.index("serve") :], self._errors)
        with self._errors.open("ab") as errors:
            return subprocess.Popen(
                words,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )

    def _start(self) -> subprocess.Popen[str] | Forked:
        process = self._started()
        self.port = int(address(process).rstrip("/").rpartition(":")[2])
        if "--workers" in self.options:
            assert process.stdout is not None
            self.own_ports = ports(process.stdout.readline())
        return process

    def _ended(self) -> int:
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
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
    """A running server; it ends with the context, and what it logs is all among the `complaints`.

    `first` is Python that runs in its process before it.
    """
    server = Server(data, port, database, options, first)
    try:
        yield server
        said = [each["event"] for each in server.logged()]
        assert all(re.fullmatch(complaints, each) for each in said), f"The server said: {server.errors}"
    finally:
        if server.process.poll() is None:
            server.kill()


def command(data: Path, port: int = 0, database: str | None = None, *, first: str = "") -> list[str]:
    """What starts a server whose warnings are errors, as those of the tests are."""
    started = ("-c", f"{first}\nfrom sixth.cli import main\nmain()") if first else ("-m", "sixth")
    return [
        *(sys.executable, "-W", "error", *started, "serve"),
        *("--port", str(port)),
        *(("--database", database) if database else ("--data", str(data))),
    ]


def address(process: subprocess.Popen[str] | Forked) -> str:
    """The address that a starting server prints once it answers."""
    assert process.stdout is not None
    late = Timer(PATIENCE, process.kill)
    late.start()
    try:
        said = process.stdout.readline()
    finally:
        late.cancel()
    found = [word for word in said.split() if word.startswith("http://")]
    assert found, f"The server did not say where it is; it said {said!r}."
    return found[0]


def ports(said: str) -> list[int]:
    """The workers' own ports that a starting server prints, as a range or one by one."""
    start = (
        r"At port \d+ any worker serves any table; it costs less if a proxy sends each table to one worker"
    )
    listed = re.fullmatch(start + r", at ports ([\d, –]+)\.\n", said)
    assert listed, f"The server did not say where its workers are; it said {said!r}."
    first, _, last = listed[1].partition("–")
    return list(range(int(first), int(last) + 1)) if last else [int(each) for each in first.split(", ")]
