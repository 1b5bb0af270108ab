"""Several processes at one address: players notice nothing when one of them ends."""

import os
import signal
import socket
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.server.ops.conftest import COUNT
from tests.server.support.hosting import until
from tests.server.support.parties import play_through
from tests.server.support.postgres import Postgres
from tests.server.support.serving import PATIENCE, Server, request, serving


def test_a_killed_worker_is_replaced_at_its_own_port_and_nothing_is_lost(several: Server) -> None:
    earlier = len(several.errors)

    def kill(rng: Random) -> None:
        until(lambda: len(several.workers()) == COUNT, "all workers ran")
        os.kill(rng.choice(several.workers()), signal.SIGKILL)

    assert several.database is not None
    play_through([several], several.database, kill, times=1, seed=4)
    until(lambda: several.errors[earlier:].count("\n") == 1, "the end of the worker was logged")
    until(lambda: len(several.workers()) == COUNT, "the worker was replaced")

    assert len({*several.own_ports, several.port}) == COUNT + 1
    first, second = (worker_at(several, port) for port in several.own_ports)
    assert {first, second} == set(several.workers())
    os.kill(first, signal.SIGKILL)
    until(lambda: first not in several.workers(), "the worker had ended")
    # No connection is refused meanwhile.
    third = worker_at(several, several.own_ports[0])
    assert {third, second} == set(several.workers())


def worker_at(server: Server, port: int) -> int:
    """Return the worker that answers at this port."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(b"GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b" 200 OK" in connection.recv(100)
        ends = [f":{end[1]:04X}" for end in (connection.getpeername(), connection.getsockname())]
        lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()]
        (file,) = [f"socket:[{line[9]}]" for line in lines if [line[1][-5:], line[2][-5:]] == ends]
        (worker,) = [pid for pid in server.workers() if file in files(pid)]
        return worker


def files(pid: int) -> set[str]:
    """Return the files that a process has open."""
    names = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            names.add(str(file.readlink()))
    return names


def test_the_workers_end_after_a_killed_supervisor(several: Server) -> None:
    """The same command can be given again at once."""
    workers = several.workers()
    several.kill()
    several.restart()
    assert request("GET", several.url).status_code == 200
    until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers), "the workers had ended")


def test_all_workers_end_well_when_the_supervisor_is_asked_to(several: Server) -> None:
    workers, earlier = several.workers(), several.errors
    assert several.stop() == 0
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
    assert several.errors == earlier


STUCK = """
import signal, time
from sixth.server.ops import supervisor
supervisor._ORPHAN_GRACE_S = 1.0
signal.signal(signal.SIGUSR1, lambda *_: time.sleep(1000))
"""
"""Code that has a process hang for ever on a signal, and gives orphans a second."""


def test_a_worker_that_hangs_ends_after_a_killed_supervisor_too(
    database: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(STUCK)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with serving(tmp_path / "data", database=database.make(), options=("--workers", "2")) as server:
        until(lambda: len(server.workers()) == 2, "both workers ran")
        workers = server.workers()
        for worker in workers:
            os.kill(worker, signal.SIGUSR1)
        server.kill()
        until(
            lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers), "the workers had ended"
        )
