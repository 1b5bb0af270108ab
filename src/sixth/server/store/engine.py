"""Connections to a database by its URL: SQLite, where every commit is on disk, or PostgreSQL."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError

from sixth.errors import CommandError
from sixth.extras import require_extra
from sixth.i18n import gettext as _, translate
from sixth.rules.sentence import Sentence
from sixth.server.store import upgrade
from sixth.server.store.prepared import with_cursor

FILE: Final = "sixth.sqlite3"
"""The file name of the database in a folder."""

WRITES: Final = "sixth_writes"
"""The option of a connection whose transactions write, so that they lock the database as they begin."""

_EXAMPLE: Final = "sqlite:////var/lib/sixth/sixth.sqlite3"

_BY_CODE: Final = {
    sqlite3.SQLITE_FULL: Sentence("database or disk is full"),
    sqlite3.SQLITE_IOERR: Sentence("disk I/O error"),
    sqlite3.SQLITE_CORRUPT: Sentence("database disk image is malformed"),
    sqlite3.SQLITE_NOTADB: Sentence("file is not a database"),
    sqlite3.SQLITE_CANTOPEN: Sentence("unable to open database file"),
    sqlite3.SQLITE_READONLY: Sentence("attempt to write a readonly database"),
}
"""The most common errors of SQLite."""

_CONNECT_TIMEOUT_S: Final = 5
"""Seconds until a PostgreSQL that does not answer counts as away, unless its URL sets a timeout."""

_READ_ONLY: Final = "25006"
"""PostgreSQL's code for a write to a standby, or to a server whose host allows no writes."""

_SHUTDOWN_CODES: Final = "57P"
"""The beginning of PostgreSQL's codes for connections that it ends, as when it stops."""

_LOCK_NOT_AVAILABLE: Final = "55P03"
"""PostgreSQL's code for a wait for a lock that took too long."""


_BUSY_S: Final = 5
"""Seconds to wait for other writers of a SQLite file."""

_SHORT_S: Final = 0.02
"""Seconds for which the games on a site may wait."""


class StoreError(CommandError):
    """The database cannot be used; the text is one sentence that gives the reason."""


def normalize_url(url: str | URL) -> URL:
    """Return the URL as SQLAlchemy expects it, or raise `StoreError` for no URL or another database."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise StoreError(_bad_url_text()) from error
    if parsed.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername not in ("sqlite", "sqlite+pysqlite"):
        wrong = _("{kind} is not supported; use a sqlite:/// or postgresql:// URL.")
        raise StoreError(wrong.format(kind=parsed.drivername))
    if parsed.database in (None, "", ":memory:"):
        # Each thread would have logs of its own, all lost at the end.
        wrong = _("A database in memory would keep nothing; --database takes a URL such as {url}.")
        raise StoreError(wrong.format(url=_EXAMPLE))
    return parsed


def in_folder(folder: Path) -> URL:
    """Return the URL of the database in a folder."""
    return URL.create("sqlite", database=str(folder / FILE))


def make_engine(url: URL, *, read_only: bool = False) -> Engine:
    """Return an engine for the database at a normalized URL, not connected yet.

    Transactions of a `read_only` engine see the database as it was when they began.

    Raises:
        StoreError: the URL is not valid after all.
        MissingExtraError: it is for PostgreSQL, and the driver is not installed.
    """
    # The values are hidden cards, which no error may show.
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
        raise StoreError(_bad_url_text()) from error
    if shared:
        reading = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        return engine.execution_options(**reading) if read_only else engine
    event.listen(engine, "connect", _make_read_only if read_only else _make_durable)
    if read_only and _is_immutable(Path(str(url.database))):
        event.listen(engine, "do_connect", _open_immutable)
    event.listen(engine, "begin", _begin)
    return engine


def passing_reason(url: URL, error: Exception) -> str | None:
    """Return the error of a PostgreSQL, as text, if it may pass by itself; else None.

    Such a server starts, recovers or is out of reach, or another machine is about to take over.
    """
    if url.get_backend_name() != "postgresql" or not isinstance(error, DBAPIError):
        return None
    code = getattr(error.orig, "sqlstate", None)
    if code == _READ_ONLY:
        return first_line(error)
    import psycopg
    from psycopg.pq import PGconn, Ping

    # libpq gives no code for a refused connection, so a ping has to show whether the server accepts any.
    target = url.set(drivername="postgresql")
    if "connect_timeout" not in target.query:
        target = target.update_query_dict({"connect_timeout": str(_CONNECT_TIMEOUT_S)})
    address = target.render_as_string(hide_password=False)
    if PGconn.ping(address.encode()) in (Ping.REJECT, Ping.NO_RESPONSE):
        return first_line(error)
    if code is None or code.startswith(_SHUTDOWN_CODES):
        # The server may be back already, which also means that the error has passed.
        with suppress(psycopg.OperationalError):
            psycopg.connect(address).close()
            return first_line(error)
    return None


@contextmanager
def map_errors(url: URL) -> Iterator[None]:
    """Raise errors of this database in the block as a `StoreError` of one sentence."""
    name = url.database
    try:
        yield
    except ArgumentError as error:
        raise StoreError(_bad_url_text()) from error
    except upgrade.TooNewError as error:
        wrong = _("The database {name} was written by a later version of Sixth; use that one.")
        raise StoreError(wrong.format(name=name)) from error
    except upgrade.UnreleasedError as error:
        wrong = _(
            "The database {name} cannot be used: upgrade it first with version or commit {version} of Sixth."
        )
        raise StoreError(wrong.format(name=name, version=error)) from error
    except DatabaseError as error:
        if _is_locked(error.orig):
            wrong = _("Another program is at work on the database {name}; try again when it has ended.")
            raise StoreError(wrong.format(name=name)) from error
        wrong = _("The database {name} cannot be used: {why}.")
        raise StoreError(wrong.format(name=name, why=database_error_text(error))) from error


def empty_wal(url: URL) -> bool:
    """Move the write-ahead log of an SQLite database into its file; return whether the log is empty then.

    It is not while other connections are at work, for which this hardly waits.
    """
    with closing(sqlite3.connect(str(url.database), timeout=_SHORT_S)) as connection:
        is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not is_busy


def _is_locked(error: BaseException | None) -> bool:
    """Return whether another program has locked the database."""
    return getattr(error, "sqlstate", None) == _LOCK_NOT_AVAILABLE or _sqlite_code(error) in (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
    )


def _sqlite_code(error: BaseException | None) -> int | None:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    # The lowest byte is the primary code; the rest is detail.
    return None if code is None else code & 0xFF


def database_error_text(error: Exception) -> str:
    """Return the message of a database error; a common one of SQLite in the current language."""
    message = _BY_CODE.get(_sqlite_code(getattr(error, "orig", error)) or sqlite3.SQLITE_OK)
    return translate(message) if message else first_line(error)


def first_line(error: Exception) -> str:
    """Return the first line of a database's error message, without its full stop."""
    return str(getattr(error, "orig", error)).strip().splitlines()[0].rstrip(".")


def _bad_url_text() -> str:
    return _("--database takes a URL such as {url}.").format(url=_EXAMPLE)


def _is_immutable(file: Path) -> bool:
    """Return whether an SQLite file lies where the files cannot be made that SQLite needs to share it."""
    return not os.access(file.parent, os.W_OK) and not file.with_name(file.name + "-wal").exists()


def _open_immutable(_dialect: object, _record: object, arguments: list[Any], _options: object) -> Any:
    file, *_ = arguments
    return sqlite3.connect(f"{Path(file).as_uri()}?immutable=1", uri=True, check_same_thread=False)


def _make_durable(connection: Any, _record: object) -> None:
    # WAL lets pages read during a write; FULL waits for the disk, so that no answered move is ever lost.
    # Secure deletion overwrites the names of deleted people.
    durable = ("synchronous=FULL", "secure_delete=ON", "foreign_keys=ON")
    _configure(connection, f"busy_timeout={1000 * _BUSY_S}", *durable)
    deadline = time.monotonic() + _BUSY_S
    while True:
        try:
            return _configure(connection, "journal_mode=WAL")
        except sqlite3.OperationalError as error:
            # SQLite itself does not wait for a process that switches a new file to WAL at the same moment.
            if not _is_locked(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _make_read_only(connection: Any, _record: object) -> None:
    _configure(connection, f"busy_timeout={1000 * _BUSY_S}", "query_only=ON")


def _configure(connection: Any, *pragmas: str) -> None:
    # The driver would begin transactions by itself, and too late; `_begin` does it.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    # A transaction that reads before it writes would fail if another process wrote in between.
    writes = connection.get_execution_options().get(WRITES)
    begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
    with_cursor(connection, lambda cursor: cursor.execute(begin))
