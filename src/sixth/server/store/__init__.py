"""The log of every table: what happened, in order, kept before anybody is told."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple, Protocol, Self

from sqlalchemy.engine import URL

from sixth.server.core.wall_clock import Now
from sixth.server.store.games import Games, games_in
from sixth.server.table.codec import dumps_event
from sixth.server.table.events import TableEvent

CHANNEL: Final = "sixth_tables"
"""Where processes that share a store tell one another which table has moved."""

GOSSIP: Final = "sixth_gossip"
"""Where they tell what is kept nowhere."""


class ConflictError(Exception):
    """Somebody else appended to this table first; nothing was written."""


class Append(NamedTuple):
    """Events that follow `version` at a table, and when it must be looked after; see `Store.append`.

    `happenings` are the events as the log holds them, `games` what they mean for the games at the table.
    """

    table: str
    version: int
    happenings: Sequence[str]
    games: Games
    alarm: int | None = None

    @classmethod
    def of(cls, table: str, version: int, events: Sequence[TableEvent], alarm: int | None = None) -> Self:
        """Return the append of these events, of which there are not many."""
        return cls(table, version, list(map(dumps_event, events)), games_in(events), alarm)


class Directory(Protocol):
    """Which tables are open to everybody, and the codes by which tables are found; lost, it fills again."""

    def code_of(self, table: str, *, make: bool = True) -> str | None:
        """Return the code of a table, made if it has none and one is to be; None where all are in use."""

    def find(self, code: str) -> str | None:
        """Return the table that has this code."""

    def list(self, table: str) -> None:
        """Put a table into the list of open ones."""

    def unlist(self, table: str) -> None:
        """Take a table out of the list."""

    def listed(self, most: int) -> tuple[tuple[str, datetime], ...]:
        """Return the newest open tables, each with when it was listed."""


class Deadlines(Protocol):
    """When tables must be looked after because somebody's time is up; in milliseconds since 1970, UTC."""

    def due(self, now: int, most: int) -> tuple[tuple[str, int], ...]:
        """Return the tables whose deadline has come, each with it, longest due first."""

    def next(self) -> int | None:
        """Return the earliest of all deadlines; None if there is none."""

    def put_off(self, table: str, known: int, alarm: int) -> None:
        """Look after a table later, if its moment is still the one `known`."""


class Store(Protocol):
    """Where logs are kept. What `append` returned from is on disk."""

    url: URL
    """Where it is, for whoever needs a connection of its own."""

    now: Now
    """The time of day at this site, which is in its log, too."""

    shared: bool
    """Whether other processes may write too, so that what one knows of a table can be out of date."""

    @property
    def directory(self) -> Directory:
        """What is kept beside the logs, so that tables are found."""

    @property
    def waiting(self) -> int:
        """How many appends wait to be written."""

    @property
    def deadlines(self) -> Deadlines:
        """When tables must be looked after."""

    def append(
        self, table: str, version: int, events: Sequence[TableEvent], alarm: int | None = None
    ) -> None:
        """Add events as versions `version` + 1 and on; version 0 begins a table.

        With them is kept that the table must be looked after at `alarm`, or that it need not be.

        Raises:
            ConflictError: the table's log is not `version` long.
            UnavailableError: it cannot be written; everything else of a store may raise that, too.
        """

    def submit(self, appends: Sequence[Append], done: Callable[[Sequence[Exception | None]], None]) -> None:
        """Add events as `append` does, without waiting.

        `done` is called in another thread when all of them are on disk, with what kept each from being so.
        """

    def load(self, table: str, after: int = 0, most: int | None = None) -> tuple[TableEvent, ...]:
        """Return the events of a table from version `after` + 1 on, `most` at most; () for an unknown one."""

    def table_of(self, game: str) -> str | None:
        """Return the table where a game that is over was played; None if it goes on or is unknown."""

    def times(self, versions: Mapping[str, int]) -> dict[str, datetime]:
        """Return when the events of these versions happened, one of each table."""

    def ask(self) -> None:
        """Ask whether it is there, without waiting for it to come back.

        Raises:
            UnavailableError: it is not.
        """

    def check_writing(self) -> None:
        """Check that something can be written, by what was written last or by a small attempt.

        Raises:
            UnavailableError: nothing can.
        """

    def close(self) -> None:
        """Let go of the files."""
