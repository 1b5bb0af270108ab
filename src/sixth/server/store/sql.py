"""Logs in an SQL database, through SQLAlchemy Core: SQLite or PostgreSQL, durable at every append."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime
from time import monotonic, sleep
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, insert, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.sql import func

from sixth.language import gettext as _
from sixth.rules.codec import dumps, loads
from sixth.server.codec import happening_from_json, happening_to_json
from sixth.server.happenings import Happening
from sixth.server.store import CHANNEL, ConflictError, UnavailableError, games, upgrade
from sixth.server.store.deadlines import Deadlines, keep
from sixth.server.store.directory import Directory
from sixth.server.store.schema import log
from sixth.server.store.writer import Writer

T = TypeVar("T")

_EXAMPLE = "sqlite:////var/lib/sixth/sixth.sqlite3"

_WRITERS: Final = {"sqlite": 1, "postgresql": 4}
"""Threads that write. SQLite lets one at a time do so; PostgreSQL commits those of several together."""

_PATIENCE: Final = 10.0
"""Seconds in which a PostgreSQL that is started again, or another machine that takes over, has come back."""

_LONGEST: Final = 2**31 - 1
"""The highest version there is a number for."""

_WRITES: Final = "sixth_writes"


class StoreError(Exception):
    """The database cannot be used; the text is one sentence that says why."""


class SqlStore:
    """The store over one database URL; safe to use from several threads.

    Raises:
        StoreError: the database cannot be opened, or is none that is supported.
    """

    def __init__(self, url: str | URL) -> None:
        parsed = _understood(url)
        name = parsed.database
        self.shared = parsed.get_backend_name() == "postgresql"
        self.url = parsed
        try:
            self._engine = _engine(parsed)
            self._make_ready()
        except (ArgumentError, TypeError) as error:
            raise StoreError(_("--database takes a URL such as {url}.").format(url=_EXAMPLE)) from error
        except ModuleNotFoundError as error:
            wrong = _("PostgreSQL needs `pip install '{package}'`.")
            raise StoreError(wrong.format(package="sixth[postgresql]")) from error
        except upgrade.TooNewError as error:
            wrong = _("The database {name} was written by a later version of Sixth; use that one.")
            raise StoreError(wrong.format(name=name)) from error
        except DatabaseError as error:
            wrong = _("The database {name} cannot be used: {why}.")
            raise StoreError(wrong.format(name=name, why=_first_line(error))) from error
        self.writer = Writer(self._begin, _WRITERS[parsed.get_backend_name()])
        self._directory = Directory(self.read, self.writer)
        self._deadlines = Deadlines(self.read, self.writer)

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

    @property
    def waiting(self) -> int:
        """How many appends wait to be written."""
        return self.writer.waiting

    def append(
        self, table: str, version: int, happenings: Sequence[Happening], alarm: int | None = None
    ) -> None:
        """See `Store.append`."""
        self.submit(table, version, happenings, alarm).result()

    def submit(
        self, table: str, version: int, happenings: Sequence[Happening], alarm: int | None = None
    ) -> "Future[None]":
        """See `Store.submit`."""
        now = datetime.now(UTC).isoformat(timespec="microseconds")
        rows = [
            {
                "table_id": table,
                "version": number,
                "at": now,
                "happening": dumps(happening_to_json(happening)),
            }
            for number, happening in enumerate(happenings, version + 1)
        ]

        def write(connection: Connection) -> None:
            if _length(connection, table) != version:
                if _there(connection, table, version, rows):
                    # It was committed before; the connection was lost before we were told.
                    return
                raise ConflictError(table)
            try:
                connection.execute(insert(log), rows)
            except IntegrityError as error:
                raise ConflictError(table) from error
            keep(connection, table, alarm)
            games.note(connection, table, happenings)
            if self.shared:
                # Told when it is committed, and not if it is not.
                told = {"channel": CHANNEL, "table": table}
                connection.execute(text("SELECT pg_notify(:channel, :table)"), told)

        return self.writer.submit(table, write)

    def load(self, table: str, after: int = 0) -> tuple[Happening, ...]:
        """See `Store.load`."""
        wanted = (
            select(log.c.happening)
            .where(log.c.table_id == table, log.c.version > min(after, _LONGEST))
            .order_by(log.c.version)
        )
        bodies = self.read(lambda connection: connection.execute(wanted).scalars().all())
        return tuple(happening_from_json(loads(body)) for body in bodies)

    def table_of(self, game: str) -> str | None:
        """See `Store.table_of`."""
        return self.read(lambda connection: games.table_of(connection, game))

    def tables(self) -> tuple[str, ...]:
        """The names of all tables there are."""
        wanted = select(log.c.table_id).where(log.c.version == 1).order_by(log.c.table_id)
        return tuple(self.read(lambda connection: connection.execute(wanted).scalars().all()))

    def ask(self) -> None:
        """See `Store.ask`."""
        try:
            with self._engine.connect() as connection:
                connection.execute(select(log).limit(0))
        except SQLAlchemyError as error:
            raise UnavailableError(_first_line(error)) from error

    def close(self) -> None:
        """See `Store.close`."""
        self.writer.close()
        self._engine.dispose()

    def read(self, do: Callable[[Connection], T]) -> T:
        """What `do` finds, over a connection that has just been seen to work."""

        def once() -> T:
            with self._engine.connect() as connection:
                return do(connection)

        return self._patiently(once)

    # -------------------------------------------------------------- inside

    def _make_ready(self) -> None:
        try:
            with self._writing.begin() as connection:
                upgrade.upgrade(connection)
                connection.execute(select(log).limit(0))
        except BaseException:
            self._engine.dispose()
            raise

    @property
    def _writing(self) -> Engine:
        return self._engine.execution_options(**{_WRITES: True})

    def _begin(self, do: Callable[[Connection], None]) -> None:
        def once() -> None:
            with self._writing.begin() as connection:
                do(connection)

        self._patiently(once)

    def _patiently(self, do: Callable[[], T]) -> T:
        """Call `do` again as long as a server of databases is away; a file does not come back by itself."""
        until, pause = monotonic() + _PATIENCE, 0.05
        while True:
            try:
                return do()
            except (OperationalError, InterfaceError) as error:
                if not self.shared or monotonic() + pause > until:
                    raise UnavailableError(_first_line(error)) from error
            sleep(pause)
            pause = min(1.0, 2 * pause)


def _understood(url: str | URL) -> URL:
    """The URL as SQLAlchemy takes it.

    Raises:
        StoreError: it is none, or of a database that is not supported.
    """
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise StoreError(_("--database takes a URL such as {url}.").format(url=_EXAMPLE)) from error
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


def _engine(url: URL) -> Engine:
    # What is written are hidden cards: no error may show them.
    if url.get_backend_name() == "postgresql":
        return create_engine(url, hide_parameters=True, pool_pre_ping=True, pool_size=10, max_overflow=20)
    engine = create_engine(url, hide_parameters=True)
    event.listen(engine, "connect", _durable)
    event.listen(engine, "begin", _begun)
    return engine


def _durable(connection: Any, _record: object) -> None:
    # The driver would begin transactions by itself, and too late; see `_begun`.
    connection.isolation_level = None
    # WAL lets pages read while a move is written; FULL waits for the disk, so that what was answered is kept.
    cursor = connection.cursor()
    for pragma in ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begun(connection: Connection) -> None:
    # Who reads first and then writes would be refused where another process writes in between.
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _length(connection: Connection, table: str) -> int:
    return connection.execute(select(func.max(log.c.version)).where(log.c.table_id == table)).scalar() or 0


def _there(connection: Connection, table: str, version: int, rows: Sequence[dict[str, Any]]) -> bool:
    """Whether exactly these rows follow `version`."""
    wanted = (
        select(log.c.at, log.c.happening)
        .where(log.c.table_id == table, log.c.version > version, log.c.version <= version + len(rows))
        .order_by(log.c.version)
    )
    return [tuple(row) for row in connection.execute(wanted)] == [
        (row["at"], row["happening"]) for row in rows
    ]


def _first_line(error: Exception) -> str:
    return str(getattr(error, "orig", error)).strip().splitlines()[0].rstrip(".")
