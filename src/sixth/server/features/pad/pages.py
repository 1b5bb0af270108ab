"""The page of the score pad for games with real cards, which stay in the browser."""

from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.rules.cards import HEADS
from sixth.server.features.pad.text import pad_texts
from sixth.server.web.templating.environment import render


async def pad(_request: Request) -> HTMLResponse:
    """Show the score pad."""
    return HTMLResponse(render("pad/templates/pad.html", heads=HEADS, words=pad_texts()))
