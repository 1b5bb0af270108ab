"""Notifications of open tables, each of which answers one request of a browser that waits.

A request is deleted after the push service has accepted its message. A process that is killed in between
sends the message again when it starts; by its topic it replaces the first.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Final

from sixth.i18n import gettext as _, ngettext, using_language
from sixth.server.features.reminders.delivery import Delivery, PushLoop
from sixth.server.features.reminders.rows import Subscription, WaitingBrowser, WaitingList
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table.state import Table

WAITING_S: Final = 3 * 3600
"""Seconds after which a request ends."""

_SETTLED_MS: Final = 2_000
"""Milliseconds from the opening of a table to the notifications of it.

By then the browser that opened it has shown its page, which ends that browser's own request (`at_table`).
"""

_TTL_S: Final = 600
"""Seconds for which a message waits for a browser that is off; later the game may have begun."""


class Openings(PushLoop):
    """Notifies browsers that wait for an open table; their requests are in `store`."""

    def __init__(self, store: SqlStore, tables: Tables, delivery: Delivery) -> None:
        self._rows, self._tables, self._delivery = WaitingList(store), tables, delivery
        self._new_table = False
        super().__init__(store, self._rows)
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
        waiting = WaitingBrowser(
            # A table may have been opened since the list was read.
            **asdict(browser) | {"look_at": self._now()},
            proof=proof,
            known=" ".join({*listed, *seats}),
            until=self._now() + 1000 * WAITING_S,
        )
        await self._keep(waiting)

    async def end(self, proof: str) -> None:
        """Delete the request of the browser with this proof."""
        await asyncio.to_thread(self._rows.forget, proof)

    def _note_new_table(self) -> None:
        self._new_table = True
        self._wake.set()

    async def _send_due(self) -> None:
        """Notify the browsers that wait for a table that is open now, and delete expired requests."""
        now, new_table, self._new_table = self._now(), self._new_table, False
        try:
            if new_table:
                await asyncio.to_thread(self._rows.wake, now + _SETTLED_MS)
        except BaseException:
            self._new_table = True
            raise
        await asyncio.to_thread(self._rows.forget_expired, now)
        while claimed := await self._claim(now):
            tables = await self._open_tables()
            await asyncio.gather(*(self._handle(waiting, tables) for waiting in claimed))
            if {table.id for table in await self._open_tables()} - {table.id for table in tables}:
                # A table that was opened during this did not wake the claimed requests.
                self._note_new_table()

    async def _open_tables(self) -> Sequence[Table]:
        return [table for table, _since in await self._tables.open_tables()]

    async def _handle(self, waiting: WaitingBrowser, tables: Sequence[Table]) -> None:
        known = waiting.known.split()
        table = next((table for table in tables if table.id not in known), None)
        if table is None:
            return await asyncio.to_thread(self._rows.settle, waiting, look_at=None)
        outcome = await self._delivery.send(
            waiting, _message(table, waiting.language), about="/tables", ttl_s=_TTL_S
        )
        retry_ms = None if outcome.is_accepted or outcome.is_gone else outcome.retry_ms(waiting.tries)
        if retry_ms is None:
            return await asyncio.to_thread(self._rows.remove, waiting)
        look_at = self._now() + retry_ms
        return await asyncio.to_thread(self._rows.settle, waiting, look_at=look_at, tries=waiting.tries + 1)


def _message(table: Table, language: str) -> dict[str, str]:
    """Return the message about a table, which names its host as the list of open tables does."""
    host = table.seats[table.host].sitter if table.host is not None else None
    with using_language(language):
        title = _("Open tables")
        body = ngettext("{names} has opened a table.", "{names} have opened tables.", 1)
    return {
        "title": title,
        "body": body.format(names=host.name if host else ""),
        "lang": language,
        "tag": "/tables",
        "url": f"/t/{table.id}",
    }
