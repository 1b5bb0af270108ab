"""The addresses of the pages and forms of tournaments, and the links to them from other pages."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from starlette.routing import BaseRoute, Route

from sixth.i18n import gettext as _
from sixth.server.core.route_limits import TABLES
from sixth.server.feature import Link
from sixth.server.features.tournaments.pages import field, opening, score_pad, tournament
from sixth.server.features.tournaments.pages.forms import COMMANDS
from sixth.server.features.tournaments.service import JOINS
from sixth.server.web.rate_limits import counted_under

_ONE: Final = "/tournaments/{code}"

ROUTES: Final[Sequence[BaseRoute]] = (
    Route("/tournaments", opening.ways_in),
    Route("/tournaments", opening.come_in, methods=["POST"], middleware=counted_under(JOINS)),
    Route("/tournaments/new", opening.new),
    Route("/tournaments/new", opening.open_tournament, methods=["POST"], middleware=counted_under(TABLES)),
    Route("/tournaments/check", opening.check, methods=["POST"]),
    Route(_ONE, tournament.page),
    Route(f"{_ONE}/screen", tournament.screen),
    Route(f"{_ONE}/slips", tournament.slips),
    Route(f"{_ONE}/wall", tournament.wall),
    Route(f"{_ONE}/field/{{round:int}}/{{player}}", field.field),
    Route(f"{_ONE}/change", opening.settings),
    Route(f"{_ONE}/change", opening.change, methods=["POST"]),
    Route(f"{_ONE}/join", opening.join, methods=["POST"], middleware=counted_under(JOINS)),
    Route(f"{_ONE}/totals", score_pad.totals, methods=["POST"]),
    *(Route(f"{_ONE}/{name}", partial(tournament.carry_out, name), methods=["POST"]) for name in COMMANDS),
)


def links() -> Sequence[Link]:
    """Return the links to tournaments."""
    return [Link("games", "/tournaments", _("Tournaments"))]
