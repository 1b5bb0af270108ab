"""News of a table as lines of JSON, for a program that listens (docs/api.md)."""

from collections.abc import Collection, Sequence
from typing import Any

from sixth.i18n import current_language, gettext as _, using_language
from sixth.rules.codec import dumps
from sixth.rules.events import Dealt
from sixth.rules.view_json import view_to_json
from sixth.server.api.answers import TableShown
from sixth.server.api.news import SeatQuestion, answered, ask_of, event_line, time_left
from sixth.server.core.streams import StreamResponse
from sixth.server.live.listening.feed import Change, FeedListener
from sixth.server.live.tables import Tables
from sixth.server.table.fold import TableStep
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.table.view import table_view


def why_ended(code: str) -> str:
    """Return the sentence for the code of the last line of any stream."""
    match code:
        case "closed":
            return _("This server is about to end; come back in a moment.")
        case "unavailable":
            return _("The database of this site isn't responding. Please try again in a moment.")
    return _("Something went wrong on our side. Your game is saved; please try again.")


class News(FeedListener):
    """A program that listens to a table from version `since` on (None: it gets the whole table first).

    It gets no line of people who are `muted`, by id.
    """

    __slots__ = ("_ask", "_begun", "_language", "_last_number", "_muted", "_seat", "_tables")

    heartbeat_s = 5.0

    def __init__(
        self,
        tables: Tables,
        table: Table,
        audience: Audience,
        since: int | None,
        *,
        muted: Collection[str] = (),
    ) -> None:
        earlier = tables.log.at(table.id, since) if since else None
        super().__init__(audience, earlier.version if earlier else 0)
        self._tables, self._language, self._muted = tables, current_language(), muted
        self._seat = audience.seat(earlier) if earlier else None
        self._ask: SeatQuestion | None = None
        self._begun, self._last_number = False, 0

    def news(self, change: Change, seat: int | None) -> bytes:
        """Return the lines of the events, of a new question, and of new chat."""
        table, before, same = change.table, self.version, seat == self._seat
        self.version, self._seat = table.version, seat
        steps = self.feed.steps_since(before)
        lines = b""
        if before != table.version:
            lines = self._events(change, steps, seat) if steps and same else self._full(table)
        if before != table.version or not self._begun:
            self._begun = True
            lines += self._asks(table, steps, seat)
        return lines + self._chat(table)

    def heartbeat(self, version: int) -> bytes:
        """Return a heartbeat with the version that the program knows."""
        return _line("here", version)

    def end(self, version: int, code: str) -> bytes:
        """Return the last line, which says why the stream ends."""
        with using_language(self._language):
            own = {
                "no-table": _("There is no such table; check its address."),
                "private": _("This table is private."),
            }
            return _line("end", version, code=code, why=own.get(code) or why_ended(code))

    def _full(self, table: Table) -> bytes:
        code = self._tables.lobby.cached_code(table.id)
        shown = TableShown.of(self.audience.view(table), code).model_dump(mode="json")
        return _line("full", table.version, table=shown)

    def _events(self, change: Change, steps: Sequence[TableStep], seat: int | None) -> bytes:
        """Return the line of these steps for this seat; most lines are the same for all."""
        own = seat is not None and any(isinstance(event, Dealt) for event, _ in steps)
        if own or steps is not change.steps:
            return _events_line(steps, seat)
        return change.encoded(_public_line)

    def _asks(self, table: Table, steps: Sequence[TableStep], seat: int | None) -> bytes:
        seen = None if seat is None else table_view(table, seat)
        ask, before = None if seen is None else ask_of(seen), self._ask
        self._ask = ask
        if ask == before:
            return b""
        lines = b""
        if before is not None and not answered((event for event, _ in steps), seat):
            lines = _line("gone", table.version, **before._asdict())
        if ask is not None and seen is not None and seen.view is not None:
            left = time_left(seen, ask, self._tables.now())
            lines += _line("ask", table.version, **ask._asdict(), ms=left, view=view_to_json(seen.view))
        return lines

    def _chat(self, table: Table) -> bytes:
        """Return the lines of chat that the program has not got yet."""
        new = [each for each in self._tables.chat.lines(table.id) if each.number > self._last_number]
        if not new:
            return b""
        self._last_number = new[-1].number
        return b"".join(
            _line("said", table.version, seat=each.seat, name=each.name, kind=each.kind, said=each.said)
            for each in new
            if each.person not in self._muted
        )


class NewsResponse(StreamResponse):
    """The response that begins a stream of news."""

    media_type = "application/x-ndjson"


def _line(line: str, version: int, **more: Any) -> bytes:
    return dumps({"line": line, "v": version, **more}).encode() + b"\n"


def _public_line(change: Change) -> bytes:
    return _events_line(change.steps, None)


def _events_line(steps: Sequence[TableStep], seat: int | None) -> bytes:
    public = (event_line(event, table, seat) for event, table in steps)
    return _line("events", steps[-1][1].version, events=[each for each in public if each is not None])
