"""The tables that whoever comes back could go on with, and what waits there."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from sixth.i18n import ago_text
from sixth.i18n import gettext as _
from sixth.server.core.errors import NoTableError
from sixth.server.service.tables import Tables
from sixth.server.table.identity import Audience
from sixth.server.web.text.prompt import some_names, tab_text
from sixth.server.web.views.table import Frame


class GoingOn(NamedTuple):
    """A table as its players find it elsewhere; `waits` says what for, or for whom, and `since` for how long.

    `began` is the moment at which that began, for programs.
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
    """Return the tables whose game is not over, of these tables with the tokens that a browser has for them.

    A table at which a token proves no seat is not among them. Those that wait for whoever asks come first.
    """
    tables = []
    for table_id, token in seats:
        try:
            table = await site.get(table_id)
        except NoTableError:
            continue
        tables.append((table, Audience.of(token).view(table)))
    times = await site.since_when([table for table, seen in tables if seen.seat is not None])
    now, found = datetime.fromtimestamp(site.now() / 1000, UTC), []
    for table, seen in tables:
        if seen.seat is None or (seen.view is not None and seen.view.over):
            continue
        frame = Frame(seen)
        waits = tab_text(seen, frame.asks, frame.prompt) if seen.view else _("Not started yet")
        others = [who.name for seat, who in enumerate(seen.sitters) if who and seat != seen.seat]
        yours = waits == _("Your turn")
        since = times.get(table.id, now)
        found.append(
            GoingOn(
                id=table.id,
                game=frame.title,
                progress=frame.progress,
                people=some_names(others),
                waits=waits,
                yours=yours,
                since=ago_text(now - since),
                began=since.isoformat(timespec="seconds"),
            )
        )
    return sorted(found, key=lambda table: not table.yours)
