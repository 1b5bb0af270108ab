"""A word to people whose turn it is at a table with days for it: who asked for one, and who is told when.

What happened is on disk before anybody is told, and that they were told is written once the push service has
it. So a process that is killed between the two sends the same word again when it starts: once more for each
kill, and by its topic it replaces the first. Nothing is lost: all who asked are looked after at each start.
"""

import asyncio
import logging
from typing import Final

from sixth.i18n import gettext as _
from sixth.i18n import using_language
from sixth.rules.game import Forbidden, NotNow, Refusal
from sixth.server.core.addresses import Network
from sixth.server.core.background import Background
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.core.limits import CHANGES, Limit
from sixth.server.core.logs import short
from sixth.server.core.refusals import Busy
from sixth.server.service.holder import Holder
from sixth.server.service.push.endpoints import endpoint_of
from sixth.server.service.push.messages import (
    check_keys,
    encrypted,
    headers,
    new_key,
    public_key,
    topic_of,
)
from sixth.server.service.push.sending import UnsentError, send
from sixth.server.service.tables import Tables
from sixth.server.store.pushes import Push
from sixth.server.store.sql import SqlStore
from sixth.server.table import clock
from sixth.server.table.identity import hashed
from sixth.server.table.state import Table
from sixth.server.table.turns import has_answered, is_slow, waits_for

ASKED: Final = Limit("pushes", 60, 3600)
"""Asked for from one address."""

_MOST: Final = 20_000
"""Browsers that may have asked on the whole site, each for one table."""

_MAX_AT_ONCE: Final = 20
"""Looked after at the same time."""

_CLAIM_MS: Final = 60_000
"""For so long nobody else looks after one; all that has to be done takes much less."""

_LOOKS_MS: Final = 60_000
"""After which it is looked again whether somebody is still at the table."""

_AGAIN_MS: Final = (60_000, 300_000, 1_800_000, 7_200_000, 21_600_000)
"""Until a push service is tried again that could not be reached, each time longer; then it is left alone."""

_MIN_TTL_S, _MAX_TTL_S = 60, 28 * 24 * 3600
"""For which a word waits for a browser that is off."""

_LONGEST_NAP_S: Final = 15.0
"""Another process may have ended, or left something to do."""

_PAUSE_S: Final = 5.0
"""Where the database is away."""

_LATER: Final = (408, 425, 429)
"""Statuses by which a push service says that it may take the same another time, beside its own faults."""

_LOG: Final = logging.getLogger(__name__)


class Reminders(Background):
    """Who asked for a word at `tables`, kept in `store`; push services are those at these `hosts`."""

    def __init__(self, store: SqlStore, tables: Tables, hosts: tuple[str, ...]) -> None:
        self._store, self._tables, self._hosts = store, tables, hosts
        self._kept, self._now = store.pushes, store.now
        self._moved: set[str] = set()
        self._woken, self._begun = asyncio.Event(), False
        self._key = ""
        tables.heed(self._heed)

    # -------------------------------------------------------------- who asks

    async def key(self) -> str:
        """Return what a browser must know of this site before it asks."""
        return public_key(await self._own_key())

    async def asked(self, holder: Holder) -> bool:
        """Return whether whoever holds this seat has asked for a word.

        Raises:
            NoTableError, Refusal: they hold no seat at that table.
        """
        table = await self._tables.get(holder.table_id)
        found = await asyncio.to_thread(self._kept.find, table.id, holder.seat_at(table))
        return found is not None and found.proof == hashed(holder.token or "")

    async def ask(
        self,
        holder: Holder,
        *,
        endpoint: str,
        p256dh: str,
        auth: str,
        language: str,
        site: str,
        network: Network,
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
        endpoint_of(endpoint, self._hosts)
        check_keys(p256dh, auth)
        await self._tables.limiter.check(ASKED, network)
        push = Push(
            table_id=table.id,
            seat=seat,
            proof=hashed(holder.token or ""),
            endpoint=endpoint,
            p256dh=p256dh,
            auth=auth,
            language=language,
            site=site,
            # Whoever asks has seen that it is their turn now.
            told=table.version if seat in waits_for(table) else 0,
        )
        if not await asyncio.to_thread(self._kept.keep, push, _MOST):
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

    def _heed(self, before: Table, table: Table) -> None:
        if is_slow(table.config) or is_slow(before.config):
            self._look_at(table.id)

    def _look_at(self, table_id: str) -> None:
        self._moved.add(table_id)
        self._woken.set()

    async def _run(self) -> None:
        await self._every(
            _PAUSE_S,
            self._send_due,
            late="Notifications are sent later",
            fault="Notifications cannot be sent",
            woken=self._woken,
        )

    async def _send_due(self) -> float:
        """Send what is due, and return for how many seconds nothing is."""
        if not self._begun:
            await asyncio.to_thread(self._kept.wake_all, self._now(), alone=not self._store.shared)
            self._begun = True
        await self.once()
        following = await asyncio.to_thread(self._kept.next)
        if following is None:
            return _LONGEST_NAP_S
        return min(_LONGEST_NAP_S, max(0.0, (following - self._now()) / 1000))

    async def once(self) -> None:
        """Look after all at whose tables something has happened, and those left for now.

        Raises:
            UnavailableError: the database does not answer.
        """
        self._woken.clear()
        moved, self._moved = self._moved, set()
        try:
            if moved:
                await asyncio.to_thread(self._kept.wake, moved, self._now())
        except UnavailableError:
            self._moved |= moved
            raise
        now = self._now()
        while found := await asyncio.to_thread(self._kept.claim, now, now + _CLAIM_MS, _MAX_AT_ONCE):
            await asyncio.gather(*(self._one(push) for push in found))

    async def _one(self, push: Push) -> None:
        try:
            table = await self._tables.get(push.table_id)
        except NoTableError:
            return await asyncio.to_thread(self._kept.forget_one, push)
        if _is_past(table, push):
            return await asyncio.to_thread(self._kept.forget_one, push)
        told, tries, look_at = push.told, 0, None
        if push.seat in waits_for(table) and await self._has_answered(table, push):
            if self._tables.pubsub.looks(table.id, push.seat):
                look_at = self._now() + _LOOKS_MS
            else:
                status, wait = await self._send(table, push)
                if 200 <= status < 300:
                    told = table.version
                elif status and status < 500 and status not in _LATER:
                    # Also one that leads elsewhere: there nothing is sent.
                    _LOG.info("A push service wants no more for a browser.", extra={"status": status})
                    return await asyncio.to_thread(self._kept.forget_one, push)
                elif push.tries < len(_AGAIN_MS):
                    tries = push.tries + 1
                    look_at = self._now() + max(_AGAIN_MS[push.tries], wait * 1000)
                else:
                    told = table.version
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

    async def _send(self, table: Table, push: Push) -> tuple[int, int]:
        """Tell them; returns the status (0 for no answer), and in how many seconds it may be tried again."""
        try:
            endpoint = endpoint_of(push.endpoint, self._hosts)
        except Refusal:
            # The host has taken that push service out of the settings.
            return 403, 0
        code = await self._tables.lobby.code_of(table)
        with using_language(push.language):
            title, body = _("It is your turn"), _("Table {code}").format(code=code or table.id)
        message = {
            "title": title,
            "body": body,
            "lang": push.language,
            "tag": f"/t/{table.id}",
            "url": f"/t/{table.id}",
        }
        now = self._now()
        signed = headers(
            await self._own_key(),
            origin=endpoint.origin,
            site=push.site,
            topic=topic_of(table.id, push.endpoint),
            now=now,
            ttl=_ttl(table, push.seat, now),
        )
        try:
            return await send(endpoint, encrypted(message, push.p256dh, push.auth), signed)
        except UnsentError as error:
            _LOG.warning("A push service cannot be reached: %s.", error, extra={"table": short(table.id)})
            return 0, 0

    async def _own_key(self) -> str:
        if not self._key:
            self._key = await asyncio.to_thread(self._kept.key, new_key)
        return self._key


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
