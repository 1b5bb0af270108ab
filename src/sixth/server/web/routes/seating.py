"""The route to take a seat, which gives the browser a token."""

from starlette.requests import Request
from starlette.responses import Response

from sixth.server.site import site_of
from sixth.server.table import commands
from sixth.server.table.identity import clean_name, is_token, new_token
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import client_network, holder_of, redirect_to_seat, table_id_of, token_of


async def sit(request: Request) -> Response:
    """Take a free seat, or claim that of a bot until the round is over."""
    form, table_id = await read_form(request, models.SitForm), table_id_of(request)
    token = token_of(request, table_id)
    if not is_token(token):
        token = new_token()
    await site_of(request).check_seat(request)
    command = commands.Sit(name=form.name, text=form.text)
    await holder_of(request, token).do(command, network=client_network(request))
    await site_of(request).tell_seated(request)
    return await redirect_to_seat(request, table_id, token, clean_name(form.name))
