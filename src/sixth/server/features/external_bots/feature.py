"""Bots from outside as a feature of the site.

A site whose settings exclude such bots has the feature, too: its API refuses them.
"""

from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.feature import Feature, PrivacyTopic
from sixth.server.features.external_bots import api, pages
from sixth.server.features.external_bots.rows import OutsideRows
from sixth.server.features.external_bots.service import OutsideBots
from sixth.server.features.external_bots.tables import invitations, outside_bots

EXTERNAL_BOTS: Final = Feature(
    name="external_bots",
    routes=(Route("/t/{table_id}/invite", pages.invite, methods=["POST"]), *api.router.routes),
    service=lambda site: OutsideBots(
        OutsideRows(site.store),
        site.store.chores,
        site.tables,
        open=site.settings.outside_bots,
        networks=site.settings.outside_networks,
    ),
    privacy=lambda settings: (
        PrivacyTopic(
            _("Bots from outside"),
            _("The name of a bot, who runs it, and a fingerprint of its network."),
            _("Until it is unregistered, or has been away for long."),
            (outside_bots, invitations),
        ),
    ),
    at_table=pages.at_table,
)
