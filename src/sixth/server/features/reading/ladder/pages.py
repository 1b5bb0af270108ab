"""The ladder, which ranks the bots by the results of an arena beside the server."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sixth.i18n import gettext as _
from sixth.server.features.reading.ladder.service import ArenaResults, Ladder
from sixth.server.features.reading.ladder.view import ladder_lines
from sixth.server.site import site_of
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import game_titles


def _published(request: Request) -> tuple[str, ArenaResults] | None:
    """Return the text and the results that the ladder of this site has now, if it has any."""
    ladder = site_of(request).service(Ladder)
    if ladder.path is None:
        raise HTTPException(404)
    return ladder.read()


async def ladder(request: Request) -> HTMLResponse:
    """Show the bots, the best first."""
    published = _published(request)
    if published is None:
        return HTMLResponse(render("reading/templates/ladder.html", results=None), 503)
    results = published[1]
    game = game_titles().get(results.game, _("House rules"))
    page = render("reading/templates/ladder.html", results=results, lines=ladder_lines(results), game=game)
    return HTMLResponse(page)


async def as_json(request: Request) -> Response:
    """Send the results as the arena wrote them."""
    published = _published(request)
    if published is None:
        return Response(_("There are no results yet."), 503, media_type="text/plain")
    return Response(published[0], media_type="application/json")
