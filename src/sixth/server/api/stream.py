"""News of a table as lines of JSON, one thing after the other, for a program that listens (docs/api.md)."""

from collections.abc import Sequence
from typing import Any

from sixth.i18n import gettext as _
from sixth.rules.codec import dumps
from sixth.rules.view_json import view_to_json
from sixth.server.api.answers import TableShown
from sixth.server.api.news import Ask, answered, ask_of, event_line, time_left
from sixth.server.core.streams import StreamResponse
from sixth.server.service.listening.stream import NewsStream
from sixth.server.service.tables import Tables
from sixth.server.table.identity import Audience, Role
from sixth.server.table.state import Step, Table


def why_ended(code: str) -> str:
    """Return why a stream ends, whatever it tells of, by the code of its last line."""
    match code:
        case "closed":
            return _("This server is about to end; come back in a moment.")
        case "unavailable":
            return _("The database of this site does not answer just now; please try again in a moment.")
    return _("That was our fault; your game is saved. Please try again.")


class News(NewsStream):
    """What happens at a table after version `since` (None for all of it at once), to one audience."""

    __slots__ = ("_asked", "_audience", "_heard", "_known", "_since")

    heartbeat_s = 5.0

    def __init__(self, tables: Tables, known: Table, audience: Audience, since: int | None) -> None:
        super().__init__(tables, known.id)
        self._known, self._audience, self._since = known, audience, since
        self._asked: Ask | None = None
        self._heard = -1

    def role(self) -> Role:
        """As what the audience listens."""
        return self._audience.role(self._known)

    def still_here(self) -> bytes:
        """Return a line that says which version is known."""
        return _line("here", self._known.version)

    def last_words(self, code: str) -> bytes:
        """Return the line that says why it ends."""
        own = {
            "no-table": _("There is no such table; check its address."),
            "private": _("This table is private."),
        }
        return _line("end", self._known.version, code=code, why=own.get(code) or why_ended(code))

    async def catch_up(self) -> None:
        """Say what happened since it was said last, and what is asked now."""
        first, self._heard = self._heard < 0, max(self._heard, 0)
        if first:
            then = self._tables.at(self._table_id, self._since) if self._since else None
            if then is None:
                await self.say(self._full(self._known))
            self._known = then or self._known
        before = self._known
        steps = await self._tables.since(self._table_id, before.version)
        # What is too long ago to be told one by one is told as it stands now.
        if steps is None:
            newest = await self._tables.get(self._table_id)
        else:
            newest = steps[-1][1] if steps else before
        if not self._audience.may_look(newest):
            await self.end(self.last_words("private"))
            return
        self._known = newest
        if newest.version != before.version:
            same = steps and self._audience.seat(before) == self._audience.seat(newest)
            await self.say(self._events(steps or ()) if same else self._full(newest))
        if asks := self._asks(steps):
            await self.say(asks)
        if said := self._said():
            await self.say(said)

    def _full(self, table: Table) -> bytes:
        code = self._tables.lobby.known_code(table.id)
        shown = TableShown.of(self._audience.view(table), code).model_dump(mode="json")
        return _line("full", table.version, table=shown)

    def _events(self, steps: Sequence[Step]) -> bytes:
        told = (event_line(event, self._audience.view(table), table) for event, table in steps)
        return _line("events", steps[-1][1].version, events=[each for each in told if each is not None])

    def _asks(self, steps: Sequence[Step] | None) -> bytes:
        seen = self._audience.view(self._known)
        ask, before = ask_of(seen), self._asked
        self._asked = ask
        if ask == before:
            return b""
        said = b""
        if before is not None and not answered((event for event, _ in steps or ()), seen.seat):
            said = _line("gone", seen.version, **before._asdict())
        if ask is not None and seen.view is not None:
            left = time_left(seen, ask, self._tables.now())
            said += _line("ask", seen.version, **ask._asdict(), ms=left, view=view_to_json(seen.view))
        return said

    def _said(self) -> bytes:
        """Return what people have said since it was told."""
        new = [each for each in self._tables.chat.lines(self._table_id) if each.number > self._heard]
        self._heard = max((each.number for each in new), default=self._heard)
        return b"".join(
            _line("said", self._known.version, seat=each.seat, name=each.name, kind=each.kind, said=each.said)
            for each in new
        )


class NewsResponse(StreamResponse):
    """The answer that begins such a stream."""

    media_type = "application/x-ndjson"


def _line(line: str, version: int, **more: Any) -> bytes:
    return dumps({"line": line, "v": version, **more}).encode() + b"\n"
