"""The pages of a table, and the parts that its scripts fetch."""

from dataclasses import replace
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from sixth.server.site import site_of
from sixth.server.table.commands import no_seat
from sixth.server.table.identity import Audience, is_token, new_token, seat_of
from sixth.server.table.site_commands import MoveSeat
from sixth.server.table.view import TableView
from sixth.server.web.cookies import keep_seat, set_token_cookie, token_of
from sixth.server.web.form_answers import is_from_script
from sixth.server.web.request import number_in_query, redirect_to_seat, sender_of, table_of
from sixth.server.web.session import own_seat, seat_taker
from sixth.server.web.table_page import page_of_table, parts_of
from sixth.server.web.templating.environment import render
from sixth.server.web.views.history import step

_MAX_STEP: Final = 10_000


async def table_page(request: Request) -> HTMLResponse:
    """Show the table as this browser may see it."""
    tables, table = site_of(request).tables, await table_of(request)
    token = token_of(request, table.id)
    await tables.lobby.code_of(table)
    status = 200 if Audience.of(token).may_look(table) else 403
    response = HTMLResponse(await page_of_table(request, table), status)
    if request.url.query or tables.chat.lines(table.id):
        # The length of a compressed page would tell whether words of others in it resemble a hidden card.
        response.headers["Content-Encoding"] = "identity"
    if table.offered is not None and not is_token(token):
        # A visitor gets a token before taking a seat, so a form pressed twice takes one seat.
        set_token_cookie(request, response, table.id, new_token())
    elif token is not None and seat_of(table, token) is not None:
        keep_seat(request, response, table.id, token)
    return response


async def play_here(request: Request) -> Response:
    """Have the person who sits at the table in another browser play in this one."""
    table, taker = await table_of(request), await seat_taker(request)
    seat = await own_seat(request, table.id, table.tokens)
    before = None if seat is None else table.tokens[seat]
    if before is None:
        raise no_seat()
    sender = replace(sender_of(request), token=new_token(), taker=taker)
    await site_of(request).door.send(sender, MoveSeat(proof=before))
    return await redirect_to_seat(request, table.id, str(sender.token))


async def screen_page(request: Request) -> HTMLResponse:
    """Show the table on a big screen for everybody in the room, as a spectator sees it."""
    tables, table = site_of(request).tables, await table_of(request)
    await tables.lobby.code_of(table)
    status = 200 if Audience.of(token_of(request, table.id)).may_look(table) else 403
    return HTMLResponse(await page_of_table(request, table, screen=True), status)


async def around(request: Request) -> JSONResponse:
    """Send what features have at the table for the reader."""
    parts = await parts_of(request, await _view(request))
    # The length of a compressed answer would tell whether words of others in it resemble a hidden card.
    return JSONResponse(parts, headers={"Cache-Control": "no-store", "Content-Encoding": "identity"})


async def history(request: Request) -> HTMLResponse:
    """Show a step of this round, or the one that began the last turn: a page, or the part for a dialog."""
    at = number_in_query(request, "at", least=1, most=_MAX_STEP)
    table = await _view(request)
    template = "parts/history.html" if is_from_script(request) else "pages/history.html"
    html = render(template, table=table, step=step(table, at))
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})


async def _view(request: Request) -> TableView:
    """Return the table of a request as its reader may see it."""
    table = await table_of(request)
    audience = Audience.of(token_of(request, table.id))
    audience.check(table)
    return audience.view(table)
