"""The deletion of old tables while a server runs, which goes on after errors."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import sixth
from sixth.server.live.pruning import Pruning
from sixth.server.store.sql import SqlStore
from tests.server.support.hosting import until
from tests.server.support.logs import whole

DAYS = timedelta(days=90)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    """A store with a table whose game ended long ago."""
    with closing(SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")) as store:
        store.append("old", 0, whole(sixth.games["halves"].replace(seats=2), seed=1))
        execute(tmp_path, f"update log set at = '{(datetime.now(UTC) - 2 * DAYS).isoformat()}'")
        yield store


def execute(folder: Path, sql: str) -> None:
    with closing(sqlite3.connect(folder / "sixth.sqlite3")) as connection:
        connection.execute(sql)
        connection.commit()


def run_until_it_logs(retention: Pruning, caplog: pytest.LogCaptureFixture) -> str:
    """Return its first log line, after which it still runs until it is closed."""

    async def run() -> None:
        retention.start()
        await asyncio.to_thread(until, lambda: bool(caplog.records), "there is a log line")
        assert len(asyncio.all_tasks()) == 2
        await retention.close()

    with caplog.at_level("INFO", "sixth.server.live.pruning"):
        asyncio.run(run())
    return caplog.records[0].getMessage()


def test_a_server_deletes_old_tables_and_logs_how_many(
    store: SqlStore, caplog: pytest.LogCaptureFixture
) -> None:
    deleted = list[str]()
    assert run_until_it_logs(Pruning(store, DAYS, deleted.append), caplog) == "Deleted 1 old tables."
    assert deleted == ["old"]
    assert not store.tables()


def test_tables_are_deleted_later_where_the_database_does_not_answer(
    store: SqlStore, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    execute(tmp_path, "alter table chores rename to lost")
    line = run_until_it_logs(Pruning(store, DAYS, str), caplog)
    assert line.startswith("Old tables are deleted later: ")
    assert store.tables()


def test_an_unexpected_error_is_logged_and_the_deletion_tried_again(
    store: SqlStore, caplog: pytest.LogCaptureFixture
) -> None:
    def now() -> int:
        raise ArithmeticError

    line = run_until_it_logs(Pruning(store, DAYS, str, now), caplog)
    assert line == "Old tables cannot be deleted; trying again."
    assert caplog.records[0].exc_info
