"""Coming and going at a table: sitting down, being ready, leaving, and coming back."""

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from sixth.server.core.limits import CHANGES
from sixth.server.table import commands, seating
from sixth.server.table.events import Sat, TableEvent, Texted
from sixth.server.table.identity import clean_name, clean_text, hashed, is_token, new_token
from sixth.server.table.state import Table
from sixth.server.web.dependencies import (
    Site,
    answer_form,
    client_network,
    redirect_to_seat,
    require_seat_for_change,
    token_cookie,
    token_of,
)
from sixth.server.web.endpoints import new_router
from sixth.server.web.forms import models

router = new_router()


@router.post("/t/{table_id}/sit")
async def sit(request: Request, site: Site, table_id: str, form: models.Sit) -> Response:
    """Take a free seat."""
    name, text, held = clean_name(form.name), clean_text(form.text), token_of(request, table_id)
    token = held if is_token(held) else new_token()
    await site.limiter.check(CHANGES, table_id, client_network(request))

    def do(now: Table) -> tuple[TableEvent, ...]:
        sat = seating.sit(now, name, hashed(token))
        return (
            *sat,
            *(Texted(event.seat, text) for event in sat if text and isinstance(event, Sat)),
        )

    await site.command(table_id, do)
    return redirect_to_seat(request, table_id, token, name)


@router.post("/t/{table_id}/text")
async def own_text(request: Request, site: Site, table_id: str, form: models.OwnText) -> Response:
    """Add an own text to the shuffles of the game to come."""
    seat, text = await require_seat_for_change(request, site, table_id), clean_text(form.text)
    return await answer_form(
        request, await site.command(table_id, lambda now: commands.add_text(now, seat, text))
    )


@router.post("/t/{table_id}/leave")
async def leave(request: Request, site: Site, table_id: str) -> Response:
    """Give the seat back before the first game; later a bot plays for it, and its token still proves it."""
    seat = await require_seat_for_change(request, site, table_id)
    table = await site.command(table_id, lambda now: seating.leave(now, seat))
    if table.games:
        return await answer_form(request, table)
    response = RedirectResponse(f"/t/{table.id}", 303)
    response.delete_cookie(token_cookie(table_id), path=f"/t/{table_id}")
    return response


@router.post("/t/{table_id}/back")
async def come_back(request: Request, site: Site, table_id: str) -> Response:
    """Take one's seat back from the bot that plays there."""
    seat = await require_seat_for_change(request, site, table_id)
    return await answer_form(request, await site.command(table_id, lambda now: seating.come_back(now, seat)))


@router.post("/t/{table_id}/ready")
async def ready(request: Request, site: Site, table_id: str, form: models.Ready) -> Response:
    """Be ready for the first game, or not yet."""
    seat = await require_seat_for_change(request, site, table_id)
    return await answer_form(
        request, await site.command(table_id, lambda now: seating.ready(now, seat, ready=form.ready))
    )
