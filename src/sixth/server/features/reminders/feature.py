"""Notifications to browsers that are closed, as a feature of the site."""

from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.feature import Feature, Fragment, PrivacyTopic, Site
from sixth.server.features.reminders import pages
from sixth.server.features.reminders.delivery import PUSHES, Delivery
from sixth.server.features.reminders.invitations import InvitationNotices
from sixth.server.features.reminders.openings import Openings
from sixth.server.features.reminders.tables import person_pushes, pushes, waiting_list
from sixth.server.features.reminders.turns import Reminders
from sixth.server.web.rate_limits import counted_under


def _service(site: Site) -> Reminders:
    delivery = Delivery(site.store, site.settings.push_hosts)
    site.add(delivery)
    site.add(Openings(site.store, site.tables, delivery))
    return Reminders(site.store, site.tables, delivery)


REMINDERS: Final = Feature(
    name="reminders",
    needs=("push_hosts", "http_ece", "py_vapid"),
    routes=(
        Route("/tables/push", pages.waiting_status),
        Route("/tables/push", pages.wait, methods=["POST"], middleware=counted_under(PUSHES)),
        Route("/tables/push/end", pages.end_waiting, methods=["POST"]),
        Route("/t/{table_id}/push", pages.status),
        Route("/t/{table_id}/push", pages.ask, methods=["POST"], middleware=counted_under(PUSHES)),
        Route("/t/{table_id}/push/end", pages.end, methods=["POST"]),
    ),
    service=_service,
    at_table=pages.at_table,
    privacy=lambda settings: (
        PrivacyTopic(
            _("Notifications"),
            _("If you turn them on: the address and keys that your browser gives, and your language."),
            _(
                "Until the game ends, you leave, or turn them off; for open tables three hours; "
                "for invitations until you turn them off or sign out."
            ),
            (pushes, waiting_list, person_pushes),
        ),
    ),
    fragments=(Fragment("lobby", "reminders/templates/openings.html"),),
    when_moved=lambda site, *tables: site.service(Reminders).note_move(*tables),
)


def _invited(site: Site) -> InvitationNotices:
    notices = InvitationNotices(site.store, site.service(Delivery))
    site.people.on_invited = notices.notify
    return notices


INVITED: Final = Feature(
    name="invited",
    needs=("friends", "reminders"),
    routes=(
        Route("/you/push", pages.invitation_status),
        Route("/you/push", pages.ask_for_invitations, methods=["POST"], middleware=counted_under(PUSHES)),
        Route("/you/push/end", pages.end_invitations, methods=["POST"]),
    ),
    service=_invited,
    at_person=pages.at_person,
)
"""Notifications of invitations by friends."""
