"""The page of a table as a listener to its feed; public events are encoded once for all pages."""

from collections.abc import Collection, Sequence

from sixth.i18n import SOURCE, using_language
from sixth.server.live.feed import Change, FeedListener
from sixth.server.live.tables import Tables
from sixth.server.protocol import lines
from sixth.server.protocol.lines import ChatLine
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.table.turns import is_slow
from sixth.server.web.views.around import around_state


class PageListener(FeedListener):
    """A page that listens; `last_talk` is the number of the last line of chat on it.

    It gets no line of people who are `muted`, by id, and sentences in its `language`.
    """

    __slots__ = ("_language", "_last_talk", "_muted", "_tables", "_watchers")

    heartbeat_s = 15.0

    def __init__(
        self,
        tables: Tables,
        audience: Audience,
        *,
        version: int = 0,
        last_talk: int = 0,
        muted: Collection[str] = (),
        language: str = SOURCE,
    ) -> None:
        super().__init__(audience, version)
        self._tables, self._watchers, self._muted = tables, -1, muted
        self._last_talk: int | None = last_talk
        self._language = language

    def seat_looking(self, table: Table) -> int | None:
        """Return the seat of the page at a table with days for a turn: its player needs no reminder."""
        return self.audience.seat(table) if is_slow(table.config) else None

    def news(self, change: Change, seat: int | None) -> bytes:
        """Return the lines of events and of chat."""
        return self._happened(change, seat) + self._talk(change)

    def pass_over(self) -> None:
        """Send all lines of chat again; a page knows by their numbers which it has."""
        self._last_talk = 0

    def _happened(self, change: Change, seat: int | None) -> bytes:
        """Return the line of events for all pages, and the lines for this page alone."""
        table, tables = change.table, self._tables
        previous, self.version = self.version, table.version
        steps, data = self.feed.steps_since(previous), b""
        if steps is change.steps:
            data = change.events()
        elif steps:
            # The page has just connected, or has not read for a while.
            data = lines.events_line(steps, tables.now())
        if previous != table.version and not (steps and lines.is_folded(steps)):
            code = tables.lobby.cached_code(table.id)
            view = self.audience.view(table)
            with using_language(self._language):
                return data + lines.full_line(view, tables.now(), code, around_state(view))
        if seat is None or self.audience.screen:
            return data
        # The last connection of the page may have been cut before the line with its own choice.
        reconnects = self._last_talk is not None and table.own_choice(seat) is not None
        return (
            data + lines.own_line(table, seat, steps) if reconnects or lines.tells_own(steps, seat) else data
        )

    def _talk(self, change: Change) -> bytes:
        """Return the lines of chat that this page lacks; for a big screen also the number of spectators."""
        tables, table_id = self._tables, change.table.id
        if (last_talk := self._last_talk) is not None:
            self._last_talk = None
            data = self._lines([each for each in tables.chat.lines(table_id) if each.number > last_talk])
        elif self._muted:
            data = self._lines(change.messages)
        else:
            data = change.encoded(_said) if change.messages else b""
        if self.audience.screen:
            watchers = tables.pubsub.watchers(table_id)
            if watchers != self._watchers:
                self._watchers = watchers
                data += lines.line("watchers", self.version, watchers=watchers)
        return data

    def _lines(self, talk: Sequence[ChatLine]) -> bytes:
        return lines.said_lines(talk, self.version, self._muted)


def _said(change: Change) -> bytes:
    return lines.said_lines(change.messages, change.table.version)
