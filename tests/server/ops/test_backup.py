"""Backups made while people play: whole sites with all that was done before, in which games go on."""

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
from tests.server.support.parties import LONG, TABLES, Deed, Party, deeds_in, party
from tests.server.support.playing import play_on
from tests.server.support.postgres import Postgres, programs
from tests.server.support.serving import serving

MakeBackup = Callable[[int], str]


def of_sqlite(data: Path) -> MakeBackup:
    """Return a function that backs up the SQLite in a folder and returns the URL of the copy."""

    def make(number: int) -> str:
        file = data.with_name(f"backup {number}.sqlite3")
        assert run(["db", "backup", str(file), "--data", str(data)]) == 0
        assert run(["db", "backup", str(file), "--data", str(data)]) == 1, "the file exists already"
        assert file.stat().st_mode & 0o077 == 0
        return f"sqlite:///{file}"

    return make


def of_postgresql(database: Postgres, url: str, folder: Path) -> MakeBackup:
    """Return a function that dumps a PostgreSQL, restores the dump, and returns the URL of the copy."""

    def make(number: int) -> str:
        file, copy = folder / f"{number}.dump", database.make_empty()
        subprocess.run(
            [programs() / "pg_dump", "--format=custom", f"--file={file}", f"--dbname={url}"], check=True
        )
        subprocess.run([programs() / "pg_restore", "--no-owner", f"--dbname={copy}", file], check=True)
        return copy

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
    backups: list[tuple[str, list[set[Deed]]]] = []
    with ExitStack() as stack:
        with serving(data, database=url) as server:
            servers = [server]
            parties = [party(servers, stack, *each, LONG) for each in TABLES[:2]]
            with ThreadPoolExecutor(len(parties)) as threads:
                games = [threads.submit(play, each, enough, number) for number, each in enumerate(parties)]
                for number in range(2):
                    goal = _count_deeds(parties) + 20
                    until(lambda: _count_deeds(parties) >= goal, "people played on")  # noqa: B023 # at once
                    before = [set(each.deeds) for each in parties]
                    backups.append((make(number), before))
                enough.set()
                for game in games:
                    game.result()
        for backup, before in backups:
            assert run(["db", "check", "--database", backup]) == 0
            with closing(SqlStore(backup)) as store:
                for each, earlier in zip(parties, before, strict=True):
                    table = each.people[0].table
                    assert earlier <= set(deeds_in(table, store.load(table)))
        with serving(tmp_path / "other", database=backups[-1][0]) as again:
            servers[:] = [again]
            for person in (person for each in parties for person in each.people):
                assert person.look().asks not in ("", "again")


def play(party: Party, enough: Event, seed: int) -> None:
    """Play until `enough` is set."""

    def check() -> None:
        if enough.is_set():
            raise _EnoughError

    for person in party.people:
        person.look()
    with pytest.raises(_EnoughError):
        play_on(party.people, Random(seed), then=check)


class _EnoughError(Exception):
    pass


def _count_deeds(parties: list[Party]) -> int:
    return sum(len(each.deeds) for each in parties)
