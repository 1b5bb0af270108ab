"""Bots from outside as a feature of the site.

A site whose settings are closed to them has the feature, too: its API says that it takes none.
"""

from typing import Final

from starlette.routing import Route

from sixth.server.feature import Feature
from sixth.server.features.outside import api, pages
from sixth.server.features.outside.rows import Rows
from sixth.server.features.outside.service import OutsideBots
from sixth.server.site import Site


def _service(site: Site) -> OutsideBots:
    return OutsideBots(
        Rows(site.store),
        site.store.chores,
        site.tables,
        open=site.settings.outside_bots,
        networks=site.settings.outside_networks,
        share=site.settings.address_bots,
    )


OUTSIDE: Final = Feature(
    name="outside",
    routes=(Route("/t/{table_id}/invite", pages.invite, methods=["POST"]),),
    api=(api.router,),
    service=_service,
    at_table=pages.at_table,
)
