"""Where people asked for a notification, beside the logs in the same database.

They asked to be told when it is their turn at a table, or when somebody opens one. Whoever looks after a
request claims it for a while. What a killed process had claimed is looked after again, by another or when it
starts anew.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Connection, Delete, Table, Update, and_, delete, func, or_, select, update

from sixth.server.store.schema import insert_new, pushes, sayable, secrets, shared_secret, waiting_list
from sixth.server.store.sql import SqlStore
from sixth.server.store.writer import Part

_KEY: Final = "push-key"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """A browser that asked; see `schema.pushes`."""

    endpoint: str
    p256dh: str
    auth: str
    language: str
    site: str
    look_at: int | None = None
    tries: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Push(Subscription):
    """One that is told of its turns at a seat; see `schema.pushes`."""

    table_id: str
    seat: int
    proof: str
    told: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingBrowser(Subscription):
    """One that is told of an open table; see `schema.waiting_list`."""

    proof: str
    known: str
    until: int


_Row = TypeVar("_Row", bound=Subscription)


class Requests(Part, Generic[_Row]):
    """Requests of one kind, of which some must be looked after at a time; each by one process at once."""

    def __init__(self, store: SqlStore, table: Table, row: type[_Row]) -> None:
        super().__init__(store.read, store.writer)
        self._table, self._row = table, row

    def wake_all(self, now: int, *, alone: bool) -> None:
        """Have all of them looked after now, as a process starts; those claimed, too, if it is `alone`."""
        every = update(self._table).values(look_at=now)
        self._do(every if alone else every.where(self._table.c.look_at.is_(None)))

    def next(self) -> int | None:
        """Return when one must be looked after next, in milliseconds since 1970; None for never."""
        found: int | None = self._read(
            lambda connection: connection.scalar(select(func.min(self._table.c.look_at)))
        )
        return found

    def claim(self, now: int, until: int, most: int) -> Sequence[_Row]:
        """Claim at most so many that must be looked after, until then."""
        look_at = self._table.c.look_at
        due = select(self._table).where(look_at <= now).order_by(look_at).limit(most)

        def take(connection: Connection) -> Sequence[_Row]:
            found = [
                self._row(**row._asdict())
                for row in connection.execute(due.with_for_update(skip_locked=True))
            ]
            for row in found:
                connection.execute(update(self._table).where(self._at(row)).values(look_at=until))
            return found

        waiting = self.next()
        return self._writer.submit(_KEY, take).result() if waiting is not None and waiting <= now else ()

    def forget_one(self, row: _Row) -> None:
        """Forget this, unless another has come to its place."""
        self._do(delete(self._table).where(self._same(row)))

    def _put(self, connection: Connection, row: _Row, most: int) -> bool:
        """Write a new row; False where there are `most` already."""
        if (connection.scalar(select(func.count()).select_from(self._table)) or 0) >= most:
            return False
        insert_new(connection, self._table, **asdict(row))
        return True

    def _wake(self, idle: Any, now: int) -> None:
        """Have these looked after now."""
        found = select(self._table.c.proof).where(idle).limit(1)
        # Hardly anybody has asked, and to find that out keeps nobody from writing.
        if self._read(lambda connection: connection.scalar(found)) is not None:
            self._do(update(self._table).where(idle).values(look_at=now))

    def _settle(self, row: _Row, **values: int | None) -> None:
        self._do(update(self._table).where(self._same(row)).values(values))

    def _do(self, change: Update | Delete) -> None:
        self._writer.submit(_KEY, lambda connection: connection.execute(change)).result()

    def _at(self, row: _Row) -> Any:
        return and_(*(column == getattr(row, column.name) for column in self._table.primary_key))

    def _same(self, row: _Row) -> Any:
        return self._at(row) & (self._table.c.endpoint == row.endpoint)


class Pushes(Requests[Push]):
    """Who is told of their turns, one browser a seat at most, and the key with which the site signs."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store, pushes, Push)

    def key(self, make: Callable[[], str]) -> str:
        """Return the site's key, which is made if there is none yet, once for all processes."""
        wanted = select(secrets.c.value).where(secrets.c.name == _KEY)
        found: str | None = self._read(lambda connection: connection.scalar(wanted))
        make_once = partial(shared_secret, name=_KEY, make=make)
        return found or self._writer.submit(_KEY, make_once).result()

    def find(self, table: str, seat: int) -> Push | None:
        """Return what was asked for at a seat."""
        wanted = select(pushes).where(pushes.c.table_id == table, pushes.c.seat == seat)
        row = self._read(lambda connection: connection.execute(wanted).first()) if sayable(table) else None
        return None if row is None else Push(**row._asdict())

    def keep(self, push: Push, most: int) -> bool:
        """Keep it instead of what was asked for at its seat; False where the site has `most` already."""

        def put(connection: Connection) -> bool:
            connection.execute(delete(pushes).where(self._at(push)))
            return self._put(connection, push, most)

        return self._writer.submit(push.table_id, put).result()

    def forget(self, table: str, seat: int) -> None:
        """Forget what was asked for at a seat."""
        self._do(delete(pushes).where(pushes.c.table_id == table, pushes.c.seat == seat))

    def wake(self, tables: Collection[str], now: int) -> None:
        """Have those of these tables looked after now; what is to be looked after later stays so."""
        self._wake(pushes.c.table_id.in_(tables) & pushes.c.look_at.is_(None), now)

    def settle(self, push: Push, *, look_at: int | None, told: int, tries: int = 0) -> None:
        """Keep what has come of looking after one, unless another has come to its place."""
        self._settle(push, look_at=look_at, told=told, tries=tries)


class WaitingList(Requests[WaitingBrowser]):
    """Who is told when somebody opens a table: each browser once."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store, waiting_list, WaitingBrowser)

    def waits(self, proof: str, now: int) -> bool:
        """Return whether the browser with this proof waits."""
        wanted = select(waiting_list.c.until).where(waiting_list.c.proof == proof)
        until = self._read(lambda connection: connection.scalar(wanted))
        return until is not None and until > now

    def keep(self, waiting: WaitingBrowser, most: int) -> bool:
        """Keep it instead of what its browser asked for before; False where the site has `most` already."""
        own = or_(self._at(waiting), waiting_list.c.endpoint == waiting.endpoint)

        def put(connection: Connection) -> bool:
            connection.execute(delete(waiting_list).where(own))
            return self._put(connection, waiting, most)

        return self._writer.submit(_KEY, put).result()

    def forget(self, proof: str) -> None:
        """Forget what the browser with this proof asked for."""
        self._do(delete(waiting_list).where(waiting_list.c.proof == proof))

    def forget_expired(self, now: int) -> None:
        """Forget those whose time is over."""
        expired = waiting_list.c.until <= now
        found = select(waiting_list.c.proof).where(expired).limit(1)
        if self._read(lambda connection: connection.scalar(found)) is not None:
            self._do(delete(waiting_list).where(expired))

    def wake(self, now: int) -> None:
        """Have all of them looked after now; what is to be looked after later stays so."""
        self._wake(waiting_list.c.look_at.is_(None), now)

    def settle(self, waiting: WaitingBrowser, *, look_at: int | None, tries: int = 0) -> None:
        """Keep what has come of looking after one, unless another has come to its place."""
        self._settle(waiting, look_at=look_at, tries=tries)
