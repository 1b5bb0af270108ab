"""Databases for the tests of the server: new ones of both kinds, for which all promises hold."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sixth.server.store.sql import SqlStore
from tests.server.support.hosting import prepare
from tests.server.support.postgres import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    """Return the kind of database; every promise holds for both."""
    return str(request.param)


@pytest.fixture
def database_url(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of a database that has the schema, and no rows."""
    if kind == "sqlite":
        return prepare(tmp_path)
    database: Postgres = request.getfixturevalue("database")
    return database.make()


@pytest.fixture
def empty_url(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of a database without a schema."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path}/empty.sqlite3"
    database: Postgres = request.getfixturevalue("database")
    return database.make_empty()


@pytest.fixture
def store(database_url: str) -> Iterator[SqlStore]:
    """Yield a store without tables over each kind of database."""
    store = SqlStore(database_url)
    yield store
    store.close()
