"""Several processes at one address: whichever of them ends, for whoever plays nothing has happened."""

import os
import signal
from pathlib import Path
from random import Random

import httpx2
import pytest

from tests.server.ops.conftest import COUNT
from tests.server.support.hosting import until
from tests.server.support.parties import play_through
from tests.server.support.postgres import Postgres
from tests.server.support.serving import Server, serving


def test_a_worker_that_is_killed_is_replaced_and_nothing_is_lost(several: Server) -> None:
    times = 3

    def kill(rng: Random) -> None:
        until(lambda: len(several.workers()) == COUNT, "all were there")
        os.kill(rng.choice(several.workers()), signal.SIGKILL)

    assert several.database is not None
    play_through([several], several.database, kill, times=times, seed=4)
    until(lambda: len(several.workers()) == COUNT, "the last was replaced")
    assert times // 2 <= len(several.errors.splitlines()) <= times


def test_all_end_well_when_the_first_is_asked_to(several: Server) -> None:
    workers = several.workers()
    assert several.stop() == 0
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
    assert several.errors == ""


def test_the_workers_end_with_whoever_started_them(several: Server) -> None:
    """And the same command can be given again at once."""
    workers = several.workers()
    several.kill()
    several.restart()
    assert httpx2.get(several.url).status_code == 200
    until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers), "they ended")


STUCK = """
import signal, time
from sixth.server.ops import supervisor
supervisor._ORPHAN_GRACE_S = 1.0
signal.signal(signal.SIGUSR1, lambda *_: time.sleep(1000))
"""
"""Has a process, whichever it is, stop for ever when it is sent a signal, and workers wait for a second."""


def test_a_worker_that_has_stopped_ends_with_whoever_started_it_too(
    database: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(STUCK)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with serving(tmp_path / "data", database=database.make(), options=("--workers", "2")) as server:
        until(lambda: len(server.workers()) == 2, "both were there")
        workers = server.workers()
        for worker in workers:
            os.kill(worker, signal.SIGUSR1)
        server.kill()
        until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers), "they ended")
