"""A site in this process, over a real socket, with its store for tests to read."""

import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Final

import httpx2
import uvicorn
from starlette.applications import Starlette

from sixth.server.app import FEATURES, create_app
from sixth.server.core.settings import DEFAULT_SETTINGS, Settings
from sixth.server.core.wall_clock import Now, wall_clock_ms
from sixth.server.feature import Feature
from sixth.server.live.tables import Tables
from sixth.server.store.engine import FILE
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import TableEvent
from sixth.server.table.fold import fold
from sixth.server.table.state import Table
from tests.server.support.playing import Person, client_of
from tests.server.support.serving import PATIENCE


@cache
def _new_database() -> bytes:
    with TemporaryDirectory() as folder:
        SqlStore(f"sqlite:///{folder}/{FILE}").close()
        return (Path(folder) / FILE).read_bytes()


def prepare(folder: Path) -> str:
    """Return the URL of the database in a folder; put one there that has the schema, if there is none.

    A copy costs a third of the time in which a store makes the schema.
    """
    if not (folder / FILE).exists():
        (folder / FILE).write_bytes(_new_database())
    return f"sqlite:///{folder / FILE}"


@dataclass
class Site:
    """A running site: its address, store, tables and application."""

    url: str
    store: SqlStore
    tables: Tables
    app: Starlette
    _server: uvicorn.Server
    _clients: list[httpx2.Client] = field(default_factory=list)

    @property
    def port(self) -> int:
        """The port of the site."""
        return int(self.url.rpartition(":")[2])

    def person(self, address: str = "") -> Person:
        """Return a person with a browser of their own, as a proxy says at this address."""
        client = client_of(self.url)
        client.headers |= {"X-Forwarded-For": address} if address else {}
        self._clients.append(client)
        return Person(client)

    def rests(self) -> bool:
        """Return whether no answer is in progress."""
        return not self._server.server_state.tasks

    def log(self, table: str) -> tuple[TableEvent, ...]:
        """Return the events of a table."""
        return self.store.load(table)

    def table(self, table: str) -> Table:
        """Return a table after all events of its log."""
        return fold(table, self.log(table))

    def close(self) -> None:
        """Close all browsers."""
        for client in self._clients:
            client.close()


@contextmanager
def hosting(
    data: Path,
    database: str | None = None,
    settings: Settings = DEFAULT_SETTINGS,
    ticks: Callable[[], float] = time.monotonic,
    wall: Now = wall_clock_ms,
    features: Sequence[Feature] = FEATURES,
) -> Iterator[Site]:
    """A site over the folder `data`, or `database`, until the context ends.

    Its limits read the clock `ticks`, in seconds; `wall` returns the time of day.
    """
    data.mkdir(exist_ok=True)
    store = SqlStore(database or prepare(data), wall)
    app = create_app(store, settings, ticks, features)
    config = uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=2)
    server = uvicorn.Server(config)
    tables: Tables = app.state.site.tables
    # For a socket of TCP by name, asyncio turns Nagle's algorithm off, which costs 40 ms an answer.
    with socket.socket(proto=socket.IPPROTO_TCP) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        site = Site(f"http://127.0.0.1:{listener.getsockname()[1]}", store, tables, app, server)
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield site
        finally:
            site.close()
            server.should_exit = True
            thread.join(PATIENCE)
    assert not thread.is_alive()


def until(condition: Callable[[], bool], what: str, *, patience: float = PATIENCE) -> None:
    """Wait until a condition is true; after `patience` seconds fail with `what`, a clause about it."""
    end, pause = time.monotonic() + patience, 0.005
    while not condition():
        assert time.monotonic() < end, f"waited in vain until {what}"
        # Checks become rarer, so that they do not delay a long wait.
        time.sleep(pause)
        pause = min(0.1, pause * 1.3)


class Calendar:
    """A clock that begins at noon of today and can be set forward by days."""

    def __init__(self) -> None:
        self._noon = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0)
        self._forward = timedelta()
        self._began = time.monotonic()

    def __call__(self) -> int:
        """Return the time, in milliseconds since 1970."""
        return round(self.now.timestamp() * 1000)

    @property
    def now(self) -> datetime:
        """The time."""
        return self._noon + self._forward + timedelta(seconds=time.monotonic() - self._began)

    def day(self, later: int = 0) -> str:
        """Return the date of today, or of so many days later."""
        return (self.now.date() + timedelta(later)).isoformat()

    def forward(self, days: int = 1) -> None:
        """Set the calendar so many days forward."""
        self._forward += timedelta(days)


class Clock:
    """A clock that begins at noon of today and can be set forward by milliseconds."""

    def __init__(self) -> None:
        self._calendar, self._more = Calendar(), 0

    def __call__(self) -> int:
        """Return the time, in milliseconds since 1970."""
        return self._calendar() + self._more

    def forward(self, milliseconds: int) -> None:
        """Set the clock forward."""
        self._more += milliseconds


class Days:
    """A clock that stands still, and moves by whole days; limits count again each day."""

    def __init__(self) -> None:
        self._now = 0.0

    def __call__(self) -> float:
        """Return the time, in seconds."""
        return self._now

    def next(self) -> None:
        """Begin another day."""
        self._now += 24 * 3600


TODAY: Final = Days()
"""The clock of the limits of sites that tests share: each test has a day of its own."""
