"""Bots from outside as a feature of the site.

A site whose settings exclude such bots has the feature, too: its API refuses them.
"""

from typing import Final

from starlette.routing import Route

from sixth.server.feature import Feature
from sixth.server.features.outside import api, pages
from sixth.server.features.outside.rows import OutsideRows
from sixth.server.features.outside.service import OutsideBots

OUTSIDE: Final = Feature(
    name="outside",
    routes=(Route("/t/{table_id}/invite", pages.invite, methods=["POST"]),),
    api=(api.router,),
    service=lambda site: OutsideBots(
        OutsideRows(site.store),
        site.store.chores,
        site.tables,
        open=site.settings.outside_bots,
        networks=site.settings.outside_networks,
    ),
    at_table=pages.at_table,
)
