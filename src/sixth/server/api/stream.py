"""News of a table as lines of JSON, one thing after the other, for a program that listens (docs/api.md)."""

from collections.abc import Sequence
from typing import Any

from sixth.i18n import current_language, using_language
from sixth.i18n import gettext as _
from sixth.rules.codec import dumps
from sixth.rules.events import Dealt
from sixth.rules.view_json import view_to_json
from sixth.server.api.answers import TableShown
from sixth.server.api.news import Ask, answered, ask_of, event_line, time_left
from sixth.server.core.streams import StreamResponse
from sixth.server.service.listening.feed import Change, FeedListener
from sixth.server.service.tables import Tables
from sixth.server.table.identity import Audience
from sixth.server.table.state import Step, Table
from sixth.server.table.view import table_view


def why_ended(code: str) -> str:
    """Return why a stream ends, whatever it tells of, by the code of its last line."""
    match code:
        case "closed":
            return _("This server is about to end; come back in a moment.")
        case "unavailable":
            return _("The database of this site isn't responding. Please try again in a moment.")
    return _("Something went wrong on our side. Your game is saved; please try again.")


class News(FeedListener):
    """A program that is told what happens at a table after version `since` (None for all of it at once)."""

    __slots__ = ("_asked", "_begun", "_heard", "_language", "_seat", "_tables")

    heartbeat_s = 5.0

    def __init__(self, tables: Tables, known: Table, audience: Audience, since: int | None) -> None:
        then = tables.at(known.id, since) if since else None
        super().__init__(audience, then.version if then else 0)
        self._tables, self._language = tables, current_language()
        self._seat = audience.seat(then) if then else None
        self._asked: Ask | None = None
        self._begun, self._heard = False, 0

    def news(self, change: Change, seat: int | None) -> bytes:
        """Return what happened, what is asked now, and what was said."""
        table, known, same = change.table, self.version, seat == self._seat
        self.version, self._seat = table.version, seat
        steps = self.feed.steps_since(known)
        said = b""
        if known != table.version:
            said = self._events(change, steps, seat) if steps and same else self._full(table)
        if known != table.version or not self._begun:
            self._begun = True
            said += self._asks(table, steps, seat)
        return said + self._said(table)

    def here(self, version: int) -> bytes:
        """Return a line that says which version is known."""
        return _line("here", version)

    def end(self, version: int, code: str) -> bytes:
        """Return the line that says why it ends."""
        with using_language(self._language):
            own = {
                "no-table": _("There is no such table; check its address."),
                "private": _("This table is private."),
            }
            return _line("end", version, code=code, why=own.get(code) or why_ended(code))

    def _full(self, table: Table) -> bytes:
        code = self._tables.lobby.known_code(table.id)
        shown = TableShown.of(self.audience.view(table), code).model_dump(mode="json")
        return _line("full", table.version, table=shown)

    def _events(self, change: Change, steps: Sequence[Step], seat: int | None) -> bytes:
        """Return these steps as this seat may know them: most are the same for all."""
        own = seat is not None and any(isinstance(event, Dealt) for event, _ in steps)
        if own or steps is not change.steps:
            return _events_line(steps, seat)
        return change.encoded(_public_line)

    def _asks(self, table: Table, steps: Sequence[Step], seat: int | None) -> bytes:
        seen = None if seat is None else table_view(table, seat)
        ask, before = None if seen is None else ask_of(seen), self._asked
        self._asked = ask
        if ask == before:
            return b""
        said = b""
        if before is not None and not answered((event for event, _ in steps), seat):
            said = _line("gone", table.version, **before._asdict())
        if ask is not None and seen is not None and seen.view is not None:
            left = time_left(seen, ask, self._tables.now())
            said += _line("ask", table.version, **ask._asdict(), ms=left, view=view_to_json(seen.view))
        return said

    def _said(self, table: Table) -> bytes:
        """Return what people have said since it was told."""
        new = [each for each in self._tables.chat.lines(table.id) if each.number > self._heard]
        if not new:
            return b""
        self._heard = new[-1].number
        return b"".join(
            _line("said", table.version, seat=each.seat, name=each.name, kind=each.kind, said=each.said)
            for each in new
        )


class NewsResponse(StreamResponse):
    """The answer that begins such a stream."""

    media_type = "application/x-ndjson"


def _line(line: str, version: int, **more: Any) -> bytes:
    return dumps({"line": line, "v": version, **more}).encode() + b"\n"


def _public_line(change: Change) -> bytes:
    return _events_line(change.steps, None)


def _events_line(steps: Sequence[Step], seat: int | None) -> bytes:
    told = (event_line(event, table, seat) for event, table in steps)
    return _line("events", steps[-1][1].version, events=[each for each in told if each is not None])
