"""Coming and going at a table: sitting down, being ready, leaving, and coming back."""

from starlette.requests import Request
from starlette.responses import Response

from sixth.server.core.limits import CHANGES
from sixth.server.table import commands, seating
from sixth.server.table.events import Sat, TableEvent, Texted
from sixth.server.table.identity import clean_name, clean_text, hashed, is_token, new_token
from sixth.server.table.state import Table
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import (
    change,
    client_network,
    redirect_to_seat,
    require_seat,
    table_id_of,
    table_of,
    tables_of,
    token_of,
)


async def sit(request: Request) -> Response:
    """Take a free seat, or that of a bot, once no round goes on."""
    form = await read_form(request, models.SitForm)
    site, table_id = tables_of(request), table_id_of(request)
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


async def own_text(request: Request) -> Response:
    """Add an own text to the shuffles of the game to come."""
    form, seat = await read_form(request, models.TextForm), await require_seat(request, within=CHANGES)
    text = clean_text(form.text)
    return await change(request, lambda now: commands.add_text(now, seat, text))


async def leave(request: Request) -> Response:
    """Give the seat back while people gather; later a bot plays for it. Or give up one that was promised.

    The browser keeps its token: whoever comes back is who they were, and host again if they were.
    """
    site, table = tables_of(request), await table_of(request)
    claimant = hashed(token_of(request, table.id) or "")
    if table.claim_of(claimant) is not None:
        await site.limiter.check(CHANGES, table.id, client_network(request))
        return await change(request, lambda now: seating.give_up(now, claimant))
    seat = await require_seat(request, within=CHANGES)
    return await change(request, lambda now: seating.leave(now, seat))


async def come_back(request: Request) -> Response:
    """Take one's seat back from the bot that plays there."""
    seat = await require_seat(request, within=CHANGES)
    return await change(request, lambda now: seating.come_back(now, seat))


async def ready(request: Request) -> Response:
    """Be ready for the first game, or not yet."""
    form, seat = await read_form(request, models.ReadyForm), await require_seat(request, within=CHANGES)
    return await change(request, lambda now: seating.ready(now, seat, ready=form.ready))
