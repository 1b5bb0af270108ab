"""A word to people whose turn it is at a table with days for it: who asked for one, and who is told when.

What happened is on disk before anybody is told, and that they were told is written once the push service has
it. So a process that is killed between the two sends the same word again when it starts: once more for each
kill, and by its topic it replaces the first. Nothing is lost: all who asked are looked after at each start.
"""

import asyncio
from typing import Final

from sixth.i18n import gettext as _
from sixth.i18n import using_language
from sixth.rules.game import Forbidden, NotNow
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.core.limits import CHANGES
from sixth.server.core.refusals import Busy
from sixth.server.features.reminders.delivery import (
    CLAIM_MS,
    MAX_AT_ONCE,
    MAX_REQUESTS,
    Delivery,
    Outcome,
    PushLoop,
)
from sixth.server.features.reminders.rows import Push, Pushes
from sixth.server.live.holder import Holder
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table import clock
from sixth.server.table.identity import hash_token
from sixth.server.table.state import Table
from sixth.server.table.turns import awaited_people, has_answered, is_slow

_LOOKS_MS: Final = 60_000
"""After which it is looked again whether somebody is still at the table."""

_MIN_TTL_S, _MAX_TTL_S = 60, 28 * 24 * 3600
"""For which a word waits for a browser that is off."""


class Reminders(PushLoop):
    """Who asked for a word at `tables`, kept in `store`, and told by `delivery`."""

    def __init__(self, store: SqlStore, tables: Tables, delivery: Delivery) -> None:
        self._store, self._tables, self._delivery = store, tables, delivery
        self._kept = Pushes(store)
        self._moved: set[str] = set()
        super().__init__(store, self._kept)

    # -------------------------------------------------------------- who asks

    async def asked(self, holder: Holder) -> bool:
        """Return whether whoever holds this seat has asked for a word.

        Raises:
            NoTableError, Refusal: they hold no seat at that table.
        """
        table = await self._tables.get(holder.table_id)
        found = await asyncio.to_thread(self._kept.find, table.id, holder.seat_at(table))
        return found is not None and found.proof == hash_token(holder.token or "")

    async def ask(
        self,
        holder: Holder,
        *,
        endpoint: str,
        p256dh: str,
        auth: str,
        language: str,
        site: str,
    ) -> None:
        """Have whoever holds this seat told at that endpoint, in that language, from their next turn on.

        Raises:
            NoTableError: there is no such table.
            Refusal: they hold no seat, nobody is told at such a table, or the browser gave what is no use.
        """
        seat = await holder.seat(within=CHANGES)
        table = await self._tables.get(holder.table_id)
        if not is_slow(table.config):
            raise Forbidden("push-slow", "Notifications are for tables with at least a day for a turn.")
        if table.state is not None and table.state.over:
            raise NotNow("over", "The game is over.")
        self._delivery.check(endpoint, p256dh, auth)
        push = Push(
            table_id=table.id,
            seat=seat,
            proof=hash_token(holder.token or ""),
            endpoint=endpoint,
            p256dh=p256dh,
            auth=auth,
            language=language,
            site=site,
            # Whoever asks has seen that it is their turn now.
            told=table.version if seat in awaited_people(table) else 0,
        )
        if not await asyncio.to_thread(self._kept.keep, push, MAX_REQUESTS):
            raise Busy("busy", "Too many people want notifications right now; please try again in a while.")
        # It may have become their turn since.
        self._look_at(table.id)

    async def end(self, holder: Holder) -> None:
        """Tell whoever holds this seat nothing any more.

        Raises:
            NoTableError, Refusal: they hold no seat at that table.
        """
        seat = await holder.seat(within=CHANGES)
        await asyncio.to_thread(self._kept.forget, holder.table_id, seat)

    # -------------------------------------------------------------- who is told

    def hear_move(self, before: Table, after: Table) -> None:
        """Look after those who asked at a table that has moved."""
        if is_slow(after.config) or is_slow(before.config):
            self._look_at(after.id)

    def _look_at(self, table_id: str) -> None:
        self._moved.add(table_id)
        self._woken.set()

    async def once(self) -> None:
        """Look after all at whose tables something has happened, and those left for now.

        Raises:
            UnavailableError: the database does not answer.
        """
        moved, self._moved = self._moved, set()
        try:
            if moved:
                await asyncio.to_thread(self._kept.wake, moved, self._now())
        except UnavailableError:
            self._moved |= moved
            raise
        now = self._now()
        while found := await asyncio.to_thread(self._kept.claim, now, now + CLAIM_MS, MAX_AT_ONCE):
            await asyncio.gather(*(self._one(push) for push in found))

    async def _one(self, push: Push) -> None:
        try:
            table = await self._tables.get(push.table_id)
        except NoTableError:
            return await asyncio.to_thread(self._kept.forget_one, push)
        if _is_past(table, push):
            return await asyncio.to_thread(self._kept.forget_one, push)
        told, tries, look_at = push.told, 0, None
        if push.seat in awaited_people(table) and await self._has_answered(table, push):
            if self._tables.pubsub.looks(table.id, push.seat):
                look_at = self._now() + _LOOKS_MS
            else:
                outcome = await self._send(table, push)
                if outcome.is_gone:
                    return await asyncio.to_thread(self._kept.forget_one, push)
                again = None if outcome.is_taken else outcome.again_ms(push.tries)
                if again is None:
                    told = table.version
                else:
                    tries, look_at = push.tries + 1, self._now() + again
        await asyncio.to_thread(self._kept.settle, push, look_at=look_at, told=told, tries=tries)
        if look_at is None and (await self._tables.get(table.id)).version != table.version:
            # Whoever wished that it is looked after meanwhile found that it was.
            self._look_at(table.id)
        return None

    async def _has_answered(self, table: Table, push: Push) -> bool:
        """Whether they had done anything, at the table as it is given, since they were told last."""
        if not push.told:
            return True
        # What has happened since the table was looked at is another turn's.
        most = table.version - push.told
        since = await asyncio.to_thread(self._store.load, push.table_id, push.told, most)
        return has_answered(since, push.seat)

    async def _send(self, table: Table, push: Push) -> Outcome:
        code = await self._tables.lobby.code_of(table)
        with using_language(push.language):
            title, body = _("It's your turn"), _("Table {code}").format(code=code or table.id)
        message = {
            "title": title,
            "body": body,
            "lang": push.language,
            "tag": f"/t/{table.id}",
            "url": f"/t/{table.id}",
        }
        ttl_s = _ttl(table, push.seat, self._now())
        return await self._delivery.send(push, message, about=table.id, ttl_s=ttl_s)


def _is_past(table: Table, push: Push) -> bool:
    """Whether there is nothing more to tell: the game is over, the seat is another's, or they left it."""
    over = table.state is not None and table.state.over
    # Whoever ran out of time may come back, and is told again then.
    seat = table.seats[push.seat]
    left = seat.stand_in is not None and seat.missed < clock.MAX_MISSED
    return over or left or seat.token != push.proof or not is_slow(table.config)


def _ttl(table: Table, seat: int, now: int) -> int:
    """Seconds for which a word is worth telling: until the time is up."""
    until = clock.deadline(table, seat) or (table.clock.pause if table.clock else None) or now
    return max(_MIN_TTL_S, min(_MAX_TTL_S, (until - now) // 1000))
