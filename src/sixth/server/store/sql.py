"""The store in an SQL database, SQLite or PostgreSQL, through SQLAlchemy Core; every append is durable."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from secrets import token_hex
from time import monotonic, sleep
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, event, select, text, tuple_
from sqlalchemy.engine import URL
from sqlalchemy.exc import InterfaceError, InternalError, OperationalError, SQLAlchemyError

from sixth.server.core.errors import UnavailableError
from sixth.server.core.retries import retry
from sixth.server.core.wall_clock import Now, SteadyClock, wall_clock_ms
from sixth.server.store import Append, engine, games, upgrade
from sixth.server.store.append import append, append_all
from sixth.server.store.chores import Chores
from sixth.server.store.deadlines import Deadlines, newest
from sixth.server.store.directory import Directory
from sixth.server.store.engine import StoreError
from sixth.server.store.game_ends import GameEnds
from sixth.server.store.notices import Notice
from sixth.server.store.prepared import PreparedStatement
from sixth.server.store.schema import log, sayable
from sixth.server.store.seat_rows import NO_SEATS, SeatRows
from sixth.server.store.writer import BatchWriter, WriteAll, WriteCheck, Writer, do_all, set_outcome
from sixth.server.table.codec import dumps_event, loads_event
from sixth.server.table.events import TableEvent

__all__ = ["SqlStore", "StoreError"]

T = TypeVar("T")
W = TypeVar("W")

_WRITERS: Final = {"sqlite": 1, "postgresql": 4}
"""Threads that write. SQLite allows one writer, whose thread also writes appends."""

_NO_ROOM: Final = ("53100", "XX000")
"""PostgreSQL's codes for a full disk, and for a quota that is used up."""

_TIMEOUT_S: Final = 10.0
"""Seconds in which a PostgreSQL that restarts, or a machine that takes over, should be back."""

_MAX_VERSION: Final = 2**31 - 1
"""The highest number that a version column can hold."""

_NOTIFY: Final = PreparedStatement(text("SELECT pg_notify(:channel, :message)"))


class SqlStore:
    """The store at one database URL; safe to use from several threads.

    `url` is the address of the database, for callers that need a connection of their own; `now` the clock of
    the site, whose times are in the logs; `shared` whether other processes may also write, so that a table in
    memory can be out of date: a PostgreSQL announces each append to them. `wall` is the clock of the machine.
    `engine` is for tools that query the database themselves.

    Raises:
        StoreError: the database cannot be opened, or is not supported.
    """

    def __init__(self, url: str | URL, wall: Now = wall_clock_ms) -> None:
        parsed = engine.normalize_url(url)
        self.shared = parsed.get_backend_name() == "postgresql"
        self.url = parsed
        self.name = token_hex(4)
        with engine.map_errors(parsed):
            self.engine, self._closed = engine.make_engine(parsed), False
            event.listen(self.engine, "checkin", self._close_late)
            self._writing = self.engine.execution_options(**{engine.WRITES: True})
            not_before = self._make_ready()
        self.now: Now = SteadyClock(wall, not_before=not_before)
        # A single statement is a transaction of its own.
        single = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._reading = single if self.shared else self.engine
        self._writes = WriteCheck(self._touch)
        self.writer = Writer(partial(self._line, self._writing, do_all), _WRITERS[parsed.get_backend_name()])
        self._appends = BatchWriter(partial(self._line, single, append_all), 1) if self.shared else None
        self.directory = Directory(self.read, self.writer)
        self.deadlines = Deadlines(self.read, self.writer)
        self.chores = Chores(self.read, self.writer)
        self.game_ends = GameEnds(self.read, self.writer)

    @property
    def waiting(self) -> int:
        """The number of appends that wait to be written."""
        return (self._appends or self.writer).waiting

    def append(
        self,
        table: str,
        version: int,
        events: Sequence[TableEvent],
        alarm: int | None = None,
        seats: SeatRows = NO_SEATS,
    ) -> None:
        """Write events as versions `version` + 1 and later; version 0 begins a table.

        The same transaction sets the table's deadline to `alarm`, or removes it (None), and writes `seats`.
        All is on disk when this returns.

        Raises:
            ConflictError: the table's log is not `version` long.
            UnavailableError: the database cannot be written; every other method may raise this, too.
        """
        future: Future[None] = Future()
        bodies = [*map(dumps_event, events)]
        job = Append(table, version, bodies, games.games_in(events), alarm, seats)
        self.submit([job], partial(set_outcome, future))
        future.result()

    def submit(self, appends: Sequence[Append], done: Callable[[Sequence[Exception | None]], None]) -> None:
        """Write events as `append` does, without waiting.

        Another thread calls `done` when all of them are on disk or have failed, with the error of each, or
        None.
        """
        now = datetime.fromtimestamp(self.now() / 1000, UTC).isoformat(timespec="microseconds")
        jobs = [self._job(each, now) for each in appends]
        if self._appends is not None:
            self._appends.put_all([(job.table, job) for job in jobs], done)
        else:
            self.writer.put_all([(job.table, partial(append, job=job)) for job in jobs], done)

    def _job(self, new: Append, now: str) -> Append:
        version = new.version + len(new.bodies)
        notice = str(Notice.of(new.table, version, self.name, new.bodies)) if self.shared else None
        return new._replace(at=now, notice=notice)

    def load(self, table: str, after: int = 0, most: int | None = None) -> tuple[TableEvent, ...]:
        """Return up to `most` events of a table after version `after`; () for an unknown table."""
        query = (
            select(log.c.happening)
            .where(log.c.table_id == table, log.c.version > min(after, _MAX_VERSION))
            .order_by(log.c.version)
            .limit(most)
        )
        if not sayable(table):
            return ()
        bodies = self.read(lambda connection: connection.execute(query).scalars().all())
        return tuple(loads_event(body) for body in bodies)

    def table_of(self, game: str) -> str | None:
        """Return the table of a finished game; None if the game is not over or unknown."""
        return self.read(lambda connection: games.table_of(connection, game)) if sayable(game) else None

    def times(self, versions: Mapping[str, int]) -> dict[str, datetime]:
        """Return by table the time of one event, whose version `versions` gives."""
        query = select(log.c.table_id, log.c.at).where(
            tuple_(log.c.table_id, log.c.version).in_(list(versions.items()))
        )
        rows = self.read(lambda connection: connection.execute(query).all()) if versions else ()
        return {table: datetime.fromisoformat(at) for table, at in rows}

    def tables(self) -> tuple[str, ...]:
        """Return the names of all tables."""
        query = select(log.c.table_id).where(log.c.version == 1).order_by(log.c.table_id)
        return tuple(self.read(lambda connection: connection.execute(query).scalars().all()))

    def notify(self, channel: str, message: str) -> None:
        """Send processes a message that is not stored (PostgreSQL only); may raise `UnavailableError`."""
        try:
            with self.engine.begin() as connection:
                _NOTIFY.do(connection, {"channel": channel, "message": message})
        except SQLAlchemyError as error:
            raise UnavailableError(engine.first_line(error)) from error

    def ping(self) -> None:
        """Raise `UnavailableError` if the database does not answer now, without retries."""
        try:
            with self.engine.connect() as connection:
                connection.execute(select(log).limit(0))
        except SQLAlchemyError as error:
            raise UnavailableError(engine.first_line(error)) from error

    def empty_wal(self) -> bool:
        """Empty SQLite's log of what was overwritten; return whether it is empty, true for PostgreSQL."""
        try:
            return self.shared or engine.empty_wal(self.url)
        except sqlite3.Error as error:
            raise UnavailableError(engine.first_line(error)) from error

    def check_writing(self) -> None:
        """Raise `UnavailableError` if the database cannot be written, by the last write or an attempt."""
        self._writes.check()

    def close(self) -> None:
        """Write what is queued, and close all connections."""
        if self._appends is not None:
            self._appends.close()
        self.writer.close()
        self._closed = True
        self.engine.dispose()

    def read(self, do: Callable[[Connection], T]) -> T:
        """Return the result of `do`, called with a connection, again if a PostgreSQL is away for a while."""

        def once() -> T:
            with self._reading.connect() as connection:
                return do(connection)

        return self._retry(once)

    # -------------------------------------------------------------- inside

    def _close_late(self, connection: Any, _record: object) -> None:
        """Close a connection that comes back after all others were closed, as a thread was still reading."""
        if self._closed and connection is not None:
            connection.close()

    def _make_ready(self) -> int:
        """Bring the schema up to date; return the time that `newest` gives, in milliseconds."""

        def once() -> int:
            with self._writing.begin() as connection:
                upgrade.upgrade(connection)
                connection.execute(select(log).limit(0))
                upgrade.touch(connection)
                return newest(connection)

        try:
            return retry(once, partial(engine.passing_reason, self.url))
        except BaseException:
            self.engine.dispose()
            raise

    @contextmanager
    def _line(
        self, source: Engine, write_all: Callable[[Connection, Sequence[W]], Sequence[Any]]
    ) -> Iterator[WriteAll[W]]:
        """Yield `write_all` over one connection to `source`, which is replaced after an error."""
        with ExitStack() as stack:
            connection: Connection | None = None

            def once(jobs: Sequence[W]) -> Sequence[Any]:
                nonlocal connection
                if connection is None:
                    connection = stack.enter_context(source.connect())
                try:
                    return write_all(connection, jobs)
                except BaseException:
                    connection = None
                    stack.close()
                    raise

            yield lambda jobs: self._writes.watch(partial(self._retry, partial(once, jobs)))

    def _touch(self) -> None:
        try:
            with self._writing.begin() as connection:
                upgrade.touch(connection)
        except SQLAlchemyError as error:
            raise UnavailableError(engine.first_line(error)) from error

    def _retry(self, do: Callable[[], T]) -> T:
        """Call `do`, again and again for a time while a PostgreSQL is away; not if its disk is full."""
        until, pause = monotonic() + _TIMEOUT_S, 0.05
        while True:
            try:
                return do()
            except (OperationalError, InterfaceError, InternalError) as error:
                has_room = getattr(error.orig, "sqlstate", None) not in _NO_ROOM
                if not self.shared or not has_room or monotonic() + pause > until:
                    raise UnavailableError(engine.first_line(error)) from error
            sleep(pause)
            pause = min(1.0, 2 * pause)
