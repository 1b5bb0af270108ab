"""The interface of a store, which keeps the log of every table: its events, durable before they are sent."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple, Protocol, Self

from sqlalchemy.engine import URL

from sixth.server.core.wall_clock import Now
from sixth.server.store.games import Games, games_in
from sixth.server.table.codec import dumps_event
from sixth.server.table.events import TableEvent

CHANNEL: Final = "sixth_tables"
"""The channel on which processes that share a store announce their appends."""

GOSSIP: Final = "sixth_gossip"
"""The channel for their messages that are not stored."""


class ConflictError(Exception):
    """Another writer appended to this table first; nothing was written."""


class Append(NamedTuple):
    """Events after `version` of a table, and its next deadline; see `Store.append`.

    `bodies` are the events as the log holds them, `games` the games that they begin and end.
    """

    table: str
    version: int
    bodies: Sequence[str]
    games: Games
    alarm: int | None = None

    @classmethod
    def of(cls, table: str, version: int, events: Sequence[TableEvent], alarm: int | None = None) -> Self:
        """Return the append of these events, which are encoded here."""
        return cls(table, version, list(map(dumps_event, events)), games_in(events), alarm)


class Directory(Protocol):
    """The list of open tables, and the short codes of tables; it fills again if it is lost."""

    def code_of(self, table: str, *, make: bool = True) -> str | None:
        """Return the code of a table, a new one if it has none and `make` is true; else None."""

    def find(self, code: str) -> str | None:
        """Return the table with this code, or None."""

    def list(self, table: str) -> None:
        """Put a table into the list of open ones."""

    def unlist(self, table: str) -> None:
        """Take a table out of the list."""

    def listed(self, most: int) -> tuple[tuple[str, datetime], ...]:
        """Return the newest `most` open tables, each with the time at which it was listed."""


class Deadlines(Protocol):
    """The deadlines of tables, when a seat's time is up; in milliseconds since 1970, UTC."""

    def due(self, now: int, most: int) -> tuple[tuple[str, int], ...]:
        """Return up to `most` tables whose deadline has passed, each with its deadline, earliest first."""

    def next(self) -> int | None:
        """Return the earliest of all deadlines; None if there is none."""

    def put_off(self, table: str, expected: int, alarm: int) -> None:
        """Set the deadline of a table to `alarm`, if it is still the `expected` one."""


class Store(Protocol):
    """A store of logs. Events are on disk once `append` returns."""

    url: URL
    """The address of the database, for callers that need a connection of their own."""

    now: Now
    """The clock of this site, whose times are in the logs."""

    shared: bool
    """Whether other processes may also write, so that a table in memory can be out of date."""

    @property
    def directory(self) -> Directory:
        """The open tables and the codes of tables."""

    @property
    def waiting(self) -> int:
        """The number of appends that wait to be written."""

    @property
    def deadlines(self) -> Deadlines:
        """The deadlines of tables."""

    def append(
        self, table: str, version: int, events: Sequence[TableEvent], alarm: int | None = None
    ) -> None:
        """Write events as versions `version` + 1 and later; version 0 begins a table.

        The same transaction sets the table's deadline to `alarm`, or removes it (None).

        Raises:
            ConflictError: the table's log is not `version` long.
            UnavailableError: the database cannot be written; every other method may raise this, too.
        """

    def submit(self, appends: Sequence[Append], done: Callable[[Sequence[Exception | None]], None]) -> None:
        """Write events as `append` does, without waiting.

        Another thread calls `done` when all of them are on disk or have failed, with the error of each, or
        None.
        """

    def load(self, table: str, after: int = 0, most: int | None = None) -> tuple[TableEvent, ...]:
        """Return up to `most` events of a table after version `after`; () for an unknown table."""

    def table_of(self, game: str) -> str | None:
        """Return the table of a finished game; None if the game is not over or unknown."""

    def times(self, versions: Mapping[str, int]) -> dict[str, datetime]:
        """Return by table the time of one event, whose version `versions` gives."""

    def ask(self) -> None:
        """Check that the database answers, without retries.

        Raises:
            UnavailableError: it does not.
        """

    def check_writing(self) -> None:
        """Check that the database can be written, by the last write or by a small attempt.

        Raises:
            UnavailableError: it cannot.
        """

    def close(self) -> None:
        """Write what is queued, and close all connections."""
