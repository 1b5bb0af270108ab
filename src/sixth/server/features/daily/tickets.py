"""The cookie with a browser's tickets for the daily deals of the last days."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from sixth.server.features.daily.service import Ticket
from sixth.server.web.request import set_cookie

_COOKIE: Final = "sixth-daily"

_TICKET: Final = re.compile(r"(\d{4}-\d\d-\d\d)~([A-Za-z0-9_-]{43})", re.ASCII)

_MAX_KEPT: Final = 2
"""Tickets in the cookie: yesterday's game may not be over. Each makes a request sixty bytes longer."""


def tickets_of(request: Request) -> Mapping[date, Ticket]:
    """Return the tickets of this browser by day, the last day first."""
    tickets = {}
    for day, token in _TICKET.findall(request.cookies.get(_COOKIE, ""))[:_MAX_KEPT]:
        try:
            ticket = Ticket(date.fromisoformat(day), token)
        except ValueError:
            continue
        tickets[ticket.day] = ticket
    return dict(sorted(tickets.items(), reverse=True))


def keep_ticket(request: Request, response: Response, ticket: Ticket) -> None:
    """Keep this ticket in the browser, and the latest one of another day."""
    others = [each for day, each in tickets_of(request).items() if day != ticket.day]
    tickets = [ticket, *others][:_MAX_KEPT]
    text = ".".join(f"{each.day.isoformat()}~{each.token}" for each in tickets)
    set_cookie(request, response, _COOKIE, text)
