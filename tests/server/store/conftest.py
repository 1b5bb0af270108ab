"""A database of the last release, whose schema is older than that of the program."""

from pathlib import Path

import pytest
from sqlalchemy import text

from sixth.server.store.engine import make_engine, normalize_url


@pytest.fixture
def released_url(kind: str, empty_url: str) -> str:
    """Return the URL of a database that 0.3.0 has made, without rows."""
    tables = Path(__file__).with_name("site-0.3.0.sql").read_text(encoding="utf-8")
    if kind == "sqlite":
        tables = tables.replace("SERIAL", "INTEGER")
    engine = make_engine(normalize_url(empty_url))
    with engine.begin() as connection:
        for statement in tables.split(";\n")[:-1]:
            connection.execute(text(statement))
    engine.dispose()
    return empty_url
