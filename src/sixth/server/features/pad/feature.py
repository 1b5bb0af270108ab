"""The score pad for games with real cards, which stay in the browser, as a feature of the site."""

from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from sixth.i18n import current_language, gettext as _
from sixth.rules.cards import HEADS
from sixth.server.feature import Feature, Link, LinkPlace
from sixth.server.web.templating.environment import render
from sixth.server.web.templating.sentences import catalogue

_SCRIPTS: Final = ("pad/words.js",)

_PLACES: Final[tuple[LinkPlace, ...]] = ("foot-middle", "offline", "kept", "shortcut")


async def pad(_request: Request) -> HTMLResponse:
    """Show the score pad."""
    words = catalogue(current_language(), _SCRIPTS)
    return HTMLResponse(render("pad/templates/pad.html", heads=HEADS, words=words))


PAD: Final = Feature(
    name="pad",
    routes=(Route("/pad", pad),),
    links=lambda: [
        *(Link(place, "/pad", _("Score pad")) for place in _PLACES),
        Link("real-table", "/pad", _("Keep the score round by round")),
    ],
)
