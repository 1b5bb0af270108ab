"""The offer to keep games, below the result of a guest: once an evening, and not for weeks after a no."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from sixth.i18n import gettext as _
from sixth.server.feature import TableParts
from sixth.server.features.profile.games import has_played_since
from sixth.server.parts import TablePart
from sixth.server.table.view import TableView
from sixth.server.web.cookies import set_cookie
from sixth.server.web.request import answer_form
from sixth.server.web.session import HERE, kept_name, may_be_known, people_of, visitor_of

_COOKIE: Final = "sixth-later"
"""The cookie of a browser whose guest does not want to keep a name now."""

LATER_S: Final = 14 * 24 * 3600
"""Seconds for which nobody is asked who said no."""

EVENING_MS: Final = 12 * 3600 * 1000
"""Milliseconds for which a guest is not asked again, from the beginning of the game after which they were."""


async def at_table(request: Request, table: TableView) -> TableParts:
    """Return the way to sign in, or the offer, below a guest's first result of an evening."""
    if table.seat is None and table.offered is not None and not await kept_name(request):
        return {"sit": [{"links": [{"address": HERE, "label": _("Already have a name here? Sign in")}]}]}
    if table.seat is None or table.view is None or not table.view.over:
        return {}
    if not may_be_known(request) or _COOKIE in request.cookies:
        return {}
    people, visitor = people_of(request), await visitor_of(request)
    if visitor is None or visitor.person.named:
        return {}
    evening = people.now() - EVENING_MS
    if await people.read(has_played_since, visitor.person.id, evening, but=table.game_id):
        return {}
    offer: TablePart = {
        "links": [{"address": HERE, "label": _("Keep your games"), "is_button": True}],
        "small": [_("With a name, on all of your devices.")],
        "kind": "keep",
    }
    later: TablePart = {"form": {"action": f"/t/{table.id}/later", "label": _("Not now")}, "kind": "later"}
    return {"result": [offer, later]}


async def put_off(request: Request) -> Response:
    """Have the browser keep that its guest does not want to be asked for some time."""
    response = answer_form(request)
    set_cookie(request, response, _COOKIE, "1", max_age_s=LATER_S)
    return response
