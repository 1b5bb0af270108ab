"""A start waits for what is about to become free, or to answer, and says for what."""

import json
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from sixth.server.core import retries
from sixth.server.core.settings import Settings
from sixth.server.ops.run import ServeError, serve
from tests.server.support.hosting import until
from tests.server.support.postgres import Postgres, postgres
from tests.server.support.serving import PATIENCE, address, command


@contextmanager
def starting(words: Sequence[str], log: Path) -> Iterator["subprocess.Popen[str]"]:
    """A server that starts, and writes what it logs into a file."""
    with (
        log.open("wb") as errors,
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


def waits(log: Path) -> str:
    """What a server that starts says that it waits for, once it does; it says so once."""
    until(lambda: log.read_text().endswith("\n"), "it said for what it waits")
    (line,) = log.read_text().splitlines()
    event: str = json.loads(line)["event"]
    return event


def test_a_port_that_is_about_to_become_free_is_waited_for(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with starting(command(tmp_path / "data", port), tmp_path / "log") as process:
            said = f"Waiting for up to 10 seconds: port {port} on 127.0.0.1 is still in use."
            assert waits(tmp_path / "log") == said
            other.close()
            assert httpx2.get(address(process)).status_code == 200
            process.terminate()
            assert process.wait(PATIENCE) == 0


def test_a_postgresql_that_is_about_to_start_is_waited_for(tmp_path: Path) -> None:
    """By the first process and by its workers."""
    with postgres() as database:
        url = database.make()
        database.stop()
        words = [*command(tmp_path / "data", database=url), "--workers", "2"]
        with starting(words, tmp_path / "log") as process:
            assert "Connection refused" in waits(tmp_path / "log")
            database.start()
            assert httpx2.get(address(process)).status_code == 200
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
        waits(tmp_path / "log")


def test_a_postgresql_that_takes_nobody_yet_is_waited_for_and_one_that_refuses_is_not(
    database: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One that recovers, and one that follows another: it may be about to take over."""
    monkeypatch.setattr(retries, "TIMEOUT_S", 3.0)
    with postgres() as other:
        url = other.make()
        other.follow(readable=False)
        assert "the database system is" in refused(url)
        assert "the database system is" in caplog.messages[-1]
        other.follow(readable=True)
        assert "read-only" in refused(url)
        assert "read-only" in caplog.messages[-1]
    caplog.clear()
    assert "does not exist" in refused(database.url("no_such_database"))
    assert caplog.messages == []


def refused(url: str) -> str:
    """The sentence with which a server says that it cannot run."""
    with pytest.raises(ServeError) as error:
        serve(Settings(database=url, port=0))
    return str(error.value)
