"""The routes of all pages."""

from typing import Final

from starlette.routing import Route

from sixth.server.core.route_limits import CODES, TABLES
from sixth.server.web.rate_limits import counted_under
from sixth.server.web.routes import home, host, lobby, offline, play, preferences, tables
from sixth.server.web.routes.commands import COMMAND_ROUTES

ROUTES: Final = (
    *COMMAND_ROUTES,
    Route("/t/{table_id}/coach", play.advise, methods=["POST"]),
    Route("/t/{table_id}/worth", play.worth),
    Route("/t/{table_id}", tables.table_page),
    Route("/t/{table_id}/here", tables.play_here, methods=["POST"]),
    Route("/t/{table_id}/screen", tables.screen_page),
    Route("/t/{table_id}/around", tables.around),
    Route("/", home.home),
    Route("/tables/check", home.check, methods=["POST"]),
    Route("/tables", home.open_table, methods=["POST"], middleware=counted_under(TABLES)),
    Route("/friends", home.name_page),
    Route("/join", lobby.join_page),
    Route("/join", lobby.join, methods=["POST"], middleware=counted_under(CODES)),
    Route("/tables", lobby.tables_page),
    Route("/t/{table_id}/qr.svg", lobby.qr),
    Route("/t/{table_id}/history", tables.history),
    Route("/t/{table_id}/house", host.config_page),
    Route("/t/{table_id}/house", host.arrange, methods=["POST"]),
    Route("/settings", preferences.settings),
    Route("/settings", preferences.keep_settings, methods=["POST"]),
    Route("/manifest.webmanifest", offline.manifest),
    Route("/offline", offline.offline),
    Route("/sw.js", offline.worker),
)
"""Routes are tried in this order, the busiest first."""
