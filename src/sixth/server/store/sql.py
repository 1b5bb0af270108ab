"""Logs in an SQL database, through SQLAlchemy Core: SQLite or PostgreSQL, durable at every append."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from secrets import token_hex
from time import monotonic, sleep
from typing import Any, Final, TypeVar

from sqlalchemy import ARRAY, Connection, Engine, String, cast, func, select, text, tuple_
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError, SQLAlchemyError

from sixth.server.core.errors import UnavailableError
from sixth.server.core.retries import retry
from sixth.server.core.wall_clock import Now, Steady, milliseconds
from sixth.server.store import Append, games, upgrade
from sixth.server.store.append import Written, append, append_all
from sixth.server.store.chores import Chores
from sixth.server.store.deadlines import Deadlines, newest
from sixth.server.store.directory import Directory
from sixth.server.store.engine import (
    WRITES,
    StoreError,
    connected,
    first_line,
    passing_reason,
    plain_words,
    understood,
)
from sixth.server.store.outside import OutsideBots
from sixth.server.store.prepared import Prepared
from sixth.server.store.schema import log, sayable
from sixth.server.store.words import word_of
from sixth.server.store.writer import BatchWriter, WriteAll, WriteCheck, Writer, do_all
from sixth.server.table.codec import loads_event
from sixth.server.table.events import TableEvent

__all__ = ["SqlStore", "StoreError"]

T = TypeVar("T")
W = TypeVar("W")

_WRITERS: Final = {"sqlite": 1, "postgresql": 4}
"""Threads that write what is no append. SQLite lets one at a time do so, which writes appends as well."""

_NO_ROOM: Final = ("53100", "XX000")
"""What PostgreSQL says when its disk is full, and when it may not use more of it."""

_TIMEOUT_S: Final = 10.0
"""Seconds in which a PostgreSQL that is started again, or another machine that takes over, has come back."""

_MAX_VERSION: Final = 2**31 - 1
"""The highest version there is a number for."""

_TELL: Final = Prepared(text("SELECT pg_notify(:channel, :word)"))


class SqlStore:
    """The store over one database URL; safe to use from several threads.

    `wall` is the clock of the machine. Of a PostgreSQL, whatever is appended is told to other processes that
    listen, unless `notifies` is false because something else tells them.

    Raises:
        StoreError: the database cannot be opened, or is none that is supported.
    """

    def __init__(self, url: str | URL, wall: Now = milliseconds, *, notifies: bool = True) -> None:
        parsed = understood(url)
        self.shared = parsed.get_backend_name() == "postgresql"
        self._notifies = notifies and self.shared
        self.url = parsed
        self.name = token_hex(4)
        with plain_words(parsed):
            self._engine = connected(parsed)
            self._writing = self._engine.execution_options(**{WRITES: True})
            not_before = self._make_ready()
        self.now: Now = Steady(wall, not_before=not_before)
        # What is a single statement is a transaction already.
        single = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._reading = single if self.shared else self._engine
        self._writes = WriteCheck(self._touch)
        self.writer = Writer(partial(self._line, self._writing, do_all), _WRITERS[parsed.get_backend_name()])
        self._appends = BatchWriter(partial(self._line, single, append_all), 1) if self.shared else None
        self._directory = Directory(self.read, self.writer)
        self._deadlines = Deadlines(self.read, self.writer)
        self.chores = Chores(self.read, self.writer)
        self.outside = OutsideBots(self.read, self.writer)

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
        return (self._appends or self.writer).waiting

    def append(
        self, table: str, version: int, events: Sequence[TableEvent], alarm: int | None = None
    ) -> None:
        """See `Store.append`."""
        done: Future[None] = Future()

        def tell(outcomes: Sequence[Exception | None]) -> None:
            if (error := outcomes[0]) is not None:
                done.set_exception(error)
            else:
                done.set_result(None)

        self.submit([Append.of(table, version, events, alarm)], tell)
        done.result()

    def submit(self, appends: Sequence[Append], done: Callable[[Sequence[Exception | None]], None]) -> None:
        """See `Store.submit`."""
        now = datetime.fromtimestamp(self.now() / 1000, UTC).isoformat(timespec="microseconds")
        jobs = [self._written(each, now) for each in appends]
        if self._appends is not None:
            self._appends.put_all([(job.table, job) for job in jobs], done)
        else:
            self.writer.put_all([(job.table, partial(append, job=job)) for job in jobs], done)

    def _written(self, new: Append, now: str) -> Written:
        """Return an append as it is written."""
        version, happenings = new.version + len(new.happenings), tuple(new.happenings)
        word = str(word_of(new.table, version, self.name, happenings)) if self._notifies else None
        return Written(new.table, new.version, now, happenings, new.alarm, new.games, word)

    def load(self, table: str, after: int = 0, most: int | None = None) -> tuple[TableEvent, ...]:
        """See `Store.load`."""
        wanted = (
            select(log.c.happening)
            .where(log.c.table_id == table, log.c.version > min(after, _MAX_VERSION))
            .order_by(log.c.version)
            .limit(most)
        )
        if not sayable(table):
            return ()
        bodies = self.read(lambda connection: connection.execute(wanted).scalars().all())
        return tuple(loads_event(body) for body in bodies)

    def table_of(self, game: str) -> str | None:
        """See `Store.table_of`."""
        return self.read(lambda connection: games.table_of(connection, game)) if sayable(game) else None

    def times(self, versions: Mapping[str, int]) -> dict[str, datetime]:
        """See `Store.times`."""
        wanted = select(log.c.table_id, log.c.at).where(
            tuple_(log.c.table_id, log.c.version).in_(list(versions.items()))
        )
        rows = self.read(lambda connection: connection.execute(wanted).all()) if versions else ()
        return {table: datetime.fromisoformat(at) for table, at in rows}

    def tables(self) -> tuple[str, ...]:
        """Return the names of all tables there are."""
        wanted = select(log.c.table_id).where(log.c.version == 1).order_by(log.c.table_id)
        return tuple(self.read(lambda connection: connection.execute(wanted).scalars().all()))

    def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """Return how long the logs of these tables are, by one question to a PostgreSQL."""
        table = func.unnest(cast(list(tables), ARRAY(String))).column_valued("table_id")
        last = select(func.max(log.c.version)).where(log.c.table_id == table).scalar_subquery()
        wanted = select(table, last)
        rows = self.read(lambda connection: connection.execute(wanted).all()) if tables else ()
        return {name: version for name, version in rows if version}

    def tell(self, channel: str, word: str) -> None:
        """Tell other processes something that is kept nowhere.

        Raises:
            UnavailableError: the database does not answer.
        """
        try:
            with self._engine.begin() as connection:
                _TELL.do(connection, {"channel": channel, "word": word})
        except SQLAlchemyError as error:
            raise UnavailableError(first_line(error)) from error

    def ask(self) -> None:
        """See `Store.ask`."""
        try:
            with self._engine.connect() as connection:
                connection.execute(select(log).limit(0))
        except SQLAlchemyError as error:
            raise UnavailableError(first_line(error)) from error

    def check_writing(self) -> None:
        """See `Store.check_writing`."""
        self._writes.check()

    def close(self) -> None:
        """See `Store.close`."""
        if self._appends is not None:
            self._appends.close()
        self.writer.close()
        self._engine.dispose()

    def read(self, do: Callable[[Connection], T]) -> T:
        """Return what `do` finds, over a connection that has just been seen to work."""

        def once() -> T:
            with self._reading.connect() as connection:
                return do(connection)

        return self._patiently(once)

    # -------------------------------------------------------------- inside

    def _make_ready(self) -> int:
        """Bring the schema up to date; the moment of the newest that is known, in milliseconds."""

        def once() -> int:
            with self._writing.begin() as connection:
                upgrade.upgrade(connection)
                connection.execute(select(log).limit(0))
                upgrade.touch(connection)
                return newest(connection)

        try:
            return retry(once, partial(passing_reason, self.url))
        except BaseException:
            self._engine.dispose()
            raise

    @contextmanager
    def _line(
        self, engine: Engine, write_all: Callable[[Connection, Sequence[W]], Sequence[Any]]
    ) -> Iterator[WriteAll[W]]:
        """Have `write_all` write over one connection, as long as all goes well; another then, patiently."""
        with ExitStack() as kept:
            connection: Connection | None = None

            def once(jobs: Sequence[W]) -> Sequence[Any]:
                nonlocal connection
                if connection is None:
                    connection = kept.enter_context(engine.connect())
                try:
                    return write_all(connection, jobs)
                except BaseException:
                    connection = None
                    kept.close()
                    raise

            yield lambda jobs: self._writes.watch(partial(self._patiently, partial(once, jobs)))

    def _touch(self) -> None:
        try:
            with self._writing.begin() as connection:
                upgrade.touch(connection)
        except SQLAlchemyError as error:
            raise UnavailableError(first_line(error)) from error

    def _patiently(self, do: Callable[[], T]) -> T:
        """Call `do` again as long as a server of databases is away; what has no room gets none by itself."""
        until, pause = monotonic() + _TIMEOUT_S, 0.05
        while True:
            try:
                return do()
            except (OperationalError, InterfaceError, InternalError) as error:
                if not self.shared or _has_no_room(error) or monotonic() + pause > until:
                    raise UnavailableError(first_line(error)) from error
            sleep(pause)
            pause = min(1.0, 2 * pause)


def _has_no_room(error: DBAPIError) -> bool:
    return getattr(error.orig, "sqlstate", None) in _NO_ROOM
