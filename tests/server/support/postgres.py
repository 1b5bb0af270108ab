"""A real PostgreSQL for the tests, in a temporary folder and on a free port."""

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from uuid import uuid4

import psycopg
from psycopg import pq

from sixth.server.store.sql import SqlStore
from tests.server.support.hosting import until

# PostgreSQL refuses to run as root.
_USER = "postgres" if os.geteuid() == 0 else None


def programs() -> Path:
    """Return the folder with PostgreSQL's programs; Debian has one for each version, outside `PATH`."""
    paths = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=_version)
    path = shutil.which("postgres")
    if paths:
        return paths[-1].parent
    assert path, "There is no PostgreSQL; install it with your system's package manager (Debian: postgresql)."
    return Path(path).parent


def _version(path: Path) -> int:
    number = re.search(r"\d+", path.parent.parent.name)
    return int(number.group()) if number else 0


class Postgres:
    """A running PostgreSQL server, in which `make` creates databases."""

    def __init__(self) -> None:
        # The folder is outside those of pytest, which other users may not enter.
        self._home = Path(tempfile.mkdtemp(prefix="sixth-postgres-"))
        if _USER:
            shutil.chown(self._home, _USER, _USER)
        self._folder = self._home / "data"
        self._model = ""
        words = ("--no-sync", "--auth=trust", "--username=sixth", "--encoding=UTF8", "--locale=C")
        # Files of its write-ahead log have a megabyte, so that few events fill one.
        self._call("initdb", *words, "--wal-segsize=1")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.start()

    def _call(self, program: str, *words: str) -> None:
        result = subprocess.run(
            [programs() / program, "-D", self._folder, *words],
            user=_USER, group=_USER, cwd="/", capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert result.returncode == 0, result.stderr

    def start(self) -> None:
        """Start the server, also after `stop`, at the same port."""
        self._start(self._answers)

    def _start(self, is_ready: Callable[[], bool]) -> None:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "max_connections": 200,
            # Commits outlive all processes without it; only a crash of the machine would lose them.
            "fsync": "off",
            # It would wake a process for each database in turn.
            "autovacuum": "off",
        }
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self._home / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [programs() / "postgres", "-D", self._folder, *words],
                user=_USER, group=_USER, cwd="/", stdout=log, stderr=log,
            )  # fmt: skip
        until(is_ready, "PostgreSQL answers")

    def _refuses(self) -> bool:
        return pq.PGconn.ping(self.url("postgres").encode()) == pq.Ping.REJECT

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        """End the server at once: all connections are cut, and all commits are on disk."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()

    def kill(self) -> None:
        """Kill the first process, as the system does when memory runs out; the others end by themselves."""
        others = self._children()
        self._process.kill()
        self._process.wait()
        until(lambda: not any(Path(f"/proc/{each}").exists() for each in others), "all processes have ended")

    def kill_connection(self, rng: Random) -> None:
        """Kill a process that serves a connection; the server recovers and starts all of them again."""
        serving = [each for each in self._children() if b"postgres: sixth" in _command_line(each)]
        with suppress(IndexError, ProcessLookupError):
            os.kill(rng.choice(serving), signal.SIGKILL)

    def _children(self) -> list[int]:
        first = self._process.pid
        return [int(each) for each in Path(f"/proc/{first}/task/{first}/children").read_text().split()]

    def follow(self, *, readable: bool) -> None:
        """Start it again as a standby server, which accepts connections only if it is `readable`."""
        self.stop()
        (self._folder / "standby.signal").touch()
        hot = "on" if readable else "off"
        settings = self._folder / "postgresql.auto.conf"
        settings.write_text(f"restore_command = 'false'\nhot_standby = {hot}\n")
        self._start(lambda: self._answers() if readable else self._refuses())

    def limit_files(self) -> None:
        """Limit its files to the length of its longest from now on."""
        longest = max(path.stat().st_size for path in self._home.rglob("*") if path.is_file())
        self._limit_files(str(longest))

    def unlimit_files(self) -> None:
        """Let its files grow again."""
        self._limit_files("unlimited")

    def _limit_files(self, most: str) -> None:
        for each in (self._process.pid, *self._children()):
            limit = ["prlimit", "--pid", str(each), f"--fsize={most}:unlimited"]
            # In some containers not even root may do so for another user.
            subprocess.run(limit, user=_USER, group=_USER, cwd="/", check=True)

    def end(self) -> None:
        """Stop the server and delete its folder."""
        self.stop()
        shutil.rmtree(self._home)

    def url(self, name: str) -> str:
        """Return the URL of a database."""
        return f"postgresql://sixth@127.0.0.1:{self.port}/{name}"

    def make_empty(self) -> str:
        """Create an empty database; return its URL."""
        return self._create("")

    def make(self) -> str:
        """Create a database that has the schema, and no rows; return its URL.

        A copy costs a third of the time in which a store makes the schema.
        """
        if not self._model:
            url = self.make_empty()
            SqlStore(url).close()
            self._model = url.rpartition("/")[2]
        return self._create(f"TEMPLATE {self._model}")

    def _create(self, how: str) -> str:
        name = f"sixth_{uuid4().hex}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} {how}".encode())
        return self.url(name)


def _command_line(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL without databases, until the context ends."""
    server = Postgres()
    try:
        yield server
    finally:
        server.end()
