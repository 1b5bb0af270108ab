"""News of a table as lines of JSON, for a program that listens (docs/api.md)."""

from collections.abc import Collection, Sequence

from sixth.rules.view_json import view_to_json
from sixth.server.api.answers import TableShown
from sixth.server.api.questions import SeatQuestion, ask_of, time_left
from sixth.server.core.streams import StreamResponse
from sixth.server.live.listening.feed import Change, FeedListener
from sixth.server.live.tables import Tables
from sixth.server.protocol import lines
from sixth.server.table.fold import TableStep
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.table.turns import has_answered
from sixth.server.table.view import table_view


class News(FeedListener):
    """A program that listens to a table from version `since` on (None: it gets the whole table first).

    It gets no line of people who are `muted`, by id.
    """

    __slots__ = ("_ask", "_begun", "_last_number", "_muted", "_seat", "_tables")

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
        self._tables, self._muted = tables, muted
        self._seat = audience.seat(earlier) if earlier else None
        self._ask: SeatQuestion | None = None
        self._begun, self._last_number = False, 0

    def news(self, change: Change, seat: int | None) -> bytes:
        """Return the lines of the events, of a new question, and of new chat."""
        table, before, same = change.table, self.version, seat == self._seat
        self.version, self._seat = table.version, seat
        steps, data = self.feed.steps_since(before), b""
        if before != table.version:
            data = self._events(change, steps, seat) if steps and same else self._full(table)
        if before != table.version or not self._begun:
            self._begun = True
            data += self._asks(table, steps, seat)
        return data + self._chat(table)

    def _full(self, table: Table) -> bytes:
        code = self._tables.lobby.cached_code(table.id)
        shown = TableShown.of(self.audience.view(table), code).model_dump(mode="json")
        return lines.line("full", table.version, table=shown)

    def _events(self, change: Change, steps: Sequence[TableStep], seat: int | None) -> bytes:
        """Return the line of these steps, which is the same for all, and what is for this seat alone."""
        same = steps is change.steps
        data = change.events() if same else lines.events_line(steps, self._tables.now())
        if seat is None or not lines.tells_own(steps, seat):
            return data
        return data + lines.own_line(change.table, seat, steps)

    def _asks(self, table: Table, steps: Sequence[TableStep], seat: int | None) -> bytes:
        seen = None if seat is None else table_view(table, seat)
        ask, before = None if seen is None else ask_of(seen), self._ask
        self._ask = ask
        if ask == before:
            return b""
        data = b""
        answered = seat is not None and has_answered((event for event, _ in steps), seat)
        if before is not None and not answered:
            data = lines.line("gone", table.version, **before._asdict())
        if ask is not None and seen is not None and seen.view is not None:
            left = time_left(seen, ask, self._tables.now())
            data += lines.line("ask", table.version, **ask._asdict(), ms=left, view=view_to_json(seen.view))
        return data

    def _chat(self, table: Table) -> bytes:
        """Return the lines of chat that the program has not got yet."""
        new = [each for each in self._tables.chat.lines(table.id) if each.number > self._last_number]
        if not new:
            return b""
        self._last_number = new[-1].number
        return lines.said_lines(new, table.version, self._muted)


class NewsResponse(StreamResponse):
    """The response that begins a stream of news."""

    media_type = "application/x-ndjson"
