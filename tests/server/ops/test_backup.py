"""Backups made while people play: whole sites with all that was done before, in which games go on."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from threading import Event

import pytest

import sixth
from sixth.cli.app import run
from sixth.server.store.sql import SqlStore
from tests.server.support.hosting import until
from tests.server.support.logs import sitting
from tests.server.support.parties import LONG, TABLES, Deed, Party, deeds_in, party
from tests.server.support.playing import play_on
from tests.server.support.serving import serving


def backup_of(data: Path, number: int) -> str:
    """Back up the SQLite in a folder, and return the URL of the copy."""
    file = data.with_name(f"backup {number}.sqlite3")
    assert run(["db", "backup", str(file), "--data", str(data)]) == 0
    assert run(["db", "backup", str(file), "--data", str(data)]) == 1, "the file exists already"
    assert file.stat().st_mode & 0o077 == 0
    return f"sqlite:///{file}"


def test_a_backup_made_while_people_play_is_a_site(tmp_path: Path) -> None:
    data = tmp_path / "data"
    enough = Event()
    backups: list[tuple[str, list[set[Deed]]]] = []
    with ExitStack() as stack:
        with serving(data) as server:
            servers = [server]
            parties = [party(servers, stack, *each, LONG) for each in TABLES[:2]]
            with ThreadPoolExecutor(len(parties)) as threads:
                games = [threads.submit(play, each, enough, number) for number, each in enumerate(parties)]
                for number in range(2):
                    goal = _count_deeds(parties) + 20
                    until(lambda: _count_deeds(parties) >= goal, "people played on")  # noqa: B023 # at once
                    before = [set(each.deeds) for each in parties]
                    backups.append((backup_of(data, number), before))
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


def test_a_backup_and_a_copy_of_the_data_are_checked_where_nothing_can_be_written(tmp_path: Path) -> None:
    data, medium = tmp_path / "data", tmp_path / "medium"
    data.mkdir()
    with closing(SqlStore(f"sqlite:///{data}/sixth.sqlite3")) as store:
        store.append("table", 0, sitting(sixth.games["classic"].replace(seats=2), 2))
    medium.mkdir()
    assert run(["db", "backup", str(medium / "backup.sqlite3"), "--data", str(data)]) == 0
    # A file that a server has closed is in WAL mode, and has no other file beside it.
    shutil.copy(data / "sixth.sqlite3", medium)
    medium.chmod(0o555)
    without = (
        ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"] if os.geteuid() == 0 else []
    )
    for name in ("backup", "sixth"):
        url = f"sqlite:///{medium}/{name}.sqlite3"
        command = [*without, sys.executable, "-m", "sixth", "db", "check", "--database", url]
        result = subprocess.run(command, check=False, capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
    assert {each.name for each in medium.iterdir()} == {"backup.sqlite3", "sixth.sqlite3"}


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
