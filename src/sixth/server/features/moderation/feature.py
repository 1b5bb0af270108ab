"""Moderation as a feature of the site: mutes that follow a person, and reports to the host."""

from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.core.route_limits import RouteLimit
from sixth.server.feature import Feature, PrivacyTopic, Site
from sixth.server.features.moderation import pages, report_pages
from sixth.server.features.moderation.merging import merge_conduct
from sixth.server.features.moderation.reports import Reports
from sixth.server.features.moderation.service import Conduct
from sixth.server.features.moderation.tables import person_mutes, person_reports
from sixth.server.people.erasure import Erasure
from sixth.server.web.rate_limits import counted_under
from sixth.server.web.text.retention import until_erased

MUTES: Final = RouteLimit("mutes", 120, 3600)
"""People whom those of one network mute, or hear again."""


REPORTS: Final = RouteLimit("reports", 30, 3600)
"""Reports from one network."""


def _service(site: Site) -> Conduct:
    conduct = Conduct(site.store, site.tables.now)
    reports = Reports(site.store, site.tables, conduct)
    site.add(reports)
    site.service(Erasure).chores.append(reports.delete_old)
    return conduct


MODERATION: Final = Feature(
    name="moderation",
    needs=("people",),
    routes=(
        Route("/you/mutes", pages.change, methods=["POST"], middleware=counted_under(MUTES)),
        Route("/t/{table_id}/mute", pages.change_at_table, methods=["POST"], middleware=counted_under(MUTES)),
        Route("/t/{table_id}/report", report_pages.report_page),
        Route(
            "/t/{table_id}/report",
            report_pages.report,
            methods=["POST"],
            middleware=counted_under(REPORTS),
        ),
    ),
    service=_service,
    at_table=pages.at_table,
    at_person=pages.at_person,
    export_of_person=lambda request, person_id: pages.conduct_of(request).export(person_id),
    privacy=lambda settings: (
        PrivacyTopic(
            _("Mutes"),
            _("Whose chat you do not see, who does not see yours, and since when."),
            until_erased(settings),
            (person_mutes,),
        ),
        PrivacyTopic(
            _("Reports"),
            _(
                "If somebody reports you to the host: who and when, what for, your name and chat "
                "at that table, and how the game there went."
            ),
            _("180 days, or until you delete everything on your page."),
            (person_reports,),
        ),
    ),
    when_merged=merge_conduct,
    muted=pages.muted,
)
"""Whose chat people do not see, and what they report to the host."""
