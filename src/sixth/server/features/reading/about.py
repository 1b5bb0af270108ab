"""The page about Sixth."""

from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.server.features.reading.ladder.service import Ladder
from sixth.server.site import site_of
from sixth.server.web.templating.environment import render


async def about(request: Request) -> HTMLResponse:
    """Show what Sixth is, which data it keeps about players, and whose game it plays."""
    ladder = site_of(request).service(Ladder)
    return HTMLResponse(render("reading/templates/about.html", ladder=ladder.path is not None))
