"""One's own games. The server gives the page; the games stay in the browser in which they ended."""

from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.server.web.templating.environment import render
from sixth.server.web.text.mine import mine_texts


async def mine(_request: Request) -> HTMLResponse:
    """Show the page on which a browser lists the games that ended in it."""
    return HTMLResponse(render("pages/mine.html", words=mine_texts()))
