"""The score pad, for a table with real cards. The server gives the page; the games stay in the browser."""

from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.rules.cards import HEADS
from sixth.server.features.pad.text import pad_texts
from sixth.server.web.templating.environment import render


async def pad(_request: Request) -> HTMLResponse:
    """Show the pad on which to write down the heads of a game with real cards."""
    return HTMLResponse(render("pad/templates/pad.html", heads=HEADS, words=pad_texts()))
