"""Tournaments as a feature of the site."""

from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.feature import Feature, PrivacyTopic, Site
from sixth.server.features.tournaments import api, routes
from sixth.server.features.tournaments.pages.at_table import at_table
from sixth.server.features.tournaments.pages.routes import ROUTES, links
from sixth.server.features.tournaments.people import export_of_person
from sixth.server.features.tournaments.rows import keep_heads, merge_players
from sixth.server.features.tournaments.service import Tournaments
from sixth.server.features.tournaments.tables import (
    tournament_events,
    tournament_people,
    tournament_tables,
    tournaments,
)
from sixth.server.table.state import Table
from sixth.server.web.text.retention import with_table


def _when_moved(site: Site, before: Table, after: Table) -> None:
    if before.playing and not after.playing and after.config.matched:
        site.service(Tournaments).note_end()


TOURNAMENTS: Final = Feature(
    name="tournaments",
    routes=(
        *ROUTES,
        Route("/tournaments/{code}/table", routes.table),
        Route("/tournaments/{code}/changes", routes.changes),
        Route("/tournaments/{code}/file", routes.file),
        Route("/tournaments/{code}/standings.csv", routes.standings_csv),
        *api.router.routes,
    ),
    links=links,
    at_table=at_table,
    service=lambda site: Tournaments(
        site.store, site.tables, site.game_ends, site.coach, site.settings.prune_after
    ),
    export_of_person=export_of_person,
    privacy=lambda settings: (
        PrivacyTopic(
            _("Tournaments"),
            _(
                "The name under which you play in a tournament, your tables, results and place, "
                "which everybody sees who has the code."
            ),
            with_table(settings),
            (tournaments, tournament_events, tournament_tables, tournament_people),
        ),
    ),
    when_merged=merge_players,
    when_games_end=keep_heads,
    when_moved=_when_moved,
)
