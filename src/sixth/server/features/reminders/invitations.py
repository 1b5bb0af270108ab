"""Notifications of people whom a friend invites to a table, in the browsers in which they asked for them."""

import asyncio
import logging
from dataclasses import asdict
from typing import Final

from sixth.i18n import gettext as _, using_language
from sixth.server.core.errors import UnavailableError
from sixth.server.features.reminders.delivery import Delivery
from sixth.server.features.reminders.rows import InvitationPushes, PersonPush, Subscription
from sixth.server.features.reminders.tables import person_pushes
from sixth.server.people.person import Visitor
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import hash_token

_TTL_S: Final = 600
"""Seconds for which a message waits for a browser that is off: an invitation is shown as long."""

_LOG: Final = logging.getLogger(__name__)


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
        row = PersonPush(**asdict(to), proof=hash_token(visitor.secret))
        await asyncio.to_thread(self._rows.keep_for, visitor.person.id, row)

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

    async def _send(self, to: PersonPush, name: str, table_id: str) -> None:
        with using_language(to.language):
            title, body = _("Invitation"), _("{name} invites you to a table.").format(name=name)
        where = f"/t/{table_id}"
        outcome = await self._delivery.send(to, title, body, url=where, tag=where, ttl_s=_TTL_S)
        if outcome.is_gone:
            await asyncio.to_thread(self._rows.remove, to)
