"""Requests for notifications, and their end, at a table and in the list of open tables."""

from typing import Final
from urllib.parse import urlsplit

from markupsafe import Markup
from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from sixth.i18n import gettext as _
from sixth.server.feature import ShownPerson, TableParts
from sixth.server.features.reminders.delivery import Delivery
from sixth.server.features.reminders.invitations import InvitationNotices
from sixth.server.features.reminders.openings import WAITING_S, Openings
from sixth.server.features.reminders.rows import Subscription
from sixth.server.features.reminders.turns import Reminders
from sixth.server.people.person import check_named
from sixth.server.site import site_of
from sixth.server.table.identity import hash_token, is_token, new_token
from sixth.server.table.turns import is_slow
from sixth.server.table.view import TableView
from sixth.server.web.cookies import recent_seats, set_cookie
from sixth.server.web.form_answers import is_from_script
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.request import answer_form, sender_of, site_url
from sixth.server.web.session import known_visitor, visitor_of
from sixth.server.web.templating.environment import render
from sixth.server.web.templating.files import static_url
from sixth.server.web.views.around import has_company

_WAITS_COOKIE: Final = "sixth-waits"
"""Holds the token of a browser that waits for an open table."""


class PushForm(models.StrictForm):
    """The push subscription of a browser."""

    endpoint: str = Field(max_length=4_000)
    p256dh: str = Field(max_length=100)
    auth: str = Field(max_length=40)


async def status(request: Request) -> JSONResponse:
    """Send the public key of the site, and whether this browser has a request at this table."""
    reminders = site_of(request).service(Reminders)
    return await _status(request, on=await reminders.has_request(sender_of(request)))


async def ask(request: Request) -> Response:
    """Request notifications of this browser's turns at this table."""
    reminders = site_of(request).service(Reminders)
    await reminders.ask(sender_of(request), await _subscription(request))
    return answer_form(request)


async def end(request: Request) -> Response:
    """End the notifications about this table to this browser."""
    reminders = site_of(request).service(Reminders)
    await reminders.end(sender_of(request))
    return answer_form(request)


async def at_table(request: Request, table: TableView) -> TableParts:
    """Return the address for the button for notifications, if players have days for a turn at this table.

    A browser that has a seat at a table with others waits for no open table any more.
    """
    is_here = table.seat is not None or table.claim is not None
    if is_here and (table.config.listed or has_company(table)):
        await _stop_waiting(request)
    if table.seat is None or not is_slow(table.config):
        return {}
    failed = _("This browser does not let Sixth notify you just now.")
    given = {"push": f"/t/{table.id}/push", "failed": failed}
    return {"notify": [{"script": {"address": static_url("push.js"), "id": "", "label": "", "given": given}}]}


async def waiting_status(request: Request) -> JSONResponse:
    """Send the public key of the site, and whether this browser waits for an open table."""
    openings = site_of(request).service(Openings)
    token = _waiting_token(request)
    return await _status(request, on=token is not None and await openings.waits(hash_token(token)))


async def wait(request: Request) -> Response:
    """Request one notification for this browser, of the next open table."""
    openings = site_of(request).service(Openings)
    token = _waiting_token(request) or new_token()
    seats = [table_id for table_id, _token in recent_seats(request)]
    await openings.ask(hash_token(token), seats, await _subscription(request))
    sentence = _("You'll get one notification when somebody opens a table in the next three hours.")
    response = _back_to(request, "/tables", sentence)
    set_cookie(request, response, _WAITS_COOKIE, token, max_age_s=WAITING_S)
    return response


async def end_waiting(request: Request) -> Response:
    """End the request of this browser, and go back to the list."""
    await _stop_waiting(request)
    return _back_to(request, "/tables")


async def _stop_waiting(request: Request) -> None:
    """End the request of this browser, if there is one."""
    openings, token = site_of(request).service(Openings), _waiting_token(request)
    if token is not None and await openings.waits(hash_token(token)):
        await openings.end(hash_token(token))


async def at_person(request: Request, shown: ShownPerson) -> Markup:
    """Return the button for notifications of invitations, for a person who keeps a name."""
    visitor = await visitor_of(request)
    if not shown.is_own or visitor is None or not visitor.person.named:
        return Markup()
    return Markup(render("reminders/templates/invitations.html"))


async def invitation_status(request: Request) -> JSONResponse:
    """Send the public key of the site, and whether this browser is notified of invitations."""
    visitor = await visitor_of(request)
    return await _status(request, on=visitor is not None and await _notices(request).has(visitor))


async def ask_for_invitations(request: Request) -> Response:
    """Notify this browser of invitations of its person by friends."""
    visitor = await known_visitor(request)
    check_named(visitor.person)
    await _notices(request).ask(visitor, await _subscription(request))
    return _back_to(request, "/you")


async def end_invitations(request: Request) -> Response:
    """End the notifications of invitations to this browser."""
    await _notices(request).end(await known_visitor(request))
    return _back_to(request, "/you")


def _waiting_token(request: Request) -> str | None:
    token = request.cookies.get(_WAITS_COOKIE)
    return token if is_token(token) else None


def _back_to(request: Request, page: str, text: str = "") -> Response:
    return HTMLResponse(text) if is_from_script(request) else RedirectResponse(page, 303)


async def _status(request: Request, *, on: bool) -> JSONResponse:
    return JSONResponse({"key": await site_of(request).service(Delivery).key(), "on": on})


async def _subscription(request: Request) -> Subscription:
    form = await read_form(request, PushForm)
    site = urlsplit(site_url(request)).hostname or "localhost"
    return Subscription(**form.model_dump(), language=preferences().language, site=site)


def _notices(request: Request) -> InvitationNotices:
    return site_of(request).service(InvitationNotices)
