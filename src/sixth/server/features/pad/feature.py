"""The score pad for games with real cards, which stay in the browser, as a feature of the site."""

from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.rules.cards import HEADS
from sixth.server.feature import Feature, Link, LinkPlace
from sixth.server.features.pad.text import pad_texts
from sixth.server.web.templating.environment import render

_PLACES: Final[tuple[LinkPlace, ...]] = ("foot-middle", "offline", "shortcut")


async def pad(_request: Request) -> HTMLResponse:
    """Show the score pad."""
    return HTMLResponse(render("pad/templates/pad.html", heads=HEADS, words=pad_texts()))


PAD: Final = Feature(
    name="pad",
    routes=(Route("/pad", pad),),
    links=lambda: [Link(place, "/pad", _("Score pad")) for place in _PLACES],
    offline_pages=("/pad",),
)
