"""Databases for the tests of the server: empty ones of both kinds, for which all promises hold."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sixth.server.store.sql import SqlStore
from tests.server.support.postgres import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/sixth.sqlite3"
    database: Postgres = request.getfixturevalue("database")
    return database.make()


@pytest.fixture
def store(database_url: str) -> Iterator[SqlStore]:
    """Yield an empty store over each kind of database."""
    store = SqlStore(database_url)
    yield store
    store.close()
