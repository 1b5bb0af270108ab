"""Logs in an SQL database, through SQLAlchemy Core. SQLite for now, durable at every append."""

from collections.abc import Sequence
from datetime import UTC, datetime
from threading import Lock
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    insert,
    select,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError
from sqlalchemy.sql import func

from sixth.language import gettext as _
from sixth.rules.codec import dumps, loads
from sixth.server.codec import happening_from_json, happening_to_json
from sixth.server.happenings import Happening
from sixth.server.store import ConflictError, games
from sixth.server.store.deadlines import Deadlines, keep
from sixth.server.store.directory import Directory

_METADATA = MetaData()

log = Table(
    "log",
    _METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", String(40), nullable=False),
    Column("happening", Text, nullable=False),
)


_EXAMPLE = "sqlite:////var/lib/sixth/sixth.sqlite3"


class StoreError(Exception):
    """The database cannot be used; the text is one sentence that says why."""


class SqlStore:
    """The store over one database URL; safe to use from several threads.

    Raises:
        StoreError: the database cannot be opened, or is none that is supported.
    """

    def __init__(self, url: str | URL) -> None:
        try:
            parsed = make_url(url)
        except ArgumentError as error:
            raise StoreError(_("--database takes a URL such as {url}.").format(url=_EXAMPLE)) from error
        if parsed.drivername not in ("sqlite", "sqlite+pysqlite"):
            wrong = _("{kind} is not supported; use a sqlite:/// URL.")
            raise StoreError(wrong.format(kind=parsed.drivername))
        if parsed.database in (None, "", ":memory:"):
            # It would have each thread keep logs of its own, and lose them all.
            wrong = _("A database in memory would keep nothing; --database takes a URL such as {url}.")
            raise StoreError(wrong.format(url=_EXAMPLE))
        # Our own threads queue for it, those of the directory too.
        self.writing = Lock()
        try:
            # What is written are hidden cards: no error may show them.
            self._engine = create_engine(parsed, hide_parameters=True)
            event.listen(self._engine, "connect", _durable)
            _METADATA.create_all(self._engine)
            with self._engine.connect() as connection:
                connection.execute(select(log).limit(0))
            self._directory = Directory(self._engine, self.writing)
            self._deadlines = Deadlines(self._engine, self.writing)
            games.METADATA.create_all(self._engine)
            with self._engine.begin() as connection:
                games.catch_up(connection, log)
        except ArgumentError as error:
            raise StoreError(_("--database takes a URL such as {url}.").format(url=_EXAMPLE)) from error
        except DatabaseError as error:
            wrong = _("The database {name} cannot be used: {why}.")
            raise StoreError(wrong.format(name=parsed.database, why=_first_line(error))) from error

    @property
    def engine(self) -> Engine:
        """The connections, for tools that look at the tables themselves."""
        return self._engine

    @property
    def directory(self) -> Directory:
        """See `Store.directory`."""
        return self._directory

    @property
    def deadlines(self) -> Deadlines:
        """See `Store.deadlines`."""
        return self._deadlines

    def append(
        self, table: str, version: int, happenings: Sequence[Happening], alarm: int | None = None
    ) -> None:
        """See `Store.append`."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        rows = [
            {
                "table_id": table,
                "version": number,
                "at": now,
                "happening": dumps(happening_to_json(happening)),
            }
            for number, happening in enumerate(happenings, version + 1)
        ]
        try:
            # Our own threads queue here: SQLite lets whoever finds it locked sleep and try again, and refuses
            # those that were unlucky for five seconds, as somebody is on a busy machine with many tables.
            with self.writing, self._engine.begin() as connection:
                if _length(connection, table) != version:
                    raise ConflictError(table)
                connection.execute(insert(log), rows)
                keep(connection, table, alarm)
                games.note(connection, table, happenings)
        except IntegrityError as error:
            raise ConflictError(table) from error

    def load(self, table: str, after: int = 0) -> tuple[Happening, ...]:
        """See `Store.load`."""
        wanted = (
            select(log.c.happening)
            .where(log.c.table_id == table, log.c.version > after)
            .order_by(log.c.version)
        )
        with self._engine.connect() as connection:
            return tuple(happening_from_json(loads(body)) for (body,) in connection.execute(wanted))

    def table_of(self, game: str) -> str | None:
        """See `Store.table_of`."""
        with self._engine.connect() as connection:
            return games.table_of(connection, game)

    def close(self) -> None:
        """See `Store.close`."""
        self._engine.dispose()


def _length(connection: Connection, table: str) -> int:
    return connection.execute(select(func.max(log.c.version)).where(log.c.table_id == table)).scalar() or 0


def _durable(connection: Any, _record: object) -> None:
    # WAL lets pages read while a move is written; FULL waits for the disk, so that what was answered is kept.
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _first_line(error: Exception) -> str:
    return str(getattr(error, "orig", error)).splitlines()[0]
