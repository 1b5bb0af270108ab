"""The history of the round: a page, or one step for the dialog at the table."""

from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.server.table.identity import Audience
from sixth.server.web.request import number_in_query, table_of, token_of
from sixth.server.web.templating.environment import render
from sixth.server.web.views.history import step

_MAX_STEP: Final = 10_000


async def history(request: Request) -> HTMLResponse:
    """Show a step of this round, or the one that began the last turn, as the reader may see it."""
    at = number_in_query(request, "at", least=1, most=_MAX_STEP)
    table = await table_of(request)
    audience = Audience.of(token_of(request, table.id))
    audience.check(table)
    table_view = audience.view(table)
    template = "parts/history.html" if request.headers.get("hx-request") == "true" else "pages/history.html"
    html = render(template, table=table_view, step=step(table_view, at))
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})
