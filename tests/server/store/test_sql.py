"""The store: appends are on disk, in order, and never overwrite each other; the schema and its upgrades."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, Table, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

import sixth
from sixth.i18n import using_language
from sixth.rules.events import Abandoned
from sixth.server.features.external_bots.invitations import Registration
from sixth.server.features.external_bots.rows import OutsideRows
from sixth.server.features.moderation.report import pack
from sixth.server.features.moderation.report_rows import reports_to_host
from sixth.server.features.reviews.rows import ReviewRows
from sixth.server.people.erasure import erase
from sixth.server.store import Append, ConflictError, upgrade
from sixth.server.store.engine import make_engine, normalize_url, passing_reason
from sixth.server.store.games import games_in
from sixth.server.store.schema import METADATA
from sixth.server.store.sql import SqlStore, StoreError
from sixth.server.table.codec import dumps_event
from sixth.server.table.events import Began, TableEvent, Texted
from sixth.server.table.fold import fold
from tests.server.support.logs import sitting, whole
from tests.server.support.people import read, write
from tests.server.support.postgres import Postgres

LOG = whole(sixth.games["classic"].replace(seats=3), seed=1, rounds=1)


def url(folder: Path) -> str:
    """Return the URL of a database in the folder."""
    return f"sqlite:///{folder}/sixth.sqlite3"


def test_events_are_read_in_the_order_of_their_appends(store: SqlStore) -> None:
    store.append("one", 0, LOG[:3])
    store.append("other", 0, LOG[:1])
    store.append("one", 3, LOG[3:])
    assert store.load("one") == LOG
    assert store.load("other") == LOG[:1]
    assert store.load("none") == ()


def test_a_name_that_no_table_can_have_is_unknown(store: SqlStore) -> None:
    assert store.load("\0") == ()
    assert store.table_of("\0") is None
    assert store.directory.find("\0") is None


def test_a_log_is_read_from_any_version(store: SqlStore) -> None:
    store.append("one", 0, LOG)
    for version in (0, 1, 17, len(LOG) - 1):
        assert store.load("one", version) == LOG[version:]
    for version in (len(LOG), len(LOG) + 1, 2**53):
        assert store.load("one", version) == ()


def test_a_log_outlives_the_store_that_wrote_it(database_url: str) -> None:
    first = SqlStore(database_url)
    first.append("one", 0, LOG)
    first.close()
    second = SqlStore(database_url)
    assert second.load("one") == LOG
    second.append("one", len(LOG), (Texted(0, "more"),))
    assert second.load("one", len(LOG)) == (Texted(0, "more"),)
    second.close()


@pytest.mark.parametrize("version", [0, 1, 2, 4, 5, 100])
def test_an_append_for_another_version_writes_nothing(store: SqlStore, version: int) -> None:
    store.append("one", 0, LOG[:3])
    with pytest.raises(ConflictError):
        store.append("one", version, LOG[3:6])
    assert store.load("one") == LOG[:3]


def test_the_second_of_two_writers_is_refused(database_url: str) -> None:
    """Two stores at one database, as two processes have them."""
    one, other = SqlStore(database_url), SqlStore(database_url)
    one.append("table", 0, LOG[:3])
    assert other.load("table") == LOG[:3]
    other.append("table", 3, (Texted(1, "the other"),))
    with pytest.raises(ConflictError):
        one.append("table", 3, (Texted(0, "the one"), Texted(2, "and more")))
    assert one.load("table", 3) == (Texted(1, "the other"),)
    one.close()
    other.close()


def test_a_game_is_found_only_once_it_is_over(store: SqlStore) -> None:
    began = next(at for at, each in enumerate(LOG) if isinstance(each, Began))
    first = LOG[began]
    assert isinstance(first, Began)
    store.append("one", 0, LOG)
    assert store.table_of(first.game) is None
    store.append("one", len(LOG), (Abandoned("left"),))
    assert store.table_of(first.game) == "one"
    store.append("one", len(LOG) + 1, (replace(first, game="next"),))
    assert (store.table_of(first.game), store.table_of("next")) == ("one", None)


def test_a_game_that_begins_and_ends_in_one_append_is_over(store: SqlStore) -> None:
    first, second = (Began(each, "2026-01-01T00:00:00+00:00", "00" * 32) for each in ("first", "second"))
    store.append("one", 0, (*LOG[:5], first, Abandoned("left"), second))
    assert (store.table_of("first"), store.table_of("second")) == ("one", None)


def test_the_last_append_sets_the_deadline_of_a_table(store: SqlStore) -> None:
    for version, (alarm, due) in enumerate([(5, ("one", 5)), (7, ("one", 7)), (None, None), (9, ("one", 9))]):
        store.append("one", version, LOG[version : version + 1], alarm)
        assert store.deadlines.due(10, 1) == (() if due is None else (due,))


def test_nothing_is_lost_when_many_append_to_one_table(database_url: str) -> None:
    stores = [SqlStore(database_url) for _ in range(2)]
    opening = sitting(sixth.games["classic"].replace(seats=2), seed=1)
    stores[0].append("table", 0, opening)

    def write(number: int) -> int:
        """Append five texts, each after the current end; return how often another writer was first."""
        store, late = stores[number % 2], 0
        for turn in range(5):
            while not _append(store, (Texted(number, f"{number} {turn}"),)):
                late += 1
        return late

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(4)))
    log = stores[0].load("table", len(opening))
    assert len(log) == 20
    for number in range(4):
        mine = [each for each in log if isinstance(each, Texted) and each.seat == number]
        assert mine == [Texted(number, f"{number} {turn}") for turn in range(5)]
    for store in stores:
        store.close()


def _append(store: SqlStore, events: tuple[TableEvent, ...]) -> bool:
    try:
        store.append("table", len(store.load("table")), events)
    except ConflictError:
        return False
    return True


def outcomes_of(
    store: SqlStore, appends: Sequence[tuple[str, int, Sequence[TableEvent]]]
) -> list[Exception | None]:
    """Submit the appends together, and return the outcome of each."""
    future: Future[Sequence[Exception | None]] = Future()
    jobs = [
        Append(table, version, [*map(dumps_event, events)], games_in(events))
        for table, version, events in appends
    ]
    store.submit(jobs, future.set_result)
    return list(future.result())


def test_a_refused_append_does_not_undo_others_of_its_batch(store: SqlStore) -> None:
    """Jobs that are submitted together share a batch."""
    late, twice = {7, 8, 30}, {0, 60}
    jobs = [(f"table{each:02}", 3 if each in late else 0, LOG[:2]) for each in range(60)]
    outcomes = outcomes_of(store, [*jobs, ("table00", 0, LOG[:3])])
    refused = {each for each, outcome in enumerate(outcomes) if isinstance(outcome, ConflictError)}
    assert refused - twice == late
    assert len(refused & twice) == 1
    assert store.load("table00") == LOG[: 2 if 60 in refused else 3]
    assert all(store.load(f"table{each:02}") == (() if each in late else LOG[:2]) for each in range(1, 60))


def test_only_the_late_of_two_appends_to_a_table_is_refused(store: SqlStore) -> None:
    tables = [f"table{each:02}" for each in range(30)]
    assert outcomes_of(store, [(table, 0, LOG[:3]) for table in tables]) == [None] * len(tables)
    both = [each for table in tables for each in ((table, 1, LOG[3:4]), (table, 3, LOG[3:5]))]
    outcomes = outcomes_of(store, both)
    assert all(isinstance(late, ConflictError) for late in outcomes[::2])
    assert all(in_time is None for in_time in outcomes[1::2])
    assert all(store.load(table) == LOG[:5] for table in tables)


def test_a_connection_that_reads_while_its_store_is_closed_is_closed_after_that(database_url: str) -> None:
    store, began, closed = SqlStore(database_url), Event(), Event()

    def slow(connection: Connection) -> Any:
        began.set()
        closed.wait()
        connection.execute(text("SELECT 1"))
        return connection.connection.dbapi_connection

    with ThreadPoolExecutor(1) as threads:
        reading = threads.submit(store.read, slow)
        began.wait()
        store.close()
        closed.set()
        connection = reading.result()
    with pytest.raises(Exception, match="closed"):
        connection.execute("SELECT 1")


def test_every_connection_to_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    store = SqlStore(url(tmp_path))

    def pragma(name: str) -> object:
        with store.engine.connect() as connection:
            return connection.execute(text(f"PRAGMA {name}")).scalar()

    with ThreadPoolExecutor(3) as threads:
        assert set(threads.map(pragma, ["journal_mode"] * 3)) == {"wal"}
        assert set(threads.map(pragma, ["synchronous"] * 3)) == {2}  # FULL
    store.close()


def test_an_error_of_a_statement_has_none_of_its_values(store: SqlStore) -> None:
    """They may be hidden cards."""
    with store.engine.connect() as connection, pytest.raises(DBAPIError) as raised:
        connection.execute(text("SELECT :card FROM nothing"), {"card": "card 104"})
    assert "card 104" not in str(raised.value)


# ------------------------------------------------------------------ unfit databases


def _no_database(folder: Path) -> str:
    (folder / "sixth.sqlite3").write_text("Dear diary, " * 1000)
    return url(folder)


def _a_folder(folder: Path) -> str:
    (folder / "sixth.sqlite3").mkdir()
    return url(folder)


def _cut_off(folder: Path) -> str:
    SqlStore(url(folder)).close()
    whole_file = (folder / "sixth.sqlite3").read_bytes()
    (folder / "sixth.sqlite3").write_bytes(whole_file[:2000])
    return url(folder)


def _another_log(folder: Path) -> str:
    with sqlite3.connect(folder / "sixth.sqlite3") as connection:
        connection.execute("CREATE TABLE log (of_a_ship TEXT)")
    connection.close()
    return url(folder)


@pytest.mark.parametrize("make", [_no_database, _a_folder, _cut_off, _another_log])
def test_a_file_that_is_not_a_sixth_database_is_refused_in_one_sentence(
    tmp_path: Path, make: Callable[[Path], str]
) -> None:
    with pytest.raises(StoreError, match=r"^The database .* cannot be used: .*\.$"):
        SqlStore(make(tmp_path))


def test_common_errors_of_sqlite_are_translated(tmp_path: Path) -> None:
    with using_language("de"), pytest.raises(StoreError, match="die Datei ist keine Datenbank"):
        SqlStore(_no_database(tmp_path))


@pytest.mark.parametrize(
    "unfit",
    [
        "",
        "sixth.sqlite3",
        "/var/lib/sixth.sqlite3",
        "postgresql://localhost:1/sixth",
        "mysql+pymysql://root@localhost/sixth",
        "sqlite+nonsense:///x",
        "sqlite:////no/such/folder/sixth.sqlite3",
        "sqlite://",
        "sqlite:///:memory:",
        "nonsense://x",
        "http://[",
        "sqlite://host/x",
    ],
)
def test_an_unfit_url_is_refused_in_one_sentence(unfit: str) -> None:
    with pytest.raises(StoreError, match=r"^[^\n]*\.$"):
        SqlStore(unfit)


# ------------------------------------------------------------------ the schema


def schema(connection: Connection) -> dict[str, Any]:
    """Return the schema of each table by its name."""
    inspector = inspect(connection)
    tables = {}
    for name in inspector.get_table_names():
        columns = [{**each, "type": str(each["type"])} for each in inspector.get_columns(name)]
        unique = sorted(inspector.get_unique_constraints(name), key=str)
        indexes = sorted(map(_comparable, inspector.get_indexes(name)), key=str)
        keys = sorted(inspector.get_foreign_keys(name), key=str)
        rest = inspector.get_check_constraints(name), keys
        tables[name] = columns, inspector.get_pk_constraint(name), unique, indexes, rest
    return tables


def _comparable(index: Any) -> dict[str, Any]:
    """Return an index with its clauses as text, because SQLAlchemy compares clauses by identity."""
    options = {name: str(value) for name, value in index.get("dialect_options", {}).items()}
    return {**index, "dialect_options": options}


def test_the_steps_lead_from_release_0_3_0_to_the_schema_of_a_new_database(
    released_url: str, database_url: str
) -> None:
    results = []
    for each in (released_url, database_url):
        with closing(SqlStore(each)) as store, store.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
            results.append((upgrade.revision(connection), schema(connection)))
    assert results[0] == results[1]
    assert {*results[0][1]} == {*METADATA.tables, "alembic_version"}


def test_a_database_of_the_step_before_the_last_gets_what_it_lacks(database_url: str) -> None:
    with closing(SqlStore(database_url)) as store, store.engine.begin() as connection:
        for lacking in (
            "DROP INDEX ix_person_puzzles_day",
            "ALTER TABLE person_puzzles DROP COLUMN answer",
            "ALTER TABLE person_codes DROP COLUMN kept_at",
            "DROP TABLE rating_changes",
            "UPDATE alembic_version SET version_num = '0026'",
        ):
            connection.execute(text(lacking))
    with closing(SqlStore(database_url)) as store, store.engine.connect() as connection:
        assert upgrade.revision(connection) == upgrade.HEAD
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def rows_of(store: SqlStore) -> dict[str, list[Any]]:
    """Return the rows of each table of a database."""
    with store.engine.connect() as connection:
        names = inspect(connection).get_table_names()
        return {name: [*connection.execute(text(f"SELECT * FROM {name}"))] for name in names}


def test_an_upgrade_keeps_all_rows_of_a_database_of_release_0_3_0(released_url: str) -> None:
    """`site-0.3.0.json` has the rows of a database that the store of 0.3.0 wrote, of every table some."""
    site = json.loads(Path(__file__).with_name("site-0.3.0.json").read_text(encoding="utf-8"))
    engine = make_engine(normalize_url(released_url))
    with engine.begin() as connection:
        for name, each in site.items():
            connection.execute(Table(name, MetaData(), autoload_with=connection).insert(), each)
    engine.dispose()
    for row in site["reviews"]:
        if row["body"] is None:
            # What 0.3.0 began or gave up is worked out anew.
            row.update(tries=0, share=0, taken_until=0)
    with closing(SqlStore(released_url)) as store:
        now = rows_of(store)
        for name, rows in site.items():
            if name != "outside_games":
                kept = [each._mapping.items() for each in now[name]]
                # Only the results of bots from outside are gone.
                gone = {"outside_bots": {"fares"}, "invitations": {"proof"}}.get(name, set())
                expected = [{key: value for key, value in row.items() if key not in gone} for row in rows]
                assert len(kept) == len(rows)
                assert all(any(row.items() <= each for each in kept) for row in expected)
        state = fold("one", store.load("one")).state
        assert state is not None
        assert state.over
        assert store.table_of("game-1") == "one"
        claims = [ReviewRows(store).claim("coach/1", 10) for _ in range(3)]
        assert {each and each.subject.seat for each in claims} == {1, 2, None}
        outside = OutsideRows(store)
        robo = Registration("robo", "Robo", "Cy", 1, stream="stream")
        assert outside.find(proof="proof of Robo") == robo, "it stays without its results"
        assert [each.table for each in outside.current_invitations("robo", 9)] == ["two"]


def test_a_deleted_person_leaves_seats_of_nobody_and_ratings_without_their_name(
    store: SqlStore, database_url: str
) -> None:
    person = {"mark": 1, "shown": "hidden", "since": 0, "seen_at": 0}
    report = {"at": 0, "place": "t", "game_id": "g", "version": 3, "seat": 0, "name": "X", "line": 0}
    report |= {
        "reason": "",
        "lines": "[]",
        "log": pack(()),
        "person_id": "ana",
        "about_id": "ana",
        "by_id": "bo",
    }
    push = dict.fromkeys(("endpoint", "p256dh", "auth", "language", "site"), "")
    both = {"person_id": "ana", "at": 0}
    rows: dict[str, Sequence[dict[str, Any]]] = {
        "people": [
            person | {"person_id": each, "name": each, "alias": f"no-{each}"} for each in ("ana", "bo")
        ],
        "person_browsers": [{"proof": "ana", "person_id": "ana", "label": "", "since": 0, "seen_at": 0}],
        "person_seats": [{"table_id": "t", "proof": each, "person_id": each} for each in ("ana", "bo")],
        "person_pushes": [{"proof": "ana", **push}],
        "person_ties": [both | {"other_id": "bo", "kind": "friend"}],
        "person_mutes": [both | {"other_id": "bo", "muted_id": "bo", "name": "bo"}],
        "person_reports": [report | {"report_id": "1"}],
        "rated_seats": [{"game_id": "on", "seat": 0, "table_id": "t", "alias": "no-ana"}],
        "person_ratings": [{"alias": "no-ana", "pool": "2", "mu": 30.0, "sigma": 5.0, "games": 1}],
    }
    with store.engine.begin() as connection:
        for name, each in rows.items():
            connection.execute(METADATA.tables[name].insert(), each)
    write(store, erase, "bo")
    assert [each.by_id for each in read(store, reports_to_host, closed=True)] == [""]
    write(store, erase, "ana")
    left = rows_of(store)
    kept = {"alembic_version", "person_seats", "rated_seats", "person_ratings"}
    assert {name for name, rows in left.items() if rows} == kept
    assert all(person_id is None for *_, person_id in left["person_seats"])


@pytest.mark.parametrize(
    ("step", "why"),
    [("later", "later version"), ("0005", r"0\.3\.0"), ("0012", "adf37e9f"), ("0024", "aa47a1db")],
)
def test_a_database_at_an_unknown_step_is_refused_and_unchanged(
    step: str, why: str, store: SqlStore, database_url: str
) -> None:
    with store.engine.begin() as connection:
        connection.execute(text(f"update alembic_version set version_num = '{step}'"))
    with pytest.raises(StoreError, match=why):
        SqlStore(database_url)
    with store.engine.connect() as connection:
        assert upgrade.revision(connection) == step


def test_a_database_from_before_the_steps_is_refused_with_the_release_that_upgrades_it(
    store: SqlStore, database_url: str
) -> None:
    with store.engine.begin() as connection:
        connection.execute(text("drop table alembic_version"))
    with pytest.raises(StoreError, match=r"version or commit 0\.3\.0"):
        SqlStore(database_url)


def test_several_processes_can_open_an_empty_database_at_once(empty_url: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        stores = list(threads.map(SqlStore, [empty_url] * 4))
    for store in stores:
        store.close()


def failure(url: URL) -> DBAPIError:
    """Return the error of a connection to a database that cannot be used."""
    engine = make_engine(url)
    with pytest.raises(DBAPIError) as raised:
        engine.connect()
    engine.dispose()
    return raised.value


def test_only_an_error_of_a_postgresql_that_can_pass_is_retried(database: Postgres) -> None:
    present = normalize_url(database.make())
    away, unknown = present.set(port=9), present.set(database="unknown")
    assert "refused" in str(passing_reason(present, failure(away)))
    assert passing_reason(unknown, failure(unknown)) is None
