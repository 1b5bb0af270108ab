"""The page of a player's own tables, which the server lists, and games, which their browser keeps."""

from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse
from starlette.routing import Route

from sixth.i18n import current_language, gettext as _
from sixth.puzzles.puzzle import THEMES
from sixth.puzzles.text import theme_text
from sixth.server.feature import Feature, Link
from sixth.server.site import site_of
from sixth.server.web.cookies import all_seats, forget_seats
from sixth.server.web.middleware.preferences import is_copy
from sixth.server.web.templating.environment import render
from sixth.server.web.templating.sentences import catalogue
from sixth.server.web.text.labels import game_titles
from sixth.server.web.views.going_on import going_on

_SCRIPTS: Final = ("mine/words.js",)


async def mine(request: Request) -> HTMLResponse:
    """Show all tables at which this browser sits; a script adds the games that ended in it."""
    # The copy that a browser keeps for use without a connection contains no tables.
    seats = [] if is_copy(request) else all_seats(request)
    tables = await going_on(site_of(request).tables, seats)
    response = HTMLResponse(render("history/templates/mine.html", words=_words(), going_on=tables))
    forget_seats(response, {table_id for table_id, _ in seats} - {table.id for table in tables})
    return response


async def game(request: Request) -> JSONResponse:
    """Say whether an ended game can be read; others may still play its deals."""
    readable = await site_of(request).tables.archive.has(request.path_params["game_id"])
    return JSONResponse({"readable": readable})


def _words() -> Mapping[str, object]:
    """Return the sentences of the scripts, and the titles of games and of themes by name."""
    return {
        "catalogue": catalogue(current_language(), _SCRIPTS),
        "games": game_titles() | {"daily": _("Daily deal"), "board": _("Boards"), "": _("House rules")},
        "themes": {theme: theme_text(theme) for theme in THEMES},
    }


HISTORY: Final = Feature(
    name="history",
    routes=(Route("/mine", mine), Route("/mine/games/{game_id}", game)),
    links=lambda: (
        Link("foot-middle", "/mine", _("Your games")),
        Link("own-tables", "/mine", _("All your tables and games")),
        Link("kept", "/mine"),
    ),
)
