"""Bots from outside at work: registering, streams that make them invitable, and invitations to tables."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

from sixth import bots
from sixth.rules.game import Forbidden, NotNow, Refusal
from sixth.server.core.addresses import Network, is_among
from sixth.server.core.background import Background
from sixth.server.core.errors import UnavailableError
from sixth.server.core.limits import Limit
from sixth.server.core.refusals import NotFound
from sixth.server.features.external_bots.invitations import (
    ACCEPTED,
    OPEN,
    SILENT,
    Invitation,
    Reason,
    Registration,
    declined,
    name_taken,
)
from sixth.server.features.external_bots.rows import MAX_OF_NETWORK, OutsideRows
from sixth.server.live.door import Sender
from sixth.server.live.tables import Tables
from sixth.server.store.chores import Chores
from sixth.server.table import commands, seating
from sixth.server.table.events import OUTSIDE
from sixth.server.table.identity import clean_name, derive_token, hash_token, new_id, seat_of
from sixth.server.table.lookalikes import look_alike
from sixth.server.table.state import Table

ANSWER_MS: Final = 6_000
"""Milliseconds in which an invitation is answered; a host waits for it."""

_CHECK_S: Final = 1.0
"""Seconds between two looks at an open invitation: messages between processes may be lost."""

_REGISTRATIONS: Final = Limit("registrations", 20, 3600)
"""New registrations from one address."""

_INVITATIONS: Final = Limit("invitations", 10, 60)
"""Invitations from one seat."""


def bot_topic(bot_id: str) -> str:
    """Return the topic of a bot: its invitations have changed, or it has another stream."""
    return f"outside/bots/{bot_id}"


def _invitation_topic(invitation_id: str) -> str:
    """Return the topic of an invitation: it is answered."""
    return f"outside/invitations/{invitation_id}"


CONNECTED_MS: Final = 45_000
"""Milliseconds for which a bot counts as connected, should the process that has its stream end."""

_EXPIRE_MS: Final = 60 * 60 * 1000
"""Milliseconds between two times that a process of the site deletes expired rows."""


class OutsideBots(Background):
    """The bots from outside of a site; a site that is not `open` to them takes none.

    Bots from other networks than `networks` are not registered. Its loop notes which streams this process
    has; one process of the site deletes expired rows.
    """

    interval_s = 5.0
    late, fault = "Bots from outside are looked after later", "Bots from outside cannot be looked after"

    def __init__(
        self,
        rows: OutsideRows,
        chores: Chores,
        tables: Tables,
        *,
        open: bool,
        networks: Sequence[str],
    ) -> None:
        self.tables, self.rows, self.open = tables, rows, open
        self._chores, self._networks = chores, networks
        self._streams: set[str] = set()

    def start(self) -> None:
        """Start the loop where the site is open to bots."""
        if self.open:
            super().start()

    async def once(self) -> None:
        """See `Background.once`."""
        now = self.tables.now()
        if self._streams:
            streams = tuple(self._streams)
            await asyncio.to_thread(self.rows.extend, streams, now=now, until=now + CONNECTED_MS)
        if await asyncio.to_thread(self._chores.claim, "outside forgotten", now, _EXPIRE_MS):
            await asyncio.to_thread(self.rows.delete_expired, now)

    # -------------------------------------------------------------- registrations

    async def register(self, name: str, run_by: str, token: str, *, network: Network) -> Registration:
        """Register the bot that `token` proves; the same again changes nothing but `run_by`.

        Raises:
            Refusal: one of the names cannot be shown or is taken, there are too many bots, or no more may
                come from that network.
        """
        self._check_open()
        name, run_by = clean_name(name), clean_name(run_by)
        if any(look_alike(name, other) for other in (*bots.all_names, *seating.MIXES, *seating.BOT_NAMES)):
            raise name_taken()
        proof = hash_token(token)
        if await asyncio.to_thread(self.rows.find, proof=proof) is None:
            if not is_among(network.address, self._networks):
                raise Forbidden(
                    "outside-network", "This site allows bots from certain networks only, not from yours."
                )
            self.tables.limiter.check(_REGISTRATIONS, network)
        share = None if network.unlimited else MAX_OF_NETWORK
        return await asyncio.to_thread(
            self.rows.register,
            new_id(),
            proof,
            name,
            run_by,
            network=network.name,
            share=share,
            now=self.tables.now(),
        )

    async def authenticate(self, token: str) -> Registration:
        """Return the bot that `token` proves.

        Raises:
            Refusal: there is none.
        """
        self._check_open()
        bot = await asyncio.to_thread(self.rows.find, proof=hash_token(token))
        if bot is None:
            raise Forbidden("not-registered", "No bot is registered with this token.")
        return bot

    async def invitable(self) -> tuple[Registration, ...]:
        """Return the bots that may be invited now; none where the site is not open to them."""
        return await asyncio.to_thread(self.rows.invitable, self.tables.now()) if self.open else ()

    async def unregister(self, bot: Registration) -> None:
        """Delete a registration; the bot keeps the seats that it has."""
        await asyncio.to_thread(self.rows.unregister, bot.id)
        self.tables.pubsub.publish(bot_topic(bot.id))

    @asynccontextmanager
    async def connected(self, bot: Registration) -> AsyncIterator[str]:
        """Count a bot as connected by a new stream, which ends any other of it; the context is its id."""
        stream, now = new_id(), self.tables.now()
        await asyncio.to_thread(self.rows.connect, bot.id, stream, now=now, until=now + CONNECTED_MS)
        self._streams.add(stream)
        self.tables.pubsub.publish(bot_topic(bot.id))
        try:
            yield stream
        finally:
            self._streams.discard(stream)
            # Where it cannot be written, or the server ends before, the bot counts as gone after a while.
            with suppress(UnavailableError):
                await asyncio.to_thread(self.rows.disconnect, stream)

    # -------------------------------------------------------------- invitations

    async def invite(self, sender: Sender, bot_id: str) -> Table:
        """Invite a bot to the table of `sender`, and return the table once the bot has sat down.

        Raises:
            Refusal: nobody may be invited there, the bot is not connected, declines, or gives no answer in
                time.
        """
        self._check_open()
        table = await self.tables.get(sender.table_id)
        seating.check_host(table, sender.seat_at(table))
        if not table.config.outside:
            raise seating.no_outside_bots()
        seating.check_not_begun(table)
        if table.free is None:
            raise NotNow("full", "All seats at this table are taken.")
        await self.tables.door.seat(sender, within=_INVITATIONS)
        now = self.tables.now()
        bot = await asyncio.to_thread(self.rows.find, bot=bot_id)
        if bot is None:
            raise NotFound("no-outside-bot", "There is no such bot here.")
        new = Invitation(new_id(), bot.id, table.id, now + ANSWER_MS, OPEN)
        invitation = await asyncio.to_thread(self.rows.invite, new, bot.name, now=now)
        self.tables.pubsub.publish(bot_topic(bot.id))
        answer = await self._answer_to(invitation)
        if answer != ACCEPTED:
            raise declined(bot.name, answer)
        return await self.tables.get(table.id)

    async def _answer_to(self, invitation: Invitation) -> str:
        """Wait until an invitation is answered or the time is up, and return its answer."""
        answered, pubsub = asyncio.Event(), self.tables.pubsub
        with pubsub.subscribe(_invitation_topic(invitation.id), answered):
            while not pubsub.closed:
                answered.clear()
                latest = await asyncio.to_thread(self.rows.invitation, invitation.id)
                left = invitation.until - self.tables.now()
                if latest is None or latest.answer != OPEN or left <= 0:
                    break
                with suppress(TimeoutError):
                    await asyncio.wait_for(answered.wait(), min(_CHECK_S, left / 1000))
        answer = await self._note_answer(invitation.bot, invitation.id, SILENT)
        pubsub.publish(bot_topic(invitation.bot))
        return answer

    async def accept(self, bot: Registration, token: str, invitation_id: str) -> tuple[Table, str]:
        """Seat a bot where it was invited, and return the table and the token of the seat.

        The same again changes nothing.

        Raises:
            Refusal: nobody has invited it, it is too late, or there is no seat for it.
            NoTableError: the table is no longer there.
        """
        invitation = await asyncio.to_thread(self.rows.invitation, invitation_id)
        if invitation is None or invitation.bot != bot.id:
            raise NotFound("no-invitation", "There is no such invitation.")
        seat_token = derive_token(token, invitation.table)
        late = invitation.answer not in (OPEN, ACCEPTED) or (
            invitation.answer == OPEN and invitation.until <= self.tables.now()
        )
        # It may have sat down just before the server was killed.
        if late and seat_of(await self.tables.get(invitation.table), seat_token) is None:
            raise NotNow("invitation-over", "That invitation is over.")
        sender = Sender(
            table_id=invitation.table, token=seat_token, network=bot.id, kind=OUTSIDE, run_by=bot.run_by
        )
        try:
            table = await self.tables.door.send(sender, commands.Sit(name=bot.name))
            seat = seat_of(table, seat_token)
            if seat is not None and table.seats[seat].stand_in is not None:
                table = await self.tables.door.send(sender, commands.ComeBack())
        except Refusal:
            await self.decline(bot, invitation_id, "refused")
            raise
        await self._note_answer(bot.id, invitation_id, ACCEPTED)
        self.tables.pubsub.publish(_invitation_topic(invitation_id))
        return table, seat_token

    async def decline(self, bot: Registration, invitation_id: str, why: Reason) -> None:
        """Decline an invitation; its host reads why.

        Raises:
            Refusal: it is too late, or nobody has invited it.
        """
        if await self._note_answer(bot.id, invitation_id, why) != why:
            raise NotNow("invitation-over", "That invitation is over.")
        self.tables.pubsub.publish(_invitation_topic(invitation_id))

    async def leave(self, bot: Registration, token: str, table_id: str) -> None:
        """Have a bot leave a table for good; the same again changes nothing."""
        sender = Sender(table_id=table_id, token=derive_token(token, table_id), network=bot.id)
        if seat_of(await self.tables.get(table_id), sender.token) is not None:
            await self.tables.door.send(sender, commands.Leave())
        await asyncio.to_thread(self.rows.leave, bot.id, table_id)

    # -------------------------------------------------------------- inside

    def _check_open(self) -> None:
        if not self.open:
            raise Forbidden("no-outside-site", "This site does not allow bots from outside.")

    async def _note_answer(self, bot_id: str, invitation_id: str, answer: str) -> str:
        """Note an answer, and return the one that counts."""
        return await asyncio.to_thread(self.rows.answer, bot_id, invitation_id, answer, now=self.tables.now())
