"""Connections to a database by its URL: SQLite, where every commit is on disk, or PostgreSQL."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError

from sixth.extras import require_extra
from sixth.i18n import gettext as _
from sixth.i18n import translate
from sixth.rules.sentence import Sentence
from sixth.server.store import upgrade
from sixth.server.store.prepared import by_driver

FILE: Final = "sixth.sqlite3"
"""What the database in a folder is called."""

WRITES: Final = "sixth_writes"
"""The option of a connection that begins its transactions as one that will write."""

_EXAMPLE: Final = "sqlite:////var/lib/sixth/sixth.sqlite3"

_BY_CODE: Final = {
    sqlite3.SQLITE_FULL: Sentence("database or disk is full"),
    sqlite3.SQLITE_IOERR: Sentence("disk I/O error"),
    sqlite3.SQLITE_CORRUPT: Sentence("database disk image is malformed"),
    sqlite3.SQLITE_NOTADB: Sentence("file is not a database"),
    sqlite3.SQLITE_CANTOPEN: Sentence("unable to open database file"),
    sqlite3.SQLITE_READONLY: Sentence("attempt to write a readonly database"),
}
"""What SQLite says most."""

_CONNECT_TIMEOUT_S: Final = 5
"""Seconds until a PostgreSQL that does not answer at all counts as away, unless its URL says otherwise."""

_READ_ONLY: Final = "25006"
"""What PostgreSQL says to a write while it is a copy of another, and where its host allows none."""

_ENDS: Final = "57P"
"""How the codes begin with which PostgreSQL ends connections, as when it stops."""

_LOCK_NOT_AVAILABLE: Final = "55P03"
"""What PostgreSQL says to whoever has waited too long for others."""


_BUSY_S: Final = 5
"""For how many seconds others that write to a SQLite file are waited for."""


class StoreError(Exception):
    """The database cannot be used; the text is one sentence that says why."""


def understood(url: str | URL) -> URL:
    """Return the URL as SQLAlchemy takes it.

    Raises:
        StoreError: it is none, or of a database that is not supported.
    """
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise StoreError(_no_url()) from error
    if parsed.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername not in ("sqlite", "sqlite+pysqlite"):
        wrong = _("{kind} is not supported; use a sqlite:/// or postgresql:// URL.")
        raise StoreError(wrong.format(kind=parsed.drivername))
    if parsed.database in (None, "", ":memory:"):
        # It would have each thread keep logs of its own, and lose them all.
        wrong = _("A database in memory would keep nothing; --database takes a URL such as {url}.")
        raise StoreError(wrong.format(url=_EXAMPLE))
    return parsed


def in_folder(folder: Path) -> URL:
    """Return the URL of the database that is kept in a folder."""
    return URL.create("sqlite", database=str(folder / FILE))


def connected(url: URL, *, read_only: bool = False) -> Engine:
    """Connections to the database at an understood URL, not tried yet.

    Those that are `read_only` see in a transaction what was so when it began, and nothing later.

    Raises:
        StoreError: the URL is none after all.
        MissingExtraError: it is of a PostgreSQL, and the driver is not installed.
    """
    # What is written are hidden cards: no error may show them.
    options: dict[str, Any] = {"hide_parameters": True}
    shared = url.get_backend_name() == "postgresql"
    if shared:
        options |= {"pool_pre_ping": True, "pool_size": 10, "max_overflow": 20}
        if "connect_timeout" not in url.query:
            options["connect_args"] = {"connect_timeout": _CONNECT_TIMEOUT_S}
    try:
        with require_extra("postgresql"):
            engine = create_engine(url, **options)
    except (ArgumentError, TypeError) as error:
        raise StoreError(_no_url()) from error
    if shared:
        reading = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        return engine.execution_options(**reading) if read_only else engine
    event.listen(engine, "connect", _only_to_read if read_only else _durable)
    event.listen(engine, "begin", _begun)
    return engine


def passing_reason(url: URL, error: Exception) -> str | None:
    """Return what keeps a PostgreSQL from its work if that may pass by itself, in its words; None if not.

    It starts, recovers or is not reached, or another machine is about to take over from it.
    """
    if url.get_backend_name() != "postgresql" or not isinstance(error, DBAPIError):
        return None
    code = getattr(error.orig, "sqlstate", None)
    if code == _READ_ONLY:
        return first_line(error)
    import psycopg
    from psycopg.pq import PGconn, Ping

    # libpq tells no code for a connection that was refused; this asks whether any would be.
    asked = url.set(drivername="postgresql")
    if "connect_timeout" not in asked.query:
        asked = asked.update_query_dict({"connect_timeout": str(_CONNECT_TIMEOUT_S)})
    address = asked.render_as_string(hide_password=False)
    if PGconn.ping(address.encode()) in (Ping.REJECT, Ping.NO_RESPONSE):
        return first_line(error)
    if code is None or code.startswith(_ENDS):
        # It may have begun to answer since.
        with suppress(psycopg.OperationalError):
            psycopg.connect(address).close()
            return first_line(error)
    return None


@contextmanager
def plain_words(url: URL) -> Iterator[None]:
    """Have what goes wrong with this database in the block said in one sentence.

    Raises:
        StoreError: it went wrong.
    """
    name = url.database
    try:
        yield
    except ArgumentError as error:
        raise StoreError(_no_url()) from error
    except upgrade.TooNewError as error:
        wrong = _("The database {name} was written by a later version of Sixth; use that one.")
        raise StoreError(wrong.format(name=name)) from error
    except DatabaseError as error:
        if _locked(error.orig):
            wrong = _("Another program is at work on the database {name}; try again when it has ended.")
            raise StoreError(wrong.format(name=name)) from error
        wrong = _("The database {name} cannot be used: {why}.")
        raise StoreError(wrong.format(name=name, why=database_error_text(error))) from error


def _locked(error: BaseException | None) -> bool:
    """Return whether somebody else works on the database."""
    return getattr(error, "sqlstate", None) == _LOCK_NOT_AVAILABLE or _sqlite_code(error) in (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
    )


def _sqlite_code(error: BaseException | None) -> int | None:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    # What is above the lowest byte only says more of the same.
    return None if code is None else code & 0xFF


def database_error_text(error: Exception) -> str:
    """Return what a database says has gone wrong, in the language in use if it is of SQLite and common."""
    known = _BY_CODE.get(_sqlite_code(getattr(error, "orig", error)) or sqlite3.SQLITE_OK)
    return translate(known) if known else first_line(error)


def first_line(error: Exception) -> str:
    """Return what a database says has gone wrong, on one line."""
    return str(getattr(error, "orig", error)).strip().splitlines()[0].rstrip(".")


def _no_url() -> str:
    return _("--database takes a URL such as {url}.").format(url=_EXAMPLE)


def _durable(connection: Any, _record: object) -> None:
    # WAL lets pages read while a move is written; FULL waits for the disk, so that what was answered is kept.
    _settle(connection, f"busy_timeout={1000 * _BUSY_S}", "synchronous=FULL")
    deadline = time.monotonic() + _BUSY_S
    while True:
        try:
            return _settle(connection, "journal_mode=WAL")
        except sqlite3.OperationalError as error:
            # SQLite itself does not wait for others that turn a new file to WAL at the same moment.
            if not _locked(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _only_to_read(connection: Any, _record: object) -> None:
    _settle(connection, f"busy_timeout={1000 * _BUSY_S}", "query_only=ON")


def _settle(connection: Any, *pragmas: str) -> None:
    # The driver would begin transactions by itself, and too late; see `_begun`.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begun(connection: Connection) -> None:
    # Who reads first and then writes would be refused where another process writes in between.
    writes = connection.get_execution_options().get(WRITES)
    begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
    by_driver(connection, lambda cursor: cursor.execute(begin))
