"""The tables that whoever comes back could go on with, and what waits there."""

from collections import OrderedDict
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final, NamedTuple

from sixth.i18n import ago_text, current_language
from sixth.i18n import gettext as _
from sixth.server.core.errors import NoTableError
from sixth.server.service.tables import Tables
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.table.view import table_view
from sixth.server.web.text.prompt import some_names, tab_text
from sixth.server.web.views.table import Frame

_MAX_HELD: Final = 4096
"""Tables of which it is held what is said of them to one of their seats."""


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
    found: dict[str, tuple[Table, int, GoingOn]] = {}
    for table_id, token in seats:
        try:
            table = await site.get(table_id)
        except NoTableError:
            continue
        seat = Audience.of(token).seat(table)
        if seat is not None and (shown := _FACTS.of(table, seat)) is not None:
            found[table_id] = table, seat, shown
    times = await site.since_when([table for table, _, shown in found.values() if not shown.began])
    for table_id, since in times.items():
        table, seat, shown = found[table_id]
        found[table_id] = table, seat, _FACTS.since(table, seat, since)
    now = datetime.fromtimestamp(site.now() / 1000, UTC)
    tables = [_aged(shown, now) for _, _, shown in found.values()]
    return sorted(tables, key=lambda table: not table.yours)


def _aged(shown: GoingOn, now: datetime) -> GoingOn:
    began = datetime.fromisoformat(shown.began) if shown.began else now
    return shown._replace(since=ago_text(now - began), began=began.isoformat(timespec="seconds"))


class _Facts:
    """What is said of tables to those who sit there, made once for each version, seat and language."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[str, int, int, str], GoingOn | None] = OrderedDict()

    def of(self, table: Table, seat: int) -> GoingOn | None:
        """Return what is said of a table, without `began` if that is not known; None if its game is over."""
        key = _key(table, seat)
        if key not in self._held:
            self._held[key] = _facts(table, seat)
            if len(self._held) > _MAX_HELD:
                self._held.popitem(last=False)
        self._held.move_to_end(key)
        return self._held[key]

    def since(self, table: Table, seat: int, began: datetime) -> GoingOn:
        """Return what is said of a table that goes on and has waited since `began`, which is held, too."""
        shown = self.of(table, seat)
        assert shown is not None
        held = self._held[_key(table, seat)] = shown._replace(began=began.isoformat())
        return held


def _key(table: Table, seat: int) -> tuple[str, int, int, str]:
    return table.id, table.version, seat, current_language()


_FACTS: Final = _Facts()


def _facts(table: Table, seat: int) -> GoingOn | None:
    seen = table_view(table, seat)
    if seen.view is not None and seen.view.over:
        return None
    frame = Frame(seen)
    waits = tab_text(seen, frame.asks, frame.prompt) if seen.view else _("Not started yet")
    others = [who.name for at, who in enumerate(seen.sitters) if who and at != seat]
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
