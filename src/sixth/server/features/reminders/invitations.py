"""Notifications of people whom a friend invites to a table, in the browsers in which they asked for them."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select

from sixth.i18n import gettext as _, using_language
from sixth.server.core.errors import UnavailableError
from sixth.server.core.refusals import Busy
from sixth.server.features.reminders.delivery import MAX_REQUESTS, Delivery
from sixth.server.features.reminders.rows import Subscription
from sixth.server.features.reminders.tables import person_pushes
from sixth.server.people.person import Visitor
from sixth.server.store.people_schema import person_browsers
from sixth.server.store.sql import SqlStore
from sixth.server.store.writer import StoreRows
from sixth.server.table.identity import hash_token

_TTL_S: Final = 600
"""Seconds for which a message waits for a browser that is off: an invitation is shown as long."""

_FIELDS: Final = ("endpoint", "p256dh", "auth", "language", "site")
_LOG: Final = logging.getLogger(__name__)


class InvitationPushes(StoreRows):
    """The subscriptions of the browsers of people."""

    def keep(self, proof: str, person_id: str, to: Subscription) -> bool:
        """Keep the subscription of a browser, by the hash of its secret; False where there are too many."""
        same = (person_pushes.c.proof == proof) | (person_pushes.c.endpoint == to.endpoint)

        def write(connection: Connection) -> bool:
            connection.execute(delete(person_pushes).where(same))
            if (connection.scalar(select(func.count()).select_from(person_pushes)) or 0) >= MAX_REQUESTS:
                return False
            # A browser that was signed out at the same time subscribes to nothing.
            here = select(person_browsers.c.person_id).where(person_browsers.c.proof == proof)
            if connection.scalar(here.with_for_update()) == person_id:
                values = {name: getattr(to, name) for name in _FIELDS}
                connection.execute(insert(person_pushes).values(proof=proof, **values))
            return True

        return bool(self._writer.submit(person_id, write).result())

    def has(self, proof: str) -> bool:
        """Return whether the browser with this hash of its secret has a subscription."""
        query = select(person_pushes.c.proof).where(person_pushes.c.proof == proof)
        return self._read(lambda connection: connection.scalar(query)) is not None

    def forget(self, where: Any) -> None:
        """Delete the subscriptions for which a condition holds."""
        change = delete(person_pushes).where(where)
        self._writer.submit("pushes", lambda connection: connection.execute(change)).result()

    def of_person(self, person_id: str) -> Sequence[Subscription]:
        """Return the subscriptions of the browsers of a person."""
        columns = [person_pushes.c[name] for name in _FIELDS]
        query = select(*columns).join(person_browsers).where(person_browsers.c.person_id == person_id)
        rows = self._read(lambda connection: connection.execute(query).all())
        return [Subscription(**row._mapping) for row in rows]


class InvitationNotices:
    """Notifies people whom a friend invites, once and without another try: an invitation is short-lived."""

    def __init__(self, store: SqlStore, delivery: Delivery) -> None:
        self._rows, self._delivery = InvitationPushes(store), delivery
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Do nothing: messages are sent as invitations come."""

    async def close(self) -> None:
        """Give up the messages that are on their way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def has(self, visitor: Visitor) -> bool:
        """Return whether the browser of a visitor is notified of invitations."""
        return await asyncio.to_thread(self._rows.has, hash_token(visitor.secret))

    async def ask(self, visitor: Visitor, to: Subscription) -> None:
        """Notify the browser of a visitor of invitations from now on.

        Raises:
            Refusal: the subscription cannot be used, or too many browsers have one.
        """
        self._delivery.check(to)
        proof = hash_token(visitor.secret)
        if not await asyncio.to_thread(self._rows.keep, proof, visitor.person.id, to):
            raise Busy("busy", "Too many people want notifications right now; please try again in a while.")

    async def end(self, visitor: Visitor) -> None:
        """End the notifications to the browser of a visitor."""
        await asyncio.to_thread(self._rows.forget, person_pushes.c.proof == hash_token(visitor.secret))

    def notify(self, person_id: str, name: str, table_id: str) -> None:
        """Notify a person that the friend with this name invites them to a table; return at once."""
        task = asyncio.get_running_loop().create_task(self._notify(person_id, name, table_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _notify(self, person_id: str, name: str, table_id: str) -> None:
        try:
            browsers = await asyncio.to_thread(self._rows.of_person, person_id)
            await asyncio.gather(*(self._send(each, name, table_id) for each in browsers))
        except UnavailableError:
            _LOG.warning("Nobody is notified of an invitation: the database does not answer.")

    async def _send(self, to: Subscription, name: str, table_id: str) -> None:
        with using_language(to.language):
            body = _("{name} invites you to a table.").format(name=name)
            message = {"title": _("Invitation"), "body": body, "lang": to.language}
        where = {"tag": f"/t/{table_id}", "url": f"/t/{table_id}"}
        outcome = await self._delivery.send(to, message | where, about="invitation", ttl_s=_TTL_S)
        if outcome.is_gone:
            await asyncio.to_thread(self._rows.forget, person_pushes.c.endpoint == to.endpoint)
