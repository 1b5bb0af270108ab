"""The daily deal: today's page, and those of earlier days."""

from collections.abc import Mapping
from datetime import date

from markupsafe import Markup
from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.i18n import gettext as _
from sixth.i18n import translate
from sixth.rules.game import Refusal
from sixth.server.core.problems import status_of
from sixth.server.core.route_limits import TABLES
from sixth.server.feature import HomePart
from sixth.server.features.daily.service import Daily, Played, Ticket, day_from_text
from sixth.server.features.daily.tickets import keep_ticket, tickets_of
from sixth.server.features.daily.view import daily_door, daily_page
from sixth.server.site import site_of
from sixth.server.table.identity import clean_name, new_token
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import client_network, known_name, redirect_to_seat, site_url
from sixth.server.web.templating.environment import render


class DailyForm(models.StrictForm):
    """Begin the deal of a day; `practice` is whether one knows that this day is over."""

    day: str = Field(max_length=10)
    practice: bool = False


async def home_part(request: Request) -> HomePart:
    """Return the door to today's deal on the first page."""
    # What a browser keeps for want of a connection holds nothing of a table.
    door = daily_door(None if "sixth-keep" in request.headers else await _today(request))
    html = render("daily/templates/door.html", door=door)
    return HomePart(Markup(html), (door.table_id,) if door.table_id else ())


async def _today(request: Request) -> Played | None:
    """Return what this browser has played of today's deal."""
    daily = site_of(request).service(Daily)
    ticket = tickets_of(request).get(daily.today)
    return await daily.played(ticket.table_id) if ticket else None


async def today(request: Request) -> HTMLResponse:
    """Show the deal of today: to begin, to go on, or how it went beside all others."""
    return await _page(request, site_of(request).service(Daily).today)


async def day(request: Request) -> HTMLResponse:
    """Show the deal of a day, as `today` does; that of an earlier one is for practice."""
    try:
        return await _page(request, day_from_text(request.path_params["day"]))
    except Refusal as error:
        on = ("/daily", _("Daily deal"))
        page = render("pages/error.html", sentence=translate(error.sentence), missing=True, on=on)
        return HTMLResponse(page, status_of(error))


async def begin(request: Request) -> Response:
    """Set up the table of a day's deal, and lead there: today's once, those of earlier days for practice."""
    form = await read_form(request, DailyForm)
    daily, network, wanted = site_of(request).service(Daily), client_network(request), day_from_text(form.day)
    name = clean_name(known_name(request) or _("Guest"))
    is_today = wanted == daily.today
    if not (is_today or form.practice):
        # The day has gone by since the page was made.
        await daily.check(wanted)
        return RedirectResponse("/daily", 303)
    ticket = (tickets_of(request).get(wanted) if is_today else None) or Ticket(wanted, new_token())
    await daily.begin(ticket, name, network=network, counted=TABLES.proof(request))
    response = redirect_to_seat(request, ticket.table_id, ticket.token)
    if is_today:
        keep_ticket(request, response, ticket)
    return response


async def _page(request: Request, wanted: date) -> HTMLResponse:
    daily = site_of(request).service(Daily)
    found = await daily.check(wanted)
    is_today = wanted == daily.today
    played = await _played(request)
    mine = played.get(wanted)
    over = mine is not None and mine.over
    page = daily_page(
        found,
        wanted,
        played,
        await daily.field(wanted) if not is_today or over else None,
        daily,
        url=f"{site_url(request)}daily/{wanted.isoformat()}",
    )
    response = HTMLResponse(render("daily/templates/day.html", page=page))
    if is_today and wanted not in tickets_of(request):
        # Pressed twice, the form still begins one try.
        keep_ticket(request, response, Ticket(wanted, new_token()))
    return response


async def _played(request: Request) -> Mapping[date, Played]:
    """What this browser has played with its tickets, by day."""
    found = {}
    for day, ticket in tickets_of(request).items():
        played = await site_of(request).service(Daily).played(ticket.table_id)
        if played is not None and played.day == day:
            found[day] = played
    return found
