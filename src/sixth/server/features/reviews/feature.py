"""The coach's reviews of ended games, as a feature of the site that links to their replays."""

from typing import Final

from starlette.routing import Route

from sixth import fast
from sixth.i18n import gettext as _
from sixth.server.core.route_limits import STREAMS
from sixth.server.feature import Feature, Link, PrivacyTopic
from sixth.server.features.reviews import api, pages
from sixth.server.features.reviews.person import at_person
from sixth.server.features.reviews.queue import REVIEW_LIMIT, Reviews
from sixth.server.features.reviews.tables import reviews
from sixth.server.web.rate_limits import counted_under
from sixth.server.web.text.retention import with_table

REVIEWS: Final = Feature(
    name="reviews",
    needs=("replay",),
    routes=(
        Route("/g/{game_id}/coach", pages.coach),
        Route("/g/{game_id}/coach", pages.ask, methods=["POST"], middleware=counted_under(REVIEW_LIMIT)),
        Route("/g/{game_id}/coach/events", pages.events, middleware=counted_under(STREAMS)),
        Route("/g/{game_id}/coach/themes", pages.themes),
        *api.router.routes,
    ),
    service=lambda site: Reviews(site.store, site.tables.archive, site.coach),
    links=lambda: (Link("ended-game", "/g/{game}/coach", _("Ask the coach")),) if fast.INSTALLED else (),
    privacy=lambda settings: (
        PrivacyTopic(
            _("Coach"),
            _("Reviews that were asked for; while they wait, a fingerprint of the network that asked."),
            with_table(settings),
            (reviews,),
        ),
    ),
    at_table=pages.at_table,
    at_person=at_person,
)
