"""Subscriptions of browsers to notifications, beside the logs in the same database."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, Delete, Table, Update, and_, delete, func, select, update

from sixth.server.core.refusals import Busy
from sixth.server.features.reminders.tables import person_pushes, pushes, waiting_list
from sixth.server.store.people_schema import person_browsers
from sixth.server.store.schema import insert_new, sayable
from sixth.server.store.site_secrets import shared_secret
from sixth.server.store.sql import SqlStore
from sixth.server.store.writer import StoreRows

MAX_SUBSCRIPTIONS: Final = 20_000
"""Subscriptions on the whole site, of each kind of notification."""

KEY: Final = "push-key"
"""The name of the secret that signs notifications."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """The subscription of a browser to notifications; see `pushes`."""

    endpoint: str
    p256dh: str
    auth: str
    language: str
    site: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Push(Subscription):
    """The subscription of a browser to the turns of a seat; see `pushes`."""

    table_id: str
    seat: int
    proof: str
    told: int = 0
    look_at: int | None = None
    tries: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingBrowser(Subscription):
    """The subscription of a browser to one open table; see `waiting_list`."""

    proof: str
    known: str
    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPush(Subscription):
    """The subscription of a browser to invitations of its person; see `person_pushes`."""

    proof: str


class Subscriptions(StoreRows):
    """Subscriptions of one kind, in a table of their own."""

    def __init__(self, store: SqlStore, table: Table) -> None:
        super().__init__(store)
        self._table = table

    def keep(self, row: Subscription) -> None:
        """Keep a subscription in place of those that it replaces.

        Raises:
            Refusal: the site has `MAX_SUBSCRIPTIONS` already.
        """
        self._writer.submit(KEY, partial(self._replace, row=row)).result()

    def _replace(self, connection: Connection, row: Subscription) -> None:
        connection.execute(delete(self._table).where(self._is_replaced_by(row)))
        if (connection.scalar(select(func.count()).select_from(self._table)) or 0) >= MAX_SUBSCRIPTIONS:
            raise Busy("busy", "Too many people want notifications right now; please try again in a while.")
        insert_new(connection, self._table, **asdict(row))

    def remove(self, row: Subscription) -> None:
        """Delete a subscription, unless another browser has replaced it."""
        self._do(delete(self._table).where(self._is(row)))

    def forget(self, where: Any) -> None:
        """Delete the subscriptions for which a condition holds."""
        self._do(delete(self._table).where(where))

    def _do(self, change: Update | Delete) -> None:
        self._writer.submit(KEY, lambda connection: connection.execute(change)).result()

    def _has_key(self, row: Subscription) -> Any:
        return and_(*(column == getattr(row, column.name) for column in self._table.primary_key))

    def _is(self, row: Subscription) -> Any:
        return self._has_key(row) & (self._table.c.endpoint == row.endpoint)

    def _is_replaced_by(self, row: Subscription) -> Any:
        """Whether a subscription is an earlier one of this browser."""
        return self._has_key(row) | (self._table.c.endpoint == row.endpoint)


class Pushes(Subscriptions):
    """Subscriptions to turns, one browser a seat at most.

    A process claims a request for a while to handle it. If it is killed, another process handles the request
    after that, or the same one when it starts again.
    """

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store, pushes)

    def _is_replaced_by(self, row: Subscription) -> Any:
        """Whether a subscription is of the same seat; a browser may have seats at several tables."""
        return self._has_key(row)

    def find(self, table: str, seat: int) -> Push | None:
        """Return the request for a seat; None if there is none."""
        query = select(pushes).where(pushes.c.table_id == table, pushes.c.seat == seat)
        row = self._read(lambda connection: connection.execute(query).first()) if sayable(table) else None
        return None if row is None else Push(**row._asdict())

    def wake_all(self, now: int, *, alone: bool) -> None:
        """Make all requests due, as a process starts; claimed ones only if it is `alone`."""
        every = update(pushes).values(look_at=now)
        self._do(every if alone else every.where(pushes.c.look_at.is_(None)))

    def wake(self, tables: Collection[str], now: int) -> None:
        """Make the requests at these tables due, but for those with a later time to be handled."""
        idle = pushes.c.table_id.in_(tables) & pushes.c.look_at.is_(None)
        query = select(pushes.c.proof).where(idle).limit(1)
        # Mostly there is no request, and a read to see that does not delay writes.
        if self._read(lambda connection: connection.scalar(query)) is not None:
            self._do(update(pushes).where(idle).values(look_at=now))

    def next(self) -> int | None:
        """Return when the next request is due, in milliseconds since 1970; None for none."""
        query = select(func.min(pushes.c.look_at))
        look_at: int | None = self._read(lambda connection: connection.scalar(query))
        return look_at

    def claim(self, now: int, until: int, most: int) -> Sequence[Push]:
        """Claim at most so many requests that are due, until the time `until`."""
        look_at = pushes.c.look_at
        due = select(pushes).where(look_at <= now).order_by(look_at).limit(most)

        def take(connection: Connection) -> Sequence[Push]:
            rows = connection.execute(due.with_for_update(skip_locked=True))
            claimed = [Push(**row._asdict()) for row in rows]
            for row in claimed:
                connection.execute(update(pushes).where(self._has_key(row)).values(look_at=until))
            return claimed

        look_at_next = self.next()
        if look_at_next is None or look_at_next > now:
            return ()
        return self._writer.submit(KEY, take).result()

    def settle(self, row: Push, *, look_at: int | None, told: int, tries: int = 0) -> None:
        """Keep the outcome of a request, unless another one has replaced it."""
        values = {"look_at": look_at, "told": told, "tries": tries}
        self._do(update(pushes).where(self._is(row)).values(**values))


class WaitingList(Subscriptions):
    """Subscriptions to one notification of an open table, one a browser."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store, waiting_list)

    def waits(self, proof: str, now: int) -> bool:
        """Return whether the browser with this proof waits."""
        query = select(waiting_list.c.until).where(waiting_list.c.proof == proof)
        until = self._read(lambda connection: connection.scalar(query))
        return until is not None and until > now

    def all(self) -> Sequence[WaitingBrowser]:
        """Return all browsers that wait, also those whose time is over."""
        rows = self._read(lambda connection: connection.execute(select(waiting_list)).all())
        return [WaitingBrowser(**row._asdict()) for row in rows]


class InvitationPushes(Subscriptions):
    """Subscriptions of the browsers of people to invitations, one a browser."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store, person_pushes)

    def keep_for(self, person_id: str, row: PersonPush) -> None:
        """Keep the subscription of a browser of this person.

        Raises:
            Refusal: the site has `MAX_SUBSCRIPTIONS` already.
        """

        def write(connection: Connection) -> None:
            # A browser that was signed out at the same time subscribes to nothing.
            here = select(person_browsers.c.person_id).where(person_browsers.c.proof == row.proof)
            if connection.scalar(here.with_for_update()) == person_id:
                self._replace(connection, row)

        self._writer.submit(person_id, write).result()

    def has(self, proof: str) -> bool:
        """Return whether the browser with this hash of its secret has a subscription."""
        query = select(person_pushes.c.proof).where(person_pushes.c.proof == proof)
        return self._read(lambda connection: connection.scalar(query)) is not None

    def of_person(self, person_id: str) -> Sequence[PersonPush]:
        """Return the subscriptions of the browsers of a person."""
        query = select(person_pushes).join(person_browsers).where(person_browsers.c.person_id == person_id)
        rows = self._read(lambda connection: connection.execute(query).all())
        return [PersonPush(**row._asdict()) for row in rows]


def site_key(store: SqlStore, make: Callable[[], str]) -> str:
    """Return the key with which the site signs messages; `make` makes it once for all processes."""
    return store.writer.submit(KEY, partial(shared_secret, name=KEY, make=make)).result()
