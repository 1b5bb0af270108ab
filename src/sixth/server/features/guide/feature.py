"""The guide as a feature of the site: rules, tutorial, ladder, the API, and what Sixth is."""

from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.rules.games import GAMES
from sixth.server.feature import Feature, Link
from sixth.server.features.guide import ladder, reference
from sixth.server.features.guide.rules import pages as rules
from sixth.server.features.guide.tutorial import pages as tutorial
from sixth.server.site import site_of
from sixth.server.web.templating.environment import render


async def about(request: Request) -> HTMLResponse:
    """Show what Sixth is, which data it keeps about players, and whose game it plays."""
    has_ladder = site_of(request).service(ladder.Ladder).path is not None
    return HTMLResponse(render("guide/templates/about.html", ladder=has_ladder))


GUIDE: Final = Feature(
    name="guide",
    routes=(
        Route("/rules", rules.index),
        Route("/rules/{game}", rules.rules),
        Route("/learn", tutorial.tutorial),
        Route("/learn/{where:path}", tutorial.tutorial),
        Route("/ladder", ladder.ladder),
        Route("/ladder.json", ladder.as_json),
        Route("/about", about),
        Route("/api", reference.reference),
    ),
    service=lambda site: ladder.Ladder(site.settings.ladder),
    links=lambda: (
        Link("header", "/learn", _("Learn")),
        Link("foot-start", "/rules", _("Rules")),
        Link("foot-end", "/about", _("About Sixth")),
        Link("offline", "/rules", _("Rules")),
        Link("offline", "/learn", _("Learn by playing")),
        Link("shortcut", "/learn", _("Learn by playing")),
        Link("welcome", "/learn", _("New here? Learn by playing")),
        Link("games", "/rules", _("The rules of each game, with pictures")),
        Link("lesson", "/learn", _("More, step by step (in a new tab)")),
        Link("rules-of-game", "/rules", _("These rules with pictures (in a new tab)")),
        *(Link("kept", page) for page in ("/learn", "/rules", *(f"/rules/{game}" for game in GAMES))),
    ),
)
