"""Reports of whom a table waits for, to a program that has nothing to do there."""

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final

from sixth.client.news import Line, Table
from sixth.i18n import gettext as _
from sixth.narration import waiting_text
from sixth.rules.view import awaited_seats
from sixth.text import printable, some_names

_FIRST_REPORT_S: Final = 30.0
"""Seconds without an event at a table until the first report; until each further one they double."""


class WaitReports:
    """Reports of whom a table waits for, as a program hears the lines of its news.

    `look` returns the table, and `tell` is called with each report, one sentence.
    """

    def __init__(self, look: Callable[[], Awaitable[Table]], tell: Callable[[str], None] | None) -> None:
        self._look, self._tell = look, tell
        self._version: int | None = None
        self._since = self._next_s = 0.0

    async def hear(self, line: Line) -> None:
        """Note the line, and report if nothing has happened at the table for long."""
        waited_s = monotonic() - self._since
        if line.v != self._version:
            self._version, self._since, self._next_s = line.v, monotonic(), _FIRST_REPORT_S
        elif waited_s >= self._next_s and self._tell is not None:
            self._next_s = 2 * waited_s
            text = _("{waiting} {seconds} s so far.")
            self._tell(text.format(waiting=table_waiting_text(await self._look()), seconds=round(waited_s)))


def table_waiting_text(table: Table) -> str:
    """Return in a sentence whom the table waits for."""
    view, seats = table.view, table.json["seats"]
    in_game = view is not None and not view.over and not table.json["between_rounds"]
    if view is None:
        awaited = [table.json["host"]]
    elif in_game:
        awaited = [*awaited_seats(view)]
    else:
        awaited = [seat for seat in table.json["waited_for"] if not seats[seat]["ready"]]
    names = [printable(seats[seat]["sitter"]["name"]) for seat in awaited if seat is not None]
    if not names:
        return _("Waiting for other players.")
    if view is not None and in_game:
        return waiting_text(view.phase, names)
    return _("Waiting for {names} to start.").format(names=some_names(names))
