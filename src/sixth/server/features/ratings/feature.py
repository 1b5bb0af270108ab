"""Ratings as a feature of the site, for people who keep a name."""

from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.core.route_limits import TABLES
from sixth.server.feature import Feature, Fragment, PrivacyTopic, Site
from sixth.server.features.people.privacy import until_erased
from sixth.server.features.ratings import pages
from sixth.server.features.ratings.quick import QuickGames
from sixth.server.features.ratings.quick_rows import QuickRows
from sixth.server.features.ratings.rows import merge_ratings
from sixth.server.features.ratings.service import Ratings
from sixth.server.features.ratings.tables import (
    person_ratings,
    quick_tables,
    rated_games,
    rated_games_read,
    rating_board,
)
from sixth.server.table.state import Table
from sixth.server.web.rate_limits import counted_under


def _service(site: Site) -> Ratings:
    site.add(QuickGames(QuickRows(site.store), site.tables))
    return Ratings(site.store, site.tables)


def _when_moved(site: Site, before: Table, after: Table) -> None:
    site.service(Ratings).note_move(before, after)
    site.service(QuickGames).note_move(after)


RATINGS: Final = Feature(
    name="ratings",
    needs=("people",),
    routes=(
        Route("/quick", pages.quick, methods=["POST"], middleware=counted_under(TABLES)),
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
    privacy=lambda settings: (
        PrivacyTopic(
            _("Ratings"),
            _(
                "Your rating, and whether it is on the board; and for each rated game when it ended, "
                "and who had which place, by number. "
                "When you delete everything, a random number takes the place of yours there."
            ),
            until_erased(settings),
            (rated_games, rated_games_read, person_ratings, rating_board, quick_tables),
        ),
    ),
    when_merged=merge_ratings,
    when_moved=_when_moved,
)
