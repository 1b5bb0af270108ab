"""A real Redis for one test, on a free port and without files."""

import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import redis

from tests.server.support.hosting import until


class RedisServer:
    """A running Redis, which can be killed, stopped, and started again at the same port."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.start()

    @property
    def url(self) -> str:
        """The URL of the server."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start the empty server."""
        path = shutil.which("redis-server")
        assert path, "There is no Redis; please install it (Debian: redis-server)."
        self._process = subprocess.Popen(
            [path, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", "/tmp"],
            stdout=subprocess.DEVNULL,
        )
        until(self._answers, "Redis answers")

    def _answers(self) -> bool:
        try:
            with redis.Redis(port=self.port, socket_timeout=2) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def listeners(self, channel: str) -> int:
        """Return the number of subscribers of a channel."""
        with redis.Redis(port=self.port) as client:
            ((_, count),) = client.pubsub_numsub(channel)
            return int(count)

    def kill(self) -> None:
        """Kill the server, which loses all its data."""
        self._process.kill()
        self._process.wait()

    def hang(self) -> None:
        """Stop the process, while its connections stay open."""
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let the process go on."""
        self._process.send_signal(signal.SIGCONT)


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """An empty Redis, until the context ends."""
    server = RedisServer()
    try:
        yield server
    finally:
        server.kill()
