"""Notifications to players whose turn it is at a slow table, which has days for a turn.

A notification is written down after the push service has accepted it. A process that is killed in between
sends it again when it starts; by its topic it replaces the first. No turn is forgotten, as a process handles
all requests when it starts.
"""

import asyncio
from dataclasses import asdict
from typing import Final

from sixth.i18n import gettext as _, using_language
from sixth.rules.game import Forbidden, NotNow
from sixth.server.core.background import Background
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.core.limits import CHANGES
from sixth.server.features.reminders.delivery import MAX_AT_ONCE, Delivery, PushOutcome
from sixth.server.features.reminders.rows import Push, Pushes, Subscription
from sixth.server.features.reminders.tables import pushes
from sixth.server.live.door import Sender
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table import clock
from sixth.server.table.identity import hash_token
from sixth.server.table.state import Table
from sixth.server.table.turns import awaited_people, has_answered, is_slow

_LOOK_AGAIN_MS: Final = 60_000
"""Milliseconds between two looks at whether a player still has the page of the table open."""

_CLAIM_MS: Final = 60_000
"""Milliseconds for which no other process handles a request; to handle one takes much less."""

_LONGEST_NAP_S: Final = 15.0
"""Seconds: another process may have ended, or left something to do."""

_MIN_TTL_S, _MAX_TTL_S = 60, 28 * 24 * 3600
"""Seconds for which a message waits for a browser that is off, at least and at most."""


class Reminders(Background):
    """Notifies players of their turns at `tables`; their requests are in `store`.

    When it starts it handles all requests.
    """

    interval_s = 5.0
    late, fault = "Notifications are sent later", "Notifications cannot be sent"

    def __init__(self, store: SqlStore, tables: Tables, delivery: Delivery) -> None:
        self._store, self._tables, self._delivery = store, tables, delivery
        self._rows, self._now = Pushes(store), store.now
        self._moved_tables: set[str] = set()
        self._started = False

    async def has_request(self, sender: Sender) -> bool:
        """Return whether the holder of this seat has requested notifications.

        Raises:
            NoTableError, Refusal: the holder has no seat at the table.
        """
        table = await self._tables.get(sender.table_id)
        push = await asyncio.to_thread(self._rows.find, table.id, sender.seat_at(table))
        return push is not None and push.proof == hash_token(sender.token or "")

    async def ask(self, sender: Sender, browser: Subscription) -> None:
        """Request notifications for the holder of this seat at a browser, from the next turn on.

        Raises:
            NoTableError: there is no such table.
            Refusal: the holder has no seat, the table is not slow, or the subscription cannot be used.
        """
        seat = await self._tables.door.seat(sender, within=CHANGES)
        table = await self._tables.get(sender.table_id)
        if not is_slow(table.config):
            raise Forbidden("push-slow", "Notifications are for tables with at least a day for a turn.")
        if table.state is not None and table.state.over:
            raise NotNow("over", "The game is over.")
        self._delivery.check(browser)
        push = Push(
            table_id=table.id,
            seat=seat,
            proof=hash_token(sender.token or ""),
            **asdict(browser),
            # A player who asks during a turn knows about it.
            told=table.version if seat in awaited_people(table) else 0,
        )
        await asyncio.to_thread(self._rows.keep, push)
        # The player's turn may have begun since the table was read.
        self._look_at(table.id)

    async def end(self, sender: Sender) -> None:
        """Delete the request of the holder of this seat.

        Raises:
            NoTableError, Refusal: the holder has no seat at the table.
        """
        seat = await self._tables.door.seat(sender, within=CHANGES)
        here = (pushes.c.table_id == sender.table_id) & (pushes.c.seat == seat)
        await asyncio.to_thread(self._rows.forget, here)

    def note_move(self, before: Table, after: Table) -> None:
        """Wake the loop for the requests at a table that has moved."""
        if is_slow(after.config) or is_slow(before.config):
            self._look_at(after.id)

    def _look_at(self, table_id: str) -> None:
        self._moved_tables.add(table_id)
        self._wake.set()

    async def once(self) -> float:
        """Handle the requests at tables that have moved, and those that were put off until now.

        Returns the seconds until the next one is due.
        """
        if not self._started:
            await asyncio.to_thread(self._rows.wake_all, self._now(), alone=not self._store.shared)
            self._started = True
        tables, self._moved_tables = self._moved_tables, set()
        try:
            if tables:
                await asyncio.to_thread(self._rows.wake, tables, self._now())
        except UnavailableError:
            self._moved_tables |= tables
            raise
        now = self._now()
        while claimed := await asyncio.to_thread(self._rows.claim, now, now + _CLAIM_MS, MAX_AT_ONCE):
            await asyncio.gather(*(self._handle(push) for push in claimed))
        following = await asyncio.to_thread(self._rows.next)
        return self._delay_s(following, self._now(), _LONGEST_NAP_S)

    async def _handle(self, push: Push) -> None:
        try:
            table = await self._tables.get(push.table_id)
        except NoTableError:
            return await asyncio.to_thread(self._rows.remove, push)
        if _is_over(table, push):
            return await asyncio.to_thread(self._rows.remove, push)
        told, tries, look_at = push.told, 0, None
        if push.seat in awaited_people(table) and await self._has_answered(table, push):
            if self._tables.pubsub.is_looking(table.id, push.seat):
                look_at = self._now() + _LOOK_AGAIN_MS
            else:
                outcome = await self._send(table, push)
                if outcome.is_gone:
                    return await asyncio.to_thread(self._rows.remove, push)
                retry_ms = None if outcome.is_accepted else outcome.retry_ms(push.tries)
                if retry_ms is None:
                    told = table.version
                else:
                    tries, look_at = push.tries + 1, self._now() + retry_ms
        await asyncio.to_thread(self._rows.settle, push, look_at=look_at, told=told, tries=tries)
        if look_at is None and (await self._tables.get(table.id)).version != table.version:
            # The table moved while its request was claimed, and could not wake it.
            self._look_at(table.id)
        return None

    async def _has_answered(self, table: Table, push: Push) -> bool:
        """Return whether the player has acted between the last notification and `table`."""
        if not push.told:
            return True
        # Events after `table` may belong to a later turn.
        most = table.version - push.told
        since = await asyncio.to_thread(self._store.load, push.table_id, push.told, most)
        return has_answered(since, push.seat)

    async def _send(self, table: Table, push: Push) -> PushOutcome:
        code = await self._tables.lobby.code_of(table)
        with using_language(push.language):
            title, body = _("It's your turn"), _("Table {code}").format(code=code or table.id)
        where, ttl_s = f"/t/{table.id}", _ttl_s(table, push.seat, self._now())
        return await self._delivery.send(push, title, body, url=where, tag=where, ttl_s=ttl_s)


def _is_over(table: Table, push: Push) -> bool:
    """Return whether a request has ended: with the game, or as the player no longer has the seat."""
    over = table.state is not None and table.state.over
    # A player who ran out of time may come back, and then wants to be notified again.
    seat = table.seats[push.seat]
    has_left = seat.stand_in is not None and seat.missed < clock.MAX_MISSED
    return over or has_left or seat.token != push.proof or not is_slow(table.config)


def _ttl_s(table: Table, seat: int, now: int) -> int:
    """Return the seconds for which a message is of use: until the time of the seat is over."""
    until = clock.deadline(table, seat) or (table.clock.pause if table.clock else None) or now
    return max(_MIN_TTL_S, min(_MAX_TTL_S, (until - now) // 1000))
