"""The tables that whoever comes back could go on with, and what waits there."""

from collections.abc import Iterable
from typing import NamedTuple

from sixth.i18n import gettext as _
from sixth.server.core.errors import NoTableError
from sixth.server.service.tables import Tables
from sixth.server.table.identity import Audience
from sixth.server.web.text.prompt import some_names, tab_text
from sixth.server.web.views.table import Frame


class GoingOn(NamedTuple):
    """A table as the first page shows it to somebody who sits there; `waits` says what for, or for whom."""

    id: str
    game: str
    progress: str
    people: str
    waits: str
    yours: bool


async def going_on(site: Tables, seats: Iterable[tuple[str, str]]) -> list[GoingOn]:
    """Return the tables whose game is not over, of these tables with the tokens that a browser has for them.

    A table at which a token proves no seat is not among them. Those that wait for whoever asks come first.
    """
    found = []
    for table_id, token in seats:
        try:
            seen = Audience.of(token).view(await site.get(table_id))
        except NoTableError:
            continue
        if seen.seat is None or (seen.view is not None and seen.view.over):
            continue
        frame = Frame(seen)
        waits = tab_text(seen, frame.asks, frame.prompt) if seen.view else _("Not started yet")
        others = [who.name for seat, who in enumerate(seen.sitters) if who and seat != seen.seat]
        yours = waits == _("Your turn")
        found.append(GoingOn(table_id, frame.title, frame.progress, some_names(others), waits, yours))
    return sorted(found, key=lambda table: not table.yours)
