"""Notifications to browsers that are closed, as a feature of the site."""

from typing import Final

from starlette.routing import Route

from sixth.server.core.settings import Settings
from sixth.server.feature import Feature
from sixth.server.features.reminders import pages
from sixth.server.features.reminders.delivery import PUSHES
from sixth.server.features.reminders.service import Notifications
from sixth.server.site import Site
from sixth.server.table.state import Table
from sixth.server.web.rate_limits import counted_under


def _available(settings: Settings) -> bool:
    return bool(settings.push_hosts)


def _service(site: Site) -> Notifications:
    return Notifications(site.store, site.tables, site.settings.push_hosts)


def _when_moved(site: Site, before: Table, after: Table) -> None:
    site.service(Notifications).reminders.note_move(before, after)


REMINDERS: Final = Feature(
    name="reminders",
    routes=(
        Route("/tables/push", pages.waiting_status),
        Route("/tables/push", pages.wait, methods=["POST"], middleware=counted_under(PUSHES)),
        Route("/tables/push/end", pages.end_waiting, methods=["POST"]),
        Route("/t/{table_id}/push", pages.status),
        Route("/t/{table_id}/push", pages.ask, methods=["POST"], middleware=counted_under(PUSHES)),
        Route("/t/{table_id}/push/end", pages.end, methods=["POST"]),
    ),
    available=_available,
    service=_service,
    at_table=pages.at_table,
    at_lobby=pages.at_lobby,
    when_seated=pages.stop_waiting,
    when_moved=_when_moved,
)
