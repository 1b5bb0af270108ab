"""A backup made while people play is a site: all that had been done by then is in it, and it goes on."""

import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from threading import Event

import pytest

from sixth.cli.app import run
from sixth.server.store.sql import SqlStore
from tests.server.support.hosting import until
from tests.server.support.parties import TABLES, Deed, Party, deeds, party
from tests.server.support.playing import play_on
from tests.server.support.postgres import Postgres, programs
from tests.server.support.serving import serving

Make = Callable[[int], str]


def of_sqlite(data: Path) -> Make:
    """Makes a backup of the SQLite in a folder, and gives its URL."""

    def make(number: int) -> str:
        file = data.with_name(f"backup {number}.sqlite3")
        assert run(["db", "backup", str(file), "--data", str(data)]) == 0
        assert run(["db", "backup", str(file), "--data", str(data)]) == 1, "it is there already"
        assert file.stat().st_mode & 0o077 == 0
        return f"sqlite:///{file}"

    return make


def of_postgresql(database: Postgres, url: str, folder: Path) -> Make:
    """Makes a dump of a PostgreSQL, restores it, and gives the URL of that."""

    def make(number: int) -> str:
        file, restored = folder / f"{number}.dump", database.make()
        subprocess.run(
            [programs() / "pg_dump", "--format=custom", f"--file={file}", f"--dbname={url}"], check=True
        )
        subprocess.run([programs() / "pg_restore", "--no-owner", f"--dbname={restored}", file], check=True)
        return restored

    return make


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_made_while_people_play_is_a_site(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    data = tmp_path / "data"
    if kind == "sqlite":
        url, make = None, of_sqlite(data)
    else:
        database: Postgres = request.getfixturevalue("database")
        url = database.make()
        make = of_postgresql(database, url, tmp_path)
    enough = Event()
    made: list[tuple[str, list[set[Deed]]]] = []
    with ExitStack() as stack:
        with serving(data, database=url) as server:
            servers = [server]
            parties = [party(servers, stack, *each, short=False) for each in TABLES[1:3]]
            with ThreadPoolExecutor(len(parties)) as threads:
                playing = [threads.submit(play, each, enough, number) for number, each in enumerate(parties)]
                for number in range(2):
                    goal = _done(parties) + 20
                    until(lambda: _done(parties) >= goal, "more was done")  # noqa: B023 # at once
                    before = [set(each.done) for each in parties]
                    made.append((make(number), before))
                enough.set()
                for played in playing:
                    played.result()
        for backup, before in made:
            assert run(["db", "check", "--database", backup]) == 0
            with closing(SqlStore(backup)) as store:
                for each, done in zip(parties, before, strict=True):
                    table = each.people[0].table
                    assert done <= set(deeds(table, store.load(table)))
        with serving(tmp_path / "other", database=made[-1][0]) as again:
            servers[:] = [again]
            for person in (person for each in parties for person in each.people):
                assert person.look().asks not in ("", "again")


def play(party: Party, enough: Event, seed: int) -> None:
    """Play until it is enough."""

    def check() -> None:
        if enough.is_set():
            raise _EnoughError

    for person in party.people:
        person.look()
    with pytest.raises(_EnoughError):
        play_on(party.people, Random(seed), then=check)


class _EnoughError(Exception):
    pass


def _done(parties: list[Party]) -> int:
    return sum(len(each.done) for each in parties)
