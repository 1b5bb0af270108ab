"""A word when it is one's turn, to a browser that is closed: asked for, and ended, at the table itself."""

from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from sixth.server.service.push.reminders import Reminders
from sixth.server.site import site_of
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.request import answer_form, client_network, holder_of, site_url


async def known(request: Request) -> JSONResponse:
    """Tell what a browser must know to ask, and whether it has asked at this table."""
    reminders, holder = _reminders(request), holder_of(request)
    on = await reminders.asked(holder)
    return JSONResponse({"key": await reminders.key(), "on": on})


async def ask(request: Request) -> Response:
    """Have this browser told when it is its turn at this table."""
    reminders, form = _reminders(request), await read_form(request, models.PushForm)
    await reminders.ask(
        holder_of(request),
        endpoint=form.endpoint,
        p256dh=form.p256dh,
        auth=form.auth,
        language=preferences().language,
        site=urlsplit(site_url(request)).hostname or "localhost",
        network=client_network(request),
    )
    return answer_form(request)


async def end(request: Request) -> Response:
    """Tell this browser nothing more of this table."""
    await _reminders(request).end(holder_of(request))
    return answer_form(request)


def _reminders(request: Request) -> Reminders:
    found = site_of(request).reminders
    if found is None:
        raise HTTPException(404)
    return found
