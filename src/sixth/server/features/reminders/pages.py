"""Notifications to a browser that is closed: asked for, and ended, at a table or in the list of open ones."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from markupsafe import Markup
from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from sixth.i18n import gettext as _
from sixth.server.feature import TablePlace
from sixth.server.features.reminders.openings import WAITING_S
from sixth.server.features.reminders.service import Notifications
from sixth.server.site import site_of
from sixth.server.table.identity import hash_token, is_token, new_token
from sixth.server.table.turns import is_slow
from sixth.server.table.view import TableView
from sixth.server.web.form_answers import is_from_script
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.request import (
    answer_form,
    holder_of,
    recent_seats,
    set_cookie,
    site_url,
)
from sixth.server.web.templating.environment import render

_WAITS_COOKIE: Final = "sixth-waits"
"""Holds the token of a browser that waits for an open table."""


class PushForm(models.StrictForm):
    """Where and how a browser is to be told something, as it says itself."""

    endpoint: str = Field(max_length=4_000)
    p256dh: str = Field(max_length=100)
    auth: str = Field(max_length=40)


async def known(request: Request) -> JSONResponse:
    """Tell what a browser must know to ask, and whether it has asked at this table."""
    reminders = _notifications(request).reminders
    return await _known(request, on=await reminders.asked(holder_of(request)))


async def ask(request: Request) -> Response:
    """Have this browser told when it is its turn at this table."""
    reminders = _notifications(request).reminders
    await reminders.ask(holder_of(request), **await _subscription(request))
    return answer_form(request)


async def end(request: Request) -> Response:
    """Tell this browser nothing more of this table."""
    reminders = _notifications(request).reminders
    await reminders.end(holder_of(request))
    return answer_form(request)


async def at_table(_request: Request, seen: TableView) -> Mapping[TablePlace, Markup]:
    """Return the address at which the button for notifications asks, at a table with days for a turn."""
    if seen.seat is None or not is_slow(seen.config):
        return {}
    return {"notify": Markup(render("reminders/templates/turns.html", table=seen))}


# ------------------------------------------------------------------ open tables


async def at_lobby(_request: Request) -> Markup:
    """Return the button by which a browser asks to be told of the next open table."""
    return Markup(render("reminders/templates/openings.html"))


async def waits(request: Request) -> JSONResponse:
    """Tell what a browser must know to ask, and whether it waits for an open table."""
    openings = _notifications(request).openings
    token = _waiting_token(request)
    return await _known(request, on=token is not None and await openings.waits(hash_token(token)))


async def wait(request: Request) -> Response:
    """Have this browser told once, when somebody opens a table."""
    openings = _notifications(request).openings
    token = _waiting_token(request) or new_token()
    seats = [table_id for table_id, _token in recent_seats(request)]
    await openings.ask(hash_token(token), seats, **await _subscription(request))
    response = _to_the_list(
        request, _("You'll get one notification when somebody opens a table in the next three hours.")
    )
    set_cookie(request, response, _WAITS_COOKIE, token, max_age_s=WAITING_S)
    return response


async def end_waiting(request: Request) -> Response:
    """Have this browser wait no longer."""
    await stop_waiting(request)
    return _to_the_list(request)


async def stop_waiting(request: Request) -> None:
    """Have this browser wait no longer, as it is at an open table now."""
    if (token := _waiting_token(request)) is not None:
        await _notifications(request).openings.end(hash_token(token))


def _waiting_token(request: Request) -> str | None:
    token = request.cookies.get(_WAITS_COOKIE)
    return token if is_token(token) else None


def _to_the_list(request: Request, text: str = "") -> Response:
    return HTMLResponse(text) if is_from_script(request) else RedirectResponse("/tables", 303)


# ------------------------------------------------------------------ both


async def _known(request: Request, *, on: bool) -> JSONResponse:
    return JSONResponse({"key": await _notifications(request).delivery.key(), "on": on})


async def _subscription(request: Request) -> Mapping[str, Any]:
    """Return what a browser gave, how it is to be told, and where it asks from."""
    form = await read_form(request, PushForm)
    return {
        "endpoint": form.endpoint,
        "p256dh": form.p256dh,
        "auth": form.auth,
        "language": preferences().language,
        "site": urlsplit(site_url(request)).hostname or "localhost",
    }


def _notifications(request: Request) -> Notifications:
    return site_of(request).service(Notifications)
