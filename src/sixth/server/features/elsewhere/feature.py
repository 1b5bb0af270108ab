"""Games from other Sixth sites as a feature of the site."""

from typing import Final

from starlette.routing import Route

from sixth.server.core.route_limits import RouteLimit
from sixth.server.feature import Feature
from sixth.server.features.elsewhere import pages
from sixth.server.features.elsewhere.rows import ElsewhereRows
from sixth.server.web.rate_limits import counted_under

FILES: Final = RouteLimit("files", 10, 3600)
"""Files with games from other sites that people of one network bring; one may have thousands of games."""

_BRING: Final = "/you/elsewhere"

ELSEWHERE: Final = Feature(
    name="elsewhere",
    needs=("people",),
    routes=(
        Route(_BRING, pages.bring, methods=["POST"], middleware=counted_under(FILES)),
        Route(f"{_BRING}/remove", pages.remove, methods=["POST"]),
    ),
    long_bodies={_BRING: pages.MAX_FILE_MB * 1024 * 1024},
    service=lambda site: ElsewhereRows(site.store),
    at_person=pages.at_person,
    export_of_person=pages.export_of_person,
)
