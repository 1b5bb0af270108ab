"""The tickets of a browser for the daily deal: the tables where it plays those of the last days."""

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
"""That of yesterday, too, whose game may not be over; each makes every request sixty bytes longer."""


def tickets_of(request: Request) -> Mapping[date, Ticket]:
    """Return the tickets of this browser by day, the last day first."""
    found = {}
    for day, token in _TICKET.findall(request.cookies.get(_COOKIE, ""))[:_MAX_KEPT]:
        try:
            ticket = Ticket(date.fromisoformat(day), token)
        except ValueError:
            continue
        found[ticket.day] = ticket
    return dict(sorted(found.items(), reverse=True))


def keep_ticket(request: Request, response: Response, ticket: Ticket) -> None:
    """Have the browser keep this ticket, and the last one of another day."""
    others = [each for day, each in tickets_of(request).items() if day != ticket.day]
    kept = [ticket, *others][:_MAX_KEPT]
    written = ".".join(f"{each.day.isoformat()}~{each.token}" for each in kept)
    set_cookie(request, response, _COOKIE, written)
