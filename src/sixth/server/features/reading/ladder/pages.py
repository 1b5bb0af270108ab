"""The ladder: which bots are better, as an arena beside the server finds out."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sixth.i18n import gettext as _
from sixth.server.features.reading.ladder.service import Ladder, Results
from sixth.server.features.reading.ladder.view import ladder_lines
from sixth.server.site import site_of
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import game_titles


def _results(request: Request) -> tuple[str, Results] | None:
    """Return what the ladder of this site says now, if it says anything.

    Raises:
        HTTPException: this site has none (404).
    """
    ladder = site_of(request).service(Ladder)
    if ladder.path is None:
        raise HTTPException(404)
    return ladder.read()


async def ladder(request: Request) -> HTMLResponse:
    """Show the bots in their order."""
    results = _results(request)
    if results is None:
        return HTMLResponse(render("reading/templates/ladder.html", found=None), 503)
    found = results[1]
    game = game_titles().get(found.game, _("House rules"))
    page = render("reading/templates/ladder.html", found=found, lines=ladder_lines(found), game=game)
    return HTMLResponse(page)


async def as_json(request: Request) -> Response:
    """Give the results as the arena has written them."""
    results = _results(request)
    if results is None:
        return Response(_("There are no results yet."), 503, media_type="text/plain")
    return Response(results[0], media_type="application/json")
