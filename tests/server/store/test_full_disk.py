"""A full disk under PostgreSQL: it refuses in one sentence, loses nothing, and goes on once there is room."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

import sixth
from sixth.server.core.errors import UnavailableError
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Readied
from tests.server.ops.test_faults import FORGETFUL, LATE, check_full_disk
from tests.server.support.logs import sitting
from tests.server.support.postgres import Postgres, postgres
from tests.server.support.serving import serving


@contextmanager
def no_more_allowed(database: Postgres, url: str) -> Iterator[None]:
    """Limit the database's files to the length of its longest, and append events until not even one fits."""
    log = (*sitting(sixth.games["classic"].replace(seats=2), 1), *toggles(10_000))
    with closing(SqlStore(url)) as store:
        # Makes the file of the log the longest, so that a limit on files stops appends first.
        store.append("long", 0, log)
        database.limit_files()
        version = len(log)
        for count in (1000, 100, 10, 1):
            with suppress(UnavailableError):
                for _ in range(1000):
                    store.append("long", version, toggles(count))
                    version += count
                pytest.fail("there was room for everything")
    yield
    database.unlimit_files()


def toggles(count: int) -> list[Readied]:
    """Return `count` events by which a seat is ready, and not ready, in turn."""
    return [Readied(0, number % 2 == 0) for number in range(count)]


def test_a_full_disk_under_postgresql_is_reported_and_nothing_is_half_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sixth.server.store.sql._TIMEOUT_S", 0.1)
    complaints = f"{LATE}|error ignored terminating .*"
    with postgres() as database:
        url = database.make_empty()
        with serving(tmp_path / "data", database=url, complaints=complaints, first=FORGETFUL) as server:
            check_full_disk(server, url, no_more_allowed(database, url))
