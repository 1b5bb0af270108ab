"""`sixth db`: it checks a site, copies all of it or nothing, and deletes only old tables that are over."""

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
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select

import sixth
from sixth.cli import app
from sixth.rules.options import End
from sixth.server.features.tournaments.rows import Changes, TournamentRows
from sixth.server.live.pruning import Pruning
from sixth.server.ops import transfer, verification
from sixth.server.ops.databases import bring_up_to_date, open_to_read, open_to_write
from sixth.server.store import ConflictError, pruning, upgrade
from sixth.server.store.engine import StoreError, make_engine, normalize_url
from sixth.server.store.schema import METADATA, log
from sixth.server.store.sql import SqlStore
from sixth.server.table import clock
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Began, Opened, TableEvent, Texted
from sixth.server.table.fold import fold
from sixth.server.table.identity import SeatTaker
from sixth.tournaments import events as tournament
from sixth.tournaments.plan import Plan
from tests.command_result import CommandResult
from tests.server.support.logs import Log, names_of_tables, sitting, whole

Call = Callable[..., CommandResult]

HOUR = 3_600_000

TAKER = SeatTaker("proof", "browser", 0, "person", 0)

GAMES = ("classic", "logic", "halves", "both-ends")


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Return a function that runs `sixth db` with arguments."""

    def run(*arguments: str | Path) -> CommandResult:
        return CommandResult(app.run(["db", *map(str, arguments)]), *capsys.readouterr())

    return run


@pytest.fixture
def fresh(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[str], str]:
    """Return a function that makes a new database of a kind and returns its URL."""
    numbers = count(1)

    def make(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path}/{next(numbers)}.sqlite3"
        return str(request.getfixturevalue("database").make_empty())

    return make


@pytest.fixture
def url(kind: str, fresh: Callable[[str], str]) -> str:
    """Return the URL of an empty database."""
    return fresh(kind)


@pytest.fixture
def site(url: str) -> str:
    """Return the URL of a database with some tables."""
    with closing(SqlStore(url)) as store:
        fill(store)
    return url


def rename_games(table: str, log: Log) -> Log:
    """Return the log with game names that no other table has."""
    return tuple(
        replace(each, game=f"{table}-{each.game}") if isinstance(each, Began) else each for each in log
    )


def fill(store: SqlStore) -> None:
    """Add tables whose games are over, go on, go on by a clock, and have not begun."""
    for number, game in enumerate(GAMES):
        rules = sixth.games[game].replace(seats=3, end=End("rounds", 1 + number % 2))
        store.append(game, 0, rename_games(game, whole(rules, seed=number)))
    classic = sixth.games["classic"].replace(seats=2)
    going = rename_games("going", whole(classic, seed=9, rounds=1))
    store.append("going", 0, going)
    assert isinstance(going[0], Opened)
    timed = (replace(going[0], config=TableConfig(turn_seconds=30)), *going[1:7])
    steps = clock.timed_steps(fold("timed", timed[:3]), rename_games("timed", timed[3:]), 1_700_000_000_000)
    events, table = [event for event, _ in steps], steps[-1][1]
    store.append("timed", 0, (*timed[:3], *events), clock.alarm(table, 1_700_000_000_000))
    store.append("waiting", 0, sitting(classic, seed=2))
    store.directory.code_of("waiting")
    store.directory.list("waiting")


def contents(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Return the sorted rows of each table of a database."""
    engine = make_engine(normalize_url(url))
    with engine.connect() as connection:
        rows = {
            table.name: sorted(tuple(row) for row in connection.execute(select(table)))
            for table in METADATA.sorted_tables
        }
    engine.dispose()
    return rows


def change(url: str, *statements: str) -> None:
    """Change a database in ways that Sixth would not."""
    engine = make_engine(normalize_url(url))
    with engine.begin() as connection:
        for statement in statements:
            assert connection.exec_driver_sql(statement).rowcount, statement
    engine.dispose()


def refusal(result: CommandResult) -> str:
    """Return the one sentence with which a command was refused."""
    assert result.code == 1
    assert not result.out
    assert re.fullmatch(r"sixth: [^\n]+\.\n", result.err)
    return result.err


# ------------------------------------------------------------------ upgrade


def test_upgrade_reports_the_steps_before_and_after(url: str, call: Call) -> None:
    assert call("upgrade", "--database", url).out.endswith(f"was made, at step {upgrade.HEAD}.\n")
    assert call("upgrade", "--database", url).out.endswith(f"is up to date (step {upgrade.HEAD}).\n")


def test_a_database_of_a_later_version_is_refused(site: str, call: Call) -> None:
    change(site, "update alembic_version set version_num = 'later'")
    for command in (("upgrade",), ("check",), ("prune", "--older-than", "0d")):
        assert "later version" in refusal(call(*command, "--database", site))


@pytest.mark.parametrize("command", [("check",), ("prune", "--older-than", "1d"), ("backup", "file")])
def test_what_is_not_there_is_not_made(command: Sequence[str], call: Call, tmp_path: Path) -> None:
    assert "no database at" in refusal(call(*command, "--data", tmp_path / "none"))
    assert not [*tmp_path.iterdir()]


# ------------------------------------------------------------------ check


def test_check_finds_no_fault_in_a_good_database_and_changes_nothing(site: str, call: Call) -> None:
    before = contents(site)
    result = call("check", "--database", site)
    assert (result.code, result.err) == (0, "")
    assert result.out == f"7 tables, 6 games, {len(before['log'])} events: everything checks out.\n"
    assert contents(site) == before
    report = json.loads(call("check", "--database", site, "--json").out)
    assert report == {"tables": 7, "games": 6, "happenings": len(before["log"]), "wrong": []}


def _set(column: str, value: str, where: str) -> str:
    return f"update log set {column} = {value} where table_id = {where}"


LAST = "'halves' and version = (select max(version) from log where table_id = 'halves')"
ROUND = '\'both-ends\' and happening like \'{"event":"round_ended","round":2%\''
HEADS = "replace(happening, '\"heads\":[', '\"heads\":[1')"
SECRET = 'replace(happening, \'"secret":"\', \'"secret":"00\')'

DAMAGES = {
    "an event is missing": ("delete from log where table_id = 'classic' and version = 20", "classic", 20),
    "the beginning is missing": ("delete from log where table_id = 'classic' and version = 1", "classic", 1),
    "the last event is missing": (f"delete from log where table_id = {LAST}", "halves", None),
    "an event is not JSON": (_set("happening", "'dear diary'", "'logic' and version = 9"), "logic", 9),
    "an event of no kind": (_set("happening", '\'{"event":"x"}\'', "'logic' and version = 9"), "logic", 9),
    "a time is invalid": (_set("at", "'soon'", "'logic' and version = 9"), "logic", 9),
    "another card was placed": (_set("happening", HEADS, ROUND), "both-ends", None),
    "another secret was promised": (_set("happening", SECRET, "'classic' and version = 1"), "classic", None),
    "a game is not in the list": ("delete from games where table_id = 'classic'", "classic", None),
    "a game does not exist": ("update games set game_id = 'x' where table_id = 'classic'", "classic", None),
    "a listed game goes on": ("update games set over = false where table_id = 'classic'", "classic", None),
    "a listed game is over": ("update games set over = true where table_id = 'going'", "going", None),
    "a clock has no deadline": ("delete from deadlines", "timed", None),
    "a deadline has no table": ("insert into deadlines values ('none', 1)", "none", None),
    "a code has no table": ("update codes set table_id = 'none'", "none", None),
}


@pytest.mark.parametrize("kind", ["sqlite"])
@pytest.mark.parametrize("what", DAMAGES)
def test_check_names_the_place_of_a_fault(what: str, site: str, call: Call) -> None:
    statement, table, version = DAMAGES[what]
    change(site, statement)
    result = call("check", "--database", site)
    assert (result.code, result.err) == (1, "")
    *faults, last = result.out.splitlines()
    assert all(line.startswith(f"Table {table}") for line in faults)
    assert "found" in last
    wrong = json.loads(call("check", "--database", site, "--json").out)["wrong"]
    assert len(wrong) == len(faults) > 0
    assert {each["table"] for each in wrong} == {table}
    assert version in (None, wrong[0]["version"])


@pytest.mark.parametrize("kind", ["sqlite"])
def test_check_finds_an_unfair_deal(site: str, call: Call) -> None:
    """Two seats have exchanged hands, and all later events are legal."""
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
    output = call("check", "--database", site).out
    assert "is not fair: the deal of round 1 does not follow" in output


@pytest.mark.parametrize("kind", ["sqlite"])
def test_check_tells_nothing_of_hands_in_a_game_that_goes_on(site: str, call: Call) -> None:
    """The host may sit at one of these tables."""
    change(
        site,
        'update log set happening = \'{"event":"chose","seat":0,"card":1000}\' where table_id = \'going\''
        " and version = (select max(version) from log where table_id = 'going'"
        ' and happening like \'{"event":"chose","seat":0%\')',
    )
    output = call("check", "--database", site).out + call("check", "--database", site, "--json").out
    assert "hidden" in output
    assert not re.search(r"card|1000", output)


def test_check_reports_a_damaged_file(call: Call, tmp_path: Path) -> None:
    with closing(SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")) as store:
        fill(store)
    whole_file = bytearray((tmp_path / "sixth.sqlite3").read_bytes())
    for page in range(4 * 4096, len(whole_file), 3 * 4096):
        whole_file[page : page + 200] = b"\xa5" * 200
    (tmp_path / "sixth.sqlite3").write_bytes(whole_file)
    result = call("check", "--data", tmp_path)
    assert result.code == 1
    assert len((result.out + result.err).splitlines()) < 100


# ------------------------------------------------------------------ copy


DIRECTIONS = [("sqlite", "postgresql"), ("postgresql", "sqlite")]


@pytest.mark.parametrize(("start", "goal"), DIRECTIONS)
def test_copy_copies_all_of_a_site(start: str, goal: str, fresh: Callable[[str], str], call: Call) -> None:
    source, target = fresh(start), fresh(goal)
    with closing(SqlStore(source)) as store:
        fill(store)
    result = call("copy", source, target)
    assert (result.code, result.err) == (0, "")
    assert "read back, the same" in result.out
    assert contents(source) == contents(target)
    assert all(contents(target)[name] for name in ("log", "games", "deadlines", "codes", "open_tables"))
    assert call("check", "--database", target).code == 0
    again = call("copy", source, target)
    assert "something in it already" in refusal(again)
    assert contents(source) == contents(target)


def test_copy_takes_a_folder_for_the_database_in_it(call: Call, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    with closing(SqlStore(f"sqlite:///{tmp_path}/here/sixth.sqlite3")) as store:
        fill(store)
    assert call("copy", tmp_path / "here", tmp_path / "there").code == 0
    assert call("check", "--data", tmp_path / "there").code == 0
    assert "no database at" in refusal(call("copy", tmp_path / "nowhere", tmp_path / "elsewhere"))
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(("start", "goal"), DIRECTIONS)
def test_copy_counts_events_that_happen_at_the_source_meanwhile(
    start: str, goal: str, fresh: Callable[[str], str]
) -> None:
    source, target = fresh(start), fresh(goal)
    with closing(SqlStore(source)) as store, closing(SqlStore(target)) as copy:
        fill(store)
        before = store.load("waiting")

        def play(_rows: int) -> None:
            if store.load("waiting") == before:
                store.append("waiting", len(before), (Texted(1, "meanwhile"),))

        with open_to_read(store.url) as here, open_to_write(copy.url) as there:
            assert transfer.copy(here, there, "target", play).meanwhile == 1
        assert copy.load("waiting") == before


def fill_with_many(url: str) -> None:
    """Add more events than one batch of a copy holds."""
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
from sixth.server.ops.databases import open_to_read, open_to_write, parse_place

def progress(rows):
    print(rows, flush=True)
    sys.stdin.readline()

with open_to_read(parse_place(sys.argv[1])) as here, open_to_write(parse_place(sys.argv[2])) as there:
    transfer.copy(here, there, "target", progress)
"""
"""A copy like that of `sixth db copy`, which waits for a line of input after each batch."""


@pytest.mark.parametrize(("batches", "start", "goal"), [(2, *DIRECTIONS[0]), (7, *DIRECTIONS[1])])
def test_a_copy_that_is_killed_leaves_nothing_and_can_start_again(
    batches: int, start: str, goal: str, fresh: Callable[[str], str], call: Call
) -> None:
    """`kill -9` comes while rows are copied, or while they are compared."""
    source, target = fresh(start), fresh(goal)
    fill_with_many(source)
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
        assert not names_of_tables(store)
    assert not any(contents(target).values())
    assert call("copy", source, target).code == 0
    assert contents(source) == contents(target)


def test_a_program_that_comes_during_a_copy_waits_a_while_and_is_refused(fresh: Callable[[str], str]) -> None:
    # Alembic runs one upgrade at a time in a process.
    alone = Lock()

    def upgrade_meanwhile(kind: str) -> None:
        url = normalize_url(fresh(kind))
        with open_to_write(url) as engine, engine.begin() as connection:
            with alone:
                upgrade.upgrade(connection)
            with pytest.raises(StoreError, match="Another program is at work"):
                bring_up_to_date(url)

    with ThreadPoolExecutor() as threads:
        list(threads.map(upgrade_meanwhile, ["sqlite", "postgresql"]))


# ------------------------------------------------------------------ prune


def age(url: str, days: int, *tables: str) -> None:
    """Date all events of these tables so many days back."""
    then = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="microseconds")
    for table in tables:
        change(url, f"update log set at = '{then}' where table_id = '{table}'")


def tables(url: str) -> set[str]:
    """Return the tables that have a log."""
    with closing(SqlStore(url)) as store:
        return {table for table in names_of_tables(store) if store.load(table)}


def pruned(tables: str, tournaments: str = "0 old tournaments were deleted.") -> str:
    """Return what `sixth db prune` prints."""
    return f"{tables}\n{tournaments}\n"


def test_prune_deletes_all_data_of_old_tables_whose_games_are_over(site: str, call: Call) -> None:
    age(site, 100, "classic", "going", "waiting")
    age(site, 80, "logic", "timed")
    all_tables = tables(site)
    before = contents(site)
    ninety = ("prune", "--database", site, "--older-than", "90d")
    would_be = pruned("1 old table would be deleted.", "0 old tournaments would be deleted.")
    assert call(*ninety, "--dry-run").out == would_be
    assert contents(site) == before
    assert call(*ninety).out == pruned("1 old table was deleted.")
    assert tables(site) == all_tables - {"classic"}
    assert not any("classic" in row for rows in contents(site).values() for row in rows)
    assert call(*ninety).out == pruned("0 old tables were deleted.")
    assert call(*ninety, "--unfinished").out == pruned("2 old tables were deleted.")
    assert tables(site) == all_tables - {"classic", "going", "waiting"}
    after = contents(site)
    assert (after["codes"], after["open_tables"]) == ([], [])
    assert after["deadlines"] == before["deadlines"]
    assert call("check", "--database", site).code == 0


def test_an_old_table_with_one_new_event_stays(site: str, call: Call) -> None:
    age(site, 100, "classic")
    with closing(SqlStore(site)) as store:
        store.append("classic", len(store.load("classic")), (Texted(0, "one more?"),))
    assert call("prune", "--database", site, "--older-than", "90d").out == pruned(
        "0 old tables were deleted."
    )


def test_prune_deletes_old_tournaments_and_leaves_the_others(site: str, call: Call) -> None:
    opened = tournament.Opened(Plan(name="Friday", rules=sixth.games["classic"].replace(seats=4)), "", "", "")
    now = round(1000 * datetime.now(UTC).timestamp())
    with closing(SqlStore(site)) as store:
        rows = TournamentRows(store)
        for code, days in (("bcdfg", 100), ("bcdfh", 80)):
            rows.create(code, "secret", (opened,), Changes(now - days * 24 * HOUR, owners={"": TAKER}))
    ninety = ("prune", "--database", site, "--older-than", "90d")
    before = contents(site)
    assert call(*ninety, "--dry-run").out.endswith("\n1 old tournament would be deleted.\n")
    assert contents(site) == before
    assert call(*ninety).out == pruned("0 old tables were deleted.", "1 old tournament was deleted.")
    after = contents(site)
    assert not any("bcdfg" in row for rows in after.values() for row in rows)
    assert {row[0] for row in after["tournaments"]} == {"bcdfh"}
    assert call(*ninety).out == pruned("0 old tables were deleted.")


@pytest.mark.parametrize("text", ["", "90", "d", "-1d", "1y", "9 d", "1.5d", "99999999d"])
def test_an_invalid_age_is_refused(text: str, call: Call) -> None:
    result = call("prune", "--older-than", text)
    assert (result.code, result.out) == (2, "")


def test_an_append_during_a_deletion_finds_the_whole_table_or_none(url: str) -> None:
    """Two stores stand for two processes."""
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
            writing, deletion = threads.submit(write, table), threads.submit(delete, table)
            length = 0 if deletion.result() else writing.result()
            assert len(one.load(table)) == length
            rest: tuple[TableEvent, ...] = one.load(table)
            assert not rest or rest[: len(opening)] == opening
    with closing(SqlStore(url)) as store:
        assert [each.faults for each in verification.check_tables(store.engine)] == [()] * len(
            names_of_tables(store)
        )


def test_the_server_prunes_once_a_day_in_one_of_its_processes(site: str) -> None:
    """Each loop has a store of its own, as in a process of its own."""
    age(site, 100, "classic", "going")
    age(site, 89, "logic")
    today, deleted = round(datetime.now(UTC).timestamp() * 1000), list[str]()

    async def day(now: int) -> list[int]:
        stores = [SqlStore(site) for _ in range(3)]
        daily = [Pruning(store, timedelta(days=90), deleted.append, lambda: now) for store in stores]
        counts = await asyncio.gather(*(each.prune() for each in daily for _ in range(2)))
        for store in stores:
            store.close()
        return sorted(counts, reverse=True)

    assert asyncio.run(day(today))[:2] == [1, 0]
    assert deleted == ["classic"]
    assert asyncio.run(day(today + 23 * HOUR)) == [0] * 6
    assert asyncio.run(day(today + 48 * HOUR))[:2] == [1, 0]
    assert deleted == ["classic", "logic"]
    assert "going" in tables(site)
