"""Old tables are deleted while a server runs, and what goes wrong meanwhile ends nothing."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import sixth
from sixth.server.live.retention import Retention
from sixth.server.store.sql import SqlStore
from tests.server.support.hosting import until
from tests.server.support.logs import whole

DAYS = timedelta(days=90)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    """A store with a table whose game was over long ago."""
    with closing(SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")) as store:
        store.append("old", 0, whole(sixth.games["halves"].replace(seats=2), seed=1))
        in_a_database(tmp_path, f"update log set at = '{(datetime.now(UTC) - 2 * DAYS).isoformat()}'")
        yield store


def in_a_database(folder: Path, sql: str) -> None:
    with closing(sqlite3.connect(folder / "sixth.sqlite3")) as connection:
        connection.execute(sql)
        connection.commit()


def runs_until_it_says(retention: Retention, caplog: pytest.LogCaptureFixture) -> str:
    """The first thing that it logs; it goes on until it is closed."""

    async def run() -> None:
        retention.start()
        await asyncio.to_thread(until, lambda: bool(caplog.records), "it said something")
        assert len(asyncio.all_tasks()) == 2
        await retention.close()

    with caplog.at_level("INFO", "sixth.server.live.retention"):
        asyncio.run(run())
    return caplog.records[0].getMessage()


def test_while_a_server_runs_old_tables_go_and_it_says_how_many(
    store: SqlStore, caplog: pytest.LogCaptureFixture
) -> None:
    gone = list[str]()
    assert runs_until_it_says(Retention(store, DAYS, gone.append), caplog) == "Deleted 1 old tables."
    assert gone == ["old"]
    assert not store.tables()


def test_where_the_database_does_not_answer_tables_are_deleted_later(
    store: SqlStore, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    in_a_database(tmp_path, "alter table chores rename to lost")
    said = runs_until_it_says(Retention(store, DAYS, str), caplog)
    assert said.startswith("Old tables are deleted later: ")
    assert store.tables()


def test_what_nobody_thought_of_is_logged_and_tried_again(
    store: SqlStore, caplog: pytest.LogCaptureFixture
) -> None:
    def now() -> int:
        raise ArithmeticError

    said = runs_until_it_says(Retention(store, DAYS, str, now), caplog)
    assert said == "Old tables cannot be deleted; trying again."
    assert caplog.records[0].exc_info
