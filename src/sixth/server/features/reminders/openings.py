"""Notifications of open tables, each of which answers one request of a browser that waits.

A request is deleted after the push service has accepted its message. A process that is killed in between
sends the message again when it starts; by its topic it replaces the first.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import asdict
from typing import Final

from sixth.i18n import gettext as _, ngettext, using_language
from sixth.server.core.background import Background
from sixth.server.features.reminders.delivery import MAX_AT_ONCE, Delivery
from sixth.server.features.reminders.rows import Subscription, WaitingBrowser, WaitingList
from sixth.server.features.reminders.tables import waiting_list
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table.state import Table

WAITING_S: Final = 3 * 3600
"""Seconds after which a request ends."""

_TTL_S: Final = 600
"""Seconds for which a message waits for a browser that is off; later the game may have begun."""

_SETTLED_S: Final = 2.0
"""Seconds from the opening of a table to the notifications of it.

By then the browser that opened it has shown its page, which ends that browser's own request.
"""


class Openings(Background):
    """Notifies browsers that wait for an open table; their requests are in `store`.

    It also looks now and then without a new table, for expired requests and messages that were not accepted.
    """

    interval_s = 600.0
    late, fault = "Notifications of open tables are sent later", "Notifications of open tables cannot be sent"

    def __init__(self, store: SqlStore, tables: Tables, delivery: Delivery) -> None:
        self._rows, self._now, self._tables, self._delivery = WaitingList(store), store.now, tables, delivery
        tables.lobby.on_listed = self._note_new_table

    async def waits(self, proof: str) -> bool:
        """Return whether the browser with this proof waits."""
        return await asyncio.to_thread(self._rows.waits, proof, self._now())

    async def ask(self, proof: str, seats: Iterable[str], browser: Subscription) -> None:
        """Request one notification for the browser with this proof, at its endpoint and in its language.

        The notification is neither about the tables that are open now nor about those where it has `seats`.

        Raises:
            Refusal: the subscription of the browser cannot be used, or too many browsers wait.
        """
        self._delivery.check(browser)
        listed = (table_id for table_id, _since in await self._tables.lobby.listed())
        known, until = " ".join({*listed, *seats}), self._now() + 1000 * WAITING_S
        waiting = WaitingBrowser(**asdict(browser), proof=proof, known=known, until=until)
        await asyncio.to_thread(self._rows.keep, waiting)
        # A table may have been opened since the list was read.
        self._note_new_table()

    async def end(self, proof: str) -> None:
        """Delete the request of the browser with this proof."""
        await asyncio.to_thread(self._rows.forget, waiting_list.c.proof == proof)

    def _note_new_table(self) -> None:
        asyncio.get_running_loop().call_later(_SETTLED_S, self._wake.set)

    async def once(self) -> None:
        """Notify the browsers that wait for a table that is open now, and delete expired requests."""
        now, waiting = self._now(), await asyncio.to_thread(self._rows.all)
        if any(each.until <= now for each in waiting):
            await asyncio.to_thread(self._rows.forget, waiting_list.c.until <= now)
        waiting = [each for each in waiting if each.until > now]
        tables = [table for table, _since in await self._tables.open_tables()] if waiting else []
        news = [
            (each, table)
            for each in waiting
            if (table := next((one for one in tables if one.id not in each.known.split()), None))
        ]
        for at in range(0, len(news), MAX_AT_ONCE):
            await asyncio.gather(*(self._notify(*each) for each in news[at : at + MAX_AT_ONCE]))

    async def _notify(self, waiting: WaitingBrowser, table: Table) -> None:
        """Notify a browser of a table, whose host is named as in the list of open tables."""
        host = table.seats[table.host].sitter if table.host is not None else None
        with using_language(waiting.language):
            title = _("Open tables")
            body = ngettext("{names} has opened a table.", "{names} have opened tables.", 1)
        body = body.format(names=host.name if host else "")
        outcome = await self._delivery.send(
            waiting, title, body, url=f"/t/{table.id}", tag="/tables", ttl_s=_TTL_S
        )
        if outcome.is_accepted or outcome.is_gone:
            await asyncio.to_thread(self._rows.remove, waiting)
