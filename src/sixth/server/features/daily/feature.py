"""The daily deal as a feature of the site."""

from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.core.route_limits import TABLES
from sixth.server.feature import Feature, Link, PrivacyTopic
from sixth.server.features.daily import api, pages
from sixth.server.features.daily.rows import DailyRows, keep_heads
from sixth.server.features.daily.service import Daily
from sixth.server.features.daily.tables import daily_chain, daily_tries
from sixth.server.web.rate_limits import counted_under

DAILY: Final = Feature(
    name="daily",
    routes=(
        Route("/daily", pages.today),
        Route("/daily", pages.begin, methods=["POST"], middleware=counted_under(TABLES)),
        Route("/daily/{day}", pages.day),
        *api.router.routes,
    ),
    service=lambda site: Daily(site.tables, DailyRows(site.store)),
    at_person=pages.at_person,
    privacy=lambda settings: (
        PrivacyTopic(
            _("Daily deal"),
            _("The day, the table and the heads; a fingerprint of your network, to count tries."),
            _("The network until the next day, the rest as long as the table."),
            (daily_tries, daily_chain),
        ),
    ),
    when_games_end=keep_heads,
    home=pages.home_lines,
    links=lambda: (
        Link("header", "/daily", _("Daily")),
        Link("shortcut", "/daily", _("Daily deal")),
        Link("deal-results", "/daily/{day}", _("Daily deal")),
    ),
)
