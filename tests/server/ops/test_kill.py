"""Kills at any moment: whatever was answered is stored, and every table goes on."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.server.support.parties import play_through
from tests.server.support.postgres import Postgres, postgres
from tests.server.support.serving import Server, serving


@pytest.fixture(scope="module")
def servers(database: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Start three servers over one PostgreSQL; a test that kills one restarts it."""
    url, folder = database.make(), tmp_path_factory.mktemp("servers")
    with ExitStack() as stack:
        yield [stack.enter_context(serving(folder / f"{number}", database=url)) for number in range(3)]


def test_a_kill_loses_nothing_that_was_answered(server: Server) -> None:
    def kill(_rng: Random) -> None:
        server.kill()
        server.restart()

    play_through([server], f"sqlite:///{server.data}/sixth.sqlite3", kill, times=3, seed=1)


def test_a_kill_of_any_of_several_processes_loses_nothing(servers: list[Server]) -> None:
    """Each request goes to another process, as behind a proxy without sessions."""

    def kill(rng: Random) -> None:
        server = rng.choice(servers)
        server.kill()
        server.restart()

    assert servers[0].database is not None
    play_through(servers, servers[0].database, kill, times=3, seed=2)


def test_a_restart_of_the_postgresql_costs_nothing_but_time(tmp_path: Path) -> None:
    with postgres() as database:
        url = database.make_empty()

        def restart(_rng: Random) -> None:
            database.stop()
            database.start()

        late = "Messages from other processes are late: .*"
        with serving(tmp_path / "data", database=url, complaints=late) as server:
            play_through([server], url, restart, times=2, seed=3)
