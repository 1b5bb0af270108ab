"""Bots that people run elsewhere: they register, are here while they listen, and are invited to tables."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, ParamSpec, TypeVar

from sixth import bots
from sixth.rules.game import Forbidden, NotNow, Refusal
from sixth.server.core.addresses import Network, is_among
from sixth.server.core.limits import Limit
from sixth.server.core.refusals import NoRoom, NotFound
from sixth.server.service.holder import Holder
from sixth.server.service.tables import Tables
from sixth.server.store.outside import FullError, NameTakenError, OutsideBots, ShareError
from sixth.server.table import commands, seating
from sixth.server.table.events import OUTSIDE
from sixth.server.table.identity import clean_name, hashed, new_id, seat_of, token_at
from sixth.server.table.lookalikes import look_alike
from sixth.server.table.outside.invitations import ACCEPTED, OPEN, Invitation, Refused, Registered
from sixth.server.table.state import Table

T = TypeVar("T")
P = ParamSpec("P")

HERE: Final = "outside bots"
"""The name under which one listens to who is here."""

ANSWER_MS: Final = 6_000
"""Milliseconds in which an invitation is answered; somebody waits for it."""

HERE_MS: Final = 45_000
"""Milliseconds for which a bot is here without more ado, should the process end that it listens to."""

_ASK_AGAIN_S: Final = 1.0
"""Seconds after which it is asked again how an invitation stands: words between processes may be lost."""

_REGISTRATIONS: Final = Limit("registrations", 20, 3600)
"""New registrations from one address."""

_INVITATIONS: Final = Limit("invitations", 10, 60)
"""Invitations from one seat."""


def stream_name(bot: str) -> str:
    """Return the name under which the stream of a bot listens."""
    return f"bot {bot}"


def _invitation_name(invitation: str) -> str:
    return f"invitation {invitation}"


class Outside:
    """The bots from outside of a site; one that is not `open` to them takes none.

    Those of other networks than `networks` are not registered, and a network has `share` of them at most.
    """

    def __init__(
        self, store: OutsideBots, tables: Tables, *, open: bool, networks: Sequence[str], share: int
    ) -> None:
        self.store, self.tables, self.open = store, tables, open
        self._networks, self._share = networks, share
        self.streams: set[str] = set()
        """The streams that bots hold open in this process."""
        self._closing: set[asyncio.Task[None]] = set()

    # -------------------------------------------------------------- who there is

    async def register(self, name: str, run_by: str, token: str, *, network: Network) -> Registered:
        """Register the bot that `token` proves; once, however often.

        Raises:
            Refusal: the name or that of whoever runs it cannot be shown or is taken, there are too many, or
                no more from that network.
        """
        self._check_open()
        name, run_by = clean_name(name), clean_name(run_by)
        if any(look_alike(name, other) for other in (*bots.names, seating.MIXED, *seating.BOT_NAMES)):
            raise _name_taken()
        proof = hashed(token)
        if await self._do(self.store.find, now=self.tables.now(), proof=proof) is None:
            if not is_among(network.address, self._networks):
                raise Forbidden(
                    "outside-network", "This site allows bots from certain networks only, not from yours."
                )
            await self.tables.limiter.check(_REGISTRATIONS, network)
        share = None if network.unlimited else self._share
        try:
            return await self._do(
                self.store.register,
                new_id(),
                proof,
                name,
                run_by,
                network=network.name,
                share=share,
                now=self.tables.now(),
            )
        except NameTakenError as error:
            raise _name_taken() from error
        except ShareError as error:
            raise Forbidden(
                "outside-share",
                "Your network has {most} bots here already; forget one before you register another.",
                most=self._share,
            ) from error
        except FullError as error:
            raise NoRoom("outside-full", "This site has no room for more bots from outside.") from error

    async def find(self, token: str | None) -> Registered:
        """Return the bot that `token` proves.

        Raises:
            Refusal: there is none.
        """
        self._check_open()
        now, proof = self.tables.now(), hashed(token or "")
        found = await self._do(self.store.find, now=now, proof=proof)
        if found is None:
            raise Forbidden("not-registered", "No bot is registered with this token.")
        return found

    async def again(self, bot: Registered) -> Registered | None:
        """Return the same bot as it is now; None if it is forgotten."""
        return await self._do(self.store.find, now=self.tables.now(), bot=bot.id)

    async def here(self) -> tuple[Registered, ...]:
        """Return the bots that may be invited now; none where the site is not open to them."""
        return await self._do(self.store.here, self.tables.now()) if self.open else ()

    async def waiting(self, bot: Registered) -> tuple[Invitation, ...]:
        """Return the invitations of a bot that are open, or that it has accepted."""
        return await self._do(self.store.waiting, bot.id, self.tables.now())

    async def unregister(self, bot: Registered) -> None:
        """Forget a bot; it keeps the seats that it has."""
        await self._do(self.store.unregister, bot.id)
        self._call(stream_name(bot.id), HERE)

    async def came(self, bot: Registered) -> str:
        """Note that a bot is here, and return the name of its stream; any other stream of it ends."""
        stream, now = new_id(), self.tables.now()
        await self._do(self.store.came, bot.id, stream, now=now, until=now + HERE_MS)
        self.streams.add(stream)
        self._call(stream_name(bot.id), HERE)
        return stream

    def went(self, stream: str) -> None:
        """Note that a stream has ended."""
        self.streams.discard(stream)
        closing = asyncio.get_running_loop().create_task(self._went(stream))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    async def _went(self, stream: str) -> None:
        # Where it cannot be written, or the server ends before, it is so in a while by itself.
        with suppress(Exception):
            await self._do(self.store.went, stream)
            self._call(HERE)

    # -------------------------------------------------------------- invitations

    async def invite(self, holder: Holder, bot_id: str) -> Table:
        """Have a bot sit down at the host's table, if it likes; returns the table once it does.

        Raises:
            Refusal: nobody may be invited there, the bot is not here, does not wish to come, or gives no
                answer in time.
        """
        self._check_open()
        table = await self.tables.get(holder.table_id)
        seating.check_invitable(table, holder.seat_at(table))
        await holder.seat(within=_INVITATIONS)
        now = self.tables.now()
        bot = await self._do(self.store.find, now=now, bot=bot_id)
        if bot is None:
            raise NotFound("no-outside-bot", "There is no such bot here.")
        new = Invitation(new_id(), bot.id, table.id, now + ANSWER_MS, OPEN)
        try:
            found = await self._do(self.store.invite, new, now=now)
        except FullError as error:
            raise _declined(bot.name, "busy") from error
        if found is None:
            raise NotNow("bot-gone", "{name} is no longer here.", name=bot.name)
        self._call(stream_name(bot.id))
        answer = await self._answer_to(found)
        if answer != ACCEPTED:
            raise _declined(bot.name, answer)
        return await self.tables.get(table.id)

    async def _answer_to(self, invitation: Invitation) -> str:
        """Return how an invitation is answered, once it is, or nobody waits any more."""
        heard, pubsub = asyncio.Event(), self.tables.pubsub
        with pubsub.listening(_invitation_name(invitation.id), heard):
            while not pubsub.closed:
                heard.clear()
                found = await self._do(self.store.invitation, invitation.id)
                left = invitation.until - self.tables.now()
                if found is None or found.answer != OPEN or left <= 0:
                    break
                with suppress(TimeoutError):
                    await asyncio.wait_for(heard.wait(), min(_ASK_AGAIN_S, left / 1000))
        found = await self._do(self.store.give_up, invitation.id)
        self._call(stream_name(invitation.bot))
        return "" if found is None else found.answer

    async def accept(self, bot: Registered, token: str, invitation_id: str) -> tuple[Table, str]:
        """Sit down where a bot was invited, once however often; returns the table and the token of the seat.

        Raises:
            Refusal: nobody has invited it, it is too late, or there is no seat for it.
            NoTableError: the table is no longer there.
        """
        found = await self._do(self.store.invitation, invitation_id)
        if found is None or found.bot != bot.id:
            raise _no_invitation()
        seat_token = token_at(token, found.table)
        late = found.answer not in (OPEN, ACCEPTED) or (
            found.answer == OPEN and found.until <= self.tables.now()
        )
        # It may have sat down just before the server was killed.
        if late and seat_of(await self.tables.get(found.table), seat_token) is None:
            raise NotNow("invitation-over", "That invitation is over.")
        holder = Holder(self.tables, found.table, seat_token)
        try:
            table = await holder.do(
                commands.Sit(name=bot.name), network=bot.id, kind=OUTSIDE, run_by=bot.run_by
            )
            seat = seat_of(table, seat_token)
            if seat is not None and table.seats[seat].stand_in is not None:
                table = await holder.do(commands.ComeBack())
        except Refusal:
            await self.decline(bot, invitation_id, "refused")
            raise
        await self._do(self.store.accept, invitation_id, proof=hashed(seat_token))
        self._call(_invitation_name(invitation_id))
        return table, seat_token

    async def decline(self, bot: Registered, invitation_id: str, why: Refused) -> None:
        """Have whoever invited a bot know why it does not come.

        Raises:
            Refusal: it is too late, or nobody has invited it.
        """
        now = self.tables.now()
        if not await self._do(self.store.refuse, invitation_id, why, bot=bot.id, now=now):
            raise NotNow("invitation-over", "That invitation is over.")
        self._call(_invitation_name(invitation_id))

    async def leave(self, bot: Registered, token: str, table_id: str) -> None:
        """Have a bot leave a table, which is none of its tables any more; asked again, nothing changes."""
        holder = Holder(self.tables, table_id, token_at(token, table_id))
        if seat_of(await self.tables.get(table_id), holder.token) is not None:
            await holder.do(commands.Leave(), network=bot.id)
        await self._do(self.store.leave, bot.id, table_id)

    # -------------------------------------------------------------- inside

    def _check_open(self) -> None:
        if not self.open:
            raise Forbidden("no-outside-site", "This site does not allow bots from outside.")

    def _call(self, *names: str) -> None:
        for name in names:
            self.tables.pubsub.call(name)

    async def _do(self, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.to_thread(partial(do, *args, **kwargs))


def _name_taken() -> Refusal:
    return NotNow("name-taken", "Another bot has that name, or one that looks like it; choose another.")


def _no_invitation() -> Refusal:
    return NotFound("no-invitation", "There is no such invitation.")


def _declined(name: str, answer: str) -> Refusal:
    match answer:
        case "busy":
            return NotNow("bot-declined", "{name} can't join any more tables right now.", name=name)
        case "game":
            return NotNow("bot-declined", "{name} does not play this game.", name=name)
        case "later":
            return NotNow("bot-declined", "{name} isn't playing right now.", name=name)
        case "refused":
            return NotNow("bot-declined", "{name} can't join: no free seat, or its name is taken.", name=name)
    return NotNow("bot-silent", "{name} does not answer; choose another bot.", name=name)
