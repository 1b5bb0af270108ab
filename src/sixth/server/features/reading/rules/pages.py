"""The rules of each named game, in plain words and with pictures."""

from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.i18n import gettext as _
from sixth.rules.games import GAMES
from sixth.server.features.reading.rules import examples
from sixth.server.features.reading.rules.view import card_kinds, deals
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import game_summaries, game_titles
from sixth.server.web.text.rules import ending_texts

_SEATS: Final = 4
"""The seats of the described game, where their number makes no difference."""


async def index(_request: Request) -> HTMLResponse:
    """Show all named games, each in one sentence."""
    texts = {"titles": game_titles(), "abouts": game_summaries()}
    return HTMLResponse(render("reading/templates/rules.html", **texts, game=None))


async def rules(request: Request) -> HTMLResponse:
    """Show the rules of one game."""
    game: str = request.path_params["game"]
    if game not in GAMES:
        sentence = _("There are no rules of a game of that name here.")
        return HTMLResponse(render("pages/error.html", sentence=sentence, missing=True), 404)
    four_seats = GAMES[game].replace(seats=_SEATS)
    page = render(
        "reading/templates/rules.html",
        titles=game_titles(),
        abouts=game_summaries(),
        game=game,
        rules=four_seats,
        kinds=card_kinds(four_seats),
        dealt=deals(game),
        ending=ending_texts(four_seats),
        examples=examples,
    )
    return HTMLResponse(page)
