"""The page of a table, its news, and who sits there."""

from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from sixth.server.site import site_of
from sixth.server.table.identity import Audience, is_token, new_token, seat_of
from sixth.server.web.request import (
    keep_seat,
    number_in_query,
    set_token_cookie,
    table_of,
    token_of,
)
from sixth.server.web.table_page import drawn, frame_of, page_of_table, table_page_at
from sixth.server.web.templating.environment import render
from sixth.server.web.views.result import result
from sixth.server.web.views.table import Frame

_RENEWED: Final = 'data: <p-add to="stream"><meta http-equiv="refresh" content="0"></p-add>\n\nevent: end\n\n'
"""A patch, as pages listened to them until version 0.3."""


async def table_page(request: Request) -> HTMLResponse:
    """Show the table as this browser may see it."""
    tables, table = site_of(request).tables, await table_of(request)
    token = token_of(request, table.id)
    await tables.lobby.code_of(table)
    status = 200 if Audience.of(token).may_look(table) else 403
    response = HTMLResponse(await page_of_table(request, table), status)
    if request.url.query or tables.chat.lines(table.id):
        # How long the page is when compressed tells whether words of others in it are like a card in it.
        response.headers["Content-Encoding"] = "identity"
    if table.offered is not None and not is_token(token):
        # Whoever may sit down has a token before: pressed twice, the form still takes one seat.
        set_token_cookie(request, response, table.id, new_token())
    elif token is not None and seat_of(table, token) is not None:
        keep_seat(request, response, table.id, token)
    return response


async def screen_page(request: Request) -> HTMLResponse:
    """Show the table on a screen for everybody in the room: what a spectator sees, large."""
    tables, table = site_of(request).tables, await table_of(request)
    await tables.lobby.code_of(table)
    audience = Audience.of(token_of(request, table.id), screen=True)
    if not audience.may_look(table):
        return HTMLResponse(table_page_at(request, table.id).closed(table), 403)
    return HTMLResponse(drawn(table_page_at(request, table.id, screen=True), Frame(audience.view(table))))


async def around(request: Request) -> HTMLResponse:
    """Show what the server draws of a table on the page that scripts draw, as whoever asks may see it."""
    screen = number_in_query(request, "screen", least=0, most=1) == 1
    table = await table_of(request)
    audience = Audience.of(token_of(request, table.id), screen=screen)
    audience.check(table)
    seen = audience.view(table)
    frame = Frame(seen) if screen else await frame_of(request, seen)
    html = table_page_at(request, table.id, screen=screen).around(frame)
    # How long it is when compressed tells whether words of others in it are like a card in it.
    return HTMLResponse(html, headers={"Cache-Control": "no-store", "Content-Encoding": "identity"})


async def rounds(request: Request) -> HTMLResponse:
    """Show everybody's heads in the rounds that are over, for the sheet of a result."""
    table = await table_of(request)
    audience = Audience.of(token_of(request, table.id))
    audience.check(table)
    seen = audience.view(table)
    html = render("parts/rounds.html", f=Frame(seen), view=seen.view, result=result(seen))
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})


async def events(request: Request) -> Response:
    """Have a page that was drawn by an earlier version, which listens here, load itself anew, and no more."""
    await table_of(request)
    return PlainTextResponse(_RENEWED, media_type="text/event-stream", headers={"Cache-Control": "no-store"})
