"""Ratings as a feature of the site, for people who keep a name."""

from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.core.route_limits import TABLES
from sixth.server.feature import Feature, Fragment, PrivacyTopic
from sixth.server.features.ratings import pages
from sixth.server.features.ratings.home import home_lines
from sixth.server.features.ratings.quick import QuickGames
from sixth.server.features.ratings.rows import keep_ratings, merge_ratings
from sixth.server.features.ratings.tables import (
    person_ratings,
    quick_entries,
    rated_games,
    rating_board,
    rating_changes,
)
from sixth.server.web.rate_limits import counted_under
from sixth.server.web.text.retention import until_erased

RATINGS: Final = Feature(
    name="ratings",
    needs=("profile",),
    routes=(
        Route("/quick", pages.quick),
        Route("/quick", pages.enter_quick, methods=["POST"], middleware=counted_under(TABLES)),
        Route("/quick/leave", pages.leave_quick, methods=["POST"]),
        Route("/ratings", pages.board),
        Route("/ratings", pages.choose_board, methods=["POST"]),
    ),
    service=lambda site: QuickGames(site.people, site.tables),
    fragments=(
        Fragment("doors", "ratings/templates/door.html"),
        Fragment("pace", "ratings/templates/pace.html"),
    ),
    home=home_lines,
    at_table=pages.at_table,
    at_person=pages.at_person,
    export_of_person=pages.export_of_person,
    privacy=lambda settings: (
        PrivacyTopic(
            _("Ratings"),
            _(
                "Your rating, and whether it is on the board; and for each rated game when it ended, "
                "who had which place, and how their rating changed, by number. "
                "When you delete everything, a random number takes the place of yours there."
            ),
            until_erased(settings),
            (rated_games, rating_changes, person_ratings, rating_board, quick_entries),
        ),
    ),
    when_merged=merge_ratings,
    when_games_end=keep_ratings,
)
