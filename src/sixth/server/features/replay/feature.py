"""Replays and records of ended games as a feature of the site."""

from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.core.route_limits import TABLES
from sixth.server.feature import Feature, Fragment, Link
from sixth.server.features.replay import api, pages
from sixth.server.web.rate_limits import counted_under

REPLAY: Final = Feature(
    name="replay",
    routes=(
        # Addresses that end in `.jsonl` also match the pages below.
        Route("/g/{game_id}.sixth.jsonl", pages.record),
        Route("/t/{table_id}/games/{game_id}.sixth.jsonl", pages.table_record),
        Route("/g/{game_id}", pages.replay),
        Route("/g/{game_id}/picture.svg", pages.picture_svg),
        Route("/g/{game_id}/picture.png", pages.picture_png),
        Route("/g/{game_id}/again", pages.again, methods=["POST"], middleware=counted_under(TABLES)),
        *api.router.routes,
    ),
    links=lambda: (
        Link("last-game", "/g/{game}", _("The last game")),
        Link("earlier-game", "/g/{game}", _("The earlier game")),
        Link("own-game", "/g/{game}?seat={seat}", _("Watch replay")),
        Link("own-record", "/g/{game}.sixth.jsonl", _("Download game file")),
        Link("table-record", "/t/{table}/games/{game}.sixth.jsonl", _("Download game file")),
    ),
    fragments=(Fragment("proof", "replay/templates/proof.html"),),
    at_table=pages.at_table,
)
