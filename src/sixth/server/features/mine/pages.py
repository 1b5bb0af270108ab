"""One's own tables, which the server knows, and games, which stay in the browser in which they ended."""

from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.server.features.mine.text import mine_texts
from sixth.server.site import site_of
from sixth.server.web.request import all_seats, forget_seats
from sixth.server.web.templating.environment import render
from sixth.server.web.views.going_on import going_on


async def mine(request: Request) -> HTMLResponse:
    """Show all tables at which this browser sits, and have it list the games that ended in it."""
    # What a browser keeps for want of a connection holds nothing of a table.
    seats = [] if "sixth-keep" in request.headers else all_seats(request)
    tables = await going_on(site_of(request).tables, seats)
    response = HTMLResponse(
        render("mine/templates/mine.html", words=mine_texts(), going_on=tables, at_home=False)
    )
    forget_seats(response, {table_id for table_id, _ in seats} - {table.id for table in tables})
    return response
