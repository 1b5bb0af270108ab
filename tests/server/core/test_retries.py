"""Retries at a start: a server waits for its port and its database, and logs what it waits for."""

import json
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from sixth.server.core import retries
from tests.server.ops.test_run import refusal
from tests.server.support.hosting import until
from tests.server.support.postgres import Postgres, postgres
from tests.server.support.serving import PATIENCE, address, command, request


@contextmanager
def starting(words: Sequence[str], log: Path) -> Iterator["subprocess.Popen[str]"]:
    """Start a server that logs into a file, and kill it at the end."""
    with (
        log.open("wb") as errors,
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


def wait_message(log: Path) -> str:
    """Wait until a server has logged one line that says what it waits for, and return that."""
    until(lambda: log.read_text().endswith("\n"), "the server logged what it waits for")
    (line,) = log.read_text().splitlines()
    event: str = json.loads(line)["event"]
    return event


def test_a_supervisor_and_its_workers_wait_until_their_postgresql_starts(tmp_path: Path) -> None:
    with postgres() as database:
        url = database.make_empty()
        database.stop()
        words = [*command(tmp_path / "data", database=url), "--workers", "2"]
        with starting(words, tmp_path / "log") as process:
            assert "Connection refused" in wait_message(tmp_path / "log")
            database.start()
            assert request("GET", address(process)).status_code == 200
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
        wait_message(tmp_path / "log")


def test_a_start_waits_for_a_postgresql_in_recovery_but_not_for_one_that_refuses(
    database: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A standby counts as in recovery, as it may be about to take over."""
    monkeypatch.setattr(retries, "TIMEOUT_S", 1.0)
    with postgres() as other:
        url = other.make_empty()
        other.follow(readable=False)
        assert "the database system is" in refusal(database=url)
        assert "the database system is" in caplog.messages[-1]
        other.follow(readable=True)
        assert "read-only" in refusal(database=url)
        assert "read-only" in caplog.messages[-1]
    caplog.clear()
    assert "does not exist" in refusal(database=database.url("no_such_database"))
    assert caplog.messages == []
