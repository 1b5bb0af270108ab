"""Coming and going at a table: being ready, leaving, coming back, and what the host decides."""

from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from sixth.server import seating
from sixth.server import table as at_table
from sixth.server.web import forms
from sixth.server.web.asking import Site, cookie_of, done, seat_asking, seat_changing
from sixth.server.web.render import render
from sixth.server.web.words import bot_titles

router = APIRouter(include_in_schema=False)


@router.post("/t/{table_id}/leave")
async def leave(request: Request, site: Site, table_id: str) -> Response:
    """Give the seat back before the first game; later a bot plays for it, and its token still proves it."""
    seat = await seat_changing(request, site, table_id)
    table = await site.command(table_id, lambda now: seating.leave(now, seat))
    if table.games:
        return await done(request, table)
    response = RedirectResponse(f"/t/{table.id}", 303)
    response.delete_cookie(cookie_of(table_id), path=f"/t/{table_id}")
    return response


@router.post("/t/{table_id}/back")
async def come_back(request: Request, site: Site, table_id: str) -> Response:
    """Take one's seat back from the bot that plays there."""
    seat = await seat_changing(request, site, table_id)
    return await done(request, await site.command(table_id, lambda now: seating.come_back(now, seat)))


@router.post("/t/{table_id}/ready")
async def ready(request: Request, site: Site, table_id: str, form: forms.Ready) -> Response:
    """Be ready for the first game, or not yet."""
    seat = await seat_changing(request, site, table_id)
    return await done(
        request, await site.command(table_id, lambda now: seating.ready(now, seat, ready=form.ready))
    )


@router.post("/t/{table_id}/bot")
async def add_bot(request: Request, site: Site, table_id: str, form: forms.AddBot) -> Response:
    """A bot for a free seat."""
    seat = await seat_changing(request, site, table_id)
    return await done(
        request, await site.command(table_id, lambda now: seating.add_bot(now, seat, form.seat, form.bots))
    )


@router.post("/t/{table_id}/remove")
async def remove(request: Request, site: Site, table_id: str, form: forms.Remove) -> Response:
    """Have a bot or a person leave."""
    seat = await seat_changing(request, site, table_id)
    return await done(
        request, await site.command(table_id, lambda now: seating.remove(now, seat, form.seat, form.name))
    )


@router.get("/t/{table_id}/house", response_class=HTMLResponse)
async def house_page(request: Request, site: Site, table_id: str) -> HTMLResponse:
    """What the host decides, on a page of its own, so that no news come between."""
    seat = await seat_asking(request, site, table_id)
    table = await site.get(table_id)
    seating.host_only(table, seat)
    look = at_table.look(table, seat)
    return HTMLResponse(render("house.html", look=look, house=look.house, bots=bot_titles(), note=""))


@router.post("/t/{table_id}/house")
async def arrange(request: Request, site: Site, table_id: str, form: forms.Arrange) -> Response:
    """Keep the table so from now on."""
    seat = await seat_changing(request, site, table_id)
    table = await site.command(
        table_id, lambda now: seating.arrange(now, seat, replace(now.house, **form.model_dump()))
    )
    return RedirectResponse(f"/t/{table.id}", 303)
