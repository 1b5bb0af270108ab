"""The daily deal: today's page, those of earlier days, and the chain that promises all of them."""

import re
from datetime import date
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from sixth.i18n import gettext as _
from sixth.rules.game import Refusal
from sixth.server.service.daily import NO_DAY, Daily, Ticket
from sixth.server.table.daily import CHAIN_DAYS, METHOD
from sixth.server.table.identity import clean_name, new_token
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import (
    client_network,
    known_name,
    redirect_to_seat,
    set_cookie,
)
from sixth.server.web.templating.environment import render
from sixth.server.web.views.daily import daily_page

_COOKIE: Final = "sixth-daily"
"""The ticket of this browser for the day whose deal it has tried, or is about to."""

_TICKET: Final = re.compile(r"(\d{4}-\d\d-\d\d)~([A-Za-z0-9_-]{43})")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


async def today(request: Request) -> HTMLResponse:
    """Show the deal of today: to begin, to go on, or how it went beside all others."""
    return await _page(request, _daily_of(request).today)


async def day(request: Request) -> HTMLResponse:
    """Show the deal of a day, as `today` does; that of an earlier one is for practice."""
    return await _page(request, _day(request.path_params["day"]))


async def begin(request: Request) -> Response:
    """Set up the table of a day's deal, and lead there: today's once, those of earlier days for practice."""
    form = await read_form(request, models.DailyForm)
    daily, network, wanted = _daily_of(request), client_network(request), _day(form.day)
    name = clean_name(known_name(request) or _("Guest"))
    is_today = wanted == daily.today
    ticket = (_ticket(request, wanted) if is_today else None) or Ticket(wanted, new_token())
    await daily.begin(ticket, name, network=network)
    response = redirect_to_seat(request, ticket.table_id, ticket.token)
    if is_today:
        _keep(request, response, ticket)
    return response


async def chain(request: Request) -> JSONResponse:
    """Tell what promises the deals of all days, and how far that has been kept so far."""
    daily = _daily_of(request)
    found, now = await daily.chain(), daily.today
    told = {
        "method": METHOD,
        "begins": found.begins.isoformat(),
        "days": CHAIN_DAYS,
        "anchor": found.anchor,
        "today": now.isoformat(),
        "promise": found.promise(now),
    }
    return JSONResponse(told, headers={"Cache-Control": "no-cache"})


async def _page(request: Request, wanted: date) -> HTMLResponse:
    daily = _daily_of(request)
    found = await daily.check(wanted)
    is_today = wanted == daily.today
    ticket = _ticket(request, wanted)
    played = await daily.played(ticket.table_id) if ticket else None
    if played is not None and played.day != wanted:
        played = None
    field = await daily.field(wanted) if not is_today or (played and played.over) else None
    page = daily_page(found, wanted, played, field, daily)
    response = HTMLResponse(render("pages/daily.html", page=page))
    if is_today and ticket is None:
        # Pressed twice, the form still begins one try.
        _keep(request, response, Ticket(wanted, new_token()))
    return response


def _daily_of(request: Request) -> Daily:
    found: Daily = request.app.state.daily
    return found


def _day(text: str) -> date:
    if _DAY.fullmatch(text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            pass
    raise Refusal(NO_DAY, "That is no day; days are written as in 2026-01-31.")


def _ticket(request: Request, wanted: date) -> Ticket | None:
    """Return the ticket of this browser for that day, if it has one."""
    found = _TICKET.fullmatch(request.cookies.get(_COOKIE, ""))
    if found is None or found[1] != wanted.isoformat():
        return None
    return Ticket(wanted, found[2])


def _keep(request: Request, response: Response, ticket: Ticket) -> None:
    set_cookie(request, response, _COOKIE, f"{ticket.day.isoformat()}~{ticket.token}")
