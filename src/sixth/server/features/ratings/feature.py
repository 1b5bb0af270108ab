"""Ratings as a feature of the site, for people who keep a name."""

from typing import Final

from starlette.routing import Route

from sixth.server.core.route_limits import TABLES
from sixth.server.feature import Feature, Fragment
from sixth.server.features.ratings import pages
from sixth.server.features.ratings.quick import QuickGames
from sixth.server.features.ratings.quick_rows import QuickRows
from sixth.server.features.ratings.rows import keep_ratings
from sixth.server.features.ratings.service import Ratings
from sixth.server.site import Site
from sixth.server.web.rate_limits import counted_under


def _service(site: Site) -> Ratings:
    site.add(QuickGames(QuickRows(site.store), site.tables))
    return Ratings(site.store, site.tables)


RATINGS: Final = Feature(
    name="ratings",
    needs=("people",),
    routes=(
        Route("/quick", pages.quick),
        Route("/quick", pages.enter_quick, methods=["POST"], middleware=counted_under(TABLES)),
        Route("/quick/leave", pages.leave_quick, methods=["POST"]),
        Route("/ratings", pages.board),
        Route("/ratings", pages.choose_board, methods=["POST"]),
    ),
    service=_service,
    fragments=(
        Fragment("doors", "ratings/templates/door.html"),
        Fragment("pace", "ratings/templates/pace.html"),
    ),
    at_table=pages.at_table,
    at_person=pages.at_person,
    export_of_person=pages.export_of_person,
    when_games_end=keep_ratings,
)
