"""Coming and going at a table: sitting down, being ready, leaving, and coming back."""

from starlette.requests import Request
from starlette.responses import Response

from sixth.server.table.identity import clean_name, is_token, new_token
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import (
    answer_form,
    client_network,
    holder_of,
    redirect_to_seat,
    table_id_of,
    token_of,
)


async def sit(request: Request) -> Response:
    """Take a free seat, or that of a bot, once no round goes on."""
    form, table_id = await read_form(request, models.SitForm), table_id_of(request)
    held = token_of(request, table_id)
    token = held if is_token(held) else new_token()
    await holder_of(request, token).sit(form.name, form.text, network=client_network(request))
    return redirect_to_seat(request, table_id, token, clean_name(form.name))


async def own_text(request: Request) -> Response:
    """Add an own text to the shuffles of the game to come."""
    form = await read_form(request, models.TextForm)
    await holder_of(request).add_text(form.text)
    return answer_form(request)


async def leave(request: Request) -> Response:
    """Give the seat back, or have a bot play for it, or give up one that was promised."""
    await holder_of(request).leave(network=client_network(request))
    return answer_form(request)


async def come_back(request: Request) -> Response:
    """Take one's seat back from the bot that plays there."""
    await holder_of(request).come_back()
    return answer_form(request)


async def ready(request: Request) -> Response:
    """Be ready for the first game, or not yet."""
    form = await read_form(request, models.ReadyForm)
    await holder_of(request).ready(ready=form.ready)
    return answer_form(request)
