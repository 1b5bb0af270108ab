"""Kills at any moment: whatever was answered is stored, and every table goes on."""

from pathlib import Path
from random import Random

from tests.server.support.parties import play_through
from tests.server.support.postgres import postgres
from tests.server.support.serving import Server, serving


def test_a_kill_loses_nothing_that_was_answered(server: Server) -> None:
    def kill(_rng: Random) -> None:
        server.kill()
        server.restart()

    play_through([server], f"sqlite:///{server.data}/sixth.sqlite3", kill, times=3, seed=1)


def test_a_restart_of_the_postgresql_costs_nothing_but_time(tmp_path: Path) -> None:
    with postgres() as database:
        url = database.make_empty()

        def restart(_rng: Random) -> None:
            database.stop()
            database.start()

        late = "Messages from other processes are late: .*"
        with serving(tmp_path / "data", database=url, complaints=late) as server:
            play_through([server], url, restart, times=2, seed=3)
