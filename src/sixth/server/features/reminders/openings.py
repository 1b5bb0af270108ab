"""Notifications of open tables: who waits for one, and who is told once somebody opens it.

A request is forgotten once the push service has the message. So a process that is killed between the two
sends it again when it starts, and by its topic it replaces the first.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final

from sixth.i18n import gettext as _
from sixth.i18n import ngettext, using_language
from sixth.server.core.refusals import Busy
from sixth.server.features.reminders.delivery import (
    CLAIM_MS,
    MAX_AT_ONCE,
    MAX_REQUESTS,
    Delivery,
    PushLoop,
)
from sixth.server.features.reminders.rows import Waiting, WaitingList
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table.state import Table

WAITING_S: Final = 3 * 3600
"""For so long somebody waits; after that nobody is told."""

_TTL_S: Final = 600
"""Seconds for which a message waits for a browser that is off; the table may have begun after that."""


class Openings(PushLoop):
    """Who waits for an open table at `tables`, kept in `store`, and told by `delivery`."""

    def __init__(self, store: SqlStore, tables: Tables, delivery: Delivery) -> None:
        self._kept, self._tables, self._delivery = WaitingList(store), tables, delivery
        self._opened = False
        super().__init__(store, self._kept)
        tables.lobby.on_listed = self._look

    # -------------------------------------------------------------- who asks

    async def waits(self, proof: str) -> bool:
        """Return whether the browser with this proof waits."""
        return await asyncio.to_thread(self._kept.waits, proof, self._now())

    async def ask(
        self,
        proof: str,
        seats: Iterable[str],
        *,
        endpoint: str,
        p256dh: str,
        auth: str,
        language: str,
        site: str,
    ) -> None:
        """Have the browser with this proof told once at that endpoint, in that language.

        It is told neither of the tables that are open now nor of those at which it has `seats`.

        Raises:
            Refusal: the subscription of the browser is of no use, or too many browsers wait.
        """
        self._delivery.check(endpoint, p256dh, auth)
        listed = (table_id for table_id, _since in await self._tables.lobby.listed())
        waiting = Waiting(
            proof=proof,
            endpoint=endpoint,
            p256dh=p256dh,
            auth=auth,
            language=language,
            site=site,
            known=" ".join({*listed, *seats}),
            until=self._now() + 1000 * WAITING_S,
            # A table may have been opened since.
            look_at=self._now(),
        )
        if not await asyncio.to_thread(self._kept.keep, waiting, MAX_REQUESTS):
            raise Busy("busy", "Too many people want notifications right now; please try again in a while.")
        self._woken.set()

    async def end(self, proof: str) -> None:
        """Tell the browser with this proof nothing any more."""
        await asyncio.to_thread(self._kept.forget, proof)

    # -------------------------------------------------------------- who is told

    def _look(self) -> None:
        self._opened = True
        self._woken.set()

    async def once(self) -> None:
        """Tell all who wait for a table that is open now, and forget those who have waited long enough.

        Raises:
            UnavailableError: the database does not answer.
        """
        now, opened, self._opened = self._now(), self._opened, False
        try:
            if opened:
                await asyncio.to_thread(self._kept.wake, now)
        except BaseException:
            self._opened = True
            raise
        await asyncio.to_thread(self._kept.forget_expired, now)
        while claimed := await asyncio.to_thread(self._kept.claim, now, now + CLAIM_MS, MAX_AT_ONCE):
            tables = await self._open_tables()
            await asyncio.gather(*(self._one(waiting, tables) for waiting in claimed))
            if {table.id for table in await self._open_tables()} - {table.id for table in tables}:
                # A table opened meanwhile wakes no request that is claimed.
                self._look()

    async def _open_tables(self) -> Sequence[Table]:
        return [table for table, _since in await self._tables.open_tables()]

    async def _one(self, waiting: Waiting, tables: Sequence[Table]) -> None:
        known = waiting.known.split()
        table = next((table for table in tables if table.id not in known), None)
        if table is None:
            return await asyncio.to_thread(self._kept.settle, waiting, look_at=None)
        outcome = await self._delivery.send(
            waiting, _message(table, waiting.language), about="/tables", ttl_s=_TTL_S
        )
        again = None if outcome.is_taken or outcome.is_gone else outcome.again_ms(waiting.tries)
        if again is None:
            return await asyncio.to_thread(self._kept.forget_one, waiting)
        look_at = self._now() + again
        return await asyncio.to_thread(self._kept.settle, waiting, look_at=look_at, tries=waiting.tries + 1)


def _message(table: Table, language: str) -> dict[str, str]:
    """Return what somebody is told of a table: who opened it, as its line in the list says."""
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
