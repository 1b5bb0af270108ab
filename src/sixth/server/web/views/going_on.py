"""The unfinished tables of a browser, with whom or what each waits for."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from sixth.i18n import ago_text, gettext as _
from sixth.server.core.errors import NoTableError
from sixth.server.live.tables import Tables
from sixth.server.protocol.asks import asks_of
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.table.view import TableView
from sixth.server.web.text.labels import title_at
from sixth.server.web.text.prompt import progress_text, tab_text
from sixth.text import some_names


class GoingOn(NamedTuple):
    """A line about an unfinished table for one of its players.

    `waits` says whom or what the table waits for, `since` for how long, and `began` since when, in ISO 8601.
    """

    id: str
    game: str
    progress: str
    people: str
    waits: str
    yours: bool
    since: str
    began: str


async def going_on(site: Tables, seats: Iterable[tuple[str, str]]) -> list[GoingOn]:
    """Return the unfinished tables of these, given with the tokens of a browser; its turns come first.

    A table at which the token proves no seat is left out.
    """
    unfinished: dict[str, tuple[Table, TableView]] = {}
    for table_id, token in seats:
        with suppress(NoTableError):
            table, audience = await site.get(table_id), Audience.of(token)
            view = audience.view(table)
            if view.seat is not None and not (view.view and view.view.over):
                unfinished[table_id] = table, view
    times = await site.waiting_since([table for table, _ in unfinished.values()]) if unfinished else {}
    now = datetime.fromtimestamp(site.now() / 1000, UTC)
    lines = [_line(view, times.get(view.id, now), now) for _, view in unfinished.values()]
    return sorted(lines, key=lambda line: not line.yours)


def _line(view: TableView, began: datetime, now: datetime) -> GoingOn:
    waits = tab_text(view, asks_of(view)) if view.view else _("Not started yet")
    return GoingOn(
        id=view.id,
        game=title_at(view),
        progress=progress_text(view),
        people=some_names([who.name for at, who in enumerate(view.sitters) if who and at != view.seat]),
        waits=waits,
        yours=waits == _("Your turn"),
        since=ago_text(now - began),
        began=began.isoformat(timespec="seconds"),
    )
