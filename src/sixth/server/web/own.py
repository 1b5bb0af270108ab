"""What a page shows of its reader's own: their unfinished tables, and the lines of features."""

from typing import NamedTuple

from starlette.requests import Request

from sixth.server.feature import HomeLine
from sixth.server.site import site_of
from sixth.server.web.cookies import recent_seats
from sixth.server.web.middleware.preferences import is_copy
from sixth.server.web.views.going_on import GoingOn, going_on


class Own(NamedTuple):
    """The unfinished tables of a browser, and lines about what is its reader's, which show no table twice."""

    tables: list[GoingOn]
    lines: list[HomeLine]


async def own_of(request: Request) -> Own:
    """Return what a page shows of its reader's own, what waits first.

    A copy that a browser keeps for use without a connection contains no tables.
    """
    site = site_of(request)
    lines = [line for each in site.features if each.home for line in await each.home(request)]
    lines.sort(key=lambda line: not line.waits)
    shown = {line.table for line in lines}
    seats = () if is_copy(request) else (each for each in recent_seats(request) if each[0] not in shown)
    return Own(await going_on(site.tables, seats), lines)
