"""The deletion of old tables while a server runs."""

import asyncio
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


def test_a_server_deletes_old_tables_and_logs_how_many(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "sixth.server.live.pruning")
    later, deleted = datetime.now(UTC) + 2 * DAYS, list[str]()

    async def run() -> None:
        pruning = Pruning(store, DAYS, deleted.append, lambda: round(later.timestamp() * 1000))
        pruning.start()
        await asyncio.to_thread(until, lambda: bool(caplog.records), "there is a log line")
        await pruning.close()

    with closing(SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")) as store:
        store.append("old", 0, whole(sixth.games["halves"].replace(seats=2), seed=1))
        asyncio.run(run())
        assert (caplog.messages, deleted, store.tables()) == (["Deleted 1 old tables."], ["old"], ())
