"""The stream that sends a bot from outside its invitations, as lines of JSON (docs/api.md)."""

import asyncio
import logging
from contextvars import copy_context
from typing import Any, Final

from starlette.types import Receive, Send

from sixth.i18n import gettext as _
from sixth.rules.codec import dumps, rules_to_json
from sixth.rules.games import name_of
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.features.external_bots.invitations import OPEN, Invitation, Registration
from sixth.server.features.external_bots.service import OutsideBots, bot_topic
from sixth.server.protocol.lines import why_ended
from sixth.server.table.identity import derive_token

_HEARTBEAT_S: Final = 5.0
"""Seconds after which a silent stream says that it is still there."""

_LOG: Final = logging.getLogger(__name__)


class InvitationStream:
    """The invitations of a bot and the tables at which it sits, until its listener goes or the server stops.

    It ends, too, where the database does not answer, or the bot opens another stream. As long as nothing
    happens nothing runs: a task is made when there is something to send, in the context in which the stream
    was made, which has the language of the listener.
    """

    # fmt: off
    __slots__ = (
        "_bot", "_bots", "_context", "_ended", "_first", "_has_news", "_open", "_seats", "_send", "_sending",
        "_silent", "_stream", "_timer", "_token",
    )
    # fmt: on

    def __init__(self, bots: OutsideBots, bot: Registration, token: str, *, stream: str) -> None:
        self._bots, self._bot, self._token, self._stream = bots, bot, token, stream
        self._context = copy_context()
        self._first = True
        self._has_news = self._silent = self._ended = False
        self._open: set[str] = set()
        self._seats: set[str] = set()
        self._sending: asyncio.Task[None] | None = None
        self._send: Send
        self._timer: asyncio.TimerHandle

    async def __call__(self, receive: Receive, send: Send) -> None:
        """Send the present invitations and then all news, until the listener has gone or the stream ends."""
        self._send = send
        self._start_timer()
        with self._bots.tables.pubsub.subscribe(bot_topic(self._bot.id), self):
            self.set()
            try:
                while (await receive())["type"] != "http.disconnect":
                    pass
            finally:
                self._ended = True
                self._timer.cancel()
                if self._sending is not None:
                    self._sending.cancel()
                # They hold whatever holds this.
                del self._send, self._timer

    def set(self) -> None:
        """Note that there is news, and start a task that sends it, unless one runs."""
        self._has_news = True
        self._resume()

    async def _say_news(self) -> None:
        """Send the new invitations, the ends of old ones, and the tables at which the bot sits."""
        bot = await self._bots.reload(self._bot)
        if bot is None or bot.stream != self._stream:
            await self._end("forgotten" if bot is None else "elsewhere")
            return
        if self._first:
            self._first = False
            await self._say(_line("bot", id=bot.id, name=bot.name, run_by=bot.run_by))
        current = await self._bots.current_invitations(bot)
        now_open = {each.id for each in current if each.answer == OPEN}
        for over in sorted(self._open - now_open):
            await self._say(_line("over", id=over))
        for each in current:
            if each.answer != OPEN and each.table not in self._seats:
                self._seats.add(each.table)
                await self._say(_line("seat", table=each.table, token=derive_token(self._token, each.table)))
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
        left = invitation.until - self._bots.tables.now()
        await self._say(
            _line(
                "invited",
                id=invitation.id,
                table=table.id,
                by=host.name if host else "",
                game=name_of(table.rules),
                rules=rules_to_json(table.rules),
                turn_seconds=table.config.turn_seconds,
                ms=max(0, left),
            )
        )

    async def _say(self, line: bytes) -> None:
        self._silent = False
        await self._send({"type": "http.response.body", "body": line, "more_body": True})

    async def _end(self, code: str) -> None:
        if self._ended:
            return
        self._ended = True
        own = {
            "elsewhere": _("This bot has opened another stream."),
            "forgotten": _("No bot is registered with this token."),
        }
        line = _line("end", code=code, why=own.get(code) or why_ended(code))
        await self._send({"type": "http.response.body", "body": line, "more_body": False})

    def _start_timer(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(_HEARTBEAT_S, self._beat, context=self._context)

    def _beat(self) -> None:
        """Send a heartbeat if the stream has been silent for long."""
        if self._silent:
            self._resume()
        self._silent = True
        self._start_timer()

    def _resume(self) -> None:
        if self._sending is None and not self._ended:
            self._sending = asyncio.create_task(self._send_all(), context=self._context)

    async def _send_all(self) -> None:
        pubsub = self._bots.tables.pubsub
        try:
            if not self._has_news:
                await self._say(_line("here"))
            while self._has_news and not self._ended and not pubsub.closed:
                await pubsub.pace()
                self._has_news = False
                await self._say_news()
            if pubsub.closed:
                await self._end("closed")
        except UnavailableError:
            await self._end("unavailable")
        except Exception:
            _LOG.exception("A stream of invitations broke off; its bot comes back.")
            await self._end("fault")
        finally:
            self._sending = None


def _line(line: str, **more: Any) -> bytes:
    return dumps({"line": line, **more}).encode() + b"\n"
