"""`sixth db`: a site is looked through, copied whole or not at all, and only what is old and over deleted."""

import asyncio
import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select

import sixth
from sixth.cli import app
from sixth.rules.options import End
from sixth.server.ops import transfer, verification
from sixth.server.ops.databases import bring_up_to_date, to_read, to_write
from sixth.server.service.retention import Retention
from sixth.server.store import ConflictError, pruning, upgrade
from sixth.server.store.engine import StoreError, connected, understood
from sixth.server.store.schema import METADATA, log
from sixth.server.store.sql import SqlStore
from sixth.server.table import clock
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Began, Opened, TableEvent, Texted
from sixth.server.table.state import fold
from tests.done import Done
from tests.server.support.logs import Log, sitting, whole

Call = Callable[..., Done]

HOUR = 3_600_000

GAMES = ("classic", "logic", "halves", "both-ends")


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """`sixth db`, as it was typed."""

    def run(*arguments: str | Path) -> Done:
        return Done(app.run(["db", *map(str, arguments)]), *capsys.readouterr())

    return run


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    """All that is promised is promised of both kinds of database."""
    return str(request.param)


@pytest.fixture
def fresh(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[str], str]:
    """Makes a new database of a kind, and gives its URL."""
    made: list[str] = []

    def make(kind: str) -> str:
        made.append(kind)
        if kind == "sqlite":
            return f"sqlite:///{tmp_path}/{len(made)}.sqlite3"
        return str(request.getfixturevalue("database").make())

    return make


@pytest.fixture
def url(kind: str, fresh: Callable[[str], str]) -> str:
    """An empty database."""
    return fresh(kind)


@pytest.fixture
def site(url: str) -> str:
    """A database with some tables."""
    with closing(SqlStore(url)) as store:
        fill(store)
    return url


def at(table: str, log: Log) -> Log:
    """The log with games that have names of their own."""
    return tuple(
        replace(each, game=f"{table}-{each.game}") if isinstance(each, Began) else each for each in log
    )


def fill(store: SqlStore) -> None:
    """Tables whose games are over, go on, are awaited by a clock, and have not begun."""
    for number, game in enumerate(GAMES):
        rules = sixth.games[game].replace(seats=3, end=End("rounds", 1 + number % 2))
        store.append(game, 0, at(game, whole(rules, seed=number)))
    classic = sixth.games["classic"].replace(seats=2)
    going = at("going", whole(classic, seed=9, rounds=1))
    store.append("going", 0, going)
    assert isinstance(going[0], Opened)
    timed = (replace(going[0], config=TableConfig(turn_seconds=30)), *going[1:7])
    came = clock.timed(fold("timed", timed[:3]), at("timed", timed[3:]), 1_700_000_000_000)
    happened, table = [event for event, _ in came], came[-1][1]
    store.append("timed", 0, (*timed[:3], *happened), clock.alarm(table, 1_700_000_000_000))
    store.append("waiting", 0, sitting(classic, seed=2))
    store.directory.code_of("waiting")
    store.directory.list("waiting")


def contents(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All that is in a database."""
    engine = connected(understood(url))
    with engine.connect() as connection:
        found = {
            table.name: sorted(tuple(row) for row in connection.execute(select(table)))
            for table in METADATA.sorted_tables
        }
    engine.dispose()
    return found


def change(url: str, *statements: str) -> None:
    """Do with the database what Sixth would not."""
    engine = connected(understood(url))
    with engine.begin() as connection:
        for statement in statements:
            assert connection.exec_driver_sql(statement).rowcount, statement
    engine.dispose()


def sorry(done: Done) -> str:
    """The one sentence with which a command was refused."""
    assert done.code == 1
    assert not done.out
    assert re.fullmatch(r"sixth: [^\n]+\.\n", done.err)
    return done.err


# ------------------------------------------------------------------ upgrade


def test_upgrade_says_from_which_step_to_which(url: str, call: Call) -> None:
    assert call("upgrade", "--database", url).out.endswith(f"was made, at step {upgrade.HEAD}.\n")
    assert call("upgrade", "--database", url).out.endswith(f"is up to date (step {upgrade.HEAD}).\n")
    change(url, "drop table alembic_version", "drop table games")
    told = f"was brought from step {upgrade.NONE} to step {upgrade.HEAD}.\n"
    assert call("upgrade", "--database", url).out.endswith(told)
    assert call("check", "--database", url).code == 0


def test_a_database_of_a_later_program_is_left_alone(site: str, call: Call) -> None:
    change(site, "update alembic_version set version_num = 'later'")
    for command in (("upgrade",), ("check",), ("prune", "--older-than", "0d")):
        assert "later version" in sorry(call(*command, "--database", site))


@pytest.mark.parametrize("command", [("check",), ("prune", "--older-than", "1d"), ("backup", "file")])
def test_what_is_not_there_is_not_made(command: Sequence[str], call: Call, tmp_path: Path) -> None:
    assert "no database at" in sorry(call(*command, "--data", tmp_path / "none"))
    assert not [*tmp_path.iterdir()]


# ------------------------------------------------------------------ check


def test_check_finds_nothing_where_all_is_well_and_changes_nothing(site: str, call: Call) -> None:
    before = contents(site)
    done = call("check", "--database", site)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"7 tables, 6 games, {len(before['log'])} events: everything checks out.\n"
    assert contents(site) == before
    found = json.loads(call("check", "--database", site, "--json").out)
    assert found == {"tables": 7, "games": 6, "happenings": len(before["log"]), "wrong": []}


SPOILT = {
    "an event is gone": ("delete from log where table_id = 'classic' and version = 20", "classic", 20),
    "the beginning is gone": ("delete from log where table_id = 'classic' and version = 1", "classic", 1),
    "the last is gone": (
        "delete from log where table_id = 'halves' and version ="
        " (select max(version) from log where table_id = 'halves')",
        "halves",
        None,
    ),
    "one cannot be read": (
        "update log set happening = 'dear diary' where table_id = 'logic' and version = 9",
        "logic",
        9,
    ),
    "one is of no kind": (
        "update log set happening = '{\"event\":\"sneezed\"}' where table_id = 'logic' and version = 9",
        "logic",
        9,
    ),
    "a moment is none": ("update log set at = 'soon' where table_id = 'logic' and version = 9", "logic", 9),
    "another card was placed": (
        "update log set happening = replace(happening, '\"heads\":[', '\"heads\":[1')"
        ' where table_id = \'both-ends\' and happening like \'{"event":"round_ended","round":2%\'',
        "both-ends",
        None,
    ),
    "another secret was promised": (
        'update log set happening = replace(happening, \'"secret":"\', \'"secret":"00\')'
        " where table_id = 'classic' and version = 1",
        "classic",
        None,
    ),
    "a game is not in the list": ("delete from games where table_id = 'classic'", "classic", None),
    "a game of the list was never": (
        "update games set game_id = 'other' where table_id = 'classic'",
        "classic",
        None,
    ),
    "a game is said to go on": ("update games set over = false where table_id = 'classic'", "classic", None),
    "a game is said to be over": ("update games set over = true where table_id = 'going'", "going", None),
    "nobody looks after a clock": ("delete from deadlines", "timed", None),
    "a moment of no table": ("insert into deadlines values ('none', 1)", "none", None),
    "a code of no table": ("update codes set table_id = 'none'", "none", None),
}


@pytest.mark.parametrize("kind", ["sqlite"])
@pytest.mark.parametrize("what", SPOILT)
def test_check_says_where_something_does_not_follow(what: str, site: str, call: Call) -> None:
    spoil, table, version = SPOILT[what]
    change(site, spoil)
    done = call("check", "--database", site)
    assert (done.code, done.err) == (1, "")
    *faults, last = done.out.splitlines()
    assert all(line.startswith(f"Table {table}") for line in faults)
    assert "not follow" in last
    found = json.loads(call("check", "--database", site, "--json").out)["wrong"]
    assert len(found) == len(faults) > 0
    assert {each["table"] for each in found} == {table}
    assert version in (None, found[0]["version"])


@pytest.mark.parametrize("kind", ["sqlite"])
def test_an_unfair_deal_is_found(site: str, call: Call) -> None:
    """Two seats have exchanged hands, and everything after it is what follows."""
    with closing(SqlStore(site)) as store:
        version = next(at for at, each in enumerate(store.load("going"), 1) if type(each).__name__ == "Dealt")
    body = next(row[3] for row in contents(site)["log"] if row[:2] == ("going", version))
    dealt = json.loads(body)
    dealt["hands"].reverse()
    change(
        site,
        f"delete from log where table_id = 'going' and version > {version}",
        f"update log set happening = '{json.dumps(dealt)}' where table_id = 'going' and version = {version}",
    )
    told = call("check", "--database", site).out
    assert "is not fair: the deal of round 1 does not follow" in told


@pytest.mark.parametrize("kind", ["sqlite"])
def test_nothing_is_told_of_hands_that_are_still_played(site: str, call: Call) -> None:
    """The host may sit at one of these tables."""
    change(
        site,
        'update log set happening = \'{"event":"chose","seat":0,"card":1000}\' where table_id = \'going\''
        " and version = (select max(version) from log where table_id = 'going'"
        ' and happening like \'{"event":"chose","seat":0%\')',
    )
    told = call("check", "--database", site).out + call("check", "--database", site, "--json").out
    assert "hidden" in told
    assert not re.search(r"card|1000", told)


def test_a_damaged_file_is_told_of(call: Call, tmp_path: Path) -> None:
    with closing(SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")) as store:
        fill(store)
    whole_file = bytearray((tmp_path / "sixth.sqlite3").read_bytes())
    for page in range(4 * 4096, len(whole_file), 3 * 4096):
        whole_file[page : page + 200] = b"\xa5" * 200
    (tmp_path / "sixth.sqlite3").write_bytes(whole_file)
    done = call("check", "--data", tmp_path)
    assert done.code == 1
    assert len((done.out + done.err).splitlines()) < 100


# ------------------------------------------------------------------ copy


WAYS = [("sqlite", "postgresql"), ("postgresql", "sqlite")]


@pytest.mark.parametrize(("start", "goal"), WAYS)
def test_a_site_is_copied_with_all_that_is_in_it(
    start: str, goal: str, fresh: Callable[[str], str], call: Call
) -> None:
    source, target = fresh(start), fresh(goal)
    with closing(SqlStore(source)) as store:
        fill(store)
    done = call("copy", source, target)
    assert (done.code, done.err) == (0, "")
    assert "read back, the same" in done.out
    assert contents(source) == contents(target)
    assert all(contents(target)[name] for name in ("log", "games", "deadlines", "codes", "open_tables"))
    assert call("check", "--database", target).code == 0
    again = call("copy", source, target)
    assert "something in it already" in sorry(again)
    assert contents(source) == contents(target)


def test_a_folder_is_a_name_for_the_database_in_it(call: Call, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    with closing(SqlStore(f"sqlite:///{tmp_path}/here/sixth.sqlite3")) as store:
        fill(store)
    assert call("copy", tmp_path / "here", tmp_path / "there").code == 0
    assert call("check", "--data", tmp_path / "there").code == 0
    assert "no database at" in sorry(call("copy", tmp_path / "nowhere", tmp_path / "elsewhere"))
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(("start", "goal"), WAYS)
def test_who_plays_on_while_a_site_is_copied_is_told_of(
    start: str, goal: str, fresh: Callable[[str], str]
) -> None:
    source, target = fresh(start), fresh(goal)
    with closing(SqlStore(source)) as store, closing(SqlStore(target)) as copied:
        fill(store)
        known = store.load("waiting")
        played: list[int] = []

        def play(_rows: int) -> None:
            if not played:
                played.append(1)
                store.append("waiting", len(known), (Texted(1, "meanwhile"),))

        with to_read(store.url) as here, to_write(copied.url) as there:
            assert transfer.copy(here, there, "target", play).meanwhile == 1
        assert copied.load("waiting") == known


def bulk(url: str) -> None:
    """Many tables, more than are copied at once."""
    with closing(SqlStore(url)) as store:
        fill(store)
        rows = [row for row in contents(url)["log"] if row[0] == "going"]
        with store.engine.begin() as connection:
            new = [
                {"table_id": f"{number}", "version": row[1], "at": row[2], "happening": row[3]}
                for number in range(20)
                for row in rows
            ]
            connection.execute(insert(log), new)


COPY = """
import sys
from sixth.server.ops import transfer
from sixth.server.ops.databases import named, to_read, to_write

def done(rows):
    print(rows, flush=True)
    sys.stdin.readline()

with to_read(named(sys.argv[1])) as here, to_write(named(sys.argv[2])) as there:
    transfer.copy(here, there, "target", done)
"""
"""What `sixth db copy` does, which goes on after some rows only when it is told to."""


@pytest.mark.parametrize("batches", [2, 7])
@pytest.mark.parametrize(("start", "goal"), WAYS)
def test_of_a_copy_that_is_killed_nothing_is_there(
    start: str, goal: str, batches: int, fresh: Callable[[str], str], call: Call
) -> None:
    """With `kill -9`, while rows are on their way or compared; then it is begun again."""
    source, target = fresh(start), fresh(goal)
    bulk(source)
    with subprocess.Popen(
        [sys.executable, "-c", COPY, source, target], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(batches):
            assert process.stdout.readline()
            process.stdin.write("\n" * (_ < batches - 1))
            process.stdin.flush()
        assert process.poll() is None
        process.kill()
        assert process.wait() == -signal.SIGKILL
    with closing(SqlStore(target)) as store:
        assert store.tables() == ()
    assert not any(contents(target).values())
    assert call("copy", source, target).code == 0
    assert contents(source) == contents(target)


def test_who_comes_while_a_site_is_copied_waits_a_while_and_is_told(fresh: Callable[[str], str]) -> None:
    # Alembic takes one at a time in a process.
    alone = Lock()

    def come(kind: str) -> None:
        url = understood(fresh(kind))
        with to_write(url) as engine, engine.begin() as connection:
            with alone:
                upgrade.upgrade(connection)
            with pytest.raises(StoreError, match="Another program is at work"):
                bring_up_to_date(url)

    with ThreadPoolExecutor() as threads:
        list(threads.map(come, ["sqlite", "postgresql"]))


# ------------------------------------------------------------------ prune


def age(url: str, days: int, *tables: str) -> None:
    """Let all that happened at these tables have happened so long ago."""
    then = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="microseconds")
    for table in tables:
        change(url, f"update log set at = '{then}' where table_id = '{table}'")


def tables(url: str) -> set[str]:
    """The tables there are, of which each has all of its log."""
    with closing(SqlStore(url)) as store:
        return {table for table in store.tables() if store.load(table)}


def test_old_tables_whose_games_are_over_are_deleted_with_all_that_was_kept(site: str, call: Call) -> None:
    age(site, 100, "classic", "going", "waiting")
    age(site, 80, "logic", "timed")
    every = tables(site)
    before = contents(site)
    ninety = ("prune", "--database", site, "--older-than", "90d")
    assert call(*ninety, "--dry-run").out == "1 old table would be deleted.\n"
    assert contents(site) == before
    assert call(*ninety).out == "1 old table was deleted.\n"
    assert tables(site) == every - {"classic"}
    assert not any("classic" in row for rows in contents(site).values() for row in rows)
    assert call(*ninety).out == "0 old tables were deleted.\n"
    assert call(*ninety, "--unfinished").out == "2 old tables were deleted.\n"
    assert tables(site) == every - {"classic", "going", "waiting"}
    after = contents(site)
    assert (after["codes"], after["open_tables"]) == ([], [])
    assert after["deadlines"] == before["deadlines"]
    assert call("check", "--database", site).code == 0


def test_one_new_event_keeps_an_old_table(site: str, call: Call) -> None:
    age(site, 100, "classic")
    with closing(SqlStore(site)) as store:
        store.append("classic", len(store.load("classic")), (Texted(0, "one more?"),))
    assert call("prune", "--database", site, "--older-than", "90d").out == "0 old tables were deleted.\n"


@pytest.mark.parametrize("said", ["", "90", "d", "-1d", "1y", "9 d", "1.5d", "99999999d"])
def test_an_age_that_is_none_is_refused(said: str, call: Call) -> None:
    done = call("prune", "--older-than", said)
    assert (done.code, done.out) == (2, "")


def test_who_appends_while_a_table_is_deleted_finds_it_whole_or_not_at_all(url: str) -> None:
    """Two processes, which do not know of each other."""
    opening = sitting(sixth.games["classic"].replace(seats=2), seed=1)
    with closing(SqlStore(url)) as one, closing(SqlStore(url)) as other, ThreadPoolExecutor(2) as threads:

        def write(table: str) -> int:
            version = len(opening)
            try:
                for number in range(20):
                    one.append(table, version, (Texted(0, f"{number}"),))
                    version += 1
            except ConflictError:
                return 0
            return version

        def delete(table: str) -> bool:
            before = datetime.now(UTC) + timedelta(hours=1)

            def prune(connection: Connection) -> bool:
                return pruning.prune(connection, table, before, unfinished=True)

            return any(other.writer.submit(table, prune).result() for _ in range(20))

        for number in range(5):
            table = f"table {number}"
            one.append(table, 0, opening)
            written, deleted = threads.submit(write, table), threads.submit(delete, table)
            length = 0 if deleted.result() else written.result()
            assert len(one.load(table)) == length
            left: tuple[TableEvent, ...] = one.load(table)
            assert not left or left[: len(opening)] == opening
    with closing(SqlStore(url)) as store:
        assert [each.faults for each in verification.check(store.engine)] == [()] * len(store.tables())


def test_the_server_prunes_once_a_day_in_one_of_its_processes(site: str) -> None:
    """Each over a store of its own, as in processes of their own."""
    age(site, 100, "classic", "going")
    age(site, 89, "logic")
    today, gone = round(datetime.now(UTC).timestamp() * 1000), list[str]()

    async def day(now: int) -> list[int]:
        stores = [SqlStore(site) for _ in range(3)]
        daily = [Retention(store, timedelta(days=90), gone.append, lambda: now) for store in stores]
        found = await asyncio.gather(*(each.once() for each in daily for _ in range(2)))
        for store in stores:
            store.close()
        return sorted(found, reverse=True)

    assert asyncio.run(day(today))[:2] == [1, 0]
    assert gone == ["classic"]
    assert asyncio.run(day(today + 23 * HOUR)) == [0] * 6
    assert asyncio.run(day(today + 48 * HOUR))[:2] == [1, 0]
    assert gone == ["classic", "logic"]
    assert "going" in tables(site)
