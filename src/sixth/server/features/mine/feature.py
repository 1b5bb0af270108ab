"""The page of a player's own tables, which the server lists, and games, which their browser keeps."""

from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.feature import Feature, Link
from sixth.server.features.mine.text import mine_texts
from sixth.server.site import site_of
from sixth.server.web.request import all_seats, forget_seats
from sixth.server.web.templating.environment import render
from sixth.server.web.views.going_on import going_on


async def mine(request: Request) -> HTMLResponse:
    """Show all tables at which this browser sits; a script adds the games that ended in it."""
    # The copy that a browser keeps for use without a connection contains no tables.
    seats = [] if "sixth-keep" in request.headers else all_seats(request)
    tables = await going_on(site_of(request).tables, seats)
    response = HTMLResponse(
        render("mine/templates/mine.html", words=mine_texts(), going_on=tables, at_home=False)
    )
    forget_seats(response, {table_id for table_id, _ in seats} - {table.id for table in tables})
    return response


MINE: Final = Feature(
    name="mine",
    routes=(Route("/mine", mine),),
    links=lambda: (
        Link("foot-middle", "/mine", _("Your games")),
        Link("own-tables", "/mine", _("All your tables and games")),
    ),
    offline_pages=("/mine",),
)
