"""What Sixth is, in a few plain sentences."""

from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.server.site import site_of
from sixth.server.web.templating.environment import render


async def about(request: Request) -> HTMLResponse:
    """Say what Sixth is, what it keeps of whoever plays, and whose game it plays."""
    return HTMLResponse(render("pages/about.html", ladder=site_of(request).ladder is not None))
