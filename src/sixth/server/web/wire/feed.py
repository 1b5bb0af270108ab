"""The page of a table as a listener to its feed. What is public is encoded once for all pages."""

from sixth.server.service.listening.feed import Change, FeedListener
from sixth.server.service.tables import Tables
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.table.turns import is_slow
from sixth.server.web.wire import lines


class PageListener(FeedListener):
    """A page that listens. `heard` is the number of the talk it has heard, None once it hears all of it."""

    __slots__ = ("_heard", "_tables", "_watchers")

    heartbeat_s = 15.0

    def __init__(self, tables: Tables, audience: Audience, *, version: int = 0, heard: int = 0) -> None:
        super().__init__(audience, version)
        self._tables, self._watchers = tables, -1
        self._heard: int | None = heard

    def seat_looking(self, table: Table) -> int | None:
        """Return the seat of the page where the table waits for days: who looks need not be reminded."""
        return self.audience.seat(table) if is_slow(table.config) else None

    def news(self, change: Change, seat: int | None) -> bytes:
        """Return what happened and what was said."""
        return self._happened(change, seat) + self._talk(change)

    def pass_over(self) -> None:
        """Have all talk told again; a page knows by the numbers what it has heard."""
        self._heard = 0

    def here(self, version: int) -> bytes:
        """Return the line that says that the connection is fine."""
        return lines.here_line(version)

    def end(self, version: int, code: str) -> bytes:
        """Return the last line."""
        del version
        return lines.end_line(code)

    def _happened(self, change: Change, seat: int | None) -> bytes:
        """Return what happened, the line for all and what is for this page alone."""
        table, tables = change.table, self._tables
        known, self.version = self.version, table.version
        steps, said = self.feed.steps_since(known), b""
        if steps is change.steps:
            said = change.encoded(_events)
        elif steps:
            # It has just come, or did not read for a while.
            said = lines.events_line(steps, tables.now())
        if known != table.version and not (steps and lines.is_folded(steps)):
            code = tables.lobby.known_code(table.id)
            return said + lines.full_line(self.audience.view(table), tables.now(), code)
        if seat is None or self.audience.screen:
            return said
        # The line of whoever comes again may have been cut before its own choice.
        came_again = self._heard is not None and table.own_choice(seat) is not None
        return said + lines.own_line(table, seat) if came_again or lines.chose(steps, seat) else said

    def _talk(self, change: Change) -> bytes:
        """Return the talk that this page has not heard; for a big screen also how many look on."""
        tables, table_id = self._tables, change.table.id
        if (heard := self._heard) is None:
            said = change.encoded(_said) if change.lines else b""
        else:
            self._heard = None
            talk = [each for each in tables.chat.lines(table_id) if each.number > heard]
            said = b"".join(map(lines.said_line, talk))
        if self.audience.screen:
            watchers = tables.pubsub.watchers(table_id)
            if watchers != self._watchers:
                self._watchers = watchers
                said += lines.watchers_line(watchers)
        return said


def _events(change: Change) -> bytes:
    return lines.events_line(change.steps, change.now) if change.steps else b""


def _said(change: Change) -> bytes:
    return b"".join(map(lines.said_line, change.lines))
