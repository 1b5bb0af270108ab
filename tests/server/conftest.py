"""Databases for the tests of the server, of both kinds, for which all promises hold; and a site."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sixth.server.store.sql import SqlStore
from tests.server.support.hosting import TODAY, Site, hosting, prepare
from tests.server.support.postgres import Postgres
from tests.server.web.wire.law import Engine, start_engine


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


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """Leave all rate limits of shared sites unused, as some limits count by address."""
    TODAY.next()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start one site for all tests of a module, each of which uses tables of its own."""
    with hosting(tmp_path_factory.mktemp("site"), ticks=TODAY) as site:
        yield site


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """A Node with the scripts of a table's page."""
    with start_engine(tmp_path_factory.mktemp("scripts")) as engine:
        yield engine
