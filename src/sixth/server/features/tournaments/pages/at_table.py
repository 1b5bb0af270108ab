"""What tournaments have at tables: the way back to that of the table, or the way to a new one."""

from starlette.requests import Request

from sixth.i18n import gettext as _
from sixth.server.feature import TableParts
from sixth.server.features.tournaments.visitors import tournaments_of
from sixth.server.parts import PartLink, TablePart
from sixth.server.table.view import TableView
from sixth.server.web.templating.files import static_url


async def at_table(request: Request, table: TableView) -> TableParts:
    """Return the way to the tournament of a table, with a script that takes it for the next round.

    At other tables the host has the way to a tournament of the same game, while none is played.
    """
    is_idle = table.view is None or table.view.over
    if not table.config.matched and not table.daily and is_idle and table.seat == table.host is not None:
        way: PartLink = {"address": f"/tournaments/new?table={table.id}", "label": _("Open a tournament")}
        return {"stay": [{"links": [way]}]}
    place = await tournaments_of(request).place_of(table.id) if table.config.matched else None
    if place is None:
        return {}
    page, label = f"/tournaments/{place.code}", _("To the tournament")
    if table.view is None or not table.view.over:
        return {"players": [{"links": [{"address": page, "label": label}]}]}
    link: PartLink = {"address": page, "label": label, "is_button": True}
    given = {"page": page, "round": str(place.round)}
    script = static_url("tournament/back.js")
    part: TablePart = {
        "links": [link],
        "kind": "actions",
        "script": {"address": script, "id": "tournament", "label": label, "given": given},
    }
    return {"again": [part]}
