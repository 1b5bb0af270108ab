"""The daily deal as a feature of the site."""

from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.core.route_limits import TABLES
from sixth.server.feature import Feature, HeaderLink, Link
from sixth.server.features.daily import api, pages
from sixth.server.features.daily.rows import DailyRows, keep_heads
from sixth.server.features.daily.service import Daily
from sixth.server.web.rate_limits import counted_under

DAILY: Final = Feature(
    name="daily",
    routes=(
        Route("/daily", pages.today),
        Route("/daily", pages.begin, methods=["POST"], middleware=counted_under(TABLES)),
        Route("/daily/{day}", pages.day),
    ),
    api=(api.router,),
    service=lambda site: Daily(site.tables, DailyRows(site.store)),
    at_person=pages.at_person,
    when_games_end=keep_heads,
    home=pages.home_part,
    header_link=lambda: HeaderLink("/daily", _("Daily"), _("Daily deal")),
    links=lambda: (Link("deal-results", "/daily/{day}", _("Daily deal")),),
)
