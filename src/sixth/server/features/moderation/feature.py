"""Moderation as a feature of the site: mutes that follow a person, and reports to the host."""

from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.core.route_limits import RouteLimit
from sixth.server.feature import Feature, PrivacyTopic
from sixth.server.features.moderation import pages, report_pages
from sixth.server.features.moderation.report_rows import merge_reports
from sixth.server.features.moderation.reports import Reports
from sixth.server.features.moderation.tables import person_reports
from sixth.server.site import site_of
from sixth.server.web.rate_limits import counted_under

MUTES: Final = RouteLimit("mutes", 120, 3600)
"""People whom those of one network mute, or hear again."""


REPORTS: Final = RouteLimit("reports", 30, 3600)
"""Reports from one network."""


MODERATION: Final = Feature(
    name="moderation",
    needs=("profile",),
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
    service=lambda site: Reports(site.store, site.tables, site.people),
    at_table=pages.at_table,
    at_person=pages.at_person,
    export_of_person=lambda request, person_id: site_of(request).service(Reports).export(person_id),
    privacy=lambda settings: (
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
    when_merged=merge_reports,
)
"""Whose chat people do not see, and what they report to the host."""
