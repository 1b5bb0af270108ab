"""The page of what happened in this round: the whole page, or only the step for the dialog at the table."""

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import HTMLResponse

from sixth.rules.game import Refusal
from sixth.server.table.identity import Audience
from sixth.server.web.dependencies import Site, token_of
from sixth.server.web.endpoints import new_router
from sixth.server.web.templating.environment import render
from sixth.server.web.views.history import step

router = new_router()

_MAX_STEP = 10_000


@router.get("/t/{table_id}/history", response_class=HTMLResponse)
async def history(
    request: Request, site: Site, table_id: str, at: Annotated[int | None, Query(ge=1, le=_MAX_STEP)] = None
) -> HTMLResponse:
    """Show a step of this round, or the last one, as whoever asks may see it."""
    table = await site.get(table_id)
    audience = Audience.of(token_of(request, table_id))
    if not audience.may_look(table):
        raise Refusal("private", "The players of this table keep to themselves.")
    seen = audience.view(table)
    template = "parts/history.html" if request.headers.get("hx-request") == "true" else "pages/history.html"
    html = render(template, seen=seen, step=step(seen, at))
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})
