"""Requests for notifications, of turns or of open tables, beside the logs in the same database.

A process claims a request for a while to handle it. If it is killed, another process handles the request
after that, or the same one when it starts again.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Connection, Delete, Table, Update, and_, delete, func, or_, select, update

from sixth.server.features.reminders.tables import pushes, waiting_list
from sixth.server.store.schema import insert_new, sayable, secrets
from sixth.server.store.site_secrets import shared_secret
from sixth.server.store.sql import SqlStore
from sixth.server.store.writer import StoreRows

_KEY: Final = "push-key"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """The subscription of a browser to notifications; see `pushes`."""

    endpoint: str
    p256dh: str
    auth: str
    language: str
    site: str
    look_at: int | None = None
    tries: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Push(Subscription):
    """The subscription of a browser to the turns of a seat; see `pushes`."""

    table_id: str
    seat: int
    proof: str
    told: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingBrowser(Subscription):
    """The subscription of a browser to one open table; see `waiting_list`."""

    proof: str
    known: str
    until: int


_Row = TypeVar("_Row", bound=Subscription)


class Requests(StoreRows, Generic[_Row]):
    """Requests of one kind, each handled by one process at a time when it is due."""

    def __init__(self, store: SqlStore, table: Table, row: type[_Row]) -> None:
        super().__init__(store)
        self._table, self._row = table, row

    def wake_all(self, now: int, *, alone: bool) -> None:
        """Make all requests due, as a process starts; claimed ones only if it is `alone`."""
        every = update(self._table).values(look_at=now)
        self._do(every if alone else every.where(self._table.c.look_at.is_(None)))

    def next(self) -> int | None:
        """Return when the next request is due, in milliseconds since 1970; None for none."""
        look_at: int | None = self._read(
            lambda connection: connection.scalar(select(func.min(self._table.c.look_at)))
        )
        return look_at

    def claim(self, now: int, until: int, most: int) -> Sequence[_Row]:
        """Claim at most so many requests that are due, until the time `until`."""
        look_at = self._table.c.look_at
        due = select(self._table).where(look_at <= now).order_by(look_at).limit(most)

        def take(connection: Connection) -> Sequence[_Row]:
            claimed = [
                self._row(**row._asdict())
                for row in connection.execute(due.with_for_update(skip_locked=True))
            ]
            for row in claimed:
                connection.execute(update(self._table).where(self._has_key(row)).values(look_at=until))
            return claimed

        look_at_next = self.next()
        if look_at_next is None or look_at_next > now:
            return ()
        return self._writer.submit(_KEY, take).result()

    def remove(self, row: _Row) -> None:
        """Delete a request, unless another browser has replaced it."""
        self._do(delete(self._table).where(self._is(row)))

    def keep(self, row: _Row, most: int) -> bool:
        """Keep a request in place of those that it replaces; False where the site has `most` already."""

        def replace(connection: Connection) -> bool:
            connection.execute(delete(self._table).where(self._is_replaced_by(row)))
            if (connection.scalar(select(func.count()).select_from(self._table)) or 0) >= most:
                return False
            insert_new(connection, self._table, **asdict(row))
            return True

        return self._writer.submit(_KEY, replace).result()

    def _is_replaced_by(self, row: _Row) -> Any:
        return self._has_key(row)

    def _wake(self, idle: Any, now: int) -> None:
        query = select(self._table.c.proof).where(idle).limit(1)
        # Mostly there is no request, and a read to see that does not delay writes.
        if self._read(lambda connection: connection.scalar(query)) is not None:
            self._do(update(self._table).where(idle).values(look_at=now))

    def settle(self, row: _Row, *, look_at: int | None, tries: int = 0, **values: int) -> None:
        """Keep the outcome of a request, unless another one has replaced it."""
        outcome = update(self._table).where(self._is(row)).values(look_at=look_at, tries=tries, **values)
        self._do(outcome)

    def _do(self, change: Update | Delete) -> None:
        self._writer.submit(_KEY, lambda connection: connection.execute(change)).result()

    def _has_key(self, row: _Row) -> Any:
        return and_(*(column == getattr(row, column.name) for column in self._table.primary_key))

    def _is(self, row: _Row) -> Any:
        return self._has_key(row) & (self._table.c.endpoint == row.endpoint)


class Pushes(Requests[Push]):
    """Requests for notifications of turns, one browser a seat at most, and the key of the site."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store, pushes, Push)

    def key(self, make: Callable[[], str]) -> str:
        """Return the site's key; if there is none, make one for all processes."""
        query = select(secrets.c.value).where(secrets.c.name == _KEY)
        key: str | None = self._read(lambda connection: connection.scalar(query))
        make_once = partial(shared_secret, name=_KEY, make=make)
        return key or self._writer.submit(_KEY, make_once).result()

    def find(self, table: str, seat: int) -> Push | None:
        """Return the request for a seat; None if there is none."""
        query = select(pushes).where(pushes.c.table_id == table, pushes.c.seat == seat)
        row = self._read(lambda connection: connection.execute(query).first()) if sayable(table) else None
        return None if row is None else Push(**row._asdict())

    def forget(self, table: str, seat: int) -> None:
        """Delete the request for a seat."""
        self._do(delete(pushes).where(pushes.c.table_id == table, pushes.c.seat == seat))

    def wake(self, tables: Collection[str], now: int) -> None:
        """Make the requests at these tables due, but for those with a later time to be handled."""
        self._wake(pushes.c.table_id.in_(tables) & pushes.c.look_at.is_(None), now)


class WaitingList(Requests[WaitingBrowser]):
    """Requests for one notification of an open table, one a browser."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store, waiting_list, WaitingBrowser)

    def waits(self, proof: str, now: int) -> bool:
        """Return whether the browser with this proof waits."""
        query = select(waiting_list.c.until).where(waiting_list.c.proof == proof)
        until = self._read(lambda connection: connection.scalar(query))
        return until is not None and until > now

    def _is_replaced_by(self, row: WaitingBrowser) -> Any:
        """Whether a request is an earlier one of this browser."""
        return or_(self._has_key(row), waiting_list.c.endpoint == row.endpoint)

    def forget(self, proof: str) -> None:
        """Delete the request of the browser with this proof."""
        self._do(delete(waiting_list).where(waiting_list.c.proof == proof))

    def forget_expired(self, now: int) -> None:
        """Delete the requests whose time is over."""
        expired = waiting_list.c.until <= now
        query = select(waiting_list.c.proof).where(expired).limit(1)
        if self._read(lambda connection: connection.scalar(query)) is not None:
            self._do(delete(waiting_list).where(expired))

    def wake(self, now: int) -> None:
        """Make all requests due, but for those with a later time to be handled."""
        self._wake(waiting_list.c.look_at.is_(None), now)
