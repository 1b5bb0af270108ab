"""The unfinished tables of a browser, with whom or what each waits for."""

from collections import OrderedDict
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final, NamedTuple

from sixth.i18n import ago_text, current_language, gettext as _
from sixth.server.core.errors import NoTableError
from sixth.server.live.tables import Tables
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.table.view import table_view
from sixth.server.web.text.prompt import tab_text
from sixth.server.web.views.table import Frame
from sixth.text import some_names

_MAX_CACHED: Final = 4096
"""Lines in the cache, each for one seat of a table."""


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


_LINES: Final[OrderedDict[tuple[str, int, int, str], GoingOn | None]] = OrderedDict()
"""Lines by table, version, seat and language."""


async def going_on(site: Tables, seats: Iterable[tuple[str, str]]) -> list[GoingOn]:
    """Return the unfinished tables of these, given with the tokens of a browser; its turns come first.

    A table at which the token proves no seat is left out.
    """
    found: dict[str, tuple[Table, int, GoingOn]] = {}
    for table_id, token in seats:
        try:
            table = await site.get(table_id)
        except NoTableError:
            continue
        seat = Audience.of(token).seat(table)
        if seat is not None and (line := _cached_line(table, seat)) is not None:
            found[table_id] = table, seat, line
    times = await site.waiting_since([table for table, _, line in found.values() if not line.began])
    for table_id, since in times.items():
        table, seat, line = found[table_id]
        line = _LINES[_key(table, seat)] = line._replace(began=since.isoformat())
        found[table_id] = table, seat, line
    now = datetime.fromtimestamp(site.now() / 1000, UTC)
    tables = [_aged(line, now) for _, _, line in found.values()]
    return sorted(tables, key=lambda table: not table.yours)


def _aged(line: GoingOn, now: datetime) -> GoingOn:
    began = datetime.fromisoformat(line.began) if line.began else now
    return line._replace(since=ago_text(now - began), began=began.isoformat(timespec="seconds"))


def _key(table: Table, seat: int) -> tuple[str, int, int, str]:
    return table.id, table.version, seat, current_language()


def _cached_line(table: Table, seat: int) -> GoingOn | None:
    """Return the line of a table, `began` being "" if that is unknown; None if the game is over."""
    key = _key(table, seat)
    if key not in _LINES:
        _LINES[key] = _line_of(table, seat)
        if len(_LINES) > _MAX_CACHED:
            _LINES.popitem(last=False)
    _LINES.move_to_end(key)
    return _LINES[key]


def _line_of(table: Table, seat: int) -> GoingOn | None:
    own_view = table_view(table, seat)
    if own_view.view is not None and own_view.view.over:
        return None
    frame = Frame(own_view)
    waits = tab_text(own_view, frame.asks, frame.prompt) if own_view.view else _("Not started yet")
    others = [who.name for at, who in enumerate(own_view.sitters) if who and at != seat]
    return GoingOn(
        id=table.id,
        game=frame.title,
        progress=frame.progress,
        people=some_names(others),
        waits=waits,
        yours=waits == _("Your turn"),
        since="",
        began="",
    )
