"""The stream by which a bot from outside hears of invitations, as lines of JSON (docs/api.md)."""

from typing import Any

from sixth.i18n import gettext as _
from sixth.rules.codec import dumps, rules_to_json
from sixth.rules.games import name_of
from sixth.server.api.stream import why_ended
from sixth.server.core.errors import NoTableError
from sixth.server.service.listening.stream import NewsStream
from sixth.server.service.outside.site import Outside, stream_name
from sixth.server.service.tables import Tables
from sixth.server.table.identity import Role, derive_token
from sixth.server.table.outside.invitations import OPEN, Invitation, Registered


class Invitations(NewsStream):
    """What a bot is invited to, and the tables at which it sits already."""

    __slots__ = ("_bot", "_first", "_open", "_outside", "_seats", "_stream", "_token")

    heartbeat_s = 5.0

    def __init__(self, tables: Tables, outside: Outside, bot: Registered, token: str, *, stream: str) -> None:
        super().__init__(tables, stream_name(bot.id))
        self._outside, self._bot, self._token, self._stream = outside, bot, token, stream
        self._first = True
        self._open: set[str] = set()
        self._seats: set[str] = set()

    def role(self) -> Role:
        """As one who plays: no spectator of anything."""
        return "player"

    def still_here(self) -> bytes:
        """Return a line that says nothing."""
        return _line("here")

    def last_words(self, code: str) -> bytes:
        """Return the line that says why it ends."""
        own = {
            "elsewhere": _("This bot has opened another stream."),
            "forgotten": _("No bot is registered with this token."),
        }
        return _line("end", code=code, why=own.get(code) or why_ended(code))

    async def catch_up(self) -> None:
        """Say which invitations are new, which are over, and at which tables it sits."""
        bot = await self._outside.again(self._bot)
        if bot is None or bot.stream != self._stream:
            await self.end(self.last_words("forgotten" if bot is None else "elsewhere"))
            return
        if self._first:
            self._first = False
            await self.say(_line("bot", id=bot.id, name=bot.name, run_by=bot.run_by))
        found = await self._outside.waiting(bot)
        now_open = {each.id for each in found if each.answer == OPEN}
        for gone in sorted(self._open - now_open):
            await self.say(_line("over", id=gone))
        for each in found:
            if each.answer != OPEN and each.table not in self._seats:
                self._seats.add(each.table)
                await self.say(_line("seat", table=each.table, token=derive_token(self._token, each.table)))
            elif each.answer == OPEN and each.id not in self._open:
                await self._invite(each)
        self._seats &= {each.table for each in found if each.answer != OPEN}
        self._open = now_open

    async def _invite(self, invitation: Invitation) -> None:
        try:
            table = await self._tables.get(invitation.table)
        except NoTableError:
            return
        host = table.seats[table.host].sitter if table.host is not None else None
        left = invitation.until - self._tables.now()
        await self.say(
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


def _line(line: str, **more: Any) -> bytes:
    return dumps({"line": line, **more}).encode() + b"\n"
