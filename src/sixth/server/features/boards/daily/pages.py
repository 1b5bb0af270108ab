"""The pages of the daily deal: today's, and those of earlier days."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Final

from markupsafe import Markup
from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.i18n import date_text, gettext as _
from sixth.server.core.route_limits import TABLES, network_of_request
from sixth.server.feature import HomeLine, ShownPerson
from sixth.server.features.boards.daily.service import Daily, Ticket, day_from_text
from sixth.server.features.boards.daily.text import result_text
from sixth.server.features.boards.daily.view import daily_page
from sixth.server.features.boards.deals import Attempt, Player
from sixth.server.parts import TablePart
from sixth.server.protocol.dealt import board_deal
from sixth.server.site import site_of
from sixth.server.table.identity import Audience, new_token
from sixth.server.web.cookies import set_cookie
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.preferences import is_copy, preferences
from sixth.server.web.request import redirect_to_seat, site_url
from sixth.server.web.session import own_name, reader_of, seat_taker
from sixth.server.web.table_page import parts_of
from sixth.server.web.templating.environment import render
from sixth.server.web.views.choices import choice_lines

_COOKIE: Final = "sixth-daily"
"""The cookie with a browser's tickets for the daily deals of the last days."""

_TICKET: Final = re.compile(r"(\d{4}-\d\d-\d\d)~([A-Za-z0-9_-]{43})", re.ASCII)

_MAX_KEPT: Final = 2
"""Tickets in the cookie: yesterday's game may not be over. Each makes a request sixty bytes longer."""


class DailyForm(models.StrictForm):
    """The form to begin the deal of a day; `practice` is whether the player knows that the day is over."""

    day: str = Field(max_length=10)
    practice: bool = False


async def home_lines(request: Request) -> Sequence[HomeLine]:
    """Return the line that leads to today's deal, with its result and the days in a row."""
    # The copy that a browser keeps for use without a connection contains no tables.
    daily, attempt, reader = site_of(request).service(Daily), None, await reader_of(request)
    if not is_copy(request) and (ticket := tickets_of(request).get(daily.today)):
        attempt = await daily.attempt(ticket.table_id)
    streak = await daily.streak(reader.person.id) if reader else 0
    if streak > 1:
        about = _("{count} days in a row.").format(count=streak)
    else:
        about = "" if preferences().played else _("One round a day, the same cards for everybody")
    over = attempt if attempt is not None and attempt.over else None
    if over:
        value = result_text(await daily.field(over.day, over), over.heads)
    else:
        value = _("Play on") if attempt else _("Play it")
    table_id = attempt.table_id if attempt else ""
    return [HomeLine(_("Daily deal"), value, "/daily", waits=not over, about=about, table=table_id)]


async def at_person(request: Request, person: ShownPerson) -> Markup:
    """Return a person's record in daily deals, from their tables, or nothing without a finished try."""
    record = await site_of(request).service(Daily).record_at(person.tables)
    if record is None:
        return Markup()
    return Markup(render("boards/templates/record.html", record=record, on=date_text(record.on)))


async def today(request: Request) -> HTMLResponse:
    """Show today's deal: to begin, to go on, or to compare the result."""
    return await _page(request, site_of(request).service(Daily).today)


async def day(request: Request) -> Response:
    """Show the deal of a day; those of earlier days are for practice."""
    name = request.path_params["day"]
    if deal := board_deal(name):
        # Tables name the address of a day for all deals that everybody gets.
        return RedirectResponse(f"/boards/{deal.board}/{deal.number}", 303)
    return await _page(request, day_from_text(name))


async def begin(request: Request) -> Response:
    """Open the table of a day's deal, and redirect there: today's once, earlier days for practice."""
    form = await read_form(request, DailyForm)
    taker = await seat_taker(request)
    daily, day = site_of(request).service(Daily), day_from_text(form.day)
    name = await own_name(request) or _("Guest")
    is_today = day == daily.today
    if not (is_today or form.practice):
        # The day has ended since the page was made.
        await daily.check(day)
        return RedirectResponse("/daily", 303)
    ticket = (tickets_of(request).get(day) if is_today else None) or Ticket(day, new_token())
    network, counted = network_of_request(request), TABLES.proof(request)
    await daily.begin(day, Player(name, ticket.token, network, taker=taker), counted)
    response = await redirect_to_seat(request, ticket.table_id, ticket.token)
    if is_today:
        _keep_ticket(request, response, ticket)
    return response


async def _page(request: Request, day: date) -> HTMLResponse:
    daily = site_of(request).service(Daily)
    chain = await daily.check(day)
    is_today = day == daily.today
    attempts = await _attempts(request)
    mine = attempts.get(day)
    over = mine is not None and mine.over
    chosen = await daily.chosen(day.isoformat(), mine.choices) if mine and over else {}
    page = daily_page(
        chain,
        day,
        attempts,
        await daily.field(day, mine) if not is_today or over else None,
        daily,
        par=await daily.par(day) if over else None,
        choices=choice_lines(mine.choices, chosen) if mine else (),
        url=f"{site_url(request)}daily/{day.isoformat()}",
    )
    results = await _own_results(request, tickets_of(request)[day]) if over else ()
    response = HTMLResponse(render("boards/templates/day.html", page=page, results=results))
    if is_today and day not in tickets_of(request):
        # With a ticket, a form that is pressed twice begins one attempt.
        _keep_ticket(request, response, Ticket(day, new_token()))
    return response


async def _own_results(request: Request, ticket: Ticket) -> Sequence[TablePart]:
    """Return what the page of a ticket's table tells its player about the ended game."""
    table = await site_of(request).tables.get(ticket.table_id)
    return (await parts_of(request, Audience.of(ticket.token).view(table))).get("own-result", ())


def tickets_of(request: Request) -> Mapping[date, Ticket]:
    """Return the tickets of this browser by day, the last day first."""
    tickets = {}
    for day, token in _TICKET.findall(request.cookies.get(_COOKIE, ""))[:_MAX_KEPT]:
        with suppress(ValueError):
            tickets[date.fromisoformat(day)] = Ticket(date.fromisoformat(day), token)
    return dict(sorted(tickets.items(), reverse=True))


def _keep_ticket(request: Request, response: Response, ticket: Ticket) -> None:
    """Keep this ticket in the browser, and the latest one of another day."""
    others = [each for day, each in tickets_of(request).items() if day != ticket.day]
    tickets = [ticket, *others][:_MAX_KEPT]
    text = ".".join(f"{each.day.isoformat()}~{each.token}" for each in tickets)
    set_cookie(request, response, _COOKIE, text)


async def _attempts(request: Request) -> Mapping[date, Attempt]:
    attempts = {}
    for day, ticket in tickets_of(request).items():
        attempt = await site_of(request).service(Daily).attempt(ticket.table_id)
        if attempt is not None and attempt.deal == day.isoformat():
            attempts[day] = attempt
    return attempts
