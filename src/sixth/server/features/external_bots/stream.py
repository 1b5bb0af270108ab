"""The stream that sends a bot from outside its invitations, as lines of JSON (docs/api.md)."""

import asyncio
import logging
from typing import Any, Final

from starlette.types import Receive, Send

from sixth.i18n import gettext as _
from sixth.rules.codec import dumps, rules_to_json
from sixth.rules.games import name_of
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.core.streams import send_until_disconnect
from sixth.server.features.external_bots.invitations import OPEN, Invitation, Registration
from sixth.server.features.external_bots.service import OutsideBots, bot_topic
from sixth.server.protocol.lines import why_ended
from sixth.server.table.identity import derive_token

_HEARTBEAT_S: Final = 5.0
"""Seconds after which a silent stream says that it is still there."""

_LOG: Final = logging.getLogger(__name__)


class InvitationStream:
    """The invitations of a bot and the tables at which it sits, until its listener goes or the server stops.

    It ends, too, where the database does not answer, or the bot opens another stream.
    """

    def __init__(self, bots: OutsideBots, bot: Registration, token: str) -> None:
        self._bots, self._bot, self._token = bots, bot, token
        self._open: set[str] = set()
        self._seats: set[str] = set()
        self._send: Send

    async def __call__(self, receive: Receive, send: Send) -> None:
        """Send the present invitations and then all news, until the listener has gone or the stream ends."""
        self._send = send
        await send_until_disconnect(receive, self._send_all())

    async def _send_all(self) -> None:
        try:
            async with self._bots.connected(self._bot) as stream:
                await self._say("bot", id=self._bot.id, name=self._bot.name, run_by=self._bot.run_by)
                code = await self._send_news(stream)
        except UnavailableError:
            code = "unavailable"
        except Exception:
            _LOG.exception("A stream of invitations broke off; its bot comes back.")
            code = "fault"
        own = {
            "elsewhere": _("This bot has opened another stream."),
            "forgotten": _("No bot is registered with this token."),
        }
        await self._say("end", code=code, why=own.get(code) or why_ended(code))
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send_news(self, stream: str) -> str:
        """Send the news of the bot as long as this is its stream; return the code of why it ends."""
        pubsub, news = self._bots.tables.pubsub, asyncio.Event()
        with pubsub.subscribe(bot_topic(self._bot.id), news):
            while not pubsub.closed:
                news.clear()
                await pubsub.pace()
                bot = await asyncio.to_thread(self._bots.rows.find, bot=self._bot.id)
                if bot is None or bot.stream != stream:
                    return "forgotten" if bot is None else "elsewhere"
                await self._say_news()
                while not news.is_set():
                    try:
                        await asyncio.wait_for(news.wait(), _HEARTBEAT_S)
                    except TimeoutError:
                        await self._say("here")
        return "closed"

    async def _say_news(self) -> None:
        """Send the new invitations, the ends of old ones, and the tables at which the bot sits."""
        now = self._bots.tables.now()
        current = await asyncio.to_thread(self._bots.rows.current_invitations, self._bot.id, now)
        now_open = {each.id for each in current if each.answer == OPEN}
        for over in sorted(self._open - now_open):
            await self._say("over", id=over)
        for each in current:
            if each.answer != OPEN and each.table not in self._seats:
                self._seats.add(each.table)
                await self._say("seat", table=each.table, token=derive_token(self._token, each.table))
            elif each.answer == OPEN and each.id not in self._open:
                await self._say_invitation(each)
        self._seats &= {each.table for each in current if each.answer != OPEN}
        self._open = now_open

    async def _say_invitation(self, invitation: Invitation) -> None:
        try:
            table = await self._bots.tables.get(invitation.table)
        except NoTableError:
            return
        host = table.seats[table.host].sitter if table.host is not None else None
        await self._say(
            "invited",
            id=invitation.id,
            table=table.id,
            by=host.name if host else "",
            game=name_of(table.rules),
            rules=rules_to_json(table.rules),
            turn_seconds=table.config.turn_seconds,
            ms=max(0, invitation.until - self._bots.tables.now()),
        )

    async def _say(self, line: str, **more: Any) -> None:
        body = dumps({"line": line, **more}).encode() + b"\n"
        await self._send({"type": "http.response.body", "body": body, "more_body": True})
